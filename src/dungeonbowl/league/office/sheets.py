"""Result sheets of matches at a real table: both teams hand in the same, or one hands in and the other confirms, or the
commissioner decides. Where they differ, the fixture is disputed, and both versions are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions.words import Fixture
from dungeonbowl.league.office import aftermaths, lines, locking, outcomes, projecting
from dungeonbowl.league.office.rows import ReportRow
from dungeonbowl.league.office.views import MatchOrder, SheetLine
from dungeonbowl.league.result_sheet import read_sheet

if TYPE_CHECKING:
    from dungeonbowl.league.office.work import Work

replace = msgspec.structs.replace


def hand_in(work: Work, competition: str, inner: Fixture, sheet: str, team: str) -> None:
    """A sheet from one of the teams, or without `team` from the commissioner, whose word stands."""
    report, order = locking.report_for_paper(work, competition, inner)
    facts = read(order, sheet)
    if not team:
        outcomes.settle(work, with_sheet(work, report, "commissioner", sheet), facts, b"")
        return
    report = with_sheet(work, report, team, sheet)
    told = {each.by: read(order, each.text) for each in lines.sheets_of(report)}
    if set(told) == {each.id for each in order.teams} and all(each == facts for each in told.values()):
        outcomes.settle(work, report, facts, b"")
        return
    differ = any(each != facts for each in told.values())
    work.put(replace(report, state="disputed" if differ else "reported"))
    state = work.competition(competition).state
    results = {by: outcomes.result_of(each, inner, state) for by, each in told.items()}
    if len(results) < len(inner.sides) or any(each != results[team] for each in results.values()):
        # the log of the competition has results only, and a fixture is over when all have reported the same one
        work.write_competition(competition, happenings.Reported(by=team, result=results[team]))
    else:
        touch(work, competition, inner)


def touch(work: Work, competition: str, inner: Fixture) -> None:
    """The row of the fixture changes though its log does not: the sheets differ in what players did."""
    opened = work.competition(competition)
    for row in projecting.fixture_rows(work, competition, opened, inner.id, opened.state):
        work.put(row)


def confirm(work: Work, competition: str, inner: Fixture, team: str) -> None:
    """Confirm the sheet that the others have handed in. A commissioner confirms where there is one version only."""
    report = aftermaths.report_of(work, inner.match) if inner.match else None
    handed_in = [each for each in lines.sheets_of(report) if each.by != team] if report is not None else []
    if not handed_in:
        raise UserError(f"fixture {inner.id}: nobody else has handed in a sheet that could be confirmed")
    if len({each.text for each in handed_in}) > 1:
        raise UserError(f"fixture {inner.id}: the sheets differ; hand in the one that counts")
    hand_in(work, competition, inner, handed_in[0].text, team)


def read(order: MatchOrder, sheet: str) -> MatchFacts:
    return read_sheet(
        sheet, order.teams, order.edition, order.match, competition=order.competition, friendly=order.friendly
    )


def with_sheet(work: Work, report: ReportRow, by: str, sheet: str) -> ReportRow:
    """The report with a sheet; an earlier one from the same hand is no longer there."""
    kept = [each for each in lines.sheets_of(report) if each.by != by]
    return replace(report, sheets=projecting.text_of([*kept, SheetLine(by, work.at, sheet)]))
