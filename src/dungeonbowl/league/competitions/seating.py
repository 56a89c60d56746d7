"""Numbers of real tables: by standing, and nobody at the same table twice if it can be helped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dungeonbowl.league.competitions.matching import Levels, cheapest


def numbered(matches: Sequence[Sequence[str]], sat_at: Mapping[str, Sequence[int]]) -> list[int]:
    """The number of the table of each match, from 1. Matches are given by standing, the best first; `sat_at` has the
    tables at which a team has sat. As few teams as possible sit at a table again, then matches stay as near as possible
    to the table of their place.

    >>> numbered([("a", "b"), ("c", "d")], {"a": [1], "c": [2]})
    [2, 1]
    """
    count = len(matches)
    levels = Levels((max((len(match) for match in matches), default=0), count * count), count)
    costs = {
        (place, count + table): levels.pack(
            (
                sum(table + 1 in sat_at.get(team, ()) for team in match),
                (place - table) ** 2 if place != table else 0,
            )
        )
        for place, match in enumerate(matches)
        for table in range(count)
    }
    found = dict(cheapest(2 * count, costs) or [])
    return [found[place] - count + 1 for place in range(count)]
