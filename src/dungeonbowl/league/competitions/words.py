"""What a competition speaks of: entries, fixtures and results."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import listed

Outcome = Literal["won", "drawn", "lost"]
Provenance = Literal["proven", "replayed", "reported", "corrected"]
How = Literal["played", "distance", "conceded", "adjudged", "walkover", "unplayed", "bye"]
State = Literal["planned", "open", "running", "disputed", "over"]

FEWEST_SIDES: Final = 2
MOST_SIDES: Final = 4
ON_THE_BOARD: Final[tuple[How, ...]] = ("played", "distance", "conceded", "adjudged")  # a match was at least begun


class Entry(msgspec.Struct, frozen=True):
    """A team that takes part. Teams with a `seed` stand before those without one (0), the smallest first. `owner` and
    `club` are compared with those of others only."""

    team: str
    name: str = ""
    seed: int = 0
    owner: str = ""
    club: str = ""
    roster: str = ""
    division: str = ""

    @property
    def title(self) -> str:
        return self.name or self.team


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """Two to four teams that are to play, the first-named first. `round` and `stage` count from 1; a friendly has stage
    0. Times are texts in UTC, such as `2026-03-01T20:00:00Z`, or empty."""

    id: str
    stage: int = 0
    round: int = 0
    sides: tuple[str, ...]
    group: str = ""
    title: str = ""  # such as "final"
    state: State = "planned"
    opens: str = ""
    deadline: str = ""
    agreed: str = ""
    offers: tuple[tuple[str, str], ...] = ()  # a team and a time that it offered
    extended: bool = False
    table: int = 0
    slot: int = -1  # its place in a bracket
    match: str = ""  # the id of the match, once it has begun

    def __post_init__(self) -> None:
        if not FEWEST_SIDES <= len(self.sides) <= MOST_SIDES or len(set(self.sides)) < len(self.sides):
            raise UserError(f"fixture {self.id}: expected two to four different teams, found {', '.join(self.sides)}")

    @property
    def is_friendly(self) -> bool:
        return self.stage == 0

    def offered(self, team: str) -> int:
        """How many times a team has offered."""
        return len({time for who, time in self.offers if who == team})


class SideResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a fixture brought one team. `casualties` are those that earned points (O-SPP-03); `value` is the team's
    value when it was locked for the match."""

    team: str
    result: Outcome
    score: int = 0
    casualties: int = 0
    value: int = 0
    conceded: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a fixture ended. `through` is the team that goes on where a drawn knock-out was decided otherwise."""

    fixture: str
    sides: tuple[SideResult, ...]
    how: How = "played"
    provenance: Provenance = "reported"
    ended: str = ""
    through: str = ""
    dungeon: str = ""
    first: str = ""  # the team that had the first turn

    def __post_init__(self) -> None:
        winners = [side for side in self.sides if side.result == "won"]
        if len(winners) > 1:
            raise UserError(f"result of {self.fixture}: expected one winner, found {len(winners)}")
        if winners and any(side.result == "drawn" for side in self.sides):
            raise UserError(f"result of {self.fixture}: expected a winner or a draw, found both")
        if [side for side in self.sides if side.result == "drawn"] and not self.drawn_makes_sense():
            raise UserError(f"result of {self.fixture}: a draw is between two teams or more")
        for side in self.sides:
            if side.score < 0 or side.casualties < 0:
                raise UserError(f"result of {self.fixture}: expected no number below 0")

    def drawn_makes_sense(self) -> bool:
        return self.how == "bye" or sum(side.result == "drawn" for side in self.sides) > 1

    @property
    def winner(self) -> str:
        """The team that has won; empty after a draw, or if everybody was beaten."""
        for side in self.sides:
            if side.result == "won":
                return side.team
        return ""

    @property
    def goes_on(self) -> str:
        """The team that goes on in a knock-out; empty if that is not decided, or nobody does."""
        return self.winner or self.through

    def of(self, team: str) -> SideResult | None:
        for side in self.sides:
            if side.team == team:
                return side
        return None

    def others(self, team: str) -> tuple[SideResult, ...]:
        return tuple(side for side in self.sides if side.team != team)


def joined(names: list[str]) -> str:
    """Names as a list for people.

    >>> joined(["points", "touchdowns", "casualties"])
    'points, touchdowns and casualties'
    """
    return listed([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
