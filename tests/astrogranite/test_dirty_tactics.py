"""Dirty tactics: bought in secret before a match (A-DIRTY)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.league.bought import bought, gold_spent
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Scene, away, home
from support.casualties import stood

DIRTY = "astrogranite(classic, dirty_tactics=on)"
OPENING = """
    ############
    #AA..12..BB#
    #AA$$34$$BB#
    #AA$.56.$BB#
    ############
"""


def opening(gold: tuple[int, ...] = (90_000, 0), **facts: Any) -> Scene:
    """The choice of tactics; two players a side."""
    legend = {
        "P": home(status="reserves"),
        "Q": home(status="reserves"),
        "r": away(status="reserves"),
        "s": away(status="reserves"),
    }
    return Scene(OPENING, legend, edition=DIRTY, opening=True, treasuries=gold, **facts)


def begin(scene: Scene, *dice: str) -> Scene:
    """The order of play: home first."""
    scene.play("start home", dice=list(dice))
    return scene


def counts(scene: Scene) -> dict[str, list[int]]:
    found: dict[str, list[int]] = scene.module("dirty tactics").show_state(scene.game, {})
    return found


@pytest.mark.rule("A-DIRTY-01")
def test_a_coach_buys_up_to_three_with_the_gold_of_the_team() -> None:
    scene = opening((200_000, 30_000))
    assert scene.asked == "home"
    scene.play("buy drugs", "buy drugs", "buy press")
    assert scene.asked == "away"  # three are the most
    scene.play("buy press", dice=["2D6 6+1"])  # no gold for more
    assert counts(scene) == {"assassinations": [0, 0], "press": [1, 1], "drugs": [2, 0]}
    assert opening((29_999, 0), dice=["2D6 6+1"]).offered("start home")


@pytest.mark.rule("A-DIRTY-01")
def test_nothing_is_shown_before_all_have_chosen_and_then_in_the_order_of_play() -> None:
    scene = opening((60_000, 60_000))
    scene.play("buy drugs", "buy no more", "buy press", "buy no more", dice=["2D6 6+1"])
    assert not scene.told("bought")
    scene.play("start away")
    assert [(event["side"], event["price"]) for event in scene.events("bought")] == [(1, 30_000), (0, 30_000)]


@pytest.mark.rule("A-DIRTY-02", "A-DIRTY-03")
@pytest.mark.parametrize(("die", "misses"), [(1, False), (2, True), (5, True)])
def test_an_assassin_finds_his_victim_on_a_four(die: int, misses: bool) -> None:
    scene = opening((30_000, 0))
    scene.play("buy assassination", dice=["2D6 6+1"])
    begin(scene)
    assert scene.options() == ["assassinate r", "assassinate s"]
    scene.play("assassinate s", dice=["D6 4", f"D6 {die}"])
    assert scene.status("s") == ("absent" if misses else "reserves")
    assert scene.asked == "away"  # sets up
    assert scene.offered("deploy s (9,1)") != misses


@pytest.mark.rule("A-DIRTY-02")
def test_otherwise_he_finds_somebody_of_that_team_the_named_one_included() -> None:
    for die, found in ((1, "r"), (2, "s")):
        scene = opening((30_000, 0))
        scene.play("buy assassination", dice=["2D6 6+1"])
        begin(scene)
        scene.play("assassinate s", dice=["D6 3", f"D2 {die}", "D6 2"])
        assert scene.status(found) == "absent"


@pytest.mark.rule("A-DIRTY-03")
def test_on_a_six_there_is_a_casualty_roll_as_well() -> None:
    scene = opening((30_000, 0))
    scene.play("buy assassination", dice=["2D6 6+1"])
    begin(scene)
    scene.play("assassinate s", dice=["D6 6", "D6 6", "D6 6", "D8 1"])
    assert scene.status("s") == "absent"
    assert [(event["piece"], event["total"]) for event in scene.events("casualty suffered")] == [(scene.piece("s"), 61)]
    assert stood(scene) == [("s", "dead", "", "assassin")]


@pytest.mark.rule("A-DIRTY-04")
def test_nobody_is_killed_twice() -> None:
    scene = opening((60_000, 0))
    scene.play("buy assassination", "buy assassination", dice=["2D6 6+1"])
    begin(scene)
    scene.play("assassinate s", dice=["D6 4", "D6 2", "D6 1", "D6 1"])  # the second has only r to find
    assert (scene.status("r"), scene.status("s")) == ("reserves", "absent")


@pytest.mark.rule("A-DIRTY-05")
def test_what_was_paid_for_the_press_is_read_from_the_match() -> None:
    scene = opening((60_000, 0))
    scene.play("buy press", "buy press", dice=["2D6 6+1"])
    begin(scene)
    names = bought(scene.rules.market, scene.game.events, 0)
    assert names == ["press", "press"]
    assert gold_spent(scene.game.events, 0) == 60_000
    assert bought(scene.rules.market, scene.game.events, 1) == []


def hurt(doses: int, *dice: str, edition: str = DIRTY, **facts: Any) -> Scene:
    """b is knocked down by A; its side has so many doses."""
    legend = {"A": home(), "C": home(), "b": away(**facts)}
    scene = Scene("Ab...\n.....\n....C", legend, edition=edition, modules={"dirty tactics": {"drugs": [0, doses]}})
    scene.play("activate A", "declare block b", "push (2,0)", "stay", dice=["block POW", "2D6 5+4", *dice])
    return scene


@pytest.mark.rule("A-DIRTY-06")
def test_drugs_make_a_knock_out_a_stun_and_a_casualty_a_knock_out() -> None:
    assert hurt(1, "2D6 4+4", "D6 3").status("b") == "knocked-out"
    assert hurt(1, "2D6 4+4", "D6 4").status("b") == "stunned"
    assert hurt(1, "2D6 5+5", "D6 4").status("b") == "knocked-out"
    assert hurt(1, "2D6 5+5", "D6 3", "D6 1", "D8 1").status("b") == "casualty"
    assert hurt(1, "2D6 3+3").status("b") == "stunned"


@pytest.mark.rule("A-DIRTY-06")
def test_more_doses_help_better_and_only_the_own_team() -> None:
    assert hurt(2, "2D6 4+4", "D6 3").status("b") == "stunned"
    assert hurt(3, "2D6 4+4", "D6 2").status("b") == "stunned"
    assert hurt(0, "2D6 4+4").status("b") == "knocked-out"


@pytest.mark.rule("A-DIRTY-07")
def test_drugs_come_after_lava_and_are_not_undone_by_it() -> None:
    legend = {"A": home(), "C": home(), "b": away()}
    edition = DIRTY.replace(")", ", lava=on)")
    scene = Scene(
        "#####\n#Ab&#\n#####\n#C..#\n#####", legend, edition=edition, modules={"dirty tactics": {"drugs": [0, 1]}}
    )
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 5+4", "2D6 3+3", "D6 4", "2D6 1+1"])
    assert (scene.square("b"), scene.status("b")) == ((3, 1), "stunned")


@pytest.mark.rule("A-DIRTY-07")
def test_drugs_come_before_a_body_heals_itself() -> None:
    scene = hurt(1, "2D6 5+5", "D6 4", skills=["Regenerate"])
    assert scene.status("b") == "knocked-out"
    scene = hurt(1, "2D6 5+5", "D6 1", "D6 1", "D8 1", "D6 4", skills=["Regenerate"])
    assert scene.status("b") == "reserves"


def test_the_choices_survive_saving() -> None:
    scene = opening((90_000, 0))
    scene.play("buy assassination")
    assert fingerprint(load(save(scene.game))) == fingerprint(scene.game)
    scene.play("buy no more", dice=["2D6 6+1"])
    begin(scene)
    assert fingerprint(load(save(scene.game))) == fingerprint(scene.game)
    assert scene.telling()
