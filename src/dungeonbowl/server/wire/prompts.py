"""What happened, and what a coach is asked."""

from __future__ import annotations

import msgspec

from dungeonbowl.server.wire.setup import Skill


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. `kind` is its name ("moved", "block dice rolled"), `what` the point of the rules it
    follows from ("dodge"), `rule` its number in the rulebook, `text` the line of the log. The other fields are there
    where the kind has them; `numbers` are all of them as the engine tells them. A `minor` event is told by the next.
    """

    number: int  # counted from 0 over the whole match
    kind: str
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
    faces: list[str] = []  # of block dice: player-down, both-down, push, stumble, pow
    needed: int | None = None  # the face that passes
    passed: bool | None = None
    value: int | None = None  # the further number that some kinds have: a total, a turn, a price
    status: str = ""
    numbers: list[int] = []


class Roll(msgspec.Struct, frozen=True):
    """A roll on the way: what for ("dodge", "rush"), the face needed, and the square where it is made."""

    what: str
    needed: int
    square: int


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
    `needed` prints the roll ("3+").
    """

    id: str
    kind: str
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
    face: str = ""  # of a block die
    skill: str = ""  # the skill that a choice uses
    left: int | None = None  # how many are left of what it uses: re-rolls, bribes
    outcomes: list[Outcome] = []  # what may come of it, if the first die decides


class Refusal(msgspec.Struct, frozen=True):
    """An entry of a menu that is greyed out, with the reason."""

    group: str
    label: str
    reason: str
    rule: str = ""
    key: str = ""
    piece: int | None = None


class TakeBack(msgspec.Struct, frozen=True):
    possible: bool
    reason: str = ""


class Test(msgspec.Struct, frozen=True):
    """What was just rolled and what was needed, where a re-roll is asked for."""

    what: str
    piece: int
    rolled: list[int]
    needed: int | None = None
    faces: list[str] = []


class Prompt(msgspec.Struct, frozen=True):
    """A decision. Only the coach who is asked gets options; the others see who is asked for what.

    `kind` is one of: turn (whom to activate), declare, act (move and deeds of the acting player), reroll, face, push,
    follow, skill, place, zone, deploy, buy, aim, spell, referee, choose (anything else).
    """

    number: int
    side: int
    mine: bool
    kind: str
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
