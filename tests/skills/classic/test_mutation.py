"""Mutations as the older family of rules reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
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


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind needed."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Big Hand -------------------------------------------------------------------------------------------------------


@skill("Big Hand")
@pytest.mark.parametrize(("skills", "face"), [(["Big Hand"], 3), ([], 4)])
def test_a_big_hand_picks_up_without_minding_zones(skills: list[str], face: int) -> None:
    scene = Scene("A..b", {"A": home(agility=4, skills=skills), "b": away()}, ball=(2, 0), edition="stockbowl")
    scene.play("activate A", "step e", "step e", dice=["D6 6"])
    assert (needed(scene, int(clauses.PICK_UP)), scene.ball) == (face, "A")


@skill("Big Hand")
def test_a_big_hand_minds_zones_when_it_catches() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4, skills=["Big Hand"]), "b": away()}
    scene = Scene("A..Cb", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.CATCH)) == 4


# --- Claw -----------------------------------------------------------------------------------------------------------


def strike(skills: list[str], *answers: str, dice: list[str], armour: int = 10) -> Scene:
    scene = duel({"skills": skills}, {"armour": armour})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", *answers, dice=["block POW", *dice])
    return scene


@skill("Claw")
@pytest.mark.parametrize("name", ["Claw", "Claws"])
def test_a_claw_breaks_any_armour_with_an_eight(name: str) -> None:
    assert strike([name], dice=["2D6 4+4", "2D6 1+2"]).status("b") == "stunned"
    assert strike([name], dice=["2D6 3+4"]).status("b") == "prone"
    assert strike([], dice=["2D6 4+4"]).status("b") == "prone"


@skill("Claw", "Mighty Blow")
def test_the_eight_of_a_claw_counts_after_modifiers() -> None:
    scene = strike(["Claw", "Mighty Blow"], "use HITS_HARDER A", dice=["2D6 3+4", "2D6 3+4"])
    assert scene.status("b") == "stunned"  # and nothing is left for the injury
    scene = strike(["Claw", "Mighty Blow"], dice=["2D6 4+4", "2D6 3+4"])
    assert scene.status("b") == "knocked-out"


@skill("Claw")
def test_a_claw_is_no_use_against_light_armour_or_in_a_foul() -> None:
    assert strike(["Claw"], dice=["2D6 3+4", "2D6 1+2"], armour=7).status("b") == "stunned"
    assert strike(["Claw"], dice=["2D6 3+3"], armour=7).status("b") == "prone"
    scene = duel({"skills": ["Claw"]}, {"armour": 10, "status": "prone"})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 5+3"])
    assert scene.status("b") == "prone"


# --- Disturbing Presence --------------------------------------------------------------------------------------------


def disturbed_pass(*disturbers: dict[str, Any]) -> Scene:
    """A throws over b to C, six squares away; disturbers stand two rows below."""
    picture = """
        A..b..C.
        ........
        ........
        ........
        ........
    """
    legend = {"A": home(agility=4), "b": away(agility=4), "C": home(agility=4), "D": home(at=(7, 4))}
    for number, facts in enumerate(disturbers):
        legend["pqr"[number]] = away(**{"skills": ["Disturbing Presence"], "at": (number, 3), **facts})
    scene = Scene(picture, legend, ball="A", edition="stockbowl")
    return scene.play("activate A", "declare pass", "aim", "throw (6,0)")


@skill("Disturbing Presence")
@pytest.mark.parametrize(("count", "face"), [(0, 4), (1, 5), (2, 6)])
def test_each_disturbing_presence_within_three_squares_counts(count: int, face: int) -> None:
    scene = disturbed_pass(*[{}] * count)
    scene.play("decline", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.PASS)) == face


@skill("Disturbing Presence")
def test_a_presence_disturbs_from_the_ground_but_not_its_own_side() -> None:
    scene = disturbed_pass({"status": "stunned"})
    scene.play("decline", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.PASS)) == 5
    scene = disturbed_pass({"at": (3, 3)})
    scene.play("interfere b", dice=["D6 6"])
    assert needed(scene, int(clauses.INTERFERE)) == 6  # 4+ at -2, disturbed or not
    assert scene.game.modified == 4


@skill("Disturbing Presence")
def test_interceptors_and_catchers_are_disturbed_too_and_nobody_four_squares_away() -> None:
    picture = """
        ..A..b..C.
        ..........
        ..........
        ..........
        ..........
    """
    legend = {
        "A": home(agility=4),
        "C": home(agility=4),
        "b": away(agility=3),
        "D": home(at=(4, 3), skills=["Disturbing Presence"]),
    }
    scene = Scene(picture, legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (8,0)", "interfere b", dice=["D6 5", "D6 6", "D6 6"])
    assert scene.ball == "C"  # 3+ at -2 is 5+, and 6+ when disturbed
    for square, face in (((8, 3), 4), ((8, 4), 3)):
        legend = {"A": home(agility=4), "C": home(agility=4), "b": away(at=square, skills=["Disturbing Presence"])}
        scene = Scene(picture.replace("b", "."), legend, ball="A", edition="stockbowl")
        scene.play("activate A", "declare pass", "aim", "throw (8,0)", dice=["D6 6", "D6 6"])
        assert needed(scene, int(clauses.CATCH)) == face


# --- Extra Arms -----------------------------------------------------------------------------------------------------


@skill("Extra Arms")
def test_extra_arms_pick_up_catch_and_intercept_better() -> None:
    scene = Scene(
        "A.b", {"A": home(agility=5, skills=["Extra Arms"]), "b": away(zone=False)}, ball=(1, 0), edition="stockbowl"
    )
    scene.play("activate A", "step e", dice=["D6 3"])
    assert (needed(scene, int(clauses.PICK_UP)), scene.ball) == (3, "A")
    legend = {
        "A": home(agility=4),
        "C": home(agility=4, skills=["Extra Arms"]),
        "b": away(agility=3, skills=["Extra Arms"]),
    }
    scene = Scene("A..b..C", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", "decline", dice=["D6 6", "D6 2"])
    assert (needed(scene, int(clauses.CATCH)), scene.ball) == (2, "C")
    scene = Scene("A..b..C", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", "interfere b", dice=["D6 4"])
    assert (needed(scene, int(clauses.INTERFERE)), scene.ball) == (4, "b")


@skill("Extra Arms")
def test_extra_arms_throw_no_better() -> None:
    scene = Scene("A..C", {"A": home(agility=4, skills=["Extra Arms"]), "C": home()}, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.PASS)) == 3


# --- Foul Appearance ------------------------------------------------------------------------------------------------


@skill("Foul Appearance")
def test_a_one_wastes_the_block_and_is_no_turnover() -> None:
    scene = duel({}, {"skills": ["Foul Appearance"]})
    scene.play("activate A", "declare block b", dice=["D6 1"])
    assert (scene.turnover, len(scene.events("block dice rolled"))) == ("", 0)
    scene = duel({}, {"skills": ["Foul Appearance"]})
    scene.play("activate A", "declare block b", dice=["D6 2", "block PUSH"])
    assert len(scene.events("block dice rolled")) == 1


@skill("Foul Appearance", "Frenzy")
def test_every_block_of_a_frenzy_has_to_bear_the_sight() -> None:
    scene = duel({"skills": ["Frenzy"]}, {"skills": ["Foul Appearance"]})
    scene.play("activate A", "declare block b", "push (4,2)", dice=["D6 2", "block PUSH", "D6 1"])
    assert len(scene.events("block dice rolled")) == 1


@skill("Foul Appearance")
def test_nobody_is_repelled_by_a_player_without_a_zone_or_by_its_foul() -> None:
    scene = duel({}, {"skills": ["Foul Appearance"], "zone": False})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert len(scene.events("block dice rolled")) == 1
    scene = duel({}, {"skills": ["Foul Appearance"], "status": "prone"})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 1+2"])
    assert scene.status("b") == "prone"


# --- Horns ----------------------------------------------------------------------------------------------------------


@skill("Horns")
@pytest.mark.parametrize(("steps", "dice"), [(["step n"], "block PUSH PUSH"), ([], "block PUSH")])
def test_horns_need_a_square_of_movement_in_a_blitz(steps: list[str], dice: str) -> None:
    scene = duel({"skills": ["Horns"]}, {})
    dodge = ["D6 6"] if steps else []
    scene.play("activate A", "declare blitz b", *steps, "block b", dice=[*dodge, dice])
    assert len(scene.events("block dice rolled")) == 1


@skill("Horns")
def test_standing_up_is_no_run_and_a_block_action_no_charge() -> None:
    scene = duel({"skills": ["Horns"], "status": "prone"}, {})
    scene.play("activate A", "declare blitz b", "stand up", "block b", dice=["block PUSH"])
    scene = duel({"skills": ["Horns"]}, {})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert int(scene.events("block dice rolled")[0].d) == 1


@skill("Horns", "Frenzy")
def test_horns_count_for_the_second_block_of_a_frenzy_too() -> None:
    scene = duel({"skills": ["Horns", "Frenzy"]}, {})
    scene.play("activate A", "declare blitz b", "step n", "block b", dice=["D6 6", "block PUSH PUSH"])
    scene.play("push (4,3)", dice=["block PUSH PUSH"])
    assert [int(event.d) for event in scene.events("block dice rolled")] == [2, 2]


# --- Prehensile Tail ------------------------------------------------------------------------------------------------


@skill("Prehensile Tail")
@pytest.mark.parametrize(("others", "face"), [(0, 4), (1, 5), (2, 6)])
def test_every_tail_beside_the_square_left_makes_a_dodge_harder(others: int, face: int) -> None:
    tail = ["Prehensile Tail"]
    legend = {"A": home(agility=4), "b": away(skills=tail)}
    for number in range(others):
        legend["cd"[number]] = away(at=(3, 1 + 2 * number), skills=tail)
    scene = Scene(HALL, legend, edition="stockbowl")
    scene.play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == face


@skill("Prehensile Tail")
def test_a_tail_does_nothing_at_the_square_entered_or_without_a_zone() -> None:
    legend = {"A": home(agility=4), "b": away(), "c": away(at=(0, 2), skills=["Prehensile Tail"])}
    scene = Scene(HALL, legend, edition="stockbowl")
    scene.play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == 4  # +1, -1 for c
    legend = {"A": home(agility=4), "b": away(), "c": away(at=(3, 1), skills=["Prehensile Tail"], zone=False)}
    scene = Scene(HALL, legend, edition="stockbowl")
    scene.play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == 3


# --- Tentacles ------------------------------------------------------------------------------------------------------


@skill("Tentacles")
@pytest.mark.parametrize(("dice", "held"), [("2D6 2+3", True), ("2D6 3+3", False)])
def test_the_one_who_is_held_rolls_two_dice_to_escape(dice: str, held: bool) -> None:
    scene = duel({}, {"skills": ["Tentacles"]})
    scene.play("activate A", "step w", "use HOLDS_BACK b", dice=[dice] if held else [dice, "D6 6"])
    assert scene.square("A") == ((2, 2) if held else (1, 2))


@skill("Tentacles")
@pytest.mark.parametrize(
    ("strength", "dice", "held"), [(5, "2D6 2+1", True), (5, "2D6 2+2", False), (2, "2D6 3+3", True)]
)
def test_strength_counts_for_and_against_the_holder(strength: int, dice: str, held: bool) -> None:
    scene = duel({"strength": strength}, {"skills": ["Tentacles"]})
    scene.play("activate A", "step w", "use HOLDS_BACK b", dice=[dice] if held else [dice, "D6 6"])
    assert (scene.square("A") == (2, 2)) == held


@skill("Tentacles")
def test_whoever_is_held_has_ended_its_action() -> None:
    scene = duel({}, {"skills": ["Tentacles"]}, ball="A")
    scene.play("activate A", "declare pass", "step w", "use HOLDS_BACK b", dice=["2D6 1+1"])
    assert scene.turnover == ""
    assert scene.options()[0].startswith("activate Z")


@skill("Tentacles", "Leap")
def test_tentacles_hold_a_leaper_and_a_team_reroll_helps_it() -> None:
    scene = duel({"skills": ["Leap"]}, {"skills": ["Tentacles"]}, rerolls=(1, 0))
    scene.play("activate A", "declare move", "jump (0,2)", "use HOLDS_BACK b", dice=["2D6 1+1"])
    assert (scene.asked, scene.options()) == ("home", ["accept", "reroll team"])
    scene.play("reroll team", dice=["2D6 3+3", "D6 6"])
    assert scene.square("A") == (0, 2)


@skill("Tentacles")
def test_tentacles_may_be_left_alone_and_need_a_zone() -> None:
    scene = duel({}, {"skills": ["Tentacles"]})
    scene.play("activate A", "step w", "decline", dice=["D6 6"])
    assert scene.square("A") == (1, 2)
    scene = duel({}, {"skills": ["Tentacles"], "zone": False})
    scene.play("activate A", "step w")
    assert scene.square("A") == (1, 2)


# --- Two Heads ------------------------------------------------------------------------------------------------------


@skill("Two Heads")
@pytest.mark.parametrize(("skills", "face"), [(["Two Heads"], 2), ([], 3)])
def test_two_heads_dodge_better(skills: list[str], face: int) -> None:
    scene = duel({"skills": skills}, {})
    scene.play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == face


@skill("Two Heads")
def test_two_heads_go_for_it_no_better_and_a_one_still_fails() -> None:
    scene = duel({"skills": ["Two Heads"], "agility": 2}, {})
    scene.play("activate A", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"
    scene = Scene("A....b", {"A": home(movement=1, skills=["Two Heads"]), "b": away()}, edition="stockbowl")
    scene.play("activate A", "step e", "step e", dice=["D6 2"])
    assert needed(scene, int(clauses.RUSH)) == 2


# --- Very Long Legs -------------------------------------------------------------------------------------------------


@skill("Very Long Legs")
@pytest.mark.parametrize(("skills", "face"), [(["Very Long Legs"], 4), ([], 5)])
def test_very_long_legs_intercept_better(skills: list[str], face: int) -> None:
    legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=3, skills=skills)}
    scene = Scene("A..b..C", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", "interfere b", dice=["D6 6"])
    assert needed(scene, int(clauses.INTERFERE)) == face


@skill("Very Long Legs")
def test_very_long_legs_dodge_and_catch_no_better() -> None:
    scene = duel({"skills": ["Very Long Legs"]}, {})
    scene.play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == 3
    legend = {"A": home(agility=4), "C": home(agility=4, skills=["Very Long Legs"])}
    scene = Scene("A..C", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.CATCH)) == 3
