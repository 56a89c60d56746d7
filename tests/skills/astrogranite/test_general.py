"""General skills as the Astrogranite edition reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Scene, away, home
from support.duels import ALONE, EDITION, HALL, blocks, duel, needed, skill

# --- Block, Tackle, Strip Ball, Sure Hands --------------------------------------------------------------------------


@skill("Block")
@pytest.mark.rule("A-SKREF-01")
def test_both_down_does_not_knock_down_who_has_block() -> None:
    scene = blocks(duel({"skills": ["Block"]}, {}), dice=["block BOTH-DOWN", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")
    scene = blocks(duel({}, {"skills": ["Block"]}), dice=["block BOTH-DOWN", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "standing")


@skill("Tackle")
@pytest.mark.rule("A-SKREF-21")
def test_tackle_stops_dodge_both_ways() -> None:
    scene = duel({"skills": ["Dodge"]}, {"skills": ["Tackle"]})
    scene.play("activate A", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"
    scene = blocks(duel({"skills": ["Tackle"]}, {"skills": ["Dodge"]}), dice=["block STUMBLE"])
    scene.play("push (4,2)", "stay", dice=["2D6 1+2"])
    assert scene.status("b") == "prone"


@skill("Strip Ball", "Sure Hands")
@pytest.mark.rule("A-SKREF-04")
def test_a_push_strips_the_ball_which_bounces_from_where_its_carrier_went() -> None:
    scene = blocks(duel({"skills": ["Strip Ball"]}, {}, ball="b"), dice=["block PUSH"])
    scene.play("push (4,2)", "use STRIPS_BALL A", "stay", dice=["D8 5"])
    assert (scene.square("b"), scene.ball) == ((4, 2), (5, 2))
    scene = blocks(duel({"skills": ["Strip Ball"]}, {"skills": ["Sure Hands"]}, ball="b"), dice=["block PUSH"])
    scene.play("push (4,2)", "stay")
    assert scene.ball == "b"


@skill("Sure Hands")
@pytest.mark.rule("A-SKREF-02")
def test_sure_hands_pick_up_again_and_others_do_not() -> None:
    scene = duel({"skills": ["Sure Hands"]}, {"at": (6, 2)}, ALONE, ball=(1, 2))
    scene.play("activate A", "step w", "reroll skill", dice=["D6 1", "D6 3"])
    assert scene.ball == "A"
    scene = duel({}, {"at": (6, 2)}, ALONE, ball=(1, 2))
    scene.play("activate A", "step w", dice=["D6 1", "D8 5"])
    assert scene.turnover == "TURNOVER_PICK_UP"


# --- Pro ------------------------------------------------------------------------------------------------------------


@skill("Pro")
@pytest.mark.rule("A-SKREF-03")
@pytest.mark.parametrize(("die", "status"), [(4, "standing"), (3, "prone")])
def test_a_pro_tries_again_and_what_fails_then_no_team_helps(die: int, status: str) -> None:
    """Elsewhere the team may roll that die again; here nothing may."""
    scene = duel({"skills": ["Pro"]}, {}, rerolls=(2, 0))
    scene.play("activate A", "step w", dice=["D6 1"])
    assert scene.offered("reroll team")
    scene.play("reroll pro", dice=[f"D6 {die}", "D6 3"] if die == 4 else [f"D6 {die}", "2D6 1+2"])
    assert scene.status("A") == status


@skill("Pro")
@pytest.mark.rule("A-SKREF-03")
def test_a_pro_tries_once_a_turn() -> None:
    scene = duel({"skills": ["Pro"]}, {"at": (3, 1)}, ALONE)
    scene.play("activate A", "step w", "reroll pro", dice=["D6 1", "D6 4", "D6 5"])
    scene.play("step e", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Pro")
@pytest.mark.rule("A-SKREF-03")
def test_a_failed_try_leaves_the_block_as_it_fell() -> None:
    scene = duel({"skills": ["Pro"]}, {}, rerolls=(1, 0))
    blocks(scene, "reroll pro", dice=["block PLAYER-DOWN", "D6 2", "2D6 1+2"])
    assert scene.status("A") == "prone"


# --- Dirty Player ---------------------------------------------------------------------------------------------------


@skill("Dirty Player")
@pytest.mark.rule("A-SKREF-05")
def test_a_dirty_player_adds_two() -> None:
    """Armour 8 needs 9: 6 and one for the foul and two for the boot."""
    scene = duel({"skills": ["Dirty Player"]}, {"status": "prone"})
    scene.play("activate A", "declare foul", "foul b", "use KICKS_HARDER A", dice=["2D6 1+5", "2D6 2+3"])
    assert scene.status("b") == "stunned"
    scene = duel({"skills": ["Dirty Player"]}, {"status": "prone"})
    scene.play("activate A", "declare foul", "foul b", dice=["2D6 1+4"])
    assert scene.status("b") == "prone"


@skill("Dirty Player")
@pytest.mark.rule("A-SKREF-05")
def test_or_two_to_the_injury() -> None:
    scene = duel({"skills": ["Dirty Player"]}, {"status": "prone"})
    scene.play("activate A", "declare foul", "foul b", dice=["2D6 3+5", "2D6 2+4"])
    assert scene.status("b") == "knocked-out"
    scene = duel({}, {"status": "prone"})
    scene.play("activate A", "declare foul", "foul b", dice=["2D6 3+5", "2D6 2+4"])
    assert scene.status("b") == "stunned"


# --- Leader ---------------------------------------------------------------------------------------------------------


@skill("Leader")
@pytest.mark.rule("A-SKREF-06")
def test_a_leader_in_the_dungeon_brings_one_more_re_roll() -> None:
    scene = duel({}, {}, rerolls=(0, 0))
    scene.play("activate A", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"
    for status, helped in (("standing", True), ("stunned", True), ("reserves", False)):
        legend = {
            "A": home(agility=4),
            "b": away(),
            "L": home(skills=["Leader"], at=(0, 4) if status != "reserves" else None, status=status),
            "M": home(skills=["Leader"], at=(1, 4) if status != "reserves" else None, status=status),
        }
        scene = Scene(HALL, legend, edition=EDITION, rerolls=(0, 0))
        dice = ["D6 1"] if helped else ["D6 1", "2D6 1+2"]
        scene.play("activate A", "step w", dice=dice)
        assert scene.offered("reroll team") == helped
        if helped:  # two of them bring no second one
            scene.play("reroll team", "step e", "step w", dice=["D6 6", "D6 1", "2D6 1+2"])
            assert scene.status("A") == "prone"


# --- Dauntless ------------------------------------------------------------------------------------------------------


@skill("Dauntless")
@pytest.mark.rule("A-SKREF-07")
@pytest.mark.parametrize(("dice", "count"), [("2D6 3+3", 1), ("2D6 2+3", -2)])
def test_two_dice_above_the_strength_of_the_target_match_it(dice: str, count: int) -> None:
    scene = duel({"skills": ["Dauntless"]}, {"strength": 5})
    faces = ["block PUSH"] * abs(count)
    blocks(scene, dice=[dice, *faces])
    assert needed(scene, int(clauses.MATCH_STRENGTH)) == 6
    assert [int(event.d) for event in scene.events("block dice rolled")] == [count]


@skill("Dauntless")
@pytest.mark.rule("A-SKREF-07")
def test_nobody_is_dauntless_against_the_weaker() -> None:
    blocks(duel({"skills": ["Dauntless"]}, {"strength": 3}), dice=["block PUSH"])


@skill("Dauntless")
@pytest.mark.rule("A-SKREF-07")
def test_assists_come_after_courage() -> None:
    scene = duel({"skills": ["Dauntless"]}, {"strength": 5}, rerolls=(0, 0))
    legend = {"A": home(skills=["Dauntless"]), "b": away(strength=5), "C": home(at=(4, 1))}
    scene = Scene(HALL, legend, edition=EDITION)
    blocks(scene, dice=["2D6 6+6", "block PUSH", "block PUSH"])
    assert [int(event.d) for event in scene.events("block dice rolled")] == [2]


# --- Frenzy ---------------------------------------------------------------------------------------------------------


@skill("Frenzy")
@pytest.mark.rule("A-SKREF-08")
def test_frenzy_follows_up_and_blocks_again() -> None:
    scene = blocks(duel({"skills": ["Frenzy"]}, {}), dice=["block PUSH"])
    scene.play("push (4,2)", dice=["block POW"])
    scene.play("push (5,2)", dice=["2D6 1+2"])
    assert (scene.square("A"), scene.square("b"), scene.status("b")) == ((4, 2), (5, 2), "prone")


@skill("Frenzy")
@pytest.mark.rule("A-SKREF-08")
def test_no_second_block_after_a_knock_down() -> None:
    scene = blocks(duel({"skills": ["Frenzy"]}, {}), dice=["block POW"])
    scene.play("push (4,2)", dice=["2D6 1+2"])
    assert len(scene.events("block dice rolled")) == 1


@skill("Frenzy")
@pytest.mark.rule("A-SKREF-08")
def test_the_second_block_of_a_blitz_costs_movement() -> None:
    scene = duel({"skills": ["Frenzy"], "movement": 1}, {})
    scene.play("activate A", "declare blitz", "block b", dice=["block PUSH"])
    scene.play("push (4,2)", dice=["D6 1", "2D6 1+2"])  # a point that it has to go for
    assert (scene.status("A"), scene.square("A")) == ("prone", (3, 2))


@skill("Frenzy")
@pytest.mark.rule("A-SKREF-08")
def test_a_target_that_was_teleported_ends_it() -> None:
    picture = """
        ........
        .......2
        ..Ab1...
        ........
        3.4.5.6.
    """
    scene = duel({"skills": ["Frenzy"]}, {}, picture)
    blocks(scene, dice=["block PUSH"])
    scene.play("push (4,2)", dice=["D6 2"])
    assert (scene.square("A"), scene.square("b")) == ((3, 2), (7, 1))
    assert len(scene.events("block dice rolled")) == 1


# --- Nerves of Steel ------------------------------------------------------------------------------------------------


@skill("Nerves of Steel")
@pytest.mark.rule("A-SKREF-09")
@pytest.mark.parametrize(("skills", "face"), [(["Nerves of Steel"], 3), ([], 4)])
def test_nerves_of_steel_mind_no_zones(skills: list[str], face: int) -> None:
    legend = {"A": home(agility=4, skills=skills), "b": away(), "C": home(agility=4, skills=skills), "d": away()}
    scene = Scene("bA.Cd", legend, ball="A", edition=EDITION)
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.PASS)) == face
    assert needed(scene, int(clauses.CATCH)) == face


# --- Brace, Sixth Sense ---------------------------------------------------------------------------------------------

CHEST = """
    .....
    .A$b.
    .....
