"""Leaping (A-LEAP)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

ON = "astrogranite(classic, leaping=on)"
LANE = """
    ##########
    #A......z#
    ##########
"""
FIELD = """
    .......
    .A.....
    .......
    ......z
"""


def scene_of(picture: str = LANE, edition: str = ON, **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": home(agility=4, armour=9), "z": away()}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    return Scene(picture, legend, edition=edition, **facts)  # type: ignore[arg-type]


def leap(scene: Scene, square: str, dice: list[str]) -> Scene:
    return scene.play("activate A", "declare move", "leap", f"jump {square}", dice=dice)


@pytest.mark.rule("A-LEAP-01")
def test_anybody_on_its_feet_may_leap_once_in_an_activation() -> None:
    scene = scene_of()
    scene.play("activate A", "declare move")
    assert scene.offered("leap")
    scene.play("leap", "jump (3,1)", dice=["D6 6"])
    assert scene.square("A") == (3, 1)
    assert not scene.offered("leap")
    assert scene.offered("step e")
    scene = scene_of(others={"A": home(status="prone")})
    scene.play("activate A", "declare move")
    assert not scene.offered("leap")


@pytest.mark.rule("A-LEAP-02")
def test_the_target_is_two_squares_off_at_least_and_the_movement_is_paid() -> None:
    scene = scene_of(others={"A": home(movement=4, agility=4)})
    scene.play("activate A", "declare move", "leap")
    assert scene.options() == ["jump (3,1)", "jump (4,1)", "jump (5,1)", "jump (6,1)", "jump (7,1)"]
    scene.play("jump (4,1)", dice=["D6 6"])
    assert int(scene.game.moves_left) == 1


@pytest.mark.rule("A-LEAP-02")
def test_rushes_come_first_and_a_one_leaves_the_player_where_it_stood() -> None:
    slow = {"A": home(movement=1, agility=4, armour=9)}
    scene = leap(scene_of(others=slow), "(4,1)", ["D6 2", "D6 2", "D6 6"])
    assert scene.square("A") == (4, 1)
    scene = leap(scene_of(others=slow), "(4,1)", ["D6 2", "D6 1", "2D6 1+1"])
    assert scene.square("A") == (1, 1)
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("A-LEAP-03", "A-LEAP-05", "A-CHEST-08")
def test_players_chests_and_teleporters_are_leapt_over_and_do_nothing() -> None:
    scene = leap(scene_of("##########\n#A1$b...z#\n##########", others={"b": away()}), "(5,1)", ["D6 6"])
    assert scene.square("A") == (5, 1)
    scene = scene_of("####\n#A#.\n####\n...z")
    scene.play("activate A", "declare move")
    assert not scene.offered("leap")  # nothing to leap to


@pytest.mark.rule("A-LEAP-04", "A-LEAP-10")
def test_the_coach_names_a_shortest_path_and_a_failure_lands_on_it() -> None:
    scene = scene_of(FIELD)
    scene.play("activate A", "declare move", "leap", "jump (3,1)")
    assert set(scene.options()) == {"cross (2,0)", "cross (2,1)", "cross (2,2)"}
    scene.play("cross (2,2)", dice=["D6 4", "2D6 1+1"])  # needs 5
    assert scene.square("A") == (2, 2)
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("A-LEAP-06")
@pytest.mark.parametrize(("square", "needed"), [("(3,1)", 5), ("(4,1)", 6), ("(5,1)", 6)])
def test_every_square_but_the_first_makes_it_harder(square: str, needed: int) -> None:
    x = int(square[1])
    assert leap(scene_of(), square, [f"D6 {needed}"]).status("A") == "standing"
    short = ["2D6 1+1"] if x == 3 else [f"D{x - 2} 1", "2D6 1+1"]
    assert leap(scene_of(), square, [f"D6 {needed - 1}", *short]).status("A") == "prone"


@pytest.mark.rule("A-LEAP-07")
def test_zones_do_not_count_and_no_dodge_is_needed() -> None:
    crowd = {"b": away(at=(0, 0)), "c": away(at=(0, 1)), "d": away(at=(4, 1))}
    scene = scene_of(FIELD, others=crowd)
    scene.play("activate A", "declare move", "leap", "jump (3,1)", "cross (2,1)", dice=["D6 5"])
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-LEAP-08")
def test_a_ball_where_it_lands_must_be_picked_up() -> None:
    scene = leap(scene_of(ball=(3, 1)), "(3,1)", ["D6 5", "D6 3"])
    assert scene.ball == "A"
    scene = leap(scene_of(ball=(3, 1)), "(3,1)", ["D6 5", "D6 2", "D8 5"])
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("A-LEAP-09", "A-COLL-01")
def test_an_occupied_square_may_be_chosen_and_both_suffer() -> None:
    scene = leap(
        scene_of(others={"b": away(at=(3, 1), armour=9)}), "(3,1)", ["D6 5", "D6 2", "D8 5", "2D6 1+1", "2D6 1+1"]
    )
    assert scene.square("A") == (4, 1)
    assert scene.status("A") == "prone"
    assert scene.status("b") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("A-LEAP-10")
def test_a_failure_lands_in_a_random_one_of_the_squares_crossed() -> None:
    for face in (1, 2):
        scene = leap(scene_of(), "(4,1)", ["D6 2", f"D2 {face}", "2D6 1+1"])
        assert scene.square("A") == (1 + face, 1)


@pytest.mark.rule("A-LEAP-10", "A-COLL-09")
def test_a_failure_onto_a_player_or_a_chest_goes_off_it() -> None:
    scene = leap(
        scene_of(others={"b": away(at=(2, 1), armour=9)}), "(3,1)", ["D6 4", "D6 2", "D8 5", "2D6 1+1", "2D6 1+1"]
    )
    assert scene.square("A") == (3, 1)
    assert scene.status("b") == "prone"
    scene = leap(scene_of("##########\n#A$.....z#\n##########"), "(3,1)", ["D6 4", "D8 4", "2D6 1+1"])
    assert scene.square("A") == (1, 1)
    assert scene.game.is_chest(scene.node((2, 1)))


@pytest.mark.rule("A-LEAP-11", "A-LEAP-12")
def test_the_skill_adds_one_and_moves_the_landing_one_square_on() -> None:
    skilled = {"A": home(agility=4, armour=9, skills=["Leap"])}
    assert leap(scene_of(others=skilled), "(3,1)", ["D6 4"]).status("A") == "standing"
    scene = leap(scene_of(others=skilled), "(3,1)", ["D6 3", "2D6 1+1"])
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "prone"
    for face, square in ((1, (3, 1)), (2, (4, 1))):
        scene = leap(scene_of(others=skilled), "(4,1)", ["D6 4", f"D2 {face}", "2D6 1+1"])
        assert scene.square("A") == square


@pytest.mark.rule("A-LEAP-13")
def test_very_strong_legs_add_one() -> None:
    legs = {"A": home(agility=4, armour=9, skills=["Very Long Legs"])}
    assert leap(scene_of(others=legs), "(3,1)", ["D6 4"]).status("A") == "standing"
    assert leap(scene_of(others=legs), "(3,1)", ["D6 3", "2D6 1+1"]).status("A") == "prone"


@pytest.mark.rule("A-LEAP-15")
def test_without_the_module_only_the_skill_leaps_two_squares_at_most() -> None:
    scene = scene_of(edition="astrogranite(classic)")
    scene.play("activate A", "declare move")
    assert not any(option.startswith(("leap", "jump")) for option in scene.options())
    skilled = {"A": home(agility=4, armour=9, skills=["Leap"]), "b": away(at=(3, 1), zone=False)}
    scene = scene_of(edition="astrogranite(classic)", others={**skilled, "b": away(at=(4, 1), zone=False)})
    scene.play("activate A", "declare move")
    assert scene.offered("jump (3,1)")
    assert not scene.offered("jump (4,1)")
    assert not scene.offered("leap")
    scene.play("jump (3,1)", dice=["D6 4"])  # unmodified
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "standing"
    scene = scene_of(edition="astrogranite(classic)", others={"A": home(agility=4, armour=9, skills=["Leap"])})
    scene.play("activate A", "declare move", "jump (3,1)", dice=["D6 3", "2D6 1+1"])
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "prone"
    scene = scene_of(edition="astrogranite(classic)", others=skilled)
    scene.play("activate A", "declare move")
    assert not scene.offered("jump (3,1)")  # somebody is there


@pytest.mark.rule("A-TELE-04", "A-TELE-11")
def test_a_failed_leap_onto_a_teleporter_falls_at_the_other_end() -> None:
    picture = "##########\n#A1....2z#\n##########"
    scene = leap(scene_of(picture), "(3,1)", ["D6 4", "D6 2", "2D6 1+1"])
    assert scene.square("A") == (7, 1)
    assert scene.status("A") == "prone"
    scene = leap(scene_of(picture), "(3,1)", ["D6 4", "D6 1"])
    assert scene.status("A") == "lost"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("A-LEAP-14")
def test_lava_burns_and_water_hinders_whoever_leaps_off_it() -> None:
    on_lava = {"A": home(agility=4, armour=9, under="&")}
    scene = scene_of(edition="astrogranite(classic, leaping=on, lava=on)", others=on_lava)
    leap(scene, "(3,1)", ["2D6 5+5", "D6 5"])  # 10 - 2 does not break it
    assert scene.square("A") == (3, 1)
    scene = scene_of(edition="astrogranite(classic, leaping=on, lava=on)", others=on_lava)
    leap(scene, "(3,1)", ["2D6 6+5", "2D6 1+1"])
    assert scene.status("A") == "knocked-out"
    in_water = {"A": home(agility=4, armour=9, under="~")}
    for face, status in ((6, "standing"), (5, "prone")):
        scene = scene_of(edition="astrogranite(classic, leaping=on, water=on)", others=in_water)
        leap(scene, "(3,1)", [f"D6 {face}", *([] if face == 6 else ["2D6 1+1"])])
        assert scene.status("A") == status
        if face == 6:
            assert int(scene.game.moves_left) == 4  # no more than two squares


@pytest.mark.rule("A-LEAP-03", "A-LEAP-05")
@pytest.mark.parametrize(
    ("mark", "module"), [("&", "lava"), ("~", "water"), (":", "chasms"), ("o", "obstacles"), ("^", "traps")]
)
def test_the_squares_below_a_leap_do_nothing(mark: str, module: str) -> None:
    scene = scene_of(LANE.replace("A.", f"A{mark}"), f"astrogranite(classic, leaping=on, {module}=on)")
    leap(scene, "(3,1)", ["D6 5"])
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "standing"
    assert int(scene.game.moves_left) == 4


@pytest.mark.rule("A-LEAP-03")
def test_no_leap_goes_through_a_closed_door_or_up_onto_a_platform() -> None:
    scene = scene_of(LANE.replace("A..", "A.="), "astrogranite(classic, leaping=on, doors=on)")
    scene.play("activate A", "declare move")
    assert not scene.offered("leap")
    for level in "12":
        levels = f"######\n#..{level}{level}#\n######\n......"
        edition = "astrogranite(classic, leaping=on, platforms=on)"
        legend = {"A": home(agility=4), "z": away(at=(2, 3))}
        scene = Scene("######\n#A...#\n######\n......", legend, details={"levels": levels}, edition=edition)
        scene.play("activate A", "declare move")
        assert scene.offered("leap") == (level == "1")


@pytest.mark.rule("A-LEAP-01")
def test_a_leap_belongs_to_movement_and_not_to_a_block() -> None:
    for declared in ("declare blitz", "declare block b"):
        scene = scene_of(FIELD, others={"b": away(at=(2, 1)), "C": home(at=(0, 3))})
        scene.play("activate A", declared, *(["block b"] if declared == "declare blitz" else []), dice=["block push"])
        scene.play("push (3,1)", "stay")
        assert scene.offered("leap") == (declared == "declare blitz")


@pytest.mark.rule("A-TELE-08", "A-TELE-09")
def test_a_leap_that_succeeds_onto_a_teleporter_is_the_one_teleport_of_the_action() -> None:
    scene = leap(scene_of("##########\n#A.1.2..z#\n##########"), "(3,1)", ["D6 6", "D6 2"])
    assert scene.square("A") == (5, 1)
    scene.play("step w", "step e", dice=["2D6 1+1"])
    assert scene.status("A") == "reserves"


@pytest.mark.rule("A-LEAP-15")
def test_without_the_module_nobody_else_jumps_not_even_over_the_fallen() -> None:
    scene = scene_of(edition="astrogranite(classic)", others={"p": away(at=(2, 1), status="prone")})
    scene.play("activate A", "declare move")
    assert scene.options() == ["stop"]


@pytest.mark.rule("A-LEAP-15")
def test_without_the_module_zones_do_not_count_and_who_fails_always_lies_where_it_wanted_to_land() -> None:
    crowd = {
        "A": home(agility=4, armour=9, skills=["Leap"]),
        "b": away(at=(0, 0)),
        "c": away(at=(4, 1)),
        "d": away(at=(4, 2)),
    }
    scene = scene_of(FIELD, "astrogranite(classic)", others=crowd)
    scene.play("activate A", "declare move", "jump (3,1)", dice=["D6 4"])
    assert scene.status("A") == "standing"
    scene = scene_of(FIELD, "astrogranite(classic)", others=crowd)
    scene.play("activate A", "declare move", "jump (3,1)", dice=["D6 1", "2D6 1+1"])
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "prone"
    legs = {**crowd, "A": home(agility=4, armour=9, skills=["Leap", "Very Long Legs"])}
    scene = scene_of(FIELD, "astrogranite(classic)", others=legs)
    scene.play("activate A", "declare move", "jump (3,1)", dice=["D6 3"])
    assert scene.status("A") == "standing"
