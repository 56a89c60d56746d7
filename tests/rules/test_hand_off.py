"""Handing the ball over (O-HAND)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home


@pytest.mark.rule("O-HAND-01", "O-HAND-02", "O-ACT-05")
def test_the_giver_tests_nothing_and_the_receiver_catches_without_modifier() -> None:
    scene = Scene(".A.R\n....", {"A": home(passing=None), "R": home(agility=3)}, ball="A")
    scene.play("activate A", "declare hand-off", "step e", "hand off R", dice=["D6 3"])
    assert scene.ball == "R"
    assert scene.turnover == ""
    assert not scene.offered("activate A")
    assert scene.offered("activate R")


@pytest.mark.rule("O-HAND-01")
def test_only_a_standing_team_mate_in_an_adjacent_square_can_be_given_the_ball() -> None:
    facts = {"A": home(), "R": home(), "p": home(status="prone"), "x": away(), "f": home()}
    scene = Scene("RAp\nx..\n..f", facts, ball="A")
    scene.play("activate A", "declare hand-off")
    assert [text for text in scene.options() if text.startswith("hand off")] == ["hand off R"]


@pytest.mark.rule("O-HAND-01", "O-MAP-08")
def test_no_hand_off_through_a_wall() -> None:
    plan = "\n".join(["+-+-+-+", "|A|R .|", "+ + + +", "|. . .|", "+-+-+-+"])
    scene = Scene(plan, {"A": home(), "R": home()}, ball="A")
    scene.play("activate A", "declare hand-off")
    assert not scene.offered("hand off R")
    scene.play("step s")
    assert scene.offered("hand off R")


@pytest.mark.rule("O-HAND-02", "O-CATCH-03")
def test_opponents_marking_the_receiver_make_the_catch_harder() -> None:
    scene = Scene("ARx\n...", {"A": home(), "R": home(), "x": away()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off R", dice=["D6 4"])
    assert scene.ball == "R"
    assert scene.events("tested")[-1]["needed"] == 4


@pytest.mark.rule("O-TO-06")
def test_a_dropped_hand_off_is_a_turnover_unless_the_own_side_catches_it() -> None:
    scene = Scene("AR.\n...", {"A": home(), "R": home()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off R", dice=["D6 2", "D8 5"])
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"
    scene = Scene("ARC\n...", {"A": home(), "R": home(), "C": home()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off R", dice=["D6 2", "D8 5", "D6 4"])
    assert scene.ball == "C"
    assert scene.turnover == ""
    scene = Scene("ARx\n...", {"A": home(), "R": home(), "x": away()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off R", dice=["D6 2", "D8 5", "D6 6"])
    assert scene.ball == "x"
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("O-HAND-03")
def test_a_hand_off_and_a_pass_fit_into_one_team_turn_and_earn_no_completion() -> None:
    scene = Scene("AR..C\n.....", {"A": home(), "R": home(), "C": home()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off R", dice=["D6 3"])
    assert scene.points("A") == 0
    scene.play("activate R", "declare pass", "aim", "throw (4,0)", dice=["D6 4", "D6 3"])
    assert scene.ball == "C"
    assert scene.points("R") == 1


@pytest.mark.rule("O-HAND-03")
def test_nobody_interferes_with_a_hand_off() -> None:
    # diagonally between the two hands an opponent stands as near as can be, and is not asked
    scene = Scene("Ax\n.R", {"A": home(), "x": away(), "R": home()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off R", dice=["D6 4"])
    assert scene.ball == "R"


@pytest.mark.rule("O-HAND-02")
def test_a_receiver_without_hands_lets_the_ball_bounce() -> None:
    scene = Scene("AR.\n...", {"A": home(), "R": home(skills=["No Hands"])}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off R", dice=["D8 5"])
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("O-HAND-02", "O-MARK-05")
def test_a_receiver_without_its_zone_lets_the_ball_bounce() -> None:
    scene = Scene("AR.\n...", {"A": home(), "R": home(zone=False)}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off R", dice=["D8 5"])
    assert not scene.told("tested", "R")
    assert scene.ball == (2, 0)
