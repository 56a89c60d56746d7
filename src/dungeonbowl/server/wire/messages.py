"""What the server sends over the socket of a match. Messages are told apart by their field `type`."""

from __future__ import annotations

import msgspec

from dungeonbowl.server.wire.kinds import AdviceKind, NamedOverlayKind, NamedStage, OrderType
from dungeonbowl.server.wire.position import Position
from dungeonbowl.server.wire.prompts import BlockDice, Event, Option, Outcome, Prompt, Refusal, Roll
from dungeonbowl.server.wire.room import Auto, ChatLine, Clocks, Presence
from dungeonbowl.server.wire.setup import Board, Setup, SideCard


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of everything that the server sends."""


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message on every connection, with everything that a client needs to know. `sides` are those that this
    connection decides for, empty for a spectator. `stage` is waiting until every coach is ready, then playing, then
    over."""

    version: int
    match: str
    sides: list[int]
    stage: NamedStage
    setup: Setup
    commitment: str
    number: int
    position: Position | None
    prompt: Prompt | None
    log: list[Event]  # the last events; `log_start` is the number of the first
    log_start: int
    clocks: Clocks
    presence: Presence
    chat: list[ChatLine]
    auto: list[Auto]
    pace: float
    seed: str = ""  # told only when the match is over
    report: str = ""  # the address of the report, when the match is over


class Update(Message, frozen=True, tag="update"):
    """Something was decided. The events lead from the last position to this one. After a take-back `undone` is the
    number of the first event that no longer happened, and the events are empty."""

    number: int
    events: list[Event]
    position: Position
    prompt: Prompt | None
    clocks: Clocks
    undone: int | None = None
    board: Board | None = None  # sent if the dungeon itself has changed: a door, another layout
    by: str = ""  # "coach", "bot", "clock", "auto": who decided


class Refused(Message, frozen=True, tag="refused"):
    """A message that was not followed, and why. Nothing has changed. `number` is that of the present decision."""

    number: int
    reason: str
    rule: str = ""
    stale: bool = False
    re: OrderType = ""  # the type of the message it answers


class Chat(Message, frozen=True, tag="chat"):
    line: ChatLine


class PresenceChanged(Message, frozen=True, tag="presence"):
    presence: Presence
    sides: list[SideCard]


class Over(Message, frozen=True, tag="over"):
    """The match has ended; the seed of the dice is told now. `winner` is -1 for a draw."""

    number: int
    winner: int
    text: str
    seed: str
    words: list[str]
    report: str
    replay: str


class ReachSquare(msgspec.Struct, frozen=True):
    """A square in reach: total odds of the best path, the squares entered, the rolls on the way. `needed` prints what
    entering the square itself asks for ("3+"), empty where that is nothing. A `portal` (its number, or 0) ends a path;
    `outcomes` say where it leads."""

    square: int
    odds: float
    cost: int
    path: list[int]
    rolls: list[Roll] = []
    needed: str = ""
    rush: bool = False
    portal: int = 0
    outcomes: list[Outcome] = []


class Reach(Message, frozen=True, tag="reach"):
    number: int
    piece: int
    squares: list[ReachSquare]


class Menu(Message, frozen=True, tag="menu"):
    """What a player could do if it were activated now: answer to `menu`. `first` are the options to choose before one
    of these; send them together in `act`. `reason` says why there is nothing to do."""

    number: int
    piece: int
    first: list[str]
    options: list[Option]
    refused: list[Refusal]
    reason: str = ""


class BlockPreview(Message, frozen=True, tag="preview"):
    """A block that might be made: dice, chooser, and who assists."""

    number: int
    attacker: int
    target: int
    dice: BlockDice
    strengths: tuple[int, int]  # attacker and target, assists not counted
    assists: list[int]
    hindrances: list[int]  # assists of the target's side
    text: str = ""


class OverlaySquare(msgspec.Struct, frozen=True):
    square: int
    value: float
    label: str = ""


class Overlay(Message, frozen=True, tag="overlay"):
    """Answer to `overlay`. The value of a square is for zones how many tackle zones cover it, for passes and reach the
    odds, for sight 1."""

    number: int
    kind: NamedOverlayKind
    piece: int | None
    side: int | None
    squares: list[OverlaySquare]


class Advice(msgspec.Struct, frozen=True):
    """One thing to do, and why. `act` with `option` and `then` does it. `odds` is the chance that every roll of it
    succeeds; `gain` what the bot thinks it adds to the chance to win; `chance` that chance itself, where there was time
    to try things out (`tries`). What is not known is null. `kind` is a deed (score, run, fetch, block, blitz, open,
    hand, walk, rise) or the kind of an option."""

    option: str
    then: list[str]
    kind: AdviceKind
    label: str
    reason: str
    odds: float | None = None
    gain: float | None = None
    chance: float | None = None
    tries: int = 0
    piece: int | None = None
    target: int | None = None
    square: int | None = None
    path: list[int] = []  # squares entered on the way


class Hint(Message, frozen=True, tag="hint"):
    """The best few things to do, best first. `option` and `label` are those of the first; `searched` says whether the
    bot has tried them out."""

    number: int
    option: str
    label: str
    advice: list[Advice] = []
    searched: bool = False


class Moves(Message, frozen=True, tag="moves"):
    """Answer to `moves`: the inputs of the match from number `start` on, each (0, action) or (1, dice ...). `setup` is
    the setup record of the replay as JSON, sent with the first of them.

    If the asking coach may not know everything, the inputs would tell it. Then `known` is sent instead: a save of the
    match as JSON in which everything that this coach cannot know is open."""

    number: int
    start: int
    inputs: list[list[int]]
    setup: str = ""
    known: str = ""


class AutoSet(Message, frozen=True, tag="auto"):
    auto: list[Auto]


class PaceSet(Message, frozen=True, tag="pace"):
    seconds: float


class Pong(Message, frozen=True, tag="pong"):
    """Answer to `ping`."""


ServerMessage = (
    Welcome
    | Update
    | Refused
    | Chat
    | PresenceChanged
    | Over
    | Reach
    | Menu
    | BlockPreview
    | Overlay
    | Hint
    | Moves
    | AutoSet
    | PaceSet
    | Pong
)
