"""Archives of leagues, making projections anew, and looking whether everything is as it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dungeonbowl.languages import number, t
from dungeonbowl.league.chain import Actor, Cause
from dungeonbowl.league.office import league_log, rebuilding, verifying
from dungeonbowl.league.office.archive_file import read_archive, write_archive
from dungeonbowl.league.office.archiving import collected, with_brought_replays
from dungeonbowl.league.office.rows import LeagueRow
from dungeonbowl.league.office.taking_in import Parcel, made_of, scratch
from dungeonbowl.league.office.views import VerifyLine

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office


class Archives:
    def __init__(self, office: Office) -> None:
        self.office = office
        self.store = office.store

    def export(self, league: str) -> bytes:
        """A league as a `.dungeonleague` file. The same league gives the same bytes. Seeds of aftermaths that are open
        stay secret."""
        with self.office.lock:
            found = collected(self.office, league)
        return write_archive(found)

    def load(self, data: bytes, by: Actor, into: str = "", replays: bool = True) -> tuple[str, list[VerifyLine]]:
        """A `.dungeonleague` file as a league of its own, or its teams as visitors of the league `into`. Everything is
        verified, and what cannot be is marked. Returns the id of the league, and the findings."""
        archive = read_archive(data)
        parcel = Parcel(archive)
        findings = verifying.verify_archive(archive, replays)
        with self.office.lock:
            if into:
                self.visit(parcel, findings, by, into)
                return into, findings
            parcel.refuse_known(self.office)
            self.store.write(made_of(self.office, parcel.writing(self.office), archive.header.league))
        return archive.header.league, findings

    def visit(self, parcel: Parcel, findings: list[VerifyLine], by: Actor, into: str) -> None:
        """Teams of an archive come along with their histories."""
        parcel.refuse_known(self.office, parcel.teams)
        writing = parcel.writing(self.office, parcel.teams)
        trial = scratch(self.office, writing).reader()
        for team in parcel.teams:
            rebuilding.load_team(trial, team)
        trial.project()
        with self.office.work(by) as work:
            work.writing = writing
            for (table, _), row in trial.rows.items():
                if row is not None and table in ("teams", "players"):
                    work.put(row)
            for team in parcel.teams:
                marks = [line.mark for line in findings if line.about == team]
                mark = next((mark for mark in verifying.WORST_FIRST if mark in marks), "reported")
                work.write_league(into, league_log.Visited(team, mark), Cause("decision"))

    def rebuild(self, league: str = "") -> int:
        """Make every projection anew from the logs. Returns how many rows differed from what was stored: 0, unless
        something was wrong."""
        leagues = [league] if league else [row["id"] for row in self.store.find(LeagueRow.TABLE, {}, columns=("id",))]
        known = set(leagues)
        if not league:
            leagues += [log for log in self.store.logs("l") if log not in known]
        return sum(rebuilding.rebuild(self.office, each) for each in leagues)

    def verify(self, league: str, replays: bool = True) -> list[VerifyLine]:
        """Look whether chains are whole, rows are what events make, pairings are what the seed gives, and dice of
        aftermaths and matches are those of their seeds. Matches are played again, which takes its time: nobody waits
        for that."""
        with self.office.lock:
            found = with_brought_replays(self.office, collected(self.office, league))
            wrong = rebuilding.differences(self.office, league)
        findings = verifying.verify_archive(found, replays)
        if wrong:
            told = "{rows} rows are not what the logs make, the first in {table}; `league rebuild` mends it"
            text = t(told, rows=number(len(wrong)), table=wrong[0][0])
            findings.append(VerifyLine("projection", league, "broken", text))
        else:
            findings.append(VerifyLine("projection", league, "ok", t("every row is what the logs make")))
        return findings
