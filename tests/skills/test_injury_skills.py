"""Skills of those who hurt and of those who are hurt."""

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
POW = ("activate A", "declare block b", "push (4,2)", "stay")


def felled(blocker: list[str], target: dict[str, Any], *dice: str, **facts: Any) -> Scene:
    """A has knocked b down; the dice are those of armour and what follows."""
    legend = {"A": home(skills=blocker), "b": away(**target), "z": away(at=(7, 0)), "Z": home(at=(0, 4))}
    scene = Scene(HALL, legend, **facts)
    return scene.play(*POW, dice=["block POW", *dice])


# --- Mighty Blow ----------------------------------------------------------------------------------------------------


@pytest.mark.skill("Mighty Blow")
@pytest.mark.parametrize(
    ("skill", "dice"), [("Mighty Blow", "4+4"), ("Mighty Blow (+1)", "5+3"), ("Mighty Blow (+2)", "4+3")]
)
def test_a_mighty_blow_breaks_armour_by_its_number(skill: str, dice: str) -> None:
    scene = felled([skill], {"armour": 9}, f"2D6 {dice}", "2D6 4+4")
    assert scene.status("b") == "knocked-out"  # 8, and nothing more is added


@pytest.mark.skill("Mighty Blow")
def test_what_the_armour_did_not_need_is_added_to_the_injury() -> None:
    scene = felled(["Mighty Blow (+2)"], {"armour": 9}, "2D6 5+4", "2D6 3+3")
    assert scene.status("b") == "knocked-out"  # 6 + 2


@pytest.mark.skill("Mighty Blow")
def test_a_mighty_blow_that_is_not_enough_is_nothing() -> None:
    scene = felled(["Mighty Blow (+1)"], {"armour": 9}, "2D6 4+3")
    assert scene.status("b") == "prone"


@pytest.mark.skill("Mighty Blow")
@pytest.mark.rule("O-PUSH-11")
def test_no_mighty_blow_through_a_wall_and_none_of_a_target() -> None:
    scene = Scene("Ab", {"A": home(skills=["Mighty Blow"]), "b": away(armour=9)})
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 4", "2D6 4+4"])
    assert scene.status("b") == "prone"
    scene = Scene("Ab.", {"A": home(armour=9), "b": away(skills=["Mighty Blow"])})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 4+4"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Mighty Blow")
@pytest.mark.rule("O-TEST-07")
def test_a_blocker_that_goes_down_too_strikes_no_mighty_blow() -> None:
    scene = Scene("Ab.", {"A": home(skills=["Mighty Blow"]), "b": away(armour=9)})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 4+4", "2D6 1+2"])
    assert scene.status("b") == "prone"


@pytest.mark.skill("Mighty Blow", "Regeneration")
def test_a_coach_may_leave_it_at_a_knock_out_where_a_casualty_may_come_back() -> None:
    scene = felled(["Mighty Blow"], {"armour": 9, "skills": ["Regeneration"]}, "2D6 5+4", "2D6 5+4")
    assert scene.asked == "home"
    assert scene.options() == ["use Mighty Blow A", "decline"]
    scene.play("decline")
    assert scene.status("b") == "knocked-out"
    scene = felled(["Mighty Blow"], {"armour": 9, "skills": ["Regeneration"]}, "2D6 5+4", "2D6 5+4")
    scene.play("use HITS_HARDER A", dice=["D16 3", "D6 1"])
    assert scene.status("b") == "casualty"


# --- Claws ----------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Claws")
def test_claws_break_any_armour_on_an_unmodified_eight() -> None:
    scene = felled(["Claws"], {"armour": 11}, "2D6 4+4", "2D6 1+2")
    assert scene.status("b") == "stunned"
    scene = felled(["Claws"], {"armour": 11}, "2D6 4+3")
    assert scene.status("b") == "prone"


@pytest.mark.skill("Claws")
def test_claws_make_no_armour_better() -> None:
    scene = felled(["Claws"], {"armour": 7}, "2D6 4+3", "2D6 1+2")
    assert scene.status("b") == "stunned"


@pytest.mark.skill("Claws", "Mighty Blow")
def test_a_mighty_blow_does_not_help_claws_but_the_injury_after_them() -> None:
    scene = felled(["Claws", "Mighty Blow"], {"armour": 11}, "2D6 4+3")  # 8 with the blow, but not unmodified
    assert scene.status("b") == "prone"
    scene = felled(["Claws", "Mighty Blow"], {"armour": 11}, "2D6 4+4", "2D6 4+3")
    assert scene.status("b") == "knocked-out"  # 7 + 1


@pytest.mark.skill("Claws")
@pytest.mark.rule("O-ROOM-03")
def test_claws_do_not_mind_what_else_is_added() -> None:
    scene = felled(["Claws"], {"armour": 11}, "2D6 4+3", rooms=[("Armoury", [0, 0, 8, 5])])
    assert scene.status("b") == "prone"


