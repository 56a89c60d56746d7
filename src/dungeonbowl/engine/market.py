"""What coaches may buy before a match: an edition's price list."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import APOTHECARIES, REROLLS, REROLLS_FULL

# Facts about a team that decide prices: bits of `TeamSheet.perks`.
MAY_HEAL: Final[i64] = 1  # may hire apothecaries
CHEAP_BRIBES: Final[i64] = 2
CHEAP_CHEF: Final[i64] = 4
HAS_COLLEGE: Final[i64] = 8

NO_COLUMN: Final[i64] = -1  # of what is not counted by side


@final
class Ware:
    """One line of the price list. `name` is its word in the notation, `words` its words in a sentence. `column` is the
    column of the side that counts what is bought. The team must have the perks `needs` and must not have the perks
    `bars`. A team with the perk `bargain` pays the price `low`.

    A ware with a `role` stands for all players of that role that a side may hire: each has its own price, `most` of
    them may be hired, and with them the side may have no more than `squad` players. A `lesson` is the price of one more
    skill, where such players may have one."""

    def __init__(
        self,
        name: str,
        words: str,
        column: i64,
        price: i64,
        most: i64,
        needs: i64 = 0,
        bars: i64 = 0,
        bargain: i64 = 0,
        low: i64 = 0,
        role: str = "",
        squad: i64 = 0,
        lesson: i64 = 0,
    ) -> None:
        self.name = name
        self.words = words
        self.column = column
        self.price = price
        self.most = most
        self.needs = needs
        self.bars = bars
        self.bargain = bargain
        self.low = low
        self.role = role
        self.squad = squad
        self.lesson = lesson


def price(ware: Ware, squads: Squads, side: i64) -> i64:
    return ware.low if perks(squads, side) & ware.bargain != 0 else ware.price


def perks(squads: Squads, side: i64) -> i64:
    team = squads.teams[side]
    return team.perks | HAS_COLLEGE if team.college > 0 else team.perks


def is_sold(ware: Ware, game: Game, side: i64) -> bool:
    """Whether this side may buy one more of it. Players for hire are not bought, but hired one by one."""
    if ware.role != "":
        return False
    its = perks(game.squads, side)
    if its & ware.needs != ware.needs or its & ware.bars != 0:
        return False
    has = game.side_value(side, ware.column)
    if ware.column == REROLLS:  # of re-rolls and apothecaries only bought ones count
        has = game.side_value(side, REROLLS_FULL) - i64(game.squads.rerolls[side])
    elif ware.column == APOTHECARIES:
        has -= game.squads.teams[side].apothecaries
    return has < ware.most


def hand_over(ware: Ware, game: Game, side: i64) -> None:
    game.set_side(side, ware.column, game.side_value(side, ware.column) + 1)
    if ware.column == REROLLS:
        game.set_side(side, REROLLS_FULL, game.side_value(side, REROLLS_FULL) + 1)
