"""Whose turn it is, and when a game is over (A-TURN)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.game import SPONGES_USED
from dungeonbowl.records.scene import Scene, SceneError, away, home

CLASSIC = "astrogranite(classic)"
LIMITED = "astrogranite(classic, turn_limit=3)"


@pytest.mark.rule("A-TURN-01")
def test_teams_take_turns_without_a_limit() -> None:
    scene = Scene("A...b", {"A": home(), "b": away()}, edition=CLASSIC, turns=(400, 400))
    turns = []
    for _ in range(6):
        turns.append(scene.active)
        scene.play("end turn")
    assert turns == ["home", "away"] * 3
    assert scene.winner is None


@pytest.mark.rule("A-TURN-01")
def test_a_limit_of_rounds_makes_a_draw() -> None:
    scene = Scene("A...b", {"A": home(), "b": away()}, edition=LIMITED, turns=(2, 2))
    scene.play("end turn")
    assert scene.winner is None
    scene.play("end turn")
    assert scene.winner == "draw"


@pytest.mark.rule("A-TURN-01")
def test_when_time_is_called_all_have_had_equally_many_turns() -> None:
    scene = Scene("A...b", {"A": home(), "b": away()}, edition=CLASSIC, turns=(5, 5))
    scene.play("call time", "end turn")
    assert scene.active == "away"
    assert scene.winner is None
    scene.play("end turn")
    assert scene.winner == "draw"


@pytest.mark.rule("A-TURN-06", "A-TURN-07")
def test_a_standing_carrier_scores_in_the_end_zone_of_the_others_and_has_won() -> None:
    scene = Scene("....PB\nx.....", {"P": home(), "x": away()}, ball="P", edition=CLASSIC)
    scene.play("activate P", "declare move", "step e")
    assert scene.winner == "home"
    assert scene.told("scored", "P")


@pytest.mark.rule("A-TURN-06")
def test_the_own_end_zone_never_scores() -> None:
    scene = Scene("A.P..B\nx.....", {"P": home(), "x": away()}, ball="P", edition=CLASSIC)
    scene.play("activate P", "declare move", "step w", "step w", "stop")
    assert scene.winner is None


@pytest.mark.rule("A-TURN-06")
def test_it_scores_in_the_turn_of_the_others_too() -> None:
    picture = """
        #####
        .xP.B
        #####
    """
    scene = Scene(picture, {"P": home(), "x": away(strength=4)}, ball="P", edition=CLASSIC, to_move="away")
    scene.play("activate x", "declare block P", dice=["block PUSH PUSH"])
    scene.play("face push", "follow", "end turn")
    scene = Scene(".xPB", {"P": home(), "x": away()}, ball="P", edition=CLASSIC, to_move="away")
    scene.play("activate x", "declare block P", "face push" if False else "face push", dice=["block PUSH"])
    assert scene.winner == "home"


@pytest.mark.rule("A-TURN-06")
def test_a_ball_caught_by_somebody_who_stands_in_the_zone_scores() -> None:
    scene = Scene("P...QB\nx.....", {"P": home(agility=2), "Q": home(agility=2, at=(5, 0)), "x": away()}, ball="P", edition=CLASSIC) if False else Scene(
        "P....Q\nx.....", {"P": home(agility=2), "Q": home(agility=2, under="B"), "x": away(at=(0, 1))}, ball="P", edition=CLASSIC
    )
    scene.play("activate P", "declare pass", "step e", "aim", "throw (5,0)", dice=["D6 5", "D6 4", "D6 5"])
    assert scene.winner == "home"


@pytest.mark.rule("A-TURN-08")
def test_the_last_team_that_is_not_out_has_won() -> None:
    legend = {"P": home(strength=4), "x": away(armour=2), "y": away(status="casualty")}
    scene = Scene("..Px..\n......", legend, edition=CLASSIC)
    scene.play("activate P", "declare block x", dice=["block POW POW", "2D6 5+5", "2D6 6+6", "D6 4", "D8 1"][:2] + ["2D6 5+5"])
