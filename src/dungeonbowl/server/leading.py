"""Leading matches where several servers share one database: who leads, and what happens when a server dies.

The lease is renewed by a thread of its own, so that a busy event loop does not lose it. A server that could not renew
in time stops: it sends its viewers away, who connect again and find the server that has taken over. Whatever it still
tries to write is refused, see `storage/leases.py`. A renewal that comes too late begins a new *term*: what was led in
the term before is over, and what is led since then is not touched.

The matches of a server that has died are taken a few at a time, with a breath in between, so that the others share
them. They are taken faster than they can be loaded: each has a leader soon, and one that somebody asks for is loaded
before those that wait for their turn.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.server.failures import NO_DATABASE
from dungeonbowl.storage.leases import LEASE, Claim, Leases
from dungeonbowl.storage.leases import Elsewhere as Other

RENEWAL: Final = 1.0  # seconds between two renewals
AGAIN: Final = 0.2  # seconds after a renewal that failed
LOOK: Final = 0.3  # seconds between two looks for matches that nobody leads
SOON: Final = 0.05  # seconds before a look for which there is a reason: the database has to notice it as well
TAKEN_AT_ONCE: Final = 20  # matches without a leader
BREATH: Final = 0.1  # seconds in which others take as many
HUNG: Final = 20.0  # seconds without a sign of the event loop after which the lease is not renewed any more
FAREWELL: Final = 5.0
CLOSING: Final = mark("the server is shutting down")

log = logging.getLogger(__name__)


class Elsewhere(UserError):
    """Another server leads the match. Whoever asked is handed on to it, see `relaying.py`. Without another one `why`
    says what is in the way here."""

    def __init__(self, other: Other | None, why: str = CLOSING) -> None:
        super().__init__("another server leads this match: try again" if other is not None else why)
        self.other = other


Adopt = Callable[[Mapping[str, Claim]], Awaitable[None]]


class Leading:
    """The lead of this server in matches of a shared database."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.until = 0.0  # of the computer's own clock: this server may lead until then
        self.term = 0  # counts the times without a gap: between two of them others may have taken matches
        self.alive = time.monotonic()  # the last sign of the event loop
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self.renew_on, name="lease", daemon=True)
        self.watch: asyncio.Task[None] | None = None
        self.taking: asyncio.Task[None] | None = None
        self.adopting: set[asyncio.Task[None]] = set()  # what is taken already, and being loaded
        self.takes: Callable[[], bool] = lambda: True
        self.reason_to_look = asyncio.Event()
        self.partings: dict[str, asyncio.Event] = {}  # by the secret of a server: set when it has died
        self.lapses = 0  # how often the lease was lost
        self.adopted = 0  # matches of other servers that were taken over

    @property
    def is_valid(self) -> bool:
        """Whether this server may lead at this moment."""
        return time.monotonic() < self.until

    def may_lead_in(self, term: int) -> bool:
        """Whether this server may lead what it has claimed in a term. The thread raises the term before it makes the
        lease valid, so the term is read last."""
        return self.is_valid and self.term == term

    async def begin(self, adopt: Adopt, lapsed: Callable[[], None], takes: Callable[[], bool]) -> None:
        """Join the others. `adopt` is given matches that nobody led, if this server `takes` any; `lapsed` is told that
        the lease was lost."""
        self.takes = takes
        await asyncio.to_thread(self.renewed, lambda late: self.leases.join())
        self.thread.start()
        self.watch = asyncio.create_task(self.watch_on(adopt, lapsed))

    def renewed(self, work: Callable[[bool], None]) -> None:
        began = time.monotonic()
        late = began > self.until  # it was frozen, or without its database
        work(late)
        self.term += late
        self.until = began + LEASE

    def renew_on(self) -> None:
        wait = RENEWAL
        while not self.closing.wait(wait):
            wait = RENEWAL
            if time.monotonic() - self.alive > HUNG:
                continue
            try:
                self.renewed(self.leases.renew)
            except Exception as error:
                log.warning("the lease of this server could not be renewed: %s", str(error).partition("\n")[0])
                wait = AGAIN
                if not self.leases.is_known_alive:  # whoever looks now takes this server for dead
                    self.until = 0.0

    def look_soon(self) -> None:
        """There is a reason to believe that another server has died: a connection to it has broken."""
        self.reason_to_look.set()

    async def watch_on(self, adopt: Adopt, lapsed: Callable[[], None]) -> None:
        valid, term = True, self.term
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.reason_to_look.wait(), LOOK)
                await asyncio.sleep(SOON)
            self.reason_to_look.clear()
            self.alive = time.monotonic()
            was_valid, term_before = valid, term
            valid, term = self.is_valid, self.term  # in this order, see `may_lead_in`
            if was_valid and (not valid or term != term_before):
                self.lapses += 1
                log.error("the lease of this server has run out: it leads no match until it is renewed")
            if not valid or term != term_before:
                lapsed()
            if valid and self.takes() and (self.taking is None or self.taking.done()):
                self.taking = asyncio.create_task(self.take_over(adopt))

    def is_adopting(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self.adopting.add(task)
        task.add_done_callback(self.adopting.discard)

    async def take_over(self, adopt: Adopt) -> None:
        """Take matches that nobody leads, until there are none left. They are loaded beside it."""
        try:
            while self.is_valid and self.takes():
                found = await asyncio.to_thread(self.leases.take, TAKEN_AT_ONCE)
                self.part()
                if not found:
                    return
                mine = self.leases.hold(found)
                self.adopted += len(mine)
                self.is_adopting(adopt(mine))
                await asyncio.sleep(BREATH)
        except Exception as error:  # the database is away for a moment
            log.warning("matches without a leader were not looked for: %s", str(error).partition("\n")[0])

    def part(self) -> None:
        """Tell whoever was handed on to a server that it has died. A connection does not tell of one that is frozen."""
        for secret in self.leases.dead & self.partings.keys():
            self.partings.pop(secret).set()

    async def died(self, other: Other) -> None:
        """Wait until another server has died."""
        await self.partings.setdefault(other.secret, asyncio.Event()).wait()

    async def claim(self, match: str, closing: bool = False) -> Claim | None:
        """Take the lead of a match; None if there is none. `Elsewhere` if another server has it, or should have it
        because this one is closing."""
        if closing:
            raise Elsewhere(await asyncio.to_thread(self.leases.another))
        if not self.is_valid:
            raise Elsewhere(None, NO_DATABASE)
        found = await self.leases.claim(match)
        if isinstance(found, Other):
            raise Elsewhere(found)
        return found

    async def rest(self) -> None:
        """Take over nothing any more. What is being taken over is led when this returns."""
        if self.watch is not None:
            self.watch.cancel()
        if self.taking is not None:
            await asyncio.wait([self.taking], timeout=FAREWELL)
        if self.adopting:
            await asyncio.wait(self.adopting, timeout=FAREWELL)

    async def close(self) -> None:
        """Give everything away that is still led."""
        await self.rest()
        self.closing.set()
        if self.thread.is_alive():
            await asyncio.to_thread(self.thread.join, FAREWELL)
        self.until = 0.0
        with suppress(Exception):  # then its lease runs out
            await asyncio.to_thread(self.leases.leave)
