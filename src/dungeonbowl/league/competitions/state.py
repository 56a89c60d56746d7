"""A competition as it is now: what the fold of its events gives."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.events import Prize
from dungeonbowl.league.competitions.formats import StageFormat
from dungeonbowl.league.competitions.options import CompetitionOptions, Season, read_season
from dungeonbowl.league.competitions.words import Entry, Fixture, Result


class Round(msgspec.Struct, kw_only=True):
    """A round of a stage, from 1."""

    number: int
    fixtures: list[str]
    byes: list[str] = []
    rests: list[str] = []
    absent: list[str] = []
    title: str = ""
    remark: str = ""
    opens: str = ""
    deadline: str = ""


class Stage(msgspec.Struct, kw_only=True):
    """A stage of a competition, from 1. `seeds` are the teams that began it, the best first; `teams` also has those
    that came later. `annulled` are teams whose results left the table, `joined` says when teams joined."""

    number: int
    format: StageFormat
    seeds: tuple[str, ...]
    teams: list[str]
    groups: dict[str, list[str]]
    seed: str = ""
    title: str = ""
    rounds: list[Round] = []
    lots: dict[str, int] = {}
    annulled: list[str] = []
    joined: dict[str, str] = {}
    places: tuple[tuple[str, ...], ...] = ()

    @property
    def is_finished(self) -> bool:
        return bool(self.places)

    def group_of(self, team: str) -> str:
        return next((name for name, teams in self.groups.items() if team in teams), "")


class Amendment(msgspec.Struct, frozen=True):
    """Options that changed from a round of a stage on."""

    options: str
    stage: int
    round: int
    reason: str


class Competition(msgspec.Struct, kw_only=True):
    """Everything that is known of a competition. `out` has the teams that take part no more, with the reason, `heirs`
    the teams that replaced others. `reports` are results of paper matches by fixture and team."""

    title: str = ""
    season: Season | None = None
    entries: dict[str, Entry] = {}
    out: dict[str, str] = {}
    left_at: dict[str, str] = {}
    heirs: dict[str, str] = {}
    stages: list[Stage] = []
    fixtures: dict[str, Fixture] = {}
    results: dict[str, Result] = {}
    given_up: dict[str, str] = {}  # walk-overs that follow from a withdrawal, with the team that withdrew
    reports: dict[str, dict[str, Result]] = {}
    amendments: list[Amendment] = []
    prizes: list[Prize] = []
    places: tuple[tuple[str, ...], ...] = ()

    @property
    def agreed(self) -> Season:
        """What the season has agreed on at its beginning."""
        if self.season is None:
            raise UserError("this competition has not been founded")
        return self.season

    def season_at(self, stage: int, round_number: int) -> Season:
        """What is agreed for a round: amendments count from their round on."""
        found = self.agreed
        for change in self.amendments:
            if (change.stage, change.round) <= (stage, round_number):
                found = read_season(change.options, found)
        return found

    def options_at(self, stage: int, round_number: int) -> CompetitionOptions:
        return self.season_at(stage, round_number).competition

    def stage(self, number: int) -> Stage:
        if not 1 <= number <= len(self.stages):
            raise UserError(f"there is no stage {number}")
        return self.stages[number - 1]

    def round(self, stage: int, number: int) -> Round:
        rounds = self.stage(stage).rounds
        if not 1 <= number <= len(rounds):
            raise UserError(f"stage {stage} has no round {number}")
        return rounds[number - 1]

    def fixture(self, name: str) -> Fixture:
        if name not in self.fixtures:
            raise UserError(f"there is no fixture {name!r}")
        return self.fixtures[name]

    def entry(self, team: str) -> Entry:
        if team not in self.entries:
            raise UserError(f"{team} takes no part in this competition")
        return self.entries[team]

    def name_of(self, team: str) -> str:
        return self.entries[team].title if team in self.entries else team

    def heir_of(self, team: str) -> str:
        """The team that plays in the place of another; the team itself if it was not replaced."""
        while team in self.heirs:
            team = self.heirs[team]
        return team

    def active(self) -> list[str]:
        """Teams that still take part."""
        return [team for team in self.entries if team not in self.out]

    def fixtures_of(self, stage: int) -> Iterator[Fixture]:
        """The fixtures of a stage, round by round."""
        for each in self.stage(stage).rounds:
            for name in each.fixtures:
                yield self.fixtures[name]

    def is_undecided(self, fixture: Fixture) -> bool:
        """Whether a knock-out was drawn, and nobody goes on yet."""
        result = self.results.get(fixture.id)
        return result is not None and not result.goes_on and result.how != "unplayed"
