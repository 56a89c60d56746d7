"""Smashing into walls (A-WALL): a player who is knocked down with only wall behind it is hurt more easily."""

from __future__ import annotations

from dungeonbowl.editions.astrogranite.composition.composition import Composition


def install(c: Composition) -> None:
    """A bonus like that of Mighty Blow, for the armour or the injury roll; `Push` checks the three squares behind."""
    c.tables.wall_help = 1
