"""Making every projection anew from the logs, texts, reports and open aftermaths. The same functions make the rows as
in every write, so that the outcome is the same to the byte; if it is not, something was wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dungeonbowl.league.chain import RULES
from dungeonbowl.league.fold import fold
from dungeonbowl.league.office import aftermaths, projecting, rating, reading
from dungeonbowl.league.office.rows import (
    KEYS,
    PROJECTIONS,
    AppearanceRow,
    AuditRow,
    LeagueRow,
    NewsRow,
    PlayerRow,
    ReportRow,
    Stored,
    TeamRow,
)
from dungeonbowl.league.office.store import Row, Writing
from dungeonbowl.league.office.work import Log, OpenCompetition, OpenLeague, OpenTeam, Work

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office


def rebuild(office: Office, league: str) -> int:
    """Make the projections of a league anew. Returns how many rows were not as they should have been."""
    with office.lock:
        wanted = expected(office, league)
        wrong = differences(office, league, wanted)
        writing = Writing()
        for table, key in wrong:
            if (table, key) in wanted:
                writing.put(table, wanted[table, key])
            else:
                writing.remove(table, **dict(zip(KEYS[table], key, strict=True)))
        if wrong:
            office.store.write(writing)
            office.states.known.clear()
    return len(wrong)


Place = tuple[str, tuple[Any, ...]]


def differences(office: Office, league: str, wanted: dict[Place, Row] | None = None) -> list[Place]:
    """Rows that are not what the logs make, are missing, or should not be there."""
    if wanted is None:
        wanted = expected(office, league)
    stored = current(office, league, wanted)
    found = [place for place, row in wanted.items() if stored.get(place) != row]
    return found + [place for place in stored if place not in wanted]


def expected(office: Office, league: str) -> dict[Place, Row]:
    """All rows of a league, as its logs make them."""
    work = Work(office, RULES)
    told = reading.events(office.store, league)
    state = reading.folded_league(league, told, work.known_texts(told))
    log = Log(league, told[-1].seq, told[-1].hash)
    log.new = told
    work.leagues[league] = OpenLeague(log, state)
    for season in state.seasons:
        for competition in season.competitions:
            if office.store.head(competition)[0]:
                load_competition(work, league, season.id, competition)
    teams = dict.fromkeys([*(team for season in state.seasons for team in season.teams), *state.visitors])
    for team in teams:
        load_team(work, team)
    rating.rate_again(work, league)
    work.project()
    add_appearances(work, league)
    elsewhere = {
        team
        for team, opened in work.teams.items()
        if opened.kept.league != league and reading.one(office.store, LeagueRow, id=opened.kept.league) is not None
    }
    return {
        place: row.row()
        for place, row in work.rows.items()
        if row is not None and not belongs_elsewhere(row, league, elsewhere)
    }


def belongs_elsewhere(row: Stored, league: str, teams: set[str]) -> bool:
    """Rows of teams that grow in another league now, and what was told of them there."""
    if isinstance(row, (AuditRow, NewsRow)):
        return row.league != league
    return (isinstance(row, TeamRow) and row.id in teams) or (isinstance(row, PlayerRow) and row.team in teams)


def load_competition(work: Work, league: str, season: str, competition: str) -> None:
    told = reading.events(work.store, competition)
    log = Log(competition, told[-1].seq, told[-1].hash)
    log.new = told
    state = reading.folded_competition(told, work.known_texts(told))
    work.competitions[competition] = OpenCompetition(log, state, None, league, season)


def load_team(work: Work, team: str) -> None:
    told = reading.events(work.store, team)
    log = Log(team, told[-1].seq, told[-1].hash)
    log.new = told
    work.teams[team] = OpenTeam(log, fold(told, work.known_texts(told)), None)


def add_appearances(work: Work, league: str) -> None:
    for report in reading.find(work.store, ReportRow, {"league": league, "state": "settled"}):
        if not report.facts:
            continue
        competition, name = projecting.parts_of(report.fixture)
        opened = work.competitions[competition]
        if opened.state.fixture(name).match != report.match:
            continue  # the relief of a walk-over has no match
        facts = aftermaths.facts_of(report)
        for row in projecting.appearance_rows(facts, report.fixture, league, opened.season, report.at):
            work.put(row)
    appearances: dict[tuple[str, str], list[AppearanceRow]] = {}
    for found in work.rows.values():
        if isinstance(found, AppearanceRow):
            appearances.setdefault((found.match, found.team), []).append(found)
    for team in work.teams.values():
        events = team.log.new
        for match, bodies in projecting.counted_by_match(events, work.known_texts(events)).items():
            for row in appearances.get((match, team.log.name), ()):
                work.put(projecting.as_counted(row, bodies))


def current(office: Office, league: str, wanted: dict[Place, Row]) -> dict[Place, Row]:
    """All projected rows of a league that the store has."""
    found: dict[Place, Row] = {}
    competitions = [row["id"] for table, row in by_table(wanted, "competitions")]
    teams = sorted(
        {row["id"] for _, row in by_table(wanted, "teams")}
        | {row["id"] for row in office.store.find(TeamRow.TABLE, {"league": league}, columns=("id",))}
    )
    for kind in PROJECTIONS:
        if kind.TABLE == "leagues":
            rows = office.store.find("leagues", {"id": league})
        elif kind.TABLE == "teams":
            rows = office.store.find("teams", {"id": teams}) if teams else []
        elif kind.TABLE == "players":
            rows = office.store.find("players", {"team": teams}) if teams else []
        elif kind.TABLE in ("fixture_sides", "standings"):
            rows = office.store.find(kind.TABLE, {"competition": competitions}) if competitions else []
        else:
            rows = office.store.find(kind.TABLE, {"league": league})
        for row in rows:
            found[kind.TABLE, key_in(kind, row)] = row
    return found


def by_table(wanted: dict[Place, Row], table: str) -> list[tuple[str, Row]]:
    return [(place[0], row) for place, row in wanted.items() if place[0] == table]


def key_in(kind: type[Stored], row: Row) -> tuple[Any, ...]:
    return tuple(row[name] for name in kind.KEY)
