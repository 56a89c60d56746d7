"""After a match of the Astrogranite edition: the core of it, and what the modules of the league add."""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions import settings
from dungeonbowl.league.aftermath.machine import Line, Plan, Stage
from dungeonbowl.league.aftermath.stages.belongings import items, lost_belongings, weapons_back
from dungeonbowl.league.aftermath.stages.closing import close
from dungeonbowl.league.aftermath.stages.improvement import improvement_rolls
from dungeonbowl.league.aftermath.stages.income import bought, fans, sponsors, winnings
from dungeonbowl.league.aftermath.stages.injuries import injuries
from dungeonbowl.league.aftermath.stages.insurance import insurance
from dungeonbowl.league.aftermath.stages.points import points
from dungeonbowl.league.aftermath.stages.purchases import Trade, firing, hiring, market, rerolls
from dungeonbowl.league.aftermath.stages.record import record
from dungeonbowl.league.aftermath.stages.stone import petrified
from dungeonbowl.league.aftermath.stages.trading import trading
from dungeonbowl.league.aftermath.stages.valuable import award_if_earned, most_valuable
from dungeonbowl.league.team_events import Reroll
from dungeonbowl.teams.value import later_reroll_cost

MVP_POINTS: Final = 5  # A-BASE-41
# What coaches buy or arrange before a match, by the words of the price list.
PRESS: Final = "press"
TRAINING: Final = "training"
INSURANCE: Final = "insurance"
SPONSORSHIP: Final = "sponsorship"
bribes = bought(PRESS)


def awards(line: Line) -> int:
    """One more award for each time that the press was bribed (A-DIRTY-05)."""
    return award_if_earned(line) and award_if_earned(line) + bribes(line)


def reroll_price(line: Line) -> int:
    """With Extra Training the first re-roll costs what it did at the draft, every other the later price; once, however
    often it was arranged (A-ARR-02)."""
    is_first = not any(isinstance(each.body, Reroll) for each in line.written)
    if is_first and TRAINING in line.case.side.bought:
        return line.team.facts.reroll_cost(line.team.roster_facts)
    return later_reroll_cost(line.team)


def plan(edition: str) -> Plan:
    """The steps, with those of the modules that the text of the edition switches on."""
    found = settings(edition)

    def on(module: str) -> bool:
        return found[module] == "on"

    arranged = on("special_arrangements")
    stages: list[Stage] = [
        record("A-TURN-07"),
        injuries("A-BASE-23", "A-BASE-23"),
        lost_belongings("A-ITEM-06", "A-SW-06"),
        petrified("A-MATK-07", "A-ITEM-06"),
        points("A-SPP-01"),
        most_valuable("A-BASE-44", MVP_POINTS, awards if on("dirty_tactics") else award_if_earned),
        winnings("A-BASE-44"),
        *([sponsors("A-ARR-04", bought(SPONSORSHIP))] if arranged else []),
        fans("A-BASE-44", bribes) if on("dirty_tactics") else fans("A-BASE-44"),
        *([insurance("A-ARR-03", bought(INSURANCE))] if arranged else []),
        improvement_rolls("A-FAST-01", fast=True) if on("fast_track") else improvement_rolls("A-BASE-42"),
    ]
    trades: list[Trade] = [
        hiring("A-TEAM-01"),
        *([trading("A-TRADE-01")] if on("player_trading") else []),
        rerolls("A-ARR-02", reroll_price) if arranged else rerolls("A-TEAM-10"),
        *([weapons_back("A-SW-07")] if on("secret_weapons") else []),
        *([items("A-ITEM-01")] if on("magic_items") else []),
        firing("A-TEAM-01"),
    ]
    stages.append(market(*trades, rules=("A-TEAM-05", "A-TEAM-06", "A-TEAM-10")))
    stages.append(close("A-BASE-45"))
    return Plan(tuple(stages))
