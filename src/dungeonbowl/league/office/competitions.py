"""Competitions: tables, rounds, who takes part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.competitions import calendar, ladder, lots, open_play, scheduling, seating
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions.formats import KnockOut, Ladder, OpenPlay, Pods, Swiss, write_format
from dungeonbowl.league.competitions.honours import honour_said, honours, results_csv, roster_of
from dungeonbowl.league.competitions.options import Season, read_season, write_season
from dungeonbowl.league.competitions.standings import Facts, lots_needed
from dungeonbowl.league.competitions.standings import Row as Standing
from dungeonbowl.league.competitions.state import Competition, Stage
from dungeonbowl.league.competitions.tables import stage_tables
from dungeonbowl.league.competitions.words import Entry, Fixture
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import entering, league_log, lines, locking, outcomes, reading
from dungeonbowl.league.office.league_log import Entered, League, SeasonOf
from dungeonbowl.league.office.leagues import make_competition
from dungeonbowl.league.office.projecting import global_id, parts_of
from dungeonbowl.league.office.roles import cleaned, needs_commissioner, needs_owner, reason_of
from dungeonbowl.league.office.rows import CompetitionRow, FixtureRow, TeamRow
from dungeonbowl.league.office.views import CompetitionView, FixtureLine, HonourLine, StageLine, TeamLine

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office
    from dungeonbowl.league.office.work import Work

NEED_TEAMS: Final = ("fan_factor", "treasury")  # tie-breaks that look into teams
MOST_TABLES: Final = 128  # so many are numbered with care; more by standing only
SEED_BYTES: Final = 16


class CompetitionLine(msgspec.Struct, frozen=True):
    """A row of the competitions without its snapshot."""

    id: str
    league: str
    season: str
    name: str
    seq: int


class Competitions:
    def __init__(self, office: Office) -> None:
        self.office = office
        self.store = office.store

    # --- reading -----------------------------------------------------------------------------------------------------

    def state(self, competition: str) -> Competition:
        """A competition as its log made it. Nobody may change it."""
        return self.office.states.competition(competition).state

    def season_of(self, competition: str) -> tuple[str, SeasonOf]:
        """The league of a competition, and its season there."""
        row = self.row(competition)
        return row.league, self.office.leagues.state(row.league).season_of(row.season)

    def row(self, competition: str) -> CompetitionLine:
        """A competition without its snapshot."""
        columns = CompetitionLine.__struct_fields__
        found = self.store.find(CompetitionRow.TABLE, {"id": competition}, most=1, columns=columns)
        if not found:
            raise UserError(f"there is no competition {competition!r}")
        return CompetitionLine(**found[0])

    def view(self, competition: str, of: League | None = None) -> CompetitionView:
        """What the page of a competition shows. `of` is its league, if it is at hand."""
        row = self.row(competition)
        league = row.league
        season = (of or self.office.leagues.state(league)).season_of(row.season)
        if not row.seq:
            return self.view_before(competition, league, season)
        found = self.office.states.competition(competition)
        state = found.state
        can_pair, can_finish, why_not = scheduling.step_of(state)
        over = bool(state.places)
        entries = lines.teams_by_id(self.store, state.entries)
        standings = self.tables(competition, state)
        return CompetitionView(
            competition,
            league,
            season.id,
            state.title,
            found.seq,
            state.agreed.competition.play,
            tuple(
                StageLine(stage.number, write_format(stage.format), len(stage.rounds), stage.is_finished)
                for stage in state.stages
            ),
            tuple(lines.tables_of(self.store, state, standings)),
            tuple(entries),
            can_pair and not over,
            can_finish and not over,
            t("the competition is over") if over else why_not,
            over,
            state.places[0][0] if over and len(state.places[0]) == 1 else "",
            state.places,
            state.agreed.edition,
            tuple(honours_of(standings, entries)) if over else (),
        )

    def view_before(self, competition: str, league: str, season: SeasonOf) -> CompetitionView:
        """A competition that has not started: who has entered."""
        agreed = options_of(season, competition)
        entries = lines.teams_by_id(self.store, (entry.team for entry in season.entries_of(competition)))
        return CompetitionView(
            competition,
            league,
            season.id,
            season.competitions[competition].title,
            0,
            agreed.competition.play,
            (),
            (),
            tuple(entries),
            False,
            False,
            t("the season has not begun"),
            False,
            edition=agreed.edition,
        )

    def tables(self, competition: str, state: Competition) -> dict[tuple[int, str], list[Standing]]:
        """The tables of all stages: as stored, or anew where tie-breaks look into teams."""
        order = state.agreed.competition
        if any(key in NEED_TEAMS for key in (*order.tie_breaks, *order.swiss_tie_breaks)):
            facts = facts_of(self.office, state)
            return {
                (stage.number, division): rows
                for stage in state.stages
                for division, rows in stage_tables(state, stage.number, facts).items()
            }
        return lines.stored_tables(self.store, competition)

    def schedule(
        self, competition: str, stage: int = 0, round: int = 0, after: str = "", most: int = 200
    ) -> list[FixtureLine]:
        """Fixtures in the order of stages and rounds; all of them, or those of a stage or a round. `after` is the id of
        the last fixture of the page before."""
        where: dict[str, str | int] = {"competition": competition}
        if stage:
            where["stage"] = stage
        if round:
            where["round"] = round
        behind: tuple[str | int, ...] = ()
        if after:
            last = reading.one(self.store, FixtureRow, id=after)
            behind = (last.stage, last.round, last.place, last.id) if last is not None else ()
        rows = reading.find(self.store, FixtureRow, where, ("stage", "round", "place", "id"), behind, most)
        return lines.fixture_lines(self.store, rows)

    def undecided(self, competition: str) -> list[str]:
        """Drawn knock-outs after which nobody goes on yet."""
        if not self.row(competition).seq:
            return []
        state = self.state(competition)
        return [
            global_id(competition, fixture.id)
            for stage in state.stages
            for fixture in state.fixtures_of(stage.number)
            if fixture.slot >= 0 and state.is_undecided(fixture)
        ]

    def results_csv(self, competition: str) -> str:
        """Results for a federation: coach, roster, opponent, score, casualties. Names are those of today."""
        state = reading.copied(self.state(competition))
        names = lines.names_of(self.store, state.entries)
        for team, entry in state.entries.items():
            known = names.get(team, {})
            state.entries[team] = msgspec.structs.replace(
                entry, owner=known.get("coach", ""), name=known.get("name", entry.name)
            )
        return results_csv(state)

    # --- who takes part ----------------------------------------------------------------------------------------------

    def start(self, competition: str, by: Actor) -> None:
        """A competition begins that was made in a season which runs already."""
        needs_commissioner(by, "start a competition")
        with self.office.work(by) as work:
            league, season = self.season_of(competition)
            if season.state != "running":
                raise UserError(f"season {season.number} is not running: it starts its competitions itself")
            if self.row(competition).seq:
                raise UserError(f"{season.competitions[competition].title} has begun already")
            begin(work, league, season, competition)

    def make(self, league: str, name: str, options: str, by: Actor) -> str:
        """One more competition in the season that is open; `options` differ from those of the season. Its edition text
        must be the season's, or teams would change by two sets of rules. Returns its id."""
        needs_commissioner(by, "make a competition")
        with self.office.work(by) as work:
            season = work.league(league).season
            own = read_season(options, reading.agreed(season.options))
            refuse_other_rules(own, reading.agreed(season.options))
            return make_competition(work, league, season.id, cleaned(name, "name of the competition"), options)

    def withdraw(self, competition: str, team: str, by: Actor, reason: str, number: int | None = None) -> None:
        """A team withdraws: its open fixtures become walk-overs."""
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            needs_owner(by, work.kept(team).owner, "withdraw a team")
            locking.refuse_over(work.competition(competition).state)
            work.write_competition(competition, happenings.Withdrawn(team=team, reason=reason_of(reason), at=work.at))

    def replace(
        self, competition: str, team: str, newcomer: str, by: Actor, reason: str, number: int | None = None
    ) -> None:
        """Another team takes over the open fixtures of one."""
        needs_commissioner(by, "replace a team")
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            opened = work.competition(competition)
            locking.refuse_over(opened.state)
            kept = work.kept(newcomer)
            season = work.league(opened.league).season_of(opened.season)
            entering.refuse_unfit(kept.team, opened.state.agreed)
            if kept.league != opened.league and opened.state.agreed.competition.play != "resurrection":
                raise UserError(f"{kept.team.name} is not in this league: expected a team in reserve")
            if season.entry(newcomer, competition) is None:
                work.write_league(opened.league, league_log.TeamEntered(newcomer, opened.season, competition, kept.seq))
            entry = entry_of(Entered(newcomer, competition, kept.seq), kept)
            work.write_competition(competition, happenings.Replaced(team=team, entry=entry, reason=reason_of(reason)))

    # --- rounds ------------------------------------------------------------------------------------------------------

    def pair(
        self, competition: str, by: Actor, number: int | None = None, absent: tuple[str, ...] = ()
    ) -> list[FixtureLine]:
        """Make and publish the next round, or the next stage if this one is over. `absent` are teams that miss the
        round."""
        needs_commissioner(by, "publish a round")
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            made = next_step(work, competition, absent)
            if not made:
                raise UserError(f"{work.competition(competition).state.title}: everything is played; finish the season")
        rows = reading.find(self.store, FixtureRow, {"id": [global_id(competition, each) for each in made]})
        rows.sort(key=lambda row: (row.stage, row.round, row.place))
        return lines.fixture_lines(self.store, rows)

    def repair(
        self,
        competition: str,
        fixtures: Mapping[str, tuple[str, ...]],
        by: Actor,
        reason: str,
        number: int | None = None,
    ) -> None:
        """Change published pairings: fixtures of one round, with their teams."""
        needs_commissioner(by, "repair a pairing")
        with self.office.work(by) as work:
            work.expect(competition, number, "the competition")
            state = work.competition(competition).state
            changes = {(parts_of(name)[1] if "." in name else name): teams for name, teams in fixtures.items()}
            if not changes:
                raise UserError("pairings: expected at least one fixture with its teams")
            first = state.fixture(next(iter(changes)))
            found = state.round(first.stage, first.round)
            new = [
                msgspec.structs.replace(
                    state.fixtures[name], sides=tuple(changes.get(name, state.fixtures[name].sides))
                )
                for name in found.fixtures
            ]
            if stray := [name for name in changes if name not in found.fixtures]:
                raise UserError(f"fixture {stray[0]}: expected one of round {first.round} of stage {first.stage}")
            work.write_competition(
                competition,
                happenings.Repaired(
                    stage=first.stage,
                    round=first.round,
                    fixtures=tuple(new),
                    byes=tuple(found.byes),
                    rests=tuple(found.rests),
                    reason=reason_of(reason),
                ),
            )

    def friendly(self, competition: str, teams: tuple[str, ...], by: Actor) -> str:
        """A fixture of no stage (O-LEAGUE-05). Returns its id."""
        with self.office.work(by) as work:
            state = work.competition(competition).state
            locking.refuse_over(state)
            count = sum(fixture.is_friendly for fixture in state.fixtures.values())
            fixture = Fixture(id=f"friendly-{count + 1}", sides=teams)
            work.write_competition(competition, happenings.Befriended(fixture=fixture))
        return global_id(competition, fixture.id)

    def challenge(self, competition: str, challenger: str, other: str, by: Actor) -> str:
        """A fixture of a ladder or of open play. Returns its id."""
        with self.office.work(by) as work:
            state = work.competition(competition).state
            needs_owner(by, work.kept(challenger).owner, "challenge for a team")
            if not state.stages:
                raise UserError(f"{state.title}: it has not begun")
            stage = state.stages[-1]
            if refused := challenge_objection(state, stage, challenger, other, work.at):
                raise UserError(named(state, refused))
            count = sum(fixture.stage == stage.number for fixture in state.fixtures.values())
            fixture = Fixture(
                id=f"{stage.number}-1-{count + 1}", stage=stage.number, round=1, sides=(challenger, other)
            )
            work.write_competition(competition, happenings.Challenged(fixture=fixture))
        return global_id(competition, fixture.id)


