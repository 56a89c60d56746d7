"""Smashing into walls (A-WALL): who is knocked down with nothing but wall behind is hurt more easily."""

from __future__ import annotations

from dungeonbowl.editions.astrogranite.composition.composition import Composition


def install(c: Composition) -> None:
    """A help like Mighty Blow, to be added to the armour or to the injury roll; `Push` looks at the three squares."""
    c.tables.wall_help = 1
