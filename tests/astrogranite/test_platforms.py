"""Platforms: heights, falls, steps and ladders (A-PLAT, A-STEP, A-LADD)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.events import POINTS_EARNED
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home

EDITION = "astrogranite(classic, platforms=on, league=on)"
# A platform of height 2 in the west, a step of height 1 in its south-east corner, the ground in the east.
HALL = """
    ########
    #......#
    #......#
    #..<...#
    ########
"""
HEIGHTS = """
    ########
    #22....#
    #22....#
    #221...#
    ########
"""
CORRIDOR = """
    #######
    #.....#
    #######
"""


def hall(legend: dict[str, Piece], **facts: object) -> Scene:
    details = {"levels": HEIGHTS}
    return Scene(HALL, legend, details=details, edition=EDITION, **facts)  # type: ignore[arg-type]


def corridor(heights: str, legend: dict[str, Piece], edition: str = EDITION, **facts: object) -> Scene:
    details = {"levels": CORRIDOR.replace(".....", heights)}
    return Scene(CORRIDOR, legend, details=details, edition=edition, **facts)  # type: ignore[arg-type]


def points(game: Game, clause: int) -> list[tuple[int, int]]:
    return [(int(e.a), int(e.b)) for e in game.events if e.kind == POINTS_EARNED and e.clause == clause]


@pytest.mark.rule("A-PLAT-01", "A-STEP-01")
def test_every_square_has_a_height_and_a_step_between_two_of_them_costs_two() -> None:
    scene = hall({"A": home(at=(4, 3)), "b": away(at=(6, 1))})
    assert int(scene.game.dungeon.level[scene.node((1, 1))]) == 2
    scene.play("activate A", "declare move", "step w")
    assert int(scene.game.moves_left) == 4
    scene.play("step w")
    assert (scene.square("A"), int(scene.game.moves_left)) == ((2, 3), 2)
    scene.play("step e")
    assert int(scene.game.moves_left) == 0, "down as well as up"


@pytest.mark.rule("A-PLAT-02")
def test_two_levels_apart_nobody_marks_blocks_or_is_handed_a_ball() -> None:
    scene = hall({"A": home(at=(2, 1)), "a": home(at=(3, 1)), "b": away(at=(3, 2))}, ball="A")
    assert not scene.game.is_marked(scene.piece("A"))
    assert scene.game.is_marked(scene.piece("a"))
    scene.play("activate A")
    assert not scene.offered("declare block b")
    scene.play("declare hand-off")
    assert not scene.offered("hand off a")


@pytest.mark.rule("A-PLAT-02")
def test_one_level_apart_they_do() -> None:
    scene = hall({"A": home(at=(2, 3)), "b": away(at=(3, 3))})
    assert scene.game.is_marked(scene.piece("A"))
    scene.play("activate A")
    assert scene.offered("declare block b")


@pytest.mark.rule("A-PLAT-02")
def test_there_is_no_assist_from_below() -> None:
    scene = hall({"A": home(at=(1, 1)), "a": home(at=(3, 2)), "b": away(at=(2, 1)), "c": away(at=(6, 1))})
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "2D6 1+1"])
    assert scene.square("b") == (3, 1), "one die was enough"


@pytest.mark.rule("A-PLAT-03")
def test_balls_are_thrown_over_any_difference() -> None:
    scene = hall({"A": home(at=(1, 1), agility=3), "a": home(at=(4, 1)), "b": away(at=(6, 3))}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 6", "D6 6"])
    assert scene.ball == "a"


@pytest.mark.rule("A-PLAT-04")
def test_stepping_over_the_edge_is_a_fall() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(6, 1))})
    scene.play("activate A", "declare move")
    assert not scene.offered("step e")
    scene.play("drop e", dice=["2D6 4+4"])
    assert (scene.square("A"), scene.status("A"), scene.turnover) == ((3, 1), "prone", "TURNOVER_KNOCKED_DOWN")


@pytest.mark.rule("A-PLAT-04")
def test_a_push_over_the_edge_knocks_down_and_adds_nothing_to_the_armour_roll() -> None:
    legend = {"A": home(at=(1, 1)), "B": away(at=(2, 1)), "b": away(at=(5, 1))}
    scene = corridor("22000", legend)
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", "2D6 4+4"])
    assert (scene.square("B"), scene.status("B")) == ((3, 1), "prone")
    assert "armour held 1 8 9 0" in scene.story()


@pytest.mark.rule("A-PLAT-04", "A-DEF-14")
def test_a_fall_after_a_knock_down_is_one_armour_roll_with_the_mighty_blow() -> None:
    legend = {"A": home(at=(1, 1), skills=["Mighty Blow"]), "B": away(at=(2, 1)), "b": away(at=(5, 1))}
    scene = corridor("22000", legend)
    dice = ["block POW", "2D6 4+4", "2D6 3+3"]
    scene.play("activate A", "declare block B", "stay", dice=dice[:2])
    assert scene.offered("use HITS_HARDER A"), "the blow may still be added"
    scene.play("use HITS_HARDER A", dice=dice[2:])
    assert (scene.square("B"), scene.status("B")) == ((3, 1), "stunned")


@pytest.mark.rule("A-PLAT-05")
def test_somebody_below_is_landed_on() -> None:
    legend = {"A": home(at=(1, 1)), "B": away(at=(2, 1)), "a": home(at=(3, 1)), "b": away(at=(5, 1))}
    scene = corridor("22000", legend)
    dice = ["block PUSH", "D6 2", "D8 5", "2D6 1+1", "2D6 1+2"]
    scene.play("activate A", "declare block B", "stay", dice=dice)
    assert (scene.square("B"), scene.status("B")) == ((4, 1), "prone")
    assert (scene.square("a"), scene.status("a")) == ((3, 1), "prone")
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN", "a is of the active team"


@pytest.mark.rule("A-PLAT-05")
def test_a_held_square_below_is_chosen_only_without_a_free_one() -> None:
    legend = {"A": home(at=(1, 2)), "B": away(at=(2, 2)), "b": away(at=(3, 2)), "c": away(at=(3, 1))}
    scene = hall(legend)
    scene.play("activate A", "declare block B", dice=["block PUSH"])
    assert not scene.offered("push (3,2)")
    assert not scene.offered("push (3,1)")
    assert scene.square("B") == (3, 3), "the only free one is the step"


@pytest.mark.rule("A-PLAT-05")
def test_over_a_drop_there_is_no_table_for_collisions() -> None:
    edition = "astrogranite(classic, platforms=on, collision_pushing=on)"
    legend = {"A": home(at=(1, 1)), "B": away(at=(2, 1)), "a": home(at=(3, 1)), "b": away(at=(5, 1))}
    scene = corridor("22000", legend, edition)
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", "D6 1", "D8 5", "2D6 1+1"])
    assert scene.square("B") == (4, 1)
    assert scene.status("a") == "standing"


@pytest.mark.rule("A-PLAT-06")
def test_nobody_steps_or_is_pushed_two_levels_up_and_the_ball_is_rolled_again() -> None:
    scene = hall({"A": home(at=(3, 1), agility=4), "b": away(at=(6, 1))}, ball=(3, 2))
    scene.play("activate A")
    assert not scene.offered("step w")
    scene.play("declare move", "step s", dice=["D6 1", "D8 4", "D8 1", "D8 5"])
    assert scene.ball == (4, 2), "west and north-west are too high"
    scene = corridor("20000", {"A": home(at=(3, 1)), "B": away(at=(2, 1))})
    scene.play("activate A", "declare block B", dice=["block PUSH"])
    assert scene.square("B") == (2, 1)


@pytest.mark.rule("A-PLAT-07")
@pytest.mark.parametrize(
    ("thrower", "target", "face", "accurate"),
    [((1, 1), (5, 1), 3, True), ((1, 1), (5, 1), 2, False), ((5, 1), (1, 1), 4, False), ((5, 1), (1, 1), 5, True)],
)
def test_a_throw_down_is_easier_and_a_throw_up_harder(
    thrower: tuple[int, int], target: tuple[int, int], face: int, accurate: bool
) -> None:
    legend = {"A": home(at=thrower, agility=4), "a": home(at=target), "b": away(at=(6, 3))}
    scene = hall(legend, ball="A")
    scene.play("activate A", "declare pass", "aim")
    dice = [f"D6 {face}", "D6 6"] if accurate else [f"D6 {face}", "D8 7", "D8 2", "D8 7", "D8 2", "D6 6"]
    scene.play(f"throw ({target[0]},{target[1]})", dice=dice)
    assert scene.told("ball moved") is not accurate


LEAPING = "astrogranite(classic, platforms=on, leaping=on)"


@pytest.mark.rule("A-PLAT-08")
def test_a_leap_goes_up_one_level_and_no_more() -> None:
    scene = Scene(HALL, {"A": home(at=(5, 3))}, details={"levels": HEIGHTS}, edition=LEAPING)
    scene.play("activate A", "declare move", "leap")
    assert scene.offered("jump (3,3)")
    assert not scene.offered("jump (2,3)")
    assert not scene.offered("jump (2,2)")


@pytest.mark.rule("A-PLAT-08", "A-PLAT-09")
@pytest.mark.parametrize(
    ("crossed", "target", "moves", "needed"), [((), (3, 1), 4, 5), (("cross (3,1)",), (4, 1), 3, 6)]
)
def test_a_leap_down_counts_one_square_more_and_each_further_level_makes_it_harder(
    crossed: tuple[str, ...], target: tuple[int, int], moves: int, needed: int
) -> None:
    scene = Scene(HALL, {"A": home(at=(2, 1), agility=3)}, details={"levels": HEIGHTS}, edition=LEAPING)
    ways = ["activate A", "declare move", "leap", f"jump ({target[0]},{target[1]})", *crossed]
    scene.play(*ways, dice=[f"D6 {needed}"])
    assert (scene.square("A"), scene.status("A"), int(scene.game.moves_left)) == (target, "standing", moves)


@pytest.mark.rule("A-PLAT-10")
def test_a_failed_leap_down_is_one_fall_on_the_ground_side() -> None:
    scene = Scene(HALL, {"A": home(at=(2, 1), agility=3)}, details={"levels": HEIGHTS}, edition=LEAPING)
    scene.play("activate A", "declare move", "leap", "jump (3,1)", dice=["D6 4", "2D6 1+1"])
    assert (scene.square("A"), scene.status("A")) == ((3, 1), "prone")
    scene = corridor("22000", {"A": home(at=(1, 1), agility=3)}, LEAPING)
    scene.play("activate A", "declare move", "leap", "jump (4,1)", dice=["D6 2", "2D6 1+1"])
    assert (scene.square("A"), scene.status("A")) == ((3, 1), "prone"), "not on the platform that it crossed first"


@pytest.mark.rule("A-PLAT-11", "A-PLAT-03")
def test_big_players_do_not_fit_under_a_platform() -> None:
    levels = "########\n#......#\n#......#\n#..22..#\n#......#\n########"
    picture = "########\n#......#\n#......#\n#......#\n#......#\n########"
    below = "########\n########\n########\n###..###\n########\n########"
    legend = {"A": home(at=(2, 3), strength=5, skills=["Bone Head"]), "a": home(at=(5, 3)), "b": away(at=(6, 1))}
    scene = Scene(picture, legend, details={"levels": levels, "below": below}, edition=EDITION)
    scene.play("activate A")
    assert not scene.offered("step e")
    on_top = scene.node((3, 3))
    beneath = int(scene.game.dungeon.node_at(3, 3, 1))
    assert not scene.game.dungeon.sees(on_top, beneath)
    scene.play("declare move", "stop", dice=["D6 6"])
    scene.play("activate a", "declare move", "step w")
    node = int(scene.game.square[scene.piece("a")])
    assert int(scene.game.dungeon.layer[node]) == 1


@pytest.mark.rule("A-PLAT-12")
def test_pushing_an_opponent_off_is_worth_a_point() -> None:
    legend = {"A": home(at=(1, 1)), "B": away(at=(2, 1)), "b": away(at=(5, 1))}
    scene = corridor("22000", legend)
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", "2D6 1+1"])
    assert points(scene.game, int(clauses.HAZARD_PUSH)) == [(scene.piece("A"), 1)]
    scene = corridor("21000", legend)
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH"])
    assert points(scene.game, int(clauses.HAZARD_PUSH)) == []


@pytest.mark.rule("A-BALL-11")
def test_a_ball_that_drops_from_a_ledge_bounces_three_times() -> None:
    scene = hall({"A": home(at=(1, 1), agility=4), "b": away(at=(6, 3))}, ball=(2, 1))
    dice = ["D6 1", "D8 5", "D8 5", "D8 5", "D8 7"]
    scene.play("activate A", "declare move", "step e", dice=dice)
    assert scene.ball == (5, 2)


@pytest.mark.rule("A-BALL-11")
def test_onto_somebody_it_only_drops() -> None:
    scene = hall({"A": home(at=(1, 1), agility=4), "b": away(at=(3, 1))}, ball=(2, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D6 6"])
    assert scene.ball == "b"


@pytest.mark.rule("A-STEP-02")
def test_a_hurry_up_that_fails_ends_where_it_began_and_one_down_where_it_led() -> None:
    scene = hall({"A": home(at=(3, 3)), "b": away(at=(6, 1))})
    scene.play("activate A", "declare move", "hurry w", dice=["D6 1", "2D6 1+1"])
    assert (scene.square("A"), scene.status("A"), scene.turnover) == ((3, 3), "prone", "TURNOVER_FALL")
    scene = hall({"A": home(at=(3, 3)), "b": away(at=(6, 1))})
    scene.play("activate A", "declare move", "hurry e", dice=["D6 1", "2D6 1+1"])
    assert (scene.square("A"), scene.status("A")) == ((4, 3), "prone")


@pytest.mark.rule("A-STEP-02")
def test_the_roll_of_a_hurry_comes_after_the_dodge() -> None:
    scene = hall({"A": home(at=(3, 3), agility=4), "b": away(at=(4, 3))})
    scene.play("activate A", "declare move", "hurry w", dice=["D6 3", "D6 2"])
    assert (scene.square("A"), int(scene.game.moves_left)) == ((2, 3), 5)
    kinds = [int(event.clause) for event in scene.game.events if int(event.kind) == 9]
    assert kinds == [int(clauses.DODGE), int(clauses.RUSH)]


@pytest.mark.rule("A-STEP-03")
def test_a_hurry_uses_no_extra_point_and_can_be_rolled_again() -> None:
    scene = hall({"A": home(at=(3, 3), movement=1), "b": away(at=(6, 1))}, rerolls=(1, 0))
    scene.play("activate A", "declare move", "hurry w", "reroll team", dice=["D6 1", "D6 3"])
    assert (scene.square("A"), int(scene.game.rushes_left)) == ((2, 3), 2)


@pytest.mark.rule("A-STEP-04")
def test_pushes_along_steps_cost_and_roll_nothing() -> None:
    scene = corridor("21000", {"A": home(at=(1, 1)), "B": away(at=(2, 1)), "b": away(at=(5, 1))})
    scene.play("activate A", "declare block B", "follow", dice=["block PUSH"])
    assert (scene.square("B"), scene.square("A")) == ((3, 1), (2, 1))


LADDER = """
    #######
    #..H..#
    #######
