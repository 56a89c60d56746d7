"""Dice and tests (O-DICE, O-TEST)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import BLOCK_DIE, D3, ScriptedDice
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.match import Refused
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.scenes.scene import Scene, away, home, read_dice
from dungeonbowl.words.dice_words import halved, sign_of


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind asked for."""
    return [event["needed"] for event in scene.events("tested") if event.clause == clause][-1]


# --- Dice -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-DICE-01")
def test_two_dice_of_one_roll_are_added() -> None:
    scene = Scene("A...Db", {"A": home(movement=1, armour=9), "D": home(), "b": away()})
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 5+4", "2D6 3+4"])
    assert [event["total"] for event in scene.events("armour broken")] == [9]
    assert scene.status("A") == "stunned"


@pytest.mark.rule("O-DICE-01")
def test_of_a_pool_one_result_is_chosen() -> None:
    scene = Scene("Ab..D", {"A": home(strength=4), "D": home(), "b": away()})
    scene.play("activate A", "declare block b", dice=["block POW PUSH"])
    assert scene.options() == ["face push", "face pow"]


@pytest.mark.rule("O-DICE-01", "O-DICE-04")
@pytest.mark.parametrize("face", range(1, 7))
def test_half_a_d6_is_rounded_up_and_makes_a_d3(face: int) -> None:
    """A ball off a wall divides the D6 (O-RIC-03): left, middle and right are 1, 2 and 3. Whoever rolls a D6 for a D3
    reads it in the same way."""
    scene = Scene("....\n" * 4, {"A": home(at=(2, 2))}, ball=(1, 0))
    scene.dice.script = read_dice(["D8 2", f"D6 {face}"])
    start(scene.game, Bounce(0))
    scene.match.run()
    third = [(2, 0), (1, 0), (0, 0)].index(scene.ball) + 1
    assert third == halved(face) == -(-face // 2)
    told = {value: sign_of(D3, value).removeprefix("D6: ").split(" or ") for value in (1, 2, 3)}
    assert [value for value, faces in told.items() if str(face) in faces] == [third]


@pytest.mark.rule("O-DICE-02")
@pytest.mark.parametrize(("die", "status"), [(3, "prone"), (4, "standing")])
def test_a_target_is_met_by_the_modified_result(die: int, status: str) -> None:
    scene = Scene("bA.c.D", {"A": home(agility=3), "D": home(), "b": away(), "c": away()})
    armour = ["2D6 1+1"] if status == "prone" else []
    scene.play("activate A", "step e", dice=[f"D6 {die}", *armour])  # 3+ with -1
    assert scene.status("A") == status


@pytest.mark.rule("O-DICE-03", "O-TEST-05")
def test_a_natural_one_is_a_fumble_whatever_the_modifiers_make_of_it() -> None:
    scene = Scene("A..C.D", {"A": home(passing=1), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 1", "D8 5"])
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("O-DICE-03", "O-FOUL-04")
def test_a_natural_double_looks_at_the_dice_and_not_at_the_total() -> None:
    picture = """
        AbC
        ..D
    """
    scene = Scene(picture, {"A": home(), "C": home(), "D": home(), "b": away(status="prone", armour=11)})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 3+2"])  # with assists 7
    assert scene.turnover == ""


@pytest.mark.rule("O-DICE-05")
def test_a_tied_roll_off_is_rolled_again() -> None:
    scene = Scene("A.......B", {}, opening=True, dice=["2D6 3+3", "2D6 5+5", "2D6 2+4"])
    scene.spent()
    assert scene.asked == "away"


@pytest.mark.rule("O-DICE-06")
@pytest.mark.parametrize(
    ("die", "square"),
    [(1, (1, 1)), (2, (2, 1)), (3, (3, 1)), (4, (1, 2)), (5, (3, 2)), (6, (1, 3)), (7, (2, 3)), (8, (3, 3))],
)
def test_the_random_direction_die(die: int, square: tuple[int, int]) -> None:
    picture = """
        .....
        .....
        ..A..
        .....
        .....
    """
    scene = Scene(picture, {"A": home(passing=None)}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,2)", dice=[f"D8 {die}"])
    assert scene.ball == square


@pytest.mark.rule("O-DICE-07")
@pytest.mark.parametrize(
    ("number", "blocker", "target", "pushed"),
    [
        (1, "prone", "standing", False),
        (2, "prone", "prone", False),
        (3, "standing", "standing", True),
        (4, "standing", "standing", True),
        (5, "standing", "standing", True),  # it has Dodge
        (6, "standing", "prone", True),
    ],
)
def test_the_faces_of_a_block_die_by_their_numbers(number: int, blocker: str, target: str, pushed: bool) -> None:
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away(skills=["Dodge"])})
    script = [(int(BLOCK_DIE), number)] + [(6, 1)] * 4
    scene.match.dice = ScriptedDice(script)
    scene.act("activate A")
    scene.act("declare block b")
    while scene.asked is not None and scene.game.acting >= 0:
        scene.act(next(text for text in scene.options() if text != "decline"))
    assert (scene.status("A"), scene.status("b")) == (blocker, target)
    assert (scene.square("b") == (2, 0)) == pushed


@pytest.mark.rule("O-DICE-09")
def test_a_decision_can_be_taken_back_until_a_die_falls_because_of_it() -> None:
    scene = Scene("bA...D", {"A": home(), "D": home(), "b": away()})
    scene.play("activate A", "declare move")
    scene.take_back()
    assert scene.offered("declare blitz b")
    scene.take_back()
    assert scene.offered("activate D")
    scene.play("activate A", "step e", dice=["D6 3"])
    with pytest.raises(Refused):
        scene.take_back()
    scene.play("step e")
    scene.take_back()
    assert scene.square("A") == (2, 0)
    with pytest.raises(Refused):
        scene.take_back()


@pytest.mark.rule("O-DICE-10", "O-CHEST-09")
def test_several_victims_are_resolved_in_reading_order_after_the_one_who_caused_it() -> None:
    picture = """
        .b....
        c$..d.
        .A...D
    """
    legend = {"A": home(), "D": home(), "b": away(zone=False), "c": away(zone=False), "d": away()}
    scene = Scene(picture, legend, ball="d")
    scene.play("activate A", "declare move", "open (1,1)", dice=["2D6 1+1", "2D6 1+2", "2D6 1+3"])
    held = [(event["piece"], event["total"]) for event in scene.events("armour held")]
    assert held == [(scene.piece("A"), 2), (scene.piece("b"), 3), (scene.piece("c"), 4)]


# --- Tests ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-TEST-01")
@pytest.mark.parametrize("agility", [2, 3, 4])
def test_agility_is_a_target_and_lower_is_better(agility: int) -> None:
    scene = Scene("bA...D", {"A": home(agility=agility), "D": home(), "b": away()})
    scene.play("activate A", "step e", dice=[f"D6 {agility}"])
    assert scene.status("A") == "standing"
    scene = Scene("bA...D", {"A": home(agility=agility), "D": home(), "b": away()})
    scene.play("activate A", "step e", dice=[f"D6 {agility - 1}", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-TEST-01")
def test_movement_and_strength_are_plain_values() -> None:
    scene = Scene("Ab..D", {"A": home(strength=4, movement=7), "D": home(), "b": away(strength=3)})
    scene.play("activate A", "declare block b", dice=["block PUSH POW"])
    scene = Scene("A...D", {"A": home(movement=7), "D": home()})
    scene.play("activate A", "declare move")
    assert scene.game.moves_left == 7


@pytest.mark.rule("O-TEST-02", "O-ROOM-15")
def test_strength_never_exceeds_eight() -> None:
    legend = {"A": home(strength=8), "D": home(), "b": away(strength=4)}
    scene = Scene("Ab..D", legend, rooms=[("Chaotic Idol", [0, 0, 1, 1])])
    # 9 would be more than double 4
    scene.play("activate A", "declare block b", dice=["D6 6", "block PUSH PUSH"])
    assert scene.game.strength(scene.piece("A")) == 8


@pytest.mark.rule("O-TEST-02", "O-ROOM-08")
def test_movement_never_falls_below_one() -> None:
    scene = Scene("A...D", {"A": home(movement=2), "D": home()}, rooms=[("Forgotten Jail", [0, 0, 1, 1])])
    scene.play("activate A", "declare move", dice=["D6 1"])
    assert scene.game.moves_left == 1


@pytest.mark.rule("O-TEST-03")
def test_strength_and_movement_change_in_value_agility_and_armour_on_the_dice() -> None:
    legend = {"A": home(strength=3), "D": home(), "b": away(strength=3)}
    scene = Scene("Ab..D", legend, rooms=[("Chaotic Idol", [0, 0, 1, 1])])
    scene.play("activate A", "declare block b", dice=["D6 6", "block PUSH POW"])
    assert scene.game.strength(scene.piece("A")) == 4
    scene = Scene("bA.c.D", {"A": home(agility=3), "D": home(), "b": away(), "c": away()})
    scene.play("activate A", "step e", dice=["D6 4"])
    assert needed(scene, clauses.DODGE) == 4
    legend = {"A": home(movement=1, armour=9), "D": home(), "b": away()}
    scene = Scene("A...Db", legend, rooms=[("Armoury", [2, 0, 1, 1])])
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 4+4", "2D6 1+1"])
    assert [(event["total"], event["needed"]) for event in scene.events("armour broken")] == [(9, 9)]


@pytest.mark.rule("O-TEST-04")
def test_a_natural_six_passes_and_a_natural_one_fails_any_agility_test() -> None:
    picture = """
        ..cde
        bA.f.
        ..ghD
    """
    legend = {"A": home(agility=6), "D": home()} | {letter: away() for letter in "bcdefgh"}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", dice=["D6 6"])
    assert scene.status("A") == "standing"
    scene = Scene("bA...D", {"A": home(agility=1), "D": home(), "b": away()})
    scene.play("activate A", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-TEST-05", "O-TEST-01")
def test_without_passing_ability_every_throw_is_a_fumble() -> None:
    scene = Scene("A..C.D", {"A": home(passing=None), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D8 5"])
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("O-TEST-05")
def test_a_natural_six_passes_a_passing_test() -> None:
    picture = """
        b......
        A.....C
        c.....D
    """
    legend = {"A": home(passing=6), "C": home(), "D": home(), "b": away(), "c": away()}
    scene = Scene(picture, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (6,1)", dice=["D6 6", "D6 3"])
    assert scene.ball == "C"


@pytest.mark.rule("O-TEST-06")
@pytest.mark.parametrize(("roll", "broken"), [("3+4", False), ("4+4", True), ("4+5", True)])
def test_armour_breaks_on_its_number_or_more(roll: str, broken: bool) -> None:
    scene = Scene("A...Db", {"A": home(movement=1, armour=8), "D": home(), "b": away()})
    injury = ["2D6 1+1"] if broken else []
    scene.play("activate A", "step e", "step e", dice=["D6 1", f"2D6 {roll}", *injury])
    assert scene.status("A") == ("stunned" if broken else "prone")


@pytest.mark.rule("O-TEST-07")
def test_skills_need_feet_and_a_zone() -> None:
    for state in ({"zone": False}, {"status": "prone"}):
        picture = """
            cA..D
            b....
        """
        legend = {
            "A": home(skills=["Dodge"]),
            "D": home(),
            "c": away(),
            "b": away(skills=["Tackle", "Tentacles", "Diving Tackle", "Shadowing"], **state),
        }
        scene = Scene(picture, legend)
        scene.play("activate A", "step e", dice=["D6 1"])  # nobody holds, and Dodge is not cancelled
        assert scene.asked == "home"
        scene.play("reroll skill", dice=["D6 6"])
        assert scene.square("b") == (0, 1)


@pytest.mark.rule("O-TEST-07")
def test_compulsory_skills_are_used_without_asking_and_some_in_any_state() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["Foul Appearance"], zone=False)}
    scene = Scene("Ab..D", legend)
    scene.play("activate A", "declare block b", dice=["D6 1"])
    assert scene.status("b") == "standing"
    assert not scene.offered("activate A")
