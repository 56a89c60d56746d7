"""What coaches have bought or arranged before a match, read from its events: dirty tactics and special arrangements
(A-DIRTY-05, A-ARR)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from dungeonbowl.engine.events import BOUGHT, Event
from dungeonbowl.engine.market import Ware

PRESS: Final = "press"
USUAL_AWARDS: Final = 1


def bought(market: Sequence[Ware], events: Iterable[Event], side: int) -> list[str]:
    """The names of everything that a side has bought, in the order in which it was revealed."""
    return [market[int(event.b) - 1].name for event in events if event.kind == BOUGHT and event.a == side]


def gold_spent(events: Iterable[Event], side: int) -> int:
    """How much gold of its treasury a side has paid for it."""
    return sum(int(event.c) for event in events if event.kind == BOUGHT and event.a == side and event.d)


def awards(names: Sequence[str]) -> int:
    """How many most valuable players a team has after the match: one more for each time the press was bribed."""
    return USUAL_AWARDS + names.count(PRESS)


def fan_factor_bonus(names: Sequence[str]) -> int:
    """The bonus to the dice of `aftermath.fan_factor_change`: 1 for each time the press was bribed."""
    return names.count(PRESS)
