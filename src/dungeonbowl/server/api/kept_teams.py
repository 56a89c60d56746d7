"""Teams that live: their pages, histories and files; their players; leaderboards; search."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get

from dungeonbowl.league.charts import Chart, team_charts
from dungeonbowl.league.competitions.options import default_season
from dungeonbowl.league.office.views import FixtureLine, TeamLine, VerifyLine
from dungeonbowl.league.records import Board
from dungeonbowl.server.api.replays import Viewings
from dungeonbowl.server.budgets import BUDGET, CHECKS
from dungeonbowl.server.league.asking import actor_of, hidden_from, may_look, you_in
from dungeonbowl.server.league.desk import (
    AnyRequest,
    almanac_of,
    listed,
    need_reason,
    office_of,
    short,
    teams_in,
    unhidden,
)
from dungeonbowl.server.league.doors import reads, writes
from dungeonbowl.server.league.founding import drafted_team
from dungeonbowl.server.league.house import COACH, COMMISSIONER
from dungeonbowl.server.league.moments import moments_of
from dungeonbowl.server.league.permits import DECIDE, RULE
from dungeonbowl.server.league.searching import found
from dungeonbowl.server.league.team_page import history_page, player_page, team_page, verified
from dungeonbowl.server.wire import league as wire
from dungeonbowl.server.wire import league_orders as orders
from dungeonbowl.teams.sheet import html_sheet

TAG = "kept teams"


@reads("/teams/kept", TAG)
def kept_teams(
    request: AnyRequest, league: str = "", search: str = "", after: str = "", most: int = 50
) -> list[TeamLine]:
    """Teams that live, of a league or of all; those of private leagues only for members."""
    office, where = office_of(request), short(league)
    hidden = teams_in(office, hidden_from(request))
    return unhidden(
        lambda last: office.teams.listed(where, search[:100], last, listed(most)), hidden, short(after), listed(most)
    )


@reads("/teams/kept/{team:str}", TAG)
def kept_team(request: AnyRequest, team: str) -> wire.TeamPage:
    """A team with its sheet, careers, matches and honours."""
    page = team_page(office_of(request), short(team))
    return msgspec.structs.replace(page, you=you_in(request, page.league))


@reads("/teams/kept/{team:str}/charts", TAG)
def get_team_charts(request: AnyRequest, team: str) -> list[Chart]:
    """What a team was worth over time, its income and its spending, for drawing."""
    return team_charts(office_of(request).teams.kept(short(team)))


@reads("/teams/kept/{team:str}/matches", TAG)
def team_matches(request: AnyRequest, team: str, after: str = "", most: int = 20) -> list[FixtureLine]:
    """The matches of a team, the last first."""
    return office_of(request).teams.matches(short(team), short(after), listed(most))


@reads("/teams/kept/{team:str}/history", TAG)
def team_history(
    request: AnyRequest, team: str, before: int = 0, most: int = 50, kinds: list[str] | None = None
) -> wire.HistoryPage:
    """Events of a team in words, the last first."""
    chosen = tuple(kind[:40] for kind in (kinds or [])[:60])
    return history_page(office_of(request), short(team), max(0, before), listed(most), chosen)


@reads("/teams/kept/{team:str}/file", TAG)
def team_file(request: AnyRequest, team: str) -> Response[str]:
    """The team file."""
    text = office_of(request).teams.file(short(team))
    return Response(text, media_type="text/plain; charset=utf-8", headers=attached("team.toml"))


@reads("/teams/kept/{team:str}/history-file", TAG)
def team_history_file(request: AnyRequest, team: str) -> Response[bytes]:
    """The history as a file of lines."""
    data = office_of(request).teams.history_file(short(team))
    return Response(data, media_type="application/jsonl", headers=attached("team.history.jsonl"))


def attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


@reads("/teams/kept/{team:str}/sheet", TAG)
def kept_team_sheet(request: AnyRequest, team: str) -> Response[str]:
    """The roster sheet, a page of HTML for A4."""
    return Response(html_sheet(office_of(request).teams.kept(short(team)).team), media_type="text/html")


@reads("/teams/kept/{team:str}/verify", TAG, CHECKS)
def verify_team(request: AnyRequest, team: str) -> list[VerifyLine]:
    """Whether the history is whole, and what of it is proven."""
    return verified(office_of(request), short(team))


@writes("/teams/kept/{team:str}/redraft", TAG, DECIDE, CHECKS)
def redraft_team(request: AnyRequest, team: str, data: orders.EntryOrder) -> None:
    """Another draft in the place of the first, before the first match."""
    office = office_of(request)
    draft = drafted_team(data, default_season(office.teams.kept(short(team)).team.edition))
    office.teams.redraft_freely(short(team), draft, actor_of(request, COACH))


@writes("/teams/kept/{team:str}/rename", TAG, DECIDE)
def rename_team(request: AnyRequest, team: str, data: orders.RenameOrder) -> None:
    """Another name for a team, or for one of its players."""
    office_of(request).teams.rename(
        short(team), data.name, actor_of(request, COMMISSIONER), data.player, data.reason, data.hide
    )


@writes("/teams/kept/{team:str}/suspend", TAG, RULE)
def suspend_team(request: AnyRequest, team: str, data: orders.PlainOrder) -> None:
    """A team may not play."""
    office_of(request).teams.suspend(short(team), actor_of(request, COMMISSIONER), need_reason(data.reason))


@writes("/teams/kept/{team:str}/disband", TAG, RULE)
def disband_team(request: AnyRequest, team: str, data: orders.PlainOrder) -> None:
    """A team plays no more."""
    office_of(request).teams.disband(short(team), actor_of(request, COMMISSIONER), data.reason)


@writes("/teams/kept/{team:str}/revive", TAG, RULE)
def revive_team(request: AnyRequest, team: str, data: orders.PlainOrder) -> None:
    """A team may play again."""
    office_of(request).teams.revive(short(team), actor_of(request, COMMISSIONER), need_reason(data.reason))


@reads("/players/{player:str}", TAG)
def get_player(request: AnyRequest, player: str) -> wire.PlayerPage:
    """The career of a player."""
    return player_page(office_of(request), short(player))


@get("/players/{player:str}/moments", tags=[TAG], opt={BUDGET: CHECKS}, guards=[may_look])
async def player_moments(request: AnyRequest, player: str, match: str) -> list[wire.Moment]:
    """Where a player scored, hurt somebody or was hurt, in the replay of a match."""
    viewings: Viewings = request.app.state.viewings
    viewing = await viewings.get(request, short(match))
    return await asyncio.to_thread(moments_of, viewing, short(player))


@reads("/records", TAG, CHECKS)
def get_records(
    request: AnyRequest, league: str = "", season: str = "", edition: str = "", most: int = 10
) -> list[Board]:
    """Who holds which record: in a league or one of its seasons; or the best of an edition, or of everybody."""
    almanac = almanac_of(request)
    return (
        almanac.records(short(league), short(season))
        if league
        else almanac.leaders(short(edition), listed(most), hidden_from(request))
    )


@reads("/search", TAG)
def search_all(request: AnyRequest, q: str) -> list[wire.Found]:
    """Leagues and teams by name."""
    return found(office_of(request), q[:100], hidden_from(request))


HANDLERS = [
    kept_teams,
    kept_team,
    get_team_charts,
    team_matches,
    team_history,
    team_file,
    team_history_file,
    kept_team_sheet,
    verify_team,
    redraft_team,
    rename_team,
    suspend_team,
    disband_team,
    revive_team,
    get_player,
    player_moments,
    get_records,
    search_all,
]
