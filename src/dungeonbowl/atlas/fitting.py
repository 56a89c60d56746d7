"""How strong rosters are, from the matches of an atlas: Bradley and Terry's model, with shrinkage.

The logarithm of the odds that the side at home wins is a sum: the strength of its roster less that of the other, what
this pair adds, what the dungeon adds to each roster, the first turn, the end zone, and what one side has more of
(re-rolls, skills, gold). Draws are half a win. Strengths, pairs and rosters in a dungeon are drawn from normal
distributions around zero. How wide each of the three is, the matches themselves say (empirical Bayes): where there are
few matches, or nothing to see, the estimates stay near zero, so that a small sample does not shout. Intervals are those
of the curvature at the best fit (Laplace's approximation), 95 % wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import combinations
from math import exp
from typing import Any, Final

import msgspec

from dungeonbowl.atlas.playing import Bout, Told
from dungeonbowl.languages import mark

WIDE: Final = 10.0  # the spread of what is not shrunk, as logarithms of odds
NARROWEST: Final = 0.01
ROUNDS: Final = 60
CLOSE: Final = 0.01  # a spread that changes by less is found
LOPSIDED: Final = 0.05  # how much longer one half of an interval is than the other, before both ends are told
WIDTH_95: Final = 1.959964
EFFECTS: Final = mark(("first turn", "end zone A", "re-roll", "skill", "50,000 of gold"))


class Estimate(msgspec.Struct, frozen=True, array_like=True):
    """A chance to win with its interval."""

    chance: float
    low: float
    high: float

    def turned(self) -> Estimate:
        """The same seen by the other side."""
        return Estimate(*(round(1.0 - each, 4) for each in (self.chance, self.high, self.low)))

    @property
    def words(self) -> str:
        """`47 % ± 3`; where so few matches speak that the interval is lopsided, as it is: `96 % (30-100)`."""
        if abs(self.high + self.low - 2 * self.chance) > LOPSIDED:
            return f"{100 * self.chance:.0f} % ({100 * self.low:.0f}-{100 * self.high:.0f})"
        return f"{100 * self.chance:.0f} % ± {50 * (self.high - self.low):.0f}"


class Model:
    """The unknowns of an atlas by their place in the vector, and which group each belongs to."""

    def __init__(self, rosters: Sequence[str], dungeons: Sequence[str]) -> None:
        self.rosters = list(rosters)
        self.dungeons = list(dungeons)
        self.pairs = list(combinations(self.rosters, 2))
        self.at: dict[tuple[str, ...], int] = {("roster", name): place for place, name in enumerate(self.rosters)}
        for pair in self.pairs:
            self.at["pair", *pair] = len(self.at)
        for name in self.rosters:
            for dungeon in self.dungeons:
                self.at["here", name, dungeon] = len(self.at)
        for effect in EFFECTS:
            self.at["effect", effect] = len(self.at)

    def groups(self) -> dict[str, list[int]]:
        """The places of each group whose spread is estimated."""
        found: dict[str, list[int]] = {"roster": [], "pair": [], "here": []}
        for key, place in self.at.items():
            if key[0] in found:
                found[key[0]].append(place)
        return found

    def meeting(self, one: str, two: str, dungeon: str = "") -> dict[int, float]:
        """What counts when two rosters meet, seen by the first; without a dungeon, in those of the atlas on average."""
        if one == two:
            return {}
        if not dungeon:
            return mean_of([self.meeting(one, two, each) for each in self.dungeons])
        row = {self.at["roster", one]: 1.0, self.at["roster", two]: -1.0}
        if ("pair", one, two) in self.at:
            row[self.at["pair", one, two]] = 1.0
        else:
            row[self.at["pair", two, one]] = -1.0
        row[self.at["here", one, dungeon]] = 1.0
        row[self.at["here", two, dungeon]] = -1.0
        return row

    def against_others(self, roster: str, dungeon: str = "") -> dict[int, float]:
        """What counts when a roster meets the others, on average. Only differences of strengths can be known: how
        strong all are together is no question that matches answer, and must not widen an interval."""
        return mean_of([self.meeting(roster, other, dungeon) for other in self.rosters if other != roster])

    def row(self, bout: Bout, told: Told) -> dict[int, float]:
        """What counts in one match, seen by the side at home."""
        row = self.meeting(*bout.sides, bout.dungeon)
        values = (sign(told.first), sign(told.zone_a), told.rerolls, told.skills, told.gold)
        for effect, value in zip(EFFECTS, values, strict=True):
            row[self.at["effect", effect]] = float(value)
        return row


def mean_of(rows: Sequence[dict[int, float]]) -> dict[int, float]:
    """The mean of what counts in several matches."""
    found: dict[int, float] = {}
    for row in rows:
        for place, weight in row.items():
            found[place] = found.get(place, 0.0) + weight / len(rows)
    return found


def sign(mine: bool) -> float:
    """What one of the two sides has: this one, or the other."""
    return 1.0 if mine else -1.0


class Fit:
    """The unknowns as they are most likely, with their covariance and the spreads of the groups."""

    def __init__(self, model: Model, best: Any, covariance: Any, spreads: dict[str, float]) -> None:
        self.model = model
        self.best = best
        self.covariance = covariance
        self.spreads = spreads

    def logit(self, row: dict[int, float]) -> tuple[float, float]:
        """The logarithm of the odds, and how sure it is (a standard deviation)."""
        places = list(row)
        weights = list(row.values())
        mean = sum(weight * float(self.best[place]) for place, weight in row.items())
        part = self.covariance[places][:, places] if places else None
        variance = 0.0 if part is None else float(weights @ part @ weights)
        return mean, max(0.0, variance) ** 0.5

    def chance(self, row: dict[int, float]) -> Estimate:
        mean, deviation = self.logit(row)
        return Estimate(*(round(odds(mean + way * WIDTH_95 * deviation), 4) for way in (0, -1, 1)))

    def effect(self, name: str) -> Estimate:
        """The chance of a side that has this and is the equal of the other in all else."""
        return self.chance({self.model.at["effect", name]: 1.0})


def odds(logit: float) -> float:
    return 1.0 / (1.0 + exp(-logit))


def fit(model: Model, bouts: Sequence[Bout], told: Sequence[Told]) -> Fit:
    """Fit a model to matches."""
    numpy = import_module("numpy")
    design = numpy.zeros((len(bouts), len(model.at)))
    for number, (bout, each) in enumerate(zip(bouts, told, strict=True)):
        for place, value in model.row(bout, each).items():
            design[number, place] = value
    points = numpy.array([each.points for each in told])
    groups = model.groups()
    spreads = dict.fromkeys(groups, 0.3)
    best = numpy.zeros(len(model.at))
    pull = numpy.full(len(model.at), WIDE**-2)
    for _ in range(ROUNDS):
        before = dict(spreads)
        for name, places in groups.items():
            pull[places] = spreads[name] ** -2
        best, covariance = most_likely(numpy, design, points, pull, best, steps=2)
        for name, places in groups.items():  # the expected square of what is drawn from the group
            square = (best[places] ** 2 + covariance.diagonal()[places]).mean() if places else 0.0
            spreads[name] = max(NARROWEST, float(square) ** 0.5)
        if all(abs(spreads[name] - before[name]) < CLOSE * before[name] for name in spreads):
            break
    best, covariance = most_likely(numpy, design, points, pull, best)
    return Fit(model, best, covariance, {name: round(value, 4) for name, value in spreads.items()})


def most_likely(numpy: Any, design: Any, points: Any, pull: Any, start: Any, steps: int = 50) -> tuple[Any, Any]:
    """The best fit by Newton's method, and the inverse of the curvature there."""
    best = start
    for _ in range(steps):
        chances = 1.0 / (1.0 + numpy.exp(-design @ best))
        slope = design.T @ (points - chances) - pull * best
        curvature = (design * (chances * (1.0 - chances))[:, None]).T @ design + numpy.diag(pull)
        step = numpy.linalg.solve(curvature, slope)
        best = best + step
        if abs(step).max() < 1e-8:
            break
    return best, numpy.linalg.inv(curvature)
