"""The Fiery Chasm: even the ball does not stay in it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.terrain import FIERY_CHASM
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.ball import Bounce


@final
class FieryChasm(Module):
    """A ball that lands in it is flung out, one random square at a time (O-BALL-10, O-ROOM-23)."""

    def name(self) -> str:
        return "fiery chasm"

    def ball_landed(self, game: Game, ball: i64, square: i64) -> Frame | None:
        return FlungOut(ball) if i64(game.dungeon.terrain[square]) == FIERY_CHASM else None


@final
class FlungOut(Frame):
    """One random step; should it end in the chasm again, that landing brings the next."""

    def __init__(self, ball: i64) -> None:
        self.ball = ball

    def copy(self) -> Frame:
        return FlungOut(self.ball)

    def args(self) -> list[object]:
        return [self.ball]

    def begin(self, game: Game) -> i64:
        return game.call(Bounce(self.ball, clauses.CHASM_BALL))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(1)  # dealt with: the landing that brought it here goes no further
