"""Nothing is too narrow: diagonals past and between wall corners (S-DEIA)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

# two rooms that touch at one corner only
EMPTY = """
    ...###
    ...###
    ..C###
    ###...
    ###...
    ###...
"""
CORNER = """
    ...###
    ...###
    ..C###
    ###x..
    ###...
    ###...
"""


def corner(mine: Piece | None = None, theirs: Piece | None = None) -> Scene:
    legend = {"C": mine or home(), "x": theirs or away()}
    return Scene(CORNER, legend, edition="stockbowl", ball=(5, 5))


@pytest.mark.rule("S-DEIA-01")
def test_squares_that_touch_at_a_corner_are_adjacent() -> None:
    scene = corner()
    assert scene.game.are_adjacent(scene.node((2, 2)), scene.node((3, 3)))
    assert not scene.game.are_adjacent(scene.node((1, 2)), scene.node((3, 3)))
    assert scene.game.is_marked(scene.piece("C"))


@pytest.mark.rule("S-DEIA-02", "S-BASE-02")
def test_moving_and_dodging_between_corners() -> None:
    scene = Scene(EMPTY, {"C": home(agility=4), "z": away(at=(2, 1))}, edition="stockbowl", ball=(5, 5))
    scene.play("activate C", "declare move", "step se", dice=["D6 3"])
    assert scene.square("C") == (3, 3)


@pytest.mark.rule("S-DEIA-02")
def test_a_player_beyond_the_corner_has_his_zone() -> None:
    scene = corner(home(agility=4))
    scene.play("activate C", "declare move", "step w", dice=["D6 3"])
    assert scene.told("tested", "C")


@pytest.mark.rule("S-DEIA-02")
def test_blocking_pushing_and_following_up_between_corners() -> None:
    scene = corner()
    scene.play("activate C", "declare block x", "push (4,4)", "follow", dice=["block PUSH"])
    assert scene.square("x") == (4, 4)
    assert scene.square("C") == (3, 3)


@pytest.mark.rule("S-DEIA-02")
def test_being_pushed_between_corners() -> None:
    picture = """
        ###..
        #yx##
        ###..
    """
    scene = Scene(picture, {"y": home(), "x": away()}, edition="stockbowl", ball=(4, 0))
    scene.play("activate y", "declare block x", "push (3,2)", "stay", dice=["block PUSH"])
    assert scene.square("x") == (3, 2)


@pytest.mark.rule("S-DEIA-02", "S-BASE-10")
def test_assisting_between_corners() -> None:
    picture = """
        ..C##
        ##x..
        .D##.
    """
    scene = Scene(picture, {"C": home(), "D": home(), "x": away()}, edition="stockbowl", ball=(0, 0))
    scene.play("activate C", "declare block x", dice=["block POW POW", "2D6 1+1"])
    assert scene.status("x") == "prone"


@pytest.mark.rule("S-DEIA-02")
def test_handing_off_between_corners() -> None:
    legend = {"C": home(), "x": home(agility=4), "z": away(at=(0, 0), zone=False)}
    scene = Scene(CORNER, legend, edition="stockbowl", ball="C")
    scene.play("activate C", "declare hand-off", "hand off x", dice=["D6 3"])
    assert scene.ball == "x"


@pytest.mark.rule("S-DEIA-02")
def test_fouling_between_corners() -> None:
    scene = corner(theirs=away(status="prone"))
    scene.play("activate C", "declare foul x", "foul x", dice=["2D6 1+2"])
    assert scene.told("fouled", "C")


@pytest.mark.rule("S-DEIA-02")
def test_leaping_between_corners() -> None:
    legend = {"C": home(agility=4, skills=["Leap"]), "z": away(at=(0, 0))}
    scene = Scene(EMPTY, legend, edition="stockbowl", ball=(5, 5))
    scene.play("activate C", "declare move", "jump (4,4)", dice=["D6 4"])
    assert scene.square("C") == (4, 4)


@pytest.mark.rule("S-DEIA-03")
def test_a_ball_bounces_between_corners() -> None:
    scene = Scene(EMPTY, {"C": home(agility=4), "z": away(at=(0, 0))}, edition="stockbowl", ball=(2, 1))
    scene.play("activate C", "declare move", "step n", dice=["D6 1", "D8 7"])
    assert scene.ball == (2, 2)
    picture = EMPTY.replace("C", ".")
    scene = Scene(picture, {"C": home(agility=4, at=(1, 1)), "z": away(at=(0, 2))}, edition="stockbowl", ball=(2, 2))
    scene.play("activate C", "declare move", "step se", dice=["D6 6", "D6 1", "D8 8"])
    assert scene.ball == (3, 3)