@pytest.mark.skill("Claws")
def test_no_claws_in_a_foul() -> None:
    scene = Scene("Ab..z", {"A": home(skills=["Claws"]), "b": away(status="prone", armour=11), "z": away()})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 5+4"])
    assert scene.status("b") == "prone"


# --- Iron Hard Skin -------------------------------------------------------------------------------------------------


@pytest.mark.skill("Iron Hard Skin", "Claws")
@pytest.mark.rule("O-INJ-12")
def test_claws_do_nothing_to_an_iron_hide() -> None:
    scene = felled(["Claws"], {"armour": 11, "skills": ["Iron Hard Skin"]}, "2D6 5+5")
    assert scene.status("b") == "prone"


@pytest.mark.skill("Iron Hard Skin", "Mighty Blow")
@pytest.mark.rule("O-INJ-12")
def test_an_iron_hide_bears_a_mighty_blow_but_not_in_the_injury() -> None:
    scene = felled(["Mighty Blow"], {"armour": 9, "skills": ["Iron Hard Skin"]}, "2D6 4+4")
    assert scene.status("b") == "prone"
    scene = felled(["Mighty Blow"], {"armour": 9, "skills": ["Iron Hard Skin"]}, "2D6 5+4", "2D6 4+3")
    assert scene.status("b") == "knocked-out"


@pytest.mark.skill("Iron Hard Skin", "Dirty Player")
@pytest.mark.rule("O-INJ-12")
def test_an_iron_hide_works_on_the_ground_too() -> None:
    legend = {"A": home(skills=["Dirty Player"]), "b": away(status="stunned", armour=9, skills=["Iron Hard Skin"])}
    scene = Scene("Ab..", legend)
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 5+3"])
    assert not scene.told("armour broken")


@pytest.mark.skill("Iron Hard Skin", "Mighty Blow", "Claws")
def test_as_first_printed_an_iron_hide_stops_claws_and_no_more() -> None:
    edition = "official(iron_hard_skin_2021=1)"
    hide = {"armour": 9, "skills": ["Iron Hard Skin"]}
    scene = felled(["Mighty Blow"], hide, "2D6 4+4", "2D6 1+2", edition=edition)
    assert scene.status("b") == "stunned"
    scene = felled(["Claws"], hide, "2D6 4+4", edition=edition)
    assert scene.status("b") == "prone"


# --- Thick Skull, Stunty, Titchy, Decay -----------------------------------------------------------------------------


@pytest.mark.skill("Thick Skull")
@pytest.mark.parametrize(("dice", "status"), [("4+4", "stunned"), ("5+4", "knocked-out")])
def test_a_thick_skull_is_only_stunned_by_an_eight(dice: str, status: str) -> None:
    assert felled([], {"skills": ["Thick Skull"]}, "2D6 6+6", f"2D6 {dice}").status("b") == status


@pytest.mark.skill("Thick Skull", "Mighty Blow")
def test_a_thick_skull_counts_the_modified_roll() -> None:
    assert felled(["Mighty Blow"], {"skills": ["Thick Skull"]}, "2D6 6+6", "2D6 4+3").status("b") == "stunned"
    assert felled(["Mighty Blow"], {"skills": ["Thick Skull"]}, "2D6 6+6", "2D6 4+4").status("b") == "knocked-out"


@pytest.mark.skill("Thick Skull")
def test_a_thick_skull_works_on_the_ground_and_prevents_no_casualty() -> None:
    scene = Scene("Ab..z", {"A": home(), "b": away(status="stunned", skills=["Thick Skull"]), "z": away()})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 6+5", "2D6 5+3"])
    assert scene.status("b") == "stunned"
    assert felled([], {"skills": ["Thick Skull"]}, "2D6 6+6", "2D6 6+4", "D16 1").status("b") == "casualty"


@pytest.mark.skill("Stunty", "Thick Skull")
@pytest.mark.rule("O-INJ-04")
@pytest.mark.parametrize(
    ("skills", "dice", "status"),
    [
        (["Stunty"], "4+2", "stunned"),
        (["Stunty"], "4+3", "knocked-out"),
        (["Stunty"], "5+4", "casualty"),  # badly hurt: no casualty roll
        (["Stunty", "Thick Skull"], "4+3", "stunned"),
        (["Stunty", "Thick Skull"], "5+3", "knocked-out"),
        (["Stunty", "Thick Skull"], "5+4", "casualty"),
        (["Thick Skull"], "4+3", "stunned"),
    ],
)
def test_a_small_player_is_hurt_more_easily_and_a_thick_skull_less(skills: list[str], dice: str, status: str) -> None:
    assert felled([], {"skills": skills}, "2D6 6+6", f"2D6 {dice}").status("b") == status


