"""Agility skills as the older family of rules reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.scenes.scene import Scene, away, home

HALL = """
    ........
    ........
    ..Ab....
    ........
    ........
"""


def skill(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skill(*names, edition="stockbowl")


def duel(mover: dict[str, Any], other: dict[str, Any], **facts: Any) -> Scene:
    """A stands beside b in an empty hall; z and Z are far away. Both have an Agility of 3."""
    legend = {
        "A": home(**{"agility": 4, **mover}),
        "b": away(**{"agility": 4, **other}),
        "z": away(at=(7, 0)),
        "Z": home(at=(0, 4)),
    }
    return Scene(HALL, legend, edition="stockbowl", **facts)


def throw(catcher: dict[str, Any], target: str = "(4,0)", dice: list[str] | None = None, **facts: Any) -> Scene:
    """A throws the ball along a row to where C stands."""
    picture = """
        A...C...
        ........
        ........
    """
    legend = {"A": home(agility=4), "C": home(**{"agility": 4, **catcher}), "z": away(at=(7, 2)), **facts}
    scene = Scene(picture, legend, ball="A", edition="stockbowl")
    return scene.play("activate A", "declare pass", "aim", f"throw {target}", dice=dice or [])


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind needed."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Catch ----------------------------------------------------------------------------------------------------------


@skill("Catch")
def test_a_catcher_catches_again() -> None:
    scene = throw({"skills": ["Catch"]}, dice=["D6 6", "D6 1"])
    scene.play("reroll skill", dice=["D6 3"])
    assert scene.ball == "C"


@skill("Catch")
@pytest.mark.parametrize("clause", ["catch", "interception"])
def test_a_catcher_tries_an_interception_and_a_hand_off_again(clause: str) -> None:
    if clause == "interception":
        legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=4, skills=["Catch"])}
        scene = Scene("A..b..C", legend, ball="A", edition="stockbowl")
        scene.play(
            "activate A", "declare pass", "aim", "throw (6,0)", "interfere b", "reroll skill", dice=["D6 5", "D6 6"]
        )
        assert scene.ball == "b"
        return
    legend = {"A": home(agility=4), "C": home(agility=4, skills=["Catch"]), "b": away()}
    scene = Scene("AC...b", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare hand-off", "hand off C", "reroll skill", dice=["D6 1", "D6 3"])
    assert scene.ball == "C"


@skill("Catch")
def test_a_catcher_picks_nothing_up_again() -> None:
    scene = Scene("A..b", {"A": home(agility=4, skills=["Catch"]), "b": away()}, ball=(1, 0), edition="stockbowl")
    scene.play("activate A", "step e", dice=["D6 1", "D8 5"])
    assert scene.turnover == "TURNOVER_PICK_UP"


# --- Diving Catch ---------------------------------------------------------------------------------------------------


@skill("Diving Catch")
@pytest.mark.parametrize(("skills", "face"), [(["Diving Catch"], 2), ([], 3)])
def test_a_diving_catcher_is_better_at_a_pass_aimed_at_it(skills: list[str], face: int) -> None:
    scene = throw({"skills": skills}, dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.CATCH)) == face


@skill("Diving Catch")
def test_a_diving_catcher_reaches_for_a_pass_that_comes_down_beside_it() -> None:
    scene = throw({"skills": ["Diving Catch"]}, "(4,1)", dice=["D6 6"])
    scene.play("use DIVES_FOR_CATCHES C", dice=["D6 3"])
    assert (scene.ball, scene.square("C")) == ("C", (4, 0))
    assert needed(scene, int(clauses.CATCH)) == 3  # accurate, but not aimed at its square
    scene = throw({"skills": ["Diving Catch"]}, "(4,0)", dice=["D6 2", "D8 5", "D8 5", "D8 4"])
    scene.play("use DIVES_FOR_CATCHES C", dice=["D6 3", "D8 7"])
    assert scene.ball == (4, 1)  # 4 was needed: the ball bounces from its square


@skill("Diving Catch")
def test_a_diving_catcher_does_not_reach_for_a_bounce_or_without_a_zone() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4, skills=["Diving Catch"])}
    scene = Scene("A..C.", legend, ball=(1, 0), edition="stockbowl")
    scene.play("activate A", "step e", dice=["D6 1", "D8 5"])
    assert scene.ball == (2, 0)
    scene = throw({"skills": ["Diving Catch"], "zone": False}, "(4,1)", dice=["D6 6", "D8 7"])
    assert scene.ball == (4, 2)


@skill("Diving Catch")
def test_two_who_dive_are_in_each_others_way() -> None:
    other = away(at=(5, 2), agility=4, skills=["Diving Catch"])
    scene = throw({"skills": ["Diving Catch"]}, "(4,1)", dice=["D6 6"], d=other)
    scene.play("use DIVES_FOR_CATCHES C")
    assert scene.asked == "away"
    scene.play("use DIVES_FOR_CATCHES d", dice=["D8 4"])
    assert scene.ball == (3, 1)
    scene = throw({"skills": ["Diving Catch"]}, "(4,1)", dice=["D6 6"], d=other)
    scene.play("use DIVES_FOR_CATCHES C", "decline", dice=["D6 4"])
    assert scene.ball == "C"


# --- Diving Tackle --------------------------------------------------------------------------------------------------


@skill("Diving Tackle")
@pytest.mark.parametrize(("die", "status"), [(4, "prone"), (5, "standing")])
def test_a_diving_tackler_takes_two_from_a_dodge(die: int, status: str) -> None:
    scene = duel({}, {"skills": ["Diving Tackle"]})
    fall = ["2D6 1+2"] if status == "prone" else []
    scene.play("activate A", "step w", "use TRIPS_DODGERS b", dice=[f"D6 {die}", *fall])
    assert (scene.status("A"), scene.square("b"), scene.status("b")) == (status, (2, 2), "prone")


@skill("Diving Tackle", "Dodge")
def test_a_dodge_spoiled_by_a_dive_may_be_rolled_again_and_bears_it_again() -> None:
    scene = duel({"skills": ["Dodge"]}, {"skills": ["Diving Tackle"]})
    scene.play("activate A", "step w", "use TRIPS_DODGERS b", dice=["D6 4"])
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("reroll skill", dice=["D6 4", "2D6 1+2"])
    assert scene.status("A") == "prone"
    scene = duel({"skills": ["Dodge"]}, {"skills": ["Diving Tackle"]})
    scene.play("activate A", "step w", "use TRIPS_DODGERS b", "reroll skill", dice=["D6 4", "D6 5"])
    assert scene.status("A") == "standing"


@skill("Diving Tackle", "Dodge")
def test_who_has_not_dived_at_the_first_roll_may_dive_at_the_second() -> None:
    scene = duel({"skills": ["Dodge"]}, {"skills": ["Diving Tackle"]})
    scene.play("activate A", "step w", "reroll skill", "use TRIPS_DODGERS b", dice=["D6 1", "D6 4", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")


@skill("Diving Tackle")
def test_a_dive_may_be_declined_and_cannot_spoil_a_six() -> None:
    scene = duel({}, {"skills": ["Diving Tackle"]})
    scene.play("activate A", "step w", "decline", dice=["D6 3"])
    assert (scene.status("A"), scene.square("b")) == ("standing", (3, 2))
    scene = duel({}, {"skills": ["Diving Tackle"]})
    scene.play("activate A", "step w", "use TRIPS_DODGERS b", dice=["D6 6"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")


@skill("Diving Tackle", "Leap")
def test_nobody_dives_after_a_leap_or_without_a_zone() -> None:
    scene = duel({"skills": ["Leap"]}, {"skills": ["Diving Tackle"]})
    scene.play("activate A", "declare move", "jump (0,2)", dice=["D6 4"])
    assert (scene.square("A"), scene.asked) == ((0, 2), "home")
    legend = {"A": home(agility=4), "b": away(skills=["Diving Tackle"], zone=False), "c": away(at=(3, 1))}
    scene = Scene(HALL, legend, edition="stockbowl")
    scene.play("activate A", "step w", dice=["D6 4"])
    assert scene.asked == "home"


# --- Dodge ----------------------------------------------------------------------------------------------------------


@skill("Dodge")
def test_a_dodger_dodges_again_once_a_turn() -> None:
    scene = duel({"skills": ["Dodge"]}, {})
    scene.play("activate A", "step nw", "reroll skill", dice=["D6 1", "D6 3"])
    assert (scene.square("A"), scene.status("A")) == ((1, 1), "standing")
    scene = duel({"skills": ["Dodge"]}, {})
    scene.play("activate A", "step n", "reroll skill", "step s", dice=["D6 1", "D6 4", "D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Dodge")
def test_a_dodger_stumbles_into_a_push_but_not_without_a_zone() -> None:
    scene = duel({}, {"skills": ["Dodge"]})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block STUMBLE"])
    assert scene.status("b") == "standing"
    scene = duel({}, {"skills": ["Dodge"], "zone": False})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block STUMBLE", "2D6 1+2"])
    assert scene.status("b") == "prone"


# --- Jump Up --------------------------------------------------------------------------------------------------------


@skill("Jump Up")
def test_who_jumps_up_stands_for_nothing() -> None:
    legend = {"A": home(status="prone", skills=["Jump Up"], movement=3), "b": away()}
    scene = Scene("A......b", legend, edition="stockbowl")
    scene.play("activate A", "declare move", "stand up", "step e", "step e", "step e")
    assert scene.square("A") == (3, 0)
    assert len(scene.events("dice rolled")) == 0


@skill("Jump Up")
@pytest.mark.parametrize(("die", "status"), [(2, "standing"), (1, "prone")])
def test_who_jumps_up_into_a_block_rolls_agility_with_two_more(die: int, status: str) -> None:
    scene = duel({"status": "prone", "skills": ["Jump Up"]}, {})
    block = ["block PUSH"] if status == "standing" else []
    scene.play("activate A", "declare block b", dice=[f"D6 {die}", *block])
    assert needed(scene, int(clauses.STAND_UP)) == 2
    assert (scene.status("A"), scene.turnover) == (status, "")


@skill("Jump Up")
def test_nobody_else_blocks_from_the_ground() -> None:
    scene = duel({"status": "prone"}, {})
    scene.play("activate A")
    assert not scene.offered("declare block b")
    scene.play("declare move", "stand up")
    assert scene.game.moves_left == 3


# --- Leap -----------------------------------------------------------------------------------------------------------


def leaps(scene: Scene) -> set[str]:
    return {text for text in scene.options() if text.startswith("jump")}


@skill("Leap")
def test_a_leaper_reaches_every_free_square_within_two() -> None:
    scene = Scene(
        """
        .......
        .......
        ..bA...
        .......
        .......
        """,
        {"A": home(agility=4, skills=["Leap"]), "b": away()},
        edition="stockbowl",
    )
    scene.play("activate A", "declare move")
    assert len(leaps(scene)) == 23  # 24 squares around it, one of them taken
    scene.play("jump (1,2)", dice=["D6 4"])
    assert (scene.square("A"), scene.game.moves_left) == ((1, 2), 4)
    assert leaps(scene) == set()  # once an action


@skill("Leap")
def test_nobody_else_jumps_over_anybody() -> None:
    scene = Scene(".Ab..", {"A": home(), "b": away(status="prone")}, edition="stockbowl")
    scene.play("activate A", "declare move")
    assert leaps(scene) == set()


@skill("Leap")
def test_a_leap_counts_no_zones_and_a_failure_ends_in_the_landing_square() -> None:
    legend = {"A": home(agility=4, skills=["Leap"]), "b": away(), "c": away(at=(1, 1)), "d": away(at=(0, 1))}
    scene = Scene(HALL, legend, edition="stockbowl")
    scene.play("activate A", "declare move", "jump (0,2)", dice=["D6 4"])
    assert (needed(scene, int(clauses.JUMP)), scene.square("A")) == (4, (0, 2))
    for die in (1, 3):
        scene = Scene(HALL, legend, edition="stockbowl")
        scene.play("activate A", "declare move", "jump (0,2)", dice=[f"D6 {die}", "2D6 1+2"])
        assert (scene.square("A"), scene.status("A")) == ((0, 2), "prone")
        assert scene.turnover == "TURNOVER_FALL"


@skill("Leap", "Very Long Legs")
def test_only_very_long_legs_make_a_leap_easier() -> None:
    skills = ["Leap", "Very Long Legs", "Two Heads", "Extra Arms"]
    scene = duel({"skills": skills}, {"skills": ["Prehensile Tail"]})
    scene.play("activate A", "declare move", "jump (0,2)", dice=["D6 3"])
    assert (needed(scene, int(clauses.JUMP)), scene.status("A")) == (3, "standing")


@skill("Leap")
def test_a_leap_by_going_for_it_rolls_in_the_landing_square() -> None:
    scene = Scene("A....b", {"A": home(agility=4, movement=1, skills=["Leap"]), "b": away()}, edition="stockbowl")
    scene.play("activate A", "step e", "jump (3,0)", dice=["D6 2", "D6 1", "2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == ((3, 0), "prone")


@skill("Leap")
def test_walls_stop_a_leap_and_closed_doors_do_too() -> None:
    scene = Scene("A#..b", {"A": home(skills=["Leap"]), "b": away()}, edition="stockbowl")
    scene.play("activate A", "declare move")
    assert leaps(scene) == set()
    picture = """
        BB.#
        ....
        L..b
        .AA#
    """
    scene = Scene(picture, {"L": home(agility=4, skills=["Leap"]), "b": away()}, ball="L", edition="stockbowl")
    scene.play("activate L", "declare move")
    assert scene.offered("jump (1,0)")  # a door to score at, ball in hand
    scene = Scene(picture, {"L": home(agility=4, skills=["Leap"]), "b": away()}, edition="stockbowl")
    scene.play("activate L", "declare move")
    assert not scene.offered("jump (1,0)")


@skill("Leap")
def test_the_pathfinder_knows_the_leap() -> None:
    scene = duel({"skills": ["Leap"], "movement": 2}, {})
    scene.play("activate A", "declare move")
    found = reach(scene.game, scene.piece("A"))
    for text in leaps(scene):
        x, y = (int(part) for part in text.removeprefix("jump (").removesuffix(")").split(","))
        assert found.odds(scene.node((x, y))) >= 0.5
    assert found.odds(scene.node((4, 2))) == pytest.approx(0.5)  # over b: no dodge
    scene = duel({"status": "standing"}, {"status": "prone"})
    assert all(roll[0] != clauses.JUMP for square in found.squares() for roll in reach(scene.game, 0).rolls(square))


# --- Side Step ------------------------------------------------------------------------------------------------------


@skill("Side Step")
def test_a_side_stepper_chooses_where_it_is_pushed_even_if_it_falls() -> None:
    scene = duel({}, {"skills": ["Side Step"]})
    scene.play("activate A", "declare block b", "push (2,1)", "stay", dice=["block POW", "2D6 1+2"])
    assert (scene.square("b"), scene.status("b")) == ((2, 1), "prone")


@skill("Side Step")
def test_a_side_step_saves_from_the_wall_but_needs_a_free_square_and_a_zone() -> None:
    picture = """
        ####
        .Ab#
        ####
    """
    scene = Scene(
        picture.replace("####\n", "#..#\n", 1), {"A": home(), "b": away(skills=["Side Step"])}, edition="stockbowl"
    )
    scene.play("activate A", "declare block b", "push (1,0)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (1, 0)
    scene = Scene(picture, {"A": home(), "b": away(skills=["Side Step"])}, edition="stockbowl")
    scene.play("activate A", "declare block b", dice=["block PUSH", "2D6 1+2"])
    assert scene.square("b") == (2, 1)  # the wall it is
    scene = duel({}, {"skills": ["Side Step"], "zone": False})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "home"


# --- Sneaky Git -----------------------------------------------------------------------------------------------------


def foul(skills: list[str], dice: list[str]) -> Scene:
    scene = duel({"skills": skills}, {"status": "prone"})
    return scene.play("activate A", "declare foul b", "foul b", dice=dice)


@skill("Sneaky Git")
def test_a_double_that_does_not_break_armour_is_overlooked() -> None:
    assert foul(["Sneaky Git"], ["2D6 2+2"]).status("A") == "standing"
    assert foul([], ["2D6 2+2"]).status("A") == "sent-off"


@skill("Sneaky Git")
def test_a_double_that_breaks_armour_is_seen_and_so_is_one_of_the_injury() -> None:
    assert foul(["Sneaky Git"], ["2D6 5+5", "2D6 1+2"]).status("A") == "sent-off"
    assert foul(["Sneaky Git"], ["2D6 5+4", "2D6 2+2"]).status("A") == "sent-off"


# --- Sprint, Sure Feet ----------------------------------------------------------------------------------------------


@skill("Sprint")
@pytest.mark.parametrize(("skills", "squares"), [(["Sprint"], 4), ([], 3)])
def test_a_sprinter_goes_for_it_three_times(skills: list[str], squares: int) -> None:
    scene = Scene("A......b", {"A": home(movement=1, skills=skills), "b": away()}, edition="stockbowl")
    scene.play("activate A", *["step e"] * squares, dice=["D6 2"] * (squares - 1))
    assert scene.square("A") == (squares, 0)
    assert not scene.offered("step e")


@skill("Sprint")
def test_a_sprinter_has_no_more_movement_of_the_safe_kind() -> None:
    scene = Scene("A......b", {"A": home(movement=1, skills=["Sprint"]), "b": away()}, edition="stockbowl")
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 1+2"])
    assert scene.turnover == "TURNOVER_FALL"


@skill("Sure Feet")
def test_sure_feet_go_for_it_again_once_a_turn() -> None:
    legend = {"A": home(movement=1, skills=["Sure Feet"]), "b": away()}
    scene = Scene("A......b", legend, edition="stockbowl")
    scene.play("activate A", "step e", "step e", "reroll skill", dice=["D6 1", "D6 2"])
    assert scene.status("A") == "standing"
    scene.play("step e", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Sure Feet")
def test_sure_feet_do_not_dodge_again() -> None:
    scene = duel({"skills": ["Sure Feet"]}, {})
    scene.play("activate A", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"
