"""After a match of the official edition (O-POST-01)."""

from __future__ import annotations

from typing import Final

from dungeonbowl.league.aftermath.facts import PlayerFacts
from dungeonbowl.league.aftermath.machine import Plan
from dungeonbowl.league.aftermath.stages.closing import close
from dungeonbowl.league.aftermath.stages.conceding import conceding
from dungeonbowl.league.aftermath.stages.injuries import injuries
from dungeonbowl.league.aftermath.stages.points import points
from dungeonbowl.league.aftermath.stages.purchases import firing, hiring, journeymen, market, rerolls, retirement
from dungeonbowl.league.aftermath.stages.record import record
from dungeonbowl.league.aftermath.stages.spending import spending
from dungeonbowl.league.aftermath.stages.valuable import award_if_earned, most_valuable
from dungeonbowl.league.aftermath.stages.winnings import shared_winnings, winnings
from dungeonbowl.league.options import LeagueOptions

# The rule behind each deed.
POINTS: Final = {
    "completion": "O-SPP-01",
    "throw": "O-SPP-01",
    "deflection": "O-SPP-02",
    "interception": "O-SPP-02",
    "casualty": "O-SPP-03",
    "touchdown": "O-SPP-04",
}


def earned(facts: PlayerFacts, options: LeagueOptions) -> dict[str, int]:
    """What the match has counted, and touchdowns at what the league gives for them (O-SPP-04)."""
    return {**facts.points, "touchdown": facts.deeds.get("touchdown", 0) * options.touchdown_points}


PLAN: Final = Plan(
    stages=(
        record("O-POST-01", joins="O-POST-05"),
        injuries("O-POST-04", "O-INJ-09"),
        winnings(),
        conceding("O-TD-06"),
        points(*dict.fromkeys(POINTS.values()), earned=earned, by_deed=POINTS),
        most_valuable("O-SPP-05", 4, award_if_earned),
        spending(),
        market(
            hiring("O-POST-05"),
            journeymen("O-POST-05"),
            rerolls("O-DRAFT-06"),
            retirement("O-POST-06"),
            firing("O-POST-05"),
            rules=("O-POST-05", "O-POST-06"),
        ),
        close("O-POST-07"),
    ),
    shared=shared_winnings,
)
