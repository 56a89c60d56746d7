"""Skills as this edition reads them (A-SKREF), and the traits of races that no other edition has (A-TRAIT).

The skills of the module `dungeon_skills` are in its own file.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.core.titchy import Titchy
from dungeonbowl.editions.classic.skills import classic_skill_modules
from dungeonbowl.engine.abilities import DENSE
from dungeonbowl.engine.actions import BLITZ_ACTION, HAND_OFF_ACTION, PASS_ACTION, THROW_TEAM_MATE_ACTION
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.rules import replaced
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.home import Home
from dungeonbowl.engine.skills.knacks import MovementKnacks
from dungeonbowl.engine.skills.traits import NEEDED, Falter, TakeRoot
from dungeonbowl.engine.tables import NEVER, Tables

DIRTY_KICK: Final[i64] = 2
TINY_DODGE: Final[i64] = 2

SKILLS: Final = [Home("Dense", [DENSE])]


def astrogranite_skill_modules() -> list[Module]:
    """The skills of the CRP, after the characteristics of races."""
    return [
        Dense(),
        Titchy(),
        *replaced(classic_skill_modules(), [TakeRoot(), MovementKnacks(tiny_dodge=TINY_DODGE, tails_add_up=True)]),
    ]


def read_astrogranite_skills(tables: Tables) -> None:
    """The numbers of skills that the reference of this edition reads differently from the CRP (A-SKREF)."""
    tables.blows.harder_kicks = DIRTY_KICK
    tables.blows.grab = NEVER  # except with the module dungeon_skills


@final
class Dense(Module):
    """A roll before a Blitz, Pass or Hand-off. On a 1 the action is lost, and the Tackle Zone too (A-TRAIT-01)."""

    def name(self) -> str:
        return "dense"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(DENSE)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        return Falter(piece, NEEDED, 0, True) if game.can(piece, DENSE) and is_demanding(game.declared) else None


def is_demanding(what: i64) -> bool:
    """Whether an action is a Blitz, a Hand-off or a Pass (throwing a team-mate is a Pass)."""
    return what == BLITZ_ACTION or what == PASS_ACTION or what == HAND_OFF_ACTION or what == THROW_TEAM_MATE_ACTION