"""


def explosion(first: dict[str, Any], second: dict[str, Any], **facts: Any) -> Scene:
    """Six chests, so that a 6 is no ball; A opens one between itself and b."""
    legend = {"A": home(**{"armour": 9, **first}), "b": away(**{"armour": 9, **second})}
    return Scene(CHEST, legend, **{"edition": EDITION, "ball": (0, 0), **facts})


@skill("Brace")
@pytest.mark.rule("A-SKILL-05")
def test_an_explosion_only_places_a_braced_player_prone_and_the_turn_goes_on() -> None:
    scene = explosion({"skills": ["Brace"]}, {})
    scene.play("activate A", "declare move", "open (2,1)", dice=["2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")
    assert scene.turnover == ""
    assert len(scene.events("armour held")) == 1


@skill("Brace")
@pytest.mark.rule("A-SKILL-05")
def test_not_even_a_dropped_ball_is_a_turnover_then() -> None:
    scene = explosion({"skills": ["Brace"]}, {}, ball="A")
    scene.play("activate A", "declare move", "open (2,1)", dice=["2D6 1+2", "D8 2"])
    assert (scene.status("A"), scene.ball, scene.turnover) == ("prone", (1, 0), "")


@skill("Brace")
@pytest.mark.rule("A-SKILL-05", "A-MOD-04")
def test_without_brace_or_without_the_module_it_is_knocked_down() -> None:
    scene = explosion({}, {"skills": ["Brace"]})
    scene.play("activate A", "declare move", "open (2,1)", dice=["2D6 1+2"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
    scene = explosion({"skills": ["Brace"]}, {}, edition="astrogranite(classic)")
    scene.play("activate A", "declare move", "open (2,1)", dice=["2D6 1+2", "2D6 1+2"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@skill("Brace")
@pytest.mark.rule("A-SKILL-05")
def test_brace_is_no_help_in_a_block() -> None:
    scene = blocks(duel({}, {"skills": ["Brace"]}), "push (4,2)", "stay", dice=["block POW", "2D6 1+2"])
    assert len(scene.events("armour held")) == 1


PORTALS = """
    1.2.3.
    A.....
    4.5.6.
    .....b
