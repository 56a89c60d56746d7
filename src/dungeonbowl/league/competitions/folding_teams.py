"""What the fold does when teams come, leave, or take the place of others."""

from __future__ import annotations

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import results
from dungeonbowl.league.competitions.events import Entered, Replaced, Withdrawn
from dungeonbowl.league.competitions.formats import KnockOut, RoundRobin
from dungeonbowl.league.competitions.state import Competition, Stage
from dungeonbowl.league.competitions.words import Fixture


def enter(body: Entered, competition: Competition) -> None:
    team = body.entry.team
    if competition.agreed and team in competition.entries and team not in competition.out:
        raise UserError(f"{competition.name_of(team)} takes part already")
    if team in competition.heirs:
        raise UserError(f"{competition.name_of(team)} has been replaced")
    stage = competition.stage(body.stage) if body.stage else None
    if stage and isinstance(stage.format, (RoundRobin, KnockOut)):
        raise UserError(f"stage {body.stage} has begun, and its fixtures are made: a team can only replace another")
    competition.entries[team] = body.entry
    competition.out.pop(team, None)
    if not stage:
        return
    if team not in stage.teams:
        stage.teams.append(team)
        stage.groups[next(iter(stage.groups))].append(team)
    stage.joined[team] = body.at


def withdraw(body: Withdrawn, competition: Competition) -> None:
    """Open fixtures become walk-overs. If less than half of a stage is played, the option `annul` takes the results of
    the team out of the table."""
    team = competition.entry(body.team).team
    if team in competition.out:
        raise UserError(f"{competition.name_of(team)} takes part no more already")
    competition.out[team] = f"withdrawn: {body.reason}"
    competition.left_at[team] = body.at
    for stage in competition.stages:
        if team in stage.teams and not stage.is_finished:
            if is_annulled(competition, stage, team):
                stage.annulled.append(team)
    for fixture in list(competition.fixtures.values()):
        if team in fixture.sides and fixture.state in ("planned", "open"):
            give_up(competition, fixture, team)


def is_annulled(competition: Competition, stage: Stage, team: str) -> bool:
    """Whether a team has played less than half of its fixtures. One that was given to somebody without a match was not
    played; one to which nobody came counts as if it was."""
    own = [fixture for fixture in competition.fixtures_of(stage.number) if team in fixture.sides]
    if not own:
        return False
    last = max(fixture.round for fixture in own)
    annul = competition.options_at(stage.number, last).annul
    if annul == "off" or (annul == "round_robins" and not isinstance(stage.format, RoundRobin)):
        return False
    ended = [competition.results[fixture.id] for fixture in own if fixture.state == "over"]
    return 2 * sum(result.how != "walkover" for result in ended) < len(own)


def give_up(competition: Competition, fixture: Fixture, team: str) -> None:
    """A fixture without one of its teams: a walk-over, or three teams play without the fourth."""
    here = [side for side in fixture.sides if side not in competition.out]
    if len(here) > 1:
        competition.fixtures[fixture.id] = msgspec.structs.replace(fixture, sides=tuple(here))
        return
    options = competition.options_at(fixture.stage, fixture.round)
    result = results.walkover(fixture, here[0], options) if here else results.unplayed(fixture, options)
    competition.results[fixture.id] = msgspec.structs.replace(result, ended=competition.left_at.get(team, ""))
    competition.given_up[fixture.id] = team
    competition.fixtures[fixture.id] = msgspec.structs.replace(fixture, state="over")


def replace_team(body: Replaced, competition: Competition) -> None:
    """The new team takes over the open fixtures, and those that were given up. It takes over no points, unless
    `inherit_points` says so."""
    old, new = competition.entry(body.team).team, body.entry.team
    if new in competition.entries:
        raise UserError(f"{competition.name_of(new)} takes part already")
    if old in competition.heirs:
        raise UserError(f"{competition.name_of(old)} has been replaced already")
    competition.entries[new] = body.entry
    competition.out[old] = f"replaced by {body.entry.title}: {body.reason}"
    competition.heirs[old] = new
    for name, left in list(competition.given_up.items()):
        if left == old:
            del competition.given_up[name]
            del competition.results[name]
            set_state(competition, name)
    for fixture in list(competition.fixtures.values()):
        if old in fixture.sides and fixture.state in ("planned", "open"):
            sides = tuple(new if side == old else side for side in fixture.sides)
            competition.fixtures[fixture.id] = msgspec.structs.replace(fixture, sides=sides, offers=(), agreed="")
    for stage in competition.stages:
        if old not in stage.teams or stage.is_finished:
            continue
        stage.annulled = [team for team in stage.annulled if team != old]
        stage.teams.append(new)
        stage.joined[new] = stage.joined.get(old, "")
        stage.groups[stage.group_of(old)].append(new)


def set_state(competition: Competition, name: str) -> None:
    """A walk-over that is one no more."""
    fixture = competition.fixtures[name]
    state = "open" if fixture.opens else "planned"
    competition.fixtures[name] = msgspec.structs.replace(fixture, state=state)
