"""Skills of movement: standing up, rushing, dodging, jumping, and being elsewhere."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.pathfinder import reach_from_rest
from dungeonbowl.scenes.scene import Scene, away, home


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind asked for."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Jump Up --------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Jump Up")
def test_jumping_up_costs_no_movement() -> None:
    scene = Scene("A......D", {"A": home(movement=4, status="prone", skills=["Jump Up"]), "D": home()})
    scene.play("activate A", "declare move", "stand up")
    assert scene.game.moves_left == 4
    assert scene.status("A") == "standing"
    scene = Scene("A......D", {"A": home(movement=4, status="prone"), "D": home()})
    scene.play("activate A", "declare move", "stand up")
    assert scene.game.moves_left == 1


@pytest.mark.skill("Jump Up")
def test_a_slow_player_that_jumps_up_rolls_no_die() -> None:
    scene = Scene("A......D", {"A": home(movement=2, status="prone", skills=["Jump Up"]), "D": home()})
    scene.play("activate A", "declare move", "stand up")
    assert scene.game.moves_left == 2


@pytest.mark.skill("Jump Up")
def test_a_prone_player_may_jump_up_into_a_block() -> None:
    legend = {"A": home(agility=4, status="prone", skills=["Jump Up"]), "D": home(), "b": away()}
    scene = Scene("Ab..D", legend)
    scene.play("activate A", "declare block b", "stay", dice=["D6 3", "block PUSH"])
    assert needed(scene, clauses.STAND_UP) == 3
    assert scene.status("A") == "standing"
    assert scene.square("b") == (2, 0)


@pytest.mark.skill("Jump Up")
def test_a_failed_jump_up_ends_the_activation_on_the_ground_and_nothing_else() -> None:
    legend = {"A": home(agility=4, status="prone", skills=["Jump Up"]), "D": home(), "b": away()}
    scene = Scene("Ab..D", legend)
    scene.play("activate A", "declare block b", dice=["D6 2"])
    assert scene.status("A") == "prone"
    assert scene.turnover == ""
    assert not scene.offered("activate A")


@pytest.mark.rule("O-BLOCK-01")
@pytest.mark.skill("Jump Up")
def test_without_it_nobody_blocks_from_the_ground() -> None:
    scene = Scene("Ab..D", {"A": home(status="prone"), "D": home(), "b": away()})
    scene.play("activate A")
    assert not scene.offered("declare block b")
    assert "prone" in scene.refused("declare block b")


# --- Sprint and Sure Feet -------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-06")
@pytest.mark.skill("Sprint")
def test_a_sprinter_rushes_three_times_and_no_more() -> None:
    scene = Scene("A.....D", {"A": home(movement=1, skills=["Sprint"]), "D": home()})
    scene.play("activate A", *["step e"] * 4, dice=["D6 2"] * 3)
    assert scene.square("A") == (4, 0)
    assert not scene.offered("activate A")
    scene = Scene("A.....D", {"A": home(movement=1), "D": home()})
    scene.play("activate A", *["step e"] * 3, dice=["D6 2"] * 2)
    assert scene.square("A") == (3, 0)
    assert not scene.offered("step e")


@pytest.mark.skill("Sprint")
def test_the_pathfinder_knows_of_the_third_rush() -> None:
    for skills, farthest in ((["Sprint"], 4), ([], 3)):
        scene = Scene("A.....D", {"A": home(movement=1, skills=skills), "D": home()})
        found = reach_from_rest(scene.game, scene.piece("A"))
        assert max(found.squares()) == scene.node((farthest, 0))


@pytest.mark.skill("Sure Feet")
def test_sure_feet_save_one_rush_a_turn() -> None:
    scene = Scene("A....D", {"A": home(movement=1, skills=["Sure Feet"]), "D": home()})
    scene.play("activate A", "step e", "step e", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("reroll skill", dice=["D6 3"])
    scene.play("step e", dice=["D6 1", "2D6 1+1"])  # the second time nothing helps
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.skill("Sure Feet")
def test_sure_feet_do_not_help_a_dodge() -> None:
    scene = Scene("bA..D", {"A": home(skills=["Sure Feet"]), "D": home(), "b": away()})
    scene.play("activate A", "step e", dice=["D6 2", "2D6 1+1"])
    assert scene.status("A") == "prone"


# --- Dodge and Tackle -----------------------------------------------------------------------------------------------


@pytest.mark.skill("Dodge")
def test_dodge_re_rolls_one_dodge_a_turn() -> None:
    picture = """
        b.b.
        A..D
    """.replace("b.b", "b.c")
    legend = {"A": home(skills=["Dodge"]), "D": home(), "b": away(), "c": away()}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", dice=["D6 1"])
    scene.play("reroll skill", dice=["D6 6"])
    scene.play("step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Dodge", "Tackle")
def test_tackle_takes_the_re_roll_of_who_leaves_its_zone() -> None:
    scene = Scene("bA..D", {"A": home(skills=["Dodge"]), "D": home(), "b": away(skills=["Tackle"])})
    scene.play("activate A", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Dodge", "Tackle")
@pytest.mark.parametrize("facts", [{"status": "prone"}, {"zone": False}])
def test_a_tackler_without_its_zone_takes_nothing(facts: dict[str, object]) -> None:
    picture = """
        bA..D
        c....
    """
    legend = {"A": home(skills=["Dodge"]), "D": home(), "b": away(), "c": away(skills=["Tackle"], **facts)}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", dice=["D6 1"])
    assert scene.offered("reroll skill")


@pytest.mark.skill("Dodge", "Tackle")
def test_a_tackler_at_the_square_entered_takes_nothing() -> None:
    scene = Scene("bA.cD", {"A": home(skills=["Dodge"]), "D": home(), "b": away(), "c": away(skills=["Tackle"])})
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.offered("reroll skill")


# --- Break Tackle ---------------------------------------------------------------------------------------------------


@pytest.mark.skill("Break Tackle")
@pytest.mark.parametrize(("strength", "die", "stands"), [(4, 3, True), (4, 2, False), (5, 2, True), (5, 1, False)])
def test_break_tackle_adds_to_a_failed_dodge_by_strength_and_never_to_a_one(
    strength: int, die: int, stands: bool
) -> None:
    legend = {"A": home(strength=strength, agility=4, skills=["Break Tackle"]), "D": home(), "b": away()}
    scene = Scene("bA..D", legend)
    scene.play("activate A", "step e", dice=[f"D6 {die}"] + ([] if stands else ["2D6 1+1"]))
    assert (scene.status("A") == "standing") is stands
    assert scene.told("skill used", "A") is stands


@pytest.mark.skill("Break Tackle")
def test_a_tackle_is_broken_once_in_an_activation() -> None:
    picture = """
        b..c.
        A...D
    """
    scene = Scene(picture, {"A": home(skills=["Break Tackle"]), "D": home(), "b": away(), "c": away()})
    scene.play("activate A", "step e", dice=["D6 4"])  # enough by itself: nothing is used
    assert not scene.told("skill used", "A")
    scene.play("step e", dice=["D6 3"])  # one too few: saved
    assert scene.told("skill used", "A")
    scene.play("step e", dice=["D6 3", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Break Tackle")
def test_break_tackle_is_ready_again_in_the_next_activation() -> None:
    legend = {"A": home(skills=["Break Tackle"]), "D": home(), "b": away()}
    scene = Scene("bA....D", legend)
    scene.play("activate A", "step e", "stop", "end turn", "activate b", "step e", "stop", dice=["D6 2"])
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.status("A") == "standing"


@pytest.mark.skill("Break Tackle")
def test_a_coach_with_a_re_roll_may_keep_break_tackle_for_later() -> None:
    legend = {"A": home(skills=["Break Tackle"]), "D": home(), "b": away()}
    scene = Scene("bA....D", legend, rerolls=(1, 0))
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.options() == ["accept", "reroll team"]
    scene.play("reroll team", dice=["D6 3"])
    assert not scene.told("skill used", "A")
    scene = Scene("bA....D", legend, rerolls=(1, 0))
    scene.play("activate A", "step e", "accept", dice=["D6 2"])
    assert scene.told("skill used", "A")
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Break Tackle")
def test_break_tackle_does_not_help_a_jump() -> None:
    legend = {"A": home(skills=["Break Tackle"]), "D": home(), "b": away(), "c": away(status="prone")}
    scene = Scene("bAc..D", legend)
    scene.play("activate A", "declare move", "jump (3,0)", dice=["D6 3", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Break Tackle", "Diving Tackle")
def test_whoever_is_tripped_may_still_break_free() -> None:
    legend = {"A": home(strength=5, skills=["Break Tackle"]), "D": home(), "b": away(skills=["Diving Tackle"])}
    scene = Scene("bA....D", legend)
    scene.play("activate A", "step e", "use TRIPS_DODGERS b", dice=["D6 3"])  # 3 - 2 + 2
    assert scene.status("A") == "standing"
    assert scene.status("b") == "prone"
    legend["A"] = home(strength=4, skills=["Break Tackle"])
    scene = Scene("bA....D", legend)
    scene.play("activate A", "step e", "use TRIPS_DODGERS b", dice=["D6 3", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Break Tackle", "Diving Tackle")
def test_a_dodge_already_broken_free_can_be_tripped_all_the_same() -> None:
    legend = {"A": home(strength=5, skills=["Break Tackle"]), "D": home(), "b": away(skills=["Diving Tackle"])}
    scene = Scene("bA....D", legend)
    scene.play("activate A", "step e", dice=["D6 2"])
    scene.play("use TRIPS_DODGERS b", dice=["2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Break Tackle", "Diving Tackle")
def test_a_tripped_jumper_breaks_nothing() -> None:
    legend = {"A": home(strength=5, skills=["Break Tackle"]), "D": home(), "b": away(skills=["Diving Tackle"])}
    legend["c"] = away(status="prone")
    scene = Scene("bAc..D", legend)
    scene.play("activate A", "declare move", "jump (3,0)", "use TRIPS_DODGERS b", dice=["D6 4", "2D6 1+1"])
    assert scene.status("A") == "prone"


# --- Diving Tackle --------------------------------------------------------------------------------------------------


@pytest.mark.skill("Diving Tackle")
def test_a_prone_diver_trips_nobody() -> None:
    picture = """
        bA..D
        c....
    """
    legend = {"A": home(), "D": home(), "b": away(), "c": away(status="prone", skills=["Diving Tackle"])}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", dice=["D6 3"])
    assert scene.asked == "home"


@pytest.mark.skill("Diving Tackle")
def test_one_of_two_divers_is_enough() -> None:
    picture = """
        bA..D
        c....
    """
    legend = {"A": home(), "D": home(), "b": away(skills=["Diving Tackle"]), "c": away(skills=["Diving Tackle"])}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", "use TRIPS_DODGERS c", dice=["D6 5"])
    assert scene.status("A") == "standing"
    assert (scene.status("b"), scene.status("c")) == ("standing", "prone")


# --- Two Heads, Titchy, Prehensile Tail, Stunty ---------------------------------------------------------------------


@pytest.mark.skill("Two Heads")
@pytest.mark.parametrize(("skills", "face"), [(["Two Heads"], 3), ([], 4)])
def test_two_heads_dodge_better(skills: list[str], face: int) -> None:
    scene = Scene("bA..D", {"A": home(agility=4, skills=skills), "D": home(), "b": away()})
    scene.play("activate A", "step e", dice=["D6 5"])
    assert needed(scene, clauses.DODGE) == face


@pytest.mark.skill("Two Heads")
def test_two_heads_do_not_jump_better() -> None:
    legend = {"A": home(skills=["Two Heads"]), "D": home(), "b": away(status="prone")}
    scene = Scene("Ab..D", legend)
    scene.play("activate A", "declare move", "jump (2,0)", dice=["D6 5"])
    assert needed(scene, clauses.JUMP) == 3


@pytest.mark.skill("Prehensile Tail")
@pytest.mark.parametrize(
    ("facts", "face"), [({}, 4), ({"zone": False}, 3), ({"status": "prone"}, 3), ({"skills": []}, 3)]
)
def test_a_tail_makes_leaving_harder_while_its_owner_marks(facts: dict[str, object], face: int) -> None:
    picture = """
        bA..D
        c....
    """
    legend = {"A": home(), "D": home(), "b": away(), "c": away(**{"skills": ["Prehensile Tail"], **facts})}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", dice=["D6 5"])
    assert needed(scene, clauses.DODGE) == face


@pytest.mark.skill("Prehensile Tail")
def test_two_tails_hold_no_better_than_one() -> None:
    picture = """
        bA..D
        c....
    """
    tail = {"skills": ["Prehensile Tail"]}
    scene = Scene(picture, {"A": home(), "D": home(), "b": away(**tail), "c": away(**tail)})
    scene.play("activate A", "step e", dice=["D6 5"])
    assert needed(scene, clauses.DODGE) == 4


@pytest.mark.skill("Prehensile Tail", "Leap")
def test_a_tail_holds_jumpers_and_leapers_too() -> None:
    legend = {"A": home(skills=["Leap"]), "D": home(), "b": away(skills=["Prehensile Tail"])}
    scene = Scene("bA...D", legend)
    scene.play("activate A", "declare move", "jump (3,0)", dice=["D6 5"])
    assert needed(scene, clauses.JUMP) == 4  # -1 for the mark, -1 for the tail, and a leap bears one of them


@pytest.mark.skill("Prehensile Tail")
def test_a_tail_at_the_square_entered_does_not_hold() -> None:
    legend = {"A": home(), "D": home(), "b": away(), "c": away(skills=["Prehensile Tail"])}
    scene = Scene("bA.cD", legend)
    scene.play("activate A", "step e", dice=["D6 5"])
    assert needed(scene, clauses.DODGE) == 4


@pytest.mark.skill("Two Heads", "Prehensile Tail")
def test_two_heads_and_a_tail_cancel_out() -> None:
    legend = {"A": home(skills=["Two Heads"]), "D": home(), "b": away(skills=["Prehensile Tail"])}
    scene = Scene("bA..D", legend)
    scene.play("activate A", "step e", dice=["D6 5"])
    assert needed(scene, clauses.DODGE) == 3


@pytest.mark.skill("Titchy")
def test_the_titchy_dodge_better_and_are_no_obstacle_to_a_dodge() -> None:
    scene = Scene("bA.cD", {"A": home(skills=["Titchy"]), "D": home(), "b": away(), "c": away()})
    scene.play("activate A", "step e", dice=["D6 5"])
    assert needed(scene, clauses.DODGE) == 3
    scene = Scene("bA.cD", {"A": home(), "D": home(), "b": away(), "c": away(skills=["Titchy"])})
    scene.play("activate A", "step e", dice=["D6 5"])
    assert needed(scene, clauses.DODGE) == 3


@pytest.mark.skill("Titchy")
def test_a_titchy_opponent_still_makes_a_dodge_necessary_and_marks_for_all_else() -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(skills=["Titchy"])}, ball=(2, 0))
    scene.play("activate A", "step e", dice=["D6 3", "D6 3"])
    assert needed(scene, clauses.DODGE) == 3
    scene = Scene("A..bD", {"A": home(), "D": home(), "b": away(skills=["Titchy"])}, ball=(2, 0))
    scene.play("activate A", "step e", "step e", dice=["D6 4"])
    assert needed(scene, clauses.PICK_UP) == 4


@pytest.mark.skill("Titchy", "Two Heads")
def test_two_heads_of_a_titchy_player_count_as_well() -> None:
    scene = Scene("bA..D", {"A": home(agility=5, skills=["Titchy", "Two Heads"]), "D": home(), "b": away()})
    scene.play("activate A", "step e", dice=["D6 5"])
    assert needed(scene, clauses.DODGE) == 3


@pytest.mark.skill("Stunty")
def test_the_stunty_do_not_mind_who_marks_the_square_they_dodge_into() -> None:
    scene = Scene("bA.cD", {"A": home(skills=["Stunty"]), "D": home(), "b": away(), "c": away()})
    scene.play("activate A", "step e", dice=["D6 3"])
    assert needed(scene, clauses.DODGE) == 3
    scene = Scene("bA.cD", {"A": home(skills=["Stunty"]), "D": home(), "b": away(), "c": away()}, ball=(2, 0))
    scene.play("activate A", "step e", dice=["D6 3", "D6 4"])
    assert needed(scene, clauses.PICK_UP) == 4  # it is a matter of dodging only


@pytest.mark.skill("Stunty", "Titchy")
def test_a_titchy_opponent_is_not_forgiven_twice() -> None:
    scene = Scene(
        "bA.cD", {"A": home(agility=4, skills=["Stunty"]), "D": home(), "b": away(), "c": away(skills=["Titchy"])}
    )
    scene.play("activate A", "step e", dice=["D6 4"])
    assert needed(scene, clauses.DODGE) == 4


@pytest.mark.skill("Stunty", "Prehensile Tail")
def test_a_tail_holds_the_stunty_too() -> None:
    scene = Scene("bA..D", {"A": home(skills=["Stunty"]), "D": home(), "b": away(skills=["Prehensile Tail"])})
    scene.play("activate A", "step e", dice=["D6 4"])
    assert needed(scene, clauses.DODGE) == 4


# --- Leap, Pogo Stick, Very Long Legs -------------------------------------------------------------------------------

CROWD = """
    cd..
    A..D
    e...