def honours_of(tables: Mapping[tuple[int, str], list[Standing]], entries: Sequence[TeamLine]) -> list[HonourLine]:
    """What is announced of the first stage, in which everybody has played; nothing where it has several tables."""
    first = [rows for (stage, _), rows in tables.items() if stage == 1]
    if len(first) != 1:
        return []
    names = {line.id: line.name for line in entries}
    found = honours(first[0], {line.id: line.roster for line in entries})
    return [
        HonourLine(
            honour_said(each.title),
            tuple(names.get(team, team) for team in each.teams),
            each.figure,
            each.teams,
            roster_of(each.title),
        )
        for each in found
    ]


# --- parts of work ----------------------------------------------------------------------------------------------------


def options_of(season: SeasonOf, competition: str) -> Season:
    """What a competition has agreed on: the season's options, and its own."""
    found = reading.agreed(season.options)
    own = season.competitions[competition].options
    return read_season(own, found) if own else found


def refuse_other_rules(own: Season, of: Season) -> None:
    """Teams grow by one set of rules: competitions in which they do must have the season's edition."""
    if own.edition != of.edition and own.competition.play == "league":
        raise UserError(
            f"edition {own.edition}: teams that grow from match to match play by one edition text in a season,"
            f" {of.edition}; expected it, or play = resurrection"
        )


