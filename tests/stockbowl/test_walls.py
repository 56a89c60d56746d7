"""Pushes into walls, and vampires (S-WALL, S-VAMP)."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i16

from dungeonbowl.engine.actions import PUSH_TO
from dungeonbowl.engine.events import ARMOUR_BROKEN, ARMOUR_HELD, INJURED
from dungeonbowl.engine.frames import ASK, BECOME, DONE
from dungeonbowl.engine.loop import list_options, settle
from dungeonbowl.engine.procedures.block.push import Push
from dungeonbowl.engine.procedures.block.pushed import LAST_OF_CHAIN, TARGET_MOVED
from dungeonbowl.scenes.scene import Piece, Scene, away, home

NOOK = """
    #######
    #DX...#
    #######
"""


def nook(blocker: Piece | None = None, target: Piece | None = None, **facts: object) -> Scene:
    """X blocks D, who has nothing but wall behind him."""
    legend = {"X": blocker or home(), "D": target or away(armour=9), "z": away(at=(5, 1), zone=False)}
    return Scene(NOOK, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]


def totals(scene: Scene, letter: str) -> list[int]:
    """What the armour and injury rolls of somebody came to."""
    rolls = (ARMOUR_HELD, ARMOUR_BROKEN, INJURED)
    return [
        event["total"] for event in scene.game.events if event.kind in rolls and event["piece"] == scene.piece(letter)
    ]


@pytest.mark.rule("S-WALL-01", "S-BASE-12")
def test_the_three_squares_away_from_the_pusher_are_free_to_choose() -> None:
    picture = """
        .....
        .XD$.
        ...1.
    """
    scene = Scene(picture, {"X": home(), "D": away()}, edition="stockbowl", ball=(3, 0))
    scene.play("activate X", "declare block D", dice=["block PUSH"])
    # the ball, a chest and a teleporter leave a square empty
    assert sorted(option for option in scene.options() if option.startswith("push")) == [
        "push (3,0)",
        "push (3,1)",
        "push (3,2)",
    ]


@pytest.mark.rule("S-BASE-12")
def test_the_active_coach_chooses_and_the_follow_up_is_free() -> None:
    picture = """
        .....
        .XD..
        ...y.
    """
    scene = Scene(picture, {"X": home(), "D": away(), "y": away()}, edition="stockbowl")
    scene.play("activate X", "declare block D", dice=["block PUSH"])
    assert scene.asked == "home"
    scene.play("push (3,0)")
    assert scene.asked == "home"
    scene.play("follow")  # no die, though y stands beside the square
    assert scene.square("X") == (2, 1)


@pytest.mark.rule("S-BASE-12")
def test_the_follow_up_comes_before_the_dice_of_a_knock_down() -> None:
    scene = Scene("XD..", {"X": home(), "D": away()}, edition="stockbowl")
    scene.play("activate X", "declare block D", dice=["block POW"])
    assert scene.offered("follow")
    assert scene.offered("stay")
    assert not scene.told("armour held")
    scene.play("stay", dice=["2D6 1+2"])
    assert scene.square("D") == (2, 0)


@pytest.mark.rule("S-WALL-02")
def test_with_an_empty_square_nobody_is_pushed_into_the_wall_or_into_somebody() -> None:
    picture = """
        #####
        #XDY#
        #...#
    """
    scene = Scene(picture, {"X": home(), "D": away(), "Y": home(zone=False)}, edition="stockbowl")
    scene.play("activate X", "declare block D", "stay", dice=["block PUSH"])
    assert scene.square("D") == (3, 2)
    assert scene.square("Y") == (3, 1)
    assert totals(scene, "D") == []


@pytest.mark.rule("S-WALL-03")
def test_one_wall_comes_before_any_chain() -> None:
    picture = """
        ####.
        #XDY.
        ...y.
    """
    scene = Scene(
        picture, {"X": home(), "D": away(), "Y": home(zone=False), "y": away(zone=False)}, edition="stockbowl"
    )
    scene.play("activate X", "declare block D", dice=["block PUSH", "2D6 2+3"])
    assert scene.square("D") == (2, 1)
    assert scene.square("Y") == (3, 1)
    assert totals(scene, "D") == [5]
    assert not scene.told("followed up")


CHAIN = """
    ######
    #.EF.#
    #XDGH#
    #.IJ.#
    ######
