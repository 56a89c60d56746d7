"""Over HTTP: how a match stands, its log, its report, its replay, and the rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.server.wire.creating import Choice
from dungeonbowl.server.wire.kinds import StoredStage
from dungeonbowl.server.wire.messages import Advice
from dungeonbowl.server.wire.position import Position
from dungeonbowl.server.wire.prompts import Event
from dungeonbowl.server.wire.setup import Board, Setup, SideCard


class Summary(msgspec.Struct, frozen=True):
    """A match in a few words."""

    id: str
    stage: StoredStage
    edition: str
    dungeon: str
    sides: list[SideCard]
    score: list[int]
    turn: int
    number: int
    created: str
    changed: str
    mine: list[int]  # the sides that the token decides for
    asked: int | None  # the side whose decision it is
    winner: int | None
    commitment: str
    clock: str
    edition_name: str = ""
    turn_limit: int = 0  # team turns a side; 0 for none
    exercise: str = ""  # the lesson or puzzle that it is; empty for a match


class LogPage(msgspec.Struct, frozen=True):
    start: int
    total: int
    events: list[Event]


class Tally(msgspec.Struct, frozen=True):
    """One number of the report, a value for each side."""

    key: str
    label: str
    values: list[int]


class PlayerTally(msgspec.Struct, frozen=True):
    """What one player did in the match; only what is not zero."""

    piece: int
    side: int
    number: int
    name: str
    position: str
    tallies: dict[str, int]


class LuckRow(msgspec.Struct, frozen=True):
    """Expected against rolled for one kind of roll of one side. `luck` is how many standard deviations above what was
    to be expected, seen by that side."""

    side: int
    what: str
    rolls: int
    expected: float
    rolled: float
    luck: float


class DiceTally(msgspec.Struct, frozen=True):
    """How often each face of one kind of die came up for one side, and how often it was to be expected."""

    side: int
    die: str  # "D6" or "block"
    faces: list[str]
    counts: list[int]
    expected: list[float]


class Report(msgspec.Struct, frozen=True):
    """The match report: result, statistics, luck."""

    match: str
    over: bool
    text: str
    winner: int | None
    score: list[int]
    sides: list[SideCard]
    tallies: list[Tally]
    players: list[PlayerTally]
    labels: dict[str, str]  # what the keys of the players' tallies mean
    luck: list[LuckRow]
    luck_total: list[float]  # a side each, in standard deviations
    seed: str = ""
    commitment: str = ""
    dice: list[DiceTally] = []


class TurnMark(msgspec.Struct, frozen=True):
    """Where on the time line a turn begins, or something else worth jumping to."""

    step: int
    kind: Literal["turn", "score", "turnover", "casualty", "end"]
    side: int
    text: str


class ReplayStep(msgspec.Struct, frozen=True):
    """One decision of a replay: what was chosen, what came of it, the position after it. Step 0 is the beginning."""

    step: int
    side: int
    action: str
    label: str
    events: list[Event]
    position: Position
    board: Board | None = None  # sent if the dungeon itself has changed


class ReplayNote(msgspec.Struct, frozen=True):
    """Something that the steps do not tell, after this step: what was taken back at a real table."""

    step: int
    text: str


class ReplayView(msgspec.Struct, frozen=True):
    """A replay for the viewer; its steps come in portions."""

    id: str
    setup: Setup
    steps: int
    marks: list[TurnMark]
    provable: bool
    verified: str  # what was checked, in words
    commitment: str = ""
    seed: str = ""
    pauses: list[int] = []  # steps after which no player is acting: between two activations
    heat: list[list[int]] = []  # for each side, how often one of its players has entered each square
    over: bool = True
    notes: list[ReplayNote] = []


class Moment(msgspec.Struct, frozen=True):
    """A decision between two activations, as the adviser sees it. It was made after `step`, by `side`, whose chance to
    win the adviser took for `chance` then; null where there was nothing to compare. `better` is what the adviser would
    have done, and `loss` what it thinks the difference is worth. `worst` marks the largest loss of each side."""

    step: int
    side: int
    done: str  # what was done, in words
    chance: float | None
    loss: float = 0.0
    better: Advice | None = None
    worst: bool = False


class Judgement(msgspec.Struct, frozen=True):
    """The decisions of a replay as the adviser sees them, as far as it has come: `judged` of `total`. Where it judges
    nothing, `why` says the reason."""

    state: Literal["working", "done", "impossible"]
    judged: int
    total: int
    moments: list[Moment]
    why: str = ""


class ReplayHint(msgspec.Struct, frozen=True):
    """What the adviser would do after a step of a replay. `searched` says whether it has tried it out."""

    step: int
    side: int
    searched: bool
    advice: list[Advice]


class ReplayPortion(msgspec.Struct, frozen=True):
    start: int
    steps: list[ReplayStep]


class ReplayCreated(msgspec.Struct, frozen=True):
    id: str
    link: str


class RuleText(msgspec.Struct, frozen=True):
    """A rule with its ruling, as plain text with Markdown in it."""

    id: str
    edition: str
    section: str
    section_title: str
    text: str
    ruling: str
    source: str


class Rulebook(msgspec.Struct, frozen=True):
    """One book of rules in its order, and the books there are."""

    id: str
    books: list[Choice]
    rules: list[RuleText]


class AbilityText(msgspec.Struct, frozen=True):
    """An ability of the engine: what a player that has it can do, and which functions ask for it ("file: function")."""

    name: str
    meaning: str
    asked: list[str]


class EditionSkill(msgspec.Struct, frozen=True):
    """A skill as one edition has it. `rules` are ids. `tests` show the skill; there are none without a test run."""

    edition: str
    name: str
    category: str
    effect: str
    remarks: list[str]
    rules: list[str]
    tests: list[str]


class SkillText(msgspec.Struct, frozen=True):
    """A skill in all editions that have it, with the source file that is its home and what is said there."""

    name: str
    home: str
    text: str
    abilities: list[AbilityText]
    editions: list[EditionSkill]


class TextBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as text."""

    text: Annotated[str, Meta(max_length=2_000_000)]
