"""Servers that start at once: a process that has read all that `dungeonbowl play` needs, and forks for each of them.

To read it takes two seconds of a processor, a fork some milliseconds, and the tests start a hundred servers. What runs
in the fork is the command line as the shell calls it, with its own arguments, environment, streams and process id; only
the reading is shared. A test of the start itself takes a process of its own (`warm=False` of `ServerProcess`).

As a program, this file is the process that forks: it reads one order a line, and tells who began and who ended.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import selectors
import signal
import subprocess
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

READ = (
    "dungeonbowl.cli.play",
    "dungeonbowl.cli.serving",
    "dungeonbowl.server.app",
    "dungeonbowl.server.accounts.desk",
    "dungeonbowl.server.accounts.leaving",
    "dungeonbowl.server.post.mail",
    "dungeonbowl.server.post.push",
    "dungeonbowl.server.settings",
    "dungeonbowl.storage.database",
    "alembic.command",
    "anyio._backends._asyncio",
    "dungeonbowl.cli.slow_readers",
    "dungeonbowl.server.post.postman",
    "encodings.idna",
    "litestar._kwargs",
    "litestar.middleware.response_cache",
    "litestar.plugins.pydantic",
    "sqlalchemy.dialects.sqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)


class WarmProcess:
    """A process that was forked, as far as tests need one: like `subprocess.Popen`."""

    def __init__(self, oven: Oven, pid: int) -> None:
        self.oven = oven
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.oven.hear(0)
            self.returncode = self.oven.ended.get(self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            self.oven.hear(left)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Oven:
    """The process that forks, one for each process of the tests."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "support.warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=environment,
        )
        self.begun: list[int] = []
        self.ended: dict[int, int] = {}
        self.heard = b""
        self.seconds = 0.0  # of a processor, which those that have ended took
        atexit.register(self.close)

    def start(self, arguments: list[str], environment: dict[str, str], log: Path) -> WarmProcess:
        order = {"arguments": arguments, "environment": environment, "log": str(log), "folder": str(Path.cwd())}
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        while not self.begun:
            self.hear(None)
        return WarmProcess(self, self.begun.pop())

    def hear(self, seconds: float | None) -> None:
        """Take in what the process says; wait so long for it to say something, or for ever."""
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            if not selector.select(seconds):
                return
        said = os.read(self.process.stdout.fileno(), 65536)
        assert said, "the process that starts servers has ended"
        *lines, self.heard = (self.heard + said).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "begun" in message:
                self.begun.append(message["begun"])
            else:
                self.ended[message["ended"]] = message["status"]
                self.seconds += message["seconds"]

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


ovens: list[Oven] = []


def start_warm(arguments: list[str], environment: dict[str, str], log: Path) -> WarmProcess:
    """`dungeonbowl` with these arguments, in a process of its own that writes to this file."""
    if not ovens:
        ovens.append(Oven())
    return ovens[0].start(arguments, environment, log)


def processor_seconds() -> float:
    """What the servers that have ended took of a processor."""
    return sum(oven.seconds for oven in ovens)


# --- the process that forks -------------------------------------------------------------------------------------------


def tell(**message: Any) -> None:
    os.write(1, json.dumps(message).encode() + b"\n")


def become(order: dict[str, Any]) -> None:
    """In the fork: the command line, as if it had been called by a shell."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing, log = os.open(os.devnull, os.O_RDONLY), os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.closerange(3, 256)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = ["dungeonbowl", *order["arguments"]]
    status = 1
    try:
        import_module("dungeonbowl.cli").main()
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):
                stream.flush()
        os._exit(status)


def serve() -> None:
    for name in READ:
        with contextlib.suppress(ImportError):  # of an extra that is not there, or of another version: read later
            import_module(name)
    import_module("dungeonbowl.server.options").options()  # every team and dungeon of the package, kept by a cache
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of the framework, whose older versions are allowed too
        import_module("dungeonbowl.server.app").answering(
            import_module("dungeonbowl.server.settings").Settings("").largest_upload
        )
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the tests stops the servers one by one
    waking, woken = os.pipe()
    os.set_blocking(waking, False)
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    selector.register(waking, selectors.EVENT_READ)
    heard = b""
    while True:
        ready = {key.fd for key, _ in selector.select()}
        if waking in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(waking, 4096)
            reap()
        if 0 in ready:
            said = os.read(0, 1 << 20)
            if not said:
                return
            *lines, heard = (heard + said).split(b"\n")
            for line in lines:
                order = json.loads(line)
                child = os.fork()
                if child == 0:
                    become(order)
                tell(begun=child)


def reap() -> None:
    while True:
        try:
            child, status, used = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if child == 0:
            return
        seconds = used.ru_utime + used.ru_stime
        tell(ended=child, status=os.waitstatus_to_exitcode(status), seconds=seconds)


if __name__ == "__main__":
    serve()
