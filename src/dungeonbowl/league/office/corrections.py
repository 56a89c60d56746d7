"""Corrections: void and replay, with a preview of everything that follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t, translated
from dungeonbowl.league import corrections as verbs
from dungeonbowl.league.chain import Actor, Cause, Event
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions.standings import Row
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.tables import stage_tables
from dungeonbowl.league.competitions.words import Fixture, Result
from dungeonbowl.league.office import aftermaths, outcomes, projecting, rating, reading
from dungeonbowl.league.office.chance import new_id
from dungeonbowl.league.office.league_log import League
from dungeonbowl.league.office.roles import needs_commissioner, reason_of
from dungeonbowl.league.office.rows import AftermathRow
from dungeonbowl.league.office.views import CorrectionProblem, MatchOrder, Preview, TableChange
from dungeonbowl.league.office.words import Speaker
from dungeonbowl.league.team_events import TeamBody

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office
    from dungeonbowl.league.office.work import Work

replace = msgspec.structs.replace
SUPPOSED = "a reason"  # stands for the reason in a preview


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change of a team's history: event `seq` is voided, with `instead` in its place; or its points or award go to
    the player `award_to`; or without `seq`, `instead` is something new, such as a grant."""

    team: str
    seq: int = 0
    instead: TeamBody | None = None
    award_to: str = ""


