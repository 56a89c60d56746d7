"""The apothecary (S-BASE-21)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.events import CASUALTY_SUFFERED
from dungeonbowl.engine.sides import APOTHECARIES
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Scene, away, home

MAP = """
    ##AA###
    #.....#
    #..Xv.#
    #.....#
    ##BB###
"""


def struck(injury: list[str], apothecaries: tuple[int, int] = (0, 1), skills: tuple[str, ...] = ()) -> Scene:
    """X knocks v down and breaks its armour."""
    pieces = {"X": home(agility=4), "W": home(agility=4, at=(1, 3)), "v": away(agility=4, armour=9)}
    pieces["v"].skills = list(skills)
    scene = Scene(MAP, pieces, edition="stockbowl", apothecaries=apothecaries)
    return scene.play("activate X", "declare block v", "push (5,2)", "stay", dice=["block POW", "2D6 5+5", *injury])


@pytest.mark.rule("S-BASE-21")
def test_who_would_be_knocked_out_is_only_stunned() -> None:
    scene = struck(["2D6 4+4"])
    assert (scene.asked, scene.options()) == ("away", ["treat v", "decline"])
    scene.play("treat v")
    assert (scene.status("v"), scene.square("v")) == ("stunned", (5, 2))
    assert scene.cited() >= {"S-BASE-21"}


@pytest.mark.rule("S-BASE-21")
def test_he_need_not_be_called() -> None:
    scene = struck(["2D6 4+4"]).play("decline")
    assert scene.status("v") == "knocked-out"
    assert int(scene.game.side_value(1, APOTHECARIES)) == 1


@pytest.mark.rule("S-BASE-21")
def test_nobody_is_asked_without_an_apothecary_or_when_he_has_treated_somebody() -> None:
    assert struck(["2D6 4+4"], (1, 0)).status("v") == "knocked-out"
    scene = struck(["2D6 4+4"]).play("treat v")
    assert int(scene.game.side_value(1, APOTHECARIES)) == 0


@pytest.mark.rule("S-BASE-21")
def test_a_stun_is_nothing_for_him() -> None:
    assert struck(["2D6 3+4"]).status("v") == "stunned"


@pytest.mark.rule("S-BASE-21")
def test_a_casualty_is_rolled_again_and_the_coach_chooses() -> None:
    scene = struck(["2D6 5+5", "D6 6", "D8 1"])
    assert scene.options() == ["treat v", "decline"]
    scene.play("treat v", dice=["D6 5", "D8 3"])
    assert scene.options() == ["treat v 61", "treat v 53"]
    scene.play("treat v 53")
    assert scene.status("v") == "casualty"
    rows = [event["casualty"] for event in scene.game.events if event.kind == CASUALTY_SUFFERED]
    assert rows == [5, 4]


@pytest.mark.rule("S-BASE-21")
@pytest.mark.parametrize(("first", "second", "choice"), [("61", "27", "27"), ("38", "68", "38")])
def test_badly_hurt_of_his_choice_goes_to_reserves(first: str, second: str, choice: str) -> None:
    scene = struck(["2D6 5+5", f"D6 {first[0]}", f"D8 {first[1]}"])
    scene.play("treat v", f"treat v {choice}", dice=[f"D6 {second[0]}", f"D8 {second[1]}"])
    assert scene.status("v") == "reserves"


@pytest.mark.rule("S-BASE-21")
def test_the_same_number_again_leaves_nothing_to_choose() -> None:
    scene = struck(["2D6 5+5", "D6 6", "D8 1"]).play("treat v", dice=["D6 6", "D8 1"])
    assert scene.status("v") == "casualty"
    assert scene.asked == "home"


@pytest.mark.rule("S-BASE-21")
def test_a_casualty_that_is_not_treated_stands() -> None:
    assert struck(["2D6 5+5", "D6 6", "D8 1"]).play("decline").status("v") == "casualty"


@pytest.mark.rule("S-BASE-21")
def test_small_bodies_that_are_badly_hurt_without_a_roll_are_treated_too() -> None:
    scene = struck(["2D6 4+5"], skills=("Stunty",))
    scene.play("treat v", "treat v 0", dice=["D6 6", "D8 1"])
    assert scene.status("v") == "reserves"


@pytest.mark.rule("S-BASE-21")
def test_he_finds_nobody_in_the_ether() -> None:
    picture = """
        ##AA###
        #.....#
        #.v1..#
        #.....#
        ##BB###
    """
    pieces = {"v": away(agility=4), "X": home(agility=4, at=(5, 3))}
    scene = Scene(picture, pieces, edition="stockbowl", to_move="away", apothecaries=(0, 1))
    scene.play("activate v", "declare move", "step e", dice=["D6 1"])
    assert (scene.status("v"), scene.asked) == ("knocked-out", "home")
    assert int(scene.game.side_value(1, APOTHECARIES)) == 1


def test_a_match_can_be_saved_while_the_coach_thinks() -> None:
    for injury in (["2D6 4+4"], ["2D6 5+5", "D6 6", "D8 1"]):
        scene = struck(injury)
        assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)


@pytest.mark.rule("S-BASE-21")
def test_who_is_no_longer_in_the_dungeon_goes_to_reserves_instead_of_being_stunned() -> None:
    scene = struck(["2D6 4+4"])
    scene.game.lift(scene.piece("v"), 4)  # removed by something else while he is looked at
    scene.play("treat v")
    assert scene.status("v") == "reserves"
