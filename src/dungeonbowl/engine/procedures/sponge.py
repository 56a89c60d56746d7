"""The magic sponge (O-DUG-08, A-SPONGE)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import RESERVES


@final
class Sponge(Frame):
    """A knocked-out player goes to Reserves at once."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Sponge(self.piece)

    def args(self) -> list[object]:
        return [self.piece]

    def begin(self, game: Game) -> i64:
        game.status[self.piece] = u8(RESERVES)
        game.tell(events.SPONGED, clauses.SPONGE, self.piece)
        return game.done(0)
