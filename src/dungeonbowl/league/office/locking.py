"""The lock: teams are booked for a match, filled up, and told what the match is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from dungeonbowl.editions import build
from dungeonbowl.errors import UserError
from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import Cause
from dungeonbowl.league.competitions import calendar, lots
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.words import Fixture
from dungeonbowl.league.fold import fold
from dungeonbowl.league.handicap import refusals
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import aftermaths, projecting, reading
from dungeonbowl.league.office.chance import new_id
from dungeonbowl.league.office.rows import AftermathRow, ReportRow
from dungeonbowl.league.office.views import MatchOrder
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.league.preparing import crowd_rolls, joining, prepared
from dungeonbowl.teams.team import Team

if TYPE_CHECKING:
    from dungeonbowl.league.office.work import Work

replace = msgspec.structs.replace


def edition_of(state: Competition, inner: Fixture) -> str:
    """The edition text that a fixture is played by."""
    agreed = state.season_at(inner.stage, inner.round)
    return agreed.edition_of(None if inner.is_friendly else state.stage(inner.stage).format)


def play_of(state: Competition, inner: Fixture) -> str:
    return state.options_at(inner.stage, inner.round).play


def as_it_plays(work: Work, competition: str, inner: Fixture, team: str) -> Kept:
    """The team that would play: as it is, or as it was when it entered."""
    opened = work.competition(competition)
    play = play_of(opened.state, inner)
    if play == "league" or (play == "deferred" and inner.stage > 1):
        return work.kept(team)
    entry = work.league(opened.league).season_of(opened.season).entry(team, competition)
    kept = work.kept(team)
    if entry is None or entry.seq == kept.seq:
        return kept
    events = reading.events(work.store, team, most=entry.seq)
    return fold(events, work.known_texts(events))


def refuse_early(work: Work, competition: str, inner: Fixture) -> None:
    state = work.competition(competition).state
    options = state.options_at(inner.stage, inner.round)
    earlier = (
        any(
            fixture.state != "over" and fixture.round < inner.round
            for fixture in state.fixtures_of(inner.stage)
            if set(fixture.sides) & set(inner.sides)
        )
        if not inner.is_friendly
        else False
    )
    if objection := calendar.may_begin(inner, work.at, earlier, options):
        raise UserError(objection)


def refuse_over(state: Competition) -> None:
    """What is over is corrected, but nobody plays in it or leaves it any more: places and prizes are given."""
    if state.places:
        raise UserError(f"{state.title} is over: its results can be corrected, and nothing else changes in it")


def refuse_finished(state: Competition, inner: Fixture) -> None:
    """Nothing is played again in a stage that is finished: the next one was made from its places."""
    refuse_over(state)
    if inner.stage and state.stage(inner.stage).is_finished:
        raise UserError(
            f"stage {inner.stage} of {state.title} is finished: its results can be corrected, not played again"
        )


def make_ready(work: Work, team: str) -> None:
    """A team starts a match only when it is ready. An aftermath that is late is closed by the assistant."""
    rows = [row for row in work.find(AftermathRow, team=team) if row.state in (aftermaths.OPEN, aftermaths.WAITING)]
    for row in sorted(rows, key=lambda each: each.place):
        name = work.kept(team).team.name
        now = work.one(AftermathRow, match=row.match, team=team) or row
        if not aftermaths.is_late(work, now):
            raise UserError(
                f"{name} has an aftermath to close first (open until {now.deadline}); its coach can let the assistant"
                " close it"
            )
        aftermaths.close_by_assistant(work, now)
    aftermaths.forget(work, team)
    kept = work.kept(team)
    if kept.state != "ready":
        raise UserError(f"{kept.team.name} is {kept.state.replace('_', ' ')}: only a team that is ready starts a match")


def lock(
    work: Work, competition: str, inner: Fixture, journeymen: Mapping[str, Sequence[str]], dungeon: str
) -> MatchOrder:
    refuse_early(work, competition, inner)
    opened = work.competition(competition)
    state = opened.state
    play = play_of(state, inner)
    edition = edition_of(state, inner)
    options = state.season_at(inner.stage, inner.round).league
    match = new_id("g", work.office.chance)
    if play == "league":
        for team in inner.sides:
            make_ready(work, team)
    kepts = [as_it_plays(work, competition, inner, team) for team in inner.sides]
    # whoever unlocks a match and locks it again meets the same crowd; one that is played anew draws another
    times = sum(bool(each.facts) for each in work.find(ReportRow, fixture=projecting.global_id(competition, inner.id)))
    dice = {
        roll.name: lots.dice(seed_of(state, inner), f"{inner.id} {times} {roll.name}", roll.count, roll.faces)
        for roll in crowd_rolls(kepts, edition, options)
    }
    events = prepared(match, kepts, edition, options, dice, journeymen)
    crowds = tuple(each.body for listed in events for each in listed if isinstance(each.body, e.Fame))
    fames = tuple(crowd.fame for crowd in crowds)
    if play == "league":
        for kept, listed in zip(kepts, events, strict=True):
            for each in listed:
                work.write_team(kept.team.id, each.body, Cause("decision", match), each.rule, each.dice)
        teams = tuple(work.kept(team).team for team in inner.sides)
    else:
        teams = tuple(fielded(kept, match, options, journeymen.get(kept.team.id, ())) for kept in kepts)
    if refused := refusals(teams, build(edition)):
        raise UserError(f"fixture {inner.id} cannot be played: {'; '.join(refused)}")
    order = MatchOrder(
        match,
        projecting.global_id(competition, inner.id),
        opened.league,
        competition,
        edition,
        teams,
        dungeon,
        inner.is_friendly,
        fames if any(fames) else (),
        play,
        () if play == "league" else crowds,
    )
    work.write_competition(competition, happenings.Began(fixture=inner.id, match=match))
    work.put(new_report(work, order, "locked"))
    return order


def fielded(kept: Kept, match: str, options: LeagueOptions, positions: Sequence[str] = ()) -> Team:
    """A team with the journeymen that it needs for a match; its history knows nothing of them."""
    return replace(kept.team, players=(*kept.team.players, *joining(kept, match, options, positions)))


def new_report(work: Work, order: MatchOrder, state: str, facts: str = "") -> ReportRow:
    """The report of a match. Nothing is known of it yet but its order, and perhaps its facts."""
    return ReportRow(
        order.match,
        order.fixture,
        order.competition,
        order.league,
        work.at,
        state,
        facts,
        "",
        projecting.text_of(order),
        "",
    )


def seed_of(state: Competition, inner: Fixture) -> str:
    """The published seed that dice before a match follow from."""
    return state.stage(inner.stage or 1).seed


def unlock(work: Work, competition: str, inner: Fixture, reason: str) -> None:
    """The teams are as they were before the lock, and the fixture is open."""
    report = aftermaths.report_of(work, inner.match)
    order = msgspec.json.decode(report.locked, type=MatchOrder)
    if order.play == "league":
        for team in inner.sides:
            work.write_team(team, e.Unbooked(inner.match), Cause("decision", inner.match))
    work.put(replace(report, state="voided"))
    work.write_competition(competition, happenings.Reopened(fixture=inner.id, reason=reason))


def report_for_paper(work: Work, competition: str, inner: Fixture) -> tuple[ReportRow, MatchOrder]:
    """The report of a match at a real table: its teams are locked now, if they were not before."""
    if inner.state == "over":
        raise UserError(f"fixture {inner.id} is over")
    match = inner.match or lock(work, competition, inner, {}, "").match
    report = aftermaths.report_of(work, match)
    return report, msgspec.json.decode(report.locked, type=MatchOrder)
