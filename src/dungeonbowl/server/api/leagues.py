"""Leagues: the list, a new one, its first page, its people, its seasons."""

from __future__ import annotations

import asyncio

import msgspec
from litestar.handlers.base import BaseRouteHandler

from dungeonbowl.languages import mark
from dungeonbowl.league.office.views import AuditLine, LeagueLine, NewsLine, SeasonLine, TeamLine, Waiting
from dungeonbowl.server.accounts.doors import AnyConnection, desk_of
from dungeonbowl.server.budgets import CHECKS
from dungeonbowl.server.failures import Forbidden
from dungeonbowl.server.league.asking import actor_of, asked_of, hidden_from, permit_of, refuse_taking, you_in
from dungeonbowl.server.league.desk import AnyRequest, listed, need_reason, office_of, short, unhidden
from dungeonbowl.server.league.doors import asks, reads, writes
from dungeonbowl.server.league.founding import checked_options, enter, found_league, league_facts, refuse_crowd
from dungeonbowl.server.league.house import COMMISSIONER
from dungeonbowl.server.league.permits import ENTER, FOUND, RULE, Registry
from dungeonbowl.server.league.running import live_matches
from dungeonbowl.server.league.sheets import roster_names
from dungeonbowl.server.league.stories import in_short, stories_of
from dungeonbowl.server.view.words import edition_name
from dungeonbowl.server.wire import league as wire
from dungeonbowl.server.wire import league_orders as orders

TAG = "leagues"
NOT_EVERYBODY = mark("leagues are founded here by the owner of the server, and by commissioners: ask one of them")


@reads("/leagues", TAG)
def list_leagues(request: AnyRequest, search: str = "", after: str = "", most: int = 50) -> list[LeagueLine]:
    """Leagues, the last changed first; private ones only for their members."""
    desk, hidden = office_of(request).leagues, hidden_from(request)
    return unhidden(lambda last: desk.listed(search[:100], last, listed(most)), hidden, short(after), listed(most))


@reads("/leagues/facts", TAG)
def get_league_facts(edition: str = "official") -> wire.LeagueFacts:
    """Everything that a new league of an edition can be made of."""
    return league_facts(edition[:2000])


@asks("/leagues/check", TAG)
def check_options(data: orders.OptionsCheck) -> wire.OptionsChecked:
    """Whether a season can be played by these options."""
    return checked_options(data)


