"""The module `monster_gm`: a coach of no team decides for the monsters (A-MGM)."""

from __future__ import annotations

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.modules.monsters.core import BEFORE_EACH_TURN, master_sends, monsters_of
from dungeonbowl.engine import clauses


def install(c: Composition) -> None:
    """A further seat, whose number is the number of sides, decides everything; it may leave the rest of an activation
    to the rules. With `gm_arrival` there is always one monster, and none lurk or morph (A-MGM-03)."""
    monsters = monsters_of(c)
    monsters.keeper.is_led = True
    if master_sends(c) and not c.configuration.is_on("dragonbowl"):
        monsters.sender = BEFORE_EACH_TURN
    c.cite(int(clauses.GAME_MASTER), "A-MGM-01")
    c.cite(int(clauses.MONSTER_PORTAL), "A-MGM-03")
