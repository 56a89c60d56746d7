"""Over HTTP: people of leagues on a server with accounts. Members, invitations, applications, handing teams over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from litestar import Response, delete, get, post
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from dungeonbowl.languages import mark
from dungeonbowl.league.chain import RULES
from dungeonbowl.league.office.rows import MemberRow
from dungeonbowl.server.accounts import vouching
from dungeonbowl.server.accounts.doors import AnyRequest, desk_of, freshly_signed_in, signed_in, with_accounts
from dungeonbowl.server.accounts.names import plain_line
from dungeonbowl.server.api.accounts import ORDER, answer
from dungeonbowl.server.budgets import ACCOUNTS, BUDGET, REQUESTS
from dungeonbowl.server.failures import Forbidden
from dungeonbowl.server.league.asking import (
    TASK,
    actor_of,
    asked_of,
    may_look,
    may_order,
    permit_of,
    person,
    registry_of,
)
from dungeonbowl.server.league.desk import short
from dungeonbowl.server.league.house import COMMISSIONER
from dungeonbowl.server.league.joining import Joining
from dungeonbowl.server.league.permits import BELONG, DECIDE, RULE, Person
from dungeonbowl.server.wire import people as wire
from dungeonbowl.storage.membership import Door
from dungeonbowl.storage.news import OFFER, News

if TYPE_CHECKING:
    from dungeonbowl.server.post.postman import Post

TAG = "people"
NOT_HERE = mark("you are no member of this league any more")
DAY: Final = 86_400.0
OFFERED: Final = mark("{name} wants to give you the team {team}")


def joining_of(request: AnyRequest) -> Joining:
    registry = registry_of(request)
    assert registry is not None
    return Joining(registry)


async def somebody(request: AnyRequest) -> Person:
    """Who asks in a browser; `NotSignedIn` for anybody else."""
    return person(await signed_in(request))


@get("/leagues/{league:str}/people", tags=[TAG], opt={BUDGET: REQUESTS}, guards=[with_accounts, may_look])
async def league_people(request: AnyRequest, league: str) -> Response[wire.PeoplePage]:
    """The members of a league; for commissioners also who is invited and who asks to be let in."""
    joining = joining_of(request)
    return answer(await asyncio.to_thread(joining.page, short(league), asked_of(request).person))


RULED: dict[str, Any] = {"tags": [TAG], "opt": {BUDGET: ACCOUNTS, TASK: RULE}, "guards": [with_accounts, may_order]}
BELONGS: dict[str, Any] = {"tags": [TAG], "opt": {BUDGET: ACCOUNTS, TASK: BELONG}, "guards": [with_accounts, may_order]}
OWNED: dict[str, Any] = {"tags": [TAG], "opt": {BUDGET: ACCOUNTS, TASK: DECIDE}, "guards": [with_accounts, may_order]}


@post("/leagues/{league:str}/door", status_code=HTTP_200_OK, **RULED)
async def set_door(request: AnyRequest, league: str, data: wire.DoorOrder) -> Response[None]:
    """Who may read the league, and whether people may ask to be let in."""
    await asyncio.to_thread(joining_of(request).set_door, short(league), Door(data.private, data.applications))
    return answer(None)


@post("/leagues/{league:str}/members/{member:str}/role", status_code=HTTP_200_OK, **RULED)
async def set_role(request: AnyRequest, league: str, member: str, data: wire.RoleOrder) -> Response[None]:
    """Another role for a member."""
    by = actor_of(request, COMMISSIONER)
    await asyncio.to_thread(joining_of(request).set_role, short(league), short(member), data.role, by)
    return answer(None)


@post("/leagues/{league:str}/members/{member:str}/expel", status_code=HTTP_200_OK, **RULED)
async def expel_member(request: AnyRequest, league: str, member: str) -> Response[None]:
    """Somebody has to leave. His name and teams stay, without an account."""
    by = actor_of(request, COMMISSIONER)
    await asyncio.to_thread(joining_of(request).part, short(league), short(member), by)
    return answer(None)


@post("/leagues/{league:str}/members/{member:str}/vouch", status_code=HTTP_201_CREATED, **RULED)
async def vouch_for_member(
    request: AnyRequest, league: str, member: str, data: wire.VouchOrder
) -> Response[wire.VouchingMade]:
    """Vouch for a member who has lost every way to sign in. The code is for that person; it is told only here."""
    await freshly_signed_in(request)
    registry, by = joining_of(request).registry, actor_of(request, COMMISSIONER)
    permit = await asyncio.to_thread(permit_of, request, short(league))
    if permit is None:  # he is no member any more, since a moment ago
        raise Forbidden(NOT_HERE)
    await desk_of(request).pay_vouching(permit.person.account)
    utc = desk_of(request).timekeeper.utc()
    reason = plain_line(data.reason)
    made, account, news = await asyncio.to_thread(vouching.vouch, registry, permit, short(member), by, reason, utc)
    post_office: Post = request.app.state.post
    await post_office.notify(account, news)
    return answer(made, HTTP_201_CREATED)


@post("/leagues/{league:str}/leave", status_code=HTTP_200_OK, **BELONGS)
async def leave_membership(request: AnyRequest, league: str) -> Response[None]:
    """Be no member any more. The own name and teams stay, without an account."""
    permit = await asyncio.to_thread(permit_of, request, short(league))
    member = permit.member if permit is not None else ""
    await asyncio.to_thread(joining_of(request).part, short(league), member, RULES)
    return answer(None)


@post("/leagues/{league:str}/invitations", status_code=HTTP_201_CREATED, **RULED)
async def invite(request: AnyRequest, league: str, data: wire.InvitationOrder) -> Response[wire.InvitationMade]:
    """A link that lets somebody in. It is told only in this answer."""
    joining, url = joining_of(request), desk_of(request).public_url
    return answer(await asyncio.to_thread(joining.invite, short(league), data, url), HTTP_201_CREATED)


@delete("/leagues/{league:str}/invitations/{invitation:str}", status_code=HTTP_200_OK, **RULED)
async def withdraw_invitation(request: AnyRequest, league: str, invitation: str) -> Response[None]:
    """The link opens nothing any more."""
    await asyncio.to_thread(joining_of(request).membership.withdraw, short(league), invitation)
    return answer(None)


@post("/invitations/look", status_code=HTTP_200_OK, **ORDER)
async def look_at_invitation(request: AnyRequest, data: wire.InvitationToken) -> Response[wire.InvitationShown]:
    """What a link is good for."""
    return answer(await asyncio.to_thread(joining_of(request).shown, data.token))


@post("/invitations/accept", status_code=HTTP_200_OK, **ORDER)
async def accept_invitation(request: AnyRequest, data: wire.InvitationToken) -> Response[wire.InvitationShown]:
    """Come into a league by a link."""
    who = await somebody(request)
    return answer(await asyncio.to_thread(joining_of(request).accept, data.token, who))


@post("/leagues/{league:str}/applications", status_code=HTTP_200_OK, **ORDER)
async def apply(request: AnyRequest, league: str, data: wire.ApplicationOrder) -> Response[None]:
    """Ask to be let in, where the league takes applications."""
    who = await somebody(request)
    await desk_of(request).pay_application(who.account)
    await asyncio.to_thread(joining_of(request).apply, short(league), who, data.words)
    return answer(None)


@post("/leagues/{league:str}/applications/{account:str}/accept", status_code=HTTP_200_OK, **RULED)
async def accept_application(request: AnyRequest, league: str, account: str) -> Response[None]:
    """Let somebody in as a coach."""
    await asyncio.to_thread(joining_of(request).answer, short(league), account, True)
    return answer(None)


@post("/leagues/{league:str}/applications/{account:str}/refuse", status_code=HTTP_200_OK, **RULED)
async def refuse_application(request: AnyRequest, league: str, account: str) -> Response[None]:
    """Do not let somebody in."""
    await asyncio.to_thread(joining_of(request).answer, short(league), account, False)
    return answer(None)


@post("/teams/kept/{team:str}/hand-over", status_code=HTTP_200_OK, **OWNED)
async def offer_team(request: AnyRequest, team: str, data: wire.HandoverOrder) -> Response[bool]:
    """Offer a team to another member of its league, who has to agree. True if it is his already."""
    by, league = actor_of(request, COMMISSIONER), asked_of(request).league
    permit = await asyncio.to_thread(permit_of, request, league)
    is_desk = permit is not None and permit.role == COMMISSIONER.role
    joining = joining_of(request)
    is_his = await asyncio.to_thread(joining.offer, league, short(team), data.member, by, is_desk)
    account = await asyncio.to_thread(joining.registry.column, MemberRow.TABLE, "id", data.member, "account")
    if permit is not None and account and not is_his:
        name = await asyncio.to_thread(joining.registry.column, "teams", "id", short(team), "name")
        day = desk_of(request).timekeeper.utc() // DAY  # offered again on the same day it is no news
        post_office: Post = request.app.state.post
        title = OFFERED.format(name=permit.name, team=name)
        news = News(f"offer.{short(team)}.{data.member}.{day:.0f}", OFFER, title, [], f"/league/{league}/people")
        await post_office.notify(account, news)
    return answer(is_his)


@post("/teams/kept/{team:str}/hand-over/accept", status_code=HTTP_200_OK, **ORDER)
async def accept_team(request: AnyRequest, team: str) -> Response[None]:
    """Take a team that is offered."""
    await answer_offer(request, team, True)
    return answer(None)


@post("/teams/kept/{team:str}/hand-over/refuse", status_code=HTTP_200_OK, **ORDER)
async def refuse_team(request: AnyRequest, team: str) -> Response[None]:
    """Do not take a team that is offered."""
    await answer_offer(request, team, False)
    return answer(None)


async def answer_offer(request: AnyRequest, team: str, agrees: bool) -> None:
    who, joining = await somebody(request), joining_of(request)
    league = await asyncio.to_thread(joining.registry.league_of, {"team": short(team)})
    await asyncio.to_thread(joining.take, league, short(team), who, agrees)


HANDLERS = [
    league_people,
    set_door,
    set_role,
    expel_member,
    vouch_for_member,
    leave_membership,
    invite,
    withdraw_invitation,
    look_at_invitation,
    accept_invitation,
    apply,
    accept_application,
    refuse_application,
    offer_team,
    accept_team,
    refuse_team,
]
