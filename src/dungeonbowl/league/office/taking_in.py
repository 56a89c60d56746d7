"""Taking in an archive: it is put together in memory first, so that nothing of it is written unless all of it fits. An
archive may say anything: whatever it holds must belong to its own league, and what is here already stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.dice import commitment_of
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.fold import fold
from dungeonbowl.league.office import aftermaths, reading, rebuilding
from dungeonbowl.league.office.archive_file import Archive, refuse_unseen
from dungeonbowl.league.office.chance import SEED_BYTES
from dungeonbowl.league.office.league_log import League
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.rows import (
    AftermathRow,
    LeagueRow,
    MatchReplayRow,
    ReportRow,
    Stored,
    TextRow,
    event_row,
)
from dungeonbowl.league.office.store import Store, Writing
from dungeonbowl.league.office.views import MatchOrder, SheetLine
from dungeonbowl.league.texts import Texts

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office

R = TypeVar("R", bound=Stored)
KINDS = {"l": "league", "c": "competition", "t": "team"}


def refuse_known(store: Store, logs: Iterable[str]) -> None:
    for log in logs:
        if store.head(log)[0]:
            raise UserError(
                f"archive: the {KINDS.get(log[:1], 'log')} {log} is here already; import it where it is not"
            )


class Parcel:
    """An archive whose parts were looked at: all of them are of its league, and can be read."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.league = self.folded()
        teams = {team for season in self.league.seasons for team in season.teams} | set(self.league.visitors)
        competitions = {each for season in self.league.seasons for each in season.competitions}
        for log, events in archive.logs.items():
            if log not in {self.league.id} | teams | competitions:
                raise UserError(f"archive: log {log!r} is none of its league")
            if not events:
                raise UserError(f"archive: log {log!r} is empty")
        if missing := sorted(teams - set(archive.logs)):
            raise UserError(f"archive: the log of the team {missing[0]} is missing")
        self.teams = [log for log in archive.logs if log in teams]
        self.reports = [self.report(each, competitions) for each in rows(ReportRow, archive.reports, ("match",))]
        matches = {report.match for report in self.reports}
        if strays := sorted(set(archive.replays) - matches):
            raise UserError(f"archive: the replay {strays[0]!r} is of no match of its league")
        ends = {season.id for season in self.league.seasons}
        self.aftermaths = [
            self.aftermath(each, matches | ends) for each in rows(AftermathRow, archive.aftermaths, ("match", "team"))
        ]
        refuse_unseen(archive.texts, "archive")

    def folded(self) -> League:
        league = self.archive.header.league
        if not league.startswith("l_") or not self.archive.logs.get(league):
            raise UserError(f"archive: expected the log of the league {league!r}")
        return reading.folded_league(league, self.archive.logs[league], Texts(self.archive.texts))

    def report(self, report: ReportRow, competitions: set[str]) -> ReportRow:
        where = f"archive: report of {report.match}"
        if report.league != self.league.id or report.competition not in competitions:
            raise UserError(f"{where}: expected one of its league")
        if report.fixture.partition(".")[0] != report.competition:
            raise UserError(f"{where}: expected a fixture of its competition")
        order = decoded(report.locked, MatchOrder, where)
        facts = decoded(report.facts, MatchFacts, where) if report.facts else None
        decoded(report.sheets or "[]", list[SheetLine], where)
        decoded(report.shared or "{}", dict[str, tuple[int, ...]], where)
        if any(found.match != report.match for found in (order, facts) if found is not None):
            raise UserError(f"{where}: it tells of another match")
        return report

    def aftermath(self, row: AftermathRow, matches: set[str]) -> AftermathRow:
        where = f"archive: aftermath of {row.match}"
        if row.league != self.league.id or row.match not in matches or row.team not in self.teams:
            raise UserError(f"{where}: expected one of its league")
        decoded(row.inputs or "[]", list[aftermaths.Input], where)
        return row

    # --- writing -----------------------------------------------------------------------------------------------------

    def writing(self, office: Office, only: Sequence[str] = ()) -> Writing:
        """Everything of the archive, or the histories of some teams. Texts that are known here stay as they are: an
        archive can neither change nor hide them. Aftermaths that were open go on with fresh seeds."""
        found = Writing()
        for log, events in self.archive.logs.items():
            if not only or log in only:
                found.events += [event_row(event) for event in events]
        known = {text.ref for text in reading.texts_by_ref(office.store, [text.ref for text in self.archive.texts])}
        for text in self.archive.texts:
            if text.ref not in known:
                found.put(TextRow.TABLE, TextRow(text.ref, text.salt, text.text).row())
        if only:
            return found
        for report in self.reports:
            found.put(ReportRow.TABLE, report.row())
        for match, data in self.archive.replays.items():
            found.put(MatchReplayRow.TABLE, MatchReplayRow(match, data).row())
        seeds: dict[str, bytes] = {}
        for row in self.aftermaths:
            if row.state not in aftermaths.DONE:
                seed = seeds.setdefault(row.match, office.chance(SEED_BYTES))
                row = msgspec.structs.replace(row, seed=seed.hex(), commitment=commitment_of(seed))
            found.put(AftermathRow.TABLE, row.row())
        return found

    def refuse_known(self, office: Office, only: Sequence[str] = ()) -> None:
        """`UserError` if something of the archive is here already, or claims to be of a league that is here."""
        store = office.store
        refuse_known(store, only or self.archive.logs)
        if not only:
            for report in self.reports:
                if store.find(ReportRow.TABLE, {"match": report.match}, most=1, columns=("match",)):
                    raise UserError(f"archive: the match {report.match} is here already")
        texts = Texts(self.archive.texts)
        for team in self.teams:
            events = self.archive.logs[team]
            leagues = {str(event.body.get("league", "")) for event in events if event.kind == "joined"}
            for league in sorted(leagues - {self.league.id}):
                if reading.one(store, LeagueRow, id=league) is not None:
                    raise UserError(f"archive: the team {team} says that it was in the league {league}, which is here")
            fold(events, texts)


def scratch(office: Office, writing: Writing) -> Office:
    """An office in memory with nothing but what is to be written."""
    found = type(office)(MemoryStore(), office.now, office.chance)
    found.store.write(writing)
    return found


def made_of(office: Office, writing: Writing, league: str) -> Writing:
    """What is to be written, with every row that follows from it. `UserError` if something does not."""
    trial = scratch(office, writing)
    for (table, _), row in rebuilding.expected(trial, league).items():
        writing.put(table, row)
    trial.store.write(rows_only(writing))
    for opened in reading.find(trial.store, AftermathRow, {"state": aftermaths.OPEN}):
        trial.aftermaths.view(opened.match, opened.team)
    trial.leagues.home(league)
    return writing


def rows_only(writing: Writing) -> Writing:
    found = Writing()
    found.rows = writing.rows
    return found


# --- parts ------------------------------------------------------------------------------------------------------------


def rows(kind: type[R], listed: Sequence[Mapping[str, Any]], key: tuple[str, ...]) -> list[R]:
    """Rows of an archive, which may hold anything."""
    found: dict[tuple[Any, ...], R] = {}
    for each in listed:
        try:
            row = msgspec.convert(each, kind)
        except msgspec.ValidationError as error:
            raise UserError(f"archive: {kind.TABLE}: {error}") from None
        place = tuple(getattr(row, name) for name in key)
        if place in found:
            raise UserError(f"archive: {kind.TABLE}: {place[0]} stands there twice")
        found[place] = row
    return list(found.values())


def decoded(text: str, kind: Any, where: str) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UserError(f"{where}: {error}") from None
