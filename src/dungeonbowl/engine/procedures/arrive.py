"""Coming into a square: the ball that lies there, what the square does, the portal, the touchdown."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ENTERED_SQUARE
from dungeonbowl.engine.procedures.ball import Bounce, PickUp, check_touchdown
from dungeonbowl.engine.procedures.moment import Moment

BALL: Final[i64] = 0
SCORING: Final[i64] = 1
ENTERING: Final[i64] = 2
PORTAL: Final[i64] = 3
ARRIVED: Final[i64] = 4


@final
class Arrive(Frame):
    """A player has come into its square with all dice of the movement behind it (O-MOVE-02, last slots).

    `voluntary`: it may, and must, pick up a ball there. `own_move`: a portal then asks for its payment.
    """

    def __init__(self, piece: i64, voluntary: bool, own_move: bool, stage: i64 = BALL) -> None:
        self.piece = piece
        self.voluntary = voluntary
        self.own_move = own_move
        self.stage = stage

    def copy(self) -> Frame:
        return Arrive(self.piece, self.voluntary, self.own_move, self.stage)

    def args(self) -> list[object]:
        return [self.piece, self.voluntary, self.own_move, self.stage]

    def begin(self, game: Game) -> i64:
        piece = self.piece
        if game.square[piece] < 0:
            return game.done(0)
        square = i64(game.square[piece])
        if self.stage == BALL:
            self.stage = SCORING
            ball = game.ball_on(square)
            if ball >= 0:
                if self.voluntary and game.is_standing(piece):
                    return game.call(PickUp(piece, ball))
                return game.call(Bounce(ball))
        if self.stage == SCORING:
            self.stage = ENTERING
            if check_touchdown(game, piece):
                return game.done(0)
        if self.stage == ENTERING:
            self.stage = PORTAL
            if game.rules.heard[ENTERED_SQUARE]:
                return game.call(Moment(ENTERED_SQUARE, piece, 1 if self.voluntary else 0))
        if self.stage == PORTAL:
            self.stage = ARRIVED
            if game.portal_number(square) > 0:
                teleport = game.rules.portals.enters(game, piece, self.own_move)
                if teleport is not None:
                    return game.become(teleport)
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == PORTAL and result != 0:
            return game.done(0)
        return self.begin(game)
