"""From a store to an archive."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from dungeonbowl.league.office import reading
from dungeonbowl.league.office.aftermaths import TOLD, case_of
from dungeonbowl.league.office.archive_file import Archive, Header
from dungeonbowl.league.office.projecting import text_of
from dungeonbowl.league.office.rows import AftermathRow, MatchReplayRow, ReportRow, read
from dungeonbowl.league.office.store import Row
from dungeonbowl.league.office.views import MatchOrder

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office


def collected(office: Office, league: str) -> Archive:
    """Everything of a league."""
    store = office.store
    row, state = reading.league(store, league)
    competitions = [
        competition for season in state.seasons for competition in season.competitions if store.head(competition)[0]
    ]
    teams = list(dict.fromkeys([*(team for season in state.seasons for team in season.teams), *state.visitors]))
    logs = {log: reading.events(store, log) for log in sorted([league, *competitions, *teams])}
    texts = reading.texts_of(store, (event for events in logs.values() for event in events))
    reports = sorted(store.find(ReportRow.TABLE, {"league": league}), key=lambda each: str(each["match"]))
    aftermaths = sorted(
        store.find(AftermathRow.TABLE, {"league": league}), key=lambda each: (str(each["match"]), str(each["team"]))
    )
    replays: dict[str, bytes] = {}
    dungeons: dict[str, str] = {}
    for report in reports:
        for found in store.find(MatchReplayRow.TABLE, {"match": report["match"]}):
            replays[report["match"]] = bytes(found["data"])
        order = msgspec.json.decode(report["locked"], type=MatchOrder) if report["locked"] else None
        if order is not None and "\n" in order.dungeon:
            dungeons[report["match"]] = order.dungeon
    return Archive(
        Header(league, row.name, row.edition),
        logs,
        sorted(texts, key=lambda text: text.ref),
        with_shared_dice(office, reports, aftermaths),
        [without_secret(each) for each in aftermaths],
        replays,
        {file_name(office, team): office.teams.file(team) for team in teams},
        dungeons,
    )


def with_brought_replays(office: Office, archive: Archive) -> Archive:
    """With the replays that teams have brought from elsewhere: they are of no match of the league, so its file leaves
    them out, but they prove what the teams are."""
    told = (event for log, events in archive.logs.items() if log.startswith("t_") for event in events)
    matches = {str(event.body["match"]) for event in told if event.kind == "played"} - set(archive.replays)
    rows = office.store.find(MatchReplayRow.TABLE, {"match": sorted(matches)}) if matches else []
    brought = {str(row["match"]): bytes(row["data"]) for row in rows}
    return msgspec.structs.replace(archive, replays={**archive.replays, **brought})


def without_secret(row: dict[str, object]) -> dict[str, object]:
    """Until all teams of a match have closed, their seed stays secret: who reads the file must not know the dice to
    come."""
    return row if row["state"] == TOLD else {**row, "seed": ""}


def with_shared_dice(office: Office, reports: list[Row], rows: list[Row]) -> list[Row]:
    """Reports of matches whose seed is secret have the dice that all teams share, which have fallen already: elsewhere
    they could not be rolled again."""
    work = office.reader()
    found: list[Row] = []
    for report in reports:
        mine = [row for row in rows if row["match"] == report["match"] and row["state"] != TOLD]
        if mine and not report["shared"]:
            case, _ = case_of(work, read(AftermathRow, mine[0]))
            report = {**report, "shared": text_of(case.shared)}
        found.append(report)
    return found


def file_name(office: Office, team: str) -> str:
    """The name of a team's file: its name in letters that every system knows, and some of its id."""
    name = re.sub(r"[^a-z0-9]+", "-", office.teams.kept(team).team.name.casefold()).strip("-")[:40]
    return f"{name or 'team'}-{team[2:8]}"
