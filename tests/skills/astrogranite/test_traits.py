"""Characteristics of races in the Astrogranite edition."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.statuses import NO_ZONE, ROOTED
from dungeonbowl.scenes.scene import Scene, away, home
from support.duels import ALONE, EDITION, HALL, blocks, duel, needed, skill

# --- Block, Tackle, Strip Ball, Sure Hands --------------------------------------------------------------------------


def has(scene: Scene, letter: str, condition: int) -> bool:
    return bool(scene.game.conditions[scene.piece(letter)] & int(condition))


# --- Dense, Bone-head, Really Stupid, Wild Animal -------------------------------------------------------------------


@skill("Dense")
@pytest.mark.rule("A-TRAIT-01")
def test_the_dense_may_lose_a_blitz_and_their_zone_with_it() -> None:
    scene = duel({"skills": ["Dense"]}, {})
    scene.play("activate A", "declare blitz", dice=["D6 1"])
    assert has(scene, "A", int(NO_ZONE))
    assert scene.turnover == ""
    scene.play("activate Z", dice=[])
    assert not scene.offered("declare blitz")


@skill("Dense")
@pytest.mark.rule("A-TRAIT-01")
@pytest.mark.parametrize("action", ["declare blitz", "declare pass", "declare hand-off"])
def test_they_roll_before_what_is_demanding(action: str) -> None:
    legend = {"A": home(skills=["Dense"], agility=4), "C": home(), "b": away()}
    scene = Scene("AC...b", legend, ball="A", edition=EDITION).play("activate A", action, dice=["D6 2"])
    assert needed(scene, int(clauses.TRAIT_ROLL)) == 2
    assert not has(scene, "A", int(NO_ZONE))


@skill("Dense")
@pytest.mark.rule("A-TRAIT-01")
def test_they_just_move_block_and_foul() -> None:
    duel({"skills": ["Dense"]}, {}).play("activate A", "declare move", dice=[])
    blocks(duel({"skills": ["Dense"]}, {}), dice=["block PUSH"])
    duel({"skills": ["Dense"]}, {"status": "prone"}).play("activate A", "declare foul", dice=[])


@skill("Dense")
@pytest.mark.rule("A-TRAIT-01")
def test_the_zone_is_back_with_the_next_action() -> None:
    scene = duel({"skills": ["Dense"], "zone": False}, {})
    scene.play("activate A", "declare move")
    assert not has(scene, "A", int(NO_ZONE))


@skill("Bone-head")
@pytest.mark.rule("A-SKREF-28")
def test_a_bone_head_forgets_any_action_and_loses_its_zone() -> None:
    scene = duel({"skills": ["Bone-head"]}, {}).play("activate A", "declare move", dice=["D6 1"])
    assert has(scene, "A", int(NO_ZONE))
    scene = duel({"skills": ["Bone-head"]}, {}).play("activate A", "declare move", dice=["D6 2"])
    assert scene.offered("step w")


@skill("Really Stupid")
@pytest.mark.rule("A-SKREF-29")
@pytest.mark.parametrize(("mate", "face"), [(None, 4), ([], 2), (["Really Stupid"], 4)])
def test_the_really_stupid_need_somebody_cleverer_beside_them(mate: list[str] | None, face: int) -> None:
    legend = {"A": home(skills=["Really Stupid"]), "b": away()}
    if mate is not None:
        legend["C"] = home(skills=mate)
    scene = Scene("AC...b" if mate is not None else "A....b", legend, edition=EDITION)
    scene.play("activate A", "declare move", dice=["D6 6"])
    assert needed(scene, int(clauses.TRAIT_ROLL)) == face


@skill("Wild Animal")
@pytest.mark.rule("A-TRAIT-09")
@pytest.mark.parametrize(("action", "face"), [("declare move", 4), ("declare block b", 2), ("declare blitz", 2)])
def test_a_wild_animal_would_rather_attack(action: str, face: int) -> None:
    scene = duel({"skills": ["Wild Animal"]}, {})
    scene.play("activate A", action, dice=["D6 6", *(["block PUSH"] if "block" in action else [])])
    assert needed(scene, int(clauses.TRAIT_ROLL)) == face


@skill("Wild Animal")
@pytest.mark.rule("A-TRAIT-09")
def test_a_wild_animal_that_does_nothing_keeps_its_zone() -> None:
    scene = duel({"skills": ["Wild Animal"]}, {}).play("activate A", "declare move", dice=["D6 3"])
    assert not has(scene, "A", int(NO_ZONE))
    assert not scene.offered("activate A")
    assert scene.turnover == ""


# --- Take Root ------------------------------------------------------------------------------------------------------


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-02")
def test_who_takes_root_may_still_act() -> None:
    scene = duel({"skills": ["Take Root"]}, {})
    blocks(scene, "push (4,2)", "stay", dice=["D6 1", "block PUSH"])
    assert has(scene, "A", int(ROOTED))
    assert scene.square("b") == (4, 2)
    scene = blocks(duel({"skills": ["Take Root"]}, {}), dice=["D6 2", "block PUSH"])
    assert not has(scene, "A", int(ROOTED))


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-02", "A-TRAIT-03")
def test_the_rooted_may_move_and_are_knocked_down_in_the_first_square() -> None:
    scene = duel({"skills": ["Take Root"], "rooted": True}, {"at": (7, 4)}, ALONE)
    scene.play("activate A", "declare move", "step w", dice=["2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == ((1, 2), "prone")
    assert scene.turnover == "TURNOVER_FALL"
    assert not has(scene, "A", int(ROOTED))


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-03")
def test_the_rooted_are_knocked_down_only_once_when_a_dodge_would_come() -> None:
    scene = duel({"skills": ["Take Root"], "rooted": True}, {})
    scene.play("activate A", "declare move", "step w", dice=["2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-03")
def test_following_up_is_moving() -> None:
    scene = duel({"skills": ["Take Root"], "rooted": True}, {})
    blocks(scene, "push (4,2)", "follow", dice=["block PUSH", "2D6 1+2"])
    assert (scene.square("A"), scene.status("A")) == ((3, 2), "prone")
    assert scene.turnover == "TURNOVER_FALL"


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-03")
def test_being_pushed_is_not_and_tears_no_roots() -> None:
    scene = duel({}, {"skills": ["Take Root"], "rooted": True})
    blocks(scene, "push (4,2)", "stay", dice=["block PUSH"])
    assert (scene.square("b"), scene.status("b")) == ((4, 2), "standing")
    assert has(scene, "b", int(ROOTED))


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-03")
def test_the_rooted_do_not_leap() -> None:
    scene = duel({"skills": ["Take Root", "Leap"], "rooted": True}, {})
    scene.play("activate A", "declare move")
    assert not scene.offered("jump (4,2)")


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-03")
def test_the_rooted_do_not_leave_the_dungeon() -> None:
    edition = "astrogranite(classic, teleport_exit=on)"
    scene = duel({"skills": ["Take Root"], "rooted": True}, {}, edition=edition).play("activate A")
    assert not scene.offered("declare leave dungeon")
    scene = duel({"skills": ["Take Root"]}, {}, edition=edition)
    scene.play("activate A", "declare leave dungeon", dice=["D6 1"])
    assert scene.status("A") == "standing"
    assert not scene.offered("activate A")
    scene = duel({"skills": ["Take Root"]}, {}, edition=edition)
    scene.play("activate A", "declare leave dungeon", dice=["D6 2"])
    assert scene.status("A") == "reserves"


# --- Titchy, Stunty -------------------------------------------------------------------------------------------------

MARKED = """
    ........
    c.......
    ..Ab....
    d.......
    ........
