"""Agility skills as the Astrogranite edition reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.statuses import SUNKEN
from dungeonbowl.scenes.scene import Scene, away, home
from support.duels import ALONE, EDITION, blocks, duel, needed, skill

# --- Dodge, Catch, Sure Feet, Sprint, Side Step, Jump Up ------------------------------------------------------------


@skill("Dodge")
@pytest.mark.rule("A-SKREF-14")
def test_one_dodge_a_turn_is_rolled_again() -> None:
    scene = duel({"skills": ["Dodge"]}, {})
    scene.play("activate A", "step w", "reroll skill", "step e", dice=["D6 1", "D6 3"])
    scene.play("step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Dodge")
@pytest.mark.rule("A-SKREF-14")
def test_a_stumble_only_pushes_who_dodges() -> None:
    scene = blocks(duel({}, {"skills": ["Dodge"]}), dice=["block STUMBLE"])
    scene.play("push (4,2)", "stay")
    assert scene.status("b") == "standing"
    scene = blocks(duel({}, {}), "push (4,2)", "stay", dice=["block STUMBLE", "2D6 1+2"])
    assert scene.status("b") == "prone"


@skill("Catch")
@pytest.mark.rule("A-SKREF-15")
def test_one_catch_a_turn_is_rolled_again() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4, skills=["Catch"]), "b": away()}
    scene = Scene("AC......b", legend, ball="A", edition=EDITION)
    scene.play("activate A", "declare hand-off", "hand off C", "reroll skill", dice=["D6 1", "D6 3"])
    assert scene.ball == "C"


@skill("Catch")
@pytest.mark.rule("A-SKREF-15")
def test_a_second_catch_of_the_turn_is_not() -> None:
    """The hand-off is caught at the second try; the pass that comes back to the catcher has no other."""
    picture = """
        ACD.
        ....
        ...b
    """
    legend = {
        "A": home(agility=4),
        "C": home(agility=4, skills=["Catch"]),
        "D": home(agility=4),
        "b": away(zone=False),
    }
    scene = Scene(picture, legend, ball="A", edition=EDITION)
    scene.play("activate A", "declare hand-off", "hand off C", "reroll skill", dice=["D6 1", "D6 3"])
    scene.play("activate C", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 1", "D8 4", "D6 1", "D8 7"])
    assert scene.ball == (1, 1)
    scene = Scene(picture, legend, ball="C", edition=EDITION)
    scene.play("activate C", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 1", "D8 4", "D6 1"])
    assert scene.offered("reroll skill")


@skill("Sure Feet")
@pytest.mark.rule("A-SKREF-17")
def test_sure_feet_go_for_it_again_once_a_turn() -> None:
    scene = duel({"skills": ["Sure Feet"], "movement": 1}, {"at": (6, 2)}, ALONE)
    scene.play("activate A", "step w", "step e", "reroll skill", dice=["D6 1", "D6 2"])
    scene.play("step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"


def thrown(skills: list[str], *more: str, dice: list[str]) -> Scene:
    picture = """
        A.......
        T.......
        .......b
    """
    legend = {
        "A": home(agility=4, strength=5, skills=["Throw Team-Mate"]),
        "T": home(agility=4, armour=8, skills=["Right Stuff", *skills]),
        "b": away(),
    }
    scene = Scene(picture, legend, edition=EDITION)
    return scene.play(
        "activate A",
        "declare throw team-mate",
        "pick T",
        "throw (4,1)",
        *more,
        dice=["D6 6", "D8 2", "D8 7", "D8 5", *dice],
    )


@skill("Sure Feet", "Right Stuff")
@pytest.mark.rule("A-SKREF-17")
def test_sure_feet_land_again() -> None:
    scene = thrown(["Sure Feet"], "reroll skill", dice=["D6 1", "D6 4"])
    assert scene.status("T") == "standing"
    scene = thrown([], dice=["D6 1", "2D6 1+2"])
    assert scene.status("T") == "prone"


@skill("Sprint")
@pytest.mark.rule("A-SKREF-31")
def test_a_sprinter_goes_for_it_three_times() -> None:
    for skills, squares in ((["Sprint"], 4), ([], 3)):
        scene = duel({"skills": skills, "movement": 1}, {"at": (7, 2)}, ALONE)
        scene.play("activate A", "step e", "step w", "step e", dice=["D6 2", "D6 2"])
        assert scene.offered("step w") == (squares == 4)


@skill("Side Step")
@pytest.mark.rule("A-SKREF-18")
def test_who_side_steps_picks_any_free_square_beside_it() -> None:
    scene = blocks(duel({}, {"skills": ["Side Step"]}), dice=["block PUSH"])
    assert scene.asked == "away"
    scene.play("push (3,1)", "stay")
    assert scene.square("b") == (3, 1)
    scene = blocks(duel({}, {}), dice=["block PUSH"])
    assert (scene.asked, len(scene.options())) == ("home", 3)


@skill("Jump Up")
@pytest.mark.rule("A-SKREF-19")
def test_who_jumps_up_pays_nothing_for_it_and_blocks_nobody_from_the_ground() -> None:
    scene = duel({"skills": ["Jump Up"], "status": "prone"}, {})
    scene.play("activate A")
    assert not scene.offered("declare block b")
    scene.play("declare move", "stand up")
    assert scene.game.moves_left == scene.game.allowance
    scene = duel({"status": "prone"}, {})
    scene.play("activate A", "declare move", "stand up")
    assert scene.game.moves_left == scene.game.allowance - 3


# --- Leap -----------------------------------------------------------------------------------------------------------


@skill("Leap")
@pytest.mark.rule("A-SKREF-16", "A-LEAP-15")
def test_without_the_module_only_leapers_leap() -> None:
    scene = duel({"skills": ["Leap"]}, {})
    scene.play("activate A", "declare move", "jump (4,2)", dice=["D6 4"])
    assert scene.square("A") == (4, 2)
    assert needed(scene, int(clauses.JUMP)) == 4
    scene = duel({}, {})
    scene.play("activate A", "declare move")
    assert not scene.offered("jump (4,2)")


@skill("Leap")
@pytest.mark.rule("A-LEAP-15")
def test_a_leaper_that_fails_lies_where_it_wanted_to_land() -> None:
    scene = duel({"skills": ["Leap"]}, {})
    scene.play("activate A", "declare move", "jump (4,2)", dice=["D6 3", "2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == ((4, 2), "prone")


# --- Acrobatics -----------------------------------------------------------------------------------------------------


def crash(skills: list[str], die: int, *more: str, dice: list[str], module: bool = True, **facts: Any) -> Scene:
    """b is pushed into c, who cannot go anywhere: the table for collisions decides."""
    picture = """
        ######
        .Abc..
        ######
    """
    legend = {"A": home(), "b": away(agility=4, armour=9, **facts), "c": away(agility=4, armour=9, skills=skills)}
    switch = "on" if module else "off"
    scene = Scene(picture, legend, edition=f"astrogranite(classic, collision_pushing=on, dungeon_skills={switch})")
    return scene.play("activate A", "declare block b", *more, dice=["block PUSH", f"D6 {die}", *dice])


@skill("Acrobatics")
@pytest.mark.rule("A-SKILL-07")
def test_an_acrobat_keeps_its_feet_in_a_collision() -> None:
    """A 6: both are pushed, and the second goes down."""
    scene = crash(["Acrobatics"], 6, "stay", dice=["D6 4"])
    assert (scene.square("c"), scene.status("c")) == ((4, 1), "standing")
    scene = crash([], 6, "stay", dice=["2D6 1+2"])
    assert (scene.square("c"), scene.status("c")) == ((4, 1), "prone")


@skill("Acrobatics")
@pytest.mark.rule("A-SKILL-07")
def test_an_acrobat_that_fails_is_knocked_down() -> None:
    scene = crash(["Acrobatics"], 6, "stay", dice=["D6 3", "2D6 1+2"])
    assert scene.status("c") == "prone"


@skill("Acrobatics", "Sure Feet")
@pytest.mark.rule("A-SKREF-17")
def test_sure_feet_help_an_acrobat() -> None:
    scene = crash(["Acrobatics", "Sure Feet"], 6, "stay", "reroll skill", dice=["D6 3", "D6 4"])
    assert scene.status("c") == "standing"


@skill("Acrobatics")
@pytest.mark.rule("A-MOD-04")
def test_without_the_module_nobody_is_an_acrobat() -> None:
    scene = crash(["Acrobatics"], 6, "stay", dice=["2D6 1+2"], module=False)
    assert scene.status("c") == "prone"


@skill("Acrobatics")
@pytest.mark.rule("A-SKILL-08")
def test_an_acrobat_is_knocked_down_by_a_block_and_by_a_failed_roll() -> None:
    scene = blocks(duel({}, {"skills": ["Acrobatics"]}), "push (4,2)", "stay", dice=["block POW", "2D6 1+2"])
    assert scene.status("b") == "prone"
    scene = duel({"skills": ["Acrobatics"]}, {})
    scene.play("activate A", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"


# --- Lightning Reflexes ---------------------------------------------------------------------------------------------

CHEST = """
    ......
    .A$b..
    ......
