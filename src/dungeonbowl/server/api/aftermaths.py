"""Aftermaths: what a coach decides after a match, and at the end of a season, one question after the other."""

from __future__ import annotations

from dungeonbowl.league.office import Office
from dungeonbowl.league.office.views import AftermathView
from dungeonbowl.server.league.asking import actor_of
from dungeonbowl.server.league.desk import AnyRequest, fixture_of, need_reason, office_of, short
from dungeonbowl.server.league.doors import reads, writes
from dungeonbowl.server.league.house import COACH, COMMISSIONER
from dungeonbowl.server.league.permits import DECIDE, RULE
from dungeonbowl.server.league.sheets import roster_page
from dungeonbowl.server.wire import league as wire
from dungeonbowl.server.wire import league_orders as orders

TAG = "aftermaths"


def shown(request: AnyRequest, view: AftermathView) -> wire.AftermathPage:
    office = office_of(request)
    kept = office.teams.kept(view.team)
    following = next_of(office, kept.league, view) if view.over else ""
    return wire.AftermathPage(
        view.match,
        view.team,
        kept.league,
        "" if view.season_end else fixture_of(office, view.match),
        view.number,
        list(view.steps),
        view.need,
        list(view.written),
        roster_page(view.before),
        roster_page(view.now),
        view.undoable,
        view.commitment,
        view.typed,
        view.deadline,
        view.over,
        view.seed,
        view.season_end,
        list(view.shared),
        view.may_type,
        following,
        office.teams.kept(following).team.name if following else "",
        view.taken_on,
    )


def next_of(office: Office, league: str, view: AftermathView) -> str:
    """The next team that has not gone through the end of this match, or of this season: on one laptop it follows."""
    open_ones = (each.team for each in office.leagues.waits(league) if each.about == view.match)
    return next((team for team in open_ones if team and team != view.team), "") if league else ""


@reads("/aftermaths/{match:str}/{team:str}", TAG)
def get_aftermath(request: AnyRequest, match: str, team: str) -> wire.AftermathPage:
    """An aftermath as far as it has come. `match` is the id of the season for a season's end."""
    return shown(request, office_of(request).aftermaths.view(short(match), short(team)))


@writes("/aftermaths/{match:str}/{team:str}/begin", TAG, DECIDE)
def begin_aftermath(request: AnyRequest, match: str, team: str, data: orders.BeginOrder) -> wire.AftermathPage:
    """Begin, with the coach's word for the dice, or with dice of a real table."""
    desk = office_of(request).aftermaths
    return shown(
        request, desk.begin(short(match), short(team), actor_of(request, COACH), data.word, data.typed, data.number)
    )


@writes("/aftermaths/{match:str}/share", TAG, DECIDE)
def share_dice(request: AnyRequest, match: str, data: orders.ShareOrder) -> None:
    """Dice of a real table that belong to all teams of a match; before the first of them begins."""
    office_of(request).aftermaths.share(short(match), dict(data.dice), actor_of(request, COACH))


@writes("/aftermaths/{match:str}/{team:str}/decide", TAG, DECIDE)
def decide_aftermath(request: AnyRequest, match: str, team: str, data: orders.DecideOrder) -> wire.AftermathPage:
    """Take an option of the question that is open."""
    desk = office_of(request).aftermaths
    return shown(request, desk.choose(short(match), short(team), data.option, actor_of(request, COACH), data.number))


@writes("/aftermaths/{match:str}/{team:str}/dice", TAG, DECIDE)
def give_dice(request: AnyRequest, match: str, team: str, data: orders.DiceOrder) -> wire.AftermathPage:
    """Dice from a real table."""
    desk = office_of(request).aftermaths
    return shown(request, desk.give(short(match), short(team), data.dice, actor_of(request, COACH), data.number))


@writes("/aftermaths/{match:str}/{team:str}/undo", TAG, DECIDE)
def undo_decision(request: AnyRequest, match: str, team: str, data: orders.UndoOrder) -> wire.AftermathPage:
    """Take back the last decision, unless a die has fallen since."""
    desk = office_of(request).aftermaths
    return shown(request, desk.take_back(short(match), short(team), actor_of(request, COACH), data.number))


@writes("/aftermaths/{match:str}/{team:str}/assist", TAG, DECIDE)
def assist_coach(request: AnyRequest, match: str, team: str) -> wire.AftermathPage:
    """The assistant does the rest."""
    desk = office_of(request).aftermaths
    return shown(request, desk.assist(short(match), short(team), actor_of(request, COMMISSIONER)))


@writes("/aftermaths/{match:str}/{team:str}/reopen", TAG, RULE)
def reopen_aftermath(request: AnyRequest, match: str, team: str, data: orders.PlainOrder) -> wire.AftermathPage:
    """What the assistant did is void, until the next match of the team begins."""
    desk = office_of(request).aftermaths
    return shown(
        request, desk.reopen(short(match), short(team), actor_of(request, COMMISSIONER), need_reason(data.reason))
    )


HANDLERS = [
    get_aftermath,
    begin_aftermath,
    share_dice,
    decide_aftermath,
    give_dice,
    undo_decision,
    assist_coach,
    reopen_aftermath,
]
