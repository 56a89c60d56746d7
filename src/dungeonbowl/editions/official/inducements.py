"""What can be bought before an official match (O-IND-03 to O-IND-06)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.market import HAS_COLLEGE, Ware
from dungeonbowl.engine.procedures.turn.purchases import dearer_side, petty_cash
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import BRIBES, REROLLS, WIZARDS

PRICE: Final[i64] = 100_000


def official_market() -> list[Ware]:
    """The price list (O-IND-03)."""
    return [
        Ware("training", "extra team training", REROLLS, PRICE, 8),
        Ware("bribe", "a bribe", BRIBES, PRICE, 3),
        Ware("wizard", "a college wizard", WIZARDS, PRICE, 1, HAS_COLLEGE),
    ]


def may_hire_wizard(squads: Squads, side: i64) -> bool:
    """Whether this side has a wizard of its college, or could hire one before the match."""
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
    return petty_cash(squads, squads.teams[dearer].treasury) >= PRICE
