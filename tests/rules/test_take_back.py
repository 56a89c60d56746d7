"""Taking back, and what a refusal leaves behind (O-DICE-09)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.match import Refused
from dungeonbowl.scenes.scene import Scene, away, home


def position() -> Scene:
    return Scene("bA...\n....C", {"A": home(), "b": away(), "C": home()}, ball="A", rerolls=(1, 1))


@pytest.mark.rule("O-DICE-09")
def test_every_decision_without_a_die_can_be_taken_back_one_after_another() -> None:
    scene = position()
    before = [scene.fingerprint()]
    for text in ("activate C", "declare move", "step w", "step nw", "stop"):
        scene.play(text)
        before.append(scene.fingerprint())
    told = len(scene.game.events)
    while scene.match.can_take_back():
        assert scene.fingerprint() == before.pop()
        scene.take_back()
    assert scene.fingerprint() == before.pop()
    assert before == []
    assert scene.match.inputs == []
    assert len(scene.game.events) < told
    with pytest.raises(Refused):
        scene.take_back()


@pytest.mark.rule("O-DICE-09")
def test_nothing_before_a_die_can_be_changed() -> None:
    scene = position()
    scene.play("activate C", "declare move", "stop", "activate A", "declare move", "step e", dice=["D6 3"])
    assert not scene.match.can_take_back()
    with pytest.raises(Refused, match="a die has fallen"):
        scene.take_back()
    assert scene.square("A") == (2, 0)
    scene.play("step e")
    scene.take_back()
    assert scene.square("A") == (2, 0)
    assert not scene.match.can_take_back()


@pytest.mark.rule("O-DICE-09")
def test_a_decision_about_a_reroll_is_taken_back_only_if_no_die_followed() -> None:
    scene = position()
    scene.play("activate A", "declare move", "step e", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll team"]
    scene.play("reroll team", dice=["D6 6"])
    assert not scene.match.can_take_back()
    assert scene.rerolls("home") == 0


@pytest.mark.rule("O-DICE-09")
def test_after_taking_back_another_decision_can_be_made() -> None:
    scene = position()
    scene.play("activate C", "declare move", "step w")
    scene.take_back()
    scene.play("step n")
    assert scene.square("C") == (4, 0)
    assert len(scene.events("moved")) == 1
    scene.play("stop", "end turn")
    assert scene.active == "away"
    scene.take_back()
    assert scene.active == "home"


@pytest.mark.rule("O-DICE-09")
@pytest.mark.parametrize(
    "text",
    ["end turn", "activate b", "step n", "step w", "declare move", "open (3,0)", "accept", "concede", "hand off C"],
)
def test_a_refusal_says_why_and_changes_nothing(text: str) -> None:
    scene = position()
    scene.play("activate A", "declare blitz b")
    events, inputs = len(scene.game.events), len(scene.match.inputs)
    assert scene.refused(text)
    assert (len(scene.game.events), len(scene.match.inputs)) == (events, inputs)
    scene.take_back()
    assert scene.offered("declare blitz b")


@pytest.mark.rule("O-DICE-09")
def test_nothing_is_decided_or_taken_back_after_the_end() -> None:
    scene = Scene("AX.B", {"X": home()}, ball="X")
    scene.play("activate X", "declare move", "step e", "step e")
    assert scene.winner == "home"
    assert scene.refused("end turn") == "the match is over"
