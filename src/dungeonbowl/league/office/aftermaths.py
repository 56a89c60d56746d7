"""Aftermaths: of matches and of seasons' ends. Inputs are stored before anything is told of them, and the dice follow
from a seed and their position: a server that dies in the middle loses no step and rolls no die twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl.errors import UserError, stale
from dungeonbowl.league import team_events as e
from dungeonbowl.league.aftermath.dice import ASSISTANT, commitment_of, continued, finish, roll_on, shared_dice
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Case, Plan, Roll, SeasonFacts, read_dice
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.aftermath.season_end import season_plan_for
from dungeonbowl.league.chain import RULES, Actor, Cause
from dungeonbowl.league.competitions.options import Season
from dungeonbowl.league.manager import Manager
from dungeonbowl.league.office import projecting, reading
from dungeonbowl.league.office.aftermath_views import aftermath_events, closed_view, may_type, open_view
from dungeonbowl.league.office.chance import SEED_BYTES, moment_of, written
from dungeonbowl.league.office.roles import needs_commissioner, needs_owner, reason_of
from dungeonbowl.league.office.rows import AftermathRow, AppearanceRow, ReportRow
from dungeonbowl.league.office.views import AftermathView
from dungeonbowl.league.options import LeagueOptions

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office
    from dungeonbowl.league.office.work import Work

# An aftermath waits for an earlier one of its team, is open, is closed, and when all teams of the match have closed,
# its seed is told. It is forgotten when the team is locked for its next match.
OPEN, WAITING, CLOSED, TOLD = "open", "waiting", "closed", "told"
DONE: Final = (CLOSED, TOLD)
replace = msgspec.structs.replace


class Input(msgspec.Struct, frozen=True, array_like=True):
    """An input of an aftermath: what, by whom, when."""

    text: str
    actor: Actor
    at: str


INPUTS = msgspec.json.Decoder(list[Input])


class Aftermaths:
    def __init__(self, office: Office) -> None:
        self.office = office
        self.store = office.store

    # --- looking -----------------------------------------------------------------------------------------------------

    def aftermath(self, match: str, team: str) -> Aftermath:
        """The machine of an open aftermath, as far as its inputs have brought it. For bots, who decide on it."""
        with self.office.lock:
            work = self.office.reader()
            return machine(work, open_row(work, match, team))

    def view(self, match: str, team: str) -> AftermathView:
        """An aftermath, open or closed. `match` is the id of a season for the season's end."""
        with self.office.lock:
            work = self.office.reader()
            row = work.one(AftermathRow, match=match, team=team)
            if row is None or row.state in DONE:
                return closed_view(work, match, team, row)
            return open_view(work, row, machine(work, row))

    def open_of(self, team: str) -> str:
        """The match (or season) whose aftermath is open for a team, or nothing."""
        return reading.team_row(self.store, team).open_match

    # --- deciding ----------------------------------------------------------------------------------------------------

    def begin(
        self, match: str, team: str, by: Actor, word: str = "", typed: bool = False, number: int | None = None
    ) -> AftermathView:
        """Begin, with the coach's word for the dice, or with dice that are typed in from a real table."""
        return self.step(match, team, by, number, lambda machine: machine.put(f"begin {word}".strip(), by), typed)

    def choose(self, match: str, team: str, option: str, by: Actor, number: int | None = None) -> AftermathView:
        """Take an option of the question, by its text. Dice that follow are rolled at once."""
        return self.step(match, team, by, number, lambda machine: machine.put(f"choose {option}", by))

    def give(
        self, match: str, team: str, dice: Sequence[int], by: Actor, number: int | None = None, shirt: bool = False
    ) -> AftermathView:
        """Dice from a real table; or with `shirt` the number of the player whom a D16 has drawn."""

        def put(machine: Aftermath) -> None:
            machine.put(f"{'shirt' if shirt else 'dice'} {' '.join(str(die) for die in dice)}", by)

        return self.step(match, team, by, number, put)

    def take_back(self, match: str, team: str, by: Actor, number: int | None = None) -> AftermathView:
        """Take back the last decision, unless a die has fallen since."""
        with self.office.work(by) as work:
            row = self.mine(work, match, team, by, number)
            current = machine(work, row)
            if not current.undoable():
                raise UserError("nothing can be taken back: a die has fallen, or nothing was decided")
            keep(work, row, inputs_of(row)[:-1])
        return self.view(match, team)

    def manage(self, match: str, team: str, manager: Manager, by: Actor, word: str = "") -> None:
        """A manager decides everything: a program, which is asked as a coach is."""

        def decide(machine: Aftermath) -> None:
            if not machine.inputs:
                machine.put(f"begin {word}".strip(), by)
            stream = None
            while not machine.is_over:
                if isinstance(machine.need, Roll):
                    stream = stream or continued(machine, seed)
                    roll_on(machine, stream)
                else:
                    machine.put(f"choose {manager.decide(machine)}", by)

        with self.office.lock:
            seed = bytes.fromhex(open_row(self.office.reader(), match, team).seed)
            self.step(match, team, by, None, decide)

    def assist(self, match: str, team: str, by: Actor) -> AftermathView:
        """The assistant closes it. Before the deadline only the coach himself or a commissioner may ask him."""

        def act() -> None:
            with self.office.work(by) as work:
                row = open_row(work, match, team)
                if not is_late(work, row):
                    needs_owner(by, work.kept(team).owner, "let the assistant close an aftermath")
                close_by_assistant(work, row)

        self.office.patiently(act)
        return self.view(match, team)

    def assist_late(self, league: str = "") -> list[tuple[str, str]]:
        """The assistant closes everything whose deadline has passed. Returns match and team of each."""
        done: list[tuple[str, str]] = []
        while True:
            with self.office.work(ASSISTANT) as work:
                where = {"state": OPEN, "league": league} if league else {"state": OPEN}
                rows = reading.find(self.store, AftermathRow, where, ("deadline", "match", "team"))
                late = [row for row in rows if is_late(work, row)]
                if not late:
                    return done
                close_by_assistant(work, late[0])
                done.append((late[0].match, late[0].team))

    def share(self, match: str, dice: dict[str, Sequence[int]], by: Actor) -> None:
        """Dice of a real table that belong to all teams of a match, by name, before any of them has begun."""
        with self.office.work(by) as work:
            report = report_of(work, match)
            rows = work.find(AftermathRow, match=match)
            if not rows:
                raise UserError("no aftermath of this match is open")
            if any(row.number for row in rows):
                raise UserError("a team of this match has begun: its dice stand")
            for row in rows:  # nor may one begin at this very moment elsewhere
                key = {"match": row.match, "team": row.team}
                work.writing.guard(AftermathRow.TABLE, key, "number", row.number)
            facts = facts_of(report)
            refuse_typed(facts)
            wanted = plan_for(facts.edition).shared(facts, agreed_in(work, row, facts).league)
            given = {}
            for roll in wanted:
                text = " ".join(str(die) for die in dice.get(roll.name, ()))
                given[roll.name] = read_dice(text, Roll(roll.count, roll.faces, roll.what, roll.rule))
            work.put(replace(report, shared=projecting.text_of(given)))

    def reopen(self, match: str, team: str, by: Actor, reason: str) -> AftermathView:
        """What the assistant did is voided, until the next match of the team is locked: the coach goes on where the
        assistant began. If the seed is known already, the dice from there on come from a fresh one."""
        needs_commissioner(by, "reopen an aftermath")
        with self.office.work(by) as work:
            why = reason_of(reason)
            row = work.one(AftermathRow, match=match, team=team)
            if row is None or row.state not in DONE or match == row.season:
                raise UserError("this aftermath is not closed, or the next match of the team has begun")
            inputs = inputs_of(row)
            stay = next((place for place, each in enumerate(inputs) if each.actor.role == "assistant"), -1)
            if stay < 0:
                raise UserError("the assistant has decided nothing here; corrections change what people decided")
            mine = aftermath_events(reading.events(self.store, team), match, row.seq)
            work.correct_team(team, [e.Void(event.seq, why) for event in reversed(mine)], Cause("correction", match))
            report = report_of(work, match)
            if row.state == TOLD:
                facts = facts_of(report)
                options = agreed_in(work, row, facts).league
                shared = shared_of(report, row, plan_for(facts.edition), facts, options)
                work.put(replace(report, shared=projecting.text_of(shared)))
                seed = self.office.chance(SEED_BYTES)
                row = replace(row, seed=seed.hex(), commitment=commitment_of(seed))
            row = keep(work, row, inputs[:stay])
            work.put(with_deadline(work, replace(row, state=OPEN)))
        return self.view(match, team)

    # --- parts -------------------------------------------------------------------------------------------------------

    def step(
        self,
        match: str,
        team: str,
        by: Actor,
        number: int | None,
        act: Callable[[Aftermath], None],
        typed: bool | None = None,
    ) -> AftermathView:
        """One step: the input, and the dice that follow from it. It is stored, and then told."""

        def once() -> None:
            with self.office.work(by) as work:
                row = self.mine(work, match, team, by, number)
                current = machine(work, row)
                if typed:
                    refuse_typed(current.case.facts)
                if typed is not None:
                    row = replace(row, typed=typed)
                before = len(current.inputs)
                act(current)
                if not row.typed and isinstance(current.need, Roll):
                    roll_on(current, continued(current, bytes.fromhex(row.seed)))
                new = [Input(text, by, work.at) for text in current.inputs[before:]]
                row = keep(work, row, [*inputs_of(row), *new])
                if current.is_over:
                    close(work, row, current)

        if number is None:
            once()  # whoever names no number goes on from what is there now, once
        else:
            self.office.patiently(once)
        return self.view(match, team)

    def mine(self, work: Work, match: str, team: str, by: Actor, number: int | None) -> AftermathRow:
        row = open_row(work, match, team)
        needs_owner(by, work.kept(team).owner, "decide for a team")
        if number is not None and row.number != number:
            raise stale("the aftermath")
        return row


