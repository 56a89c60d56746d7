"""Laying traps before a match: by the coaches in turn, or by dice (A-TRAP-01)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.terrain import FLOOR
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import PLACE_TRAP, action, first_of
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.turn.deployment import is_free
from dungeonbowl.engine.tokens import TRAP_TOKEN


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LayTraps(Frame):
    """Lay the traps: `left` tokens are left, the coach of `side` lays the next; or dice lay all of them (`by_dice`)."""

    def __init__(self, left: i64, by_dice: bool, side: i64 = -1) -> None:
        self.left = left
        self.by_dice = by_dice
        self.side = side

    def copy(self) -> Frame:
        return LayTraps(self.left, self.by_dice, self.side)

    def begin(self, game: Game) -> i64:
        self.side = game.first_side
        return self.next_trap(game)

    def next_trap(self, game: Game) -> i64:
        if self.left <= 0:
            return game.done(0)
        game.offers = 0
        self.options(game)
        if game.offers == 0:  # there is no room for more
            return game.done(0)
        if self.by_dice and game.offers > 1:
            return game.roll(1, game.offers, clauses.TRAP_PLACED, -1)
        return game.ask_or_take(self, self.side)

    def options(self, game: Game) -> None:
        """Plain floor outside the end zones with nothing on it."""
        dungeon = game.dungeon
        square: i64 = 0
        while square < dungeon.count:
            if i64(dungeon.terrain[square]) == FLOOR and i64(dungeon.zone[square]) < 0 and is_free(game, square):
                game.offer(action(PLACE_TRAP, square))
            square += 1

    def rolled(self, game: Game, dice: i64) -> i64:
        game.offers = 0
        self.options(game)
        return self.lay(game, first_of(game.offered[die(dice, 0) - 1]))

    def chosen(self, game: Game, action: i64) -> i64:
        return self.lay(game, first_of(action))

    def lay(self, game: Game, square: i64) -> i64:
        game.put_token(square, TRAP_TOKEN)
        game.tell(events.TRAP_LAID, clauses.TRAP_PLACED, self.side, square)
        self.left -= 1
        self.side = game.opponent(self.side)
        return self.next_trap(game)
