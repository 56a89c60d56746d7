"""Over HTTP: the balance atlas."""

from __future__ import annotations

import msgspec

from dungeonbowl.server.wire.creating import Choice


class AtlasChance(msgspec.Struct, frozen=True):
    """A chance to win, with its interval of 95 %, and in words: "47 % ± 3"."""

    chance: float
    low: float
    high: float
    words: str


class AtlasRoster(msgspec.Struct, frozen=True):
    """A roster against an average one, and against each of the others, in the order of the page."""

    id: str
    name: str
    chance: AtlasChance
    record: str
    against: list[AtlasChance | None]


class AtlasLine(msgspec.Struct, frozen=True):
    """A line of a table: a title and its cells, and by what its matches are asked for, if not by the title."""

    title: str
    cells: list[str]
    id: str = ""


class AtlasTable(msgspec.Struct, frozen=True):
    """A table about dungeons, with its title and what is to be said about it."""

    title: str
    heads: list[str]
    lines: list[list[str]]
    words: str


class AtlasWanted(msgspec.Struct, frozen=True):
    """What a match of the atlas is to show: rosters, a dungeon, what one side has more of, other settings."""

    one: str = ""
    two: str = ""
    dungeon: str = ""
    about: str = ""
    setting: str = ""


class AtlasPage(msgspec.Struct, frozen=True):
    """The atlas of an edition, in one of its dungeons or in any."""

    edition: str
    editions: list[Choice]
    dungeon: str
    dungeons: list[Choice]
    about: str
    command: str
    rosters: list[AtlasRoster]  # the strongest first
    worth: list[AtlasLine]
    place_heads: list[str]
    places: list[AtlasLine]
    settings: list[AtlasLine]
    verdict: str
    survey: list[AtlasTable] = []  # how fair dungeons are
