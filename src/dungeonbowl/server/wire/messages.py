"""What the server sends over the socket of a match. Messages are told apart by their field `type`."""

from __future__ import annotations

import msgspec

from dungeonbowl.server.wire.exercises import Task, Verdict
from dungeonbowl.server.wire.kinds import (
    AdviceKind,
    Face,
    NamedBlockResult,
    NamedDiceKind,
    NamedOverlayKind,
    NamedStage,
    OrderType,
)
from dungeonbowl.server.wire.position import Position
from dungeonbowl.server.wire.prompts import BlockDice, Event, Option, Outcome, Prompt, Refusal, Roll
from dungeonbowl.server.wire.room import Auto, ChatLine, Clocks, Presence
from dungeonbowl.server.wire.setup import Board, Setup, SideCard


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of everything that the server sends."""


class TurnLine(msgspec.Struct, frozen=True):
    """One line of the summary of the other coaches' turns, and the number of the event that it tells of."""

    event: int
    text: str


class LogNote(msgspec.Struct, frozen=True):
    """A line of the log that is no event: what was taken back at a real table. It stands before the event of this
    number."""

    event: int
    text: str


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
    help: bool = True  # whether coaches may ask the computer: `hint`, `choose_for_me`
    task: Task | None = None  # of a lesson or a puzzle
    verdict: Verdict | None = None  # how the task stands
    summary: list[TurnLine] = []  # as in `update`, while nothing has been done in a turn of this coach that has begun
    dice: NamedDiceKind = "provable"  # "typed" at a real table: there is no commitment and no seed
    notes: list[LogNote] = []


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
    by: str = ""  # "coach", "bot", "clock", "auto", "claim": who decided
    summary: list[TurnLine] = []  # when the team turn of this coach begins: what mattered since the last one ended
    verdict: Verdict | None = None  # how the task of a lesson or a puzzle stands
    notes: list[LogNote] | None = None  # all of them, if they have changed


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
    """Answer to `reach`. `chests` are the closed chests that the player could open from beside them: the safest way to
    a square from which it may, `square` being that of the chest and `outcomes` what opening it may bring."""

    number: int
    piece: int
    squares: list[ReachSquare]
    chests: list[ReachSquare] = []


class Menu(Message, frozen=True, tag="menu"):
    """What a player could do if it were activated now: answer to `menu`. `first` are the options to choose before one
    of these; send them together in `act`. `reason` says why there is nothing to do."""

    number: int
    piece: int
    first: list[str]
    options: list[Option]
    refused: list[Refusal]
    reason: str = ""


class Modifier(msgspec.Struct, frozen=True):
    """Something that has a part in a number, by name: a player nearby, a skill, Strength. `piece` is the player that it
    comes from."""

    name: str
    value: int
    piece: int | None = None


class RollPreview(msgspec.Struct, frozen=True):
    """A roll of a preview: `modifiers` say why it needs what it needs, `failing` what it costs if it ends badly, with
    the odds of the die."""

    what: str
    needed: int
    square: int
    odds: float
    text: str
    against: bool = False
    piece: int | None = None
    modifiers: list[Modifier] = []
    failing: list[Outcome] = []


class BlockChance(msgspec.Struct, frozen=True):
    """One thing that a block may come to, without re-rolls."""

    result: NamedBlockResult
    text: str
    odds: float


class FacePreview(msgspec.Struct, frozen=True):
    """A face of the block die: the chance that it is the one that counts, and what it does to these two players."""

    face: Face
    result: NamedBlockResult
    text: str
    odds: float


class BlockPreview(msgspec.Struct, frozen=True):
    """The dice of a block. `attack` and `defence` are the strengths that are compared, with their parts; `assists` are
    the players who add to them, `hindrances` those of the target's side. `chances` has what it may come to, `faces`
    what each face does, the best for the coach who chooses first; `text` says how he is taken to choose."""

    attacker: int
    target: int
    dice: BlockDice
    attack: int
    defence: int
    attack_parts: list[Modifier]
    defence_parts: list[Modifier]
    assists: list[int]
    hindrances: list[int]
    chances: list[BlockChance]
    faces: list[FacePreview]
    text: str


class Preview(Message, frozen=True, tag="preview"):
    """What a choice would be: answer to `preview`. The choices have been made on a copy of the match, up to the dice.

    `steps` are the options that were chosen there, in order; `path` are the squares entered. `odds` is the chance that
    all `rolls` end well, `weakest` the one of them with the worst odds. Behind them come the dice of a `block`, or a
    roll with several `outcomes`."""

    number: int
    piece: int
    title: str
    target: int | None = None
    square: int | None = None  # what the question was about, as it was asked
    option: str = ""
    steps: list[str] = []
    path: list[int] = []
    odds: float = 1.0
    rolls: list[RollPreview] = []
    weakest: int | None = None
    block: BlockPreview | None = None
    outcomes: list[Outcome] = []


class Why(Message, frozen=True, tag="why"):
    """Answer to `why`: why a click on the square does nothing, in a sentence."""

    number: int
    piece: int | None
    square: int | None
    reason: str


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


class ClocksChanged(Message, frozen=True, tag="clocks"):
    """A clock of days was looked at: a vacation may have moved the moment at which it runs out."""

    clocks: Clocks


class Thinking(Message, frozen=True, tag="thinking"):
    """A bot is at work on its decision: for so many seconds now, with `done` of its `planned` tries. Both are 0 for a
    bot that does not search. It is told of bots that search, and of every bot that takes long: the match waits for it.
    `share` is the part of its usual work that it does; less than 1 if many wait for this computer.
    """

    number: int
    side: int
    seconds: float
    done: int = 0
    planned: int = 0
    share: float = 1.0


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
    | Preview
    | Why
    | Overlay
    | Hint
    | Moves
    | AutoSet
    | PaceSet
    | ClocksChanged
    | Thinking
    | Pong
)
