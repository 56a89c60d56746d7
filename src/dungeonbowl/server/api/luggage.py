"""Over HTTP: a coach brings the zip of his account from another server.

The body is the zip itself. Its matches are played again, which is hard work: one file at a time, and a few may wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Response, post
from litestar.status_codes import HTTP_200_OK

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t, translated
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.luggage_file import LARGEST as LARGEST_FILE
from dungeonbowl.league.office.rows import LeagueRow
from dungeonbowl.league.office.views import LuggageTeam, LuggageView
from dungeonbowl.server.accounts.doors import TAG, AnyRequest, signed_in, with_accounts
from dungeonbowl.server.api.accounts import answer
from dungeonbowl.server.budgets import BUDGET, LARGEST, UPLOADS
from dungeonbowl.server.failures import Forbidden, TooMuch
from dungeonbowl.server.league.asking import person, registry_of
from dungeonbowl.server.league.desk import office_of, short
from dungeonbowl.server.league.permits import ENTER, Person, Registry
from dungeonbowl.server.view.words import edition_name
from dungeonbowl.server.wire import luggage as wire

MOST_WAITING: Final = 4  # files that wait while another is looked at
BUSY: Final = mark("other coaches bring their teams at this moment: wait a little")
NO_MEMBER: Final = mark("you are no member of this league: teams visit a league of their coach")
WHICH: Final = mark("league: expected one that you are a member of")
BROUGHT: dict[str, Any] = {
    "tags": [TAG],
    "opt": {BUDGET: UPLOADS, LARGEST: LARGEST_FILE},
    "guards": [with_accounts],
    "status_code": HTTP_200_OK,
    "request_max_body_size": LARGEST_FILE,
}


class Unpacking:
    """Whose turn it is to have a file looked at."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        if self.waiting > MOST_WAITING:
            raise TooMuch(BUSY)
        self.waiting += 1
        try:
            async with self.lock:
                yield
        finally:
            self.waiting -= 1


@post("/me/import/preview", **BROUGHT)
async def look_at_luggage(request: AnyRequest) -> Response[wire.LuggagePage]:
    """What would come in of the zip of an account from another server, and how much of it is proven."""
    asking = person(await signed_in(request))
    office = office_of(request)
    return answer(await unpacked(request, asking, office.luggage.look))


@post("/me/import", **BROUGHT)
async def take_luggage_in(request: AnyRequest, league: str = "") -> Response[wire.LuggagePage]:
    """Take the teams of such a zip in: they visit `league`, a league of whoever asks, and belong to him."""
    asking = person(await signed_in(request))
    office, registry = office_of(request), registry_of(request)
    assert registry is not None
    return answer(await unpacked(request, asking, lambda data: taken_in(office, registry, asking, short(league), data)))


async def unpacked(request: AnyRequest, asking: Person, work: Callable[[bytes], LuggageView]) -> wire.LuggagePage:
    unpacking: Unpacking = request.app.state.unpacking
    registry = registry_of(request)
    assert registry is not None
    async with unpacking.turn():
        data = await request.body()
        view = await asyncio.to_thread(work, data)
    return await asyncio.to_thread(page_of, office_of(request), registry, asking, view)


def taken_in(office: Office, registry: Registry, asking: Person, league: str, data: bytes) -> LuggageView:
    if not league:
        raise UserError(WHICH)
    registry.refuse_stranger(asking, league)
    permit = registry.permit(asking, league)
    if permit is None or not permit.member:
        raise Forbidden(NO_MEMBER)
    by = registry.allowed(asking, league, ENTER)
    return office.luggage.take_in(data, league, permit.member, by)


def page_of(office: Office, registry: Registry, asking: Person, view: LuggageView) -> wire.LuggagePage:
    """The same in words, with the leagues that the teams may visit."""
    leagues = sorted({member.league for member in registry.memberships(asking.account)})
    rows = (
        office.store.find(LeagueRow.TABLE, {"id": leagues}, ("name", "id"), columns=("id", "name")) if leagues else []
    )
    listed = [wire.LuggageLeague(row["id"], row["name"]) for row in rows]
    return wire.LuggagePage(view.coach, [line_of(team) for team in view.teams], view.replays, listed)


def line_of(team: LuggageTeam) -> wire.LuggageTeam:
    findings = [wire.LuggageFinding(t(line.what), line.mark, line.text) for line in team.findings]
    return wire.LuggageTeam(
        team.id,
        team.name,
        edition_name(team.edition),
        team.roster,
        team.games,
        team.state,
        translated(team.why),
        team.mark,
        team.owner,
        team.shares,
        findings,
    )


HANDLERS = [look_at_luggage, take_luggage_in]