def entry_of(entered: Entered, kept: Kept) -> Entry:
    """A team as a competition knows it."""
    return Entry(
        team=entered.team,
        name=kept.team.name,
        seed=entered.seed,
        owner=kept.owner,
        club=entered.club,
        roster=kept.team.roster,
        division=entered.division,
    )


def begin(work: Work, league: str, season: SeasonOf, competition: str) -> None:
    """A competition begins: its log is founded, teams take part, the first round is published."""
    work.new_competition(competition, league, season.id)
    title = season.competitions[competition].title
    options = write_season(options_of(season, competition))
    work.write_competition(competition, happenings.Founded(title=title, options=options))
    for entered in season.entries_of(competition):
        work.write_competition(competition, happenings.Entered(entry=entry_of(entered, work.kept(entered.team))))
    next_step(work, competition)


def next_step(work: Work, competition: str, absent: tuple[str, ...] = ()) -> list[str]:
    """Publish what comes next, and return the names of the new fixtures; none if there is nothing more."""
    state = work.competition(competition).state
    if state.places:
        raise UserError(f"{state.title} is over")
    if not state.stages:
        return next_stage(work, competition)
    stage = state.stages[-1]
    if not stage.is_finished:
        if isinstance(stage.format, (Ladder, OpenPlay)):
            raise UserError(f"{state.title}: teams challenge each other, nobody makes rounds")
        if waiting := scheduling.waiting_in(state, stage.number):
            raise UserError(f"{state.title}: these must have a result first: {', '.join(waiting)}")
        if scheduling.has_more_rounds(state, stage.number):
            return publish(work, competition, stage.number, absent)
        finish_stage(work, competition)
    state = work.competition(competition).state
    if len(state.stages) < len(state.season_at(len(state.stages) + 1, 1).competition.stages):
        return next_stage(work, competition)
    return []


