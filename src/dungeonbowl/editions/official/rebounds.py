"""The ricochet: where a ball goes that cannot take its step (O-RIC).

The ball is on F and its step would lead to T. All directions are seen from F: the *middle* square of the template is
the one that T is thrown back to. Its left and right are those of a person who looks from the wall into the room.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import is_diagonal, opposite, turned
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D3, D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.bounce import ball_step
from dungeonbowl.engine.throw_policies import Rebounds


@final
class OfficialRebounds(Rebounds):
    """A D6 on the ricochet template, a D3 in an inner corner (O-RIC-02, O-RIC-07)."""

    def frame(self, game: Game, origin: i64, direction: i64) -> Frame:
        return Ricochet(origin, direction)

    def chest_is_wall(self) -> bool:
        return True


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Ricochet(Frame):
    """One step that is not possible; the result is the square that the ball reaches instead (O-RIC-01 to O-RIC-09)."""

    def __init__(self, origin: i64, direction: i64) -> None:
        self.origin = origin
        self.direction = direction

    def copy(self) -> Frame:
        return Ricochet(self.origin, self.direction)

    def begin(self, game: Game) -> i64:
        if is_inner_corner(game, self.origin, self.direction):
            return game.roll(1, D3, clauses.CORNER, -1)
        return game.roll(1, D6, clauses.RICOCHET, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if is_inner_corner(game, self.origin, self.direction):
            return game.done(out_of_corner(game, self.origin, self.direction, face))
        return game.done(off_wall(game, self.origin, self.direction, (face + 1) // 2))


def is_inner_corner(game: Game, origin: i64, direction: i64) -> bool:
    """Whether a diagonal runs into the angle of two walls (O-RIC-07)."""
    return (
        is_diagonal(direction)
        and ball_step(game, origin, turned(direction, -1)) < 0
        and ball_step(game, origin, turned(direction, 1)) < 0
    )


def out_of_corner(game: Game, origin: i64, direction: i64, third: i64) -> i64:
    """The ball goes out of the corner by one of three steps; if that step is barred, it stays in the corner
    (O-RIC-07)."""
    target = ball_step(game, origin, turned(opposite(direction), third - 2))
    return target if target >= 0 else origin


def off_wall(game: Game, origin: i64, direction: i64, third: i64) -> i64:
    """The left, middle or right square of the template (O-RIC-03 to O-RIC-06).

    A side square without an open border to the middle square is rock, a wall-like square, a chest or behind a wall.
    Then the middle square is taken instead (O-RIC-08).
    """
    away = opposite(direction)
    middle = origin
    sideways: i64 = 2
    if is_diagonal(direction):
        before = ball_step(game, origin, turned(direction, -1))
        after = ball_step(game, origin, turned(direction, 1))
        if before >= 0 and after >= 0:
            sideways = 3  # outer corner: the side squares lie on both sides of the corner
        elif before >= 0:
            middle = before
            away = turned(direction, -3)
        else:
            middle = after
            away = turned(direction, 3)
    if third == 2:
        return middle
    side = ball_step(game, middle, turned(away, -sideways if third == 1 else sideways))
    return side if side >= 0 else middle
