"""The coaches buy before a match, one side with its gold and the other with petty cash (O-IND-01 to O-IND-06)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import BUY, BUY_NO_MORE, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.market import hand_over, is_sold, price
from dungeonbowl.engine.setup import Squads


def dearer_side(squads: Squads) -> i64:
    """The side with the higher current team value, or -1 if both are equal."""
    first = squads.teams[0].value
    second = squads.teams[1].value
    if first == second:
        return -1
    return 0 if first > second else 1


def petty_cash(squads: Squads, spent: i64) -> i64:
    """What the cheaper side may spend: the difference in value plus what the dearer side has spent."""
    difference = squads.teams[0].value - squads.teams[1].value
    return spent + (difference if difference > 0 else -difference)


@final
class Purchases(Frame):
    """First the dearer side spends its treasury, then the other side its petty cash (O-IND-01). Equal sides buy nothing
    (O-IND-02). A side buys one thing at a time until it wants no more.

    `spent` is what the dearer side has spent, `left` is the gold that the buying side has left. The number of a ware is
    its place on the edition's list, from 1 on.
    """

    def __init__(self, side: i64 = -1, left: i64 = 0, spent: i64 = 0) -> None:
        self.side = side
        self.left = left
        self.spent = spent

    def copy(self) -> Frame:
        return Purchases(self.side, self.left, self.spent)

    def begin(self, game: Game) -> i64:
        dearer = dearer_side(game.squads)
        if dearer < 0:
            return game.done(0)
        self.side = dearer
        self.left = game.squads.teams[dearer].treasury
        return self.go_on(game)

    def go_on(self, game: Game) -> i64:
        game.offers = 0
        self.options(game)
        return game.ask(self.side) if game.offers > 1 else self.close(game)

    def options(self, game: Game) -> None:
        number: i64 = 1
        for ware in game.rules.market:
            if price(ware, game.squads, self.side) <= self.left and is_sold(ware, game, self.side):
                game.offer(action(BUY, number))
            number += 1
        game.offer(action(BUY_NO_MORE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == BUY_NO_MORE:
            return self.close(game)
        side = self.side
        number = first_of(action)
        ware = game.rules.market[number - 1]
        cost = price(ware, game.squads, side)
        own = side == dearer_side(game.squads)
        hand_over(ware, game, side)
        self.left -= cost
        if own:
            self.spent += cost
        clause = clauses.INDUCEMENT if own else clauses.PETTY_CASH
        game.tell(events.BOUGHT, clause, side, number, cost, 1 if own else 0)
        return self.go_on(game)

    def close(self, game: Game) -> i64:
        """After the dearer side the other side buys. Gold that is left of petty cash is lost."""
        dearer = dearer_side(game.squads)
        if self.side != dearer:
            return game.done(0)
        self.side = 1 - dearer
        self.left = petty_cash(game.squads, self.spent)
        return self.go_on(game)
