"""`optional_skills=asked`: wherever declining a skill can be of use, its coach is asked."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.editions import EditionError, build
from dungeonbowl.editions.registry import settings
from dungeonbowl.scenes.scene import Scene, away, home

ASKED = "official(optional_skills=asked)"
HALL = """
    ........
    ........
    ..Ab....
    ........
    ........
"""
BRINK = """
    .....F
    ...D.F
    ..Ab.F
    .....F
    .....F
"""
FELLED = ("activate A", "declare block b", "push (4,2)", "stay")


def felled(blocker: list[str], target: dict[str, Any], *dice: str, edition: str = ASKED) -> Scene:
    """A has knocked b down; the dice are those of armour and what follows."""
    legend = {"A": home(skills=blocker), "b": away(**target), "z": away(at=(7, 0)), "Z": home(at=(0, 4))}
    return Scene(HALL, legend, edition=edition).play(*FELLED, dice=["block POW", *dice])


# --- the option ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite"])
def test_every_edition_has_the_option_and_skills_are_used_without_it(edition: str) -> None:
    assert settings(edition)["optional_skills"] == "used"
    assert not build(edition).tables.skills_asked
    assert build(f"{edition}(optional_skills=used)").edition == edition
    asked = build(f"{edition}(optional_skills=asked)")
    assert asked.tables.skills_asked
    assert asked.edition == f"{edition}(optional_skills=asked)"
    assert settings(asked.edition)["optional_skills"] == "asked"
    with pytest.raises(EditionError, match="expected used or asked"):
        build(f"{edition}(optional_skills=maybe)")


# --- Dodge ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-BLOCK-07", "O-PUSH-03")
@pytest.mark.skill("Dodge")
def test_who_declines_to_dodge_lies_before_the_chasm_and_is_not_pushed_into_it() -> None:
    """b is pushed to the brink. On its feet there it is D's next victim; lying it cannot be blocked at all."""
    legend = {"A": home(), "D": home(strength=4), "b": away(strength=4, skills=["Dodge"]), "z": away(at=(0, 4))}
    scene = Scene(BRINK, legend, edition=ASKED)
    scene.play("activate A", "declare block b", dice=["block STUMBLE"])
    assert scene.asked == "away"
    assert scene.options() == ["use Dodge b", "decline"]
    scene.play("use Dodge b", "push (4,2)", "stay")
    assert scene.told("skill used", "b")
    scene.play("activate D", "declare block b", "push (5,3)", "stay", dice=["block PUSH", "D16 1"])
    assert scene.status("b") == "casualty"
    spared = Scene(BRINK, legend, edition=ASKED)
    spared.play("activate A", "declare block b", "decline", "push (4,2)", "stay", dice=["block STUMBLE", "2D6 1+1"])
    assert (spared.square("b"), spared.status("b")) == ((4, 2), "prone")
    assert not spared.told("skill used", "b")
    spared.play("activate D")
    assert not spared.offered("declare block b")


@pytest.mark.rule("O-BLOCK-07")
@pytest.mark.skill("Dodge", "Tackle")
def test_nobody_is_asked_about_a_dodge_that_a_tackle_forbids_or_that_nobody_has() -> None:
    for mine, theirs in ((["Tackle"], ["Dodge"]), ([], [])):
        scene = Scene(HALL, {"A": home(skills=mine), "b": away(skills=theirs)}, edition=ASKED)
        scene.play(*FELLED, dice=["block STUMBLE", "2D6 1+1"])
        assert scene.status("b") == "prone"


