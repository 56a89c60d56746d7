"""Skills as this edition reads them (A-SKREF), and the traits of races that no other edition has (A-TRAIT).

The skills of the module `dungeon_skills` are in its own file.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.core.titchy import Titchy
from dungeonbowl.editions.classic.skills import classic_skill_modules, read_skills
from dungeonbowl.engine.abilities import DENSE
from dungeonbowl.engine.actions import BLITZ_ACTION, HAND_OFF_ACTION, PASS_ACTION, THROW_TEAM_MATE_ACTION
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.traits import NEEDED, Falter
from dungeonbowl.engine.tables import NEVER, Tables

DIRTY_KICK: Final[i64] = 2


def astrogranite_skill_modules() -> list[Module]:
    """The skill modules of CRP, after those of the races' traits."""
    return [Dense(), Titchy(), *classic_skill_modules()]


def read_astrogranite_skills(tables: Tables) -> None:
    """The CRP reading, except where the skill reference of this edition differs (A-SKREF)."""
    read_skills(tables)
    # general
    tables.second_try_final = True
    tables.harder_kicks = DIRTY_KICK
    tables.matches_with_two = True
    tables.teleports_end_frenzy = True
    # agility
    tables.hands_once = True
    tables.feet_help_landings = True
    tables.springs_into_blocks = False
    # strength
    tables.guard_helps_fouls = True  # whatever they assist in (A-SKREF-11)
    tables.firm_on_dodges = True
    tables.grab = NEVER  # but for the module dungeon_skills
    # characteristics of races
    tables.tiny_dodge = 2
    tables.tiny_slip = True
    tables.roots_trip = True
    tables.rooted_never_blitz = False


@final
class Dense(Module):
    """The player has to remember what it wanted to do, if that is more than moving or blocking (A-TRAIT-01)."""

    def name(self) -> str:
        return "dense"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(DENSE)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        return Falter(piece, NEEDED, 0, True) if game.can(piece, DENSE) and is_demanding(game.declared) else None


def is_demanding(what: i64) -> bool:
    """Whether an action is a Blitz, a Hand-off or a Pass (throwing a team-mate is a Pass)."""
    return what == BLITZ_ACTION or what == PASS_ACTION or what == HAND_OFF_ACTION or what == THROW_TEAM_MATE_ACTION
