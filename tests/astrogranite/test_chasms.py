"""Chasms: who falls into one is gone, the ball comes out of a teleporter (A-CHASM)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.events import CASUALTY_SUFFERED, POINTS_EARNED
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from support.casualties import stood

EDITION = "astrogranite(classic, chasms=on, league=on)"
RIM = """
    #######
    #A:..b#
    #.....#
    #123456
    #######
"""
LEDGE = """
    #######
    #AB:.b#
    ####..#
    #123456
    #######
"""


def rim(**facts: object) -> Scene:
    return Scene(RIM, {"A": home(), "b": away()}, edition=EDITION, **facts)  # type: ignore[arg-type]


def ledge(**facts: object) -> Scene:
    legend = {"A": home(), "B": away(), "b": away()}
    return Scene(LEDGE, legend, edition=EDITION, **facts)  # type: ignore[arg-type]


def test_a_map_with_a_chasm_needs_the_module() -> None:
    scene = Scene(RIM.replace(":", "."), {"A": home(), "b": away()}, edition="astrogranite(classic)")
    scene.play("activate A", "declare move", "step e")
    assert scene.square("A") == (2, 1), "without a chasm, and without the module, the same step is only a step"


@pytest.mark.rule("A-CHASM-01", "A-BALL-08")
def test_a_carrier_rolls_a_die_and_then_its_ball_comes_out_of_a_teleporter() -> None:
    scene = rim(ball="A")
    scene.play("activate A", "declare move", "step e", dice=["D6 3", "D6 4", "D8 2"])
    assert (scene.status("A"), scene.ball) == ("lost", (4, 2))


@pytest.mark.rule("A-CHASM-01", "A-BALL-08")
def test_a_ball_alone_in_a_chasm_comes_out_of_a_teleporter() -> None:
    scene = Scene(
        """
        #######
        #A.:.b#
        #.....#
        #123456
        #######
        """,
        {"A": home(agility=4), "b": away()},
        ball=(2, 1),
        edition=EDITION,
    )
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D6 1", "D8 2"])
    assert scene.ball == (1, 2)


@pytest.mark.rule("A-CHASM-02")
def test_a_one_means_reserves_and_coming_back_in_a_later_team_turn() -> None:
    scene = ledge()
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", "D6 1"])
    assert scene.status("B") == "reserves"
    assert scene.active == "away"
    assert scene.offered("enter B"), "the next team turn is another one"


@pytest.mark.rule("A-CHASM-03")
@pytest.mark.parametrize("face", [2, 5])
def test_two_to_five_is_lost_for_the_game(face: int) -> None:
    scene = ledge()
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", f"D6 {face}"])
    assert scene.status("B") == "lost"


@pytest.mark.rule("A-CHASM-04")
def test_a_six_kills_and_nothing_heals_that() -> None:
    legend = {"A": home(), "B": away(skills=["Regeneration"]), "b": away()}
    scene = Scene(LEDGE, legend, edition=EDITION)
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", "D6 6"])
    assert scene.status("B") == "casualty"
    dead = [event for event in scene.game.events if event.kind == CASUALTY_SUFFERED]
    assert [(event["piece"], event["casualty"]) for event in dead] == [(scene.piece("B"), 5)]
    assert stood(scene) == [("B", "dead", "A", "chasm")]


@pytest.mark.rule("A-CHASM-05")
def test_who_is_knocked_into_a_chasm_has_no_armour_roll() -> None:
    scene = ledge()
    scene.play("activate A", "declare block B", "stay", dice=["block POW", "D6 4"])
    assert scene.status("B") == "lost"
    assert not scene.told("armour held", "B")


@pytest.mark.rule("A-CHASM-05")
def test_a_failed_dodge_into_a_chasm_is_dropped() -> None:
    scene = Scene(
        """
        #####
        #A:.#
        #b..#
        #####
        """,
        {"A": home(agility=4), "b": away()},
        edition=EDITION,
    )
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D6 2"])
    assert scene.status("A") == "lost"
    assert not scene.told("armour held", "A")


@pytest.mark.rule("A-CHASM-06")
def test_falling_in_by_choice_is_a_turnover() -> None:
    scene = rim()
    scene.play("activate A", "declare move", "step e", dice=["D6 2"])
    assert scene.turnover == "TURNOVER_CHASM"


@pytest.mark.rule("A-CHASM-06")
def test_an_opponent_in_a_chasm_is_none() -> None:
    scene = Scene(LEDGE, {"A": home(), "a": home(at=(4, 2)), "B": away(), "b": away()}, edition=EDITION)
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", "D6 2"])
    assert (scene.turnover, scene.active) == ("", "home")


@pytest.mark.rule("A-CHASM-07")
@pytest.mark.parametrize("face", [2, 6])
def test_a_chasm_is_a_square_to_push_into_and_worth_one_point(face: int) -> None:
    scene = ledge()
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", f"D6 {face}"])
    earned = [
        (event["piece"], event["points"], int(event.clause))
        for event in scene.game.events
        if event.kind == POINTS_EARNED
    ]
    assert earned == [(scene.piece("A"), 1, int(clauses.HAZARD_PUSH))], "one for the push, none for the casualty"


@pytest.mark.rule("A-CHASM-07")
def test_a_chasm_may_be_chosen_among_free_squares() -> None:
    scene = Scene(
        """
        #####
        #...#
        #AB:#
        #...#
        #####
        """,
        {"A": home(), "B": away()},
        edition=EDITION,
    )
    scene.play("activate A", "declare block B", dice=["block PUSH"])
    assert {"push (3,1)", "push (3,2)", "push (3,3)"} <= set(scene.options())


@pytest.mark.rule("A-CHASM-08")
def test_a_piece_of_no_side_is_removed_without_a_die_and_without_points() -> None:
    scene = Scene(LEDGE, {"A": home(), "B": Piece(side=2), "b": away()}, edition=EDITION)
    scene.play("activate A", "declare block B", "stay", dice=["block POW"])
    assert scene.status("B") == "lost"
    assert not [event for event in scene.game.events if event.kind == POINTS_EARNED and event["points"] == 2]


def test_the_pathfinder_does_not_lead_into_a_chasm() -> None:
    scene = rim()
    found = reach(scene.game, scene.piece("A"))
    assert found.cost(scene.node((2, 1))) == -1
    assert found.cost(scene.node((3, 1))) == 2


@pytest.mark.rule("A-BALL-08")
def test_where_there_is_no_teleporter_a_ball_bounces_out_of_a_chasm() -> None:
    scene = Scene(".A.:..b", {"A": home(), "b": away()}, ball=(2, 0), edition="astrogranite(classic, chasms=on)")
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D8 5"])
    assert scene.ball == (4, 0)
