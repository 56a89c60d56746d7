"""A frame is one procedure in progress. It sits on `game.stack`, holds only small numbers and values made of such, and
can copy itself.

Five verbs: `begin` when it is called, `rolled` when its dice fell, `returned` when a child finished, `options` to
list what the coach may do, `chosen` when he did. Each of them answers with exactly one signal, made by the game:
`game.call(frame)`, `game.become(frame)`, `game.roll(...)`, `game.ask(side)`, `game.done(result)`. A frame that stands
between a procedure and its dice ends with `game.read(dice)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

# The signals. Their details (which dice, whom to ask, what to call) are left on the game.
CALL: Final[i64] = 1
BECOME: Final[i64] = 2  # the caller is finished and the new frame takes its place: chains of bounces stay flat
ROLL: Final[i64] = 3
ASK: Final[i64] = 4
DONE: Final[i64] = 5
OVER: Final[i64] = 6
READ: Final[i64] = 7  # the caller reads the result as the dice it has asked for

# What a child answers. Richer facts live in the game.
FAILED: Final[i64] = 0
PASSED: Final[i64] = 1


class Frame:
    """The base of every procedure. Subclasses are final and take all their fields in the constructor."""

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
        """The answer to what it asks now that nearly every coach gives, one of the options; 0 where there is none.

        It stands for a coach who says nothing, and for programs, which need not think about it."""
        return 0

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """The player for whom it has asked for these dice, if its coach may wish that they had not fallen so; -1 for
        nobody. Asked only where something that a player carries lets a roll be made again. Tests and blocks have
        questions of their own."""
        return -1

    def hears(self, game: Game, action: i64) -> bool:
        """Whether a coach's word that is never listed (conceding, time running out) is open now."""
        return False

    def copy(self) -> Frame:
        raise NotImplementedError(f"{self.name()} has no copy")

    def fields(self) -> dict[str, object]:
        """All that it remembers, by name. It serves saving and comparing, and is too slow for play."""
        return fields_of(self)

    def name(self) -> str:
        return type(self).__name__


class Value:
    """Facts that belong together and that a frame keeps as one. They never change, so that copies may share them."""

    def fields(self) -> dict[str, object]:
        """What it says, by name."""
        return fields_of(self)


def fields_of(thing: object) -> dict[str, object]:
    """The fields of a frame or a value, in plain words. A compiled class knows the names of its fields, and an
    interpreted object has a dictionary."""
    names = getattr(type(thing), "__mypyc_attrs__", None)
    if names is None:
        names = vars(thing)
    found: dict[str, object] = {}
    for name in names:
        found[name] = plain(getattr(thing, name))
    return found


def plain(field: Any) -> object:
    """A boolean, a number or nothing as it is; a value as a dictionary; a vec or a list as a list."""
    if field is None or isinstance(field, (bool, int)):
        return field
    if isinstance(field, Value):
        return field.fields()
    found: list[object] = []
    for each in field:
        found.append(plain(each))
    return found
