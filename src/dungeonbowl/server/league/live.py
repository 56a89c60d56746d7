"""Who looks at a league is told when something is written in it: a result, a pairing, a correction. What it is, the
client asks for itself. Where it is about matches, it is told of which teams: the phones of a club day need not all ask
whenever one table has something to say."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import Engine

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.league.office.rows import LeagueRow, SideRow
from dungeonbowl.server.budgets import Budgets, address_of
from dungeonbowl.server.bulletin import LONGEST, Bulletin
from dungeonbowl.server.close_codes import CLOSING, NOT_ALLOWED, TOO_MUCH
from dungeonbowl.server.league.asking import person_of, registry_of
from dungeonbowl.server.league.desk import short
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.sockets import shortened
from dungeonbowl.server.wire.league import LeagueChanged
from dungeonbowl.storage.journal import Journal
from dungeonbowl.storage.league import LeagueTables, Written

AnySocket = WebSocket[Any, Any, Any]
LEAGUE: Final = "league"  # the column of every table that belongs to one, and the channel of bulletins about them
MOST_WORDS: Final = LONGEST - len(LEAGUE)  # bytes; of more teams than that, it is told that anything may have changed


def leagues_in(writing: Written) -> set[str]:
    """The leagues that a write is about."""
    found = {row["id"] if table == LeagueRow.TABLE else row.get(LEAGUE) for table, row in writing.rows}
    return {str(league) for league in found if league}


def teams_in(writing: Written) -> set[str]:
    """The teams whose fixtures a write is about."""
    return {str(row["team"]) for table, row in writing.rows if table == SideRow.TABLE}


class Listener:
    """Somebody who looks at a league, and what there is to tell since the last time."""

    def __init__(self) -> None:
        self.event = asyncio.Event()
        self.teams: set[str] = set()
        self.anything = False

    def hear(self, teams: Sequence[str]) -> None:
        self.teams.update(teams)
        self.anything = self.anything or not teams
        self.event.set()

    def heard(self) -> list[str]:
        """The teams that it was about since the last call; none if it may be anything."""
        found = [] if self.anything else sorted(self.teams)
        self.event.clear()
        self.teams.clear()
        self.anything = False
        return found


class Listeners:
    """Those who look at leagues of this server. What is written may be written by another server."""

    def __init__(self, bulletin: Bulletin) -> None:
        self.bulletin = bulletin
        self.waiting: dict[str, set[Listener]] = {}
        self.is_closed = False
        bulletin.subscribe(LEAGUE, lambda words: self.tell(*words.split()), self.tell_all)

    def wrote(self, leagues: set[str], teams: Collection[str] = ()) -> None:
        """To be called from any thread. `teams` are those whose fixtures it is about; none if it may be anything."""
        for league in sorted(leagues):
            words = " ".join((league, *sorted(teams))) if len(leagues) == 1 else league
            self.bulletin.publish(LEAGUE, words if len(words.encode()) < MOST_WORDS else league)

    def tell(self, league: str, *teams: str) -> None:
        for listener in self.waiting.get(league, ()):
            listener.hear(teams)

    def tell_all(self) -> None:
        for league in self.waiting:
            self.tell(league)

    def add(self, league: str) -> Listener:
        listener = Listener()
        self.waiting.setdefault(league, set()).add(listener)
        return listener

    def remove(self, league: str, listener: Listener) -> None:
        listening = self.waiting.get(league, set())
        listening.discard(listener)
        if not listening:
            self.waiting.pop(league, None)

    def close(self) -> None:
        self.is_closed = True
        self.tell_all()


class ToldTables(LeagueTables):
    """The leagues of a database, with somebody who is told of every write."""

    def __init__(self, engine: Engine, journal: Journal, listeners: Listeners) -> None:
        super().__init__(engine, journal)
        self.listeners = listeners

    def write(self, writing: Written) -> None:
        super().write(writing)
        self.listeners.wrote(leagues_in(writing), teams_in(writing))


@websocket("/api/v1/leagues/{league:str}/live", include_in_schema=False)
async def league_socket(socket: AnySocket, league: str) -> None:
    """Tells that a league has changed, as often as it does."""
    sessions: Sessions = socket.app.state.sessions
    budgets: Budgets = socket.app.state.budgets
    listeners: Listeners = socket.app.state.listeners
    address = address_of(socket)
    await socket.accept()
    full = sessions.addresses[address] >= sessions.settings.sockets_an_address
    if full or not budgets.arrivals.take(address, sessions.timekeeper.now()):
        await socket.close(TOO_MUCH, shortened(t("too many connections from your address: wait a little")))
        return
    league = short(league)
    if not await may_listen(socket, league):
        await socket.close(NOT_ALLOWED, shortened(t("this league is private")))
        return
    listener = listeners.add(league)
    sessions.addresses[address] += 1
    gone = asyncio.create_task(until_gone(socket))
    try:
        while not listeners.is_closed:
            changed = asyncio.create_task(listener.event.wait())
            await asyncio.wait({gone, changed}, return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            if gone.done() or listeners.is_closed:
                break
            teams = listener.heard()
            if not await may_listen(socket, league):  # signed out, expelled, or the league has closed its door
                await socket.close(NOT_ALLOWED, shortened(t("this league is private")))
                break
            told = msgspec.json.encode(LeagueChanged(league, teams)).decode()
            await socket.send_data(told, mode="text", encoding="utf-8")
        if not gone.done() and listeners.is_closed:
            await socket.close(CLOSING, shortened(t("the server is closing")))
    except (WebSocketDisconnect, RuntimeError, UserError):  # gone while something was sent, or no database
        pass
    finally:
        gone.cancel()
        listeners.remove(league, listener)
        sessions.addresses[address] -= 1
        if not sessions.addresses[address]:
            del sessions.addresses[address]


async def may_listen(socket: AnySocket, league: str) -> bool:
    """Whether whoever looks may know of a league, as it stands now."""
    registry = registry_of(socket)
    return registry is None or await asyncio.to_thread(registry.may_read, await person_of(socket), league)


async def until_gone(socket: AnySocket) -> None:
    """Read until the client leaves; what it says means nothing."""
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_data(mode="text")
