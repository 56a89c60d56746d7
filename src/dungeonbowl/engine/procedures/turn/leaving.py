"""Leaving the dungeon voluntarily. The balls stay."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED
from dungeonbowl.engine.procedures.ball.balls import drop_rank
from dungeonbowl.engine.procedures.harm import down as down_chapter
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.statuses import KNOCKED_OUT, LOST, RESERVES, STUNNED

LEAVING: Final[i64] = 0
REMOVING: Final[i64] = 1
DROPPING: Final[i64] = 2


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Leave(Frame):
    """A player leaves the dungeon and gets this status. Its balls bounce from its square (A-DEF-16)."""

    def __init__(self, piece: i64, status: i64, stage: i64 = LEAVING, square: i64 = -1, balls: i64 = 0) -> None:
        self.piece = piece
        self.status = status
        self.stage = stage
        self.square = square
        self.balls = balls  # the balls that it has left behind, one bit each

    def copy(self) -> Frame:
        return Leave(self.piece, self.status, self.stage, self.square, self.balls)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        self.square = i64(game.square[piece])
        for ball in down_chapter.drop_balls(game, piece, vec[i16]()):
            if ball >= 0:
                self.balls |= i64(1) << i64(ball)
        game.lift(piece, self.status)
        self.stage = REMOVING
        if game.rules.heard[REMOVED]:
            return game.call(Moment(REMOVED, piece, self.square))
        return self.next_ball(game)

    def next_ball(self, game: Game) -> i64:
        self.stage = DROPPING
        found: i64 = -1
        ball: i64 = 0
        while ball < len(game.balls):
            if self.balls >> ball & 1 != 0 and i64(game.balls[ball]) == self.square:
                if found < 0 or drop_rank(game, ball) < drop_rank(game, found):
                    found = ball
            ball += 1
        if found < 0:
            return game.done(0)
        self.balls &= ~(i64(1) << found)
        return game.call(down_chapter.Drop(found, self.piece))

    def returned(self, game: Game, result: i64) -> i64:
        return self.next_ball(game)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Resign(Frame):
    """A side gives up in a match of several sides: all its players leave the game, one after the other."""

    def __init__(self, side: i64, piece: i64 = -1) -> None:
        self.side = side
        self.piece = piece

    def copy(self) -> Frame:
        return Resign(self.side, self.piece)

    def begin(self, game: Game) -> i64:
        game.tell(events.RESIGNED, clauses.RESIGNED, self.side)
        self.piece = game.first_piece(self.side) - 1
        return self.next_player(game)

    def next_player(self, game: Game) -> i64:
        self.piece += 1
        while self.piece < game.last_piece(self.side):
            status = i64(game.status[self.piece])
            if status <= STUNNED:
                return game.call(Leave(self.piece, LOST))
            if status == RESERVES or status == KNOCKED_OUT:  # no sponge brings it back
                game.status[self.piece] = u8(LOST)
            self.piece += 1
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        return self.next_player(game)
