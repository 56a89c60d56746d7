"""The official game of 2021 as a list of choices."""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions.official.chests import OfficialChests
from dungeonbowl.editions.official.citations import citations
from dungeonbowl.editions.official.dugout import OfficialDugout
from dungeonbowl.editions.official.inducements import official_market
from dungeonbowl.editions.official.injuries import OfficialInjuries
from dungeonbowl.editions.official.opening import OfficialOpening
from dungeonbowl.editions.official.portals import OfficialPortals
from dungeonbowl.editions.official.pushing import OfficialPushing
from dungeonbowl.editions.official.rebounds import OfficialRebounds
from dungeonbowl.editions.official.referee import OfficialReferee
from dungeonbowl.editions.official.rooms import rooms
from dungeonbowl.editions.official.scoring import AlternatingTurns, FirstTouchdownWins
from dungeonbowl.editions.official.throwing import OfficialThrowing
from dungeonbowl.editions.official.wall_throw import OfficialWalls
from dungeonbowl.editions.official.wizards import wizards
from dungeonbowl.editions.official.wizards.colleges import COLLEGES, SPELL_WORDS
from dungeonbowl.editions.rerolls import TeamRerolls
from dungeonbowl.engine import clauses
from dungeonbowl.engine.layouts import Layouts
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.policies import Policies, Sheets
from dungeonbowl.engine.procedures.block.blocking import UsualBlocking
from dungeonbowl.engine.procedures.move.arrivals import BallsFirst
from dungeonbowl.engine.procedures.move.footwork import UsualFootwork
from dungeonbowl.engine.procedures.own_rerolls import UsualOwnRerolls
from dungeonbowl.engine.rules import Rules, replaced
from dungeonbowl.engine.skills import skill_modules
from dungeonbowl.engine.skills.bombardier import Bombardier
from dungeonbowl.engine.skills.weapons import Weapons
from dungeonbowl.engine.tables import ALWAYS_TURNOVER, CARRIER_TURNOVER, Tables

# The options of an edition text, with their defaults. `<skill>_2021` is that skill as first printed, before its errata.
OFFICIAL_OPTIONS: Final = {
    "turn_limit": 16,
    "endzone_half": 0,
    "coaches_place": 0,
    "sponge_first": 0,
    "follow_up_last": 0,
    "bombardier_2021": 0,
    "breathe_fire_2021": 0,
    "guard_2021": 0,
    "iron_hard_skin_2021": 0,
    "sneaky_git_2021": 0,
    "quick": 0,
    "inducements": 0,
    "petty_cash_cap": 0,
    "transmutation_down": 0,
    "optional_skills": 0,
}

OFFICIAL_LAYOUTS: Final = ["of-1", "of-2", "of-3", "of-4", "of-5", "of-6"]


def official_skills(options: dict[str, int]) -> list[Module]:
    """The skills of the official game, some of them as first printed if the options say so."""
    return replaced(
        skill_modules(),
        [
            Bombardier(knocks_down=options.get("bombardier_2021", 0) != 0),
            Weapons(fire_spares_low=options.get("breathe_fire_2021", 0) != 0),
        ],
    )


def official(options: dict[str, int], text: str) -> Rules:
    """Compose the official game. Options not given keep their default."""
    tables = Tables()
    tables.course.turn_limit = options.get("turn_limit", OFFICIAL_OPTIONS["turn_limit"])
    tables.options.follow_ups_last = options.get("follow_up_last", 0) != 0
    tables.options.quick_start = options.get("quick", 0) != 0
    tables.options.inducements = options.get("inducements", 0) == 0
    tables.options.petty_cash_cap = options.get("petty_cash_cap", 0)
    tables.options.transmutation_down = options.get("transmutation_down", 0) != 0
    tables.options.skills_asked = options.get("optional_skills", 0) != 0
    for cause in (
        clauses.FELL,
        clauses.BLOCKED,
        clauses.PUSHED_INTO_CRYPT,
        clauses.EXPLOSION,
        clauses.FOOD,
        clauses.BURNT,
    ):
        tables.set_turnover(cause, ALWAYS_TURNOVER)
    for cause in (
        clauses.PUSHED_INTO_WALL,
        clauses.ROOM_HARM,
        clauses.FAILED_LANDING,
        clauses.CRASH_LANDING,
        clauses.STRUCK_A_PLAYER,
        clauses.STRUCK_BY_PLAYER,
        clauses.PLACED_PRONE,
        clauses.STABBED,
        clauses.BOMBED,
        clauses.SAVAGED,
        clauses.SECOND_TELEPORT,
        clauses.CHASM,
    ):
        tables.set_turnover(cause, CARRIER_TURNOVER)
    return Rules(
        text,
        tables,
        citations(),
        rooms() + official_skills(options) + wizards(),
        Policies(
            opening=OfficialOpening(options.get("coaches_place", 0) != 0),
            clock=AlternatingTurns(),
            scoring=FirstTouchdownWins(options.get("endzone_half", 0) != 0),
            dugout=OfficialDugout(options.get("sponge_first", 0) != 0),
            chests=OfficialChests(),
            portals=OfficialPortals(),
            arrivals=BallsFirst(),
            rebounds=OfficialRebounds(),
            footwork=UsualFootwork(),
            blocking=UsualBlocking(options.get("guard_2021", 0) != 0),
            pushing=OfficialPushing(),
            injuries=OfficialInjuries(options.get("iron_hard_skin_2021", 0) != 0),
            referee=OfficialReferee(options.get("sneaky_git_2021", 0) != 0),
            throwing=OfficialThrowing(),
            walls=OfficialWalls(),
            rerolls=TeamRerolls(),
            own_rerolls=UsualOwnRerolls(),
            sheets=Sheets(),
        ),
        layouts=Layouts(OFFICIAL_LAYOUTS, "of-1"),
        market=official_market(),
        colleges=COLLEGES,
        spells=SPELL_WORDS,
    )
