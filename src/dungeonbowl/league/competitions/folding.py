"""The fold: what each event does to a competition. Nothing else knows it.

`fold_competition` takes the bodies of all events, from the first. A voided event is left out, or the one that was put
in its place is taken, and everything after it is folded again: so tables follow a correction by themselves. Pairings
and matches are events of their own, and stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import results
from dungeonbowl.league.competitions.events import (
    Agreed,
    Amended,
    Befriended,
    Began,
    Body,
    Challenged,
    Change,
    Deadline,
    Entered,
    Extended,
    Finished,
    Founded,
    Happening,
    Lot,
    Offered,
    Opened,
    Paired,
    Prize,
    Reopened,
    Repaired,
    Replaced,
    Reported,
    Resulted,
    RolledOff,
    StageMade,
    Unplayed,
    Void,
    WalkedOver,
    Withdrawn,
)
from dungeonbowl.league.competitions.folding_teams import enter, give_up, replace_team, withdraw
from dungeonbowl.league.competitions.formats import KnockOut, Ladder, OpenPlay, Pods, RoundRobin, Swiss, read_format
from dungeonbowl.league.competitions.friendlies import objection
from dungeonbowl.league.competitions.knock_out import roll_off
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.competitions.state import Amendment, Competition, Round, Stage
from dungeonbowl.league.competitions.words import Fixture, Result


def fold_competition(bodies: Sequence[Body], first: int = 1) -> Competition:
    """The competition after these events. `first` is the number of the first event, for those that void others."""
    competition = Competition()
    for number, body in standing(bodies, first):
        try:
            apply(body, competition)
        except UserError as error:
            raise UserError(f"event {number} ({body.kind}): {error}") from None
    return competition


def standing(bodies: Sequence[Body], first: int = 1) -> list[tuple[int, Change]]:
    """The events that count, with their numbers. They are read from the last to the first, because only a later event
    can void a void."""
    voided: dict[int, Change | None] = {}
    found: list[tuple[int, Change]] = []
    for number in range(first + len(bodies) - 1, first - 1, -1):
        body = bodies[number - first]
        if isinstance(body, Void):
            if number in voided:
                if voided[number] is not None:
                    raise UserError(f"event {number} (void): nothing can be put in the place of a void")
                continue
            if not first <= body.event < number:
                raise UserError(f"event {number} (void): expected an earlier event, found {body.event}")
            if body.event in voided:
                raise UserError(f"event {number} (void): event {body.event} is voided by a later event too")
            voided[body.event] = body.instead
            continue
        taken = voided.get(number, body)
        if taken is not None:
            found.append((number, taken))
    return found[::-1]


@singledispatch
def apply(body: Happening, competition: Competition) -> None:
    """What an event does. One that is refused (`UserError`) has changed nothing."""
    raise NotImplementedError(body.kind)


def set_fixture(competition: Competition, name: str, **changes: object) -> None:
    competition.fixtures[name] = msgspec.structs.replace(competition.fixture(name), **changes)


def still_open(competition: Competition, name: str) -> Fixture:
    fixture = competition.fixture(name)
    if fixture.state == "over":
        raise UserError(f"fixture {name} is over; void its result first")
    return fixture


# --- entries and stages -----------------------------------------------------------------------------------------------


@apply.register
def _(body: Founded, competition: Competition) -> None:
    if competition.season is not None:
        raise UserError("the competition is founded already")
    competition.title = body.title
    competition.season = read_season(body.options)


@apply.register
def _(body: Entered, competition: Competition) -> None:
    enter(body, competition)


@apply.register
def _(body: Withdrawn, competition: Competition) -> None:
    withdraw(body, competition)


@apply.register
def _(body: Replaced, competition: Competition) -> None:
    replace_team(body, competition)


@apply.register
def _(body: StageMade, competition: Competition) -> None:
    if competition.agreed and body.stage != len(competition.stages) + 1:
        raise UserError(f"expected stage {len(competition.stages) + 1}, found {body.stage}")
    if competition.stages and not competition.stages[-1].is_finished:
        raise UserError(f"stage {body.stage - 1} is not finished")
    wrong = [team for team in body.teams if team not in competition.active()]
    if wrong or len(set(body.teams)) < len(body.teams):
        raise UserError(f"expected teams that take part, each once; found {', '.join(wrong) or 'one twice'}")
    groups = {name: list(teams) for name, teams in body.groups.items()} or {"": list(body.teams)}
    if sorted(team for teams in groups.values() for team in teams) != sorted(body.teams):
        raise UserError("expected groups with every team of the stage once")
    competition.stages.append(
        Stage(
            number=body.stage,
            format=read_format(body.format),
            seeds=body.teams,
            teams=list(body.teams),
            groups=groups,
            seed=body.seed,
            title=body.title,
            joined=dict.fromkeys(body.teams, body.at),
        )
    )


@apply.register
def _(body: Finished, competition: Competition) -> None:
    if body.stage == 0:
        competition.places = body.places
        return
    stage = competition.stage(body.stage)
    waiting = [fixture.id for fixture in competition.fixtures_of(body.stage) if fixture.state != "over"]
    if waiting:
        raise UserError(f"stage {body.stage} is not over: {', '.join(waiting)}")
    stage.places = body.places


# --- rounds -----------------------------------------------------------------------------------------------------------


@apply.register
def _(body: Paired, competition: Competition) -> None:
    stage = competition.stage(body.stage)
    if isinstance(stage.format, (Ladder, OpenPlay)):
        raise UserError(f"stage {body.stage} has no rounds: teams challenge each other")
    if stage.is_finished:
        raise UserError(f"stage {body.stage} is finished")
    if body.round != len(stage.rounds) + 1:
        raise UserError(f"expected round {len(stage.rounds) + 1}, found {body.round}")
    if body.round > 1 and not isinstance(stage.format, RoundRobin):
        check_round_is_over(competition, stage, body.round - 1)
    check_round(competition, stage, body)
    names = [fixture.id for fixture in body.fixtures]
    known = [name for name in names if name in competition.fixtures or names.count(name) > 1]
    if known:
        raise UserError(f"fixture {known[0]} is there already")
    competition.fixtures.update(zip(names, body.fixtures, strict=True))
    stage.rounds.append(
        Round(
            number=body.round,
            fixtures=names,
            byes=list(body.byes),
            rests=list(body.rests),
            absent=list(body.absent),
            title=body.title,
            remark=body.remark,
        )
    )
    for fixture in body.fixtures:
        if any(team in competition.out for team in fixture.sides):
            give_up(competition, fixture, next(team for team in fixture.sides if team in competition.out))


def check_round_is_over(competition: Competition, stage: Stage, number: int) -> None:
    """A round is paired only when every fixture of the last has a result; a running match blocks it."""
    waiting = [
        fixture.id
        for name in competition.round(stage.number, number).fixtures
        if (fixture := competition.fixtures[name]).state != "over"
        or (isinstance(stage.format, KnockOut) and competition.is_undecided(fixture))
    ]
    if waiting:
        raise UserError(f"round {number} is not over: {', '.join(waiting)}")


def check_round(competition: Competition, stage: Stage, body: Paired | Repaired) -> None:
    """Nobody plays twice in a round, and nobody gets two byes."""
    named = [team for fixture in body.fixtures for team in fixture.sides] + [*body.byes, *body.rests]
    twice = {team for team in named if named.count(team) > 1}
    if twice:
        raise UserError(f"{', '.join(sorted(twice))}: twice in round {body.round}")
    strangers = [team for team in named if team not in stage.teams]
    if strangers:
        raise UserError(f"{', '.join(strangers)}: not in stage {stage.number}")
    for fixture in body.fixtures:
        if (fixture.stage, fixture.round) != (stage.number, body.round):
            raise UserError(f"fixture {fixture.id} belongs to another round")
        if len(fixture.sides) > 2 and not isinstance(stage.format, Pods):
            raise UserError(f"fixture {fixture.id}: only pods have more than two teams")
    if isinstance(stage.format, (Swiss, Pods)):
        before = [team for each in stage.rounds if each.number != body.round for team in each.byes]
        again = [team for team in body.byes if team in before]
        if again:
            raise UserError(f"{', '.join(again)}: a second bye")


@apply.register
def _(body: Repaired, competition: Competition) -> None:
    stage = competition.stage(body.stage)
    found = competition.round(body.stage, body.round)
    if body.round != len(stage.rounds) and not isinstance(stage.format, RoundRobin):
        raise UserError(f"round {body.round} stays: the round after it is paired")
    check_round(competition, stage, body)
    new = {fixture.id: fixture for fixture in body.fixtures}
    for name in found.fixtures:
        fixture = competition.fixtures[name]
        if fixture.state in ("running", "disputed", "over") and (name not in new or new[name].sides != fixture.sides):
            raise UserError(f"fixture {name} has begun, and stays as it is")
    for name in new:
        if name in competition.fixtures and name not in found.fixtures:
            raise UserError(f"fixture {name} belongs to another round")
    for name in found.fixtures:
        if competition.fixtures[name].state in ("planned", "open"):
            del competition.fixtures[name]
    for fixture in body.fixtures:
        competition.fixtures.setdefault(
            fixture.id,
            msgspec.structs.replace(
                fixture, opens=found.opens, deadline=found.deadline, state="open" if found.opens else fixture.state
            ),
        )
    found.fixtures, found.byes, found.rests = list(new), list(body.byes), list(body.rests)


@apply.register
def _(body: Challenged, competition: Competition) -> None:
    fixture = body.fixture
    stage = competition.stage(fixture.stage)
    if stage.is_finished:
        raise UserError(f"stage {fixture.stage} is finished")
    if not isinstance(stage.format, (Ladder, OpenPlay)):
        raise UserError(f"stage {fixture.stage} has rounds: nobody challenges")
    if fixture.id in competition.fixtures:
        raise UserError(f"fixture {fixture.id} is there already")
    gone = [team for team in fixture.sides if team not in stage.teams or team in competition.out]
    if gone:
        raise UserError(f"{', '.join(gone)}: not in stage {fixture.stage}")
    if not stage.rounds:
        stage.rounds.append(Round(number=1, fixtures=[]))
    stage.rounds[0].fixtures.append(fixture.id)
    competition.fixtures[fixture.id] = msgspec.structs.replace(fixture, state="open", round=1)


@apply.register
def _(body: Befriended, competition: Competition) -> None:
    if not body.fixture.is_friendly:
        raise UserError(f"fixture {body.fixture.id}: a friendly belongs to no stage")
    if body.fixture.id in competition.fixtures:
        raise UserError(f"fixture {body.fixture.id} is there already")
    if refused := objection(competition, *body.fixture.sides):
        raise UserError(refused)
    competition.fixtures[body.fixture.id] = msgspec.structs.replace(body.fixture, state="open")


# --- the calendar -----------------------------------------------------------------------------------------------------


@apply.register
def _(body: Opened, competition: Competition) -> None:
    found = competition.round(body.stage, body.round)
    found.opens, found.deadline = body.opens, body.deadline
    for name in found.fixtures:
        if competition.fixtures[name].state == "planned":
            set_fixture(competition, name, state="open", opens=body.opens, deadline=body.deadline)


@apply.register
def _(body: Offered, competition: Competition) -> None:
    fixture = still_open(competition, body.fixture)
    if body.team not in fixture.sides:
        raise UserError(f"{body.team} does not play in {body.fixture}")
    new = [(body.team, time) for time in body.times if (body.team, time) not in fixture.offers]
    set_fixture(competition, body.fixture, offers=(*fixture.offers, *new))


@apply.register
def _(body: Agreed, competition: Competition) -> None:
    still_open(competition, body.fixture)
    set_fixture(competition, body.fixture, agreed=body.time)


@apply.register
def _(body: Deadline, competition: Competition) -> None:
    still_open(competition, body.fixture)
    set_fixture(competition, body.fixture, deadline=body.deadline)


@apply.register
def _(body: Extended, competition: Competition) -> None:
    fixture = still_open(competition, body.fixture)
    if not body.deadline:
        if fixture.state != "running":
            raise UserError(f"fixture {body.fixture} is not running: expected a new deadline")
        set_fixture(competition, body.fixture, deadline="")
        return
    if body.by and fixture.extended:
        raise UserError(f"fixture {body.fixture} has been extended once")
    if body.by and set(body.by) != set(fixture.sides):
        raise UserError(f"fixture {body.fixture}: all coaches must agree to extend it")
    set_fixture(competition, body.fixture, deadline=body.deadline, extended=fixture.extended or bool(body.by))


# --- results ----------------------------------------------------------------------------------------------------------


@apply.register
def _(body: Began, competition: Competition) -> None:
    fixture = still_open(competition, body.fixture)
    if fixture.state not in ("planned", "open"):
        raise UserError(f"fixture {body.fixture} is {fixture.state}")
    gone = [team for team in fixture.sides if team in competition.out]
    if gone:
        raise UserError(f"fixture {body.fixture}: {', '.join(gone)} takes part no more")
    set_fixture(competition, body.fixture, state="running", match=body.match)


@apply.register
def _(body: Reported, competition: Competition) -> None:
    fixture = still_open(competition, body.result.fixture)
    if body.by not in fixture.sides:
        raise UserError(f"{body.by} does not play in {fixture.id}")
    check_result(fixture, body.result)
    reports = competition.reports.setdefault(fixture.id, {})
    reports[body.by] = body.result
    told = list(reports.values())
    if any(each != told[0] for each in told):
        set_fixture(competition, fixture.id, state="disputed")
    elif len(told) == len(fixture.sides):
        end(competition, fixture, told[0])
    elif fixture.state == "disputed":
        set_fixture(competition, fixture.id, state="open")


@apply.register
def _(body: Resulted, competition: Competition) -> None:
    fixture = still_open(competition, body.result.fixture)
    check_result(fixture, body.result)
    end(competition, fixture, body.result)


def check_result(fixture: Fixture, result: Result) -> None:
    named = sorted(side.team for side in result.sides)
    if named != sorted(fixture.sides):
        raise UserError(
            f"result of {fixture.id}: expected {', '.join(fixture.sides)}, found {', '.join(named) or 'nobody'}"
        )
    if result.through and (result.winner or result.through not in fixture.sides):
        raise UserError(f"result of {fixture.id}: only one team of a draw can be let through")


def end(competition: Competition, fixture: Fixture, result: Result) -> None:
    competition.results[fixture.id] = result
    set_fixture(competition, fixture.id, state="over")


@apply.register
def _(body: WalkedOver, competition: Competition) -> None:
    fixture = still_open(competition, body.fixture)
    options = competition.options_at(fixture.stage, fixture.round)
    result = results.walkover(fixture, body.winner, options)
    end(competition, fixture, msgspec.structs.replace(result, ended=body.at))


@apply.register
def _(body: Unplayed, competition: Competition) -> None:
    fixture = still_open(competition, body.fixture)
    result = results.unplayed(fixture, competition.options_at(fixture.stage, fixture.round))
    end(competition, fixture, msgspec.structs.replace(result, ended=body.at))


@apply.register
def _(body: Reopened, competition: Competition) -> None:
    fixture = competition.fixture(body.fixture)
    competition.results.pop(fixture.id, None)
    competition.reports.pop(fixture.id, None)
    competition.given_up.pop(fixture.id, None)
    set_fixture(competition, fixture.id, state="open", match="")


@apply.register
def _(body: RolledOff, competition: Competition) -> None:
    fixture = competition.fixture(body.fixture)
    result = competition.results.get(body.fixture)
    if result is None or result.goes_on or len(fixture.sides) != 2:
        raise UserError(f"fixture {body.fixture} is no drawn match of two teams")
    if not isinstance(competition.stage(fixture.stage).format, KnockOut):
        raise UserError(f"fixture {body.fixture} is no knock-out: a draw stands")
    through = fixture.sides[roll_off(body.dice, body.rerolls)]
    competition.results[body.fixture] = msgspec.structs.replace(result, through=through)


# --- the table, options, prizes ---------------------------------------------------------------------------------------


@apply.register
def _(body: Lot, competition: Competition) -> None:
    stage = competition.stage(body.stage)
    for team in body.numbers:
        if team in stage.lots:
            raise UserError(f"{competition.name_of(team)} has its lot already")
        if team not in stage.teams:
            raise UserError(f"{competition.name_of(team)} is not in stage {body.stage}")
    stage.lots.update(body.numbers)


@apply.register
def _(body: Amended, competition: Competition) -> None:
    season = competition.season_at(body.stage, body.round)
    new = read_season(body.options, season)
    if new.edition != season.edition:
        raise UserError("the edition never changes in a season")
    begun = [
        fixture.id
        for fixture in competition.fixtures.values()
        if (fixture.stage, fixture.round) >= (body.stage, body.round) and fixture.state in ("running", "over")
    ]
    if begun:
        raise UserError(f"options change from a round on that has not begun; {begun[0]} has")
    for key in ("tie_breaks", "swiss_tie_breaks"):
        if getattr(new.competition, key) != getattr(season.competition, key) and competition.results:
            raise UserError(f"{key} are chosen before the first match")
    competition.amendments.append(Amendment(body.options, body.stage, body.round, body.reason))


@apply.register
def _(body: Prize, competition: Competition) -> None:
    competition.entry(body.team)
    competition.prizes.append(body)
