"""What coaches may agree on before a match where the text can be read in two ways: the second reading."""

from __future__ import annotations

import pytest

from dungeonbowl.editions import build
from dungeonbowl.engine.statuses import OFFENDED
from dungeonbowl.scenes.scene import Scene, away, home, neutral

CLASSIC = "astrogranite(classic)"


def agreed(text: str, *more: str) -> str:
    """The plainest game with these things switched on."""
    return f"astrogranite({', '.join(['classic', text, *more])})"


@pytest.mark.rule("A-SPONGE-02")
@pytest.mark.parametrize(("edition", "later"), [(CLASSIC, False), (agreed("sponge=any"), True)])
def test_the_sponge_comes_first_or_by_agreement_between_any_two_activations(edition: str, later: bool) -> None:
    pieces = {"C": home(), "D": home(), "k": home(status="knocked-out"), "z": away()}
    scene = Scene("C..D\n1.2z", pieces, edition=edition)
    assert scene.offered("sponge k")
    scene.play("activate C", "declare move", "stop")
    assert scene.offered("sponge k") is later


@pytest.mark.rule("A-BASE-18", "A-LAVA-02")
def test_a_follow_up_is_decided_before_the_lava_burns_or_by_agreement_after_it() -> None:
    pieces = {"A": home(), "b": away()}
    scene = Scene("Ab&.\n....", pieces, edition=agreed("lava=on"))
    scene.play("activate A", "declare block b", "push (2,0)", dice=["block PUSH"])
    assert scene.options() == ["follow", "stay"]
    scene = Scene("Ab&.\n....", pieces, edition=agreed("lava=on", "follow_up=after"))
    scene.play("activate A", "declare block b", "push (2,0)", dice=["block PUSH", "2D6 2+2"])
    assert (len(scene.events("armour held")), scene.options()) == (1, ["follow", "stay"])
    scene.play("follow")
    assert scene.square("A") == (1, 0)


@pytest.mark.rule("A-BASE-46")
def test_there_are_no_apothecaries_unless_agreed() -> None:
    pieces = {"A": home(), "C": home(at=(3, 1), zone=False), "b": away(armour=9)}
    dice = ["block POW", "2D6 5+5", "2D6 4+4"]
    scene = Scene("Ab..\n....", pieces, edition=CLASSIC)
    scene.play("activate A", "declare block b", "push (2,0)", "stay", dice=dice)
    assert scene.status("b") == "knocked-out"
    scene = Scene("Ab..\n....", pieces, edition=agreed("apothecaries=1"))
    scene.play("activate A", "declare block b", "push (2,0)", "stay", dice=dice)
    assert (scene.asked, scene.options()) == ("away", ["treat b", "decline"])
    scene.play("treat b")
    assert scene.status("b") == "stunned"
    assert "A-BASE-46" in scene.cited()


@pytest.mark.rule("A-BVAR-08")
@pytest.mark.parametrize(("face", "winner"), [(2, "home"), (1, "")])
def test_an_enchanted_ball_scores_at_once_or_by_agreement_only_after_its_die(face: int, winner: str) -> None:
    balls = ("ball_variants=on", "ball_type=enchanted")
    picture = "B..123456b\nBA........"
    scene = Scene(picture, {"A": home(), "b": away()}, ball=(0, 1), edition=agreed(*balls))
    scene.play("activate A", "declare move", "step w", dice=["D6 3"])
    assert scene.winner == "home"
    edition = agreed(*balls, "enchanted_score=rolled")
    scene = Scene(picture, {"A": home(), "b": away()}, ball=(0, 1), edition=edition)
    dice = ["D6 3", f"D6 {face}"] + (["D6 4"] if face == 1 else [])
    scene.play("activate A", "declare move", "step w", dice=dice)
    assert (scene.winner or "") == winner
    assert scene.square("A") == ((0, 1) if winner else (6, 0))


@pytest.mark.rule("A-OREF-14")
@pytest.mark.parametrize(("revenge", "angry"), [("range", True), ("sight", False)])
def test_revenge_reaches_through_walls_or_by_agreement_only_those_in_sight(revenge: str, angry: bool) -> None:
    edition = agreed("referees=on", "onsite_referees=on", f"ref_revenge={revenge}")
    judge = neutral(skills=["Referee"], status="prone", conditions=["offended"])
    scene = Scene("R#A.\n.#..\n....", {"R": judge, "A": home(), "z": away(at=(3, 2))}, edition=edition)
    assert scene.game.conditions[scene.piece("R")] & OFFENDED != 0
    scene.play("end turn")
    assert scene.offered("argue") is angry


@pytest.mark.rule("A-SORC-04")
@pytest.mark.parametrize(("targets", "struck"), [("opponents", ["b"]), ("anybody", ["T", "b"])])
def test_a_flying_fist_strikes_opponents_or_by_agreement_anybody(targets: str, struck: list[str]) -> None:
    edition = agreed("referees=on", "sorcery=on", f"fist_targets={targets}")
    caster = home(skills=["Sorcery", "Secret Weapon"], agility=4)
    picture = ".S...b...\n..T......\n........."
    scene = Scene(picture, {"S": caster, "T": home(), "b": away()}, edition=edition)
    scene.play("activate S", "declare cast spell")
    assert sorted(text.split()[-1] for text in scene.options() if "fist" in text) == struck
    if "T" in struck:
        scene.play("flying fist T", dice=["D6 4", "block POW"])
        scene.play(scene.options()[0], dice=["2D6 2+2"])
        assert (scene.status("T"), scene.turnover != "") == ("prone", True)


@pytest.mark.rule("A-MOD-04")
def test_what_is_agreed_is_part_of_the_text_of_the_game() -> None:
    text = build(agreed("follow_up=after", "sponge=any", "apothecaries=2")).edition
    assert text == build(text).edition
    assert "follow_up=after" in text
    assert "apothecaries=2" in text
