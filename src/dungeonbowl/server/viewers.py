"""Everybody who looks at a match: a connection each, with the sides it decides for."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from dungeonbowl.server.wire import Message

MOST_WAITING: Final = 400  # messages that a slow reader may be behind

ENCODER: Final = msgspec.json.Encoder()


class Viewer:
    """One connection. What it is to be sent waits in `outbox`; None there ends it."""

    def __init__(self, sides: list[int]) -> None:
        self.sides = sides
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.close_code = 1000
        self.close_reason = ""
        self.closed = False

    def send(self, message: Message) -> None:
        self.send_encoded(ENCODER.encode(message))

    def send_encoded(self, data: bytes) -> None:
        if self.closed:
            return
        if self.outbox.qsize() >= MOST_WAITING:
            self.close(1013, "too slow")
            return
        self.outbox.put_nowait(data)

    def close(self, code: int, reason: str) -> None:
        """Say no more, and have the connection closed once everything waiting is sent."""
        if not self.closed:
            self.closed = True
            self.close_code = code
            self.close_reason = reason
            self.outbox.put_nowait(None)
