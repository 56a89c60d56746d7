"""Real servers on loopback for tests: a process with its own database, which can be killed and started again."""

from __future__ import annotations

import atexit
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import ClassVar, TypeVar

from dungeonbowl.client import Connection, ConnectionClosed, Server, ServerRefused, connection
from dungeonbowl.server import wire
from support.databases import database_in
from support.warm import WarmProcess, start_warm

PATIENCE = 240.0  # seconds after which a test gives up; no test measures time
# No guest of a test hangs up because its server, frozen on purpose or starved, answers no ping for forty seconds.
connection.connect = partial(connection.connect, ping_interval=None)  # type: ignore[assignment]

Kind = TypeVar("Kind", bound=wire.Message)


# Below those that the system gives to connections: one of another test might take the port of a server that is not
# there yet, or that is killed and started again.
PORTS = range(20_000, 32_000)
reserved: list[socket.socket] = []


def free_port() -> int:
    """A port of this process's own: nobody listens there, and until this process ends no other one is given it. A
    socket for datagrams, which nothing uses, is held as the sign of that."""
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        sign = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            sign.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as a server asks for it
                probe.bind(("127.0.0.1", port))
        except OSError:
            sign.close()
            continue
        reserved.append(sign)
        return port
    raise AssertionError(f"no port of {PORTS} is free")


@atexit.register
def give_back() -> None:
    while reserved:
        reserved.pop().close()


class ServerProcess:
    """`dungeonbowl play` in a process of its own."""

    command = "play"

    def __init__(
        self,
        folder: Path,
        database: str = "",
        matches_a_minute: int = 10_000,
        module: str = "dungeonbowl",
        more: tuple[str, ...] = (),
        accounts: bool = False,
        warm: bool = True,
    ) -> None:
        """Tests create more matches in a minute than a person would. `module` is the Python module that is run, `more`
        are further options. With `accounts` its pages are at localhost: browsers have no passkeys for numbers. Without
        `warm` the process reads everything itself, as one that a shell starts."""
        self.more = more
        self.accounts = accounts
        self.module = module
        self.warm = warm and module == "dungeonbowl" and self.command == "play" and hasattr(os, "fork")
        self.matches_a_minute = matches_a_minute
        self.database = database or database_in(folder)
        self.log = folder / "server.log"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | WarmProcess | None = None
        self.server = Server(f"http://127.0.0.1:{self.port}")

    def start(self) -> Server:
        command = [self.command, "--port", str(self.port)]
        command += ["--no-open"] if self.command == "play" else []
        command += ["--matches-a-minute", str(self.matches_a_minute), *self.more]
        if self.accounts:
            command += ["--accounts", "--public-url", f"http://localhost:{self.port}"]
        command += ["--database", self.database]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        if self.warm:
            self.process = start_warm(command, environment, self.log)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-m", self.module, *command], stdout=log, stderr=log, env=environment
                )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.said()}")
            try:
                self.server.get("/health", wire.Health)
            except ServerRefused:
                time.sleep(0.02)
            else:
                return self.server
        raise AssertionError(f"the server does not answer: {self.said()}")

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """Kill the process without a warning, as in a crash."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class Guest:
    """A connection that remembers the last prompt, and waits for given messages."""

    present: ClassVar[list[Guest]] = []

    def __init__(self, server: Server, match: str, token: str) -> None:
        self.address = (server, match, token)
        self.seen: list[wire.Message] = []
        self.codes: list[int] = []  # with which its connections were closed, if it connects again: see `returning.py`
        self.connect()
        self.present.append(self)

    def connect(self) -> None:
        """Connect, and wait until the server says welcome."""
        self.connection = Connection(*self.address)
        try:
            while not isinstance(message := self.connection.receive(PATIENCE), wire.Welcome):
                pass
        except ConnectionClosed:
            self.connection.close()
            raise
        self.take(message)

    def take(self, message: wire.Message) -> None:
        self.seen.append(message)
        if isinstance(message, wire.Welcome):
            self.welcome = message
        if isinstance(message, wire.Welcome | wire.Update):
            self.prompt = message.prompt
            self.number = message.number
            self.position = message.position

    def next(self) -> wire.Message:
        message = self.connection.receive(PATIENCE)
        self.take(message)
        return message

    def wait(self, kind: type[Kind], that: Callable[[Kind], bool] = lambda _: True) -> Kind:
        """The next message of a kind; other messages before it are skipped."""
        while True:
            message = self.next()
            if isinstance(message, kind) and that(message):
                return message

    def wait_for_prompt(self) -> wire.Prompt:
        """The next decision of this guest; AssertionError if the match ends before."""
        while self.prompt is None or not self.prompt.mine:
            message = self.next()
            assert not isinstance(message, wire.Over), "the match is over"
        return self.prompt

    def send(self, order: wire.Order) -> None:
        self.connection.send(order)

    def ready(self, word: str = "") -> wire.Welcome:
        """Say that the coach is ready, and wait until the match begins."""
        self.send(wire.Ready(word))
        return self.wait(wire.Welcome, lambda message: message.stage != "waiting")

    def choose(self, prompt: wire.Prompt, option: str) -> wire.Update:
        self.send(wire.Act(prompt.number, option))
        return self.wait(wire.Update, lambda update: update.number == prompt.number + 1)

    def refused(self, order: wire.Order) -> wire.Refused:
        self.send(order)
        return self.wait(wire.Refused)

    def wait_for_end(self) -> ConnectionClosed:
        """Wait until the server closes the connection, or has ended."""
        while True:
            try:
                self.next()
            except ConnectionClosed as closed:
                return closed

    def close(self) -> None:
        self.connection.close()

    @classmethod
    def all_leave(cls) -> None:
        """Close all connections at the end of a test."""
        for guest in cls.present:
            guest.close()
        cls.present.clear()


def option(prompt: wire.Prompt, kind: str) -> wire.Option:
    """The first option of a kind."""
    for each in prompt.options:
        if each.kind == kind:
            return each
    raise AssertionError(f"no {kind!r} among {[each.text for each in prompt.options]}")
