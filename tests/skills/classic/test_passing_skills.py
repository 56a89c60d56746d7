"""Passing skills of the older rules."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.sides import REROLLS
from dungeonbowl.engine.skills.leader import inspire
from dungeonbowl.scenes.scene import Scene, away, home


def skill(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skill(*names, edition="stockbowl")


def stock(picture: str, legend: dict[str, Any], **facts: Any) -> Scene:
    return Scene(picture, legend, edition="stockbowl", **facts)


def player(**facts: Any) -> Any:
    return home(**{"agility": 4, **facts})


def opponent(**facts: Any) -> Any:
    return away(**{"agility": 4, **facts})


def needed(scene: Scene, clause: int = int(clauses.PASS)) -> int:
    """The face that the last test of this kind asked for."""
    return [event["needed"] for event in scene.events("tested") if event.clause == clause][-1]


AIM = ("activate A", "declare pass", "aim")
FIELD = "A..B.C....D...E"
BANDS = [("(3,0)", 3, "B"), ("(5,0)", 4, "C"), ("(10,0)", 5, "D")]  # quick, short, long


def throw(skills: list[str], target: str, **facts: Any) -> Scene:
    legend = {"A": player(skills=skills, **facts), "B": player(), "C": player(), "D": player(), "E": player()}
    scene = stock(FIELD, legend, ball="A")
    scene.play(*AIM, f"throw {target}", dice=["D6 6", "D6 6"])
    return scene


# --- Accurate, Strong Arm, Stunty throwers --------------------------------------------------------------------------


@skill("Accurate")
@pytest.mark.parametrize(("target", "face", "_catcher"), BANDS)
def test_accurate_adds_one_at_every_range(target: str, face: int, _catcher: str) -> None:
    assert needed(throw([], target)) == face
    assert needed(throw(["Accurate"], target)) == face - 1


@skill("Accurate")
def test_an_accurate_player_catches_like_any_other() -> None:
    scene = stock("A....C", {"A": player(), "C": player(skills=["Accurate"])}, ball="A")
    scene.play(*AIM, "throw (5,0)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.CATCH)) == 3


@skill("Strong Arm")
@pytest.mark.parametrize(("target", "face", "_catcher"), BANDS)
def test_a_strong_arm_helps_beyond_quick_passes(target: str, face: int, _catcher: str) -> None:
    assert needed(throw(["Strong Arm"], target)) == (face if target == "(3,0)" else face - 1)


@skill("Stunty")
def test_the_small_throw_worse() -> None:
    assert needed(throw(["Stunty"], "(5,0)")) == 5
    assert needed(throw(["Stunty", "Accurate"], "(5,0)")) == 4


@skill("Stunty")
def test_it_is_no_easier_to_intercept_the_small() -> None:
    scene = stock("A..b.C", {"A": player(skills=["Stunty"]), "b": opponent(), "C": player()}, ball="A")
    scene.play(*AIM, "throw (5,0)", "interfere b", dice=["D6 5", "D6 6", "D6 6"])
    assert needed(scene, int(clauses.INTERFERE)) == 6


# --- Pass, Nerves of Steel ------------------------------------------------------------------------------------------


@skill("Pass")
def test_a_bad_pass_and_a_fumble_are_thrown_again() -> None:
    for face in (1, 2):
        legend = {"A": player(skills=["Pass"]), "C": player()}
        scene = stock("A....C", legend, ball="A")
        scene.play(*AIM, "throw (5,0)", dice=[f"D6 {face}"])
        assert scene.options() == ["accept", "reroll skill"]
        scene.play("reroll skill", dice=["D6 4", "D6 3"])
        assert scene.ball == "C"


@skill("Pass")
def test_a_catch_is_not_thrown_again() -> None:
    scene = stock("A....C", {"A": player(), "C": player(skills=["Pass"])}, ball="A")
    scene.play(*AIM, "throw (5,0)", dice=["D6 6", "D6 1", "D8 4"])
    assert scene.ball == (4, 0)


@skill("Pass", "Throw Team-Mate")
def test_a_thrown_team_mate_is_thrown_again_like_a_ball() -> None:
    legend = {"A": player(skills=["Throw Team-Mate", "Pass"]), "C": player(skills=["Right Stuff"]), "b": opponent()}
    scene = stock("AC......b", legend)
    scene.play("activate A", "declare throw team-mate", "pick C", "throw (4,0)", dice=["D6 1"])
    assert scene.offered("reroll skill")


STEEL = """
    b....c
    A....C
