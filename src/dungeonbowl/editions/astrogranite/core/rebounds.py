"""Nothing scatters into a wall: the die is rolled again (A-DEF-09, A-BALL-01)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D8, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.bounce import ball_step
from dungeonbowl.engine.procedures.move.step import is_barred
from dungeonbowl.engine.throw_policies import Rebounds

UNTIL_FREE: Final[i64] = 0  # given in place of a number of steps


def is_walled_in(game: Game, square: i64, piece: i64 = -1) -> bool:
    """Whether no step leads out of a square, or none into a square where this piece fits."""
    direction: i64 = 0
    while direction < 8:
        if stray_step(game, square, direction, piece) >= 0:
            return False
        direction += 1
    return True


def stray_step(game: Game, square: i64, direction: i64, piece: i64) -> i64:
    """The square to which one random step leads, or -1. A door that is too small for a player is a wall to it
    (A-DOOR-04, A-PLAT-11)."""
    target = ball_step(game, square, direction)
    if target >= 0 and piece >= 0 and is_barred(game, piece, square, target):
        return -1
    return target


@final
class RolledAgain(Rebounds):
    """The die is rolled until it fits; a ball without any way out stays."""

    def frame(self, game: Game, origin: i64, direction: i64) -> Frame:
        return FittingStep(origin)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FittingStep(Frame):
    """One step in a random direction that is possible; the result is the square reached."""

    def __init__(self, origin: i64) -> None:
        self.origin = origin

    def copy(self) -> Frame:
        return FittingStep(self.origin)

    def begin(self, game: Game) -> i64:
        if is_walled_in(game, self.origin):
            return game.done(self.origin)
        return game.roll(1, D8, clauses.RICOCHET, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        target = ball_step(game, self.origin, scatter_direction(die(dice, 0)))
        if target < 0:
            return game.roll(1, D8, clauses.RICOCHET, -1)
        return game.done(target)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Strewn(Frame):
    """A piece is carried aside through the air: so many random steps, or UNTIL_FREE (A-BASE-36, A-COLL-01).

    Squares on the way have no effect, and pieces in them do not matter (A-COLL-02). The result is the square where it
    comes down.
    """

    def __init__(self, piece: i64, square: i64, steps: i64) -> None:
        self.piece = piece
        self.square = square
        self.steps = steps

    def copy(self) -> Frame:
        return Strewn(self.piece, self.square, self.steps)

    def begin(self, game: Game) -> i64:
        if is_walled_in(game, self.square, self.piece):
            return game.done(self.square)
        return game.roll(1, D8, clauses.PASSENGER, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        target = stray_step(game, self.square, scatter_direction(die(dice, 0)), self.piece)
        if target < 0:
            return game.roll(1, D8, clauses.PASSENGER, -1)
        if self.piece >= 0:
            game.tell(events.MOVED, clauses.PASSENGER, self.piece, self.square, target)
        self.square = target
        self.steps -= 1
        if self.steps == 0 or (self.steps < 0 and i64(game.occupant[target]) == FREE):
            return game.done(target)
        return game.roll(1, D8, clauses.PASSENGER, -1)
