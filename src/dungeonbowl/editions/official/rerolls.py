"""Team re-rolls of the official game (O-RR)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.game import REROLLS, Game
from dungeonbowl.engine.policies import Rerolls
from dungeonbowl.engine.procedures.stat_test import rerolls_barred


@final
class OfficialRerolls(Rerolls):
    """Any number a turn while some remain, only by the active coach and only on his own roll (O-RR-04, -05, -12)."""

    def team_allowed(self, game: Game, side: i64, piece: i64, clause: i64) -> bool:
        return side == game.active and game.side_value(side, REROLLS) > 0 and not rerolls_barred(game, piece, clause)

    def spend(self, game: Game, side: i64) -> None:
        """A used one is gone for the whole game."""
        game.set_side(side, REROLLS, game.side_value(side, REROLLS) - 1)
