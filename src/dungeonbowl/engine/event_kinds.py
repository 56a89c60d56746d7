"""What the numbers of every kind of event mean: one row for each kind.

An event carries up to four numbers, a to d. Its row gives each of them a name and says what it stands for. Whatever
reads events outside the engine asks for a number by its name (`event["square"]`), and never by its place. The fields
that go to the browser, the words of scenarios and the tables of the documentation are made from these rows.

A new kind of event needs three lines: its constant in `engine/events.py`, its row here, and its sentence in
`words/story.py`. Tests compare them.
"""

from __future__ import annotations

from typing import Final, final

# What a number can stand for.
A_PIECE: Final = "piece"  # -1: no piece, such as a door that is struck
A_SIDE: Final = "side"  # -1: no side
A_WINNER: Final = "winner"  # a side, or none in a draw
A_SQUARE: Final = "square"  # -1: none, such as that of a player who leaves play from the dugout
A_BALL: Final = "ball"  # a bomb in flight has the number after the last ball
A_NUMBER: Final = "number"
A_FLAG: Final = "flag"  # 1 or 0
A_TEST: Final = "passed"  # 1 passed or 0 failed
A_DIE: Final = "die"  # what one D6 shows
SOME_DICE: Final = "dice"  # packed, see `engine/dice.py`; 0: only the engine has seen them
SOME_FACES: Final = "faces"  # the same, of block dice
A_KIND_OF_DIE: Final = "kind of die"
A_FACE: Final = "face"  # of a block die
A_STATUS: Final = "status"
AN_ACTION: Final = "action"  # what was declared
AN_ABILITY: Final = "ability"
A_SOURCE: Final = "source"  # of a re-roll
A_DIRECTION: Final = "direction"
A_ROOM: Final = "room"
A_ZONE: Final = "zone"
AN_INDUCEMENT: Final = "inducement"
AN_ITEM: Final = "item"  # a card of the deck of magic items
A_CASUALTY: Final = "casualty"  # a row of the casualty table, in the same order in every edition
A_CHARACTERISTIC: Final = "characteristic"  # the characteristic that a lasting injury reduces
SOME_CASUALTIES: Final = "casualties"  # what stands in the end: packed, see `engine/casualties.py`
A_CAUSE: Final = "cause"  # of a casualty
CONTENTS: Final = "contents"  # of a chest: 0 a trap, 1 the ball, 2 a magic item
A_TRAP: Final = "trap"
A_LESSON: Final = "lesson"  # the place of a skill among the lessons of the piece
A_LEVEL: Final = "level"  # of an infraction
A_BALL_KIND: Final = "ball kind"


@final
class Part:
    """One number of an event: its name, what it stands for, and the field of the wire that carries it.

    `field` is empty where the browser is not told. With `may_lack` the number stored is one more than what it names,
    and 0 means that there is none.
    """

    def __init__(self, name: str, kind: str, field: str = "", may_lack: bool = False) -> None:
        self.name = name
        self.kind = kind
        self.field = field
        self.may_lack = may_lack

    def read(self, number: int) -> int:
        """What a stored number names; -1 for none."""
        return number - 1 if self.may_lack else number

    def stored(self, value: int) -> int:
        """The number to store for a value: the opposite of `read`."""
        return value + 1 if self.may_lack else value

    def __repr__(self) -> str:
        return f"{self.name}: {self.kind}" + (" or none" if self.may_lack else "")


@final
class EventKind:
    """One kind of event: its number, its name, and its parts in the order of the numbers a to d.

    `phrase` is how scenarios tell it after its name: a word in braces stands for the part of that name or for the
    clause, any other word for itself.
    """

    def __init__(self, number: int, name: str, phrase: str, *parts: Part) -> None:
        self.number = number
        self.name = name
        self.phrase = phrase
        self.parts = parts
        self.places: dict[str, int] = {}
        for place, part in enumerate(parts):
            self.places[part.name] = place

    def place(self, name: str) -> int:
        """Which of the four numbers has this name, counted from 0. `KeyError` tells what there is instead."""
        found = self.places.get(name, -1)
        if found < 0:
            known = ", ".join(self.places) or "no parts"
            raise KeyError(f"the event {self.name!r} has no part {name!r}; it has {known}")
        return found

    def has(self, name: str) -> bool:
        return name in self.places

    def __repr__(self) -> str:
        shown = "; ".join([repr(part) for part in self.parts])
        return f"<{self.number} {self.name}: {shown}>"


