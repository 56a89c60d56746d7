"""The wall pass: dice decide how a ball thrown at a wall comes back, and it flies from wall to wall (A-PASS-03 to
-13)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.directions import opposite, turned
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.balls import SCATTERED
from dungeonbowl.engine.procedures.ball.bounce import ball_step, reflected
from dungeonbowl.engine.procedures.ball.catch import Catch
from dungeonbowl.engine.procedures.ball.wall import WallTargets, beside


@final
class DungeonWalls(WallTargets):
    """One die is the direction of the way back, two dice are the distance (A-PASS-05, A-PASS-06)."""

    def aside(self, game: Game, square: i64, wall: i64, face: i64) -> i64:
        """1-3 left, 4-6 right; or else on the other side, or else the named square (A-PASS-04)."""
        side: i64 = -2 if face <= 3 else 2
        found = beside(game, square, wall, side)
        if found < 0:
            found = beside(game, square, wall, -side)
        return found if found >= 0 else square

    def rolls_direction(self) -> bool:
        """(A-PASS-05)"""
        return True

    def direction(self, game: Game, thrower: i64, square: i64, wall: i64, face: i64) -> i64:
        """Left, straight or right, with the back to the wall (A-PASS-05)."""
        return turned(opposite(wall), (face + 1) // 2 - 2)

    def distance_dice(self) -> i64:
        """(A-PASS-06)"""
        return 2

    def onward(self, game: Game, square: i64, direction: i64) -> i64:
        """The ball is reflected. If it cannot go on so, it goes straight back the way it came (A-PASS-07 to -09)."""
        onward = reflected(game, square, direction)
        if ball_step(game, square, onward) >= 0:
            return onward
        back = opposite(direction)
        return back if ball_step(game, square, back) >= 0 else i64(-1)

    def catch(self, game: Game, piece: i64, ball: i64, thrower: i64) -> Frame:
        """A catch that fails has stopped the ball, and it bounces (A-PASS-10)."""
        return Catch(piece, ball, SCATTERED, thrower)

    def completes(self) -> bool:
        """(A-PASS-13)"""
        return True

    def last_step(self) -> i64:
        """(A-PASS-11)"""
        return clauses.BOUNCE

    def turnover(self) -> i64:
        return clauses.TURNOVER_LOOSE_BALL
