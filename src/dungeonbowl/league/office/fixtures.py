"""Fixtures: from the lock to the result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t, translated
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.chain import RULES, Actor, Cause
from dungeonbowl.league.competitions import calendar, lots
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions.knock_out import roll_off
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.words import Fixture
from dungeonbowl.league.corrections import is_of_match, preview, void_match
from dungeonbowl.league.handicap import forecast
from dungeonbowl.league.office import aftermaths, lines, locking, outcomes, rating, reading, sheets
from dungeonbowl.league.office.projecting import global_id, parts_of
from dungeonbowl.league.office.roles import needs_commissioner, needs_owner, reason_of, remark_of
from dungeonbowl.league.office.rows import AftermathRow, AppearanceRow, FixtureRow, ReportRow, SideRow
from dungeonbowl.league.office.views import FixtureLine, FixtureView, Forecast, MatchOrder, SheetLine, Waiting

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office
    from dungeonbowl.league.office.work import Work

replace = msgspec.structs.replace
PAGE = 200
LATE = ("open", "running", "reported", "disputed")  # states in which a deadline can pass
LOT_DICE = 12  # pairs of dice that are drawn for a roll-off; more are drawn if all are equal


class Fixtures:
    def __init__(self, office: Office) -> None:
        self.office = office
        self.store = office.store

    # --- looking -----------------------------------------------------------------------------------------------------

    def named(self, name: str, competition: str) -> str:
        """The id of a fixture by its id, or by its name in a competition, such as 1-2-3."""
        found = name if "." in name else global_id(competition, name)
        if reading.one(self.store, FixtureRow, id=found) is None:
            raise UserError(f"there is no fixture {name!r}")
        return found

    def row(self, fixture: str) -> FixtureRow:
        row = reading.one(self.store, FixtureRow, id=fixture)
        if row is None:
            raise UserError(f"there is no fixture {fixture!r}")
        return row

    def listed(self, fixtures: Sequence[str]) -> list[FixtureLine]:
        """Some fixtures by their ids, in the order of stages and rounds."""
        rows = reading.find(self.store, FixtureRow, {"id": fixtures}) if fixtures else []
        return lines.fixture_lines(self.store, sorted(rows, key=lambda row: (row.stage, row.round, row.place)))

    def sheets(self, fixtures: Sequence[str]) -> dict[str, list[SheetLine]]:
        """What was handed in for fixtures that are not over, by their ids."""
        where = {"fixture": list(fixtures), "state": list(lines.WITH_SHEETS)}
        found = reading.find(self.store, ReportRow, where) if fixtures else []
        return {report.fixture: lines.sheets_of(report) for report in found}

    def view(self, fixture: str) -> FixtureView:
        row = self.row(fixture)
        found = self.office.states.competition(row.competition)
        state, name = found.state, parts_of(fixture)[1]
        inner = state.fixture(name)
        agreed = state.season_at(inner.stage, inner.round)
        reports = reading.find(self.store, ReportRow, {"fixture": fixture}, ("at", "match"))
        current = next((report for report in reports if report.match == row.match), None)
        latest = current or next((report for report in reversed(reports) if report.state in lines.WITH_SHEETS), None)
        now = calendar.text_of(self.office.now())
        proposal = calendar.proposal(inner, now, agreed.competition, self.names(state))
        return FixtureView(
            lines.fixture_lines(self.store, [row])[0],
            found.seq,
            row.league,
            row.season,
            state.title,
            locking.edition_of(state, inner),
            self.forecast(fixture) if row.state in ("planned", "open") else None,
            tuple(lines.sheets_of(latest)) if latest is not None else (),
            tuple(outcomes.deeds_told(current)) if current is not None else (),
            tuple(report.match for report in reports),
            proposal_words(proposal),
        )

    def names(self, state: Competition) -> dict[str, str]:
        return {team: entry.title for team, entry in state.entries.items()}

    def forecast(self, fixture: str) -> Forecast:
        """What the handicap would be if the match were locked now."""
        competition, name = parts_of(fixture)
        with self.office.lock:
            work = self.office.reader()
            state = work.competition(competition).state
            inner = state.fixture(name)
            agreed = state.season_at(inner.stage, inner.round)
            kepts = [locking.as_it_plays(work, competition, inner, team) for team in inner.sides]
            found = forecast(kepts, locking.edition_of(state, inner), agreed.league)
        return Forecast(
            found.values,
            tuple(f"{line.text} ({line.rule})" if line.rule else line.text for line in found.lines),
            found.journeymen,
            found.objections,
        )

    def order(self, match: str) -> MatchOrder:
        """What a locked match is made of."""
        report = reading.one(self.store, ReportRow, match=match)
        if report is None or not report.locked:
            raise UserError(f"there is no locked match {match!r}")
        return msgspec.json.decode(report.locked, type=MatchOrder)

    def facts_of(self, matches: Sequence[str]) -> dict[str, MatchFacts]:
        """What matches have told, by their ids; only those that are settled."""
        where = {"match": matches}
        rows = self.store.find(ReportRow.TABLE, where, columns=("match", "facts")) if matches else []
        return {row["match"]: msgspec.json.decode(row["facts"], type=MatchFacts) for row in rows if row["facts"]}

    def replay(self, match: str) -> bytes:
        """The replay of a match; empty if none is kept."""
        found = self.store.find("match_replays", {"match": match}, most=1)
        return bytes(found[0]["data"]) if found else b""

    def due(self, league: str = "") -> list[Waiting]:
        """Fixtures whose deadline has passed, with what the office proposes."""
        now = calendar.text_of(self.office.now())
        found: list[Waiting] = []
        states: dict[str, Competition] = {}
        for row in self.late(now, league):
            if row.competition not in states:
                states[row.competition] = self.office.competitions.state(row.competition)
            state = states[row.competition]
            inner = state.fixture(parts_of(row.id)[1])
            agreed = state.season_at(inner.stage, inner.round).competition
            proposal = calendar.proposal(inner, now, agreed, self.names(state))
            if proposal is not None:
                names = " - ".join(state.name_of(team) for team in inner.sides)
                text = t("{match} is late: {reason}", match=names, reason=translated(proposal.reason))
                found.append(Waiting("late", text, row.id, "", row.deadline, proposal_words(proposal)))
        return found

    def late(self, now: str, league: str) -> list[FixtureRow]:
        """Fixtures whose deadline has passed, the oldest first. Those of one league are found among its fixtures that
        have not ended; those of all leagues for each state by itself: so the database finds them without looking at
        others."""
        rows: list[FixtureRow] = []
        if league:
            rows = reading.find(self.store, FixtureRow, {"league": league, "ended": ""})
            rows = [row for row in rows if row.state in LATE and "" < row.deadline < now]
        for state in () if league else LATE:
            after: tuple[str, ...] = ("", "")  # without a deadline nothing is late
            while part := reading.find(self.store, FixtureRow, {"state": state}, ("deadline", "id"), after, PAGE):
                rows += [row for row in part if row.deadline < now]
                if part[-1].deadline >= now:
                    break
                after = (part[-1].deadline, part[-1].id)
        return sorted(rows, key=lambda row: (row.deadline, row.id))

    def open_of(self, owners: Sequence[str], most: int = 50) -> list[FixtureLine]:
        """The open fixtures of everything that somebody owns, who may be a member of several leagues."""
        owned = self.store.find("teams", {"owner": list(owners)}, ("id",), columns=("id",)) if owners else []
        teams = [row["id"] for row in owned]
        sides = reading.find(self.store, SideRow, {"team": teams, "at": ""}) if teams else []
        rows = reading.find(self.store, FixtureRow, {"id": [side.fixture for side in sides]}) if sides else []
        rows.sort(key=lambda row: (row.deadline == "", row.deadline, row.stage, row.round, row.id))
        return lines.fixture_lines(self.store, [row for row in rows if row.state != "over"][:most])

    # --- the lock ----------------------------------------------------------------------------------------------------

    def lock(
        self,
        fixture: str,
        by: Actor,
        journeymen: Mapping[str, Sequence[str]] | None = None,
        dungeon: str = "",
        number: int | None = None,
    ) -> MatchOrder:
        """Lock the teams of a fixture for a match, and tell what it is made of. `journeymen` names positions for a
        team that needs some. A fixture that is locked already gives the same order again."""
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            inner = work.competition(competition).state.fixture(name)
            if inner.match and inner.state != "over":
                return self.order(inner.match)
            work.expect(competition, number, "the competition")
            return locking.lock(work, competition, inner, journeymen or {}, dungeon)

    def unlock(self, fixture: str, by: Actor, reason: str = "") -> None:
        """The match will not be played now: the teams are as before."""
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            inner = work.competition(competition).state.fixture(name)
            if inner.state != "running":
                raise UserError(f"fixture {name} is not locked")
            needs_owner_of_one(work, inner, by, "unlock a match")
            locking.unlock(work, competition, inner, remark_of(reason) or "the match is not played now")

    # --- the result --------------------------------------------------------------------------------------------------

    def settle(self, facts: MatchFacts, by: Actor = RULES, replay: bytes = b"") -> None:
        """A locked match is over: the result enters the table, and the aftermaths of its teams open, with the
        commitment of a fresh seed. The same match a second time changes nothing. `replay` is kept with it."""

        def act() -> None:
            with self.office.work(by) as work:
                report = aftermaths.report_of(work, facts.match)
                if report.state == "settled":
                    return
                if report.state == "voided":
                    raise UserError(f"match {facts.match} was voided: its fixture is played anew")
                outcomes.settle(work, report, facts, replay)

        self.office.patiently(act)

    def hand_in(self, fixture: str, sheet: str, by: Actor, team: str = "", number: int | None = None) -> FixtureView:
        """A result sheet (TOML) of a match at a real table, from one of its teams, or without `team` from the
        commissioner, whose word stands. The second team confirms by handing in the same; if it differs, the fixture is
        disputed, and both versions are kept."""
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            inner = work.competition(competition).state.fixture(name)
            self.refuse_strange_hand(work, inner, by, team)
            sheets.hand_in(work, competition, inner, sheet, team)
        return self.view(fixture)

    def confirm(self, fixture: str, by: Actor, team: str = "", number: int | None = None) -> FixtureView:
        """Confirm the sheet that was handed in; without `team` the commissioner does."""
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            inner = work.competition(competition).state.fixture(name)
            self.refuse_strange_hand(work, inner, by, team)
            sheets.confirm(work, competition, inner, team)
        return self.view(fixture)

    def refuse_strange_hand(self, work: Work, inner: Fixture, by: Actor, team: str) -> None:
        if not team:
            needs_commissioner(by, "decide a result")
            return
        if team not in inner.sides:
            raise UserError(f"fixture {inner.id}: {team} does not play in it")
        needs_owner(by, work.kept(team).owner, "report a result")

    def result(
        self, fixture: str, scores: Sequence[int], by: Actor, casualties: Sequence[int] = (), number: int | None = None
    ) -> FixtureView:
        """A plain result by the commissioner, such as 1-0, without a word about players."""
        needs_commissioner(by, "enter a result")
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            inner = work.competition(competition).state.fixture(name)
            report, order = locking.report_for_paper(work, competition, inner)
            outcomes.settle(work, report, outcomes.plain_facts(work, order, scores, casualties), b"")
        return self.view(fixture)

    def walkover(self, fixture: str, winner: str, by: Actor, reason: str = "", number: int | None = None) -> None:
        """One team did not come."""
        needs_commissioner(by, "give a walk-over")
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            state = work.competition(competition).state
            inner = state.fixture(name)
            if inner.state == "running":
                locking.unlock(work, competition, inner, "a walk-over was given")
            body = happenings.WalkedOver(fixture=name, winner=winner, reason=remark_of(reason), at=work.at)
            work.write_competition(competition, body)
            if state.season_at(inner.stage, inner.round).league.walkover_relief:
                outcomes.relieve(work, competition, inner, winner)

    def unplayed(self, fixture: str, by: Actor, reason: str = "", number: int | None = None) -> None:
        """Nobody came."""
        needs_commissioner(by, "close a fixture")
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            inner = work.competition(competition).state.fixture(name)
            if inner.state == "running":
                locking.unlock(work, competition, inner, "nobody came")
            body = happenings.Unplayed(fixture=name, reason=remark_of(reason), at=work.at)
            work.write_competition(competition, body)

    def confirm_late(self, league: str = "") -> list[str]:
        """Proposals that stand by themselves, a day after the deadline, where the option `auto_deadline` says so.
        Returns the fixtures."""
        now = calendar.text_of(self.office.now())
        done: list[str] = []
        for waiting in self.due(league):
            competition, name = parts_of(waiting.about)
            state = self.office.competitions.state(competition)
            inner = state.fixture(name)
            agreed = state.season_at(inner.stage, inner.round).competition
            proposal = calendar.proposal(inner, now, agreed, self.names(state))
            if proposal is None or not proposal.stands_at or proposal.stands_at > now:
                continue
            self.accept(waiting.about, RULES)
            done.append(waiting.about)
        return done

    def accept(self, fixture: str, by: Actor, number: int | None = None) -> None:
        """Confirm what the office proposes for a late fixture."""
        needs_commissioner(by, "confirm a proposal")
        competition, name = parts_of(fixture)
        state = self.office.competitions.state(competition)
        inner = state.fixture(name)
        agreed = state.season_at(inner.stage, inner.round).competition
        proposal = calendar.proposal(inner, calendar.text_of(self.office.now()), agreed, self.names(state))
        if proposal is None:
            raise UserError(f"fixture {name} is not late")
        if proposal.kind == "walkover":
            self.walkover(fixture, proposal.winner, by, proposal.reason, number)
        elif proposal.kind == "unplayed":
            self.unplayed(fixture, by, proposal.reason, number)
        elif proposal.kind == "extension":
            with self.office.work(by) as work:
                work.expect(competition, number, "the competition")
                work.write_competition(competition, happenings.Extended(fixture=name, deadline=""))
        else:
            raise UserError(f"fixture {name}: {proposal.reason}; the commissioner decides")

    # --- corrections of results --------------------------------------------------------------------------------------

    def void_result(self, fixture: str, by: Actor, reason: str, number: int | None = None) -> None:
        """A walk-over or an unplayed fixture is open again: the match was played late. Later rounds stay."""
        needs_commissioner(by, "void a result")
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            state = work.competition(competition).state
            inner = state.fixture(name)
            if inner.state != "over":
                raise UserError(f"fixture {name} has no result")
            locking.refuse_finished(state, inner)
            if state.results[name].how in ("played", "distance", "conceded", "adjudged") and inner.match:
                raise UserError(f"fixture {name} was played: `replay anew` voids the match with everything of it")
            body = happenings.Reopened(fixture=name, reason=reason_of(reason))
            work.write_competition(competition, body, Cause("correction"))

    def replay_anew(self, fixture: str, by: Actor, reason: str, number: int | None = None) -> None:
        """Play the match anew: everything of the first one is voided, in the table and in the teams."""
        needs_commissioner(by, "replay a match")
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            state = work.competition(competition).state
            inner = state.fixture(name)
            if not inner.match:
                raise UserError(f"fixture {name} has no match yet")
            locking.refuse_finished(state, inner)
            why = reason_of(reason)
            report = aftermaths.report_of(work, inner.match)
            for team in inner.sides:
                self.forget_match(work, team, inner.match, why)
            for row in work.find(AppearanceRow, fixture=fixture):
                work.drop(row)
            work.put(replace(report, state="voided"))
            work.write_competition(
                competition, happenings.Reopened(fixture=name, reason=why), Cause("correction", inner.match)
            )
            rating.rate_again(work, work.competition(competition).league)

    def forget_match(self, work: Work, team: str, match: str, reason: str) -> None:
        """The team as if the match had not been. `Impossible` if later events need it."""
        row = work.one(AftermathRow, match=match, team=team)
        if row is not None:
            work.drop(row)
        events = reading.events(self.store, team)
        if not any(is_of_match(event, match) for event in events):
            return  # it played as it was when it entered
        bodies = void_match(events, match, reason)
        shown = preview(events, work.known_texts(events), bodies)
        if not shown.allowed:
            raise UserError(f"{work.kept(team).team.name}: {shown.refusal()}")
        work.correct_team(team, bodies, Cause("correction", match))

    def adjudge(
        self, fixture: str, scores: Sequence[int], winner: str, by: Actor, reason: str, number: int | None = None
    ) -> None:
        """The commissioner says how an abandoned match ended, or who goes on after a drawn knock-out (then without
        scores)."""
        needs_commissioner(by, "adjudge a match")
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            state = work.competition(competition).state
            inner = state.fixture(name)
            why = reason_of(reason)
            if inner.state == "over" and not scores:
                result = state.results[name]
                if winner not in inner.sides or result.winner:
                    raise UserError(f"fixture {name}: expected a draw, and one of its teams")
                seq = outcomes.event_of_result(work, competition, name)
                body = happenings.Resulted(result=replace(result, through=winner), reason=why)
                work.write_competition(
                    competition, happenings.Void(event=seq, reason=why, instead=body), Cause("correction")
                )
                return
            report, order = locking.report_for_paper(work, competition, inner)
            facts = outcomes.plain_facts(work, order, scores, (), winner, "adjudged")
            outcomes.settle(work, report, facts, b"", why)

    def roll_off(self, fixture: str, by: Actor, rerolls: Sequence[int] = ()) -> str:
        """A drawn knock-out: D6 + team re-rolls left, again while equal. The dice follow from the published seed of the
        stage. Returns the team that goes on."""
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            state = work.competition(competition).state
            inner = state.fixture(name)
            if len(inner.sides) != 2 or not state.is_undecided(inner):
                raise UserError(f"fixture {name} is no drawn match of two teams")
            left = (rerolls[0], rerolls[1]) if len(rerolls) == 2 else (0, 0)
            seed = state.stage(inner.stage).seed
            dice = decisive(seed, name, left)
            work.write_competition(
                competition,
                happenings.RolledOff(fixture=name, dice=dice, rerolls=left),
                dice=[die for pair in dice for die in pair],
            )
        return inner.sides[roll_off(dice, left)]

    # --- the calendar ------------------------------------------------------------------------------------------------

    def extend(self, fixture: str, deadline: str, by: Actor, reason: str = "", number: int | None = None) -> None:
        """Another deadline by the commissioner; empty for none."""
        needs_commissioner(by, "extend a deadline")
        competition, name = parts_of(fixture)
        deadline = calendar.plain(deadline) if deadline else ""
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            body = happenings.Deadline(fixture=name, deadline=deadline, reason=remark_of(reason) or "extended")
            work.write_competition(competition, body)

    def extend_together(self, fixture: str, teams: Sequence[str], by: Actor) -> str:
        """Both coaches extend once, by the grace of the competition. Returns the new deadline."""
        competition, name = parts_of(fixture)
        with self.office.work(by) as work:
            state = work.competition(competition).state
            inner = state.fixture(name)
            deadline = calendar.may_extend(inner, teams, state.options_at(inner.stage, inner.round))
            body = happenings.Extended(fixture=name, deadline=deadline, by=tuple(teams))
            work.write_competition(competition, body)
        return deadline

    def offer(self, fixture: str, team: str, times: Sequence[str], by: Actor) -> None:
        """Times that a team offers."""
        competition, name = parts_of(fixture)
        offered = tuple(calendar.plain(time) for time in times)
        with self.office.work(by) as work:
            needs_owner(by, work.kept(team).owner, "offer times")
            work.write_competition(competition, happenings.Offered(fixture=name, team=team, times=offered))

    def agree(self, fixture: str, time: str, by: Actor, mine: Collection[str] = ()) -> None:
        """A time that both have agreed on. `mine` are the teams of a coach who says so alone: then it is one that
        another team has offered."""
        competition, name = parts_of(fixture)
        time = calendar.plain(time)
        with self.office.work(by) as work:
            inner = work.competition(competition).state.fixture(name)
            needs_owner_of_one(work, inner, by, "agree on a time")
            if mine and not any(offered == time and team not in mine for team, offered in inner.offers):
                raise UserError("time: expected one that the other coach has offered")
            work.write_competition(competition, happenings.Agreed(fixture=name, time=time))


def needs_owner_of_one(work: Work, inner: Fixture, by: Actor, what: str) -> None:
    if by.role == "coach" and by.id and all(by.id != work.kept(team).owner for team in inner.sides):
        needs_owner(by, "somebody else", what)


def proposal_words(proposal: calendar.Proposal | None) -> str:
    if proposal is None:
        return ""
    return f"{proposal.kind} {proposal.winner}".strip()


def decisive(seed: str, name: str, rerolls: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Pairs of dice until the sums differ."""
    found: list[tuple[int, int]] = []
    count = LOT_DICE
    while True:
        dice = lots.dice(seed, f"roll-off {name}", 2 * count)
        found = []
        for place in range(count):
            pair = (dice[2 * place], dice[2 * place + 1])
            found.append(pair)
            if pair[0] + rerolls[0] != pair[1] + rerolls[1]:
                return tuple(found)
        count *= 2
