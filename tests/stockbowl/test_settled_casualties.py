"""What stands of a casualty when all is done that could undo it, who did it and how (S-BASE-15, S-BASE-21)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home
from support.casualties import stood

MAP = """
    ##AA###
    #.....#
    #..Xv.#
    #.....#
    ##BB###
"""


def hurt(dice: list[str], skills: tuple[str, ...] = (), apothecary: bool = False) -> Scene:
    """X knocks v down; armour and injury have made it a casualty."""
    pieces = {"X": home(agility=4), "W": home(agility=4, at=(1, 3)), "v": away(agility=4, armour=9)}
    pieces["v"].skills = list(skills)
    scene = Scene(MAP, pieces, edition="stockbowl", apothecaries=(0, int(apothecary)))
    rolled = ["block POW", "2D6 5+5", "2D6 5+5", *dice]
    return scene.play("activate X", "declare block v", "push (5,2)", "stay", dice=rolled)


@pytest.mark.rule("S-BASE-15")
@pytest.mark.parametrize(
    ("number", "stands"),
    [
        ("38", "badly hurt"),
        ("41", "seriously hurt"),
        ("52", "serious injury"),
        ("53", "lasting injury (movement)"),
        ("55", "lasting injury (armour)"),
        ("57", "lasting injury (agility)"),
        ("58", "lasting injury (strength)"),
        ("61", "dead"),
    ],
)
def test_what_was_rolled_stands(number: str, stands: str) -> None:
    scene = hurt([f"D6 {number[0]}", f"D8 {number[1]}"])
    assert stood(scene) == [("v", stands, "X", "block")]
    assert scene.rules.cite(scene.events("casualty settled")[0].clause) == "S-BASE-11"


@pytest.mark.rule("S-BASE-15")
@pytest.mark.skill("Decay", edition="stockbowl")
@pytest.mark.parametrize(
    ("first", "second", "stands"),
    [
        ("11", "42", "seriously hurt and badly hurt"),
        ("53", "55", "lasting injury (movement) and lasting injury (armour)"),
        ("58", "51", "lasting injury (strength) and serious injury"),
        ("21", "22", "badly hurt and badly hurt"),
    ],
)
def test_both_results_of_a_decaying_body_stand_the_worse_one_first(first: str, second: str, stands: str) -> None:
    dice = [f"D6 {first[0]}", f"D8 {first[1]}", f"D6 {second[0]}", f"D8 {second[1]}"]
    assert stood(hurt(dice, ("Decay",))) == [("v", stands, "X", "block")]


@pytest.mark.rule("S-BASE-15", "S-BASE-21")
def test_a_result_of_the_apothecary_that_is_chosen_stands_alone() -> None:
    scene = hurt(["D6 6", "D8 1"], apothecary=True)
    assert stood(scene) == []  # not before the coach has decided
    scene.play("treat v", "treat v 53", dice=["D6 5", "D8 3"])
    assert stood(scene) == [("v", "lasting injury (movement)", "X", "block")]
    assert stood(hurt(["D6 6", "D8 1"], apothecary=True).play("decline")) == [("v", "dead", "X", "block")]


@pytest.mark.rule("S-BASE-21")
@pytest.mark.skill("Decay", edition="stockbowl")
@pytest.mark.parametrize(("choice", "stands"), [("42", "seriously hurt"), ("61", "dead and lasting injury (strength)")])
def test_the_apothecary_decides_about_both_results_of_a_decaying_body(choice: str, stands: str) -> None:
    scene = hurt(["D6 5", "D8 8", "D6 6", "D8 1"], ("Decay",), apothecary=True)
    scene.play("treat v", f"treat v {choice}", dice=["D6 4", "D8 2"])
    assert stood(scene) == [("v", stands, "X", "block")]


@pytest.mark.rule("S-BASE-21")
def test_nothing_stands_of_a_badly_hurt_player_that_was_treated() -> None:
    scene = hurt(["D6 6", "D8 1"], apothecary=True).play("treat v", "treat v 27", dice=["D6 2", "D8 7"])
    assert stood(scene) == [("v", "nothing", "X", "block")]
    assert scene.status("v") == "reserves"


@pytest.mark.skill("Regeneration", edition="stockbowl")
@pytest.mark.parametrize(("face", "stands"), [(4, "nothing"), (3, "dead")])
def test_nothing_stands_of_a_casualty_that_regenerates(face: int, stands: str) -> None:
    assert stood(hurt(["D6 6", "D8 1", f"D6 {face}"], ("Regeneration",))) == [("v", stands, "X", "block")]


@pytest.mark.rule("S-BASE-14")
def test_a_small_body_that_is_badly_hurt_without_a_roll_is_settled_too() -> None:
    pieces = {"X": home(agility=4), "v": away(agility=4, armour=9, skills=["Stunty"])}
    scene = Scene(MAP, pieces, edition="stockbowl")
    scene.play("activate X", "declare block v", "push (5,2)", "stay", dice=["block POW", "2D6 5+5", "2D6 4+5"])
    assert stood(scene) == [("v", "badly hurt", "X", "block")]


@pytest.mark.rule("S-WALL-06", "S-SPP-02")
def test_who_pushed_a_player_into_the_wall_has_hurt_it_though_nobody_earns_points() -> None:
    picture = """
        ##AA###
        #.....#
        #...Xv#
        #.....#
        ##BB###
    """
    pieces = {"X": home(agility=4), "v": away(agility=4, armour=9)}
    scene = Scene(picture, pieces, edition="stockbowl")
    scene.play("activate X", "declare block v", dice=["block PUSH", "2D6 5+5", "2D6 5+5", "D6 1", "D8 1"])
    assert stood(scene) == [("v", "badly hurt", "X", "push")]
    assert scene.points("X") == 0
