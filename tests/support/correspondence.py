"""Matches over days in this process, with a time that only the test moves."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import BotPool
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.orders import follow
from dungeonbowl.server.seats import in_queue
from dungeonbowl.server.session import Session
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.sleeper import Sleeper
from dungeonbowl.server.viewers import Viewer
from dungeonbowl.storage.accounts import Accounts
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.matches import Matches, token_hash
from support.databases import database_in
from support.matches import FakeTime, PromptBots

HOUR = 3600
DAY = 24 * HOUR


def by_days(**more: int) -> wire.NewMatch:
    """A match of two persons with the usual clock of days."""
    clock = wire.ClockOrder("days", **more)
    return wire.NewMatch(seats=["person", "person"], quick=True, clock=clock, pace=0, help=True)


class House:
    """A server without a network. Its coaches have accounts: Ada has side 0, Bo side 1."""

    def __init__(self, folder: Path, url: str = "", time: FakeTime | None = None) -> None:
        self.url = url or database_in(folder)
        self.time = time or FakeTime()
        self.open()

    def open(self) -> None:
        settings = Settings(self.url)
        self.store = Matches(open_database(self.url))
        self.sessions = Sessions(self.store, settings, self.time)
        self.sessions.bots = cast(BotPool, PromptBots())
        self.sleeper = Sleeper(self.sessions)
        self.accounts = Accounts(self.store.engine, self.store.journal)

    async def close(self) -> None:
        await self.sessions.close()

    async def restart(self, hours: float = 0) -> None:
        """The server ends, and another one is there after so many hours."""
        await self.close()
        self.time.moment += hours * HOUR
        self.open()
        await self.sleeper.look()

    async def match(self, order: wire.NewMatch) -> str:
        """A match that both coaches have joined, and that has begun."""
        stored, created = new_match(order)
        session = await self.sessions.create(stored)
        for side, name in enumerate(("ada", "bo")):
            if self.accounts.by_id(name) is None:
                self.accounts.create(name, name.title(), name)
            key = f"key of {name} in {stored.id}"
            await self.store.take_seat(stored.id, token_hash(created.seats[side].token), token_hash(key), [side])
            self.accounts.remember_match(name, stored.id, [side], token_hash(key))
        await session.seats.read()
        for side in (0, 1):
            await self.order(stored.id, [side], wire.Ready("word", f"Coach {side}"))
        return stored.id

    async def session(self, match: str) -> Session:
        found = await self.sessions.get(match)
        assert found is not None
        return found

    async def order(self, match: str, sides: list[int], order: wire.Order) -> Viewer:
        """An order of a coach who looks in only for that."""
        session = await self.session(match)
        viewer = Viewer(sides)
        await in_queue(session, lambda: follow(session, viewer, order))
        await in_queue(session, session.departed)
        return viewer

    async def asked(self, match: str) -> int:
        side = (await self.session(match)).asked()
        assert side is not None
        return side

    async def end_turn(self, match: str) -> None:
        """Whoever is asked ends the turn."""
        side = await self.asked(match)
        session = await self.session(match)
        prompt = session.telling.prompt_for([side])
        assert prompt is not None
        end = next(each for each in prompt.options if each.kind == "end turn")
        await self.order(match, [side], wire.Act(prompt.number, end.id))

    async def hours(self, count: float) -> None:
        """Hours pass, and the sleeper looks now and then."""
        while count > 0:
            self.time.pass_by(min(1.0, count) * HOUR)
            count -= 1
            while await self.sleeper.look():
                pass

    async def clock(self, match: str, side: int) -> wire.SideClock:
        session = await self.session(match)
        return session.clock.shown(self.time.now()).sides[side]
