"""Several balls in one game (A-MULTI)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.frames import OVER
from dungeonbowl.engine.sides import SCORE
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home

STANDARD = "astrogranite(classic, multiball=on, league=on)"
FIRST_WINS = "astrogranite(classic, multiball=on, first_td_wins=on)"
ILLUSIONS = "astrogranite(classic, multiball=on, multiball_mode=illusionary, league=on)"
HALL = """
    BB........
    BB........
    BB........
    ..........
    """


def hall(
    legend: dict[str, Piece], balls: list[str | tuple[int, int] | None], edition: str = STANDARD, **facts: object
) -> Scene:
    """Home scores in the end zone of the west."""
    return Scene(HALL, legend, edition=edition, balls=balls, **facts)  # type: ignore[arg-type]


def score(scene: Scene, side: int = 0) -> int:
    return int(scene.game.side_value(side, SCORE))


@pytest.mark.rule("A-MULTI-01")
def test_three_chests_are_loaded_unless_another_number_is_agreed_on() -> None:
    assert len(hall({"A": home(at=(5, 1))}, [None]).game.balls) == 3
    five = hall({"A": home(at=(5, 1))}, [None], "astrogranite(classic, multiball=on, balls=5)")
    assert len(five.game.balls) == 5
    chests = Scene("A$$$$", {"A": home()}, edition=STANDARD)
    chests.play("activate A", "declare move", "open (1,0)", dice=["D4 3"])
    assert chests.ball_number(0) == (1, 0), "three of the four are loaded"


@pytest.mark.rule("A-MULTI-02", "A-MULTI-12")
def test_two_balls_fill_the_hands_and_a_third_bounces_away_without_turnover() -> None:
    scene = hall({"A": home(at=(4, 1)), "b": away(at=(9, 3))}, ["A", (5, 1), (6, 1)])
    scene.play("activate A", "declare move", "step e", dice=["D6 5"])
    assert [scene.ball_number(ball) for ball in range(3)] == ["A", "A", (6, 1)]
    scene.play("step e", dice=["D8 5"])
    assert (scene.ball_number(2), scene.turnover, scene.square("A")) == ((7, 1), "", (6, 1))
    assert "A-MULTI-12" in scene.cited()
    scene.play("step sw")
    assert scene.square("A") == (5, 2), "it goes on"


@pytest.mark.rule("A-MULTI-02")
@pytest.mark.parametrize("skill", ["Extra Arms", "Tentacles"])
def test_more_arms_hold_three(skill: str) -> None:
    scene = hall({"A": home(at=(4, 1), skills=[skill]), "b": away(at=(9, 3))}, ["A", "A", (5, 1)])
    scene.play("activate A", "declare move", "step e", dice=["D6 5"])
    assert [scene.ball_number(ball) for ball in range(3)] == ["A", "A", "A"]


@pytest.mark.rule("A-MULTI-12")
def test_full_hands_neither_catch_nor_intercept() -> None:
    legend = {"A": home(at=(2, 3)), "b": away(at=(4, 3)), "C": home(at=(6, 3))}
    scene = hall(legend, ["A", "b", "b"])
    scene.play("activate A", "declare pass", "aim", "throw (6,3)", dice=["D6 6", "D6 6"])
    assert scene.ball_number(0) == "C", "b was in the way, and nobody asked it"
    scene = hall({"A": home(at=(2, 3)), "C": home(at=(5, 3)), "b": away(at=(9, 0))}, ["A", "C", "C"])
    scene.play("activate A", "declare pass", "aim", "throw (5,3)", dice=["D6 6", "D8 2"])
    assert (scene.ball_number(0), scene.turnover) == ((5, 2), "TURNOVER_LOOSE_BALL")
    scene = hall({"A": home(at=(4, 3)), "C": home(at=(5, 3)), "b": away(at=(9, 0))}, ["A", "C", "C"])
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D8 2"])
    assert (scene.ball_number(0), scene.turnover) == ((5, 2), "TURNOVER_LOOSE_BALL")


@pytest.mark.rule("A-MULTI-03")
def test_a_pass_moves_the_ball_that_its_coach_picks() -> None:
    scene = hall({"A": home(at=(2, 3)), "C": home(at=(5, 3)), "b": away(at=(9, 0))}, ["A", "A", (9, 3)])
    scene.play("activate A", "declare pass", "aim")
    assert scene.options() == ["choose ball 1", "choose ball 2"]
    scene.play("choose ball 2", "throw (5,3)", dice=["D6 6", "D6 6"])
    assert [scene.ball_number(ball) for ball in (0, 1)] == ["A", "C"]
    assert scene.turnover == ""


@pytest.mark.rule("A-MULTI-03")
def test_a_hand_off_and_a_throw_at_a_wall_do_so_too() -> None:
    scene = hall({"A": home(at=(4, 3)), "C": home(at=(5, 3)), "b": away(at=(9, 0))}, ["A", "A", (9, 3)])
    scene.play("activate A", "declare hand-off", "hand off C", "choose ball 2", dice=["D6 6"])
    assert [scene.ball_number(ball) for ball in (0, 1)] == ["A", "C"]
    scene = hall({"A": home(at=(4, 3)), "b": away(at=(9, 0))}, ["A", "A", (0, 3)])
    scene.play("activate A", "declare pass", "aim", "choose ball 2", "throw at wall (6,3) s", dice=[
        "D6 6", "D6 3", "2D6 1+1", "D8 2"
    ])  # fmt: skip
    assert scene.ball_number(0) == "A"
    assert scene.ball_number(1) == (6, 0), "two squares to the north, and a bounce"


@pytest.mark.rule("A-MULTI-04")
def test_lost_balls_bounce_in_the_order_in_which_they_were_gained() -> None:
    legend = {"A": home(at=(4, 1)), "b": away(at=(7, 1))}
    scene = hall(legend, [(6, 1), (5, 1), (9, 3)])
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 5", "D6 6"])
    assert [scene.ball_number(ball) for ball in (0, 1)] == ["A", "A"]
    scene.play("stop")
    # the second ball came first: it goes north, the other south
    scene.play("activate b", "declare block A", "push (5,1)", "stay", dice=[
        "block POW", "2D6 1+2", "D8 2", "D8 7"
    ])  # fmt: skip
    assert (scene.ball_number(1), scene.ball_number(0)) == ((5, 0), (5, 2))


@pytest.mark.rule("A-MULTI-04")
def test_whoever_is_lost_in_space_leaves_all_its_balls_behind() -> None:
    scene = Scene(
        "......\n.A1...\n......\n23456b",
        {"A": home(), "b": away()},
        edition=STANDARD,
        balls=["A", "A", (0, 0)],
    )
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 2", "D8 7"])
    assert scene.status("A") == "lost"
    assert [scene.ball_number(ball) for ball in (0, 1)] == [(2, 0), (2, 2)]


@pytest.mark.rule("A-MULTI-05", "A-MULTI-06")
def test_a_ball_that_scores_is_gone_and_the_turn_is_over_but_the_game_is_not() -> None:
    scene = hall({"A": home(at=(2, 1)), "C": home(at=(5, 3)), "b": away(at=(9, 0))}, ["A", (8, 3), None])
    scene.play("activate A", "declare move", "step w")
    assert (scene.winner, score(scene), scene.ball_number(0)) == (None, 1, None)
    assert (scene.turnover, scene.active) == ("TURNOVER_SCORED", "away")
    assert (scene.square("A"), scene.square("C"), scene.ball_number(1)) == ((1, 1), (5, 3), (8, 3))
    assert scene.points("A") == 3
    assert "A-MULTI-06" in scene.cited()
    assert scene.told("ball spent")


@pytest.mark.rule("A-MULTI-05")
@pytest.mark.parametrize(("scores", "winner"), [((0, 0), "home"), ((0, 1), "draw"), ((0, 2), "away")])
def test_after_the_last_ball_most_touchdowns_win(scores: tuple[int, int], winner: str) -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(9, 0))}, ["A", "gone", "gone"], scores=scores)
    scene.play("activate A", "declare move", "step w")
    assert scene.winner == winner


@pytest.mark.rule("A-MULTI-07")
def test_several_balls_score_all_at_once() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(9, 0))}, ["A", "A", (8, 3)])
    scene.play("activate A", "declare move", "step w")
    assert (score(scene), scene.points("A"), scene.turnover) == (2, 6, "TURNOVER_SCORED")
    assert len(scene.events("scored")) == 2
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(9, 0))}, ["A", "A", "gone"], scores=(0, 1))
    scene.play("activate A", "declare move", "step w")
    assert scene.winner == "home", "two to one"


@pytest.mark.rule("A-MULTI-06")
def test_a_score_in_the_turn_of_others_is_no_turnover_of_theirs() -> None:
    legend = {"A": home(at=(3, 1)), "b": away(at=(2, 1), armour=12), "C": home(at=(1, 3)), "d": away(at=(9, 3))}
    scene = Scene(HALL, legend, edition=STANDARD, balls=["b", (8, 3), None], zones=(1, 0))
    scene.play("activate A", "declare block b", "push (1,1)", "stay", dice=["block PUSH"])
    assert (scene.game.side_value(1, SCORE), scene.turnover, scene.active) == (1, "", "home")
    assert scene.ball_number(0) is None


@pytest.mark.rule("A-MULTI-08")
def test_the_first_touchdown_wins_where_that_is_agreed_on() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(9, 0))}, ["A", "A", (8, 3)], FIRST_WINS)
    scene.play("activate A", "declare move", "step w")
    assert (scene.winner, score(scene)) == ("home", 1)


@pytest.mark.rule("A-MULTI-09")
def test_a_ball_that_is_no_illusion_ends_the_game() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(9, 0))}, ["A", (8, 3), None], ILLUSIONS)
    scene.play("activate A", "declare move", "step w", dice=["D3 1"])
    assert (scene.winner, score(scene), scene.points("A")) == ("home", 1, 3)


@pytest.mark.rule("A-MULTI-09")
def test_an_illusion_vanishes_without_touchdown_or_experience_and_ends_the_turn() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(9, 0))}, ["A", (8, 3), None], ILLUSIONS)
    scene.play("activate A", "declare move", "step w", dice=["D3 2"])
    assert (scene.winner, score(scene), scene.points("A"), scene.ball_number(0)) == (None, 0, 0, None)
    assert (scene.turnover, scene.active) == ("TURNOVER_SCORED", "away")
    assert not scene.told("scored")
    assert "A-MULTI-09" in scene.cited()


@pytest.mark.rule("A-MULTI-09")
def test_only_a_ball_that_scores_is_looked_at() -> None:
    legend = {"A": home(at=(2, 1)), "C": home(at=(5, 3)), "b": away(at=(9, 0))}
    scene = hall(legend, ["A", "C", None], ILLUSIONS)
    scene.play("activate A", "declare move", "step w", dice=["D3 2"])
    assert (scene.ball_number(0), scene.ball_number(1), scene.active) == (None, "C", "away")


@pytest.mark.rule("A-MULTI-09")
def test_an_illusion_carried_in_in_the_turn_of_others_is_no_turnover_of_theirs() -> None:
    legend = {"A": home(at=(3, 1)), "b": away(at=(2, 1), armour=12), "C": home(at=(1, 3)), "d": away(at=(9, 3))}
    scene = Scene(HALL, legend, edition=ILLUSIONS, balls=["b", (8, 3), None], zones=(1, 0))
    scene.play("activate A", "declare block b", "push (1,1)", "stay", dice=["block PUSH", "D3 3"])
    assert (scene.ball_number(0), scene.turnover, scene.active) == (None, "", "home")


@pytest.mark.rule("A-MULTI-09", "A-MULTI-07")
def test_two_balls_of_one_carrier_are_looked_at_one_after_the_other() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(9, 0))}, ["A", "A", None], ILLUSIONS)
    scene.play("activate A", "declare move", "step w", dice=["D3 3", "coin 1"])
    assert (scene.winner, score(scene)) == ("home", 1)


@pytest.mark.rule("A-MULTI-09")
def test_a_catch_where_it_scores_is_looked_at_too_and_a_save_in_between_survives() -> None:
    legend = {"A": home(at=(4, 1)), "C": home(at=(1, 1)), "b": away(at=(9, 0))}
    scene = hall(legend, ["A", (8, 3), None], ILLUSIONS)
    scene.play("activate A", "declare pass", "aim", "throw (1,1)", dice=["D6 6", "D6 6", "D3 3"])
    assert (scene.winner, scene.ball_number(0), scene.turnover) == (None, None, "TURNOVER_SCORED")
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)


@pytest.mark.rule("A-MULTI-10")
def test_the_last_ball_is_real_without_a_die() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(9, 0))}, ["A", "gone", "gone"], ILLUSIONS)
    scene.play("activate A", "declare move", "step w")
    assert scene.winner == "home"


@pytest.mark.rule("A-MULTI-11")
def test_a_ball_that_would_come_to_rest_on_another_bounces_again() -> None:
    scene = hall({"A": home(at=(4, 1)), "b": away(at=(9, 0))}, [(5, 1), (6, 1), None])
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D8 5"])
    assert [scene.ball_number(ball) for ball in (0, 1)] == [(7, 1), (6, 1)]


@pytest.mark.rule("A-MULTI-13")
@pytest.mark.parametrize(("scores", "winner"), [((2, 1), "home"), ((1, 1), "draw")])
def test_with_no_ball_left_the_game_is_over(scores: tuple[int, int], winner: str) -> None:
    scene = hall({"A": home(at=(5, 1)), "b": away(at=(9, 0))}, ["gone", "gone", "gone"], scores=scores)
    assert scene.game.signal == OVER
    assert scene.winner == winner
