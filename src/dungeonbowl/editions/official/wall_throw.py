"""Throwing the ball at a wall on purpose, so that it comes back to another square (O-WALL)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.directions import dx, dy, opposite, turned
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import THROWS_AT_WALLS
from dungeonbowl.engine.actions import DECLINE, TRY_CATCH, action, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import BARRED, Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BALL_GAINED, THROW_AIMED
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball import catch as catch_chapter
from dungeonbowl.engine.procedures.ball.balls import SCATTERED, check_touchdown, move_ball
from dungeonbowl.engine.procedures.ball.interference import UNTOUCHED, Interference
from dungeonbowl.engine.procedures.ball.passing import (
    ACCURATE,
    FUMBLED,
    INACCURATE,
    fumble,
    judge,
    may_still_throw,
    throw_test,
)
from dungeonbowl.engine.procedures.moment import Moment

BALANCING: Final[i64] = 0
TESTING: Final[i64] = 1
ASIDE: Final[i64] = 2
INTERFERENCE: Final[i64] = 3
DISTANCE: Final[i64] = 4
TRAVELLING: Final[i64] = 5
STOPPING: Final[i64] = 6
WATCHED: Final[i64] = 7

# Stages of `CatchInPassing`.
CATCHING: Final[i64] = 1
GAINING: Final[i64] = 2


@final
class ThrowAtWall(Frame):
    """The test, the wall square that is hit, interference, the way back, and where it ends (O-WALL-03 to O-WALL-12).

    `square` and `wall` are the target named by the coach; if the throw goes wide, the target that is hit. `left`
    squares are still to be travelled in `direction`.
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        wall: i64,
        stage: i64 = BALANCING,
        ball: i64 = -1,
        outcome: i64 = ACCURATE,
        direction: i64 = -1,
        left: i64 = 0,
    ) -> None:
        self.piece = piece
        self.square = square
        self.wall = wall
        self.stage = stage
        self.ball = ball
        self.outcome = outcome
        self.direction = direction
        self.left = left

    def copy(self) -> Frame:
        return ThrowAtWall(
            self.piece, self.square, self.wall, self.stage, self.ball, self.outcome, self.direction, self.left
        )

    def begin(self, game: Game) -> i64:
        if self.ball < 0:
            self.ball = game.ball_of(self.piece)
        game.tell(events.BALL_THROWN, clauses.THROW_AT_WALL, self.piece, self.ball, self.square, self.wall)
        if game.rules.heard[THROW_AIMED]:
            self.stage = WATCHED
            return game.call(Moment(THROW_AIMED, self.piece, self.square))
        return self.balance(game)

    def balance(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.PASS))
        return self.test(game)

    def test(self, game: Game) -> i64:
        """The test is that of a pass, with all its modifiers and its fumble (O-WALL-03)."""
        self.stage = TESTING
        extra: i64 = 1 if game.able(self.piece, THROWS_AT_WALLS) else 0
        test = throw_test(game, self.piece, self.square, clauses.PASS, extra)
        if test is None:
            return fumble(game, self.piece, self.ball)
        return game.call(test)

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == WATCHED:
            return self.balance(game) if may_still_throw(game, self.piece, self.ball, self.square) else game.done(0)
        if stage == BALANCING:
            return self.test(game) if result == 0 else game.done(0)
        if stage == TESTING:
            if result == PASSED:
                return self.hit(game)
            if game.rules.policies.throwing.outcome(game, self.piece, False) == FUMBLED:
                return fumble(game, self.piece, self.ball)
            self.outcome = INACCURATE  # never wildly inaccurate: there is no deviation (O-WALL-05)
            self.stage = ASIDE
            return game.roll(1, D6, clauses.WALL_SIDE, -1)
        if stage == INTERFERENCE:
            if result != UNTOUCHED:
                judge(game, self.piece, self.ball, clauses.TURNOVER_INTERFERENCE)
                return game.done(0)
            self.stage = DISTANCE
            return game.roll(1, D6, clauses.WALL_DISTANCE, -1)
        if stage == TRAVELLING and result == FAILED:
            return self.travel(game)
        # the ball is caught on the way, or lies still after its last step (O-WALL-12)
        judge(game, self.piece, self.ball, clauses.TURNOVER_WALL_THROW)
        return game.done(0)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.stage == ASIDE:
            # right and left as seen by a person who faces the wall
            self.square = beside(game, self.square, self.wall, 2 if face <= 3 else -2)
            return self.hit(game)
        self.left = face
        self.direction = first_direction(game, self.piece, self.square, self.wall)
        self.stage = TRAVELLING
        return self.pass_over(game)

    def hit(self, game: Game) -> i64:
        """The ball is at the wall. A player may interfere (O-WALL-07)."""
        move_ball(game, self.ball, self.square, clauses.THROW_AT_WALL)
        self.stage = INTERFERENCE
        return game.call(Interference(self.piece, self.ball, self.outcome))

    def pass_over(self, game: Game) -> i64:
        """A player under the ball may try to catch it (O-WALL-09)."""
        under = i64(game.occupant[i64(game.balls[self.ball])])
        if under >= 0 and game.has_zone(under) and game.has_free_hands(under):
            return game.call(CatchInPassing(under, self.ball, self.piece))
        return self.travel(game)

    def travel(self, game: Game) -> i64:
        """The ball goes to the next square, after at most two reflections. If no player is there, it goes on
        (O-WALL-10)."""
        while self.left > 0:
            origin = i64(game.balls[self.ball])
            target = ball_chapter.ball_step(game, origin, self.direction)
            clause = clauses.WALL_DISTANCE
            reflections: i64 = 0
            while target < 0 and reflections < 2:
                self.direction = ball_chapter.reflected(game, origin, self.direction)
                target = ball_chapter.ball_step(game, origin, self.direction)
                clause = clauses.REFLECTION
                reflections += 1
            if target < 0:
                break
            move_ball(game, self.ball, target, clause)
            self.left -= 1
            if game.occupant[target] >= 0:
                return self.pass_over(game)
        self.stage = STOPPING
        return game.call(ball_chapter.Bounce(self.ball, clauses.SCATTER))


