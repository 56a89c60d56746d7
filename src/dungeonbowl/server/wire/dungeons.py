"""Over HTTP: dungeons, and the editor."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from dungeonbowl.server.wire.setup import Board


class TileShape(msgspec.Struct, frozen=True):
    """A tile of the library for the editor: its rows as drawn without rotation."""

    id: str
    kind: str
    room: str
    rows: list[str]


class SquareSign(msgspec.Struct, frozen=True):
    """A character of a map and what it means; `text` is what it does."""

    character: str
    name: str
    text: str = ""


class EditorFacts(msgspec.Struct, frozen=True):
    """What the dungeon editor offers for an edition."""

    edition: str
    tiles: list[TileShape]
    signs: list[SquareSign]
    rooms: list[str]
    size: tuple[int, int]  # of an empty map
    template: str  # the text of an empty dungeon to start from
    colleges: list[str] = []  # colleges whose runes may be written, in editions with runes


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chest or a portal of the editor, by its character in a map."""

    at: tuple[int, int]
    character: Annotated[str, Meta(min_length=1, max_length=1)]


class DrawOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dungeon of tiles whose picture is still to be drawn, and what lies on its squares."""

    text: Annotated[str, Meta(max_length=400_000)]
    tokens: Annotated[list[Token], Meta(max_length=200)] = []


class DungeonProblem(msgspec.Struct, frozen=True):
    rule: str
    severity: str
    text: str
    line: int | None
    column: int | None
    squares: list[tuple[int, int]]
    mend: str


class FairnessRow(msgspec.Struct, frozen=True):
    """One figure of the fairness report, a value for each side."""

    label: str
    values: list[str]


class DungeonChecked(msgspec.Struct, frozen=True):
    """A dungeon read from text: problems, its JSON form if it could be read at all, and how fair it is."""

    legal: bool
    problems: list[DungeonProblem]
    text: str  # canonical, if it could be read; otherwise the text that was sent
    board: Board | None
    fairness: list[FairnessRow]
    unfair: list[str]  # the faults that the fairness figures show
