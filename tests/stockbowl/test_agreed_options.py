"""What coaches may agree on before a match where the text can be read in two ways: the second reading."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.sides import TURNS_BEFORE
from dungeonbowl.scenes.scene import Scene, away, home

CHEST = """
    ##AA####
    #b....$#
    #.$...1#
    #c....2#
    #$....$#
    ##BB####
"""


@pytest.mark.rule("S-CHEST-08")
@pytest.mark.parametrize(("edition", "needed"), [("stockbowl", 5), ("stockbowl(chest_unhindered=1)", 3)])
def test_opponents_hinder_the_pick_up_out_of_a_chest_or_by_agreement_do_not(edition: str, needed: int) -> None:
    pieces = {"P": home(agility=4, at=(3, 2)), "b": away(agility=4), "c": away(agility=4)}
    scene = Scene(CHEST, pieces, edition=edition)
    scene.play("activate P", "declare move", "step w", dice=["D6 1", f"D6 {needed}"])
    assert scene.ball == "P"
    assert [event["needed"] for event in scene.events("tested")] == [needed]


@pytest.mark.rule("S-RES-01")
@pytest.mark.parametrize(("edition", "is_open"), [("stockbowl", False), ("stockbowl(reserves_by_half=1)", True)])
def test_the_second_turn_is_that_of_the_drive_or_by_agreement_that_of_the_half(edition: str, is_open: bool) -> None:
    pieces = {"C": home(agility=4, at=(2, 1)), "R": home(agility=4, status="reserves"), "z": away(agility=4, at=(3, 3))}
    scene = Scene(CHEST.replace("b", ".").replace("c", "."), pieces, edition=edition, turns=(5, 5))
    scene.game.set_side(0, TURNS_BEFORE, 5)  # a new drive has begun in the middle of the half
    scene.game.set_side(1, TURNS_BEFORE, 5)
    assert any(text.startswith("enter R") for text in scene.options()) is is_open


@pytest.mark.rule("S-CHEST-18")
@pytest.mark.parametrize("last", [False, True])
def test_a_follow_up_is_decided_before_the_chest_opens_or_by_agreement_after_it(last: bool) -> None:
    pieces = {"X": home(agility=4, at=(4, 2)), "d": away(agility=4, at=(3, 2))}
    picture = CHEST.replace("b", ".").replace("c", ".")
    scene = Scene(picture, pieces, edition="stockbowl(follow_up_last=1)" if last else "stockbowl")
    scene.play("activate X", "declare block d", dice=["block PUSH"])
    found = ["D6 1", "D6 6"]
    if last:
        scene.play("push (2,2)", dice=found)
        assert scene.ball == "d"
        scene.play("follow")
    else:
        scene.play("push (2,2)")
        assert not scene.told("chest opened")
        scene.play("follow", dice=["D6 1", "D6 6"])
    assert (scene.ball, scene.square("X")) == ("d", (3, 2))
