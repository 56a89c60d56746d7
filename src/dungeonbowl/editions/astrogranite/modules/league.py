"""The module `league`: experience is counted in the match (A-SPP). The room `league` has what follows a match."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.tables import Tables


def without_experience(tables: Tables) -> None:
    """In a single game players earn no experience."""
    tables.experience.completion = 0
    tables.experience.superb_throw = 0
    tables.experience.chest = 0
    tables.experience.hazard = 0
    tables.experience.deflection = 0
    tables.experience.interception = 0
    tables.experience.casualty = 0
    tables.experience.touchdown = 0
    tables.experience.most_valuable = 0


def install(c: Composition) -> None:
    tables = c.tables
    tables.experience.completion = 1
    tables.experience.interception = 2
    tables.experience.casualty = 2
    tables.experience.touchdown = 3
    tables.experience.most_valuable = 5
    tables.experience.chest = 2
    tables.experience.hazard = 1
    c.modules.append(Teleporters())
    c.cite(int(clauses.HAZARD_PUSH), "A-SPP-03")


def install_nothing(c: Composition) -> None:
    """For modules that act after a match (trading players, a faster track). They change nothing in a match."""


@final
class Teleporters(Module):
    """Being pushed onto a teleporter is a hazard; other modules say so for their own squares (A-SPP-03)."""

    def name(self) -> str:
        return "hazardous teleporters"

    def is_hazard(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        return game.portal_number(square) > 0
