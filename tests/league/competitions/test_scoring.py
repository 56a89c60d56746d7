"""League points and bonus lines."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import results
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.competitions.scoring import Scoring, read_bonus, read_bonuses
from dungeonbowl.league.competitions.words import Result, SideResult
from support.competition_logs import Log, fixture, result, teams


def points(scoring: Scoring, told: Result) -> list[int]:
    return [scoring.of_side(side, told) + scoring.of_bonus(side, told) for side in told.sides]


def season(*matches: tuple[str, str, tuple[int, int], tuple[int, int]], options: str = "") -> dict[str, int]:
    log = Log(f"edition = official\n{options}", teams(4))
    log.begin_stage()
    log.pair()
    for one, other, score, casualties in matches:
        log.meet(one, other, score, casualties)
    return {row.team: row.points for row in log.table()}


@pytest.mark.rule("O-LEAGUE-02")
def test_a_win_is_three_points_a_draw_one_a_loss_none() -> None:
    told = season(("a", "b", (1, 0), (0, 0)), ("c", "d", (0, 0), (0, 0)))
    assert told == {"a": 3, "b": 0, "c": 1, "d": 1}


@pytest.mark.rule("O-LEAGUE-02")
def test_by_option_three_casualties_are_a_point_more() -> None:
    """Two are not enough, and six are no more than three. A team that lost gets it too."""
    matches = [("a", "b", (1, 0), (2, 3)), ("c", "d", (0, 0), (6, 0))]
    assert season(*matches) == {"a": 3, "b": 0, "c": 1, "d": 1}
    told = season(*matches, options="casualty_bonus = on")
    assert told == {"a": 3, "b": 1, "c": 2, "d": 1}


def test_the_bonus_is_counted_once_if_it_is_named_twice() -> None:
    told = season(("a", "b", (1, 0), (3, 0)), options="casualty_bonus = on, bonus = casualties>=3:+1")
    assert told["a"] == 4


@pytest.mark.parametrize(
    ("text", "score", "casualties", "expected"),
    [
        ("casualties>=3:+1", (1, 0), (3, 2), [4, 0]),
        ("touchdowns>=2:+2", (2, 1), (0, 0), [5, 0]),
        ("loss_by_one:+1", (2, 1), (0, 0), [3, 1]),
        ("loss_by_one:+1", (3, 1), (0, 0), [3, 0]),
        ("casualties>=1:-1", (0, 0), (1, 0), [0, 1]),
    ],
)
def test_bonus_lines(text: str, score: tuple[int, int], casualties: tuple[int, int], expected: list[int]) -> None:
    scoring = Scoring(bonus=read_bonuses([text]))
    assert points(scoring, result("a", "b", score, casualties)) == expected
    assert str(read_bonus(text)) == text


def test_who_concedes_may_lose_a_point_and_gets_no_comfort_for_a_narrow_loss() -> None:
    scoring = Scoring(bonus=read_bonuses(["concede:-1", "loss_by_one:+1"]))
    sides = (SideResult(team="a", result="won", score=1), SideResult(team="b", result="lost", conceded=True))
    told = Result(fixture="f", sides=sides, how="conceded")
    assert points(scoring, told) == [3, -1]


def test_a_walkover_earns_no_bonus() -> None:
    options = read_season("edition = official, walkover_score = 2").competition
    told = results.walkover(fixture("a", "b"), "a", options)
    assert points(Scoring(bonus=read_bonuses(["touchdowns>=1:+1", "loss_by_one:+1"])), told) == [3, 0]


@pytest.mark.parametrize(
    "text",
    ["casualties:+1", "casualties>=0:+1", "casualties>=3:1", "goals>=3:+1", "loss_by_one>=1:+1", "", "concede:-1000"],
)
def test_bonus_lines_that_make_no_sense_are_refused_with_examples(text: str) -> None:
    with pytest.raises(UserError, match=r"expected (casualties>=3:\+1|a number from 1 up)"):
        read_bonus(text)


# --- three and four teams ---------------------------------------------------------------------------------------------


def four(*scores: int) -> Result:
    return results.played(fixture("a", "b", "c", "d"), dict(zip("abcd", scores, strict=True)))


@pytest.mark.rule("A-MULTI-05")
def test_of_four_teams_the_most_touchdowns_win_and_equal_ones_are_a_draw() -> None:
    assert [side.result for side in four(2, 1, 1, 0).sides] == ["won", "lost", "lost", "lost"]
    assert [side.result for side in four(2, 2, 1, 0).sides] == ["drawn", "drawn", "lost", "lost"]
    assert points(Scoring(), four(2, 1, 1, 0)) == [3, 0, 0, 0]
    assert points(Scoring(), four(2, 2, 1, 0)) == [1, 1, 0, 0]


@pytest.mark.rule("A-MULTI-05")
@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((3, 2, 1, 0), [3, 2, 1, 0]),
        ((0, 1, 2, 3), [0, 1, 2, 3]),
        ((2, 1, 1, 0), [3, 1, 1, 0]),  # second and third share 2 and 1, rounded down
        ((1, 1, 0, 0), [2, 2, 0, 0]),
        ((1, 1, 1, 1), [1, 1, 1, 1]),
    ],
)
def test_by_option_places_of_a_table_count_by_touchdowns(scores: tuple[int, ...], expected: list[int]) -> None:
    assert points(Scoring(places=(3, 2, 1, 0)), four(*scores)) == expected


def test_who_resigned_stands_behind_those_who_played_on() -> None:
    told = results.played(fixture("a", "b", "c", "d"), {"a": 1, "b": 3}, resigned=["b"])
    assert [side.result for side in told.sides] == ["won", "lost", "lost", "lost"]
    assert points(Scoring(), told) == [3, 0, 0, 0]
    assert points(Scoring(places=(3, 2, 1, 0)), told) == [3, 0, 1, 1]


def test_where_the_monsters_win_everybody_is_beaten() -> None:
    sides = tuple(
        SideResult(team=team, result="lost", score=score) for team, score in zip("abc", (1, 0, 0), strict=True)
    )
    told = Result(fixture="f", sides=sides)
    assert told.winner == ""
    assert points(Scoring(places=(3, 2, 1, 0)), told) == [0, 0, 0]


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        (("won", "won"), "expected one winner"),
        (("won", "drawn"), "a winner or a draw"),
        (("drawn", "lost"), "between two teams"),
    ],
)
def test_results_that_make_no_sense_are_refused(outcomes: tuple[str, str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        Result(
            fixture="f",
            sides=tuple(SideResult(team=team, result=each) for team, each in zip("ab", outcomes, strict=True)),
        )  # type: ignore[arg-type]
