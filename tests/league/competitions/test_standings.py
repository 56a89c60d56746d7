"""The table: order, reasons, form."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import results
from dungeonbowl.league.competitions.events import Lot
from dungeonbowl.league.competitions.options import TIE_BREAKS, default_season, read_season
from dungeonbowl.league.competitions.standings import (
    KEYS,
    Counted,
    Facts,
    Row,
    across,
    bye_of,
    lots_needed,
    table,
)
from dungeonbowl.league.competitions.words import Result, SideResult
from support.competition_logs import Log, fixture, result, teams

OFFICIAL = default_season("official").competition
A_TO_D = {team: team.upper() for team in "abcd"}


def rows_of(matches: list[Result], order: str, names: dict[str, str] = A_TO_D, **words: object) -> list[Row]:
    counted = [Counted(each, OFFICIAL.scoring()) for each in matches]
    return table(names, counted, order.split(), **words)  # type: ignore[arg-type]


def order_of(rows: list[Row]) -> str:
    return "".join(row.team for row in rows)


@pytest.mark.rule("O-LEAGUE-03")
def test_a_tie_of_three_is_broken_by_touchdowns_then_by_casualties() -> None:
    """Each beats the next one; d loses to all. So a, b and c have six points each."""
    log = Log("edition = official, stages = round_robin(meetings=1)", teams(4))
    log.begin_stage()
    log.pair()
    log.meet("a", "b", (2, 0), (1, 0))
    log.meet("b", "c", (1, 0), (2, 0))
    log.meet("c", "a", (1, 0), (0, 0))
    log.meet("a", "d", (1, 0))
    log.meet("b", "d", (1, 0))
    log.meet("c", "d", (1, 0), (1, 0))
    assert [(row.team, row.points, row.td_for, row.cas_for) for row in log.table()] == [
        ("a", 6, 3, 1),
        ("b", 6, 2, 2),
        ("c", 6, 2, 1),
        ("d", 0, 0, 0),
    ]
    assert [row.reason for row in log.table()] == [
        "level on points with B; more touchdowns (3 to 2)",
        "level on points and touchdowns with C; more casualties (2 to 1)",
        "",
        "",
    ]


@pytest.mark.rule("O-LEAGUE-03")
def test_points_come_first_however_many_touchdowns_there_are() -> None:
    matches = [result("a", "b", (1, 0)), result("c", "d", (5, 5), (9, 9))]
    assert order_of(rows_of(matches, "points td_for cas_for")) == "acdb"


@pytest.mark.parametrize(
    ("key", "expected", "reason"),
    [
        ("wins", "bcda", "D: level on points with A; more wins (1 to 0)"),
        ("td_for", "bcad", "C: level on points with A; more touchdowns (3 to 2)"),
        ("td_against", "cbad", "C: level on points with B; fewer touchdowns against (1 to 2)"),
        ("td_diff", "cbad", "B: level on points with A; better touchdown difference (+1 to -1)"),
        ("cas_for", "acbd", "A: level on points with C; more casualties (4 to 1)"),
        ("cas_diff", "acdb", "C: level on points with D; better casualty difference (+1 to -1)"),
        ("td+cas", "acbd", "A: level on points with C; more touchdowns and casualties together (6 to 4)"),
        ("fewest_concessions", "abdc", "D: level on points with C; fewer concessions (0 to 1)"),
    ],
)
def test_every_key_that_is_read_from_results(key: str, expected: str, reason: str) -> None:
    """Where every result is worth the same, all teams are level on points."""
    matches = [
        result("a", "b", (2, 2), (4, 0)),
        result("a", "b", (0, 1)),
        result("c", "d", (3, 1), (1, 0)),
        Result(
            fixture="f",
            how="conceded",
            sides=(SideResult(team="d", result="won"), SideResult(team="c", result="lost", conceded=True)),
        ),
    ]
    scoring = read_season("edition = official, win = 1, draw = 1, loss = 1").competition.scoring()
    rows = table(A_TO_D, [Counted(each, scoring) for each in matches], ["points", key])
    assert {row.points for row in rows} == {2}
    assert order_of(rows) == expected
    assert reason in [f"{row.name}: {row.reason}" for row in rows]


def test_results_against_each_other_decide_between_those_who_are_level() -> None:
    """a and b have three points each, and b beat a; c is not asked."""
    matches = [result("b", "a", (1, 0)), result("c", "b", (1, 0)), result("a", "c", (1, 0)), result("c", "d", (1, 0))]
    rows = rows_of(matches, "points head_to_head")
    assert order_of(rows) == "cbad"
    assert rows[1].reason == "level on points with A; more points against each other (3 to 0)"


def test_of_three_level_teams_only_their_own_matches_count() -> None:
    matches = [
        *(result("a", "b", (1, 0)), result("b", "c", (1, 0)), result("a", "c", (0, 0))),
        *(result("c", "d", (0, 0)), result("c", "d", (0, 0)), result("b", "d", (0, 0)), result("d", "a", (0, 0))),
    ]
    rows = rows_of(matches, "points head_to_head")
    assert [(row.team, row.points) for row in rows] == [("a", 5), ("b", 4), ("d", 4), ("c", 3)]


def test_opponents_points_leave_out_byes_and_by_option_the_weakest() -> None:
    """a has met b (4 points) and c (0), d has met b only and had a bye."""
    matches = [result("a", "b", (0, 1)), result("a", "c", (1, 0)), result("b", "d", (0, 0)), bye_of("d", "draw")]
    whole = {row.team: row for row in rows_of(matches, "points opponents_points")}
    assert {team: row.points for team, row in whole.items()} == {"a": 3, "b": 4, "c": 0, "d": 2}
    level = [result("a", "b", (0, 1)), result("a", "c", (1, 0)), result("b", "c", (1, 0)), bye_of("d", "win")]
    rows = rows_of(level, "points opponents_points")
    assert order_of(rows) == "badc"
    assert rows[1].reason == "level on points with D; stronger opponents, by points of each (3 to 0)"
    cut = rows_of(level, "points opponents_points_cut1")
    assert cut[1].reason.endswith("without the weakest (6 to 0)")


def test_keys_that_need_more_than_results() -> None:
    facts = {"a": Facts(fan_factor=3), "b": Facts(fan_factor=5), "c": Facts(treasury=10), "d": Facts()}
    assert order_of(rows_of([], "points fan_factor treasury", facts=facts)) == "bacd"
    rated = {team: Facts(performance=Fraction(number, 7)) for number, team in enumerate("abcd")}
    rows = rows_of([], "points rating_performance", facts=rated)
    assert order_of(rows) == "dcba"
    assert rows[0].reason == "level on points with C; better performance by rating (0.43 to 0.29)"


def test_lots_decide_in_the_end_and_until_they_are_drawn_a_place_is_shared() -> None:
    log = Log("edition = official, stages = round_robin(meetings=1)", teams(4))
    log.begin_stage()
    log.pair()
    log.meet("a", "b", (1, 0))
    assert [(row.team, row.place) for row in log.table()] == [("a", 1), ("b", 2), ("c", 2), ("d", 2)]
    assert log.table()[1].reason == "level on everything with C; lots are to be drawn"
    assert lots_needed(log.table()) == [["b", "c", "d"]]
    log.add(Lot(stage=1, numbers={"b": 2, "c": 6, "d": 4}))
    assert [(row.team, row.place) for row in log.table()] == [("a", 1), ("c", 2), ("d", 3), ("b", 4)]
    assert log.table()[1].reason == (
        "level on points, touchdowns, casualties, results against each other and wins with D; the higher lot (6 to 4)"
    )
    log.add(Lot(stage=1, numbers={"b": 9}))
    with pytest.raises(UserError, match="B has its lot already"):
        assert log.state


def test_the_form_shows_the_last_five_results() -> None:
    options = read_season("edition = official").competition
    matches = [
        *(result("a", "b", (1, 0)), result("a", "c", (0, 0)), result("a", "d", (0, 1)), bye_of("a", "win")),
        *(results.walkover(fixture("a", "b"), "a", options), results.unplayed(fixture("a", "c"), options)),
    ]
    assert {row.team: row.form for row in rows_of(matches, "points")} == {"a": "DLBW-", "b": "LL", "c": "D-", "d": "W"}


def test_groups_of_unequal_size_are_compared_by_points_per_game() -> None:
    """Five points of two games are more than six of three."""
    wide = rows_of([result("a", "b", (1, 0)), result("a", "c", (1, 0)), result("d", "a", (1, 0))], "points")
    names = {team: team.upper() for team in "xyz"}
    small = rows_of([result("x", "y", (1, 0)), result("x", "z", (0, 0))], "points", names)
    assert next(row for row in small if row.team == "x").points == 4
    order = across({"A": wide, "B": small}, ["points", "td_for", "lot"])
    assert order[0] == "d"  # three points of one game
    assert order.index("a") < order.index("x")  # two a game each; more touchdowns
    even = across({"A": wide, "B": [*small, Row(place=4, team="w", name="W")]}, ["points", "td_for", "lot"])
    assert even[:2] == ["a", "x"]


def test_every_tie_break_has_words_and_a_reader() -> None:
    assert set(KEYS) == set(TIE_BREAKS)
    for key in TIE_BREAKS:
        assert len(rows_of([result("a", "b", (1, 0))], f"points {key}" if key != "points" else key)) == 4


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(0, 3), st.integers(0, 3)), max_size=12
    ),
    st.permutations(list(TIE_BREAKS)),
    st.randoms(),
)
@settings(deadline=None)
def test_the_order_of_entries_and_results_changes_no_table(
    matches: list[tuple[str, str, int, int]], order: list[str], random: object
) -> None:
    told = [result(one, other, (first, second)) for one, other, first, second in matches if one != other]
    lots = {team: number for number, team in enumerate("bdca")}
    counted = [Counted(each) for each in told]
    usual = table(A_TO_D, counted, order, lots)
    shuffled = list(counted)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    again = table(dict(reversed(A_TO_D.items())), shuffled, order, lots)
    assert [(row.team, row.place, row.reason) for row in usual] == [(row.team, row.place, row.reason) for row in again]
    assert [row.place for row in usual] == [1, 2, 3, 4]  # the lot leaves no tie
    assert sum(row.won for row in usual) == sum(row.lost for row in usual)
    assert sum(row.td_diff for row in usual) == 0
