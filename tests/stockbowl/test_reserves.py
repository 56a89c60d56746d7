"""Reserves that join a drive under way (S-RES)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.sides import TURNS_BEFORE
from dungeonbowl.engine.statuses import LEFT_BY_DOOR
from dungeonbowl.scenes.scene import Piece, Scene, away, home

# home comes in above; 2 and 5 are teleporters
MAP = """
    ##AA#AA##
    #.......#
    #..2....#
    #.......#
    #....5..#
    #.C...z.#
    ###BB####
"""


def bench(skills: tuple[str, ...] = (), more: dict[str, Piece] | None = None, turns: tuple[int, int] = (1, 1)) -> Scene:
    """Home's second turn of the drive: R and S are in reserve."""
    pieces = {
        "C": home(agility=4),
        "R": home(agility=4, movement=4, status="reserves", skills=list(skills)),
        "S": home(agility=4, status="reserves"),
        "z": away(agility=4),
        "y": away(agility=4, status="prone", at=(4, 4)),
        "x": away(agility=4, status="reserves"),
    }
    return Scene(MAP, pieces | (more or {}), edition="stockbowl", turns=turns)


def entries(scene: Scene) -> list[str]:
    return [text for text in scene.options() if text.startswith("enter ")]


@pytest.mark.rule("S-RES-01")
def test_the_first_turn_of_a_drive_brings_nobody_on_and_the_second_one_player() -> None:
    scene = bench(turns=(0, 0))
    assert entries(scene) == []
    scene.play("end turn", "end turn")
    assert {text.split()[1] for text in entries(scene)} == {"R", "S"}
    scene.play("enter R move at (2,1)", "stop")
    assert entries(scene) == []
    assert scene.offered("activate C")


@pytest.mark.rule("S-RES-01")
def test_turns_are_counted_anew_for_every_drive() -> None:
    scene = bench(turns=(5, 5))
    scene.game.set_side(0, TURNS_BEFORE, 5)
    scene.game.set_side(1, TURNS_BEFORE, 5)
    assert entries(scene) == []
    scene.play("end turn", "end turn")
    assert entries(scene) != []


@pytest.mark.rule("S-RES-01", "S-SET-08")
def test_it_is_never_compulsory_and_happens_between_actions() -> None:
    scene = bench()
    scene.play("activate C", "declare move", "step n", "stop")
    assert entries(scene) != []
    scene.play("end turn")
    assert (scene.status("R"), scene.active) == ("reserves", "away")


@pytest.mark.rule("S-SET-08")
def test_more_than_six_may_be_in_the_dungeon() -> None:
    more = {letter: home(agility=4, at=(column, 3)) for column, letter in enumerate("DEFGH", 1)}
    scene = bench(more=more).play("enter R move at (2,1)", "stop")
    assert sum(1 for letter in "CDEFGHR" if scene.status(letter) == "standing") == 7


@pytest.mark.rule("S-RES-02")
def test_who_left_by_a_door_in_this_drive_does_not_come_back() -> None:
    scene = bench()
    scene.game.conditions[scene.piece("R")] = LEFT_BY_DOOR
    assert {text.split()[1] for text in entries(scene)} == {"S"}


@pytest.mark.rule("S-RES-03", "S-RES-07")
def test_player_action_and_way_in_are_declared_together_and_a_block_is_none_of_the_actions() -> None:
    scene = bench()
    ways = ["by portal", "at (2,1)", "at (3,1)", "at (5,1)", "at (6,1)"]
    deeds = ["move", "blitz", "pass", "hand-off", "foul"]
    assert [text for text in entries(scene) if text.startswith("enter R")] == [
        f"enter R {deed} {way}" for deed in deeds for way in ways
    ]


@pytest.mark.rule("S-RES-07")
def test_an_action_that_is_used_up_brings_nobody_on_and_that_of_a_reserve_counts() -> None:
    scene = bench().play("activate C", "declare blitz", "stop")
    assert {text.split()[2] for text in entries(scene)} == {"move", "pass", "hand-off", "foul"}
    scene = bench().play("enter R blitz at (2,1)", "stop", "activate C")
    assert not scene.offered("declare blitz")
    assert scene.offered("declare pass")


@pytest.mark.rule("S-RES-04", "S-RES-06")
def test_a_d6_says_which_teleporter_and_a_d8_where_beside_it() -> None:
    scene = bench().play("enter R move by portal", dice=["D6 5", "D8 7"])
    assert (scene.square("R"), scene.status("R")) == ((5, 5), "standing")
    assert scene.game.moves_left == 3
    assert scene.game.acting == scene.piece("R")


