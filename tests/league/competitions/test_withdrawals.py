"""Teams that leave, and teams that take their place."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.events import Began, Entered, Replaced, WalkedOver, Withdrawn
from dungeonbowl.league.competitions.words import Entry
from support.competition_logs import Log, teams

ONCE = "edition = official, stages = round_robin(meetings=1)"


def begun(options: str = ONCE, count: int = 4) -> Log:
    log = Log(options, teams(count))
    log.begin_stage()
    log.pair()
    return log


def test_open_fixtures_of_a_team_that_withdraws_become_walkovers() -> None:
    log = begun(f"{ONCE}, annul = off")
    log.meet("a", "d", (1, 0))
    log.add(Withdrawn(team="d", reason="the coach moved away"))
    assert [log.row(team).points for team in "abc"] == [3, 3, 3]
    assert log.row("b").td_for == 1
    assert log.table()[-1].team == "d"
    assert (log.row("d").place, log.row("d").out) == (0, "withdrawn: the coach moved away")
    assert set(log.order()) == set("abc")


def test_before_half_is_played_its_results_leave_the_table_but_not_the_history() -> None:
    log = begun()
    log.meet("a", "d", (1, 0))
    log.add(Withdrawn(team="d", reason="moved"))
    assert [log.row(team).points for team in "abc"] == [0, 0, 0]
    assert log.row("d").out.endswith("its results do not count")
    assert sum(result.how == "played" for result in log.state.results.values()) == 1


def test_after_half_its_results_stay() -> None:
    log = begun()
    log.meet("a", "d", (1, 0))
    log.meet("b", "d", (0, 0))
    log.add(Withdrawn(team="d", reason="moved"))
    assert [log.row(team).points for team in "abcd"] == [3, 1, 3, 1]


@pytest.mark.parametrize(("matches", "stay"), [(1, False), (2, True)])
def test_exactly_half_is_not_less_than_half(matches: int, stay: bool) -> None:
    log = begun(count=5)
    for other in "abcd"[:matches]:
        log.meet(other, "e", (1, 0))
    log.add(Withdrawn(team="e", reason="moved"))
    assert (log.row("a").points == 3) is stay
    assert (log.state.stage(1).annulled == []) is stay


def test_who_never_came_has_played_nothing() -> None:
    """Two walk-overs are half of its fixtures. It has not played one of them, so that nobody keeps points for them."""
    log = begun(count=5)
    for other in "ab":
        fixture = next(each for each in log.state.fixtures.values() if set(each.sides) == {other, "e"})
        log.add(WalkedOver(fixture=fixture.id, winner=other))
    assert log.row("a").points == 3
    log.add(Withdrawn(team="e", reason="moved"))
    assert log.state.stage(1).annulled == ["e"]
    assert [log.row(team).points for team in "abcd"] == [0, 0, 0, 0]


def test_swiss_annuls_nothing_unless_it_is_wanted() -> None:
    for annul, expected in (("round_robins", 3), ("off", 3), ("on", 3)):
        log = begun(f"edition = official, stages = swiss(rounds=2), annul = {annul}")
        first = log.state.fixture("1-1-1").sides
        log.score("1-1-1", (1, 0))
        log.add(Withdrawn(team=first[1], reason="moved"))
        assert log.row(first[0]).points == expected  # all of its fixtures so far were played
    log = begun("edition = official, stages = swiss(rounds=2), annul = on")
    one, other = log.state.fixture("1-1-1").sides
    log.add(Withdrawn(team=other, reason="moved"))
    assert log.row(one).points == 0
    log = begun("edition = official, stages = swiss(rounds=2)")
    log.add(Withdrawn(team=other, reason="moved"))
    assert log.row(one).points == 3


def test_a_running_match_goes_on_when_a_team_withdraws() -> None:
    log = begun()
    fixture = next(each for each in log.state.fixtures_of(1) if "d" in each.sides)
    log.add(Began(fixture=fixture.id, match="m"), Withdrawn(team="d", reason="moved"))
    assert log.state.fixture(fixture.id).state == "running"


def test_two_teams_that_both_left_have_not_played() -> None:
    log = begun(f"{ONCE}, annul = off")
    log.add(Withdrawn(team="c", reason="moved"), Withdrawn(team="d", reason="moved"))
    both = next(each for each in log.state.fixtures_of(1) if set(each.sides) == {"c", "d"})
    assert log.state.results[both.id].winner == "d"  # c left first
    assert (log.row("a").points, log.row("b").points) == (6, 6)


def test_of_a_table_of_four_the_other_three_play() -> None:
    log = begun("edition = astrogranite(extra_teams=on), stages = pods(rounds=1,final=off)")
    log.add(Withdrawn(team="c", reason="moved"))
    assert set(log.state.fixture("1-1-1").sides) == set("abd")
    log.score("1-1-1", {"a": 1})
    assert log.row("a").points == 3


def test_a_replacement_takes_over_the_open_fixtures_and_not_the_points() -> None:
    log = begun()
    log.meet("d", "a", (1, 0))
    log.add(Replaced(team="d", entry=Entry("n", "New"), reason="D folded"))
    open_for = [set(each.sides) for each in log.state.fixtures_of(1) if each.state != "over"]
    assert {"b", "n"} in open_for
    assert {"c", "n"} in open_for
    assert (log.row("n").points, log.row("d").points) == (0, 3)
    assert log.row("d").out == "replaced by New: D folded"
    assert "d" not in log.order()
    log.meet("n", "b", (1, 0))
    assert log.row("n").points == 3


def test_by_option_it_inherits_the_points() -> None:
    log = begun(f"{ONCE}, inherit_points = on")
    log.meet("d", "a", (1, 0))
    log.add(Replaced(team="d", entry=Entry("n", "New"), reason="D folded"))
    assert (log.row("n").points, log.row("n").td_for) == (3, 1)
    assert [row.team for row in log.table() if row.team == "d"] == []
    assert log.row("a").opponents == ("n",)


def test_a_replacement_that_comes_after_the_walkovers_opens_them_again() -> None:
    log = begun()
    log.add(Withdrawn(team="d", reason="moved"))
    assert sum(each.state == "over" for each in log.state.fixtures_of(1)) == 3
    log.add(Replaced(team="d", entry=Entry("n", "New"), reason="found one"))
    assert all(each.state != "over" for each in log.state.fixtures_of(1))
    assert sum("n" in each.sides for each in log.state.fixtures_of(1)) == 3
    assert log.state.stage(1).annulled == []


def test_a_replacement_goes_on_in_a_cup() -> None:
    log = begun("edition = official, stages = knock_out(third_place=off)")
    log.meet("a", "d", (1, 0))
    log.meet("b", "c", (1, 0))
    log.add(Replaced(team="a", entry=Entry("n", "New"), reason="A folded"))
    log.pair()
    assert [set(each.sides) for each in log.state.fixtures_of(1) if each.round == 2] == [{"n", "b"}]
    log.meet("n", "b", (1, 0))
    assert log.finish_stage() == (("n",), ("b",), ("c", "d"))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (Withdrawn(team="x", reason="?"), "x takes no part"),
        (Replaced(team="a", entry=Entry("b"), reason="?"), "B takes part already"),
        (Entered(entry=Entry("e"), stage=1), "a team can only replace another"),
    ],
)
def test_what_is_refused(body: Withdrawn | Replaced | Entered, message: str) -> None:
    log = begun()
    log.add(body)
    with pytest.raises(UserError, match=message):
        assert log.state


def test_nobody_leaves_twice_or_is_replaced_twice() -> None:
    log = begun()
    log.add(Withdrawn(team="d", reason="moved"), Withdrawn(team="d", reason="moved"))
    with pytest.raises(UserError, match="takes part no more already"):
        assert log.state
    log = begun()
    log.add(Replaced(team="d", entry=Entry("n"), reason="?"), Replaced(team="d", entry=Entry("m"), reason="?"))
    with pytest.raises(UserError, match="has been replaced already"):
        assert log.state
