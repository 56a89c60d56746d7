"""Bouncing off a wall: the ball (or a thrown player) comes back in one of three directions (S-BNC).

It is on B and its step would lead into a wall; doors count as walls. Directions are counted clockwise. The three
results of the die are left, straight and right as seen from the wall, one eighth of a turn apart.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import is_diagonal, opposite, turned
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.bounce import ball_step
from dungeonbowl.engine.throw_policies import Rebounds


@final
class StockbowlRebounds(Rebounds):
    """One square away from the wall (S-BNC-01)."""

    def frame(self, game: Game, origin: i64, direction: i64) -> Frame:
        return WallBounce(origin, direction)

    def zone_is_wall(self) -> bool:
        return True


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class WallBounce(Frame):
    """One step that is not possible; the result is the square reached instead, or B itself (S-BNC-01 to S-BNC-07)."""

    def __init__(self, origin: i64, direction: i64) -> None:
        self.origin = origin
        self.direction = direction

    def copy(self) -> Frame:
        return WallBounce(self.origin, self.direction)

    def begin(self, game: Game) -> i64:
        origin = self.origin
        if is_dead_end(game, origin, self.direction):
            back = ball_step(game, origin, opposite(self.direction))
            return game.done(back if back >= 0 else origin)
        facing = wall_facing(game, origin, self.direction)
        turn: i64 = -1
        while turn <= 1:
            if ball_step(game, origin, turned(facing, turn)) >= 0:
                return game.roll(1, D6, clauses.RICOCHET, -1)
            turn += 1
        return game.done(origin)

    def rolled(self, game: Game, dice: i64) -> i64:
        """A D3; a direction that leads into another wall is rolled again (S-BNC-07)."""
        third = (die(dice, 0) + 1) // 2
        facing = wall_facing(game, self.origin, self.direction)
        target = ball_step(game, self.origin, turned(facing, third - 2))
        return game.done(target) if target >= 0 else self.begin(game)


def is_dead_end(game: Game, origin: i64, direction: i64) -> bool:
    """Whether the wall ahead has walls on both sides of B (S-BNC-04)."""
    return (
        not is_diagonal(direction)
        and ball_step(game, origin, turned(direction, -2)) < 0
        and ball_step(game, origin, turned(direction, 2)) < 0
    )


def wall_facing(game: Game, origin: i64, direction: i64) -> i64:
    """The direction in which the wall ahead of B faces, except in a dead end (S-BNC-02, -03, -05, -06)."""
    if is_diagonal(direction):
        before = ball_step(game, origin, turned(direction, -1)) < 0
        after = ball_step(game, origin, turned(direction, 1)) < 0
        if before == after:
            return opposite(direction)
        return turned(direction, 3) if before else turned(direction, -3)
    if ball_step(game, origin, turned(direction, -2)) < 0:
        return turned(direction, 3)  # back, and away from the side wall
    if ball_step(game, origin, turned(direction, 2)) < 0:
        return turned(direction, -3)
    return opposite(direction)
