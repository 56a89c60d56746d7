"""The module `special_arrangements`: help for the weaker of two teams (A-ARR).

An additional re-roll counts in the match. Everything else is the business of a league (`league/aftermath`), which
reads from the events what was chosen.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import BUY, BUY_NO_MORE, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.market import Ware
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import REROLLS

STEP: Final[i64] = 15  # points of rating for one arrangement
MOST: Final[i64] = 3
WARES: Final[i64] = 3  # the first is the training


def install(c: Composition) -> None:
    first = i64(len(c.market) + 1)
    c.market.append(Ware("training", "extra training", REROLLS, 0, MOST))
    c.market.append(Ware("insurance", "medical insurance", REROLLS, 0, MOST))
    c.market.append(Ware("sponsorship", "a sponsorship deal", REROLLS, 0, MOST))
    c.modules.append(SpecialArrangements(first))
    c.cite(int(clauses.ARRANGEMENT), "A-ARR-01")


def due(rating: i64, other: i64) -> i64:
    """How many arrangements a team gets against another (A-ARR-01)."""
    number = (other - rating) // STEP if other > rating else i64(0)
    return number if number < MOST else MOST


@final
class SpecialArrangements(Module):
    """`first` is the number of the first arrangement on the price list."""

    def __init__(self, first: i64) -> None:
        self.first = first

    def name(self) -> str:
        return "special arrangements"

    def rates_teams(self) -> bool:
        return True

    def choices_given(self, squads: Squads, side: i64) -> i64:
        return due(squads.teams[side].rating, squads.teams[1 - side].rating)

    def preparing(self, game: Game) -> Frame | None:
        side: i64 = 0
        while side < 2:
            number = self.choices_given(game.squads, side)
            if number > 0 and not game.rules.tables.options.quick_start:
                return Arrangement(side, self.first, number)
            side += 1
        return None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Arrangement(Frame):
    """The coach of the weaker team chooses; the same one may be chosen several times."""

    def __init__(self, side: i64, first: i64, left: i64) -> None:
        self.side = side
        self.first = first
        self.left = left

    def copy(self) -> Frame:
        return Arrangement(self.side, self.first, self.left)

    def begin(self, game: Game) -> i64:
        return game.ask(self.side) if self.left > 0 else game.done(0)

    def options(self, game: Game) -> None:
        ware: i64 = 0
        while ware < WARES:
            game.offer(action(BUY, self.first + ware))
            ware += 1
        game.offer(action(BUY_NO_MORE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == BUY_NO_MORE:
            return game.done(0)
        number = first_of(action)
        if number == self.first:  # (A-ARR-02)
            game.set_side(self.side, REROLLS, game.side_value(self.side, REROLLS) + 1)
        game.tell(events.BOUGHT, clauses.ARRANGEMENT, self.side, number)
        self.left -= 1
        return self.begin(game)
