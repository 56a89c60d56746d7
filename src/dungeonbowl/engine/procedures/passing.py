"""Passing the ball, and the players who stand in its way (O-PASS, O-INT)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.sight import under_ruler
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import KEEPS_FUMBLES, NO_HANDS, STEADY_NERVES
from dungeonbowl.engine.actions import DECLINE, INTERFERE, THROW_AT_WALL, THROW_TO, action, first_of, second_of
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import BARRED, FINISHED, Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BALL_GAINED, THROW_AIMED
from dungeonbowl.engine.procedures import ball as ball_chapter
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.setup import NO_PASSING

# How good a throw was. The first three say also how the ball comes down (`ball.py`).
ACCURATE: Final[i64] = 0
INACCURATE: Final[i64] = 1
WILDLY_INACCURATE: Final[i64] = 2
FUMBLED: Final[i64] = 3

TOO_FAR: Final[i64] = -99

# Stages of a pass.
AIMING: Final[i64] = 0
BALANCING: Final[i64] = 1
TESTING: Final[i64] = 2
FLYING: Final[i64] = 3
INTERFERENCE: Final[i64] = 4
LANDING: Final[i64] = 5
WATCHED: Final[i64] = 9  # others may move before the ball does

QUICK_PASS: Final[i64] = 64  # the result of a pass over a short way, whatever became of the ball

# Stages of an interference, besides BALANCING, TESTING and LANDING.
ASKING: Final[i64] = 0
CATCHING: Final[i64] = 6
GAINING: Final[i64] = 7
SCATTERING: Final[i64] = 8

# What an interference came to.
UNTOUCHED: Final[i64] = 0
DEFLECTED: Final[i64] = 1
INTERCEPTED: Final[i64] = 2


def in_range(game: Game, origin: i64, square: i64) -> bool:
    """Whether a throw from one square may be aimed at another: in range, in sight, not its own (O-PASS-02, -03)."""
    dungeon = game.dungeon
    if origin == square or game.rules.throwing.band_modifier(game, dungeon.range_squared(origin, square)) == TOO_FAR:
        return False
    return dungeon.sees(origin, square)


def is_quick(game: Game, origin: i64, square: i64) -> bool:
    """Whether a pass from one square to another is a quick one."""
    return game.dungeon.range_squared(origin, square) <= game.rules.tables.quick


def offer_targets(game: Game, thrower: i64, quick: bool = False) -> None:
    """Every square a throw may be aimed at, whoever is in it; never an impassable one."""
    origin = i64(game.square[thrower])
    square: i64 = 0
    while square < game.dungeon.count:
        if game.occupant[square] != BARRED and in_range(game, origin, square):
            if not quick or is_quick(game, origin, square):
                game.offer(THROW_TO | square << 8)
        square += 1


def throw_modifier(game: Game, thrower: i64, square: i64, clause: i64) -> i64:
    """The band, every opponent marking the thrower, and what rooms and skills add (O-PASS-04)."""
    origin = i64(game.square[thrower])
    modifier = game.rules.throwing.band_modifier(game, game.dungeon.range_squared(origin, square))
    if clause != clauses.PASS or not game.able(thrower, STEADY_NERVES):
        modifier -= game.marks_on(i64(game.side_of[thrower]), origin)
    return modifier + test_modifiers(game, thrower, clause, -1)


def throw_test(game: Game, thrower: i64, square: i64, clause: i64, extra: i64 = 0) -> Frame | None:
    """The Passing Ability test, or None for a player that has none: it fumbles without a die (O-TEST-05).

    `extra` is a modifier that the caller knows of.
    """
    needed = i64(game.squads.passing[thrower])
    if needed == NO_PASSING:
        return None
    modifier = throw_modifier(game, thrower, square, clause) + extra
    return StatTest(thrower, clause, needed, modifier, i64(game.side_of[thrower]))


def fumble(game: Game, thrower: i64, ball: i64) -> i64:
    """The ball bounces from the passer's square and the turn is over, whoever catches it (O-PASS-08, O-TO-05).

    A safe passer keeps the ball: nothing but its activation is over. (Nobody would rather drop it.)
    """
    if game.able(thrower, KEEPS_FUMBLES):
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


def judge(game: Game, thrower: i64, ball: i64, cause: i64) -> None:
    """The ball has stopped: unless the thrower's side holds it, the turn is over (O-PASS-10, O-TO-06).

    A side that throws in the turn of another has no turn to lose.
    """
    if i64(game.side_of[thrower]) != game.active:
        return
    carrier = game.carrier(ball)
    if carrier < 0 or game.side_of[carrier] != game.side_of[thrower]:
        game.cause_turnover(cause)


@final
class Pass(Frame):
    """A throw to a square: target, test, landing square, interference, landing (O-PASS-09).

    The ball sits where it would land while the other coaches think about it. `hurried` passes are quick ones and never
    thrown at a wall. The result is QUICK_PASS when a throw over a short way is over and done with.
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
    ) -> None:
        self.piece = piece
        self.stage = stage
        self.target = target
        self.ball = ball
        self.outcome = outcome
        self.hurried = hurried
        self.quick = quick

    def copy(self) -> Frame:
        return Pass(self.piece, self.stage, self.target, self.ball, self.outcome, self.hurried, self.quick)

    def args(self) -> list[object]:
        return [self.piece, self.stage, self.target, self.ball, self.outcome, self.hurried, self.quick]

    def begin(self, game: Game) -> i64:
        self.ball = game.ball_of(self.piece)
        game.offers = 0
        self.options(game)
        if game.offers == 0:  # walled in: there is nothing to aim at
            return game.done(0)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        offer_targets(game, self.piece, self.hurried)
        if not self.hurried:
            game.rules.throwing.offers_walls(game, self.piece)

    def chosen(self, game: Game, action: i64) -> i64:
        self.target = first_of(action)
        if action & 0xFF == THROW_AT_WALL:
            frame = game.rules.throwing.wall_frame(game, self.piece, self.target, second_of(action))
            return game.become(frame)
        self.quick = is_quick(game, i64(game.square[self.piece]), self.target)
        game.tell(events.BALL_THROWN, clauses.PASS_ACTION, self.piece, self.ball, self.target)
        if game.rules.heard[THROW_AIMED]:
            self.stage = WATCHED
            return game.call(Moment(THROW_AIMED, self.piece, self.target))
        return self.balance(game)

    def balance(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.PASS))
        return self.test(game)

    def test(self, game: Game) -> i64:
        self.stage = TESTING
        test = throw_test(game, self.piece, self.target, clauses.PASS)
        if test is None:
            return fumble(game, self.piece, self.ball)
        return game.call(test)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == WATCHED:
            return self.balance(game) if may_still_throw(game, self.piece, self.ball, self.target) else game.done(0)
        if self.stage == BALANCING:
            return self.test(game) if result == 0 else game.done(0)
        if self.stage == TESTING:
            return self.fly(game, game.rules.throwing.outcome(game, self.piece, result == PASSED))
        if self.stage == FLYING:
            return self.meet(game)
        if self.stage == INTERFERENCE:
            if result != UNTOUCHED:
                judge(game, self.piece, self.ball, clauses.TURNOVER_INTERFERENCE)
                return self.over(game)
            self.stage = LANDING
            return game.call(ball_chapter.Land(self.ball, self.outcome, self.piece))
        judge(game, self.piece, self.ball, clauses.TURNOVER_LOOSE_BALL)
        return self.over(game)

    def over(self, game: Game) -> i64:
        return game.done(QUICK_PASS if self.quick else 0)

    def fly(self, game: Game, outcome: i64) -> i64:
        """Work out where the ball would come down (O-PASS-05 to O-PASS-08)."""
        self.outcome = outcome
        if outcome == FUMBLED:
            return fumble(game, self.piece, self.ball)
        start = i64(game.square[self.piece]) if outcome == WILDLY_INACCURATE else self.target
        game.put_ball(self.ball, start)
        if outcome == ACCURATE:
            return self.meet(game)
        self.stage = FLYING
        return game.call(game.rules.throwing.off_target(game, self.ball, outcome))

    def meet(self, game: Game) -> i64:
        self.stage = INTERFERENCE
        return game.call(Interference(self.piece, self.ball, self.outcome))