"""


@skill("Sixth Sense")
@pytest.mark.rule("A-SKILL-06")
def test_a_sixth_sense_picks_one_of_two_teleporters() -> None:
    scene = Scene(PORTALS, {"A": home(skills=["Sixth Sense"]), "b": away()}, edition=EDITION)
    scene.play("activate A", "step n", dice=["2D6 1+3"])
    assert scene.options() == ["arrive (0,0)", "arrive (4,0)"]
    scene.play("arrive (4,0)")
    assert scene.square("A") == (4, 0)


@skill("Sixth Sense")
@pytest.mark.rule("A-SKILL-06")
def test_two_equal_dice_leave_no_choice() -> None:
    scene = Scene(PORTALS, {"A": home(skills=["Sixth Sense"]), "b": away()}, edition=EDITION)
    scene.play("activate A", "step n", dice=["2D6 1+1"])
    assert scene.status("A") == "lost"


@skill("Sixth Sense")
@pytest.mark.rule("A-SKILL-06")
def test_it_helps_on_the_way_in() -> None:
    legend = {"A": home(), "R": home(skills=["Sixth Sense"], status="reserves"), "b": away()}
    scene = Scene(PORTALS, legend, edition=EDITION)
    scene.play("enter R", dice=["2D6 2+6"])
    scene.play("arrive (4,2)")
    assert scene.square("R") == (4, 2)


@skill("Sixth Sense")
@pytest.mark.rule("A-SKILL-06")
def test_it_is_no_help_to_the_pushed_and_the_displaced() -> None:
    picture = """
        ......
        .Ab1.2
        3.4.5.
        6.....
    """
    scene = Scene(picture, {"A": home(), "b": away(skills=["Sixth Sense"])}, edition=EDITION)
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block PUSH", "D6 2"])
    assert scene.square("b") == (5, 1)
    legend = {"A": home(), "C": home(skills=["Sixth Sense"], under="2", at=None), "b": away()}
    scene = Scene("1A.C...b\n3.4.5.6.", legend, edition=EDITION)
    scene.play("activate A", "step w", dice=["D6 2", "D6 5"])
    assert (scene.square("A"), scene.square("C")) == ((3, 0), (4, 1))


@skill("Sixth Sense")
@pytest.mark.rule("A-MOD-04")
def test_without_the_module_there_is_one_die() -> None:
    legend = {"A": home(skills=["Sixth Sense"]), "b": away()}
    scene = Scene(PORTALS, legend, edition="astrogranite(classic)")
    scene.play("activate A", "step n", dice=["D6 3"])
    assert scene.square("A") == (4, 0)


@skill("Brace")
@pytest.mark.rule("A-SKILL-05")
@pytest.mark.parametrize(("skills", "turnover"), [(["Brace"], ""), ([], "TURNOVER_KNOCKED_DOWN")])
def test_brace_helps_against_a_trap_that_explodes(skills: list[str], turnover: str) -> None:
    edition = "astrogranite(classic, traps=on, dungeon_skills=on)"
    legend = {"A": home(armour=9, skills=skills), "b": away()}
    scene = Scene(
        "..A^...b\n........", legend, edition=edition, details={"trap": [{"at": [3, 0], "kind": "exploding"}]}
    )
    scene.play("activate A", "step e", dice=[] if skills else ["2D6 1+2"])
    assert (scene.status("A"), scene.turnover) == ("prone", turnover)


@skill("Leader")
@pytest.mark.rule("A-SKREF-06")
def test_the_re_roll_of_a_leader_waits_while_he_is_out_of_the_dungeon() -> None:
    legend = {"A": home(agility=4), "b": away(), "L": home(skills=["Leader"], status="reserves")}
    picture = """
        1..2..3.
        ........
        ..Ab....
        ........
        4..5..6.
    """
    scene = Scene(picture, legend, edition=EDITION, rerolls=(0, 0))
    scene.play("enter L", "declare move", "stop", dice=["D6 3"])
    scene.play("activate A", "step w", dice=["D6 1"])
    assert scene.offered("reroll team")
