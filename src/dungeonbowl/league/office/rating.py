"""Ratings of teams follow from results, in the order of the logs. Without the package that rates, everybody stays where
he began."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dungeonbowl.errors import MissingExtra
from dungeonbowl.league.competitions.events import Resulted
from dungeonbowl.league.competitions.folding import standing
from dungeonbowl.league.competitions.ratings import Rating, is_rated, rebuilt
from dungeonbowl.league.competitions.words import Result
from dungeonbowl.league.office import reading

if TYPE_CHECKING:
    from dungeonbowl.league.office.work import Work


def rate(work: Work, result: Result, league: str) -> None:
    """The ratings of the teams of a new result. A team is rated in the league that it grows in."""
    if not is_rated(result):
        return
    before = {side.team: work.team(side.team).rating for side in result.sides}
    try:
        after = rebuilt([result], before)
    except MissingExtra:
        return
    for team, rating in after.items():
        if work.kept(team).league == league:
            change(work, team, rating)


def rate_again(work: Work, league: str) -> None:
    """All ratings of a league, after a result was corrected."""
    competitions = [each for season in work.league(league).seasons for each in season.competitions]
    results = results_of(work, [each for each in competitions if work.store.head(each)[0]])
    teams = {team for season in work.league(league).seasons for team in season.teams}
    try:
        after = rebuilt(results)
    except MissingExtra:
        return
    for team in sorted(teams):
        if work.kept(team).league == league:
            change(work, team, after.get(team, Rating()))


def change(work: Work, team: str, rating: Rating) -> None:
    opened = work.team(team)
    if (opened.rating.mean, opened.rating.doubt) != (rating.mean, rating.doubt):
        opened.rating = Rating(rating.mean, rating.doubt)
        opened.touched = True


def results_of(work: Work, competitions: list[str]) -> list[Result]:
    """The results that count, in the order in which they were written. Of one second those of the earlier competition
    come first, in the order given: a season may begin in the second in which the last one ended."""
    found: list[tuple[str, int, int, Result]] = []
    for place, competition in enumerate(competitions):
        opened = work.competitions.get(competition)
        new = opened.log.new if opened is not None else []
        stored = reading.events(work.store, competition)
        events = [*stored, *(event for event in new if event.seq > len(stored))]
        texts = work.known_texts(events)
        bodies = [reading.competition_body(event, texts) for event in events]
        state = opened.state if opened is not None else work.office.states.competition(competition).state
        last = {
            body.result.fixture: number for number, body in standing(bodies) if isinstance(body, Resulted)
        }  # a match that was played anew counts once
        for fixture, number in last.items():
            result = state.results.get(fixture)
            if result is not None and is_rated(result):
                found.append((events[number - 1].at, place, number, result))
    return [each[3] for each in sorted(found, key=lambda each: each[:3])]
