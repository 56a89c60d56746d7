"""The module `monsterbowl`: a monster that opens chests and eats balls (A-MBOWL)."""

from __future__ import annotations

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.modules.monsters.core import BEFORE_EACH_ROUND, monsters_of
from dungeonbowl.engine import clauses


def install(c: Composition) -> None:
    """The sheets of all monsters say that they eat balls; `hunger.py` says what they want."""
    monsters_of(c).sender = BEFORE_EACH_ROUND
    c.cite(int(clauses.MONSTER_PORTAL), "A-MBOWL-01")
    c.cite(int(clauses.MONSTER_SCATTER), "A-MBOWL-01")
    c.cite(int(clauses.BALL_EATEN), "A-MBOWL-04")
    c.cite(int(clauses.MONSTERS_WIN), "A-MBOWL-05")
