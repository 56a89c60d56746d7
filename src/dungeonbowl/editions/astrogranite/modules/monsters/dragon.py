"""The module `dragonbowl`: one dragon in the middle of the dungeon (A-DRAG)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import FLOOR
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.modules.monsters.core import Monsters, monsters_of
from dungeonbowl.editions.astrogranite.modules.monsters.memory import is_monster, note_arrival
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import MONSTER
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.policies import Opening
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ABSENT, STANDING

BODY: Final[i64] = 3


def install(c: Composition) -> None:
    c.modules.append(Lair(monsters_of(c)))
    c.policies.opening = RoomForADragon(c.policies.opening)
    c.cite(int(clauses.DRAGON_PLACED), "A-DRAG-01")


def is_area(dungeon: Dungeon, node: i64) -> bool:
    """Whether a dragon could stand here in an empty dungeon."""
    covered = dungeon.footprint(node, BODY)
    for square in covered:
        if i64(dungeon.terrain[i64(square)]) != FLOOR or dungeon.zone[i64(square)] >= 0:
            return False
        if dungeon.level[i64(square)] != dungeon.level[node]:
            return False
    return len(covered) > 0


def has_token(dungeon: Dungeon, node: i64) -> bool:
    """Whether the map shows a token in this area."""
    for square in dungeon.footprint(node, BODY):
        for chest in dungeon.map_chests:
            if chest == square:
                return True
        for portal in dungeon.map_portals:
            if portal == square:
                return True
    return False


def middle(game: Game) -> i64:
    """The free area nearest to the centre of the map, the first in reading order; -1 if there is none (A-DRAG-01)."""
    dungeon = game.dungeon
    best: i64 = -1
    least: i64 = 0
    node: i64 = 0
    while node < dungeon.count:
        if is_area(dungeon, node) and is_clear(game, node):
            columns = 2 * (i64(dungeon.column[node]) + 1) - (dungeon.width - 1)
            rows = 2 * (i64(dungeon.row[node]) + 1) - (dungeon.height - 1)
            far = columns * columns + rows * rows
            if best < 0 or far < least:
                best = node
                least = far
        node += 1
    return best


def is_clear(game: Game, node: i64) -> bool:
    for square in game.dungeon.footprint(node, BODY):
        if i64(game.occupant[i64(square)]) != FREE or game.token[i64(square)] != 0:
            return False
    return True


@final
class Lair(Module):
    """Places the dragon when all chests and portals are placed."""

    def __init__(self, monsters: Monsters) -> None:
        self.monsters = monsters

    def name(self) -> str:
        return "lair"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(MONSTER)

    def furnishing(self, game: Game) -> Frame | None:
        square = middle(game)
        piece = game.first_piece(game.squads.sides)
        while piece < game.squads.count:
            if square >= 0 and is_monster(game, piece) and i64(game.status[piece]) == ABSENT:
                game.status[piece] = u8(STANDING)
                note_arrival(game, self.monsters.slot, piece, -1)
                game.place(piece, square)
                game.tell(events.MONSTER_APPEARED, clauses.DRAGON_PLACED, piece, square)
                break
            piece += 1
        return None


@final
class RoomForADragon(Opening):
    """A map without room for the dragon is refused."""

    def __init__(self, before: Opening) -> None:
        self.before = before

    def frame(self, game: Game) -> Frame:
        return self.before.frame(game)

    def objection(self, dungeon: Dungeon, sides: i64) -> str:
        found = self.before.objection(dungeon, sides)
        if found:
            return found
        node: i64 = 0
        while node < dungeon.count:
            if is_area(dungeon, node) and not has_token(dungeon, node):
                return ""
            node += 1
        return "the dungeon has no free area of 3 x 3 squares for a dragon"

    def missing(self, dungeon: Dungeon) -> str:
        return self.before.missing(dungeon)
