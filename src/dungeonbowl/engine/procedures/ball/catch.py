"""A ball in the square of a player: the catch and the pick-up, and their tests (O-CATCH, O-MOVE-17)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BIG_HANDED, DIVES_FOR_CATCHES, NO_HANDS, STEADY_NERVES
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BALL_GAINED
from dungeonbowl.engine.procedures.ball import bounce as bounce_chapter
from dungeonbowl.engine.procedures.ball.balls import (
    ACCURATE,
    HANDED,
    ball_modifiers,
    check_touchdown,
    is_ball_barred,
)
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers

# Stages of a catch and of a pick-up.
BALANCING: Final[i64] = 0
TESTING: Final[i64] = 1
GAINING: Final[i64] = 2


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Catch(Frame):
    """A player in the ball's square must try to catch it. If it fails, the ball bounces (O-CATCH)."""

    def __init__(self, piece: i64, ball: i64, how: i64, thrower: i64, extra: i64 = 0, stage: i64 = BALANCING) -> None:
        self.piece = piece
        self.ball = ball
        self.how = how
        self.thrower = thrower
        self.extra = extra  # a modifier from the caller
        self.stage = stage

    def copy(self) -> Frame:
        return Catch(self.piece, self.ball, self.how, self.thrower, self.extra, self.stage)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.CATCH))
        return self.attempt(game)

    def attempt(self, game: Game) -> i64:
        if is_ball_barred(game, self.piece, self.ball):
            return game.become(bounce_chapter.Bounce(self.ball))
        self.stage = TESTING
        extra = self.extra + ball_modifiers(game, self.piece, self.ball, clauses.CATCH)
        return game.call(catch_test(game, self.piece, self.how, self.thrower, extra, self.ball))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BALANCING:
            return self.attempt(game) if result == 0 else game.become(bounce_chapter.Bounce(self.ball))
        if self.stage == GAINING:
            return game.done(PASSED)
        if result == FAILED:
            return game.become(bounce_chapter.Bounce(self.ball))
        return self.caught(game)

    def caught(self, game: Game) -> i64:
        """The player holds the ball at once. That may be a touchdown (O-CATCH-04)."""
        game.hold(self.piece, self.ball)
        game.tell(events.BALL_CAUGHT, clauses.CATCH, self.piece, self.ball)
        if self.how == ACCURATE and self.thrower >= 0:
            # on target and caught by the team-mate there: a completion, worth something to the thrower (O-SPP-01)
            if game.side_of[self.thrower] == game.side_of[self.piece]:
                if game.rules.policies.throwing.is_completion(game, self.thrower):
                    game.award(self.thrower, game.rules.tables.experience.completion, clauses.PASS_ACTION)
        check_touchdown(game, self.piece)
        self.stage = GAINING
        if game.rules.heard[BALL_GAINED]:
            return game.call(Moment(BALL_GAINED, self.piece, self.ball, clauses.CATCH))
        return game.done(PASSED)


def catch_test(game: Game, piece: i64, how: i64, thrower: i64, extra: i64, ball: i64 = -1) -> Frame:
    """The test of a catch: an Agility test, with penalties for a loose ball and for every opponent that marks the
    player.

    `ball` is -1 if the thing is not a ball. `extra` is a modifier from the caller."""
    tables = game.rules.tables
    side = i64(game.side_of[piece])
    modifier = tables.balls.catch_modifier if how == ACCURATE or how == HANDED else tables.balls.loose_catch_modifier
    if how == ACCURATE and thrower >= 0 and game.able(piece, DIVES_FOR_CATCHES):
        modifier += 1
    if not game.able(piece, STEADY_NERVES):
        modifier -= game.marks_on(side, i64(game.square[piece]))
    modifier += extra
    modifier += test_modifiers(game, piece, clauses.CATCH, thrower)
    passer = thrower if ball >= 0 and how != HANDED else i64(-1)
    return StatTest(piece, clauses.CATCH, i64(game.squads.agility[piece]), modifier, side, other=passer)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class PickUp(Frame):
    """A player that chose to enter the ball's square must try to pick it up (O-MOVE-17, O-MOVE-18).

    `unhindered`: opponents that mark the square do not count, for example because the player picks the ball up from
    afar."""

    def __init__(self, piece: i64, ball: i64, stage: i64 = BALANCING, unhindered: bool = False) -> None:
        self.piece = piece
        self.ball = ball
        self.stage = stage
        self.unhindered = unhindered

    def copy(self) -> Frame:
        return PickUp(self.piece, self.ball, self.stage, self.unhindered)

    def begin(self, game: Game) -> i64:
        if not game.has_free_hands(self.piece) and not game.can(self.piece, NO_HANDS):
            return game.become(bounce_chapter.Bounce(self.ball, clauses.HANDS_FULL))  # no turnover (A-MULTI-12)
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.PICK_UP))
        return self.attempt(game)

    def attempt(self, game: Game) -> i64:
        if game.can(self.piece, NO_HANDS) or is_ball_barred(game, self.piece, self.ball):
            return self.missed(game)
        self.stage = TESTING
        extra = ball_modifiers(game, self.piece, self.ball, clauses.PICK_UP)
        return game.call(pick_up_test(game, self.piece, i64(game.balls[self.ball]), extra, not self.unhindered))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BALANCING:
            return self.attempt(game) if result == 0 else self.missed(game)
        if self.stage == GAINING:
            return game.done(PASSED)
        if result == FAILED:
            return self.missed(game)
        game.hold(self.piece, self.ball)
        game.tell(events.BALL_PICKED_UP, clauses.PICK_UP, self.piece, self.ball)
        self.stage = GAINING
        if game.rules.heard[BALL_GAINED]:
            return game.call(Moment(BALL_GAINED, self.piece, self.ball, clauses.PICK_UP))
        return game.done(PASSED)

    def missed(self, game: Game) -> i64:
        """The ball bounces and the turn is over, even if a team-mate then catches it (O-TO-04)."""
        if i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_PICK_UP)
        return game.become(bounce_chapter.Bounce(self.ball))


def pick_up_test(game: Game, piece: i64, square: i64, extra: i64 = 0, marks_count: bool = True) -> StatTest:
    """An Agility test, with a penalty for every opponent that marks the square. `extra` is a modifier from the
    caller."""
    side = i64(game.side_of[piece])
    modifier = game.rules.tables.balls.pick_up_modifier + extra
    if marks_count and not game.able(piece, BIG_HANDED):
        modifier -= game.marks_on(side, square)
    modifier += test_modifiers(game, piece, clauses.PICK_UP, -1)
    return StatTest(piece, clauses.PICK_UP, i64(game.squads.agility[piece]), modifier, side)


def is_opposed(game: Game, piece: i64) -> bool:
    """Whether a player of another side is standing in the dungeon."""
    other: i64 = 0
    while other < game.squads.count:
        if game.square[other] >= 0 and game.is_standing(other):
            side = i64(game.side_of[other])
            if side < game.squads.sides and side != i64(game.side_of[piece]):
                return True
        other += 1
    return False
