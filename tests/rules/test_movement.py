"""Moving: steps, standing up, rushing, dodging, jumping, picking up the ball (O-MOVE)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Scene, away, home

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
MOVE = ("activate A", "declare move")


def steps(scene: Scene) -> set[str]:
    """The directions on offer."""
    return {text.removeprefix("step ") for text in scene.options() if text.startswith("step ")}


def jumps(scene: Scene) -> set[str]:
    return {text.removeprefix("jump ") for text in scene.options() if text.startswith("jump ")}


def rolled_for(scene: Scene) -> list[int]:
    """The clauses of all tests, in the order they were rolled."""
    return [int(event.clause) for event in scene.events("tested")]


def needed(scene: Scene) -> list[int]:
    """The face that each test asked for."""
    return [int(event.c) for event in scene.events("tested")]


# --- steps ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-01")
def test_a_player_may_step_in_any_of_eight_directions() -> None:
    scene = Scene("...\n.A.\n...", {"A": home()})
    scene.play(*MOVE)
    assert steps(scene) == set(COMPASS)
    for direction, expected in zip(
        COMPASS, ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)), strict=True
    ):
        scene = Scene("...\n.A.\n...", {"A": home()})
        scene.play(*MOVE, f"step {direction}")
        assert scene.square("A") == expected


@pytest.mark.rule("O-MOVE-01")
def test_occupied_and_impassable_squares_are_not_entered() -> None:
    scene = Scene("b$C\nIAd\nYFK", {"A": home(), "b": away(), "C": home(), "d": away(status="prone")}, ball="A")
    scene.play(*MOVE)
    assert steps(scene) == set()
    assert scene.refused("step nw") == "the square is occupied"
    assert scene.refused("step ne") == "the square is occupied"
    assert scene.refused("step e") == "the square is occupied"
    assert scene.refused("step n") == "the square is impassable"
    assert scene.refused("step s") == "the square is impassable"
    assert scene.refused("step w") == "a wall is in the way"


@pytest.mark.rule("O-MOVE-01")
def test_the_allowance_is_the_number_of_steps_without_a_roll() -> None:
    scene = Scene("A........", {"A": home(movement=4)})
    scene.play(*MOVE, "step e", "step e", "step e", "step e")
    assert scene.square("A") == (4, 0)
    scene.play("step e", dice=["D6 2"])
    assert rolled_for(scene) == [clauses.RUSH]


@pytest.mark.rule("O-MOVE-01")
def test_a_move_of_no_squares_is_a_move() -> None:
    scene = Scene("A.C", {"A": home(), "C": home()})
    scene.play(*MOVE, "stop")
    assert scene.square("A") == (0, 0)
    assert scene.refused("activate A") == "the player has been activated this turn"


@pytest.mark.rule("O-MOVE-02")
def test_rush_comes_before_dodge_dodge_before_pick_up() -> None:
    scene = Scene("A..\nb..", {"A": home(movement=1), "b": away(), "C": home(at=(2, 1), status="prone")}, ball=(2, 0))
    scene.play(*MOVE, "step e", dice=["D6 6"])
    scene.play("step e", dice=["D6 2", "D6 6", "D6 5"])
    assert rolled_for(scene) == [clauses.DODGE, clauses.RUSH, clauses.DODGE, clauses.PICK_UP]
    assert scene.ball == "A"


@pytest.mark.rule("O-MOVE-02")
def test_the_portal_takes_a_player_after_the_dodge() -> None:
    scene = Scene("A1..2\nb....", {"A": home(), "b": away()}, ball=(3, 1))
    scene.play(*MOVE, "step e", dice=["D6 6", "D6 2"])
    told = [event.kind for event in scene.game.events]
    assert told.index(9) < told.index(36)
    assert scene.square("A") == (4, 0)


@pytest.mark.rule("O-MOVE-02")
def test_a_fall_ends_the_sequence_there() -> None:
    scene = Scene("bA...", {"A": home(movement=1), "b": away()}, ball=(3, 0))
    scene.play(*MOVE, "step e", dice=["D6 3"])
    scene.play("step e", dice=["D6 1", "2D6 1+2", "D8 5"])  # no pick-up: the ball under a fallen player bounces
    assert rolled_for(scene) == [clauses.DODGE, clauses.RUSH]
    assert scene.ball == (4, 0)


# --- standing up ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-03")
def test_a_prone_player_stands_up_first_or_not_at_all() -> None:
    scene = Scene("A..", {"A": home(status="prone")})
    scene.play(*MOVE)
    assert scene.options() == ["stand up", "stop"]
    assert scene.refused("step e") == "the player is not standing"
    scene.play("stand up")
    assert scene.status("A") == "standing"
    assert not scene.offered("stand up")


@pytest.mark.rule("O-MOVE-03")
@pytest.mark.parametrize("action", ["move", "blitz b", "pass", "hand-off", "foul c"])
def test_standing_up_is_part_of_every_action_with_movement_and_marks_do_not_matter(action: str) -> None:
    legend = {"A": home(status="prone"), "b": away(), "c": away(status="prone")}
    scene = Scene("bA.\n.c.", legend)
    scene.play("activate A", f"declare {action}", "stand up")
    assert scene.status("A") == "standing"


@pytest.mark.rule("O-MOVE-03")
def test_actions_without_movement_are_not_for_prone_players() -> None:
    scene = Scene("bA.", {"A": home(status="prone"), "b": away()}, rooms=[("Treasure Room", [0, 0, 3, 1])])
    scene.play("activate A")
    assert scene.refused("declare block b") == "a prone player cannot make a block"
    assert scene.refused("declare gather funds")
    assert scene.refused("step e") == "the player is not standing"


@pytest.mark.rule("O-MOVE-04")
@pytest.mark.parametrize(("movement", "left"), [(3, 0), (4, 1), (6, 3)])
def test_standing_up_costs_three_squares(movement: int, left: int) -> None:
    scene = Scene("A.......", {"A": home(status="prone", movement=movement)})
    scene.play(*MOVE, "stand up", *["step e"] * left)
    assert scene.square("A") == (left, 0)
    scene.play("step e", dice=["D6 2"])
    assert rolled_for(scene) == [clauses.RUSH]


@pytest.mark.rule("O-MOVE-05")
@pytest.mark.parametrize("movement", [1, 2])
def test_a_slow_player_rolls_to_stand_up_and_may_then_only_rush(movement: int) -> None:
    scene = Scene("A....", {"A": home(status="prone", movement=movement), "b": away(at=(4, 0))})
    scene.play(*MOVE, "stand up", dice=["D6 4"])
    assert scene.status("A") == "standing"
    scene.play("step e", dice=["D6 2"])
    scene.play("step e", dice=["D6 2"])
    assert rolled_for(scene) == [clauses.STAND_UP, clauses.RUSH, clauses.RUSH]
    assert not scene.offered("step e")


@pytest.mark.rule("O-MOVE-05", "O-TO-13")
def test_failing_to_stand_up_ends_the_activation_but_not_the_turn() -> None:
    scene = Scene("A..C", {"A": home(status="prone", movement=2), "C": home()})
    scene.play(*MOVE)
    assert scene.refused("step e") == "the player is not standing"  # no Rush instead of the roll
    scene.play("stand up", dice=["D6 3"])
    assert scene.status("A") == "prone"
    assert scene.turnover == ""
    assert scene.active == "home"
    assert scene.refused("activate A") == "the player has been activated this turn"


@pytest.mark.rule("O-MOVE-05")
def test_an_allowance_lowered_below_three_asks_for_the_roll_too() -> None:
    """EX-23 (a)."""
    scene = Scene(
        "A..C", {"A": home(status="prone", movement=4), "C": home()}, rooms=[("Forgotten Jail", [0, 0, 2, 1])]
    )
    scene.play(*MOVE, dice=["D6 2"])
    scene.play("stand up", dice=["D6 3"])
    assert scene.status("A") == "prone"
    assert scene.turnover == ""


# --- rushing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-06", "O-MOVE-07")
def test_two_rushes_and_no_more() -> None:
    scene = Scene("A.....C", {"A": home(movement=1), "C": home()})
    scene.play(*MOVE, "step e", "step e", "step e", dice=["D6 2", "D6 2"])
    assert scene.square("A") == (3, 0)
    assert scene.refused("activate A") == "the player has been activated this turn"  # nothing was left to choose


@pytest.mark.rule("O-MOVE-06")
def test_a_rush_pays_for_a_jump_a_blitz_block_and_a_portal() -> None:
    scene = Scene("Ab..", {"A": home(movement=1), "b": away(status="prone")})
    scene.play(*MOVE, "jump (2,0)", dice=["D6 2", "D6 3"])
    assert rolled_for(scene) == [clauses.RUSH, clauses.JUMP]
    scene = Scene("A.b.", {"A": home(movement=1), "b": away()})
    scene.play("activate A", "declare blitz b", "step e", "block b", dice=["D6 2", "block PUSH"])
    assert rolled_for(scene) == [clauses.RUSH]
    scene = Scene("A1.2.", {"A": home(movement=1)})
    scene.play(*MOVE, "step e", "pay portal", dice=["D6 2", "D6 2"])
    assert rolled_for(scene) == [clauses.RUSH]


@pytest.mark.rule("O-MOVE-07", "O-TO-01")
def test_a_failed_rush_is_a_fall_in_the_square_entered() -> None:
    scene = Scene("A...", {"A": home(movement=1)}, ball=(0, 0))
    scene.play(*MOVE, "step e", "step e", dice=["D6 1", "2D6 1+2"])
    assert scene.square("A") == (2, 0)
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"
    assert needed(scene) == [2]


@pytest.mark.rule("O-MOVE-08")
def test_a_failed_rush_for_a_block_is_a_fall_without_the_block() -> None:
    scene = Scene("A.b", {"A": home(movement=1), "b": away()})
    scene.play("activate A", "declare blitz b", "step e", "block b", dice=["D6 1", "2D6 1+2"])
    assert scene.square("A") == (1, 0)
    assert scene.status("A") == "prone"
    assert scene.status("b") == "standing"
    assert not scene.told("block dice rolled")
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("O-MOVE-08")
def test_a_failed_rush_for_the_portal_is_a_fall_on_the_arrival_portal() -> None:
    """EX-10 (b)."""
    scene = Scene("A2..6.", {"A": home(movement=1)})
    scene.play(*MOVE, "step e", "pay portal", dice=["D6 6", "D6 1", "2D6 4+4"])
    assert scene.square("A") == (4, 0)
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"
    assert len(scene.events("teleported")) == 1  # going down on a portal one stands on is no new entry


# --- dodging --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-09", "O-MOVE-10")
@pytest.mark.parametrize(("markers", "face"), [(1, 3), (2, 3), (3, 3)])
def test_leaving_a_marked_square_is_one_test_however_many_mark_it(markers: int, face: int) -> None:
    spots = [(0, 0), (0, 1), (0, 2)][:markers]
    legend = {"A": home(), **{letter: away(at=spot) for letter, spot in zip("xyz", spots, strict=False)}}
    scene = Scene("....\n.A..\n....", legend)
    scene.play(*MOVE, "step e", dice=[f"D6 {face}"])
    assert rolled_for(scene) == [clauses.DODGE]
    assert needed(scene) == [face]
    assert scene.square("A") == (2, 1)


@pytest.mark.rule("O-MOVE-10")
@pytest.mark.parametrize(("markers", "face"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_each_opponent_marking_the_square_entered_makes_the_dodge_harder(markers: int, face: int) -> None:
    spots = [(3, 0), (3, 1), (3, 2)][:markers]
    legend = {"A": home(), "b": away(), **{letter: away(at=spot) for letter, spot in zip("xyz", spots, strict=False)}}
    scene = Scene("....\nbA..\n....", legend)
    scene.play(*MOVE, "step e", dice=[f"D6 {face}"])
    assert needed(scene) == [face]
    assert scene.status("A") == "standing"


@pytest.mark.rule("O-MOVE-10", "O-TO-01")
def test_a_failed_dodge_is_a_fall_in_the_square_entered() -> None:
    scene = Scene("bA..", {"A": home(), "b": away()})
    scene.play(*MOVE, "step e", dice=["D6 2", "2D6 3+2"])
    assert scene.square("A") == (2, 0)
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("O-MOVE-11")
def test_an_open_player_walks_into_tackle_zones_without_a_roll() -> None:
    scene = Scene("A.b\n..c", {"A": home(), "b": away(), "c": away()})
    scene.play(*MOVE, "step e")
    assert scene.square("A") == (1, 0)
    scene.play("step w", dice=["D6 6"])  # but not out of them


# --- jumping --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-12")
@pytest.mark.parametrize("status", ["prone", "stunned"])
@pytest.mark.parametrize("side", ["home", "away"])
def test_a_player_jumps_over_one_that_is_down_to_where_a_push_would_send_it(status: str, side: str) -> None:
    over = home(status=status) if side == "home" else away(status=status)
    scene = Scene("....\n.Ab.\n....", {"A": home(), "b": over})
    scene.play(*MOVE)
    assert jumps(scene) == {"(3,0)", "(3,1)", "(3,2)"}
    scene.play("jump (3,2)", dice=["D6 3"])
    assert scene.square("A") == (3, 2)


@pytest.mark.rule("O-MOVE-12")
def test_nobody_jumps_over_a_standing_player_or_into_a_square_that_is_taken() -> None:
    scene = Scene("....\n.Ab.\n....", {"A": home(), "b": away()})
    scene.play(*MOVE)
    assert jumps(scene) == set()
    legend = {"A": home(), "b": away(status="prone"), "c": away(at=(3, 0))}
    scene = Scene("....\n.Ab$\n...F", legend, ball=(0, 0))
    scene.play(*MOVE)
    assert jumps(scene) == set()


@pytest.mark.rule("O-MOVE-12")
def test_no_jump_passes_a_wall() -> None:
    plan = """
        +-+-+-+-+
        |A b|. .|
        +   +   +
        |. . . .|
        +-+-+-+-+
    """
    scene = Scene(plan, {"A": home(), "b": away(status="prone")})
    scene.play(*MOVE)
    assert jumps(scene) == {"(2,1)"}  # round the corner, not through the wall


@pytest.mark.rule("O-MOVE-12")
def test_one_jump_an_activation() -> None:
    scene = Scene("Ab.c..", {"A": home(), "b": away(status="prone"), "c": away(status="prone")})
    scene.play(*MOVE, "jump (2,0)", dice=["D6 3"])
    assert jumps(scene) == set()


@pytest.mark.rule("O-MOVE-13")
@pytest.mark.parametrize(("movement", "rushes"), [(2, 0), (1, 1)])
def test_a_jump_costs_two_squares_and_each_one_missing_is_a_rush(movement: int, rushes: int) -> None:
    scene = Scene("Ab....", {"A": home(movement=movement), "b": away(status="prone")})
    scene.play(*MOVE, "jump (2,0)", dice=["D6 2"] * rushes + ["D6 3"])
    assert rolled_for(scene) == [clauses.RUSH] * rushes + [clauses.JUMP]
    scene.play("step e", dice=["D6 2"])
    assert rolled_for(scene)[-1] == clauses.RUSH


@pytest.mark.rule("O-MOVE-13")
def test_failing_the_first_of_two_rushes_leaves_the_jumper_where_it_was() -> None:
    picture, legend = "A.b..", {"A": home(movement=1), "b": away(status="prone")}
    scene = Scene(picture, legend)
    scene.play(*MOVE, "step e", "jump (3,0)", dice=["D6 1", "2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == ((1, 0), "prone")
    scene = Scene(picture, legend)
    scene.play(*MOVE, "step e", "jump (3,0)", dice=["D6 2", "D6 1", "2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == ((3, 0), "prone")


@pytest.mark.rule("O-MOVE-14")
@pytest.mark.parametrize(
    ("start", "landing", "face"), [(0, 0, 3), (1, 0, 4), (2, 0, 5), (0, 1, 4), (1, 2, 5), (2, 1, 5), (1, 1, 4)]
)
def test_the_larger_number_of_markers_makes_the_jump_harder_and_replaces_the_dodge(
    start: int, landing: int, face: int
) -> None:
    spots = [(0, 0), (0, 2)][:start] + [(4, 0), (4, 2)][:landing]
    legend = {letter: away(at=spot) for letter, spot in zip("wxyz", spots, strict=False)}
    scene = Scene(".....\n.Ab..\n.....", {"A": home(), "b": away(status="prone"), **legend})
    scene.play(*MOVE, "jump (3,1)", dice=[f"D6 {face}"])
    assert rolled_for(scene) == [clauses.JUMP]
    assert needed(scene) == [face]


@pytest.mark.rule("O-MOVE-15", "O-TO-01")
@pytest.mark.parametrize(("natural", "square"), [(2, (2, 0)), (1, (0, 0))])
def test_a_failed_jump_falls_where_it_lands_or_never_leaves_the_ground(natural: int, square: tuple[int, int]) -> None:
    scene = Scene("Ab..", {"A": home(), "b": away(status="prone")})
    scene.play(*MOVE, "jump (2,0)", dice=[f"D6 {natural}", "2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == (square, "prone")
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("O-MOVE-16")
def test_a_leap_crosses_chest_and_chasm_but_neither_wall_nor_what_is_like_one() -> None:
    for between, expected in (("$", True), ("F", True), ("I", False), ("K", False), ("Y", False), ("#", False)):
        scene = Scene(f"A{between}.", {"A": home(skills=["Leap"])}, ball=(0, 0))
        scene.play(*MOVE)
        assert ("(2,0)" in jumps(scene)) == expected, between


# --- picking up the ball --------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-17", "O-MOVE-18")
def test_whoever_enters_the_square_of_the_ball_tries_to_pick_it_up_and_may_go_on() -> None:
    scene = Scene("A...", {"A": home()}, ball=(1, 0))
    scene.play(*MOVE, "step e", dice=["D6 3"])
    assert scene.ball == "A"
    scene.play("step e")
    assert scene.square("A") == (2, 0)
    assert scene.ball == "A"


@pytest.mark.rule("O-MOVE-18")
@pytest.mark.parametrize(("markers", "face"), [(0, 3), (1, 4), (2, 5)])
def test_each_opponent_marking_makes_the_pick_up_harder(markers: int, face: int) -> None:
    spots = [(3, 0), (3, 1)][:markers]
    legend = {letter: away(at=spot) for letter, spot in zip("xy", spots, strict=False)}
    scene = Scene("A...\n....", {"A": home(), **legend}, ball=(2, 0))
    scene.play(*MOVE, "step e", "step e", dice=[f"D6 {face}"])
    assert needed(scene) == [face]
    assert scene.ball == "A"


@pytest.mark.rule("O-MOVE-18", "O-TO-04")
def test_a_failed_pick_up_bounces_the_ball_and_ends_the_turn() -> None:
    scene = Scene("A....", {"A": home(), "b": away(at=(4, 0))}, ball=(1, 0))
    scene.play(*MOVE, "step e", dice=["D6 2", "D8 5"])
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_PICK_UP"
    assert scene.status("A") == "standing"
    assert scene.active == "away"


@pytest.mark.rule("O-MOVE-19", "O-TO-13")
def test_a_pushed_player_does_not_pick_up_the_ball_it_lands_on() -> None:
    scene = Scene("Ab....D", {"A": home(), "b": away(), "D": home()}, ball=(2, 0))
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "D8 5"])
    assert scene.square("b") == (2, 0)
    assert scene.ball == (3, 0)
    assert rolled_for(scene) == []
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.rule("O-MOVE-19")
def test_not_even_when_it_is_a_team_mate_that_was_pushed_on() -> None:
    legend = {"A": home(), "b": away(), "C": home(), "D": home(at=(6, 0))}
    scene = Scene("AbC....", legend, ball=(3, 0))
    scene.play("activate A", "declare block b", "face push", "stay", dice=["block PUSH POW", "D8 5"])
    assert scene.square("C") == (3, 0)
    assert scene.ball == (4, 0)
    assert scene.active == "home"
    assert scene.turnover == ""