class Corrections:
    def __init__(self, office: Office) -> None:
        self.office = office
        self.store = office.store

    # --- histories of teams ------------------------------------------------------------------------------------------

    def preview(self, changes: Sequence[Change]) -> Preview:
        """What these changes together would do to teams and tables. Nothing is written."""
        with self.office.lock:
            return self.previewed(self.office.reader(), changes, SUPPOSED)

    def previewed(self, work: Work, changes: Sequence[Change], reason: str) -> Preview:
        teams: list[tuple[str, tuple[str, ...]]] = []
        problems: list[CorrectionProblem] = []
        for team, bodies in self.bodies(changes, reason).items():
            events = reading.events(self.store, team)
            shown = verbs.preview(events, work.known_texts(events), bodies)
            if not shown.conflicts:
                verbs.refuse_moved(shown.difference.before, shown.difference.after)
            name = work.kept(team).team.name
            teams.append((name, tuple(shown.difference.lines)))
            problems += self.problems(team, shown, events)
        number = max((work.kept(change.team).seq for change in changes), default=0)
        return Preview(tuple(teams), (), tuple(problems), number)

    def bodies(self, changes: Sequence[Change], reason: str) -> dict[str, list[TeamBody]]:
        """The events that the changes stand for, by team."""
        if not changes:
            raise UserError("correction: expected at least one change")
        found: dict[str, list[TeamBody]] = {}
        for change in changes:
            listed = found.setdefault(change.team, [])
            events = reading.events(self.store, change.team)
            if change.award_to:
                listed += verbs.give_award(events, change.seq, change.award_to, reason)
                continue
            verbs.refuse_other_means(events, change.seq, change.instead)
            if change.seq and change.instead is not None:
                listed.append(verbs.instead(change.seq, change.instead, reason))
            elif change.seq:
                listed.append(verbs.void(change.seq, reason))
            elif change.instead is not None:
                listed.append(with_reason(change.instead, reason))
            else:
                raise UserError("correction: expected the number of an event, or something to grant")
        return found

    def problems(self, team: str, shown: verbs.Preview, events: Sequence[Event]) -> list[CorrectionProblem]:
        kept = shown.difference.before
        players = {identity: career.player.name for identity, career in kept.careers.items()}
        speaker = Speaker(players, {})
        found = [
            CorrectionProblem(
                team,
                conflict.seq,
                t(
                    "event {seq} ({kind}) would be impossible: {reason}",
                    seq=conflict.seq,
                    kind=t(conflict.kind.replace("_", " ")),
                    reason=translated(conflict.reason),
                ),
                True,
                speaker.say(conflict.grant) if conflict.grant is not None else "",
                conflict.grant,
            )
            for conflict in shown.conflicts
        ]
        found += [
            CorrectionProblem(team, 0, t("the team would not be legal: {reason}", reason=translated(text)), False)
            for text in shown.problems
        ]
        return found

    def make(
        self,
        changes: Sequence[Change],
        reason: str,
        by: Actor,
        numbers: dict[str, int] | None = None,
        second: Actor | None = None,
    ) -> Preview:
        """Make them. Refused while a later event would be impossible. `numbers` are the last events that the caller
        has seen, by team. `second` is the other commissioner, where the league wants four eyes."""
        needs_commissioner(by, "correct a team")
        why = reason_of(reason)
        with self.office.work(by) as work:
            for change in changes:
                work.expect(change.team, (numbers or {}).get(change.team), "the team")
                self.needs_four_eyes(work.league_of(change.team), by, second)
            shown = self.previewed(work, changes, why)
            if shown.problems:
                raise UserError(f"correction: {together(shown.problems)}")
            correction = new_id("x", self.office.chance)
            for team, bodies in self.bodies(changes, why).items():
                work.correct_team(team, bodies, Cause("correction", correction))
                self.follow(work, team)
        return shown

    def needs_four_eyes(self, league: League | None, by: Actor, second: Actor | None) -> None:
        if league is None or not reading.agreed(league.season.options).competition.four_eyes:
            return
        if second is None or second.role != "commissioner" or second.id == by.id:
            raise UserError("this league wants four eyes: a second commissioner must agree to a correction")

    def follow(self, work: Work, team: str) -> None:
        """What else follows from a corrected history: an open aftermath must still be possible."""
        for row in work.find(AftermathRow, team=team):
            if row.state == aftermaths.OPEN:
                try:
                    aftermaths.machine(work, row)
                except UserError as error:
                    raise UserError(
                        f"correction: what was decided in the open aftermath would be impossible ({error}); close it"
                        " first, or take it back"
                    ) from None

    # --- results -----------------------------------------------------------------------------------------------------

    def set_result_preview(
        self, fixture: str, scores: Sequence[int], casualties: Sequence[int] = (), winner: str = ""
    ) -> Preview:
        with self.office.lock:
            return self.set_in(self.office.reader(), fixture, scores, casualties, winner, SUPPOSED)

    def set_result(
        self,
        fixture: str,
        scores: Sequence[int],
        by: Actor,
        reason: str,
        casualties: Sequence[int] = (),
        winner: str = "",
        number: int | None = None,
        second: Actor | None = None,
    ) -> Preview:
        """Another result of a match: in the table, and in the histories of its teams. What players did is corrected by
        changes of their team's history."""
        needs_commissioner(by, "set a result")
        with self.office.work(by) as work:
            competition, _ = projecting.parts_of(fixture)
            work.expect(competition, number, "the competition")
            self.needs_four_eyes(work.league(work.competition(competition).league), by, second)
            shown = self.set_in(work, fixture, scores, casualties, winner, reason_of(reason))
            if shown.problems:
                raise UserError(f"correction: {together(shown.problems)}")
        return shown

    def set_in(
        self, work: Work, fixture: str, scores: Sequence[int], casualties: Sequence[int], winner: str, reason: str
    ) -> Preview:
        """Write the new result into this piece of work, and say what it changes."""
        competition, name = projecting.parts_of(fixture)
        opened = work.competition(competition)
        before = reading.copied(opened.state)
        inner = opened.state.fixture(name)
        if name not in opened.state.results or not inner.match:
            raise UserError(f"fixture {name}: expected a match that was played")
        report = aftermaths.report_of(work, inner.match)
        order = msgspec.json.decode(report.locked, type=MatchOrder)
        old = aftermaths.facts_of(report)
        new = outcomes.plain_facts(work, order, scores, casualties, winner, "adjudged" if winner else "score")
        sides = tuple(
            replace(
                side,
                outcome=new.side_of(side.team).outcome,
                score=new.side_of(side.team).score,
                casualties=new.side_of(side.team).casualties if casualties else side.casualties,
                conceded=side.conceded and new.side_of(side.team).outcome == "lost",
            )
            for side in old.sides
        )
        facts = replace(old, sides=sides, how=new.how, provenance="corrected")
        result = replace(outcomes.result_of(facts, inner, opened.state), ended=opened.state.results[name].ended)
        seq = outcomes.event_of_result(work, competition, name)
        body = happenings.Void(event=seq, reason=reason, instead=happenings.Resulted(result=result, reason=reason))
        work.write_competition(competition, body, Cause("correction", inner.match))
        work.put(replace(report, facts=projecting.text_of(facts)))
        rating.rate_again(work, opened.league)
        teams, problems = self.set_in_teams(work, inner, result, reason, order.play)
        after = work.competition(competition).state
        return Preview(teams, table_changes(before, after), problems, opened.log.seq)

    def set_in_teams(
        self, work: Work, inner: Fixture, result: Result, reason: str, play: str
    ) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], tuple[CorrectionProblem, ...]]:
        teams: list[tuple[str, tuple[str, ...]]] = []
        problems: list[CorrectionProblem] = []
        for side in result.sides if play == "league" else ():
            row = work.one(AftermathRow, match=inner.match, team=side.team)
            if row is not None and row.state not in aftermaths.DONE:
                aftermaths.machine(work, row)  # what was decided so far must still be possible
                continue
            events = reading.events(self.store, side.team)
            others = result.others(side.team)
            bodies = verbs.set_result(
                events,
                inner.match,
                side.result,
                (side.score, *(other.score for other in others)),
                reason,
                side.casualties,
                sum(other.casualties for other in others),
            )
            shown = verbs.preview(events, work.known_texts(events), bodies)
            teams.append((work.kept(side.team).team.name, tuple(shown.difference.lines)))
            found = self.problems(side.team, shown, events)
            problems += found
            if not found:
                work.correct_team(side.team, bodies, Cause("correction", inner.match))
        return tuple(teams), tuple(problems)


def with_reason(body: TeamBody, reason: str) -> TeamBody:
    """A new event with the reason of the correction, if its kind has one."""
    return replace(body, reason=reason) if "reason" in body.__struct_fields__ else body


def together(problems: Sequence[CorrectionProblem]) -> str:
    """What is wrong with a correction, in one line."""
    return "; ".join(problem.text for problem in problems)


def place_said(row: Row) -> str:
    return t(
        "place {place}, {points} points, {score}",
        place=row.place,
        points=row.points,
        score=f"{row.td_for}-{row.td_against}",
    )


def table_changes(before: Competition, after: Competition) -> tuple[TableChange, ...]:
    """Teams that stand elsewhere, or have another number of points."""
    found: list[TableChange] = []
    for stage in range(1, len(after.stages) + 1):
        old = {row.team: row for rows in stage_tables(before, stage).values() for row in rows}
        for rows in stage_tables(after, stage).values():
            for row in rows:
                was = old.get(row.team)
                told = place_said(row)
                said = place_said(was) if was else "-"
                if told != said:
                    found.append(TableChange(row.team, row.name, said, told))
    return tuple(found)
