"""How the CRP reads the skills of blockers."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.blocking import UsualBlocking
from dungeonbowl.engine.progress import MOVED


class ClassicBlocking(UsualBlocking):
    """Horns count only after movement in the Blitz, and it is easier to jump up for a block."""

    def charge_counts(self, game: Game) -> bool:
        return game.progress & MOVED != 0

    def falls_in_reading_order(self) -> bool:
        """(A-DEF-14, S-GEN-05)"""
        return True

    def spring_modifier(self) -> i64:
        return 2
