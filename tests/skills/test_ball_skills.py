"""Skills of the ball: picking it up, catching it, losing it, and having no hands for it."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Scene, away, home


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind asked for."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Sure Hands, Big Hand, Extra Arms -------------------------------------------------------------------------------


@pytest.mark.skill("Sure Hands")
def test_sure_hands_re_roll_a_pick_up() -> None:
    scene = Scene("A...D", {"A": home(skills=["Sure Hands"]), "D": home()}, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("reroll skill", dice=["D6 3"])
    assert scene.ball == "A"


@pytest.mark.skill("Sure Hands")
def test_sure_hands_do_not_re_roll_a_catch() -> None:
    scene = Scene("A.C.D", {"A": home(), "C": home(skills=["Sure Hands"]), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 2", "D8 5"])
    assert scene.ball == (3, 0)


@pytest.mark.rule("O-MOVE-17", "O-PUSH-17")
@pytest.mark.skill("Sure Hands")
def test_sure_hands_help_where_a_follow_up_leads_onto_the_ball() -> None:
    """A team-mate's block drives the carrier off; the ball lies where the next one follows up."""
    legend = {"A": home(skills=["Sure Hands"]), "D": home(), "b": away()}
    scene = Scene("Ab...D", legend)
    scene.game.put_ball(0, scene.node((1, 0)))  # under the feet of one who could not pick it up
    scene.game.balls_hidden = 0
    scene.play("activate A", "declare block b", "follow", dice=["block PUSH", "D6 1"])
    scene.play("reroll skill", dice=["D6 4"])
    assert scene.ball == "A"


@pytest.mark.skill("Big Hand")
@pytest.mark.parametrize(("skills", "face"), [(["Big Hand"], 3), ([], 5)])
def test_a_big_hand_picks_up_without_minding_marks(skills: list[str], face: int) -> None:
    picture = """
        A..b
        ..c.
        D...
    """
    scene = Scene(picture, {"A": home(skills=skills), "D": home(), "b": away(), "c": away()}, ball=(2, 0))
    scene.play("activate A", "step e", "step e", dice=["D6 5", "D6 5"])
    assert needed(scene, clauses.PICK_UP) == face


