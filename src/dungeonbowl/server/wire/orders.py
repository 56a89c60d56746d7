"""What a client sends over the socket of a match."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.server.wire.kinds import NamedOverlayKind

OptionId = Annotated[str, Meta(pattern="^[0-9]{1,18}$")]
Square = Annotated[int, Meta(ge=-1, le=4096)]
Piece = Annotated[int, Meta(ge=-1, le=255)]
Word = Annotated[str, Meta(max_length=100)]


class Order(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of everything that a client sends. `number` is that of the decision that the order is about. An order
    about an older decision is refused."""


class Ready(Order, frozen=True, tag="ready"):
    """The coach is ready to begin. The word is mixed into the dice; without one the server makes one up."""

    word: Word = ""
    name: Annotated[str, Meta(max_length=60)] = ""
    side: int | None = None  # which side, if one connection holds several; all of them if left out


class Act(Order, frozen=True, tag="act"):
    """Choose an option. `first` are options to choose before it: end the present activation, activate a player. Where
    one of them, or the option after them, is not offered, the whole order is refused, unless a die has fallen already.
    `then` are further options to choose right after it, such as the rest of what a preview has shown, as long as each
    is offered, no test fails and no other decision comes between."""

    number: int
    option: OptionId
    then: Annotated[list[OptionId], Meta(max_length=20)] = []
    first: Annotated[list[OptionId], Meta(max_length=5)] = []


class Say(Order, frozen=True, tag="say"):
    """A word that is never listed among the options: concede. In a match with a clock of days a coach may claim the
    concession of another one whose time has run out three times (`claimable` of that side's clock)."""

    number: int
    word: Literal["concede", "claim"]


class Walk(Order, frozen=True, tag="walk"):
    """Walk a player to a square along the best path, or beside a chest that can be opened from there. The walk stops at
    each failed roll and each new decision. `first` are options to choose before it: end the present activation,
    activate, declare; without them a player at rest is activated for a Move."""

    number: int
    piece: Piece
    square: Square
    first: Annotated[list[OptionId], Meta(max_length=5)] = []


class TypeDice(Order, frozen=True, tag="roll"):
    """The dice that were rolled at a real table, as `prompt.roll` asks for them. A face of a block die is a number."""

    number: int
    dice: Annotated[list[Annotated[int, Meta(ge=0, le=9999)]], Meta(min_length=1, max_length=8)]


class TakeBackOrder(Order, frozen=True, tag="take_back"):
    """Undo the last order, as long as no die has fallen since. At a real table the last order or the last dice, step by
    step to the beginning."""

    number: int


class ChooseForMe(Order, frozen=True, tag="choose_for_me"):
    """The bot answers: this decision (`one`), all that follow of the same kind without a break (`kind`), or the rest of
    the team turn (`turn`)."""

    number: int
    scope: Literal["one", "kind", "turn"] = "one"


class AskHint(Order, frozen=True, tag="hint"):
    """What would be good now? The best few actions, at most `count`."""

    number: int
    count: Annotated[int, Meta(ge=1, le=8)] = 4


class AskMoves(Order, frozen=True, tag="moves"):
    """The inputs of the match so far, from number `start` on: for bots that keep a game of their own."""

    start: Annotated[int, Meta(ge=0)] = 0


class AskReach(Order, frozen=True, tag="reach"):
    piece: Piece


class AskMenu(Order, frozen=True, tag="menu"):
    piece: Piece


class AskPreview(Order, frozen=True, tag="preview"):
    """What would this be? `piece` is the player who does it, at rest or acting. `first` are options to choose before,
    `option` is one of the prompt or of the player's menu. With a `target` or a `square` the player goes there on the
    best way and does to it what can be done: blocks, hands over, opens a chest."""

    piece: Piece
    option: OptionId | None = None
    target: Piece | None = None
    square: Square | None = None
    first: Annotated[list[OptionId], Meta(max_length=5)] = []


class AskWhy(Order, frozen=True, tag="why"):
    """Why would a click on this square do nothing? `piece` is the player in hand, `square` is left out for a place that
    is no square of the dungeon."""

    piece: Piece | None = None
    square: Square | None = None


class AskOverlay(Order, frozen=True, tag="overlay"):
    kind: NamedOverlayKind
    piece: Piece | None = None
    side: Annotated[int, Meta(ge=0, le=3)] | None = None


class SetAuto(Order, frozen=True, tag="auto"):
    """Answer the prompts of a skill once and for all."""

    skill: Annotated[str, Meta(max_length=100)]
    answer: Literal["always", "never", "ask"]


class SendChat(Order, frozen=True, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Annotated[str, Meta(max_length=60)] = ""


class SetPace(Order, frozen=True, tag="pace"):
    """Seconds between two decisions of bots. Where only bots play, every client may set it; otherwise only a coach."""

    seconds: Annotated[float, Meta(ge=0, le=10)]


class Hurry(Order, frozen=True, tag="hurry"):
    """No pauses between the decisions of bots until a coach is asked. Only a coach may say so."""


class SetLanguage(Order, frozen=True, tag="language"):
    """From now on the texts for this connection are in this language: a code of `GET /languages`, English for one that
    is not there. The answer is `welcome`, with everything in the new words."""

    language: Annotated[str, Meta(max_length=35)]


class Ping(Order, frozen=True, tag="ping"):
    pass


ClientMessage = (
    Ready
    | Act
    | Say
    | Walk
    | TypeDice
    | TakeBackOrder
    | ChooseForMe
    | AskHint
    | AskMoves
    | AskReach
    | AskMenu
    | AskPreview
    | AskWhy
    | AskOverlay
    | SetAuto
    | SendChat
    | SetPace
    | Hurry
    | SetLanguage
    | Ping
)
