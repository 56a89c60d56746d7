"""The socket of a match without a network: the server's own handler, with a `Line` in place of the connection.

Everything that a client sends goes through the same limits, decoder, queue and orders as over a real socket. The
content of the database is read from its file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import event, text

from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.records.save import fingerprint
from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import BotPool
from dungeonbowl.server.budgets import Budgets
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.session import Session
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.sockets import match_socket
from dungeonbowl.storage.database import make_engine, migrate
from dungeonbowl.storage.match_records import StoredMatch
from dungeonbowl.storage.matches import Matches
from support.asynchronous import run_alone
from support.databases import database_in
from support.matches import FakeTime, PromptBots

UNLIMITED = 1e9
QUICK = wire.NewMatch(seats=["person", "person"], quick=True, pace=0, help=True)
END_TURN = str(int(actions.END_TURN))
SEED = bytes(range(32))
DECODER = msgspec.json.Decoder(wire.ServerMessage)


class House:
    """A server without a network: its matches, its database, and a clock that stands still."""

    def __init__(self, folder: Path, **more: Any) -> None:
        """`more` are further settings."""
        self.url = database_in(folder)
        engine = make_engine(self.url)

        @event.listens_for(engine, "connect")
        def hurry(connection: Any, _: object) -> None:
            """No process is killed in these tests, so writes need not wait for the disk."""
            connection.execute("PRAGMA synchronous=OFF")

        migrate(engine)
        self.settings = Settings(
            self.url,
            **{"messages_a_second": UNLIMITED, "messages_at_once": 10**9, "chat_a_second": UNLIMITED, **more},
        )
        self.time = FakeTime()
        self.store = Matches(engine)
        self.sessions = Sessions(self.store, self.settings, self.time)
        self.sessions.bots = cast(BotPool, PromptBots())
        self.state = SimpleNamespace(
            sessions=self.sessions, settings=self.settings, budgets=Budgets(self.settings, self.time)
        )
        self.lines: list[Line] = []

    async def create(self, order: wire.NewMatch, seed: bytes | None = None) -> tuple[StoredMatch, wire.Created]:
        """A new match; a test may choose the seed of its dice."""
        stored, created = new_match(order)
        if seed is not None:
            stored.seed = seed
            stored.commitment = ProvableDice(seed, []).commitment()
        await self.sessions.create(stored)
        return stored, created

    async def connect(self, match: str, token: str) -> Line:
        line = Line(self)
        self.lines.append(line)
        line.task = asyncio.create_task(match_socket.fn(cast(Any, line), match, token))
        await line.is_read()
        return line

    def session(self, match: str) -> Session:
        return self.sessions.by_id[match]

    async def settled(self, match: str) -> None:
        """Wait until all orders are done and sent, and no bot is thinking."""
        session = self.session(match)
        assert session.task is not None
        idle: list[bool] = [False]
        while not session.is_ended and not idle[-1]:
            done = asyncio.Event()

            async def reached(done: asyncio.Event = done) -> None:
                idle.append(session.thinking.task is None and session.orders.empty())
                done.set()

            session.put(reached)
            waiting = asyncio.create_task(done.wait())
            await asyncio.wait({waiting, session.task}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if session.thinking.task is not None:
                await asyncio.wait({session.thinking.task})
        while any(viewer.outbox.qsize() for viewer in session.viewers):
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    def rows(self, statement: str, **values: Any) -> list[Any]:
        """The rows that the database gives for a statement."""
        with self.store.engine.connect() as connection:
            return list(connection.execute(text(statement), values).all())

    def execute(self, statement: str, **values: Any) -> None:
        with self.store.engine.begin() as connection:
            connection.execute(text(statement), values)

    async def restart(self) -> None:
        """Stop the server and start another one on the same database."""
        await self.leave()
        await asyncio.gather(*(each.close() for each in self.sessions.by_id.values() if not each.is_ended))
        bots = self.sessions.bots
        self.sessions = Sessions(self.store, self.settings, self.time)
        self.sessions.bots = bots
        cast(PromptBots, bots).known.clear()
        self.state.sessions = self.sessions

    async def leave(self) -> None:
        for line in self.lines:
            await line.hang_up()
        self.lines = []

    async def close(self) -> None:
        await self.leave()
        await self.sessions.close()


class Line:
    """A connection as the server sees it, and the messages that the server has sent so far."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.app = SimpleNamespace(state=house.state)
        self.client = SimpleNamespace(host="127.0.0.1")
        self.scope: dict[str, Any] = {}
        self.headers: dict[str, str] = {}
        self.task: asyncio.Task[None] | None = None
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self.reading = asyncio.Event()
        self.sent: list[bytes] = []
        self.closed: tuple[int, str] | None = None

    # --- what the server calls ---------------------------------------------------------------------------------------

    async def accept(self, subprotocols: str | None = None) -> None: ...

    async def receive_data(self, mode: str) -> str:
        self.reading.set()
        data = await self.inbox.get()
        if data is None:
            raise WebSocketDisconnect(detail="gone")
        return data

    async def send_data(self, data: bytes, mode: str, encoding: str) -> None:
        assert self.closed is None
        self.sent.append(data)

    async def close(self, code: int, reason: str) -> None:
        assert len(reason.encode()) <= 123, "what a socket can carry"
        self.closed = (code, reason)
        self.inbox.put_nowait(None)

    # --- what a test does --------------------------------------------------------------------------------------------

    async def is_read(self) -> None:
        """Wait until the server waits for the next message, or has closed the connection."""
        assert self.task is not None
        reading = asyncio.create_task(self.reading.wait())
        await asyncio.wait({reading, self.task}, return_when=asyncio.FIRST_COMPLETED)
        reading.cancel()

    async def say(self, data: str | wire.Order) -> None:
        """Send a message; returns when the server has read it."""
        self.reading.clear()
        self.inbox.put_nowait(data if isinstance(data, str) else msgspec.json.encode(data).decode())
        await self.is_read()

    async def hang_up(self) -> None:
        self.inbox.put_nowait(None)
        if self.task is not None:
            await self.task

    def heard(self) -> list[wire.Message]:
        """The messages since the last call."""
        data, self.sent = self.sent, []
        return [DECODER.decode(each) for each in data]


