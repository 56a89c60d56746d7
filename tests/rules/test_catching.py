"""Catching (O-CATCH)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.loop import start
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.scenes.scene import Scene, away, home, read_dice


def bounce(scene: Scene, *dice: str) -> Scene:
    """Let the ball bounce from where it lies."""
    scene.dice.script = scene.dice.script[: int(scene.dice.used)] + read_dice(list(dice))
    start(scene.game, Bounce(0))
    scene.match.run()
    scene.spent()
    return scene


@pytest.mark.rule("O-CATCH-01")
def test_a_player_of_either_side_under_the_ball_is_not_asked_whether_it_wants_to_catch() -> None:
    scene = Scene("...x\n....\nA...", {"A": home(), "x": away()}, ball=(2, 0))
    bounce(scene, "D8 5", "D6 4")
    assert scene.ball == "x"


@pytest.mark.rule("O-CATCH-02")
def test_an_accurate_pass_is_caught_without_modifier_and_a_bouncing_ball_with_minus_one() -> None:
    scene = Scene("P..R\n....", {"P": home(), "R": home(agility=3)}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (3,0)", dice=["D6 4", "D6 3"])
    assert scene.ball == "R"
    scene = Scene("P..R\n....", {"P": home(), "R": home(agility=3)}, ball=(2, 0))
    bounce(scene, "D8 5", "D6 4")
    assert scene.events("tested")[-1].c == 4


@pytest.mark.rule("O-CATCH-02")
def test_a_scattered_a_deviated_and_a_ricocheted_ball_are_caught_with_minus_one() -> None:
    scene = Scene("P...R\n.....\n.....\n.....\n.....", {"P": home(), "R": home()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (2,1)", dice=["D6 2", "D8 5", "D8 4", "D8 3", "D8 4"])
    assert scene.ball == (2, 0)
    scene = Scene("P..R.\n.....\n.....\n.....\n.....", {"P": home(), "R": home()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (2,1)", dice=["D6 2", "D8 5", "D8 4", "D8 3", "D6 4"])
    assert scene.ball == "R"
    assert scene.events("tested")[-1].c == 4
    scene = Scene("P..R.\n.....\n.....\n.....\n.....", {"P": home(), "R": home()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (3,3)", dice=["D6 2", "D8 5", "D6 3", "D6 4"])
    assert scene.ball == "R"
    assert scene.events("tested")[-1].c == 4
    scene = Scene("..R.\n....\nA...", {"R": home(), "A": home()}, ball=(1, 0))
    bounce(scene, "D8 2", "D6 1", "D6 4")
    assert scene.ball == "R"
    assert scene.events("tested")[-1].c == 4


@pytest.mark.rule("O-CATCH-03")
def test_every_opponent_marking_the_catcher_counts() -> None:
    facts = {"P": home(), "R": home(agility=2), "x": away(), "y": away(), "z": away(status="prone")}
    scene = Scene("P..Rx\n...zy", facts, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (3,0)", dice=["D6 4", "D6 4"])
    assert scene.events("tested")[-1].c == 4
    assert scene.ball == "R"


@pytest.mark.rule("O-CATCH-04", "O-TD-02")
def test_a_catch_in_the_opposing_end_zone_is_a_touchdown_at_once() -> None:
    scene = Scene("P..RB\n...BB", {"P": home(), "R": home(under="B")}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (3,0)", dice=["D6 4", "D6 3"])
    assert scene.winner == "home"


@pytest.mark.rule("O-RR-11", "O-RR-12")
def test_the_active_coach_may_reroll_his_catch_and_the_other_coach_may_not_reroll_his() -> None:
    scene = Scene("P..R\n....", {"P": home(), "R": home()}, ball="P", rerolls=(1, 1))
    scene.play("activate P", "declare pass", "aim", "throw (3,0)", "reroll team", dice=["D6 4", "D6 2", "D6 3"])
    assert scene.ball == "R"
    assert scene.rerolls("home") == 0
    scene = Scene("P..x\n....\n....", {"P": home(), "x": away()}, ball="P", rerolls=(1, 1))
    scene.play("activate P", "declare pass", "aim", "throw (3,0)", dice=["D6 4", "D6 2", "D8 7"])
    assert scene.ball == (3, 1)