"""


@skill("Titchy")
@pytest.mark.rule("A-TRAIT-04")
@pytest.mark.parametrize(("skills", "face"), [(["Titchy"], 2), (["Stunty"], 3), ([], 5)])
def test_the_titchy_dodge_two_better_and_mind_no_zones_entered(skills: list[str], face: int) -> None:
    """Agility 3 and two zones on the square: 4 + 2 - 1; agility 1 shows the two of the titchy."""
    legend = {"A": home(agility=4, skills=skills), "b": away(), "c": away(), "d": away()}
    scene = Scene(MARKED, legend, edition=EDITION).play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == face


@skill("Titchy")
@pytest.mark.rule("A-TRAIT-04")
def test_a_clumsy_titchy_one_needs_three() -> None:
    legend = {"A": home(agility=6, skills=["Titchy"]), "b": away(), "c": away(), "d": away()}
    scene = Scene(MARKED, legend, edition=EDITION).play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == 3


@skill("Titchy")
@pytest.mark.rule("A-TRAIT-05")
def test_the_zones_of_the_titchy_hinder_nobody_on_the_way_in_but_have_to_be_dodged_out_of() -> None:
    legend = {"A": home(agility=4), "b": away(), "c": away(skills=["Titchy"]), "d": away()}
    scene = Scene(MARKED, legend, edition=EDITION).play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == 4
    scene = duel({}, {"skills": ["Titchy"]}).play("activate A", "step w", dice=["D6 6"])
    assert needed(scene, int(clauses.DODGE)) == 3


@skill("Titchy")
@pytest.mark.rule("A-TRAIT-06")
@pytest.mark.parametrize(("x", "face"), [(3, 5), (5, 6)])
def test_the_titchy_throw_two_bands_worse_but_as_far(x: int, face: int) -> None:
    row = "A" + "." * (x - 1) + "C" + "." * 3
    legend = {"A": home(agility=4, skills=["Titchy"]), "C": home(agility=4), "z": away(at=(0, 4))}
    scene = Scene(f"{row}\n....\n....\n....\n....", legend, ball="A", edition=EDITION)
    scene.play("activate A", "declare pass", "aim", f"throw ({x},0)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.PASS)) == face


@skill("Titchy")
@pytest.mark.rule("A-TRAIT-07")
@pytest.mark.parametrize(("skills", "status"), [(["Titchy"], "knocked-out"), ([], "stunned")])
def test_the_titchy_are_hurt_worse(skills: list[str], status: str) -> None:
    scene = duel({}, {"skills": skills})
    blocks(scene, "push (4,2)", "stay", dice=["block POW", "2D6 5+5", "2D6 3+3"])
    assert scene.status("b") == status


@skill("Stunty")
@pytest.mark.rule("A-SKREF-23")
@pytest.mark.parametrize(("dice", "status"), [("2D6 3+4", "knocked-out"), ("2D6 4+5", "casualty")])
def test_seven_and_nine_are_worse_for_the_stunty(dice: str, status: str) -> None:
    scene = duel({}, {"skills": ["Stunty"]})
    blocks(scene, "push (4,2)", "stay", dice=["block POW", "2D6 5+5", dice])
    assert scene.status("b") == status


@skill("Stunty")
@pytest.mark.rule("A-SKREF-23")
def test_the_stunty_throw_one_worse() -> None:
    legend = {"A": home(agility=4, skills=["Stunty"]), "C": home(agility=4), "b": away()}
    scene = Scene("A..C...b", legend, ball="A", edition=EDITION)
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.PASS)) == 4


# --- Regeneration, team-mates, gaze ---------------------------------------------------------------------------------


@skill("Regeneration")
@pytest.mark.rule("A-SKREF-25")
@pytest.mark.parametrize(("die", "status"), [(4, "reserves"), (3, "casualty")])
def test_who_regenerates_is_back_in_reserves(die: int, status: str) -> None:
    scene = duel({}, {"skills": ["Regeneration"]}, edition="astrogranite(classic, league=on)")
    blocks(scene, "push (4,2)", "stay", dice=["block POW", "2D6 5+5", "2D6 5+5", "D6 1", "D8 1", f"D6 {die}"])
    assert scene.status("b") == status
    assert scene.told("points earned", "A")


def hungry(*dice: str, ball: str | None = "T") -> Scene:
    picture = """
        A.......
        T.......
        .......b
    """
    legend = {
        "A": home(agility=4, strength=5, skills=["Throw Team-Mate", "Always Hungry"]),
        "T": home(agility=4, armour=8, skills=["Right Stuff", "Regeneration"]),
        "b": away(),
    }
    scene = Scene(picture, legend, ball=ball or (7, 0), edition=EDITION)
    return scene.play("activate A", "declare throw team-mate", "pick T", "throw (4,1)", dice=list(dice))


@skill("Always Hungry", "Throw Team-Mate")
@pytest.mark.rule("A-SKREF-30")
def test_two_ones_and_the_team_mate_is_eaten() -> None:
    scene = hungry("D6 1", "D6 1", "D8 5")
    assert (scene.status("T"), scene.ball) == ("casualty", (1, 1))


@skill("Always Hungry", "Right Stuff")
@pytest.mark.rule("A-SKREF-30", "A-SKREF-24")
def test_otherwise_it_slips_away() -> None:
    scene = hungry("D6 1", "D6 2", "D6 6", ball=None)
    assert (scene.status("T"), scene.square("T")) == ("standing", (0, 1))
    scene = hungry("D6 2", "D6 6", "D8 2", "D8 7", "D8 5", "D6 6", ball=None)
    assert scene.square("T") == (5, 1)


@skill("Throw Team-Mate", "Right Stuff")
@pytest.mark.rule("A-SKREF-24")
def test_nobody_else_is_thrown() -> None:
    legend = {"A": home(strength=5, skills=["Throw Team-Mate"]), "T": home(), "b": away()}
    scene = Scene("AT...b", legend, edition=EDITION).play("activate A")
    if scene.offered("declare throw team-mate"):
        scene.play("declare throw team-mate")
    assert not scene.offered("pick T")


@skill("Hypnotic Gaze")
@pytest.mark.rule("A-SKREF-35")
@pytest.mark.parametrize(("die", "gone"), [(4, True), (3, False)])
def test_a_gaze_at_the_end_of_a_move_takes_a_zone(die: int, gone: bool) -> None:
    scene = duel({"skills": ["Hypnotic Gaze"]}, {})
    scene.play("activate A", "declare move", "use GAZES b", dice=[f"D6 {die}"])
    assert has(scene, "b", int(NO_ZONE)) == gone
    assert scene.turnover == ""


@skill("Hypnotic Gaze")
@pytest.mark.rule("A-SKREF-35")
def test_other_zones_make_a_gaze_harder() -> None:
    legend = {"A": home(agility=4, skills=["Hypnotic Gaze"]), "b": away(), "c": away(at=(2, 1))}
    scene = Scene(HALL, legend, edition=EDITION)
    scene.play("activate A", "declare move", "use GAZES b", dice=["D6 6"])
    assert needed(scene, int(clauses.SPECIAL_ROLL)) == 5


# --- until when, and what else --------------------------------------------------------------------------------------


@skill("Bone-head", "Really Stupid")
@pytest.mark.rule("A-SKREF-28", "A-SKREF-29")
@pytest.mark.parametrize(("trait", "enough"), [("Bone-head", 2), ("Really Stupid", 4)])
def test_the_zone_stays_lost_until_the_roll_is_passed_in_a_later_turn(trait: str, enough: int) -> None:
    scene = duel({"skills": [trait]}, {})
    scene.play("activate A", "declare move", dice=["D6 1"])
    scene.play("end turn", "end turn")
    assert has(scene, "A", int(NO_ZONE)), "a new turn brings nothing back"
    scene.play("activate A", "declare move", dice=["D6 1"])
    assert has(scene, "A", int(NO_ZONE))
    scene.play("end turn", "end turn", "activate A", "declare move", dice=[f"D6 {enough}"])
    assert not has(scene, "A", int(NO_ZONE))


@skill("Dense")
@pytest.mark.rule("A-TRAIT-01")
def test_the_dense_have_their_zone_back_with_their_next_action_whatever_it_is() -> None:
    scene = duel({"skills": ["Dense"]}, {})
    scene.play("activate A", "declare blitz", dice=["D6 1"])
    scene.play("end turn", "end turn")
    assert has(scene, "A", int(NO_ZONE))
    scene.play("activate A", "declare move")
    assert not has(scene, "A", int(NO_ZONE))


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-03")
def test_a_block_that_knocks_the_rooted_down_frees_them() -> None:
    scene = duel({}, {"skills": ["Take Root"], "rooted": True})
    blocks(scene, "push (4,2)", "stay", dice=["block POW", "2D6 1+2"])
    assert (scene.square("b"), scene.status("b")) == ((4, 2), "prone")
    assert not has(scene, "b", int(ROOTED))


@skill("Take Root")
@pytest.mark.rule("A-TRAIT-02")
def test_the_rooted_stay_so_from_turn_to_turn() -> None:
    scene = duel({"skills": ["Take Root"]}, {"at": (7, 4)}, ALONE)
    scene.play("activate A", "declare move", "stop", dice=["D6 1"])
    scene.play("end turn", "end turn")
    assert has(scene, "A", int(ROOTED))
    scene.play("activate A", "declare move", "step w", dice=["2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Stunty")
@pytest.mark.rule("A-SKREF-23")
@pytest.mark.parametrize(("dice", "status"), [("2D6 3+3", "stunned"), ("2D6 4+4", "knocked-out")])
def test_six_and_eight_are_no_worse_for_the_stunty(dice: str, status: str) -> None:
    scene = duel({}, {"skills": ["Stunty"]})
    blocks(scene, "push (4,2)", "stay", dice=["block POW", "2D6 5+5", dice])
    assert scene.status("b") == status


@skill("Hypnotic Gaze")
@pytest.mark.rule("A-SKREF-35")
def test_whoever_was_gazed_at_neither_intercepts_nor_assists_until_its_next_action() -> None:
    picture = """
        G......
        P.b.C..
        .......
    """
    legend = {
        "G": home(agility=4, skills=["Hypnotic Gaze"]),
        "P": home(agility=4),
        "C": home(agility=4),
        "b": away(agility=4),
    }
    scene = Scene(picture, legend, ball="P", edition=EDITION)
    scene.play("activate G", "step e", "use GAZES b", dice=["D6 6"])
    scene.play("activate P", "declare pass", "aim", "throw (4,1)", dice=["D6 6", "D6 6"])
    assert scene.ball == "C", "nobody was asked whether b intercepts"
    scene.play("end turn")
    assert has(scene, "b", int(NO_ZONE)), "not before it acts itself"
    scene.play("activate b", "declare move")
    assert not has(scene, "b", int(NO_ZONE))