"""


def crowded(skills: list[str]) -> Scene:
    return Scene(CROWD, {"A": home(skills=skills), "D": home(), "c": away(), "d": away(), "e": away()})


@pytest.mark.rule("O-MOVE-14", "O-MOVE-16")
@pytest.mark.skill("Leap", "Pogo Stick", "Very Long Legs")
@pytest.mark.parametrize(
    ("skills", "face"),
    [(["Leap"], 5), (["Pogo Stick"], 3), (["Leap", "Very Long Legs"], 4), (["Pogo Stick", "Very Long Legs"], 3)],
)
def test_what_a_leap_out_of_three_zones_needs(skills: list[str], face: int) -> None:
    scene = crowded(skills)
    scene.play("activate A", "declare move", "jump (2,1)", dice=["D6 6"])
    assert needed(scene, clauses.JUMP) == face


@pytest.mark.skill("Leap", "Pogo Stick")
@pytest.mark.parametrize("skills", [[], ["Very Long Legs"]])
def test_others_leap_over_nothing_and_nobody_who_stands(skills: list[str]) -> None:
    scene = crowded(skills)
    scene.play("activate A", "declare move")
    assert not any(text.startswith("jump") for text in scene.options())


@pytest.mark.skill("Pogo Stick")
def test_a_pogo_stick_jumps_over_a_standing_player_once() -> None:
    scene = Scene("Ab....D", {"A": home(skills=["Pogo Stick"]), "D": home(), "b": away()})
    scene.play("activate A", "declare move", "jump (2,0)", dice=["D6 3"])
    assert scene.square("A") == (2, 0)
    assert not any(text.startswith("jump") for text in scene.options())


@pytest.mark.skill("Pogo Stick", "Prehensile Tail")
def test_a_tail_is_more_than_a_mark() -> None:
    legend = {"A": home(skills=["Pogo Stick"]), "D": home(), "b": away(skills=["Prehensile Tail"])}
    scene = Scene("bA....D", legend)
    scene.play("activate A", "declare move", "jump (3,0)", dice=["D6 4"])
    assert needed(scene, clauses.JUMP) == 4


@pytest.mark.rule("O-MOVE-14")
@pytest.mark.skill("Very Long Legs")
@pytest.mark.parametrize(("skills", "face"), [(["Very Long Legs"], 5), ([], 6)])
def test_long_legs_bear_one_mark_more_in_a_jump(skills: list[str], face: int) -> None:
    legend = {"A": home(skills=skills), "D": home(), "c": away(), "d": away(), "e": away(), "f": away(status="prone")}
    scene = Scene(CROWD.replace("A.", "Af"), legend)
    scene.play("activate A", "declare move", "jump (2,1)", dice=["D6 6"])
    assert needed(scene, clauses.JUMP) == face


@pytest.mark.skill("Very Long Legs")
def test_one_mark_stays_one_mark() -> None:
    legend = {"A": home(skills=["Very Long Legs"]), "D": home(), "b": away(), "c": away(status="prone")}
    scene = Scene("bAc..D", legend)
    scene.play("activate A", "declare move", "jump (3,0)", dice=["D6 5"])
    assert needed(scene, clauses.JUMP) == 4


@pytest.mark.skill("Leap")
def test_a_rooted_leaper_stays() -> None:
    scene = Scene("A...D", {"A": home(skills=["Leap"], rooted=True), "D": home()})
    scene.play("activate A")
    assert not scene.offered("step e")
    assert [int(square) for square in reach_from_rest(scene.game, scene.piece("A")).squares()] == [scene.node((0, 0))]


# --- Tentacles and Shadowing ----------------------------------------------------------------------------------------


@pytest.mark.skill("Tentacles")
@pytest.mark.parametrize("facts", [{"status": "prone"}, {"zone": False}])
def test_limp_tentacles_hold_nobody(facts: dict[str, object]) -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(skills=["Tentacles"], **facts)})
    scene.play("activate A", "step e")
    assert scene.square("A") == (2, 0)


@pytest.mark.skill("Tentacles", "Leap")
def test_a_leaper_can_be_held_before_it_leaves() -> None:
    legend = {"A": home(skills=["Leap"]), "D": home(), "b": away(strength=6, skills=["Tentacles"])}
    scene = Scene("bA...D", legend)
    scene.play("activate A", "declare move", "jump (3,0)", "use HOLDS_BACK b", dice=["D6 3"])
    assert scene.square("A") == (1, 0)


@pytest.mark.skill("Shadowing")
@pytest.mark.parametrize("facts", [{"zone": False}, {"rooted": True}])
def test_who_cannot_move_or_has_no_zone_shadows_nobody(facts: dict[str, object]) -> None:
    picture = """
        bA..D
        c....
    """
    legend = {"A": home(), "D": home(), "b": away(), "c": away(skills=["Shadowing"], **facts)}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", dice=["D6 3"])
    assert scene.asked == "home"


@pytest.mark.skill("Shadowing")
def test_one_shadow_follows_one_move_and_any_number_of_moves() -> None:
    legend = {"A": home(), "D": home(), "b": away(movement=9, skills=["Shadowing"])}
    scene = Scene("bA....D", legend)
    scene.play("activate A", "step e", "use FOLLOWS_DODGERS b", dice=["D6 3", "D6 3"])
    scene.play("step e", "use FOLLOWS_DODGERS b", dice=["D6 3", "D6 3"])
    assert scene.square("b") == (2, 0)


# --- Timmm-ber! -----------------------------------------------------------------------------------------------------


def treeman(picture: str, **legend: object) -> Scene:
    tree = home(movement=2, status="prone", skills=["Timmm-ber!"])
    scene = Scene(picture, {"T": tree, **legend})  # type: ignore[dict-item]
    scene.play("activate T", "declare move")
    return scene


@pytest.mark.rule("O-MOVE-05")
@pytest.mark.skill("Timmm-ber!")
def test_unmarked_team_mates_help_a_slow_player_up() -> None:
    scene = treeman("CTD..", C=home(), D=home())
    scene.play("stand up", dice=["D6 2"])
    assert needed(scene, clauses.STAND_UP) == 2
    assert scene.status("T") == "standing"


@pytest.mark.rule("O-MOVE-05")
@pytest.mark.skill("Timmm-ber!")
def test_marked_or_lying_team_mates_and_a_one_do_not_help() -> None:
    scene = treeman("CTDe.", C=home(status="prone"), D=home(), e=away())
    scene.play("stand up", dice=["D6 3"])
    assert needed(scene, clauses.STAND_UP) == 4
    assert scene.status("T") == "prone"
    scene = treeman("CTD.E", C=home(), D=home(), E=home())
    scene.play("stand up", dice=["D6 1"])
    assert scene.status("T") == "prone"


@pytest.mark.skill("Timmm-ber!")
def test_help_is_for_those_who_ask_for_it() -> None:
    scene = Scene("CTD..", {"T": home(movement=2, status="prone"), "C": home(), "D": home()})
    scene.play("activate T", "declare move", "stand up", dice=["D6 3"])
    assert scene.status("T") == "prone"


# --- Trickster ------------------------------------------------------------------------------------------------------

TRICK = """
    ....
    .Ab.
    C..D
