"""Obstacles: no player can enter them, they do not block sight, and thrown balls and players may strike them (A-OBST).

The dungeon itself keeps players out. With the number set here, throws roll a die at each obstacle
(`procedures/ball/crossing.py`).
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.rebounds import Strewn
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.crossing import next_obstacle
from dungeonbowl.engine.procedures.ball.passing import STRIKES


def install(c: Composition) -> None:
    throws_strike_obstacles(c)


def throws_strike_obstacles(c: Composition) -> None:
    """For every module that puts obstacles into a dungeon: a player turned to stone is an obstacle too (A-MATK-07)."""
    c.tables.throws.obstacles_stop = True
    c.cite(int(clauses.OBSTACLE), "A-OBST-04")
    c.cite(int(clauses.TURNOVER_OBSTACLE), "A-OBST-05")


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FlyOver(Frame):
    """A thrown player on its way: on a 1 it comes down on an obstacle, otherwise it scatters `steps` times from its
    target.

    The result is the square where it comes down (A-OBST-07)."""

    def __init__(self, piece: i64, origin: i64, target: i64, steps: i64, crossed: i64 = -1) -> None:
        self.piece = piece
        self.origin = origin
        self.target = target
        self.steps = steps
        self.crossed = crossed

    def copy(self) -> Frame:
        return FlyOver(self.piece, self.origin, self.target, self.steps, self.crossed)

    def begin(self, game: Game) -> i64:
        obstacle = next_obstacle(game, self.origin, self.target, self.crossed)
        if obstacle < 0:
            return game.become(Strewn(self.piece, self.target, self.steps))
        self.crossed = obstacle
        return game.roll(1, D6, clauses.OBSTACLE, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) != STRIKES:
            return self.begin(game)
        return game.done(self.crossed)
