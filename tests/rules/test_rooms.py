"""Rooms (O-ROOM)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.editions.official.rooms import treasure
from dungeonbowl.engine import clauses
from dungeonbowl.engine.statuses import NOTED, REEKS
from dungeonbowl.scenes.scene import Piece, Scene, away, home


def in_room(room: str, picture: str, legend: dict[str, Piece], area: list[int], **facts: Any) -> Scene:
    return Scene(picture, legend, rooms=[(room, area)], **facts)


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind asked for."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


def reeks(scene: Scene, letter: str) -> bool:
    return bool(scene.game.conditions[scene.piece(letter)] & REEKS)


# --- Armoury --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-03")
def test_armour_rolls_in_the_armoury_get_one_more() -> None:
    scene = in_room("Armoury", "A..b", {"A": home(movement=1, armour=9), "b": away()}, [2, 0, 1, 1])
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 4+4", "2D6 1+1"])
    assert scene.status("A") == "stunned"


@pytest.mark.rule("O-ROOM-01")
@pytest.mark.parametrize("side", ["home", "away"])
def test_a_room_works_for_both_teams_and_only_inside(side: str) -> None:
    legend = {"A": home(movement=1, armour=9), "b": away(movement=1, armour=9)}
    letter, going = ("A", "step e") if side == "home" else ("b", "step w")
    inside = in_room("Armoury", "A....b", legend, [2, 0, 2, 1], to_move=side)
    inside.play(f"activate {letter}", going, going, dice=["D6 1", "2D6 4+4", "2D6 1+1"])
    assert inside.status(letter) == "stunned"
    outside = in_room("Armoury", "A....b", legend, [1, 0, 1, 1], to_move=side)
    outside.play(f"activate {letter}", going, going, dice=["D6 1", "2D6 4+4"])
    assert outside.status(letter) == "prone"


@pytest.mark.rule("O-INJ-12", "O-ROOM-03")
def test_iron_hard_skin_does_not_help_against_the_armoury() -> None:
    legend = {"A": home(movement=1, armour=9, skills=["Iron Hard Skin"]), "b": away()}
    scene = in_room("Armoury", "A..b", legend, [2, 0, 1, 1])
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 4+4", "2D6 1+1"])
    assert scene.status("A") == "stunned"


# --- Bone Pit -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-04")
def test_a_pass_from_the_bone_pit_is_harder() -> None:
    scene = in_room("Bone Pit", "A.C.D", {"A": home(passing=4), "C": home(), "D": home()}, [0, 0, 1, 1], ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 5", "D6 3"])
    assert needed(scene, clauses.PASS) == 5
    assert needed(scene, clauses.CATCH) == 3  # the catch of a pass is judged where the catcher stands
    assert scene.ball == "C"


@pytest.mark.rule("O-ROOM-04")
def test_a_catch_in_the_bone_pit_is_harder() -> None:
    scene = in_room("Bone Pit", "A.C.D", {"A": home(passing=4), "C": home(), "D": home()}, [2, 0, 1, 1], ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 4", "D6 4"])
    assert needed(scene, clauses.PASS) == 4
    assert needed(scene, clauses.CATCH) == 4


@pytest.mark.rule("O-ROOM-04")
@pytest.mark.parametrize("area", [[0, 0, 1, 1], [1, 0, 1, 1], [0, 0, 2, 1]])
def test_a_hand_off_from_or_into_the_bone_pit_is_harder_but_only_once(area: list[int]) -> None:
    scene = in_room("Bone Pit", "AC..D", {"A": home(), "C": home(agility=3), "D": home()}, area, ball="A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 4"])
    assert needed(scene, clauses.CATCH) == 4


@pytest.mark.rule("O-ROOM-04")
def test_picking_up_in_the_bone_pit_is_as_easy_as_anywhere() -> None:
    scene = in_room("Bone Pit", "A...", {"A": home(agility=3)}, [0, 0, 4, 1], ball=(1, 0))
    scene.play("activate A", "step e", dice=["D6 3"])
    assert scene.ball == "A"


@pytest.mark.rule("O-ROOM-04")
def test_interfering_in_the_bone_pit_is_as_easy_as_anywhere() -> None:
    legend = {"A": home(passing=2), "C": home(), "D": home(), "b": away(agility=3)}
    scene = in_room("Bone Pit", "A.b.C.D", legend, [2, 0, 1, 1], ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", "interfere b", dice=["D6 4", "D6 2", "D6 3"])
    assert needed(scene, clauses.INTERFERE) == 6  # 3+ at -3 against an accurate pass


@pytest.mark.rule("O-ROOM-04")
def test_throwing_a_team_mate_from_the_bone_pit_is_as_easy_as_anywhere() -> None:
    legend = {
        "A": home(passing=4, strength=5, skills=["Throw Team-mate"]),
        "C": home(strength=2, skills=["Right Stuff"]),
        "D": home(),
    }
    picture = """
        .........
        .........
        AC.......
        .........
        D........
    """
    scene = in_room("Bone Pit", picture, legend, [0, 0, 2, 5])
    dice = ["D6 4", "D8 5", "D8 4", "D8 5", "D6 6"]
    scene.play("activate A", "declare throw team-mate", "pick C", "throw (3,2)", dice=dice)
    assert needed(scene, clauses.THROW_TEAM_MATE) == 4


# --- Cursed Room ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-05")
def test_no_re_roll_of_any_kind_in_the_cursed_room() -> None:
    legend = {"A": home(movement=1, skills=["Sure Feet"]), "D": home()}
    scene = in_room("Cursed Room", "A..D", legend, [0, 0, 3, 1], rerolls=(2, 0))
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert scene.rerolls("home") == 2


@pytest.mark.rule("O-ROOM-05")
def test_block_dice_are_not_re_rolled_by_a_blocker_in_the_cursed_room() -> None:
    scene = in_room("Cursed Room", "Ab..D", {"A": home(), "b": away(), "D": home()}, [0, 0, 1, 1], rerolls=(1, 0))
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-ROOM-06")
def test_leaving_the_cursed_room_frees_the_roll_and_entering_binds_it() -> None:
    legend = {"A": home(movement=1), "D": home()}
    leaving = in_room("Cursed Room", "A..D", legend, [0, 0, 2, 1], rerolls=(1, 0))
    leaving.play("activate A", "step e", "step e", dice=["D6 1"])
    assert leaving.offered("reroll team")
    entering = in_room("Cursed Room", "A..D", legend, [2, 0, 2, 1], rerolls=(1, 0))
    entering.play("activate A", "step e", "step e", dice=["D6 1", "2D6 1+1"])
    assert entering.status("A") == "prone"


# --- Flooded Room ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-07")
def test_a_rush_in_the_flooded_room_fails_on_a_two() -> None:
    legend = {"A": home(movement=1), "D": home()}
    scene = in_room("Flooded Room", "A..D", legend, [2, 0, 1, 1])
    scene.play("activate A", "step e", "step e", dice=["D6 2", "2D6 1+1"])
    assert scene.status("A") == "prone"
    scene = in_room("Flooded Room", "A..D", legend, [2, 0, 1, 1])
    scene.play("activate A", "step e", "step e", dice=["D6 3"])
    assert scene.status("A") == "standing"


@pytest.mark.rule("O-ROOM-07")
def test_a_rush_out_of_the_flooded_room_is_rolled_on_dry_ground() -> None:
    scene = in_room("Flooded Room", "A..D", {"A": home(movement=1), "D": home()}, [0, 0, 2, 1])
    scene.play("activate A", "step e", "step e", dice=["D6 2"])
    assert scene.status("A") == "standing"


# --- Forgotten Jail -------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-08")
@pytest.mark.parametrize(("die", "movement", "left"), [(3, 6, 6), (2, 6, 4), (1, 2, 1)])
def test_shackles_take_two_squares_of_movement(die: int, movement: int, left: int) -> None:
    scene = in_room("Forgotten Jail", "A..D", {"A": home(movement=movement), "D": home()}, [0, 0, 1, 1])
    scene.play("activate A", "declare move", dice=[f"D6 {die}"])
    assert scene.game.moves_left == left


@pytest.mark.rule("O-ROOM-08")
def test_the_shackles_fall_off_when_the_activation_ends() -> None:
    scene = in_room("Forgotten Jail", "A..D", {"A": home(movement=6), "D": home(movement=6)}, [0, 0, 1, 1])
    scene.play("activate A", "declare move", "stop", "end turn", dice=["D6 1"])
    scene.play("activate A", "declare move", dice=["D6 6"])
    assert scene.game.moves_left == 6


@pytest.mark.rule("O-ROOM-08", "O-ROOM-02")
def test_standing_up_in_the_jail_looks_at_the_reduced_movement() -> None:
    legend = {"A": home(movement=4, status="prone"), "D": home()}
    scene = in_room("Forgotten Jail", "A..D", legend, [0, 0, 1, 1])
    scene.play("activate A", "declare move", "stand up", dice=["D6 2", "D6 4"])
    assert scene.status("A") == "standing"
    assert scene.game.moves_left == 0


@pytest.mark.rule("O-ROOM-02")
@pytest.mark.parametrize("declaration", ["declare move", "declare block b", "declare blitz b", "declare pass"])
def test_a_room_is_rolled_for_once_on_activation_whatever_is_declared(declaration: str) -> None:
    legend = {"A": home(), "D": home(), "b": away()}
    scene = in_room("Forgotten Jail", "DAb..", legend, [0, 0, 5, 1])
    block = ["block PUSH"] if "block" in declaration else []
    scene.play("activate A", declaration, dice=["D6 5", *block])
    assert len([event for event in scene.events("tested") if event.clause == clauses.ROOM_ROLL]) == 1
    if declaration == "declare move":
        scene.play("step n" if scene.offered("step n") else "stop")
        assert len([event for event in scene.events("tested") if event.clause == clauses.ROOM_ROLL]) == 1


@pytest.mark.rule("O-TURN-07")
def test_the_room_is_rolled_for_before_the_trait() -> None:
    legend = {"A": home(skills=["Bone Head"]), "D": home()}
    scene = in_room("Forgotten Jail", "A..D", legend, [0, 0, 1, 1])
    scene.play("activate A", "declare move", dice=["D6 2", "D6 3"])
    assert [int(event.clause) for event in scene.events("tested")] == [clauses.ROOM_ROLL, clauses.TRAIT_ROLL]


# --- Kitchen --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-09")
@pytest.mark.parametrize(("die", "status"), [(4, "standing"), (5, "prone")])
def test_thrown_food_knocks_down_on_a_five(die: int, status: str) -> None:
    legend = {"A": home(), "D": home(), "b": away()}
    scene = in_room("Kitchen", "A...bD", legend, [0, 0, 2, 1])
    armour = ["2D6 1+1"] if status == "prone" else []
    scene.play("activate A", "declare throw food b", dice=[f"D6 {die}", *armour])
    assert scene.status("b") == status
    assert scene.turnover == ""


@pytest.mark.rule("O-ROOM-09")
def test_food_flies_four_squares_at_standing_opponents_in_sight() -> None:
    picture = """
        A...cb
        .Cd...
    """
    legend = {"A": home(), "C": home(), "b": away(), "c": away(), "d": away(status="prone")}
    scene = in_room("Kitchen", picture, legend, [0, 0, 1, 1])
    scene.play("activate A")
    assert scene.offered("declare throw food c")
    assert not scene.offered("declare throw food b")  # five squares
    assert not scene.offered("declare throw food d")  # prone
    assert not scene.offered("declare throw food C")


@pytest.mark.rule("O-ROOM-09")
def test_food_needs_sight() -> None:
    picture = """
        +-+-+-+
        |A|b  |
        +-+   +
        |     |
        +-+-+-+
    """
    scene = in_room("Kitchen", picture, {"A": home(), "b": away()}, [0, 0, 1, 1])
    scene.play("activate A")
    assert not scene.offered("declare throw food b")


@pytest.mark.rule("O-ROOM-09", "O-ACT-09")
def test_food_is_thrown_by_a_standing_player_that_begins_in_the_kitchen() -> None:
    legend = {"A": home(status="prone"), "C": home(), "b": away()}
    scene = in_room("Kitchen", "A.C.b", legend, [0, 0, 2, 1])
    scene.play("activate A")
    assert not scene.offered("declare throw food b")
    scene.play("declare move", "stop", "activate C")
    assert not scene.offered("declare throw food b")
    scene.play("step w")
    assert not scene.offered("declare throw food b")


@pytest.mark.rule("O-ROOM-10", "O-ACT-09")
def test_throwing_food_is_all_the_thrower_does_but_others_may_throw_too() -> None:
    legend = {"A": home(), "C": home(), "D": home(), "b": away(), "c": away()}
    scene = in_room("Kitchen", "AC..bcD", legend, [0, 0, 2, 1])
    scene.play("activate A", "declare throw food b", dice=["D6 1"])
    assert not scene.offered("activate A")
    scene.play("activate C", "declare throw food c", dice=["D6 6", "2D6 1+1"])
    assert scene.status("c") == "prone"


@pytest.mark.rule("O-ROOM-10", "O-SPP-03")
def test_food_earns_no_points() -> None:
    legend = {"A": home(skills=["Mighty Blow"]), "D": home(), "b": away(armour=8)}
    scene = in_room("Kitchen", "A..bD", legend, [0, 0, 2, 1])
    dice = ["D6 6", "2D6 5+3", "2D6 6+5", "D16 1"]
    scene.play("activate A", "declare throw food b", dice=dice)
    assert scene.status("b") == "casualty"
    assert scene.points("A") == 0


@pytest.mark.rule("O-ROOM-10")
def test_nobody_assists_a_throw_and_no_pass_is_used_up() -> None:
    legend = {"A": home(), "C": home(), "b": away()}
    scene = in_room("Kitchen", "A..bC", legend, [0, 0, 1, 1])
    scene.play("activate A", "declare throw food b", dice=["D6 4"])
    assert needed(scene, clauses.THROW_FOOD) == 5
    scene.play("activate C")
    assert scene.offered("declare pass")


# --- Sewer ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-11")
def test_whoever_has_been_in_the_sewer_disturbs_until_its_next_activation() -> None:
    legend = {"A": home(), "D": home(), "b": away(passing=4), "c": away(), "d": away()}
    scene = in_room("Sewer", "A...b.c.d..D", legend, [1, 0, 1, 1], ball="b")
    scene.play("activate A", "step e", "step e", "stop", "end turn")
    assert reeks(scene, "A")
    scene.play("activate b", "declare pass", "aim", "throw (6,0)", dice=["D6 5", "D6 3"])
    assert needed(scene, clauses.PASS) == 5
    assert needed(scene, clauses.CATCH) == 3  # four squares off
    scene.play("end turn", "activate A")
    assert not reeks(scene, "A")


@pytest.mark.rule("O-ROOM-11")
def test_the_smell_does_not_stack_with_a_disturbing_presence() -> None:
    legend = {
        "A": home(skills=["Disturbing Presence"]),
        "D": home(),
        "b": away(passing=4),
        "c": away(),
        "d": away(),
    }
    scene = in_room("Sewer", "A...b.c.d..D", legend, [1, 0, 1, 1], ball="b")
    scene.play("activate A", "step e", "stop", "end turn")
    scene.play("activate b", "declare pass", "aim", "throw (6,0)", dice=["D6 5", "D6 3"])
    assert needed(scene, clauses.PASS) == 5


@pytest.mark.rule("O-ROOM-11")
def test_a_push_into_the_sewer_counts_as_entering() -> None:
    scene = in_room("Sewer", "Ab..D", {"A": home(), "b": away(), "D": home()}, [2, 0, 1, 1])
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH"])
    assert scene.square("b") == (2, 0)
    assert reeks(scene, "b")


@pytest.mark.rule("O-ROOM-12")
def test_starting_in_the_sewer_ends_the_smell_until_it_is_entered_again() -> None:
    scene = in_room("Sewer", "...A..D", {"A": home(), "D": home()}, [2, 0, 3, 1])
    assert reeks(scene, "A")
    scene.play("activate A", "declare move")
    assert not reeks(scene, "A")
    scene.play("step w")
    assert not reeks(scene, "A")  # one square further in the same water
    scene.play("step w")
    assert not reeks(scene, "A")
    scene.play("step e")
    assert reeks(scene, "A")


@pytest.mark.rule("O-ROOM-11")
def test_a_jump_that_never_left_the_ground_has_entered_nothing() -> None:
    scene = in_room("Sewer", "Ab...D", {"A": home(), "b": away(status="prone"), "D": home()}, [2, 0, 1, 1])
    scene.play("activate A", "declare move", "jump (2,0)", dice=["D6 1", "2D6 1+1"])
    assert scene.square("A") == (0, 0)
    assert not reeks(scene, "A")


# --- Treasure Room --------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-13", "O-ACT-09")
def test_gathering_funds_is_the_whole_activation_and_is_noted() -> None:
    legend = {"A": home(), "C": home(status="prone"), "D": home()}
    scene = in_room("Treasure Room", "AC..D", legend, [0, 0, 2, 1])
    scene.play("activate A", "declare gather funds")
    assert scene.told("funds gathered", "A")
    assert not scene.offered("activate A")
    assert scene.square("A") == (0, 0)
    scene.play("activate C")
    assert not scene.offered("declare gather funds")
    scene.play("declare move", "stop", "activate D")
    assert not scene.offered("declare gather funds")


@pytest.mark.rule("O-ROOM-14")
@pytest.mark.parametrize(("noted", "gold"), [(0, 0), (1, 10), (2, 10), (3, 20), (4, 20), (5, 30), (6, 30)])
def test_gold_depends_on_how_many_different_players_gathered(noted: int, gold: int) -> None:
    letters = "ACDEGH"
    legend = {letter: home() for letter in letters} | {"b": away()}
    scene = in_room("Treasure Room", letters + ".b", legend, [0, 0, 6, 1])
    for letter in letters[:noted]:
        scene.play(f"activate {letter}", "declare gather funds")
    assert treasure(scene.game, 0) == gold * 1000
    assert treasure(scene.game, 1) == 0


@pytest.mark.rule("O-ROOM-14")
def test_one_player_gathering_three_times_is_one_player() -> None:
    scene = in_room("Treasure Room", "A.b", {"A": home(), "b": away(), "C": home(at=(1, 0))}, [0, 0, 1, 1])
    for _ in range(3):
        scene.play("activate A", "declare gather funds", "end turn", "end turn")
    assert scene.game.conditions[scene.piece("A")] & NOTED
    assert treasure(scene.game, 0) == 10_000


# --- Chaotic Idol ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-15")
def test_the_idol_lends_strength_on_a_six_until_the_activation_ends() -> None:
    scene = in_room("Chaotic Idol", "Ab..D", {"A": home(), "b": away(), "D": home()}, [0, 0, 1, 1])
    scene.play("activate A", "declare block b", dice=["D6 6", "block PUSH POW"])
    scene.play("face push", "stay")
    assert scene.status("b") == "standing"
    assert scene.game.strength(scene.piece("A")) == 3
    scene = in_room("Chaotic Idol", "Ab..D", {"A": home(), "b": away(), "D": home()}, [0, 0, 1, 1])
    scene.play("activate A", "declare block b", "stay", dice=["D6 5", "block PUSH"])


@pytest.mark.rule("O-ROOM-15")
def test_the_idol_blocks_movement_and_sight() -> None:
    picture = """
        ....
        AIIb
        .II.
        ....
    """
    scene = Scene(picture, {"A": home(), "b": home()}, ball="A")
    scene.play("activate A", "declare pass")
    assert not scene.offered("step e")
    assert not scene.offered("step se")
    scene.play("aim")
    assert not scene.offered("throw (3,1)")
    assert scene.offered("throw (0,3)")


# --- Crypt ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-16")
def test_a_push_into_a_crypt_knocks_down_where_it_stands_with_one_more_on_armour() -> None:
    picture = """
        AbK.D
        ..K..
    """
    scene = Scene(picture, {"A": home(), "b": away(armour=9), "D": home()}, rooms=[("Crypt", [0, 0, 5, 2])])
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    scene.play("push (2,0)", dice=["2D6 4+4", "2D6 1+1"])
    assert scene.status("b") == "stunned"
    assert scene.square("b") == (1, 0)
    assert scene.turnover == ""


@pytest.mark.rule("O-ROOM-16")
def test_a_crypt_blocks_steps_but_not_sight() -> None:
    scene = Scene("AK.", {"A": home()}, ball="A", rooms=[("Crypt", [0, 0, 3, 1])])
    scene.play("activate A", "declare pass")
    assert not scene.offered("step e")
    scene.play("aim")
    assert scene.offered("throw (2,0)")


@pytest.mark.rule("O-ROOM-17", "O-SPP-03")
def test_a_casualty_of_the_crypt_is_one_of_the_block() -> None:
    picture = """
        AbK.D
        ..K..
    """
    scene = Scene(picture, {"A": home(), "b": away(armour=9), "D": home()}, rooms=[("Crypt", [0, 0, 5, 2])])
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    scene.play("push (2,0)", dice=["2D6 4+4", "2D6 6+6", "D16 1"])
    assert scene.status("b") == "casualty"
    assert scene.points("A") == 2


# --- Dragon Youngling's Lair ----------------------------------------------------------------------------------------


@pytest.mark.rule("O-ROOM-18", "O-TO-13")
@pytest.mark.parametrize(("die", "status"), [(4, "standing"), (5, "prone"), (6, "prone")])
def test_the_dragon_knocks_down_on_five_and_six_without_turnover(die: int, status: str) -> None:
    scene = in_room("Dragon Youngling's Lair", "A..D", {"A": home(), "D": home()}, [0, 0, 1, 1])
    armour = ["2D6 1+1"] if die > 4 else []
    scene.play("activate A", "declare move", dice=[f"D6 {die}", *armour])
    assert scene.status("A") == status
    assert scene.turnover == ""
    assert scene.active == "home"
    assert scene.offered("step e") == (die <= 4)


@pytest.mark.rule("O-ROOM-18", "O-TO-12")
def test_the_dragon_and_a_ball_carrier_make_a_turnover() -> None:
    scene = in_room("Dragon Youngling's Lair", "A..D", {"A": home(), "D": home()}, [0, 0, 1, 1], ball="A")
    scene.play("activate A", "declare move", dice=["D6 6", "2D6 1+1", "D8 5"])
    assert scene.turnover == "TURNOVER_CARRIER"
    assert scene.ball == (1, 0)


@pytest.mark.rule("O-ROOM-18", "O-TURN-06")
def test_what_was_declared_before_the_dragon_came_is_used() -> None:
    legend = {"A": home(), "D": home(), "b": away()}
    scene = in_room("Dragon Youngling's Lair", "A..Db", legend, [0, 0, 1, 1])
    scene.play("activate A", "declare blitz b", "activate D", dice=["D6 5", "2D6 1+1"])
    assert not scene.offered("declare blitz b")


@pytest.mark.rule("O-ROOM-19", "O-ROOM-02", "O-DOWN-06")
def test_the_dragon_hurts_a_prone_player_where_it_lies() -> None:
    legend = {"A": home(status="prone", armour=8), "D": home()}
    scene = in_room("Dragon Youngling's Lair", "A..D", legend, [0, 0, 1, 1])
    scene.play("activate A", "declare move", dice=["D6 5", "2D6 4+4", "2D6 1+1"])
    assert scene.status("A") == "stunned"
    assert not scene.offered("activate A")
    assert scene.turnover == ""


@pytest.mark.rule("O-ROOM-18")
def test_the_dragon_blocks_steps_but_not_sight() -> None:
    picture = """
        AYY.
        .YY.
    """
    scene = Scene(picture, {"A": home()}, ball="A")
    scene.play("activate A", "declare pass")
    assert not scene.offered("step e")
    assert not scene.offered("step se")
    scene.play("aim")
    assert scene.offered("throw (3,0)")


# --- Fiery Chasm ----------------------------------------------------------------------------------------------------

CHASM = """
    ..F..
    .AF..
    ..-..
    ..F..
