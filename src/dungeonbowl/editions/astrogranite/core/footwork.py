"""How Astrogranite reads the skills of players that dodge and rush (A-SKREF)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.editions.classic.footwork import ClassicFootwork
from dungeonbowl.engine.abilities import BANNED, SLIPS_THROUGH, TINY
from dungeonbowl.engine.game import Game


@final
class DungeonFootwork(ClassicFootwork):
    """Titchy players ignore Tackle Zones at the square entered too. A failed dodge leaves a player with Stand Firm
    where it was."""

    def slips_through(self, game: Game, piece: i64) -> bool:
        return (game.can(piece, SLIPS_THROUGH) or game.can(piece, TINY)) and not game.can(piece, BANNED)

    def roots_hold(self) -> bool:
        return False

    def holds_ground(self) -> bool:
        """(A-SKREF-13)"""
        return True
