"""Falling into the chasm: the player does not come out again, but the ball does (O-ROOM-22, O-ROOM-23)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.statuses import CASUALTY

FALLING: Final[i64] = 0
LEAVING: Final[i64] = 1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FallIntoChasm(Frame):
    """A player becomes a casualty at once: no armour roll, no injury roll, only the casualty roll (O-ROOM-22).

    A ball that it held lies in the chasm square afterwards. The caller lets the ball bounce out (O-BALL-10), after it
    has finished what else must be done. The result is 0.
    """

    def __init__(self, piece: i64, square: i64, stage: i64 = FALLING, left: i64 = -1) -> None:
        self.piece = piece
        self.square = square
        self.stage = stage
        self.left = left

    def copy(self) -> Frame:
        return FallIntoChasm(self.piece, self.square, self.stage, self.left)

    def begin(self, game: Game) -> i64:
        if i64(game.status[self.piece]) != CASUALTY:  # a push moves it there before the follow-up
            self.left = i64(game.square[self.piece])
            swallow(game, self.piece, self.square)
        casualty = game.rules.policies.injuries.casualty(game, self.piece)
        if casualty is not None:
            return game.call(casualty)
        return self.leave(game)

    def harms(self, piece: i64) -> i64:
        return clauses.CHASM if piece == self.piece else i64(0)

    def leave(self, game: Game) -> i64:
        self.stage = LEAVING
        if game.rules.heard[REMOVED]:
            return game.call(Moment(REMOVED, self.piece, self.left))
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        return self.leave(game) if self.stage == FALLING else game.done(0)


def swallow(game: Game, piece: i64, square: i64, status: i64 = CASUALTY) -> None:
    """A player leaves play through a chasm square and gets this status. Its ball stays in the square."""
    game.tell(events.WENT_DOWN, clauses.CHASM, piece, square)
    if game.ball_of(piece) >= 0 and i64(game.side_of[piece]) == game.active:
        game.cause_turnover(clauses.TURNOVER_CARRIER)
    ball: i64 = 0
    while ball < len(game.balls):
        if game.carrier(ball) == piece:
            game.put_ball(ball, square)
            game.tell(events.BALL_DROPPED, clauses.CHASM_BALL, piece, ball, square)
        ball += 1
    game.lift(piece, status)
