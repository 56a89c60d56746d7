"""What a coach is told about a choice before he makes it, in scenes where it can be counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine.loop import options_of
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.server.view import foresight
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.words import player_label
from dungeonbowl.server.wire import BlockPreview, Option, Preview

HALL = """
    .......
    .......
    ..Ab...
    .......
    .......
"""
FAR = (6, 0)  # somebody who keeps the match going


def duel(blocker: dict[str, Any], target: dict[str, Any], picture: str = HALL, **more: Any) -> Scene:
    """A stands beside b in an empty hall; z is far away."""
    legend = {"A": home(**blocker), "b": away(**target), "z": away(at=FAR), "Z": home(at=(0, 4)), **more}
    return Scene(picture, legend)


def preview(scene: Scene, who: str = "A", target: str | None = "b", **asked: Any) -> Preview:
    """The answer to the question of the coach who is asked."""
    game = scene.game
    piece = scene.letters[who]
    found = foresight.preview(
        game, 0, int(game.asked), piece, target=None if target is None else scene.letters[target], **asked
    )
    assert found is not None
    return found


def block(scene: Scene, **asked: Any) -> BlockPreview:
    found = preview(scene, **asked).block
    assert found is not None
    return found


def option(scene: Scene, text: str) -> str:
    """The number of an option that is open after A was activated."""
    menu = Prompter(scene.game).menu(scene.match, 0, scene.letters["A"])
    return next(each.id for each in menu.options if each.text == text)


def chances(found: BlockPreview) -> dict[str, float]:
    return {chance.result: chance.odds for chance in found.chances}


def parts(found: BlockPreview) -> dict[str, int]:
    return {part.name: part.value for part in found.attack_parts}


def test_one_die_between_equals() -> None:
    found = block(duel({}, {}))
    assert (found.dice.count, found.dice.chooser) == (1, 0)
    assert (found.attack, found.defence) == (3, 3)
    assert chances(found) == pytest.approx({"down": 2 / 6, "push": 2 / 6, "both": 1 / 6, "fall": 1 / 6}, abs=1e-5)


def test_horns_count_in_a_blitz_and_not_in_a_block() -> None:
    scene = duel({"skills": ["Horns"]}, {})
    assert block(scene).dice.count == 1
    blitz = block(scene, option=int(option(scene, "declare blitz B1")))
    assert (blitz.dice.count, blitz.dice.chooser) == (2, 0)
    assert parts(blitz) == {"Strength": 3, "Horns": 1}


def test_horns_of_a_weaker_blocker_save_it_a_die() -> None:
    """Strength 3 against 4 would be two dice of the opponent's choice; with Horns it is one die."""
    scene = duel({"skills": ["Horns"]}, {"strength": 4})
    plain = block(scene)
    assert (plain.dice.count, plain.dice.chooser) == (2, 1)
    blitz = block(scene, option=int(option(scene, "declare blitz B1")))
    assert (blitz.dice.count, blitz.dice.chooser) == (1, 0)


def test_a_blitz_from_afar_walks_to_the_square_where_it_is_best() -> None:
    """A team-mate beside the target assists, wherever the blocker comes from."""
    picture = """
        .......
        A....b.
        .....C.
        .......
        .......
    """
    scene = duel({}, {}, picture, C=home())
    found = preview(scene)
    assert found.title.startswith("Blitz")
    assert len(found.path) == 4
    assert found.block is not None
    assert found.block.assists == [scene.letters["C"]]
    assert (found.block.dice.count, found.block.dice.chooser) == (2, 0)
    for step in found.steps[:-1]:
        scene.match.choose(int(step))
    assert int(found.steps[-1]) in scene.match.options()


def test_block_and_dodge_change_what_the_faces_do() -> None:
    found = block(duel({"skills": ["Block"]}, {"skills": ["Dodge"]}))
    faces = {face.face: face.result for face in found.faces}
    assert faces == {"pow": "down", "stumble": "push", "push": "push", "both-down": "down", "player-down": "fall"}
    assert found.faces[0].face in ("pow", "both-down")
    assert found.faces[-1].face == "player-down"
    assert chances(found) == pytest.approx({"down": 2 / 6, "push": 3 / 6, "fall": 1 / 6}, abs=1e-5)


