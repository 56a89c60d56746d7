"""Lucky Rabbit's Foot: any single roll that its coach makes for the wearer, once in a game (A-ITEM-13)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.bots.tactics.answers import answer
from dungeonbowl.engine.loop import list_options
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from dungeonbowl.words.notation import spell

LUCK = "astrogranite(classic, referees=on, league=on, magic_items=on{more})"
FOOT = ["Lucky Rabbit's Foot"]


def lucky(picture: str, more: str = "", skills: tuple[str, ...] = (), **facts: Any) -> Scene:
    """A wears the foot; T is with it, b against it."""
    known: dict[str, Piece] = {
        "A": home(agility=4, skills=[*FOOT, *skills], **facts.pop("wearer", {})),
        "T": home(agility=4, **facts.pop("mate", {})),
        "b": away(agility=4, **facts.pop("other", {})),
    }
    legend = {letter: piece for letter, piece in known.items() if letter in picture or piece.status == "reserves"}
    edition = LUCK.format(more=f", {more}=on" if more else "")
    return Scene(picture, legend, edition=edition, **facts)


@pytest.mark.rule("A-ITEM-13", "A-TURN-02")
def test_a_rabbits_foot_may_change_the_teleporter_by_which_its_wearer_enters() -> None:
    scene = lucky("T.1.2.3.b", wearer={"status": "reserves"})
    scene.play("enter A", dice=["D6 1"])
    assert (scene.asked, scene.options()) == ("home", ["accept", "reroll item"])
    scene.play("reroll item", dice=["D6 3"])
    assert scene.square("A") == (6, 0)
    assert scene.told("item worked", "A")
    assert not scene.told("infraction")
    scene = lucky("T.1.2.3.b", wearer={"status": "reserves"})
    scene.play("enter A", "accept", dice=["D6 1"])
    assert scene.square("A") == (2, 0)


@pytest.mark.rule("A-ITEM-13")
def test_nobody_else_is_asked_about_the_teleporter_it_enters_by() -> None:
    scene = lucky("A.1.2.3.b", mate={"status": "reserves"})
    scene.play("enter T", dice=["D6 2"])
    assert scene.square("T") == (4, 0)


@pytest.mark.rule("A-ITEM-13", "A-SKILL-06")
def test_both_dice_of_a_sixth_sense_are_one_roll() -> None:
    scene = lucky("T.1.2.3.b", "dungeon_skills", ("Sixth Sense",), wearer={"status": "reserves"})
    scene.play("enter A", dice=["2D6 1+2"])
    assert scene.offered("reroll item")
    scene.play("reroll item", dice=["2D6 3+1"])
    scene.play("arrive (6,0)")
    assert scene.square("A") == (6, 0)


@pytest.mark.rule("A-ITEM-13", "A-DOOR-07")
def test_a_rabbits_foot_tries_a_lock_again() -> None:
    scene = lucky("TA=.b", "doors")
    scene.play("activate A", "declare move", "open door (2,0)", dice=["D6 1"])
    scene.play("reroll item", dice=["D6 2"])
    assert scene.told("door opened", "A")
    scene = lucky("TA=.b", "doors")
    scene.play("activate A", "declare move", "open door (2,0)", dice=["D6 2"])
    assert scene.told("door opened", "A")  # nobody asks about a lock that gives way


@pytest.mark.rule("A-ITEM-13", "A-BVAR-08")
def test_a_rabbits_foot_saves_its_wearer_from_an_enchantment() -> None:
    scene = lucky("TA..1.2b", "ball_type=enchanted, ball_variants", ball=(2, 0))
    scene.play("activate A", "declare move", "step e", dice=["D6 4", "D6 1"])
    scene.play("reroll item", dice=["D6 2"])
    assert (scene.square("A"), scene.ball) == ((2, 0), "A")


@pytest.mark.rule("A-ITEM-13", "A-OBST-04")
def test_a_rabbits_foot_lifts_a_throw_over_an_obstacle() -> None:
    scene = lucky("A.o.T...b", "obstacles", ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", dice=["D6 5", "D6 1"])
    scene.play("reroll item", dice=["D6 2", "D6 4"])
    assert scene.ball == "T"


@pytest.mark.rule("A-ITEM-13")
def test_a_rabbits_foot_heals_a_body_that_may_heal_itself() -> None:
    scene = lucky("T.Ab..", "", ("Regenerate",), to_move="away")
    scene.play("activate b", "declare block A", dice=["block POW"])
    scene.play("stay", dice=["2D6 6+6", "2D6 6+6", "D6 1", "D8 1", "D6 1"])
    scene.play("reroll item", dice=["D6 4"])
    assert scene.status("A") == "reserves"


@pytest.mark.rule("A-ITEM-13", "A-BASE-19")
def test_a_rabbits_foot_changes_an_armour_roll_that_its_coach_makes_for_it() -> None:
    scene = lucky("TAb...", other={"armour": 9})
    scene.play("activate A", "declare block b", "face pow", dice=["block POW"])
    scene.play("stay", dice=["2D6 1+2"])
    assert scene.asked == "home"
    scene.play("use CARRIES_ITEM A", dice=["2D6 6+5", "2D6 1+2"])
    assert scene.status("b") == "stunned"  # and the injury stands: the luck is used up
    assert not scene.told("infraction")


@pytest.mark.rule("A-ITEM-13", "A-BASE-20")
def test_a_rabbits_foot_changes_an_injury_roll_that_its_coach_makes_for_it() -> None:
    scene = lucky("TAb...", other={"armour": 9})
    scene.play("activate A", "declare block b", "face pow", dice=["block POW"])
    scene.play("stay", dice=["2D6 6+5", "2D6 1+2"])
    scene.play("use CARRIES_ITEM A", dice=["2D6 4+4"])
    assert scene.status("b") == "knocked-out"


@pytest.mark.rule("A-ITEM-13")
def test_a_rabbits_foot_does_nothing_about_armour_and_injury_rolls_of_opponents() -> None:
    scene = lucky("T.Ab...", to_move="away")
    scene.play("activate b", "declare block A", dice=["block POW"])
    scene.play("stay", dice=["2D6 6+6", "2D6 4+4"])
    assert scene.status("A") == "knocked-out"


@pytest.mark.rule("A-ITEM-13")
def test_the_question_is_saved_with_its_dice() -> None:
    scene = lucky("T.1.2.3.b", wearer={"status": "reserves"})
    scene.play("enter A", dice=["D6 1"])
    again = load(save(scene.match))
    assert fingerprint(again) == fingerprint(scene.game)


def test_a_bot_keeps_its_luck_for_something_worse_than_another_teleporter() -> None:
    scene = lucky("T.1.2.3.b", wearer={"status": "reserves"})
    scene.play("enter A", dice=["D6 1"])
    list_options(scene.game)
    assert spell(scene.game, scene.names, int(answer(scene.game, 0))) == "accept"
    scene = lucky("TA1.2.3.b")
    scene.play("activate A", "declare move", "step e", dice=["D6 1"])
    list_options(scene.game)
    assert spell(scene.game, scene.names, int(answer(scene.game, 0))) == "reroll item"


@pytest.mark.rule("A-BASE-38", "A-ITEM-13", "A-ITEM-18")
@pytest.mark.parametrize(("first", "second"), [("6+5", "1+2"), ("1+2", "6+5")])
def test_armour_dice_that_one_item_has_rolled_again_are_not_rolled_a_third_time(first: str, second: str) -> None:
    pieces = {
        "A": home(skills=["Lucky Rabbit's Foot"]),
        "T": home(),
        "b": away(armour=9, skills=["Ring of Invulnerability"]),
    }
    edition = "astrogranite(classic, referees=on, league=on, magic_items=on)"
    scene = Scene("TAb...", pieces, edition=edition)
    scene.play("activate A", "declare block b", "face pow", dice=["block POW"])
    scene.play("stay", dice=[f"2D6 {first}"])
    wearer = "b" if first == "6+5" else "A"
    again = ["2D6 6+5", "2D6 1+1"] if second == "6+5" else [f"2D6 {second}"]
    scene.play(f"use CARRIES_ITEM {wearer}", dice=again)
    assert scene.events("armour held" if second == "1+2" else "armour broken")
    assert not any(text.startswith("use ") for text in scene.options())
