"""Ratings of teams, by the model of Plackett and Luce (openskill, extra `league`): two to four teams, draws included.

A rating is a mean and a doubt. Ratings are rebuilt from the results in the order of time, so that a corrected result
corrects every rating after it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Final

import msgspec

from dungeonbowl.errors import MissingExtra
from dungeonbowl.league.competitions.scoring import rank_of
from dungeonbowl.league.competitions.words import ON_THE_BOARD, Result

MEAN: Final = 25.0
DOUBT: Final = MEAN / 3
LUCK: Final = MEAN / 6  # how much a performance varies from match to match (openskill's beta)
SURE: Final = 3  # doubts that are taken off for the order of a ladder


class Rating(msgspec.Struct, frozen=True):
    """How good a team is, as far as results tell."""

    mean: float = MEAN
    doubt: float = DOUBT
    games: int = 0

    @property
    def ordinal(self) -> float:
        """What a team is at least: the order of a ladder by rating."""
        return self.mean - SURE * self.doubt


def model() -> Any:
    """The model of openskill."""
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        raise MissingExtra("ratings need openskill: pip install 'dungeonbowl[league]'") from None
    return PlackettLuce(mu=MEAN, sigma=DOUBT, beta=LUCK)


def is_rated(result: Result) -> bool:
    """Matches count that were played, to their end or until somebody gave up; nothing else does."""
    return result.how in ON_THE_BOARD and len(result.sides) > 1


def ranks_of(result: Result) -> list[int]:
    """The rank of each side, from 0: the winner, then the others by touchdowns, who conceded last. Two teams of a draw
    are level."""
    if len(result.sides) == 2:
        return [0 if side.result != "lost" else 1 for side in result.sides]
    keys = [(side.result == "lost", tuple(-int(part) for part in rank_of(side))) for side in result.sides]
    order = sorted(set(keys))
    return [order.index(key) for key in keys]


def rebuilt(results: Iterable[Result], before: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """The ratings after some results, which are given in the order of time."""
    maker = model()
    found: dict[str, Any] = {}
    games: dict[str, int] = {}
    for team, rating in (before or {}).items():
        found[team] = maker.rating(mu=rating.mean, sigma=rating.doubt)
        games[team] = rating.games
    for result in results:
        if not is_rated(result):
            continue
        teams = [side.team for side in result.sides]
        for team in teams:
            if team not in found:
                found[team] = maker.rating()
                games[team] = 0
        rated = maker.rate([[found[team]] for team in teams], ranks=ranks_of(result))
        for team, (new,) in zip(teams, rated, strict=True):
            found[team] = new
            games[team] += 1
    return {team: Rating(each.mu, each.sigma, games[team]) for team, each in found.items()}


def chance(one: Rating, other: Rating) -> float:
    """The chance that a team does better than another, draws left out.

    >>> chance(Rating(25), Rating(25))
    0.5
    """
    spread = math.sqrt(2 * LUCK**2 + one.doubt**2 + other.doubt**2)
    return NormalDist().cdf((one.mean - other.mean) / spread)


def by_rating(ratings: Mapping[str, Rating]) -> list[str]:
    """The order of a ladder by rating."""
    return sorted(ratings, key=lambda team: (-ratings[team].ordinal, team))


def performance(team: str, results: Iterable[Result], ratings: Mapping[str, Rating]) -> Fraction:
    """How a team has done against the ratings of its opponents: one point for a win and a half for a draw, less what
    was to be expected. In thousandths, so that tables compare whole numbers."""
    found = 0.0
    for result in results:
        side = result.of(team)
        if side is None or not is_rated(result):
            continue
        own = ranks_of(result)[[each.team for each in result.sides].index(team)]
        for other, rank in zip(result.sides, ranks_of(result), strict=True):
            if other.team != team:
                got = 1.0 if own < rank else 0.5 if own == rank else 0.0
                found += got - chance(ratings.get(team, Rating()), ratings.get(other.team, Rating()))
    return Fraction(round(found * 1000), 1000)
