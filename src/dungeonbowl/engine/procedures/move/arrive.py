"""Coming into a square: the ball that lies there, the touchdown, what the square does, its portal or chest."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import CHEST_TOKEN, NO_TOKEN, PORTAL_TOKEN, Game
from dungeonbowl.engine.moments import BY_CHOICE, BY_OWN_MOVE
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.engine.procedures.ball.catch import PickUp
from dungeonbowl.engine.procedures.harm.victim import Victim

COMING: Final[i64] = 0
MEETING_BALL: Final[i64] = 1
SCORING: Final[i64] = 2
ENTERING: Final[i64] = 3  # what the square does
ARRIVED: Final[i64] = 4
MEETING_TOKEN: Final[i64] = 5  # the portal or the chest, where squares work first
FALLING: Final[i64] = 6


@final
class Arrive(Frame):
    """A player has come into its square with all dice of the movement behind it (O-MOVE-02, last slots).

    `voluntary`: it may, and must, pick up a ball there. `own_move`: a portal then asks for its payment. The order of
    the stages is that of the policy `Arrivals`. `pending` is the fall that the way here has ended in, where it comes
    after what the square does. `caller_ends`: the fall and the ball that lies there are left to the caller.
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
    """What the portal or the chest in the square it has come into does to a player, if there is one."""
    square = i64(game.square[piece])
    token = i64(game.token[square])
    if token == NO_TOKEN:
        return None
    if token == CHEST_TOKEN:
        return game.rules.policies.chests.entered(game, piece)
    if token <= PORTAL_TOKEN:  # of a module, which has worked already
        return None
    return game.rules.policies.portals.enters(game, piece, own_move)


def meet_token(game: Game, piece: i64) -> i64:
    """The last words of a fall: the portal or the chest, if the player is still in play and has just come into one."""
    if game.square[piece] >= 0:
        effect = game.rules.policies.arrivals.after_fall(game, piece)
        if effect is not None:
            return game.become(effect)
    return game.done(0)
