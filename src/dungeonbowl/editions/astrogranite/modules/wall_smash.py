"""Smashing into walls (A-WALL): a player who is knocked down with only wall behind it is hurt more easily."""

from __future__ import annotations

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses


def install(c: Composition) -> None:
    """A help like Mighty Blow, to be added to the armour or to the injury roll; `Push` looks at the three squares."""
    c.tables.blows.wall_help = 1
    c.cite(int(clauses.WALL_HELP), "A-WALL-01")