"""


def ladder(legend: dict[str, Piece], rungs: int = 2, **facts: object) -> Scene:
    details = {
        "levels": LADDER.replace("..H..", "22000"),
        "ladder": [{"foot": [3, 1], "top": [2, 1], "rungs": rungs}],
    }
    return Scene(LADDER, legend, details=details, edition=EDITION, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("A-LADD-01")
@pytest.mark.parametrize(("start", "end"), [((3, 1), (2, 1)), ((2, 1), (3, 1))])
def test_a_ladder_costs_its_rungs_and_one_more_either_way(start: tuple[int, int], end: tuple[int, int]) -> None:
    scene = ladder({"A": home(at=start), "b": away(at=(5, 1))})
    scene.play("activate A", "declare move", f"climb ({end[0]},{end[1]})")
    assert (scene.square("A"), int(scene.game.moves_left), scene.status("A")) == (end, 3, "standing")


@pytest.mark.rule("A-LADD-02")
def test_the_far_square_must_be_free_and_the_movement_enough() -> None:
    scene = ladder({"A": home(at=(3, 1)), "a": home(at=(2, 1)), "b": away(at=(5, 1))})
    scene.play("activate A", "declare move")
    assert not scene.offered("climb (2,1)")
    scene = ladder({"A": home(at=(3, 1), movement=4), "b": away(at=(5, 1))}, rungs=6)
    scene.play("activate A", "declare move")
    assert not scene.offered("climb (2,1)")
    scene = ladder({"A": home(at=(3, 1), movement=4), "b": away(at=(5, 1))}, rungs=5)
    scene.play("activate A", "declare move")
    assert scene.offered("climb (2,1)")


@pytest.mark.rule("A-LADD-03")
def test_a_failed_rush_on_a_ladder_leaves_the_player_at_its_start() -> None:
    scene = ladder({"A": home(at=(3, 1), movement=2), "b": away(at=(5, 1))})
    scene.play("activate A", "declare move", "climb (2,1)", dice=["D6 1", "2D6 1+1"])
    assert (scene.square("A"), scene.status("A"), scene.turnover) == ((3, 1), "prone", "TURNOVER_FALL")


@pytest.mark.rule("A-LADD-03")
@pytest.mark.parametrize(("face", "kept"), [(3, False), (4, True)])
def test_one_dodge_for_leaving_with_the_marks_at_the_far_end(face: int, kept: bool) -> None:
    legend = {"A": home(at=(3, 1), agility=4), "b": away(at=(4, 1)), "c": away(at=(1, 1))}
    scene = ladder(legend)
    dice = [f"D6 {face}"] if kept else [f"D6 {face}", "2D6 1+1"]
    scene.play("activate A", "declare move", "climb (2,1)", dice=dice)
    assert (scene.square("A"), scene.status("A")) == ((2, 1), "standing" if kept else "prone")


@pytest.mark.rule("A-LADD-04")
def test_nobody_is_pushed_up_a_ladder_and_the_huge_do_not_climb() -> None:
    scene = ladder({"A": home(at=(4, 1)), "B": away(at=(3, 1))})
    scene.play("activate A", "declare block B", dice=["block PUSH"])
    assert scene.square("B") == (3, 1)
    big = "#######\n#..H..#\n#.....#\n#######"
    details = {
        "levels": "#######\n#22000#\n#22000#\n#######",
        "ladder": [{"foot": [3, 1], "top": [2, 1]}],
    }
    legend = {"A": home(at=(3, 1), size=2), "b": away(at=(5, 1))}
    scene = Scene(big, legend, details=details, edition=EDITION)
    scene.play("activate A", "declare move")
    assert not scene.offered("climb (2,1)")


def test_the_pathfinder_takes_the_steps_and_never_the_edge() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(6, 1))})
    found = reach(scene.game, scene.piece("A"))
    assert found.cost(scene.node((3, 3))) == 3, "one along the platform, then down a step"
    assert found.cost(scene.node((3, 1))) == 6, "and round the corner below it"
    assert found.odds(scene.node((3, 1))) == pytest.approx(1.0)


def test_a_match_can_be_saved_in_the_middle_of_a_hurry() -> None:
    scene = hall({"A": home(at=(3, 3)), "b": away(at=(6, 1))}, rerolls=(1, 0))
    scene.play("activate A", "declare move", "hurry w", dice=["D6 1"])
    assert scene.offered("reroll team")
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)
    assert fingerprint(scene.game.clone()) == fingerprint(scene.game)
