"""What does not change during a match: teams, players, the dungeon."""

from __future__ import annotations

from typing import Any

import msgspec

from dungeonbowl.server.wire.kinds import BodyKind, FeatureKind, RoleKind, TerrainKind


class Skill(msgspec.Struct, frozen=True):
    """A skill or trait with what it does, in words for coaches."""

    name: str
    text: str = ""


class Figure(msgspec.Struct, frozen=True):
    """How a player is drawn: the body of its race, and the mark of what it does."""

    body: BodyKind = "human"
    role: RoleKind = "lineman"


class Characteristic(msgspec.Struct, frozen=True):
    """A characteristic of a player as the edition prints it: "AG", "3+", and what it is for."""

    label: str
    value: str
    meaning: str = ""


class PlayerCard(msgspec.Struct, frozen=True):
    """One player of the match. `label` is how the log calls it; it occurs there word for word."""

    piece: int
    side: int  # the number of sides for a piece of no side
    number: int
    name: str
    label: str
    position: str
    movement: int
    strength: int
    agility: int  # a target number
    passing: int | None  # a target number; null means none
    armour: int  # a target number
    skills: list[Skill]
    size: int = 1  # its width and height in squares; its own square is the upper left one
    niggles: int = 0
    neutral: bool = False  # a monster or a referee: a piece of no side
    figure: Figure = Figure()
    characteristics: list[Characteristic] = []  # as the edition prints them


class SideCard(msgspec.Struct, frozen=True):
    """One team of the match. `letter` is A, B, ...; `emblem` is the id of its college or race."""

    side: int
    letter: str
    name: str
    emblem: str = ""
    coach: str = ""
    seat: str = "person"  # "person", or "bot:" and a level
    word: str = ""  # the word that its coach has mixed into the dice; told when the match has begun


class Room(msgspec.Struct, frozen=True):
    """A special room: what it is called, what it does, where it is."""

    name: str
    effect: str
    rule: str
    squares: list[int]


class Feature(msgspec.Struct, frozen=True):
    """Something in the dungeon with what it does: terrain, a trap, a kind of ball. `kind` is a word for its drawing,
    `name` what it is called. `squares` are where it is; empty for what moves or comes into play later."""

    kind: FeatureKind
    name: str
    effect: str
    rule: str
    squares: list[int] = []


class Board(msgspec.Struct, frozen=True):
    """The dungeon. `dungeon` is its JSON form (rulebook: D-JS); the lists by square have an entry for each node."""

    dungeon: dict[str, Any]
    squares: list[tuple[int, int, int]]  # column, row, layer (1 beneath a platform)
    terrain: list[TerrainKind]  # "floor", "chasm", "idol" ...
    zone: list[int]  # whose end zone letter: 0 for A, 1 for B; -1 for none
    labels: list[str]  # the coordinates of each square as files write them: "(4,2)"
    rooms: list[Room]
    features: list[Feature] = []  # everything but floor and rooms


class Setup(msgspec.Struct, frozen=True):
    """Everything that does not change during the match."""

    edition: str  # the text form, with its options
    edition_name: str
    sides: list[SideCard]
    players: list[PlayerCard]
    board: Board
    turn_limit: int  # team turns a side; 0 for none
    things: list[Feature] = []  # what the words of `Position.tokens` and of `BallState.kind` mean
    has_master: bool = False  # whether a game master has a seat: its side is the number of sides
