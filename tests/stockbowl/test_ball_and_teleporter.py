"""Carriers in teleporters, and what becomes of their ball (S-TBALL-01 to -04, -08)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

HALL = """
    ..........
    .A1.....2.
    ..........
    ..........
    .3..4..5..
    ..........
"""


def hall(player: Piece | None = None, picture: str = HALL, **facts: object) -> Scene:
    """A stands west of teleporter 1 with the ball."""
    legend: dict[str, Piece] = {"A": player or home(), "y": home(at=(0, 5)), "z": away(at=(9, 5))}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    facts.setdefault("ball", "A")
    return Scene(picture, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]


def enter(scene: Scene, *dice: str) -> Scene:
    return scene.play("activate A", "declare move", "step e", dice=list(dice))


def rolls(scene: Scene) -> list[str]:
    """What dice were rolled for, in order."""
    return [line.partition(" for ")[2] for line in scene.telling() if line.startswith("dice rolled")]


@pytest.mark.rule("S-TBALL-01")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_the_carrier_keeps_the_ball_on_a_4_right_after_his_scatter(face: int) -> None:
    scene = enter(hall(rerolls=(2, 0)), "D6 2", "D8 4", f"D6 {face}")
    assert scene.ball == "A"
    assert scene.square("A") == (7, 1)
    assert scene.told("ball kept", "A")
    scene.play("step w")
    assert scene.square("A") == (6, 1)


@pytest.mark.rule("S-TBALL-01", "S-TBALL-02", "S-TBALL-08")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_on_less_the_ball_is_teleported_for_itself_and_that_is_a_turnover(face: int) -> None:
    scene = enter(hall(rerolls=(2, 0)), "D6 2", "D8 4", f"D6 {face}", "D6 4", "D8 7")
    assert scene.ball == (4, 5)
    assert scene.square("A") == (7, 1)
    assert scene.status("A") == "standing"
    assert scene.turnover == "TURNOVER_BALL_ASTRAY"
    assert scene.rerolls("home") == 2
    assert rolls(scene) == ["portal", "portal scatter", "keep ball", "ball portal", "ball arrival"]
    assert "ball teleported (2,1) to (4,4)" in scene.telling()


@pytest.mark.rule("S-TBALL-02")
def test_even_if_a_team_mate_catches_it() -> None:
    scene = enter(hall(others={"C": home(at=(4, 5))}), "D6 2", "D8 4", "D6 1", "D6 4", "D8 7", "D6 6")
    assert scene.ball == "C"
    assert scene.turnover == "TURNOVER_BALL_ASTRAY"


def pushed_in(face: str, blocker: Piece | None = None, target: Piece | None = None, **facts: object) -> Scene:
    """A blocks the carrier D, and pushes him into teleporter 1."""
    others = {"D": target or away(armour=9)}
    scene = hall(blocker, picture=HALL.replace(".A1", "AD1"), others=others, ball="D", **facts)
    scene.play("activate A", "declare block D", dice=[f"block {face}"])
    return scene


@pytest.mark.rule("S-TBALL-01", "S-TBALL-02")
def test_a_carrier_of_the_other_side_loses_it_without_a_turnover() -> None:
    scene = pushed_in("PUSH")
    scene.play("push (2,1)")
    scene.play("stay", dice=["D6 2", "D8 4", "D6 3", "D6 4", "D8 7"])
    assert scene.ball == (4, 5)
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.rule("S-TBALL-03")
def test_the_ball_of_somebody_lost_in_the_ether_goes_its_own_way_without_a_keep_roll() -> None:
    scene = enter(hall(), "D6 1", "D6 4", "D8 7")
    assert scene.status("A") == "knocked-out"
    assert scene.ball == (4, 5)
    assert scene.turnover == "TURNOVER_ETHER"
    scene = enter(hall(), "D6 1", "D6 1", "D8 7")  # it may reappear where it was
    assert scene.ball == (2, 2)


@pytest.mark.rule("S-TBALL-04", "S-TBALL-08", "S-TELE-13")
def test_a_carrier_knocked_down_into_it_goes_first_and_his_ball_after_him() -> None:
    scene = pushed_in("POW")
    scene.play("push (2,1)")
    scene.play("stay", dice=["2D6 1+2", "D6 2", "D8 4", "D6 4", "D8 7"])
    assert scene.square("D") == (7, 1)
    assert scene.status("D") == "prone"
    assert scene.ball == (4, 5)
    assert rolls(scene)[1:] == ["armour", "portal", "portal scatter", "ball portal", "ball arrival"]


@pytest.mark.rule("S-TBALL-04", "S-TELE-13")
def test_knocked_out_on_the_way_he_leaves_the_ball_to_the_teleporter() -> None:
    scene = pushed_in("POW")
    scene.play("push (2,1)")
    scene.play("stay", dice=["2D6 6+6", "2D6 4+5", "D6 4", "D8 7"])
    assert scene.status("D") == "knocked-out"
    assert scene.ball == (4, 5)


@pytest.mark.rule("S-TBALL-04", "S-TBALL-08")
def test_a_carrier_who_falls_into_it_loses_the_ball_likewise() -> None:
    scene = hall(others={"m": away(at=(0, 1))})
    enter(scene, "D6 1", "2D6 1+2", "D6 2", "D8 4", "D6 4", "D8 7")
    assert scene.square("A") == (7, 1)
    assert scene.ball == (4, 5)
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("S-TBALL-04")
def test_strip_ball_parts_them_and_sure_hands_keeps_them_together() -> None:
    scene = pushed_in("PUSH", home(skills=["Strip Ball"]))
    scene.play("use STRIPS_BALL A", "push (2,1)")
    scene.play("stay", dice=["D6 2", "D8 4", "D6 4", "D8 7"])
    assert scene.square("D") == (7, 1)
    assert scene.status("D") == "standing"
    assert scene.ball == (4, 5)
    scene = pushed_in("PUSH", home(skills=["Strip Ball"]), away(skills=["Sure Hands"]))
    scene.play("push (2,1)")
    scene.play("stay", dice=["D6 2", "D8 4", "D6 4"])
    assert scene.ball == "D"
