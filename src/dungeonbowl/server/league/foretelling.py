"""The chance of each place of a table, for its page."""

from __future__ import annotations

from typing import Final

from dungeonbowl.errors import MissingExtra, UserError
from dungeonbowl.languages import number, t, translated
from dungeonbowl.league.competitions.forecast import expected_from, foretell_stage, odds
from dungeonbowl.league.competitions.formats import KnockOut
from dungeonbowl.league.competitions.ratings import Rating, rebuilt
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.server.wire.league import PlaceChances, SeasonForecast

TRIALS: Final = 2000


def ratings_of(office: Office, competition: str) -> tuple[dict[str, Rating], float]:
    """The ratings of the teams of a competition, and how often equal teams draw in it."""
    state = office.competitions.state(competition)
    played = sorted(state.results.values(), key=lambda result: result.ended)
    return rebuilt(played), expected_from(played).draws


def odds_of(ratings: dict[str, Rating], draws: float, fixture: FixtureLine) -> list[float]:
    """The chances of a match of two teams by their ratings: the first wins, a draw, the second wins."""
    if fixture.state == "over" or len(fixture.sides) != 2 or not all(side.team for side in fixture.sides):
        return []
    first, second = (ratings.get(side.team, Rating()) for side in fixture.sides)
    found = odds(first, second, draws)
    return [found.first, found.draw, found.second]


def forecast_of(office: Office, competition: str) -> SeasonForecast:
    """The chances in the stage that is being played; none, with the reason, where it has no table to foretell."""
    state = office.competitions.state(competition)
    tables = [stage for stage in state.stages if not isinstance(stage.format, KnockOut)]
    if not tables:
        return SeasonForecast([], 0, why_not=t("there is no table to foretell"))
    stage = tables[-1]
    if stage.is_finished:
        return SeasonForecast([], 0, why_not=t("this stage is over"))
    if all(fixture.state == "over" for fixture in state.fixtures_of(stage.number)):
        return SeasonForecast([], 0, why_not=t("every match of this stage is played"))
    played = sorted(state.results.values(), key=lambda result: result.ended)
    try:
        found = foretell_stage(state, stage.number, rebuilt(played), TRIALS, competition)
    except (MissingExtra, UserError) as error:
        return SeasonForecast([], 0, why_not=translated(str(error)))
    rows = [
        PlaceChances(chances.team, state.entry(chances.team).title, list(chances.places))
        for listed in found.values()
        for chances in listed
    ]
    how = t("Each match that is left was simulated {times} times, by the ratings of the teams.", times=number(TRIALS))
    return SeasonForecast(rows, TRIALS, how)
