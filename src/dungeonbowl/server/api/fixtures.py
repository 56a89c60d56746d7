"""Fixtures: what is to be played, its match on this server or its sheet from a real table, its result."""

from __future__ import annotations

from litestar import post
from litestar.status_codes import HTTP_201_CREATED

from dungeonbowl.league.office.views import FixtureView
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, MATCHES, REQUESTS
from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.league import vacations
from dungeonbowl.server.league.asking import TASK, actor_of, desk_of_league, may_order, registry_of
from dungeonbowl.server.league.desk import AnyRequest, need_reason, office_of, short
from dungeonbowl.server.league.doors import reads, writes
from dungeonbowl.server.league.fixture_page import fixture_page
from dungeonbowl.server.league.house import COACH, COMMISSIONER, in_house
from dungeonbowl.server.league.permits import PLAY, PROPOSE, REPORT, RESULT, RULE, SCHEDULE
from dungeonbowl.server.league.running import new_seat, refuse_to_flee, start_match
from dungeonbowl.server.league.seating import own_teams
from dungeonbowl.server.wire import league as league_wire
from dungeonbowl.server.wire import league_orders as orders

TAG = "fixtures"


@reads("/fixtures/{fixture:str}", TAG)
def get_fixture(request: AnyRequest, fixture: str) -> league_wire.FixturePage:
    """A fixture with both teams, the handicap to be expected, the dungeon, and the match if there is one. The id of a
    match stands for its fixture."""
    return fixture_page(request, short(fixture))


@post(
    "/fixtures/{fixture:str}/match",
    tags=[TAG],
    status_code=HTTP_201_CREATED,
    opt={BUDGET: MATCHES, TASK: PLAY},
    guards=[in_house, may_order],
)
async def play_fixture(request: AnyRequest, fixture: str, data: orders.FixtureMatch) -> wire.Created:
    """Lock the teams and create the match. The tokens of its seats are told only in this answer."""
    return await start_match(request, short(fixture), data)


@post(
    "/fixtures/{fixture:str}/seat",
    tags=[TAG],
    status_code=HTTP_201_CREATED,
    opt={BUDGET: REQUESTS, TASK: PLAY},
    guards=[in_house, may_order],
)
async def fixture_seat(request: AnyRequest, fixture: str, data: orders.SeatOrder) -> wire.SeatLink:
    """A new link for a seat of the match that is under way: to go on with another browser."""
    return await new_seat(request, short(fixture), list(data.sides))


@writes("/fixtures/{fixture:str}/unlock", TAG, PLAY)
def unlock_fixture(request: AnyRequest, fixture: str, data: orders.PlainOrder) -> None:
    """The match will not be played now: the teams are as before."""
    by = actor_of(request, COMMISSIONER)
    refuse_to_flee(request, short(fixture), by)
    office_of(request).fixtures.unlock(short(fixture), by, data.reason)


@writes("/fixtures/{fixture:str}/sheet", TAG, REPORT)
def hand_in_sheet(request: AnyRequest, fixture: str, data: orders.SheetOrder) -> FixtureView:
    """A result sheet of a match at a real table."""
    by = actor_of(request, COACH, [data.team]) if data.team else desk_of_league(request, COMMISSIONER)
    return office_of(request).fixtures.hand_in(short(fixture), data.sheet, by, data.team, data.number)


@writes("/fixtures/{fixture:str}/confirm", TAG, REPORT)
def confirm_sheet(request: AnyRequest, fixture: str, data: orders.ConfirmOrder) -> FixtureView:
    """Confirm the sheet that was handed in."""
    by = actor_of(request, COACH, [data.team]) if data.team else desk_of_league(request, COMMISSIONER)
    return office_of(request).fixtures.confirm(short(fixture), by, data.team, data.number)


@writes("/fixtures/{fixture:str}/result", TAG, RESULT)
def set_result(request: AnyRequest, fixture: str, data: orders.ResultOrder) -> FixtureView:
    """A plain result, without a word about players."""
    desk, by = office_of(request).fixtures, actor_of(request, COMMISSIONER)
    return desk.result(short(fixture), data.scores, by, data.casualties, data.number)


