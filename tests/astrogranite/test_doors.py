"""Doors, gates and doorways (A-DOOR)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine.laying_out import set_door
from dungeonbowl.engine.pathfinder import reach_from_rest
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from dungeonbowl.words.story import story

DOORS = "astrogranite(classic, doors=on)"
HALL = """
    #######
    #A.=..#
    #.#####
    #######
"""
BARRIER = [{"between": [[2, 1], [3, 1]], "kind": "door", "state": "closed"}]


def hall(picture: str = HALL, legend: dict[str, Piece] | None = None, **more: Any) -> Scene:
    return Scene(picture, legend or {"A": home()}, edition=DOORS, **more)


@pytest.mark.rule("A-DOOR-01", "A-DOOR-02")
def test_a_closed_door_that_fills_its_square_is_wall_and_open_it_is_floor() -> None:
    scene = hall()
    dungeon = scene.game.dungeon
    assert not dungeon.sees(scene.node((2, 1)), scene.node((4, 1)))
    scene.play("activate A", "declare move", "step e")
    assert not scene.offered("step e")
    scene.play("open door (3,1)", dice=["D6 2"])
    assert scene.game.dungeon.sees(scene.node((2, 1)), scene.node((4, 1)))
    scene.play("step e", "step e")
    assert scene.square("A") == (4, 1)


@pytest.mark.rule("A-DOOR-01", "A-DOOR-02")
def test_a_closed_barrier_stops_steps_marks_and_sight_across_its_edge_and_an_open_one_nothing() -> None:
    scene = hall(
        """
        #######
        #.Ab..#
        #######
        """,
        {"A": home(movement=3), "b": away()},
        details={"barrier": BARRIER},
    )
    game = scene.game
    assert not game.is_marked(scene.piece("A"))
    assert not game.dungeon.sees(scene.node((2, 1)), scene.node((3, 1)))
    scene.play("activate A", "declare move", "open door (3,1)", dice=["D6 6"])
    assert game.is_marked(scene.piece("A"))
    assert game.dungeon.sees(scene.node((2, 1)), scene.node((3, 1)))


@pytest.mark.rule("A-DOOR-02")
def test_a_closed_door_is_beside_those_who_would_be_beside_it_if_it_were_open() -> None:
    scene = hall(
        """
        ####=##
        #.A...#
        #B....#
        #..C.d#
        #######
        """,
        {"A": home(), "B": home(), "C": home(), "d": away()},
    )
    scene.play("activate A", "declare move")
    assert not scene.offered("open door (4,0)")
    scene.play("step e")
    assert scene.offered("open door (4,0)")  # by a corner
    scene.play("step e")
    assert scene.offered("open door (4,0)")


@pytest.mark.rule("A-DOOR-05")
def test_doors_and_gates_begin_closed() -> None:
    scene = hall(
        """
        #######
        #A=.G.#
        #######
        """
    )
    assert [door.is_open for door in scene.game.dungeon.doors] == [False, False]
    assert not scene.game.are_adjacent(scene.node((1, 1)), scene.node((2, 1)))


@pytest.mark.rule("A-DOOR-06")
def test_opening_needs_three_squares_of_movement_with_rushes_counted() -> None:
    scene = hall(legend={"A": home(movement=2)})
    scene.play("activate A", "declare move", "step e")
    assert scene.offered("open door (3,1)")  # 1 + 2 Rushes
    scene = hall(legend={"A": home(movement=1)})
    scene.play("activate A", "declare move", "step e")
    assert not scene.offered("open door (3,1)")
    scene = hall(legend={"A": home(status="prone", at=(2, 1), movement=5)}, picture=HALL.replace("A", "."))
    scene.play("activate A", "declare move")
    assert not scene.offered("open door (3,1)")
    scene.play("stand up")
    assert scene.offered("open door (3,1)")


@pytest.mark.rule("A-DOOR-07")
def test_a_one_on_the_first_attempt_locks_a_door_for_good_and_costs_no_movement() -> None:
    scene = hall()
    scene.play("activate A", "declare move", "step e")
    left = scene.game.moves_left
    scene.play("open door (3,1)", dice=["D6 1"])
    assert scene.game.moves_left == left
    assert not scene.offered("open door (3,1)")
    assert not scene.game.dungeon.doors[0].is_open
    scene.play("stop", "end turn", "end turn", "activate A", "declare move")
    assert not scene.offered("open door (3,1)")
    assert "A-DOOR-07" in scene.cited()


@pytest.mark.rule("A-DOOR-07", "A-DOOR-08", "A-DOOR-09")
def test_nobody_rolls_for_a_lock_that_was_tried_before() -> None:
    scene = hall(legend={"A": home(movement=9)})
    scene.play("activate A", "declare move", "step e", "open door (3,1)", dice=["D6 2"])
    assert scene.game.moves_left == 5
    scene.play("close door (3,1)")
    assert scene.game.moves_left == 2
    assert not scene.game.dungeon.doors[0].is_open
    scene.play("stop", "end turn", "end turn", "activate A", "declare move", "open door (3,1)")
    assert scene.game.dungeon.doors[0].is_open


@pytest.mark.rule("A-DOOR-08")
def test_a_failed_rush_for_a_door_knocks_the_player_down_and_leaves_the_door_closed() -> None:
    scene = hall(legend={"A": home(movement=2)})
    scene.play("activate A", "declare move", "step e", "open door (3,1)", dice=["D6 3", "D6 2", "D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert scene.square("A") == (2, 1)
    assert not scene.game.dungeon.doors[0].is_open
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("A-DOOR-09")
def test_a_door_is_not_closed_on_a_player_or_a_ball() -> None:
    picture = """
        #######
        #.A/b.#
        #######
    """
    legend = {"A": home(movement=9), "b": away()}
    scene = hall(picture, legend)
    scene.play("activate A", "declare move")
    assert scene.offered("close door (3,1)")
    scene = hall(picture, legend, ball=(3, 1))
    scene.play("activate A", "declare move")
    assert not scene.offered("close door (3,1)")
    scene = hall(picture.replace("b", "."), {"A": home(), "b": away(at=(3, 1))})
    scene.play("activate A", "declare move")
    assert not scene.offered("close door (3,1)")


@pytest.mark.rule("A-DOOR-10", "A-DOOR-12", "A-DOOR-13", "A-DOOR-14", "A-DOOR-15")
def test_a_block_smashes_a_door_which_stays_open_and_nobody_follows_up_or_earns_anything() -> None:
    scene = hall(picture=HALL.replace("A.", ".A"), legend={"A": home(strength=4)})
    scene.play("activate A", "declare smash door", dice=["block POW"])
    assert scene.game.dungeon.doors[0].is_open
    assert scene.square("A") == (2, 1)
    assert scene.points("A") == 0
    assert scene.told("door smashed", "A")
    assert scene.turnover == ""
    scene.play("end turn", "end turn", "activate A", "declare move")
    assert not scene.offered("close door (3,1)")


@pytest.mark.rule("A-DOOR-10")
@pytest.mark.parametrize(("door", "strength"), [("=", 4), ("G", 5)])
def test_a_door_has_strength_four_and_a_gate_five(door: str, strength: int) -> None:
    picture = HALL.replace("A.", ".A").replace("=", door)
    scene = hall(picture, {"A": home(strength=strength)})
    scene.play("activate A", "declare smash door", dice=["block PUSH"])
    assert not scene.game.dungeon.doors[0].is_open  # one die
    scene = hall(picture, {"A": home(strength=strength + 1)})
    scene.play("activate A", "declare smash door", dice=["block PUSH POW"])
    assert scene.asked == "home"
    scene = hall(picture, {"A": home(strength=strength - 1)})
    scene.play("activate A", "declare smash door", dice=["block PUSH POW"])
    assert scene.asked == "away"


@pytest.mark.rule("A-DOOR-11")
def test_team_mates_beside_the_door_help_and_marked_ones_do_not() -> None:
    picture = """
        ####=###
        #.BAC.d#
        #......#
        ########
    """
    legend = {"A": home(strength=3), "B": home(), "C": home(), "d": away()}
    scene = hall(picture, legend)
    scene.play("activate A", "declare smash door", dice=["block PUSH"])  # 3 + 1 against 4: B is not beside it
    scene = hall(picture.replace("C.d", "Cd."), legend)
    scene.play("activate A", "declare smash door", dice=["block PUSH PUSH"])
    assert scene.told("block dice rolled", "A")


@pytest.mark.rule("A-DOOR-12")
@pytest.mark.parametrize(
    ("face", "skills", "opened", "status"),
    [
        ("STUMBLE", [], True, "standing"),
        ("BOTH-DOWN", [], True, "prone"),
        ("BOTH-DOWN", ["Block"], True, "standing"),
        ("PUSH", [], False, "standing"),
        ("PLAYER-DOWN", ["Block"], False, "prone"),
    ],
)
def test_what_each_face_does_to_a_door_and_its_blocker(face: str, skills: list[str], opened: bool, status: str) -> None:
    scene = hall(HALL.replace("A.", ".A"), {"A": home(strength=4, skills=skills)})
    dice = [f"block {face}"]
    if status == "prone":
        dice.append("2D6 1+1")
    scene.play("activate A", "declare smash door", dice=dice)
    assert scene.game.dungeon.doors[0].is_open == opened
    assert scene.status("A") == status
    assert (scene.turnover != "") == (status == "prone")


@pytest.mark.rule("A-DOOR-13")
def test_a_frenzied_player_strikes_a_door_again_that_only_shook() -> None:
    scene = hall(HALL.replace("A.", ".A"), {"A": home(strength=4, skills=["Frenzy"])})
    scene.play("activate A", "declare smash door", dice=["block PUSH", "block PUSH"])
    assert not scene.game.dungeon.doors[0].is_open
    scene = hall(HALL.replace("A.", ".A"), {"A": home(strength=4, skills=["Frenzy"], movement=1)})
    scene.play("activate A", "declare blitz", "smash door (3,1)", dice=["block PUSH", "D6 2", "block POW"])
    assert scene.game.dungeon.doors[0].is_open


@pytest.mark.rule("A-DOOR-10")
def test_in_a_blitz_the_block_of_a_door_costs_one_square_and_the_player_goes_on() -> None:
    scene = hall(legend={"A": home(strength=4, movement=4)})
    scene.play("activate A", "declare blitz", "step e", "smash door (3,1)", dice=["block POW"])
    assert scene.game.moves_left == 2
    scene.play("step e", "step e")
    assert scene.square("A") == (4, 1)


@pytest.mark.rule("A-DOOR-03", "A-DOOR-04")
def test_big_players_pass_large_gates_only_and_everybody_else_everything() -> None:
    picture = """
        #########
        #A/../..#
        #########
    """
    large = [{"at": [5, 1], "kind": "gate", "size": "large"}]
    big = home(strength=5, skills=["Bone Head"], movement=9)
    scene = hall(picture, {"A": big}, details={"door": large})
    scene.play("activate A", "declare move", dice=["D6 2"])
    assert not scene.offered("step e")
    scene = hall(picture, {"A": home(strength=5, movement=9)}, details={"door": large})
    scene.play("activate A", "declare move", "step e", "step e", "step e", "step e", "step e")
    assert scene.square("A") == (6, 1)
    scene = hall(picture.replace("A/.", "./A"), {"A": big}, details={"door": large})
    scene.play("activate A", "declare move", dice=["D6 2"])
    scene.play("step e", "step e", "step e")
    assert scene.square("A") == (6, 1)
    scene = hall(picture.replace("A/.", "A+."), {"A": big}, details={"door": large})
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 2"])
    assert scene.square("A") == (3, 1)


@pytest.mark.rule("A-DOOR-04")
def test_the_largest_pass_gates_as_wide_as_they_are() -> None:
    picture = """
        ######
        #AA/.#
        #AA/.#
        #AA/.#
        ######
    """.replace("#AA/.#\n        ######", "#..#.#\n        ######")
    gates = [{"at": [3, y], "kind": "gate", "size": "large"} for y in (1, 2)]
    scene = hall(picture, {"A": home(size=2)}, details={"door": gates})
    scene.play("activate A", "declare move", "step e")
    assert scene.square("A") == (2, 1)
    scene = hall(picture, {"A": home(size=2)}, details={"door": [gates[0], {**gates[1], "size": "normal"}]})
    scene.play("activate A", "declare move")
    assert not scene.offered("step e")


@pytest.mark.rule("A-DOOR-04")
def test_a_doorway_too_small_for_a_player_is_wall_to_it_when_it_is_pushed() -> None:
    picture = """
        ######
        #Ab/.#
        ######
    """
    scene = hall(picture, {"A": home(strength=6), "b": away(strength=5, skills=["Bone Head"])})
    scene.play("activate A", "declare block b", "face push", dice=["block PUSH POW"])
    assert scene.square("b") == (2, 1)
    scene = hall(picture, {"A": home(strength=6), "b": away(strength=5)})
    scene.play("activate A", "declare block b", "face push", "stay", dice=["block PUSH POW"])
    assert scene.square("b") == (3, 1)


@pytest.mark.rule("A-DOOR-04")
def test_the_way_of_a_big_player_leads_round_a_narrow_doorway() -> None:
    scene = hall(
        """
        #####
        #A/.#
        #.#.#
        #...#
        #####
        """,
        {"A": home(strength=5, skills=["Bone Head"])},
    )
    reach = reach_from_rest(scene.game, scene.piece("A"))
    assert reach.cost(scene.node((3, 1))) == 4
    assert reach.cost(scene.node((2, 1))) == -1


def test_the_reach_of_a_player_ends_at_a_closed_door() -> None:
    scene = hall()
    assert reach_from_rest(scene.game, scene.piece("A")).cost(scene.node((4, 1))) == -1
    scene.play("activate A", "declare move", "step e", "open door (3,1)", dice=["D6 2"])
    assert reach_from_rest(scene.game, scene.piece("A")).cost(scene.node((4, 1))) == 2


def test_an_opened_door_survives_saving_cloning_and_taking_back() -> None:
    scene = hall(legend={"A": home(movement=9)})
    scene.play("activate A", "declare move", "step e", "open door (3,1)", dice=["D6 2"])
    clone = scene.game.clone()
    assert fingerprint(clone) == fingerprint(scene.game)
    again = load(save(scene.match))
    assert fingerprint(again) == fingerprint(scene.game)
    assert again.dungeon.doors[0].is_open
    assert again.are_adjacent(scene.node((2, 1)), scene.node((3, 1)))
    set_door(clone, 0, False)
    assert scene.game.dungeon.doors[0].is_open
    assert fingerprint(clone) != fingerprint(scene.game)
    scene.play("close door (3,1)")
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)
    scene.take_back()
    assert scene.game.dungeon.doors[0].is_open


def test_the_story_tells_what_became_of_a_door() -> None:
    scene = hall(legend={"A": home(movement=9, strength=4)})
    scene.play("activate A", "declare blitz", "step e", "open door (3,1)", "close door (3,1)", dice=["D6 2"])
    scene.play("smash door (3,1)", dice=["block POW"])
    told = "\n".join(story(scene.game))
    assert "tries the door at (3,1): 2: it is not locked (A-DOOR-07)" in told
    assert "opens the door at (3,1) (A-DOOR-08)" in told
    assert "closes the door at (3,1) (A-DOOR-09)" in told
    assert "blocks the door: pow" in told
    assert "smashes the door at (3,1) (A-DOOR-12)" in told


@pytest.mark.rule("A-BALL-09")
def test_a_ball_behind_a_locked_door_can_be_reached_some_day() -> None:
    picture = """
        ##########
        #A.=..1..#
        ##########
    """
    scene = hall(picture, {"A": home(strength=4), "z": away(at=(2, 1))}, ball=(5, 1))
    scene.play("end turn", "end turn")
    assert scene.ball == (5, 1)


def test_a_ball_never_bounces_into_a_closed_door_and_flies_through_an_open_one() -> None:
    picture = """
        #######
        #A.=..#
        #######
    """
    scene = hall(picture, {"A": home(), "z": away(at=(5, 1))}, ball=(2, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D8 4"])
    assert scene.ball == (1, 1)
    scene = hall(picture.replace("=", "/"), {"A": home(), "z": away(at=(5, 1))}, ball=(2, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5"])
    assert scene.ball == (3, 1)


@pytest.mark.rule("A-DOOR-06")
def test_a_door_in_a_barrier_is_opened_from_its_two_squares_and_from_no_other() -> None:
    picture = """
        #######
        #.....#
        #.....#
        #######
    """
    for at, name in (((2, 1), "(3,1)"), ((3, 1), "(2,1)")):
        scene = hall(picture, {"A": home(at=at)}, details={"barrier": BARRIER})
        scene.play("activate A", "declare move")
        assert [option for option in scene.options() if option.startswith("open door")] == [f"open door {name}"]
    for at in ((1, 1), (2, 2), (3, 2), (4, 1)):
        scene = hall(picture, {"A": home(at=at)}, details={"barrier": BARRIER})
        scene.play("activate A", "declare move")
        assert not any(option.startswith("open door") for option in scene.options())


@pytest.mark.rule("A-DOOR-10")
def test_a_blow_in_a_blitz_needs_a_square_of_movement_and_a_blitz_a_closed_door() -> None:
    scene = hall(legend={"A": home(movement=3)}, picture=HALL.replace("#A.=", "#..=").replace("#.#", "#A#"))
    scene.play("activate A", "declare blitz", "step ne")
    assert scene.offered("smash door (3,1)")
    scene.game.moves_left = scene.game.rushes_left = 0
    assert not scene.offered("smash door (3,1)")
    scene = hall(HALL.replace("=", "/"))
    scene.play("activate A")
    assert not scene.offered("declare blitz")


@pytest.mark.rule("A-DOOR-04")
def test_a_big_player_does_not_stray_into_a_door_that_is_too_small_for_it() -> None:
    edition = "astrogranite(classic, doors=on, leaping=on)"
    picture = """
        ######
        #A.C.#
        ###/##
        ###.##
        ######
    """
    big = home(strength=5, skills=["Bone-head"])
    scene = Scene(picture, {"A": big, "C": home()}, edition=edition)
    dice = ["D6 6", "D6 6", "D8 7", "D8 5", "2D6 1+1", "2D6 1+1"]  # south is the door: the die is rolled again
    scene.play("activate A", "declare move", "leap", "jump (3,1)", dice=dice)
    assert scene.square("A") == (4, 1)


@pytest.mark.rule("A-DOOR-04")
def test_a_big_player_does_not_leap_through_a_door_that_is_too_small_for_it() -> None:
    picture = """
        ########
        #A../..#
        #...####
        ########
    """
    for piece, leaps in ((home(strength=5, skills=["Bone-head"]), False), (home(), True)):
        scene = Scene(picture, {"A": piece}, edition="astrogranite(classic, doors=on, leaping=on)")
        scene.play("activate A", "declare move", dice=[] if leaps else ["D6 6"])
        scene.play("leap")
        assert scene.offered("jump (3,2)")
        assert scene.offered("jump (5,1)") is leaps
