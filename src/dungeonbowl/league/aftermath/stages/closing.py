"""The last step: absences end and begin, journeymen leave, and the team is worth what it is worth now."""

from __future__ import annotations

from dungeonbowl.league.aftermath.machine import Line, Stage
from dungeonbowl.league.fold import applied
from dungeonbowl.league.options import write_options
from dungeonbowl.league.team_events import Closed, Gold
from dungeonbowl.teams.value import strength, worth


def close(rule: str) -> Stage:
    """The team is worth what its edition counts: with everybody, and with those who can play the next game."""

    def run(line: Line) -> None:
        cap = line.case.options.treasury_cap
        if cap and line.team.treasury > cap:
            line.write(Gold(cap - line.team.treasury, "more than a treasury may hold"))
        empty = Closed(line.case.id, 0, 0)
        after = applied(line.kept, empty, line.kept.seq + 1, "").team
        case = line.case
        options = write_options(case.options, case.edition)
        followed = (tuple(line.given), case.commitment, options, case.shared)
        line.write(Closed(case.id, worth(after), strength(after), *followed), rule)

    return Stage("close", "Ready for the next match", (rule,), run)
