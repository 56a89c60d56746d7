"""The choices from which the game is built. Every installer may change them."""

from __future__ import annotations

from typing import final

from dungeonbowl.editions.astrogranite.composition.configuration import Configuration
from dungeonbowl.engine.layouts import Layouts
from dungeonbowl.engine.market import Ware
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.policies import Policies
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.tables import Tables


@final
class Composition:
    """The choices so far. The core fills it; then every module that is on changes it, in the order of the table.

    An installer sets a number of `tables`, replaces a policy by one that wraps it
    (`c.policies.pushing = Ledges(c.policies.pushing)`), reads a skill differently (`c.skills = replaced(c.skills,
    [...])`), appends listeners to `modules` (they speak in this order), and adds to `citations`."""

    def __init__(
        self,
        configuration: Configuration,
        tables: Tables,
        citations: list[str],
        policies: Policies,
        skills: list[Module],
        layouts: Layouts,
        market: list[Ware],
        colleges: list[str],
    ) -> None:
        self.configuration = configuration
        self.tables = tables
        self.citations = citations
        self.policies = policies
        self.modules: list[Module] = []  # of the core and of the table, in its order (A-MOD-07)
        self.skills = skills  # speak last: some of them take back what others have offered
        self.layouts = layouts
        self.market = market
        self.colleges = colleges
        self.spells: dict[int, str] = {}
        self.team_books: list[str] = []  # the editions whose teams may play

    def cite(self, clause: int, rule: str) -> None:
        """Set the rule that a clause stands for."""
        self.citations[int(clause)] = rule

    def rules(self) -> Rules:
        """The rules, built from all choices (A-MOD-01)."""
        return Rules(
            self.configuration.text,
            self.tables,
            self.citations,
            [*self.modules, *self.skills],
            self.policies,
            self.layouts,
            self.market,
            self.colleges,
            self.spells,
            team_books=self.team_books,
        )