@pytest.mark.skill("Titchy")
def test_a_titchy_player_is_hurt_like_any_other() -> None:
    assert felled([], {"skills": ["Titchy"]}, "2D6 6+6", "2D6 4+3").status("b") == "stunned"


@pytest.mark.skill("Decay")
@pytest.mark.parametrize(("skills", "face", "row"), [(["Decay"], 6, 2), ([], 6, 1), (["Decay"], 14, 5), ([], 15, 5)])
def test_casualties_of_the_decaying_are_worse(skills: list[str], face: int, row: int) -> None:
    scene = felled([], {"skills": skills}, "2D6 6+6", "2D6 6+6", f"D16 {face}")
    assert [int(event.b) for event in scene.events("casualty suffered")] == [row]


@pytest.mark.skill("Decay")
def test_decay_changes_no_injury_roll() -> None:
    assert felled([], {"skills": ["Decay"]}, "2D6 6+6", "2D6 4+3").status("b") == "stunned"


# --- Arm Bar --------------------------------------------------------------------------------------------------------


def tripped(barrier: dict[str, Any], *dice: str, picture: str = "bA..D", moves: tuple[str, ...] = ("step e",)) -> Scene:
    scene = Scene(picture, {"A": home(armour=9), "D": home(), "b": away(**barrier)})
    return scene.play("activate A", *moves, dice=list(dice))


@pytest.mark.skill("Arm Bar")
def test_who_trips_over_an_arm_is_hurt_more() -> None:
    scene = tripped({"skills": ["Arm Bar"]}, "D6 1", "2D6 4+4", "2D6 1+2")
    assert scene.status("A") == "stunned"
    scene = tripped({"skills": ["Arm Bar"]}, "D6 1", "2D6 5+4", "2D6 4+3")  # kept for the injury
    assert scene.status("A") == "knocked-out"


@pytest.mark.skill("Arm Bar")
def test_an_arm_must_have_marked_the_square_left() -> None:
    scene = Scene("cbA..D", {"A": home(armour=9), "D": home(), "b": away(), "c": away(skills=["Arm Bar"])})
    scene.play("activate A", "step e", dice=["D6 1", "2D6 4+4"])
    assert scene.status("A") == "prone"
    scene = tripped({"skills": ["Arm Bar"], "zone": False, "status": "standing"}, picture="bA..D")
    assert scene.status("A") == "standing"  # not even a dodge


@pytest.mark.skill("Arm Bar")
def test_a_failed_rush_is_no_affair_of_an_arm() -> None:
    scene = Scene("bA..D", {"A": home(armour=9, movement=1), "D": home(), "b": away(skills=["Arm Bar"])})
    scene.play("activate A", "step e", "step e", dice=["D6 4", "D6 1", "2D6 4+4"])
    assert scene.status("A") == "prone"
    legend = {"A": home(armour=9, status="prone", movement=3), "D": home(), "b": away(skills=["Arm Bar"])}
    scene = Scene("bA..D", legend)
    scene.play(
        "activate A", "declare move", "stand up", "step e", dice=["D6 1", "2D6 4+4"]
    )  # marked, but the Rush failed
    assert scene.status("A") == "prone"


@pytest.mark.skill("Arm Bar")
def test_only_one_arm_counts_and_jumps_trip_too() -> None:
    picture = """
        bA..D
        c....
    """
    legend = {"A": home(armour=9), "D": home(), "b": away(skills=["Arm Bar"]), "c": away(skills=["Arm Bar"])}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", dice=["D6 1", "2D6 4+3"])
    assert scene.status("A") == "prone"
    legend = {"A": home(armour=9), "D": home(), "b": away(skills=["Arm Bar"]), "c": away(status="prone")}
    scene = Scene("bAc..D", legend)
    scene.play("activate A", "declare move", "jump (3,0)", dice=["D6 2", "2D6 4+4", "2D6 1+2"])
    assert scene.status("A") == "stunned"


@pytest.mark.skill("Arm Bar", "Diving Tackle")
def test_a_diver_uses_its_arm_lying_down() -> None:
    scene = Scene("bA..D", {"A": home(armour=9), "D": home(), "b": away(skills=["Arm Bar", "Diving Tackle"])})
    scene.play("activate A", "step e", "use TRIPS_DODGERS b", dice=["D6 4", "2D6 4+4", "2D6 1+2"])
    assert (scene.status("b"), scene.status("A")) == ("prone", "stunned")


@pytest.mark.skill("Arm Bar", "Iron Hard Skin")
@pytest.mark.rule("O-INJ-12")
def test_an_iron_hide_minds_no_arm() -> None:
    legend = {"A": home(armour=9, skills=["Iron Hard Skin"]), "D": home(), "b": away(skills=["Arm Bar"])}
    scene = Scene("bA..D", legend)
    scene.play("activate A", "step e", dice=["D6 1", "2D6 4+4"])
    assert scene.status("A") == "prone"
