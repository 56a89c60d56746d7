"""What coaches have bought or arranged before a match, read from its events: dirty tactics and special arrangements
(A-DIRTY-05, A-ARR)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dungeonbowl.engine.events import BOUGHT, Event
from dungeonbowl.engine.market import Ware


def bought(market: Sequence[Ware], events: Iterable[Event], side: int) -> list[str]:
    """The names of everything that a side has got, in the order in which it was shown."""
    return [market[event["inducement"] - 1].name for event in events if event.kind == BOUGHT and event["side"] == side]


def gold_spent(events: Iterable[Event], side: int) -> int:
    """What the treasury of a side has paid for it."""
    return sum(
        event["price"] for event in events if event.kind == BOUGHT and event["side"] == side and event["treasury"]
    )
