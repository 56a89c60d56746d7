"""Open play: whoever agrees plays; the others are matched by rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from dungeonbowl.league.competitions import lots
from dungeonbowl.league.competitions.formats import OpenPlay
from dungeonbowl.league.competitions.matching import Levels, Pair, cheapest
from dungeonbowl.league.competitions.words import Fixture

TENTHS: Final = 10


def objection(one: str, other: str, played: Sequence[Fixture], rules: OpenPlay) -> str:
    """Why two teams may not play; empty if they may. A challenge that both accept need not mind the gap of ratings."""
    if one == other:
        return f"{one} cannot play against itself"
    met = sum(one in fixture.sides and other in fixture.sides for fixture in played)
    if rules.meetings and met >= rules.meetings:
        return f"{one} and {other} have met {met} times, and {rules.meetings} is the most"
    return ""


def matched(
    waiting: Sequence[str], ratings: Mapping[str, float], played: Sequence[Fixture], rules: OpenPlay, seed: str
) -> list[tuple[str, str]]:
    """Pairs of those who wait. As many as can be are matched within the gap; of all ways to do so the one with the
    smallest gaps is taken, then with the fewest meetings before. Who finds nobody waits on."""
    teams = sorted(set(waiting))
    met = Counter(frozenset(pair) for fixture in played for pair in combinations(fixture.sides, 2))
    gaps: dict[Pair, tuple[int, ...]] = {}
    for one, other in combinations(range(len(teams)), 2):
        gap = round(abs(ratings[teams[one]] - ratings[teams[other]]) * TENTHS)
        meetings = met[frozenset((teams[one], teams[other]))]
        if (rules.gap and gap > rules.gap * TENTHS) or (rules.meetings and meetings >= rules.meetings):
            continue
        gaps[one, other] = (0, gap * gap, meetings, lots.of_pair(seed, len(played), teams[one], teams[other]))
    # everybody may also wait: a partner of its own who costs more than any match, and two such partners cost nothing
    count = len(teams)
    most = [1, *(max((values[level] for values in gaps.values()), default=0) for level in (1, 2, 3))]
    levels = Levels(most, count)
    costs = {pair: levels.pack(values) for pair, values in gaps.items()}
    for one in range(count):
        costs[one, count + one] = levels.pack((1, 0, 0, 0))
    for one, other in combinations(range(count), 2):
        costs[count + one, count + other] = 0
    found = cheapest(2 * count, costs) or []
    return [(teams[one], teams[other]) for one, other in found if other < count]
