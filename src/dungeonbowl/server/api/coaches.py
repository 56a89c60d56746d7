"""Over HTTP: the page of a coach, as everybody may read it."""

from __future__ import annotations

import asyncio

from litestar import Response, get

from dungeonbowl.server.accounts.doors import AnyRequest
from dungeonbowl.server.api.accounts import answer
from dungeonbowl.server.api.lobby import LOOK, lobby_of
from dungeonbowl.server.league.asking import person_of, registry_of
from dungeonbowl.server.lobby.coach import coach_page
from dungeonbowl.server.wire import lobby as wire


@get("/coaches/{account:str}", **LOOK)
async def get_coach(request: AnyRequest, account: str) -> Response[wire.CoachPage]:
    """Rating by edition, matches of the lobby, teams and leagues. Private leagues are told to their members only."""
    registry = registry_of(request)
    assert registry is not None
    person = await person_of(request)
    return answer(await asyncio.to_thread(coach_page, lobby_of(request), registry, account, person))


HANDLERS = [get_coach]
