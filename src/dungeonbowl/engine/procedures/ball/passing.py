"""Passing the ball, and the players and portals on its way (O-PASS, O-INT; S-PASS, S-TPASS)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import dx, dy, opposite
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import KEEPS_FUMBLES, STEADY_NERVES
from dungeonbowl.engine.actions import CHOOSE_BALL, THROW_AT_WALL, THROW_TO, action, first_of, kind_of, second_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, THROW_AIMED
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball.balls import BOUNCED, ball_modifiers, move_ball, offer_balls, throwable_ball
from dungeonbowl.engine.procedures.ball.crossing import (
    crossing_square,
    is_before,
    next_crossing,
    next_obstacle,
)
from dungeonbowl.engine.procedures.ball.interference import UNTOUCHED, Interference
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.setup import NO_PASSING

# How good a throw was. The first three also say how the ball comes down (`balls.py`).
ACCURATE: Final[i64] = 0
INACCURATE: Final[i64] = 1
WILDLY_INACCURATE: Final[i64] = 2
FUMBLED: Final[i64] = 3

# The bands of a range.
TOO_FAR: Final[i64] = -1
QUICK: Final[i64] = 0
SHORT: Final[i64] = 1
LONG: Final[i64] = 2
LONG_BOMB: Final[i64] = 3

# Stages of a pass.
AIMING: Final[i64] = 0
PICKING: Final[i64] = 1  # choosing one of several balls
BALANCING: Final[i64] = 2
NAMING: Final[i64] = 3  # choosing the interfering player, where that comes before the throw
WATCHED: Final[i64] = 4  # opponents may move before the ball does
EARLY: Final[i64] = 5  # the named player tries before the throw is rolled
TESTING: Final[i64] = 6
FLYING: Final[i64] = 7
CLEARING: Final[i64] = 8  # the obstacles the ball flies over
CROSSING: Final[i64] = 9  # the portals on the way, and the named player if it stands beyond a portal
GOING_ASTRAY: Final[i64] = 10  # the ball vanishes in one of them
INTERFERENCE: Final[i64] = 11
LANDING: Final[i64] = 12

VANISHES: Final[i64] = 1  # the roll that loses a ball in a portal
STRIKES: Final[i64] = 1  # the roll that stops a ball at an obstacle

REBOUNDED: Final[i64] = 1 << 20  # with the square where a throw off target ends: the ball has rebounded from a wall
QUICK_PASS: Final[i64] = 64  # the result of a quick pass, whatever happened to the ball


def in_range(game: Game, origin: i64, square: i64) -> bool:
    """Whether a throw from one square may be aimed at another: in range, in sight, not the same (O-PASS-02, -03)."""
    if origin == square or game.rules.policies.throwing.band(game, origin, square) == TOO_FAR:
        return False
    return game.dungeon.sees(origin, square)


def is_quick(game: Game, origin: i64, square: i64) -> bool:
    """Whether a pass from one square to another is a Quick pass."""
    return game.rules.policies.throwing.band(game, origin, square) == QUICK


def offer_targets(game: Game, thrower: i64, farthest: i64 = LONG_BOMB) -> None:
    """Offer every square that a throw up to this band may be aimed at, occupied or not, but no impassable square."""
    origin = i64(game.square[thrower])
    dungeon = game.dungeon
    throwing = game.rules.policies.throwing
    square: i64 = 0
    while square < dungeon.count:
        if game.occupant[square] != BARRED and square != origin:
            band = throwing.band(game, origin, square)
            if band != TOO_FAR and band <= farthest and dungeon.sees(origin, square):
                game.offer(THROW_TO | square << 8)
        square += 1


def offer_walls(game: Game, thrower: i64) -> None:
    """Offer every floor square in range and sight, with each closed orthogonal side of it (O-WALL-01, A-PASS-03)."""
    origin = i64(game.square[thrower])
    square: i64 = 0
    while square < game.dungeon.count:
        if game.occupant[square] != BARRED and in_range(game, origin, square):
            wall: i64 = 0
            while wall < 8:
                if faces_wall(game, square, wall):
                    game.offer(action(THROW_AT_WALL, square, wall))
                wall += 2
        square += 1


def faces_wall(game: Game, square: i64, direction: i64) -> bool:
    """Whether an orthogonal side of a square is a wall or a closed door. The edge of a ledge is no wall, neither from
    above nor from below: things are thrown over it."""
    if game.steps[square * 8 + direction] >= 0:
        return False
    dungeon = game.dungeon
    if not dungeon.has_drops:
        return True
    if dungeon.drops[square * 8 + direction] >= 0:
        return False
    above = dungeon.node_at(i64(dungeon.column[square]) + dx(direction), i64(dungeon.row[square]) + dy(direction))
    return above < 0 or i64(dungeon.drops[above * 8 + opposite(direction)]) != square


def throw_modifier(game: Game, thrower: i64, square: i64, clause: i64, marks_count: bool = True) -> i64:
    """The modifiers of a throw: the band, every opponent that marks the thrower, rooms and skills (O-PASS-04)."""
    origin = i64(game.square[thrower])
    throwing = game.rules.policies.throwing
    modifier = throwing.band_modifier(throwing.band(game, origin, square))
    if marks_count and (clause != clauses.PASS or not game.able(thrower, STEADY_NERVES)):
        modifier -= game.marks_on(i64(game.side_of[thrower]), origin)
    return modifier + test_modifiers(game, thrower, clause, square)


def throw_test(
    game: Game, thrower: i64, square: i64, clause: i64, extra: i64 = 0, marks_count: bool = True
) -> Frame | None:
    """The test of a thrower. None for a player without Passing Ability: it fumbles without a die (O-TEST-05).

    `extra` is a modifier from the caller.
    """
    needed = game.rules.policies.throwing.needed(game, thrower)
    if needed == NO_PASSING:
        return None
    tables = game.rules.tables
    if clause == clauses.THROW_TEAM_MATE and tables.throws.thrown_needed > 0:
        needed = tables.throws.thrown_needed
    aimed = square if clause == clauses.PASS else i64(-1)
    clause = game.rules.policies.throwing.read_as(clause)
    modifier = throw_modifier(game, thrower, square, clause, marks_count) + extra
    return StatTest(thrower, clause, needed, modifier, i64(game.side_of[thrower]), other=aimed)


def fumble(game: Game, thrower: i64, ball: i64) -> i64:
    """The ball bounces from the thrower's square. The turn is over, whichever player catches it (O-PASS-08, O-TO-05).

    A player with Safe Pass keeps the ball, in some editions only if the die was no natural 1. Then only its activation
    is over. The coach is not asked, because no coach would want to drop the ball.
    """
    if game.able(thrower, KEEPS_FUMBLES) and game.rules.policies.throwing.keeps_fumble(game):
        game.tell(events.SKILL_USED, clauses.PASS_ACTION, thrower, KEEPS_FUMBLES)
        if thrower == game.acting:
            game.progress |= FINISHED
        return game.done(0)
    square = i64(game.square[thrower])
    game.put_ball(ball, square)
    game.tell(events.BALL_DROPPED, clauses.TURNOVER_FUMBLE, thrower, ball, square)
    if i64(game.side_of[thrower]) == game.active:
        game.cause_turnover(clauses.TURNOVER_FUMBLE)
    return game.become(ball_chapter.Bounce(ball))


def strike(game: Game, thrower: i64, ball: i64, square: i64) -> i64:
    """A thrown ball stops at an obstacle and takes one random step from there. The turn is over, whichever player
    catches it (A-OBST-04, A-OBST-05). The frame of the throw calls this and returns its signal."""
    if game.carrier(ball) == thrower:
        game.put_ball(ball, i64(game.square[thrower]))
    move_ball(game, ball, square, clauses.OBSTACLE)
    if i64(game.side_of[thrower]) == game.active:
        game.cause_turnover(clauses.TURNOVER_OBSTACLE)
    return game.call(ball_chapter.Bounce(ball, clauses.SCATTER))


def judge(game: Game, thrower: i64, ball: i64, cause: i64) -> None:
    """The ball has stopped. If the thrower's side does not hold it, the turn is over (O-PASS-10, O-TO-06).

    A side that throws in another side's turn has no turn to lose.
    """
    if i64(game.side_of[thrower]) != game.active:
        return
    carrier = game.carrier(ball)
    if carrier < 0 or game.side_of[carrier] != game.side_of[thrower]:
        game.cause_turnover(cause)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Pass(Frame):
    """A throw to a square: target, test, landing square, interference, landing (O-PASS-09).

    While the other coaches decide, the ball is in the square where it would land. Where they decide before the test
    (S-BASE-07), the thrower still holds it, and `interceptor` is the player that they named. That player tries before
    the test too, unless the ball must cross a portal on its way there (S-TPASS-02 to -04). `crossed` is the number of
    the last portal that the ball has crossed, and before that the square of the last obstacle.

    A `hurried` pass is a Quick pass and never thrown at a wall. An `unhindered` pass ignores marks and everything on
    its way, and needs no sight. The result is QUICK_PASS when a Quick pass is over.
    """

    def __init__(
        self,
        piece: i64,
        stage: i64 = AIMING,
        target: i64 = -1,
        ball: i64 = -1,
        outcome: i64 = ACCURATE,
        hurried: bool = False,
        quick: bool = False,
        interceptor: i64 = -1,
        crossed: i64 = -1,
        unhindered: bool = False,
    ) -> None:
        self.piece = piece
        self.stage = stage
        self.target = target
        self.ball = ball
        self.outcome = outcome
        self.hurried = hurried
        self.quick = quick
        self.interceptor = interceptor
        self.crossed = crossed
        self.unhindered = unhindered

    def copy(self) -> Frame:
        return Pass(
            self.piece,
            self.stage,
            self.target,
            self.ball,
            self.outcome,
            self.hurried,
            self.quick,
            self.interceptor,
            self.crossed,
            self.unhindered,
        )

    def begin(self, game: Game) -> i64:
        self.ball = throwable_ball(game, self.piece)
        if game.balls_of(self.piece) > 1:
            self.stage = PICKING
            game.offers = 0
            self.options(game)
            return game.ask_or_take(self, i64(game.side_of[self.piece]))
        return self.aim(game)

    def aim(self, game: Game) -> i64:
        if self.target >= 0:
            return self.chosen(game, action(THROW_TO, self.target))
        game.offers = 0
        self.options(game)
        if game.offers == 0:  # there is no target in range
            return game.done(0)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        if self.stage == PICKING:
            offer_balls(game, self.piece, True)
            return
        offer_targets(game, self.piece, QUICK if self.hurried else LONG_BOMB)
        if not self.hurried:
            game.rules.policies.walls.offers(game, self.piece)

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == CHOOSE_BALL:
            self.ball = first_of(action)
            self.stage = AIMING
            return self.aim(game)
        self.target = first_of(action)
        if kind_of(action) == THROW_AT_WALL:
            wall = second_of(action)
            return game.become(game.rules.policies.walls.frame(game, self.piece, self.target, wall, self.ball))
        self.quick = is_quick(game, i64(game.square[self.piece]), self.target)
        game.tell(events.BALL_THROWN, clauses.PASS_ACTION, self.piece, self.ball, self.target)
        if game.rules.heard[THROW_AIMED]:
            self.stage = WATCHED
            return game.call(Moment(THROW_AIMED, self.piece, self.target))
        return self.prepare(game)

    def prepare(self, game: Game) -> i64:
        if game.rules.policies.throwing.interference_first() and not self.unhindered:
            self.stage = NAMING
            return game.call(Interference(self.piece, self.ball, ACCURATE, target=self.target, naming=True))
        return self.balance(game)

    def named(self, game: Game, interceptor: i64) -> i64:
        """A named player that stands before the first portal and obstacle tries at once; otherwise it tries when the
        ball comes by."""
        self.interceptor = interceptor
        if interceptor < 0 or is_before(game, self.next_crossing(game), self.origin(game), self.way_off(game)):
            return self.balance(game)
        if next_obstacle(game, self.origin(game), self.target, -1) >= 0:
            return self.balance(game)
        self.stage = EARLY
        return self.interfere(game)

    def interfere(self, game: Game) -> i64:
        piece = self.interceptor
        self.interceptor = -1
        return game.call(Interference(self.piece, self.ball, self.outcome, piece=piece, target=self.target))

    def origin(self, game: Game) -> i64:
        return i64(game.square[self.piece])

    def way_off(self, game: Game) -> i64:
        return i64(game.square[self.interceptor])

    def next_crossing(self, game: Game) -> i64:
        if not game.rules.policies.throwing.portals_catch_passes():
            return -1
        return next_crossing(game, self.origin(game), self.target, self.crossed)

    def balance(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.PASS))
        return self.test(game)

    def test(self, game: Game) -> i64:
        self.stage = TESTING
        extra = ball_modifiers(game, self.piece, self.ball, clauses.PASS)
        test = throw_test(game, self.piece, self.target, clauses.PASS, extra, not self.unhindered)
        if test is None:
            return fumble(game, self.piece, self.ball)
        return game.call(test)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == WATCHED:
            if result != 0 or not self.may_still_throw(game):
                return game.done(0)
            return self.prepare(game)
        if self.stage == NAMING:
            return self.named(game, result - 1)
        if self.stage == BALANCING:
            return self.test(game) if result == 0 else game.done(0)
        if self.stage == TESTING:
            return self.fly(game, game.rules.policies.throwing.outcome(game, self.piece, result == PASSED))
        if self.stage == FLYING:
            return self.meet(game, result & REBOUNDED != 0)
        if self.stage == INTERFERENCE or self.stage == EARLY or self.stage == CROSSING:
            if result != UNTOUCHED:
                judge(game, self.piece, self.ball, clauses.TURNOVER_INTERFERENCE)
                return self.over(game)
            if self.stage == EARLY:
                return self.balance(game)
            return self.land(game, self.outcome) if self.stage == INTERFERENCE else self.cross(game)
        judge(game, self.piece, self.ball, clauses.TURNOVER_LOOSE_BALL)
        return self.over(game)

    def may_still_throw(self, game: Game) -> bool:
        if self.unhindered:
            return game.is_standing(self.piece) and game.carrier(self.ball) == self.piece
        return may_still_throw(game, self.piece, self.ball, self.target)

    def over(self, game: Game) -> i64:
        return game.done(QUICK_PASS if self.quick else 0)

    def fly(self, game: Game, outcome: i64) -> i64:
        """Work out where the ball would come down (O-PASS-05 to O-PASS-08)."""
        self.outcome = outcome
        if outcome == FUMBLED:
            return fumble(game, self.piece, self.ball)
        if self.unhindered:
            return self.go_wide(game)
        if game.rules.tables.throws.obstacles_stop:
            return self.clear(game)
        return self.cross(game) if game.rules.policies.throwing.portals_catch_passes() else self.go_wide(game)

    def clear(self, game: Game) -> i64:
        """A die for every obstacle on the way; then players may interfere (A-OBST-04, A-OBST-06)."""
        self.stage = CLEARING
        obstacle = next_obstacle(game, self.origin(game), self.target, self.crossed)
        if obstacle < 0:
            self.crossed = -1
            return self.cross(game)
        self.crossed = obstacle
        return game.roll(1, D6, clauses.OBSTACLE, i64(game.side_of[self.piece]))

    def cross(self, game: Game) -> i64:
        """A die for every portal on the way, in the order of the flight (S-TPASS-03)."""
        self.stage = CROSSING
        crossing = self.next_crossing(game)
        if self.interceptor >= 0 and not is_before(game, crossing, self.origin(game), self.way_off(game)):
            return self.interfere(game)
        if crossing < 0:
            return self.go_wide(game)
        self.crossed = crossing
        return game.roll(1, D6, clauses.CROSSING, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.stage == CLEARING:
            if die(dice, 0) != STRIKES:
                return self.clear(game)
            self.stage = GOING_ASTRAY
            return strike(game, self.piece, self.ball, self.crossed)
        if die(dice, 0) != VANISHES:
            return self.cross(game)
        self.stage = GOING_ASTRAY
        game.put_ball(self.ball, self.origin(game))
        move_ball(game, self.ball, crossing_square(game, self.crossed), clauses.CROSSING)
        return game.call(ball_chapter.Land(self.ball, BOUNCED))

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """The ball has struck an obstacle, or is lost in a portal."""
        return self.piece if die(dice, 0) == (STRIKES if self.stage == CLEARING else VANISHES) else i64(-1)

    def go_wide(self, game: Game) -> i64:
        outcome = self.outcome
        start = self.origin(game) if outcome == WILDLY_INACCURATE else self.target
        game.put_ball(self.ball, start)
        if outcome == ACCURATE:
            return self.meet(game, False)
        self.stage = FLYING
        return game.call(game.rules.policies.throwing.off_target(game, self.ball, outcome, self.piece))

    def meet(self, game: Game, rebounded: bool) -> i64:
        if game.rules.policies.throwing.interference_first() or self.unhindered:
            return self.land(game, BOUNCED if rebounded else self.outcome)
        self.stage = INTERFERENCE
        return game.call(Interference(self.piece, self.ball, self.outcome))

    def land(self, game: Game, how: i64) -> i64:
        self.stage = LANDING
        return game.call(ball_chapter.Land(self.ball, how, self.piece))


def may_still_throw(game: Game, piece: i64, ball: i64, square: i64) -> bool:
    """Whether a thrower still stands, holds the ball and is in range of its target."""
    if game.square[piece] < 0 or not game.is_standing(piece) or game.carrier(ball) != piece:
        return False
    return in_range(game, i64(game.square[piece]), square)
