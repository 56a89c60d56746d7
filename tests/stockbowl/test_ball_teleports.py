"""A loose ball in a teleporter (S-TBALL-05 to S-TBALL-07)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

AIM = ("activate T", "declare pass", "aim")
HALL = """
    T.1......
    .........
    .....2...
    .........
    ########.
    .3.......
    .........
"""


def dropped(picture: str, *dice: str, **others: Any) -> Scene:
    """An accurate pass to the teleporter at (2,0), which nobody can catch there."""
    scene = Scene(picture, {"T": home(agility=4), **others}, ball="T", edition="stockbowl")
    scene.play(*AIM, "throw (2,0)", dice=["D6 5", *dice])
    return scene


@pytest.mark.rule("S-TBALL-05", "S-TBALL-06", "S-BNC-08")
def test_a_ball_goes_to_the_teleporter_of_a_d6_and_takes_one_step_from_it() -> None:
    scene = dropped(HALL, "D6 2", "D8 8")
    assert scene.ball == (6, 3)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"
    assert {"S-TBALL-05", "S-TBALL-06"} <= scene.cited()


@pytest.mark.rule("S-TBALL-05")
def test_on_the_number_it_entered_it_comes_out_again_there() -> None:
    scene = dropped(HALL, "D6 1", "D8 7")
    assert scene.ball == (2, 1)


@pytest.mark.rule("S-TBALL-06", "S-BNC-01")
def test_a_wall_beside_the_teleporter_throws_it_back_from_there() -> None:
    # north of teleporter 3 is rock: from its square south-east
    scene = dropped(HALL, "D6 3", "D8 2", "D6 1")
    assert scene.ball == (2, 6)


@pytest.mark.rule("S-TBALL-06", "S-BNC-07")
def test_a_teleporter_square_never_holds_a_ball() -> None:
    # out of 1 to the north-east: nothing but rock around the facing, so it enters 1 once more
    picture = "#.##.\n#1.#.\n####.\n.2..T\n....."
    scene = Scene(picture, {"T": home(agility=4)}, ball="T", edition="stockbowl")
    scene.play(*AIM, "throw (1,3)", dice=["D6 5", "D6 1", "D8 3", "D6 2", "D8 7"])
    assert scene.ball == (1, 4)
    assert len(scene.events("ball teleported")) == 2


@pytest.mark.rule("S-TBALL-06")
def test_somebody_who_waits_on_the_teleporter_does_not_catch_what_leaps_out_of_it() -> None:
    scene = dropped(HALL.replace("2", "R"), "D6 2", "D8 8", R=home(agility=4, under="2"))
    assert scene.ball == (6, 3)


@pytest.mark.rule("S-TBALL-07")
def test_where_it_comes_out_it_is_caught_bounces_on_or_is_teleported_again() -> None:
    scene = dropped(HALL, "D6 2", "D8 5", "D6 4", R=home(agility=4, at=(6, 2)))
    assert scene.ball == "R"
    assert scene.turnover == ""
    assert scene.points("T") == 0
    scene = dropped(HALL, "D6 2", "D8 5", "D8 2", r=away(status="prone", at=(6, 2)))
    assert scene.ball == (6, 1)
    scene = dropped(HALL.replace("2...", "24.."), "D6 2", "D8 5", "D6 3", "D8 5")
    assert scene.ball == (2, 5)
    scene = dropped(HALL.replace("2...", "2$.."), "D6 2", "D8 5", "D8 7")
    assert scene.ball == (6, 3)


@pytest.mark.rule("S-TBALL-05", "S-BNC-08")
def test_a_bouncing_ball_and_a_fumble_enter_a_teleporter_too() -> None:
    scene = Scene(HALL.replace("T.1", ".T1"), {"T": home(agility=4)}, ball="T", edition="stockbowl")
    scene.play(*AIM, "throw (0,1)", dice=["D6 1", "D8 5", "D6 2", "D8 1"])
    assert scene.ball == (4, 1)
    assert scene.turnover == "TURNOVER_FUMBLE"