"""
CROWD = {
    "X": home(),
    "D": away(armour=9),
    "E": home(zone=False),
    "F": home(zone=False),
    "G": away(armour=9),
    "H": away(armour=9),
    "I": home(zone=False),
    "J": home(zone=False),
}


@pytest.mark.rule("S-WALL-04", "S-WALL-02")
def test_a_chain_goes_on_to_where_there_is_room() -> None:
    scene = Scene(CHAIN, dict(CROWD), edition="stockbowl")
    scene.play("activate X", "declare block D", "push (3,2)", "push (4,1)", "follow", dice=["block PUSH"])
    assert scene.square("G") == (4, 1)
    assert scene.square("D") == (3, 2)
    assert scene.square("X") == (2, 2)
    assert scene.square("H") == (4, 2)


@pytest.mark.rule("S-WALL-05")
def test_the_last_of_a_chain_alone_meets_the_wall_and_nobody_moves() -> None:
    legend = dict(CROWD, K=away(at=(4, 1)), L=away(at=(4, 3)))
    scene = Scene(CHAIN, legend, edition="stockbowl")
    scene.play("activate X", "declare block D", "push (3,2)", "push (4,2)", dice=["block PUSH", "2D6 3+4"])
    assert totals(scene, "H") == [7]
    assert totals(scene, "G") == totals(scene, "D") == []
    assert [scene.square(letter) for letter in "XDGH"] == [(1, 2), (2, 2), (3, 2), (4, 2)]
    assert not scene.told("followed up")


@pytest.mark.rule("S-WALL-06", "S-WALL-07", "S-BASE-13")
@pytest.mark.parametrize(("dice", "status"), [("2D6 4+4", "standing"), ("2D6 4+5", "stunned")])
def test_armour_is_rolled_before_anybody_goes_down(dice: str, status: str) -> None:
    scene = nook(ball="D")
    rest = ["2D6 3+3", "D8 5", "D6 1", "D8 5"] if status == "stunned" else []
    scene.play("activate X", "declare block D", dice=["block PUSH", dice, *rest])
    assert scene.status("D") == status
    assert scene.square("D") == (1, 1)
    assert (scene.ball == "D") == (status == "standing")
    assert scene.turnover == ""


@pytest.mark.rule("S-WALL-06")
def test_skills_of_the_attacker_do_not_count_at_the_wall() -> None:
    scene = nook(home(skills=["Mighty Blow", "Claws"]))
    scene.play("activate X", "declare block D", dice=["block PUSH", "2D6 4+4"])
    assert totals(scene, "D") == [8]
    assert scene.status("D") == "standing"
    scene = nook(home(skills=["Mighty Blow"]))
    scene.play("activate X", "declare block D", dice=["block PUSH", "2D6 4+5", "2D6 3+4"])
    assert totals(scene, "D") == [9, 7]


@pytest.mark.rule("S-WALL-06")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_who_is_down_already_is_hurt_by_the_wall_all_the_same(status: str) -> None:
    picture = """
        ######
        #.EF##
        #XDG##
        #.IJ##
        ######
    """
    legend = {letter: piece for letter, piece in CROWD.items() if letter != "H"}
    legend["G"] = away(armour=9, status=status)
    scene = Scene(picture, legend, edition="stockbowl")
    scene.play("activate X", "declare block D", "push (3,2)", dice=["block PUSH", "2D6 4+4"])
    assert scene.status("G") == status
    scene = Scene(picture, legend, edition="stockbowl")
    scene.play("activate X", "declare block D", "push (3,2)", dice=["block PUSH", "2D6 5+5", "2D6 4+4"])
    assert scene.status("G") == "knocked-out"


@pytest.mark.rule("S-WALL-08")
def test_nobody_learns_anything_from_a_casualty_of_the_wall() -> None:
    scene = nook()
    scene.play("activate X", "declare block D", dice=["block PUSH", "2D6 5+5", "2D6 5+5", "D6 1", "D8 1"])
    assert scene.status("D") == "casualty"
    assert scene.points("X") == 0


@pytest.mark.rule("S-WALL-09")
@pytest.mark.parametrize("holds", [True, False])
def test_a_team_mate_hurt_by_the_wall_costs_the_turn_only_with_the_ball(holds: bool) -> None:
    legend = {letter: piece for letter, piece in CROWD.items() if letter != "H"}
    legend["G"] = home(armour=9, zone=False)
    picture = """
        ######
        #.EF##
        #XDG##
        #.IJ##
        ######
    """
    scene = Scene(picture, legend, edition="stockbowl", ball="G" if holds else (1, 3))
    bounce = ["D8 4", "D6 1", "D8 1"] if holds else []
    dice = ["block PUSH", "2D6 5+5", "2D6 5+3", *bounce]
    scene.play("activate X", "declare block D", "push (3,2)", dice=dice)
    assert scene.status("G") == "knocked-out"
    assert scene.turnover == ("TURNOVER_CARRIER" if holds else "")
    assert scene.ball == ((1, 1) if holds else (1, 3))


@pytest.mark.rule("S-WALL-10", "S-BASE-16")
def test_knocked_down_at_the_wall_is_one_armour_roll_with_help() -> None:
    scene = nook()
    scene.play("activate X", "declare block D", dice=["block POW", "2D6 3+5"])
    assert scene.asked == "home"
    scene.play("use bonus X", dice=["2D6 4+4"])
    assert totals(scene, "D") == [9, 8]
    assert scene.status("D") == "knocked-out"


@pytest.mark.rule("S-WALL-10", "S-BASE-16")
def test_help_that_armour_does_not_need_goes_to_the_injury() -> None:
    scene = nook()
    scene.play("activate X", "declare block D", dice=["block STUMBLE", "2D6 4+5", "2D6 4+3"])
    assert totals(scene, "D") == [9, 8]
    assert scene.status("D") == "knocked-out"


@pytest.mark.rule("S-WALL-10")
def test_help_that_is_kept_from_the_armour_is_lost_when_it_holds() -> None:
    scene = nook()
    scene.play("activate X", "declare block D", "decline", dice=["block POW", "2D6 3+5"])
    assert totals(scene, "D") == [8]
    assert scene.status("D") == "prone"


@pytest.mark.rule("S-WALL-10")
def test_the_blocker_gets_the_points_of_a_knock_down_at_the_wall() -> None:
    scene = nook()
    scene.play("activate X", "declare block D", dice=["block POW", "2D6 5+5", "2D6 5+4", "D6 1", "D8 1"])
    assert scene.status("D") == "casualty"
    assert scene.points("X") == 2


@pytest.mark.rule("S-WALL-11")
def test_mighty_blow_at_the_wall_counts_for_both_rolls() -> None:
    scene = nook(home(skills=["Mighty Blow"]))
    scene.play("activate X", "declare block D", dice=["block POW", "2D6 3+5", "2D6 4+5", "D6 2", "D8 7"])
    assert totals(scene, "D") == [9, 10]
    assert scene.status("D") == "casualty"


@pytest.mark.rule("S-WALL-12")
def test_a_frenzied_blocker_strikes_again_at_the_wall_without_following() -> None:
    scene = nook(home(skills=["Frenzy"]))
    dice = ["block PUSH", "2D6 2+3", "block PUSH", "2D6 2+2"]
    scene.play("activate X", "declare block D", dice=dice)
    assert totals(scene, "D") == [5, 4]
    assert scene.square("X") == (2, 1)
    assert not scene.told("followed up")


@pytest.mark.rule("S-WALL-12")
def test_no_second_block_at_somebody_whom_the_wall_has_stunned() -> None:
    scene = nook(home(skills=["Frenzy"]))
    scene.play("activate X", "declare block D", dice=["block PUSH", "2D6 5+5", "2D6 2+3"])
    assert scene.status("D") == "stunned"
    assert len(scene.events("block dice rolled")) == 1


@pytest.mark.rule("S-WALL-03")
def test_who_stands_firm_is_not_pushed_into_the_wall() -> None:
    scene = nook(target=away(armour=9, skills=["Stand Firm"]))
    scene.play("activate X", "declare block D", "use Stand Firm D", dice=["block PUSH"])
    assert totals(scene, "D") == []


# --- a push that nobody makes -------------------------------------------------------------------------------------


def shove(scene: Scene, letter: str, direction: int) -> int:
    """Push somebody in a direction without a blocker, as an arrival does; the signal."""
    game = scene.game
    game.push(Push(-1, scene.piece(letter), False, direction=direction))
    game.signal = game.top.begin(game)
    return int(game.signal)


def test_a_push_without_a_blocker_moves_the_chain_and_says_who_was_last() -> None:
    scene = Scene(CHAIN, dict(CROWD), edition="stockbowl")
    game = scene.game
    assert shove(scene, "D", 2) == ASK
    assert game.asked == 0  # the active coach chooses
    count = int(list_options(game))
    assert {int(choice) & 0xFF for choice in game.offered[:count]} == {int(PUSH_TO)}
    node = scene.node((3, 2))
    game.signal = game.top.chosen(game, int(PUSH_TO) | node << 8)
    assert settle(game) == ASK
    game.signal = game.top.chosen(game, int(PUSH_TO) | scene.node((4, 3)) << 8)
    assert int(game.result) == int(TARGET_MOVED) | scene.piece("G") << int(LAST_OF_CHAIN)
    assert scene.square("G") == (4, 3)
    assert scene.square("D") == (3, 2)


def test_a_push_without_a_blocker_that_ends_at_a_wall_moves_nobody_and_hurts_nobody() -> None:
    scene = nook()
    shove(scene, "D", 6)
    assert int(scene.game.result) == 0
    assert scene.square("D") == (1, 1)
    assert totals(scene, "D") == []


def test_a_chain_that_comes_back_to_itself_moves_nobody_and_is_no_wall() -> None:
    picture = """
        ......
        .XDK..
        ...LM.
        ...N..
    """
    legend = {"X": home(), "D": away(), "K": away(), "L": away(), "M": away(), "N": away()}
    scene = Scene(picture, legend, edition="stockbowl")
    game = scene.game
    # as if the chain had already gone through everybody south of K
    taken = [number for letter in "LMN" for number in (scene.piece(letter), 0)]
    push = Push(scene.piece("X"), scene.piece("D"), False, piece=scene.piece("K"), direction=4, chain=vec[i16](taken))
    game.place(scene.piece("M"), scene.node((4, 2)))
    game.place(scene.piece("N"), scene.node((2, 2)))
    push.origin = scene.node((2, 1))
    game.push(push)
    assert push.choose(game) == BECOME
    assert game.called is not None
    assert game.called.begin(game) == DONE
    assert scene.square("K") == (3, 1)
    assert not scene.told("armour held")


# --- vampires -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-VAMP-01")
def test_a_vampire_who_finds_no_thrall_is_knocked_out() -> None:
    picture = """
        .....
        .V...
        .....
        ....z
    """
    legend = {"V": home(skills=["Bloodlust (2+)"]), "z": away()}
    scene = Scene(picture, legend, edition="stockbowl", ball="V")
    scene.play("activate V", "declare move", dice=["D6 1"])
    scene.play("stop", dice=["D8 5"])
    assert scene.status("V") == "knocked-out"
    assert scene.ball == (2, 1)
    assert scene.turnover == "TURNOVER_THIRST"