def next_stage(work: Work, competition: str) -> list[str]:
    state = work.competition(competition).state
    seed = work.office.chance(SEED_BYTES).hex()
    made = scheduling.next_stage(state, seed, work.at, facts_in(work, state))
    work.write_competition(competition, made)
    return publish(work, competition, made.stage)


def publish(work: Work, competition: str, number: int, absent: tuple[str, ...] = ()) -> list[str]:
    """Pair the rounds of a stage that can be paired now, and open them by the calendar."""
    state = work.competition(competition).state
    rounds = scheduling.next_rounds(state, number, absent)
    made: list[str] = []
    for paired in rounds:
        paired = with_table_numbers(state, state.stage(number), paired)
        work.write_competition(competition, paired)
        made += [fixture.id for fixture in paired.fixtures]
    options = state.options_at(number, rounds[0].round) if rounds else state.options_at(number, 1)
    spans = calendar.spans(work.at, len(rounds), options)
    for paired, span in zip(rounds, spans, strict=True):
        work.write_competition(
            competition,
            happenings.Opened(stage=number, round=paired.round, opens=span.opens, deadline=span.deadline),
        )
    return made


def with_table_numbers(state: Competition, stage: Stage, paired: happenings.Paired) -> happenings.Paired:
    """Where people sit in one room: tables are numbered by standing."""
    if not isinstance(stage.format, (Swiss, Pods)) or len(paired.fixtures) > MOST_TABLES:
        return paired
    sat: dict[str, list[int]] = {}
    for fixture in state.fixtures_of(stage.number):
        for team in fixture.sides:
            sat.setdefault(team, []).append(fixture.table)
    numbers = seating.numbered([fixture.sides for fixture in paired.fixtures], sat)
    fixtures = tuple(
        msgspec.structs.replace(fixture, table=table) for fixture, table in zip(paired.fixtures, numbers, strict=True)
    )
    return msgspec.structs.replace(paired, fixtures=fixtures)


