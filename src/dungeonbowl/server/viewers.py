"""The viewers of a match: each is one connection, with the sides it decides for."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from dungeonbowl.languages import ENGLISH
from dungeonbowl.server.close_codes import GONE, TOO_MUCH
from dungeonbowl.server.wire import Message

MOST_WAITING: Final = 400  # messages that may wait for a slow reader
MOST_WAITING_BYTES: Final = 8_000_000

ENCODER: Final = msgspec.json.Encoder()


class Viewer:
    """One connection. Messages for it wait in `outbox`; None in there ends the connection."""

    def __init__(self, sides: list[int], address: str = "", token: str = "", language: str = ENGLISH) -> None:
        """`address` is where the connection comes from, `token` the hash of the token it came with, `language` the one
        that its texts are in."""
        self.sides = sides
        self.address = address
        self.token = token
        self.language = language
        self.unsent = 0  # bytes
        self.ordered = 0  # orders that the match has not taken from the queue yet
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.close_code = GONE
        self.close_reason = ""
        self.closed = False
        self.overrun = asyncio.Event()  # set when it reads too slowly: then nobody waits for it any more

    def send(self, message: Message) -> None:
        self.send_encoded(ENCODER.encode(message))

    def send_encoded(self, data: bytes) -> None:
        if self.closed:
            return
        if self.outbox.qsize() >= MOST_WAITING or self.unsent > MOST_WAITING_BYTES:
            self.give_up()
            return
        self.unsent += len(data)
        self.outbox.put_nowait(data)

    def give_up(self) -> None:
        """Close the connection of a client that does not read. What waits for it is dropped: it has missed something
        already, so it must connect again, and is then told everything."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.unsent = 0
        self.close(TOO_MUCH, "too slow")
        self.overrun.set()

    async def next_out(self) -> bytes | None:
        """The next message to send; None when there will be no more."""
        data = await self.outbox.get()
        self.unsent -= len(data or b"")
        return data

    def close(self, code: int, reason: str) -> None:
        """Send nothing new, and close the connection when everything waiting is sent."""
        if not self.closed:
            self.closed = True
            self.close_code = code
            self.close_reason = reason
            self.outbox.put_nowait(None)
