"""Three or four teams in one game (A-DUN-03 to A-DUN-05).

The engine has no special case for two sides: every piece of another side is an opponent. The module only permits a
third and a fourth side: `Opening.objection` asks whether it is on.
"""

from __future__ import annotations

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses


def install(composition: Composition) -> None:
    composition.cite(int(clauses.RESIGNED), "A-TURN-09")
