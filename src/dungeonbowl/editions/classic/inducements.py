"""What can be bought before a match by CRP, except cards (S-OFF-06)."""

from __future__ import annotations

from dungeonbowl.engine.market import CHEAP_BRIBES, CHEAP_CHEF, MAY_HEAL, NO_COLUMN, Ware
from dungeonbowl.engine.setup import MERCENARY, STAR
from dungeonbowl.engine.sides import APOTHECARIES, BREWERS, BRIBES, CHEFS, REROLLS, SURGEONS, WIZARDS


def classic_market() -> list[Ware]:
    """The price list."""
    return [
        Ware("babe", "a Bloodweiser babe", BREWERS, 50_000, 2),
        Ware("bribe", "a bribe", BRIBES, 100_000, 3, bargain=CHEAP_BRIBES, low=50_000),
        Ware("training", "extra team training", REROLLS, 100_000, 4),
        Ware("chef", "a Halfling master chef", CHEFS, 300_000, 1, bargain=CHEAP_CHEF, low=100_000),
        Ware("igor", "an Igor", SURGEONS, 100_000, 1, bars=MAY_HEAL),
        Ware("apothecary", "a wandering apothecary", APOTHECARIES, 100_000, 2, needs=MAY_HEAL),
        Ware("wizard", "a wizard", WIZARDS, 150_000, 1),
        Ware("star", "a star player", NO_COLUMN, 0, 2, role=STAR, squad=16),
        Ware("mercenary", "a mercenary", NO_COLUMN, 0, 16, role=MERCENARY, squad=16, lesson=50_000),
    ]
