"""Leading matches where several servers share one database: who leads, and what happens when a server dies.

The lease is renewed by a thread of its own, so that a busy event loop does not lose it. A server that could not renew
in time stops: it sends its viewers away, who connect again and find the server that has taken over. Whatever it still
tries to write is refused, see `storage/leases.py`.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.storage.leases import LEASE, Claim, Leases
from dungeonbowl.storage.leases import Elsewhere as Other

RENEWAL: Final = 1.0  # seconds between two renewals
LOOK: Final = 0.3  # seconds between two looks for matches that nobody leads
HUNG: Final = 20.0  # seconds without a sign of the event loop after which the lease is not renewed any more
FAREWELL: Final = 5.0
CLOSING: Final = mark("the server is shutting down")

log = logging.getLogger(__name__)


class Elsewhere(UserError):
    """Another server leads the match. Whoever asked is handed on to it, see `relaying.py`."""

    def __init__(self, other: Other | None) -> None:
        super().__init__("another server leads this match: try again" if other is not None else CLOSING)
        self.other = other


class Leading:
    """The lead of this server in matches of a shared database."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.until = 0.0  # of the computer's own clock: this server may lead until then
        self.alive = time.monotonic()  # the last sign of the event loop
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self.renew_on, name="lease", daemon=True)
        self.watch: asyncio.Task[None] | None = None
        self.lapses = 0  # how often the lease was lost
        self.adopted = 0  # matches of other servers that were taken over

    @property
    def is_valid(self) -> bool:
        """Whether this server may lead at this moment."""
        return time.monotonic() < self.until

    async def begin(self, adopt: Callable[[str], object], lapsed: Callable[[], None]) -> None:
        """Join the others. `adopt` is told of matches that nobody leads, `lapsed` that the lease was lost."""
        await asyncio.to_thread(self.renewed, self.leases.join)
        self.thread.start()
        self.watch = asyncio.create_task(self.watch_on(adopt, lapsed))

    def renewed(self, work: Callable[[], None]) -> None:
        began = time.monotonic()
        work()
        self.until = began + LEASE

    def renew_on(self) -> None:
        while not self.closing.wait(RENEWAL):
            if time.monotonic() - self.alive > HUNG:
                continue
            try:
                self.renewed(self.leases.renew)
            except Exception as error:
                log.warning("the lease of this server could not be renewed: %s", str(error).partition("\n")[0])

    async def watch_on(self, adopt: Callable[[str], object], lapsed: Callable[[], None]) -> None:
        valid = True
        while True:
            await asyncio.sleep(LOOK)
            self.alive = time.monotonic()
            if valid and not self.is_valid:
                self.lapses += 1
                log.error("the lease of this server has run out: it leads no match until it is renewed")
                lapsed()
            valid = self.is_valid
            if valid and not self.closing.is_set():
                with suppress(Exception):  # the database is away for a moment
                    found = await asyncio.to_thread(self.leases.unled)
                    random.shuffle(found)  # others look as well, and each should come to another match
                    for match in found:
                        adopt(match)

    async def claim(self, match: str, closing: bool = False) -> Claim | None:
        """Take the lead of a match; None if there is none. `Elsewhere` if another server has it, or should have it
        because this one is closing."""
        if closing:
            raise Elsewhere(await asyncio.to_thread(self.leases.another))
        if not self.is_valid:
            raise Elsewhere(None)
        found = await self.leases.claim(match)
        if isinstance(found, Other):
            raise Elsewhere(found)
        return found

    async def close(self) -> None:
        """Give everything away that is still led."""
        if self.watch is not None:
            self.watch.cancel()
        self.closing.set()
        if self.thread.is_alive():
            await asyncio.to_thread(self.thread.join, FAREWELL)
        self.until = 0.0
        with suppress(Exception):  # then its lease runs out
            await asyncio.to_thread(self.leases.leave)
