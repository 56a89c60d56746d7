"""Doors and scoring zones (S-DOOR). Home's own doors are the A above, the B below are where it scores."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.engine.statuses import LEFT_BY_DOOR
from dungeonbowl.scenes.scene import Piece, Scene, away, home

LAYOUTS = [f"sb-{number:02}" for number in range(2, 16)]

# a corridor with a door of either side; C moves
HALL = """
    ##AA###
    #.....#
    #..C..#
    #.....#
    ##BB###
"""


def hall(**facts: object) -> Scene:
    """C stands between the two doors, z far away."""
    ball = facts.pop("ball", None)
    legend = {"C": home(agility=4, armour=9, **facts), "z": away(at=(5, 3), zone=False)}
    return last_turn(HALL, legend, ball=ball)


def last_turn(picture: str, legend: dict[str, Piece], to_move: str = "home", **facts: object) -> Scene:
    """The last turn of a match, so that nobody sets up again after a touchdown."""
    turns = (11, 12) if to_move == "home" else (12, 11)
    scene = Scene(picture, legend, edition="stockbowl", to_move=to_move, turns=turns, **facts)  # type: ignore[arg-type]
    scene.game.half = 2
    return scene


@pytest.mark.rule("S-DOOR-01", "S-DOOR-02")
@pytest.mark.parametrize("name", LAYOUTS)
def test_doors_are_pairs_of_squares_in_the_top_and_the_bottom_edge(name: str) -> None:
    dungeon = load_dungeon(name)
    for side, row in ((0, 0), (1, int(dungeon.height) - 1)):
        columns = [int(dungeon.column[int(node)]) for node in dungeon.zones[side]]
        assert all(int(dungeon.row[int(node)]) == row for node in dungeon.zones[side])
        pairs = [columns[index : index + 2] for index in range(0, len(columns), 2)]
        assert 1 <= len(pairs) <= 3
        assert all(right == left + 1 for left, right in pairs)
        assert all(pairs[index + 1][0] > pairs[index][1] + 1 for index in range(len(pairs) - 1))


@pytest.mark.rule("S-DOOR-01", "S-DOOR-02")
@pytest.mark.parametrize("way", ["step sw", "step se"])
def test_every_door_of_the_other_side_is_a_scoring_zone(way: str) -> None:
    picture = """
        #######
        #..C..#
        ##B#B##
    """
    scene = last_turn(picture, {"C": home(), "z": away(at=(1, 1), zone=False)}, ball="C")
    scene.play("activate C", way)
    assert scene.told("scored", "C")


@pytest.mark.rule("S-DOOR-02")
@pytest.mark.parametrize("way", ["step nw", "step ne"])
def test_a_side_with_two_doors_may_leave_by_either(way: str) -> None:
    picture = """
        ##A#A##
        #..C..#
        #######
    """
    scene = Scene(picture, {"C": home(), "z": away(at=(1, 1), zone=False)}, edition="stockbowl", ball=(5, 1))
    scene.play("activate C", way)
    assert scene.status("C") == "reserves"


@pytest.mark.rule("S-DOOR-03")
def test_only_a_carrier_moves_into_an_opposing_door() -> None:
    scene = hall(ball="C")
    scene.play("activate C", "declare move", "step s")
    assert scene.offered("step s")
    assert scene.offered("step sw")
    scene = hall(ball=(1, 1))
    scene.play("activate C", "declare move", "step s")
    assert not scene.offered("step s")
    assert not scene.offered("step sw")
    assert "door" in scene.refused("step s")


@pytest.mark.rule("S-DOOR-03")
def test_a_ball_picked_up_on_the_way_opens_the_door() -> None:
    scene = hall(ball=(3, 3))
    scene.play("activate C", "declare move", "step s", dice=["D6 3"])
    assert scene.ball == "C"
    scene.play("step s")
    assert scene.told("scored", "C")


@pytest.mark.rule("S-DOOR-04")
def test_only_a_player_without_the_ball_moves_into_his_own_door() -> None:
    scene = hall(ball="C")
    scene.play("activate C", "declare move", "step n")
    assert not scene.offered("step n")
    assert not scene.offered("step nw")
    scene = hall(ball=(1, 1))
    scene.play("activate C", "declare move", "step n")
    assert scene.offered("step n")
    assert scene.offered("step nw")


@pytest.mark.rule("S-DOOR-04")
@pytest.mark.parametrize("what", ["blitz z", "pass", "hand-off", "foul y"])
def test_no_other_action_leads_out_by_the_own_door(what: str) -> None:
    legend = {"C": home(), "z": away(at=(5, 3), zone=False), "y": away(at=(5, 1), status="prone")}
    scene = Scene(HALL, legend, edition="stockbowl", ball=(1, 3))
    scene.play("activate C", f"declare {what}", "step n")
    assert not scene.offered("step n")


@pytest.mark.rule("S-DOOR-04")
def test_a_leap_is_no_way_round_it() -> None:
    scene = hall(ball="C", skills=["Leap"])
    scene.play("activate C", "declare move")
    assert scene.offered("jump (3,4)")
    assert not scene.offered("jump (3,0)")
    scene = hall(ball=(1, 1), skills=["Leap"])
    scene.play("activate C", "declare move")
    assert not scene.offered("jump (3,4)")
    assert scene.offered("jump (3,0)")


@pytest.mark.rule("S-DOOR-05")
def test_a_door_costs_one_square_and_no_roll() -> None:
    scene = hall(ball="C", movement=2)
    scene.play("activate C", "declare move", "step s", "step s")
    assert scene.told("scored", "C")


@pytest.mark.rule("S-DOOR-05", "S-BASE-08")
def test_the_last_square_may_be_gone_for() -> None:
    scene = hall(ball="C", movement=1)
    scene.play("activate C", "declare move", "step s", "step s", dice=["D6 2"])
    assert scene.told("scored", "C")


@pytest.mark.rule("S-DOOR-05", "S-BASE-02")
def test_opponents_beside_a_door_square_make_the_dodge_into_it_harder() -> None:
    picture = """
        #######
        #.....#
        #.yCx.#
        ###B###
    """
    legend = {"C": home(agility=4), "x": away(), "y": away()}
    scene = last_turn(picture, legend, ball="C")
    # 4+, +1 for the dodge, -1 for each of the two
    scene.play("activate C", "declare move", "step s", dice=["D6 5", "coin 1"])
    assert scene.told("scored", "C")
    scene = last_turn(picture, legend, ball="C")
    scene.play("activate C", "declare move", "step s", dice=["D6 4", "2D6 1+1", "D8 2", "coin 1"])
    assert not scene.told("scored")


@pytest.mark.rule("S-DOOR-06")
def test_a_door_is_a_wall_to_somebody_pushed_without_the_ball() -> None:
    picture = """
        #######
        #..C..#
        #..x..#
        ##BBB##
    """
    scene = Scene(picture, {"C": away(), "x": home(armour=8)}, edition="stockbowl", to_move="away", ball=(1, 1))
    # all three squares are door squares of the opponents: no ball, no way out
    scene.play("activate C", "declare block x", dice=["block PUSH", "2D6 1+2"])
    assert scene.square("x") == (3, 2)
    assert scene.told("armour held", "x")


@pytest.mark.rule("S-DOOR-07", "S-OBJ-02")
def test_a_carrier_who_is_pushed_into_an_opposing_door_scores() -> None:
    picture = """
        #######
        #..y..#
        #..C..#
        ###B###
    """
    scene = last_turn(picture, {"C": home(), "y": away()}, "away", ball="C")
    scene.play("activate y", "declare block C", "stay", dice=["block PUSH"])
    assert scene.told("scored", "C")


@pytest.mark.rule("S-DOOR-07")
def test_a_door_is_only_one_of_the_empty_squares() -> None:
    picture = """
        #######
        #.y...#
        #.C...#
        #.B...#
    """
    scene = last_turn(picture, {"C": home(), "y": away()}, "away", ball="C")
    scene.play("activate y", "declare block C", dice=["block PUSH"])
    assert scene.offered("push (2,3)")
    assert scene.offered("push (1,3)")
    assert scene.offered("push (3,3)")


@pytest.mark.rule("S-DOOR-07")
def test_the_last_of_a_chain_goes_through_the_door_with_the_ball() -> None:
    picture = """
        #######
        #yDC###
        ####B##
    """
    legend = {"C": home(), "D": home(), "y": away()}
    scene = last_turn(picture, legend, "away", ball="C")
    # around D: two walls and C; so D is pushed into the wall, and no chain is made (S-WALL-03)
    scene.play("activate y", "declare block D", dice=["block PUSH", "2D6 1+2", "coin 1"])
    assert not scene.told("scored")
    picture = """
        #########
        #..#E####
        #.yDCB###
        #..#F####
        #########
    """
    legend = {"C": home(), "D": home(), "E": home(), "F": home(), "y": away()}
    scene = last_turn(picture, legend, "away", ball="C")
    scene.play("activate y", "declare block D", "push (4,2)", "stay", dice=["block PUSH", "D4 1"])
    assert scene.told("scored", "C")
    assert scene.square("D") == (4, 2)


@pytest.mark.rule("S-DOOR-04", "S-DOOR-07")
def test_nobody_is_pushed_into_his_own_door() -> None:
    picture = """
        ###AAA#
        #...C.#
        #...y.#
        #.....#
    """
    scene = last_turn(picture, {"C": home(armour=9), "y": away()}, "away", ball="C")
    scene.play("activate y", "declare block C", dice=["block PUSH", "2D6 2+3"])
    assert scene.square("C") == (4, 1)
    assert scene.told("armour held", "C")


@pytest.mark.rule("S-DOOR-08")
def test_the_door_is_a_wall_when_the_block_knocks_the_carrier_down() -> None:
    picture = """
        #######
        #..y..#
        #..C..#
        ###B###
    """
    scene = last_turn(picture, {"C": home(armour=9), "y": away()}, "away", ball="C")
    scene.play("activate y", "declare block C", dice=["block POW", "2D6 2+3", "D8 4"])
    assert scene.square("C") == (3, 2)
    assert scene.status("C") == "prone"
    assert not scene.told("scored")
    assert scene.ball == (2, 2)


@pytest.mark.rule("S-DOOR-08")
def test_the_door_is_a_wall_when_the_ball_is_stripped() -> None:
    picture = """
        #######
        #..y..#
        #..C..#
        #.#B###
    """
    legend = {"C": home(armour=9), "y": away(skills=["Strip Ball"])}
    scene = last_turn(picture, legend, "away", ball="C")
    scene.play("activate y", "declare block C", dice=["block PUSH"])
    scene.play("use STRIPS_BALL y", dice=["2D6 2+3"])
    # the wall keeps him where he is, and so does the ball (S-WALL-07)
    assert scene.square("C") == (3, 2)
    assert scene.ball == "C"
    assert not scene.told("scored")
    scene = last_turn(picture, legend, "away", ball="C")
    scene.play("activate y", "declare block C", dice=["block PUSH"])
    scene.play("decline", "stay")
    assert scene.told("scored", "C")


@pytest.mark.rule("S-DOOR-09")
def test_who_leaves_by_his_own_door_is_in_reserves_and_the_turn_goes_on() -> None:
    legend = {"C": home(), "D": home(at=(1, 2)), "z": away(at=(5, 3), zone=False)}
    scene = Scene(HALL, legend, edition="stockbowl", ball=(1, 3))
    scene.play("activate C", "declare move", "step n", "step n")
    assert scene.status("C") == "reserves"
    assert scene.square("C") is None
    assert scene.game.conditions[scene.piece("C")] & LEFT_BY_DOOR
    assert scene.told("left by door", "C")
    assert "S-DOOR-09" in scene.cited()
    assert scene.turnover == ""
    assert scene.active == "home"
    assert not scene.offered("enter C")


@pytest.mark.rule("S-DOOR-10")
def test_a_carrier_who_fails_at_the_door_lies_before_it() -> None:
    scene = hall(ball="C", movement=1)
    scene.play("activate C", "declare move", "step s", "step s", dice=["D6 1", "2D6 3+4", "D8 5"])
    assert scene.square("C") == (3, 3)
    assert scene.status("C") == "prone"
    assert scene.ball == (4, 3)
    assert scene.turnover == "TURNOVER_FALL"
    assert not scene.told("scored")


@pytest.mark.rule("S-DOOR-10")
def test_the_roll_at_the_door_may_be_rolled_again_first() -> None:
    legend = {"C": home(movement=1), "z": away(at=(5, 1), zone=False)}
    scene = last_turn(HALL, legend, ball="C", rerolls=(1, 0))
    scene.play("activate C", "declare move", "step s", "step s", "reroll team", dice=["D6 1", "D6 2"])
    assert scene.told("scored", "C")


@pytest.mark.rule("S-DOOR-10")
def test_a_leap_at_the_door_that_fails_ends_where_it_began() -> None:
    scene = hall(ball="C", skills=["Leap"])
    scene.play("activate C", "declare move", "jump (3,4)", dice=["D6 3", "2D6 3+4", "D8 5"])
    assert scene.square("C") == (3, 2)
    assert scene.status("C") == "prone"
    assert scene.ball == (4, 2)


@pytest.mark.rule("S-DOOR-11")
def test_a_player_who_fails_on_his_way_out_lies_before_his_door() -> None:
    scene = hall(ball=(1, 3), movement=1)
    scene.play("activate C", "declare move", "step n", "step n", dice=["D6 1", "2D6 3+4"])
    assert scene.square("C") == (3, 1)
    assert scene.status("C") == "prone"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("S-DOOR-10")
def test_a_diver_leaves_the_square_before_the_door_to_whom_he_trips() -> None:
    picture = """
        #######
        #.....#
        #..Cx.#
        ###B###
    """
    legend = {"C": home(agility=4, armour=9), "x": away(skills=["Diving Tackle"])}
    scene = last_turn(picture, legend, ball="C")
    # 4+ with +1 and -1, and the dive takes two more
    scene.play("activate C", "declare move", "step s", "use TRIPS_DODGERS x", dice=["D6 5", "2D6 1+2", "D8 2"])
    assert scene.square("C") == (3, 2)
    assert scene.status("C") == "prone"
    assert scene.square("x") == (4, 2)
    assert scene.status("x") == "prone"
    assert not scene.told("scored")