@final
class Interference(Frame):
    """Another side may send one player between the thrower and the square where the ball is going (O-INT).

    The sides are asked in turn order; the first that picks a player has used the one attempt there is. The result is
    UNTOUCHED when the ball flies on, otherwise the ball has been dealt with.
    """

    def __init__(
        self,
        thrower: i64,
        ball: i64,
        outcome: i64,
        side: i64 = -1,
        piece: i64 = -1,
        stage: i64 = ASKING,
    ) -> None:
        self.thrower = thrower
        self.ball = ball
        self.outcome = outcome
        self.side = side
        self.piece = piece
        self.stage = stage

    def copy(self) -> Frame:
        return Interference(self.thrower, self.ball, self.outcome, self.side, self.piece, self.stage)

    def args(self) -> list[object]:
        return [self.thrower, self.ball, self.outcome, self.side, self.piece, self.stage]

    def begin(self, game: Game) -> i64:
        self.side = i64(game.side_of[self.thrower])
        return self.next_side(game)

    def next_side(self, game: Game) -> i64:
        while True:
            self.side = game.opponent(self.side)
            if self.side == i64(game.side_of[self.thrower]):
                return game.done(UNTOUCHED)
            piece = game.first_piece(self.side)
            while piece < game.last_piece(self.side):
                if may_interfere(game, piece, self.thrower, self.ball):
                    return game.ask(self.side)
                piece += 1

    def options(self, game: Game) -> None:
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if may_interfere(game, piece, self.thrower, self.ball):
                game.offer(action(INTERFERE, piece))
            piece += 1
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if action & 0xFF == DECLINE:
            return self.next_side(game)
        self.piece = first_of(action)
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.INTERFERE))
        return self.test(game)

    def test(self, game: Game) -> i64:
        self.stage = TESTING
        piece = self.piece
        modifier = game.rules.throwing.interference_modifier(game, piece, self.outcome)
        modifier += test_modifiers(game, piece, clauses.INTERFERE, self.thrower)
        needed = i64(game.squads.agility[piece])
        return game.call(StatTest(piece, clauses.INTERFERE, needed, modifier, self.side))

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == BALANCING:
            return self.test(game) if result == 0 else game.done(UNTOUCHED)
        if stage == TESTING:
            return game.done(UNTOUCHED) if result == FAILED else self.deflect(game)
        if stage == CATCHING:
            return self.intercept(game) if result == PASSED else self.miss(game)
        if stage == SCATTERING:
            self.stage = LANDING
            return game.call(ball_chapter.Land(self.ball, ball_chapter.SCATTERED, self.thrower))
        return game.done(INTERCEPTED if stage == GAINING else DEFLECTED)

    def deflect(self, game: Game) -> i64:
        """The throw ends here, and the player must try to catch the ball (O-INT-05)."""
        piece = self.piece
        game.tell(events.INTERFERED, clauses.INTERFERE, piece)
        ball_chapter.move_ball(game, self.ball, i64(game.square[piece]), clauses.INTERFERE)
        self.stage = CATCHING
        return game.call(ball_chapter.catch_test(game, piece, ball_chapter.BOUNCED, self.thrower, 0))

    def intercept(self, game: Game) -> i64:
        piece = self.piece
        game.hold(piece, self.ball)
        game.tell(events.BALL_CAUGHT, clauses.INTERCEPT, piece, self.ball)
        game.award(piece, game.rules.tables.points_interception, clauses.INTERCEPT)
        ball_chapter.check_touchdown(game, piece)
        self.stage = GAINING
        if game.rules.heard[BALL_GAINED]:
            return game.call(Moment(BALL_GAINED, piece, self.ball))
        return game.done(INTERCEPTED)

    def miss(self, game: Game) -> i64:
        """Deflected but not caught: the ball scatters from that player's square and lands like any other."""
        game.award(self.piece, game.rules.tables.points_deflection, clauses.INTERFERE)
        self.stage = SCATTERING
        return game.call(ball_chapter.Scatter(self.ball))


def may_still_throw(game: Game, piece: i64, ball: i64, square: i64) -> bool:
    """Whether a thrower is still on its feet, with the ball, in range of what it has aimed at."""
    if game.square[piece] < 0 or not game.is_standing(piece) or game.carrier(ball) != piece:
        return False
    return in_range(game, i64(game.square[piece]), square)


def may_interfere(game: Game, piece: i64, thrower: i64, ball: i64) -> bool:
    """On its feet with its zone and with hands, under the ruler, and with sight of the thrower (O-INT-01 to -03)."""
    square = i64(game.square[piece])
    if square < 0 or not game.has_zone(piece) or game.can(piece, NO_HANDS):
        return False
    origin = i64(game.square[thrower])
    return under_ruler(game.dungeon, origin, i64(game.balls[ball]), square) and game.dungeon.sees(square, origin)
