"""Who has won, and what a walk-over or a match to which nobody came counts as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.options import CompetitionOptions
from dungeonbowl.league.competitions.words import Fixture, Outcome, Provenance, Result, SideResult


def played(
    fixture: Fixture,
    scores: Mapping[str, int],
    casualties: Mapping[str, int] | None = None,
    provenance: Provenance = "reported",
    resigned: Sequence[str] = (),
) -> Result:
    """A match that was played to its end: the most touchdowns win, equal ones are a draw (A-MULTI-05). With three or
    four teams the draw is between those with the most; the others are beaten. So is who resigned, whatever it had
    scored (A-TURN-09)."""
    leaders = leaders_of({team: scores.get(team, 0) for team in fixture.sides if team not in resigned})
    return Result(
        fixture=fixture.id,
        sides=tuple(
            SideResult(
                team=team,
                result=outcome_of(team, leaders),
                score=scores.get(team, 0),
                casualties=(casualties or {}).get(team, 0),
                conceded=team in resigned,
            )
            for team in fixture.sides
        ),
        provenance=provenance,
    )


def leaders_of(scores: Mapping[str, int]) -> list[str]:
    """The teams with the most touchdowns."""
    return [team for team, score in scores.items() if score == max(scores.values())]


def outcome_of(team: str, leaders: Sequence[str]) -> Outcome:
    """One leader has won, several have drawn, all others have lost."""
    if team not in leaders:
        return "lost"
    return "won" if len(leaders) == 1 else "drawn"


def walkover(fixture: Fixture, winner: str, options: CompetitionOptions) -> Result:
    """A win against teams that did not come."""
    if winner not in fixture.sides:
        raise UserError(f"walk-over of {fixture.id}: expected one of {', '.join(fixture.sides)}, found {winner!r}")
    return Result(
        fixture=fixture.id,
        sides=tuple(
            SideResult(
                team=team,
                result="won" if team == winner else "lost",
                score=options.walkover_score if team == winner else 0,
            )
            for team in fixture.sides
        ),
        how="walkover",
    )


def unplayed(fixture: Fixture, options: CompetitionOptions) -> Result:
    """A match to which nobody came."""
    outcome: Outcome = "drawn" if options.unplayed == "draw" else "lost"
    return Result(
        fixture=fixture.id,
        sides=tuple(SideResult(team=team, result=outcome) for team in fixture.sides),
        how="unplayed",
    )