"""


@pytest.mark.skill("Trickster")
def test_a_trickster_is_elsewhere_before_the_dice_are_counted() -> None:
    legend = {"A": home(), "C": home(), "D": home(), "b": away(skills=["Trickster"])}
    scene = Scene(TRICK, legend)
    scene.play("activate A", "declare block b")  # D would have helped, and C does not reach so far
    assert scene.asked == "away"
    scene.play("push (0,0)", dice=["block BOTH-DOWN", "2D6 1+1", "2D6 1+1"])
    assert (scene.square("b"), scene.status("b")) == ((0, 0), "prone")
    assert scene.events("block dice rolled")[-1].d == 1
    assert scene.told("skill used", "b")


@pytest.mark.skill("Trickster")
def test_a_trickster_may_stay_and_only_free_squares_are_offered() -> None:
    legend = {"A": home(), "C": home(), "D": home(), "b": away(skills=["Trickster"])}
    scene = Scene(TRICK, legend)
    scene.play("activate A", "declare block b")
    squares = {text for text in scene.options() if text.startswith("push")}
    assert squares == {f"push ({x},{y})" for x, y in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 2), (2, 2)]}
    scene.play("decline", dice=["block PUSH PUSH"])
    assert scene.events("block dice rolled")[-1].d == 2


@pytest.mark.skill("Trickster")
@pytest.mark.parametrize("facts", [{"zone": False}, {"rooted": True}])
def test_no_tricks_without_a_zone_or_with_roots(facts: dict[str, object]) -> None:
    scene = Scene(TRICK, {"A": home(), "C": home(), "D": home(), "b": away(skills=["Trickster"], **facts)})
    scene.play("activate A", "declare block b", dice=["block PUSH PUSH"])
    assert not scene.told("skill used", "b")


@pytest.mark.skill("Trickster")
@pytest.mark.parametrize("winner", [None, "away"])
def test_a_trickster_in_the_end_zone_scores_only_after_the_block(winner: str | None) -> None:
    picture = """
        .AAA.
        ..Hb.
        D....
    """
    legend = {"H": home(skills=["Block"]), "D": home(), "b": away(skills=["Trickster", "Block"])}
    scene = Scene(picture, legend, ball="b")
    scene.play("activate H", "declare block b")
    dice = ["block BOTH-DOWN"] if winner else ["block POW", "2D6 1+1", "D8 4"]
    scene.play("push (2,0)", dice=dice)
    assert scene.told("block dice rolled")
    assert scene.winner == winner


@pytest.mark.skill("Trickster")
def test_a_trickster_that_steps_on_a_portal_is_gone() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["Trickster"])}
    scene = Scene("1Ab..2D", legend)
    scene.play("activate A", "declare block b", "push (0,0)", dice=["D6 2"])
    assert scene.square("b") == (5, 0)
    assert not scene.events("block dice rolled")
