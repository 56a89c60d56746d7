"""Tables of three or four teams (A-DUN-03): who sits with whom.

The cost of a table is the sum over its pairs, by the levels of Swiss. The best tables of a large field cannot be found
in sensible time. So two teams change places, beginning from the order of the standings, until no change helps. That is
the same for everybody who computes it again, and not always the very best.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import lots
from dungeonbowl.league.competitions.matching import Levels
from dungeonbowl.league.competitions.swiss import Contender

FULL: Final = 4
LEAST: Final = 3


class Tables(msgspec.Struct, frozen=True):
    """A round of pods: the teams of each table, the best table first, and who has a bye."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


def sizes(teams: int) -> list[int]:
    """How many sit at each table: as many fours as can be. Five cannot be shared out, and one of them has a bye.

    >>> sizes(10), sizes(5), sizes(6)
    ([4, 3, 3], [4], [3, 3])
    """
    if teams < LEAST:
        raise UserError(f"pods: expected at least {LEAST} teams, found {teams}")
    if teams == FULL + 1:
        return [FULL]
    threes = -teams % FULL
    return [FULL] * ((teams - LEAST * threes) // FULL) + [LEAST] * threes


def seat(contenders: Sequence[Contender], seed: str, round_number: int) -> Tables:
    """The tables of a round. Contenders are given in the order of the standings."""
    contenders = sorted(contenders, key=lambda contender: -contender.points)
    wanted = sizes(len(contenders))
    byes: list[Contender] = []
    if sum(wanted) < len(contenders):
        open_to = [contender for contender in contenders if not contender.byes]
        if not open_to:
            raise UserError(f"pods, round {round_number}: every team has had its bye, and nobody gets two")
        byes = [open_to[-1]]
    playing = [contender for contender in contenders if contender not in byes]
    costs = costs_of(playing, seed, round_number)
    tables = improved(first_tables(len(playing), wanted), costs)
    seated = [
        tuple(lots.drawn(seed, f"order of round {round_number}", [playing[index].team for index in sorted(table)]))
        for table in sorted(tables, key=min)
    ]
    return Tables(tuple(seated), tuple(contender.team for contender in byes))


def first_tables(count: int, wanted: Sequence[int]) -> list[list[int]]:
    """The order of the standings, cut into tables."""
    order = iter(range(count))
    return [[next(order) for _ in range(size)] for size in wanted]


def costs_of(contenders: Sequence[Contender], seed: str, round_number: int) -> list[list[int]]:
    """The cost of each two at one table, by the levels of Swiss without the fold."""
    count = len(contenders)
    points = [contender.points for contender in contenders]
    meetings = max((len(contender.met) for contender in contenders), default=0)
    most = (meetings, (max(points) - min(points)) ** 2, 1, (1 << lots.PAIR_BITS) - 1)
    levels = Levels(most, count * (FULL - 1))
    found = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        first, second = contenders[one], contenders[other]
        same = first.owner == second.owner != "" or first.club == second.club != ""
        found[one][other] = found[other][one] = levels.pack(
            (
                first.met.count(second.team),
                (first.points - second.points) ** 2,
                int(same),
                lots.of_pair(seed, round_number, first.team, second.team),
            )
        )
    return found


def improved(tables: list[list[int]], costs: list[list[int]]) -> list[list[int]]:
    """Change two teams of different tables as long as it helps, the best change first."""
    while True:
        best = (0, -1, -1, -1, -1)
        for one, other in combinations(range(len(tables)), 2):
            for here, first in enumerate(tables[one]):
                for there, second in enumerate(tables[other]):
                    change = sum(
                        costs[second][team] - costs[first][team] for team in tables[one] if team != first
                    ) + sum(costs[first][team] - costs[second][team] for team in tables[other] if team != second)
                    best = min(best, (change, one, here, other, there))
        change, one, here, other, there = best
        if change >= 0:
            return tables
        tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
