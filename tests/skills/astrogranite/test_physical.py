"""Physical traits and mutations as the Astrogranite edition reads them."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Scene, away, home
from support.duels import ALONE, EDITION, blocks, duel, needed, skill


@skill("Big Hand")
def test_a_big_hand_minds_no_zones_over_a_ball() -> None:
    for skills, face in ((["Big Hand"], 3), ([], 4)):
        scene = duel({"skills": skills}, {"at": (0, 2)}, ALONE, ball=(1, 2))
        scene.play("activate A", "step w", dice=["D6 6"])
        assert needed(scene, int(clauses.PICK_UP)) == face


@skill("Claw")
def test_a_claw_breaks_armour_on_an_eight() -> None:
    for skills, status in ((["Claw"], "stunned"), ([], "prone")):
        injury = ["2D6 1+2"] if skills else []
        scene = duel({"skills": skills}, {"armour": 11})
        blocks(scene, "push (4,2)", "stay", dice=["block POW", "2D6 4+4", *injury])
        assert scene.status("b") == status


@skill("Disturbing Presence")
def test_a_disturbing_presence_makes_throws_and_catches_worse() -> None:
    for skills, face in ((["Disturbing Presence"], 4), ([], 3)):
        legend = {"A": home(agility=4), "C": home(agility=4), "b": away(skills=skills)}
        scene = Scene("A..C\n....\n..b.\n", legend, ball="A", edition=EDITION)
        scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
        assert needed(scene, int(clauses.PASS)) == face


@skill("Extra Arms")
@pytest.mark.rule("A-SKREF-34")
def test_extra_arms_pick_up_catch_and_intercept_better() -> None:
    for skills, better in ((["Extra Arms"], 1), ([], 0)):
        scene = duel({"skills": skills}, {"at": (7, 4)}, ALONE, ball=(1, 2))
        scene.play("activate A", "step w", dice=["D6 6"])
        assert needed(scene, int(clauses.PICK_UP)) == 3 - better
        legend = {"A": home(agility=4), "C": home(agility=4, skills=skills), "b": away()}
        scene = Scene("AC.....b", legend, ball="A", edition=EDITION)
        scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 6"])
        assert needed(scene, int(clauses.CATCH)) == 3 - better
        legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=3, skills=skills)}
        scene = Scene("A..b..C", legend, ball="A", edition=EDITION)
        scene.play("activate A", "declare pass", "aim", "throw (6,0)", "interfere b", dice=["D6 6"])
        assert needed(scene, int(clauses.INTERFERE)) == 5 - better


@skill("Foul Appearance")
@pytest.mark.rule("A-SKREF-32")
def test_a_foul_appearance_turns_attackers_away() -> None:
    scene = blocks(duel({}, {"skills": ["Foul Appearance"]}), dice=["D6 1"])
    assert scene.events("block dice rolled") == []
    scene = blocks(duel({}, {"skills": ["Foul Appearance"]}), dice=["D6 2", "block PUSH"])
    assert len(scene.events("block dice rolled")) == 1


@skill("Horns")
@pytest.mark.rule("A-SKREF-26")
def test_horns_charge_after_a_square_of_movement() -> None:
    for skills, steps, count in (
        (["Horns"], ["step w", "step e"], 2),
        (["Horns"], [], 1),
        ([], ["step w", "step e"], 1),
    ):
        scene = duel({"skills": skills}, {"zone": False})
        scene.play("activate A", "declare blitz", *steps, "block b", dice=["block PUSH"] * count)
        assert [int(event.d) for event in scene.events("block dice rolled")] == [count]


@skill("Prehensile Tail")
@pytest.mark.rule("A-SKREF-27")
def test_a_tail_makes_leaving_harder() -> None:
    for skills, face in ((["Prehensile Tail"], 4), ([], 3)):
        scene = duel({}, {"skills": skills}).play("activate A", "step w", dice=["D6 6"])
        assert needed(scene, int(clauses.DODGE)) == face


@skill("Tentacles")
@pytest.mark.rule("A-SKREF-33")
@pytest.mark.parametrize(("dice", "held"), [("2D6 2+3", True), ("2D6 3+3", False)])
def test_tentacles_hold_back_and_cost_no_turn(dice: str, held: bool) -> None:
    scene = duel({}, {"skills": ["Tentacles"]})
    scene.play("activate A", "step w", "use HOLDS_BACK b", dice=[dice] if held else [dice, "D6 6"])
    assert scene.square("A") == ((2, 2) if held else (1, 2))
    assert scene.turnover == ""
    assert scene.offered("activate Z") == held


@skill("Tentacles")
@pytest.mark.rule("A-SKREF-33")
def test_strength_helps_to_get_away_from_tentacles() -> None:
    scene = duel({"strength": 4}, {"skills": ["Tentacles"]})
    scene.play("activate A", "step w", "use HOLDS_BACK b", dice=["2D6 2+3", "D6 6"])
    assert scene.square("A") == (1, 2)


@skill("Two Heads")
def test_two_heads_dodge_better() -> None:
    for skills, face in ((["Two Heads"], 2), ([], 3)):
        scene = duel({"skills": skills}, {}).play("activate A", "step w", dice=["D6 6"])
        assert needed(scene, int(clauses.DODGE)) == face


@skill("Very Strong Legs")
@pytest.mark.rule("A-TRAIT-10")
def test_very_strong_legs_leap_and_intercept_better() -> None:
    for legs, better in ((["Very Strong Legs"], 1), ([], 0)):
        scene = duel({"skills": ["Leap", *legs]}, {})
        scene.play("activate A", "declare move", "jump (4,2)", dice=["D6 6"])
        assert needed(scene, int(clauses.JUMP)) == 4 - better
        legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=3, skills=legs)}
        scene = Scene("A..b..C", legend, ball="A", edition=EDITION)
        scene.play("activate A", "declare pass", "aim", "throw (6,0)", "interfere b", dice=["D6 6"])
        assert needed(scene, int(clauses.INTERFERE)) == 5 - better


@skill("Tentacles", "Leap")
@pytest.mark.rule("A-SKREF-33")
@pytest.mark.parametrize(("dice", "held"), [("2D6 2+3", True), ("2D6 3+3", False)])
@pytest.mark.parametrize("module", ["on", "off"])
def test_tentacles_hold_those_who_leap_too(dice: str, held: bool, module: str) -> None:
    edition = f"astrogranite(classic, leaping={module})"
    scene = duel({"skills": ["Leap"]}, {"skills": ["Tentacles"]}, edition=edition)
    leap = ["leap", "jump (4,2)", "cross (3,2)"] if module == "on" else ["jump (4,2)"]
    scene.play("activate A", "declare move", *leap)
    scene.play("use HOLDS_BACK b", dice=[dice] if held else [dice, "D6 6"])
    assert scene.square("A") == ((2, 2) if held else (4, 2))
    assert scene.turnover == ""


@skill("Foul Appearance")
@pytest.mark.rule("A-SKREF-32")
@pytest.mark.parametrize(("die", "cast"), [(1, False), (2, True)])
def test_a_foul_appearance_turns_spells_and_blades_away(die: int, cast: bool) -> None:
    edition = "astrogranite(classic, referees=on, sorcery=on, secret_weapons=on)"
    legend = {"A": home(agility=4, skills=["Sorcery", "Secret Weapon"]), "b": away(skills=["Foul Appearance"])}
    scene = Scene("A....b..", legend, edition=edition)
    scene.play("activate A", "declare cast spell", "flying fist b", dice=[f"D6 {die}", *(["D6 1"] if cast else [])])
    assert [int(event.clause) for event in scene.events("tested")].count(int(clauses.CASTING)) == int(cast)
    legend["A"] = home(skills=["Chainsaw", "Secret Weapon"])
    scene = Scene(".Ab....", legend, edition=edition)
    scene.play("activate A", "declare chainsaw b", dice=[f"D6 {die}", *(["D6 2", "2D6 1+2"] if cast else [])])
    assert len(scene.events("armour held")) == int(cast)
