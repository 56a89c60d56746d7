"""After a match of the StockBowl edition: the parent game's steps (S-POST)."""

from __future__ import annotations

from typing import Final

from dungeonbowl.league.aftermath.machine import Line, Plan
from dungeonbowl.league.aftermath.stages.closing import close
from dungeonbowl.league.aftermath.stages.conceding import deserters, gave_in
from dungeonbowl.league.aftermath.stages.improvement import improvement_rolls
from dungeonbowl.league.aftermath.stages.income import expenses, fans, winnings
from dungeonbowl.league.aftermath.stages.injuries import injuries
from dungeonbowl.league.aftermath.stages.points import points
from dungeonbowl.league.aftermath.stages.purchases import adoption, firing, hiring, journeymen, market, rerolls, staff
from dungeonbowl.league.aftermath.stages.record import record
from dungeonbowl.league.aftermath.stages.valuable import award_if_earned, most_valuable

MVP_POINTS: Final = 5  # S-BASE-23


def awards(line: Line) -> int:
    """The winner has the award of a team that gave up as well (S-POST-12)."""
    return award_if_earned(line) and award_if_earned(line) + (gave_in(line) is not None)


PLAN: Final = Plan(
    stages=(
        record("S-POST-03"),
        injuries("S-POST-04", "S-POST-04"),
        points("S-POST-05", "S-SPP-01", "S-SPP-02"),
        most_valuable("S-POST-05", MVP_POINTS, awards),
        deserters("S-POST-12"),
        improvement_rolls("S-POST-06"),
        winnings("S-POST-07", fame=True, both=True),
        fans("S-POST-08"),
        expenses("S-POST-09"),
        market(
            hiring("S-POST-10"),
            adoption("S-POST-10"),
            journeymen("S-POST-10"),
            rerolls("S-POST-10"),
            staff("S-POST-10"),
            firing("S-POST-10"),
            rules=("S-POST-10",),
        ),
        close("S-POST-11"),
    )
)
