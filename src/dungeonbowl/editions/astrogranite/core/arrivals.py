"""Coming into a square in Astrogranite: the square first, the ball last (A-DEF-15)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ENTERED_SQUARE
from dungeonbowl.engine.policies import Arrivals
from dungeonbowl.engine.procedures.ball.balls import check_touchdown
from dungeonbowl.engine.procedures.harm.down import blame_roll, one_down
from dungeonbowl.engine.procedures.harm.victim import Victim, with_owed
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import (
    COMING,
    ENTERING,
    FALLING,
    MEETING_BALL,
    MEETING_TOKEN,
    SCORING,
    Arrive,
    token_effect,
)
from dungeonbowl.engine.statuses import OWES_FALL


@final
class SquaresFirst(Arrivals):
    """The order: the effect of the square, its teleporter, the fall at the end of the movement, and then the ball where
    the player is by then. A player that has left the dungeon has still failed the roll of its movement."""

    def go_on(self, game: Game, frame: Arrive) -> i64:
        piece = frame.piece
        if frame.stage == COMING:
            frame.stage = SCORING
        if game.square[piece] < 0:
            if frame.pending is not None:
                blame_roll(game, frame.pending)
            return game.done(0)
        if frame.stage == SCORING:
            frame.stage = ENTERING
            if game.rules.heard[ENTERED_SQUARE]:
                return game.call(Moment(ENTERED_SQUARE, piece, frame.how()))
        if frame.stage == ENTERING:
            frame.stage = MEETING_TOKEN
            effect = token_effect(game, piece, frame.own_move)
            if effect is not None:
                return game.call(effect)
        if frame.stage == MEETING_TOKEN:
            frame.stage = MEETING_BALL
            if frame.caller_ends:
                return game.done(0)
            pending = frame.pending
            if game.conditions[piece] & OWES_FALL != 0:
                pending = with_owed(game, pending if pending is not None else Victim(piece, clauses.FELL_OFF))
            frame.pending = None
            if pending is not None:
                if not game.is_standing(piece):
                    return game.done(0)
                frame.stage = FALLING
                return game.call(one_down(pending))
            if game.ball_on(i64(game.square[piece])) >= 0:
                return frame.meet_ball(game)
        if frame.stage == FALLING:
            frame.stage = MEETING_BALL
            if game.is_standing(piece) and game.ball_on(i64(game.square[piece])) >= 0:  # it has not fallen
                return frame.meet_ball(game)
        check_touchdown(game, piece)
        return game.done(0)

    def returned(self, game: Game, frame: Arrive, result: i64) -> i64:
        if frame.stage == ENTERING and result != 0:  # the square has dealt with it, but not with the fall
            frame.stage = MEETING_TOKEN
        return self.go_on(game, frame)

    def fall(self, game: Game, piece: i64, cause: i64, source: i64, own_move: bool) -> Frame:
        return Arrive(piece, False, own_move, pending=Victim(piece, cause, 0, source))

    def crash(self, game: Game, piece: i64, cause: i64, bonus: i64, broken: bool) -> Frame:
        return Arrive(piece, False, False, pending=Victim(piece, cause, bonus))

    def after_fall(self, game: Game, piece: i64) -> Frame | None:
        """The teleporter has taken effect before the fall."""
        return None

    def squares_first(self) -> bool:
        return True

    def follow_up_is_move(self) -> bool:
        """(A-TELE-09)"""
        return True
