"""The module `lurking_monsters`: a monster may wait beside a chest for a player who comes near (A-LURK)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.modules.monsters.arrival import BESIDE, Draw
from dungeonbowl.editions.astrogranite.modules.monsters.core import Monsters, master_sends, monsters_of
from dungeonbowl.editions.astrogranite.modules.monsters.memory import has_woken, wake, woken_place
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import MONSTER
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import BARRED, FREE
from dungeonbowl.engine.setup import Squads

NEAR: Final[i64] = 4  # steps
APPEARS: Final[i64] = 5


def install(c: Composition) -> None:
    monsters = monsters_of(c)
    if not master_sends(c):
        c.modules.append(Lurking(monsters))
    c.cite(int(clauses.LURKING), "A-LURK-01")
    c.cite(int(clauses.MONSTER_PLACE), "A-LURK-02")


@final
class Lurking(Module):
    """Listens at the end of every activation. A chest wakes once, even if it is moved later."""

    def __init__(self, monsters: Monsters) -> None:
        self.monsters = monsters

    def name(self) -> str:
        return "lurking"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(MONSTER)

    def activation_ended(self, game: Game, piece: i64) -> Frame | None:
        if i64(game.side_of[piece]) >= game.squads.sides:
            return None
        slot = self.monsters.slot
        return Disturb(piece, slot) if next_chest(game, slot, piece) >= 0 else None

    def chest_moved(self, game: Game, origin: i64, square: i64) -> None:
        gone = woken_place(game, self.monsters.slot, square + 1)
        if gone >= 0:  # there was another chest before, which has been opened
            game.memo[gone] = 0
        place = woken_place(game, self.monsters.slot, origin + 1)
        if place >= 0:
            game.memo[place] = square + 1


def next_chest(game: Game, slot: i64, piece: i64) -> i64:
    """The first chest in reading order that is near a player and has not woken yet; -1 if there is none."""
    here = i64(game.square[piece])
    if here < 0 or game.dungeon.column[here] < 0:
        return -1
    column = i64(game.dungeon.column[here])
    row = i64(game.dungeon.row[here])
    reached: list[int] = []
    down = -NEAR
    while down <= NEAR:
        along = -NEAR
        while along <= NEAR:
            node = game.dungeon.node_at(column + along, row + down)
            if node >= 0 and game.is_chest(node) and not has_woken(game, slot, node):
                if len(reached) == 0:
                    reached = within_walk(game, here)
                if int(node) in reached:
                    return node
            along += 1
        down += 1
    return -1


def within_walk(game: Game, start: i64) -> list[int]:
    """Every square within so many steps, with pieces ignored; chests, obstacles and closed doors can only be the end
    (A-DEF-05)."""
    found = [int(start)]
    begin = 0
    steps: i64 = 0
    while steps < NEAR:
        end = len(found)
        while begin < end:
            square = i64(found[begin])
            begin += 1
            if square != start and i64(game.occupant[square]) == BARRED:
                continue
            direction: i64 = 0
            while direction < 8:
                node = int(game.steps[square * 8 + direction])
                if node >= 0 and node not in found:
                    found.append(node)
                direction += 1
        steps += 1
    return found


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Disturb(Frame):
    """A die for each chest that a player has come near for the first time (A-LURK-01)."""

    def __init__(self, piece: i64, slot: i64, chest: i64 = -1) -> None:
        self.piece = piece
        self.slot = slot
        self.chest = chest

    def copy(self) -> Frame:
        return Disturb(self.piece, self.slot, self.chest)

    def begin(self, game: Game) -> i64:
        self.chest = next_chest(game, self.slot, self.piece)
        if self.chest < 0:
            return game.done(0)
        wake(game, self.slot, self.chest)
        return game.roll(1, D6, clauses.LURKING, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) < APPEARS or not self.has_room(game):
            return self.begin(game)
        return game.call(Draw(self.slot, BESIDE, self.chest, i64(game.side_of[self.piece])))

    def has_room(self, game: Game) -> bool:
        direction: i64 = 0
        while direction < 8:
            node = i64(game.steps[self.chest * 8 + direction])
            if node >= 0 and i64(game.occupant[node]) == FREE:
                return True
            direction += 1
        return False

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)
