"""Everything that is chosen before a match. It never changes and is shared by all clones.

An edition is a list of choices: numbers (`Tables`), policies (`Policies`), and modules with their arguments. `Rules`
sorts the modules once into one vec of listeners per moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from dungeonbowl.engine.clauses import CLAUSES
from dungeonbowl.engine.layouts import Layouts
from dungeonbowl.engine.market import Ware
from dungeonbowl.engine.moments import INTERRUPTION_NAMES, Module
from dungeonbowl.engine.policies import Policies
from dungeonbowl.engine.tables import Tables

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.setup import Squads


def overriding(modules: list[Module], moment: str) -> vec[Module]:
    """The modules that override the method of this moment, in the order of the edition. A vec, because it need not
    check the class of what it hands out, as a tuple must (a few per cent where many modules listen)."""
    silent = getattr(Module, moment)
    return vec[Module]([module for module in modules if getattr(type(module), moment) is not silent])


def replaced(modules: list[Module], readings: list[Module]) -> list[Module]:
    """The same modules in the same order; a module is replaced by the module in `readings` with the same name. An
    edition uses it to read a skill differently from the list that it starts from."""
    by_name = {module.name(): module for module in readings}
    return [by_name.get(module.name(), module) for module in modules]


def watched(modules: list[Module], moments: tuple[str, ...]) -> bool:
    """Whether a module has something to say about steps over ordinary floor."""
    for moment in moments:
        for module in overriding(modules, moment):
            if module.watches_floor():
                return True
    return False


def modified_tests(modules: vec[Module]) -> vec[u8]:
    """By clause: 1 for every test that one of these modules may modify."""
    found = vec[u8]([0] * CLAUSES)
    for module in modules:
        clause: i64 = 0
        while clause < CLAUSES:
            if module.modifies(clause):
                found[clause] = 1
            clause += 1
    return found


@final
class Rules:
    """An edition composed: tables, policies, and the listeners of every moment."""

    def __init__(
        self,
        edition: str,
        tables: Tables,
        citations: list[str],
        modules: list[Module],
        policies: Policies,
        layouts: Layouts,
        market: list[Ware],
        colleges: list[str],
        spells: dict[int, str],
        speaking: list[Module] | None = None,
        full: Rules | None = None,
        team_books: list[str] | None = None,
    ) -> None:
        """`speaking` are the modules that can matter in one match; None for all (see `fitted`). `full` are the rules
        with all modules."""
        self.edition = edition  # the text form, for example "official(turn_limit=8)"
        self.tables = tables
        self.citations = citations
        self.modules = modules
        self.policies = policies
        self.layouts = layouts
        self.market = market  # what coaches buy before a match
        self.colleges = colleges  # the colleges that a wizard may belong to, by number; the first has no name
        self.spells = spells  # names of the spells, by clause
        # the editions whose teams may play: by default only its own
        self.team_books: list[str] = team_books if team_books is not None else [edition.partition("(")[0]]
        self.named: dict[str, Module] = {module.name(): module for module in modules}
        memory = 0
        for module in modules:
            module.fixed_slot(memory)
            memory += module.memory()
        self.memory = memory
        self.full = full
        self.fittings: dict[int, Rules] = full.fittings if full is not None else {}
        if speaking is not None:
            modules = speaking
        # numbers and facts
        self.test_modifiers = overriding(modules, "test_modifier")
        self.modified: vec[u8] = modified_tests(self.test_modifiers)  # by clause: whether one of these may have a say
        self.rush_modifiers = overriding(modules, "rush_modifier")
        self.rush_bars = overriding(modules, "bars_rush")
        self.armour_modifiers = overriding(modules, "armour_modifier")
        self.injury_modifiers = overriding(modules, "injury_modifier")
        self.injury_readers = overriding(modules, "injury_becomes")
        self.armour_savers = overriding(modules, "saves_armour")
        self.strength_modifiers = overriding(modules, "strength_modifier")
        self.movement_modifiers = overriding(modules, "movement_modifier")
        self.assist_counters = overriding(modules, "counts_assists")
        self.firm_grounds = overriding(modules, "is_firm")
        self.step_costs = overriding(modules, "step_cost")
        self.step_bars = overriding(modules, "bars_step")
        self.fall_backs = overriding(modules, "falls_back")
        self.floor_watched: bool = watched(modules, ("bars_step", "step_cost", "step_risk"))
        self.step_risks = overriding(modules, "step_risk")
        self.pitfalls = overriding(modules, "opens_below")
        self.departure_risks = overriding(modules, "departure_risk")
        self.hazards = overriding(modules, "is_hazard")
        self.ball_modifiers = overriding(modules, "ball_modifier")
        self.ball_bars = overriding(modules, "bars_ball")
        self.throw_bars = overriding(modules, "bars_throw")
        self.drop_ranks = overriding(modules, "drop_rank")
        self.blow_helps = overriding(modules, "blow_help")
        self.smash_helps = overriding(modules, "smash_help")
        self.reroll_bars = overriding(modules, "bars_reroll")
        self.reroll_grants = overriding(modules, "grants_reroll")
        self.penalty_modifiers = overriding(modules, "penalty_modifier")
        self.action_offers = overriding(modules, "offers_actions")
        self.move_offers = overriding(modules, "offers_moves")
        self.actors = overriding(modules, "acts")
        self.placed = overriding(modules, "placed")
        self.ball_held = overriding(modules, "ball_held")
        self.activation_opened = overriding(modules, "activation_opened")
        self.chest_moved = overriding(modules, "chest_moved")
        self.secrets = overriding(modules, "conceal")
        # interruptions, by their number
        self.listeners: list[vec[Module]] = [overriding(modules, name) for name in INTERRUPTION_NAMES]
        self.heard: vec[u8] = vec[u8]([1 if len(listeners) > 0 else 0 for listeners in self.listeners])

    def whole(self) -> Rules:
        """The same rules with every module, for a match in which a player gains an ability that no player had."""
        return self.full if self.full is not None else self

    def fitted(self, dungeon: Dungeon, squads: Squads) -> Rules:
        """The same edition without the modules that can never matter in this match: a room that the dungeon does not
        have, a skill that no player has. The rules are the same, and the idle modules cost no time."""
        key = 0
        speaking: list[Module] = []
        for index, module in enumerate(self.modules):
            if not module.is_idle(dungeon, squads):
                speaking.append(module)
                key |= 1 << index
        if len(speaking) == len(self.modules):
            return self.whole()
        found = self.fittings.get(key)
        if found is None:
            found = self.with_modules(self.modules, speaking, self.whole())
            self.fittings[key] = found
        return found

    def with_modules(
        self, modules: list[Module], speaking: list[Module] | None = None, full: Rules | None = None
    ) -> Rules:
        """The same choices with these modules."""
        return Rules(
            self.edition,
            self.tables,
            self.citations,
            modules,
            self.policies,
            self.layouts,
            self.market,
            self.colleges,
            self.spells,
            speaking,
            full,
            self.team_books,
        )

    def module(self, name: str) -> Module | None:
        """The module with this name, even if it is idle in this match; None if the edition has none. The frames of a
        skill ask the module how the edition reads the skill."""
        return self.named.get(name)

    def cite(self, clause: i64) -> str:
        """The rule of this edition that a clause stands for, or an empty string."""
        return self.citations[clause]