class Evening:
    """A match in a house, with a line for each seat and one for a spectator."""

    def __init__(self, house: House, stored: StoredMatch, created: wire.Created) -> None:
        self.house = house
        self.stored = stored
        self.created = created
        self.id = created.id
        self.seats: list[Line] = []
        self.sides: dict[Line, list[int]] = {}

    @classmethod
    async def begin(
        cls, house: House, order: wire.NewMatch, seed: bytes | None = None, playing: bool = True
    ) -> Evening:
        """Create a match. With `playing` all coaches have said that they are ready."""
        evening = cls(house, *await house.create(order, seed))
        await evening.arrive()
        if playing:
            for line in evening.seats:
                await evening.order(line, wire.Ready("word"))
            assert evening.session.stage == "playing"
        return evening

    async def arrive(self) -> None:
        """Connect all seats and the spectator, or connect them again."""
        self.seats = [await self.house.connect(self.id, seat.token) for seat in self.created.seats]
        self.spectator = await self.house.connect(self.id, self.created.watch_token)
        self.sides = {line: seat.sides for line, seat in zip(self.seats, self.created.seats, strict=True)}
        self.sides[self.spectator] = []
        await self.house.settled(self.id)

    @property
    def session(self) -> Session:
        return self.house.session(self.id)

    async def order(self, line: Line, data: str | wire.Order) -> list[wire.Message]:
        """Send a message and wait until its effects are done; returns what this line is told."""
        line.heard()
        await line.say(data)
        await self.house.settled(self.id)
        return line.heard()

    async def refused(self, line: Line, data: str | wire.Order) -> wire.Refused:
        """Send a message that must be refused, without any change; returns the refusal."""
        number = self.session.number
        told = await self.order(line, data)
        refusals = [each for each in told if isinstance(each, wire.Refused)]
        assert len(refusals) == 1, [type(each).__name__ for each in told]
        assert self.session.number == number
        return refusals[0]

    def asked(self) -> tuple[Line, Line]:
        """The line that has to decide, and a line that has not."""
        side = self.session.asked()
        decider = next(line for line in self.seats if side in self.sides[line])
        other = next((line for line in self.seats if side not in self.sides[line]), self.spectator)
        return decider, other

    @property
    def options(self) -> list[int]:
        assert self.session.match is not None
        return self.session.match.options()


def whole_state(evening: Evening) -> tuple[Any, ...]:
    session = evening.session
    assert session.match is not None
    inputs = [(each.kind, each.numbers) for each in session.match.inputs]
    return session.number, session.stage, inputs, len(session.match.game.events), fingerprint(session.match.game)


def in_a_house(folder: Path, scene: Callable[[House], Awaitable[None]]) -> None:
    async def whole() -> None:
        house = House(folder)
        try:
            await scene(house)
        finally:
            await house.close()

    run_alone(whole())