# --- rows -------------------------------------------------------------------------------------------------------------


def open_row(work: Work, match: str, team: str) -> AftermathRow:
    row = work.one(AftermathRow, match=match, team=team)
    if row is None or row.state in DONE:
        raise UserError("this aftermath is closed, or there is none")
    if row.state == WAITING:
        raise UserError("an earlier aftermath of this team comes first")
    return row


def inputs_of(row: AftermathRow) -> list[Input]:
    return INPUTS.decode(row.inputs) if row.inputs else []


def keep(work: Work, row: AftermathRow, inputs: list[Input]) -> AftermathRow:
    """Store inputs. Who stores names the number that he has read: two browsers cannot both go on."""
    new = replace(row, inputs=projecting.text_of(inputs), number=len(inputs))
    work.writing.guard(AftermathRow.TABLE, {"match": row.match, "team": row.team}, "number", row.number)
    work.put(new)
    return new


def new_row(
    work: Work, match: str, team: str, league: str, season: str, fixture: str, seed: bytes, facts: str = ""
) -> AftermathRow:
    """An aftermath opens, or waits until those before it are closed."""
    others = [row for row in work.find(AftermathRow, team=team) if row.state not in DONE and row.match != match]
    place = max((row.place for row in others), default=0) + 1
    row = AftermathRow(
        match,
        team,
        league,
        season,
        fixture,
        place,
        WAITING if others else OPEN,
        commitment_of(seed),
        seed.hex(),
        "[]",
        0,
        False,
        work.at,
        "",
        facts,
        work.kept(team).seq,
    )
    row = with_deadline(work, row)
    work.put(row)
    return row


