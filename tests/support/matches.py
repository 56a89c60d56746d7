"""Matches in this process, with a clock that only the test moves, and bots that answer at once."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from pathlib import Path
from typing import cast

import msgspec

from dungeonbowl.records.setup import Setup
from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import BotPool, Progress
from dungeonbowl.server.bot_worker import Question, Worker
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.orders import follow
from dungeonbowl.server.session import Session
from dungeonbowl.server.viewers import Viewer
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.matches import Matches
from support.databases import database_in

YEAR_2026 = 1_767_225_600.0  # when it begins, in seconds since 1970


class Ring:
    """An alarm that rings when the test moves the clock."""

    def __init__(self, action: Callable[[], None]) -> None:
        self.action = action
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeTime:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self.moment = 1000.0
        self.alarms: list[tuple[float, int, Ring]] = []

    def now(self) -> float:
        return self.moment

    def utc(self) -> float:
        return YEAR_2026 + self.moment

    def call_later(self, seconds: float, action: Callable[[], None]) -> Ring:
        ring = Ring(action)
        heapq.heappush(self.alarms, (self.moment + seconds, len(self.alarms) + id(ring), ring))
        return ring

    def pass_by(self, seconds: float) -> None:
        end = self.moment + seconds
        while self.alarms and self.alarms[0][0] <= end:
            at, _, ring = heapq.heappop(self.alarms)
            self.moment = max(self.moment, at)
            if not ring.cancelled:
                ring.action()
        self.moment = end


class PromptBots:
    """Bots in this process."""

    def __init__(self) -> None:
        self.worker = Worker()
        self.asked = 0
        self.known: dict[str, int] = {}

    async def choose(
        self,
        match: str,
        who: str,
        level: str,
        seed: int,
        setup: bytes,
        inputs: list[tuple[int, ...]],
        progress: Progress | None = None,
        awaited: bool = True,
        hurried: bool = False,
        less: Callable[[float], None] | None = None,
        owner: str = "",
    ) -> int:
        self.asked += 1
        known = self.known.get(match)
        new, whole = (inputs, setup) if known is None else (inputs[known:], None)
        answer = self.worker.answer(Question(self.asked, match, who, level, seed, known or 0, new, whole))
        assert answer.action is not None, answer.failed
        self.known[match] = len(inputs)
        return answer.action

    def warm(self, match: str, level: str) -> None: ...

    def taken_back(self, match: str, inputs: int) -> None:
        self.known.pop(match, None)

    def forget(self, match: str) -> None: ...

    async def close(self) -> None: ...


class Table:
    """A session without a network."""

    def __init__(self, folder: Path, order: wire.NewMatch) -> None:
        self.time = FakeTime()
        self.store = Matches(open_database(database_in(folder)))
        self.stored, self.created = new_match(order)
        self.bots = PromptBots()
        self.session = self.new_session()

    def new_session(self) -> Session:
        return Session(self.stored, self.store, cast(BotPool, self.bots), self.time)

    async def open(self) -> None:
        await self.store.create(self.stored)
        self.session.begin()

    async def join(self, sides: list[int]) -> Viewer:
        viewer = Viewer(sides)
        self.session.arrive(viewer)
        await self.settle()
        return viewer

    async def order(self, viewer: Viewer, order: wire.Order) -> None:
        self.session.put(lambda: follow(self.session, viewer, order))
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is left to do."""
        while True:
            done = asyncio.Event()

            async def reached(done: asyncio.Event = done) -> None:
                done.set()

            self.session.put(reached)
            await done.wait()
            await asyncio.sleep(0)
            thinking = self.session.thinking.task
            if self.session.orders.empty() and (thinking is None or thinking.done()):
                return
            if thinking is not None and not thinking.done():
                await asyncio.sleep(0)

    async def pass_by(self, seconds: float) -> None:
        self.time.pass_by(seconds)
        await self.settle()

    async def close(self) -> None:
        await self.session.close()
        self.store.close()


def give_everybody(table: Table, skill: str) -> None:
    """Every player of both teams has this skill and no other."""
    setup = msgspec.json.decode(table.stored.setup, type=Setup)
    teams = [
        msgspec.structs.replace(
            team,
            players=[
                msgspec.structs.replace(player, skills=[skill], abilities=None, parameters=None, position="")
                for player in team.players
            ],
        )
        for team in setup.teams
    ]
    table.stored.setup = msgspec.json.encode(msgspec.structs.replace(setup, teams=teams))
    table.session = table.new_session()


def updates(viewer: Viewer) -> list[wire.Update]:
    """All updates that this viewer was sent since the last look."""
    found = []
    while viewer.outbox.qsize():
        data = viewer.outbox.get_nowait()
        if data is not None and data.startswith(b'{"type":"update"'):
            found.append(msgspec.json.decode(data, type=wire.Update))
    return found
