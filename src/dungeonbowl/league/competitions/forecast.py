"""The season foretold: the rest of the schedule played many times from ratings.

In each trial every team has a strength, drawn from its rating; it stays the same for the whole trial, because a team
whose rating is wrong is wrong in all its matches. Then each match is a trial of strength and luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist, fmean
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import lots
from dungeonbowl.league.competitions.formats import KnockOut
from dungeonbowl.league.competitions.knock_out import bracket, fill, next_round, places
from dungeonbowl.league.competitions.ratings import LUCK, Rating, chance, is_rated, rebuilt
from dungeonbowl.league.competitions.scoring import Scoring
from dungeonbowl.league.competitions.standings import Row
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.tables import qualifiers, stage_tables
from dungeonbowl.league.competitions.words import Fixture, Result

MOST_TRIALS: Final = 1_000_000
WEIGHT: Final = 6  # usual matches that are added to those that were played
Numbers = NDArray[np.float64]


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What matches are like, from past ones: the share of draws, the touchdowns of a winner, casualties of a side."""

    draws: float = 0.1
    touchdowns: int = 1
    casualties: float = 1.0


USUAL: Final = Scoring()
MATCHES: Final = Expected()


class Odds(msgspec.Struct, frozen=True):
    """The chances of a fixture of two teams."""

    first: float
    draw: float
    second: float


class Chances(msgspec.Struct, frozen=True):
    """What a team can hope for: the chance of each place of the table, from the first, its mean points at the end, and
    the chance to win the play-offs."""

    team: str
    places: tuple[float, ...]
    points: float
    title: float = 0.0


class Samples(msgspec.Struct, frozen=True):
    """Results of a fixture of two teams that were tried out: for each trial who won, touchdowns and casualties."""

    won: list[tuple[bool, bool]]
    scores: list[tuple[int, int]]
    casualties: list[tuple[int, int]]

    @property
    def odds(self) -> Odds:
        count = len(self.won)
        first, second = (sum(each[side] for each in self.won) / count for side in (0, 1))
        return Odds(first, 1 - first - second, second)


def odds(one: Rating, other: Rating, draws: float = 0.1) -> Odds:
    """The chances of a match. Draws are likelier between equals: `draws` is the share between two of the same strength.

    >>> odds(Rating(25), Rating(25), draws=0.2)
    Odds(first=0.4, draw=0.2, second=0.4)
    """
    wins = chance(one, other)
    draw = draws * 4 * wins * (1 - wins)
    return Odds(wins * (1 - draw), draw, (1 - wins) * (1 - draw))


def foretell(
    rows: Sequence[Row],
    open_fixtures: Sequence[Fixture],
    ratings: Mapping[str, Rating],
    order: Sequence[str],
    *,
    scoring: Scoring = USUAL,
    expected: Expected = MATCHES,
    trials: int = 2000,
    seed: str = "forecast",
    qualify: int = 0,
    samples: Mapping[str, Samples] | None = None,
) -> list[Chances]:
    """The chances of every team of a table, in its order. The fixtures that are left are of two teams. With `qualify`
    the best so many of each trial then play a bracket. `samples` has results of matches that were tried out, by
    fixture: a trial takes one of them, instead of one that ratings give.

    Keys of the order that matches of a trial can tell count (points, wins, touchdowns, casualties); the rest is by lot.
    """
    teams = [row.team for row in rows if not row.out]
    if not teams or not 1 <= trials <= MOST_TRIALS:
        raise UserError(f"forecast: expected a table and from 1 to {MOST_TRIALS} trials, found {trials}")
    for fixture in open_fixtures:
        if len(fixture.sides) != 2:
            raise UserError(f"forecast: {fixture.id} has {len(fixture.sides)} teams; expected two")
    random = np.random.default_rng(lots.number(seed, "forecast"))
    strength = drawn_strength(teams, ratings, trials, random)
    tally = Tally([row for row in rows if not row.out], trials)
    for fixture in open_fixtures:
        if not all(team in tally.index for team in fixture.sides):
            continue
        tried = (samples or {}).get(fixture.id)
        if tried is None:
            tally.play(fixture, strength, scoring, expected, random)
        else:
            drawn = random.integers(0, len(tried.won), trials)
            tally.add(
                fixture,
                np.array(tried.won)[drawn],
                np.array(tried.scores, float)[drawn],
                np.array(tried.casualties, float)[drawn],
                scoring,
            )
    ranked = tally.places(order, random)
    titles = bracket_titles(ranked, strength, qualify, random) if qualify > 1 else np.zeros(len(teams))
    return [
        Chances(
            team,
            tuple(float(share) for share in np.bincount(ranked[:, number], minlength=len(teams)) / trials),
            float(tally.numbers["points"][:, number].mean()),
            float(titles[number]),
        )
        for number, team in enumerate(teams)
    ]