def with_deadline(work: Work, row: AftermathRow) -> AftermathRow:
    """The deadline of an aftermath that opens now."""
    hours = reading.agreed(work.league(row.league).season_of(row.season).options).league.aftermath_hours
    deadline = written(moment_of(work.at) + timedelta(hours=hours))
    return replace(row, opened=work.at, deadline=deadline)


def is_late(work: Work, row: AftermathRow) -> bool:
    return bool(row.deadline) and row.deadline <= work.at


def report_of(work: Work, match: str) -> ReportRow:
    report = work.one(ReportRow, match=match)
    if report is None:
        raise UserError(f"there is no match {match!r}")
    return report


def facts_of(report: ReportRow) -> MatchFacts:
    return msgspec.json.decode(report.facts, type=MatchFacts)


def refuse_typed(facts: MatchFacts | None) -> None:
    if not may_type(facts):
        raise UserError("the dice of this match are promised, and so are those after it: none are typed in")


# --- the machine ------------------------------------------------------------------------------------------------------


def agreed_in(work: Work, row: AftermathRow, facts: MatchFacts | None) -> Season:
    """What is agreed for the round of a match, or for the season that ends."""
    if facts is None or not row.fixture:
        return reading.agreed(work.league(row.league).season_of(row.season).options)
    competition, name = projecting.parts_of(row.fixture)
    state = work.competition(competition).state
    fixture = state.fixture(name)
    return state.season_at(fixture.stage, fixture.round)


