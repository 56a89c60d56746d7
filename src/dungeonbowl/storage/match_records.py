"""What the database has of a match, as values: its sides, clock, seats, inputs and how it stands; and what a decision
changes of it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from dungeonbowl.storage.news import MatchNews
from dungeonbowl.storage.pauses import Pause

ABANDONED: Final = "abandoned"  # the result of a match that was closed because nothing was decided for a long time
HOST: Final = [-1]  # the "sides" of the creator's token: it is no seat, but may replace links
# A seat is taken once. A link is good until somebody takes its seat; then only the key of that browser opens it.
LINK: Final = "link"
SEAT: Final = "seat"
SPENT: Final = "spent"


class SideRecord(msgspec.Struct, omit_defaults=True):
    """The coach of a side. `seat` is "person", or "bot:" and a level. A person is ready when the word is there."""

    seat: str
    name: str
    emblem: str = ""
    coach: str = ""
    word: str = ""
    ready: bool = False
    bot_seed: int = 0
    made: bool = False  # whether the server made the word: then the word follows from the seed


class ClockRecord(msgspec.Struct, omit_defaults=True):
    """The agreed clock, and the seconds that each side has left. A clock of days also writes down whose time runs,
    since when, and when it has to be looked at: no server has to keep the match in memory for it."""

    mode: str = "none"
    seconds: int = 0
    answer: int = 0
    gain: int = 0
    left: list[float] = []
    turns: list[int] = []  # for each side, the team turn to which its seconds belong
    # Of a clock of days. Moments are seconds since 1970, UTC.
    bank: int = 0
    side: int | None = None  # whose clock runs
    since: float = 0.0
    answering: bool = False  # it runs for an answer in the turn of another coach
    warned: bool = False  # the coach was told that the time is nearly gone
    before: list[float] = []  # whose clock ran before, since when, and what its bank was then: for a take-back
    ran_out: list[int] = []  # how often the time of each side has run out
    wake: float = 0.0  # when the clock has to be looked at; 0 for never


class SeatRecord(msgspec.Struct):
    """The sides that a token decides for, and whether it is a link, the key of a seat that was taken, or a link whose
    seat is taken."""

    sides: list[int]
    state: str = LINK


class AutoRecord(msgspec.Struct):
    """A standing answer of a side."""

    side: int
    skill: str
    answer: str


class NoteRecord(msgspec.Struct):
    """Something about a match that its inputs do not tell: it stands before the input and the event of these
    numbers."""

    inputs: int
    event: int
    text: str


class OpenOrder(msgspec.Struct):
    """An order of which a part is still to be done when dice have been typed, as JSON; whose it is, and the number of
    inputs before it."""

    inputs: int
    sides: list[int]
    order: str


class ResultRecord(msgspec.Struct, omit_defaults=True):
    """How a match stands: for lists, which do not play the match again, and to go on with it. `inputs` is the number of
    inputs, so that a loss at the end is noticed."""

    score: list[int] = []
    turn: int = 0
    asked: int | None = None
    winner: int | None = None
    text: str = ""
    inputs: int | None = None  # unknown in matches of older versions
    # The orders that can still be taken back: the number of inputs before each. Unknown in matches of older versions.
    order_starts: list[int] | None = None
    # At a real table: what was taken back, and the order that waits for dice.
    notes: list[NoteRecord] = []
    open_order: OpenOrder | None = None


class StoredInput(msgspec.Struct):
    """One input: kind 0 an action, 1 dice."""

    kind: int
    numbers: list[int]


class StoredChat(msgspec.Struct):
    number: int
    side: int | None
    name: str
    text: str
    at: datetime


class StoredMatch(msgspec.Struct):
    """Everything that the database has of a match."""

    id: str
    created: datetime
    changed: datetime
    stage: str
    number: int
    engine: str
    setup: bytes
    seed: bytes
    commitment: str
    sides: list[SideRecord]
    clock: ClockRecord
    auto: list[AutoRecord]
    pace: float
    result: ResultRecord
    seats: dict[str, SeatRecord] = {}  # by the hash of the token
    inputs: list[StoredInput] = []
    chat: list[StoredChat] = []
    help: bool = True  # whether coaches may ask the computer
    pauses: list[Pause] = []  # when its clock of days stands still


class MatchStanding(msgspec.Struct):
    """How a match stands, without its inputs."""

    id: str
    stage: str
    seed: bytes
    sides: list[SideRecord]
    result: ResultRecord


class Change(msgspec.Struct):
    """What one decision, or one take-back, changes. `keep` is how many inputs stay; the new ones follow them."""

    match: str
    before: int  # the number that the match must still have
    number: int
    keep: int
    inputs: list[StoredInput]
    stage: str | None = None
    sides: list[SideRecord] | None = None
    clock: ClockRecord | None = None
    auto: list[AutoRecord] | None = None
    result: ResultRecord | None = None
    undo: bool = False  # a take-back: inputs from `keep` on are removed
    news: list[MatchNews] = []  # what coaches are told who are not there
