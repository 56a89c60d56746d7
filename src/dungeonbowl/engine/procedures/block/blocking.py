"""How the official edition reads the skills of blockers."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.skill_policies import Blocking


class UsualBlocking(Blocking):
    """Every Blitz counts as a charge. A blocker with Dauntless must roll more than the difference of Strength.

    `guard_fouls`: Guard also works in fouls, as it was first printed."""

    def __init__(self, guard_fouls: bool = False) -> None:
        self.guard_fouls = guard_fouls

    def guards_fouls(self) -> bool:
        return self.guard_fouls

    def charge_counts(self, game: Game) -> bool:
        return True

    def match_test(self, game: Game, attacker: i64, defender: i64, gap: i64) -> Frame | None:
        if gap >= 6:
            return None
        return StatTest(attacker, clauses.MATCH_STRENGTH, gap + 1, 0, i64(game.side_of[attacker]))
