"""The magic sponge (O-DUG-08, A-SPONGE)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import DUGOUT_USED, USED
from dungeonbowl.engine.statuses import ACTIVATED, RESERVES


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Sponge(Frame):
    """A knocked-out player goes to Reserves at once."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Sponge(self.piece)

    def begin(self, game: Game) -> i64:
        game.status[self.piece] = u8(RESERVES)
        game.tell(events.SPONGED, clauses.SPONGE, self.piece)
        return game.done(0)


def is_fresh(game: Game, side: i64) -> bool:
    """Whether no player of a side has been activated in this team turn, and none has come in."""
    if game.side_value(side, USED) & DUGOUT_USED != 0:
        return False
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if game.conditions[piece] & ACTIVATED != 0:
            return False
        piece += 1
    return True
