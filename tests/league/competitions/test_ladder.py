"""Ladders and open play."""

from __future__ import annotations

from datetime import timedelta
from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import open_play
from dungeonbowl.league.competitions.calendar import moment, text_of
from dungeonbowl.league.competitions.events import Challenged, Entered, Paired, Resulted, StageMade, Withdrawn
from dungeonbowl.league.competitions.formats import Ladder, OpenPlay
from dungeonbowl.league.competitions.ladder import Climber, objection, standing
from dungeonbowl.league.competitions.options import default_season
from dungeonbowl.league.competitions.results import played, walkover
from dungeonbowl.league.competitions.scheduling import ladder_of
from dungeonbowl.league.competitions.words import Entry, Fixture, Result
from support.competition_logs import Log, fixture, result, teams

START = "2026-01-01T12:00:00Z"


def day(number: int) -> str:
    return text_of(moment(START) + timedelta(days=number))


def climbers(*names: str) -> list[Climber]:
    return [Climber(name, START) for name in names]


def won(one: str, other: str, at: str) -> Result:
    return msgspec.structs.replace(result(one, other, (1, 0)), ended=at)


def test_the_winner_takes_the_place_and_those_between_move_down() -> None:
    order = standing(climbers(*"abcde"), [won("d", "b", day(1))], Ladder(), day(2))
    assert order == list("adbce")


def test_a_win_of_the_upper_team_and_a_draw_change_nothing() -> None:
    drawn = msgspec.structs.replace(result("c", "a", (0, 0)), ended=day(2))
    assert standing(climbers(*"abc"), [won("a", "c", day(1)), drawn], Ladder(), day(3)) == list("abc")


def test_results_count_in_the_order_in_which_they_ended() -> None:
    early, late = won("c", "a", day(1)), won("b", "c", day(2))
    assert standing(climbers(*"abc"), [late, early], Ladder(), day(3)) == list("bca")


def test_thirty_days_without_a_match_cost_a_place_and_thirty_more_another() -> None:
    """b and c play on day 20; a does not."""
    games = [won("b", "c", day(20))]
    assert standing(climbers(*"abc"), games, Ladder(), day(29)) == list("abc")
    assert standing(climbers(*"abc"), games, Ladder(), day(30)) == list("bac")
    assert standing(climbers(*"abc"), games, Ladder(idle_days=0), day(300)) == list("abc")
    more = [*games, won("b", "c", day(40))]
    assert standing(climbers(*"abc"), more, Ladder(), day(61)) == list("bca")


def test_who_comes_later_begins_at_the_end_and_who_leaves_is_gone() -> None:
    row = [*climbers("a", "b"), Climber("c", day(3)), Climber("d", day(1), left=day(4))]
    assert standing(row, [], Ladder(), day(2)) == list("abd")
    assert standing(row, [], Ladder(), day(5)) == list("abc")


def test_only_who_came_to_a_walkover_has_played() -> None:
    options = default_season("official").competition
    told = msgspec.structs.replace(walkover(fixture("c", "a"), "c", options), ended=day(29))
    order = standing(climbers(*"abcd"), [told], Ladder(), day(31))
    assert order.index("c") == 0


@pytest.mark.parametrize(
    ("challenger", "challenged", "message"),
    [
        ("h", "c", ""),
        ("h", "b", "6 places above h: one may challenge up to 5 above"),
        ("b", "h", "challenges go up"),
        ("b", "b", "challenges go up"),
        ("x", "b", "x is not on the ladder"),
        ("d", "c", "d has a match to play first"),
        ("d", "a", "have a match to play already"),
    ],
)
def test_who_may_challenge_whom(challenger: str, challenged: str, message: str) -> None:
    waiting = [Fixture(id="1-1-1", stage=1, round=1, sides=("d", "a"))]
    assert message in (told := objection(teams(8), challenger, challenged, Ladder(), waiting))
    assert bool(told) == bool(message)


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"), st.integers(0, 60)), max_size=15))
@settings(deadline=None)
def test_nobody_is_lost_from_a_ladder(games: list[tuple[str, str, int]]) -> None:
    told = [won(one, other, day(at)) for one, other, at in games if one != other]
    order = standing(climbers(*"abcdef"), told, Ladder(), day(60))
    assert sorted(order) == list("abcdef")
    assert order == standing(climbers(*"abcdef"), sorted(told, key=lambda each: each.ended), Ladder(), day(60))