def machine(work: Work, row: AftermathRow) -> Aftermath:
    """The aftermath of a row, run to where its inputs end."""
    case, plan = case_of(work, row)
    found = Aftermath(case, plan)
    for each in inputs_of(row):
        found.put(each.text, each.actor)
    return found


def case_of(work: Work, row: AftermathRow) -> tuple[Case, Plan]:
    kept = work.kept(row.team)
    if row.match == row.season:
        agreed = agreed_in(work, row, None)
        season = msgspec.json.decode(row.facts, type=SeasonFacts)
        case = Case(row.match, kept, agreed.edition, agreed.league, season=season, commitment=row.commitment)
        return case, season_plan_for(agreed.league)
    report = report_of(work, row.match)
    facts = facts_of(report)
    options = agreed_in(work, row, facts).league
    plan = plan_for(facts.edition)
    shared = shared_of(report, row, plan, facts, options)
    case = Case(row.match, kept, facts.edition, options, facts, None, shared, row.commitment)
    return case, plan


def shared_of(
    report: ReportRow, row: AftermathRow, plan: Plan, facts: MatchFacts, options: LeagueOptions
) -> dict[str, tuple[int, ...]]:
    if report.shared:
        return msgspec.json.decode(report.shared, type=dict[str, tuple[int, ...]])
    return shared_dice(bytes.fromhex(row.seed), plan, facts, options)


# --- closing ----------------------------------------------------------------------------------------------------------


def close_by_assistant(work: Work, row: AftermathRow) -> None:
    current = machine(work, row)
    before = len(current.inputs)
    finish(current, bytes.fromhex(row.seed))
    new = [Input(text, ASSISTANT, work.at) for text in current.inputs[before:]]
    row = keep(work, row, [*inputs_of(row), *new])
    close(work, row, machine(work, row))


def close(work: Work, row: AftermathRow, done: Aftermath) -> None:
    """What the aftermath has written becomes part of the history, with the times and the people of its inputs."""
    inputs = inputs_of(row)
    season_end = row.match == row.season
    cause = Cause("season" if season_end else "match", row.match)
    for each in done.line.written:
        by = inputs[each.after - 1] if each.after else Input("", RULES, row.opened)
        actor = RULES if each.actor.role == "rules" else by.actor
        work.write_team(row.team, each.body, cause, each.rule, each.dice, actor, by.at)
    work.put(replace(row, state=CLOSED))
    if season_end:
        open_next(work, row.team)
        work.office.seasons.close_if_done(work, row.league)
        return
    note_counted(work, row, [each.body for each in done.line.written])
    open_next(work, row.team)
    reveal(work, row.match)


