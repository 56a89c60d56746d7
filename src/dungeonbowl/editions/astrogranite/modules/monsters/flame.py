"""Flame burst: the dragon's attack on players who are not beside it (A-FLAME)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.editions.astrogranite.modules.monsters.targets import in_order
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import BEAR_FLAMES, LIE_DOWN, action, kind_of
from dungeonbowl.engine.footprints import squares_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.harm.armour import Wound
from dungeonbowl.engine.procedures.harm.down import AVOIDING, NO_BALLS, GoDown
from dungeonbowl.engine.procedures.harm.injury import BROKEN
from dungeonbowl.engine.procedures.harm.victim import Victim, wounded

NEAR: Final[i64] = 4
SHORT: Final[i64] = 45  # the square of the longest distance of a short pass
BURSTS: Final[i64] = 4

ASKING: Final[i64] = 0
FALLING: Final[i64] = 1
SETTLING: Final[i64] = 2
BURNING: Final[i64] = 3


def gap(game: Game, first: i64, second: i64) -> i64:
    """The distance of two squares in columns or rows, whichever is larger (A-DEF-06)."""
    columns = i64(game.dungeon.column[first]) - i64(game.dungeon.column[second])
    rows = i64(game.dungeon.row[first]) - i64(game.dungeon.row[second])
    columns = columns if columns > 0 else -columns
    rows = rows if rows > 0 else -rows
    return columns if columns > rows else rows


def is_player(game: Game, piece: i64) -> bool:
    return (
        i64(game.side_of[piece]) < game.squads.sides
        and game.is_standing(piece)
        and game.square[piece] >= 0
        and game.dungeon.column[i64(game.square[piece])] >= 0
    )


def flame_targets(game: Game, piece: i64) -> list[int]:
    """The nearest players whom the flames reach; none if a player is too near (A-FLAME-01, A-FLAME-02)."""
    best: i64 = -1
    found: list[int] = []
    for each in in_order(game):
        if not is_player(game, i64(each)):
            continue
        square = i64(game.square[i64(each)])
        least: i64 = -1
        reached = False
        for node in squares_of(game, piece):
            far = gap(game, i64(node), square)
            if least < 0 or far < least:
                least = far
            if game.dungeon.range_squared(i64(node), square) <= SHORT and game.dungeon.sees(i64(node), square):
                reached = True
        if least <= NEAR:
            return []
        if not reached or (best >= 0 and least > best):
            continue
        if least != best:
            best = least
            found = []
        found.append(each)
    return found


def area(game: Game, square: i64) -> list[int]:
    """The standing pieces whom the flames around a square reach, each once, in reading order (A-FLAME-03)."""
    found: list[int] = []
    column = i64(game.dungeon.column[square])
    row = i64(game.dungeon.row[square])
    down: i64 = -1
    while down <= 1:
        along: i64 = -1
        while along <= 1:
            node = game.dungeon.node_at(column + along, row + down)
            if node >= 0 and (node == square or game.dungeon.sees(square, node)):
                piece = int(game.occupant[node])
                if piece >= 0 and game.is_standing(i64(piece)) and piece not in found:
                    found.append(piece)
            along += 1
        down += 1
    return found


NOBODY: Final = vec[i16]()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Flames(Frame):
    """One after the other lies down, or trusts its armour (A-FLAME-04); pieces of no side always trust it (A-FLAME-05).

    `reached` are the pieces in the area at the beginning; `loose` has a bit for every ball that they have lost: these
    bounce last."""

    def __init__(
        self,
        square: i64,
        reached: vec[i16] = NOBODY,
        index: i64 = -1,
        stage: i64 = ASKING,
        loose: i64 = 0,
    ) -> None:
        self.square = square
        self.reached = reached
        self.index = index
        self.stage = stage
        self.loose = loose

    def copy(self) -> Frame:
        return Flames(self.square, self.reached[:], self.index, self.stage, self.loose)

    def begin(self, game: Game) -> i64:
        reached = vec[i16]()
        for piece in area(game, self.square):
            reached = append(reached, i16(piece))
        self.reached = reached
        return self.next(game)

    def piece(self) -> i64:
        return i64(self.reached[self.index])

    def next(self, game: Game) -> i64:
        self.stage = ASKING
        self.index += 1
        while self.index < len(self.reached):
            piece = self.piece()
            if game.square[piece] >= 0 and game.is_standing(piece):
                side = i64(game.side_of[piece])
                return game.ask(side) if side < game.squads.sides else self.burn(game)
            self.index += 1
        self.stage = SETTLING
        dropped = vec[i16]()
        ball: i64 = 0
        while ball < len(game.balls):
            if self.loose >> ball & 1 != 0 and game.balls[ball] >= 0:
                dropped = append(dropped, i16(ball))
            ball += 1
        return game.become(GoDown([], -1, dropped))

    def options(self, game: Game) -> None:
        game.offer(action(LIE_DOWN, self.piece()))
        game.offer(action(BEAR_FLAMES, self.piece()))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == LIE_DOWN:
            return self.drop(game, Victim(self.piece(), clauses.PLACED_PRONE))
        return self.burn(game)

    def burn(self, game: Game) -> i64:
        self.stage = BURNING
        return game.call(Wound(self.piece(), -1, clauses.FLAMED, 0, True))

    def drop(self, game: Game, victim: Victim) -> i64:
        ball: i64 = 0
        while ball < len(game.balls):
            if game.carrier(ball) == self.piece():
                self.loose |= i64(1) << ball
            ball += 1
        self.stage = FALLING
        return game.call(GoDown([victim], -1, NO_BALLS, AVOIDING, 0, True))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BURNING and result == BROKEN:
            return self.drop(game, wounded(self.piece(), clauses.FLAMED))
        return self.next(game)
