"""What a simple bot does with gold before a match, and with its wizard in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import action
from dungeonbowl.engine.game import APOTHECARIES, BREWERS, BRIBES, CHEFS, REROLLS, SURGEONS, WIZARDS
from dungeonbowl.engine.procedures.magic import standing_near
from dungeonbowl.engine.statuses import STANDING

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

WISHES: Final = (WIZARDS, CHEFS, REROLLS, APOTHECARIES, SURGEONS, BREWERS, BRIBES)
SPELLS: Final = (int(actions.CAST), int(actions.CAST_ON), int(actions.CAST_AT))
WORTH_A_FIRE: Final = 2


def buy(game: Game, options: list[int]) -> int:
    """A wizard first, then re-rolls, then healers, then bribes; gold that is left would be lost."""
    for column in WISHES:
        for number, ware in enumerate(game.rules.market, 1):
            wish = int(action(actions.BUY, i64(number)))
            if ware.column == column and wish in options:
                return wish
    return int(actions.BUY_NO_MORE)


def cast(game: Game, options: list[int]) -> int:
    """The best use of a spell, or to keep it for later: the ball carrier first, a crowd for the fire."""
    side = int(game.asked)
    best, most = options[0], -1
    for option in options:
        if option & 0xFF in SPELLS and worth(game, side, option) > most:
            best, most = option, worth(game, side, option)
    decline = int(actions.DECLINE)
    return decline if most <= 0 and decline in options else best


def worth(game: Game, side: int, option: int) -> int:
    kind = option & 0xFF
    target = i64(option >> 8 & 0xFFFF)
    if kind == actions.CAST_AT:
        if game.frame().name() != "Casting":
            return 1  # somebody is set down somewhere: one place is as good as another
        near = standing_near(game, target)
        others = sum(int(game.side_of[piece]) != side for piece in near)
        return max(0, others - (len(near) - others) - WORTH_A_FIRE + 1)
    carrier = int(game.carrier(i64(0)))
    if kind == actions.CAST:
        return int(carrier >= 0 and int(game.side_of[carrier]) != side)
    if int(game.side_of[target]) == side:
        return 0
    return 2 if int(target) == carrier else int(game.status[target] == STANDING and carrier >= 0)
