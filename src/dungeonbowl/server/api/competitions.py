"""Competitions: tables, schedules, rounds; and how the season may end."""

from __future__ import annotations

from litestar import Response

from dungeonbowl.league.charts import Chart
from dungeonbowl.league.office.views import CompetitionView, FixtureLine
from dungeonbowl.server.budgets import CHECKS
from dungeonbowl.server.league.asking import actor_of, desk_of_league, refuse_taking
from dungeonbowl.server.league.desk import AnyRequest, almanac_of, listed, need_reason, office_of, short
from dungeonbowl.server.league.doors import reads, writes
from dungeonbowl.server.league.house import COMMISSIONER
from dungeonbowl.server.league.permits import ENTER, PROPOSE, RULE, SCHEDULE
from dungeonbowl.server.league.tables import standings_csv
from dungeonbowl.server.wire import league as wire
from dungeonbowl.server.wire import league_orders as orders

TAG = "competitions"


@writes("/leagues/{league:str}/competitions", TAG, RULE, CHECKS, made=True)
def make_competition(request: AnyRequest, league: str, data: orders.CompetitionOrder) -> wire.LeagueMade:
    """One more competition in the season that is open."""
    made = office_of(request).competitions.make(short(league), data.name, data.options, actor_of(request, COMMISSIONER))
    return wire.LeagueMade(made)


@reads("/competitions/{competition:str}", TAG)
def get_competition(request: AnyRequest, competition: str) -> CompetitionView:
    """A competition with its tables."""
    return office_of(request).competitions.view(short(competition))


@reads("/competitions/{competition:str}/schedule", TAG)
def get_schedule(
    request: AnyRequest, competition: str, stage: int = 0, round: int = 0, after: str = "", most: int = 200
) -> list[FixtureLine]:
    """Fixtures in the order of stages and rounds."""
    return office_of(request).competitions.schedule(short(competition), stage, round, short(after), listed(most))


@reads("/competitions/{competition:str}/standings.csv", TAG)
def get_standings_csv(request: AnyRequest, competition: str) -> Response[str]:
    """The tables for a spreadsheet."""
    return csv_file(standings_csv(office_of(request).competitions.view(short(competition))), "standings")


@reads("/competitions/{competition:str}/results.csv", TAG)
def get_results_csv(request: AnyRequest, competition: str) -> Response[str]:
    """Results for a federation: coach, roster, opponent, score, casualties."""
    return csv_file(office_of(request).competitions.results_csv(short(competition)), "results")


def csv_file(text: str, name: str) -> Response[str]:
    said = f'attachment; filename="{name}.csv"'
    return Response(text, media_type="text/csv", headers={"content-disposition": said})


@reads("/competitions/{competition:str}/forecast", TAG, CHECKS)
def get_forecast(request: AnyRequest, competition: str) -> wire.SeasonForecast:
    """The chance of each place, by playing the rest of the season many times in thought."""
    return almanac_of(request).forecast(short(competition))


@reads("/competitions/{competition:str}/charts", TAG, CHECKS)
def get_charts(request: AnyRequest, competition: str) -> list[Chart]:
    """Numbers by round, for drawing."""
    return almanac_of(request).charts(short(competition))


@writes("/competitions/{competition:str}/rounds/next", TAG, SCHEDULE, CHECKS)
def next_round(request: AnyRequest, competition: str, data: orders.RoundOrder) -> list[FixtureLine]:
    """Make and publish the next round, or the next stage."""
    by = actor_of(request, COMMISSIONER)
    return office_of(request).competitions.pair(short(competition), by, data.number, data.absent)


@writes("/competitions/{competition:str}/repair", TAG, SCHEDULE, CHECKS)
def repair_pairings(request: AnyRequest, competition: str, data: orders.RepairOrder) -> None:
    """Change published pairings."""
    fixtures = {fixture: tuple(teams) for fixture, teams in data.fixtures.items()}
    reason = need_reason(data.reason)
    office_of(request).competitions.repair(
        short(competition), fixtures, actor_of(request, COMMISSIONER), reason, data.number
    )


@writes("/competitions/{competition:str}/withdraw", TAG, ENTER, CHECKS)
def withdraw_team(request: AnyRequest, competition: str, data: orders.WithdrawOrder) -> None:
    """A team withdraws, or another one takes its place."""
    desk = office_of(request).competitions
    reason = need_reason(data.reason)
    if data.newcomer:
        by = desk_of_league(request, COMMISSIONER)
        refuse_taking(request, short(data.newcomer))
        desk.replace(short(competition), data.team, data.newcomer, by, reason, data.number)
    else:
        by = actor_of(request, COMMISSIONER, [data.team])
        desk.withdraw(short(competition), data.team, by, reason, data.number)


@writes("/competitions/{competition:str}/fixtures", TAG, PROPOSE, CHECKS, made=True)
def make_fixture(request: AnyRequest, competition: str, data: orders.MeetingOrder) -> wire.LeagueMade:
    """A friendly, or a challenge of a ladder or of open play."""
    desk = office_of(request).competitions
    if data.kind == "friendly":
        by = desk_of_league(request, COMMISSIONER)
        return wire.LeagueMade(desk.friendly(short(competition), tuple(data.teams), by))
    by = actor_of(request, COMMISSIONER, data.teams[:1])
    return wire.LeagueMade(desk.challenge(short(competition), data.teams[0], data.teams[1], by))


HANDLERS = [
    make_competition,
    get_competition,
    get_schedule,
    get_standings_csv,
    get_results_csv,
    get_forecast,
    get_charts,
    next_round,
    repair_pairings,
    withdraw_team,
    make_fixture,
]