@pytest.mark.rule("S-RES-04")
def test_no_number_means_the_ether_and_an_occupied_square_makes_room() -> None:
    more = {"w": away(agility=4, at=(4, 2))}
    scene = bench(more=more).play("enter R move by portal", "push (5,2)", dice=["D6 2", "D8 5"])
    assert (scene.square("R"), scene.square("w")) == ((4, 2), (5, 2))
    assert scene.turnover == ""


@pytest.mark.rule("S-RES-05")
def test_a_door_lets_him_in_only_straight_before_it_and_where_nobody_stands() -> None:
    more = {"D": home(agility=4, at=(2, 1))}
    scene = bench(more=more)
    squares = {text.rpartition(" ")[2] for text in entries(scene) if " at " in text}
    assert squares == {"(3,1)", "(5,1)", "(6,1)"}
    scene.play("enter R move at (3,1)")
    assert (scene.square("R"), scene.status("R")) == ((3, 1), "standing")


@pytest.mark.rule("S-RES-06")
@pytest.mark.parametrize("way", ["at (2,1)", "by portal"])
def test_the_placement_is_one_square_of_his_movement(way: str) -> None:
    scene = bench().play(f"enter R move {way}", dice=["D6 2", "D8 1"] if "portal" in way else [])
    assert (scene.game.moves_left, scene.game.rushes_left) == (3, 2)


@pytest.mark.rule("S-RES-03", "S-RES-07")
def test_a_reserve_blitzes_like_anybody_else() -> None:
    more = {"w": away(agility=4, at=(3, 3))}
    scene = bench(more=more).play("enter R blitz at (2,1)", "step s")
    assert scene.offered("block w")
    scene.play("block w", "push (3,4)", "stay", dice=["block PUSH"])
    assert scene.square("w") == (3, 4)


@pytest.mark.rule("S-RES-08")
def test_traits_are_rolled_where_he_stands_and_a_failure_leaves_him_there() -> None:
    scene = bench(("Bone-head",))
    scene.play("enter R blitz at (2,1)", dice=["D6 1"])
    assert (scene.square("R"), scene.status("R")) == ((2, 1), "standing")
    assert not scene.game.has_zone(scene.piece("R"))
    assert not scene.offered("activate R")
    scene.play("activate C")
    assert not scene.offered("declare blitz")


@pytest.mark.rule("S-RES-08")
def test_a_team_mate_beside_his_square_helps_the_really_stupid() -> None:
    more = {"D": home(agility=4, at=(3, 1))}
    scene = bench(("Really Stupid",), more).play("enter R move at (2,1)", dice=["D6 2"])
    assert scene.game.acting == scene.piece("R")


@pytest.mark.rule("S-RES-09")
def test_a_chest_that_he_scatters_into_opens_before_he_goes_on() -> None:
    pieces: dict[str, Piece] = {"R": home(agility=4, status="reserves"), "z": away(agility=4), "C": home(agility=4)}
    picture = MAP.replace("#..2....#", "#..2$...#")
    scene = Scene(picture, pieces, edition="stockbowl").play("enter R move by portal", dice=["D6 2", "D8 5", "D6 4"])
    assert (scene.ball, scene.square("R"), scene.game.moves_left) == ("R", (4, 2), 5)
    assert scene.offered("step e")


@pytest.mark.rule("S-RES-09")
def test_a_second_teleporter_takes_him_on_and_may_lose_him() -> None:
    pieces: dict[str, Piece] = {"R": home(agility=4, status="reserves"), "z": away(agility=4), "C": home(agility=4)}
    picture = MAP.replace("#..2....#", "#..25...#").replace("#....5..#", "#.......#")
    scene = Scene(picture, pieces, edition="stockbowl").play("enter R pass by portal", dice=["D6 2", "D8 5", "D6 5"])
    assert (scene.status("R"), scene.turnover) == ("knocked-out", "TURNOVER_ETHER")
    assert scene.active == "away"


@pytest.mark.rule("S-RES-03", "S-RES-07")
def test_the_action_is_used_up_even_if_he_never_comes_to_it() -> None:
    pieces: dict[str, Piece] = {"R": home(agility=4, status="reserves"), "z": away(agility=4), "C": home(agility=4)}
    picture = MAP.replace("#.......#\n    #..2....#\n    #.......#", "#.###...#\n    #.#2#...#\n    #.###...#")
    scene = Scene(picture, pieces, edition="stockbowl").play("enter R blitz by portal", dice=["D6 2"])
    assert (scene.status("R"), scene.turnover, scene.active) == ("knocked-out", "", "home")
    scene.play("activate C")
    assert not scene.offered("declare blitz")
    assert scene.offered("declare pass")


def test_a_reserve_is_refused_with_the_reason() -> None:
    scene = bench()
    assert "not of the active side" in scene.refused("enter x move by portal")
    scene.play("enter R move at (2,1)", "stop")
    assert "brought on this turn" in scene.refused("enter S move at (2,1)")
