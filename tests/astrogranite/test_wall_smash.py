"""Smashing into walls (A-WALL)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

ON = "astrogranite(classic, wall_smash=on)"
NICHE = """
    ####..
    #bA..z
    ####..
"""


def scene_of(picture: str = NICHE, edition: str = ON, **others: Piece) -> Scene:
    legend: dict[str, Piece] = {"A": home(), "b": away(armour=9), "z": away()}
    legend.update(others)
    return Scene(picture, legend, edition=edition)


def totals(scene: Scene) -> list[int]:
    return [int(event.b) for kind in ("armour broken", "armour held", "injured") for event in scene.events(kind)]


@pytest.mark.rule("A-WALL-01")
def test_nothing_but_wall_behind_adds_one_to_the_armour_roll() -> None:
    scene = scene_of()
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+4", "2D6 3+4"])
    assert totals(scene) == [9, 7]  # spent on the armour, it is not there for the injury
    assert scene.square("b") == (1, 1)


@pytest.mark.rule("A-WALL-01")
def test_what_the_armour_did_not_need_goes_to_the_injury() -> None:
    scene = scene_of()
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 5+4", "2D6 3+4"])
    assert totals(scene) == [9, 8]
    assert scene.status("b") == "knocked-out"


@pytest.mark.rule("A-WALL-01")
def test_without_the_module_there_is_no_bonus() -> None:
    scene = scene_of(edition="astrogranite(classic)")
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+4"])
    assert totals(scene) == [8]


@pytest.mark.rule("A-WALL-02", "A-DEF-20")
def test_it_adds_to_mighty_blow_and_each_is_placed_by_itself() -> None:
    scene = scene_of(A=home(skills=["Mighty Blow"]), b=away(armour=10))
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+5"])
    assert set(scene.options()) == {"use Mighty Blow A", "decline"}
    scene.play("use HITS_HARDER A", dice=["2D6 3+4"])
    assert totals(scene) == [10, 8]
    scene = scene_of(A=home(skills=["Mighty Blow"]), b=away(armour=11))
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+5", "2D6 3+4"])
    assert totals(scene) == [11, 7]  # both for the armour
    scene = scene_of(A=home(skills=["Mighty Blow"]), b=away(armour=8))
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+5", "2D6 3+4"])
    assert totals(scene) == [9, 9]  # both for the injury


@pytest.mark.rule("A-WALL-03")
def test_with_a_chest_or_a_player_among_the_three_squares_there_is_no_bonus() -> None:
    chest = scene_of("####..\n$bA..z\n####..")
    player = scene_of("####..\ncbA..z\n####..", c=away(rooted=True))
    for scene in (chest, player):
        scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+4"])
        assert totals(scene) == [8]
        assert scene.square("b") == (1, 1)


@pytest.mark.rule("A-WALL-04")
def test_no_bonus_for_one_who_stands_firm_or_is_only_pushed() -> None:
    scene = scene_of(b=away(armour=9, skills=["Stand Firm"]))
    scene.play("activate A", "declare block b", "use STANDS_FIRM b", dice=["block POW", "2D6 4+4"])
    assert totals(scene) == [8]
    scene = scene_of()
    scene.play("activate A", "declare block b", dice=["block push"])
    assert scene.status("b") == "standing"
    assert totals(scene) == []


@pytest.mark.rule("A-WALL-04")
def test_no_bonus_on_both_down_and_player_down() -> None:
    scene = scene_of(A=home(armour=9, skills=["Block"]))
    scene.play("activate A", "declare block b", dice=["block both-down", "2D6 4+4"])
    assert totals(scene) == [8]
    scene = scene_of(picture="####..\n#Ab..z\n####..", A=home(armour=9))
    scene.play("activate A", "declare block b", dice=["block player-down", "2D6 4+4"])
    assert totals(scene) == [8]


@pytest.mark.rule("A-WALL-04")
def test_no_bonus_for_one_who_side_steps_to_a_free_square() -> None:
    picture = "####..\n#bA..z\n##...."
    scene = scene_of(picture, b=away(armour=9, skills=["Side Step"]))
    scene.play("activate A", "declare block b", "push (2,2)", "stay", dice=["block POW", "2D6 4+4"])
    assert totals(scene) == [8]


@pytest.mark.rule("A-WALL-03")
def test_a_closed_door_is_wall_and_an_obstacle_or_a_drop_is_none() -> None:
    legend = {"A": home(), "b": away(armour=9), "z": away()}
    scene = Scene("######\n=bA..z\n######", legend, edition="astrogranite(classic, wall_smash=on, doors=on)")
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+4", "2D6 3+4"])
    assert totals(scene) == [9, 7]
    scene = Scene("######\nobA..z\n######", legend, edition="astrogranite(classic, wall_smash=on, obstacles=on)")
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+4"])
    assert totals(scene) == [8]
    scene = Scene(
        "######\n.bA..z\n######",
        legend,
        edition="astrogranite(classic, wall_smash=on, platforms=on)",
        details={"levels": "######\n022222\n######"},
    )
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 4+4"])
    assert scene.square("b") == (0, 1)
    assert totals(scene) == [8]


@pytest.mark.rule("A-WALL-04")
def test_no_bonus_for_one_who_is_grabbed_away_to_a_free_square() -> None:
    legend = {"A": home(skills=["Grab"]), "b": away(armour=9), "z": away()}
    edition = "astrogranite(classic, wall_smash=on, dungeon_skills=on)"
    scene = Scene("######\n#bA..z\n##....", legend, edition=edition)
    scene.play("activate A", "declare block b", "push (2,2)", "stay", dice=["block POW", "2D6 4+4"])
    assert totals(scene) == [8]
    scene = Scene("######\n#bA..z\n##....", legend, edition=edition)
    scene.play("activate A", "declare block b", "decline", dice=["block POW", "2D6 4+4", "2D6 3+4"])
    assert totals(scene) == [9, 7]  # he has let go: nothing but wall is left
