"""Games and matches copy, deep-copy and pickle: the same moment, the same dice to come, and apart from each other."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import DiceError, ProvableDice, ScriptedDice, SeededDice
from dungeonbowl.engine.match import Match
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.records.save import SaveError, fingerprint, story_hash
from dungeonbowl.scenes.scene import Scene, away, home

PAIRINGS = [
    Pairing("official(quick=1)", "of-1"),
    Pairing("stockbowl(quick=1)", ""),
    Pairing("astrogranite(full)", "ag-sampler"),
]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS = [copy.copy, copy.deepcopy, pickled]


def play_on(match: Match, decisions: int) -> str:
    """Some decisions, which follow from the position alone."""
    for _ in range(decisions):
        options = match.options()
        if not options:
            break
        match.choose(options[len(match.inputs) % len(options)])
    return fingerprint(match.game) + story_hash(match.game.events)


@pytest.mark.parametrize("pairing", PAIRINGS, ids=lambda pairing: pairing.edition)
@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle"])
def test_a_copy_of_a_match_goes_on_as_the_match_does_and_leaves_it_alone(
    pairing: Pairing, way: Callable[[Match], Match]
) -> None:
    match = begun(new_game(pairing), match_dice(3))
    play_on(match, 40)
    other = way(match)
    before = fingerprint(match.game)
    assert fingerprint(other.game) == before
    assert story_hash(other.game.events) == story_hash(match.game.events)
    assert [each.numbers for each in other.inputs] == [each.numbers for each in match.inputs]
    later = play_on(other, 30)
    assert fingerprint(match.game) == before
    assert play_on(match, 30) == later


@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle"])
def test_a_game_alone_copies_too(way: Callable[[Any], Any]) -> None:
    scene = Scene("A.X...B", {"X": home(), "b": away(at=(6, 0))}, ball="X")
    other = way(scene.game)
    assert fingerprint(other) == fingerprint(scene.game)
    assert other.recording == scene.game.recording
    other.events.clear()
    other.record()
    assert scene.game.events


def test_a_deep_copy_can_take_back_what_the_match_can() -> None:
    scene = Scene("A.X...B", {"X": home(), "b": away(at=(6, 0))}, ball="X")
    scene.play("activate X", "declare move", dice=[])
    for way in (copy.copy, copy.deepcopy):
        other = way(scene.match)
        other.take_back()
        assert len(other.inputs) == len(scene.match.inputs) - 1
    assert not pickled(scene.match).can_take_back()


def test_a_match_whose_dice_failed_is_copied_without_rolling() -> None:
    scene = Scene("A.X...B", {"X": home(), "b": away(at=(6, 0))}, ball=(3, 0))
    scene.play("activate X", "declare move", dice=[])
    step = next(option for option in scene.match.options() if option & 0xFF == 10 and option >> 8 == 2)
    with pytest.raises(DiceError):
        scene.match.choose(step)
    for way in WAYS:
        other = way(scene.match)
        assert other.awaits_dice()
        assert fingerprint(other.game) == fingerprint(scene.game)


def test_dice_go_on_where_they_were() -> None:
    seeded = SeededDice(5)
    provable = ProvableDice(b"seed", ["one", "two"])
    scripted = ScriptedDice([(6, 3), (6, 4), (6, 5)])
    for dice in (seeded, provable, scripted):
        dice.roll(1, 6)
        for way in WAYS:
            one, other = way(dice), way(dice)
            assert [one.roll(1, 6) for _ in range(2)] == [other.roll(1, 6) for _ in range(2)]
    assert scripted.leftover() == 2


def test_a_game_in_the_middle_of_a_procedure_refuses_in_a_sentence() -> None:
    scene = Scene("A.X...B", {"X": home(), "b": away(at=(6, 0))}, ball="X")
    game = scene.game.clone()
    game.signal = 1
    with pytest.raises(SaveError, match="settle it first"):
        pickle.dumps(game)
