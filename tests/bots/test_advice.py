"""Advice for people: the best few actions with an estimate and a reason, in every kind of decision."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.advice import Advice, advise
from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.bots.reasons import percent
from dungeonbowl.bots.seat import options_of
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.records.save import fingerprint
from dungeonbowl.scenes.scene import Scene, away, home


def advice_of(scene: Scene, count: int = 6, tries: int = 0) -> list[Advice]:
    return advise(scene.game, count, 0.0, tries, scene.names).advice


def of_kind(scene: Scene, kind: str) -> Advice:
    found = advice_of(scene)
    assert kind in [advice.kind for advice in found], found
    return next(advice for advice in found if advice.kind == kind)


def test_a_carrier_in_reach_of_the_end_zone_runs_in() -> None:
    best = advice_of(Scene("A.X.....BB", {"X": home(), "a": away(at=(9, 0))}, ball="X"))[0]
    assert (best.kind, best.label) == ("score", "X runs in and scores")
    assert best.reason == "6 squares to the end zone; no roll needed"
    assert best.odds == 1.0
    assert best.gain is not None
    assert best.gain > 0.0
    assert len(best.path) == 6


def test_a_block_tells_its_dice_and_what_is_special_about_the_target() -> None:
    picture = """
        A.....B
        A.Xb..B
        A.....B
    """
    hit = advice_of(Scene(picture, {"X": home(strength=4), "b": away()}, ball="b"))[0]
    assert hit.label in ("X blocks b", "X blitzes b")
    assert hit.reason == "2 dice of your choice: knocks down 56 %, falls 11 %; it has the ball"
    assert hit.target == 1
    weak = advise(Scene(picture, {"X": home(strength=2), "b": away()}, ball="b").game, 6, tries=12).advice
    blocks = [advice for advice in weak if advice.kind in ("block", "blitz")]
    assert all("of the opponent's choice" in advice.reason for advice in blocks)


def test_a_ball_on_the_floor_names_the_rolls_on_the_way() -> None:
    fetch = of_kind(Scene("A.X...............BB", {"X": home(), "b": away(at=(19, 0))}, ball=(4, 0)), "fetch")
    assert fetch.label == "X picks up the ball"
    assert fetch.reason.startswith("pick up ")
    assert fetch.odds is not None
    assert percent(fetch.odds) in fetch.reason


def test_a_chest_tells_its_odds_and_who_stands_by() -> None:
    picture = """
        A.....$....B
        A..........B
        A.........$B
    """
    chest = of_kind(Scene(picture, {"X": home(at=(3, 0)), "b": away(at=(11, 1))}), "open")
    assert chest.label == "X opens the northern chest"
    assert chest.reason.startswith("one of 2 closed chests: the ball is in it with 50 %")
    assert "no team-mate beside it" in chest.reason


def test_a_player_without_a_deed_screens_the_carrier() -> None:
    picture = """
        A..............................BB
        A..............................BB
        A..............................BB
    """
    pieces = {"X": home(at=(10, 1)), "Z": home(at=(7, 1)), "b": away(at=(31, 1))}
    walk = of_kind(Scene(picture, pieces, ball="X"), "walk")
    assert "the carrier X" in walk.reason
    assert walk.gain is None


def test_small_questions_have_reasons_too() -> None:
    picture = """
        A.....B
        A.Xb..B
        A.....B
    """
    scene = Scene(picture, {"X": home(strength=4), "b": away()}, ball="b", rerolls=(2, 0))
    scene.play("activate X", "declare block b", dice=["block POW PUSH"])
    found = advice_of(scene)
    assert found[0].label == "Pow!"
    assert found[0].reason == "b is pushed back and goes down"
    pushing = next(advice for advice in found if advice.label == "Push back")
    assert pushing.reason.startswith("b is pushed back, nobody goes down; another choice is as good or better")
    again = Scene("A.X...B", {"X": home(), "b": away(at=(6, 0))}, ball=(3, 0), rerolls=(1, 0))
    again.play("activate X", "declare move", "step e", dice=["D6 1"])
    best = advice_of(again)[0]
    assert best.label == "Team re-roll"
    assert "1 team re-roll left" in best.reason
    assert best.odds is not None


def test_the_search_tells_chances_and_is_the_same_for_the_same_tries() -> None:
    picture = """
        A..........BB
        A.Xb.......BB
        A...Z......BB
    """
    pieces = {"X": home(), "Z": home(), "b": away()}
    scene = Scene(picture, pieces, ball="Z")
    found = advise(scene.game, 4, tries=40)
    assert found.searched
    assert all(advice.chance is not None and 0.0 <= advice.chance <= 1.0 for advice in found.advice)
    assert all(advice.tries > 0 for advice in found.advice)
    assert advise(scene.game, 4, tries=40) == found
    assert advise(Scene(picture, pieces, ball="Z").game, 4, tries=40) == found


@pytest.mark.parametrize("edition", ["official(turn_limit=2)", "stockbowl(turn_limit=2)"])
def test_every_decision_of_a_match_has_advice_that_is_on_offer(edition: str) -> None:
    pairing = Pairing(edition, home="normal", away="random")
    game = new_game(pairing)
    dice = match_dice(4)
    bots = match_bots(pairing, 4)
    begin(game)
    decisions = 0
    while advance(game, dice) == ASK and decisions < 400:
        options = options_of(game)
        before = fingerprint(game)
        found = advise(game)
        assert fingerprint(game) == before
        assert found.side == int(game.asked)
        assert 1 <= len(found.advice) <= 4
        for advice in found.advice:
            assert advice.actions[0] in options
            assert advice.label
        options_of(game)
        choose_trusted(game, i64(bots[int(game.asked)].choose(game.clone(), options)))
        decisions += 1
    assert decisions > 40
    assert advise(game).advice == [] or not game.over


def test_percent_is_never_quite_nothing_or_everything() -> None:
    assert [percent(odds) for odds in (0.0, 0.001, 0.5, 0.999, 1.0)] == [
        "0 %",
        "under 1 %",
        "50 %",
        "over 99 %",
        "100 %",
    ]
