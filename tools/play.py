"""`make play`: starts the server of this clone at once, interpreted if need be, compiles the engine beside it, and goes
over to the compiled one without anybody being thrown out.

python tools/play.py [options of `dungeonbowl play`]

The listening socket outlives the server: while one server leaves and the next begins, connections wait in it.
`dungeonbowl.cli.supervisor` describes what is said between this process and a server.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from clone import BUILDER, LOOK, PACKAGE, TRIAL, Clone

from dungeonbowl.cli.supervised import Supervised

ROOT = Path(__file__).resolve().parent.parent
SERVER = [sys.executable, "-m", PACKAGE, "play"]
INTERPRETED = "DUNGEONBOWL_INTERPRETED"
LEAVING = 120.0  # seconds after which a server that was told to leave is killed; what it was told is in the database
TRYING = 900.0  # seconds for a match and a start with what was compiled, on a machine as busy as can be
NOT_WORKING = "what was compiled does not work"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if hasattr(signal, "SIGHUP") else (signal.SIGINT,)


def say(words: str) -> None:
    print(f"{PACKAGE}: {words}", flush=True)  # noqa: T201


class Play:
    """The game of a clone: its server, and the compiling beside it."""

    def __init__(
        self, clone: Clone, server: list[str], builder: list[str] | None = None, trial: list[str] | None = None
    ) -> None:
        self.clone = clone
        self.command = server
        self.builder = builder or BUILDER
        self.trial = trial or TRIAL
        self.stop = asyncio.Event()
        self.signal = 0
        self.servers: list[Supervised] = []  # all that were started
        self.server: Supervised  # the one that has the game, or gets it next
        self.percent = -1

    async def run(self) -> int:
        """Play until the server ends, or until we are told to end. Returns the exit code."""
        for each in SIGNALS:
            asyncio.get_running_loop().add_signal_handler(each, self.told_to_end, each)
        clone = self.clone
        wanted = os.environ.get(INTERPRETED) != "1"
        fresh = wanted and clone.is_fresh()
        with suppress(OSError):  # a folder of somebody else: told when there is something to compile
            if not fresh and wanted and clone.hold():
                clone.remove_compiled()  # if there are any, they are those of other sources
        self.server = await self.start(interpreted=not fresh)
        self.server.tell("first")
        beside = asyncio.ensure_future(self.beside(fresh, wanted))
        try:
            await self.until_the_end()
        finally:
            beside.cancel()
            await asyncio.wait([beside])
            for server in self.servers:
                await server.end()
            clone.let_go()
        return self.exit_code()

    async def start(self, interpreted: bool) -> Supervised:
        # its bots' processes inherit it: nothing compiled appears under their feet
        server = await Supervised.started(self.command, {INTERPRETED: "1"} if interpreted else None)
        self.servers.append(server)
        return server

    def told_to_end(self, number: int) -> None:
        if self.stop.is_set():  # told again
            for server in self.servers:
                if not server.ended.done():
                    server.process.kill()
        self.signal = number
        self.stop.set()

    async def until_the_end(self) -> None:
        """Until we are told to end, or the server that has the game ends by itself."""
        stopped = asyncio.ensure_future(self.stop.wait())
        while not stopped.done():
            server = self.server
            waiting: set[asyncio.Future[object]] = {stopped, server.ended}  # type: ignore[arg-type]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if server.ended.done() and server is self.server:
                break
        stopped.cancel()

    def exit_code(self) -> int:
        code = self.server.process.returncode or 0
        if self.signal:
            return 128 + self.signal
        if code < 0:  # a crash is shown, and not mended in secret
            say(f"the server was ended by {signal.Signals(-code).name}. Every match is kept: `make play` goes on")
            return 128 - code
        return code

    # --- the compiling beside it -------------------------------------------------------------------------------------

    async def beside(self, fresh: bool, wanted: bool) -> None:
        """Compile and go over, if there is anything to compile. Whatever fails here, the game goes on."""
        if await self.server.words.get() != "open" or fresh:
            return
        if not wanted:
            self.tell_engine("interpreted", why=f"{INTERPRETED}=1")
            return
        say("the engine is interpreted until it is compiled, which begins now. The game then goes over by itself")
        try:
            why = await self.compiled()
        except Exception as error:  # the disk is full, a folder belongs to somebody else, no `nice`
            why = f"{type(error).__name__}: {error}"
        if why:
            self.clone.let_go()
            self.tell_engine("interpreted", why=why)
            log = os.path.relpath(self.clone.log)
            say(f"the engine stays interpreted, about a hundred times slower: {why} (see {log})")
            return
        await self.go_over()

    async def compiled(self) -> str:
        """Compile, and start a successor that runs what was compiled. Returns why there is none, or ""."""
        clone = self.clone
        self.show(0)
        while not clone.hold():  # somebody else compiles in this clone
            self.show(clone.percent())
            await asyncio.sleep(LOOK)
        if clone.is_fresh():
            clone.let_go()
            return "" if await self.prepared() else NOT_WORKING
        while not clone.began or clone.changed() > clone.began:  # again, if sources were changed meanwhile
            why = await clone.compile(self.builder, self.show)
            if why:
                return why
        works = False
        try:
            clone.put_in_place()
            async with asyncio.timeout(TRYING):  # what was compiled may also never come to an end
                works = await clone.run(self.trial, "ab") == 0 and await self.prepared()
        except TimeoutError:
            pass
        finally:
            if not works:  # ended in the middle of it, too
                clone.remove_compiled()
        if not works:
            return NOT_WORKING
        clone.confirm()
        clone.let_go()
        return ""

    async def prepared(self) -> bool:
        """Start the successor, up to the moment before it serves. Whether it runs the compiled engine."""
        successor = await self.start(interpreted=False)
        successor.tell("successor", self.server.listening)
        if await successor.words.get() == "ready compiled":
            return True
        await successor.end()
        return False

    async def go_over(self) -> None:
        """The successor takes the place of the server, in a quiet moment that the server finds."""
        old = self.server
        self.server = new = self.servers[-1]
        old.tell("leave")
        await asyncio.wait([old.ended], timeout=LEAVING)
        if not old.ended.done():
            old.process.kill()
            await old.ended
        if old.process.returncode:  # it did not leave in an orderly way; what it had decided is in the database
            say(f"the server before ended with {old.process.returncode}; the next one goes on")
        new.tell("serve")
        if await new.words.get() == "open":
            say("the engine is compiled, and the game has gone over to it")

    def show(self, percent: int) -> None:
        if percent != self.percent:
            self.percent = percent
            self.tell_engine("compiling", percent=percent)

    def tell_engine(self, state: str, percent: int = 0, why: str = "") -> None:
        self.server.tell(f"engine {json.dumps({'state': state, 'percent': percent, 'why': why})}")


def main(arguments: list[str]) -> int:
    if not hasattr(socket, "send_fds"):  # Windows
        say("on this system the engine is not compiled while you play")
        return subprocess.call([*SERVER, *arguments])
    return asyncio.run(Play(Clone(ROOT), [*SERVER, *arguments]).run())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
