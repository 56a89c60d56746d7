"""Extraordinary skills of the older rules that concern team-mates: throwing, eating and resenting them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Scene, away, home


def skill(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skill(*names, edition="stockbowl")


def stock(picture: str, legend: dict[str, Any], **facts: Any) -> Scene:
    return Scene(picture, legend, edition="stockbowl", **facts)


def player(**facts: Any) -> Any:
    return home(**{"agility": 4, **facts})


def opponent(**facts: Any) -> Any:
    return away(**{"agility": 4, **facts})


def needed(scene: Scene, clause: int) -> int:
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Throw Team-Mate, Right Stuff -----------------------------------------------------------------------------------


HALL = """
    ..........
    AC.......b
    ..........
"""
THROW = ("activate A", "declare throw team-mate", "pick C")


def hurl(thrower: dict[str, Any] | None = None, thrown: dict[str, Any] | None = None, ball: str | None = None) -> Scene:
    legend = {
        "A": player(**{"skills": ["Throw Team-Mate"], **(thrower or {})}),
        "C": player(**{"skills": ["Right Stuff"], **(thrown or {})}),
        "b": opponent(),
    }
    return stock(HALL, legend, ball=ball)


@skill("Throw Team-Mate", "Right Stuff")
def test_a_thrown_team_mate_scatters_three_times_and_lands() -> None:
    scene = hurl()
    scene.play(*THROW, "throw (4,1)", dice=["D6 3", "D8 5", "D8 5", "D8 4", "D6 4"])
    assert scene.square("C") == (5, 1)
    assert needed(scene, int(clauses.PASS)) == 3  # short and one worse: it must not be fumbled, that is all
    assert scene.offered("activate C")


@skill("Throw Team-Mate")
def test_team_mates_are_thrown_no_farther_than_short() -> None:
    scene = hurl()
    scene.play(*THROW)
    assert scene.offered("throw (6,1)")
    assert not scene.offered("throw (7,1)")


@skill("Throw Team-Mate")
def test_throwing_a_team_mate_is_the_pass_of_the_turn() -> None:
    thrown = player(skills=["Right Stuff"])
    legend = {"A": player(skills=["Throw Team-Mate"]), "C": thrown, "D": player(), "b": opponent()}
    scene = stock("AC..D..b", legend)
    scene.play(*THROW, "throw (2,0)", dice=["D6 5", "D8 5", "D8 4", "D8 5", "D6 6"])
    scene.play("activate D")
    assert not scene.offered("declare pass")


@skill("Right Stuff")
@pytest.mark.parametrize("facts", [{"skills": []}, {"status": "prone"}])
def test_only_who_has_the_right_stuff_and_stands_is_thrown(facts: dict[str, Any]) -> None:
    scene = hurl(thrown=facts)
    scene.play("activate A", "declare throw team-mate")
    assert not scene.offered("pick C")


@skill("Right Stuff")
def test_a_failed_landing_is_a_turnover_only_with_the_ball() -> None:
    for ball, turnover in ((None, ""), ("C", "TURNOVER_THROWN_CARRIER")):
        scene = hurl(ball=ball)
        dice = ["D6 5", "D8 5", "D8 5", "D8 4", "D6 1", "2D6 1+1", *(["D8 5"] if ball else [])]
        scene.play(*THROW, "throw (4,1)", dice=dice)
        assert scene.status("C") == "prone"
        assert scene.turnover == turnover


@skill("Throw Team-Mate")
def test_a_fumbled_team_mate_comes_down_where_it_stood() -> None:
    scene = hurl()
    scene.play(*THROW, "throw (4,1)", dice=["D6 2", "D6 4"])
    assert scene.square("C") == (1, 1)
    assert scene.turnover == ""


@skill("Throw Team-Mate")
def test_nobody_else_throws_team_mates() -> None:
    scene = hurl(thrower={"skills": []})
    scene.play("activate A")
    assert not scene.offered("declare throw team-mate")


# --- Always Hungry --------------------------------------------------------------------------------------------------


HUNGRY = {"skills": ["Throw Team-Mate", "Always Hungry"]}


@skill("Always Hungry")
def test_a_hungry_thrower_eats_its_team_mate_on_two_ones() -> None:
    scene = hurl(HUNGRY, {"skills": ["Right Stuff", "Regeneration"]}, ball="C")
    scene.play(*THROW, "throw (4,1)", dice=["D6 1", "D6 1", "D8 5"])
    assert scene.told("eaten", "C")
    assert scene.status("C") == "casualty"
    assert scene.ball == (2, 1)  # from where it stood
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@skill("Always Hungry")
def test_who_wriggles_free_is_fumbled() -> None:
    scene = hurl(HUNGRY)
    scene.play(*THROW, "throw (4,1)", dice=["D6 1", "D6 2", "D6 4"])
    assert scene.square("C") == (1, 1)
    assert scene.status("C") == "standing"
    assert scene.turnover == ""


@skill("Always Hungry")
def test_on_a_two_the_throw_goes_on() -> None:
    scene = hurl(HUNGRY)
    scene.play(*THROW, "throw (4,1)", dice=["D6 2", "D6 5", "D8 5", "D8 5", "D8 4", "D6 4"])
    assert scene.square("C") == (5, 1)


# --- Animosity ------------------------------------------------------------------------------------------------------


def grudge(picture: str) -> Scene:
    legend = {
        "A": player(skills=["Animosity"], race="Skaven"),
        "G": player(race="Goblin"),
        "S": player(race="Skaven"),
        "b": opponent(),
    }
    return stock(picture, {key: value for key, value in legend.items() if key in picture}, ball="A")


@skill("Animosity")
def test_a_refusal_leaves_the_ball_for_its_own_kind() -> None:
    scene = grudge("A...G.S..b")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", dice=["D6 1"])
    assert scene.options() == ["throw (6,0)", "decline"]
    scene.play("throw (6,0)", dice=["D6 6", "D6 6"])
    assert scene.ball == "S"


@skill("Animosity")
def test_with_nobody_of_its_kind_in_reach_the_action_is_lost() -> None:
    scene = grudge("A...G....b")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", dice=["D6 1"])
    assert scene.ball == "A"
    assert scene.turnover == ""
    assert not scene.offered("activate A")


@skill("Animosity")
def test_a_hand_off_is_refused_in_the_same_way() -> None:
    picture = """
        .G...
        A...b
        .S...
    """
    scene = grudge(picture)
    scene.play("activate A", "declare hand-off", "hand off G", dice=["D6 1"])
    assert scene.options() == ["hand off S", "decline"]
    scene.play("hand off S", dice=["D6 6"])
    assert scene.ball == "S"
    scene = grudge(picture)
    scene.play("activate A", "declare hand-off", "hand off G", dice=["D6 2", "D6 6"])
    assert scene.ball == "G"


@skill("Animosity")
def test_its_own_kind_and_empty_squares_are_not_resented() -> None:
    scene = grudge("A...G.S..b")
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", dice=["D6 6", "D6 6"])
    assert scene.ball == "S"
    scene = grudge("A...G.S..b")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D8 4"])
    assert scene.ball == (1, 0)


@skill("Animosity")
def test_a_refused_pass_is_not_made_twice() -> None:
    scene = grudge("A...G.S..b")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", "decline", dice=["D6 1"])
    assert scene.ball == "A"
    assert not scene.offered("activate A")
