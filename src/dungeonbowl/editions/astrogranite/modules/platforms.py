"""The module `platforms`: levels, falls, steps and ladders (A-PLAT, A-STEP, A-LADD)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.collisions import NORMAL, Collide, weight
from dungeonbowl.editions.astrogranite.core.pushing import ChangedPushing
from dungeonbowl.editions.astrogranite.modules.uneven import uneven_ground
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import CLIMB, STEP_OFF, action, first_of, kind_of
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.block.squares import (
    CANDIDATE_BELOW,
    CANDIDATE_BLOCKED,
    CANDIDATE_FILLED,
    CANDIDATE_LEDGE,
)
from dungeonbowl.engine.procedures.harm.down import fall
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.move.step import (
    CLIMBING,
    LEAVING,
    STEPPING_OFF,
    Step,
    is_barred,
    pay,
    price,
    rush_test,
)
from dungeonbowl.engine.procedures.turn.offers import is_rooted
from dungeonbowl.engine.progress import MOVED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.tables import ALWAYS_TURNOVER

DROP: Final[i64] = 2  # the difference of levels that makes a fall
BENEATH: Final[i64] = 1  # the layer of squares under a platform


def install(c: Composition) -> None:
    c.modules.append(Platforms())
    uneven_ground(c).levels = True
    c.policies.pushing = Ledges(c.policies.pushing)
    c.tables.set_turnover(clauses.FELL_OFF, ALWAYS_TURNOVER)
    c.cite(int(clauses.FELL_OFF), "A-PLAT-04")
    c.cite(int(clauses.STEPPED_OFF), "A-PLAT-04")
    c.cite(int(clauses.CLIMB), "A-LADD-01")


def is_too_big(game: Game, piece: i64, square: i64) -> bool:
    """Whether a piece is too big for the space under the platform over a square (A-PLAT-11)."""
    return i64(game.dungeon.layer[square]) == BENEATH and weight(game, piece) > NORMAL


@final
class Platforms(Module):
    """Ways over ledges and ladders, throws up and down."""

    def name(self) -> str:
        return "platforms"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return dungeon.is_flat()

    def watches_floor(self) -> bool:
        return False

    def modifies(self, clause: i64) -> bool:
        return clause == clauses.PASS

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        """A throw up is harder, a throw down easier (A-PLAT-07)."""
        if clause != clauses.PASS or other < 0:
            return 0
        lost = game.dungeon.height_lost(i64(game.square[piece]), other)
        if lost >= DROP:
            return 1
        return -1 if lost <= -DROP else 0

    def bars_step(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        return is_too_big(game, piece, square)

    def step_objection(self, game: Game, piece: i64, origin: i64, square: i64) -> str:
        return "the player is too big to go under the platform"

    def is_hazard(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Being pushed off a platform is a hazard (A-PLAT-12)."""
        return game.dungeon.height_lost(origin, square) >= DROP

    def offers_moves(self, game: Game, piece: i64) -> None:
        left = game.moves_left + game.rushes_left
        if left <= 0 or is_rooted(game, piece) or i64(game.squads.size[piece]) > 1:
            return
        origin = i64(game.square[piece])
        dungeon = game.dungeon
        if dungeon.has_drops:
            direction: i64 = 0
            while direction < 8:
                square = i64(dungeon.drops[origin * 8 + direction])
                if square >= 0 and i64(game.occupant[square]) == FREE and not is_barred(game, piece, origin, square):
                    if price(game, piece, origin, square) <= left:
                        game.offer(action(STEP_OFF, direction))
                direction += 1
        for ladder in dungeon.ladders:
            square = -1
            if ladder.foot == origin:
                square = ladder.top
            elif ladder.top == origin:
                square = ladder.foot
            if square >= 0 and ladder.rungs + 1 <= left and i64(game.occupant[square]) == FREE:
                if not is_barred(game, piece, origin, square):
                    game.offer(action(CLIMB, square))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        kind = kind_of(action)
        if kind == STEP_OFF:
            square = i64(game.dungeon.drops[i64(game.square[piece]) * 8 + first_of(action)])
            return Step(piece, square, -1, 0, False, LEAVING, STEPPING_OFF)
        if kind == CLIMB:
            return Climb(piece, first_of(action), rungs_between(game, i64(game.square[piece]), first_of(action)))
        return None


def rungs_between(game: Game, first: i64, second: i64) -> i64:
    """The rungs of the ladder that joins two squares; 0 if there is none."""
    for ladder in game.dungeon.ladders:
        if (ladder.foot == first and ladder.top == second) or (ladder.foot == second and ladder.top == first):
            return ladder.rungs
    return 0


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Climb(Frame):
    """A player climbs a whole ladder or none of it: if a Rush fails, it has not left its square (A-LADD-01 to -03)."""

    def __init__(self, piece: i64, square: i64, rungs: i64, rushes: i64 = -1) -> None:
        self.piece = piece
        self.square = square
        self.rungs = rungs
        self.rushes = rushes

    def copy(self) -> Frame:
        return Climb(self.piece, self.square, self.rungs, self.rushes)

    def begin(self, game: Game) -> i64:
        game.progress |= MOVED
        self.rushes = pay(game, self.rungs + 1)
        return self.rush(game)

    def rush(self, game: Game) -> i64:
        if self.rushes > 0:
            self.rushes -= 1
            return game.call(rush_test(game, self.piece))
        return game.become(Step(self.piece, self.square, -1, 0, False, LEAVING, CLIMBING))

    def returned(self, game: Game, result: i64) -> i64:
        return game.become(fall(self.piece)) if result == FAILED else self.rush(game)


@final
class Ledges(ChangedPushing):
    """Pushes over a ledge: a free square below is a normal candidate, an occupied one only if there is no other
    (A-PLAT-05)."""

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        target = i64(game.steps[square * 8 + direction])
        if target >= 0:
            if is_too_big(game, piece, target):
                return CANDIDATE_BLOCKED
        elif game.dungeon.has_drops:
            target = i64(game.dungeon.drops[square * 8 + direction])
            if target >= 0:
                if is_too_big(game, piece, target):
                    return CANDIDATE_BLOCKED
                holder = i64(game.occupant[target])
                if holder == FREE:
                    return CANDIDATE_LEDGE
                return CANDIDATE_BELOW if holder >= 0 else CANDIDATE_FILLED
        return self.inner.candidate_class(game, piece, square, direction, spoiled)

    def falls_on(self, game: Game, piece: i64, square: i64, fallen: Victim) -> Frame:
        return Collide(piece, square, fallen, weight(game, piece))