PIECE: Final = Part("piece", A_PIECE, "piece")  # whom the event is about
TARGET: Final = Part("target", A_PIECE, "other")
NO_TARGET: Final = Part("target", A_PIECE, "other", may_lack=True)
BY: Final = Part("by", A_PIECE, "other")  # who did it
SIDE: Final = Part("side", A_SIDE, "side")
ORIGIN: Final = Part("origin", A_SQUARE, "origin")
SQUARE: Final = Part("square", A_SQUARE, "square")
BALL: Final = Part("ball", A_BALL, "ball")
DIE: Final = Part("die", A_DIE, "die6")
TOTAL: Final = Part("total", A_NUMBER, "value")
NEEDED: Final = Part("needed", A_NUMBER, "needed")
PASSED: Final = Part("passed", A_TEST, "passed")
STATUS: Final = Part("status", A_STATUS, "status")

WAY: Final = "{piece} {origin} to {square}"
PLACE: Final = "{piece} {square}"

EVENT_KINDS: Final[tuple[EventKind, ...]] = (
    EventKind(0, "", ""),  # no event has the number 0
    EventKind(1, "match began", ""),
    EventKind(2, "turn began", "{side} {turn}", SIDE, Part("turn", A_NUMBER, "value")),
    EventKind(3, "turn ended", "{side}", SIDE),
    EventKind(4, "turnover", "{side} {clause}", SIDE),
    EventKind(5, "activated", "{piece}", PIECE),
    EventKind(6, "declared", "{piece} {action} {target}", PIECE, Part("action", AN_ACTION, "value"), NO_TARGET),
    EventKind(7, "activation ended", "{piece}", PIECE),
    EventKind(8, "moved", WAY, PIECE, ORIGIN, SQUARE),  # the clause says how
    EventKind(  # the clause says what for
        9,
        "tested",
        "{piece} {clause} {natural} needs {needed} {passed}",
        PIECE,
        Part("natural", A_DIE, "die6"),
        NEEDED,
        PASSED,
    ),
    EventKind(  # the clause says what for
        10,
        "dice rolled",
        "{die} {dice} for {clause}",
        SIDE,
        Part("dice", SOME_DICE, "dice"),
        Part("count", A_NUMBER),
        Part("die", A_KIND_OF_DIE),
    ),
    EventKind(11, "rerolled", "{side} {clause}", SIDE, Part("source", A_SOURCE, "value")),
    EventKind(12, "went down", "{piece} {square} {clause}", PIECE, SQUARE),
    EventKind(13, "armour held", "{piece} {total} of {needed}", PIECE, TOTAL, NEEDED),
    EventKind(14, "armour broken", "{piece} {total} of {needed}", PIECE, TOTAL, NEEDED),
    EventKind(15, "injured", "{piece} {total} {status}", PIECE, TOTAL, STATUS),
    EventKind(
        16,
        "casualty suffered",
        "{piece} {casualty}",
        PIECE,
        Part("casualty", A_CASUALTY),
        TOTAL,
        Part("reduced", A_CHARACTERISTIC),
    ),
    EventKind(17, "stood up", "{piece}", PIECE),
    EventKind(18, "left play", "{piece} {status}", PIECE, STATUS, ORIGIN),
    EventKind(19, "ball picked up", "{piece}", PIECE, BALL),
    EventKind(20, "ball caught", "{piece}", PIECE, BALL),
    EventKind(21, "ball dropped", PLACE, PIECE, BALL, SQUARE),
    EventKind(22, "ball moved", "{origin} to {square} {clause}", BALL, ORIGIN, SQUARE),
    EventKind(23, "ball rested", "{square}", BALL, SQUARE),
    # The direction of the wall is told where the clause is THROW_AT_WALL.
    EventKind(24, "ball thrown", PLACE, PIECE, BALL, SQUARE, Part("wall", A_DIRECTION)),
    EventKind(25, "handed off", "{piece} {target}", PIECE, TARGET),
    # A count below 0: the coach of the defender chooses.
    EventKind(
        26,
        "block dice rolled",
        "{piece} {target}",
        PIECE,
        TARGET,
        Part("dice", SOME_FACES, "faces"),
        Part("count", A_NUMBER),
    ),
    EventKind(27, "face chosen", "{piece} {target} {face}", PIECE, TARGET, Part("face", A_FACE, "face")),
    EventKind(28, "pushed", WAY, PIECE, ORIGIN, SQUARE),
    EventKind(29, "held ground", "{piece}", PIECE),  # nowhere to go, or not willing to
    EventKind(30, "followed up", WAY, PIECE, ORIGIN, SQUARE),
    EventKind(31, "fouled", "{piece} {target} assists {assists}", PIECE, TARGET, Part("assists", A_NUMBER, "value")),
    EventKind(32, "sent off", "{piece}", PIECE),
    EventKind(33, "argued", "{side} {die}", SIDE, DIE),
    EventKind(34, "bribed", "{side} {die}", SIDE, DIE),
    EventKind(35, "chest opened", "{piece} {square} {contents}", PIECE, SQUARE, Part("contents", CONTENTS, "value")),
    EventKind(36, "teleported", WAY, PIECE, ORIGIN, SQUARE),
    EventKind(37, "vanished", PLACE, PIECE, SQUARE),  # a magical mishap
    EventKind(38, "ball teleported", "{origin} to {square}", BALL, ORIGIN, SQUARE),
    EventKind(39, "entered", PLACE, PIECE, SQUARE),  # from the dugout
    EventKind(40, "sponged", "{piece}", PIECE),
    EventKind(41, "interfered", "{piece}", PIECE),
    EventKind(42, "scored", "{piece}", PIECE, SIDE),
    EventKind(43, "match ended", "{winner}", Part("winner", A_WINNER, "side", may_lack=True)),
    EventKind(44, "recovered", "{piece}", PIECE),  # turned over from stunned
    # The die is 0 where the room needs none.
    EventKind(45, "room worked", "{piece} {die}", PIECE, Part("room", A_ROOM), Part("die", A_NUMBER, "value")),
    EventKind(46, "skill used", "{piece} {ability}", PIECE, Part("ability", AN_ABILITY, "value")),
    EventKind(47, "chest placed", "{side} {square}", SIDE, SQUARE),
    EventKind(48, "portal placed", "{side} {square} {portal}", SIDE, SQUARE, Part("portal", A_NUMBER, "value")),
    EventKind(49, "zone chosen", "{side} {zone}", SIDE, Part("zone", A_ZONE, "value")),
    EventKind(50, "deployed", PLACE, PIECE, SQUARE),
    EventKind(51, "player thrown", "{piece} {target} {square}", PIECE, TARGET, SQUARE),
    EventKind(52, "landed", PLACE, PIECE, SQUARE),
    EventKind(53, "funds gathered", "{piece}", PIECE),
    EventKind(54, "points earned", "{piece} {points}", PIECE, Part("points", A_NUMBER, "value")),
    EventKind(55, "stranded", "{piece}", PIECE),  # its activation did not come about
    EventKind(56, "hit wall", PLACE, PIECE, SQUARE),  # a thrown player
    EventKind(57, "eaten", "{piece} {by}", PIECE, BY),
    EventKind(
        58,
        "bought",
        "{side} {inducement}",
        SIDE,
        Part("inducement", AN_INDUCEMENT),
        Part("price", A_NUMBER, "value"),
        Part("treasury", A_FLAG),  # 1 paid by the treasury, 0 by petty cash
    ),
    # The clause says which spell.
    EventKind(59, "spell cast", "{side} {clause} {target}", SIDE, NO_TARGET, Part("square", A_SQUARE, "square", True)),
    EventKind(60, "bomb thrown", PLACE, PIECE, SQUARE),
    EventKind(61, "bomb caught", "{piece}", PIECE),
    EventKind(62, "bomb exploded", "{square}", SQUARE),
    EventKind(63, "joined", "{piece}", PIECE, SIDE),
    EventKind(64, "layout found", "{layout}", Part("layout", A_NUMBER, "value")),
    EventKind(65, "starter chosen", "{starter}", SIDE, Part("starter", A_SIDE, "value")),
    EventKind(66, "half began", "{half}", Part("half", A_NUMBER, "value")),
    EventKind(67, "drive began", ""),
    EventKind(68, "drive ended", "", Part("scorer", A_SIDE, "side", may_lack=True)),
    EventKind(69, "came to", "{piece} {die}", PIECE, DIE, PASSED),  # passed: back from the knocked-out
    EventKind(70, "treated", "{piece} {status}", PIECE, STATUS),
    EventKind(71, "awarded", "{side}", SIDE),  # a touchdown, because no player was against it
    EventKind(72, "cooked", "{side} {gained}", SIDE, Part("gained", A_NUMBER, "value"), Part("taken", A_NUMBER)),
    EventKind(73, "item found", "{piece} {item}", PIECE, Part("item", AN_ITEM), Part("works", A_FLAG, "value")),
    EventKind(74, "item ended", "{piece} {item}", PIECE, Part("item", AN_ITEM)),
    EventKind(75, "ball kept", "{piece}", PIECE, BALL, DIE),  # it came along through a portal
    EventKind(76, "infected", "{piece} {by}", PIECE, BY),  # it belongs to the killer's side after the match
    EventKind(77, "left by door", PLACE, PIECE, SQUARE),
    EventKind(78, "rerolls changed", "{side}", SIDE, Part("change", A_NUMBER)),  # below 0: that many fewer
    EventKind(79, "resigned", "{side}", SIDE),  # out of a match of several
    EventKind(80, "door tried", "{piece} {square} {die}", PIECE, SQUARE, DIE),  # on a 1 it is locked
    EventKind(81, "door opened", PLACE, PIECE, SQUARE),
    EventKind(82, "door closed", PLACE, PIECE, SQUARE),
    EventKind(83, "door smashed", PLACE, PIECE, SQUARE),
    EventKind(84, "winds released", "{piece}", PIECE, Part("raised", A_FLAG, "value")),  # 1 all stand up, 0 all fall
    EventKind(85, "chest moved", WAY, PIECE, ORIGIN, SQUARE),
    EventKind(86, "trap laid", "{side} {square}", SIDE, SQUARE),
    EventKind(87, "trap sprung", "{piece} {square} {trap}", PIECE, SQUARE, Part("trap", A_TRAP, "value")),
    EventKind(88, "monster appeared", PLACE, PIECE, SQUARE),
    EventKind(89, "slashed", "{piece} {target}", PIECE, TARGET),
    EventKind(90, "turned to stone", PLACE, PIECE, SQUARE),
    EventKind(91, "head lost", "{piece} {left}", PIECE, Part("left", A_NUMBER, "value")),
    EventKind(92, "flames burst", PLACE, PIECE, SQUARE),
    EventKind(93, "ball eaten", "{piece} {eaten}", PIECE, Part("eaten", A_NUMBER, "value")),  # how many by now
    # What the die and its modifiers came to, and what it needed: both 0 without a die.
    EventKind(
        94,
        "infraction",
        "{piece} {level} {total} needs {needed}",
        PIECE,
        Part("level", A_LEVEL, "value"),
        Part("total", A_NUMBER),
        Part("needed", A_NUMBER),
    ),
    EventKind(95, "eye moved", "{side}", SIDE),  # the side it is on now
    EventKind(96, "confiscated", "{piece}", PIECE),
    EventKind(97, "referee came", PLACE, PIECE, SQUARE),
    EventKind(98, "referee out", "{piece}", PIECE, Part("by", A_PIECE, "other", may_lack=True)),
    EventKind(99, "assassinated", "{piece} {die}", PIECE, DIE),
    EventKind(100, "drugged", "{piece} {total}", PIECE, TOTAL, PASSED),  # passed: the drugs helped
    EventKind(101, "ball kind", "{ball} {variety}", BALL, Part("variety", A_BALL_KIND, "value")),  # when it is found
    EventKind(102, "ball spent", "{ball} {piece}", BALL, PIECE, Part("illusion", A_FLAG, "value")),  # scored, and gone
    EventKind(
        103,
        "spell worked",
        "{piece} {clause}",
        PIECE,
        Part("target", A_PIECE, may_lack=True),
        Part("square", A_SQUARE, may_lack=True),
    ),
    EventKind(104, "item worked", "{piece} {item}", PIECE, Part("item", A_NUMBER, "value")),  # by its number, no card
    # Of a team turn; what ends it is an input, so that the hash of a story leaves this event out.
    EventKind(105, "time ran out", "{side}", SIDE),
    # What stands of a casualty when all is done that could undo it. Other events have told all of it, so that the hash
    # of a story leaves this one out too. Exactly one for each casualty of a side's player.
    EventKind(
        106,
        "casualty settled",
        "{piece} {casualties} {by} {cause}",
        PIECE,
        Part("casualties", SOME_CASUALTIES, "value"),
        Part("by", A_PIECE, "other", may_lack=True),
        Part("cause", A_CAUSE),
    ),
    # For this match; `bought` before it has told the price. A lesson is a skill that was paid for as well.
    EventKind(107, "hired", "{piece}", PIECE, Part("lesson", A_LESSON, "value", may_lack=True)),
    EventKind(108, "stayed away", "{piece}", PIECE),  # a star player whom both sides have hired plays for neither
)


def kind_named(name: str) -> EventKind:
    """The row of a kind of event. `KeyError` if none is called so."""
    for row in EVENT_KINDS:
        if row.name == name and row.number > 0:
            return row
    raise KeyError(f"no event is called {name!r}")