"""


@pytest.mark.rule("O-ROOM-20")
def test_nobody_steps_into_the_chasm_but_everybody_sees_over_it() -> None:
    scene = in_room("Fiery Chasm", CHASM, {"A": home()}, [0, 0, 5, 4], ball="A")
    scene.play("activate A", "declare pass")
    assert not scene.offered("step e")
    assert not scene.offered("step ne")
    scene.play("aim")
    assert scene.offered("throw (3,1)")
    assert not scene.offered("throw (2,1)")


@pytest.mark.rule("O-ROOM-21")
def test_the_bridge_is_floor_in_all_directions() -> None:
    scene = in_room("Fiery Chasm", CHASM, {"A": home()}, [0, 0, 5, 4])
    scene.play("activate A", "step se", "step ne")
    assert scene.square("A") == (3, 1)


@pytest.mark.rule("O-ROOM-22")
@pytest.mark.parametrize("face", ["PUSH", "POW"])
def test_a_push_into_the_chasm_is_a_casualty_without_armour_injury_or_points(face: str) -> None:
    picture = """
        ...F..
        .AbF..
        ...-..
    """
    legend = {"A": home(), "b": away(armour=11)}
    scene = in_room("Fiery Chasm", picture, legend, [0, 0, 6, 3])
    scene.play("activate A", "declare block b", dice=[f"block {face}"])
    scene.play("push (3,1)", "follow", dice=["D16 3"])
    assert scene.status("b") == "casualty"
    assert scene.square("A") == (2, 1)
    assert scene.points("A") == 0


@pytest.mark.rule("O-ROOM-23", "O-BALL-10")
def test_a_ball_carried_into_the_chasm_is_flung_out_until_it_is_out() -> None:
    picture = """
        ...F..
        .AbF..
        ...-..
    """
    scene = in_room("Fiery Chasm", picture, {"A": home(), "b": away()}, [0, 0, 6, 3], ball="b")
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    scene.play("push (3,1)", "stay", dice=["D16 3", "D8 2", "D8 8"])
    assert scene.ball == (4, 1)
    assert "O-BALL-10" in scene.cited()


@pytest.mark.rule("O-BALL-10")
def test_a_ball_that_bounces_into_the_chasm_bounces_on() -> None:
    scene = in_room("Fiery Chasm", CHASM, {"A": home(agility=6)}, [0, 0, 5, 4], ball=(1, 2))
    scene.play("activate A", "step s", dice=["D6 3", "D8 3", "D8 5"])
    assert scene.ball == (3, 1)
    assert "O-BALL-10" in scene.cited()
