"""Over HTTP: the matches of the own account, taking everything along, and leaving."""

from __future__ import annotations

import asyncio

from litestar import Response, delete, get, post
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from dungeonbowl.errors import UserError
from dungeonbowl.server import wire
from dungeonbowl.server.accounts.doors import (
    PRIVATE,
    TAG,
    AnyRequest,
    cookie,
    desk_of,
    freshly_signed_in,
    signed_in,
    with_accounts,
)
from dungeonbowl.server.accounts.matches import NOT_YOURS, listed, take_over
from dungeonbowl.server.accounts.names import folded
from dungeonbowl.server.api.accounts import LOOK, ORDER, answer
from dungeonbowl.server.api.matches import session_of
from dungeonbowl.server.budgets import BUDGET, UPLOADS
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.server.seats import in_queue
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.storage.matches import token_hash

MOST_LISTED = 100
PLAY = "play"


@get("/me/matches", **LOOK)
async def list_matches(request: AnyRequest) -> Response[list[wire.MyMatch]]:
    """The matches that the account has made or taken a seat in, the last ones first."""
    visitor = await signed_in(request, PLAY)
    return answer(await asyncio.to_thread(listed, desk_of(request).store, visitor.account.id, MOST_LISTED))


@post("/me/matches/{identity:str}/seat", status_code=HTTP_201_CREATED, **ORDER)
async def take_own_seat(request: AnyRequest, identity: str, data: wire.TakeOrder) -> Response[wire.SeatLink]:
    """Go on with the own seat in this browser. The browser that had it has it no more."""
    visitor = await signed_in(request, PLAY)
    store = desk_of(request).store
    found = await asyncio.to_thread(store.matches, visitor.account.id, identity or "-")
    if not found:
        raise NotFound("that is no match of yours")
    if not found[0].sides:
        raise Forbidden(NOT_YOURS)
    session = await session_of(request, identity)
    seat, sides, key = found[0].seat, found[0].sides, data.key
    link = await in_queue(session, lambda: take_over(session, seat, sides, key))
    await asyncio.to_thread(store.remember_match, visitor.account.id, session.id, link.sides, token_hash(key))
    return answer(link, HTTP_201_CREATED)


@get("/me/export", tags=[TAG], opt={BUDGET: UPLOADS}, guards=[with_accounts])
async def export_me(request: AnyRequest) -> Response[bytes]:
    """Everything that the server keeps of the own account, as one zip."""
    from dungeonbowl.server.accounts.leaving import export

    visitor = await freshly_signed_in(request)  # addresses and webhooks are in it, which no page shows
    sessions: Sessions = request.app.state.sessions
    state = request.app.state
    written = await export(desk_of(request), sessions, visitor, state.registry, state.lobby.store)
    headers = {**PRIVATE, "content-disposition": 'attachment; filename="dungeonbowl-account.zip"'}
    return Response(written, media_type="application/zip", headers=headers)


@delete("/me", status_code=HTTP_200_OK, **ORDER)
async def delete_me(request: AnyRequest, name: str = "") -> Response[wire.Account]:
    """Delete the own account; `name` repeats what it is called, so that nobody does it by mistake."""
    from dungeonbowl.server.accounts.leaving import delete_account

    visitor = await freshly_signed_in(request)
    if folded(name) != folded(visitor.account.name):
        raise UserError("name: expected the name of the account that is to be deleted")
    sessions: Sessions = request.app.state.sessions
    state = request.app.state
    left = await delete_account(desk_of(request), sessions, visitor, state.registry, state.lobby.store)
    return answer(wire.Account(visitor.account.id, left, ""), cookies=[cookie(request, "")])


HANDLERS = [list_matches, take_own_seat, export_me, delete_me]
