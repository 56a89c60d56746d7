"""The sleeper: looks at the clocks of days. Matches over days are not kept in memory; the database knows when a clock
has to be looked at, and one task of the server loads what is due.

It also writes the heartbeat by which the next server knows how long none was there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Final

from sqlalchemy import Connection

from dungeonbowl.errors import UserError
from dungeonbowl.server.correspondence import look_at_clock
from dungeonbowl.server.leading import Elsewhere
from dungeonbowl.server.resuming import CannotResume
from dungeonbowl.server.seats import in_queue
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.pauses import beat, due_matches, put_off

PAUSE: Final = 15.0  # seconds between two looks
MOST_AT_ONCE: Final = 50
BEAT: Final = 60.0  # seconds between two heartbeats
RETRY: Final = timedelta(minutes=10)  # after which a match is tried again that could not be loaded

log = logging.getLogger(__name__)


class Sleeper:
    """Wakes matches whose clocks are due."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self.task: asyncio.Task[None] | None = None
        self.beaten = 0.0

    def begin(self) -> None:
        self.task = asyncio.create_task(self.look_now_and_then())

    async def look_now_and_then(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("what is due in matches over days was not looked at; the next look does it")
            await asyncio.sleep(PAUSE)

    async def look(self) -> int:
        """Look once; returns how many matches were due. The heartbeat comes first: hours in which no server was there
        are known before anybody's time is up by them."""
        moment = self.sessions.timekeeper.utc()
        if not self.beaten or moment - self.beaten >= BEAT:
            lost = await self.sessions.store.journal.write(partial(beat, moment=at_second(moment)))
            self.beaten = moment
            if lost:
                log.warning("no server was there for %.1f hours: clocks of days get them back", lost / 3600)
        due = await asyncio.to_thread(self.due, moment)
        for match in due:
            await self.wake(match)
        return len(due)

    def due(self, moment: float) -> list[str]:
        with self.sessions.store.engine.connect() as connection:
            return due_matches(connection, at_second(moment), MOST_AT_ONCE)

    async def wake(self, match: str) -> None:
        try:
            session = await self.sessions.get(match)
            if session is not None:
                await in_queue(session, lambda: look_at_clock(session))
        except Elsewhere:  # the sleeper of the server that leads it looks at it
            pass
        except (CannotResume, UserError) as error:  # it must not keep the others waiting
            log.error("match %s is due and was not looked at: %s", match, error)
            until = at_second(self.sessions.timekeeper.utc()) + RETRY

            def later(connection: Connection) -> None:
                put_off(connection, match, until)

            await self.sessions.store.journal.write(later)

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
