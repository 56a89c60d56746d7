"""`optional_skills=asked` in Astrogranite: help from walls, balls and claws, each placed by itself; acrobats; doors."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home
from support.monsters import monster, phase

CORNER = "####..\n#bA..z\n####.."


def cornered(skills: list[str], armour: int, *dice: str, edition: str = "") -> Scene:
    """A has knocked b down with nothing but wall behind it."""
    legend = {"A": home(skills=skills), "b": away(armour=armour), "z": away()}
    scene = Scene(CORNER, legend, edition=f"astrogranite(classic, wall_smash=on, optional_skills=asked{edition})")
    return scene.play("activate A", "declare block b", dice=["block POW", *dice])


@pytest.mark.rule("A-WALL-01")
def test_the_help_of_a_wall_may_be_declined() -> None:
    scene = cornered([], 9, "2D6 4+4")
    assert (scene.asked, scene.options()) == ("home", ["use WALL_SMASH A", "decline"])
    assert scene.play("decline").status("b") == "prone"
    scene = cornered([], 9, "2D6 4+4").play("use WALL_SMASH A", dice=["2D6 3+4"])
    assert scene.status("b") == "stunned"


@pytest.mark.rule("A-WALL-02", "A-DEF-20")
def test_of_mighty_blow_and_wall_either_may_go_to_the_armour_and_the_other_to_the_injury() -> None:
    scene = cornered(["Mighty Blow"], 10, "2D6 4+5")
    assert scene.options() == ["use Mighty Blow A", "decline"]
    scene.play("decline")  # kept for the injury
    assert scene.options() == ["use WALL_SMASH A", "decline"]
    scene.play("use WALL_SMASH A", dice=["2D6 3+4"])
    assert scene.options() == ["use Mighty Blow A", "decline"]
    assert scene.play("use Mighty Blow A").status("b") == "knocked-out"
    held = cornered(["Mighty Blow"], 10, "2D6 4+5").play("decline", "decline")
    assert held.status("b") == "prone"


@pytest.mark.rule("A-WALL-02", "A-DEF-20")
def test_where_both_are_needed_declining_one_saves_the_armour() -> None:
    scene = cornered(["Mighty Blow"], 11, "2D6 4+5").play("use Mighty Blow A")
    assert scene.options() == ["use WALL_SMASH A", "decline"]
    assert scene.play("decline").status("b") == "prone"
    assert not cornered(["Mighty Blow"], 11, "2D6 4+5").play("decline").offered("decline")


@pytest.mark.rule("A-DEF-20")
def test_of_two_helps_for_the_injury_one_alone_may_be_used() -> None:
    """8 is knocked out, 9 too, 10 a casualty: only both together kill."""
    scene = cornered(["Mighty Blow"], 8, "2D6 4+5", "2D6 4+4")
    assert scene.options() == ["use Mighty Blow A", "decline"]
    scene.play("use Mighty Blow A")
    assert scene.options() == ["use WALL_SMASH A", "decline"]
    assert scene.play("decline").status("b") == "knocked-out"
    assert cornered(["Mighty Blow"], 8, "2D6 4+5", "2D6 4+4").play("decline").status("b") == "knocked-out"


@pytest.mark.rule("A-BVAR-06", "A-DEF-20")
def test_the_spikes_of_a_ball_may_be_turned_aside() -> None:
    legend = {"A": home(at=(3, 1)), "b": away(at=(4, 1), armour=9), "d": away(at=(9, 0))}
    edition = "astrogranite(classic, ball_variants=on, ball_type=spiked, optional_skills=asked)"
    for answer, status in (("use SPIKED_BALL A", "stunned"), ("decline", "prone")):
        scene = Scene("..........\n" * 3, legend, edition=edition, ball="A")
        scene.play("activate A", "declare block b", "push (5,1)", "stay", dice=["block POW", "2D6 4+4"])
        assert (scene.asked, scene.options()) == ("home", ["use SPIKED_BALL A", "decline"])
        scene.play(answer, dice=["2D6 3+4"] if status == "stunned" else [])
        assert scene.status("b") == status


@pytest.mark.rule("A-SKILL-07")
@pytest.mark.skill("Acrobatics", edition="astrogranite")
def test_an_acrobat_may_let_itself_fall() -> None:
    picture = """
        ######
        .Abc..
        ######
    """
    legend = {
        "A": home(),
        "b": away(agility=4, armour=9),
        "c": away(agility=4, armour=9, skills=["Acrobatics"]),
    }
    edition = "astrogranite(classic, collision_pushing=on, dungeon_skills=on, optional_skills=asked)"
    for answer, die, status in (("use Acrobatics c", "D6 4", "standing"), ("decline", "2D6 1+2", "prone")):
        scene = Scene(picture, legend, edition=edition)
        scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "D6 6"])
        assert (scene.asked, scene.options()) == ("away", ["use Acrobatics c", "decline"])
        assert scene.play(answer, dice=[die]).status("c") == status


@pytest.mark.rule("A-DOOR-12")
@pytest.mark.skill("Block", edition="astrogranite")
def test_who_smashes_a_door_may_go_down_with_it() -> None:
    legend = {"A": home(strength=4, skills=["Block"])}
    for answer, dice, status in (("use Block A", [], "standing"), ("decline", ["2D6 1+1"], "prone")):
        scene = Scene(
            "#######\n#.A=..#\n#######", legend, edition="astrogranite(classic, doors=on, optional_skills=asked)"
        )
        scene.play("activate A", "declare smash door", dice=["block BOTH-DOWN"])
        assert (scene.asked, scene.options()) == ("home", ["use Block A", "decline"])
        assert scene.play(answer, dice=dice).status("A") == status


@pytest.mark.rule("A-WALL-05", "A-MON-17")
def test_no_coach_is_asked_about_the_help_that_a_monster_gets() -> None:
    scene = phase(
        "MA#",
        ["block POW", "2D6 4+4", "2D6 2+2"],
        {"M": monster(), "A": home(armour=9)},
        edition="astrogranite(classic, morphing_monsters=on, wall_smash=on, optional_skills=asked)",
    )
    scene.spent()
    assert (scene.told("armour broken", "A"), scene.told("injured", "A")) == (True, True)
