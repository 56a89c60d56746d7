"""Passing interference (O-INT)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

AIM = ("declare pass", "aim")


@pytest.mark.rule("O-INT-01", "O-INT-02")
def test_one_standing_opponent_between_passer_and_landing_square_may_interfere() -> None:
    facts = {
        "P": home(),
        "R": home(),
        "x": away(),
        "y": away(),
        "p": away(status="prone"),
        "n": away(zone=False),
        "o": away(),
        "b": away(),
    }
    scene = Scene("....y..\nP.xp.nR\n.......\n....o..\n......b", facts, ball="P")
    scene.play("activate P", *AIM, "throw (6,1)", dice=["D6 5"])
    assert scene.asked == "away"
    assert scene.options() == ["interfere x", "interfere y", "decline"]


@pytest.mark.rule("O-INT-01")
def test_the_other_coach_may_decline() -> None:
    scene = Scene("P.x.R\n.....", {"P": home(), "x": away(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (4,0)", "decline", dice=["D6 5", "D6 3"])
    assert scene.ball == "R"


@pytest.mark.rule("O-INT-02")
def test_neither_behind_the_passer_nor_beyond_the_landing_square() -> None:
    scene = Scene("xP..Ry\n......", {"x": away(), "P": home(passing=2), "R": home(), "y": away()}, ball="P")
    scene.play("activate P", *AIM, "throw (4,0)", dice=["D6 3", "D6 4"])
    assert scene.ball == "R"


@pytest.mark.rule("O-INT-02")
@pytest.mark.parametrize(("row", "asked"), [(1, True), (2, False)])
def test_the_ruler_is_just_under_two_squares_wide(row: int, asked: bool) -> None:
    # beside a straight line the next row is partly covered, the one after that is not
    facts = {"P": home(), "R": home(), "x": away(at=(3, row))}
    scene = Scene("P.....R.\n" + "........\n" * 3, facts, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", dice=["D6 5"] if asked else ["D6 5", "D6 3"])
    assert (scene.asked == "away") is asked


@pytest.mark.rule("O-INT-03")
def test_an_interfering_player_needs_sight_of_the_passer() -> None:
    picture = "\n".join(
        [
            "+-+-+-+-+-+",
            "|. . . x .|",
            "+ +-+-+-+ +",
            "|P . . . R|",
            "+-+-+-+-+-+",
        ]
    )
    scene = Scene(picture, {"P": home(), "x": away(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (4,1)", dice=["D6 5", "D6 4"])
    assert scene.ball == "R"
    scene = Scene(picture.replace("+ +-+-+-+ +", "+ + + + + +"), {"P": home(), "x": away(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (4,1)", dice=["D6 5"])
    assert scene.offered("interfere x")


@pytest.mark.rule("O-INT-04")
@pytest.mark.parametrize(
    ("dice", "needed"),
    [
        (["D6 5"], 5),  # accurate: -3
        (["D6 3", "D8 4", "D8 5", "D8 4"], 4),  # inaccurate: -2
        (["D6 2", "D8 5", "D6 5"], 3),  # wildly inaccurate: -1
    ],
)
def test_the_better_the_pass_the_harder_the_interference(dice: list[str], needed: int) -> None:
    scene = Scene("P..x..R\n.......\n.......", {"P": home(), "x": away(agility=2), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", dice=dice)
    scene.play("interfere x", dice=[f"D6 {needed}", "D6 6"])
    assert scene.events("tested")[1].c == needed
    assert scene.ball == "x"


@pytest.mark.rule("O-INT-04")
def test_being_marked_costs_one_however_many_mark() -> None:
    facts = {"P": home(), "x": away(agility=1), "A": home(), "B": home(), "R": home()}
    scene = Scene("P..x..R\n..AB...", facts, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=["D6 5", "D6 4", "D6 3"])
    assert scene.events("tested")[1].c == 5
    assert scene.ball == "R"


@pytest.mark.rule("O-INT-05", "O-CATCH-02", "O-TO-07", "O-SPP-02")
def test_a_deflected_ball_that_is_caught_is_an_interception_and_a_turnover() -> None:
    scene = Scene("P..x..R\n.......", {"P": home(), "x": away(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=["D6 5", "D6 6", "D6 4"])
    assert scene.events("tested")[2].c == 4
    assert scene.ball == "x"
    assert scene.turnover == "TURNOVER_INTERFERENCE"
    assert scene.points("x") == 2
    assert scene.points("P") == 0


@pytest.mark.rule("O-INT-05", "O-CATCH-03")
def test_opponents_marking_the_interceptor_make_the_catch_harder() -> None:
    facts = {"P": home(), "x": away(), "A": home(), "B": home(), "R": home()}
    scene = Scene("P..x..R\n..AB...", facts, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=["D6 5", "D6 6", "D6 6"])
    assert scene.events("tested")[2].c == 6
    assert scene.ball == "x"


@pytest.mark.rule("O-INT-05", "O-TO-07", "O-SPP-02")
def test_a_deflected_ball_that_is_dropped_scatters_from_that_player_and_costs_the_turn_on_the_floor() -> None:
    scene = Scene("P..x..R\n.......\n.......", {"P": home(), "x": away(), "R": home()}, ball="P")
    dice = ["D6 5", "D6 6", "D6 3", "D8 7", "D8 7", "D8 5", "D8 4"]
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=dice)
    assert scene.ball == (3, 2)
    assert scene.turnover == "TURNOVER_INTERFERENCE"
    assert scene.points("x") == 1


@pytest.mark.rule("O-TO-07", "O-SPP-01")
def test_no_turnover_if_the_passing_side_catches_a_deflected_ball_after_its_scatter() -> None:
    scene = Scene("P..x..R\n.......\n.......", {"P": home(), "x": away(), "R": home()}, ball="P")
    dice = ["D6 5", "D6 6", "D6 3", "D8 5", "D8 5", "D8 5", "D6 4"]
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=dice)
    assert scene.ball == "R"
    assert scene.turnover == ""
    assert scene.points("P") == 0


@pytest.mark.rule("O-INT-01")
def test_a_failed_interference_leaves_the_pass_as_it_was() -> None:
    scene = Scene("P..x.yR\n.......", {"P": home(), "x": away(), "y": away(), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=["D6 5", "D6 5", "D6 4"])
    assert scene.ball == "R"
    assert scene.points("P") == 1


@pytest.mark.rule("O-INT-01")
def test_a_player_without_hands_cannot_interfere() -> None:
    scene = Scene("P..x..R\n.......", {"P": home(), "x": away(skills=["No Hands"]), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", dice=["D6 5", "D6 3"])
    assert scene.ball == "R"


@pytest.mark.rule("O-INT-05", "O-CATCH-04", "O-TD-04")
def test_an_interception_in_the_end_zone_wins_the_match() -> None:
    scene = Scene("P..x..R\n...A...", {"P": home(), "x": away(under="A"), "R": home()}, ball="P")
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=["D6 5", "D6 6", "D6 4"])
    assert scene.winner == "away"


@pytest.mark.rule("O-RR-05", "O-RR-12")
def test_the_inactive_coach_has_no_reroll_for_his_interference() -> None:
    scene = Scene("P..x..R\n.......", {"P": home(), "x": away(), "R": home()}, ball="P", rerolls=(0, 3))
    scene.play("activate P", *AIM, "throw (6,0)", "interfere x", dice=["D6 5", "D6 5", "D6 3"])
    assert scene.ball == "R"
