"""Dice that are neither a test nor a block, re-rolled because of something that a player carries."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.actions import ACCEPT, ITEM_REROLL, REROLL, action, kind_of
from dungeonbowl.engine.events import REROLLED
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.stat_test import is_granted, note_grant


def second_chance(game: Game, dice: i64) -> Frame | None:
    """Dice have just fallen for the procedure on top of the stack. Returns the frame that asks the player's coach about
    a re-roll; None if none is possible."""
    piece = game.top.regretted_by(game, dice)
    if piece < 0 or not is_granted(game, i64(game.side_of[piece]), piece, game.dice_clause):
        return None
    return RollAgain(piece, dice, game.dice_count, game.dice_kind, game.dice_clause, game.dice_side)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class RollAgain(Frame):
    """The coach of a player keeps the dice, or re-rolls them: then the new result counts. In both cases the procedure
    that asked reads the dice, and does not know of the re-roll."""

    def __init__(self, piece: i64, dice: i64, count: i64, kind: i64, clause: i64, roller: i64) -> None:
        self.piece = piece
        self.dice = dice
        self.count = count
        self.kind = kind
        self.clause = clause
        self.roller = roller

    def copy(self) -> Frame:
        return RollAgain(self.piece, self.dice, self.count, self.kind, self.clause, self.roller)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(ACCEPT))
        game.offer(action(REROLL, ITEM_REROLL))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == ACCEPT:
            return game.read(self.dice)
        game.tell(REROLLED, self.clause, i64(game.side_of[self.piece]), ITEM_REROLL)
        note_grant(game, self.piece, self.clause)
        return game.roll(self.count, self.kind, self.clause, self.roller)

    def rolled(self, game: Game, dice: i64) -> i64:
        return game.read(dice)
