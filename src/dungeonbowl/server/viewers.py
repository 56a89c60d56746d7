"""Everybody who looks at a match: a connection each, with the sides it decides for."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from dungeonbowl.server.close_codes import GONE, TOO_MUCH
from dungeonbowl.server.wire import Message

MOST_WAITING: Final = 400  # messages that a slow reader may be behind
MOST_WAITING_BYTES: Final = 8_000_000

ENCODER: Final = msgspec.json.Encoder()


class Viewer:
    """One connection. What it is to be sent waits in `outbox`; None there ends it."""

    def __init__(self, sides: list[int], address: str = "", token: str = "") -> None:
        """`address` is where it comes from, `token` the hash of what it came in with."""
        self.sides = sides
        self.address = address
        self.token = token
        self.unsent = 0  # bytes
        self.ordered = 0  # orders that the match has not taken yet
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.close_code = GONE
        self.close_reason = ""
        self.closed = False

    def send(self, message: Message) -> None:
        self.send_encoded(ENCODER.encode(message))

    def send_encoded(self, data: bytes) -> None:
        if self.closed:
            return
        if self.outbox.qsize() >= MOST_WAITING or self.unsent > MOST_WAITING_BYTES:
            self.close(TOO_MUCH, "too slow")
            return
        self.unsent += len(data)
        self.outbox.put_nowait(data)

    async def next_out(self) -> bytes | None:
        """What is to be sent next; None when nothing more is."""
        data = await self.outbox.get()
        self.unsent -= len(data or b"")
        return data

    def close(self, code: int, reason: str) -> None:
        """Say no more, and have the connection closed once everything waiting is sent."""
        if not self.closed:
            self.closed = True
            self.close_code = code
            self.close_reason = reason
            self.outbox.put_nowait(None)
