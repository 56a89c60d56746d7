"""Everybody meets everybody else of the division."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.round_robin import rounds
from support.competition_logs import Log, teams


@pytest.mark.rule("O-LEAGUE-01")
@pytest.mark.parametrize("count", [4, 5, 8])
def test_each_team_plays_every_other_of_its_division_twice(count: int) -> None:
    log = Log("edition = official", teams(count))
    log.begin_stage()
    log.pair()
    fixtures = list(log.state.fixtures_of(1))
    met = Counter(frozenset(fixture.sides) for fixture in fixtures)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {2}
    for each in log.state.stage(1).rounds:
        playing = [team for name in each.fixtures for team in log.state.fixtures[name].sides]
        assert len(set(playing)) == len(playing)
        assert sorted(playing + each.rests) == teams(count)


@pytest.mark.rule("O-LEAGUE-01")
def test_a_league_needs_four_teams_and_so_does_a_division() -> None:
    log = Log("edition = official", teams(3))
    with pytest.raises(UserError, match=r"at least 4 teams in a division, found 3; .*house_rule=on.*O-LEAGUE-01"):
        log.begin_stage()
    log = Log("edition = official, stages = round_robin(groups=2)", teams(7))
    with pytest.raises(UserError, match="found 3"):
        log.begin_stage()
    Log("edition = official, stages = round_robin(groups=2)", teams(8)).begin_stage()


def test_smaller_divisions_play_by_house_rule() -> None:
    log = Log("edition = official, stages = round_robin(house_rule=on)", teams(3))
    log.begin_stage()
    log.pair()
    assert len(list(log.state.fixtures_of(1))) == 6
    assert log.state.stage(1).rounds[0].rests == ["a"]


@given(st.integers(2, 25), st.integers(1, 4))
@settings(deadline=None)
def test_everybody_meets_as_often_as_promised_and_nobody_plays_twice_in_a_round(count: int, meetings: int) -> None:
    names = teams(count)
    plan = rounds(names, meetings, house_rule=True)
    met = Counter(frozenset(pair) for each in plan for pair in each.pairs)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {meetings}
    assert len(plan) == meetings * (count - 1 + count % 2)
    for each in plan:
        assert sorted([team for pair in each.pairs for team in pair] + list(each.rests)) == sorted(names)
        assert len(each.rests) == count % 2
    rests = Counter(team for each in plan for team in each.rests)
    assert set(rests.values()) <= {meetings}


@given(st.integers(2, 25))
@settings(deadline=None)
def test_being_named_first_alternates(count: int) -> None:
    """Each team is named first as often as second, or once more or less; the least possible number of teams has to be
    named first (or second) twice in a row."""
    names = teams(count)
    plan = rounds(names, 1, house_rule=True)
    in_a_row = 0
    for team in names:
        places = [pair.index(team) for each in plan for pair in each.pairs if team in pair]
        assert abs(2 * sum(places) - len(places)) <= 1
        in_a_row += sum(one == other for one, other in pairwise(places))
    assert in_a_row == (0 if count % 2 else max(0, count - 2))


def test_the_second_meeting_is_the_other_way_round() -> None:
    plan = rounds(teams(6), 2)
    assert Counter(pair for each in plan for pair in each.pairs) == Counter(
        (one, other) for one in teams(6) for other in teams(6) if one != other
    )


def test_a_team_that_stands_twice_is_refused() -> None:
    with pytest.raises(UserError, match="stands twice"):
        rounds(["a", "b", "c", "a"])
