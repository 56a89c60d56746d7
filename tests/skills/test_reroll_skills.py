"""Skills and traits about re-rolls: Loner, Pro, Leader."""

from __future__ import annotations

import pytest

from dungeonbowl.records.save import load, save
from dungeonbowl.scenes.scene import Scene, away, home

ROW = "A....b.D"  # nobody near anybody
BESIDE = "Ab..D"


def rusher(skills: list[str], rerolls: int = 1, **facts: object) -> Scene:
    """A has one square of movement, so that its second step is a Rush."""
    legend = {"A": home(movement=1, skills=skills, **facts), "b": away(), "D": home()}
    return Scene(ROW, legend, rerolls=(rerolls, 0))


# --- Loner ----------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Loner")
@pytest.mark.rule("O-RR-09")
def test_a_loner_gets_its_reroll_if_the_die_reaches_its_number() -> None:
    scene = rusher(["Loner (4+)"], 2)
    scene.play("activate A", "step e", "step e", "reroll team", dice=["D6 1", "D6 4", "D6 5"])
    assert scene.status("A") == "standing"
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Loner")
@pytest.mark.rule("O-RR-09")
def test_a_loner_that_is_not_heard_loses_the_reroll_and_nobody_rolls_its_die_again() -> None:
    scene = rusher(["Loner (4+)"], 2)
    scene.play("activate A", "step e", "step e", "reroll team", dice=["D6 1", "D6 3", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert scene.rerolls("home") == 1
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.skill("Loner")
@pytest.mark.parametrize(("skill", "heard"), [("Loner (3+)", True), ("Loner (4+)", False), ("Loner (5+)", False)])
def test_the_number_of_a_loner_counts(skill: str, heard: bool) -> None:
    scene = rusher([skill])
    scene.play("activate A", "step e", "step e", "reroll team", dice=["D6 1", "D6 3", "D6 6" if heard else "2D6 1+1"])
    assert (scene.status("A") == "standing") == heard


@pytest.mark.skill("Loner", "Sure Feet")
@pytest.mark.rule("O-RR-02")
def test_a_loner_uses_its_own_skills_freely() -> None:
    scene = rusher(["Loner (4+)", "Sure Feet"])
    scene.play("activate A", "step e", "step e", "reroll skill", dice=["D6 1", "D6 2"])
    assert scene.status("A") == "standing"
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Loner")
def test_a_lying_loner_is_one_too() -> None:
    legend = {"A": home(movement=2, status="prone", skills=["Loner (4+)"]), "b": away(), "D": home()}
    scene = Scene(ROW, legend, rerolls=(1, 0))
    scene.play("activate A", "declare move", "stand up", "reroll team", dice=["D6 2", "D6 3"])
    assert scene.status("A") == "prone"
    assert scene.rerolls("home") == 0


@pytest.mark.skill("Loner")
@pytest.mark.rule("O-RR-06")
def test_a_loner_rolls_for_its_block_dice_too() -> None:
    legend = {"A": home(strength=4, skills=["Loner (4+)"]), "b": away(), "D": home()}
    scene = Scene(BESIDE, legend, rerolls=(2, 0))
    scene.play("activate A", "declare block b", "reroll team", dice=["block PLAYER-DOWN BOTH-DOWN", "D6 3"])
    assert scene.options() == ["face player-down", "face both-down"]
    assert scene.rerolls("home") == 1
    scene = Scene(BESIDE, legend, rerolls=(2, 0))
    dice = ["block PLAYER-DOWN BOTH-DOWN", "D6 4", "block POW PUSH"]
    scene.play("activate A", "declare block b", "reroll team", dice=dice)
    assert scene.options() == ["face push", "face pow"]


# --- Pro ------------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Pro")
@pytest.mark.parametrize("die", [3, 6])
def test_a_pro_rolls_a_failed_test_again(die: int) -> None:
    scene = rusher(["Pro"])
    scene.play("activate A", "step e", "step e", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll pro", "reroll team"]
    scene.play("reroll pro", dice=[f"D6 {die}", "D6 4"])
    assert scene.status("A") == "standing"
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Pro")
@pytest.mark.rule("O-RR-01")
def test_after_a_failed_try_the_die_stands_for_everybody() -> None:
    scene = rusher(["Pro"])
    scene.play("activate A", "step e", "step e", "reroll pro", dice=["D6 1", "D6 2", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Pro")
def test_a_pro_tries_once_in_an_activation() -> None:
    scene = rusher(["Pro"])
    scene.play("activate A", "step e", "step e", "reroll pro", "step e", dice=["D6 1", "D6 3", "D6 2", "D6 1"])
    assert scene.options() == ["accept", "reroll team"]


@pytest.mark.skill("Pro")
def test_a_pro_may_try_again_in_its_next_activation() -> None:
    scene = rusher(["Pro"])
    scene.play("activate A", "step e", "step e", "reroll pro", "stop", "end turn", dice=["D6 1", "D6 3", "D6 2"])
    scene.play("end turn", "activate A", "step e", "step e", dice=["D6 1"])
    assert scene.offered("reroll pro")


@pytest.mark.skill("Pro")
@pytest.mark.parametrize("facts", [{"status": "prone", "movement": 2}, {"zone": False}])
def test_a_pro_needs_its_feet_and_its_own_activation(facts: dict[str, object]) -> None:
    if "status" in facts:
        scene = Scene(ROW, {"A": home(skills=["Pro"], **facts), "b": away(), "D": home()}, rerolls=(1, 0))
        scene.play("activate A", "declare move", "stand up", dice=["D6 2"])
        assert scene.options() == ["accept", "reroll team"]
        return
    scene = Scene("A.D", {"A": home(), "D": home(skills=["Pro"])}, ball="A", rerolls=(1, 0))
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 5", "D6 1"])
    assert scene.options() == ["accept", "reroll team"]  # D catches in the activation of A


@pytest.mark.skill("Pro")
@pytest.mark.rule("O-RR-03")
def test_a_pro_takes_up_one_block_die_and_the_team_none_after_it() -> None:
    scene = Scene(BESIDE, {"A": home(strength=4, skills=["Pro"]), "b": away(), "D": home()}, rerolls=(1, 0))
    scene.play("activate A", "declare block b", "reroll pro", dice=["block PLAYER-DOWN PUSH"])
    assert scene.options() == ["face player-down", "face push"]
    scene.play("face player-down", dice=["D6 3", "block POW"])
    assert scene.options() == ["face push", "face pow"]
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Pro")
@pytest.mark.rule("O-RR-03")
def test_a_pro_that_fails_leaves_the_pool_as_it_is() -> None:
    scene = Scene(BESIDE, {"A": home(strength=4, skills=["Pro"]), "b": away(), "D": home()}, rerolls=(1, 0))
    dice = ["block PLAYER-DOWN PUSH", "D6 1"]
    scene.play("activate A", "declare block b", "reroll pro", "face player-down", dice=dice)
    assert scene.options() == ["face player-down", "face push"]


@pytest.mark.skill("Pro")
@pytest.mark.rule("O-RR-03")
def test_a_pro_tries_before_the_target_chooses() -> None:
    scene = Scene(BESIDE, {"A": home(skills=["Pro"]), "b": away(strength=4), "D": home()}, rerolls=(1, 0))
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN PLAYER-DOWN"])
    assert (scene.asked, scene.options()) == ("home", ["accept", "reroll pro", "reroll team"])
    scene.play("reroll pro", dice=["D6 5", "block POW"])
    assert (scene.asked, scene.options()) == ("away", ["face player-down", "face pow"])


@pytest.mark.skill("Pro", "Brawler")
@pytest.mark.rule("O-RR-01", "O-RR-03")
def test_two_skills_take_up_two_dice_but_never_the_same() -> None:
    legend = {"A": home(strength=4, skills=["Pro", "Brawler"]), "b": away(), "D": home()}
    scene = Scene(BESIDE, legend, rerolls=(1, 0))
    dice = ["block BOTH-DOWN PLAYER-DOWN", "block BOTH-DOWN"]
    scene.play("activate A", "declare block b", "reroll skill", dice=dice)
    assert scene.options() == ["face player-down", "face both-down", "reroll pro"]
    scene.play("reroll pro", dice=["D6 4", "block POW"])  # the one die that is left
    assert scene.options() == ["face both-down", "face pow"]


@pytest.mark.skill("Pro", "Loner")
def test_a_pro_need_not_ask_even_if_it_is_a_loner() -> None:
    scene = rusher(["Pro", "Loner (4+)"])
    scene.play("activate A", "step e", "step e", "reroll pro", dice=["D6 1", "D6 3", "D6 3"])
    assert scene.status("A") == "standing"


@pytest.mark.skill("Pro")
def test_a_try_can_be_saved_before_its_dice() -> None:
    scene = Scene(BESIDE, {"A": home(strength=4, skills=["Pro"]), "b": away(), "D": home()})
    scene.play("activate A", "declare block b", "reroll pro", dice=["block PLAYER-DOWN PUSH"])
    again = load(save(scene.match))
    assert again.frame().args() == scene.game.frame().args()


# --- Leader ---------------------------------------------------------------------------------------------------------


def led(**facts: object) -> Scene:
    legend = {"A": home(movement=1), "b": away(), "L": home(skills=["Leader"], **facts)}
    return Scene("A....b.L", legend)


@pytest.mark.skill("Leader")
@pytest.mark.parametrize("facts", [{}, {"status": "prone"}, {"status": "stunned"}, {"zone": False}])
def test_a_leader_in_the_dungeon_brings_a_reroll_in_whatever_state(facts: dict[str, object]) -> None:
    scene = led(**facts)
    assert scene.rerolls("home") == 1
    scene.play("activate A", "step e", "step e", "reroll team", dice=["D6 1", "D6 2"])
    assert scene.rerolls("home") == 0


@pytest.mark.skill("Leader")
@pytest.mark.parametrize("status", ["reserves", "knocked-out"])
def test_a_leader_elsewhere_inspires_nobody(status: str) -> None:
    scene = led(status=status)
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Leader")
def test_many_leaders_bring_one_reroll_and_it_is_gone_when_used() -> None:
    legend = {"A": home(movement=1), "b": away(), "L": home(skills=["Leader"]), "M": home(skills=["Leader"])}
    scene = Scene("A....b.LM", legend, rerolls=(1, 0))
    assert scene.rerolls("home") == 2
    rushes = ["D6 1", "D6 2", "D6 1", "D6 2"]
    scene.play("activate A", "step e", "step e", "reroll team", "step e", "reroll team", dice=rushes)
    assert scene.rerolls("home") == 0


@pytest.mark.skill("Leader")
def test_the_reroll_is_lost_with_the_last_leader() -> None:
    legend = {"A": home(), "b": away(strength=4), "L": home(skills=["Leader"], armour=3), "D": home()}
    scene = Scene("A...bL.D", legend, to_move="away", rerolls=(1, 0))
    assert scene.rerolls("home") == 2
    scene.play("activate b", "declare block L", dice=["block POW PUSH"])
    scene.play("face pow", "stay", dice=["2D6 5+5", "2D6 4+4"])
    assert scene.status("L") == "knocked-out"
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Leader")
def test_the_reroll_waits_for_another_leader_in_reserves() -> None:
    legend = {
        "A": home(),
        "b": away(strength=4),
        "L": home(skills=["Leader"], armour=3),
        "D": home(),
        "M": home(skills=["Leader"], status="reserves"),
    }
    scene = Scene("A...bL.D", legend, to_move="away")
    scene.play("activate b", "declare block L", dice=["block POW PUSH"])
    scene.play("face pow", "stay", dice=["2D6 5+5", "2D6 4+4"])
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Leader", "Loner")
def test_a_loner_asks_for_the_leaders_reroll_too() -> None:
    legend = {"A": home(movement=1, skills=["Loner (4+)"]), "b": away(), "L": home(skills=["Leader"])}
    scene = Scene("A....b.L", legend)
    scene.play("activate A", "step e", "step e", "reroll team", dice=["D6 1", "D6 3", "2D6 1+1"])
    assert scene.rerolls("home") == 0
