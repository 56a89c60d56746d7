"""Team re-rolls of the official game (O-RR)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.game import REROLLS, Game
from dungeonbowl.engine.policies import Rerolls
from dungeonbowl.engine.procedures.stat_test import rerolls_barred
from dungeonbowl.engine.skills.leader import can_inspire, forget_inspiration, is_inspired


@final
class OfficialRerolls(Rerolls):
    """Any number a turn while some remain, only by the active coach and only on his own roll (O-RR-04, -05, -12)."""

    def team_allowed(self, game: Game, side: i64, piece: i64, clause: i64) -> bool:
        left = game.side_value(side, REROLLS)
        if side != game.active or left <= 0 or rerolls_barred(game, piece, clause):
            return False
        # the one that a Leader brings needs him in the dungeon
        return left > 1 or not is_inspired(game, side) or can_inspire(game, side)

    def spend(self, game: Game, side: i64) -> None:
        """A used one is gone for the whole game. The one that might yet be lost goes first."""
        game.set_side(side, REROLLS, game.side_value(side, REROLLS) - 1)
        if can_inspire(game, side):
            forget_inspiration(game, side)
