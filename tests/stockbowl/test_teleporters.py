"""Players and teleporters (S-TELE)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.pathfinder import reach_from_rest
from dungeonbowl.scenes.scene import Piece, Scene, away, home

HALL = """
    ..........
    .A1.....2.
    ..........
    ..........
    .3..4..5..
    ..........
"""


def hall(player: Piece | None = None, picture: str = HALL, **facts: object) -> Scene:
    """A stands west of teleporter 1."""
    legend: dict[str, Piece] = {"A": player or home(), "y": home(at=(0, 5)), "z": away(at=(9, 5))}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    facts.setdefault("ball", (0, 0))
    return Scene(picture, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]


def enter(scene: Scene, *dice: str) -> Scene:
    return scene.play("activate A", "declare move", "step e", dice=list(dice))


@pytest.mark.rule("S-TELE-01", "S-TELE-02", "S-TELE-04", "S-TELE-07", "S-TELE-12")
def test_whoever_enters_goes_where_the_die_says_and_one_square_on_and_may_go_on() -> None:
    scene = enter(hall(), "D6 2", "D8 4")
    assert scene.square("A") == (7, 1)
    assert int(scene.game.moves_left) == 5
    scene.play("step w", "step w")
    assert scene.square("A") == (5, 1)


@pytest.mark.rule("S-TELE-04", "S-TELE-05")
def test_neither_the_die_nor_the_ether_can_be_rolled_again() -> None:
    scene = enter(hall(rerolls=(3, 0)), "D6 1")
    assert scene.status("A") == "knocked-out"
    assert scene.square("A") is None
    assert scene.rerolls("home") == 3


@pytest.mark.rule("S-TELE-06")
def test_the_ether_is_a_turnover_in_the_own_turn_only() -> None:
    assert enter(hall(), "D6 1").turnover == "TURNOVER_ETHER"
    picture = HALL.replace(".A1", "AD1")
    scene = hall(others={"D": away()}, picture=picture)
    scene.play("activate A", "declare block D", dice=["block PUSH"])
    scene.play("push (2,1)")
    scene.play("stay", dice=["D6 1"])
    assert scene.status("D") == "knocked-out"
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.rule("S-TELE-02")
def test_entering_may_be_a_go_for_it_and_the_rest_is_free() -> None:
    scene = hall(home(movement=1))
    scene.play("activate A", "declare move", "step n")
    scene.play("step se", dice=["D6 2", "D6 2", "D8 4"])
    assert scene.square("A") == (7, 1)
    assert int(scene.game.rushes_left) == 1


@pytest.mark.rule("S-TELE-03")
def test_there_may_be_any_number_of_teleports_in_a_turn() -> None:
    scene = enter(hall(), "D6 2", "D8 4")
    scene.play("step e", dice=["D6 1", "D8 4"])
    scene.play("step e", dice=["D6 2", "D8 4"])
    assert scene.square("A") == (7, 1)
    assert scene.status("A") == "standing"


@pytest.mark.rule("S-TELE-07")
def test_nobody_dodges_out_of_a_teleporter() -> None:
    scene = hall(others={"b": away(at=(9, 1)), "c": away(at=(7, 0))})
    enter(scene, "D6 2", "D8 4")
    assert scene.square("A") == (7, 1)
    assert not scene.told("tested")


@pytest.mark.rule("S-TELE-08")
def test_walls_are_rolled_again() -> None:
    picture = """
        .A1#2.
        ####..
        ...y.z
    """
    scene = Scene(picture, {"A": home(), "y": home(), "z": away()}, edition="stockbowl", ball=(0, 2))
    enter(scene, "D6 2", "D8 2", "D8 4", "D8 7")
    assert scene.square("A") == (4, 1)


@pytest.mark.rule("S-TELE-08", "S-DOOR-06")
def test_a_door_is_rolled_again() -> None:
    picture = """
        .A1#2BB#
        ####...#
        ...y..z#
    """
    scene = Scene(picture, {"A": home(), "y": home(), "z": away()}, edition="stockbowl", ball=(0, 2))
    enter(scene, "D6 2", "D8 5", "D8 7")
    assert scene.square("A") == (4, 1)


@pytest.mark.rule("S-TELE-08")
@pytest.mark.parametrize("rooted", [True, False])
def test_somebody_who_will_not_budge_is_rolled_again(rooted: bool) -> None:
    scene = hall(others={"b": away(at=(9, 1), rooted=rooted, skills=[] if rooted else ["Stand Firm"])})
    enter(scene, "D6 2", "D8 5", *(["D8 5", "D8 4"] if rooted else []))
    if not rooted:
        assert scene.asked == "away"
        scene.play("use STANDS_FIRM b", dice=["D8 5", "D8 4"])  # the second time he is not asked
    assert scene.square("A") == (7, 1)
    assert scene.square("b") == (9, 1)


@pytest.mark.rule("S-TELE-08")
def test_a_chain_of_pushes_that_would_end_in_a_wall_is_rolled_again_and_hurts_nobody() -> None:
    scene = hall(others={"b": away(at=(9, 1))})  # nothing but wall east of b
    enter(scene, "D6 2", "D8 5", "D8 4")
    assert scene.square("A") == (7, 1)
    assert scene.square("b") == (9, 1)
    assert not scene.told("armour held")
    assert not scene.told("armour broken")


@pytest.mark.rule("S-TELE-09", "S-TBALL-03")
def test_without_any_square_he_is_lost_without_a_turnover() -> None:
    picture = """
        .A1#######
        ..########
        ..##2#####
        ..########
        yz.3......
    """
    scene = Scene(picture, {"A": home(), "y": home(), "z": away()}, edition="stockbowl", ball="A")
    enter(scene, "D6 2", "D6 3", "D8 5")
    assert scene.status("A") == "knocked-out"
    assert scene.turnover == ""
    assert scene.ball == (4, 4)  # his ball goes its own way
    # a square that somebody holds who cannot be moved is no way out either
    legend = {"A": home(), "y": home(), "z": away(), "r": away(at=(5, 2), rooted=True)}
    scene = Scene(picture.replace("##2#####", "##2.####"), legend, edition="stockbowl", ball=(0, 1))
    enter(scene, "D6 2")
    assert scene.status("A") == "knocked-out"
    assert scene.turnover == ""


@pytest.mark.rule("S-TELE-10")
def test_an_occupant_is_pushed_on_by_the_active_coachs_choice_and_not_knocked_down() -> None:
    scene = hall(others={"b": away(at=(7, 1))})
    enter(scene, "D6 2", "D8 4")
    assert scene.asked == "home"
    assert sorted(scene.options()) == ["push (6,0)", "push (6,1)", "push (6,2)"]
    scene.play("push (6,2)")
    assert scene.square("A") == (7, 1)
    assert scene.square("b") == (6, 2)
    assert scene.status("b") == "standing"
    assert scene.turnover == ""
    assert not scene.told("went down")


@pytest.mark.rule("S-TELE-10")
def test_pushes_run_on_in_chains() -> None:
    others = {"b": away(at=(7, 1)), "c": away(at=(6, 0)), "d": home(at=(6, 1)), "e": away(at=(6, 2))}
    scene = hall(others=others)
    enter(scene, "D6 2", "D8 4")
    scene.play("push (6,1)")
    scene.play("push (5,1)")
    assert [scene.square(letter) for letter in "Abd"] == [(7, 1), (6, 1), (5, 1)]


@pytest.mark.rule("S-TELE-10", "S-TELE-11")
def test_what_the_new_square_of_the_displaced_does_to_him_waits_for_the_keep_roll() -> None:
    picture = HALL.replace(".A1.....2.", ".A1...$.2.")
    scene = hall(others={"b": away(at=(7, 1), armour=9)}, picture=picture, ball="A", modules={"items": {"hidden": 0}})
    enter(scene, "D6 2", "D8 4")
    # the keep roll first, and the way of the ball; then the trap under b
    scene.play("push (6,1)", dice=["D6 2", "D6 3", "D8 2", "2D6 1+2", "D6 1"])
    assert scene.ball == (1, 3)
    assert scene.status("b") == "prone"
    assert scene.turnover == "TURNOVER_BALL_ASTRAY"


@pytest.mark.rule("S-TELE-10", "S-TELE-11")
def test_the_square_of_the_last_of_a_chain_takes_effect() -> None:
    picture = HALL.replace(".A1.....2.", ".A1..$..2.")
    others = {"b": away(at=(7, 1)), "c": away(at=(6, 0)), "d": away(at=(6, 1), armour=9), "e": away(at=(6, 2))}
    scene = hall(others=others, picture=picture, modules={"items": {"hidden": 0}})
    enter(scene, "D6 2", "D8 4")
    scene.play("push (6,1)")
    scene.play("push (5,1)", dice=["2D6 1+2", "D6 1", "D6 1", "D6 1"])
    assert scene.status("d") == "prone"
    assert scene.told("chest opened", "d")


@pytest.mark.rule("S-TELE-11")
def test_a_chest_a_teleporter_and_a_ball_where_he_comes_out_take_effect() -> None:
    picture = HALL.replace(".A1.....2.", ".A1....$2.")
    scene = enter(hall(picture=picture, modules={"items": {"hidden": 0}}), "D6 2", "D8 4", "2D6 1+2")
    assert scene.square("A") == (7, 1)
    assert scene.status("A") == "prone"
    assert scene.told("chest opened", "A")

    picture = HALL.replace(".A1.....2.", ".A1....62.")
    scene = enter(hall(picture=picture), "D6 2", "D8 4", "D6 3", "D8 5")
    assert scene.square("A") == (2, 4)
    scene = enter(hall(picture=picture), "D6 2", "D8 4", "D6 6")  # the second one is the origin now
    assert scene.status("A") == "knocked-out"

    scene = enter(hall(ball=(7, 1)), "D6 2", "D8 4", "D8 2")
    assert scene.square("A") == (7, 1)
    assert scene.ball == (7, 0)
    assert scene.turnover == ""
    assert not scene.told("tested")


@pytest.mark.rule("S-TELE-13", "S-GEN-04")
def test_who_falls_or_is_knocked_down_into_it_rolls_for_armour_first() -> None:
    scene = hall(home(armour=9), others={"m": away(at=(0, 1))})
    enter(scene, "D6 1", "2D6 1+2", "D6 2", "D8 4")
    assert scene.square("A") == (7, 1)
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"
    scene = hall(home(armour=9), others={"m": away(at=(0, 1))})
    enter(scene, "D6 1", "2D6 6+6", "2D6 4+4")
    assert scene.status("A") == "knocked-out"
    assert not scene.told("teleported")
    scene = knocked_in("POW")
    scene.play("stay", dice=["2D6 6+5", "2D6 2+2", "D6 2", "D8 4"])
    assert scene.square("D") == (7, 1)
    assert scene.status("D") == "stunned"


def knocked_in(face: str, blocker: Piece | None = None, **facts: object) -> Scene:
    """A blocks D, and pushes him into teleporter 1."""
    scene = hall(blocker, picture=HALL.replace(".A1", "AD1"), others={"D": away(armour=9)}, **facts)
    scene.play("activate A", "declare block D", dice=[f"block {face}"])
    scene.play("push (2,1)")
    return scene


@pytest.mark.rule("S-TELE-14")
def test_the_follow_up_is_decided_before_the_teleport_roll() -> None:
    scene = knocked_in("PUSH")
    assert set(scene.options()) == {"follow", "stay"}
    assert not scene.told("teleported")
    scene.play("follow", dice=["D6 2", "D8 4"])
    assert scene.square("A") == (1, 1)
    assert scene.square("D") == (7, 1)


@pytest.mark.rule("S-TELE-15")
def test_a_follow_up_into_a_teleporter_teleports_too() -> None:
    picture = """
        .........
        AD.......
        ....3..2.
        .......yz
    """
    legend = {"A": home(), "D": away(), "y": home(), "z": away()}
    scene = Scene(picture, legend, edition="stockbowl", ball=(0, 0))
    scene.play("activate A", "declare block D", dice=["block PUSH"])
    # nobody stays on a teleporter, so the square left by the target is made one under his feet
    scene.game.put_portal(scene.node((1, 1)), 1)
    scene.play("push (2,1)")
    scene.play("follow", dice=["D6 2", "D8 5"])
    assert scene.square("A") == (8, 2)
    assert scene.square("D") == (2, 1)


@pytest.mark.rule("S-TELE-16")
def test_frenzy_has_no_second_block_at_somebody_teleported_even_if_he_comes_out_beside_it() -> None:
    picture = """
        ..........
        AD1.....2.
        ..........
        ..3.......
        .......yz.
    """
    legend = {"A": home(skills=["Frenzy"]), "D": away(), "y": home(), "z": away()}
    scene = Scene(picture, legend, edition="stockbowl", ball=(0, 0))
    scene.play("activate A", "declare block D", dice=["block PUSH"])
    scene.play("push (2,1)", dice=["D6 3", "D8 2"])
    assert scene.square("A") == (1, 1)
    assert scene.square("D") == (2, 2)
    assert len(scene.events("block dice rolled")) == 1
    scene = Scene(picture, legend, edition="stockbowl", ball=(0, 0))
    scene.play("activate A", "declare block D", dice=["block PUSH"])
    scene.play("push (2,2)", dice=["block PUSH"])
    assert len(scene.events("block dice rolled")) == 2


@pytest.mark.rule("S-TELE-12")
def test_somebody_prone_stays_so() -> None:
    scene = knocked_in("POW")
    scene.play("stay", dice=["2D6 1+2", "D6 2", "D8 4"])
    assert scene.status("D") == "prone"
    assert scene.square("D") == (7, 1)


def test_the_pathfinder_knows_the_risk_and_ends_the_path_there() -> None:
    picture = """
        ##########
        #A1.....2#
        ##########
        yz........
    """
    for ball, odds in (("y", 5 / 6), ("A", 5 / 12)):
        legend = {"A": home(), "y": home(), "z": away()}
        scene = Scene(picture, legend, edition="stockbowl", ball=ball)
        found = reach_from_rest(scene.game, scene.piece("A"))
        assert found.odds(scene.node((2, 1))) == pytest.approx(odds)
        assert found.odds(scene.node((3, 1))) == 0


def test_the_pathfinder_knows_what_is_left_in_the_chests() -> None:
    picture = """
        ##########
        #A$......#
        ##########
        yz.$.$.$.$
    """
    legend = {"A": home(agility=4), "y": home(), "z": away()}
    scene = Scene(picture, legend, edition="stockbowl")  # ball, item, three traps
    found = reach_from_rest(scene.game, scene.piece("A"))
    assert found.odds(scene.node((2, 1))) == pytest.approx(1 / 5 * 4 / 6 + 1 / 5)
    assert found.odds(scene.node((3, 1))) == 0
    scene = Scene(picture, legend, edition="stockbowl", ball="y", modules={"items": {"hidden": 0}})
    assert reach_from_rest(scene.game, scene.piece("A")).odds(scene.node((2, 1))) == 0
