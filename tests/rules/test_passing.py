"""Passing (O-PASS)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

AIM = ("declare pass", "aim")


@pytest.mark.rule("O-PASS-01", "O-ACT-04")
def test_a_passer_may_move_and_pick_the_ball_up_first_and_the_pass_ends_its_activation() -> None:
    scene = Scene("P....R\n......", {"P": home(), "R": home()}, ball=(1, 0))
    scene.play("activate P", "declare pass")
    assert not scene.offered("aim")
    scene.play("step e", "aim", "throw (5,0)", dice=["D6 3", "D6 5", "D6 3"])
    assert scene.ball == "R"
    assert scene.square("P") == (1, 0)
    assert not scene.offered("activate P")
    scene.play("activate R")
    assert not scene.offered("declare pass")


@pytest.mark.rule("O-PASS-02", "O-LOS-05", "O-LOS-03", "O-LOS-04", "O-TERM-07")
def test_every_square_in_sight_that_is_not_impassable_can_be_aimed_at() -> None:
    scene = Scene("Px.$.\n..F#r\n..I..\n.....", {"P": home(), "x": away(), "r": home()}, ball="P")
    scene.play("activate P", *AIM)
    assert scene.offered("throw (1,0)")  # adjacent, an opponent
    assert scene.offered("throw (2,0)")  # behind a player
    assert scene.offered("throw (4,0)")  # behind a chest
    assert not scene.offered("throw (0,0)")  # its own square
    assert not scene.offered("throw (3,0)")  # a chest
    assert not scene.offered("throw (2,1)")  # the chasm
    assert not scene.offered("throw (2,2)")  # the idol
    assert not scene.offered("throw (4,1)")  # behind rock
    assert not scene.offered("throw (3,3)")  # behind the idol


@pytest.mark.rule("O-PASS-02")
def test_a_thin_wall_hides_a_target() -> None:
    plan = "\n".join(["+-+-+-+", "|P .|.|", "+ + + +", "|. . .|", "+-+-+-+"])
    scene = Scene(plan, {"P": home()}, ball="P")
    scene.play("activate P", *AIM)
    assert not scene.offered("throw (2,0)")
    assert scene.offered("throw (2,1)")


@pytest.mark.rule("O-PASS-03")
def test_quick_reaches_to_ten_and_short_to_forty_five() -> None:
    scene = Scene("\n".join(["P" + "." * 8] + ["." * 9] * 8), {"P": home(passing=2)}, ball="P")
    scene.play("activate P", *AIM)
    reached = {(x, y) for x in range(9) for y in range(9) if scene.offered(f"throw ({x},{y})")}
    assert reached == {(x, y) for x in range(9) for y in range(9) if 0 < x * x + y * y <= 45}


@pytest.mark.rule("O-PASS-03", "O-PASS-04")
@pytest.mark.parametrize(("square", "needed"), [("(3,1)", 3), ("(3,0)", 3), ("(3,2)", 4), ("(6,3)", 4)])
def test_a_short_pass_is_one_harder_than_a_quick_one(square: str, needed: int) -> None:
    scene = Scene("\n".join(["P......."] + ["........"] * 3), {"P": home(passing=3)}, ball="P")
    scene.play("activate P", *AIM, f"throw {square}", dice=["D6 6", "D8 5"])
    assert scene.events("tested")[0].c == needed


@pytest.mark.rule("O-PASS-04")
def test_every_opponent_marking_the_passer_counts() -> None:
    facts = {"P": home(passing=2), "R": home(), "x": away(), "y": away(), "z": away(status="stunned")}
    scene = Scene("xP.R\nyz..\n....", facts, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 4", "D6 3"])
    assert scene.events("tested")[0].c == 4
    assert scene.ball == "R"


@pytest.mark.rule("O-PASS-05", "O-SPP-01", "O-PASS-10")
def test_an_accurate_pass_lands_in_the_target_square_and_is_a_completion_when_caught_there() -> None:
    scene = Scene("P..R\n....", {"P": home(passing=4), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 4", "D6 3"])
    assert scene.ball == "R"
    assert scene.turnover == ""
    assert scene.points("P") == 1


@pytest.mark.rule("O-PASS-05", "O-TEST-05")
def test_a_natural_six_is_accurate_whatever_the_modifiers() -> None:
    facts = {"P": home(passing=6), "R": home(), "x": away(), "y": away()}
    scene = Scene("xP....R\ny......", facts, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", dice=["D6 6", "D6 3"])
    assert scene.ball == "R"


@pytest.mark.rule("O-SPP-01")
def test_a_pass_caught_elsewhere_or_by_an_opponent_is_no_completion() -> None:
    scene = Scene("P..RC\n.....", {"P": home(), "R": home(), "C": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 4", "D6 2", "D8 5", "D6 4"])
    assert scene.ball == "C"
    assert scene.points("P") == 0
    scene = Scene("P..x\n....", {"P": home(), "x": away()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 4", "D6 3"])
    assert scene.ball == "x"
    assert scene.points("P") == 0


@pytest.mark.rule("O-PASS-06")
def test_an_inaccurate_pass_scatters_from_the_target_square() -> None:
    scene = Scene("P......\n.......\n.......", {"P": home(passing=4)}, ball="P")
    scene.play("activate P", *AIM, "throw (2,1)", dice=["D6 3", "D8 5", "D8 5", "D8 2", "D8 7"])
    assert scene.ball == (4, 1)


@pytest.mark.rule("O-PASS-07")
def test_a_modified_one_is_wild_and_deviates_from_the_passer() -> None:
    scene = Scene("P......\n.......\n.......\n.......", {"P": home(passing=4)}, ball="P")
    scene.play("activate P", *AIM, "throw (6,1)", dice=["D6 2", "D8 7", "D6 2", "D8 5"])
    assert scene.ball == (1, 2)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("O-PASS-07")
def test_a_modified_two_is_only_inaccurate() -> None:
    scene = Scene("P......\n.......\n.......\n.......", {"P": home(passing=4)}, ball="P")
    scene.play("activate P", *AIM, "throw (5,1)", dice=["D6 3", "D8 7", "D8 7", "D8 4", "D8 4"])
    assert scene.ball == (3, 3)


@pytest.mark.rule("O-PASS-07")
def test_with_passing_one_a_modified_one_passes_and_a_modified_zero_is_wild() -> None:
    scene = Scene("P.....R\n.......\n.......\n.......", {"P": home(passing=1), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", dice=["D6 2", "D6 3"])
    assert scene.ball == "R"
    facts = {"P": home(passing=1), "R": home(), "x": away()}
    scene = Scene("P.....R\nx......\n.......\n.......", facts, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", dice=["D6 2", "D8 5", "D6 2", "D8 5"])
    assert scene.ball == (3, 0)


@pytest.mark.rule("O-PASS-08", "O-TO-05", "O-TEST-05")
def test_a_natural_one_is_a_fumble_and_a_turnover_even_if_a_team_mate_catches_the_ball() -> None:
    scene = Scene("PC.R\n....", {"P": home(passing=2), "C": home(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 1", "D8 5", "D6 4"])
    assert scene.ball == "C"
    assert scene.turnover == "TURNOVER_FUMBLE"
    assert scene.points("P") == 0


@pytest.mark.rule("O-PASS-08", "O-TEST-05")
def test_a_player_without_passing_ability_fumbles_without_a_die() -> None:
    scene = Scene("P..R\n....", {"P": home(passing=None), "R": home()}, ball="P", rerolls=(1, 0))
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D8 7"])
    assert scene.ball == (0, 1)
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("O-PASS-08", "O-INT-01")
def test_nobody_interferes_with_a_fumble() -> None:
    scene = Scene("P.x.R\n.....", {"P": home(), "x": away(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (4,0)", dice=["D6 1", "D8 7"])
    assert scene.ball == (0, 1)


@pytest.mark.rule("O-PASS-08", "O-RR-11")
def test_a_fumble_can_be_rerolled() -> None:
    scene = Scene("P..R\n....", {"P": home(), "R": home()}, ball="P", rerolls=(1, 0))
    scene.play("activate P", *AIM, "throw (3,0)", "reroll team", dice=["D6 1", "D6 4", "D6 3"])
    assert scene.ball == "R"
    scene = Scene("P..R\n....", {"P": home(skills=["Pass"]), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", "reroll skill", dice=["D6 1", "D6 4", "D6 3"])
    assert scene.ball == "R"


@pytest.mark.rule("O-PASS-09")
def test_the_landing_square_is_known_before_anybody_interferes() -> None:
    # on the way to the target nobody stands; on the way to where the scatter leads x does
    scene = Scene("P.....\n......\nx.....\n......\nR.....", {"P": home(), "x": away(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 3", "D8 6", "D8 6", "D8 6"])
    assert scene.asked == "away"
    scene.play("decline", dice=["D8 5"])
    assert scene.ball == (1, 3)


@pytest.mark.rule(
    "O-PASS-06",
    "O-PASS-09",
    "O-PASS-10",
    "O-RIC-09",
    "O-INT-02",
    "O-INT-04",
    "O-BALL-08",
    "O-CATCH-02",
    "O-SPP-01",
)
def test_an_inaccurate_pass_along_a_wall() -> None:
    scene = Scene(
        """
        ....R.Q.
        P..o....
        ........
        ........
        """,
        {"P": home(passing=3), "R": home(), "Q": home(), "o": away()},
        ball="P",
    )
    scene.play("activate P", *AIM, "throw (4,0)", dice=["D6 3", "D8 2", "D6 3", "D8 5", "D8 7"])
    assert scene.asked == "away"
    scene.play("interfere o", dice=["D6 5", "D8 3", "D6 4"])
    assert scene.events("tested")[1].c == 6  # 3+ with -2 and -1 for R beside it
    assert scene.ball == "Q"
    assert scene.turnover == ""
    assert scene.points("P") == 0


@pytest.mark.rule("O-PASS-10", "O-TO-06")
def test_a_pass_that_nobody_or_an_opponent_catches_is_a_turnover() -> None:
    scene = Scene("P..R\n....", {"P": home(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 4", "D6 2", "D8 7"])
    assert scene.ball == (3, 1)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"
    scene = Scene("P..R\n...x", {"P": home(), "R": home(), "x": away()}, ball="P")
    scene.play("activate P", *AIM, "throw (3,0)", dice=["D6 4", "D6 2", "D8 7", "D6 5"])
    assert scene.ball == "x"
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("O-PASS-10", "O-TO-06")
def test_the_passer_may_catch_his_own_ball() -> None:
    scene = Scene("P...\n....", {"P": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (1,0)", dice=["D6 4", "D8 4", "D6 4"])
    assert scene.ball == "P"
    assert scene.turnover == ""
