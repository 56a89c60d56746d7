"""Skills that change pushes, the follow-up, and what a blocker does next."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

HALL = """
    ........
    ........
    ..Ab....
    ........
    ........
"""


def duel(blocker: dict[str, Any], target: dict[str, Any], **facts: Any) -> Scene:
    """A blocks b in an empty hall; z and Z are far away."""
    legend = {"A": home(**blocker), "b": away(**target), "z": away(at=(7, 0)), "Z": home(at=(0, 4))}
    return Scene(HALL, legend, **facts)


def blocks(scene: Scene) -> int:
    return len(scene.events("block dice rolled"))


# --- Stand Firm -----------------------------------------------------------------------------------------------------


@pytest.mark.skill("Stand Firm")
@pytest.mark.rule("O-PUSH-07", "O-PUSH-15")
def test_who_stands_firm_is_not_pushed_and_nobody_follows() -> None:
    scene = duel({}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", "use STANDS_FIRM b", dice=["block PUSH"])
    assert (scene.square("A"), scene.square("b")) == ((2, 2), (3, 2))
    scene = duel({}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", "use STANDS_FIRM b", dice=["block POW", "2D6 1+2"])
    assert (scene.square("b"), scene.status("b")) == ((3, 2), "prone")


@pytest.mark.skill("Stand Firm")
def test_standing_firm_may_be_declined_and_needs_a_zone() -> None:
    scene = duel({}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", "decline", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)
    scene = duel({}, {"skills": ["Stand Firm"], "zone": False})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)


@pytest.mark.skill("Stand Firm", "Juggernaut")
def test_nobody_stands_firm_against_a_juggernaut_in_its_blitz() -> None:
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.offered("use STANDS_FIRM b")


@pytest.mark.skill("Stand Firm", "Juggernaut")
def test_a_player_in_a_chain_stands_firm_even_against_a_juggernaut() -> None:
    picture = """
        ..c.
        Abd.
        ..e.
    """
    legend = {"A": home(skills=["Juggernaut"]), "b": away(), "c": away(), "d": away(skills=["Stand Firm"]), "e": away()}
    scene = Scene(picture, legend)
    scene.play("activate A", "declare blitz b", "block b", "push (2,1)", dice=["block PUSH"])
    assert scene.offered("use STANDS_FIRM d")
    scene.play("use STANDS_FIRM d")
    assert scene.square("b") == (1, 1)


# --- Sidestep, Grab -------------------------------------------------------------------------------------------------


@pytest.mark.skill("Sidestep")
@pytest.mark.rule("O-PUSH-19")
@pytest.mark.parametrize("spelling", ["Sidestep", "Side Step"])
def test_a_sidestepper_chooses_among_all_free_squares_beside_it(spelling: str) -> None:
    scene = duel({}, {"skills": [spelling]})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "away"
    assert len(scene.options()) == 8  # seven squares, or the blocker's choice
    scene.play("push (2,1)", "stay")
    assert scene.square("b") == (2, 1)


@pytest.mark.skill("Sidestep")
def test_nobody_sidesteps_without_a_free_square_or_a_zone() -> None:
    scene = duel({}, {"skills": ["Sidestep"], "zone": False})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "home"
    picture = """
        cd
        Ab
        ef
    """
    legend = {"A": home(), "b": away(skills=["Sidestep"]), **{letter: away(status="prone") for letter in "cdef"}}
    scene = Scene(picture, legend)
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 1"])
    assert scene.square("b") == (1, 1)  # the wall it is


@pytest.mark.skill("Sidestep", "Grab")
@pytest.mark.parametrize("action", ["block", "blitz"])
def test_nobody_sidesteps_a_grabber_in_any_block(action: str) -> None:
    scene = duel({"skills": ["Grab"]}, {"skills": ["Sidestep"]})
    more = ["block b"] if action == "blitz" else []
    scene.play("activate A", f"declare {action} b", *more, dice=["block PUSH"])
    assert scene.asked == "home"
    assert scene.offered("push (2,1)") == (action == "block")  # any square in a plain block only


@pytest.mark.skill("Grab")
@pytest.mark.rule("O-PUSH-19")
def test_a_grabber_sends_its_target_to_any_free_square() -> None:
    scene = duel({"skills": ["Grab"]}, {})
    scene.play("activate A", "declare block b", "push (3,3)", "follow", dice=["block PUSH"])
    assert (scene.square("b"), scene.square("A")) == ((3, 3), (3, 2))


# --- Fend -----------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Fend")
def test_a_fending_player_keeps_the_blocker_from_following() -> None:
    scene = duel({}, {"skills": ["Fend"]})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", dice=["block PUSH"])
    assert scene.asked == "away"
    scene.play("use FENDS_OFF b")
    assert scene.square("A") == (2, 2)
    assert scene.offered("step e")  # the Blitz goes on


@pytest.mark.skill("Fend")
def test_fending_may_be_declined_and_a_player_knocked_down_fends_too() -> None:
    scene = duel({}, {"skills": ["Fend"]})
    scene.play("activate A", "declare block b", "push (4,2)", "decline", "follow", dice=["block PUSH"])
    assert scene.square("A") == (3, 2)
    scene = duel({}, {"skills": ["Fend"]})
    scene.play("activate A", "declare block b", "push (4,2)", "use FENDS_OFF b", dice=["block POW", "2D6 1+2"])
    assert (scene.square("A"), scene.status("b")) == ((2, 2), "prone")


@pytest.mark.skill("Fend", "Juggernaut")
def test_nobody_fends_off_a_juggernaut_in_its_blitz() -> None:
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Fend"]})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", "follow", dice=["block PUSH"])
    assert scene.square("A") == (3, 2)
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Fend"]})
    scene.play("activate A", "declare block b", "push (4,2)", dice=["block PUSH"])
    assert scene.offered("use FENDS_OFF b")


@pytest.mark.skill("Fend")
def test_a_player_pushed_on_in_a_chain_does_not_fend() -> None:
    picture = """
        ..c.
        Abd.
        ..e.
    """
    legend = {"A": home(), "b": away(), "c": away(), "d": away(skills=["Fend"]), "e": away()}
    scene = Scene(picture, legend)
    scene.play("activate A", "declare block b", "push (2,1)", "push (3,1)", dice=["block PUSH"])
    assert scene.options() == ["follow", "stay"]


@pytest.mark.skill("Fend", "Frenzy")
def test_a_fended_frenzy_blocks_only_once() -> None:
    scene = duel({"skills": ["Frenzy"]}, {"skills": ["Fend"]})
    scene.play("activate A", "declare block b", "push (4,2)", "use FENDS_OFF b", dice=["block PUSH"])
    assert scene.square("A") == (2, 2)
    assert blocks(scene) == 1


# --- Frenzy ---------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Frenzy")
def test_a_frenzied_player_must_follow_and_block_a_second_time_but_not_a_third() -> None:
    scene = duel({"skills": ["Frenzy"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "push (5,2)", dice=["block PUSH", "block PUSH"])
    assert (scene.square("A"), scene.square("b")) == ((4, 2), (5, 2))
    assert blocks(scene) == 2
    assert not scene.offered("activate A")


@pytest.mark.skill("Frenzy")
def test_a_target_that_went_down_is_not_blocked_again() -> None:
    scene = duel({"skills": ["Frenzy"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", dice=["block POW", "2D6 1+2"])
    assert scene.square("A") == (3, 2)
    assert blocks(scene) == 1


@pytest.mark.skill("Frenzy")
def test_the_second_block_of_a_blitz_costs_movement() -> None:
    scene = duel({"skills": ["Frenzy"], "movement": 3}, {})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", "push (5,2)", dice=["block PUSH"] * 2)
    assert scene.game.moves_left == 1


@pytest.mark.skill("Frenzy")
@pytest.mark.rule("O-BLOCK-11")
def test_without_movement_left_the_second_block_is_rushed_for() -> None:
    scene = duel({"skills": ["Frenzy"], "movement": 1}, {})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", dice=["block PUSH", "D6 1", "2D6 1+2"])
    assert (scene.status("A"), scene.square("A")) == ("prone", (3, 2))
    assert scene.turnover == "TURNOVER_FALL"
    assert blocks(scene) == 1


@pytest.mark.skill("Frenzy")
def test_without_movement_or_a_rush_there_is_no_second_block() -> None:
    scene = Scene("A...b...", {"A": home(movement=2, skills=["Frenzy"]), "b": away(), "Z": home(at=(7, 0))})
    scene.play("activate A", "declare blitz b", *["step e"] * 3, "block b", dice=["D6 2", "D6 2", "block PUSH"])
    assert scene.square("A") == (4, 0)  # it follows all the same
    assert blocks(scene) == 1


@pytest.mark.skill("Frenzy", "Stand Firm")
def test_a_target_that_stands_firm_is_blocked_again_where_it_stands() -> None:
    scene = duel({"skills": ["Frenzy"]}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", "use STANDS_FIRM b", dice=["block PUSH", "block PUSH"])
    scene.play("use STANDS_FIRM b")
    assert blocks(scene) == 2
    assert scene.square("A") == (2, 2)


@pytest.mark.skill("Frenzy")
@pytest.mark.rule("O-PUSH-09")
def test_a_target_held_by_the_wall_is_blocked_again_if_it_keeps_its_feet() -> None:
    scene = Scene("Ab", {"A": home(skills=["Frenzy"]), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 3", "block POW", "2D6 1+2"])
    assert scene.status("b") == "prone"
    scene = Scene("Ab", {"A": home(skills=["Frenzy"]), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 4", "2D6 1+2"])
    assert blocks(scene) == 1


@pytest.mark.skill("Frenzy")
@pytest.mark.rule("O-PORTAL-23")
def test_a_target_gone_through_a_portal_is_not_blocked_again() -> None:
    legend = {"A": home(skills=["Frenzy"]), "b": away(), "Z": home(at=(7, 0))}
    scene = Scene("Ab1....." + "\n" + "......2.", legend)
    scene.play("activate A", "declare block b", "push (2,0)", dice=["block PUSH", "D6 2"])
    assert scene.square("b") == (6, 1)
    assert scene.square("A") == (1, 0)
    assert blocks(scene) == 1


@pytest.mark.skill("Frenzy")
@pytest.mark.rule("O-PORTAL-23")
def test_a_target_that_a_portal_leaves_beside_the_blocker_is_blocked_again() -> None:
    legend = {"A": home(skills=["Frenzy"]), "b": away(), "Z": home(at=(7, 0))}
    scene = Scene("Ab1....." + "\n" + "2.......", legend)
    scene.play("activate A", "declare block b", "push (2,0)", dice=["block PUSH", "D6 2", "block PUSH", "D6 1"])
    assert scene.square("b") == (0, 1)
    assert blocks(scene) == 2


@pytest.mark.skill("Frenzy", "Juggernaut")
def test_both_down_that_is_a_push_leads_to_a_second_block() -> None:
    scene = duel({"skills": ["Frenzy", "Juggernaut"]}, {})
    scene.play(
        "activate A", "declare blitz b", "block b", "use UNSTOPPABLE A", "push (4,2)", dice=["block BD", "block PU"]
    )
    assert blocks(scene) == 2


@pytest.mark.skill("Frenzy", "Wrestle")
def test_wrestling_ends_a_frenzy() -> None:
    scene = duel({"skills": ["Frenzy"]}, {"skills": ["Wrestle"]})
    scene.play("activate A", "declare block b", "use DRAGS_DOWN b", dice=["block BOTH-DOWN"])
    assert blocks(scene) == 1


# --- Strip Ball, Sure Hands, Monstrous Mouth ------------------------------------------------------------------------


@pytest.mark.skill("Strip Ball")
@pytest.mark.rule("O-PUSH-18")
def test_a_carrier_that_is_pushed_drops_the_ball_where_it_went() -> None:
    scene = duel({"skills": ["Strip Ball"]}, {}, ball="b")
    scene.play("activate A", "declare block b", "push (4,2)", "use STRIPS_BALL A", "stay", dice=["block PUSH", "D8 5"])
    assert scene.status("b") == "standing"
    assert scene.ball == (5, 2)


@pytest.mark.skill("Strip Ball")
def test_the_ball_may_be_left_to_the_carrier_and_a_firm_one_keeps_it() -> None:
    scene = duel({"skills": ["Strip Ball"]}, {}, ball="b")
    scene.play("activate A", "declare block b", "push (4,2)", "decline", "stay", dice=["block PUSH"])
    assert scene.ball == "b"
    scene = duel({"skills": ["Strip Ball"]}, {"skills": ["Stand Firm"]}, ball="b")
    scene.play("activate A", "declare block b", "use STANDS_FIRM b", dice=["block PUSH"])
    assert scene.ball == "b"


@pytest.mark.parametrize(
    "skill",
    [
        pytest.param("Sure Hands", marks=pytest.mark.skill("Sure Hands", "Strip Ball")),
        pytest.param("Monstrous Mouth", marks=pytest.mark.skill("Monstrous Mouth", "Strip Ball")),
    ],
)
def test_some_do_not_let_go_of_the_ball(skill: str) -> None:
    scene = duel({"skills": ["Strip Ball"]}, {"skills": [skill]}, ball="b")
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.ball == "b"
    scene = duel({"skills": ["Strip Ball"]}, {"skills": [skill]}, ball="b")
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block POW", "2D6 1+2", "D8 5"])
    assert scene.ball == (5, 2)  # going down is another matter


@pytest.mark.skill("Monstrous Mouth")
def test_a_monstrous_mouth_catches_again_what_it_missed() -> None:
    legend = {"A": home(), "M": home(skills=["Monstrous Mouth"]), "z": away()}
    scene = Scene("AM...z", legend, ball="A")
    scene.play("activate A", "declare hand-off", "hand off M", dice=["D6 1"])
    assert scene.offered("reroll skill")
    scene.play("reroll skill", dice=["D6 5"])
    assert scene.ball == "M"


@pytest.mark.skill("Strip Ball")
@pytest.mark.rule("O-TD-04", "O-PUSH-18")
def test_a_carrier_pushed_into_its_goal_does_not_score_without_the_ball() -> None:
    legend = {"H": home(skills=["Strip Ball"]), "b": away(), "Z": home(at=(5, 0))}
    picture = "HbA..." + "\n" + "......"
    scene = Scene(picture, legend, ball="b")
    scene.play("activate H", "declare block b", "push (2,0)", "use STRIPS_BALL H", "stay", dice=["block PUSH", "D8 5"])
    assert scene.winner is None
    scene = Scene(picture, legend, ball="b")
    scene.play("activate H", "declare block b", "push (2,0)", "decline", "stay", dice=["block PUSH"])
    assert scene.winner == "away"


# --- Pile Driver ----------------------------------------------------------------------------------------------------


@pytest.mark.skill("Pile Driver")
def test_a_pile_driver_fouls_whom_it_felled_and_lies_down() -> None:
    scene = duel({"skills": ["Pile Driver"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "follow", dice=["block POW", "2D6 1+2"])
    assert scene.options() == ["use Pile Driver A", "decline"]
    scene.play("use DROPS_ON_FALLEN A", dice=["2D6 5+4", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "stunned")
    assert scene.turnover == ""


@pytest.mark.skill("Pile Driver")
def test_the_foul_action_of_the_turn_is_still_to_come() -> None:
    scene = duel({"skills": ["Pile Driver"]}, {})
    scene.play(
        "activate A",
        "declare block b",
        "push (4,2)",
        "follow",
        "use DROPS_ON_FALLEN A",
        dice=["block POW", "2D6 1+2", "2D6 1+3"],
    )
    scene.play("activate Z")
    assert scene.offered("declare foul b")


@pytest.mark.skill("Pile Driver")
def test_a_pile_driver_must_be_beside_its_victim_and_have_felled_it() -> None:
    scene = duel({"skills": ["Pile Driver"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block POW", "2D6 1+2"])
    assert not scene.told("fouled")
    scene = duel({"skills": ["Pile Driver", "Wrestle"]}, {})
    scene.play("activate A", "declare block b", "use DRAGS_DOWN A", dice=["block BOTH-DOWN"])
    assert not scene.told("fouled")
    scene = Scene("Ab", {"A": home(skills=["Pile Driver"]), "b": away()})
    scene.play(
        "activate A", "declare block b", dice=["block PUSH", "D6 5", "2D6 1+2"]
    )  # the wall felled it (O-PUSH-11)
    assert not scene.told("fouled")


@pytest.mark.skill("Pile Driver")
@pytest.mark.rule("O-FOUL-04", "O-TO-09")
def test_a_pile_driver_is_sent_off_for_a_double() -> None:
    scene = duel({"skills": ["Pile Driver"]}, {})
    dice = ["block POW", "2D6 1+2", "2D6 2+2"]
    scene.play("activate A", "declare block b", "push (4,2)", "follow", "use DROPS_ON_FALLEN A", "decline", dice=dice)
    assert scene.status("A") == "sent-off"
    assert scene.turnover == "TURNOVER_SENT_OFF"


@pytest.mark.skill("Pile Driver", "Dirty Player")
def test_the_free_foul_is_as_dirty_as_any() -> None:
    scene = duel({"skills": ["Pile Driver", "Dirty Player (+2)"]}, {"armour": 9})
    dice = ["block POW", "2D6 1+2", "2D6 4+3", "2D6 1+2"]
    scene.play("activate A", "declare block b", "push (4,2)", "follow", "use DROPS_ON_FALLEN A", dice=dice)
    assert scene.status("b") == "stunned"


@pytest.mark.skill("Pile Driver", "Frenzy")
def test_a_pile_driver_comes_after_the_second_block() -> None:
    scene = duel({"skills": ["Pile Driver", "Frenzy"]}, {})
    dice = ["block PUSH", "block POW", "2D6 1+2"]
    scene.play("activate A", "declare block b", "push (4,2)", "push (5,2)", dice=dice)
    assert scene.options() == ["use Pile Driver A", "decline"]
    scene.play("decline")
    assert not scene.offered("activate A")


# --- Hit and Run ----------------------------------------------------------------------------------------------------


@pytest.mark.skill("Hit and Run")
def test_after_its_block_a_player_may_step_away_from_everybody() -> None:
    scene = duel({"skills": ["Hit and Run"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block PUSH"])
    # north-east, east and south-east are beside b
    assert scene.options() == ["step n", "step s", "step sw", "step w", "step nw", "decline"]
    scene.play("step w")
    assert scene.square("A") == (1, 2)
    assert not scene.offered("activate A")


@pytest.mark.skill("Hit and Run")
def test_a_blitzer_that_runs_keeps_its_movement() -> None:
    scene = duel({"skills": ["Hit and Run"], "movement": 4}, {})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", "stay", "step w", dice=["block PUSH"])
    assert scene.game.moves_left == 3
    assert scene.offered("step e")


@pytest.mark.skill("Hit and Run")
def test_who_is_down_or_sees_no_refuge_does_not_run() -> None:
    scene = duel({"skills": ["Hit and Run"]}, {})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 1+2"])
    assert scene.square("A") == (2, 2)
    scene = Scene("cAb..Z", {"A": home(skills=["Hit and Run"]), "b": away(), "c": away(status="prone"), "Z": home()})
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH"])
    assert not scene.offered("activate A")


@pytest.mark.skill("Hit and Run")
def test_running_may_be_declined_and_even_the_fallen_are_kept_away_from() -> None:
    scene = duel({"skills": ["Hit and Run"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block POW", "2D6 1+2"])
    assert not scene.offered("step e")
    scene.play("decline")
    assert scene.square("A") == (2, 2)


@pytest.mark.skill("Hit and Run")
def test_a_runner_picks_up_the_ball_it_comes_upon() -> None:
    scene = duel({"skills": ["Hit and Run"]}, {}, ball=(1, 2))
    scene.play("activate A", "declare block b", "push (4,2)", "stay", "step w", dice=["block PUSH", "D6 3"])
    assert scene.ball == "A"


@pytest.mark.skill("Hit and Run", "Frenzy")
def test_a_frenzied_runner_runs_once_after_its_last_block() -> None:
    scene = duel({"skills": ["Hit and Run", "Frenzy"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "push (5,2)", dice=["block PUSH", "block PUSH"])
    assert "decline" in scene.options()
    scene.play("decline")
    assert not scene.offered("activate A")
    assert scene.square("A") == (4, 2)
