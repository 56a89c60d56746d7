"""StockBowl as a list of choices."""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions.classic.apothecary import Apothecary
from dungeonbowl.editions.classic.blocking import ClassicBlocking
from dungeonbowl.editions.classic.footwork import ClassicFootwork
from dungeonbowl.editions.classic.halves import ByTouchdowns
from dungeonbowl.editions.classic.inducements import classic_market
from dungeonbowl.editions.classic.injuries import ClassicInjuries
from dungeonbowl.editions.classic.numbers import classic_tables
from dungeonbowl.editions.classic.own_rerolls import ClassicOwnRerolls
from dungeonbowl.editions.classic.referee import ClassicReferee
from dungeonbowl.editions.classic.sheets import ValueSheets
from dungeonbowl.editions.classic.skills import classic_skill_modules
from dungeonbowl.editions.classic.wizard import SPELLS, Wizard
from dungeonbowl.editions.rerolls import TeamRerolls
from dungeonbowl.editions.stockbowl.arrivals import TokensTakeTheFallen
from dungeonbowl.editions.stockbowl.chests import EnteredChests
from dungeonbowl.editions.stockbowl.citations import citations
from dungeonbowl.editions.stockbowl.dangers import Dangers
from dungeonbowl.editions.stockbowl.doors import Doors
from dungeonbowl.editions.stockbowl.drives import Drives
from dungeonbowl.editions.stockbowl.items.magic import Items
from dungeonbowl.editions.stockbowl.opening import StockbowlOpening
from dungeonbowl.editions.stockbowl.pushing import StockbowlPushing
from dungeonbowl.editions.stockbowl.rebounds import StockbowlRebounds
from dungeonbowl.editions.stockbowl.reserves import OneReserve
from dungeonbowl.editions.stockbowl.teleporters import Teleporters
from dungeonbowl.editions.stockbowl.throwing import StockbowlThrowing
from dungeonbowl.engine import clauses
from dungeonbowl.engine.layouts import Layouts
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.policies import Policies
from dungeonbowl.engine.rules import Rules, replaced
from dungeonbowl.engine.skills.bloodlust import Bloodlust
from dungeonbowl.engine.statuses import KNOCKED_OUT
from dungeonbowl.engine.tables import ALWAYS_TURNOVER, CARRIER_TURNOVER

# The options of an edition text, with their defaults.
STOCKBOWL_OPTIONS: Final = {
    "turn_limit": 12,
    "chest_unhindered": 0,
    "reserves_by_half": 0,
    "follow_up_last": 0,
    "quick": 0,
    "inducements": 0,
    "petty_cash_cap": 0,
    "optional_skills": 0,
}

# The layouts by the sum of two D8, from 2 on; 16 is the first again (S-LAY-02).
STOCKBOWL_LAYOUTS: Final = [f"sb-{number:02}" for number in range(2, 16)]


def stockbowl_skill_modules() -> list[Module]:
    """The skills of the CRP; a player with Blood Lust that bites no Thrall is knocked out (S-VAMP-01)."""
    return replaced(classic_skill_modules(), [Bloodlust(frees_blocks_only=True, starved_status=KNOCKED_OUT)])


def stockbowl(options: dict[str, int], text: str) -> Rules:
    """Compose the StockBowl game. Options not given keep their default."""
    tables = classic_tables()
    tables.course.turn_limit = max(1, options.get("turn_limit", STOCKBOWL_OPTIONS["turn_limit"]))
    tables.options.follow_ups_last = options.get("follow_up_last", 0) != 0
    tables.options.quick_start = options.get("quick", 0) != 0
    tables.options.inducements = options.get("inducements", 0) == 0
    tables.options.petty_cash_cap = options.get("petty_cash_cap", 0)
    tables.options.skills_asked = options.get("optional_skills", 0) != 0
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
    tables.furnishing.chest_items = 1
    items = Items()
    return Rules(
        text,
        tables,
        citations(),
        [Doors(), Dangers(), items, Apothecary(), Wizard(), *stockbowl_skill_modules()],
        Policies(
            opening=StockbowlOpening(),
            clock=Drives(),
            scoring=ByTouchdowns(),
            dugout=OneReserve(options.get("reserves_by_half", 0) != 0),
            chests=EnteredChests(items, options.get("chest_unhindered", 0) != 0),
            portals=Teleporters(),
            arrivals=TokensTakeTheFallen(),
            rebounds=StockbowlRebounds(),
            footwork=ClassicFootwork(),
            blocking=ClassicBlocking(),
            pushing=StockbowlPushing(),
            injuries=ClassicInjuries(),
            referee=ClassicReferee(),
            throwing=StockbowlThrowing(),
            rerolls=TeamRerolls(once_a_turn=True),
            own_rerolls=ClassicOwnRerolls(),
            sheets=ValueSheets(),
        ),
        layouts=Layouts(STOCKBOWL_LAYOUTS, ""),
        market=classic_market(),
        colleges=[""],
        spells=SPELLS,
    )
