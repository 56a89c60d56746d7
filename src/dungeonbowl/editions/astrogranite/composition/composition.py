"""The choices from which the game is built. Every installer may change them."""

from __future__ import annotations

from typing import final

from dungeonbowl.editions.astrogranite.composition.configuration import Configuration
from dungeonbowl.engine.layouts import Layouts
from dungeonbowl.engine.market import Ware
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.policies import (
    Chests,
    Clock,
    Dugout,
    Injuries,
    Neutral,
    Opening,
    Portals,
    Pushing,
    Rebounds,
    Referee,
    Rerolls,
    Scoring,
    Throwing,
)
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.tables import Tables


@final
class Composition:
    """The choices so far. The core fills it; then every module that is on changes it, in the order of the table.

    An installer sets a number of `tables`, replaces a policy by one that wraps it (`c.pushing = Walls(c.pushing)`),
    appends listeners to `modules` (they speak in this order), and adds to `citations`."""

    def __init__(
        self,
        configuration: Configuration,
        tables: Tables,
        citations: list[str],
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
        skills: list[Module],
        layouts: Layouts,
        market: list[Ware],
        colleges: list[str],
    ) -> None:
        self.configuration = configuration
        self.tables = tables
        self.citations = citations
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
        self.neutral = Neutral()  # decides for monsters and referees
        self.modules: list[Module] = []  # the modules of the core and of the table, in its order (A-MOD-07)
        self.skills = skills  # they act last: some of them take back what others have offered
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
            self.layouts,
            self.market,
            self.colleges,
            self.spells,
            team_books=self.team_books,
            neutral=self.neutral,
        )
