"""The module `morphing_monsters`: a chest that would explode may be a monster (A-MORPH)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.modules.monsters.arrival import INSTEAD, Draw
from dungeonbowl.editions.astrogranite.modules.monsters.attacks import Attacks
from dungeonbowl.editions.astrogranite.modules.monsters.core import Monsters, master_sends, monsters_of
from dungeonbowl.editions.astrogranite.modules.monsters.targets import is_deadly
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import MONSTER
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads

APPEARS: Final[i64] = 5
MORPHED: Final[i64] = 1

ROLLING: Final[i64] = 0
APPEARING: Final[i64] = 1
STRIKING: Final[i64] = 2


def install(c: Composition) -> None:
    monsters = monsters_of(c)
    if not master_sends(c):
        c.modules.append(Morphing(monsters))
    c.cite(int(clauses.MORPHING), "A-MORPH-01")


@final
class Morphing(Module):
    """Hears of every chest that is about to explode."""

    def __init__(self, monsters: Monsters) -> None:
        self.monsters = monsters

    def name(self) -> str:
        return "morphing"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(MONSTER)

    def chest_exploding(self, game: Game, piece: i64, square: i64) -> Frame | None:
        return None if is_deadly(game, square) else Morph(piece, square, self.monsters.slot)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Morph(Frame):
    """A die; then the monster stands there, and attacks the player who has opened the chest and is beside it
    (A-MORPH-02, A-MORPH-05). The result stops the explosion."""

    def __init__(self, opener: i64, square: i64, slot: i64, stage: i64 = ROLLING) -> None:
        self.opener = opener
        self.square = square
        self.slot = slot
        self.stage = stage

    def copy(self) -> Frame:
        return Morph(self.opener, self.square, self.slot, self.stage)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, clauses.MORPHING, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) < APPEARS:
            return game.done(0)
        self.stage = APPEARING
        trigger: i64 = -1
        if self.opener >= 0 and i64(game.side_of[self.opener]) < game.squads.sides:
            trigger = i64(game.side_of[self.opener])
        return game.call(Draw(self.slot, INSTEAD, self.square, trigger))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == APPEARING:
            if result == 0:  # no kind had room
                return game.done(0)
            monster = result - 1
            self.stage = STRIKING
            if self.is_in_reach(game, monster):
                return game.call(Attacks(monster, self.slot, self.opener, True, False))
        return game.done(MORPHED)

    def is_in_reach(self, game: Game, monster: i64) -> bool:
        opener = self.opener
        if opener < 0 or game.square[opener] < 0 or game.square[monster] < 0:
            return False
        return game.is_standing(opener) and game.is_standing(monster) and game.are_beside(monster, opener)
