"""Passes over teleporters (S-TPASS)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Scene, SceneError, away, home

AIM = ("activate T", "declare pass", "aim")


def stock(picture: str, **others: Any) -> Scene:
    return Scene(picture, {"T": home(agility=4), **others}, ball="T", edition="stockbowl")


def crossed(picture: str, target: str) -> int:
    """How many teleporter dice an accurate pass asks for; the ball then bounces from its target."""
    for dice in range(6):
        scene = stock(picture)
        try:
            scene.play(*AIM, f"throw {target}", dice=["D6 6", *["D6 2"] * dice, "D8 3"])
        except SceneError:  # dice of another kind or number
            continue
        return dice
    raise AssertionError("no number of dice fits")


@pytest.mark.rule("S-TPASS-01")
@pytest.mark.parametrize(
    ("place", "count"),
    [
        ((3, 1), 1),  # on the line
        ((3, 0), 1),  # a corner half a square from it
        ((3, 2), 1),
        ((3, 3), 0),  # one and a half
        ((0, 0), 0),  # beside the thrower, and farther from the target
        ((6, 2), 1),
        ((7, 2), 0),  # beside the target: farther from the thrower than the target
    ],
)
def test_a_teleporter_is_crossed_when_it_is_partly_under_the_ruler(place: tuple[int, int], count: int) -> None:
    rows = [list("." * 9) for _ in range(5)]
    rows[1][0] = "T"
    rows[place[1]][place[0]] = "1"
    picture = "\n".join("".join(row) for row in rows)
    assert crossed(picture, "(7,1)") == count


@pytest.mark.rule("S-TPASS-01")
@pytest.mark.parametrize(
    ("place", "count"),
    [
        ((2, 2), 1),
        ((1, 2), 1),
        ((0, 2), 0),
        ((2, 0), 1),
        ((3, 0), 1),
        ((4, 0), 0),
        ((4, 1), 1),
        ((3, 3), 1),
        ((2, 3), 0),
    ],
)
def test_a_slanted_ruler_is_measured_exactly(place: tuple[int, int], count: int) -> None:
    rows = [list("." * 7) for _ in range(6)]
    rows[0][0] = "T"
    rows[place[1]][place[0]] = "1"
    assert crossed("\n".join("".join(row) for row in rows), "(4,2)") == count


@pytest.mark.rule("S-TPASS-01")
def test_the_target_itself_is_not_crossed_but_entered() -> None:
    scene = stock("T...1..\n.......\n..2....\n.......")
    scene.play(*AIM, "throw (4,0)", dice=["D6 6", "D6 2", "D8 7"])
    assert scene.ball == (2, 3)


@pytest.mark.rule("S-TPASS-03", "S-TPASS-06", "S-BASE-19")
def test_on_a_one_the_ball_enters_the_teleporter_and_that_is_a_turnover() -> None:
    scene = stock("T..1..R\n.......\n...2...\n.......", R=home())
    scene.play(*AIM, "throw (6,0)", dice=["D6 5", "D6 1", "D6 2", "D8 7"])
    assert scene.ball == (3, 3)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"
    assert "S-TPASS-03" in scene.cited()


@pytest.mark.rule("S-TPASS-03")
@pytest.mark.parametrize("face", [2, 3, 6])
def test_on_anything_else_it_flies_on_and_is_caught_as_an_accurate_pass(face: int) -> None:
    scene = stock("T..1..R\n.......\n...2...\nx......", R=home(agility=4), x=away())
    scene.play(*AIM, "throw (6,0)", dice=["D6 5", f"D6 {face}", "D6 3"])
    assert scene.ball == "R"
    assert scene.points("T") == 1


@pytest.mark.rule("S-TPASS-03")
def test_teleporters_are_rolled_for_in_order_of_distance() -> None:
    # 2 is nearer than 1: the second die is 1's
    picture = "T.2.1..R\n........\n........\n3......."
    scene = stock(picture, R=home())
    scene.play(*AIM, "throw (7,0)", dice=["D6 6", "D6 2", "D6 1", "D6 3", "D8 5"])
    assert scene.ball == (1, 3)
    assert scene.events("ball teleported")[0].b == scene.node((4, 0))
    scene = stock(picture, R=home())
    scene.play(*AIM, "throw (7,0)", dice=["D6 6", "D6 1", "D6 3", "D8 5"])
    assert scene.events("ball teleported")[0].b == scene.node((2, 0))


@pytest.mark.rule("S-TPASS-03", "S-PASS-05")
def test_an_inaccurate_pass_crosses_the_teleporters_before_it_strays() -> None:
    picture = "T..1...\n.......\n.......\n......."
    scene = stock(picture)
    scene.play(*AIM, "throw (6,0)", dice=["D6 3", "D6 2", "D8 7", "D8 7", "D8 4", "D8 4"])
    assert scene.ball == (4, 2)
    scene = stock(picture)
    scene.play(*AIM, "throw (6,0)", dice=["D6 3", "D6 1", "D6 1", "D8 7"])
    assert scene.ball == (3, 1)


@pytest.mark.rule("S-TPASS-03")
def test_the_roll_is_not_rolled_again() -> None:
    legend = {"T": home(agility=4, skills=["Pass", "Pro"]), "R": home()}
    scene = Scene("T..1..R\n.......", legend, ball="T", edition="stockbowl", rerolls=(3, 0))
    scene.play(*AIM, "throw (6,0)", dice=["D6 5", "D6 1", "D6 1", "D8 7"])
    assert scene.ball == (3, 1)


@pytest.mark.rule("S-TPASS-02")
def test_an_interceptor_before_every_teleporter_rolls_before_the_throw() -> None:
    picture = "T.x.1.R\n.......\n.......\n......."
    scene = stock(picture, R=home(), x=away(agility=3))
    scene.play(*AIM, "throw (6,0)", "interfere x", dice=["D6 5"])
    assert scene.ball == "x"
    scene = stock(picture, R=home(), x=away(agility=3))
    scene.play(*AIM, "throw (6,0)", "interfere x", dice=["D6 4", "D6 5", "D6 2", "D6 3"])
    assert [int(event.clause) for event in scene.events("tested")][:1] == [9]
    assert scene.ball == "R"


@pytest.mark.rule("S-TPASS-02")
def test_a_fumble_crosses_nothing_whoever_was_named() -> None:
    scene = stock("T..1x.R\n.......", R=home(), x=away(agility=3))
    scene.play(*AIM, "throw (6,0)", "interfere x", dice=["D6 1", "D8 7"])
    assert scene.ball == (0, 1)
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("S-TPASS-04", "S-BASE-07")
def test_an_interceptor_beyond_a_teleporter_is_named_first_and_rolls_when_the_ball_comes_by() -> None:
    picture = "T.1.x.2.R\n.........\n.........\n........."
    scene = stock(picture, R=home(), x=away(agility=3))
    scene.play(*AIM, "throw (8,0)")
    assert scene.asked == "away"
    assert not scene.told("tested")
    # the throw, teleporter 1, the interception
    scene.play("interfere x", dice=["D6 6", "D6 2", "D6 5"])
    assert scene.ball == "x"
    assert scene.turnover == "TURNOVER_INTERFERENCE"
    # failed: on over teleporter 2
    scene = stock(picture, R=home(), x=away(agility=3))
    scene.play(*AIM, "throw (8,0)", "interfere x", dice=["D6 6", "D6 2", "D6 4", "D6 2", "D6 3"])
    assert scene.ball == "R"


@pytest.mark.rule("S-TPASS-04")
def test_nobody_intercepts_a_ball_that_has_vanished_before_it_came_to_him() -> None:
    scene = stock("T.1.x.R\n.......\n3......\n.......", R=home(), x=away(agility=3))
    scene.play(*AIM, "throw (6,0)", "interfere x", dice=["D6 5", "D6 1", "D6 3", "D8 5"])
    assert scene.ball == (1, 2)
    assert not scene.told("interfered")


@pytest.mark.rule("S-TPASS-02", "S-TPASS-04")
def test_at_the_same_distance_the_player_comes_first() -> None:
    # x at (3,0) and 1 at (3,2) are equally far from T, and both under the ruler along row 1
    scene = stock("...x...\nT.....R\n...1...", R=home(), x=away(agility=3))
    scene.play(*AIM, "throw (6,1)", "interfere x", dice=["D6 5"])
    assert scene.ball == "x"


@pytest.mark.rule("S-TPASS-06")
def test_a_ball_that_comes_back_to_a_team_mate_is_no_turnover_and_no_completion() -> None:
    picture = "T..1..R\n.......\n...2...\nx......"
    scene = stock(picture, R=home(), M=home(agility=4, at=(4, 3)), x=away())
    scene.play(*AIM, "throw (6,0)", dice=["D6 5", "D6 1", "D6 2", "D8 8", "D6 4"])
    assert scene.ball == "M"
    assert scene.events("tested")[-1].c == 4
    assert scene.turnover == ""
    assert scene.points("T") == 0
    scene = stock(picture.replace("x", "."), R=home(), x=away(agility=4, at=(4, 3)))
    scene.play(*AIM, "throw (6,0)", dice=["D6 5", "D6 1", "D6 2", "D8 8", "D6 4"])
    assert scene.ball == "x"
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("S-TPASS-05")
def test_a_safe_throw_does_not_save_the_ball_from_a_teleporter() -> None:
    scene = Scene(
        "T..1..R\n.......", {"T": home(agility=2, skills=["Safe Throw"]), "R": home()}, ball="T", edition="stockbowl"
    )
    scene.play(*AIM, "throw (6,0)", dice=["D6 5", "D6 1", "D6 1", "D8 7"])
    assert scene.ball == (3, 1)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"
