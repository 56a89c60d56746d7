"""Who is paired with whom: the two who are nearest by rating, and the longer somebody waits, the farther he looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from dungeonbowl.league.competitions.ratings import MEAN

NEAR: Final = 3.0  # points of rating that are no matter at all
WIDER: Final = 0.2  # points more for each second that the one who waits longer has waited


class Waiter(msgspec.Struct, frozen=True):
    account: str
    waited: float  # seconds


def pair_of(
    waiters: Sequence[Waiter], means: Mapping[str, float], apart: Mapping[str, set[str]]
) -> tuple[str, str] | None:
    """The best pair of all who wait for one edition; None if nobody is near enough yet. Who keep away from each other
    are never paired. Among pairs that are as near, those who have waited longest come first.

    >>> waiters = [Waiter("a", 9), Waiter("b", 1), Waiter("c", 2)]
    >>> pair_of(waiters, {"a": 25.0, "b": 25.5, "c": 40.0}, {})
    ('a', 'b')
    >>> pair_of(waiters, {"a": 25.0, "b": 25.5, "c": 40.0}, {"a": {"b"}}) is None
    True
    """
    best: tuple[float, float, str, str] | None = None
    for one, other in combinations(sorted(waiters, key=lambda each: (-each.waited, each.account)), 2):
        if other.account in apart.get(one.account, ()) or one.account in apart.get(other.account, ()):
            continue
        gap = abs(means.get(one.account, MEAN) - means.get(other.account, MEAN))
        if gap > NEAR + WIDER * max(one.waited, other.waited):
            continue
        found = (max(0.0, gap - NEAR), -one.waited - other.waited, one.account, other.account)
        best = found if best is None else min(best, found)
    return (best[2], best[3]) if best is not None else None