@writes("/fixtures/{fixture:str}/adjudge", TAG, SCHEDULE)
def adjudge_fixture(request: AnyRequest, fixture: str, data: orders.ResultOrder) -> None:
    """How an abandoned match, or a drawn knock-out, ended."""
    reason = need_reason(data.reason)
    office_of(request).fixtures.adjudge(
        short(fixture), data.scores, data.winner, actor_of(request, COMMISSIONER), reason, data.number
    )


@writes("/fixtures/{fixture:str}/roll-off", TAG, SCHEDULE)
def roll_off(request: AnyRequest, fixture: str) -> league_wire.LeagueMade:
    """Dice decide who goes on after a drawn knock-out; the answer is the id of that team."""
    return league_wire.LeagueMade(office_of(request).fixtures.roll_off(short(fixture), actor_of(request, COMMISSIONER)))


@writes("/fixtures/{fixture:str}/walkover", TAG, SCHEDULE)
def give_walkover(request: AnyRequest, fixture: str, data: orders.WalkoverOrder) -> None:
    """One team did not come; without a winner, nobody came."""
    desk = office_of(request).fixtures
    if data.winner:
        desk.walkover(short(fixture), data.winner, actor_of(request, COMMISSIONER), data.reason, data.number)
    else:
        desk.unplayed(short(fixture), actor_of(request, COMMISSIONER), data.reason, data.number)


@writes("/fixtures/{fixture:str}/vacation", TAG, RULE)
def allow_vacation(request: AnyRequest, fixture: str, data: orders.VacationAllowance) -> None:
    """A coach may be on vacation in the last 72 hours of a play-off, on a server with accounts."""
    registry = registry_of(request)
    if registry is None:
        raise NotFound("vacations are a matter of accounts, and this server has none")
    reason = need_reason(data.reason)
    vacations.allow(registry, short(fixture), short(data.team), actor_of(request, COMMISSIONER), reason)


@writes("/fixtures/{fixture:str}/accept", TAG, SCHEDULE)
def accept_proposal(request: AnyRequest, fixture: str, data: orders.PlainOrder) -> None:
    """What the office proposes after a deadline is done."""
    office_of(request).fixtures.accept(short(fixture), actor_of(request, COMMISSIONER), data.number)


@writes("/fixtures/{fixture:str}/void", TAG, SCHEDULE)
def void_result(request: AnyRequest, fixture: str, data: orders.PlainOrder) -> None:
    """A walk-over or an unplayed fixture is open again."""
    reason = need_reason(data.reason)
    office_of(request).fixtures.void_result(short(fixture), actor_of(request, COMMISSIONER), reason, data.number)


@writes("/fixtures/{fixture:str}/replay", TAG, RULE)
def replay_fixture(request: AnyRequest, fixture: str, data: orders.PlainOrder) -> None:
    """Play the match anew: everything of the first one is void."""
    reason = need_reason(data.reason)
    office_of(request).fixtures.replay_anew(short(fixture), actor_of(request, COMMISSIONER), reason, data.number)


@writes("/fixtures/{fixture:str}/extend", TAG, SCHEDULE)
def extend_fixture(request: AnyRequest, fixture: str, data: orders.ExtendOrder) -> None:
    """Another deadline."""
    office_of(request).fixtures.extend(
        short(fixture), data.deadline, actor_of(request, COMMISSIONER), data.reason, data.number
    )


@writes("/fixtures/{fixture:str}/slots", TAG, PROPOSE)
def offer_slots(request: AnyRequest, fixture: str, data: orders.SlotsOrder) -> None:
    """Times that a team offers."""
    office_of(request).fixtures.offer(short(fixture), data.team, data.times, actor_of(request, COACH, [data.team]))


@writes("/fixtures/{fixture:str}/agree", TAG, PROPOSE)
def agree_time(request: AnyRequest, fixture: str, data: orders.AgreeOrder) -> None:
    """A time that both have agreed on. On a server with accounts a coach takes one that the other has offered; the desk
    writes down what both have told it."""
    by = actor_of(request, COACH)
    office_of(request).fixtures.agree(short(fixture), data.time, by, own_teams(request, short(fixture), by))


HANDLERS = [
    get_fixture,
    play_fixture,
    fixture_seat,
    unlock_fixture,
    hand_in_sheet,
    confirm_sheet,
    set_result,
    adjudge_fixture,
    roll_off,
    give_walkover,
    allow_vacation,
    accept_proposal,
    void_result,
    replay_fixture,
    extend_fixture,
    offer_slots,
    agree_time,
]
