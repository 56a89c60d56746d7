"""Player sheets of the CRP (S-BASE)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.policies import Sheets


@final
class ValueSheets(Sheets):
    """Agility and Armour are values: Agility 3 needs 7 - 3 on the die, Armour 8 is broken by more than 8. There is no
    Passing Ability."""

    def agility_needed(self, written: int) -> int:
        return max(1, 7 - written)

    def armour_needed(self, written: int) -> int:
        return written + 1

    def usual_agility(self) -> i64:
        return 4

    def tests_agility_to_throw(self) -> bool:
        return True
