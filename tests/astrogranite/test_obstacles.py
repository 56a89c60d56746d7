"""Obstacles: in the way of players and sometimes of what is thrown (A-OBST)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine.pathfinder import reach_from_rest
from dungeonbowl.engine.procedures.ball.crossing import next_obstacle, obstacle_square
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home

OBSTACLES = "astrogranite(classic, obstacles=on)"


def hall(picture: str, legend: dict[str, Piece], **more: Any) -> Scene:
    return Scene(picture, legend, edition=OBSTACLES, **more)


@pytest.mark.rule("A-OBST-01")
def test_nobody_walks_into_an_obstacle_or_is_pushed_into_one() -> None:
    scene = hall(
        """
        ######
        #A.o.#
        ######
        """,
        {"A": home()},
    )
    scene.play("activate A", "declare move", "step e")
    assert not scene.offered("step e")
    assert reach_from_rest(scene.game, scene.piece("A")).cost(scene.node((4, 1))) == -1
    scene = hall(
        """
        #####
        #Abo#
        #..o#
        #####
        """,
        {"A": home(), "b": away()},
    )
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.square("b") == (2, 1)


@pytest.mark.rule("A-OBST-02")
def test_everybody_sees_over_obstacles() -> None:
    scene = hall(
        """
        ######
        #Aoo.#
        ######
        """,
        {"A": home()},
    )
    assert scene.game.dungeon.sees(scene.node((1, 1)), scene.node((4, 1)))


@pytest.mark.rule("A-OBST-03")
def test_a_throw_crosses_the_obstacles_whose_inside_its_line_runs_through_from_the_thrower_outward() -> None:
    scene = hall(
        """
        #######
        #A.o..#
        #o..o.#
        #..o.o#
        #######
        """,
        {"A": home(), "b": away(at=(5, 1))},
    )
    found = []
    crossing = -1
    while (crossing := int(next_obstacle(scene.game, scene.node((1, 1)), scene.node((5, 3)), crossing))) >= 0:
        found.append(scene.spot(int(obstacle_square(crossing))))
    # from (1,1) to (5,3): through (4,2); (3,1) and (3,3) are only touched or missed, (5,3) is the end
    assert found == [(4, 2)]
    straight = next_obstacle(scene.game, scene.node((1, 1)), scene.node((5, 1)), -1)
    assert scene.spot(int(obstacle_square(straight))) == (3, 1)
    # exactly along the corner of (1,2) and (2,1): nothing is crossed
    assert next_obstacle(scene.game, scene.node((1, 1)), scene.node((2, 2)), -1) < 0


LANE = """
    ########
    #A.o.oB#
    #......#
    ########
"""


@pytest.mark.rule("A-OBST-04", "A-OBST-05")
def test_on_a_one_the_ball_stops_at_the_obstacle_and_the_turn_is_over_whoever_catches_it() -> None:
    scene = hall(LANE, {"A": home(agility=4), "B": home(agility=4)}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (6,1)", dice=["D6 5", "D6 3", "D6 1", "D8 5", "D6 4"])
    assert scene.ball == "B"
    assert scene.turnover == "TURNOVER_OBSTACLE"
    assert "A-OBST-04" in scene.cited()


@pytest.mark.rule("A-OBST-04")
def test_a_ball_that_strikes_nothing_flies_on() -> None:
    scene = hall(LANE, {"A": home(agility=4), "B": home(agility=4)}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (6,1)", dice=["D6 5", "D6 2", "D6 6", "D6 3"])
    assert scene.ball == "B"
    assert scene.turnover == ""


@pytest.mark.rule("A-OBST-06")
def test_a_fumble_rolls_for_no_obstacle() -> None:
    scene = hall(LANE, {"A": home(agility=4), "B": home(agility=4)}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (6,1)", dice=["D6 1", "D8 7"])
    assert scene.ball == (1, 2)
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("A-OBST-06")
def test_obstacles_come_before_the_interception_and_a_hit_forestalls_it() -> None:
    legend = {"A": home(agility=4), "B": home(agility=4), "c": away(at=(4, 2), agility=3)}
    scene = hall(LANE, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (6,1)", "interfere c", dice=["D6 5", "D6 3", "D6 3", "D6 6"])
    assert scene.ball == "c"
    scene = hall(LANE, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (6,1)", "interfere c", dice=["D6 5", "D6 1", "D8 4"])
    assert scene.ball == (2, 1)
    assert scene.turnover == "TURNOVER_OBSTACLE"


@pytest.mark.rule("A-OBST-07")
def test_a_ball_off_the_wall_rolls_for_each_obstacle_it_comes_over() -> None:
    picture = """
        ######
        #....#
        #.oo.#
        #....#
        #A...#
        ######
    """
    scene = hall(picture, {"A": home(agility=2), "b": away(at=(4, 4))}, ball="A")
    # to (1,1), which no obstacle is before; back to the south-east over (2,2): a hit, one step to the east
    scene.play(
        "activate A", "declare pass", "aim", "throw at wall (1,1) n", dice=["D6 6", "D6 1", "2D6 1+2", "D6 1", "D8 2"]
    )
    assert scene.ball == (2, 1)
    assert scene.turnover == "TURNOVER_OBSTACLE"


@pytest.mark.rule("A-OBST-07")
def test_a_thrown_player_comes_down_on_an_obstacle_and_is_knocked_off_it() -> None:
    legend = {
        "T": home(strength=5, skills=["Throw Team-Mate"], agility=3),
        "S": home(skills=["Right Stuff", "Stunty"], strength=2),
        "b": away(),
    }
    picture = """
        ########
        #TS.o.b#
        #......#
        ########
    """
    scene = hall(picture, legend)
    scene.play(
        "activate T",
        "declare throw team-mate",
        "pick S",
        "throw (5,1)",
        dice=["D6 5", "D6 1", "D8 7", "2D6 1+1"],
    )
    assert scene.square("S") == (4, 2)
    assert scene.status("S") == "prone"


@pytest.mark.rule("A-OBST-07")
def test_a_thrown_chest_that_strikes_an_obstacle_comes_down_beside_it() -> None:
    scene = Scene(
        """
        ########
        #A$.o.b#
        #......#
        ########
        """,
        {"A": home(strength=5, skills=["Throw Team-Mate", "Bone Head"]), "b": away()},
        edition="astrogranite(classic, obstacles=on, chest_moving=on)",
    )
    scene.play("activate A", "declare throw team-mate", dice=["D6 6"])
    scene.play("take chest (2,1)", "throw (5,1)", dice=["D6 6", "D6 1", "D8 7", "D6 3"])
    assert scene.game.is_chest(scene.node((4, 2)))


@pytest.mark.rule("A-BALL-02")
def test_a_ball_that_comes_onto_an_obstacle_bounces_again() -> None:
    scene = hall(
        """
        #######
        #A.o.b#
        #######
        """,
        {"A": home(), "b": away()},
        ball=(2, 1),
    )
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D8 5"])
    assert scene.ball == (4, 1)


def test_a_throw_over_obstacles_can_be_saved_between_its_dice() -> None:
    scene = hall(LANE, {"A": home(agility=4), "B": home(agility=4)}, ball="A")
    scene.play("activate A", "declare pass", "aim")
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)
