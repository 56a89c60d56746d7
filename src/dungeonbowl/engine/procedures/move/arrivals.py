"""The usual order of what happens when a player comes into a square: the ball first (O-MOVE-02)."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ENTERED_SQUARE
from dungeonbowl.engine.policies import Arrivals
from dungeonbowl.engine.procedures.ball.balls import check_touchdown
from dungeonbowl.engine.procedures.harm.down import GoDown, fall
from dungeonbowl.engine.procedures.harm.victim import wounded
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import (
    ARRIVED,
    COMING,
    ENTERING,
    MEETING_BALL,
    SCORING,
    Arrive,
    token_effect,
)


class BallsFirst(Arrivals):
    """The order: the ball that lies there, the touchdown, the effect of the square, its portal or chest. A player that
    falls on its way goes down first, and then meets the portal or chest."""

    def go_on(self, game: Game, frame: Arrive) -> i64:
        piece = frame.piece
        if game.square[piece] < 0:
            return game.done(0)
        if frame.stage == COMING:
            frame.stage = MEETING_BALL
            if game.ball_on(i64(game.square[piece])) >= 0:
                return frame.meet_ball(game)
        if frame.stage == MEETING_BALL:
            frame.stage = SCORING
            if check_touchdown(game, piece):
                return game.done(0)
        if frame.stage == SCORING:
            frame.stage = ENTERING
            if game.rules.heard[ENTERED_SQUARE]:
                return game.call(Moment(ENTERED_SQUARE, piece, frame.how()))
        if frame.stage == ENTERING:
            frame.stage = ARRIVED
            effect = token_effect(game, piece, frame.own_move)
            if effect is not None:
                return game.become(effect)
        return game.done(0)

    def returned(self, game: Game, frame: Arrive, result: i64) -> i64:
        if frame.stage == ENTERING and result != 0:
            return game.done(0)
        return self.go_on(game, frame)

    def fall(self, game: Game, piece: i64, cause: i64, source: i64, own_move: bool) -> Frame:
        return fall(piece, cause, 0, source, True)

    def crash(self, game: Game, piece: i64, cause: i64, bonus: i64, broken: bool) -> Frame:
        if broken:
            return GoDown([wounded(piece, cause)], -1, mover=piece)
        return fall(piece, cause, bonus, -1, True)

    def after_fall(self, game: Game, piece: i64) -> Frame | None:
        return token_effect(game, piece, False)
