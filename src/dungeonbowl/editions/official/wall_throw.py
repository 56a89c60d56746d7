"""Throws at a wall in the official game: how the ball comes back, and the catch in passing (O-WALL)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import dx, dy, opposite, turned
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BALL_GAINED
from dungeonbowl.engine.procedures.ball import catch as catch_chapter
from dungeonbowl.engine.procedures.ball.balls import SCATTERED, check_touchdown
from dungeonbowl.engine.procedures.ball.bounce import ball_step, reflected
from dungeonbowl.engine.procedures.ball.wall import WallTargets, beside
from dungeonbowl.engine.procedures.moment import Moment

# Stages of `CatchInPassing`.
BALANCING: Final[i64] = 0
CATCHING: Final[i64] = 1
GAINING: Final[i64] = 2


@final
class OfficialWalls(WallTargets):
    """The angle of the throw decides the direction of the way back; one die is the distance (O-WALL-08, O-WALL-09)."""

    def aside(self, game: Game, square: i64, wall: i64, face: i64) -> i64:
        """1-3 right, 4-6 left. If the wall ends there, the named square is hit (O-WALL-05, O-WALL-06)."""
        found = beside(game, square, wall, 2 if face <= 3 else -2)
        return found if found >= 0 else square

    def direction(self, game: Game, thrower: i64, square: i64, wall: i64, face: i64) -> i64:
        """Straight back if the throw was at a right angle to the wall; otherwise diagonally on, at whatever angle it
        came (O-WALL-08)."""
        dungeon = game.dungeon
        origin = i64(game.square[thrower])
        right = turned(wall, 2)
        columns = i64(dungeon.column[square]) - i64(dungeon.column[origin])
        rows = i64(dungeon.row[square]) - i64(dungeon.row[origin])
        sideways = columns * dx(right) + rows * dy(right)  # how far the ball has gone to the right, facing the wall
        inward = opposite(wall)
        if sideways == 0:
            return inward
        # facing back into the room, right and left are exchanged
        return turned(inward, -1 if sideways > 0 else 1)

    def distance_dice(self) -> i64:
        return 1

    def catches_at_wall(self) -> bool:
        """(O-WALL-09)"""
        return True

    def onward(self, game: Game, square: i64, direction: i64) -> i64:
        """The ball is reflected once, or twice in a row if it must be (O-WALL-10)."""
        reflections: i64 = 0
        while reflections < 2:
            direction = reflected(game, square, direction)
            if ball_step(game, square, direction) >= 0:
                return direction
            reflections += 1
        return -1

    def catch(self, game: Game, piece: i64, ball: i64, thrower: i64) -> Frame:
        return CatchInPassing(piece, ball, thrower)

    def missed_flies_on(self) -> bool:
        """(O-WALL-09)"""
        return True

    def last_step(self) -> i64:
        """(O-WALL-11)"""
        return clauses.SCATTER

    def turnover(self) -> i64:
        """(O-WALL-12)"""
        return clauses.TURNOVER_WALL_THROW


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class CatchInPassing(Frame):
    """The ball flies over a player that tries to catch it. A failed catch changes nothing (O-WALL-09)."""

    def __init__(self, piece: i64, ball: i64, thrower: i64, stage: i64 = BALANCING) -> None:
        self.piece = piece
        self.ball = ball
        self.thrower = thrower
        self.stage = stage

    def copy(self) -> Frame:
        return CatchInPassing(self.piece, self.ball, self.thrower, self.stage)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.CATCH))
        return self.attempt(game)

    def attempt(self, game: Game) -> i64:
        self.stage = CATCHING
        return game.call(catch_chapter.catch_test(game, self.piece, SCATTERED, self.thrower, 0))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BALANCING:
            return self.attempt(game) if result == 0 else game.done(FAILED)
        if self.stage == GAINING:
            return game.done(PASSED)
        if result == FAILED:
            return game.done(FAILED)
        game.hold(self.piece, self.ball)
        game.tell(events.BALL_CAUGHT, clauses.CATCH_CHOICE, self.piece, self.ball)
        check_touchdown(game, self.piece)
        self.stage = GAINING
        if game.rules.heard[BALL_GAINED]:
            return game.call(Moment(BALL_GAINED, self.piece, self.ball, clauses.CATCH))
        return game.done(PASSED)
