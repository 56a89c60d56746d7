"""Groups: who is in which, and who goes on from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import lots
from dungeonbowl.league.competitions.knock_out import seed_order, size_of
from dungeonbowl.league.competitions.words import Entry

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def name_of_group(index: int) -> str:
    """A, B, ... Z, AA, AB ...

    >>> [name_of_group(index) for index in (0, 25, 26)]
    ['A', 'Z', 'AA']
    """
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, len(LETTERS))
        name = LETTERS[letter] + name
    return name


def by_seed(entries: Sequence[Entry], seed: str) -> list[str]:
    """Teams in the order of their seeds; those without one come after, by lot."""
    return [
        entry.team
        for entry in sorted(
            entries, key=lambda entry: (entry.seed == 0, entry.seed, lots.number(seed, "seed", entry.team), entry.team)
        )
    ]


def from_pots(entries: Sequence[Entry], count: int, seed: str) -> dict[str, tuple[str, ...]]:
    """Groups drawn from pots. A pot has as many teams as there are groups, in the order of the seeds, and each group
    gets one of them by lot. What is left in the last pot goes to groups by lot."""
    order = by_seed(entries, seed)
    found: list[list[str]] = [[] for _ in range(count)]
    for start in range(0, len(order), count):
        pot = order[start : start + count]
        whole = len(pot) == count
        homes = range(count) if whole else sorted(range(count), key=lambda index: lots.number(seed, "rest", index))
        for home, team in zip(homes, lots.drawn(seed, f"pot {start // count + 1}", pot), strict=False):
            found[home].append(team)
    return {name_of_group(index): tuple(teams) for index, teams in enumerate(found)}


def by_division(entries: Sequence[Entry], seed: str) -> dict[str, tuple[str, ...]]:
    """Groups as the entries say."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if not entry.division:
            raise UserError(f"groups by division: {entry.title} has been entered in no division")
        found.setdefault(entry.division, []).append(entry)
    return {name: tuple(by_seed(teams, seed)) for name, teams in sorted(found.items())}


def qualified(tables: Mapping[str, Sequence[str]], ranking: Sequence[str], count: int) -> list[list[str]]:
    """Who goes on, tier by tier: all first ones, all second ones ... The last tier may be a part: then the best of
    those that stand level in their groups go on, by a ranking over all groups."""
    if not 2 <= count <= sum(len(table) for table in tables.values()):
        raise UserError(f"play-offs: expected from 2 to {sum(map(len, tables.values()))} teams, found {count}")
    tiers: list[list[str]] = []
    place = 0
    while count:
        tier = [table[place] for table in tables.values() if len(table) > place]
        chosen = sorted(tier, key=ranking.index)[:count]
        tiers.append([team for team in tier if team in chosen])
        count -= len(chosen)
        place += 1
    return tiers


def cross_over(tables: Mapping[str, Sequence[str]], ranking: Sequence[str], count: int) -> list[str]:
    """Teams in the order of seeds for a bracket: A1 meets B2, B1 meets A2, C1 meets D2 and so on. Teams of one group
    meet in the first round only if it cannot be helped.

    >>> cross_over({"A": ["a1", "a2"], "B": ["b1", "b2"]}, ["b1", "a1", "a2", "b2"], 4)
    ['a1', 'b1', 'a2', 'b2']
    """
    group = {team: name for name, table in tables.items() for team in table}
    if len(tables) == 1:
        return list(next(iter(tables.values())))[:count]
    tiers = qualified(tables, ranking, count)
    if len(tiers) == 2 and len(tiers[1]) == len(tiers[0]) and len(tiers[0]) % 2 == 0:
        return [*tiers[0], *neighbours(tiers[1])[::-1]]
    order = [team for tier in tiers for team in sorted(tier, key=ranking.index)]
    return apart(order, group)


def neighbours(tier: Sequence[str]) -> list[str]:
    """Each two change places, so that the first of a group meets the second of the next."""
    return [tier[index ^ 1] for index in range(len(tier))]


def apart(order: list[str], group: Mapping[str, str]) -> list[str]:
    """Seeds changed so that no two of a group meet in the first round, as far as that can be. The lower seed of such a
    pair changes places with the nearest one that mends more than it spoils."""
    order = list(order)
    size = size_of(len(order))
    places = seed_order(size)
    opponent = {}
    for index in range(0, size, 2):
        opponent[places[index]], opponent[places[index + 1]] = places[index + 1], places[index]

    def clashes() -> int:
        return sum(
            opponent[seed] <= len(order) and group[team] == group[order[opponent[seed] - 1]]
            for seed, team in enumerate(order, 1)
        )

    for seed in range(len(order), 0, -1):
        before = clashes()
        if not before or opponent[seed] > len(order) or group[order[seed - 1]] != group[order[opponent[seed] - 1]]:
            continue
        for other in sorted(range(1, len(order) + 1), key=lambda number: (abs(number - seed), number)):
            order[seed - 1], order[other - 1] = order[other - 1], order[seed - 1]
            if clashes() < before:
                break
            order[seed - 1], order[other - 1] = order[other - 1], order[seed - 1]
    return order
