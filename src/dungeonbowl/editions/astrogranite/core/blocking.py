"""How Astrogranite reads the skills of blockers (A-SKREF)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.editions.classic.blocking import ClassicBlocking
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.stat_test import TWO_DICE, StatTest


@final
class DungeonBlocking(ClassicBlocking):
    """A blocker with Dauntless must roll more than the Strength of its target on two dice. A prone player with Jump Up
    cannot block."""

    def match_test(self, game: Game, attacker: i64, defender: i64, gap: i64) -> Frame | None:
        needed = game.strength(defender) + 1
        return StatTest(attacker, clauses.MATCH_STRENGTH, needed, 0, i64(game.side_of[attacker]), TWO_DICE)

    def guards_fouls(self) -> bool:
        """Guard works for all assists, also in fouls (A-SKREF-11)."""
        return True

    def springs_into_blocks(self) -> bool:
        return False
