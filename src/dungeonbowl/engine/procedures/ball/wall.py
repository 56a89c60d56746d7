"""A ball thrown at a wall on purpose, so that it comes back to another square (O-WALL, A-PASS-03 to A-PASS-13).

The flow is the same in every edition that has such throws: aim, test, wall, way back, catch or last bounce. The policy
`Walls` says what differs, and `Throwing.interference_first` says when an opponent may be in the way.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import turned
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import THROWS_AT_WALLS
from dungeonbowl.engine.actions import DECLINE, TRY_CATCH, action, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BALL_STRIKING, THROW_AIMED
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball.balls import ball_modifiers, move_ball
from dungeonbowl.engine.procedures.ball.crossing import is_obstacle, next_obstacle
from dungeonbowl.engine.procedures.ball.interference import UNTOUCHED, Interference
from dungeonbowl.engine.procedures.ball.passing import (
    ACCURATE,
    FUMBLED,
    INACCURATE,
    STRIKES,
    faces_wall,
    fumble,
    judge,
    may_still_throw,
    offer_walls,
    strike,
    throw_test,
)
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.throw_policies import Walls

# Stages of a throw at a wall, in the order in which they come.
WATCHED: Final[i64] = 0  # other players may move before the ball does
NAMING: Final[i64] = 1  # which opponent wants to be in the way, where that is settled before the test
EARLY: Final[i64] = 2  # that opponent tries before the test
BALANCING: Final[i64] = 3
TESTING: Final[i64] = 4
CLEARING: Final[i64] = 5  # obstacles on the way to the wall
LATE: Final[i64] = 6  # an opponent that had to wait for the obstacles tries after them
ASIDE: Final[i64] = 7  # which square an inaccurate throw hits
INTERFERENCE: Final[i64] = 8  # the ball is at the wall, where opponents decide that late
DIRECTION: Final[i64] = 9
DISTANCE: Final[i64] = 10
SKIMMING: Final[i64] = 11  # an obstacle on the way back
OFFERING: Final[i64] = 12  # a player under the ball may try to catch it
BEING_STRUCK: Final[i64] = 13  # the ball may hurt the player that tries
CATCHING: Final[i64] = 14
STOPPING: Final[i64] = 15


class WallTargets(Walls):
    """The base of the policies that allow throws at a wall. Each edition adds the answers about the way back."""

    def offers(self, game: Game, piece: i64) -> None:
        offer_walls(game, piece)

    def frame(self, game: Game, piece: i64, square: i64, wall: i64, ball: i64) -> Frame:
        return ThrowAtWall(piece, square, wall, ball=ball)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ThrowAtWall(Frame):
    """The test, the square hit, the way back, and all players that the ball passes.

    `square` and `wall` are the target named by the coach; if the throw goes wide, the target that is hit. `interceptor`
    is the opponent named before the test that has not tried yet. `crossed` is the last obstacle on the way to the wall
    that the ball has passed. On the way back, `left` squares are still to be travelled in `direction`, and `piece` is
    the last player that could catch the ball.
    """

    def __init__(
        self,
        thrower: i64,
        square: i64,
        wall: i64,
        stage: i64 = WATCHED,
        ball: i64 = -1,
        outcome: i64 = ACCURATE,
        interceptor: i64 = -1,
        crossed: i64 = -1,
        direction: i64 = -1,
        left: i64 = 0,
        piece: i64 = -1,
    ) -> None:
        self.thrower = thrower
        self.square = square
        self.wall = wall
        self.stage = stage
        self.ball = ball
        self.outcome = outcome
        self.interceptor = interceptor
        self.crossed = crossed
        self.direction = direction
        self.left = left
        self.piece = piece

    def copy(self) -> Frame:
        return ThrowAtWall(
            self.thrower,
            self.square,
            self.wall,
            self.stage,
            self.ball,
            self.outcome,
            self.interceptor,
            self.crossed,
            self.direction,
            self.left,
            self.piece,
        )

    # --- the throw ------------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        if self.ball < 0:
            self.ball = game.ball_of(self.thrower)
        game.tell(events.BALL_THROWN, clauses.THROW_AT_WALL, self.thrower, self.ball, self.square, self.wall)
        if game.rules.heard[THROW_AIMED]:
            return game.call(Moment(THROW_AIMED, self.thrower, self.square))
        return self.prepare(game)

    def prepare(self, game: Game) -> i64:
        if game.rules.policies.throwing.interference_first():
            self.stage = NAMING
            return game.call(Interference(self.thrower, self.ball, ACCURATE, target=self.square, naming=True))
        return self.balance(game)

    def named(self, game: Game, interceptor: i64) -> i64:
        """The opponent tries before the test, as for a pass, or else after the obstacles (A-BASE-34, A-PASS-12)."""
        self.interceptor = interceptor
        if interceptor < 0 or next_obstacle(game, i64(game.square[self.thrower]), self.square, -1) >= 0:
            return self.balance(game)
        self.stage = EARLY
        return self.interfere(game)

    def interfere(self, game: Game) -> i64:
        piece = self.interceptor
        self.interceptor = -1
        return game.call(Interference(self.thrower, self.ball, ACCURATE, piece=piece, target=self.square))

    def balance(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.thrower, clauses.PASS))
        return self.test(game)

    def test(self, game: Game) -> i64:
        """The test is that of a pass, with all its modifiers and its fumble (O-WALL-03)."""
        self.stage = TESTING
        extra = ball_modifiers(game, self.thrower, self.ball, clauses.PASS)
        if game.able(self.thrower, THROWS_AT_WALLS):
            extra += 1
        test = throw_test(game, self.thrower, self.square, clauses.PASS, extra)
        if test is None:
            return fumble(game, self.thrower, self.ball)
        return game.call(test)

    def thrown(self, game: Game, passed: bool) -> i64:
        """The throw is accurate, inaccurate or a fumble. It is never wildly inaccurate (O-WALL-05, A-PASS-04)."""
        outcome = game.rules.policies.throwing.outcome(game, self.thrower, passed)
        if outcome == FUMBLED:
            return fumble(game, self.thrower, self.ball)
        self.outcome = ACCURATE if outcome == ACCURATE else INACCURATE
        return self.clear(game)

    def clear(self, game: Game) -> i64:
        """The obstacles on the way to the wall, then an interceptor that had to wait for them (A-OBST-04,
        A-OBST-06)."""
        obstacle = next_obstacle(game, i64(game.square[self.thrower]), self.square, self.crossed)
        if obstacle >= 0:
            self.crossed = obstacle
            self.stage = CLEARING
            return game.roll(1, D6, clauses.OBSTACLE, i64(game.side_of[self.thrower]))
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
        """The ball is at the wall. Where opponents have not decided yet, one of them may have been in its way
        (O-WALL-07)."""
        move_ball(game, self.ball, self.square, clauses.THROW_AT_WALL)
        if game.rules.policies.throwing.interference_first():
            return self.turn_back(game)
        self.stage = INTERFERENCE
        return game.call(Interference(self.thrower, self.ball, self.outcome))

    # --- the way back ---------------------------------------------------------------------------------------------

    def turn_back(self, game: Game) -> i64:
        if game.rules.policies.walls.rolls_direction():
            self.stage = DIRECTION
            return game.roll(1, D6, clauses.WALL_DIRECTION, -1)
        return self.set_out(game, 0)

    def set_out(self, game: Game, face: i64) -> i64:
        walls = game.rules.policies.walls
        self.direction = walls.direction(game, self.thrower, self.square, self.wall, face)
        self.stage = DISTANCE
        return game.roll(walls.distance_dice(), D6, clauses.WALL_DISTANCE, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        walls = game.rules.policies.walls
        if self.stage == CLEARING:
            return self.clear(game) if face != STRIKES else self.struck(game, self.crossed)
        if self.stage == SKIMMING:
            return self.travel(game) if face != STRIKES else self.struck(game, i64(game.balls[self.ball]))
        if self.stage == ASIDE:
            self.square = walls.aside(game, self.square, self.wall, face)
            return self.hit(game)
        if self.stage == DIRECTION:
            return self.set_out(game, face)
        self.left = face
        if walls.distance_dice() == 2:
            self.left += die(dice, 1)
        if walls.catches_at_wall() and self.catcher(game) >= 0:
            return self.offer(game)
        return self.travel(game)

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """The thrower, if the ball has struck an obstacle on its way to the wall. The dice of the way back belong to no
        player."""
        return self.thrower if self.stage == CLEARING and die(dice, 0) == STRIKES else i64(-1)

    def travel(self, game: Game) -> i64:
        """The ball goes from square to square; a turn at a wall costs no square (O-WALL-10, A-PASS-09)."""
        while self.left > 0:
            origin = i64(game.balls[self.ball])
            target = ball_chapter.ball_step(game, origin, self.direction)
            clause = clauses.WALL_DISTANCE
            if target < 0:
                onward = game.rules.policies.walls.onward(game, origin, self.direction)
                if onward < 0:
                    break
                self.direction = onward
                target = ball_chapter.ball_step(game, origin, onward)
                clause = clauses.REFLECTION
            move_ball(game, self.ball, target, clause)
            self.left -= 1
            if game.rules.tables.throws.obstacles_stop and is_obstacle(game, target):
                self.stage = SKIMMING
                return game.roll(1, D6, clauses.OBSTACLE, -1)
            if self.catcher(game) >= 0:
                return self.offer(game)
        self.stage = STOPPING
        return game.call(ball_chapter.Bounce(self.ball, game.rules.policies.walls.last_step()))

    def struck(self, game: Game, square: i64) -> i64:
        self.stage = STOPPING
        return strike(game, self.thrower, self.ball, square)

    def catcher(self, game: Game) -> i64:
        """The player that may catch the ball where it is: standing, with a tackle zone, of any team (O-WALL-09,
        A-PASS-10); -1 if there is none."""
        under = i64(game.occupant[i64(game.balls[self.ball])])
        if under < 0 or i64(game.side_of[under]) >= game.squads.sides:
            return -1
        return under if game.has_zone(under) and game.has_free_hands(under) else -1

    def offer(self, game: Game) -> i64:
        self.stage = OFFERING
        self.piece = self.catcher(game)
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(TRY_CATCH))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        """If the coach declines, the ball flies on."""
        if kind_of(action) == DECLINE:
            return self.travel(game)
        self.piece = self.catcher(game)  # a save of version 1 did not name the player
        if game.rules.heard[BALL_STRIKING]:
            self.stage = BEING_STRUCK
            return game.call(Moment(BALL_STRIKING, self.piece, self.ball, self.thrower))
        return self.catch(game)

    def catch(self, game: Game) -> i64:
        self.stage = CATCHING
        return game.call(game.rules.policies.walls.catch(game, self.piece, self.ball, self.thrower))

    # --- after each part ------------------------------------------------------------------------------------------

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        walls = game.rules.policies.walls
        if stage == WATCHED:
            if result != 0 or not may_still_throw(game, self.thrower, self.ball, self.square):
                return game.done(0)
            return self.prepare(game)
        if stage == NAMING:
            return self.named(game, result - 1)
        if stage == EARLY or stage == LATE or stage == INTERFERENCE:
            if result == UNTOUCHED:
                return self.untouched(game)
            judge(game, self.thrower, self.ball, clauses.TURNOVER_INTERFERENCE)
            return game.done(0)
        if stage == BALANCING:
            return self.test(game) if result == 0 else game.done(0)
        if stage == TESTING:
            return self.thrown(game, result == PASSED)
        if stage == BEING_STRUCK and result == 0:
            return self.catch(game)
        if stage == CATCHING:
            if result == PASSED:
                self.complete(game)
            elif walls.missed_flies_on():
                return self.travel(game)
        # the ball is caught, or lies still after its last step (O-WALL-12)
        judge(game, self.thrower, self.ball, walls.turnover())
        return game.done(0)

    def untouched(self, game: Game) -> i64:
        """The opponent in the way has missed the ball, or there was none."""
        if self.stage == EARLY:
            return self.balance(game)
        return self.reach_wall(game) if self.stage == LATE else self.turn_back(game)

    def complete(self, game: Game) -> None:
        """Where a throw at a wall can be a completion, it is one if it was accurate and a team-mate caught it in flight
        (A-PASS-13)."""
        carrier = game.carrier(self.ball)
        if self.outcome != ACCURATE or carrier != self.piece or not game.rules.policies.walls.completes():
            return
        if i64(game.side_of[carrier]) == i64(game.side_of[self.thrower]):
            game.award(self.thrower, game.rules.tables.experience.completion, clauses.PASS_ACTION)


def beside(game: Game, square: i64, wall: i64, side: i64) -> i64:
    """The next square along a wall to the right (2) or left (-2), as seen facing the wall, if it is floor in front of
    the same wall; otherwise -1."""
    found = i64(game.steps[square * 8 + turned(wall, side)])
    if found < 0 or game.occupant[found] == BARRED or not faces_wall(game, found, wall):
        return -1
    return found
