"""League points: for a win, a draw, a loss, and by bonus lines (O-LEAGUE-02).

A bonus line is a text: `casualties>=3:+1`, `touchdowns>=2:+1`, `loss_by_one:+1`, `concede:-1`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.words import ON_THE_BOARD, Outcome, Result, SideResult

LINE: Final = re.compile(r"(?P<what>[a-z_]+)(?:>=(?P<least>\d{1,2}))?:(?P<points>[+-]\d{1,2})")
COUNTED: Final = ("casualties", "touchdowns")
PLAIN: Final = ("loss_by_one", "concede")
FORMS: Final = "casualties>=3:+1, touchdowns>=2:+1, loss_by_one:+1 or concede:-1"
CASUALTY_BONUS: Final = "casualties>=3:+1"


class Bonus(msgspec.Struct, frozen=True):
    """More points, or fewer, for a deed. `least` is 0 where nothing is counted."""

    what: str
    points: int
    least: int = 0

    def __str__(self) -> str:
        return f"{self.what}{f'>={self.least}' if self.least else ''}:{self.points:+d}"

    def fits(self, side: SideResult, result: Result) -> bool:
        """Whether a side of a played match has earned it."""
        if self.what == "casualties":
            return side.casualties >= self.least
        if self.what == "touchdowns":
            return side.score >= self.least
        if self.what == "concede":
            return side.conceded
        best = max((other.score for other in result.others(side.team)), default=0)
        return side.result == "lost" and not side.conceded and side.score == best - 1


class Scoring(msgspec.Struct, frozen=True):
    """What a result is worth in the table. With `places` a table of three or four teams gives points by touchdowns,
    the most first; teams that are level share the points of their places, rounded down (A-MULTI-05)."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bonus: tuple[Bonus, ...] = ()
    places: tuple[int, ...] = ()

    def of_outcome(self, outcome: Outcome) -> int:
        if outcome == "won":
            return self.win
        return self.draw if outcome == "drawn" else self.loss

    def of_bonus(self, side: SideResult, result: Result) -> int:
        """Bonus lines count where a match was played; a walk-over has none."""
        if result.how not in ON_THE_BOARD:
            return 0
        return sum(line.points for line in self.bonus if line.fits(side, result))

    def of_side(self, side: SideResult, result: Result) -> int:
        """The league points of one side, bonus lines left out. Who did not come to a match earns nothing by it."""
        if result.how == "unplayed" and side.result == "lost":
            return 0
        if self.places and len(result.sides) > 2 and result.how in ON_THE_BOARD:
            return self.of_place(side, result)
        return self.of_outcome(side.result)

    def of_place(self, side: SideResult, result: Result) -> int:
        if all(each.result == "lost" for each in result.sides):
            return 0  # the monsters have won
        worth = [*self.places, *[0] * len(result.sides)]
        before = sum(rank_of(each) > rank_of(side) for each in result.sides)
        level = sum(rank_of(each) == rank_of(side) for each in result.sides)
        return sum(worth[before : before + level]) // level


def rank_of(side: SideResult) -> tuple[bool, int]:
    """Who conceded stands behind those who played on; then touchdowns decide."""
    return not side.conceded, side.score


def read_bonus(text: str) -> Bonus:
    """A bonus line from its text.

    >>> read_bonus("casualties>=3:+1")
    Bonus(what='casualties', points=1, least=3)
    """
    found = LINE.fullmatch(text)
    if found is None or found["what"] not in (*COUNTED, *PLAIN):
        raise UserError(f"bonus {text!r}: expected {FORMS}")
    if (found["what"] in COUNTED) != bool(found["least"]):
        raise UserError(f"bonus {text!r}: expected {FORMS}")
    if found["least"] and int(found["least"]) < 1:
        raise UserError(f"bonus {text!r}: expected a number from 1 up behind >=")
    return Bonus(found["what"], int(found["points"]), int(found["least"] or 0))


def read_bonuses(texts: Sequence[str]) -> tuple[Bonus, ...]:
    return tuple(read_bonus(text) for text in texts)