async def pays_founding(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard: an account founds some leagues an hour, not more; and on some servers not everybody does."""
    founder = asked_of(connection).person
    if founder is not None:
        registry: Registry = connection.app.state.registry
        founders = connection.app.state.settings.founders
        if not await asyncio.to_thread(registry.may_found, founder.account, founder.is_owner, founders):
            raise Forbidden(NOT_EVERYBODY)
        await desk_of(connection).pay_league(founder.account)


@writes("/leagues", TAG, FOUND, CHECKS, made=True, guards=[pays_founding])
def create_league(request: AnyRequest, data: orders.NewLeague) -> wire.LeagueMade:
    """Found a league with its first season; its teams enter, and the season may begin at once."""
    return found_league(office_of(request), data, asked_of(request).person)


@reads("/leagues/{league:str}", TAG)
def league_home(request: AnyRequest, league: str, news: int = 20) -> wire.LeaguePage:
    """The first page of a league."""
    office = office_of(request)
    home = office.leagues.home(short(league), listed(news))
    playing = [fixture for fixture in home.next if fixture.match]
    live = live_matches(request, playing)
    stories = {fixture: in_short(story) for fixture, story in stories_of(office, home.last).items() if story}
    return wire.LeaguePage(
        home, live, edition_name(home.edition), roster_names(home.edition), stories, you_in(request, home.id)
    )


@writes("/leagues/{league:str}/rename", TAG, RULE)
def rename_league(request: AnyRequest, league: str, data: orders.RenameOrder) -> None:
    """Another name."""
    office_of(request).leagues.rename(short(league), data.name, actor_of(request, COMMISSIONER), data.reason)


@reads("/leagues/{league:str}/news", TAG)
def league_news(request: AnyRequest, league: str, after: str = "", most: int = 50) -> list[NewsLine]:
    """News, the last first."""
    return office_of(request).leagues.news(short(league), after[:200], listed(most))


@reads("/leagues/{league:str}/waits", TAG)
def league_waits(request: AnyRequest, league: str, team: str = "") -> list[Waiting]:
    """What waits for the commissioner, or for the coach of a team."""
    return office_of(request).leagues.waits(short(league), short(team))


@reads("/leagues/{league:str}/audit", TAG)
def league_audit(request: AnyRequest, league: str, after: str = "", most: int = 50) -> list[AuditLine]:
    """What commissioners and the assistant did, the last first."""
    return office_of(request).leagues.audit(short(league), after[:200], listed(most))


@writes("/leagues/{league:str}/members", TAG, RULE, made=True)
def add_member(request: AnyRequest, league: str, data: orders.MemberOrder) -> wire.LeagueMade:
    """Somebody joins: in a house a member is a name."""
    return wire.LeagueMade(
        office_of(request).leagues.add_member(short(league), data.name, actor_of(request, COMMISSIONER), data.role)
    )


@reads("/leagues/{league:str}/teams", TAG)
def league_teams(
    request: AnyRequest, league: str, search: str = "", after: str = "", most: int = 200
) -> list[TeamLine]:
    """The teams of a league."""
    return office_of(request).teams.listed(short(league), search[:100], short(after), listed(most))


@writes("/leagues/{league:str}/entries", TAG, ENTER, CHECKS, made=True)
def enter_team(request: AnyRequest, league: str, data: orders.EntryOrder) -> wire.LeagueMade:
    """A team enters the season that is open for entries; the answer is the id of the team."""
    by = actor_of(request, COMMISSIONER, [data.kept or ""])
    if data.kept:
        refuse_taking(request, short(data.kept))
    permit = permit_of(request, short(league))
    if permit is not None and by.role != "commissioner":  # a coach enters teams of his own
        refuse_crowd(office_of(request), short(league), permit.member)
        data = msgspec.structs.replace(data, coach=permit.name)
    return wire.LeagueMade(enter(office_of(request), short(league), data, by))


@writes("/leagues/{league:str}/entries/{team:str}/leave", TAG, ENTER)
def leave_league(request: AnyRequest, league: str, team: str) -> None:
    """A team leaves a season that has not begun."""
    office_of(request).teams.leave(short(league), short(team), actor_of(request, COMMISSIONER))


# --- seasons ---------------------------------------------------------------------------------------------------------


@writes("/leagues/{league:str}/season/options", TAG, RULE, CHECKS)
def set_options(request: AnyRequest, league: str, data: orders.OptionsOrder) -> None:
    """Change options before the season begins."""
    office_of(request).seasons.set_options(short(league), data.options, actor_of(request, COMMISSIONER), data.number)


@writes("/leagues/{league:str}/season/start", TAG, RULE, CHECKS)
def start_season(request: AnyRequest, league: str, data: orders.PlainOrder) -> None:
    """The season begins: its options are fixed, its fixtures published."""
    office_of(request).seasons.start(short(league), actor_of(request, COMMISSIONER), data.number)


@asks("/leagues/{league:str}/season/amend/preview", TAG)
def preview_amendment(request: AnyRequest, league: str, data: orders.OptionsOrder) -> list[str]:
    """What a change of options in mid-season would do, in sentences."""
    return office_of(request).seasons.amend_preview(short(league), data.options)


@writes("/leagues/{league:str}/season/amend", TAG, RULE, CHECKS)
def amend_season(request: AnyRequest, league: str, data: orders.OptionsOrder) -> None:
    """Change options from the next round on."""
    reason = need_reason(data.reason)
    office_of(request).seasons.amend(short(league), data.options, actor_of(request, COMMISSIONER), reason, data.number)


@writes("/leagues/{league:str}/season/finish", TAG, RULE, CHECKS)
def finish_season(request: AnyRequest, league: str, data: orders.PlainOrder) -> None:
    """The season is over: prizes, the trophy, and its end opens for every team."""
    office_of(request).seasons.finish(short(league), actor_of(request, COMMISSIONER), data.number)


@writes("/leagues/{league:str}/seasons", TAG, RULE, CHECKS, made=True)
def next_season(request: AnyRequest, league: str, data: orders.OptionsOrder) -> SeasonLine:
    """The next season, open for entries."""
    office = office_of(request)
    office.seasons.next(short(league), actor_of(request, COMMISSIONER), data.options, data.number)
    return office.seasons.current(short(league))


HANDLERS = [
    list_leagues,
    get_league_facts,
    check_options,
    create_league,
    league_home,
    rename_league,
    league_news,
    league_waits,
    league_audit,
    add_member,
    league_teams,
    enter_team,
    leave_league,
    set_options,
    start_season,
    preview_amendment,
    amend_season,
    finish_season,
    next_season,
]
