"""Throwing the ball at the wall (O-WALL). The hall is 8 by 4; coordinates count from 0."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

AIM = ("declare pass", "aim")

HALL = """
    ........
    ........
    .P......
    ........
"""


def hall(**others: Piece) -> Scene:
    """The hall with the thrower at (1,2), and whoever else is given."""
    return Scene(HALL, {"P": home(), **others}, ball="P")


def at_wall(scene: Scene, target: str, *dice: str) -> Scene:
    return scene.play("activate P", *AIM, f"throw at wall {target}", dice=list(dice))


@pytest.mark.rule("O-WALL-01")
def test_every_square_with_a_wall_in_range_and_sight_can_be_thrown_at() -> None:
    scene = Scene("P........\n.........\n.........", {"P": home()}, ball="P")
    scene.play("activate P", *AIM)
    walls = {text for text in scene.options() if text.startswith("throw at wall")}
    assert "throw at wall (3,0) n" in walls
    assert "throw at wall (6,2) s" in walls
    assert {"throw at wall (0,2) w", "throw at wall (0,2) s"} <= walls  # a corner has two walls
    assert "throw at wall (0,0) n" not in walls  # range is measured to the square: not its own
    assert "throw at wall (3,1) n" not in walls  # no wall there
    assert "throw at wall (3,0) s" not in walls
    assert "throw at wall (7,0) n" not in walls  # too far


@pytest.mark.rule("O-WALL-01", "O-LOS-05")
def test_a_wall_square_must_be_in_sight() -> None:
    scene = Scene("P.#..\n..#..\n.....", {"P": home()}, ball="P")
    scene.play("activate P", *AIM)
    assert not scene.offered("throw at wall (3,0) n")
    assert scene.offered("throw at wall (1,0) e")


@pytest.mark.rule("O-WALL-02")
def test_wall_like_features_are_walls_and_chests_are_not() -> None:
    scene = Scene("P....\n..K..\n.....\n..$..\n.....", {"P": home()}, ball="P")
    scene.play("activate P", *AIM)
    assert scene.offered("throw at wall (2,0) s")
    assert scene.offered("throw at wall (1,1) e")
    assert not scene.offered("throw at wall (1,3) e")
    assert not scene.offered("throw at wall (2,3) e")


@pytest.mark.rule("O-WALL-03")
def test_the_test_is_that_of_a_pass_with_all_its_modifiers() -> None:
    scene = Scene(HALL, {"P": home(passing=2), "x": away(at=(0, 2))}, ball="P")
    at_wall(scene, "(5,0) n", "D6 4", "D6 1", "D8 5")
    assert scene.events("tested")[0].c == 4  # Short and marked


@pytest.mark.rule("O-WALL-03", "O-TO-05")
def test_a_natural_one_or_no_passing_ability_is_a_fumble() -> None:
    scene = at_wall(hall(), "(3,0) n", "D6 1", "D8 5")
    assert scene.ball == (2, 2)
    assert scene.turnover == "TURNOVER_FUMBLE"
    scene = Scene(HALL, {"P": home(passing=None)}, ball="P")
    at_wall(scene, "(3,0) n", "D8 5")
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("O-PASS-03", "O-WALL-04", "O-WALL-08", "O-WALL-09", "O-WALL-10", "O-SPP-01", "O-WALL-12")
def test_a_throw_at_the_wall_with_two_reflections() -> None:
    scene = at_wall(hall(K=home(at=(7, 2))), "(3,0) n", "D6 4", "D6 5")
    assert scene.asked == "home"
    scene.play("catch", dice=["D6 4"])
    assert scene.ball == "K"
    assert scene.events("tested")[-1].c == 4
    assert scene.turnover == ""
    assert scene.points("P") == 0
    scene = at_wall(hall(K=home(at=(7, 2))), "(3,0) n", "D6 4", "D6 5")
    scene.play("decline", dice=["D8 5"])  # the fifth square is (6,1), after the east wall
    assert scene.ball == (7, 1)


@pytest.mark.rule("O-WALL-05", "O-WALL-08", "O-WALL-11", "O-WALL-12", "O-TO-10", "O-BALL-04")
def test_a_missed_throw_hits_the_next_square_scatters_once_and_costs_the_turn() -> None:
    scene = at_wall(hall(), "(3,0) n", "D6 2", "D6 5", "D6 1", "D8 4")
    assert scene.ball == (2, 1)
    assert scene.turnover == "TURNOVER_WALL_THROW"


@pytest.mark.rule("O-WALL-05")
@pytest.mark.parametrize(
    ("target", "right", "left"),
    [
        ("(3,0) n", (4, 0), (2, 0)),
        ("(3,3) s", (2, 3), (4, 3)),
        ("(0,1) w", (0, 0), (0, 2)),
        ("(7,1) e", (7, 2), (7, 0)),
    ],
)
def test_right_and_left_are_those_of_somebody_who_faces_the_wall(
    target: str, right: tuple[int, int], left: tuple[int, int]
) -> None:
    for die, square in ((1, right), (3, right), (4, left), (6, left)):
        scene = Scene("........\n" * 4, {"P": home(at=(5, 2), passing=6)}, ball="P")
        at_wall(scene, target, "D6 4", f"D6 {die}", "D6 1", "D8 5")
        hit = scene.events("ball moved")[0]
        assert scene.spot(int(hit.c)) == square


@pytest.mark.rule("O-WALL-05")
def test_a_modified_one_is_no_deviation() -> None:
    scene = at_wall(hall(), "(5,0) n", "D6 2", "D6 1", "D6 1", "D8 4")  # Short: 2 - 1 = 1
    assert scene.ball == (6, 1)  # (6,0), south-east to (7,1), west


@pytest.mark.rule("O-WALL-06")
def test_where_the_wall_ends_the_declared_square_is_hit() -> None:
    scene = at_wall(hall(), "(0,0) n", "D6 2", "D6 6", "D6 1", "D8 5")  # a corner
    assert scene.spot(int(scene.events("ball moved")[0].c)) == (0, 0)
    picture = "\n".join(["+-+-+-+-+", "|. . . .|", "+-+-+ + +", "|. . . .|", "+ + + + +", "|P . . .|", "+-+-+-+-+"])
    scene = Scene(picture, {"P": home()}, ball="P")
    at_wall(scene, "(1,1) n", "D6 2", "D6 1", "D6 1", "D8 4")  # an opening
    assert scene.spot(int(scene.events("ball moved")[0].c)) == (1, 1)
    scene = Scene("..$..\n.....\n.P...", {"P": home()}, ball="P")
    at_wall(scene, "(1,0) n", "D6 2", "D6 1", "D6 1", "D8 4")  # a chest is no floor
    assert scene.spot(int(scene.events("ball moved")[0].c)) == (1, 0)


@pytest.mark.rule("O-WALL-07", "O-INT-04")
def test_a_throw_at_the_wall_can_be_interfered_with_on_its_way_there() -> None:
    scene = at_wall(hall(x=away(at=(2, 1), agility=1)), "(3,0) n", "D6 5")
    scene.play("interfere x", dice=["D6 5", "D6 6"])
    assert scene.events("tested")[1].c == 5  # accurate: -3, and the thrower marks it
    assert scene.ball == "x"
    assert scene.turnover == "TURNOVER_INTERFERENCE"
    scene = at_wall(hall(x=away(at=(2, 1), agility=1)), "(3,0) n", "D6 2", "D6 5")
    scene.play("interfere x", dice=["D6 4", "D6 6"])
    assert scene.events("tested")[1].c == 4  # failed: -2, on the way to the square that is hit
    assert scene.ball == "x"


@pytest.mark.rule("O-WALL-07")
def test_the_landing_square_of_interference_is_the_wall_square_hit() -> None:
    # x is under the ruler to (4,0), but no longer when the ball hits (3,0)
    scene = Scene("........\n........\nP.......", {"P": home(), "x": away(at=(4, 1))}, ball="P")
    at_wall(scene, "(4,0) n", "D6 3", "D6 5", "D6 1")
    assert scene.asked == "away"  # the ball came by (4,1): a catch may be tried there, no interference
    assert scene.options() == ["catch", "decline"]


@pytest.mark.rule("O-WALL-08")
def test_a_throw_square_to_the_wall_comes_straight_back() -> None:
    scene = Scene("........\n........\n........\n...P....", {"P": home()}, ball="P")
    at_wall(scene, "(3,0) n", "D6 4", "D6 2", "D8 5")
    assert scene.ball == (4, 2)


@pytest.mark.rule("O-WALL-08")
@pytest.mark.parametrize(
    ("thrower", "target", "lands"),
    [
        ((6, 2), "(3,0) n", (2, 1)),  # coming from the east it goes on to the west
        ((2, 3), "(3,0) n", (4, 1)),  # however steep the angle
        ((1, 0), "(3,3) s", (4, 2)),
        ((2, 0), "(0,2) w", (1, 3)),
        ((5, 3), "(7,1) e", (6, 0)),
    ],
)
def test_any_other_throw_leaves_the_wall_diagonally(
    thrower: tuple[int, int], target: str, lands: tuple[int, int]
) -> None:
    scene = Scene("........\n" * 4, {"P": home(at=thrower, passing=2)}, ball="P")
    at_wall(scene, target, "D6 6", "D6 1", "D8 7" if lands[1] < 3 else "D8 2")
    first = scene.events("ball moved")[1]
    assert scene.spot(int(first.c)) == lands


@pytest.mark.rule("O-WALL-09", "O-CATCH-01")
def test_players_of_both_sides_may_try_in_the_order_of_passage_and_the_first_success_ends_it() -> None:
    facts = {"w": away(at=(3, 0)), "A": home(at=(4, 1)), "p": home(at=(5, 2), status="prone"), "x": away(at=(6, 3))}
    scene = at_wall(hall(**facts), "(3,0) n", "D6 4", "D6 3")
    assert scene.asked == "away"  # w stands in the wall square itself
    assert scene.options() == ["catch", "decline"]
    scene.play("catch", dice=["D6 4"])  # -1, and A marks it: 2, missed
    assert scene.asked == "home"
    scene.play("decline")
    assert scene.asked == "away"  # over the prone p to the last square
    scene.play("catch", dice=["D6 4"])
    assert scene.ball == "x"
    assert scene.turnover == "TURNOVER_WALL_THROW"
    scene = at_wall(hall(**facts), "(3,0) n", "D6 4", "D6 3")
    scene.play("decline", "catch", dice=["D6 5"])
    assert scene.ball == "A"
    assert scene.turnover == ""


@pytest.mark.rule("O-WALL-09")
def test_a_player_without_hands_or_zone_is_not_asked() -> None:
    scene = at_wall(
        hall(A=home(at=(4, 1), skills=["No Hands"]), x=away(at=(5, 2), zone=False)), "(3,0) n", "D6 4", "D6 2", "D8 5"
    )
    assert scene.ball == (6, 2)


@pytest.mark.rule("O-WALL-10")
def test_a_straight_throw_turns_round_at_the_opposite_wall() -> None:
    scene = Scene("...\n...\n.P.", {"P": home()}, ball="P")
    at_wall(scene, "(1,0) n", "D6 4", "D6 3")
    scene.play("decline", dice=["D8 5"])  # (1,1), P at (1,2), back to (1,1)
    assert scene.ball == (2, 1)


@pytest.mark.rule("O-WALL-10")
def test_in_an_inner_corner_the_ball_comes_straight_back() -> None:
    scene = Scene("......\n......\n......\n.P....", {"P": home()}, ball="P")
    at_wall(scene, "(2,0) n", "D6 4", "D6 5", "D8 4")  # (3,1) (4,2) (5,3), corner, (4,2) (3,1)
    assert scene.ball == (2, 1)


@pytest.mark.rule("O-WALL-10")
def test_off_an_outer_corner_the_ball_comes_straight_back() -> None:
    scene = Scene("......\n......\n....##\nP...##", {"P": home()}, ball="P")
    at_wall(scene, "(2,0) n", "D6 5", "D6 3", "D8 7")  # (3,1), the corner at (4,2), (2,0) and off the wall
    moves = [scene.spot(int(event.c)) for event in scene.events("ball moved")]
    assert moves[:4] == [(2, 0), (3, 1), (2, 0), (1, 1)]


@pytest.mark.rule("O-WALL-10")
def test_a_straight_wall_turns_only_the_part_of_the_way_towards_it() -> None:
    scene = Scene("........\n........\n......P.\n........", {"P": home()}, ball="P")
    at_wall(scene, "(4,0) n", "D6 4", "D6 5", "D8 7")
    moves = [scene.spot(int(event.c)) for event in scene.events("ball moved")]
    assert moves[:6] == [(4, 0), (3, 1), (2, 2), (1, 3), (0, 2), (1, 1)]  # off the south wall, then off the west one


@pytest.mark.rule("O-WALL-10")
def test_a_second_reflection_may_find_the_way_out() -> None:
    # from (0,0) north-east is an inner corner, straight back the west wall, and off that the ball meets P
    scene = Scene(".#\n.P", {"P": home()}, ball="P")
    at_wall(scene, "(0,0) w", "D6 4", "D6 1")
    scene.play("catch", dice=["D6 4"])
    assert scene.ball == "P"


@pytest.mark.rule("O-WALL-10", "O-WALL-11")
def test_two_reflections_without_a_step_stop_the_ball() -> None:
    scene = Scene(".$.P", {"P": home()}, ball="P")
    at_wall(scene, "(0,0) w", "D6 4", "D6 6", "D8 5", "D6 3")
    assert scene.ball == (0, 0)
    assert scene.turnover == "TURNOVER_WALL_THROW"


@pytest.mark.rule("O-WALL-11")
def test_portals_act_only_where_the_ball_lands_after_its_scatter() -> None:
    picture = "........\n....1...\n.P...2..\n........"
    scene = Scene(picture, {"P": home()}, ball="P")
    at_wall(scene, "(3,0) n", "D6 4", "D6 2", "D8 5")  # over portal 1, stops on portal 2, scatters east
    assert scene.ball == (6, 2)
    scene = Scene(picture, {"P": home()}, ball="P")
    at_wall(scene, "(3,0) n", "D6 4", "D6 2", "D8 1", "D6 2", "D8 7")  # scatters onto portal 1: teleported
    assert scene.ball == (5, 3)


@pytest.mark.rule("O-WALL-12", "O-TO-10")
def test_no_turnover_if_the_own_side_catches_the_last_scatter() -> None:
    scene = at_wall(hall(A=home(at=(5, 1))), "(3,0) n", "D6 4", "D6 1", "D8 5", "D6 4")
    assert scene.ball == "A"
    assert scene.turnover == ""


@pytest.mark.rule("O-RR-10")
def test_side_and_distance_are_not_rerolled() -> None:
    scene = Scene(HALL, {"P": home()}, ball="P", rerolls=(3, 0))
    at_wall(scene, "(3,0) n", "D6 4", "D6 1", "D8 4")
    assert scene.ball == (3, 1)
    assert scene.rerolls("home") == 3
