"""The balance report: who wins how often, with intervals.

Everything is counted over sides of played matches. A draw counts as half a win. Intervals are Wilson's, for 95 percent:
as long as one holds the even share, nothing speaks against balance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from dungeonbowl.dungeon.fairness import wilson
from dungeonbowl.league.competitions.options import CompetitionOptions
from dungeonbowl.league.competitions.ratings import is_rated
from dungeonbowl.league.competitions.standings import Counted, table
from dungeonbowl.league.competitions.words import Result

STEP: Final = 50_000  # gold between two classes of value gap
RATING_STEP: Final = 15  # points of rating, as arrangements count them (A-ARR-01)
MOST_STEPS: Final = 4
THOUSAND: Final = 1000


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A result with what is known of its sides: the roster of each team, and the petty cash that each was given. `step`
    is what lies between two classes of value gap: gold, or points where an edition rates teams."""

    result: Result
    rosters: tuple[str, ...] = ()
    petty_cash: tuple[int, ...] = ()
    step: int = STEP


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """How a kind of side has done. `even` is the share if nothing mattered: a half, or less with more teams."""

    what: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    even: float

    @property
    def stands_out(self) -> bool:
        """Whether chance alone hardly explains it."""
        return not self.low <= self.even <= self.high


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The shares of wins by roster, dungeon, first turn, value gap and petty cash."""

    matches: int
    by_roster: list[Share]
    by_dungeon: list[Share]  # of the first-named team
    by_turn: list[Share]
    by_value_gap: list[Share]
    by_petty_cash: list[Share]


class Count(msgspec.Struct):
    games: int = 0
    wins: int = 0
    draws: int = 0
    even: float = 0.0


Label = Callable[[Played, int], str]


def shares(played: Sequence[Played], label: Label) -> list[Share]:
    """The shares of all sides by a label; sides without one are left out."""
    counts: dict[str, Count] = {}
    for each in played:
        if not is_rated(each.result):
            continue
        for number, side in enumerate(each.result.sides):
            what = label(each, number)
            if not what:
                continue
            count = counts.setdefault(what, Count())
            count.games += 1
            count.wins += side.result == "won"
            count.draws += side.result == "drawn"
            count.even += 1 / len(each.result.sides)
    return [share_of(what, counts[what]) for what in sorted(counts, key=natural)]


def natural(what: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts the numbers in texts by their size.

    >>> sorted(["from 100k", "from 50k"], key=natural)
    ['from 50k', 'from 100k']
    """
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", what))


def share_of(what: str, count: Count) -> Share:
    halves = 2 * count.wins + count.draws
    # an interval for whole wins: two draws are one
    low, high = wilson(halves // 2, count.games) if halves % 2 == 0 else half_way(halves, count.games)
    return Share(
        what=what,
        games=count.games,
        wins=count.wins,
        draws=count.draws,
        losses=count.games - count.wins - count.draws,
        share=halves / 2 / count.games,
        low=low,
        high=high,
        even=count.even / count.games,
    )


def half_way(halves: int, games: int) -> tuple[float, float]:
    """The interval of an odd number of half wins lies between those of its neighbours."""
    below, above = wilson(halves // 2, games), wilson(halves // 2 + 1, games)
    return (below[0] + above[0]) / 2, (below[1] + above[1]) / 2


def roster_of(played: Played, side: int) -> str:
    return played.rosters[side] if side < len(played.rosters) else ""


def dungeon_of(played: Played, side: int) -> str:
    return played.result.dungeon if side == 0 else ""


def turn_of(played: Played, side: int) -> str:
    if not played.result.first:
        return ""
    return "first turn" if played.result.sides[side].team == played.result.first else "later turn"


def gap_of(played: Played, side: int) -> str:
    """The class of the value that a side had more than the other, at the lock."""
    sides = played.result.sides
    if len(sides) != 2 or not all(each.value for each in sides):
        return ""
    return class_of(sides[side].value - sides[1 - side].value, played.step)


def class_of(gap: int, step: int = STEP) -> str:
    """A class of gold or of points in words.

    >>> class_of(60_000), class_of(-10_000), class_of(900_000)
    ('50k to 100k more', 'less than 50k apart', '200k more or above')
    >>> class_of(-20, RATING_STEP)
    '15 to 30 less'
    """
    steps = abs(gap) // step
    if steps == 0:
        return f"less than {amount(step)} apart"
    if steps >= MOST_STEPS:
        most = amount(MOST_STEPS * step)
        return f"{most} more or above" if gap > 0 else f"{most} less or below"
    least, most = amount(steps * step), amount((steps + 1) * step)
    return f"{least} to {most} more" if gap > 0 else f"{least} to {most} less"


def amount(number: int) -> str:
    return f"{number // THOUSAND}k" if number >= THOUSAND else str(number)


def cash_of(played: Played, side: int) -> str:
    if len(played.petty_cash) != len(played.result.sides):
        return ""
    cash = played.petty_cash[side]
    if not cash:
        return "no petty cash"
    steps = min(cash // STEP, MOST_STEPS)
    return f"petty cash from {amount(steps * STEP)}"


def report(played: Sequence[Played]) -> Report:
    """The whole report."""
    return Report(
        matches=sum(is_rated(each.result) for each in played),
        by_roster=shares(played, roster_of),
        by_dungeon=shares(played, dungeon_of),
        by_turn=shares(played, turn_of),
        by_value_gap=shares(played, gap_of),
        by_petty_cash=shares(played, cash_of),
    )


def changed_places(
    names: Mapping[str, str], results: Sequence[Result], agreed: CompetitionOptions, other: CompetitionOptions
) -> dict[str, tuple[int, int]]:
    """Which places another option would have changed: for each team that would stand elsewhere, the place it has and
    the place it would have. Lots change nothing."""

    def places(options: CompetitionOptions) -> dict[str, int]:
        order = [key for key in options.tie_breaks if key != "lot"]
        rows = table(names, [Counted(result, options.scoring()) for result in results], order)
        return {row.team: row.place for row in rows}

    here, there = places(agreed), places(other)
    return {team: (here[team], there[team]) for team in names if here[team] != there[team]}
