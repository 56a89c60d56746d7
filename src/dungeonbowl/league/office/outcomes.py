"""What a match that is over does: the result enters the table, aftermaths open, players' lines are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from dungeonbowl.editions import build
from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import Ending, MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.chain import Cause
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions import results
from dungeonbowl.league.competitions.folding import standing
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.words import Fixture, How, Result, SideResult
from dungeonbowl.league.office import aftermaths, locking, projecting, rating, reading
from dungeonbowl.league.office.chance import SEED_BYTES, new_id
from dungeonbowl.league.office.rows import MatchReplayRow, ReportRow
from dungeonbowl.league.office.views import MatchOrder
from dungeonbowl.league.result_sheet import MOST, at_most, most_touchdowns
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import strength

if TYPE_CHECKING:
    from dungeonbowl.league.office.work import Work

replace = msgspec.structs.replace
HOWS: dict[Ending, How] = {"distance": "distance", "conceded": "conceded", "adjudged": "adjudged"}


def settle(work: Work, report: ReportRow, facts: MatchFacts, replay: bytes, reason: str = "") -> None:
    """A locked match is over."""
    competition, name = projecting.parts_of(report.fixture)
    opened = work.competition(competition)
    order = msgspec.json.decode(report.locked, type=MatchOrder)
    facts = completed(facts, order)
    inner = opened.state.fixture(name)
    result = replace(result_of(facts, inner, opened.state), ended=work.at)
    work.write_competition(competition, happenings.Resulted(result=result, reason=reason), Cause("match", facts.match))
    rating.rate(work, result, opened.league)
    work.put(replace(report, state="settled", at=work.at, facts=projecting.text_of(facts)))
    if replay:
        work.put(MatchReplayRow(facts.match, replay))
    for row in projecting.appearance_rows(facts, report.fixture, opened.league, opened.season, work.at):
        work.put(row)
    if order.play == "league":
        open_aftermaths(work, report, opened.season, [side.team for side in facts.sides])


def open_aftermaths(work: Work, report: ReportRow, season: str, teams: Sequence[str]) -> None:
    """The aftermaths of a match, with the commitment of a fresh seed: that of the match itself is public by now."""
    seed = work.office.chance(SEED_BYTES)
    for team in teams:
        aftermaths.new_row(work, report.match, team, report.league, season, report.fixture, seed)


def open_deferred(work: Work, competition: str, stage: int) -> None:
    """Where teams play a stage as they entered it, the aftermaths come when it is over, in the order the matches
    ended."""
    opened = work.competition(competition)
    state = opened.state
    ended = [
        (state.results[fixture.id].ended, place, fixture)
        for place, fixture in enumerate(state.fixtures_of(stage))
        if fixture.id in state.results and fixture.match
    ]
    for _, _, fixture in sorted(ended, key=lambda each: each[:2]):
        report = aftermaths.report_of(work, fixture.match)
        if report.state == "settled":
            open_aftermaths(work, report, opened.season, fixture.sides)


def completed(facts: MatchFacts, order: MatchOrder) -> MatchFacts:
    """Facts with what the lock knows: the competition, fame, and values where the match has not told them."""
    if sorted(side.team for side in facts.sides) != sorted(team.id for team in order.teams):
        raise UserError(f"match {facts.match}: these are not the teams that were locked for it")
    teams = {team.id: team for team in order.teams}
    fames = dict(zip(teams, order.fame, strict=True)) if order.fame else {}
    crowds = dict(zip(teams, order.crowds, strict=True)) if order.crowds else {}
    sides = tuple(
        replace(
            side,
            value=side.value or strength(teams[side.team]),
            fame=fames.get(side.team, side.fame),
            lent=lent_to(teams[side.team]) if order.play == "deferred" else (),
            crowd=crowds.get(side.team),
        )
        for side in facts.sides
    )
    return replace(facts, sides=sides, competition=order.competition, friendly=order.friendly)


def lent_to(team: Team) -> tuple[Player, ...]:
    """The journeymen of a match that was played as entered. They join the team in its aftermath."""
    return tuple(player for player in team.players if player.journeyman)


def result_of(facts: MatchFacts, inner: Fixture, state: Competition) -> Result:
    """The result of a match as the table counts it."""
    scores = facts.scores(state.season_at(inner.stage, inner.round).league.concession)
    return Result(
        fixture=inner.id,
        sides=tuple(
            SideResult(
                team=side.team,
                result=side.outcome,
                score=scores[side.team],
                casualties=side.casualties,
                conceded=side.conceded,
                value=side.value,
            )
            for side in facts.sides
        ),
        how=HOWS.get(facts.how, "played"),
        provenance=facts.provenance,
        dungeon=facts.dungeon,
        first=facts.first,
    )


def plain_facts(
    work: Work,
    order: MatchOrder,
    scores: Sequence[int],
    casualties: Sequence[int] = (),
    winner: str = "",
    how: Ending = "score",
) -> MatchFacts:
    """Facts of a match of which only the numbers are known. Everybody who could play was there. What a match can have
    counts here as on a sheet; how one that was not played to its end is judged is for the commissioner to say."""
    if len(scores) != len(order.teams) or not all(0 <= score <= MOST for score in scores):
        found = "-".join(map(str, scores))
        raise UserError(f"result: expected {len(order.teams)} numbers such as 1-0, found {found}")
    if casualties and (len(casualties) != len(order.teams) or not all(0 <= number <= MOST for number in casualties)):
        raise UserError(f"casualties: expected {len(order.teams)} numbers from 0 to {MOST}")
    most = most_touchdowns(build(order.edition))
    if how == "score" and most is not None and sum(scores) > most:
        raise UserError(f"result: expected {at_most(most)}, found {'-'.join(map(str, scores))}")
    if winner and winner not in [team.id for team in order.teams]:
        raise UserError(f"winner {winner!r}: expected one of the teams")
    by_team = {team.id: score for team, score in zip(order.teams, scores, strict=True)}
    leaders = [winner] if winner else results.leaders_of(by_team)
    ending: Ending = "draw" if len(leaders) > 1 and how == "score" else how
    return MatchFacts(
        order.match,
        order.edition,
        tuple(
            SideFacts(
                team.id,
                results.outcome_of(team.id, leaders),
                by_team[team.id],
                casualties[place] if casualties else 0,
                tuple(PlayerFacts(player.id) for player in team.available),
            )
            for place, team in enumerate(order.teams)
        ),
        ending,
    )


def relieve(work: Work, competition: str, inner: Fixture, winner: str) -> None:
    """The option `walkover_relief`: who wins by a walk-over has an aftermath, with winnings and an award, and absences
    end."""
    opened = work.competition(competition)
    if opened.state.options_at(inner.stage, inner.round).play != "league":
        return
    match = new_id("g", work.office.chance)
    teams = tuple(work.kept(team).team for team in inner.sides)
    fixture = projecting.global_id(competition, inner.id)
    edition = opened.state.season_at(inner.stage, inner.round).edition
    order = MatchOrder(match, fixture, opened.league, competition, edition, teams, "", False)
    result = opened.state.results[inner.id]
    scores = [side.score for side in result.sides]
    facts = completed(plain_facts(work, order, scores, (), winner, "walkover"), order)
    report = locking.new_report(work, order, "settled", projecting.text_of(facts))
    work.put(report)
    open_aftermaths(work, report, opened.season, [winner])


def event_of_result(work: Work, competition: str, name: str) -> int:
    """The number of the event that the result of a fixture comes from."""
    events = [*reading.events(work.store, competition), *work.competition(competition).log.new]
    texts = work.known_texts(events)
    bodies = [reading.competition_body(event, texts) for event in events]
    for number, body in reversed(standing(bodies)):
        fixture = body.result.fixture if isinstance(body, happenings.Resulted) else ""
        if isinstance(body, (happenings.WalkedOver, happenings.Unplayed)):
            fixture = body.fixture
        if fixture == name:
            return number
    raise UserError(f"fixture {name}: its result follows from a withdrawal")


def deeds_told(report: ReportRow) -> list[str]:
    """What each player did and suffered in a match, a line each."""
    if not report.facts:
        return []
    facts = aftermaths.facts_of(report)
    order = msgspec.json.decode(report.locked, type=MatchOrder)
    names = {player.id: player.name for team in order.teams for player in team.players}
    found: list[str] = []
    for side in facts.sides:
        for player in side.players:
            name = names.get(player.player, "a player")
            deeds = [f"{number} {deed}" for deed, number in sorted(player.deeds.items()) if number]
            if deeds:
                found.append(f"{name}: {', '.join(deeds)}")
            if player.injury:
                by = f" by {names[player.by]}" if player.by in names else ""
                how = f" ({player.how}{by})" if player.how else ""
                loss = f" of {player.loss.upper()}" if player.loss else ""
                found.append(f"{name}: {player.injury}{loss}{how}")
    return found
