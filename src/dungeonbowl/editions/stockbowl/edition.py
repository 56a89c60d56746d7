"""StockBowl as a list of choices."""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions.classic.apothecary import Apothecary
from dungeonbowl.editions.classic.halves import ByTouchdowns
from dungeonbowl.editions.classic.inducements import classic_market
from dungeonbowl.editions.classic.injuries import ClassicInjuries
from dungeonbowl.editions.classic.numbers import classic_tables
from dungeonbowl.editions.classic.referee import ClassicReferee
from dungeonbowl.editions.classic.skills import classic_skill_modules, read_skills
from dungeonbowl.editions.classic.wizard import SPELLS, Wizard
from dungeonbowl.editions.rerolls import TeamRerolls
from dungeonbowl.editions.stockbowl.chests import EnteredChests
from dungeonbowl.editions.stockbowl.citations import citations
from dungeonbowl.editions.stockbowl.dangers import Dangers
from dungeonbowl.editions.stockbowl.doors import Doors
from dungeonbowl.editions.stockbowl.drives import Drives
from dungeonbowl.editions.stockbowl.items.magic import Items
from dungeonbowl.editions.stockbowl.opening import StockbowlOpening
from dungeonbowl.editions.stockbowl.pushing import StockbowlPushing, stockbowl_harm
from dungeonbowl.editions.stockbowl.rebounds import StockbowlRebounds
from dungeonbowl.editions.stockbowl.reserves import OneReserve
from dungeonbowl.editions.stockbowl.teleporters import Teleporters
from dungeonbowl.editions.stockbowl.throwing import StockbowlThrowing, stockbowl_throws
from dungeonbowl.engine import clauses
from dungeonbowl.engine.layouts import Layouts
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.tables import ALWAYS_TURNOVER, CARRIER_TURNOVER

# The options of an edition text, with their defaults.
STOCKBOWL_OPTIONS: Final = {
    "turn_limit": 12,
    "chest_unhindered": 0,
    "reserves_by_half": 0,
    "follow_up_last": 0,
    "quick": 0,
    "optional_skills": 0,
}

# The layouts by the sum of two D8, from 2 on; 16 is the first again (S-LAY-02).
STOCKBOWL_LAYOUTS: Final = [f"sb-{number:02}" for number in range(2, 16)]


def stockbowl(options: dict[str, int], text: str) -> Rules:
    """Compose the StockBowl game. Options not given keep their default."""
    tables = classic_tables()
    tables.turn_limit = max(1, options.get("turn_limit", STOCKBOWL_OPTIONS["turn_limit"]))
    read_skills(tables)
    stockbowl_throws(tables)
    stockbowl_harm(tables)
    tables.follow_ups_last = options.get("follow_up_last", 0) != 0
    tables.quick_start = options.get("quick", 0) != 0
    tables.skills_asked = options.get("optional_skills", 0) != 0
    for cause in (clauses.FELL, clauses.BLOCKED, clauses.EXPLOSION, clauses.STRUCK_BY_PLAYER):
        tables.set_turnover(cause, ALWAYS_TURNOVER)
    for cause in (
        clauses.PUSHED_INTO_WALL,
        clauses.FAILED_LANDING,
        clauses.CRASH_LANDING,
        clauses.STRUCK_A_PLAYER,
        clauses.PLACED_PRONE,
    ):
        tables.set_turnover(cause, CARRIER_TURNOVER)
    tables.chests_block = False
    tables.chest_items = 1
    items = Items()
    return Rules(
        text,
        tables,
        citations(),
        [Doors(), Dangers(), items, Apothecary(), Wizard(), *classic_skill_modules()],
        opening=StockbowlOpening(),
        clock=Drives(),
        scoring=ByTouchdowns(),
        dugout=OneReserve(options.get("reserves_by_half", 0) != 0),
        chests=EnteredChests(items, options.get("chest_unhindered", 0) != 0),
        portals=Teleporters(),
        rebounds=StockbowlRebounds(),
        pushing=StockbowlPushing(),
        injuries=ClassicInjuries(),
        referee=ClassicReferee(),
        throwing=StockbowlThrowing(),
        rerolls=TeamRerolls(once_a_turn=True),
        layouts=Layouts(STOCKBOWL_LAYOUTS, ""),
        market=classic_market(),
        colleges=[""],
        spells=SPELLS,
    )
