"""Friendlies (O-LEAGUE-05)."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.events import Befriended, Resulted, Withdrawn
from dungeonbowl.league.competitions.folding import fold_competition
from dungeonbowl.league.competitions.friendlies import objection
from dungeonbowl.league.competitions.results import played
from dungeonbowl.league.competitions.words import Entry, Fixture
from support.competition_logs import Log, teams


@pytest.fixture
def log() -> Log:
    """Two divisions, a to d and e to h."""
    entries = [Entry(team, team.upper(), division="north" if team in "abcd" else "south") for team in teams(8)]
    found = Log("edition = official, stages = round_robin(by=division)", entries)
    found.begin_stage()
    found.pair()
    return found


@pytest.mark.rule("O-LEAGUE-05")
def test_a_friendly_between_divisions_brings_no_league_points(log: Log) -> None:
    log.add(Befriended(fixture=Fixture(id="friendly-1", sides=("a", "e"))))
    fixture = log.state.fixture("friendly-1")
    assert fixture.is_friendly
    before = [stage.rounds for stage in log.state.stages]
    log.add(Resulted(result=played(fixture, {"a": 1}, {"a": 5})))
    state = log.state
    assert state.results["friendly-1"].winner == "a"
    assert [stage.rounds for stage in state.stages] == before
    from dungeonbowl.league.competitions.tables import stage_tables

    rows = [row for rows in stage_tables(state, 1).values() for row in rows]
    assert len(rows) == 8
    assert all((row.points, row.played, row.td_for, row.cas_for) == (0, 0, 0, 0) for row in rows)


@pytest.mark.rule("O-LEAGUE-05")
def test_a_pair_plays_one_friendly_a_season(log: Log) -> None:
    log.add(Befriended(fixture=Fixture(id="friendly-1", sides=("a", "e"))))
    again = Befriended(fixture=Fixture(id="friendly-2", sides=("e", "a")))
    with pytest.raises(UserError, match=r"E and A have a friendly this season already \(friendly-1\).*O-LEAGUE-05"):
        fold_competition([*log.bodies, again])
    other = Befriended(fixture=Fixture(id="friendly-2", sides=("a", "f")))
    assert fold_competition([*log.bodies, other]).fixture("friendly-2").state == "open"


@pytest.mark.rule("O-LEAGUE-05")
def test_a_play_off_between_two_divisions_is_no_friendly() -> None:
    log = Log("edition = official, stages = round_robin(groups=2,meetings=1) knock_out(qualify=2)", teams(8))
    log.begin_stage()
    log.pair()
    for fixture in list(log.state.fixtures.values()):
        log.score(fixture.id, {min(fixture.sides): 1, max(fixture.sides): 0})
    log.finish_stage()
    log.begin_stage()
    log.pair()
    (final,) = log.state.fixtures_of(2)
    assert objection(log.state, *final.sides) == ""


@pytest.mark.rule("O-LEAGUE-05")
def test_teams_of_one_division_play_no_friendly(log: Log) -> None:
    assert "the same division" in objection(log.state, "a", "b")
    with pytest.raises(UserError, match=r"\(friendly\): A and B are in the same division"):
        fold_competition([*log.bodies, Befriended(fixture=Fixture(id="friendly-1", sides=("a", "b")))])


def test_a_friendly_has_two_teams_that_take_part(log: Log) -> None:
    assert "two teams" in objection(log.state, "a", "e", "f")
    assert "takes no part" in objection(log.state, "a", "x")
    log.add(Withdrawn(team="e", reason="moved"))
    assert "takes no part" in objection(log.state, "a", "e")
    staged = Befriended(fixture=Fixture(id="1-9-9", stage=1, round=9, sides=("a", "f")))
    with pytest.raises(UserError, match="belongs to no stage"):
        fold_competition([*log.bodies, staged])


def test_divisions_may_also_be_groups_of_a_stage() -> None:
    log = Log("edition = official, stages = round_robin(groups=2)", teams(8))
    log.begin_stage()
    one, other = log.state.stage(1).groups.values()
    assert objection(log.state, one[0], other[0]) == ""
    assert "same division" in objection(log.state, one[0], one[1])
