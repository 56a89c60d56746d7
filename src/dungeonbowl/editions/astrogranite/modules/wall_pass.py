"""The wall pass: a ball thrown at a wall comes back into the dungeon and flies from wall to wall (A-PASS-03 to -13)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.directions import opposite, turned
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import DECLINE, TRY_CATCH, action, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import BARRED, Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BALL_STRIKING, THROW_AIMED
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball import catch as catch_chapter
from dungeonbowl.engine.procedures.ball.balls import SCATTERED, ball_modifiers, move_ball
from dungeonbowl.engine.procedures.ball.crossing import is_obstacle, next_obstacle
from dungeonbowl.engine.procedures.ball.interference import UNTOUCHED, Interference
from dungeonbowl.engine.procedures.ball.passing import (
    ACCURATE,
    FUMBLED,
    STRIKES,
    faces_wall,
    fumble,
    judge,
    may_still_throw,
    strike,
    throw_test,
)
from dungeonbowl.engine.procedures.moment import Moment

WATCHED: Final[i64] = 0
NAMING: Final[i64] = 1
EARLY: Final[i64] = 2
BALANCING: Final[i64] = 3
TESTING: Final[i64] = 4
ASIDE: Final[i64] = 5
DIRECTION: Final[i64] = 6
DISTANCE: Final[i64] = 7
OFFERING: Final[i64] = 8  # a player under the ball may try to catch it
CATCHING: Final[i64] = 9
STOPPING: Final[i64] = 10
CLEARING: Final[i64] = 11  # obstacles on the way to the wall
LATE: Final[i64] = 12  # an interceptor that has to wait for the obstacles tries afterwards
SKIMMING: Final[i64] = 13  # an obstacle on the way back
BEING_STRUCK: Final[i64] = 14  # the ball may hurt the player that tries to catch it


@final
class WallPass(Frame):
    """Interception, roll, the square hit, direction and distance of the way back, and all players it passes.

    `square` and `wall` are the target named by the coach; if the throw goes wide, the target that is hit. `left`
    squares are still to be travelled in `direction`. Interceptions come before the roll, as for a pass (A-BASE-34,
    A-PASS-12); later `interceptor` is the player who has tried to catch the ball in flight.
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        wall: i64,
        stage: i64 = WATCHED,
        ball: i64 = -1,
        outcome: i64 = ACCURATE,
        direction: i64 = -1,
        left: i64 = 0,
        interceptor: i64 = -1,
        crossed: i64 = -1,
    ) -> None:
        self.piece = piece
        self.square = square
        self.wall = wall
        self.stage = stage
        self.ball = ball
        self.outcome = outcome
        self.direction = direction
        self.left = left
        self.interceptor = interceptor
        self.crossed = crossed  # the last obstacle on the way to the wall that the ball has passed

    def copy(self) -> Frame:
        return WallPass(
            self.piece,
            self.square,
            self.wall,
            self.stage,
            self.ball,
            self.outcome,
            self.direction,
            self.left,
            self.interceptor,
            self.crossed,
        )

    # --- the throw ------------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        if self.ball < 0:
            self.ball = game.ball_of(self.piece)
        game.tell(events.BALL_THROWN, clauses.THROW_AT_WALL, self.piece, self.ball, self.square, self.wall)
        if game.rules.heard[THROW_AIMED]:
            return game.call(Moment(THROW_AIMED, self.piece, self.square))
        return self.name_interceptor(game)

    def name_interceptor(self, game: Game) -> i64:
        self.stage = NAMING
        return game.call(Interference(self.piece, self.ball, ACCURATE, target=self.square, naming=True))

    def named(self, game: Game, interceptor: i64) -> i64:
        if interceptor < 0:
            return self.balance(game)
        self.interceptor = interceptor
        if next_obstacle(game, i64(game.square[self.piece]), self.square, -1) >= 0:
            return self.balance(game)
        self.stage = EARLY
        return self.interfere(game)

    def interfere(self, game: Game) -> i64:
        piece = self.interceptor
        self.interceptor = -1
        return game.call(Interference(self.piece, self.ball, ACCURATE, piece=piece, target=self.square))

    def balance(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.PASS))
        return self.test(game)

    def test(self, game: Game) -> i64:
        self.stage = TESTING
        extra = ball_modifiers(game, self.piece, self.ball, clauses.PASS)
        test = throw_test(game, self.piece, self.square, clauses.PASS, extra)
        if test is None:
            return fumble(game, self.piece, self.ball)
        return game.call(test)

    def thrown(self, game: Game, passed: bool) -> i64:
        self.outcome = game.rules.policies.throwing.outcome(game, self.piece, passed)
        if self.outcome == FUMBLED:
            return fumble(game, self.piece, self.ball)
        return self.clear(game)

    def clear(self, game: Game) -> i64:
        """The obstacles on the way to the wall, then an interceptor that had to wait for them (A-OBST-04,
        A-OBST-06)."""
        obstacle = next_obstacle(game, i64(game.square[self.piece]), self.square, self.crossed)
        if obstacle >= 0:
            self.crossed = obstacle
            self.stage = CLEARING
            return game.roll(1, D6, clauses.OBSTACLE, i64(game.side_of[self.piece]))
        if self.interceptor >= 0:
            self.stage = LATE
            return self.interfere(game)
        return self.reach_wall(game)

    def reach_wall(self, game: Game) -> i64:
        if self.outcome == ACCURATE:
            return self.hit(game)
        self.stage = ASIDE
        return game.roll(1, D6, clauses.WALL_SIDE, -1)

    def hit(self, game: Game) -> i64:
        """The ball is at the wall."""
        move_ball(game, self.ball, self.square, clauses.THROW_AT_WALL)
        self.stage = DIRECTION
        return game.roll(1, D6, clauses.WALL_DIRECTION, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.stage == CLEARING:
            return self.clear(game) if face != STRIKES else self.struck(game, self.crossed)
        if self.stage == SKIMMING:
            return self.travel(game) if face != STRIKES else self.struck(game, i64(game.balls[self.ball]))
        if self.stage == ASIDE:
            self.square = hit_aside(game, self.square, self.wall, -2 if face <= 3 else 2)
            return self.hit(game)
        if self.stage == DIRECTION:
            # left, straight or right, with the back to the wall
            self.direction = turned(opposite(self.wall), (face + 1) // 2 - 2)
            self.stage = DISTANCE
            return game.roll(2, D6, clauses.WALL_DISTANCE, -1)
        self.left = face + die(dice, 1)
        return self.travel(game)

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """The thrower, if the ball has struck an obstacle on its way to the wall. The dice of the way back belong to no
        player."""
        return self.piece if self.stage == CLEARING and die(dice, 0) == STRIKES else i64(-1)

    # --- the way back ---------------------------------------------------------------------------------------------

    def travel(self, game: Game) -> i64:
        """Square by square; a turn at a wall costs no square (A-PASS-07 to A-PASS-09)."""
        while self.left > 0:
            origin = i64(game.balls[self.ball])
            target = ball_chapter.ball_step(game, origin, self.direction)
            clause = clauses.WALL_DISTANCE
            if target < 0:
                back = opposite(self.direction)
                self.direction = ball_chapter.reflected(game, origin, self.direction)
                target = ball_chapter.ball_step(game, origin, self.direction)
                clause = clauses.REFLECTION
                if target < 0:
                    self.direction = back
                    target = ball_chapter.ball_step(game, origin, back)
                    if target < 0:
                        break
            move_ball(game, self.ball, target, clause)
            self.left -= 1
            if game.rules.tables.throws.obstacles_stop and is_obstacle(game, target):
                self.stage = SKIMMING
                return game.roll(1, D6, clauses.OBSTACLE, -1)
            if self.catcher(game) >= 0:
                self.stage = OFFERING
                return game.ask(i64(game.side_of[self.catcher(game)]))
        self.stage = STOPPING
        return game.call(ball_chapter.Bounce(self.ball))

    def struck(self, game: Game, square: i64) -> i64:
        self.stage = STOPPING
        return strike(game, self.piece, self.ball, square)

    def catcher(self, game: Game) -> i64:
        """The player who may catch the ball where it is: standing, with a tackle zone, of any team (A-PASS-10); -1 if
        there is none."""
        under = i64(game.occupant[i64(game.balls[self.ball])])
        if under < 0 or i64(game.side_of[under]) >= game.squads.sides:
            return -1
        return under if game.has_zone(under) and game.has_free_hands(under) else -1

    def options(self, game: Game) -> None:
        game.offer(action(TRY_CATCH))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        """If the coach declines, the ball flies on. A failed catch stops the ball, and it bounces (A-PASS-10)."""
        if kind_of(action) == DECLINE:
            return self.travel(game)
        self.interceptor = self.catcher(game)
        if game.rules.heard[BALL_STRIKING]:
            self.stage = BEING_STRUCK
            return game.call(Moment(BALL_STRIKING, self.interceptor, self.ball, self.piece))
        return self.catch(game)

    def catch(self, game: Game) -> i64:
        self.stage = CATCHING
        return game.call(catch_chapter.Catch(self.interceptor, self.ball, SCATTERED, self.piece))

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == WATCHED:
            if result != 0 or not may_still_throw(game, self.piece, self.ball, self.square):
                return game.done(0)
            return self.name_interceptor(game)
        if stage == NAMING:
            return self.named(game, result - 1)
        if stage == EARLY or stage == LATE:
            if result == UNTOUCHED:
                return self.balance(game) if stage == EARLY else self.reach_wall(game)
            judge(game, self.piece, self.ball, clauses.TURNOVER_INTERFERENCE)
            return game.done(0)
        if stage == BALANCING:
            return self.test(game) if result == 0 else game.done(0)
        if stage == TESTING:
            return self.thrown(game, result == PASSED)
        if stage == BEING_STRUCK and result == 0:
            return self.catch(game)
        if stage == CATCHING:
            self.complete(game, result)
        judge(game, self.piece, self.ball, clauses.TURNOVER_LOOSE_BALL)
        return game.done(0)

    def complete(self, game: Game, result: i64) -> None:
        """The pass is complete if it was accurate and a team-mate caught it in flight (A-PASS-13)."""
        carrier = game.carrier(self.ball)
        if result != PASSED or self.outcome != ACCURATE or carrier != self.interceptor:
            return
        if i64(game.side_of[carrier]) == i64(game.side_of[self.piece]):
            game.award(self.piece, game.rules.tables.experience.completion, clauses.PASS_ACTION)


def hit_aside(game: Game, square: i64, wall: i64, side: i64) -> i64:
    """The next square along the wall on this side, or else on the other side, or else the target itself (A-PASS-04)."""
    found = backed(game, i64(game.steps[square * 8 + turned(wall, side)]), wall)
    if found < 0:
        found = backed(game, i64(game.steps[square * 8 + turned(wall, -side)]), wall)
    return found if found >= 0 else square


def backed(game: Game, square: i64, wall: i64) -> i64:
    """The square itself if it is floor in front of the same wall, otherwise -1."""
    if square < 0 or game.occupant[square] == BARRED or not faces_wall(game, square, wall):
        return -1
    return square
