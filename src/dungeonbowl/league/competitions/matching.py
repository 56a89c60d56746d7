"""The cheapest way to put everybody into pairs.

Costs are whole numbers of any size, made of levels (`Levels`): no sum of a lower level reaches one unit of a higher.
Pairs are found by rustworkx (extra `league`). Without it the same method in plain Python finds the same pairs, at a
twentieth of the speed: a second or two for two hundred teams.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.blossoms import heaviest

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
        return in_plain_python(count, costs)
    return by_rustworkx(rustworkx, count, costs)


def by_rustworkx(rustworkx: Any, count: int, costs: Mapping[Pair, int]) -> list[Pair] | None:
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


def in_plain_python(count: int, costs: Mapping[Pair, int]) -> list[Pair] | None:
    """The same. Every pair weighs so much that one pair more is always worth more."""
    top = max(costs.values(), default=0) + 1
    found = heaviest(count, {pair: count * top + top - cost for pair, cost in costs.items()})
    return found if len(found) * 2 == count else None
