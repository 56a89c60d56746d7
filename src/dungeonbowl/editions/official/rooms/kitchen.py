"""The Kitchen: there is always something to throw."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import KITCHEN
from dungeonbowl.editions.official.rooms.whereabouts import is_in
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import REPELS
from dungeonbowl.engine.actions import DECLARE, THROW_FOOD_ACTION, action, first_of, kind_of, second_of
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.harm.down import knock_down
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.foul_appearance import repulsion_test

REACH: Final[i64] = 4
NEEDED: Final[i64] = 5

DARING: Final[i64] = 0
THROWING: Final[i64] = 1
STRIKING: Final[i64] = 2


@final
class Kitchen(Module):
    """A standing player who begins its activation in the room may throw food instead of any other action
    (O-ROOM-09)."""

    def name(self) -> str:
        return "kitchen"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(KITCHEN)

    def offers_actions(self, game: Game, piece: i64) -> None:
        if not game.is_standing(piece) or not is_in(game, piece, KITCHEN):
            return
        other: i64 = 0
        while other < game.squads.count:
            if may_be_thrown_at(game, piece, other):
                game.offer(action(DECLARE, THROW_FOOD_ACTION, other + 1))
            other += 1

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) == DECLARE and first_of(action) == THROW_FOOD_ACTION:
            return ThrowFood(piece, second_of(action) - 1)
        return None


def may_be_thrown_at(game: Game, piece: i64, target: i64) -> bool:
    """Whether the target is a standing opponent within four squares and in sight, in any room."""
    side = i64(game.side_of[target])
    square = i64(game.square[target])
    if side == i64(game.side_of[piece]) or side >= game.squads.sides or square < 0 or not game.is_standing(target):
        return False
    origin = i64(game.square[piece])
    return game.dungeon.within(origin, square, REACH) and game.dungeon.sees(origin, square)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ThrowFood(Frame):
    """D6: on 5+ the target is knocked down. It is neither a block nor a pass: no assists, no experience (O-ROOM-10)."""

    def __init__(self, piece: i64, target: i64, stage: i64 = DARING) -> None:
        self.piece = piece
        self.target = target
        self.stage = stage

    def copy(self) -> Frame:
        return ThrowFood(self.piece, self.target, self.stage)

    def begin(self, game: Game) -> i64:
        if game.can(self.target, REPELS):  # a special action with a target triggers Foul Appearance too
            return game.call(repulsion_test(game, self.piece))
        return self.throw(game)

    def throw(self, game: Game) -> i64:
        self.stage = THROWING
        return game.call(StatTest(self.piece, clauses.THROW_FOOD, NEEDED, 0, i64(game.side_of[self.piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == STRIKING or result == FAILED:
            return game.done(0)
        if self.stage == DARING:
            return self.throw(game)
        self.stage = STRIKING
        game.tell(events.ROOM_WORKED, clauses.THROW_FOOD, self.target, KITCHEN, game.natural)
        return game.call(knock_down(self.target, clauses.FOOD, self.piece))
