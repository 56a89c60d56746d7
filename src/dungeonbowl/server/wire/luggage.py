"""Over HTTP: the zip of an account that somebody brings from another server."""

from __future__ import annotations

from typing import Literal

import msgspec


class LuggageFinding(msgspec.Struct, frozen=True):
    """A match or the end of a season, and how sure it is."""

    what: str
    mark: str
    text: str


class LuggageTeam(msgspec.Struct, frozen=True):
    """A team in the file. `comes`: it can be taken in; `came`: it just was; `here`: it is here already, and belongs to
    `owner`; `stays`: it cannot come. `why` is for the last two. `mark` is that of what is least sure in it; `shares`
    are how many points, how much gold and how many injuries have which mark."""

    id: str
    name: str
    edition: str
    roster: str
    games: int
    state: Literal["comes", "came", "here", "stays"]
    why: str
    mark: str
    owner: str
    shares: dict[str, dict[str, int]]
    findings: list[LuggageFinding]


class LuggageLeague(msgspec.Struct, frozen=True):
    """A league of whoever asks, which his teams may visit."""

    id: str
    name: str


class LuggagePage(msgspec.Struct, frozen=True):
    """What is in a file. `coach` is whom it names, which nothing proves; `replays` of it belong to these teams."""

    coach: str
    teams: list[LuggageTeam]
    replays: int
    leagues: list[LuggageLeague]
