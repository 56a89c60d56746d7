"""Thrown team-mates in StockBowl (S-TTM)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

THROW = ("activate T", "declare throw team-mate", "pick G")
HALL = """
    TG.......
    .........
    .........
    .........
    .........
"""
# AG 2 and ST 4: neither too weak to throw nor too clever
TROLL = {"agility": 5, "strength": 4, "skills": ["Throw Team-Mate"]}
GOBLIN = {"agility": 4, "armour": 8, "skills": ["Right Stuff", "Stunty"]}


def stock(picture: str, ball: Any = None, goblin: dict[str, Any] | None = None, **others: Any) -> Scene:
    legend = {"T": home(**TROLL), "G": home(**{**GOBLIN, **(goblin or {})}), **others}
    return Scene(picture, legend, ball=ball, edition="stockbowl")


@pytest.mark.rule("S-TTM-02")
def test_a_team_mate_is_thrown_over_quick_and_short_range_and_no_farther() -> None:
    scene = stock("TG" + "." * 12 + "\n" + "." * 14)
    scene.play(*THROW)
    assert scene.offered("throw (6,0)")
    assert not scene.offered("throw (7,0)")


@pytest.mark.rule("S-TTM-02", "S-BASE-18")
def test_the_throw_is_one_harder_and_never_better_than_three_scatters() -> None:
    scene = stock(HALL)
    scene.play(*THROW, "throw (4,2)", dice=["D6 6", "D8 5", "D8 5", "D8 5", "D6 4"])
    assert scene.events("tested")[0].c == 3  # a total of 2 is no fumble, short 0, -1
    assert scene.square("G") == (7, 2)
    assert scene.status("G") == "standing"
    assert scene.points("T") == 0
    scene = stock(HALL)
    scene.play(*THROW, "throw (2,0)", dice=["D6 3", "D8 7", "D8 7", "D8 7", "D6 4"])
    assert scene.events("tested")[0].c == 2  # quick +1
    assert scene.square("G") == (2, 3)
    assert scene.turnover == ""


@pytest.mark.rule("S-TTM-02", "S-BASE-05")
@pytest.mark.parametrize(("natural", "square"), [(1, "(2,0)"), (2, "(4,2)")])
def test_a_fumbled_team_mate_lands_where_it_stood(natural: int, square: str) -> None:
    # 2 - 1 = 1 is a fumble over short range
    scene = stock(HALL)
    scene.play(*THROW, f"throw {square}", dice=[f"D6 {natural}", "D6 4"])
    assert scene.square("G") == (1, 0)
    assert scene.status("G") == "standing"
    assert scene.turnover == ""
    scene = stock(HALL, ball="G")
    scene.play(*THROW, f"throw {square}", dice=[f"D6 {natural}", "D6 3", "2D6 1+1", "D8 7"])
    assert scene.status("G") == "prone"
    assert scene.ball == (1, 1)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@pytest.mark.rule("S-TTM-02")
def test_only_a_standing_team_mate_is_thrown_however_strong() -> None:
    scene = stock("TG\n..", goblin={"status": "prone"})
    scene.play("activate T", "declare throw team-mate")
    assert not scene.offered("pick G")
    scene = stock("TG\n..", goblin={"strength": 5})
    scene.play("activate T", "declare throw team-mate")
    assert scene.offered("pick G")


@pytest.mark.rule("S-TTM-01", "S-PASS-02", "S-PASS-03")
def test_walls_and_doors_stop_a_throw_and_their_corners_do_not() -> None:
    scene = stock("TG.#.\n.#...\n..#.B\n.....")
    scene.play(*THROW)
    assert not scene.offered("throw (4,0)")
    assert not scene.offered("throw (4,2)")
    assert not scene.offered("throw (2,3)")
    assert scene.offered("throw (2,0)")
    scene = stock("GT#.\n.#..\n....")
    scene.play(*THROW)
    assert scene.offered("throw (2,1)")  # between two corners


@pytest.mark.rule("S-TTM-01")
def test_teleporters_and_chests_on_the_way_do_nothing_to_a_thrown_player() -> None:
    scene = stock("TG1$2....\n.........\n.........")
    scene.play(*THROW, "throw (5,0)", dice=["D6 6", "D8 5", "D8 5", "D8 7", "D6 4"])
    assert scene.square("G") == (7, 1)


@pytest.mark.rule("S-TTM-04", "S-BASE-01")
def test_the_landing_is_worse_for_every_zone_there_and_for_nothing_else() -> None:
    scene = stock(HALL, x=away(at=(7, 3)), y=away(at=(8, 2)), z=away(at=(8, 1), zone=False))
    scene.play(*THROW, "throw (4,2)", dice=["D6 3", "D8 5", "D8 5", "D8 5", "D6 6"])
    assert scene.events("tested")[1].c == 6
    assert scene.status("G") == "standing"


@pytest.mark.rule("S-TTM-04", "S-BASE-19")
def test_a_failed_landing_is_a_knock_down_and_costs_the_turn_only_with_the_ball() -> None:
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "D6 3", "2D6 3+4"]
    scene = stock(HALL)
    scene.play(*THROW, "throw (4,2)", dice=dice)
    assert scene.status("G") == "prone"
    assert scene.turnover == ""
    scene = stock(HALL, ball="G")
    scene.play(*THROW, "throw (4,2)", dice=[*dice, "D8 7"])
    assert scene.ball == (7, 3)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@pytest.mark.rule("S-TTM-02")
def test_a_carrier_that_lands_keeps_the_ball() -> None:
    scene = stock(HALL, ball="G")
    scene.play(*THROW, "throw (4,2)", dice=["D6 6", "D8 5", "D8 5", "D8 5", "D6 4"])
    assert scene.ball == "G"
    assert scene.offered("activate G")


@pytest.mark.rule("S-TTM-02")
def test_a_ball_under_a_landed_player_bounces_and_is_not_picked_up() -> None:
    scene = stock(HALL, ball=(7, 2))
    scene.play(*THROW, "throw (4,2)", dice=["D6 6", "D8 5", "D8 5", "D8 5", "D6 4", "D8 7"])
    assert scene.ball == (7, 3)
    assert scene.turnover == ""


@pytest.mark.rule("S-TTM-02")
def test_whoever_is_under_a_thrown_player_goes_down_and_it_scatters_on_and_lies() -> None:
    scene = stock(HALL, x=away(at=(7, 2), armour=9))
    scene.play(*THROW, "throw (4,2)", dice=["D6 6", "D8 5", "D8 5", "D8 5", "2D6 4+4", "D8 7", "2D6 3+4"])
    assert scene.status("x") == "prone"
    assert scene.square("G") == (7, 3)
    assert scene.status("G") == "prone"
    assert scene.turnover == ""


@pytest.mark.rule("S-TTM-02", "S-BASE-19")
@pytest.mark.parametrize(("status", "turnover"), [("standing", "TURNOVER_KNOCKED_DOWN"), ("prone", "")])
def test_a_team_mate_it_comes_down_on_costs_the_turn_if_it_stood(status: str, turnover: str) -> None:
    scene = stock(HALL, M=home(at=(7, 2), armour=9, status=status))
    scene.play(*THROW, "throw (4,2)", dice=["D6 6", "D8 5", "D8 5", "D8 5", "2D6 4+4", "D8 7", "2D6 3+4"])
    assert scene.turnover == turnover


@pytest.mark.rule("S-TTM-02")
def test_only_the_first_one_it_comes_down_on_goes_down() -> None:
    scene = stock(HALL, x=away(at=(7, 2), armour=9), y=away(at=(7, 3)))
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 4+4", "D8 7", "D8 7", "2D6 3+4"]
    scene.play(*THROW, "throw (4,2)", dice=dice)
    assert scene.status("x") == "prone"
    assert scene.status("y") == "standing"
    assert scene.square("G") == (7, 4)


@pytest.mark.rule("S-TTM-03", "S-TTM-04", "S-PASS-07", "S-BNC-01")
def test_a_wall_is_an_armour_roll_then_the_bounce_then_the_usual_landing() -> None:
    # P is (10,2), off the map; the line from (0,0) leaves it at (8,2), due east
    scene = stock(HALL)
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 3+4", "D6 4", "D6 4"]
    scene.play(*THROW, "throw (6,2)", dice=dice)
    assert scene.told("hit wall", "G")
    assert scene.told("armour held", "G")
    assert scene.square("G") == (7, 2)
    assert scene.status("G") == "standing"
    assert "S-TTM-03" in scene.cited()


@pytest.mark.rule("S-TTM-04")
def test_after_a_wall_that_did_no_harm_a_failed_landing_has_its_own_armour_roll() -> None:
    scene = stock(HALL)
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 3+4", "D6 4", "D6 3", "2D6 4+4", "2D6 1+1"]
    scene.play(*THROW, "throw (6,2)", dice=dice)
    assert scene.status("G") == "stunned"
    assert len(scene.events("injured")) == 1


@pytest.mark.rule("S-TTM-05", "S-TTM-06")
def test_a_wall_that_breaks_the_armour_leaves_only_one_injury_roll() -> None:
    scene = stock(HALL, ball="G")
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 4+4", "D6 4", "2D6 1+1", "D8 7"]
    scene.play(*THROW, "throw (6,2)", dice=dice)
    assert scene.square("G") == (7, 2)
    assert scene.status("G") == "stunned"
    assert scene.ball == (7, 3)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@pytest.mark.rule("S-TTM-03")
def test_nothing_modifies_the_armour_roll_of_a_wall() -> None:
    scene = stock(HALL, goblin={"armour": 9})
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 4+4", "D6 4", "D6 4"]
    scene.play(*THROW, "throw (6,2)", dice=dice)
    assert scene.events("armour held")[0].b == 8
    assert scene.status("G") == "standing"


@pytest.mark.rule("S-TTM-05", "S-TTM-06", "S-TTM-02")
def test_off_a_wall_onto_somebody_it_still_has_one_injury_roll() -> None:
    scene = stock(HALL, x=away(at=(7, 2), armour=9))
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 4+4", "D6 4", "2D6 3+3", "D8 7", "2D6 2+1"]
    scene.play(*THROW, "throw (6,2)", dice=dice)
    assert scene.status("x") == "prone"
    assert scene.square("G") == (7, 3)
    assert scene.status("G") == "stunned"
    assert len(scene.events("injured")) == 1


@pytest.mark.rule("S-TTM-03", "S-TTM-06")
def test_a_wall_it_scatters_into_off_somebody_hurts_too() -> None:
    # x at (8,2) by the east edge: on into the wall, armour, back, armour of the fall
    scene = stock(HALL, x=away(at=(8, 2), armour=9))
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 3+3", "D8 5", "2D6 3+4", "D6 4", "2D6 4+4", "2D6 1+2"]
    scene.play(*THROW, "throw (5,2)", dice=dice)
    assert scene.square("G") == (7, 2)
    assert scene.status("G") == "stunned"


@pytest.mark.rule("S-TTM-03", "S-TTM-05", "S-TTM-06")
def test_a_wall_it_scatters_into_off_somebody_may_be_the_one_that_breaks_its_armour() -> None:
    scene = stock(HALL, x=away(at=(8, 2), armour=9))
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 3+3", "D8 5", "2D6 4+4", "D6 4", "2D6 1+2"]
    scene.play(*THROW, "throw (5,2)", dice=dice)
    assert scene.square("G") == (7, 2)
    assert scene.status("G") == "stunned"
    assert len(scene.events("injured")) == 1


@pytest.mark.rule("S-TTM-06")
def test_broken_armour_is_not_rolled_for_again_at_a_second_wall() -> None:
    # off the east wall onto x, and on into the south wall
    scene = stock(HALL, x=away(at=(7, 4), armour=9))
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "2D6 4+4", "D6 1", "2D6 3+3", "D8 7", "D6 6", "2D6 1+2"]
    scene.play(*THROW, "throw (6,3)", dice=dice)
    assert len(scene.events("hit wall")) == 2
    assert len(scene.events("armour broken")) == 1
    assert scene.status("G") == "stunned"


@pytest.mark.rule("S-TTM-02", "S-PASS-07")
def test_a_line_that_is_blocked_although_its_end_is_open_is_a_wall_too() -> None:
    # P is (7,0), behind the wall at (5,0): it stops at (4,0), in a corner with the edge of the map
    scene = stock("TG...#....\n..........\n..........")
    dice = ["D6 6", "D8 3", "D8 5", "D8 5", "2D6 2+2", "D6 3", "D6 4"]
    scene.play(*THROW, "throw (4,1)", dice=dice)
    assert scene.square("G") == (3, 1)


@pytest.mark.rule("S-TTM-07", "S-TELE-13")
def test_on_a_teleporter_the_landing_comes_first() -> None:
    picture = "TG.......\n.........\n.......1.\n.2.......\n........."
    scene = stock(picture)
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "D6 4", "D6 2", "D8 7"]
    scene.play(*THROW, "throw (4,2)", dice=dice)
    assert scene.square("G") == (1, 4)
    assert scene.status("G") == "standing"
    scene = stock(picture)
    dice = ["D6 6", "D8 5", "D8 5", "D8 5", "D6 3", "2D6 1+2", "D6 2", "D8 7"]
    scene.play(*THROW, "throw (4,2)", dice=dice)
    assert scene.square("G") == (1, 4)
    assert scene.status("G") == "prone"


@pytest.mark.rule("S-TTM-07", "S-CHEST-03")
def test_on_a_chest_the_landing_comes_first() -> None:
    picture = "TG.......\n.........\n.......$.\n.........\n........."
    scene = stock(picture)
    scene.play(*THROW, "throw (4,2)", dice=["D6 6", "D8 5", "D8 5", "D8 5", "D6 4", "D6 3"])
    assert scene.square("G") == (7, 2)
    assert scene.told("chest opened", "G")


@pytest.mark.rule("S-DOOR-12", "S-OBJ-01")
def test_a_carrier_thrown_into_the_other_sides_door_lands_by_itself_and_scores() -> None:
    picture = "TG......B\n........B\n.........\n........."
    legend = {"T": home(**TROLL), "G": home(**GOBLIN)}
    scene = Scene(picture, legend, ball="G", edition="stockbowl", turns=(11, 12))
    scene.game.half = 2  # nobody sets up again
    # the match is over: the last die finds the most valuable player
    scene.play(*THROW, "throw (6,0)", dice=["D6 6", "D8 5", "D8 8", "D8 2", "coin 1"])
    assert scene.told("scored", "G")
    assert not scene.told("hit wall")


@pytest.mark.rule("S-DOOR-12")
@pytest.mark.parametrize(("door", "ball"), [("B", None), ("A", "G")])
def test_without_the_ball_or_at_its_own_door_it_is_a_wall(door: str, ball: str | None) -> None:
    picture = f"TG......{door}\n........{door}\n.........\n........."
    scene = stock(picture, ball=ball)
    dice = ["D6 6", "D8 5", "D8 8", "D8 2", "2D6 2+2", "D6 3", "D6 4"]
    scene.play(*THROW, "throw (6,0)", dice=dice)
    assert not scene.told("scored")
    assert scene.square("G") == (6, 1)
    assert scene.told("hit wall", "G")


@pytest.mark.rule("S-TTM-04", "S-ITEM-11")
def test_a_lucky_charm_is_spent_on_the_wall_and_the_landing_is_as_usual() -> None:
    legend = {"T": home(**TROLL), "G": home(**GOBLIN)}
    charm = {"items": {"has": {"G": ["Lucky Charm"]}}}
    scene = Scene(HALL, legend, edition="stockbowl", modules=charm)
    scene.play(*THROW, "throw (6,2)", dice=["D6 6", "D8 5", "D8 5", "D8 5", "2D6 6+6", "D6 4", "D6 4"])
    assert scene.status("G") == "standing"
    assert not scene.told("injured")


@pytest.mark.rule("S-DOOR-12", "S-TTM-03")
def test_a_carrier_that_scatters_on_off_somebody_finds_the_door_a_wall() -> None:
    picture = "TG......B\n........B\n.........\n........."
    scene = stock(picture, ball="G", x=away(at=(7, 1), armour=9))
    # onto x at (7,1), on to the east: door, armour held, back to the west, armour held, and the ball bounces
    dice = ["D6 6", "D8 5", "D8 5", "D8 4", "2D6 1+1", "D8 5", "2D6 1+1", "D6 4", "2D6 1+1", "D8 7"]
    scene.play(*THROW, "throw (6,1)", dice=dice)
    assert scene.told("hit wall", "G")
    assert scene.square("G") == (6, 1)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"
    assert not scene.told("scored")
