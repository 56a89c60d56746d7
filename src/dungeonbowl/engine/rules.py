"""Everything chosen before a match: immutable, shared by every clone.

An edition is a list of choices: numbers (`Tables`), one object per policy, and modules. `Rules` sorts the modules
once into one tuple of listeners per moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from dungeonbowl.engine.clauses import CLAUSES
from dungeonbowl.engine.moments import INTERRUPTION_NAMES, Module
from dungeonbowl.engine.policies import (
    Chests,
    Clock,
    Dugout,
    Injuries,
    Opening,
    Portals,
    Pushing,
    Rebounds,
    Referee,
    Rerolls,
    Scoring,
    Throwing,
)

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.setup import Squads

# Entries of `Tables.turnover_by_cause`: what going down for this cause means for the active team.
NO_TURNOVER = 0
ALWAYS_TURNOVER = 1
CARRIER_TURNOVER = 2  # only when the player held a ball


@final
class Tables:
    """The numbers of an edition."""

    turnover_by_cause: vec[u8]

    def __init__(self) -> None:
        self.rushes: i64 = 2
        self.stand_up_cost: i64 = 3
        self.stand_up_needed: i64 = 4
        self.rush_needed: i64 = 2
        self.dodge_modifier: i64 = 0
        self.pick_up_modifier: i64 = 0
        self.catch_modifier: i64 = 0  # accurate pass or hand-off
        self.loose_catch_modifier: i64 = -1  # bouncing, scattered, deviated ...
        self.jump_cost: i64 = 2
        self.block_cost: i64 = 1
        self.portal_recovery: i64 = 1  # movement to pay after a portal before going on; 0 for none
        self.chests: i64 = 6
        self.portals: i64 = 6
        self.balls: i64 = 1
        self.deployed: i64 = 6
        self.turn_limit: i64 = 16
        self.farthest: i64 = 45  # square of the longest throw
        self.quick: i64 = 10  # square of the longest quick pass
        self.thrown_strength: i64 = 3  # the most Strength that can be thrown
        self.thrower_strength: i64 = 5  # the least Strength that throws team-mates
        self.endzone_half: bool = False
        self.transmutation_down: bool = False  # that spell knocks down, not out
        self.quick_start: bool = False  # everything before the first team turn happens by itself
        # skills that were changed after they were printed
        self.hide_stops_claws_only: bool = False  # an iron hide does nothing against other help of opponents
        self.guard_helps_fouls: bool = False  # who assists however many mark it does so in fouls too
        self.sly_foulers_move: bool = False  # who fouls unseen may go on moving afterwards
        self.bombs_knock_down: bool = False  # a bomb knocks down and hurts more, and is nobody's turnover
        self.fire_spares_low: bool = False  # fire strikes back on a natural 1 only, not on a modified one
        self.chests_block: bool = True  # nobody enters the square of a closed chest
        self.chest_stops_ball: bool = True
        # experience: completion, deflection, interception, casualty, touchdown
        self.points_completion: i64 = 1
        self.points_deflection: i64 = 1
        self.points_interception: i64 = 2
        self.points_casualty: i64 = 2
        self.points_touchdown: i64 = 5
        self.turnover_by_cause = vec[u8]([NO_TURNOVER] * int(CLAUSES))

    def set_turnover(self, cause: i64, when: int) -> None:
        self.turnover_by_cause[cause] = u8(when)


def overriding(modules: list[Module], moment: str) -> tuple[Module, ...]:
    """The modules that have something to say at this moment, in edition order."""
    silent = getattr(Module, moment)
    return tuple([module for module in modules if getattr(type(module), moment) is not silent])


@final
class Rules:
    """An edition composed: tables, policies, and the listeners of every moment."""

    def __init__(
        self,
        edition: str,
        tables: Tables,
        citations: list[str],
        modules: list[Module],
        opening: Opening,
        clock: Clock,
        scoring: Scoring,
        dugout: Dugout,
        chests: Chests,
        portals: Portals,
        rebounds: Rebounds,
        pushing: Pushing,
        injuries: Injuries,
        referee: Referee,
        throwing: Throwing,
        rerolls: Rerolls,
        speaking: list[Module] | None = None,
    ) -> None:
        """`speaking` are the modules that can have a say in a certain match; None for all (see `fitted`)."""
        self.edition = edition  # the text form, for example "official(turn_limit=8)"
        self.tables = tables
        self.citations = citations
        self.modules = modules
        self.opening = opening
        self.clock = clock
        self.scoring = scoring
        self.dugout = dugout
        self.chests = chests
        self.portals = portals
        self.rebounds = rebounds
        self.pushing = pushing
        self.injuries = injuries
        self.referee = referee
        self.throwing = throwing
        self.rerolls = rerolls
        memory = 0
        for module in modules:
            module.fixed_slot(memory)
            memory += module.memory()
        self.memory = memory
        self.fittings: dict[int, Rules] = {}
        if speaking is not None:
            modules = speaking
        # numbers and facts
        self.test_modifiers = overriding(modules, "test_modifier")
        self.rush_modifiers = overriding(modules, "rush_modifier")
        self.armour_modifiers = overriding(modules, "armour_modifier")
        self.injury_modifiers = overriding(modules, "injury_modifier")
        self.strength_modifiers = overriding(modules, "strength_modifier")
        self.movement_modifiers = overriding(modules, "movement_modifier")
        self.step_costs = overriding(modules, "step_cost")
        self.step_bars = overriding(modules, "bars_step")
        self.step_risks = overriding(modules, "step_risk")
        self.reroll_bars = overriding(modules, "bars_reroll")
        self.action_offers = overriding(modules, "offers_actions")
        self.move_offers = overriding(modules, "offers_moves")
        self.actors = overriding(modules, "acts")
        self.placed = overriding(modules, "placed")
        self.activation_opened = overriding(modules, "activation_opened")
        # interruptions, by their number
        self.listeners: list[tuple[Module, ...]] = [overriding(modules, name) for name in INTERRUPTION_NAMES]
        self.heard: vec[u8] = vec[u8]([1 if listeners else 0 for listeners in self.listeners])

    def fitted(self, dungeon: Dungeon, squads: Squads) -> Rules:
        """The same edition without the modules that can never speak in this match: a room the dungeon does not have,
        a skill nobody has. What they would have been asked costs nothing then; the rules are the same."""
        key = 0
        speaking: list[Module] = []
        for index, module in enumerate(self.modules):
            if not module.is_idle(dungeon, squads):
                speaking.append(module)
                key |= 1 << index
        if len(speaking) == len(self.modules):
            return self
        found = self.fittings.get(key)
        if found is None:
            found = Rules(
                self.edition,
                self.tables,
                self.citations,
                self.modules,
                self.opening,
                self.clock,
                self.scoring,
                self.dugout,
                self.chests,
                self.portals,
                self.rebounds,
                self.pushing,
                self.injuries,
                self.referee,
                self.throwing,
                self.rerolls,
                speaking,
            )
            self.fittings[key] = found
        return found

    def cite(self, clause: i64) -> str:
        """The rule of this edition that a clause stands for, or an empty string."""
        return self.citations[clause]
