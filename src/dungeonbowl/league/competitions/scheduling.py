"""What comes next in a competition: the next stage, the next round, the places when a stage is over.

These functions propose events; they change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dungeonbowl.errors import UserError
from dungeonbowl.languages import plural
from dungeonbowl.league.competitions import groups, knock_out, ladder, lots, pods, ratings, round_robin, swiss
from dungeonbowl.league.competitions.events import Finished, Paired, StageMade
from dungeonbowl.league.competitions.formats import (
    KnockOut,
    Ladder,
    OpenPlay,
    Pods,
    RoundRobin,
    StageFormat,
    Swiss,
    write_format,
)
from dungeonbowl.league.competitions.standings import Facts
from dungeonbowl.league.competitions.state import Competition, Stage
from dungeonbowl.league.competitions.tables import FINAL, stage_ranking, stage_tables
from dungeonbowl.league.competitions.words import Fixture

BEST: int = 4  # teams of the last table of pods


def next_stage(
    competition: Competition, seed: str, at: str = "", facts: Mapping[str, Facts] | None = None
) -> StageMade:
    """The next stage of a competition. `seed` is published with it: lots and pairings follow from it."""
    number = len(competition.stages) + 1
    formats = competition.season_at(number, 1).competition.formats()
    if number > len(formats):
        raise UserError(f"this competition has {len(formats)} stages")
    stage = formats[number - 1]
    teams = first_teams(competition, seed) if number == 1 else further_teams(competition, stage, facts)
    if len(teams) < 2:
        raise UserError(f"stage {number}: expected at least two teams, found {len(teams)}")
    return StageMade(
        stage=number,
        format=write_format(stage),
        teams=tuple(teams),
        groups=groups_of(competition, stage, teams, seed),
        seed=seed,
        at=at,
    )


def first_teams(competition: Competition, seed: str) -> list[str]:
    return groups.by_seed([competition.entries[team] for team in competition.active()], seed)


def further_teams(competition: Competition, stage: StageFormat, facts: Mapping[str, Facts] | None) -> list[str]:
    """Who goes on from the stage before: the best of its groups crosswise, or everybody."""
    before = competition.stages[-1]
    if not before.is_finished:
        raise UserError(f"stage {before.number} is not finished")
    if isinstance(before.format, (KnockOut, Ladder, Pods)):
        order = [team for together in before.places for team in together if team not in competition.out]
        return order[: stage.qualify] if isinstance(stage, KnockOut) and stage.qualify else order
    ranking = stage_ranking(competition, before.number, facts)
    if not isinstance(stage, KnockOut):
        return ranking
    tables = {
        name: [row.team for row in rows if not row.out]
        for name, rows in stage_tables(competition, before.number, facts).items()
    }
    count = min(stage.qualify or len(ranking), len(ranking))
    return groups.cross_over(tables, ranking, count)


def groups_of(
    competition: Competition, stage: StageFormat, teams: Sequence[str], seed: str
) -> dict[str, tuple[str, ...]]:
    if not isinstance(stage, RoundRobin):
        return {}
    entries = [competition.entries[team] for team in teams]
    if stage.by == "division":
        found = groups.by_division(entries, seed)
    elif stage.groups > 1:
        found = groups.from_pots(entries, stage.groups, seed)
    else:
        found = {"": tuple(teams)}
    for members in found.values():
        round_robin.check(members, stage.house_rule)
    return found if len(found) > 1 or "" not in found else {}


# --- rounds -----------------------------------------------------------------------------------------------------------


def next_rounds(competition: Competition, number: int, absent: Sequence[str] = ()) -> list[Paired]:
    """The rounds that can be paired now: all of a round robin, one of anything else; none if the stage has no more.
    `absent` are teams that miss the round."""
    stage = competition.stage(number)
    if stage.rounds and not isinstance(stage.format, (RoundRobin, Ladder, OpenPlay)):
        last = stage.rounds[-1].number
        waiting = [
            fixture.id
            for fixture in (competition.fixtures[name] for name in stage.rounds[-1].fixtures)
            if fixture.state != "over" or (isinstance(stage.format, KnockOut) and competition.is_undecided(fixture))
        ]
        if waiting:
            raise UserError(f"round {last} is not over: {', '.join(waiting)}; name a result for it first")
    match stage.format:
        case RoundRobin():
            return round_robin_rounds(stage, stage.format)
        case Swiss():
            return swiss_round(competition, stage, stage.format, absent)
        case KnockOut():
            return knock_out_round(competition, stage, stage.format)
        case Pods():
            return pods_round(competition, stage, stage.format, absent)
    return []


def waiting_in(competition: Competition, number: int) -> list[str]:
    """The fixtures of a stage that hold up what comes next: not over, or drawn in a knock-out."""
    stage = competition.stage(number)
    return [
        fixture.id
        for fixture in competition.fixtures_of(number)
        if fixture.state != "over" or (isinstance(stage.format, KnockOut) and competition.is_undecided(fixture))
    ]


def step_of(state: Competition) -> tuple[bool, bool, str]:
    """Whether more can be published, whether everything is played, and why neither, in words."""
    if not state.stages:
        return True, False, ""
    stage = state.stages[-1]
    more_stages = len(state.stages) < len(state.season_at(len(state.stages) + 1, 1).competition.stages)
    if stage.is_finished:
        return more_stages, not more_stages, ""
    waiting = waiting_in(state, stage.number)
    if isinstance(stage.format, (Ladder, OpenPlay)):
        why = plural("{count} match is open", "{count} matches are open", len(waiting)) if waiting else ""
        return False, not waiting, why
    if waiting:
        few = ", ".join(waiting[:4]) + (" ..." if len(waiting) > 4 else "")
        why = plural(
            "{count} fixture is without a result or undecided: {fixtures}",
            "{count} fixtures are without a result or undecided: {fixtures}",
            len(waiting),
            fixtures=few,
        )
        return False, False, why
    more = has_more_rounds(state, stage.number) or more_stages
    return more, not more, ""


def has_more_rounds(competition: Competition, number: int) -> bool:
    """Whether a stage without open fixtures has a round to come. Nothing is paired for the answer."""
    stage = competition.stage(number)
    match stage.format:
        case RoundRobin():
            return not stage.rounds
        case Swiss():
            return len(stage.rounds) < (stage.format.rounds or swiss.usual_rounds(len(stage.seeds)))
        case KnockOut():
            slots, filled = bracket_of(competition, number)
            return bool(knock_out.next_round(slots, filled))
        case Pods():
            return len(stage.rounds) < stage.format.rounds + stage.format.final
    return False


def fixtures_for(stage: Stage, round_number: int, matches: Sequence[tuple[Sequence[str], str]]) -> list[Fixture]:
    """Fixtures of some teams each, with the group or title."""
    return [
        Fixture(
            id=f"{stage.number}-{round_number}-{index}",
            stage=stage.number,
            round=round_number,
            sides=tuple(sides),
            group=group,
        )
        for index, (sides, group) in enumerate(matches, 1)
    ]


def round_robin_rounds(stage: Stage, rules: RoundRobin) -> list[Paired]:
    if stage.rounds:
        return []
    plans = {
        name: round_robin.rounds(members, rules.meetings, rules.house_rule) for name, members in stage.groups.items()
    }
    found: list[Paired] = []
    for index in range(max(len(plan) for plan in plans.values())):
        here = {name: plan[index] for name, plan in plans.items() if index < len(plan)}
        matches = [(pair, name) for name, each in here.items() for pair in each.pairs]
        done = [name for name, plan in plans.items() if index >= len(plan)]
        rests = [team for each in here.values() for team in each.rests]
        rests += [team for name in done for team in stage.groups[name]]
        found.append(
            Paired(
                stage=stage.number,
                round=index + 1,
                fixtures=tuple(fixtures_for(stage, index + 1, matches)),
                rests=tuple(rests),
            )
        )
    return found


def contenders(competition: Competition, stage: Stage, absent: Sequence[str]) -> list[swiss.Contender]:
    """The teams of a stage before its next round, by standing; those level by lot, or at first by seed."""
    rows = {row.team: row for rows in stage_tables(competition, stage.number).values() for row in rows if not row.out}
    met: dict[str, list[str]] = {team: [] for team in rows}
    for fixture in competition.fixtures_of(stage.number):
        for team in fixture.sides:
            if team in met:
                met[team] += [other for other in fixture.sides if other != team]
    byes = [team for each in stage.rounds for team in each.byes]
    number = len(stage.rounds) + 1

    def standing(team: str) -> tuple[int, int]:
        if number == 1:
            return stage.teams.index(team), 0
        return rows[team].place, lots.number(stage.seed, "rank", number, team)

    order = sorted((team for team in rows if team not in absent), key=standing)
    return [
        swiss.Contender(
            team=team,
            points=rows[team].points,
            met=tuple(met[team]),
            byes=byes.count(team),
            owner=competition.entries[team].owner,
            club=competition.entries[team].club,
        )
        for team in order
    ]


def swiss_round(competition: Competition, stage: Stage, rules: Swiss, absent: Sequence[str]) -> list[Paired]:
    number = len(stage.rounds) + 1
    if number > (rules.rounds or swiss.usual_rounds(len(stage.seeds))):
        return []
    field = contenders(competition, stage, absent)
    options = competition.options_at(stage.number, number)
    fold = number > 1 or rules.first == "seed"
    found = swiss.pair(field, stage.seed, number, fold, options.own_teams_meet)
    return [
        Paired(
            stage=stage.number,
            round=number,
            fixtures=tuple(fixtures_for(stage, number, [(pair, "") for pair in found.pairs])),
            byes=(found.bye,) if found.bye else (),
            absent=tuple(team for team in stage.teams if team in absent),
            remark=found.remark(),
        )
    ]


def pods_round(competition: Competition, stage: Stage, rules: Pods, absent: Sequence[str]) -> list[Paired]:
    number = len(stage.rounds) + 1
    field = contenders(competition, stage, absent)
    if number <= rules.rounds:
        seated = pods.seat(field, stage.seed, number)
        matches = [(table, "") for table in seated.tables]
        fixtures = tuple(fixtures_for(stage, number, matches))
        away = tuple(team for team in stage.teams if team in absent)
        return [Paired(stage=stage.number, round=number, fixtures=fixtures, byes=seated.byes, absent=away)]
    if rules.final and number == rules.rounds + 1:
        best = [contender.team for contender in field][:BEST]
        fixtures = tuple(fixtures_for(stage, number, [(best, "")]))
        return [Paired(stage=stage.number, round=number, fixtures=fixtures, title=FINAL)]
    return []


def bracket_of(competition: Competition, number: int) -> tuple[list[knock_out.Slot], list[knock_out.Filled]]:
    """The bracket of a stage, as far as results go."""
    stage = competition.stage(number)
    if not isinstance(stage.format, KnockOut):
        raise UserError(f"stage {number} is no knock-out")
    slots = knock_out.bracket(len(stage.seeds), stage.format.third_place, stage.format.second_life)
    paired: dict[int, tuple[str, str]] = {}
    decided: dict[int, str] = {}
    for fixture in competition.fixtures_of(number):
        paired[fixture.slot] = (fixture.sides[0], fixture.sides[1])
        if fixture.id in competition.results and not competition.is_undecided(fixture):
            decided[fixture.slot] = competition.results[fixture.id].goes_on
    return slots, knock_out.fill(slots, stage.seeds, decided, paired)


def knock_out_round(competition: Competition, stage: Stage, rules: KnockOut) -> list[Paired]:
    slots, filled = bracket_of(competition, stage.number)
    wanted = knock_out.next_round(slots, filled)
    if not wanted:
        return []
    number = len(stage.rounds) + 1
    fixtures: list[Fixture] = []
    byes: list[str] = []
    for each in filled:
        slot = slots[each.slot]
        if slot.round != wanted or (each.winner is not None and not each.bye):
            continue
        if each.bye:
            byes.append(competition.heir_of(each.bye))
            continue
        sides = tuple(competition.heir_of(team or "") for team in each.teams)
        fixtures.append(
            Fixture(
                id=f"{stage.number}-{number}-{len(fixtures) + 1}",
                stage=stage.number,
                round=number,
                sides=sides,
                title=slot.title,
                slot=each.slot,
            )
        )
    titles = list(dict.fromkeys(fixture.title for fixture in fixtures))
    return [
        Paired(stage=stage.number, round=number, fixtures=tuple(fixtures), byes=tuple(byes), title=" and ".join(titles))
    ]


# --- the end ----------------------------------------------------------------------------------------------------------


def finished(
    competition: Competition, number: int, now: str = "", facts: Mapping[str, Facts] | None = None
) -> Finished:
    """The places of a stage that is over. `now` is needed for a ladder, which is over when the commissioner says so."""
    stage = competition.stage(number)
    waiting = [fixture.id for fixture in competition.fixtures_of(number) if fixture.state != "over"]
    if waiting:
        raise UserError(f"stage {number} is not over: {', '.join(waiting)}")
    if next_rounds(competition, number):
        raise UserError(f"stage {number} is not over: its next round is to be paired")
    return Finished(stage=number, places=tuple(tuple(each) for each in places_of(competition, stage, now, facts)))


def places_of(competition: Competition, stage: Stage, now: str, facts: Mapping[str, Facts] | None) -> list[list[str]]:
    match stage.format:
        case KnockOut():
            return bracket_places(competition, stage)
        case Ladder():
            return [[team] for team in ladder_of(competition, stage.number, now)]
    together: dict[int, list[str]] = {}
    tables = stage_tables(competition, stage.number, facts)
    if len(tables) > 1:
        return [[team] for team in stage_ranking(competition, stage.number, facts)]
    for row in next(iter(tables.values())):
        if not row.out:
            together.setdefault(row.place, []).append(row.team)
    places = list(together.values())
    return after_final(competition, stage, places) if isinstance(stage.format, Pods) else places


def bracket_places(competition: Competition, stage: Stage) -> list[list[str]]:
    """Places of a knock-out. Teams that were replaced stand as their heirs."""
    slots, filled = bracket_of(competition, stage.number)

    def heir(team: str | None) -> str | None:
        return team and competition.heir_of(team)

    today = [
        knock_out.Filled(each.slot, (heir(each.teams[0]), heir(each.teams[1])), heir(each.winner), heir(each.loser))
        for each in filled
    ]
    return knock_out.places(slots, today, [competition.heir_of(team) for team in stage.seeds])


def after_final(competition: Competition, stage: Stage, places: list[list[str]]) -> list[list[str]]:
    """Places of pods: the final decides about its own teams, winner first, then by touchdowns; those level stand as
    they stood before it."""
    if not stage.rounds or stage.rounds[-1].title != FINAL:
        return places
    order = [team for each in places for team in each]
    result = competition.results[stage.rounds[-1].fixtures[0]]
    sides = sorted(
        result.sides,
        key=lambda side: (
            side.result != "won",
            side.conceded,
            side.result == "lost",
            -side.score,
            order.index(side.team),
        ),
    )
    final = [side.team for side in sides]
    rest = [[team for team in each if team not in final] for each in places]
    return [[team] for team in final] + [each for each in rest if each]


def ladder_of(competition: Competition, number: int, now: str) -> list[str]:
    """The order of a ladder at a moment: by places taken, or by rating."""
    stage = competition.stage(number)
    if not isinstance(stage.format, Ladder):
        raise UserError(f"stage {number} is no ladder")
    climbers = [
        ladder.Climber(team, stage.joined[team], competition.left_at.get(team, "") if team in competition.out else "")
        for team in stage.teams
    ]
    ended = [
        competition.results[fixture.id]
        for fixture in competition.fixtures_of(number)
        if fixture.id in competition.results
    ]
    row = ladder.standing(climbers, ended, stage.format, now)
    if stage.format.by == "place":
        return row
    rated = ratings.rebuilt(sorted(ended, key=lambda result: result.ended))
    return ratings.by_rating({team: rated.get(team, ratings.Rating()) for team in row})