"""


@skill("Nerves of Steel")
@pytest.mark.parametrize(("skills", "face"), [([], 5), (["Nerves of Steel"], 4)])
def test_nerves_of_steel_mind_no_tackle_zone_in_a_throw(skills: list[str], face: int) -> None:
    scene = stock(STEEL, {"A": player(skills=skills), "C": player(), "b": opponent(), "c": opponent()}, ball="A")
    scene.play(*AIM, "throw (5,1)", dice=["D6 6", "D6 6"])
    assert needed(scene) == face


@skill("Nerves of Steel")
@pytest.mark.parametrize(("skills", "face"), [([], 4), (["Nerves of Steel"], 3)])
def test_nor_in_a_catch(skills: list[str], face: int) -> None:
    scene = stock(STEEL, {"A": player(), "C": player(skills=skills), "b": opponent(), "c": opponent()}, ball="A")
    scene.play(*AIM, "throw (5,1)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.CATCH)) == face


@skill("Nerves of Steel")
@pytest.mark.parametrize(("skills", "low"), [(["Nerves of Steel"], 5), ([], 6)])
def test_nor_in_an_interception(skills: list[str], low: int) -> None:
    picture = """
        ...D..
        A..b.C
    """
    legend = {"A": player(), "C": player(), "D": player(), "b": opponent(agility=3, skills=skills)}
    scene = stock(picture, legend, ball="A")
    scene.play(*AIM, "throw (5,1)", "interfere b", dice=["D6 1", "D6 6", "D6 6"])
    assert needed(scene, int(clauses.INTERFERE)) == low


@skill("Nerves of Steel")
def test_nerves_do_not_help_to_pick_the_ball_up() -> None:
    scene = stock("A.b", {"A": player(skills=["Nerves of Steel"]), "b": opponent()}, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D6 6"])
    assert needed(scene, int(clauses.PICK_UP)) == 4


# --- Dump-Off -------------------------------------------------------------------------------------------------------


DUMP = "C...a.B......D"


def dumper(**facts: Any) -> Scene:
    legend = {
        "B": player(),
        "a": opponent(skills=["Dump-Off"], **facts),
        "C": player(),
        "D": player(),
    }
    return stock(DUMP.replace(".B", "B."), legend, ball="a")


@skill("Dump-Off")
def test_a_carrier_throws_quickly_before_it_is_blocked() -> None:
    scene = dumper()
    scene.play("activate B", "declare block a", "use Dump-Off a")
    assert scene.offered("throw (1,0)")
    assert not scene.offered("throw (0,0)")  # short, no longer quick
    scene.play("throw (2,0)", dice=["D6 6", "D8 4", "block PUSH"])
    assert scene.ball == (1, 0)
    assert scene.turnover == ""


@skill("Dump-Off")
def test_a_fumbled_dump_off_costs_nobody_a_turn() -> None:
    scene = dumper()
    scene.play("activate B", "declare block a", "use Dump-Off a", "throw (2,0)", dice=["D6 1", "D8 4", "block PUSH"])
    assert scene.turnover == ""
    assert scene.active == "home"


@skill("Dump-Off")
@pytest.mark.parametrize("facts", [{"zone": False}, {"status": "prone"}])
def test_no_dump_off_without_a_zone_or_from_the_ground(facts: dict[str, Any]) -> None:
    scene = dumper(**facts)
    scene.play("activate B")
    if scene.offered("declare block a"):
        scene.play("declare block a", dice=["block PUSH"])
    assert not any("DUMPS_OFF" in option for option in scene.options())


@skill("Dump-Off", "Frenzy")
def test_no_dump_off_before_the_second_block_of_a_frenzy() -> None:
    legend = {"B": player(skills=["Frenzy"]), "a": opponent(skills=["Dump-Off"])}
    scene = stock("B" + "a" + "......", legend, ball="a")
    scene.play("activate B", "declare block a", "decline", dice=["block PUSH", "block PUSH"])
    assert scene.square("a") == (3, 0)


# --- Hail Mary Pass -------------------------------------------------------------------------------------------------


@skill("Hail Mary Pass")
@pytest.mark.rule("S-OFF-05")
def test_nobody_throws_beyond_a_long_bomb() -> None:
    scene = stock("A" + "." * 15, {"A": player(skills=["Hail Mary Pass"])}, ball="A")
    scene.play(*AIM)
    assert scene.offered("throw (13,0)")
    assert not scene.offered("throw (14,0)")


@skill("Hail Mary Pass")
@pytest.mark.rule("S-OFF-05")
def test_a_pass_of_such_a_player_is_an_ordinary_one() -> None:
    assert needed(throw(["Hail Mary Pass"], "(10,0)")) == 5


# --- Leader ---------------------------------------------------------------------------------------------------------


@skill("Leader")
@pytest.mark.parametrize("status", ["standing", "prone", "stunned"])
def test_a_leader_in_the_dungeon_brings_one_re_roll(status: str) -> None:
    scene = stock("A.L.b", {"A": player(), "L": player(skills=["Leader"], status=status), "b": opponent()}, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D6 1"])
    scene.play("reroll team", dice=["D6 6"])
    assert scene.ball == "A"
    assert scene.game.side_value(0, REROLLS) == 0


@skill("Leader")
def test_the_re_roll_waits_for_a_leader_who_is_out_of_the_dungeon() -> None:
    legend = {"A": player(), "L": player(skills=["Leader"], status="knocked-out"), "b": opponent()}
    scene = stock("A...b", legend, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D6 1", "D8 4"])
    assert scene.turnover == "TURNOVER_PICK_UP"
    assert scene.game.side_value(0, REROLLS) == 1


@skill("Leader")
def test_a_leader_who_is_knocked_out_takes_no_re_roll_along() -> None:
    legend = {"A": player(), "L": player(skills=["Leader"], armour=3), "b": opponent(strength=5)}
    scene = stock("A..Lb", legend, to_move="away")
    scene.play("activate b", "declare block L", "stay", dice=["block POW POW", "2D6 6+5", "2D6 4+4"])
    assert scene.status("L") == "knocked-out"
    assert scene.game.side_value(0, REROLLS) == 1


@skill("Leader")
def test_two_leaders_bring_one_re_roll_and_the_next_half_brings_it_again() -> None:
    legend = {"A": player(skills=["Leader"]), "L": player(skills=["Leader"]), "b": opponent()}
    scene = stock("A.L.b", legend, ball=(1, 0))
    assert scene.game.side_value(0, REROLLS) == 1
    scene.play("activate A", "step e", dice=["D6 1"])
    scene.play("reroll team", dice=["D6 6"])
    assert scene.game.side_value(0, REROLLS) == 0
    assert inspire(scene.game, 0) == 1
    assert inspire(scene.game, 1) == 0


# --- Safe Throw -----------------------------------------------------------------------------------------------------


@skill("Safe Throw")
def test_a_safe_throw_undoes_an_interception() -> None:
    scene = stock("A..b.C", {"A": player(skills=["Safe Throw"]), "C": player(), "b": opponent()}, ball="A")
    dice = ["D6 6", "D6 4", "D6 6", "D6 6"]  # the interception, the safe throw, the pass, the catch
    scene.play(*AIM, "throw (5,0)", "interfere b", dice=dice)
    assert scene.ball == "C"
    assert needed(scene, int(clauses.SAFE_THROW)) == 4


@skill("Safe Throw")
def test_a_safe_throw_that_fails_is_intercepted() -> None:
    scene = stock("A..b.C", {"A": player(skills=["Safe Throw"]), "C": player(), "b": opponent()}, ball="A")
    scene.play(*AIM, "throw (5,0)", "interfere b", dice=["D6 6", "D6 3"])
    assert scene.ball == "b"
    assert scene.turnover == "TURNOVER_INTERFERENCE"


@skill("Safe Throw", "Very Long Legs")
def test_very_long_legs_reach_a_safe_throw() -> None:
    legend = {"A": player(skills=["Safe Throw"]), "C": player(), "b": opponent(skills=["Very Long Legs"])}
    scene = stock("A..b.C", legend, ball="A")
    scene.play(*AIM, "throw (5,0)", "interfere b", dice=["D6 6"])
    assert scene.ball == "b"


@skill("Safe Throw")
def test_a_safe_thrower_holds_on_to_a_fumble_but_not_on_a_one() -> None:
    picture = """
        bcd
        A.....................
    """
    legend = {"A": player(skills=["Safe Throw"]), "b": opponent(), "c": opponent(), "d": opponent()}
    scene = stock(picture, {**legend}, ball="A")
    scene.play(*AIM, "throw (10,1)", dice=["D6 3"])  # long, two zones: 3 - 1 - 2 is less than 1
    assert scene.ball == "A"
    assert scene.turnover == ""
    assert not scene.offered("activate A")
    scene = stock(picture, {**legend}, ball="A")
    scene.play(*AIM, "throw (10,1)", dice=["D6 1", "D8 5"])
    assert scene.ball == (1, 1)
    assert scene.turnover == "TURNOVER_FUMBLE"
