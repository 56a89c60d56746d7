"""Questions about a match that change nothing: reach, menus, previews, overlays, the moves so far.

An answer is kept until the match goes on, so that the same question is computed only once. Computing is paid from a
budget of the seat that asks (all spectators share one), and happens in a thread beside the server's own loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from dungeonbowl.languages import mark, spoken
from dungeonbowl.server import wire
from dungeonbowl.server.limits import Buckets
from dungeonbowl.server.viewers import ENCODER, Viewer

if TYPE_CHECKING:
    from dungeonbowl.server.session import Session

A_SECOND: Final = 20.0  # answers that have to be computed, for each seat of a match
AT_ONCE: Final = 60
MOST_KEPT: Final = 500
MOST_KEPT_BYTES: Final = 4_000_000

QUESTIONS: Final = (
    wire.AskMoves,
    wire.AskReach,
    wire.AskMenu,
    wire.AskPreview,
    wire.AskWhy,
    wire.AskOverlay,
    wire.AskHint,
)
TOO_MANY: Final = mark("too many questions about this match: wait a little")

Key = tuple[str | int | None, ...]


class Questions:
    """The questions since the last decision of one match, and their answers."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.number = -1  # the number of the decision that the answers are about
        self.known: dict[Key, bytes] = {}
        self.size = 0
        self.budgets = Buckets(A_SECOND, AT_ONCE)
        self.computed = 0  # answers computed since the match was loaded

    async def answer(self, viewer: Viewer, key: Key, compute: Callable[[], wire.Message]) -> bool:
        """Send the answer that is kept under this key, or compute it. False if the seat has asked too much."""
        session = self.session
        if self.number != session.number:
            self.number = session.number
            self.known = {}
            self.size = 0
        key = (spoken(), *key)  # answers have words in them
        found = self.known.get(key)
        if found is None:
            seat = " ".join(map(str, viewer.sides))
            if not self.budgets.take(seat, session.timekeeper.now()):
                return False
            self.computed += 1
            found = await asyncio.to_thread(lambda: ENCODER.encode(compute()))
            if len(self.known) < MOST_KEPT and self.size + len(found) <= MOST_KEPT_BYTES:
                self.known[key] = found
                self.size += len(found)
        viewer.send_encoded(found)
        return True
