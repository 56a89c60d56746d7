"""A game master decides for the referees too (A-DUN-06, A-MGM, A-OREF)."""

from __future__ import annotations

import pytest

from dungeonbowl.editions import build
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home, neutral
from support.monsters import monster

LED = "astrogranite(classic, referees=on, onsite_referees=on, lurking_monsters=on, monster_gm=on)"
UNLED = "astrogranite(classic, referees=on, onsite_referees=on, lurking_monsters=on)"
HALL = """
    A.........
    ..........
    ..........
    ......R...
    ..........
    ..........
    .........z
"""


def referee(**facts: object) -> Piece:
    return neutral(skills=["Referee", "Dodge"], **{"armour": 8, **facts})


def hall(edition: str, picture: str = HALL, **facts: object) -> Scene:
    known = {"A": home(), "C": home(), "z": away(), "b": away(), "R": referee(), "M": monster(movement=2)}
    return Scene(
        picture, {letter: piece for letter, piece in known.items() if letter in picture}, edition=edition, **facts
    )


@pytest.mark.rule("A-DUN-06", "A-OREF-04")
def test_a_game_master_moves_the_referees_after_every_team_turn() -> None:
    scene = hall(LED)
    scene.play("end turn")
    assert scene.asked == "nobody"  # the seat of the game master
    scene.play("move referee R (5,2)")
    assert (scene.square("R"), scene.asked, scene.active) == ((5, 2), "away", "away")
    scene.play("end turn")
    assert scene.asked == "nobody"
    scene.play("stop")
    assert (scene.square("R"), scene.asked) == ((5, 2), "home")


@pytest.mark.rule("A-OREF-04")
def test_without_a_game_master_the_coach_whose_turn_is_over_moves_them() -> None:
    scene = hall(UNLED)
    scene.play("end turn")
    assert scene.asked == "home"


@pytest.mark.rule("A-DUN-06", "A-OREF-04", "A-MON-03")
def test_he_moves_the_referees_first_and_the_monsters_then() -> None:
    scene = hall(LED, "A.......M\n.........\n....R....\n#########\nz", to_move="away")
    scene.play("end turn")
    assert scene.offered("move referee R (4,1)")
    assert not scene.offered("by rule")
    scene.play("stop")
    assert scene.offered("by rule")
    assert scene.asked == "nobody"


@pytest.mark.rule("A-DUN-06", "A-OREF-12")
@pytest.mark.parametrize(("edition", "asked"), [(LED, "nobody"), (UNLED, "away")])
def test_he_decides_for_a_referee_who_is_stronger_than_his_attacker(edition: str, asked: str) -> None:
    scene = Scene(
        ".....\n.AR..\n.....\n#####\nz",
        {"A": home(strength=2), "R": referee(strength=3), "z": away()},
        edition=edition,
    )
    scene.play("activate A", "declare block R", dice=["block PU DD"])
    assert scene.asked == asked


@pytest.mark.rule("A-DUN-06", "A-OREF-08")
def test_what_a_referee_has_to_do_he_does_under_a_game_master_too() -> None:
    scene = hall(LED, ".....\n.AR..\n.....\n#####\nz")
    scene.play("end turn")  # he charges A with a minor infraction without being told to
    assert scene.told("infraction", "A")
    assert scene.asked == "away"


@pytest.mark.rule("A-DUN-06")
def test_a_program_in_his_seat_has_an_answer_and_a_match_goes_on_from_a_save() -> None:
    scene = hall(LED)
    scene.play("end turn")
    advice = scene.game.rules.neutral.advice(scene.game)
    assert int(advice) in [int(option) for option in scene.match.options()]
    again = load(save(scene.game))
    assert fingerprint(again) == fingerprint(scene.game)
    assert again.asked == again.squads.sides


@pytest.mark.rule("A-DUN-06")
@pytest.mark.parametrize("order", [UNLED, LED])
def test_only_a_match_with_a_game_master_has_his_seat(order: str) -> None:
    assert build(order).neutral.has_master() == (order == LED)