"""


def opened(skills: list[str], *more: str, dice: list[str], movement: int = 6, edition: str = EDITION) -> Scene:
    legend = {"A": home(agility=4, armour=9, movement=movement, skills=skills), "b": away(armour=9, zone=False)}
    scene = Scene(CHEST, legend, edition=edition, ball=(5, 0))
    return scene.play("activate A", "declare move", "open (2,1)", *more, dice=dice)


@skill("Lightning Reflexes")
@pytest.mark.rule("A-SKILL-09")
def test_who_reacts_first_is_away_when_the_chest_explodes() -> None:
    scene = opened(["Lightning Reflexes"], "step w", dice=["2D6 1+2"])
    assert (scene.square("A"), scene.status("A"), scene.status("b")) == ((0, 1), "standing", "prone")
    assert scene.turnover == ""
    assert scene.game.moves_left == 4


@skill("Lightning Reflexes")
@pytest.mark.rule("A-SKILL-09")
def test_it_may_stay() -> None:
    scene = opened(["Lightning Reflexes"], "decline", dice=["2D6 1+2", "2D6 1+2"])
    assert scene.status("A") == "prone"
    scene = opened([], dice=["2D6 1+2", "2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Lightning Reflexes")
@pytest.mark.rule("A-SKILL-09")
def test_the_step_is_paid_for_like_any_other() -> None:
    scene = opened(["Lightning Reflexes"], "step w", dice=["D6 1", "2D6 1+2", "2D6 1+2"], movement=1)
    assert (scene.square("A"), scene.status("A")) == ((0, 1), "prone")
    assert scene.status("b") == "prone"  # the chest explodes all the same


@skill("Lightning Reflexes")
@pytest.mark.rule("A-MOD-04")
def test_without_the_module_nobody_reacts() -> None:
    scene = opened(["Lightning Reflexes"], dice=["2D6 1+2", "2D6 1+2"], edition="astrogranite(classic)")
    assert scene.status("A") == "prone"


@skill("Acrobatics", "Right Stuff")
@pytest.mark.rule("A-SKILL-07")
@pytest.mark.parametrize(("skills", "dice"), [(["Acrobatics"], ["D6 4"]), ([], ["2D6 1+2"])])
def test_a_thrown_acrobat_that_comes_down_on_somebody_keeps_its_feet(skills: list[str], dice: list[str]) -> None:
    picture = """
        A........
        T....b...
        .........
    """
    legend = {
        "A": home(agility=4, strength=5, skills=["Throw Team-Mate"]),
        "T": home(agility=4, armour=9, skills=["Right Stuff", *skills]),
        "b": away(armour=9),
    }
    scene = Scene(picture, legend, edition=EDITION)
    # one category heavier in flight: b goes down without a die; then where T scatters to
    script = ["D6 6", "D8 2", "D8 7", "D8 5", "D8 7", *dice, "2D6 1+2"]
    scene.play("activate A", "declare throw team-mate", "pick T", "throw (4,1)", dice=script)
    assert scene.square("T") == (5, 2)
    assert scene.status("T") == ("standing" if skills else "prone")
    assert scene.status("b") == "prone"


@skill("Sure Feet", "Acrobatics")
@pytest.mark.rule("A-SKREF-17")
def test_feet_that_went_for_it_again_do_not_land_again_in_that_turn() -> None:
    edition = "astrogranite(classic, dungeon_skills=on, platforms=on)"
    legend = {"A": home(agility=4, armour=9, movement=1, skills=["Sure Feet", "Acrobatics"]), "b": away()}
    picture = "#######\n#.A...b\n#######"
    levels = "#######\n#222000\n#######"
    scene = Scene(picture, legend, edition=edition, details={"levels": levels})
    scene.play("activate A", "step e", "drop e", "reroll skill", dice=["D6 1", "D6 2", "D6 3", "2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == ((4, 1), "prone")


@skill("Acrobatics")
@pytest.mark.rule("A-SKILL-07")
@pytest.mark.parametrize(("skills", "status"), [(["Acrobatics"], "standing"), ([], "prone")])
def test_an_acrobat_jumps_off_a_height_and_has_had_its_activation(skills: list[str], status: str) -> None:
    edition = "astrogranite(classic, dungeon_skills=on, platforms=on)"
    legend = {"A": home(agility=4, armour=9, skills=skills), "C": home(at=(1, 1)), "b": away()}
    scene = Scene(
        "#######\n#.A...b\n#######",
        legend,
        edition=edition,
        details={"levels": "#######\n#22000.\n#######".replace(".", "0")},
    )
    scene.play("activate A", "declare move", "drop e", dice=["D6 4"] if skills else ["2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == ((3, 1), status)
    assert scene.turnover == ("" if skills else "TURNOVER_KNOCKED_DOWN")
    if skills:
        assert not scene.offered("step e")
        assert scene.offered("activate C")
        assert not scene.offered("activate A")


@skill("Acrobatics")
@pytest.mark.rule("A-SKILL-07", "A-SKILL-08")
def test_an_acrobat_pushed_off_a_height_keeps_its_feet_unless_the_block_knocks_it_down() -> None:
    edition = "astrogranite(classic, dungeon_skills=on, platforms=on)"
    for face, dice, status in (("PUSH", ["D6 4"], "standing"), ("POW", ["2D6 1+2"], "prone")):
        legend = {"A": home(), "b": away(agility=4, armour=9, skills=["Acrobatics"])}
        details = {"levels": "#######\n#22000#\n#######"}
        scene = Scene("#######\n#Ab...#\n#######", legend, edition=edition, details=details)
        scene.play("activate A", "declare block b", "stay", dice=[f"block {face}", *dice])
        assert (scene.square("b"), scene.status("b")) == ((3, 1), status)


@skill("Acrobatics")
@pytest.mark.rule("A-SKILL-08")
@pytest.mark.parametrize(("die", "status"), [(4, "standing"), (3, "prone")])
def test_an_acrobat_in_a_pit_stands_there_and_is_still_in_it(die: int, status: str) -> None:
    edition = "astrogranite(classic, traps=on, dungeon_skills=on)"
    legend = {"A": home(agility=4, armour=9, skills=["Acrobatics"]), "C": home(), "b": away()}
    scene = Scene("C.A^...b\n........", legend, edition=edition, details={"trap": [{"at": [3, 0], "kind": "pit"}]})
    scene.play("activate A", "step e", dice=[f"D6 {die}", *([] if die == 4 else ["2D6 1+2"])])
    assert (scene.square("A"), scene.status("A")) == ((3, 0), status)
    assert scene.game.conditions[scene.piece("A")] & SUNKEN
    if die == 4:
        assert (scene.turnover, scene.active) == ("", "home")
        assert not scene.offered("step e")
        scene.play("end turn", "end turn", "activate A")
        assert scene.offered("declare climb out")
        assert not scene.offered("declare move")