def drawn_strength(
    teams: Sequence[str], ratings: Mapping[str, Rating], trials: int, random: np.random.Generator
) -> Numbers:
    means = np.array([ratings.get(team, Rating()).mean for team in teams])
    doubts = np.array([ratings.get(team, Rating()).doubt for team in teams])
    return means + doubts * random.standard_normal((trials, len(teams)))


def even_margin(draws: float) -> float:
    """How near two performances must be for a draw, so that equals draw with this chance."""
    return NormalDist().inv_cdf((1 + min(draws, 0.99)) / 2) * LUCK * 2**0.5


class Tally:
    """The tables of all trials: for each figure an array of trials and teams."""

    FIGURES: Final = ("points", "wins", "td_for", "td_against", "cas_for", "cas_against")

    def __init__(self, rows: Sequence[Row], trials: int) -> None:
        self.index = {row.team: number for number, row in enumerate(rows)}
        begun = {
            "points": [row.points for row in rows],
            "wins": [row.won for row in rows],
            "td_for": [row.td_for for row in rows],
            "td_against": [row.td_against for row in rows],
            "cas_for": [row.cas_for for row in rows],
            "cas_against": [row.cas_against for row in rows],
        }
        self.numbers: dict[str, Numbers] = {
            key: np.tile(np.array(begun[key], float), (trials, 1)) for key in self.FIGURES
        }

    def play(
        self, fixture: Fixture, strength: Numbers, scoring: Scoring, expected: Expected, random: np.random.Generator
    ) -> None:
        """One fixture in every trial."""
        one, other = (self.index[team] for team in fixture.sides)
        trials = len(strength)
        gap = strength[:, one] - strength[:, other] + LUCK * 2**0.5 * random.standard_normal(trials)
        margin = even_margin(expected.draws)
        won = np.stack((gap > margin, gap < -margin), axis=1)
        harm = random.poisson(expected.casualties, (trials, 2)).astype(float)
        self.add(fixture, won, won.astype(np.float64) * expected.touchdowns, harm, scoring)

    def add(self, fixture: Fixture, won: NDArray[np.bool_], scores: Numbers, harm: Numbers, scoring: Scoring) -> None:
        """The results of a fixture in all trials: who won, touchdowns and casualties, a column for each side."""
        lost = won[:, ::-1]
        bonus = np.zeros(won.shape)
        for line in scoring.bonus:
            if line.what == "casualties":
                bonus += line.points * (harm >= line.least)
            elif line.what == "touchdowns":
                bonus += line.points * (scores >= line.least)
            elif line.what == "loss_by_one":
                bonus += line.points * (lost & (scores[:, ::-1] - scores <= 1))
        worth = np.where(won, scoring.win, np.where(lost, scoring.loss, scoring.draw)) + bonus
        one, other = (self.index[team] for team in fixture.sides)
        for here, there, side in ((one, other, 0), (other, one, 1)):
            self.numbers["points"][:, here] += worth[:, side]
            self.numbers["wins"][:, here] += won[:, side]
            self.numbers["td_for"][:, here] += scores[:, side]
            self.numbers["td_against"][:, there] += scores[:, side]
            self.numbers["cas_for"][:, here] += harm[:, side]
            self.numbers["cas_against"][:, there] += harm[:, side]

    def places(self, order: Sequence[str], random: np.random.Generator) -> NDArray[np.int64]:
        """The place of each team in every trial, from 0."""
        numbers = self.numbers
        keys = {
            **numbers,
            "td_against": -numbers["td_against"],
            "td_diff": numbers["td_for"] - numbers["td_against"],
            "cas_diff": numbers["cas_for"] - numbers["cas_against"],
            "td+cas": numbers["td_for"] + numbers["cas_for"],
        }
        used = [keys[key] for key in order if key in keys] + [random.random(numbers["points"].shape)]
        # the last array is the most important one for numpy, and the smallest comes first
        ranked = np.lexsort([-array for array in reversed(used)], axis=1)
        return np.argsort(ranked, axis=1)


def bracket_titles(
    places: NDArray[np.int64], strength: Numbers, qualify: int, random: np.random.Generator
) -> NDArray[np.float64]:
    """How often each team wins a bracket of the best. A match that ends level is decided by the roll-off, evenly."""
    trials, count = places.shape
    seeds = np.argsort(places, axis=1)[:, : min(qualify, count)]
    slots = bracket(seeds.shape[1], third_place=False)
    wins = np.zeros(count)
    luck = random.standard_normal((trials, len(slots))) * LUCK * 2**0.5
    for trial in range(trials):
        decided: dict[int, str] = {}
        names = [str(number) for number in seeds[trial]]
        while True:
            filled = fill(slots, names, decided)
            if not next_round(slots, filled):
                break
            for each in filled:
                if each.winner is None and each.is_match:
                    one, other = each.teams
                    gap = strength[trial, int(one or 0)] - strength[trial, int(other or 0)] + luck[trial, each.slot]
                    decided[each.slot] = (one if gap > 0 else other) or ""
        wins[int(filled[-1].winner or 0)] += 1
    shares: Numbers = wins / trials
    return shares


