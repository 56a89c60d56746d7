"""The tables of a scenario file, as structs: what may stand in each, and how errors call it."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from dungeonbowl.errors import UserError
from dungeonbowl.scenes.tasks import Answer, Task
from dungeonbowl.words.event_words import CLAUSE_NAMES, REDUCED
from dungeonbowl.words.story import CASUALTIES

NEUTRAL: Final = "neutral"  # the side of monsters and referees
NOBODY: Final = "nobody"
NONE: Final = "none"
MONSTERS: Final = "monsters"  # as winners
DEAD: Final = "dead"  # a casualty of the worst kind, as a status
GONE_FOR_GOOD: Final = ("casualty", "sent-off", "lost", "absent")
CAUSES: Final = sorted(
    name.removeprefix("TURNOVER_").lower().replace("_", " ")
    for name in CLAUSE_NAMES.values()
    if name.startswith("TURNOVER_")
)

# What became of a casualty, and of a characteristic with a lasting injury.
CASUALTY_WORDS: Final = (*CASUALTIES[1:], *(f"lasting injury ({what})" for what in REDUCED[1:]), NONE)
DOOR_WORDS: Final = ("open", "closed", "unlocked", "locked", "smashed")
TRAP_WORDS: Final = ("hidden", "pit", "spiked", "teleporter", NONE)

Number = Annotated[int, Meta(ge=0, le=99)]
Coordinate = Annotated[int, Meta(ge=0, le=4096)]
Place = tuple[Coordinate, Coordinate] | str  # [x, y], or a piece, a box or a place by name


class ScenarioError(UserError):
    """A file that is no scenario: file, place, what was expected."""


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A player, monster or referee. Characteristics are written as the edition writes them, or as targets ("3+")."""

    side: str = "home"
    name: str = ""
    position: str = ""  # what it is called on its roster, for people
    number: Number | None = None
    at: Place | None = None
    under: Annotated[str, Meta(min_length=1, max_length=1)] = "."
    status: str = "standing"
    movement: Number = 6
    strength: Number = 3
    agility: Number | str | None = None
    passing: Number | str | None = None
    armour: Number | str | None = None
    skills: list[str] = []
    conditions: list[str] = []
    niggles: Number = 0
    size: Annotated[int, Meta(ge=1, le=3)] = 1
    profile: str = ""  # a monster or a referee of the edition, by its name
    weapon: str = ""  # a weapon of the edition's teams, with all its skills


class SideEntry(msgspec.Struct, forbid_unknown_fields=True):
    """What a side has at the start. `turns` counts the team turns that it has begun: one, unless there is an
    opening."""

    name: str = ""  # of its team, for people
    rerolls: Number = 0  # left
    rerolls_per_half: Number | None = None  # the same as `rerolls` if not given
    bribes: Number = 0
    college: str = ""
    wizard: str = ""  # its college, which is the side's
    value: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    treasury: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    turns: Number | None = None
    score: Number = 0
    zone: str = ""
    apothecaries: Number = 0
    perks: Number | list[str] = 0


class ChestsEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Closed chests: how many the map does not draw, or what they hold; and what those on the map hold."""

    elsewhere: Number | list[str] = 0
    holds: dict[str, str] = {}

    def undrawn(self) -> list[str]:
        found = self.elsewhere
        return [""] * found if isinstance(found, int) else ["" if each == "unknown" else each for each in found]


class BlockEntry(msgspec.Struct, forbid_unknown_fields=True):
    """What is expected of the last block of a step. Pairs have the blocker first."""

    attacker: str | None = None
    defender: str | None = None
    strength: tuple[int, int] | None = None  # without assists
    assists: tuple[int, int] | None = None
    total: tuple[int, int] | None = None  # with them
    dice: int | None = None
    chooser: str | None = None


class RoomEntry(msgspec.Struct, forbid_unknown_fields=True):
    rule: str
    area: tuple[Coordinate, Coordinate, Coordinate, Coordinate]


class Expect(msgspec.Struct, forbid_unknown_fields=True):
    """What must be true at this point. Every key is optional; only what is named is checked."""

    at: dict[str, Place] = {}
    status: dict[str, str] = {}
    conditions: dict[str, list[str]] = {}
    marks: dict[str, list[str]] = {}
    ball: Place | None = None
    balls: list[Place] | None = None
    chests: list[Place] | None = None
    chests_closed: int | None = None
    doors: dict[str, str] = {}
    traps: dict[str, str] = {}
    eye: str | None = None
    phase: str | None = None
    casualty: dict[str, str] = {}
    block: BlockEntry | None = None
    about: str | None = None
    turnover: str | None = None
    score: dict[str, int] = {}
    winner: str | None = None
    active: str | None = None
    asked: str | None = None
    acting: str | None = None
    moves: int | None = None
    rushes: int | None = None
    experience: dict[str, int] = {}
    rerolls: dict[str, int] = {}
    rerolls_per_half: dict[str, int] = {}
    bribes: dict[str, int] = {}
    wizards: dict[str, int] = {}
    turns: dict[str, int] = {}
    drive_turns: dict[str, int] = {}
    half: int | None = None
    told: list[str] = []
    not_told: list[str] = []
    cited: list[str] = []
    options: list[str] | None = None
    offered: list[str] = []
    not_offered: list[str] = []
    refused: dict[str, str] = {}
    module: dict[str, dict[str, Any]] = {}


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of the side that is asked, the dice that they need, and what must be true afterwards."""

    do: str | list[str] = []
    by: str | None = None
    dice: list[str] = []
    expect: Expect | None = None
    note: str = ""

    def actions(self) -> list[str]:
        return [self.do] if isinstance(self.do, str) else self.do


class Start(msgspec.Struct, forbid_unknown_fields=True):
    """The position a line of play starts from."""

    edition: str = "official"
    map: str = ""
    plan: str = ""
    room: list[RoomEntry] = []
    dungeon: dict[str, Any] = {}
    pieces: dict[str, dict[str, Any]] = {}
    ball: Place | None = None
    balls: list[Place] | None = None
    side: dict[str, dict[str, Any]] = {}
    to_move: str = "home"
    first: str = "home"
    half: Annotated[int, Meta(ge=1, le=2)] = 1
    turn: Annotated[int, Meta(ge=1, le=99)] | None = None
    drive_turn: Annotated[int, Meta(ge=1, le=99)] | None = None
    chests: ChestsEntry = msgspec.field(default_factory=ChestsEntry)
    doors: dict[str, str] = {}
    eye: str | None = None
    pool: list[str] = []
    opening: bool = False
    dice: list[str] = []
    module: dict[str, dict[str, Any]] = {}


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """What the file says about itself."""

    format: int
    title: Annotated[str, Meta(min_length=1, max_length=120)]
    rules: list[str] = []
    notes: str = ""
    task: Task | None = None
    step: list[dict[str, Any]] = []
    variant: list[dict[str, Any]] = []


class VariantHead(msgspec.Struct, forbid_unknown_fields=True):
    """What makes a variant: other steps, after the first `keep` of the main line, from a changed start."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    step: list[dict[str, Any]]
    keep: Number = 0
    without: list[str] = []
    notes: str = ""


class Line:
    """One line of play: the main one (without a name) or a variant."""

    def __init__(self, name: str, place: str, start: Start, steps: list[Step]) -> None:
        self.name = name
        self.place = place  # how errors call it: "variant 2", or nothing
        self.start = start
        self.steps = steps


# Tables inside tables, for texts that list their keys.
NESTED: Final[dict[str, type[msgspec.Struct]]] = {
    "chests": ChestsEntry,
    "block": BlockEntry,
    "room": RoomEntry,
    "task": Task,
    "answer": Answer,
    "mistake": Answer,
}


def joined(place: str, more: str) -> str:
    return f"{place}: {more}" if place else more
