"""Swiss pairing: teams meet others with as many points, and nobody twice.

The pairs are the cheapest ones by levels, the most important first:

1. teams that have met already
2. the rank of the team that has the bye: the lowest gets it
3. the square of the gap of points
4. same club or owner
5. the distance from the fold: in a group of equal points the upper half meets the lower half in order
6. a number of 40 bits for each pair, from the published seed

The last makes the cheapest pairing unique, so that anybody can compute it again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import lots
from dungeonbowl.league.competitions.matching import Levels, Pair, cheapest

LARGE: Final = 512  # above it only teams of near points are considered
NEAR: Final = 2  # so many groups of points further, at first
GHOST: Final = ""  # who meets it has the bye


class Contender(msgspec.Struct, frozen=True, kw_only=True):
    """A team before a round of Swiss. Contenders are given in the order of the table, the best first. `met` are the
    opponents so far, `byes` how many byes it has had."""

    team: str
    points: int = 0
    met: tuple[str, ...] = ()
    byes: int = 0
    owner: str = ""
    club: str = ""


class Pairing(msgspec.Struct, frozen=True):
    """A round of Swiss. `again` are pairs that had to meet again, because everybody could not be paired otherwise."""

    pairs: tuple[tuple[str, str], ...]
    bye: str = ""
    again: tuple[tuple[str, str], ...] = ()

    def remark(self) -> str:
        """What a page says of the round; empty if there is nothing to say."""
        if not self.again:
            return ""
        listed = ", ".join(f"{one} and {other}" for one, other in self.again)
        return f"not everybody could be given a new opponent: {listed} meet again"


def usual_rounds(teams: int) -> int:
    """How many rounds are played unless the commissioner says otherwise: as many as find one winner, and one more.

    >>> [usual_rounds(teams) for teams in (2, 4, 5, 8, 24)]
    [2, 3, 4, 4, 6]
    """
    return math.ceil(math.log2(max(2, teams))) + 1


def pair(
    contenders: Sequence[Contender], seed: str, round_number: int, fold: bool = True, own_teams_meet: bool = True
) -> Pairing:
    """The pairs of a round, in the order of the table. Without `fold` groups are paired by lot, as in a first round
    without seeds."""
    contenders = sorted(contenders, key=lambda contender: -contender.points)
    if len(contenders) < 2:
        raise UserError(f"Swiss round {round_number}: expected at least two teams, found {len(contenders)}")
    names = [contender.team for contender in contenders]
    if len(set(names)) < len(names):
        raise UserError(f"Swiss round {round_number}: a team stands twice in the list")
    field = Field(contenders, seed, round_number, fold, own_teams_meet)
    found = field.cheapest()
    nodes = [(names[one], names[other] if other < len(names) else GHOST) for one, other in found]
    pairs = tuple((one, other) for one, other in nodes if other != GHOST)
    met = {contender.team: contender.met for contender in contenders}
    return Pairing(
        tuple(named_first(pair_, seed, round_number) for pair_ in pairs),
        next((one for one, other in nodes if other == GHOST), ""),
        tuple(each for each in pairs if each[1] in met[each[0]]),
    )


def named_first(names: tuple[str, str], seed: str, round_number: int) -> tuple[str, str]:
    """Who of a pair is named first, by lot."""
    one, other = lots.drawn(seed, f"first of round {round_number}", names)
    return one, other


class Field:
    """The costs of all pairs of a round. Nodes are places of the table from 0; the node after the last is the ghost,
    if the number of teams is odd."""

    def __init__(
        self, contenders: Sequence[Contender], seed: str, round_number: int, fold: bool, own_teams_meet: bool
    ) -> None:
        self.contenders = contenders
        self.seed = seed
        self.round_number = round_number
        self.fold = fold
        self.own_teams_meet = own_teams_meet
        self.count = len(contenders)
        self.is_odd = self.count % 2 == 1
        scores = sorted({contender.points for contender in contenders}, reverse=True)
        self.group = [scores.index(contender.points) for contender in contenders]
        self.size = [self.group.count(number) for number in range(len(scores))]
        self.place = [self.group[:index].count(self.group[index]) for index in range(self.count)]
        if self.is_odd and all(contender.byes for contender in contenders):
            raise UserError(f"Swiss round {round_number}: every team has had its bye, and nobody gets two")

    def cheapest(self) -> list[Pair]:
        """The unique cheapest pairs. At first with new opponents only; above 512 teams only of near points."""
        groups = len(self.size)
        reaches = [NEAR, groups] if self.count > LARGE and groups > NEAR + 1 else [groups]
        for again in (False, True):
            for reach in reaches:
                found = cheapest(self.count + self.is_odd, self.costs(again, reach))
                if found is not None:
                    return found
        raise UserError(
            f"Swiss round {self.round_number}: the teams cannot be paired; expected teams of several owners, or"
            " `own_teams_meet = on`"
        )

    def costs(self, again: bool, reach: int) -> dict[Pair, int]:
        """The cost of each pair that is allowed."""
        units = self.levels().units
        found: dict[Pair, int] = {}
        for one, first in enumerate(self.contenders):
            met = Counter(first.met)
            for other in range(one + 1, self.count):
                if self.group[other] - self.group[one] > reach:
                    break
                second = self.contenders[other]
                meetings = met.get(second.team, 0)
                same_owner = first.owner == second.owner != ""
                if (meetings and not again) or (same_owner and not self.own_teams_meet):
                    continue
                found[one, other] = (
                    units[0] * meetings
                    + units[2] * (first.points - second.points) ** 2
                    + (units[3] if same_owner or first.club == second.club != "" else 0)
                    + (units[4] * self.from_fold(one, other) if self.fold else 0)
                    + lots.of_pair(self.seed, self.round_number, first.team, second.team)
                )
            if self.is_odd and not first.byes:
                found[one, self.count] = units[1] * (self.count - 1 - one)
        return found

    def levels(self) -> Levels:
        """The units of the six levels, from the largest value that each can have."""
        points = [contender.points for contender in self.contenders]
        meetings = max(len(contender.met) for contender in self.contenders)
        gap = (max(points) - min(points)) ** 2
        return Levels((meetings, self.count, gap, 1, self.count, (1 << lots.PAIR_BITS) - 1), (self.count + 1) // 2)

    def from_fold(self, one: int, other: int) -> int:
        """How far a pair is from the pair that the fold would make. Of two groups the last of the upper one meets the
        first of the lower one."""
        upper, lower = self.group[one], self.group[other]
        if upper == lower:
            return abs(self.place[other] - self.place[one] - self.size[upper] // 2)
        return self.size[upper] - 1 - self.place[one] + self.place[other]
