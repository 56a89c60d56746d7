"""The module `league`: experience is counted in the match (A-SPP). What follows a match is in the room `league`."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.tables import Tables


def without_experience(tables: Tables) -> None:
    """Nobody learns anything in a single game."""
    tables.points_completion = 0
    tables.points_superb_throw = 0
    tables.points_chest = 0
    tables.points_hazard = 0
    tables.points_deflection = 0
    tables.points_interception = 0
    tables.points_casualty = 0
    tables.points_touchdown = 0
    tables.points_most_valuable = 0


def install(c: Composition) -> None:
    tables = c.tables
    tables.points_completion = 1
    tables.points_interception = 2
    tables.points_casualty = 2
    tables.points_touchdown = 3
    tables.points_most_valuable = 5
    tables.points_chest = 2
    tables.points_hazard = 1
    c.modules.append(Teleporters())
    c.cite(int(clauses.HAZARD_PUSH), "A-SPP-03")


def install_nothing(c: Composition) -> None:
    """For what a league does after a match: trading players, a faster track. A match itself is not touched by it."""


@final
class Teleporters(Module):
    """To be pushed onto one is a hazard; other modules say so of their own squares (A-SPP-03)."""

    def name(self) -> str:
        return "hazardous teleporters"

    def is_hazard(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        return game.portal_number(square) > 0
