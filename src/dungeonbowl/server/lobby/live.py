"""The socket of the lobby. It says that something is new, and calls a coach to his match. Who is connected is there."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, deque
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.server.accounts.doors import has_accounts
from dungeonbowl.server.budgets import Budgets, address_of
from dungeonbowl.server.close_codes import CLOSING, NO_MATCH, NO_SEAT, TOO_MUCH
from dungeonbowl.server.league.asking import person_of
from dungeonbowl.server.league.live import until_gone
from dungeonbowl.server.league.permits import Person
from dungeonbowl.server.lobby.desk import LOBBY, Lobby, channel_of
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.wire.lobby import LobbyCalled, LobbyChanged

AnySocket = WebSocket[Any, Any, Any]
TICK: Final = 15.0  # seconds between two signs of life
MOST_CALLS: Final = 20


class Visit:
    """One socket: what it has to be told."""

    def __init__(self) -> None:
        self.event = asyncio.Event()
        self.has_changed = False
        self.calls: deque[str] = deque(maxlen=MOST_CALLS)
        self.is_over = False

    def change(self, text: str) -> None:
        self.has_changed = True
        self.event.set()

    def call(self, match: str) -> None:
        self.calls.append(match)
        self.event.set()

    def close(self) -> None:
        self.is_over = True
        self.event.set()

    def messages(self) -> list[msgspec.Struct]:
        self.event.clear()
        found: list[msgspec.Struct] = [LobbyCalled(match) for match in self.calls]
        self.calls.clear()
        if self.has_changed:
            self.has_changed = False
            found.append(LobbyChanged())
        return found


class Visits:
    """The sockets of this process."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.server = secrets.token_hex(8)  # by this the sockets of this process are told from those of others
        self.here: set[Visit] = set()
        self.present: Counter[str] = Counter()
        self.is_closed = False

    async def enter(self, person: Person | None) -> None:
        if person is None:
            return
        self.present[person.account] += 1
        await asyncio.to_thread(self.lobby.store.arrive, person.account, self.server)
        if self.present[person.account] == 1:
            self.lobby.changed()

    async def leave(self, person: Person | None) -> None:
        if person is None:
            return
        self.present[person.account] -= 1
        if self.present[person.account] <= 0:
            del self.present[person.account]
            store = self.lobby.store
            # Whom a server that ends sends away comes back to the next one: he is there all the time, and waits on.
            left = store.fade if self.is_closed else store.leave
            with suppress(UserError):  # the database is away: after a while nobody sees him there all the same
                await asyncio.to_thread(left, person.account, self.server)
            self.lobby.changed()

    async def tick(self, person: Person | None) -> None:
        """A sign of life; whoever waits may find somebody now who was too far away before."""
        if person is None:
            return
        if await asyncio.to_thread(self.lobby.store.arrive, person.account, self.server):
            self.lobby.changed()
        for guest in await asyncio.to_thread(self.lobby.store.guests):
            if guest.account_id == person.account and guest.edition:
                await self.lobby.pair(guest.edition)

    def close(self) -> None:
        self.is_closed = True
        for visit in self.here:
            visit.close()


@websocket("/api/v1/lobby/socket", include_in_schema=False)
async def lobby_socket(socket: AnySocket) -> None:
    """Tells that the lobby has changed, as often as it does, and a coach of his match."""
    sessions: Sessions = socket.app.state.sessions
    budgets: Budgets = socket.app.state.budgets
    address = address_of(socket)
    await socket.accept()
    if not has_accounts(socket):
        await socket.close(NO_MATCH, t("this server has no lobby"))
        return
    full = sessions.addresses[address] >= sessions.settings.sockets_an_address
    if full or not budgets.arrivals.take(address, sessions.timekeeper.now()):
        await socket.close(TOO_MUCH, "too many connections from your address: wait a little")
        return
    sessions.addresses[address] += 1
    try:
        await visit_lobby(socket, socket.app.state.visits)
    finally:
        sessions.addresses[address] -= 1
        if not sessions.addresses[address]:
            del sessions.addresses[address]


async def visit_lobby(socket: AnySocket, visits: Visits) -> None:
    person, lobby, visit = await person_of(socket), visits.lobby, Visit()
    ends = [lobby.bulletin.subscribe(LOBBY, visit.change)]
    if person is not None:
        ends.append(lobby.bulletin.subscribe(channel_of(person.account), visit.call))
    visits.here.add(visit)
    if visits.is_closed:
        visit.close()
    gone = asyncio.create_task(until_gone(socket))
    clock = asyncio.get_running_loop().time
    try:
        await visits.enter(person)
        due = clock() + TICK  # however much there is to tell meanwhile
        while not visit.is_over:
            told = asyncio.create_task(visit.event.wait())
            await asyncio.wait({gone, told}, timeout=max(0.0, due - clock()), return_when=asyncio.FIRST_COMPLETED)
            told.cancel()
            if gone.done() or visit.is_over:
                break
            if clock() >= due:
                due = clock() + TICK
                if person is not None and await person_of(socket) is None:
                    await socket.close(NO_SEAT, t("you are signed out"))
                    break
                await visits.tick(person)
            for message in visit.messages():
                await socket.send_data(msgspec.json.encode(message).decode(), mode="text", encoding="utf-8")
        if visit.is_over and not gone.done():
            await socket.close(CLOSING, "the server is closing")
    except (WebSocketDisconnect, RuntimeError, UserError):  # gone while something was sent, or no database
        pass
    finally:
        gone.cancel()
        visits.here.discard(visit)
        for end in ends:
            end()
        await visits.leave(person)
