"""Coming into a square in Astrogranite: the square first, the ball last (A-DEF-15)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ENTERED_SQUARE
from dungeonbowl.engine.policies import Arrivals
from dungeonbowl.engine.procedures.ball.bounce import check_touchdown
from dungeonbowl.engine.procedures.harm.down import blame_roll, one_down, victim, with_owed
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import (
    BALL,
    ENTERING,
    FALLEN,
    FALLING,
    LEFT_TO_CALLER,
    SCORING,
    TOKEN,
    Arrive,
    token_effect,
)
from dungeonbowl.engine.statuses import OWES_FALL


@final
class SquaresFirst(Arrivals):
    """What the square does, its teleporter, the fall that the way there has ended in, and then the ball where the
    player is by then. A player that is gone has still failed the roll that brought it there."""

    def go_on(self, game: Game, frame: Arrive) -> i64:
        piece = frame.piece
        if frame.stage == BALL:
            frame.stage = ENTERING
        if game.square[piece] < 0:
            if frame.pending > 0:
                blame_roll(game, frame.pending)
            return game.done(0)
        if frame.stage == ENTERING:
            frame.stage = TOKEN
            if game.rules.heard[ENTERED_SQUARE]:
                return game.call(Moment(ENTERED_SQUARE, piece, frame.how()))
        if frame.stage == TOKEN:
            frame.stage = FALLING
            effect = token_effect(game, piece, frame.own_move)
            if effect is not None:
                return game.call(effect)
        if frame.stage == FALLING:
            frame.stage = SCORING
            if game.conditions[piece] & OWES_FALL != 0 and frame.pending != LEFT_TO_CALLER:
                frame.pending = with_owed(game, piece, frame.pending)
            if frame.pending != 0:
                if frame.pending == LEFT_TO_CALLER or not game.is_standing(piece):
                    return game.done(0)
                down = one_down(frame.pending)
                frame.pending = 0
                frame.stage = FALLEN
                return game.call(down)
            if game.ball_on(i64(game.square[piece])) >= 0:
                return frame.meet_ball(game)
        if frame.stage == FALLEN:
            frame.stage = SCORING
            if game.is_standing(piece) and game.ball_on(i64(game.square[piece])) >= 0:  # it has kept its feet
                return frame.meet_ball(game)
        check_touchdown(game, piece)
        return game.done(0)

    def returned(self, game: Game, frame: Arrive, result: i64) -> i64:
        if frame.stage == TOKEN and result != 0:  # the square has dealt with it, but not with the fall
            frame.stage = FALLING
        return self.go_on(game, frame)

    def fall(self, game: Game, piece: i64, cause: i64, source: i64, own_move: bool) -> Frame:
        return Arrive(piece, False, own_move, pending=victim(piece, cause, 0, source))

    def crash(self, game: Game, piece: i64, cause: i64, bonus: i64, broken: bool) -> Frame:
        return Arrive(piece, False, False, pending=victim(piece, cause, bonus))

    def after_fall(self, game: Game, piece: i64) -> Frame | None:
        """It has met the teleporter before it fell."""
        return None

    def squares_first(self) -> bool:
        return True

    def follow_up_is_move(self) -> bool:
        """(A-TELE-09)"""
        return True
