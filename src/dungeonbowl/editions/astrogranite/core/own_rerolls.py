"""How Astrogranite reads the skills with which a player re-rolls its own rolls (A-SKREF)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.editions.classic.own_rerolls import ClassicOwnRerolls
from dungeonbowl.engine.abilities import REROLLS_CATCH, REROLLS_PASS
from dungeonbowl.engine.clauses import CATCH, PASS
from dungeonbowl.engine.statuses import SKILL_USED


@final
class DungeonOwnRerolls(ClassicOwnRerolls):
    """Skills for throws and catches help once per team turn. Sure Feet helps in landing too. No team re-roll may be
    used for a failed die of Pro."""

    def helps(self, clause: i64) -> bool:
        return True

    def noted_as(self, ability: i64) -> i64:
        if ability == REROLLS_CATCH:
            return SKILL_USED << CATCH
        if ability == REROLLS_PASS:
            return SKILL_USED << PASS
        return 0

    def team_takes_up(self) -> bool:
        return False
