"""The Ring of Teleportation: through the air, in a direction of the coach's choice (S-ITEM-15)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import dx, dy
from dungeonbowl.editions.stockbowl.throwing import Hurl
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import NAME_DIRECTION, action, first_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.passing import INACCURATE
from dungeonbowl.engine.procedures.ball.team_mate import SQUARE_MASK, SURE_LANDING, come_down, take_up

MAGIC_RING: Final[i64] = clauses.MAGIC + 11


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class RingFlight(Frame):
    """The coach names a direction, a D6 says how far. A landing in the square that the ring chose cannot fail, unless
    another player is there. A player who comes back from a wall lands like a thrown player (S-TTM-04)."""

    def __init__(self, piece: i64, direction: i64 = -1, goal: i64 = -1) -> None:
        self.piece = piece
        self.direction = direction
        self.goal = goal

    def copy(self) -> Frame:
        return RingFlight(self.piece, self.direction, self.goal)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        direction: i64 = 0
        while direction < 8:
            game.offer(action(NAME_DIRECTION, direction))
            direction += 1

    def chosen(self, game: Game, action: i64) -> i64:
        self.direction = first_of(action)
        return game.roll(1, D6, MAGIC_RING, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        dungeon = game.dungeon
        far = die(dice, 0)
        square = i64(game.square[self.piece])
        column = i64(dungeon.column[square]) + far * dx(self.direction)
        row = i64(dungeon.row[square]) + far * dy(self.direction)
        self.goal = dungeon.node_at(column, row)
        take_up(game, self.piece)
        return game.call(Hurl(self.piece, square, column, row, 0))

    def returned(self, game: Game, result: i64) -> i64:
        if result & SQUARE_MASK == self.goal:
            result |= SURE_LANDING
        return game.become(come_down(self.piece, result, -1, INACCURATE))
