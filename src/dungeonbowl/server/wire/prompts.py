"""What happened, and what a coach is asked."""

from __future__ import annotations

import msgspec

from dungeonbowl.server.wire.exercises import Goal, Subject
from dungeonbowl.server.wire.kinds import EventKind, Face, NamedNoticeKind, NamedPromptKind, NoFace, OptionKind, Status
from dungeonbowl.server.wire.setup import Skill


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. `kind` is its name ("moved", "block dice rolled"), `what` the point of the rules it
    follows from ("dodge"), `rule` its number in the rulebook, `text` the line of the log, in words for people: the
    squares it speaks of are `origin` and `square`. The other fields are there where the kind has them; `numbers` are
    all of them as the engine tells them. A `minor` event is told by the next.
    """

    number: int  # counted from 0 over the whole match
    kind: EventKind
    what: str
    rule: str
    text: str
    minor: bool = False
    side: int | None = None
    piece: int | None = None
    other: int | None = None  # a second piece: target, victim, receiver
    origin: int | None = None  # squares
    square: int | None = None
    ball: int | None = None
    dice: list[int] = []  # results
    die: str = ""  # "D6", "block", "coin" ...
    faces: list[Face] = []  # of block dice
    needed: int | None = None  # the face that passes
    passed: bool | None = None
    value: int | None = None  # whatever number the kind has besides: a total, a turn, a price
    status: Status = ""
    numbers: list[int] = []
    notice: NamedNoticeKind = ""  # the kind of banner that it deserves, and its headline
    headline: str = ""
    walk: str = ""  # of a step: the line for the whole walk up to here, with what was declared for it


class Roll(msgspec.Struct, frozen=True):
    """A roll on the way: what for ("dodge", "rush"), the number needed, and the square where it is made. `odds` is the
    chance that it ends well for the coach who asks. `text` prints the number ("3+"). A roll that is `against` him is
    made by another coach, and ends well if it fails."""

    what: str
    needed: int
    square: int
    odds: float = 1.0
    text: str = ""
    against: bool = False


class BlockDice(msgspec.Struct, frozen=True):
    """The dice of a block and the side whose coach chooses the face."""

    count: int
    chooser: int


class Outcome(msgspec.Struct, frozen=True):
    """One thing that may come of a choice, with its odds: where a portal leads, what a chest holds."""

    text: str
    odds: float
    square: int | None = None


class Option(msgspec.Struct, frozen=True):
    """One legal choice. Options with the same `group` belong under one entry of a menu or one button with targets.

    `kind` is the kind of action in the words of the notation ("step", "declare", "face"); `text` is the whole action in
    the notation of replays. `odds` is the chance that every roll of the choice itself succeeds, where it can be told;
    `needed` prints the rolls ("3+", or "3+, 2+" for two).
    """

    id: str
    kind: OptionKind
    text: str
    label: str
    group: str
    rule: str = ""
    key: str = ""  # a letter that chooses the group
    piece: int | None = None
    target: int | None = None  # another piece
    square: int | None = None
    direction: int | None = None  # 0 is north, clockwise
    odds: float | None = None
    needed: str = ""
    rolls: list[Roll] = []
    dice: BlockDice | None = None
    face: NoFace = ""  # of a block die
    skill: str = ""  # the skill that a choice uses
    left: int | None = None  # how many are left of what it uses: re-rolls, bribes
    outcomes: list[Outcome] = []  # what may come of it, if the first die decides
    result: str = ""  # what a face of a block die does to these two players
    rank: int | None = None  # of a face: 0 is the best for the coach who chooses
    first: list[str] = []  # options to choose before it: send them in `first` of the same `act`
    leads: bool = False  # of several options on one square, the one that a click there means


class Refusal(msgspec.Struct, frozen=True):
    """An entry of a menu that is greyed out, with the reason."""

    group: str
    label: str
    reason: str
    rule: str = ""
    key: str = ""
    piece: int | None = None


class TakeBack(msgspec.Struct, frozen=True):
    """Whether the last order can be taken back. `what` says what that would be ("#3's walk"), `reason` why it cannot,
    in eight words at most."""

    possible: bool
    reason: str = ""
    what: str = ""


class Test(msgspec.Struct, frozen=True):
    """What was just rolled and what was needed, where a re-roll is asked for."""

    what: str
    piece: int
    rolled: list[int]
    needed: int | None = None
    faces: list[Face] = []


class DieFace(msgspec.Struct, frozen=True):
    """A face of a die that is to be rolled. `value` is what is sent. A face of a block die has its `face`, one that is
    a direction its `direction` (0 is north, clockwise); `text` says what it brings, and `passed` whether the test is
    passed with it, where that is known. `sign` stands on its key besides the number: the side of a coin, the faces of a
    D6 that make a D3."""

    value: int
    face: NoFace = ""
    direction: int | None = None
    text: str = ""
    passed: bool | None = None
    sign: str = ""


class DiceWanted(msgspec.Struct, frozen=True):
    """Dice that are to be rolled at a real table: `count` of the kind `die`, by the coach of `side` (null: nobody in
    particular), for `what`. `needed` prints what passes ("3+") and `odds` is the chance of it, for a test. `chooser` is
    the side that chooses among block dice. `outcomes` are what several dice together may bring."""

    die: str
    count: int
    faces: list[DieFace]
    side: int | None = None
    what: str = ""
    needed: str = ""
    odds: float | None = None
    chooser: int | None = None
    outcomes: list[Outcome] = []


class Prompt(msgspec.Struct, frozen=True):
    """A decision. Only the coach who is asked gets options; the others see who is asked for what.

    `kind` is one of: turn (whom to activate), declare, act (move and deeds of the acting player), reroll, face, push,
    follow, skill, place, zone, deploy, buy, aim, spell, referee, roll (dice of a real table), choose (anything else).
    """

    number: int
    side: int
    mine: bool
    kind: NamedPromptKind
    title: str
    help: str
    rule: str
    piece: int | None = None
    target: int | None = None
    test: Test | None = None
    skill: Skill | None = None  # of a skill prompt: may be answered once and for all with `auto`
    options: list[Option] = []
    refused: list[Refusal] = []
    take_back: TakeBack = TakeBack(False)
    unfinished: int = 0  # players that could still be activated: ask before ending the turn
    words: list[str] = []  # unlisted words that are open now: "concede"
    further: list[Option] = []  # what one order can choose besides, each after the options in its `first`
    wasting: str = ""  # what is lost if the present activation ends now, in a sentence
    kept: bool = False  # the coach is asked even if the turn was left to the computer
    goal: Goal | None = None  # what the coach is after now
    roll: DiceWanted | None = None  # of a roll prompt: the dice to be typed in, by any coach of the match
    teaches: list[Subject] = []  # what matters at this decision and a newcomer may not know, the first thing first
