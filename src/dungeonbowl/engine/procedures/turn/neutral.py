"""Decisions for pieces of no side: by rule, or by chance."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game


def decide(game: Game, action: i64) -> i64:
    """A frame of `Neutral.decision` calls this at its end: the procedure that asked gets this answer. Returns its
    signal."""
    game.pop()
    game.decisions += 1
    return game.top.chosen(game, action)


def list_choices(game: Game) -> i64:
    """For such a frame: list the options of the procedure that asked in `game.offered`. Returns how many there are."""
    game.offers = 0
    game.top.below.options(game)
    return game.offers


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ByChance(Frame):
    """One die chooses among the options."""

    def __init__(self, clause: i64) -> None:
        self.clause = clause

    def copy(self) -> Frame:
        return ByChance(self.clause)

    def begin(self, game: Game) -> i64:
        count = list_choices(game)
        if count == 1:
            return decide(game, game.offered[0])
        return game.roll(1, count, self.clause, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        list_choices(game)
        return decide(game, game.offered[die(dice, 0) - 1])


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Decided(Frame):
    """An answer that is known already."""

    def __init__(self, action: i64) -> None:
        self.action = action

    def copy(self) -> Frame:
        return Decided(self.action)

    def begin(self, game: Game) -> i64:
        return decide(game, self.action)
