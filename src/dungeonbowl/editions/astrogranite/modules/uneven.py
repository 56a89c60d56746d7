"""Steps that are hard to take: between two heights (A-STEP) and out of water (A-WATER-01)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import WATER
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.ground import has_terrain
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import HURRY, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.move.step import (
    HURRYING_DOWN,
    HURRYING_UP,
    LEAVING,
    Step,
    may_rush,
    may_step,
    price,
)
from dungeonbowl.engine.procedures.turn.offers import is_rooted
from dungeonbowl.engine.setup import Squads


def uneven_ground(c: Composition) -> Uneven:
    """The listener that both modules share: a step never costs more twice."""
    for module in c.modules:
        if isinstance(module, Uneven):
            return module
    c.cite(int(clauses.HURRY), "A-STEP-02")
    found = Uneven()
    c.modules.append(found)
    return found


@final
class Uneven(Module):
    """Two squares of movement, or one in a hurry and a roll (A-STEP-01, A-STEP-02)."""

    def __init__(self) -> None:
        self.water = False
        self.levels = False

    def name(self) -> str:
        return "uneven ground"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not (self.water and has_terrain(dungeon, WATER)) and not (self.levels and not dungeon.is_flat())

    def watches_floor(self) -> bool:
        return False

    def is_hard(self, game: Game, origin: i64, square: i64) -> bool:
        if self.water and i64(game.dungeon.terrain[origin]) == WATER:
            return True
        rise = -game.dungeon.height_lost(origin, square)
        return self.levels and (rise == 1 or rise == -1)

    def leads_down(self, game: Game, origin: i64, square: i64) -> bool:
        """Whether a step leads down. Out of water every step leads up."""
        if self.water and i64(game.dungeon.terrain[origin]) == WATER:
            return False
        return game.dungeon.height_lost(origin, square) > 0

    def step_cost(self, game: Game, piece: i64, origin: i64, square: i64) -> i64:
        return 1 if self.is_hard(game, origin, square) else 0

    def offers_moves(self, game: Game, piece: i64) -> None:
        left = game.moves_left + game.rushes_left
        if left <= 0 or is_rooted(game, piece) or not may_rush(game, piece):
            return
        origin = i64(game.square[piece])
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[origin * 8 + direction])
            if square >= 0 and self.is_hard(game, origin, square) and may_step(game, piece, direction):
                if price(game, piece, origin, square) - 1 <= left:
                    game.offer(action(HURRY, direction))
            direction += 1

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) != HURRY:
            return None
        origin = i64(game.square[piece])
        square = i64(game.steps[origin * 8 + first_of(action)])
        manner = HURRYING_DOWN if self.leads_down(game, origin, square) else HURRYING_UP
        return Step(piece, square, -1, 0, False, LEAVING, manner)
