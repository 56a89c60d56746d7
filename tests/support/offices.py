"""An office for tests: a clock that is set by hand, chances that follow from a seed, and leagues of ready teams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from dungeonbowl.editions import name_of
from dungeonbowl.league.chain import RULES, Actor
from dungeonbowl.league.manager import Assistant, Manager
from dungeonbowl.league.office.chance import seeded
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.rebuilding import differences
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.store import Store
from dungeonbowl.league.office.views import FixtureLine, FixtureView, MatchOrder
from dungeonbowl.teams.ready import ready_ids, ready_team

COACHES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal")
ONE_MATCH = "stages = round_robin(meetings=1,house_rule=on)"


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


class Club:
    """A league with its office. `club.teams` are the ids of its teams in the order they entered."""

    def __init__(
        self,
        edition: str = "official",
        teams: int = 4,
        options: str = "",
        preset: str = "book",
        store: Store | None = None,
        seed: str = "seed",
        start: bool = True,
    ) -> None:
        self.clock = Clock()
        self.office = Office(store or MemoryStore(), self.clock, seeded(seed))
        self.league = self.office.leagues.found("The Cellar", COMMISSIONER, preset, edition, options)
        book = name_of(edition)
        self.teams = [
            self.office.teams.enter(self.league, ready_team(identity, book), COMMISSIONER, coach)
            for identity, coach in zip(distinct(ready_ids(book), teams), COACHES, strict=False)
        ]
        if start:
            self.office.seasons.start(self.league, COMMISSIONER)

    @property
    def competition(self) -> str:
        return self.office.leagues.state(self.league).season.main

    def fixture(self, name: str) -> str:
        return f"{self.competition}.{name}"

    def open_fixtures(self) -> list[FixtureLine]:
        return [line for line in self.office.competitions.schedule(self.competition) if line.state == "open"]

    def lock(self, name: str) -> MatchOrder:
        return self.office.fixtures.lock(self.fixture(name), COMMISSIONER)

    def play(self, name: str, *scores: int, casualties: Sequence[int] = ()) -> FixtureView:
        """A plain result; the aftermaths stay open."""
        return self.office.fixtures.result(self.fixture(name), scores or (1, 0), COMMISSIONER, casualties)

    def settle(self, name: str, *scores: int, manager: Manager | None = None) -> str:
        """A plain result and both aftermaths. Returns the match."""
        view = self.play(name, *scores)
        self.close(view.fixture.match, (side.team for side in view.fixture.sides), manager)
        return view.fixture.match

    def close(self, match: str, teams: Iterable[str], manager: Manager | None = None) -> None:
        for team in teams:
            if self.office.aftermaths.open_of(team) == match:
                self.office.aftermaths.manage(match, team, manager or Assistant(), RULES)

    def coach(self, team: str) -> Actor:
        return Actor("coach", self.office.teams.kept(team).owner)

    def name(self, team: str) -> str:
        return self.office.teams.kept(team).team.name

    def rebuilt(self) -> list[str]:
        """The tables whose rows are not what the logs make."""
        return [table for table, _ in differences(self.office, self.league)]


def distinct(names: Sequence[str], count: int) -> list[str]:
    """Ready teams of different rosters first."""
    by_roster: dict[str, str] = {}
    for name in names:
        by_roster.setdefault(name.rpartition("-")[0], name)
    found = [*by_roster.values(), *(name for name in names if name not in by_roster.values())]
    return found[:count]
