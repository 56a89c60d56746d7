"""Magical inscriptions: runes of the colleges and the Winds of Magic (A-INSC)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from dungeonbowl.words.story import story

RUNES = "astrogranite(classic, colleges=on, inscriptions=on)"
HALL = """
    #########
    #.**..*.#
    #......*#
    #..*....#
    #########
"""
WRITTEN = [
    {"at": [2, 1], "college": "Light", "circle": 1},
    {"at": [3, 1], "college": "Light", "circle": 1},
    {"at": [6, 1], "college": "Light", "circle": 2},
    {"at": [7, 2], "college": "Light", "circle": 2},
    {"at": [3, 3], "college": "Gold", "circle": 3},
]


def hall(legend: dict[str, Piece], colleges: tuple[str, str] = ("light", "gold"), **more: Any) -> Scene:
    scene = Scene(HALL, legend, edition=RUNES, details={"inscription": WRITTEN}, **more)
    for side, college in enumerate(colleges):
        names = [name.lower() for name in scene.rules.colleges]
        scene.game.squads.teams[side].college = names.index(college)
    return scene


@pytest.mark.rule("A-INSC-01", "A-INSC-02")
def test_a_standing_player_on_a_rune_of_its_college_is_stronger() -> None:
    scene = hall(
        {"A": home(at=(2, 1)), "B": home(at=(3, 3)), "C": home(at=(3, 1), status="prone"), "d": away(at=(7, 3))}
    )
    game = scene.game
    assert game.strength(scene.piece("A")) == 4
    assert game.strength(scene.piece("B")) == 3  # the rune of another college
    assert game.strength(scene.piece("C")) == 3
    game.place(scene.piece("A"), scene.node((1, 1)))
    assert game.strength(scene.piece("A")) == 3


@pytest.mark.rule("A-INSC-02")
def test_the_strength_of_a_rune_counts_in_blocks() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(1, 1))})
    scene.play("activate A", "declare block b", dice=["block PUSH POW"])
    assert scene.asked == "home"


@pytest.mark.rule("A-INSC-02")
def test_on_its_rune_a_player_need_not_be_pushed() -> None:
    scene = hall({"A": home(at=(2, 2), strength=4), "b": away(at=(3, 3)), "c": away(at=(7, 3))})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "away"
    scene.play("use STANDS_FIRM b")
    assert scene.square("b") == (3, 3)
    scene = hall({"A": home(at=(2, 2), strength=4), "b": away(at=(3, 3), strength=4)}, ("light", "light"))
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "home"


@pytest.mark.rule("A-INSC-02")
def test_a_failed_dodge_from_its_rune_leaves_the_player_where_it_stood() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(1, 1))})
    scene.play("activate A", "declare move", "step s", dice=["D6 1"])
    assert scene.square("A") == (2, 1)
    assert scene.status("A") == "standing"
    assert scene.turnover == ""


@pytest.mark.rule("A-INSC-03")
def test_for_one_square_of_movement_a_player_travels_to_any_free_rune_of_its_college_without_a_dodge() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(1, 1)), "c": away(at=(3, 1))})
    scene.play("activate A", "declare move")
    assert scene.offered("travel (6,1)")
    assert scene.offered("travel (7,2)")
    assert not scene.offered("travel (3,1)")  # taken
    assert not scene.offered("travel (3,3)")  # of another college
    scene.play("travel (7,2)")
    assert scene.square("A") == (7, 2)
    assert scene.game.moves_left == 5
    assert "A-INSC-03" in scene.cited()


@pytest.mark.rule("A-INSC-03")
def test_a_rush_may_pay_for_the_travel_and_nobody_travels_from_plain_floor() -> None:
    scene = hall({"A": home(at=(1, 1), movement=1), "b": away(at=(7, 3))})
    scene.play("activate A", "declare move")
    assert not any(option.startswith("travel") for option in scene.options())
    scene.play("step e", "travel (6,1)", dice=["D6 2"])
    assert scene.square("A") == (6, 1)
    scene = hall({"A": home(at=(2, 1), movement=1), "b": away(at=(7, 3))})
    scene.play("activate A", "declare move", "step e", "travel (6,1)", dice=["D6 1", "2D6 1+1"])
    assert (scene.square("A"), scene.status("A"), scene.turnover) == ((3, 1), "prone", "TURNOVER_FALL")


@pytest.mark.rule("A-INSC-03", "A-BASE-06")
def test_who_fails_the_rush_for_a_travel_has_bought_nothing_and_disturbs_nothing_where_it_would_have_gone() -> None:
    scene = hall({"A": home(at=(2, 1), movement=1), "b": away(at=(7, 3))}, ball=(6, 1))
    scene.play("activate A", "declare move", "step e", "travel (6,1)", dice=["D6 1", "2D6 1+1"])
    assert (scene.square("A"), scene.ball) == ((3, 1), (6, 1))


@pytest.mark.rule("A-TELE-09", "A-INSC-03")
def test_a_teleporter_reached_from_rune_to_rune_is_no_voluntary_entry() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(1, 3))})
    for number, place in enumerate([(6, 1), (5, 3)], start=1):
        scene.game.put_portal(scene.node(place), number)
    scene.play("activate A", "declare move", "travel (6,1)", dice=["D6 2"])
    assert scene.square("A") == (5, 3)
    assert scene.game.teleports(scene.piece("A")) == 0


def gathering(**more: Any) -> Scene:
    """A on its rune; B and c stand, D and e are down, f does not stir."""
    return hall(
        {
            "A": home(at=(2, 1)),
            "B": home(at=(5, 3)),
            "c": away(at=(7, 3)),
            "D": home(at=(1, 3), status="prone"),
            "e": away(at=(5, 1), status="stunned"),
            "f": away(at=(7, 1), status="prone", movement=1),
        },
        **more,
    )


@pytest.mark.rule("A-INSC-04", "A-INSC-05")
def test_the_winds_need_one_unmodified_roll_and_a_failure_leaves_them_unspent() -> None:
    scene = gathering()
    scene.game.place(scene.piece("c"), scene.node((1, 1)))  # marked: no matter
    scene.play("activate A", "declare winds of magic", dice=["D6 2"])
    assert scene.turnover == ""
    assert scene.status("c") == "standing"
    scene.play("end turn", "end turn", "activate A", "declare winds of magic", dice=["D6 3"])
    assert scene.asked == "home"


@pytest.mark.rule("A-INSC-05")
def test_the_winds_of_a_circle_come_once_in_a_match() -> None:
    scene = gathering()
    scene.play("activate A", "declare winds of magic", "winds raise", dice=["D6 3"])
    scene.play("end turn", "end turn", "activate A")
    assert not scene.offered("declare winds of magic")
    scene.play("declare move", "travel (3,1)", "stop", "end turn", "end turn", "activate A")
    assert not scene.offered("declare winds of magic")  # the same circle
    scene.play("declare move", "travel (6,1)", "stop", "end turn", "end turn", "activate A")
    assert scene.offered("declare winds of magic")


@pytest.mark.rule("A-INSC-06", "A-INSC-08")
def test_the_winds_place_everybody_prone_who_does_not_stand_firm() -> None:
    scene = gathering()
    scene.play("activate A", "declare winds of magic", "winds fell", dice=["D6 3"])
    assert scene.status("B") == "prone"
    assert scene.status("c") == "prone"
    assert scene.status("A") == "standing"  # the rune
    assert scene.turnover == ""


@pytest.mark.rule("A-INSC-06")
def test_the_skill_stands_firm_against_the_winds() -> None:
    scene = hall({"A": home(at=(2, 1)), "b": away(at=(7, 3), skills=["Stand Firm"]), "c": away(at=(5, 3))})
    scene.play("activate A", "declare winds of magic", "winds fell", dice=["D6 3"])
    assert scene.status("b") == "standing"
    assert scene.status("c") == "prone"


@pytest.mark.rule("A-INSC-07", "A-INSC-08", "A-INSC-10")
def test_the_winds_raise_everybody_with_two_squares_of_movement_and_nobody_gains_an_action() -> None:
    scene = gathering()
    scene.play("activate A", "declare winds of magic", "winds raise", dice=["D6 3"])
    assert scene.status("D") == "standing"
    assert scene.status("e") == "standing"
    assert scene.status("f") == "prone"
    assert scene.offered("activate D")
    assert not scene.offered("activate A")
    assert "releases the Winds of Magic: everybody who is down stands up" in "\n".join(story(scene.game))


@pytest.mark.rule("A-INSC-10")
def test_whom_the_winds_raise_out_of_a_daze_does_not_act_in_this_team_turn() -> None:
    legend = {"A": home(at=(2, 1)), "B": home(at=(5, 3), status="stunned"), "c": away(at=(7, 3), status="stunned")}
    scene = hall({**legend, "D": home(at=(1, 3))})
    scene.play("activate A", "declare winds of magic", "winds raise", dice=["D6 3"])
    assert scene.status("B") == "standing"
    assert not scene.offered("activate B")
    scene.play("end turn")
    assert scene.offered("activate c")
    scene.play("end turn")
    assert scene.offered("activate B")


@pytest.mark.rule("A-INSC-04")
def test_the_winds_may_take_the_place_of_the_block_of_a_blitz() -> None:
    scene = gathering()
    scene.game.place(scene.piece("A"), scene.node((1, 1)))
    scene.play("activate A", "declare blitz")
    assert not scene.offered("release winds")
    scene.play("step e", "release winds", "winds fell", dice=["D6 3"])
    assert scene.game.moves_left == 4
    assert not scene.offered("release winds")
    scene.play("step s")
    assert scene.square("A") == (2, 2)


@pytest.mark.rule("A-INSC-09", "A-INSC-10")
def test_the_winds_cost_the_turn_only_if_a_carrier_of_the_active_team_goes_down() -> None:
    scene = gathering(ball="c")
    scene.play("activate A", "declare winds of magic", "winds fell", dice=["D6 3", "D8 2"])
    assert scene.turnover == ""
    assert not scene.told("sent off")
    assert scene.active == "home"
    scene = gathering(ball="B")
    scene.play("activate A", "declare winds of magic", "winds fell", dice=["D6 3", "D8 2"])
    assert scene.turnover == "TURNOVER_PLACED_PRONE"
    scene = gathering(ball="A")
    scene.play("activate A", "declare winds of magic", "winds fell", dice=["D6 3"])
    assert scene.turnover == ""


def test_what_is_spent_is_saved() -> None:
    scene = gathering()
    scene.play("activate A", "declare winds of magic", dice=["D6 3"])
    again = load(save(scene.match))
    assert fingerprint(again) == fingerprint(scene.game)