def expected_from(results: Sequence[Result]) -> Expected:
    """What matches of two teams were like so far. A few usual matches are added, so that the first do not decide."""
    played = [result for result in results if is_rated(result) and len(result.sides) == 2]
    usual = [MATCHES.draws] * WEIGHT
    won = [side.score for result in played for side in result.sides if side.result == "won"]
    harm = [side.casualties for result in played for side in result.sides]
    return Expected(
        draws=fmean([*usual, *(not result.winner for result in played)]),
        touchdowns=max(1, round(fmean([*[MATCHES.touchdowns] * WEIGHT, *won]))),
        casualties=fmean([*[MATCHES.casualties] * WEIGHT, *harm]),
    )


def foretell_stage(
    competition: Competition,
    number: int,
    ratings: Mapping[str, Rating],
    trials: int = 2000,
    seed: str = "forecast",
    samples: Mapping[str, Samples] | None = None,
) -> dict[str, list[Chances]]:
    """The chances in a stage whose fixtures are all known, by group: places, and the title if a knock-out follows and
    there is one group. Bonus lines and tie-breaks are those of the stage."""
    stage = competition.stage(number)
    season = competition.season_at(number, max(1, len(stage.rounds)))
    expected = expected_from(list(competition.results.values()))
    tables = stage_tables(competition, number)
    qualify = qualifiers(competition, number)
    left = [fixture for fixture in competition.fixtures_of(number) if fixture.state != "over"]
    return {
        name: foretell(
            rows,
            left,
            ratings,
            season.competition.order(stage.format),
            scoring=season.competition.scoring(stage.format, season.league.casualty_bonus),
            expected=expected,
            trials=trials,
            seed=f"{seed}\n{name}",
            qualify=qualify,
            samples=samples,
        )
        for name, rows in tables.items()
    }


def brier(forecasts: Sequence[tuple[Odds, Result]]) -> float:
    """How good forecasts were: 0 for one who knew everything, 2 for one who was sure of the wrong result each time. One
    who gave each of three results the same chance has two thirds."""
    if not forecasts:
        raise UserError("Brier score: expected at least one forecast")
    total = 0.0
    for told, result in forecasts:
        came = [side.result == "won" for side in result.sides]
        happened = (came[0], not any(came), came[1])
        total += sum(
            (share - hit) ** 2 for share, hit in zip((told.first, told.draw, told.second), happened, strict=True)
        )
    return total / len(forecasts)


def bracket_chances(
    competition: Competition, number: int, ratings: Mapping[str, Rating], trials: int = 2000, seed: str = "forecast"
) -> list[Chances]:
    """The chances in a knock-out that is under way: of each place, and of the title. A match that is over stands."""
    stage = competition.stage(number)
    assert isinstance(stage.format, KnockOut)
    slots = bracket(len(stage.seeds), stage.format.third_place, stage.format.second_life)
    stands = {
        fixture.slot: competition.results[fixture.id].goes_on
        for fixture in competition.fixtures_of(number)
        if fixture.id in competition.results and competition.results[fixture.id].goes_on
    }
    random = np.random.default_rng(lots.number(seed, "bracket"))
    teams = list(stage.seeds)
    strength = drawn_strength(teams, ratings, trials, random)
    index = {team: place for place, team in enumerate(teams)}
    luck = random.standard_normal((trials, len(slots))) * LUCK * 2**0.5
    counts = np.zeros((len(teams), len(teams)))
    for trial in range(trials):
        decided = dict(stands)
        while True:
            filled = fill(slots, teams, decided)
            if not next_round(slots, filled):
                break
            for each in filled:
                if each.winner is None and each.is_match:
                    one, other = (str(team) for team in each.teams)
                    gap = strength[trial, index[one]] - strength[trial, index[other]] + luck[trial, each.slot]
                    decided[each.slot] = one if gap > 0 else other
        place = 0
        for together in places(slots, filled, teams):
            for team in together:
                counts[index[team], place : place + len(together)] += 1 / len(together)
            place += len(together)
    shares = counts / trials
    return [
        Chances(team, tuple(float(share) for share in shares[n]), 0.0, float(shares[n][0]))
        for n, team in enumerate(teams)
    ]


def told_before(results: Sequence[Result], draws: float = MATCHES.draws) -> list[tuple[Odds, Result]]:
    """What ratings would have said of each match of two teams before it, in the order of time: for `brier`."""
    ratings: dict[str, Rating] = {}
    found: list[tuple[Odds, Result]] = []
    for result in results:
        if is_rated(result) and len(result.sides) == 2:
            one, other = (ratings.get(side.team, Rating()) for side in result.sides)
            found.append((odds(one, other, draws), result))
        ratings = rebuilt([result], ratings)
    return found
