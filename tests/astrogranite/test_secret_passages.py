"""Secret passages: the place between two squares of the board (A-SECR)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine.pathfinder import reach_from_rest
from dungeonbowl.engine.procedures.block.dice import block_dice
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home, neutral

PASSAGES = "astrogranite(classic, secret_passages=on)"
HALL = """
    #########
    #..s#s..#
    #...#...#
    #########
"""
INSIDE = "passage s"


def hall(legend: dict[str, Piece], picture: str = HALL, **more: Any) -> Scene:
    return Scene(picture, legend, edition=PASSAGES, **more)


def place(scene: Scene, letter: str) -> str:
    """Where a piece is, in words: a place inside a passage has no column."""
    return str(scene.game.dungeon.label(int(scene.game.square[scene.piece(letter)])))


@pytest.mark.rule("A-SECR-01", "A-SECR-03")
def test_a_player_goes_in_for_one_square_of_movement_and_out_for_two() -> None:
    scene = hall({"A": home(at=(3, 1))})
    scene.play("activate A", "declare move", "slip passage-s")
    assert place(scene, "A") == INSIDE
    assert scene.game.moves_left == 5
    assert scene.offered("slip (3,1)")
    scene.play("slip (5,1)")
    assert scene.square("A") == (5, 1)
    assert scene.game.moves_left == 3


@pytest.mark.rule("A-SECR-01", "A-SECR-03")
def test_a_passage_holds_one_player_and_an_occupied_end_is_no_way_out() -> None:
    scene = hall({"A": home(at=(3, 1)), "b": away(at=INSIDE), "c": away(at=(5, 1))})
    scene.play("activate A", "declare move")
    assert not scene.offered("slip passage-s")
    scene.play("stop", "activate b", "declare move")
    assert not scene.offered("slip (5,1)")
    assert not scene.offered("slip (3,1)")


@pytest.mark.rule("A-SECR-03")
def test_the_way_out_may_cost_two_rushes() -> None:
    scene = hall({"A": home(at=(3, 1), movement=1)})
    scene.play("activate A", "declare move", "slip passage-s", "slip (5,1)", dice=["D6 2", "D6 2"])
    assert scene.square("A") == (5, 1)
    scene = hall({"A": home(at=(2, 1), movement=1)})
    scene.play("activate A", "declare move", "step e", "slip passage-s", dice=["D6 2"])
    assert place(scene, "A") == INSIDE
    assert scene.options() == ["stop"]  # one Rush is left, the way out costs two


@pytest.mark.rule("A-SECR-02")
def test_the_end_of_a_passage_is_plain_floor_to_those_who_cross_it() -> None:
    scene = hall({"A": home(at=(3, 2))}, ball=(3, 1))
    scene.play("activate A", "declare move", "step n", dice=["D6 3"])
    assert scene.ball == "A"
    scene.play("step w")
    assert scene.square("A") == (2, 1)
    assert scene.game.moves_left == 4


@pytest.mark.rule("A-SECR-04")
def test_those_inside_and_at_the_ends_mark_block_foul_and_hand_off_to_each_other() -> None:
    scene = hall(
        {"A": home(at=INSIDE), "b": away(at=(3, 1)), "c": away(at=(5, 1), status="prone"), "D": home(at=(7, 1))}
    )
    game = scene.game
    assert game.marks(scene.piece("b"), scene.piece("A"))
    assert game.marks(scene.piece("A"), scene.piece("b"))
    assert game.marks_on(1, scene.node((5, 1))) == 1
    scene.play("activate A")
    assert scene.offered("declare block b")
    scene.play("declare foul")
    assert scene.offered("foul c")
    scene = hall({"A": home(at=INSIDE), "B": home(at=(3, 1))}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off B", dice=["D6 2"])
    assert scene.ball == "B"
    scene = hall({"A": home(at=INSIDE), "B": home(at=(3, 1), status="prone")}, ball="A")
    scene.play("activate A", "declare hand-off")
    assert not scene.offered("hand off B"), "nobody is given the ball on the ground"


@pytest.mark.rule("A-SECR-04")
def test_leaving_the_mark_of_somebody_inside_is_a_dodge_and_so_is_the_way_out() -> None:
    scene = hall({"A": home(at=(3, 1)), "b": away(at=INSIDE)})
    scene.play("activate A", "declare move", "step w", dice=["D6 2"])
    assert scene.square("A") == (2, 1)
    scene = hall({"A": home(at=INSIDE), "b": away(at=(3, 1))})
    scene.play("activate A", "declare move", "slip (5,1)", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-SECR-04")
def test_skills_that_need_a_neighbour_reach_through_a_passage() -> None:
    scene = hall({"A": home(at=(3, 1), movement=5), "b": away(at=INSIDE, skills=["Shadowing"])})
    scene.play("activate A", "declare move", "step w", dice=["D6 6"])
    assert scene.offered("use Shadowing b")
    scene.play("use Shadowing b", dice=["2D6 1+1"])
    assert scene.square("b") == (3, 1)
    scene = hall({"A": home(at=(3, 1)), "b": away(at=INSIDE, skills=["Tentacles"])})
    scene.play("activate A", "declare move", "step w")
    assert scene.offered("use Tentacles b")
    scene = hall({"A": home(at=INSIDE, agility=4), "b": away(at=(3, 1), skills=["Diving Tackle"])})
    scene.play("activate A", "declare move", "slip (5,1)", dice=["D6 4"])
    assert scene.offered("use Diving Tackle b")
    scene.play("use Diving Tackle b", dice=["2D6 1+1"])
    assert place(scene, "b") == INSIDE
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-SECR-04")
def test_a_tail_holds_on_through_a_passage() -> None:
    scene = hall({"A": home(at=(3, 1), agility=4), "b": away(at=INSIDE, skills=["Prehensile Tail"])})
    scene.play("activate A", "declare move", "step w", dice=["D6 3", "2D6 1+1"])  # a 3 would do without the tail
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-SECR-04")
def test_a_player_inside_gazes_stabs_and_strikes_two_at_the_ends() -> None:
    ends = {"b": away(at=(3, 1)), "c": away(at=(5, 1))}
    scene = hall({"A": home(at=INSIDE, skills=["Hypnotic Gaze"]), **ends})
    scene.play("activate A", "declare move")
    assert scene.offered("use Hypnotic Gaze b")
    assert scene.offered("use Hypnotic Gaze c")
    scene = hall({"A": home(at=INSIDE, skills=["Multiple Block"]), **ends})
    scene.play("activate A", "declare multiple block b", "push (2,1)", dice=["block PUSH PUSH"])
    assert scene.offered("block c")
    scene = hall({"A": home(at=INSIDE, skills=["Stab"]), **ends})
    scene.play("activate A")
    assert scene.offered("declare stab c")


@pytest.mark.rule("A-SECR-04")
def test_a_stupid_player_at_an_end_is_told_what_to_do_from_inside() -> None:
    scene = hall({"A": home(at=(3, 1), skills=["Really Stupid"]), "B": home(at=INSIDE), "c": away(at=(7, 1))})
    scene.play("activate A", "declare move", dice=["D6 2"])
    assert scene.offered("step w")


@pytest.mark.rule("A-SECR-05")
def test_nobody_helps_one_who_blocks_into_a_passage_or_is_blocked_in_it() -> None:
    scene = hall({"A": home(at=(3, 1)), "B": home(at=(5, 1)), "c": away(at=INSIDE), "d": away(at=(2, 1))})
    scene.play("activate A", "declare block c", dice=["block PLAYER-DOWN", "2D6 1+1"])  # one die: 3 against 3
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-SECR-05", "A-SECR-06")
def test_one_who_is_blocked_from_inside_is_helped_by_those_beside_it_but_not_from_the_far_end() -> None:
    pieces = {"A": home(at=INSIDE), "B": home(at=(2, 2)), "c": away(at=(3, 1))}
    scene = hall(pieces)
    scene.play("activate A", "declare block c", dice=["block PLAYER-DOWN", "2D6 1+1"])  # B does not help
    scene = hall({"A": home(at=INSIDE), "c": away(at=(3, 1)), "d": away(at=(2, 1))})
    scene.play("activate A", "declare block c", dice=["block PUSH POW"])
    assert scene.asked == "away"
    scene = hall({"A": home(at=INSIDE), "c": away(at=(3, 1)), "d": away(at=(5, 1))})
    scene.play("activate A", "declare block c", dice=["block PLAYER-DOWN", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-SECR-04")
@pytest.mark.parametrize(
    ("helper", "dice"),
    [(home(at=INSIDE), 2), (home(at=INSIDE, zone=False), 1), (home(at=INSIDE, status="prone"), 1)],
)
def test_one_who_stands_inside_with_its_zone_helps_to_block_at_an_end(helper: Piece, dice: int) -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(3, 1)), "H": helper})
    assert block_dice(scene.game, scene.piece("A"), scene.piece("b")) == dice


@pytest.mark.rule("A-SECR-06")
def test_a_team_mate_at_the_far_end_does_not_help_even_if_it_stands_beside_the_other_end() -> None:
    picture = """
        #####
        #..s#
        #..s#
        #####
    """
    scene = hall({"A": home(at=INSIDE), "c": away(at=(3, 1)), "d": away(at=(3, 2))}, picture)
    scene.play("activate A", "declare block c", dice=["block PLAYER-DOWN", "2D6 1+1"])
    assert scene.status("A") == "prone", "one die: 3 against 3"


@pytest.mark.rule("A-SECR-05")
def test_a_block_that_has_nothing_to_do_with_a_passage_is_helped_as_usual() -> None:
    scene = hall({"A": home(at=(1, 1)), "B": home(at=(1, 2)), "c": away(at=(2, 1))})
    scene.play("activate A", "declare block c", dice=["block PUSH POW"])
    assert scene.asked == "home"


@pytest.mark.rule("A-SECR-07", "A-SECR-10")
def test_out_of_a_passage_one_is_pushed_to_the_other_end_only_and_the_blocker_may_follow() -> None:
    scene = hall({"A": home(at=(3, 1)), "b": away(at=INSIDE)})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.square("b") == (5, 1)
    scene.play("follow")
    assert place(scene, "A") == INSIDE


@pytest.mark.rule("A-SECR-07")
def test_whoever_stands_at_the_other_end_is_pushed_on_to_any_square_beside_it() -> None:
    scene = hall({"A": home(at=(3, 1)), "b": away(at=INSIDE), "c": away(at=(5, 1))})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert sorted(scene.options()) == ["push (5,2)", "push (6,1)", "push (6,2)"]
    scene.play("push (6,2)", "stay")
    assert scene.square("c") == (6, 2)
    assert scene.square("b") == (5, 1)


@pytest.mark.rule("A-SECR-07")
def test_if_nobody_at_the_other_end_can_be_moved_the_target_stays() -> None:
    scene = hall(
        {"A": home(at=(1, 1)), "b": away(at=INSIDE), "c": away(at=(3, 1))},
        """
        #####
        #s#s#
        #####
        """,
    )
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert place(scene, "b") == INSIDE
    assert scene.square("c") == (3, 1)


@pytest.mark.rule("A-SECR-08", "A-SECR-10")
def test_from_inside_one_is_pushed_to_any_square_beside_the_end_and_the_blocker_may_come_out() -> None:
    scene = hall({"A": home(at=INSIDE), "b": away(at=(3, 1))})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert sorted(scene.options()) == ["push (2,1)", "push (2,2)", "push (3,2)"]
    scene.play("push (2,2)", "follow")
    assert scene.square("A") == (3, 1)


@pytest.mark.rule("A-SECR-09")
def test_somebody_at_an_end_may_be_pushed_into_the_empty_passage() -> None:
    scene = hall({"A": home(at=(3, 2)), "b": away(at=(3, 1))})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.offered("push passage-s")
    scene.play("push passage-s", "stay")
    assert place(scene, "b") == INSIDE
    scene = hall({"A": home(at=(3, 2)), "b": away(at=(3, 1)), "c": away(at=INSIDE)})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.square("b") == (3, 1)  # the passage is taken, and there is only wall


@pytest.mark.rule("A-SECR-11")
@pytest.mark.parametrize(("face", "came_out"), [(3, (3, 1)), (4, (5, 1))])
def test_a_ball_dropped_inside_comes_out_at_an_end_and_bounces(face: int, came_out: tuple[int, int]) -> None:
    scene = hall({"A": home(at=(3, 1)), "b": away(at=INSIDE), "C": home(at=(1, 2)), "d": away(at=(7, 2))}, ball="b")
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 1+1", "2D6 1+1", f"D6 {face}", "D8 7"])
    assert scene.ball == (came_out[0], 2)
    assert "A-SECR-11" in scene.cited()


@pytest.mark.rule("A-SECR-11")
def test_no_pass_goes_in_or_out() -> None:
    scene = hall({"A": home(at=(1, 1)), "B": home(at=INSIDE)}, ball="A")
    scene.play("activate A", "declare pass", "aim")
    assert "throw passage-s" not in scene.options()
    assert scene.offered("throw (3,1)")
    scene = hall({"A": home(at=INSIDE), "B": home(at=(1, 1))}, ball="A")
    scene.play("activate A", "declare pass", "aim")
    assert scene.ball == "A"
    assert not scene.game.dungeon.sees(int(scene.game.square[0]), scene.node((3, 1)))


@pytest.mark.rule("A-SECR-12")
def test_an_explosion_beside_an_end_does_not_reach_into_the_passage() -> None:
    picture = HALL.replace("#...#...#", "#..$#...#")
    scene = hall({"A": home(at=(2, 2)), "b": away(at=INSIDE), "c": away(at=(3, 1))}, picture)
    scene.game.balls_hidden = 0
    scene.play("activate A", "declare move", "open (3,2)", dice=["2D6 1+1", "2D6 1+1"])
    assert scene.status("c") == "prone"
    assert scene.status("b") == "standing"


@pytest.mark.rule("A-SECR-12")
def test_those_who_fill_several_squares_do_not_go_in() -> None:
    picture = """
        ########
        #.s..#s#
        #....#.#
        ########
    """
    scene = hall({"A": home(at=(2, 1))}, picture)
    scene.play("activate A", "declare move")
    assert scene.offered("slip passage-s")
    scene = hall({"A": home(at=(2, 1), size=2)}, picture)
    scene.play("activate A", "declare move")
    assert not scene.offered("slip passage-s")


def test_the_pathfinder_knows_the_way_through() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(7, 2))})
    reach = reach_from_rest(scene.game, scene.piece("A"))
    far = scene.node((5, 1))
    assert reach.cost(far) == 4
    assert reach.odds(far) == 1.0
    scene.play("activate A", "declare move")
    for choice in reach.actions(far):
        scene.match.choose(choice)
    assert scene.square("A") == (5, 1)


def test_somebody_inside_is_saved_there() -> None:
    scene = hall({"A": home(at=(3, 1))})
    scene.play("activate A", "declare move", "slip passage-s")
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)


def monster(**facts: Any) -> Piece:
    return neutral(skills=["Monster", "Block Attack"], **facts)


def phase(legend: dict[str, Piece], dice: list[str] | None = None, module: str = "morphing_monsters") -> Scene:
    """The monsters act at the end of the last team turn of a round."""
    picture = """
        ###########
        #..s#s..#z#
        #...#...###
        ###########
    """
    edition = f"astrogranite(classic, secret_passages=on, {module}=on)"
    scene = Scene(picture, {"z": away(), **legend}, edition=edition, to_move="away")
    scene.play("end turn", dice=dice or [])
    return scene


@pytest.mark.rule("A-SECR-03", "A-SECR-12")
def test_a_monster_of_one_square_goes_through_a_passage_and_pays_for_it() -> None:
    scene = phase({"M": monster(at=(2, 1), movement=2), "A": home(at=(7, 1))})
    assert place(scene, "M") == INSIDE
    scene = phase({"M": monster(at=INSIDE, movement=2), "A": home(at=(7, 1))})
    assert scene.square("M") == (5, 1)
    scene = phase({"M": monster(at=INSIDE, movement=1), "A": home(at=(7, 1))})
    assert place(scene, "M") == INSIDE
    scene = phase({"M": monster(at=(1, 1), movement=4, size=2), "A": home(at=(7, 1))})
    assert scene.square("M") == (1, 1)


@pytest.mark.rule("A-SECR-04")
def test_a_monster_attacks_through_a_passage() -> None:
    scene = phase({"M": monster(at=(2, 1)), "A": home(at=INSIDE)}, ["block PUSH"])
    assert scene.square("A") == (5, 1)
    assert place(scene, "M") == INSIDE


@pytest.mark.rule("A-SECR-06")
def test_one_whom_a_monster_attacks_from_inside_is_helped_by_those_beside_it() -> None:
    legend = {"M": monster(at=INSIDE, strength=3), "b": away(at=(3, 1)), "c": away(at=(2, 1))}
    scene = phase(legend, ["block PUSH POW"])
    assert scene.asked == "away", "two dice, and the stronger side picks"


@pytest.mark.rule("A-SECR-04")
def test_a_large_monster_on_an_end_and_somebody_inside_are_adjacent() -> None:
    scene = phase({"M": monster(at=(2, 1), size=2), "A": home(at=INSIDE)}, ["block PUSH"])
    assert scene.square("A") == (5, 1)
    assert scene.square("M") == (2, 1)
    scene = phase({"M": monster(at=(1, 1), size=2), "A": home(at=INSIDE)}, ["block PUSH"])
    assert scene.square("M") == (2, 1)


@pytest.mark.rule("A-SECR-03")
def test_height_makes_the_way_in_and_out_neither_dearer_nor_a_fall() -> None:
    edition = "astrogranite(classic, secret_passages=on, platforms=on, league=on)"
    for level in "12":
        levels = HALL.replace("#..s#s..#", f"#..{level}#{level}..#")
        legend = {"A": home(at=(3, 1)), "b": away(at=(7, 2))}
        scene = Scene(HALL, legend, edition=edition, details={"levels": levels})
        scene.play("activate A", "declare move", "slip passage-s")
        assert scene.game.moves_left == 5
        scene.play("slip (5,1)")
        assert scene.game.moves_left == 3
        assert scene.status("A") == "standing"
    levels = HALL.replace("#..s#s..#", "#.22#2..#")
    scene = Scene(HALL, {"A": home(at=(2, 1)), "b": away(at=(3, 1))}, edition=edition, details={"levels": levels})
    scene.play("activate A", "declare block b", "push passage-s", "stay", dice=["block PUSH"])
    assert place(scene, "b") == INSIDE
    assert not scene.told("points earned")
