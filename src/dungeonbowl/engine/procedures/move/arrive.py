"""Coming into a square: the ball that lies there, the touchdown, the effect of the square, its portal or chest."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BY_CHOICE, BY_OWN_MOVE
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.engine.procedures.ball.catch import PickUp
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.tokens import CHEST_TOKEN, NO_TOKEN, PORTAL_TOKEN

COMING: Final[i64] = 0
MEETING_BALL: Final[i64] = 1
SCORING: Final[i64] = 2
ENTERING: Final[i64] = 3  # the effect of the square
ARRIVED: Final[i64] = 4
MEETING_TOKEN: Final[i64] = 5  # the portal or the chest, where squares take effect first
FALLING: Final[i64] = 6


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Arrive(Frame):
    """A player has come into its square, and all dice of the movement are rolled (O-MOVE-02, last slots).

    `voluntary`: the player may, and must, pick up a ball there. `own_move`: it must pay movement after a portal. The
    policy `Arrivals` decides the order of the stages. `pending` is the fall at the end of the movement, where falls
    come after the effect of the square. `caller_ends`: the caller deals with the fall and with the ball that lies
    there.
    """

    def __init__(
        self,
        piece: i64,
        voluntary: bool,
        own_move: bool,
        stage: i64 = COMING,
        pending: Victim | None = None,
        caller_ends: bool = False,
    ) -> None:
        self.piece = piece
        self.voluntary = voluntary
        self.own_move = own_move
        self.stage = stage
        self.pending = pending
        self.caller_ends = caller_ends

    def copy(self) -> Frame:
        return Arrive(self.piece, self.voluntary, self.own_move, self.stage, self.pending, self.caller_ends)

    def begin(self, game: Game) -> i64:
        return game.rules.policies.arrivals.go_on(game, self)

    def returned(self, game: Game, result: i64) -> i64:
        return game.rules.policies.arrivals.returned(game, self, result)

    def how(self) -> i64:
        found: i64 = 0
        if self.voluntary:
            found = BY_CHOICE
        if self.own_move:
            found |= BY_OWN_MOVE
        return found

    def meet_ball(self, game: Game) -> i64:
        ball = game.ball_on(i64(game.square[self.piece]))
        if self.voluntary and game.is_standing(self.piece):
            return game.call(PickUp(self.piece, ball))
        return game.call(Bounce(ball))


def token_effect(game: Game, piece: i64, own_move: bool) -> Frame | None:
    """The frame of the portal or chest in the square that a player has come into; None if there is none."""
    square = i64(game.square[piece])
    token = i64(game.token[square])
    if token == NO_TOKEN:
        return None
    if token == CHEST_TOKEN:
        return game.rules.policies.chests.entered(game, piece)
    if token <= PORTAL_TOKEN:  # a module's token, which has taken effect already
        return None
    return game.rules.policies.portals.enters(game, piece, own_move)


def meet_token(game: Game, piece: i64) -> i64:
    """After a fall: the portal or the chest, if the player is still in play and has just come into its square."""
    if game.square[piece] >= 0:
        effect = game.rules.policies.arrivals.after_fall(game, piece)
        if effect is not None:
            return game.become(effect)
    return game.done(0)
