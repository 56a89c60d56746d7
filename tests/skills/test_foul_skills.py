"""Skills of those who foul."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Scene, away, home


def foul(skills: list[str], *dice: str, more: tuple[str, ...] = (), **facts: Any) -> Scene:
    """A fouls b, who has armour 9; the dice are those of armour and what follows."""
    legend = {"A": home(skills=skills), "b": away(status="prone", armour=9), "Z": home(), "z": away()}
    scene = Scene("Ab..Zz", legend, **facts)
    return scene.play("activate A", "declare foul b", "foul b", *more, dice=list(dice))


# --- Dirty Player ---------------------------------------------------------------------------------------------------


@pytest.mark.skill("Dirty Player")
@pytest.mark.parametrize(("skill", "dice"), [("Dirty Player", "5+3"), ("Dirty Player (+2)", "4+3")])
def test_a_dirty_player_breaks_armour_by_its_number(skill: str, dice: str) -> None:
    scene = foul([skill], f"2D6 {dice}", "2D6 5+3")
    assert scene.status("b") == "knocked-out"  # 8, and nothing more is added


@pytest.mark.skill("Dirty Player")
def test_what_the_armour_did_not_need_is_added_to_the_injury() -> None:
    assert foul(["Dirty Player"], "2D6 5+4", "2D6 4+3").status("b") == "knocked-out"
    assert foul(["Dirty Player (+2)"], "2D6 5+4", "2D6 4+2").status("b") == "knocked-out"
    assert foul([], "2D6 5+4", "2D6 4+3").status("b") == "stunned"


@pytest.mark.skill("Dirty Player")
def test_a_dirty_player_blocks_like_any_other() -> None:
    scene = Scene("Ab.z", {"A": home(skills=["Dirty Player (+2)"]), "b": away(armour=9), "z": away()})
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 4+4"])
    assert scene.status("b") == "prone"


@pytest.mark.skill("Mighty Blow", "Dirty Player")
def test_a_mighty_blow_is_of_no_use_in_a_foul() -> None:
    assert foul(["Mighty Blow (+2)"], "2D6 5+3").status("b") == "prone"


# --- Sneaky Git -----------------------------------------------------------------------------------------------------


@pytest.mark.skill("Sneaky Git")
@pytest.mark.rule("O-FOUL-04")
def test_a_double_on_the_armour_of_a_sneaky_foul_is_overlooked() -> None:
    scene = foul(["Sneaky Git"], "2D6 4+4")
    assert scene.status("A") == "standing"
    assert scene.turnover == ""
    scene = foul([], "2D6 4+4", more=("decline",))
    assert scene.status("A") == "sent-off"


@pytest.mark.skill("Sneaky Git")
@pytest.mark.rule("O-FOUL-04")
def test_a_double_on_the_injury_of_a_sneaky_foul_is_seen() -> None:
    scene = foul(["Sneaky Git"], "2D6 5+5", "2D6 2+2", more=("decline",))
    assert scene.status("A") == "sent-off"
    assert scene.turnover == "TURNOVER_SENT_OFF"


@pytest.mark.skill("Sneaky Git", "Dirty Player")
def test_a_sneaky_dirty_player_is_both() -> None:
    scene = foul(["Sneaky Git", "Dirty Player"], "2D6 4+4", "2D6 2+1")
    assert (scene.status("A"), scene.status("b")) == ("standing", "stunned")


@pytest.mark.skill("Sneaky Git")
@pytest.mark.rule("O-FOUL-02")
def test_the_activation_ends_with_a_sneaky_foul_unless_the_first_print_is_played() -> None:
    scene = foul(["Sneaky Git"], "2D6 4+4")
    assert not scene.offered("activate A")
    assert scene.offered("activate Z")
    legend = {"A": home(skills=["Sneaky Git"]), "b": away(status="prone"), "Z": home(), "z": away()}
    scene = Scene(".Ab.Zz", legend, edition="official(sneaky_git_2021=1)")
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 4+4"])
    assert scene.offered("step w")
    assert not scene.offered("foul b")
