"""Strength skills as the older family of rules reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.records.save import load, save
from dungeonbowl.scenes.scene import Scene, away, home

HALL = """
    ........
    ........
    ..Ab....
    ........
    ........
"""


def skill(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skill(*names, edition="stockbowl")


def duel(blocker: dict[str, Any], target: dict[str, Any], **facts: Any) -> Scene:
    """A stands beside b in an empty hall; z and Z are far away."""
    legend = {"A": home(**blocker), "b": away(**target), "z": away(at=(7, 0)), "Z": home(at=(0, 4))}
    return Scene(HALL, legend, edition="stockbowl", **facts)


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind needed."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Break Tackle ---------------------------------------------------------------------------------------------------


@skill("Break Tackle")
@pytest.mark.parametrize(("die", "status"), [(2, "standing"), (1, "prone")])
def test_strength_takes_the_place_of_agility_in_one_dodge(die: int, status: str) -> None:
    scene = duel({"agility": 5, "strength": 4, "skills": ["Break Tackle"]}, {})
    fall = ["2D6 1+2"] if status == "prone" else []
    scene.play("activate A", "step w", dice=[f"D6 {die}", *fall])  # 3+ with Strength 4, one better for a dodge
    assert scene.status("A") == status


@skill("Break Tackle")
def test_a_tackle_is_broken_once_a_turn() -> None:
    legend = {"A": home(agility=5, strength=4, skills=["Break Tackle"]), "b": away(), "c": away(at=(0, 2))}
    scene = Scene(HALL, legend, edition="stockbowl")
    scene.play("activate A", "step nw", "step e", dice=["D6 3", "D6 3", "2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Break Tackle")
def test_strength_that_is_no_better_breaks_nothing() -> None:
    scene = duel({"agility": 4, "strength": 3, "skills": ["Break Tackle"]}, {})
    scene.play("activate A", "step w", dice=["D6 2", "2D6 1+2"])
    assert scene.status("A") == "prone"
    scene = duel({"agility": 5, "strength": 2, "skills": ["Break Tackle"]}, {})
    scene.play("activate A", "step w", dice=["D6 3", "2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Break Tackle", "Diving Tackle")
def test_strength_may_save_a_dodge_that_a_dive_has_spoiled_and_a_dive_one_that_strength_has_saved() -> None:
    scene = duel({"agility": 5, "strength": 4, "skills": ["Break Tackle"]}, {"skills": ["Diving Tackle"]})
    scene.play("activate A", "step w", "use TRIPS_DODGERS b", dice=["D6 4"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")
    scene = duel({"agility": 5, "strength": 4, "skills": ["Break Tackle"]}, {"skills": ["Diving Tackle"]})
    scene.play("activate A", "step w", "use TRIPS_DODGERS b", dice=["D6 3", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")


# --- Grab -----------------------------------------------------------------------------------------------------------


@skill("Grab")
def test_a_grabber_chooses_any_free_square_beside_its_target() -> None:
    scene = duel({"skills": ["Grab"]}, {})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert len(scene.options()) == 7
    scene.play("push (2,1)", "stay")
    assert scene.square("b") == (2, 1)


@skill("Grab")
def test_nobody_grabs_in_a_blitz() -> None:
    scene = duel({"skills": ["Grab"]}, {})
    scene.play("activate A", "declare blitz b", "block b", dice=["block PUSH"])
    assert len(scene.options()) == 3


@skill("Grab", "Side Step")
@pytest.mark.parametrize("way", [["declare block b"], ["declare blitz b", "block b"]])
def test_grab_and_side_step_cancel_each_other(way: list[str]) -> None:
    scene = duel({"skills": ["Grab"]}, {"skills": ["Side Step"]})
    scene.play("activate A", *way, dice=["block PUSH"])
    assert (scene.asked, len(scene.options())) == ("home", 3)
    scene = duel({"skills": ["Grab"]}, {"skills": ["Side Step"], "zone": False})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert (scene.asked, len(scene.options())) == ("home", 7)


# --- Guard ----------------------------------------------------------------------------------------------------------


def helped(skills: list[str], **facts: Any) -> Scene:
    """C helps A against b, marked by d."""
    picture = """
        .....
        .Ab..
        ..C..
        ..d..
    """
    legend = {"A": home(), "b": away(**facts), "C": home(skills=skills), "d": away()}
    return Scene(picture, legend, edition="stockbowl")


@skill("Guard")
@pytest.mark.parametrize(("skills", "dice"), [(["Guard"], "block PUSH PUSH"), ([], "block PUSH")])
def test_a_guard_helps_however_many_mark_it(skills: list[str], dice: str) -> None:
    scene = helped(skills)
    scene.play("activate A", "declare block b", dice=[dice])
    assert len(scene.events("block dice rolled")) == 1


@skill("Guard")
def test_a_guard_helps_its_side_against_a_block_too() -> None:
    legend = {"A": home(), "b": away(skills=["Guard"]), "C": home(), "d": away()}
    scene = Scene(
        """
        ....
        CAd.
        .b..
        """,
        legend,
        edition="stockbowl",
    )
    scene.play("activate A", "declare block d", dice=["block PUSH PUSH"])
    assert int(scene.events("block dice rolled")[0].d) == -2


@skill("Guard")
def test_a_guard_does_not_help_in_a_foul_or_on_the_ground() -> None:
    scene = helped(["Guard"], status="prone")
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 3+5"])
    assert scene.status("b") == "prone"  # 8 and no help
    legend = {"A": home(), "b": away(), "C": home(skills=["Guard"], status="prone"), "d": away()}
    scene = Scene(".Ab.\n..Cd", legend, edition="stockbowl")
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert int(scene.events("block dice rolled")[0].d) == 1


# --- Juggernaut -----------------------------------------------------------------------------------------------------


@skill("Juggernaut")
def test_a_juggernaut_turns_both_down_into_a_push_in_its_blitz() -> None:
    scene = duel({"skills": ["Juggernaut"]}, {})
    scene.play("activate A", "declare blitz b", "block b", "use UNSTOPPABLE A", "push (4,2)", dice=["block BOTH-DOWN"])
    assert (scene.square("b"), scene.status("b")) == ((4, 2), "standing")


@skill("Juggernaut", "Stand Firm")
def test_a_juggernaut_is_an_ordinary_blocker_outside_a_blitz() -> None:
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 1+2", "2D6 1+2"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.offered("use STANDS_FIRM b")
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)


# --- Mighty Blow ----------------------------------------------------------------------------------------------------


def strike(skills: list[str], *answers: str, dice: list[str], against: list[str] | None = None) -> Scene:
    scene = duel({"skills": skills}, {"skills": against or []})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", *answers, dice=["block POW", *dice])
    return scene


@skill("Mighty Blow")
def test_a_mighty_blow_adds_one_to_armour_or_injury() -> None:
    scene = strike(["Mighty Blow"], "use HITS_HARDER A", dice=["2D6 3+5", "2D6 3+4"])
    assert scene.status("b") == "stunned"
    scene = strike(["Mighty Blow"], dice=["2D6 4+5", "2D6 3+4"])
    assert scene.status("b") == "knocked-out"


@skill("Mighty Blow")
def test_a_mighty_blow_is_no_more_than_one_and_needs_its_own_block_and_its_feet() -> None:
    assert strike(["Mighty Blow"], dice=["2D6 3+4"]).status("b") == "prone"
    scene = duel({"skills": ["Mighty Blow"]}, {"skills": ["Mighty Blow"]})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 3+5", "2D6 3+5"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")


# --- Multiple Block -------------------------------------------------------------------------------------------------


def surrounded(blocker: dict[str, Any], **facts: Any) -> Scene:
    picture = """
        .......
        ..bAc..
        .......
    """
    legend = {"A": home(**blocker), "b": away(), "c": away(), "z": away(at=(0, 2)), **facts}
    return Scene(picture, legend, edition="stockbowl")


@skill("Multiple Block")
def test_two_targets_are_blocked_one_after_the_other_each_two_stronger() -> None:
    scene = surrounded({"strength": 5, "skills": ["Multiple Block"]})
    # five against three and two more and an assist; then, with b down, without the assist
    scene.play("activate A", "declare multiple block b", "face pow", "push (1,1)", dice=["block POW PUSH", "2D6 1+2"])
    assert (scene.status("b"), scene.square("A")) == ("prone", (3, 1))  # nobody follows up
    assert scene.options() == ["block c", "decline"]
    scene.play("block c", "push (5,1)", dice=["block PUSH"])
    assert [int(event.d) for event in scene.events("block dice rolled")] == [-2, 1]
    assert (scene.square("c"), scene.square("A")) == ((5, 1), (3, 1))


@skill("Multiple Block")
def test_the_second_block_is_made_only_on_ones_feet_and_may_be_left_out() -> None:
    scene = surrounded({"strength": 5, "skills": ["Multiple Block"]})
    scene.play("activate A", "declare multiple block b", dice=["block PLAYER-DOWN PLAYER-DOWN", "2D6 1+2"])
    assert len(scene.events("block dice rolled")) == 1
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
    scene = surrounded({"strength": 5, "skills": ["Multiple Block"]})
    scene.play("activate A", "declare multiple block b", "push (1,1)", "decline", dice=["block PUSH PUSH"])
    assert (len(scene.events("block dice rolled")), scene.square("c")) == (1, (4, 1))


@skill("Multiple Block")
def test_a_multiple_block_needs_two_targets() -> None:
    scene = duel({"skills": ["Multiple Block"]}, {})
    scene.play("activate A")
    assert not any("multiple" in text for text in scene.options())


@skill("Multiple Block", "Frenzy")
def test_nobody_is_frenzied_in_a_multiple_block() -> None:
    scene = surrounded({"strength": 5, "skills": ["Multiple Block", "Frenzy"]})
    scene.play("activate A", "declare multiple block b", "push (1,1)", dice=["block PUSH PUSH"])
    assert (scene.square("A"), scene.options()) == ((3, 1), ["block c", "decline"])


@skill("Multiple Block")
def test_a_multiple_block_may_be_saved_between_its_blocks() -> None:
    scene = surrounded({"strength": 5, "skills": ["Multiple Block"]})
    scene.play("activate A", "declare multiple block b", "push (1,1)", dice=["block PUSH PUSH"])
    scene.match.game = scene.game = load(save(scene.game))
    assert scene.options() == ["block c", "decline"]
    scene.play("block c", dice=["block PUSH"])
    assert len(scene.options()) == 3  # where c is pushed


# --- Piling On ------------------------------------------------------------------------------------------------------


def pile_on(skills: list[str], *answers: str, dice: list[str], follow: str = "follow", **facts: Any) -> Scene:
    scene = duel({"skills": ["Piling On", *skills]}, {}, **facts)
    return scene.play("activate A", "declare block b", "push (4,2)", follow, *answers, dice=["block POW", *dice])


@skill("Piling On")
def test_whoever_piles_on_rolls_armour_again_and_lies_down() -> None:
    scene = pile_on([], "use PILES_ON A", dice=["2D6 1+2", "2D6 4+5", "2D6 1+2"])
    assert (scene.status("b"), scene.status("A"), scene.square("A")) == ("stunned", "prone", (3, 2))
    assert scene.turnover == ""


@skill("Piling On")
def test_whoever_piles_on_may_roll_the_injury_again_instead() -> None:
    scene = pile_on([], "use PILES_ON A", dice=["2D6 4+5", "2D6 1+2", "2D6 4+4"])
    assert (scene.status("b"), scene.status("A")) == ("knocked-out", "prone")
    scene = pile_on([], dice=["2D6 4+5", "2D6 5+5", "D6 2", "D8 2"])
    assert (scene.status("b"), scene.status("A")) == ("casualty", "standing")  # there is nothing to roll again


@skill("Piling On")
def test_only_one_roll_is_made_again() -> None:
    scene = pile_on([], "use PILES_ON A", dice=["2D6 1+2", "2D6 4+5", "2D6 1+2"])
    assert scene.asked == "home"
    assert scene.options()[0].startswith("activate")


@skill("Piling On")
def test_piling_on_may_be_declined() -> None:
    scene = pile_on([], "decline", dice=["2D6 1+2"])
    assert (scene.status("b"), scene.status("A")) == ("prone", "standing")


@skill("Piling On", "Claw", "Mighty Blow")
def test_claw_and_mighty_blow_count_for_the_roll_made_again() -> None:
    answers = ["use PILES_ON A", "use HITS_HARDER A"]
    scene = pile_on(["Claw", "Mighty Blow"], *answers, dice=["2D6 1+2", "2D6 3+4", "2D6 3+4"])
    assert (scene.status("b"), scene.status("A")) == ("stunned", "prone")


@skill("Piling On")
def test_nobody_piles_on_from_afar_or_from_the_ground() -> None:
    scene = pile_on([], follow="stay", dice=["2D6 1+2"])
    assert (scene.status("b"), scene.status("A")) == ("prone", "standing")
    scene = duel({"skills": ["Piling On"]}, {})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 1+2", "2D6 1+2"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@skill("Piling On")
def test_piling_on_with_the_ball_is_a_turnover_and_the_ball_bounces_last() -> None:
    scene = pile_on([], "use PILES_ON A", ball="A", dice=["2D6 1+2", "2D6 4+4", "D8 2"])
    assert (scene.turnover, scene.ball) == ("TURNOVER_PLACED_PRONE", (3, 1))


@skill("Piling On")
def test_piling_on_ends_a_blitz_and_can_be_saved_while_asked() -> None:
    scene = duel({"skills": ["Piling On"]}, {})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", "follow", dice=["block POW", "2D6 1+2"])
    scene.match.game = scene.game = load(save(scene.game))
    scene.play("use PILES_ON A", dice=["2D6 1+2"])
    assert scene.options()[0].startswith("activate")


@skill("Piling On", "Mighty Blow")
@pytest.mark.rule("S-WALL-11")
def test_the_wall_helps_the_roll_made_again_no_more_than_the_first() -> None:
    legend = {"A": home(skills=["Piling On", "Mighty Blow"]), "b": away(), "Z": home()}
    scene = Scene("bA..Z", legend, edition="stockbowl")
    scene.play("activate A", "declare block b", "use PILES_ON A", dice=["block POW", "2D6 1+2", "2D6 3+5", "2D6 3+3"])
    assert (scene.status("b"), scene.status("A")) == ("stunned", "prone")  # 8 + 1 breaks it, 6 + 1 is no knock-out


# --- Stand Firm -----------------------------------------------------------------------------------------------------


@skill("Stand Firm")
def test_who_stands_firm_is_not_moved_and_falls_where_it_stands() -> None:
    scene = duel({}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", "use STANDS_FIRM b", dice=["block POW", "2D6 1+2"])
    assert (scene.square("b"), scene.status("b"), scene.square("A")) == ((3, 2), "prone", (2, 2))


@skill("Stand Firm")
def test_nobody_is_pushed_through_somebody_who_stands_firm() -> None:
    picture = """
        ...c.
        .Abd.
        ...e.
    """
    legend = {"A": home(), "b": away(), "c": away(), "d": away(skills=["Stand Firm"]), "e": away()}
    scene = Scene(picture, legend, edition="stockbowl")
    scene.play("activate A", "declare block b", "push (3,1)", "use STANDS_FIRM d", dice=["block PUSH"])
    assert (scene.square("b"), scene.square("d")) == ((2, 1), (3, 1))


@skill("Stand Firm")
def test_standing_firm_may_be_declined_and_needs_a_zone() -> None:
    scene = duel({}, {"skills": ["Stand Firm"]})
    scene.play("activate A", "declare block b", "decline", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)
    scene = duel({}, {"skills": ["Stand Firm"], "zone": False})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)


# --- Strong Arm -----------------------------------------------------------------------------------------------------


@skill("Strong Arm")
@pytest.mark.parametrize(("distance", "plain", "strong"), [(3, 3, 3), (4, 4, 3), (7, 5, 4), (11, 6, 5)])
def test_a_strong_arm_throws_better_over_more_than_a_quick_pass(distance: int, plain: int, strong: int) -> None:
    for skills, face in (([], plain), (["Strong Arm"], strong)):
        legend = {"A": home(agility=4, skills=skills), "b": away()}
        picture = "A.............\n..............\n.............b"
        scene = Scene(picture, legend, ball="A", edition="stockbowl")
        scene.play("activate A", "declare pass", "aim", f"throw ({distance},0)", dice=["D6 1", "D8 5"])
        assert needed(scene, int(clauses.PASS)) == face


@skill("Strong Arm")
def test_a_strong_arm_catches_no_better() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4, skills=["Strong Arm"]), "b": away()}
    scene = Scene("A....C...b", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (5,0)", dice=["D6 6", "D6 6"])
    assert needed(scene, int(clauses.CATCH)) == 3


# --- Thick Skull ----------------------------------------------------------------------------------------------------


@skill("Thick Skull")
@pytest.mark.parametrize(("injury", "status"), [("4+4", "stunned"), ("4+5", "knocked-out")])
def test_a_thick_skull_is_only_stunned_by_an_eight(injury: str, status: str) -> None:
    scene = strike([], dice=["2D6 4+5", f"2D6 {injury}"], against=["Thick Skull"])
    assert scene.status("b") == status


@skill("Thick Skull", "Mighty Blow")
def test_the_eight_counts_after_modifiers_and_for_those_on_the_ground() -> None:
    scene = strike(["Mighty Blow"], dice=["2D6 4+5", "2D6 3+4"], against=["Thick Skull"])
    assert scene.status("b") == "stunned"  # 7 + 1
    scene = strike(["Mighty Blow"], dice=["2D6 4+5", "2D6 4+4"], against=["Thick Skull"])
    assert scene.status("b") == "knocked-out"  # 8 + 1
    scene = duel({}, {"skills": ["Thick Skull"], "status": "stunned"})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 4+5", "2D6 3+5"])
    assert scene.status("b") == "stunned"
