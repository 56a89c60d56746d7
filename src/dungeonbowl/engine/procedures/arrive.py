"""Coming into a square: the ball that lies there, the touchdown, what the square does, its portal or chest."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import CHEST_TOKEN, NO_TOKEN, Game
from dungeonbowl.engine.moments import ENTERED_SQUARE
from dungeonbowl.engine.procedures.ball import Bounce, PickUp, check_touchdown
from dungeonbowl.engine.procedures.moment import Moment

BALL: Final[i64] = 0
SCORING: Final[i64] = 1
ENTERING: Final[i64] = 2
TOKEN: Final[i64] = 3
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
            self.stage = TOKEN
            if game.rules.heard[ENTERED_SQUARE]:
                return game.call(Moment(ENTERED_SQUARE, piece, 1 if self.voluntary else 0))
        if self.stage == TOKEN:
            self.stage = ARRIVED
            effect = token_effect(game, piece, self.own_move)
            if effect is not None:
                return game.become(effect)
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == TOKEN and result != 0:
            return game.done(0)
        return self.begin(game)


def token_effect(game: Game, piece: i64, own_move: bool) -> Frame | None:
    """What the portal or the chest in the square it has come into does to a player, if there is one."""
    square = i64(game.square[piece])
    token = i64(game.token[square])
    if token == NO_TOKEN:
        return None
    if token == CHEST_TOKEN:
        return game.rules.chests.entered(game, piece)
    return game.rules.portals.enters(game, piece, own_move)


def meet_token(game: Game, piece: i64) -> i64:
    """The last words of a fall: the portal or the chest, if the player is still in play and has just come into one."""
    if game.square[piece] >= 0:
        effect = token_effect(game, piece, False)
        if effect is not None:
            return game.become(effect)
    return game.done(0)