def finish_stage(work: Work, competition: str) -> None:
    """The places of a stage that is played out. Lots are drawn where nothing else separates teams."""
    state = work.competition(competition).state
    stage = state.stages[-1]
    facts = facts_in(work, state)
    order = state.options_at(stage.number, max(1, len(stage.rounds))).order(stage.format)
    if "lot" in order and not isinstance(stage.format, (KnockOut, Ladder)):  # their places follow from matches
        tables = stage_tables(state, stage.number, facts)
        level = [team for rows in tables.values() for teams in lots_needed(rows) for team in teams]
        if len(tables) > 1:
            level = [row.team for rows in tables.values() for row in rows]
        new = [team for team in level if team not in stage.lots]
        if new:
            numbers = {team: lots.number(stage.seed, "lot", team, bits=LOT_BITS) for team in new}
            work.write_competition(competition, happenings.Lot(stage=stage.number, numbers=numbers))
    state = work.competition(competition).state
    work.write_competition(competition, scheduling.finished(state, stage.number, work.at, facts))
    if state.options_at(stage.number, max(1, len(stage.rounds))).play == "deferred":
        outcomes.open_deferred(work, competition, stage.number)


LOT_BITS: Final = 48  # so that every reader of JSON reads the number exactly


def facts_in(work: Work, state: Competition) -> dict[str, Facts] | None:
    """What tie-breaks need to know of teams, if any does."""
    order = state.agreed.competition
    if not any(key in NEED_TEAMS for key in (*order.tie_breaks, *order.swiss_tie_breaks)):
        return None
    return {team: fact_of(work.kept(team)) for team in state.entries}


def facts_of(office: Office, state: Competition) -> dict[str, Facts]:
    rows = reading.find(office.store, TeamRow, {"id": list(state.entries)})
    return {row.id: fact_of(reading.kept_of(row)) for row in rows}


def fact_of(kept: Kept) -> Facts:
    return Facts(kept.team.staff.get("fan_factor", 0), kept.team.treasury)


def challenge_objection(state: Competition, stage: Stage, challenger: str, other: str, now: str) -> str:
    if isinstance(stage.format, Ladder):
        waiting = [fixture for fixture in state.fixtures_of(stage.number) if fixture.state != "over"]
        order = scheduling.ladder_of(state, stage.number, now)
        return ladder.objection(order, challenger, other, stage.format, waiting)
    if isinstance(stage.format, OpenPlay):
        return open_play.objection(challenger, other, list(state.fixtures_of(stage.number)), stage.format)
    return mark("stage {stage} has rounds: nobody challenges").format(stage=stage.number)


def named(state: Competition, text: str) -> str:
    """A sentence with the names of teams in the place of their ids."""
    for team in state.entries:
        text = text.replace(team, state.name_of(team))
    return text
