"""Several servers behind one port: started, started again when they die, replaced one after the other.

All have the same listening socket, so whoever connects comes to one that has time. They share a PostgreSQL, in which
each match has one leader; a client that comes to another server is handed on, see `dungeonbowl.server.relaying`.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable
from typing import Final, Protocol

from dungeonbowl.cli.supervised import Supervised
from dungeonbowl.cli.supervisor import LEAVE, OPEN, READY, SERVE, SUCCESSOR
from dungeonbowl.languages import t

LEAVING: Final = 120.0  # seconds after which a server that was told to leave is killed; nothing is lost by that
SOON: Final = 10.0  # a server that ends sooner than so many seconds after its start was not well
FIGURES: Final = "PROMETHEUS_MULTIPROC_DIR"  # by this variable prometheus-client finds the folder
LONGEST_PAUSE: Final = 30.0  # seconds before the next try to start one that is not well


class Say(Protocol):
    """Tells whoever runs the servers. `grave`: something has gone wrong."""

    def __call__(self, words: str, grave: bool = False) -> None: ...


class Workers:
    """The servers of `dungeonbowl serve`."""

    def __init__(
        self,
        command: list[str],
        listening: socket.socket,
        count: int,
        shared: bool,
        say: Say,
        figures: str = "",
    ) -> None:
        """`shared`: whether two servers may be at work on the database at the same time. `figures` is the folder in
        which all of them keep their figures for Prometheus; empty for a server alone."""
        self.command = command
        self.listening = listening
        self.count = count
        self.shared = shared
        self.say = say
        self.figures = figures
        self.stop = asyncio.Event()
        self.renewing = asyncio.Lock()
        self.working: dict[int, Supervised] = {}  # by its place
        self.all: set[Supervised] = set()
        self.code = 0  # of the last server that did not start

    async def run(self, opened: Callable[[], None]) -> int:
        """Keep the servers running until we are told to end. Returns the exit code. `opened` is called when all are
        there."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self.stop.set)
        renewals: set[asyncio.Task[None]] = set()

        def renew() -> None:
            task = asyncio.create_task(self.renew())
            renewals.add(task)
            task.add_done_callback(renewals.discard)

        loop.add_signal_handler(signal.SIGHUP, renew)
        keeping = [asyncio.create_task(self.keep(place)) for place in range(self.count)]
        while len(self.working) < self.count and not self.stop.is_set():
            await asyncio.sleep(0.02)
        if not self.stop.is_set():
            opened()
        await self.stop.wait()
        for task in (*keeping, *renewals):
            task.cancel()
        await asyncio.gather(*keeping, *renewals, return_exceptions=True)
        await asyncio.gather(*(server.end() for server in self.all))
        return 0 if self.working else self.code

    async def keep(self, place: int) -> None:
        """Keep a server at a place, whatever happens to it."""
        pause = 0.5
        while not self.stop.is_set():
            began = time.monotonic()
            async with self.renewing:
                server = self.working.get(place)
                if server is None or server.ended.done():  # otherwise a renewal has put one there in the meantime
                    server = await self.start()
                if server is not None:
                    self.working[place] = server
            while server is not None and not server.ended.done():
                await asyncio.wait([server.ended])
                if self.working[place] is not server:  # it was replaced
                    server, began = self.working[place], time.monotonic()
            if self.stop.is_set():
                return
            if not self.working:
                self.stop.set()  # no server has ever come up: it has said why
                return
            pause = min(2 * pause, LONGEST_PAUSE) if time.monotonic() - began < SOON else 0.5
            code = server.process.returncode if server is not None else None
            told = "a server has ended with {code}; another one is started"
            self.say(t(told, code=code) if code else t("a server has ended; another one is started"), grave=True)
            await asyncio.sleep(pause)

    async def start(self) -> Supervised | None:
        """A server that answers; None if it did not come so far."""
        server = await self.prepared()
        if server is None:
            return None
        server.tell(SERVE)
        return server if await self.heard(server, OPEN) else None

    async def prepared(self) -> Supervised | None:
        """A server that is ready to begin."""
        more = {FIGURES: self.figures} if self.figures else {}
        server = await Supervised.started(self.command, more, own_session=True)
        self.all.add(server)
        server.ended.add_done_callback(lambda _: self.gone(server))
        server.tell(SUCCESSOR, self.listening)
        return server if await self.heard(server, READY) else None

    def gone(self, server: Supervised) -> None:
        """A server has ended: what it counted stays, how things stood with it does not."""
        self.all.discard(server)
        if self.figures:
            from prometheus_client.multiprocess import mark_process_dead

            mark_process_dead(server.process.pid, self.figures)  # type: ignore[no-untyped-call]

    async def heard(self, server: Supervised, word: str) -> bool:
        if (await server.words.get()).startswith(word):
            return True
        await server.end()
        self.code = server.process.returncode or 1
        return False

    async def renew(self) -> None:
        """Replace one server after the other. Each gives its matches away before it ends, so none is dropped."""
        async with self.renewing:
            self.say(t("every server is replaced by a new one, one after the other"))
            for place in sorted(self.working):
                old = self.working[place]
                new = await self.prepared()
                if new is None:
                    self.say(t("a new server does not start: the others stay as they are"), grave=True)
                    return
                if not self.shared:
                    self.working[place] = new
                    await self.leaves(old)
                new.tell(SERVE)
                if not await self.heard(new, OPEN):
                    self.say(t("a new server did not open: the others stay as they are"), grave=True)
                    return
                if self.shared:
                    self.working[place] = new
                    await self.leaves(old)
            self.say(t("every server is a new one"))

    async def leaves(self, server: Supervised) -> None:
        server.tell(LEAVE)
        await asyncio.wait([server.ended], timeout=LEAVING)
        await server.end(0)
