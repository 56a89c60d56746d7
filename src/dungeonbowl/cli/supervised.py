"""A server, as the process sees it that supervises it. The other end of the line, and its words: `supervisor.py`."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from typing import Final

from dungeonbowl.cli.supervisor import MOST_BYTES, VARIABLE

ENDING: Final = 20.0  # seconds that a server has to end when its line has ended


class Supervised:
    """One server, and the line to it."""

    def __init__(self, process: asyncio.subprocess.Process, line: socket.socket) -> None:
        self.process = process
        self.line = line
        self.unread = b""
        self.words: asyncio.Queue[str] = asyncio.Queue()  # what it said; "" when the line has ended
        self.listening: socket.socket | None = None
        self.ended = asyncio.ensure_future(process.wait())
        line.setblocking(False)
        asyncio.get_running_loop().add_reader(line, self.read)

    @classmethod
    async def started(
        cls, command: list[str], more: dict[str, str] | None = None, own_session: bool = False
    ) -> Supervised:
        """Start a server; `more` goes into its environment. With `own_session` a key pressed in the terminal is for the
        supervisor alone."""
        ours, theirs = socket.socketpair()
        environment = {**os.environ, **(more or {}), VARIABLE: str(theirs.fileno())}
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *command, env=environment, pass_fds=[theirs.fileno()], start_new_session=own_session
            )
        return cls(process, ours)

    def read(self) -> None:
        try:
            data, descriptors, _, _ = socket.recv_fds(self.line, MOST_BYTES, 1)
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        if descriptors:
            self.listening = socket.socket(fileno=descriptors[0])
        *words, self.unread = (self.unread + data).split(b"\n")
        for word in words:
            self.words.put_nowait(word.decode())
        if not data:
            self.hang_up()

    def tell(self, word: str, listening: socket.socket | None = None) -> None:
        with suppress(OSError):  # it has ended
            socket.send_fds(self.line, [f"{word}\n".encode()], [listening.fileno()] if listening is not None else [])

    def hang_up(self) -> None:
        """End the line. A server that runs takes it as the order to end."""
        if self.line.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self.line)
            self.line.close()
            self.words.put_nowait("")

    async def end(self, seconds: float = ENDING) -> None:
        self.hang_up()
        await asyncio.wait([self.ended], timeout=seconds)
        if not self.ended.done():
            self.process.kill()
        await self.ended