def test_a_competition_that_is_a_ladder() -> None:
    log = Log("edition = official, stages = ladder", teams(4))
    log.add(StageMade(stage=1, format="ladder", teams=tuple(teams(4)), seed="s", at=START))
    log.add(Challenged(fixture=Fixture(id="c1", stage=1, sides=("d", "b"))))
    log.add(Resulted(result=msgspec.structs.replace(played(log.state.fixture("c1"), {"d": 1}), ended=day(2))))
    log.add(Entered(entry=Entry("e"), stage=1, at=day(3)), Withdrawn(team="a", reason="moved", at=day(4)))
    assert ladder_of(log.state, 1, day(5)) == list("dbce")
    assert not log.pair()
    assert log.finish_stage(now=day(5)) == (("d",), ("b",), ("c",), ("e",))


def test_a_ladder_by_rating() -> None:
    """c has beaten a and d. It stands where its rating puts it: first, and a stands behind b, who has not played."""
    log = Log("edition = official, stages = ladder(by=rating)", teams(4))
    log.add(StageMade(stage=1, format="ladder(by=rating)", teams=tuple(teams(4)), seed="s", at=START))
    for number, (one, other) in enumerate((("c", "a"), ("c", "d"), ("d", "b"))):
        log.add(Challenged(fixture=Fixture(id=f"c{number}", stage=1, sides=(one, other))))
        told = played(log.state.fixture(f"c{number}"), {one: 1})
        log.add(Resulted(result=msgspec.structs.replace(told, ended=day(number + 1))))
    assert ladder_of(log.state, 1, day(5)) == list("cdab")


def test_a_ladder_has_no_rounds_and_a_round_robin_no_challenges() -> None:
    log = Log("edition = official, stages = ladder", teams(4))
    log.begin_stage()
    log.add(Paired(stage=1, round=1, fixtures=()))
    with pytest.raises(UserError, match="teams challenge each other"):
        assert log.state
    log = Log("edition = official", teams(4))
    log.begin_stage()
    log.add(Challenged(fixture=Fixture(id="c1", stage=1, sides=("d", "b"))))
    with pytest.raises(UserError, match="nobody challenges"):
        assert log.state
    del log.bodies[-1]
    with pytest.raises(UserError, match="no ladder"):
        ladder_of(log.state, 1, START)


# --- open play --------------------------------------------------------------------------------------------------------


def met(*pairs: str) -> list[Fixture]:
    return [Fixture(id=f"f{number}", sides=tuple(pair)) for number, pair in enumerate(pairs)]


def test_two_teams_meet_so_often_and_no_more() -> None:
    rules = OpenPlay(meetings=2)
    assert open_play.objection("a", "b", met("ab"), rules) == ""
    assert "have met 2 times, and 2 is the most" in open_play.objection("a", "b", met("ab", "ba"), rules)
    assert open_play.objection("a", "b", met(*["ab"] * 9), OpenPlay(meetings=0)) == ""
    assert "against itself" in open_play.objection("a", "a", [], rules)


def test_those_who_wait_are_matched_by_rating_within_the_gap() -> None:
    ratings = {"a": 30.0, "b": 29.0, "c": 20.0, "d": 18.5, "e": 5.0}
    found = open_play.matched(list("edcba"), ratings, [], OpenPlay(gap=8), "seed")
    assert {frozenset(pair) for pair in found} == {frozenset("ab"), frozenset("cd")}
    assert open_play.matched(["a", "e"], ratings, [], OpenPlay(gap=8), "seed") == []
    assert open_play.matched(["a", "e"], ratings, [], OpenPlay(gap=0), "seed") == [("a", "e")]
    assert open_play.matched(["a", "b"], ratings, met("ab", "ab"), OpenPlay(meetings=2), "seed") == []


def test_as_many_as_can_be_are_matched() -> None:
    """b and c are nearest, but then a and d would find nobody."""
    ratings = {"a": 20.0, "b": 26.0, "c": 27.0, "d": 33.0}
    found = open_play.matched(list("abcd"), ratings, [], OpenPlay(gap=7), "seed")
    assert {frozenset(pair) for pair in found} == {frozenset("ab"), frozenset("cd")}


@given(st.dictionaries(st.sampled_from(teams(12)), st.floats(0, 50), max_size=9), st.integers(0, 10))
@settings(deadline=None)
def test_nobody_is_matched_twice_or_too_far(ratings: dict[str, float], gap: int) -> None:
    found = open_play.matched(list(ratings), ratings, [], OpenPlay(gap=gap), "seed")
    named = [team for pair in found for team in pair]
    assert len(set(named)) == len(named)
    assert all(not gap or abs(ratings[one] - ratings[other]) <= gap + 0.05 for one, other in found)
    left = [team for team in ratings if team not in named]
    assert all(gap and abs(ratings[one] - ratings[other]) > gap - 0.05 for one, other in combinations(left, 2))