def open_next(work: Work, team: str) -> None:
    """The next aftermath that waits for this one."""
    waiting = [row for row in work.find(AftermathRow, team=team) if row.state == WAITING]
    if waiting:
        first = with_deadline(
            work, replace(min(waiting, key=lambda row: row.place), state=OPEN, seq=work.kept(team).seq)
        )
        work.put(first)
        close_if_nothing_is_asked(work, first)


def reveal(work: Work, match: str) -> None:
    """When all teams of a match have closed, the seed of their dice is told."""
    rows = work.find(AftermathRow, match=match)
    for row in rows:
        if (
            row.state not in DONE
        ):  # if it closes at this very moment elsewhere, one of the two is told, and does it again
            key = {"match": row.match, "team": row.team}
            work.writing.guard(AftermathRow.TABLE, key, "state", row.state)
    if any(row.state not in DONE for row in rows):
        return
    for row in rows:
        if row.state == CLOSED:
            if row.seed:  # it stayed behind, if the league came from elsewhere
                work.write_team(row.team, e.Revealed(match, row.seed), Cause("decision", match), actor=RULES)
            work.put(replace(row, state=TOLD))


def forget(work: Work, team: str) -> None:
    """The next match of a team is locked: its earlier aftermaths stand, and their inputs are in the history."""
    for row in work.find(AftermathRow, team=team):
        if row.state == TOLD:
            work.drop(row)


def note_counted(work: Work, row: AftermathRow, bodies: Sequence[e.TeamBody]) -> None:
    """The players' lines of the match, with what its aftermath has counted."""
    for appearance in work.find(AppearanceRow, fixture=row.fixture):
        if appearance.team == row.team and appearance.match == row.match:
            work.put(projecting.as_counted(appearance, bodies))


# --- the end of a season ----------------------------------------------------------------------------------------------


def open_season_ends(work: Work, league: str, season: str, ends: Sequence[tuple[str, SeasonFacts]]) -> None:
    """The end of a season opens for its teams, for each when its aftermaths are closed. It is open for all of them
    before any closes: the season is over, and the seed of its dice told, when no end is open."""
    seed = season_seed(work, season)
    rows = [new_row(work, season, team, league, season, "", seed, projecting.text_of(facts)) for team, facts in ends]
    for row in rows:
        if row.state == OPEN:
            close_if_nothing_is_asked(work, row)


def close_if_nothing_is_asked(work: Work, row: AftermathRow) -> None:
    """The end of a season that nobody has to decide anything about, and no die, closes at once."""
    if row.match != row.season:
        return
    current = machine(work, row)
    current.begin()
    if current.is_over:
        inputs = [Input(current.inputs[0], RULES, work.at)]
        row = replace(row, inputs=projecting.text_of(inputs), number=len(inputs))
        work.put(row)
        close(work, row, current)


def season_seed(work: Work, season: str) -> bytes:
    """One seed for all teams whose season ends."""
    rows = work.find(AftermathRow, match=season)
    return bytes.fromhex(rows[0].seed) if rows else work.office.chance(SEED_BYTES)


def open_ends(work: Work, season: str) -> list[AftermathRow]:
    return [row for row in work.find(AftermathRow, match=season) if row.state not in DONE]


def reveal_season(work: Work, season: str) -> None:
    """The seed of a season's end is told."""
    for row in work.find(AftermathRow, match=season):
        if row.seed:
            work.write_team(row.team, e.Revealed(season, row.seed), Cause("decision", season), actor=RULES)
        work.put(replace(row, state=TOLD))
