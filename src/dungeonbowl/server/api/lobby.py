"""Over HTTP: the lobby of a server with accounts."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, delete, get, post, put
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from dungeonbowl.server.accounts.doors import AnyRequest, signed_in, with_accounts
from dungeonbowl.server.api.accounts import answer
from dungeonbowl.server.budgets import BUDGET, MATCHES, REQUESTS, address_of
from dungeonbowl.server.league.asking import person, person_of
from dungeonbowl.server.league.permits import Person
from dungeonbowl.server.lobby.desk import Lobby
from dungeonbowl.server.lobby.page import challenge_line, lobby_page
from dungeonbowl.server.wire import lobby as wire

TAG = "lobby"
PLAY = "play"
LOOK: dict[str, Any] = {"tags": [TAG], "opt": {BUDGET: REQUESTS}, "guards": [with_accounts]}
MAKE: dict[str, Any] = {"tags": [TAG], "opt": {BUDGET: MATCHES}, "guards": [with_accounts]}


def lobby_of(request: AnyRequest) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


async def coach(request: AnyRequest, scope: str = "") -> Person:
    """Who asks; programs only where a scope is named."""
    return person(await signed_in(request, scope))


@get("/lobby", **LOOK)
async def get_lobby(request: AnyRequest) -> Response[wire.LobbyPage]:
    """Who is there, what is offered, what can be watched, what was said."""
    return answer(await asyncio.to_thread(lobby_page, lobby_of(request), await person_of(request)))


@post("/lobby/challenges", status_code=HTTP_201_CREATED, **MAKE)
async def make_challenge(request: AnyRequest, data: wire.ChallengeOrder) -> Response[wire.LobbyChallenge]:
    """Offer a match to everybody, or to one coach."""
    host, lobby = await coach(request, PLAY), lobby_of(request)
    made = await lobby.challenge(host, data, address_of(request))
    guests = await asyncio.to_thread(lobby.accounts.by_ids, [made.guest])
    names = {host.account: host.name, **{guest: found.name for guest, found in guests.items()}}
    return answer(await asyncio.to_thread(challenge_line, made, names, host.account), HTTP_201_CREATED)


@post("/lobby/challenges/{identity:str}/accept", status_code=HTTP_201_CREATED, **MAKE)
async def accept_challenge(request: AnyRequest, identity: str, data: wire.AcceptOrder) -> Response[wire.LobbyMatchMade]:
    """Accept a challenge: the match is there, and both seats belong to the accounts."""
    made = await lobby_of(request).accept(await coach(request, PLAY), identity, data.team)
    return answer(wire.LobbyMatchMade(made), HTTP_201_CREATED)


@delete("/lobby/challenges/{identity:str}", status_code=HTTP_200_OK, **LOOK)
async def withdraw_challenge(request: AnyRequest, identity: str) -> Response[None]:
    """Take an own challenge back."""
    await lobby_of(request).withdraw(await coach(request, PLAY), identity)
    return answer(None)


@post("/lobby/pairing", status_code=HTTP_200_OK, **MAKE)
async def wait_for_partner(request: AnyRequest, data: wire.PairingOrder) -> Response[None]:
    """Wait for a partner of about the same rating."""
    await lobby_of(request).wait(await coach(request, PLAY), data.edition)
    return answer(None)


@delete("/lobby/pairing", status_code=HTTP_200_OK, **LOOK)
async def wait_no_more(request: AnyRequest) -> Response[None]:
    """Wait no more."""
    await lobby_of(request).wait(await coach(request, PLAY), "")
    return answer(None)


@post("/lobby/chat", status_code=HTTP_201_CREATED, **LOOK)
async def say_in_lobby(request: AnyRequest, data: wire.ChatOrder) -> Response[None]:
    """Say something to everybody in the lobby."""
    await lobby_of(request).say(await coach(request), data.text, address_of(request))
    return answer(None, HTTP_201_CREATED)


@post("/lobby/chat/{number:int}/report", status_code=HTTP_201_CREATED, **LOOK)
async def report_line(request: AnyRequest, number: int, data: wire.ComplaintOrder) -> Response[None]:
    """Report a line of chat to the owner of the server."""
    await lobby_of(request).report(await coach(request), number, data.words, address_of(request))
    return answer(None, HTTP_201_CREATED)


@put("/lobby/quiet/{account:str}", status_code=HTTP_200_OK, **LOOK)
async def keep_quiet(request: AnyRequest, account: str, data: wire.QuietOrder) -> Response[None]:
    """Mute somebody, block him, or make up."""
    await lobby_of(request).keep_quiet(await coach(request), account, data.kind)
    return answer(None)


HANDLERS = [
    get_lobby,
    make_challenge,
    accept_challenge,
    withdraw_challenge,
    wait_for_partner,
    wait_no_more,
    say_in_lobby,
    report_line,
    keep_quiet,
]
