"""A frame is one procedure in progress. It hangs in a chain below `game.top`, holds only small numbers and values made
of them, and can copy itself.

A frame has five methods: `begin` when it is called, `rolled` when its dice fell, `returned` when a frame that it called
is done, `options` to list what the coach may do, `chosen` when the coach has decided. All but `options` return exactly
one signal, made by the game: `game.call(frame)`, `game.become(frame)`, `game.roll(...)`, `game.ask(side)`,
`game.done(result)`. A frame that stands between a procedure and its dice ends with `game.read(dice)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

# The signals. Their details (which dice, which side to ask, which frame to call) are attributes of the game.
CALL: Final[i64] = 1
BECOME: Final[i64] = 2  # the caller is finished and the new frame takes its place: chains of bounces stay flat
ROLL: Final[i64] = 3
ASK: Final[i64] = 4
DONE: Final[i64] = 5
OVER: Final[i64] = 6
READ: Final[i64] = 7  # the frame below reads the result as the dice that it asked for

# The result of a test. Other facts about it are attributes of the game.
FAILED: Final[i64] = 0
PASSED: Final[i64] = 1


@mypyc_attr(acyclic=True)
class Frame:
    """The base of every procedure. Subclasses are final and take all their fields in the constructor.

    Frames hang one below the other: `game.top` is the one that is at work, and each knows the one that called it.
    A list would check the class of a frame whenever it hands one out, and the collector of garbage would look through
    every list of every kept match. So every frame and value carries `@mypyc_attr(acyclic=True, free_list_len=1)`: it is
    outside the collector, because a chain has no circle, and the memory of the last one dropped is used again
    (docs/performance.md has the figures)."""

    below: Frame  # set by `Game.push`; the lowest frame stands on NOTHING

    def begin(self, game: Game) -> i64:
        raise NotImplementedError(f"{self.name()} cannot begin")

    def rolled(self, game: Game, dice: i64) -> i64:
        raise NotImplementedError(f"{self.name()} rolls no dice")

    def returned(self, game: Game, result: i64) -> i64:
        raise NotImplementedError(f"{self.name()} calls nobody")

    def options(self, game: Game) -> None:
        raise NotImplementedError(f"{self.name()} asks nobody")

    def chosen(self, game: Game, action: i64) -> i64:
        raise NotImplementedError(f"{self.name()} asks nobody")

    def usual(self, game: Game) -> i64:
        """The answer that nearly every coach gives to the question asked now: one of the options, or 0 if there is
        none.

        It is used for a coach who gives no answer, and by programs that do not want to think about the question."""
        return 0

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """The player for whom the frame asked for these dice, if its coach may want to re-roll them; otherwise -1.
        Asked only where something that a player carries allows a re-roll. Tests and blocks ask their own questions."""
        return -1

    def harms(self, piece: i64) -> i64:
        """The clause that says why this procedure hurts `piece`; 0 if it does not. Asked when a casualty is settled."""
        return 0

    def blames(self, piece: i64) -> i64:
        """The piece that has brought `piece` into this procedure, such as the player that pushed it; -1 for none."""
        return -1

    def hears(self, game: Game, action: i64) -> bool:
        """Whether an action that is never listed (conceding, time running out) is allowed now."""
        return False

    def copy(self) -> Frame:
        raise NotImplementedError(f"{self.name()} has no copy")

    def fields(self) -> dict[str, object]:
        """All fields by name. For saving and comparing; too slow for play."""
        return fields_of(self)

    def name(self) -> str:
        return type(self).__name__


NOTHING: Final[Frame] = Frame()  # below the lowest frame


def chain_of_copies(top: Frame) -> Frame:
    """A copy of a frame and of all below it."""
    if top is NOTHING:
        return NOTHING
    first = top.copy()
    last = first
    frame = top.below
    while frame is not NOTHING:
        copy = frame.copy()
        last.below = copy
        last = copy
        frame = frame.below
    last.below = NOTHING
    return first


@mypyc_attr(acyclic=True)
class Value:
    """Facts that belong together and that a frame keeps in one field. They never change, so that copies may share
    them."""

    def fields(self) -> dict[str, object]:
        """All fields by name."""
        return fields_of(self)


def fields_of(thing: object) -> dict[str, object]:
    """The fields of a frame or a value as plain data. A compiled class lists the names of its fields; an interpreted
    object has a dictionary."""
    names = getattr(type(thing), "__mypyc_attrs__", None)
    if names is None:
        names = vars(thing)
    found: dict[str, object] = {}
    for name in names:
        if name != "below":  # where it stands is not a fact about it
            found[name] = plain(getattr(thing, name))
    return found


def plain(field: Any) -> object:
    """Plain data for one field: a boolean, number or None as it is, a value as a dictionary, a vec or a list as a
    list."""
    if field is None or isinstance(field, (bool, int)):
        return field
    if isinstance(field, Value):
        return field.fields()
    found: list[object] = []
    for each in field:
        found.append(plain(each))
    return found
