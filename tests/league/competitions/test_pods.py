"""Tables of three and four teams."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.competitions.pods import seat, sizes
from dungeonbowl.league.competitions.swiss import Contender
from support.competition_logs import Log, teams

OPTIONS = "edition = astrogranite(extra_teams=on), stages = pods(rounds={rounds}{more})"


@pytest.mark.parametrize(
    ("count", "expected"),
    [(3, [3]), (4, [4]), (6, [3, 3]), (7, [4, 3]), (8, [4, 4]), (9, [3, 3, 3]), (11, [4, 4, 3]), (13, [4, 3, 3, 3])],
)
def test_as_many_tables_of_four_as_can_be(count: int, expected: list[int]) -> None:
    assert sizes(count) == expected


def test_of_five_teams_one_has_a_bye_and_two_are_too_few() -> None:
    assert sizes(5) == [4]
    with pytest.raises(UserError, match="at least 3 teams, found 2"):
        sizes(2)


def test_the_lowest_of_five_who_has_had_no_bye_gets_it() -> None:
    field = [Contender(team=team, points=points) for team, points in zip("abcde", (9, 6, 6, 3, 0), strict=True)]
    assert seat(field, "seed", 2).byes == ("e",)
    again = [*field[:-1], Contender(team="e", points=0, byes=1)]
    assert seat(again, "seed", 3).byes == ("d",)
    with pytest.raises(UserError, match="every team has had its bye, and nobody gets two"):
        seat([Contender(team=each.team, points=each.points, byes=1) for each in field], "seed", 6)


def test_pods_are_played_where_the_edition_has_three_and_four_teams() -> None:
    for edition in ("official", "stockbowl", "astrogranite"):
        with pytest.raises(UserError, match=r"pods need three or four teams .* extra_teams=on \(A-DUN-03\)"):
            read_season(f"edition = {edition}, stages = pods")
    assert read_season("edition = astrogranite(extra_teams=on), stages = pods").competition.stages == ("pods",)


@pytest.mark.rule("A-MULTI-05")
def test_four_teams_play_two_rounds_and_a_final() -> None:
    """One winner of each table has three points, a draw is one each. The final decides about the first places."""
    log = Log(OPTIONS.format(rounds=2, more=""), teams(4))
    log.begin_stage()
    log.pair()
    log.score("1-1-1", {"a": 2, "b": 1, "c": 0, "d": 0})
    log.pair()
    log.score("1-2-1", {"a": 0, "b": 1, "c": 1, "d": 0})
    assert [(row.team, row.points) for row in log.table()] == [("a", 3), ("b", 1), ("c", 1), ("d", 0)]
    log.pair()
    assert log.state.round(1, 3).title == "final"
    log.score("1-3-1", {"a": 0, "b": 0, "c": 2, "d": 1})
    assert [row.points for row in log.table()] == [3, 1, 1, 0]  # the final is no part of the table
    assert not log.pair()
    assert log.finish_stage() == (("c",), ("d",), ("a",), ("b",))


@pytest.mark.rule("A-MULTI-05")
def test_with_the_option_places_touchdowns_of_all_four_count() -> None:
    log = Log(OPTIONS.format(rounds=1, more=",final=off,places=on"), teams(4))
    log.begin_stage()
    log.pair()
    log.score("1-1-1", {"a": 0, "b": 3, "c": 2, "d": 1})
    assert {row.team: row.points for row in log.table()} == {"a": 0, "b": 3, "c": 2, "d": 1}
    assert log.finish_stage() == (("b",), ("c",), ("d",), ("a",))


@given(st.integers(3, 24), st.integers())
@settings(deadline=None, max_examples=30)
def test_everybody_sits_at_one_table_and_nobody_has_two_byes(count: int, seed: int) -> None:
    dice = random.Random(seed)
    log = Log(OPTIONS.format(rounds=2, more=",final=off"), teams(count))
    log.begin_stage(f"seed {seed}")
    while log.pair():
        here = log.state.stage(1).rounds[-1]
        sides = [log.state.fixture(name).sides for name in here.fixtures]
        assert sorted([team for table in sides for team in table] + here.byes) == sorted(teams(count))
        assert all(len(table) in (3, 4) for table in sides)
        for name in here.fixtures:
            log.score(name, [dice.randint(0, 2) for _ in log.state.fixture(name).sides])
    byes = [team for each in log.state.stage(1).rounds for team in each.byes]
    assert len(set(byes)) == len(byes)


def test_new_company_is_worth_more_than_equal_points() -> None:
    """Eight teams in two tables: who has sat together is taken apart, as far as eight teams allow."""
    log = Log(OPTIONS.format(rounds=2, more=",final=off"), teams(8))
    log.begin_stage()
    log.pair()
    first = [set(log.state.fixture(name).sides) for name in log.state.round(1, 1).fixtures]
    for name in log.state.round(1, 1).fixtures:
        log.score(name, [1, 0, 0, 0])
    log.pair()
    second = [set(log.state.fixture(name).sides) for name in log.state.round(1, 2).fixtures]
    assert all(len(one & other) == 2 for one in first for other in second)


def test_the_order_in_which_teams_are_told_changes_nothing() -> None:
    field = [Contender(team=team, points=number % 3) for number, team in enumerate(teams(11))]
    ranked = sorted(field, key=lambda each: (-each.points, each.team))
    assert seat(ranked, "seed", 2) == seat(list(ranked), "seed", 2)
    assert seat(ranked, "seed", 2) != seat(ranked, "another seed", 2)