def test_the_opponent_chooses_the_worst_for_the_blocker() -> None:
    found = block(duel({"strength": 2}, {"strength": 3}))
    assert (found.dice.count, found.dice.chooser) == (2, 1)
    assert found.faces[0].face == "player-down"
    assert chances(found)["fall"] == pytest.approx(1 - (5 / 6) ** 2, abs=1e-5)
    assert "The opponent chooses" in found.text


def test_courage_is_a_roll_before_the_dice() -> None:
    found = preview(duel({"skills": ["Dauntless"]}, {"strength": 4}))
    assert [(roll.what, roll.text) for roll in found.rolls] == [("courage roll", "2+")]
    assert found.block is not None
    assert found.block.dice.count == 1


def test_each_face_on_offer_says_what_it_does_to_these_two() -> None:
    scene = duel({"skills": ["Block"]}, {}, Z=home(at=(0, 4)), C=home(at=(3, 1)))
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN PLAYER-DOWN"])
    faces = {each.face: each for each in options(scene) if each.face}
    assert faces["both-down"].result.startswith(f"{label(scene, 'b')} goes down; without Block of {label(scene, 'A')}")
    assert faces["both-down"].rank == 0
    assert faces["player-down"].result == f"{label(scene, 'A')} goes down and your turn ends"
    assert faces["player-down"].rank == 1


def options(scene: Scene) -> list[Option]:
    prompt = Prompter(scene.game).prompt(scene.match, 0, True)
    assert prompt is not None
    return prompt.options


def label(scene: Scene, who: str) -> str:
    return player_label(scene.game, scene.letters[who])


def test_a_turn_that_is_over_because_nobody_is_left_is_not_the_fault_of_a_face() -> None:
    scene = Scene(HALL, {"A": home(strength=4), "b": away()})  # A is the last one who can act
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN PUSH"])
    results = sorted(words for words, _ in foresight.face_results(scene.game, list(options_of(scene.game))).values())
    assert results == ["#1 b is pushed", "both go down and your turn ends"]


def test_a_pass_is_the_throw_and_what_stands_in_its_way_and_the_catch() -> None:
    picture = """
        A..b..C
        .......
        .......
    """
    legend = {"A": home(passing=4), "b": away(), "C": home(), "z": away(at=(6, 2))}
    scene = Scene(picture, legend, ball="A")
    found = preview(scene, target="C")
    assert [(roll.what, roll.against) for roll in found.rolls] == [
        ("pass", False),
        ("interference", True),
        ("catch", False),
    ]
    throw, reach, catch = found.rolls
    assert found.odds == pytest.approx(throw.odds * reach.odds * catch.odds, abs=1e-5)
    assert reach.odds == pytest.approx(1 - (7 - reach.needed) / 6, abs=1e-5)
    dropped = [outcome for outcome in throw.failing if "drops the ball" in outcome.text]
    assert len(dropped) == 1
    assert dropped[0].odds == pytest.approx(1 / 6, abs=1e-5)
    assert dropped[0].text.endswith("your turn ends")


def test_the_whole_walk_with_its_weakest_step() -> None:
    picture = """
        ........
        A.b.....
        ........
    """
    legend = {"A": home(movement=3, agility=3), "b": away(), "Z": home(at=(0, 2)), "z": away(at=(7, 2))}
    scene = Scene(picture, legend)
    found = preview(scene, target=None, square=4)
    assert [roll.what for roll in found.rolls] == ["dodge", "rush"] or len(found.rolls) >= 2
    assert found.weakest == min(range(len(found.rolls)), key=lambda index: found.rolls[index].odds)
    product = 1.0
    for roll in found.rolls:
        product *= roll.odds
        assert roll.failing
        assert "goes down and your turn ends" in roll.failing[0].text
    assert found.odds == pytest.approx(product, abs=1e-5)


def test_what_cannot_be_done_has_no_preview() -> None:
    scene = duel({}, {})
    game = scene.game
    assert foresight.preview(game, 0, 0, scene.letters["b"], target=scene.letters["A"]) is None
    assert foresight.preview(game, 0, 0, scene.letters["A"], target=scene.letters["A"]) is None
    assert foresight.preview(game, 0, 0, scene.letters["A"], option=4711) is None
    assert foresight.preview(game, 0, 0, scene.letters["A"], square=5000) is None
    assert foresight.preview(game, 0, 0, 99, square=1) is None
