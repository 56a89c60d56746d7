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


class AtlasWanted(msgspec.Struct, frozen=True):
    """What a match of the atlas is to show: rosters, a dungeon, what one side has more of, other settings, how it
    ended; or in `ground`, alone, something about how fair dungeons are."""

    one: str = ""
    two: str = ""
    dungeon: str = ""
    about: str = ""
    setting: str = ""
    ending: str = ""
    ground: str = ""


class AtlasFigure(msgspec.Struct, frozen=True):
    """A figure, and by what a match that shows it is asked for; null if no match does."""

    text: str
    wanted: AtlasWanted | None = None


class AtlasLine(msgspec.Struct, frozen=True):
    """A line of a table: a title and its cells, with one or several figures in each."""

    title: str
    cells: list[list[AtlasFigure]]


class AtlasTable(msgspec.Struct, frozen=True):
    """A table with its title and what is to be said about it. The first head is that of the titles of lines."""

    title: str
    heads: list[str]
    lines: list[AtlasLine]
    words: str = ""


class AtlasPage(msgspec.Struct, frozen=True):
    """The atlas of an edition, in one of its dungeons or in any."""

    edition: str
    editions: list[Choice]
    dungeon: str
    dungeons: list[Choice]
    about: str
    command: str
    rosters: list[AtlasRoster]  # the strongest first
    worth: AtlasTable
    places: AtlasTable
    settings: AtlasTable
    matches: AtlasTable  # how the matches of each roster go
    survey: list[AtlasTable] = []  # how fair dungeons are
