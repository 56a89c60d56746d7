"""Touchdown, conceding, and the end of a game that nobody has won. (O-TD, O-TIME)"""

from __future__ import annotations

import pytest

from dungeonbowl.engine.events import TIME_RAN_OUT
from dungeonbowl.scenes.scene import Scene, SceneError, away, home

# --- touchdown --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-TD-01", "O-TD-05")
def test_a_carrier_who_steps_into_the_end_zone_it_attacks_wins() -> None:
    scene = Scene("..PB\nz...", {"P": home(), "z": away()}, ball="P")
    scene.play("activate P", "declare move", "step e")
    assert scene.winner == "home"
    assert scene.told("scored", "P")
    assert scene.points("P") == 5
    assert scene.options() == []


@pytest.mark.rule("O-TD-01")
def test_neither_the_own_end_zone_nor_a_player_without_the_ball_scores() -> None:
    scene = Scene("A.PB\n....\nz...", {"P": home(), "z": away()})
    scene.play("activate P", "declare move", "step e", "stop")
    assert scene.winner is None
    scene = Scene("AP.B\n....\nz...", {"P": home(), "z": away()}, ball="P")
    scene.play("activate P", "declare move", "step w", "stop")
    assert scene.winner is None


@pytest.mark.rule("O-TD-01", "O-SET-15")
def test_which_end_zone_is_whose_is_chosen_and_not_fixed() -> None:
    scene = Scene("AP.B\n....\nz...", {"P": home(), "z": away()}, ball="P", zones=(1, 0))
    scene.play("activate P", "declare move", "step w")
    assert scene.winner == "home"


@pytest.mark.rule("O-TD-01", "O-TD-03")
@pytest.mark.parametrize(
    ("dice", "winner"),
    [
        (["D6 2", "D6 4"], "home"),
        (["D6 1", "2D6 1+2", "D8 4"], None),  # the Rush fails
        (["D6 2", "D6 3", "2D6 1+2", "D8 4"], None),  # the Dodge fails
    ],
)
def test_the_dice_owed_for_the_move_come_first_and_who_falls_does_not_score(
    dice: list[str], winner: str | None
) -> None:
    scene = Scene("..BB\nPz..", {"P": home(movement=1), "z": away()}, ball="P")
    scene.play("activate P", "declare move", "step ne", dice=["D6 4"])
    scene.play("step e", dice=dice)
    assert scene.winner == winner
    if winner is None:
        assert scene.status("P") == "prone"
        assert scene.ball == (1, 0)


@pytest.mark.rule("O-TD-02")
def test_picking_the_ball_up_in_the_end_zone_scores() -> None:
    scene = Scene("..PB\nz...", {"P": home(), "z": away()}, ball=(3, 0))
    scene.play("activate P", "declare move", "step e", dice=["D6 3"])
    assert scene.winner == "home"


