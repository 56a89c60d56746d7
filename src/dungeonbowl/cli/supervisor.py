"""The line between a server and the process that started it, if that one supervises it: `tools/play.py` in a clone.

The supervisor starts a first server, compiles the engine meanwhile, and replaces the server by a successor. Both
servers have the same listening socket: connections that come in between wait there and are not refused. Words go over a
pair of sockets, one on a line:

| the supervisor says | when |
| --- | --- |
| `first` | at once, to the server that finds its own port |
| `successor`, with the listening socket | at once, to one that gets everything ready and then waits |
| `serve` | the server before has ended: begin |
| `leave` | make room for the successor |
| `engine {...}` | how the compiling stands, an `EngineStatus` |

| the server says | when |
| --- | --- |
| `ready compiled`, `ready interpreted` | a successor is ready, with this engine |
| `open`, with the listening socket | it answers |

If the line ends, the server ends: a supervisor that was killed leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

VARIABLE: Final = "DUNGEONBOWL_SUPERVISOR"  # the number of the socket's file descriptor
SUCCESSOR: Final = "successor"
READY: Final = "ready"
OPEN: Final = "open"
SERVE: Final = "serve"
LEAVE: Final = "leave"
ENGINE: Final = "engine "
MOST_BYTES: Final = 4096


class Supervisor:
    """The supervisor, as its server sees it."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.unread = b""
        self.listening: socket.socket | None = None  # the socket that came with the first word
        self.is_successor = self.hear() == SUCCESSOR

    def hear(self) -> str:
        """The next word, waited for; "" when the line has ended."""
        while b"\n" not in self.unread:
            try:
                data, descriptors, _, _ = socket.recv_fds(self.line, MOST_BYTES, 1)
            except OSError:
                return ""
            if not data:
                return ""
            if descriptors:
                self.listening = socket.socket(fileno=descriptors[0])
            self.unread += data
        word, _, self.unread = self.unread.partition(b"\n")
        return word.decode()

    def tell(self, word: str, listening: socket.socket | None = None) -> None:
        with suppress(OSError):  # it has ended, which `orders` finds out
            socket.send_fds(self.line, [f"{word}\n".encode()], [listening.fileno()] if listening is not None else [])

    def waits_for_its_turn(self, engine: str) -> bool:
        """Say that a successor is ready with this engine, and wait. False if it is not needed after all."""
        self.tell(f"{READY} {engine}")
        return self.hear() == SERVE

    async def orders(self) -> AsyncIterator[str]:
        """What it says, until the line ends."""
        loop = asyncio.get_running_loop()
        self.line.setblocking(False)
        while True:
            while b"\n" in self.unread:
                yield self.hear()
            try:
                data = await loop.sock_recv(self.line, MOST_BYTES)
            except OSError:
                return
            if not data:
                return
            self.unread += data


def supervisor() -> Supervisor | None:
    """The supervisor of this process; None for a server that was started by itself."""
    number = os.environ.pop(VARIABLE, "")  # it is not that of the processes that this one starts
    return Supervisor(socket.socket(fileno=int(number))) if number else None