@final
class CatchInPassing(Frame):
    """The ball flies over a player, who may try to catch it if its coach wants. A failed catch changes nothing
    (O-WALL-09)."""

    def __init__(self, piece: i64, ball: i64, thrower: i64, stage: i64 = BALANCING) -> None:
        self.piece = piece
        self.ball = ball
        self.thrower = thrower
        self.stage = stage

    def copy(self) -> Frame:
        return CatchInPassing(self.piece, self.ball, self.thrower, self.stage)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(TRY_CATCH))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(FAILED)
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


def beside(game: Game, square: i64, wall: i64, side: i64) -> i64:
    """The next floor square along the same wall, or the square itself if the wall ends there (O-WALL-05, -06)."""
    target = i64(game.steps[square * 8 + turned(wall, side)])
    if target < 0 or game.occupant[target] == BARRED or game.steps[target * 8 + wall] >= 0:
        return square
    return target


def first_direction(game: Game, thrower: i64, square: i64, wall: i64) -> i64:
    """Straight back if the throw was square to the wall; otherwise on at a slant, whatever the angle was
    (O-WALL-08)."""
    dungeon = game.dungeon
    origin = i64(game.square[thrower])
    right = turned(wall, 2)
    columns = i64(dungeon.column[square]) - i64(dungeon.column[origin])
    rows = i64(dungeon.row[square]) - i64(dungeon.row[origin])
    sideways = columns * dx(right) + rows * dy(right)  # how far the ball has gone to the right, as seen facing the wall
    inward = opposite(wall)
    if sideways == 0:
        return inward
    # facing back into the room, right and left are exchanged
    return turned(inward, -1 if sideways > 0 else 1)
