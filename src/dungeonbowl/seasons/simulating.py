"""The season foretold: by ratings, in a moment; or by bots who try the matches out that are left, with the teams as
they are now and in the dungeons where they will be played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.league.competitions.dungeons import dungeon_for
from dungeonbowl.league.competitions.forecast import (
    Chances,
    Odds,
    Samples,
    bracket_chances,
    brier,
    expected_from,
    foretell_stage,
    odds,
    told_before,
)
from dungeonbowl.league.competitions.formats import KnockOut, Ladder, OpenPlay, RoundRobin
from dungeonbowl.league.competitions.ratings import Rating, rebuilt
from dungeonbowl.league.competitions.state import Competition, Stage
from dungeonbowl.league.competitions.words import Fixture
from dungeonbowl.league.ledger import Ledger
from dungeonbowl.league.office import Office, locking
from dungeonbowl.league.office.projecting import global_id
from dungeonbowl.league.office.views import MatchOrder
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.interrupts import let_through
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.runs.plan import Plan
from dungeonbowl.seasons.playing import PlayedMatch, Task, play_match
from dungeonbowl.teams.checks import objections
from dungeonbowl.teams.team import Team

OVER: Final = mark("this season is over: nothing is left to foretell")
NOT_PAIRED: Final = mark("every match that is published is played: publish the next round first")
NOT_BEGUN: Final = mark("the season has not begun")
NO_TABLE: Final = mark("teams challenge each other here: nobody knows which matches will be played")
ROUND_BY_ROUND: Final = mark(
    "Rounds are paired one by one here: those that are not published yet are not in this forecast."
)
GROWTH: Final = mark(
    "Bots tried the matches out with the teams as they are now: that teams grow is not in this forecast."
)


class FixtureOdds(msgspec.Struct, frozen=True):
    """The chances of a fixture that is left."""

    fixture: str
    names: tuple[str, ...]
    odds: Odds
    tried: int = 0  # matches that bots have played for it


class TeamChances(msgspec.Struct, frozen=True):
    """The chance of each place, from the first, and of the title; `points` are to be expected."""

    team: str
    name: str
    coach: str
    places: tuple[float, ...]
    points: float
    title: float


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be expected of a season from here. `score` is the Brier score of forecasts from ratings, over all
    matches of the league so far (0 is perfect, two thirds knows nothing)."""

    league: str
    season: int
    stage: str
    trials: int
    groups: dict[str, list[TeamChances]]
    fixtures: list[FixtureOdds]
    notes: list[str]
    score: float | None = None
    scored: int = 0


def simulate(
    office: Office,
    league: str,
    trials: int = 2000,
    bots: Sequence[str] = (),
    tries: int = 10,
    crew: Crew | None = None,
    tell: Callable[[int, int], None] = lambda done, of: None,
    checkpoint: Checkpoint[PlayedMatch] | None = None,
) -> Simulation:
    """Foretell the running season of a league. With `bots` each match that is left is tried out `tries` times; they
    coach by turns. `tell` hears how many matches are done."""
    ledger = Ledger(office, league)
    season = office.leagues.state(league).season
    results = ledger.results()
    before = told_before(results, expected_from(results).draws)
    if not office.competitions.row(season.main).seq:
        return without(ledger, season.number, t(NOT_BEGUN))
    state = office.competitions.state(season.main)
    stage = state.stages[-1]
    nothing = Simulation(
        league=ledger.name,
        season=season.number,
        stage=stage.title or t("stage {number}", number=stage.number),
        trials=0,
        groups={},
        fixtures=[],
        notes=[],
        score=brier(before) if before else None,
        scored=len(before),
    )
    if state.places or not left_in(state, stage):
        return msgspec.structs.replace(nothing, notes=[t(OVER if state.places or not_more(state) else NOT_PAIRED)])
    if isinstance(stage.format, (Ladder, OpenPlay)):
        return msgspec.structs.replace(nothing, notes=[t(NO_TABLE)])
    ratings = rebuilt(results)
    left = left_in(state, stage)
    samples: dict[str, Samples] = {}
    notes: list[str] = []
    if bots:
        samples, stopped = tried_out(office, season.main, state, left, bots, tries, crew or Crew(), tell, checkpoint)
        notes += [t(GROWTH), *stopped]
    with let_through():  # from here on nothing is lost that a later run could go on with
        if isinstance(stage.format, KnockOut):
            if bots:
                notes.append(t("The bracket itself is foretold by ratings."))
            found = {"": bracket_chances(state, stage.number, ratings, trials, season.main)}
        else:
            if not isinstance(stage.format, RoundRobin):
                notes.append(t(ROUND_BY_ROUND))
            found = foretell_stage(state, stage.number, ratings, trials, season.main, samples)
    draws = expected_from(results).draws
    return msgspec.structs.replace(
        nothing,
        trials=trials,
        groups={name: [chances_of(ledger, each) for each in listed] for name, listed in found.items()},
        fixtures=[odds_of(ledger, fixture, ratings, draws, samples) for fixture in left if len(fixture.sides) == 2],
        notes=notes,
    )