@pytest.mark.rule("O-TD-02", "O-CATCH-04")
def test_catching_the_ball_in_the_end_zone_scores() -> None:
    scene = Scene("P..M\nz...", {"P": home(), "M": home(under="B"), "z": away()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 3"])
    assert scene.winner == "home"
    assert scene.points("M") == 5


@pytest.mark.rule("O-TD-02")
def test_a_ball_that_comes_to_rest_there_beside_a_player_does_not_score() -> None:
    scene = Scene("P..M\nz..B", {"P": home(), "M": home(under="B"), "z": away()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 2", "D8 7"])
    assert scene.ball == (3, 1)
    assert scene.winner is None


@pytest.mark.rule("O-TD-03")
def test_a_carrier_knocked_down_into_the_end_zone_does_not_score() -> None:
    scene = Scene(".PXAA", {"P": home(), "X": away()}, ball="X")
    scene.play("activate P", "declare block X", "stay", dice=["block POW", "2D6 1+2", "D8 5"])
    assert scene.square("X") == (3, 0)
    assert scene.winner is None


@pytest.mark.rule("O-TD-04", "O-TD-05")
@pytest.mark.parametrize("answer", ["follow", "stay"])
def test_a_carrier_pushed_into_the_end_zone_scores_in_the_turn_of_the_other_side(answer: str) -> None:
    scene = Scene(".PXAA", {"P": home(), "X": away()}, ball="X")
    scene.play("activate P", "declare block X", answer, dice=["block PUSH"])
    assert scene.winner == "away"
    assert scene.active == "home"


@pytest.mark.rule("O-TD-04", "O-TD-02")
def test_a_player_of_the_inactive_side_scores_with_a_catch() -> None:
    scene = Scene("P..x\nz...", {"P": home(), "x": away(under="A"), "z": away()}, ball="P")
    scene.play("activate P", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D8 5", "D6 4"])
    assert scene.winner == "away"


@pytest.mark.rule("O-TD-05", "O-PUSH-18")
def test_dice_already_owed_are_rolled_before_the_game_ends() -> None:
    # X is pushed onto the square of Y, in the end zone X attacks; Y goes into the chasm and is still rolled for
    scene = Scene(".PXYF", {"P": home(), "X": away(), "Y": away(under="A")}, ball="X")
    scene.play("activate P", "declare block X", "stay", dice=["block PUSH", "D16 12"])
    assert scene.status("Y") == "casualty"
    assert scene.told("casualty suffered", "Y")
    assert scene.winner == "away"


@pytest.mark.rule("O-TD-05")
def test_after_a_touchdown_nothing_more_can_be_done() -> None:
    scene = Scene("..PB\nMz..", {"P": home(), "M": home(), "z": away()}, ball="P")
    scene.play("activate P", "declare move", "step e", dice=["D6 3"])  # a Dodge
    assert scene.refused("activate M") == "the match is over"


def test_a_coach_may_concede_at_the_start_of_his_own_team_turn_only() -> None:
    """The half of O-TD-06 that is played; what a league makes of it is the league's."""
    legend = {"P": home(), "M": home(), "z": away()}
    scene = Scene("P.M\n..z", legend)
    assert not scene.offered("concede")  # never among the choices, so that nobody resigns by accident
    scene.play("concede")
    assert scene.winner == "away"
    scene = Scene("P.M\n..z", legend)
    scene.play("activate P")
    assert "start of his own team turn" in scene.refused("concede")
    scene.play("declare move", "stop")
    assert "start of his own team turn" in scene.refused("concede")


# --- time and turn limits ---------------------------------------------------------------------------------------------


@pytest.mark.rule("O-TIME-01")
def test_without_a_limit_the_game_goes_on() -> None:
    scene = Scene("P.z", {"P": home(), "z": away()}, edition="official(turn_limit=0)", turns=(99, 98), to_move="away")
    scene.play("end turn", "end turn", "end turn")
    assert scene.winner is None


def test_a_game_without_a_limit_ends_when_nobody_is_left_on_either_side() -> None:
    legend = {"P": home(), "z": away(status="casualty")}
    scene = Scene("A.P1....B", legend, ball="P", edition="official(turn_limit=0)")
    scene.play("activate P", "declare move", "step e", dice=["D6 1", "D8 4"])  # lost, and the ball stays behind
    assert scene.ball == (2, 0)
    assert scene.winner == "away"


FIELD = "A..P....B\n....z...."  # three steps to the first end zone, five to the second


@pytest.mark.rule("O-TIME-02")
@pytest.mark.parametrize(("first", "turns"), [("home", ["home", "away"]), ("away", ["home"])])
def test_when_time_is_up_both_sides_still_get_equally_many_turns(first: str, turns: list[str]) -> None:
    scene = Scene(FIELD, {"P": home(), "z": away()}, ball="P", first=first, edition="official(turn_limit=0)")
    scene.play("call time")
    for side in turns:
        assert scene.winner is None
        assert scene.active == side
        scene.play("end turn")
    assert scene.winner == "away"


def ended(picture: str, ball: str | tuple[int, int] | None, dice: list[str] | None = None, **legend: object) -> Scene:
    """A game whose last team turn ends without a touchdown."""
    pieces = {"P": home(), "z": away(), **legend}
    scene = Scene(picture, pieces, ball=ball, edition="official(turn_limit=8)", turns=(8, 7), to_move="away")  # type: ignore[arg-type]
    return scene.play("end turn", dice=dice)


@pytest.mark.rule("O-TIME-03")
@pytest.mark.parametrize(
    ("picture", "winner"),
    [("A..P....B\n....z....", "away"), ("A...P...B\n....z....", "draw"), ("A....P..B\n....z....", "home")],
)
def test_the_side_to_whose_goal_the_ball_is_nearer_wins_whoever_holds_it(picture: str, winner: str) -> None:
    assert ended(picture, "P").winner == winner
    assert ended(picture.replace("z", "."), "z", z=away(at=(picture.index("P"), 1))).winner == winner


@pytest.mark.rule("O-TIME-03", "O-TIME-04")
def test_a_ball_lying_in_an_end_zone_is_at_distance_0() -> None:
    assert ended("AA.P.BB\n...z...", (1, 0)).winner == "away"
    assert ended("AA.P.BB\n...z...", (5, 0)).winner == "home"


@pytest.mark.rule("O-TIME-04")
def test_diagonal_steps_count_and_walls_are_walked_round() -> None:
    assert ended("A........\n.P.....z.\n........B", (4, 2)).winner == "draw"
    assert ended("A.......B\n.P.....z.\n.........", (4, 0)).winner == "draw"
    assert ended("A..#....B\n.P.#...z.\n.........", (4, 0)).winner == "home"  # five steps round the wall


@pytest.mark.rule("O-TIME-04")
def test_closed_chests_are_walked_round_but_players_are_not() -> None:
    assert ended("A.......B\n#.#######\nP......z.", (4, 0)).winner == "draw"
    assert ended("A..P....B\n#.#######\n.......z.", (4, 0)).winner == "draw"
    assert ended("A..$....B\n...$....P\n...z.....", (4, 0)).winner == "home"  # five steps round both


@pytest.mark.rule("O-TIME-04")
def test_a_portal_is_no_short_cut() -> None:
    assert ended("A1....P2.B\n.....z....", (6, 0)).winner == "home"
    assert ended("A.1P2....B\n.....z....", (3, 0)).winner == "away"


@pytest.mark.rule("O-TIME-05")
@pytest.mark.parametrize(("face", "winner", "square"), [(1, "away", (1, 0)), (2, "home", (6, 0))])
def test_a_ball_nobody_found_is_revealed_in_one_of_the_closed_chests(
    face: int, winner: str, square: tuple[int, int]
) -> None:
    scene = ended("A$....$B\nP......z", None, [f"D2 {face}"])
    assert scene.winner == winner
    assert scene.ball == square


@pytest.mark.rule("O-TIME-05")
def test_the_only_chest_left_needs_no_die() -> None:
    assert ended("A.....$B\nP......z", None).winner == "home"


@pytest.mark.rule("O-TIME-06")
@pytest.mark.parametrize(("edition", "limit"), [("official", 16), ("official(turn_limit=3)", 3)])
def test_the_game_ends_after_both_sides_have_played_their_last_turn(edition: str, limit: int) -> None:
    scene = Scene(FIELD, {"P": home(), "z": away()}, ball="P", edition=edition, turns=(limit - 1, limit - 1))
    scene.play("end turn")
    assert scene.winner is None
    scene.play("end turn")
    assert scene.winner == "away"


@pytest.mark.rule("O-TIME-07")
@pytest.mark.parametrize("before", [[], ["activate P"], ["activate P", "declare move", "step e"]])
def test_a_team_turn_out_of_time_ends_where_it_is(before: list[str]) -> None:
    scene = Scene("P..M\n....\n...z", {"P": home(), "M": home(), "z": away()}, ball="P")
    scene.play(*before, "time up")
    assert [event["side"] for event in scene.game.events if event.kind == TIME_RAN_OUT] == [0]
    assert scene.active == "away"
    assert scene.turnover == ""
    assert scene.winner is None


@pytest.mark.rule("O-TIME-07")
def test_dice_already_owed_are_not_cut_short_by_the_clock() -> None:
    scene = Scene("P..M\nz...", {"P": home(), "M": home(), "z": away()}, rerolls=(1, 0))
    scene.play("activate P", "declare move", "step e", dice=["D6 2"])
    with pytest.raises(SceneError):
        scene.play("time up")  # the Dodge is still to be decided
    scene.play("accept", dice=["2D6 1+2"])
    assert scene.turnover == "TURNOVER_FALL"
