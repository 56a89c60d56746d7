"""Small questions about balls: how they come down, which players may hold or throw them, which is lost first, the
touchdown."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import events
from dungeonbowl.engine.actions import CHOOSE_BALL, action
from dungeonbowl.engine.game import Game

# How a ball comes down. This decides the catch modifier and whether it bounces from an empty square.
ACCURATE: Final[i64] = 0  # a pass on target
SCATTERED: Final[i64] = 1
DEVIATED: Final[i64] = 2
BOUNCED: Final[i64] = 3  # also rebounds, single scatter steps and teleported balls
HANDED: Final[i64] = 4  # handed over: caught like an accurate pass, but never a completion


def move_ball(game: Game, ball: i64, square: i64, clause: i64) -> None:
    game.tell(events.BALL_MOVED, clause, ball, i64(game.balls[ball]), square)
    game.put_ball(ball, square)


def another_ball(game: Game, ball: i64, square: i64) -> bool:
    """Whether a second ball already lies on this square."""
    other: i64 = 0
    while other < len(game.balls):
        if other != ball and i64(game.balls[other]) == square:
            return True
        other += 1
    return False


def ball_modifiers(game: Game, piece: i64, ball: i64, clause: i64) -> i64:
    """The modifier that the kind of a ball gives to a test for it."""
    result: i64 = 0
    for module in game.rules.ball_modifiers:
        result += module.ball_modifier(game, piece, ball, clause)
    return result


def is_ball_barred(game: Game, piece: i64, ball: i64) -> bool:
    """Whether a player can never hold this ball."""
    for module in game.rules.ball_bars:
        if module.bars_ball(game, piece, ball):
            return True
    return False


def is_throw_barred(game: Game, piece: i64, ball: i64) -> bool:
    """Whether a player cannot throw this ball."""
    for module in game.rules.throw_bars:
        if module.bars_throw(game, piece, ball):
            return True
    return False


def throwable_ball(game: Game, piece: i64) -> i64:
    """The first ball that a player holds and can throw, or -1."""
    ball = game.ball_of(piece)
    if ball < 0 or len(game.rules.throw_bars) == 0:
        return ball
    while ball < len(game.balls):
        if game.carrier(ball) == piece and not is_throw_barred(game, piece, ball):
            return ball
        ball += 1
    return -1


def offer_balls(game: Game, piece: i64, throwing: bool) -> None:
    """Offer each ball that a player holds, or only those that it can throw."""
    ball: i64 = 0
    while ball < len(game.balls):
        if game.carrier(ball) == piece and not (throwing and is_throw_barred(game, piece, ball)):
            game.offer(action(CHOOSE_BALL, ball))
        ball += 1


def drop_rank(game: Game, ball: i64) -> i64:
    """If a player loses several balls, the ball with the lowest rank bounces first."""
    rank: i64 = 0
    for module in game.rules.drop_ranks:
        rank += module.drop_rank(game, ball)
    return rank


def first_lost(game: Game, square: i64) -> i64:
    """The loose ball on a square that bounces first, or -1."""
    found = game.ball_on(square)
    if found < 0 or len(game.rules.drop_ranks) == 0:
        return found
    ball = found + 1
    while ball < len(game.balls):
        if i64(game.balls[ball]) == square and drop_rank(game, ball) < drop_rank(game, found):
            found = ball
        ball += 1
    return found


def check_touchdown(game: Game, piece: i64) -> bool:
    """Score if this piece is where it scores (O-TD-01, O-TD-02). Returns whether that has ended the match or the
    drive."""
    if not game.is_standing(piece) or game.square[piece] < 0 or game.ball_of(piece) < 0 or game.halted:
        return False
    if not game.rules.policies.scoring.counts(game, piece):
        return False
    game.rules.policies.scoring.reached(game, piece)
    return game.over or game.drive_ending != 0
