"""Precarious positions (A-PREC): an opponent may demand a balance roll from a player beside a drop."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import CHASM
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.collisions import Collide, weight
from dungeonbowl.editions.astrogranite.core.ground import has_terrain
from dungeonbowl.editions.astrogranite.core.turns import is_out
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import DECLINE, DEMAND, action, kind_of
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.team_mate import take_up
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.setup import Squads

BALANCED: Final[i64] = 2  # the roll succeeds on this or more
LOST_BALANCE: Final[i64] = 1  # the result that ends the attempt

DEMANDING: Final[i64] = 0
ROLLING: Final[i64] = 1
FALLING: Final[i64] = 2


def install(c: Composition) -> None:
    c.modules.append(Precarious(c.configuration.is_on("traps")))
    c.cite(int(clauses.BALANCE), "A-PREC-02")
    c.cite(int(clauses.BALANCE_FALL), "A-PREC-03")


@final
class Precarious(Module):
    """Interrupts every block, throw, catch, interception and pick-up of a player who stands beside a drop."""

    def __init__(self, pits: bool) -> None:
        self.pits = pits

    def name(self) -> str:
        return "precarious"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not self.pits and not dungeon.has_drops and not has_terrain(dungeon, CHASM)

    def balance_needed(self, game: Game, piece: i64, clause: i64) -> Frame | None:
        if i64(game.side_of[piece]) >= game.squads.sides or not game.is_standing(piece):
            return None
        return KeepBalance(piece) if len(drops_beside(game, piece)) > 0 else None


def drops_beside(game: Game, piece: i64) -> vec[i64]:
    """The squares that a player may fall into, in reading order: chasms, open pits, and squares two levels lower
    (A-PREC-01)."""
    dungeon = game.dungeon
    origin = i64(game.square[piece])
    found = vec[i64]()
    square: i64 = 0
    direction: i64 = 0
    while direction < 8:
        square = i64(game.steps[origin * 8 + direction])
        if square >= 0:
            if i64(dungeon.terrain[square]) == CHASM or is_pitfall(game, square):
                found = append(found, square)
        elif dungeon.has_drops:
            square = i64(dungeon.drops[origin * 8 + direction])
            if square >= 0:
                found = append(found, square)
        direction += 1
    return in_reading_order(dungeon, found)


def is_pitfall(game: Game, square: i64) -> bool:
    for module in game.rules.pitfalls:
        if module.opens_below(game, square):
            return True
    return False


def in_reading_order(dungeon: Dungeon, squares: vec[i64]) -> vec[i64]:
    places = [(int(dungeon.row[square]), int(dungeon.column[square]), int(square)) for square in squares]
    places.sort()
    return vec[i64]([square for _, _, square in places])


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class KeepBalance(Frame):
    """Any one opposing coach may demand the roll, once (A-PREC-02, A-PREC-04); a player who fails it falls
    (A-PREC-03)."""

    def __init__(self, piece: i64, side: i64 = -1, stage: i64 = DEMANDING) -> None:
        self.piece = piece
        self.side = side
        self.stage = stage

    def copy(self) -> Frame:
        return KeepBalance(self.piece, self.side, self.stage)

    def begin(self, game: Game) -> i64:
        return self.next_side(game)

    def next_side(self, game: Game) -> i64:
        """The next opposing coach to ask: the active coach first, the others in turn order (A-BASE-47)."""
        first = game.active if game.active >= 0 else game.first_side
        while True:
            if self.side < 0:
                self.side = first
            else:
                self.side = game.opponent(self.side)
                if self.side == first:
                    return game.done(0)
            if self.side != i64(game.side_of[self.piece]) and not is_out(game, self.side):
                return game.ask(self.side)

    def options(self, game: Game) -> None:
        game.offer(action(DEMAND))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return self.next_side(game)
        self.stage = ROLLING
        piece = self.piece
        modifier = test_modifiers(game, piece, clauses.BALANCE, -1)
        return game.call(StatTest(piece, clauses.BALANCE, BALANCED, modifier, i64(game.side_of[piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == FALLING:
            return game.done(LOST_BALANCE)
        if result == PASSED:
            return game.done(0)
        drops = drops_beside(game, self.piece)
        if len(drops) == 1:
            return self.fall(game, drops[0])
        return game.roll(1, len(drops), clauses.BALANCE_FALL, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.fall(game, drops_beside(game, self.piece)[die(dice, 0) - 1])

    def fall(self, game: Game, square: i64) -> i64:
        """The fall, with the effects of the square: a height hurts by itself, other squares have their own effects."""
        self.stage = FALLING
        piece = self.piece
        origin = i64(game.square[piece])
        deep = i64(game.dungeon.level[origin]) - i64(game.dungeon.level[square]) > 1
        fallen = Victim(piece, clauses.FELL_OFF if deep else clauses.FELL)
        game.tell(events.MOVED, clauses.BALANCE_FALL, piece, origin, square)
        if i64(game.occupant[square]) != FREE:
            take_up(game, piece)
            return game.call(Collide(piece, square, fallen, weight(game, piece)))
        game.place(piece, square)
        return game.call(Arrive(piece, False, False, pending=fallen if deep else None))
