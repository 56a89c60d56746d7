"""What a club day shows: the room with its tables, and the page of one coach. It all follows from its competition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.league.competitions.formats import Swiss
from dungeonbowl.league.competitions.honours import BEST_OF, honour_said
from dungeonbowl.league.competitions.options import Season
from dungeonbowl.league.competitions.state import Competition, Round, Stage
from dungeonbowl.league.competitions.swiss import usual_rounds
from dungeonbowl.league.competitions.tables import out_said
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.competitions import options_of
from dungeonbowl.league.office.projecting import global_id, parts_of
from dungeonbowl.league.office.views import CompetitionView, FixtureLine, HonourLine, SheetLine, TableRow
from dungeonbowl.league.result_numbers import TITLES, Way, in_words, numbers_of, ways
from dungeonbowl.server.club.clock import shown
from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.league.desk import league_name
from dungeonbowl.server.league.sheets import roster_names
from dungeonbowl.server.wire.club import (
    ClubClock,
    ClubEntry,
    ClubMine,
    ClubRoom,
    ClubSide,
    ClubTable,
    ClubTold,
    ClubWay,
    TableState,
)
from dungeonbowl.storage.club_days import DayRecord

MOST: Final = 1000  # fixtures of a round
ASKS: Final[Mapping[Way, Literal["scorer", "scores", "squares", "nothing"]]] = {
    "touchdown": "scorer",
    "score": "scores",
    "distance": "squares",
    "draw": "nothing",
}
# Whatever else a fixture can be, at a table nobody has told anything yet.
STATES: Final[Mapping[str, TableState]] = {"reported": "reported", "disputed": "disputed", "over": "over"}


class Day:
    """A club day as it is now. `NotFound` for a competition that is none: one that does not exist, or in which nobody
    makes rounds of tables."""

    def __init__(self, office: Office, competition: str) -> None:
        try:
            self.line = office.competitions.row(competition)
        except UserError as error:
            raise NotFound(str(error)) from None
        self.office = office
        self.competition = competition
        self.view: CompetitionView = office.competitions.view(competition)
        self.state: Competition | None = office.competitions.state(competition) if self.line.seq else None
        self.names = roster_names(self.view.edition)
        if not isinstance(self.agreed().competition.formats()[0], Swiss):
            raise NotFound(f"{self.view.name} is no club day: expected a competition that begins with Swiss rounds")

    def agreed(self) -> Season:
        """What the competition has agreed on, before it has begun too."""
        if self.state is not None:
            return self.state.agreed
        _, season = self.office.competitions.season_of(self.competition)
        return options_of(season, self.competition)

    @property
    def stage(self) -> Stage | None:
        """The Swiss stage, the first one; None before it has begun."""
        return self.state.stages[0] if self.state is not None and self.state.stages else None

    @property
    def round(self) -> Round | None:
        return self.stage.rounds[-1] if self.stage is not None and self.stage.rounds else None

    @property
    def round_number(self) -> int:
        return self.round.number if self.round is not None else 0

    @property
    def minutes(self) -> int:
        if self.state is None:
            return 0
        return self.state.options_at(1, max(1, self.round_number)).round_minutes

    @property
    def rounds(self) -> int:
        if self.stage is None or not isinstance(self.stage.format, Swiss):
            return 0
        return self.stage.format.rounds or usual_rounds(len(self.stage.seeds))

    def clock(self, day: DayRecord, now: float) -> ClubClock:
        return shown(day, self.round_number, self.minutes, now)

    def rows(self) -> Sequence[TableRow]:
        return self.view.tables[0].rows if self.view.tables else ()

    def ways(self) -> list[ClubWay]:
        return [ClubWay(way, t(TITLES[way]), ASKS[way]) for way in ways(self.view.edition)]

    def entries(self) -> list[ClubEntry]:
        out = self.state.out if self.state is not None else {}
        return [
            ClubEntry(
                line.id, line.name, line.coach, self.names.get(line.roster, line.roster), out_said(out.get(line.id, ""))
            )
            for line in sorted(self.view.entries, key=lambda each: (each.coach.casefold(), each.name.casefold()))
        ]

    def tables(self, round_number: int) -> list[ClubTable]:
        """The tables of a round, by their numbers."""
        found = self.office.competitions.schedule(self.competition, 1, round_number, most=MOST) if round_number else []
        return sorted((self.table(line) for line in found), key=lambda table: (table.table, table.fixture))

    def table(self, line: FixtureLine) -> ClubTable:
        return ClubTable(
            line.id,
            line.table,
            line.round,
            STATES.get(line.state, "open"),
            [
                ClubSide(
                    side.team,
                    side.name,
                    side.coach,
                    self.names.get(side.roster, side.roster),
                    side.score,
                    side.casualties,
                    side.result,
                    side.confirmed,
                )
                for side in line.sides
            ],
            line.how,
        )

    def sides_of(self, fixture: str) -> tuple[str, ...]:
        """The teams of a fixture of this day, by its id; none if it is of another one."""
        known = self.state.fixtures if self.state is not None else {}
        found = known.get(parts_of(fixture)[1]) if fixture.startswith(f"{self.competition}.") else None
        return found.sides if found is not None else ()

    def called(self, teams: Sequence[str]) -> list[str]:
        """Teams as people know them in a room: by the coach."""
        known = {line.id: line.coach or line.name for line in self.view.entries}
        return [known.get(team, team) for team in teams]

    def honours(self) -> list[HonourLine]:
        """The titles of the day, with the names of coaches in place of teams."""
        coaches = {line.id: f"{line.coach} ({line.name})" if line.coach else line.name for line in self.view.entries}
        return [
            msgspec.structs.replace(
                each,
                title=honour_said(f"{BEST_OF}{each.roster}", self.names) if each.roster else each.title,
                teams=tuple(coaches.get(team, name) for team, name in zip(each.ids, each.teams, strict=True)),
            )
            for each in self.view.honours
        ]


def room_of(day: Day, stored: DayRecord, now: float, may_run: bool) -> ClubRoom:
    view, current = day.view, day.round
    return ClubRoom(
        day.competition,
        view.league,
        league_name(day.office, view.league),
        name_of(view.edition),
        view.number,
        day.round_number,
        day.rounds,
        day.clock(stored, now),
        day.tables(day.round_number),
        day.called(current.byes) if current is not None else [],
        day.called(current.absent) if current is not None else [],
        list(day.rows()),
        day.entries(),
        day.honours(),
        day.ways(),
        view.can_pair,
        view.can_finish,
        view.over,
        view.why_not,
        may_run,
    )


def mine_of(day: Day, stored: DayRecord, now: float, team: str) -> ClubMine:
    """The page of the coach of a team."""
    entry = next(each for each in day.view.entries if each.id == team)
    current = day.round
    played = own_tables(day, team)
    table = next((each for each in played if each.round == day.round_number), None)
    return ClubMine(
        day.competition,
        day.view.league,
        league_name(day.office, day.view.league),
        team,
        entry.name,
        entry.coach,
        day.round_number,
        day.rounds,
        day.clock(stored, now),
        table,
        current is not None and team in current.byes,
        current is not None and team in current.absent,
        told_at(day, [table]).get(table.fixture, []) if table is not None else [],
        day.ways(),
        next((row for row in day.rows() if row.team == team), None),
        len(day.rows()),
        [each for each in played if each.round != day.round_number],
        day.view.over,
        out_said(day.state.out.get(team, "")) if day.state is not None else "",
    )


def own_tables(day: Day, team: str) -> list[ClubTable]:
    """The tables at which a team sits and has sat, the first round first."""
    if day.state is None or day.stage is None:
        return []
    own = [global_id(day.competition, fixture.id) for fixture in day.state.fixtures_of(1) if team in fixture.sides]
    return [day.table(line) for line in day.office.fixtures.listed(own)]


def told_at(day: Day, tables: Sequence[ClubTable]) -> dict[str, list[ClubTold]]:
    """What was entered for tables where nothing stands yet, by fixture, each version in words."""
    waiting = {table.fixture: table for table in tables if table.state in ("reported", "disputed")}
    return {
        fixture: [told_by(sheet, waiting[fixture]) for sheet in sheets]
        for fixture, sheets in day.office.fixtures.sheets(list(waiting)).items()
    }


def told_by(sheet: SheetLine, table: ClubTable) -> ClubTold:
    teams = [side.team for side in table.sides]
    names = [side.coach or side.name for side in table.sides]
    who = names[teams.index(sheet.by)] if sheet.by in teams else t("the scribe")
    numbers = numbers_of(sheet.text, teams)
    if numbers is None:
        return ClubTold(sheet.by, who, t("a sheet with players: look at the page of the match"))
    return ClubTold(
        sheet.by,
        who,
        in_words(numbers, names),
        numbers.how,
        list(numbers.scores),
        list(numbers.casualties),
        list(numbers.squares),
    )
