"""The loose ball (O-BALL) and the portals it falls into."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.loop import start
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.scenes.scene import Scene, away, home, read_dice


def bounce(scene: Scene, *dice: str) -> Scene:
    """Let the ball bounce from where it lies."""
    scene.dice.script = scene.dice.script[: int(scene.dice.used)] + read_dice(list(dice))
    start(scene.game, Bounce(0))
    scene.match.run()
    scene.spent()
    return scene


HALL = """
    ........
    ........
    ........
    .......A
"""


@pytest.mark.rule("O-BALL-01", "O-DICE-06")
@pytest.mark.parametrize(
    ("face", "square"),
    [(1, (2, 0)), (2, (3, 0)), (3, (4, 0)), (4, (2, 1)), (5, (4, 1)), (6, (2, 2)), (7, (3, 2)), (8, (4, 2))],
)
def test_a_bounce_is_one_step_in_the_direction_of_the_die(face: int, square: tuple[int, int]) -> None:
    scene = bounce(Scene(HALL, {"A": home()}, ball=(3, 1)), f"D8 {face}")
    assert scene.ball == square


@pytest.mark.rule("O-BALL-02", "O-BALL-05", "O-BALL-08")
def test_a_scatter_is_three_steps_and_nobody_under_the_first_two_can_catch() -> None:
    scene = Scene(
        """
        P.......
        ...T.xy.
        ........
        """,
        {"P": home(passing=4), "T": home(), "x": home(), "y": away(status="prone")},
        ball="P",
    )
    # Short: 3 - 1 = 2, inaccurate; over x and y to (5,2), where it lands and bounces
    scene.play("activate P", "declare pass", "aim", "throw (4,1)", dice=["D6 3", "D8 5", "D8 5", "D8 6", "D8 4"])
    assert scene.ball == (4, 2)
    assert not scene.told("tested", "x")


@pytest.mark.rule("O-BALL-03", "O-BALL-05")
def test_a_deviation_goes_straight_from_the_passer_over_whoever_is_there() -> None:
    scene = Scene(
        """
        .........
        Px.......
        .........
        .......T.
        """,
        {"P": home(passing=4), "x": home(), "T": home()},
        ball="P",
    )
    scene.play(
        "activate P", "declare pass", "aim", "throw (5,3)", dice=["D6 2", "D8 5", "D6 4", "D8 5"]
    )  # Short: 2 - 1 = 1, wild
    assert scene.ball == (5, 1)
    assert not scene.told("tested", "x")


@pytest.mark.rule("O-BALL-04", "O-BALL-09", "O-PORTAL-18")
def test_a_ball_on_a_free_portal_that_rolls_its_own_number_scatters_once_and_rests() -> None:
    scene = Scene(
        """
        .....1
        ..6...
        .....A
        """,
        {"A": home()},
        ball=(2, 2),
    )
    bounce(scene, "D8 2", "D6 6", "D8 2")
    assert scene.ball == (2, 0)


@pytest.mark.rule("O-PORTAL-18", "O-PORTAL-19", "O-BALL-04")
def test_a_teleported_ball_on_nobody_scatters_one_square_from_that_portal() -> None:
    scene = Scene(
        """
        .....1.
        ..6....
        ......A
        """,
        {"A": home()},
        ball=(2, 2),
    )
    bounce(scene, "D8 2", "D6 1", "D8 7")
    assert scene.ball == (5, 1)


@pytest.mark.rule("O-PORTAL-19", "O-CATCH-02", "O-BALL-04")
def test_a_teleported_ball_must_be_caught_with_minus_one_and_scatters_from_a_failure() -> None:
    scene = Scene(
        """
        .....P.
        ..6....
        .......
        """,
        {"P": home(under="1")},
        ball=(2, 2),
    )
    bounce(scene, "D8 2", "D6 1", "D6 3", "D8 5")
    assert scene.ball == (6, 0)
    assert scene.events("tested")[-1].c == 4


@pytest.mark.rule("O-PORTAL-20", "O-BALL-06")
def test_a_ball_on_an_occupied_portal_is_not_teleported() -> None:
    scene = Scene("..1..\n..P..\n.....", {"P": home(under="6")}, ball=(2, 2))
    bounce(scene, "D8 2", "D6 4")
    assert scene.ball == "P"
    assert not scene.told("ball teleported")


@pytest.mark.rule("O-BALL-06", "O-CATCH-01")
def test_a_standing_player_under_the_ball_must_try_and_a_failure_bounces_on_from_its_square() -> None:
    scene = Scene(HALL, {"A": home()}, ball=(6, 3))
    bounce(scene, "D8 5", "D6 3", "D8 2")
    assert scene.ball == (7, 2)
    scene = Scene(HALL, {"A": home()}, ball=(6, 3))
    bounce(scene, "D8 5", "D6 4")
    assert scene.ball == "A"


@pytest.mark.rule("O-BALL-07")
@pytest.mark.parametrize("facts", [{"status": "prone"}, {"status": "stunned"}, {"zone": False}])
def test_a_ball_on_a_player_that_cannot_catch_bounces_again(facts: dict[str, object]) -> None:
    scene = Scene("....\n.x..\n...A", {"A": home(), "x": away(**facts)}, ball=(2, 1))
    bounce(scene, "D8 4", "D8 4")
    assert scene.ball == (0, 1)


@pytest.mark.rule("O-BALL-08")
def test_an_accurate_pass_to_an_empty_square_bounces_once_and_then_rests() -> None:
    scene = Scene("P....\n.....\n.....", {"P": home()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (2,1)", dice=["D6 4", "D8 5"])
    assert scene.ball == (3, 1)


@pytest.mark.rule("O-BALL-08")
def test_a_deviated_ball_on_an_empty_square_bounces_once() -> None:
    scene = Scene("P......\n.......\n.......", {"P": home()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (4,2)", dice=["D6 2", "D8 5", "D6 2", "D8 7"])
    assert scene.ball == (2, 1)


@pytest.mark.rule("O-BALL-10", "O-TERM-06")
def test_a_ball_in_the_chasm_scatters_until_it_is_out_and_then_rests() -> None:
    scene = Scene("..F...\n..F...\n..-...\nA.F...", {"A": home()}, ball=(1, 0))
    bounce(scene, "D8 5", "D8 7", "D8 8")
    assert scene.ball == (3, 2)


@pytest.mark.rule("O-BALL-10")
def test_a_scatter_crosses_the_chasm_freely() -> None:
    scene = Scene("..F....\nP.F....\n..-....\n..F....", {"P": home()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (1,0)", dice=["D6 2", "D8 5", "D8 5", "D8 5", "D8 7"])
    assert scene.ball == (4, 1)


@pytest.mark.rule("O-BALL-11", "O-RIC-01")
def test_a_chest_is_a_wall_to_the_ball() -> None:
    scene = Scene("....\n..$.\n...A", {"A": home()}, ball=(1, 1))
    bounce(scene, "D8 5", "D6 1")  # away is west: left is south
    assert scene.ball == (1, 2)


@pytest.mark.rule("O-BALL-11")
def test_a_diagonal_past_one_chest_is_free_and_between_two_it_is_not() -> None:
    scene = Scene("....\n..$.\n...A", {"A": home()}, ball=(1, 1))
    assert bounce(scene, "D8 3").ball == (2, 0)
    scene = Scene(".$..\n..$.\nA...", {"A": home()}, ball=(1, 1))
    bounce(scene, "D8 3", "D3 1")  # both borders closed: an inner corner
    assert scene.ball == (1, 2)
