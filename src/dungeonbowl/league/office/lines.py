"""Lines of lists: teams, fixtures, tables. Names are looked up once for a whole list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

import msgspec

from dungeonbowl.league.competitions.formats import write_format
from dungeonbowl.league.competitions.knock_out import title_said
from dungeonbowl.league.competitions.standings import Row as Standing
from dungeonbowl.league.competitions.standings import reason_said
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.tables import out_said, qualifiers
from dungeonbowl.league.kept import State
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.rows import AftermathRow, FixtureRow, MemberRow, ReportRow, SideRow, StandingRow, TeamRow
from dungeonbowl.league.office.store import Store
from dungeonbowl.league.office.views import (
    FixtureLine,
    FixtureState,
    SheetLine,
    SideLine,
    StageTable,
    TableRow,
    TeamLine,
)

# A team in a list: everything but its snapshot.
TEAM_COLUMNS: Final = tuple(name for name in TeamRow.__struct_fields__ if name != "snapshot")
WITH_SHEETS: Final = ("reported", "disputed")


def names_of(store: Store, teams: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Name, roster, owner and coach of teams, by id."""
    wanted = sorted(set(teams))
    if not wanted:
        return {}
    found = store.find(TeamRow.TABLE, {"id": wanted}, columns=("id", "name", "roster", "owner"))
    coaches = coach_names(store, (row["owner"] for row in found))
    return {row["id"]: {**row, "coach": coaches.get(row["owner"], "")} for row in found}


def coach_names(store: Store, owners: Iterable[str]) -> dict[str, str]:
    wanted = sorted({owner for owner in owners if owner})
    if not wanted:
        return {}
    return {row["id"]: row["name"] for row in store.find(MemberRow.TABLE, {"id": wanted}, columns=("id", "name"))}


def team_lines(store: Store, rows: Sequence[dict[str, Any]]) -> list[TeamLine]:
    """Rows with at least `TEAM_COLUMNS`."""
    coaches = coach_names(store, (row["owner"] for row in rows))
    return [
        TeamLine(
            row["id"],
            row["name"],
            row["roster"],
            coaches.get(row["owner"], ""),
            row["owner"],
            cast(State, row["state"]),
            row["value"],
            row["current_value"],
            row["games"],
            row["won"],
            row["drawn"],
            row["lost"],
            row["open_match"],
        )
        for row in rows
    ]


def teams_by_id(store: Store, teams: Iterable[str]) -> list[TeamLine]:
    wanted = list(dict.fromkeys(teams))
    if not wanted:
        return []
    rows = {row["id"]: row for row in store.find(TeamRow.TABLE, {"id": wanted}, columns=TEAM_COLUMNS)}
    return team_lines(store, [rows[team] for team in wanted if team in rows])


def fixture_lines(store: Store, rows: Sequence[FixtureRow]) -> list[FixtureLine]:
    if not rows:
        return []
    sides: dict[str, list[SideRow]] = {}
    for side in reading.find(store, SideRow, {"fixture": [row.id for row in rows]}):
        sides.setdefault(side.fixture, []).append(side)
    names = names_of(store, (side.team for listed in sides.values() for side in listed))
    confirmed = confirmed_by(store, rows)
    aftermaths = aftermath_states(store, rows)
    return [
        fixture_line(row, sorted(sides.get(row.id, ()), key=lambda side: side.side), names, confirmed, aftermaths)
        for row in rows
    ]


def confirmed_by(store: Store, rows: Sequence[FixtureRow]) -> dict[str, list[str]]:
    """Who has handed in a sheet, by fixture."""
    wanted = [row.id for row in rows if row.state in WITH_SHEETS]
    if not wanted:
        return {}
    reports = reading.find(store, ReportRow, {"fixture": wanted, "state": list(WITH_SHEETS)})
    return {report.fixture: [sheet.by for sheet in sheets_of(report)] for report in reports}


def sheets_of(report: ReportRow) -> list[SheetLine]:
    return msgspec.json.decode(report.sheets, type=list[SheetLine]) if report.sheets else []


def aftermath_states(store: Store, rows: Sequence[FixtureRow]) -> dict[tuple[str, str], str]:
    matches = [row.match for row in rows if row.match and row.state == "over"]
    if not matches:
        return {}
    found = store.find(AftermathRow.TABLE, {"match": matches}, columns=("match", "team", "state"))
    return {(row["match"], row["team"]): row["state"] for row in found}


def fixture_line(
    row: FixtureRow,
    sides: Sequence[SideRow],
    names: dict[str, dict[str, Any]],
    confirmed: dict[str, list[str]],
    aftermaths: dict[tuple[str, str], str],
) -> FixtureLine:
    owners = [names.get(side.team, {}).get("owner", "") for side in sides]
    return FixtureLine(
        row.id,
        row.competition,
        row.stage,
        row.round,
        cast(FixtureState, row.state),
        tuple(
            SideLine(
                side.team,
                names.get(side.team, {}).get("name", side.team),
                names.get(side.team, {}).get("coach", ""),
                names.get(side.team, {}).get("roster", ""),
                side.score,
                side.casualties,
                side.result,
                side.points,
                side.value,
                side.conceded,
                side.team in confirmed.get(row.id, ()),
                aftermaths.get((row.match, side.team), ""),
            )
            for side in sides
        ),
        title_said(row.title),
        row.division,
        row.table_number,
        row.opens,
        row.deadline,
        row.agreed,
        row.ended,
        row.match,
        row.how,
        row.provenance,
        row.through,
        row.friendly,
        len({owner for owner in owners if owner}) < len([owner for owner in owners if owner]),
    )


def tables_of(store: Store, state: Competition, tables: dict[tuple[int, str], list[Standing]]) -> list[StageTable]:
    """Tables of a competition, with names of today."""
    names = names_of(store, (row.team for rows in tables.values() for row in rows))
    return [
        StageTable(
            stage,
            write_format(state.stage(stage).format),
            division,
            tuple(table_row(row, names) for row in rows),
            division,
            state.stage(stage).is_finished,
            qualifiers(state, stage),
        )
        for (stage, division), rows in sorted(tables.items())
    ]


def stored_tables(store: Store, competition: str) -> dict[tuple[int, str], list[Standing]]:
    found: dict[tuple[int, str], list[Standing]] = {}
    rows = reading.find(store, StandingRow, {"competition": competition})
    for row in sorted(rows, key=lambda each: (each.stage, each.division, each.place == 0, each.place, each.team)):
        found.setdefault((row.stage, row.division), []).append(msgspec.json.decode(row.numbers, type=Standing))
    return found


def table_row(row: Standing, names: dict[str, dict[str, Any]]) -> TableRow:
    known = names.get(row.team, {})
    return TableRow(
        row.place,
        row.team,
        known.get("name", row.name),
        known.get("coach", ""),
        row.points,
        row.played,
        row.won,
        row.drawn,
        row.lost,
        row.td_for,
        row.td_against,
        row.cas_for,
        row.cas_against,
        row.form,
        out_said(row.out) or reason_said(row.reason),
        {"bonus": row.bonus, "byes": row.byes, "concessions": row.concessions},
    )
