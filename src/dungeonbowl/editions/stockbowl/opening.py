"""Before the first drive: the layout, the sides of the dungeon, inducements, the starting coach (S-LAY, S-HALF-04)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.classic.halves import Cooking
from dungeonbowl.editions.stockbowl.drives import NextDrive, SetUp, are_all_there, stand_in
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import CHOOSE_STARTER, CHOOSE_ZONE, action, first_of
from dungeonbowl.engine.dice import COIN, D6, D8, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.laying_out import move_to
from dungeonbowl.engine.policies import Opening
from dungeonbowl.engine.procedures.turn.purchases import Purchases, dearer_side
from dungeonbowl.engine.sides import ZONE

LAYOUT: Final[i64] = 0
SIDES: Final[i64] = 1
BUYING: Final[i64] = 2
STARTER: Final[i64] = 3
COOKING: Final[i64] = 4


@final
class StockbowlOpening(Opening):
    """Two D8 find the dungeon, unless one was chosen. In a quick start no coach is asked."""

    def frame(self, game: Game) -> Frame:
        return Kickoff()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Kickoff(Frame):
    """The whole opening up to the first set-up. `chooser` is the coach who won the last roll."""

    def __init__(self, stage: i64 = LAYOUT, chooser: i64 = 0) -> None:
        self.stage = stage
        self.chooser = chooser

    def copy(self) -> Frame:
        return Kickoff(self.stage, self.chooser)

    def begin(self, game: Game) -> i64:
        if game.dungeon.count == 0:
            return game.roll(2, D8, clauses.LAYOUT, -1)
        return self.choose_sides(game)

    def choose_sides(self, game: Game) -> i64:
        put_portals(game)
        if game.rules.tables.options.quick_start:
            return self.toss(game)
        self.stage = SIDES
        return game.roll(2, D6, clauses.CHOOSE_ZONE, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.stage == LAYOUT:
            number = die(dice, 0) + die(dice, 1)
            move_to(game, (number - 2) % i64(len(game.rules.layouts.names)))
            game.tell(events.LAYOUT_FOUND, clauses.LAYOUT, number)
            return self.choose_sides(game)
        if self.stage == SIDES:
            if die(dice, 0) == die(dice, 1):
                return game.roll(2, D6, clauses.CHOOSE_ZONE, -1)
            self.chooser = 0 if die(dice, 0) > die(dice, 1) else 1
            return game.ask(self.chooser)
        self.chooser = die(dice, 0) - 1
        if game.rules.tables.options.quick_start:
            return self.start(game, self.chooser)
        return game.ask(self.chooser)

    def options(self, game: Game) -> None:
        number: i64 = 0
        while number < 2:
            game.offer(action(CHOOSE_ZONE if self.stage == SIDES else CHOOSE_STARTER, number))
            number += 1

    def chosen(self, game: Game, action: i64) -> i64:
        if self.stage == STARTER:
            return self.start(game, first_of(action))
        zone = first_of(action)
        game.set_side(self.chooser, ZONE, zone)
        game.set_side(game.opponent(self.chooser), ZONE, 1 - zone)
        game.tell(events.ZONE_CHOSEN, clauses.CHOOSE_ZONE, self.chooser, zone)
        if dearer_side(game.squads) < 0:
            return self.toss(game)
        self.stage = BUYING
        return game.call(Purchases())

    def toss(self, game: Game) -> i64:
        self.stage = STARTER
        return game.roll(1, COIN, clauses.COIN_TOSS, -1)

    def start(self, game: Game, side: i64) -> i64:
        """The winner of the toss has decided which side starts (S-HALF-04)."""
        game.first_side = side
        game.tell(events.STARTER_CHOSEN, clauses.STARTING_COACH, self.chooser, side)
        game.tell(events.HALF_BEGAN, clauses.HALF, game.half)
        self.stage = COOKING
        return game.call(Cooking())

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BUYING:
            return self.toss(game)
        if are_all_there(game):
            return game.become(SetUp())
        stand_in(game)
        return game.become(NextDrive())


def put_portals(game: Game) -> None:
    """Place the teleporters of the layout; chests are placed at every set-up."""
    number: i64 = 1
    for square in game.dungeon.map_portals:
        if square >= 0:
            game.put_portal(i64(square), number)
        number += 1
