"""Short texts for whoever listens on a channel: that the lobby has changed, that somebody has a match. A text only says
where to look; what is true stands in the database. This one reaches the listeners of its own process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

Callback = Callable[[str], None]


class Bulletin(Protocol):
    """What the server needs of it, in whatever process the listeners are."""

    def publish(self, channel: str, text: str) -> None:
        """Tell everybody who listens on a channel. To be called from any thread."""

    def subscribe(self, channel: str, callback: Callback) -> Callable[[], None]:
        """Listen on a channel, in the loop of the server; returns what ends it."""


class LocalBulletin:
    """A bulletin for one process."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.callbacks: dict[str, list[Callback]] = {}

    def publish(self, channel: str, text: str) -> None:
        with suppress(RuntimeError):  # the server is closing
            self.loop.call_soon_threadsafe(self.tell, channel, text)

    def tell(self, channel: str, text: str) -> None:
        for callback in list(self.callbacks.get(channel, ())):
            callback(text)

    def subscribe(self, channel: str, callback: Callback) -> Callable[[], None]:
        listening = self.callbacks.setdefault(channel, [])
        listening.append(callback)

        def end() -> None:
            with suppress(ValueError):
                listening.remove(callback)
            if not listening and self.callbacks.get(channel) is listening:
                del self.callbacks[channel]

        return end