# --- Block ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-BLOCK-05")
@pytest.mark.skill("Block")
def test_who_declines_to_block_lies_before_the_chasm_and_is_not_pushed_into_it() -> None:
    brink = BRINK.replace("Ab.F", ".AbF")
    legend = {
        "A": home(skills=["Block"]),
        "D": home(strength=4),
        "b": away(strength=4, skills=["Block"]),
        "z": away(at=(0, 4)),
    }
    scene = Scene(brink, legend, edition=ASKED)
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN"])
    assert (scene.asked, scene.options()) == ("home", ["use Block A", "decline"])
    scene.play("use Block A")
    assert (scene.asked, scene.options()) == ("away", ["use Block b", "decline"])
    scene.play("decline", dice=["2D6 1+1"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")
    assert scene.turnover == ""
    scene.play("activate D")
    assert not scene.offered("declare block b")
    scene = Scene(brink, legend, edition=ASKED)
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN"])
    scene.play("use Block A", "use Block b")
    scene.play("activate D", "declare block b", "push (5,3)", "stay", dice=["block PUSH PUSH", "D16 1"])
    assert scene.status("b") == "casualty"


@pytest.mark.rule("O-BLOCK-05", "O-BLOCK-09", "O-TO-02")
@pytest.mark.skill("Block")
def test_a_blocker_may_go_down_with_its_target() -> None:
    scene = Scene(HALL, {"A": home(skills=["Block"]), "b": away()}, edition=ASKED)
    scene.play("activate A", "declare block b", "decline", dice=["block BOTH-DOWN", "2D6 1+1", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")
    assert scene.turnover != ""


@pytest.mark.rule("O-BLOCK-05")
@pytest.mark.skill("Block", "Wrestle")
def test_wrestling_comes_before_the_question_about_block() -> None:
    scene = Scene(HALL, {"A": home(skills=["Block"]), "b": away(skills=["Wrestle"])}, edition=ASKED)
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN"])
    assert scene.options() == ["use Wrestle b", "decline"]
    scene.play("decline")
    assert scene.options() == ["use Block A", "decline"]


# --- Mighty Blow and its relatives -----------------------------------------------------------------------------------


@pytest.mark.rule("O-INJ-02")
@pytest.mark.skill("Mighty Blow")
def test_a_mighty_blow_that_would_break_the_armour_may_be_declined() -> None:
    scene = felled(["Mighty Blow"], {"armour": 9}, "2D6 4+4")
    assert (scene.asked, scene.options()) == ("home", ["use Mighty Blow A", "decline"])
    scene.play("decline")
    assert scene.status("b") == "prone"  # it stays where it lies, and in the way of its friends
    scene = felled(["Mighty Blow"], {"armour": 9}, "2D6 4+4").play("use Mighty Blow A", dice=["2D6 3+4"])
    assert scene.status("b") == "stunned"  # 7: it is spent, and nobody is asked again


@pytest.mark.rule("O-INJ-03")
@pytest.mark.skill("Mighty Blow")
@pytest.mark.parametrize(
    ("injury", "without", "with_it"), [("3+4", "stunned", "knocked-out"), ("4+5", "knocked-out", "casualty")]
)
def test_a_mighty_blow_kept_for_the_injury_is_asked_about_where_it_changes_the_result(
    injury: str, without: str, with_it: str
) -> None:
    kept = felled(["Mighty Blow"], {"armour": 9}, "2D6 5+4", f"2D6 {injury}")
    assert kept.options() == ["use Mighty Blow A", "decline"]
    assert kept.play("decline").status("b") == without
    used = felled(["Mighty Blow"], {"armour": 9}, "2D6 5+4", f"2D6 {injury}")
    used.play("use Mighty Blow A", dice=["D16 1"] if with_it == "casualty" else [])
    assert used.status("b") == with_it


@pytest.mark.rule("O-INJ-02", "O-INJ-03")
@pytest.mark.skill("Mighty Blow")
@pytest.mark.parametrize("dice", [("2D6 3+4",), ("2D6 5+4", "2D6 2+2"), ("2D6 5+4", "2D6 4+4")])
def test_nobody_is_asked_about_a_mighty_blow_that_makes_no_difference(dice: tuple[str, ...]) -> None:
    scene = felled(["Mighty Blow"], {"armour": 9}, *dice)
    assert not scene.offered("decline")


@pytest.mark.rule("O-INJ-02")
@pytest.mark.skill("Claws", "Mighty Blow")
def test_claws_are_asked_about_first_and_without_them_the_mighty_blow_is_left_for_the_injury() -> None:
    scene = felled(["Claws", "Mighty Blow"], {"armour": 9}, "2D6 4+4")
    assert scene.options() == ["use Claws A", "decline"]
    scene.play("use Claws A", dice=["2D6 3+4"])
    assert scene.play("use Mighty Blow A").status("b") == "knocked-out"
    scene = felled(["Claws", "Mighty Blow"], {"armour": 9}, "2D6 4+4").play("decline")
    assert scene.options() == ["use Mighty Blow A", "decline"]
    assert scene.play("decline").status("b") == "prone"


@pytest.mark.rule("O-FOUL-03")
@pytest.mark.skill("Dirty Player")
def test_a_dirty_player_may_kick_softly() -> None:
    legend = {"A": home(skills=["Dirty Player (+2)"]), "b": away(status="prone", armour=9), "z": away(at=(7, 0))}
    scene = Scene(HALL, legend, edition=ASKED)
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 3+4"])
    assert scene.options() == ["use Dirty Player A", "decline"]
    scene.play("decline")
    assert scene.status("b") == "prone"


@pytest.mark.rule("O-INJ-02")
@pytest.mark.skill("Arm Bar")
def test_an_arm_bar_is_the_other_coachs_to_use() -> None:
    scene = Scene("bA..", {"A": home(armour=9), "b": away(skills=["Arm Bar"])}, edition=ASKED)
    scene.play("activate A", "step e", dice=["D6 1", "2D6 4+4"])
    assert (scene.asked, scene.options()) == ("away", ["use Arm Bar b", "decline"])
    scene.play("decline")
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-INJ-01")
@pytest.mark.skill("Animal Savagery", "Mighty Blow")
def test_what_a_savage_does_to_its_team_mate_the_opponent_decides() -> None:
    legend = {"A": home(skills=["Animal Savagery", "Mighty Blow"]), "C": home(armour=9), "b": away()}
    scene = Scene("CA...b", legend, edition=ASKED)
    scene.play("activate A", "declare move", dice=["D6 1", "2D6 4+4"])
    assert (scene.asked, scene.options()) == ("away", ["use Mighty Blow A", "decline"])


@pytest.mark.rule("O-WIZ-05")
def test_the_caster_may_spare_whom_his_fire_has_hit() -> None:
    legend = {"A": home(), "b": away(armour=9)}
    scene = Scene("A....b", legend, edition=ASKED, wizards=("fire", ""), to_move="away")
    scene.play("cast at (5,0)", dice=["D6 4", "2D6 4+4"])
    assert (scene.asked, scene.options()) == ("home", ["use SPELL_FORCE b", "decline"])
    scene.play("decline")
    assert scene.status("b") == "prone"


# --- others ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-02")
@pytest.mark.skill("Break Tackle")
def test_a_dodge_that_strength_would_save_may_be_left_to_fail() -> None:
    legend = {"A": home(agility=4, skills=["Break Tackle"]), "D": home(), "b": away()}
    scene = Scene("bA..D", legend, edition=ASKED).play("activate A", "step e", dice=["D6 3"])
    assert scene.options() == ["use Break Tackle A", "decline"]
    scene.play("use Break Tackle A")
    assert scene.status("A") == "standing"
    scene = Scene("bA..D", legend, edition=ASKED)
    scene.play("activate A", "step e", "decline", dice=["D6 3", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert not scene.told("skill used", "A")


@pytest.mark.rule("O-MOVE-02")
@pytest.mark.skill("Break Tackle", "Diving Tackle")
@pytest.mark.parametrize("breaks", [True, False])
def test_strength_is_asked_about_after_a_dive_too(breaks: bool) -> None:
    legend = {
        "A": home(agility=3, strength=5, skills=["Break Tackle"]),
        "D": home(),
        "b": away(skills=["Diving Tackle"]),
    }
    scene = Scene("bA..D", legend, edition=ASKED)
    scene.play("activate A", "step e", "use TRIPS_DODGERS b", dice=["D6 3"])
    assert (scene.asked, scene.options()) == ("home", ["use Break Tackle A", "decline"])
    scene.play("use Break Tackle A" if breaks else "decline", dice=[] if breaks else ["2D6 1+1"])
    assert scene.status("A") == ("standing" if breaks else "prone")


@pytest.mark.skill("Pick-me-up")
def test_who_could_be_picked_up_may_stay_down() -> None:
    legend = {"A": home(skills=["Pick-me-up"]), "C": home(status="prone"), "b": away()}
    scene = Scene("A.C...b", legend, edition=ASKED, to_move="away").play("end turn", dice=["D6 5"])
    assert (scene.asked, scene.options()) == ("home", ["use Pick-me-up C", "decline"])
    assert scene.play("decline").status("C") == "prone"
    scene = Scene("A.C...b", legend, edition=ASKED, to_move="away").play("end turn", dice=["D6 5"])
    assert scene.play("use Pick-me-up C").status("C") == "standing"


# --- StockBowl -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-BASE-16")
@pytest.mark.skill("Mighty Blow", edition="stockbowl")
def test_in_stockbowl_the_injury_is_asked_about_too() -> None:
    scene = felled(["Mighty Blow"], {"armour": 9}, "2D6 5+4", "2D6 3+4", edition="stockbowl(optional_skills=asked)")
    assert scene.options() == ["use Mighty Blow A", "decline"]
    assert scene.play("decline").status("b") == "stunned"


@pytest.mark.rule("S-BASE-11")
@pytest.mark.skill("Dodge", "Block", edition="stockbowl")
def test_in_stockbowl_dodge_and_block_are_asked_about() -> None:
    edition = "stockbowl(optional_skills=asked)"
    scene = Scene(HALL, {"A": home(), "b": away(skills=["Dodge", "Block"])}, edition=edition)
    scene.play("activate A", "declare block b", dice=["block STUMBLE"])
    assert scene.options() == ["use Dodge b", "decline"]
    scene = Scene(HALL, {"A": home(), "b": away(skills=["Dodge", "Block"])}, edition=edition)
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN"])
    assert scene.options() == ["use Block b", "decline"]


@pytest.mark.rule("S-BOLT-02")
@pytest.mark.parametrize("dice", [("2D6 4+4", "2D6 4+3"), ("2D6 5+4", "2D6 4+3")])
def test_what_an_explosion_adds_is_nobodys_to_choose(dice: tuple[str, str]) -> None:
    """Once it breaks the armour, once it knocks out: nobody is asked, and no die is left over."""
    legend = {"A": home(armour=9), "y": home(at=(6, 1)), "z": away(at=(0, 1))}
    scene = Scene(
        "..A$...\n.......",
        legend,
        edition="stockbowl(optional_skills=asked)",
        ball="y",
        modules={"items": {"hidden": 0}},
    )
    scene.play("activate A", "declare move", "step e", dice=list(dice))
    assert scene.told("injured", "A")
