"""Throwing a team-mate (O-TTM)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Piece, Scene, away, home

PICK = ("activate T", "declare throw team-mate", "pick G")


def thrower(**facts: Any) -> Piece:
    return home(**{"strength": 5, "passing": 5, "skills": ["Throw Team-mate"], **facts})


def goblin(**facts: Any) -> Piece:
    return home(**{"strength": 2, "armour": 8, "skills": ["Right Stuff", "Stunty"], **facts})


HALL = """
    ........
    ...T....
    ...G....
    ........
"""


def hall(ball: str | tuple[int, int] | None = None, **others: Piece) -> Scene:
    """The thrower at (3,1) and the goblin south of it; others may take their places in the legend."""
    return Scene(HALL, {"T": thrower(), "G": goblin(), **others}, ball=ball)


def throw(scene: Scene, target: str, *dice: str) -> Scene:
    return scene.play(*PICK, f"throw {target}", dice=list(dice))


@pytest.mark.rule("O-TTM-01", "O-ACT-06")
def test_the_thrower_may_move_first_and_needs_a_small_team_mate_beside_it() -> None:
    facts = {
        "T": thrower(),
        "G": goblin(),
        "h": goblin(strength=4),
        "l": home(),
        "g": away(skills=["Right Stuff"], strength=2),
    }
    scene = Scene("T...G\n...h.\n..l..\n.g...", facts)
    scene.play("activate T", "declare throw team-mate")
    assert not scene.offered("pick G")
    scene.play("step e", "step e", "step e", dice=[])
    assert [text for text in scene.options() if text.startswith("pick")] == ["pick G"]
    scene.play("pick G", "throw (4,3)", dice=["D6 5", "D8 2", "D8 7", "D8 2", "D6 3"])
    assert scene.square("G") == (4, 2)
    scene.play("activate l")
    assert not scene.offered("declare pass")
    assert not scene.offered("declare throw team-mate")


@pytest.mark.rule("O-TTM-01")
def test_without_the_trait_nobody_is_thrown() -> None:
    scene = hall(T=home(strength=5))
    scene.play("activate T")
    assert not scene.offered("declare throw team-mate")


@pytest.mark.rule("O-TTM-02", "O-TTM-11")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_a_player_on_the_floor_may_be_thrown_and_is_on_the_floor_afterwards(status: str) -> None:
    scene = hall(G=goblin(status=status), C=home(at=(0, 0)))  # C keeps the team turn going
    throw(scene, "(5,1)", "D6 5", "D8 5", "D8 4", "D8 7", "D8 5", "2D6 2+2")
    assert scene.square("G") == (6, 2)
    assert scene.status("G") == status
    assert scene.turnover == ""


@pytest.mark.rule("O-TTM-02")
def test_a_thrown_player_keeps_the_ball_and_its_activation() -> None:
    scene = throw(hall(ball="G"), "(5,1)", "D6 5", "D8 5", "D8 4", "D8 7", "D6 3")
    assert scene.square("G") == (5, 2)
    assert scene.ball == "G"
    assert scene.turnover == ""
    assert scene.offered("activate G")
    assert not scene.offered("activate T")


@pytest.mark.rule("O-TTM-03", "O-LOS-05")
def test_range_and_sight_are_those_of_a_pass_and_the_target_may_be_occupied() -> None:
    scene = Scene("TG.x....\n...#.$..", {"T": thrower(), "G": goblin(), "x": away()})
    scene.play(*PICK)
    assert scene.offered("throw (3,0)")
    assert scene.offered("throw (6,0)")
    assert not scene.offered("throw (7,0)")
    assert not scene.offered("throw (5,1)")
    assert not scene.offered("throw (4,1)")
    assert not scene.offered("throw (0,0)")
    assert not any(text.startswith("throw at wall") for text in scene.options())


@pytest.mark.rule("O-TTM-04")
def test_range_and_marks_make_the_throw_harder_and_nobody_interferes() -> None:
    facts = {"T": thrower(passing=2), "G": goblin(), "x": away(), "y": away()}
    scene = Scene("xT..y...\n.G......\n........", facts)
    throw(scene, "(6,1)", "D6 4", "D8 4", "D8 5", "D8 7", "D6 3")
    assert scene.events("tested")[0].c == 4
    assert scene.square("G") == (6, 2)


@pytest.mark.rule("O-TTM-05", "O-TTM-06", "O-TTM-08", "O-SPP-01")
def test_a_superb_throw_scatters_from_the_target_and_lands_without_modifier() -> None:
    scene = throw(hall(), "(5,1)", "D6 5", "D8 5", "D8 7", "D8 4", "D6 3")
    assert scene.square("G") == (5, 2)
    assert scene.status("G") == "standing"
    assert scene.told("landed", "G")
    assert scene.points("T") == 1


@pytest.mark.rule("O-TTM-05", "O-TTM-06", "O-TTM-08", "O-SPP-01")
def test_a_successful_throw_scatters_too_and_lands_with_minus_one() -> None:
    scene = throw(hall(), "(5,1)", "D6 4", "D8 5", "D8 7", "D8 4", "D6 4")
    assert scene.square("G") == (5, 2)
    assert scene.events("tested")[-1].c == 4
    assert scene.points("T") == 0


@pytest.mark.rule("O-TTM-05", "O-TTM-06", "O-TTM-08")
def test_a_terrible_throw_deviates_from_the_thrower_and_lands_with_minus_two() -> None:
    scene = throw(hall(), "(7,0)", "D6 2", "D8 5", "D6 3", "D6 5")
    assert scene.square("G") == (6, 1)
    assert scene.events("tested")[-1].c == 5


@pytest.mark.rule("O-TTM-05", "O-TTM-07", "O-TTM-08")
def test_a_fumbled_throw_bounces_once_from_the_thrower_and_is_no_turnover() -> None:
    scene = throw(hall(), "(5,1)", "D6 1", "D8 5", "D6 4")
    assert scene.square("G") == (4, 1)
    assert scene.events("tested")[-1].c == 4
    assert scene.turnover == ""
    scene = throw(hall(T=thrower(passing=None)), "(5,1)", "D8 5", "D6 4")
    assert scene.square("G") == (4, 1)


@pytest.mark.rule("O-TTM-08")
def test_every_opponent_marking_the_landing_square_counts() -> None:
    scene = throw(hall(x=away(at=(6, 3)), y=away(at=(6, 1))), "(5,1)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 5")
    assert scene.square("G") == (5, 2)
    assert scene.events("tested")[-1].c == 5


@pytest.mark.rule("O-TTM-09", "O-TERM-08")
def test_a_safe_landing_on_the_ball_must_pick_it_up() -> None:
    scene = throw(hall(ball=(5, 2)), "(5,1)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 3", "D6 3")
    assert scene.ball == "G"
    scene = throw(hall(ball=(5, 2)), "(5,1)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 3", "D6 2", "D8 5")
    assert scene.ball == (6, 2)
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("O-TTM-09", "O-TTM-15", "O-PORTAL-01")
def test_a_safe_landing_on_a_portal_is_followed_by_the_teleport() -> None:
    scene = Scene("...T....\n...G.1..\n......2.", {"T": thrower(), "G": goblin()})
    throw(scene, "(5,0)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 3", "D6 2")
    assert scene.square("G") == (6, 2)
    assert scene.status("G") == "standing"
    assert scene.offered("activate G")


@pytest.mark.rule("O-TTM-09", "O-TD-01")
def test_a_carrier_thrown_into_the_opposing_end_zone_scores() -> None:
    scene = Scene("...T.BB\n...G.BB", {"T": thrower(), "G": goblin()}, ball="G")
    throw(scene, "(5,0)", "D6 5", "D8 5", "D8 4", "D8 7", "D6 3")
    assert scene.winner == "home"


@pytest.mark.rule("O-TTM-10")
def test_a_failed_landing_is_a_fall_and_no_turnover_without_the_ball() -> None:
    scene = throw(hall(), "(5,1)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 2", "2D6 3+3")
    assert scene.status("G") == "prone"
    assert scene.turnover == ""
    assert not scene.told("landed", "G")
    assert scene.points("T") == 0


@pytest.mark.rule("O-TTM-10")
def test_a_failed_landing_lets_a_ball_lying_there_bounce() -> None:
    scene = throw(hall(ball=(5, 2)), "(5,1)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 2", "2D6 3+3", "D8 5")
    assert scene.ball == (6, 2)
    assert scene.turnover == ""


@pytest.mark.rule("O-TTM-10", "O-TO-08")
def test_a_carrier_that_fails_to_land_costs_the_turn_even_if_a_team_mate_catches_the_ball() -> None:
    scene = throw(
        hall(ball="G", C=home(at=(6, 2))), "(5,1)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 2", "2D6 3+3", "D8 5", "D6 4"
    )
    assert scene.ball == "C"
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@pytest.mark.rule("O-TTM-11")
def test_a_player_without_its_zone_makes_a_crash_landing_that_may_ricochet() -> None:
    scene = throw(hall(G=goblin(zone=False)), "(5,1)", "D6 5", "D8 5", "D8 4", "D8 2", "D8 2", "D6 1", "2D6 2+2")
    assert scene.square("G") == (6, 0)  # bounced off the north wall to the left of (5,0)
    assert scene.status("G") == "prone"
    assert not any(event.clause == clauses.LANDING for event in scene.events("tested"))


@pytest.mark.rule("O-TTM-05", "O-TTM-06", "O-TTM-11", "O-TTM-12", "O-TTM-02")
def test_a_thrown_team_mate_hits_the_wall() -> None:
    scene = throw(hall(), "(5,1)", "D6 5", "D8 5", "D8 5", "D8 5", "D8 7", "2D6 4+2")
    assert scene.square("G") == (7, 2)
    assert scene.status("G") == "prone"
    assert scene.events("armour held")[0].b == 7
    assert scene.turnover == ""
    assert scene.offered("activate G")
    assert scene.points("T") == 0


@pytest.mark.rule("O-TTM-12")
def test_the_wall_ends_a_scatter_at_once_and_adds_one_to_the_armour_roll() -> None:
    scene = throw(hall(), "(5,0)", "D6 5", "D8 2", "D8 7", "2D6 4+3", "2D6 2+2")
    assert scene.square("G") == (5, 1)
    assert scene.status("G") == "stunned"  # 7 + 1 breaks 8


@pytest.mark.rule("O-TTM-12")
@pytest.mark.parametrize("feature", ["$", "K"])
def test_a_chest_or_feature_is_a_wall_to_a_thrown_player(feature: str) -> None:
    scene = Scene(f"........\n...T..{feature}.\n...G....", {"T": thrower(), "G": goblin()})
    throw(scene, "(5,1)", "D6 5", "D8 5", "D8 7", "2D6 4+2")
    assert scene.square("G") == (5, 2)
    assert scene.events("armour held")[0].b == 7


@pytest.mark.rule("O-TTM-12")
def test_a_deviation_ends_at_the_wall_too() -> None:
    scene = throw(hall(), "(7,0)", "D6 2", "D8 5", "D6 6", "D8 7", "2D6 4+2")
    assert scene.square("G") == (7, 2)
    assert scene.events("armour held")[0].b == 7


@pytest.mark.rule("O-TTM-12", "O-TO-08")
def test_a_carrier_that_hits_the_wall_costs_the_turn() -> None:
    scene = throw(hall(ball="G"), "(5,0)", "D6 5", "D8 2", "D8 7", "2D6 2+2", "D8 7")
    assert scene.ball == (5, 2)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@pytest.mark.rule("O-TTM-13", "O-TTM-14")
def test_an_opponent_struck_goes_down_first_then_the_thrown_player_bounces_and_goes_down() -> None:
    scene = throw(
        hall(x=away(at=(5, 2))), "(5,1)", "D6 5", "D8 4", "D8 5", "D8 7", "2D6 6+4", "2D6 2+2", "D8 5", "2D6 1+2"
    )
    assert scene.status("x") == "stunned"
    assert scene.square("G") == (6, 2)
    assert scene.status("G") == "prone"
    assert scene.turnover == ""
    assert [event.a for event in scene.events("went down")] == [scene.piece("x"), scene.piece("G")]


@pytest.mark.rule("O-TTM-13")
def test_a_struck_carrier_loses_the_ball_before_the_thrown_player_bounces_on() -> None:
    scene = throw(
        hall(ball="x", x=away(at=(5, 2))),
        "(5,1)",
        *("D6 5", "D8 4", "D8 5", "D8 7", "2D6 1+1", "D8 2", "D8 5", "2D6 1+2"),
    )
    assert scene.ball == (5, 1)
    assert scene.square("G") == (6, 2)
    assert scene.turnover == ""


@pytest.mark.rule("O-TTM-13")
def test_a_player_that_is_down_already_is_struck_all_the_same() -> None:
    scene = throw(
        hall(x=away(at=(5, 2), status="prone")),
        "(5,1)",
        *("D6 5", "D8 4", "D8 5", "D8 7", "2D6 6+4", "2D6 2+2", "D8 5", "2D6 1+2"),
    )
    assert scene.status("x") == "stunned"


@pytest.mark.rule("O-TTM-13")
def test_every_further_occupied_square_is_struck_too() -> None:
    scene = throw(
        hall(x=away(at=(5, 2)), y=away(at=(6, 2))),
        "(5,1)",
        *("D6 5", "D8 4", "D8 5", "D8 7", "2D6 1+2", "D8 5", "2D6 1+2", "D8 5", "2D6 1+2"),
    )
    assert scene.status("x") == scene.status("y") == scene.status("G") == "prone"
    assert scene.square("G") == (7, 2)


@pytest.mark.rule("O-TTM-13", "O-TTM-14", "O-TO-08")
def test_a_thrown_carrier_that_strikes_somebody_loses_the_ball_last_and_costs_the_turn() -> None:
    scene = throw(
        hall(ball="G", x=away(at=(5, 2))),
        "(5,1)",
        *("D6 5", "D8 4", "D8 5", "D8 7", "2D6 1+2", "D8 5", "2D6 1+2", "D8 5"),
    )
    assert scene.ball == (7, 2)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@pytest.mark.rule("O-TTM-14", "O-TO-11")
@pytest.mark.parametrize("status", ["standing", "prone"])
def test_striking_a_team_mate_is_a_turnover(status: str) -> None:
    scene = throw(
        hall(C=home(at=(5, 2), status=status)),
        "(5,1)",
        *("D6 5", "D8 4", "D8 5", "D8 7", "2D6 1+2", "D8 5", "2D6 1+2"),
    )
    assert scene.turnover == "TURNOVER_TEAM_MATE_STRUCK"


@pytest.mark.rule("O-TTM-15", "O-ROOM-22", "O-ROOM-23", "O-BALL-10")
def test_coming_down_in_the_chasm_is_a_casualty_and_the_ball_climbs_out() -> None:
    scene = Scene("...TG.F.\n......F.\n......-.\n......F.", {"T": thrower(), "G": goblin()}, ball="G")
    throw(scene, "(5,0)", "D6 5", "D8 4", "D8 5", "D8 5", "D16 9", "D8 7", "D8 5")
    assert scene.status("G") == "casualty"
    assert scene.square("G") is None
    assert scene.ball == (7, 1)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"
    assert not scene.told("injured", "G")


@pytest.mark.rule("O-TTM-15")
def test_the_chasm_takes_a_player_without_the_ball_for_nothing() -> None:
    scene = Scene("...TG.F.\n......F.\n......-.\n......F.", {"T": thrower(), "G": goblin()})
    throw(scene, "(5,0)", "D6 5", "D8 4", "D8 5", "D8 5", "D16 9")
    assert scene.status("G") == "casualty"
    assert scene.turnover == ""


@pytest.mark.rule("O-TTM-15", "O-PORTAL-03")
def test_a_fall_on_a_portal_is_resolved_before_the_teleport() -> None:
    scene = Scene("...T....\n...G.1..\n......2.", {"T": thrower(), "G": goblin()}, ball="G")
    throw(scene, "(5,0)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 2", "2D6 3+3", "D8 4", "D6 2")
    assert scene.square("G") == (6, 2)
    assert scene.status("G") == "prone"
    assert scene.ball == (4, 1)
    scene = Scene("...T....\n...G.1..\n......2.", {"T": thrower(), "G": goblin()})
    throw(scene, "(5,0)", "D6 5", "D8 4", "D8 5", "D8 7", "D6 2", "2D6 6+6", "2D6 4+4")
    assert scene.status("G") == "knocked-out"


@pytest.mark.rule("O-RR-11")
def test_throw_and_landing_can_be_rerolled_but_not_with_the_skill_for_passes() -> None:
    scene = Scene(HALL, {"T": thrower(skills=["Throw Team-mate", "Pass"]), "G": goblin()}, rerolls=(2, 0))
    scene.play(*PICK, "throw (5,1)", dice=["D6 1"])
    assert not scene.offered("reroll skill")
    scene.play("reroll team", dice=["D6 5", "D8 4", "D8 5", "D8 7", "D6 2"])
    scene.play("reroll team", dice=["D6 3"])
    assert scene.told("landed", "G")