@pytest.mark.skill("Big Hand")
def test_a_big_hand_catches_like_any_other() -> None:
    legend = {"A": home(), "C": home(skills=["Big Hand"]), "b": away()}
    scene = Scene("A.Cb", legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 5"])
    assert needed(scene, clauses.CATCH) == 4


@pytest.mark.skill("Extra Arms")
def test_extra_arms_pick_up_catch_and_interfere_better() -> None:
    scene = Scene("A...D", {"A": home(agility=4, skills=["Extra Arms"]), "D": home()}, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D6 3"])
    assert needed(scene, clauses.PICK_UP) == 3
    scene = Scene("A.C..", {"A": home(), "C": home(agility=4, skills=["Extra Arms"])}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 3"])
    assert needed(scene, clauses.CATCH) == 3
    legend = {"A": home(passing=2), "C": home(), "b": away(agility=2, skills=["Extra Arms"])}
    scene = Scene("A.b.C", legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", "interfere b", dice=["D6 4", "D6 3", "D6 4"])
    assert needed(scene, clauses.INTERFERE) == 4


@pytest.mark.skill("Extra Arms")
def test_extra_arms_do_not_throw_or_dodge_better() -> None:
    legend = {"A": home(skills=["Extra Arms"]), "C": home(), "b": away()}
    scene = Scene("bA.C.", legend, ball="A")
    scene.play("activate A", "declare pass", "step e", "aim", "throw (3,0)", dice=["D6 6", "D6 6", "D6 6"])
    assert needed(scene, clauses.DODGE) == 3
    assert needed(scene, clauses.PASS) == 4


@pytest.mark.skill("Extra Arms", "Big Hand")
def test_extra_arms_and_a_big_hand_go_together() -> None:
    legend = {"A": home(agility=4, skills=["Extra Arms", "Big Hand"]), "D": home(), "b": away()}
    scene = Scene("A..bD", legend, ball=(2, 0))
    scene.play("activate A", "step e", "step e", dice=["D6 5"])
    assert needed(scene, clauses.PICK_UP) == 3


# --- Catch, Monstrous Mouth, Diving Catch ---------------------------------------------------------------------------


@pytest.mark.skill("Catch", "Monstrous Mouth")
@pytest.mark.parametrize("skill", ["Catch", "Monstrous Mouth"])
def test_a_failed_catch_is_tried_again(skill: str) -> None:
    scene = Scene("A.C.D", {"A": home(), "C": home(skills=[skill]), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 2"])
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("reroll skill", dice=["D6 3"])
    assert scene.ball == "C"


@pytest.mark.skill("Catch", "Monstrous Mouth")
@pytest.mark.parametrize("skill", ["Catch", "Monstrous Mouth"])
def test_catching_skills_pick_nothing_up(skill: str) -> None:
    scene = Scene("A...D", {"A": home(skills=[skill]), "D": home()}, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D6 2", "D8 5"])
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("O-RR-02", "O-INT-05")
@pytest.mark.skill("Catch")
def test_a_deflection_may_be_turned_into_an_interception_in_the_other_turn() -> None:
    legend = {"A": home(passing=2), "C": home(), "b": away(agility=2, skills=["Catch"])}
    scene = Scene("A.b.C", legend, ball="A", rerolls=(2, 2))
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", "interfere b", dice=["D6 4", "D6 5", "D6 2"])
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("reroll skill", dice=["D6 6"])
    assert scene.ball == "b"


@pytest.mark.skill("Catch")
def test_a_bouncing_ball_is_caught_at_the_second_try_too() -> None:
    legend = {"A": home(movement=1), "C": home(skills=["Catch"]), "D": home()}
    scene = Scene("A..C.D", legend, ball="A")
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 1+1", "D8 5", "D6 1"])
    scene.play("reroll skill", dice=["D6 4"])
    assert scene.ball == "C"


@pytest.mark.skill("Diving Catch")
@pytest.mark.parametrize(("skills", "face"), [(["Diving Catch"], 3), ([], 4)])
def test_an_accurate_pass_is_caught_better_by_a_diver(skills: list[str], face: int) -> None:
    scene = Scene("A.C.D", {"A": home(), "C": home(agility=4, skills=skills), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 5"])
    assert needed(scene, clauses.CATCH) == face


@pytest.mark.skill("Diving Catch")
def test_a_hand_off_is_no_pass_to_dive_for() -> None:
    scene = Scene("AC..D", {"A": home(), "C": home(agility=4, skills=["Diving Catch"]), "D": home()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 5"])
    assert needed(scene, clauses.CATCH) == 4


STRAY = """
    A......
    ....C..
    .......
    D......
"""


@pytest.mark.skill("Diving Catch")
def test_a_diver_reaches_for_a_pass_that_strays_beside_it() -> None:
    legend = {"A": home(), "C": home(skills=["Diving Catch"]), "D": home()}
    scene = Scene(STRAY, legend, ball="A")
    # two squares east of the target (4,1), then back towards it: (5,1)
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 3", "D8 5", "D8 5", "D8 4"])
    assert scene.asked == "home"
    assert scene.options() == ["use Diving Catch C", "decline"]
    scene.play("use DIVES_FOR_CATCHES C", dice=["D6 4"])
    assert needed(scene, clauses.CATCH) == 4
    assert scene.ball == "C"
    assert scene.turnover == ""


@pytest.mark.skill("Diving Catch")
def test_a_diver_may_let_the_ball_bounce_and_does_not_dive_for_a_bounce() -> None:
    legend = {"A": home(), "C": home(skills=["Diving Catch"]), "D": home()}
    scene = Scene(STRAY, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 3", "D8 5", "D8 5", "D8 4"])
    scene.play("decline", dice=["D8 7"])  # it bounces to (5,2), beside C again
    assert scene.ball == (5, 2)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.skill("Diving Catch")
def test_a_failed_dive_lets_the_ball_bounce_from_the_diver() -> None:
    legend = {"A": home(), "C": home(skills=["Diving Catch"]), "D": home()}
    scene = Scene(STRAY, legend, ball="A")
    dice = ["D6 3", "D8 5", "D8 5", "D8 4", "D6 3", "D8 4"]
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", "use DIVES_FOR_CATCHES C", dice=dice)
    assert scene.ball == (3, 1)


@pytest.mark.skill("Diving Catch")
def test_an_accurate_pass_beside_a_diver_is_none_of_its_business() -> None:
    legend = {"A": home(), "C": home(skills=["Diving Catch"]), "D": home()}
    scene = Scene(STRAY, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (3,1)", dice=["D6 6", "D8 7"])
    assert scene.ball == (3, 2)


@pytest.mark.skill("Diving Catch", "No Hands")
@pytest.mark.parametrize("facts", [{"zone": False}, {"status": "prone"}, {"skills": ["Diving Catch", "No Hands"]}])
def test_nobody_dives_without_zone_feet_or_hands(facts: dict[str, object]) -> None:
    legend = {"A": home(), "C": home(**{"skills": ["Diving Catch"], **facts}), "D": home()}
    scene = Scene(STRAY, legend, ball="A")
    dice = ["D6 3", "D8 5", "D8 5", "D8 4", "D8 7"]
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=dice)
    assert scene.ball == (5, 2)


@pytest.mark.rule("O-CATCH-01")
@pytest.mark.skill("Diving Catch")
def test_whoever_is_under_the_ball_comes_before_a_diver() -> None:
    legend = {"A": home(), "C": home(skills=["Diving Catch"]), "D": home(), "b": away()}
    scene = Scene(STRAY.replace("C..", "Cb."), legend, ball="A")
    dice = ["D6 3", "D8 5", "D8 5", "D8 4", "D6 6"]
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=dice)
    assert scene.ball == "b"


@pytest.mark.skill("Diving Catch")
def test_the_active_coach_is_asked_first_and_one_try_is_all() -> None:
    legend = {"A": home(), "C": home(skills=["Diving Catch"]), "D": home(), "b": away(skills=["Diving Catch"])}
    scene = Scene(STRAY.replace("C..", "C.b"), legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 3", "D8 5", "D8 5", "D8 4"])
    assert scene.options() == ["use Diving Catch C", "decline"]
    scene.play("decline")
    assert scene.options() == ["use Diving Catch b", "decline"]
    scene.play("use DIVES_FOR_CATCHES b", dice=["D6 6"])
    assert scene.ball == "b"


# --- Safe Pair of Hands, No Hands, My Ball --------------------------------------------------------------------------


@pytest.mark.skill("Safe Pair of Hands")
def test_a_player_placed_prone_puts_the_ball_down_too() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["Diving Tackle", "Safe Pair of Hands"])}
    scene = Scene("bA...D", legend, ball="b")
    scene.play("activate A", "step e", "use TRIPS_DODGERS b", "place ball (0,0)", dice=["D6 5"])
    assert scene.ball == (0, 0)


@pytest.mark.skill("Safe Pair of Hands")
def test_nobody_is_safe_who_falls_by_itself() -> None:
    scene = Scene("bA...D", {"A": home(skills=["Safe Pair of Hands"]), "D": home(), "b": away()}, ball="A")
    scene.play("activate A", "step e", dice=["D6 1", "2D6 1+1", "D8 5"])
    assert scene.ball == (3, 0)


@pytest.mark.rule("O-TO-04")
@pytest.mark.skill("No Hands")
def test_stepping_on_the_ball_without_hands_loses_the_turn() -> None:
    scene = Scene("A...D", {"A": home(skills=["No Hands"]), "D": home()}, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D8 5"])
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.skill("No Hands")
def test_without_hands_nothing_is_caught_handed_over_or_interfered_with() -> None:
    scene = Scene("A.C.D", {"A": home(), "C": home(skills=["No Hands"]), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D8 5"])
    assert scene.ball == (3, 0)
    scene = Scene("AC..D", {"A": home(), "C": home(skills=["No Hands"]), "D": home()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D8 5"])
    assert scene.ball == (2, 0)
    scene = Scene("A.b.C", {"A": home(), "C": home(), "b": away(skills=["No Hands"])}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", dice=["D6 6", "D6 3"])
    assert scene.ball == "C"


@pytest.mark.rule("O-CHEST-05")
@pytest.mark.skill("No Hands")
def test_without_hands_no_chest_is_opened_and_no_wall_throw_caught() -> None:
    scene = Scene("A$..D", {"A": home(skills=["No Hands"]), "D": home()})
    scene.play("activate A", "declare move")
    assert scene.refused("open (1,0)") == "the player has no hands to open it with"
    picture = """
        A.C...#
        ......#
    """
    scene = Scene(picture, {"A": home(), "C": home(skills=["No Hands"])}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw at wall (5,0) e", dice=["D6 6", "D6 4", "D8 7"])
    assert scene.ball == (1, 1)
    assert not scene.told("ball caught", "C")


@pytest.mark.skill("No Hands")
def test_hands_are_enough_for_all_of_it() -> None:
    scene = Scene("A$..D", {"A": home(), "D": home()})
    scene.play("activate A", "declare move")
    assert scene.offered("open (1,0)")


@pytest.mark.skill("My Ball")
def test_nobody_gets_my_ball() -> None:
    scene = Scene("AC..D", {"A": home(skills=["My Ball"]), "C": home(), "D": home()}, ball="A")
    scene.play("activate A")
    assert not scene.offered("declare pass")
    assert not scene.offered("declare hand-off")
    assert scene.offered("declare move")
    scene = Scene("AC..D", {"A": home(), "C": home(skills=["My Ball"]), "D": home()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 3"])  # it takes it gladly
    assert scene.ball == "C"


@pytest.mark.skill("My Ball", "Dump-off", "Fumblerooskie")
def test_no_skill_parts_me_from_my_ball() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["My Ball", "Dump-off"]), "c": away()}
    scene = Scene("Ab.cD", legend, ball="b")
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH"])
    assert not scene.told("ball thrown", "b")
    legend = {"A": home(skills=["My Ball", "Fumblerooskie"]), "D": home()}
    scene = Scene("A...D", legend, ball="A")
    scene.play("activate A", "declare move")
    assert not scene.offered("place ball (0,0)")


# --- Fumblerooskie --------------------------------------------------------------------------------------------------


@pytest.mark.skill("Fumblerooskie")
def test_the_ball_may_be_left_in_a_square_that_is_left() -> None:
    scene = Scene("A....D", {"A": home(skills=["Fumblerooskie"]), "D": home()}, ball="A")
    scene.play("activate A", "step e", "place ball (1,0)", "step e")
    assert scene.ball == (1, 0)
    assert scene.square("A") == (2, 0)
    assert scene.turnover == ""
    assert scene.offered("step e")
    assert not scene.offered("place ball (2,0)")


@pytest.mark.skill("Fumblerooskie")
def test_the_ball_is_left_before_the_dice_of_the_step() -> None:
    scene = Scene("bA...D", {"A": home(skills=["Fumblerooskie"]), "D": home(), "b": away()}, ball="A")
    scene.play("activate A", "declare move", "place ball (1,0)", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.ball == (1, 0)
    assert scene.status("A") == "prone"


@pytest.mark.skill("Fumblerooskie")
def test_a_coach_may_think_better_of_it() -> None:
    scene = Scene("A....D", {"A": home(skills=["Fumblerooskie"]), "D": home()}, ball="A")
    scene.play("activate A", "declare move", "place ball (0,0)", "decline", "step e")
    assert scene.ball == "A"


@pytest.mark.skill("Fumblerooskie")
def test_the_ball_is_left_in_a_move_or_a_blitz_and_in_nothing_else() -> None:
    legend = {"A": home(skills=["Fumblerooskie"]), "D": home(), "b": away()}
    for words, offered in (("blitz b", True), ("pass", False), ("hand-off", False)):
        scene = Scene("A...bD", legend, ball="A")
        scene.play("activate A", f"declare {words}")
        assert scene.offered("place ball (0,0)") is offered


@pytest.mark.rule("O-TERM-06")
@pytest.mark.skill("Fumblerooskie")
def test_no_ball_is_left_on_a_portal() -> None:
    scene = Scene("H..2..D", {"H": home(under="1", skills=["Fumblerooskie"]), "D": home()}, ball="H")
    scene.play("activate H", "declare move")
    assert not scene.offered("place ball (0,0)")


@pytest.mark.skill("Fumblerooskie", "Tentacles")
def test_a_player_that_is_held_has_kept_the_ball() -> None:
    legend = {"A": home(skills=["Fumblerooskie"]), "D": home(), "b": away(strength=8, skills=["Tentacles"])}
    scene = Scene("bA...D", legend, ball="A")
    scene.play("activate A", "declare move", "place ball (1,0)", "step e", "use HOLDS_BACK b", dice=["D6 5"])
    assert scene.ball == "A"
