"""The cheapest way to put everybody into pairs.

Costs are whole numbers of any size, made of levels (`Levels`): no sum of a lower level reaches one unit of a higher.
Pairs are found by rustworkx (extra `league`). Without it small fields are solved by a plain search over subsets, which
finds the same pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dungeonbowl.errors import MissingExtra, UserError

SMALL: Final = 16  # so many can be paired without the extra; each two more take four times as long
LIMIT: Final = 1 << 120  # rustworkx counts with 128 bits, and doubles what it counts

Pair = tuple[int, int]


class Levels:
    """Packs several numbers into one, the most important first. `most` is the largest value of each level, `pairs` how
    many pairs are added up."""

    def __init__(self, most: Sequence[int], pairs: int) -> None:
        self.units: list[int] = []
        unit = 1
        for largest in reversed(most):
            self.units.insert(0, unit)
            unit *= largest * pairs + 1
        if unit >= LIMIT:
            raise UserError(
                "pairing: the numbers are too large to be weighed; expected fewer points for a win, or fewer teams"
            )

    def pack(self, values: Sequence[int]) -> int:
        return sum(unit * value for unit, value in zip(self.units, values, strict=True))


def cheapest(count: int, costs: Mapping[Pair, int]) -> list[Pair] | None:
    """The pairs of all numbers below `count` that cost least together, or None if there is no way to pair everybody.
    `costs` has the pairs that are allowed, the smaller number first."""
    if count % 2:
        raise ValueError("an odd number cannot be paired")
    try:
        import rustworkx
    except ModuleNotFoundError:
        if count <= SMALL:
            return by_subsets(count, costs)
        raise MissingExtra(
            f"pairing {count} teams needs rustworkx: pip install 'dungeonbowl[league]'"
            f" (up to {SMALL} are paired without it)"
        ) from None
    return by_blossoms(rustworkx, count, costs)


def by_blossoms(rustworkx: Any, count: int, costs: Mapping[Pair, int]) -> list[Pair] | None:
    """By Edmonds' method. It looks for the largest sum, so costs are turned round."""
    if not costs:
        return [] if count == 0 else None
    top = max(costs.values()) + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(one, other, top - cost) for (one, other), cost in costs.items()])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(found) * 2 < count:
        return None
    return sorted((min(pair), max(pair)) for pair in found)


def by_subsets(count: int, costs: Mapping[Pair, int]) -> list[Pair] | None:
    """By trying every subset once: the first of those who are left is paired with each of the others."""
    best: list[tuple[int, Pair] | None] = [None] * (1 << count)
    best[0] = (0, (0, 0))
    for left in range(1, 1 << count):
        first = (left & -left).bit_length() - 1
        for second in range(first + 1, count):
            if not left >> second & 1 or (first, second) not in costs:
                continue
            rest = best[left & ~(1 << first) & ~(1 << second)]
            if rest is None:
                continue
            cost = rest[0] + costs[first, second]
            here = best[left]
            if here is None or cost < here[0]:
                best[left] = (cost, (first, second))
    found: list[Pair] = []
    left = (1 << count) - 1
    while left:
        here = best[left]
        if here is None:
            return None
        found.append(here[1])
        left &= ~(1 << here[1][0]) & ~(1 << here[1][1])
    return sorted(found)
