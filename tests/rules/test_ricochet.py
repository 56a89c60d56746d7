"""The ball and the walls (O-RIC). Coordinates count from 0; the room of the examples is 4 by 4."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.loop import start
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.scenes.scene import Scene, away, home, read_dice

ROOM = """
    ....
    ....
    ....
    ...A
"""

OPEN_ROOM = "....\n" * 4


def bounce(scene: Scene, *dice: str) -> Scene:
    """Let the ball bounce from where it lies."""
    scene.dice.script = scene.dice.script[: int(scene.dice.used)] + read_dice(list(dice))
    start(scene.game, Bounce(0))
    scene.match.run()
    scene.spent()
    return scene


@pytest.mark.rule("O-RIC-01", "O-RIC-02", "O-RIC-03", "O-RIC-04", "O-BALL-07", "O-BALL-08")
@pytest.mark.parametrize(
    ("die", "more", "square"),
    [(1, [], (2, 0)), (2, [], (2, 0)), (5, [], (0, 0)), (6, [], (0, 0)), (3, ["D8 7"], (1, 1)), (4, ["D8 7"], (1, 1))],
)
def test_a_ball_off_a_straight_wall(die: int, more: list[str], square: tuple[int, int]) -> None:
    scene = Scene(".K..\n....\n....\n....", {"K": home(movement=1)}, ball="K")
    scene.play(
        "activate K",
        "declare move",
        "step w",
        "step e",
        dice=["D6 1", "2D6 2+3", "D8 2", f"D6 {die}", *more],
    )
    assert scene.ball == square
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("O-RIC-04")
@pytest.mark.parametrize(
    ("spot", "face", "squares"),
    [
        ((1, 0), 2, [(2, 0), (1, 0), (0, 0)]),  # north wall: left is east
        ((1, 3), 7, [(0, 3), (1, 3), (2, 3)]),  # south wall: left is west
        ((0, 1), 4, [(0, 0), (0, 1), (0, 2)]),  # west wall: left is north
        ((3, 1), 5, [(3, 2), (3, 1), (3, 0)]),  # east wall: left is south
    ],
)
def test_left_middle_and_right_are_seen_from_the_wall(
    spot: tuple[int, int], face: int, squares: list[tuple[int, int]]
) -> None:
    for third, square in enumerate(squares):
        scene = Scene(OPEN_ROOM, {"A": home(at=(2, 2))}, ball=spot)
        assert bounce(scene, f"D8 {face}", f"D6 {third * 2 + 1}").ball == square
        scene = Scene(OPEN_ROOM, {"A": home(at=(2, 2))}, ball=spot)
        assert bounce(scene, f"D8 {face}", f"D6 {third * 2 + 2}").ball == square


@pytest.mark.rule("O-RIC-05")
def test_a_diagonal_into_a_straight_wall_is_thrown_back_from_the_square_it_would_have_reached() -> None:
    for die, square in ((1, (3, 0)), (3, (2, 0)), (5, (1, 0))):  # left, middle A, right F itself
        scene = Scene(ROOM, {"A": home()}, ball=(1, 0))
        assert bounce(scene, "D8 3", f"D6 {die}").ball == square


@pytest.mark.rule("O-RIC-05")
def test_a_diagonal_into_a_side_wall_goes_on_along_it() -> None:
    for die, square in ((1, (0, 1)), (3, (0, 2)), (6, (0, 3))):  # west wall, going south-west
        scene = Scene(ROOM, {"A": home()}, ball=(0, 1))
        assert bounce(scene, "D8 6", f"D6 {die}").ball == square


@pytest.mark.rule("O-RIC-06", "O-RIC-03")
def test_an_outer_corner_throws_the_ball_back_or_to_either_side_of_it() -> None:
    for die, square in ((1, (1, 2)), (2, (1, 2)), (3, (1, 1)), (4, (1, 1)), (5, (2, 1)), (6, (2, 1))):
        scene = Scene("....\n....\n..##\nA.##", {"A": home()}, ball=(1, 1))
        assert bounce(scene, "D8 8", f"D6 {die}").ball == square


@pytest.mark.rule("O-RIC-07")
@pytest.mark.parametrize(
    ("spot", "face", "squares"),
    [
        ((0, 0), 1, [(1, 0), (1, 1), (0, 1)]),
        ((3, 0), 3, [(3, 1), (2, 1), (2, 0)]),
        ((0, 3), 6, [(0, 2), (1, 2), (1, 3)]),
    ],
)
def test_an_inner_corner_is_left_by_a_d3(spot: tuple[int, int], face: int, squares: list[tuple[int, int]]) -> None:
    for third, square in enumerate(squares):
        scene = Scene(ROOM, {"A": home()}, ball=spot)
        assert bounce(scene, f"D8 {face}", f"D3 {third + 1}").ball == square


@pytest.mark.rule("O-RIC-07", "O-BALL-06", "O-CATCH-02", "O-CATCH-03", "O-TO-04", "O-MOVE-18")
def test_out_of_the_corner_onto_an_opponent_who_is_marked() -> None:
    scene = Scene(".Q..\n....\nP...\n....", {"P": home(), "Q": away()}, ball=(0, 0))
    scene.play(
        "activate P",
        "declare move",
        "step n",
        "step n",
        dice=["D6 4", "D6 2", "D8 1", "D3 1", "D6 4", "D8 5"],
    )  # the dodge, the pick-up, the bounce into the corner, Q's catch, the next bounce
    assert scene.events("tested")[-1].c == 5  # 3+ with -1 for the bounce and -1 for being marked
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("O-RIC-08", "O-RIC-04")
def test_a_result_without_floor_is_read_as_the_middle_square() -> None:
    scene = Scene(ROOM, {"A": home()}, ball=(0, 0))
    assert bounce(scene, "D8 4", "D6 2").ball == (0, 0)


@pytest.mark.rule("O-RIC-08")
def test_a_result_on_a_chest_or_behind_a_wall_is_read_as_the_middle_square() -> None:
    scene = Scene("..$.\n....\n...A", {"A": home()}, ball=(1, 0))
    assert bounce(scene, "D8 2", "D6 1").ball == (1, 0)
    scene = Scene("..I.\n....\n...A", {"A": home()}, ball=(1, 0))
    assert bounce(scene, "D8 2", "D6 1").ball == (1, 0)
    plan = "\n".join(
        [
            "+-+-+-+-+",
            "|. .|. .|",
            "+ + + + +",
            "|. . . A|",
            "+-+-+-+-+",
        ]
    )
    scene = Scene(plan, {"A": home()}, ball=(1, 0))
    assert bounce(scene, "D8 2", "D6 1").ball == (1, 0)


@pytest.mark.rule("O-RIC-08", "O-RIC-07")
def test_a_barred_way_out_of_an_inner_corner_leaves_the_ball_there() -> None:
    scene = Scene(".$..\n....\n...A", {"A": home()}, ball=(0, 0))
    assert bounce(scene, "D8 1", "D3 1").ball == (0, 0)


@pytest.mark.rule("O-RIC-09")
def test_a_scatter_goes_on_from_the_square_of_its_ricochet() -> None:
    scene = Scene("P....\n.....\n....x", {"P": home(), "x": home()}, ball="P")
    dice = ["D6 2", "D8 2", "D6 1", "D8 7", "D8 7", "D8 4"]
    scene.play("activate P", "declare pass", "aim", "throw (2,0)", dice=dice)  # (2,0) -> wall -> (3,0) -> (3,2)
    assert scene.ball == (2, 2)


@pytest.mark.rule("O-RIC-09")
def test_a_deviation_ends_with_its_ricochet() -> None:
    scene = Scene("......\nP.....\n......\n......\n......", {"P": home()}, ball="P")
    dice = ["D6 2", "D8 2", "D6 6", "D6 2", "D8 7"]  # north, six squares: one step, then the wall
    scene.play("activate P", "declare pass", "aim", "throw (4,1)", dice=dice)
    assert scene.ball == (1, 1)


@pytest.mark.rule("O-RR-10")
def test_no_team_reroll_for_ricochets() -> None:
    scene = Scene("P...\n....\n....\nA...", {"P": home(), "A": home()}, ball="P", rerolls=(3, 0))
    scene.play("activate P", "declare pass", "aim", "throw (2,0)", dice=["D6 4", "D8 2", "D6 1"])
    assert scene.ball == (3, 0)
    assert scene.rerolls("home") == 3
