"""What the coaches buy before a match, and with whose gold (O-IND-01 to O-IND-06)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import BUY, BUY_NO_MORE, action, first_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import BRIBES, REROLLS, WIZARDS, Game
from dungeonbowl.engine.setup import Squads

# The inducements by number, as the notation and as the story call them (O-IND-03).
EXTRA_TRAINING: Final[i64] = 1
BRIBE: Final[i64] = 2
WIZARD: Final[i64] = 3
INDUCEMENTS: Final = ("", "training", "bribe", "wizard")
INDUCEMENT_WORDS: Final = ("", "extra team training", "a bribe", "a college wizard")

PRICE: Final[i64] = 100_000
MOST_TRAINING: Final[i64] = 8
MOST_BRIBES: Final[i64] = 3
MOST_WIZARDS: Final[i64] = 1


def dearer_side(squads: Squads) -> i64:
    """The side with the higher current team value, or -1 when the two are equal."""
    first = squads.teams[0].value
    second = squads.teams[1].value
    if first == second:
        return -1
    return 0 if first > second else 1


def may_hire_wizard(squads: Squads, side: i64) -> bool:
    """Whether this side has a wizard of its college, or could come to have one before the match."""
    team = squads.teams[side]
    if team.college == 0:
        return False
    if team.wizards > 0:
        return True
    dearer = dearer_side(squads)
    if dearer < 0:
        return False
    if dearer == side:
        return team.treasury >= PRICE
    dear = squads.teams[dearer]
    return dear.value - team.value + dear.treasury >= PRICE


@final
class Purchases(Frame):
    """The dearer side spends of its treasury, then the other its petty cash: the difference in value and what was just
    spent (O-IND-01). Equal sides buy nothing (O-IND-02). Each buys one thing at a time until it has had enough.

    `spent` is what the dearer side has spent, `left` what the side that buys has left, `trainings` how many of those it
    has bought.
    """

    def __init__(self, side: i64 = -1, left: i64 = 0, spent: i64 = 0, trainings: i64 = 0) -> None:
        self.side = side
        self.left = left
        self.spent = spent
        self.trainings = trainings

    def copy(self) -> Frame:
        return Purchases(self.side, self.left, self.spent, self.trainings)

    def args(self) -> list[object]:
        return [self.side, self.left, self.spent, self.trainings]

    def begin(self, game: Game) -> i64:
        dearer = dearer_side(game.squads)
        if dearer < 0:
            return game.done(0)
        self.side = dearer
        self.left = game.squads.teams[dearer].treasury
        return self.go_on(game)

    def go_on(self, game: Game) -> i64:
        if self.left >= PRICE and self.anything_left(game):
            return game.ask(self.side)
        return self.close(game)

    def anything_left(self, game: Game) -> bool:
        game.offers = 0
        self.options(game)
        return game.offers > 1

    def options(self, game: Game) -> None:
        side = self.side
        if self.trainings < MOST_TRAINING:
            game.offer(action(BUY, EXTRA_TRAINING))
        if game.side_value(side, BRIBES) < MOST_BRIBES:
            game.offer(action(BUY, BRIBE))
        if game.squads.teams[side].college > 0 and game.side_value(side, WIZARDS) < MOST_WIZARDS:
            game.offer(action(BUY, WIZARD))
        game.offer(action(BUY_NO_MORE))

    def chosen(self, game: Game, action: i64) -> i64:
        if action & 0xFF == BUY_NO_MORE:
            return self.close(game)
        side = self.side
        what = first_of(action)
        own = side == dearer_side(game.squads)
        column = REROLLS if what == EXTRA_TRAINING else BRIBES if what == BRIBE else WIZARDS
        game.set_side(side, column, game.side_value(side, column) + 1)
        if what == EXTRA_TRAINING:
            self.trainings += 1
        self.left -= PRICE
        if own:
            self.spent += PRICE
        clause = clauses.INDUCEMENT if own else clauses.PETTY_CASH
        game.tell(events.BOUGHT, clause, side, what, PRICE, 1 if own else 0)
        return self.go_on(game)

    def close(self, game: Game) -> i64:
        """After the dearer side the other; gold that is left over is lost to it."""
        dearer = dearer_side(game.squads)
        if self.side != dearer:
            return game.done(0)
        self.side = 1 - dearer
        self.left = game.squads.teams[dearer].value - game.squads.teams[self.side].value + self.spent
        self.trainings = 0
        return self.go_on(game)