def without(ledger: Ledger, season: int, why: str) -> Simulation:
    return Simulation(league=ledger.name, season=season, stage="", trials=0, groups={}, fixtures=[], notes=[why])


def left_in(state: Competition, stage: Stage) -> list[Fixture]:
    return [fixture for fixture in state.fixtures_of(stage.number) if fixture.state != "over"]


def not_more(state: Competition) -> bool:
    return len(state.stages) >= len(state.season_at(len(state.stages) + 1, 1).competition.stages)


def chances_of(ledger: Ledger, each: Chances) -> TeamChances:
    return TeamChances(
        each.team,
        ledger.team_name(each.team),
        ledger.coaches.get(each.team, ""),
        each.places,
        each.points,
        each.title,
    )


def odds_of(
    ledger: Ledger, fixture: Fixture, ratings: dict[str, Rating], draws: float, samples: dict[str, Samples]
) -> FixtureOdds:
    names = tuple(ledger.team_name(team) for team in fixture.sides)
    if fixture.id in samples:
        return FixtureOdds(fixture.id, names, samples[fixture.id].odds, len(samples[fixture.id].won))
    one, other = (ratings.get(team, Rating()) for team in fixture.sides)
    return FixtureOdds(fixture.id, names, odds(one, other, draws))


# --- by play ----------------------------------------------------------------------------------------------------------


def tried_out(
    office: Office,
    competition: str,
    state: Competition,
    left: Sequence[Fixture],
    bots: Sequence[str],
    tries: int,
    crew: Crew,
    tell: Callable[[int, int], None],
    checkpoint: Checkpoint[PlayedMatch] | None,
) -> tuple[dict[str, Samples], list[str]]:
    """Results of matches between bots for every fixture of two teams that is left; after Ctrl-C those so far, and what
    is to be said of that."""
    samples: dict[str, Samples] = {}
    open_ones: list[tuple[Fixture, str, tuple[Team, ...], str]] = []
    for fixture in left:
        if len(fixture.sides) != 2:
            raise UserError(f"forecast: {fixture.id} has {len(fixture.sides)} teams; expected two")
        teams = fielded(office, competition, fixture)
        edition = locking.edition_of(state, fixture)
        unable = [bool(objections(team)) for team in teams]
        if any(unable):  # a walk-over
            won = (unable[1] and not unable[0], unable[0] and not unable[1])
            samples[fixture.id] = Samples([won], [(int(won[0]), int(won[1]))], [(0, 0)])
            continue
        options = state.options_at(fixture.stage, fixture.round)
        dungeon = dungeon_for(options.dungeons, edition, 2, (competition, fixture.stage, fixture.round))
        open_ones.append((fixture, edition, teams, dungeon))
    # Every match is tried out once before any is tried twice, so that a part of it is balanced too.
    tasks: list[Task] = []
    for trial in range(tries):
        for fixture, edition, teams, dungeon in open_ones:
            order = MatchOrder(
                f"{fixture.id} {trial}", global_id(competition, fixture.id), "", competition, edition, teams, dungeon
            )
            tasks.append(Task(order, tuple(bots[place % len(bots)] for place in range(2)), competition))
    found: dict[str, list[PlayedMatch]] = {}
    done = 0
    stopped: list[str] = []
    try:
        for played in crew.in_order(Plan(play_match, tasks), checkpoint):
            found.setdefault(open_ones[done % len(open_ones)][0].id, []).append(played)
            done += 1
            tell(done, len(tasks))
    except KeyboardInterrupt:
        if not done:
            raise
        stopped = [t("Stopped by hand after {done} of {all} matches.", done=done, all=len(tasks))]
    for owner, matches in found.items():
        samples[owner] = samples_of(matches)
    return samples, stopped


def samples_of(matches: Sequence[PlayedMatch]) -> Samples:
    won: list[tuple[bool, bool]] = []
    scores: list[tuple[int, int]] = []
    casualties: list[tuple[int, int]] = []
    for played in matches:
        sides = played.facts.sides if played.facts is not None else ()
        outcome = [side.outcome == "won" for side in sides] or [False, False]
        harm = [side.casualties for side in sides] or [0, 0]
        won.append((outcome[0], outcome[1]))
        scores.append((played.score[0], played.score[1]))
        casualties.append((harm[0], harm[1]))
    return Samples(won, scores, casualties)


def fielded(office: Office, competition: str, fixture: Fixture) -> tuple[Team, ...]:
    """The teams of a fixture as they would take the field now."""
    work = office.reader()
    state = work.competition(competition).state
    options = state.season_at(fixture.stage, fixture.round).league
    kepts = [locking.as_it_plays(work, competition, fixture, team) for team in fixture.sides]
    return tuple(locking.fielded(kept, fixture.id, options) for kept in kepts)
