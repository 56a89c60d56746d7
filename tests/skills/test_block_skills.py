"""Skills that change how a block is made, read and answered."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.procedures.block.dice import assists, block_dice
from dungeonbowl.engine.statuses import DAZZLED, FURIOUS
from dungeonbowl.scenes.scene import Scene, away, home

HALL = """
    .......
    .......
    ..Ab...
    .......
    .......
"""
FAR = (6, 0)  # somebody who keeps the match going


def duel(blocker: dict[str, Any], target: dict[str, Any], **facts: Any) -> Scene:
    """A blocks b in an empty hall; z is far away."""
    legend = {"A": home(**blocker), "b": away(**target), "z": away(at=FAR), "Z": home(at=(0, 4))}
    return Scene(HALL, legend, **facts)


def dice_of(scene: Scene, attacker: str = "A", defender: str = "b") -> int:
    return int(block_dice(scene.game, scene.piece(attacker), scene.piece(defender)))


def rolled(scene: Scene) -> list[int]:
    """How many dice each block rolled, negative when the target's coach chose."""
    return [int(event.d) for event in scene.events("block dice rolled")]


# --- Block, Dodge, Tackle -------------------------------------------------------------------------------------------


@pytest.mark.skill("Block")
@pytest.mark.rule("O-BLOCK-05")
def test_who_has_block_stays_on_its_feet_when_both_go_down() -> None:
    scene = duel({"skills": ["Block"]}, {})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 2+3"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")
    scene = duel({}, {"skills": ["Block"]})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 2+3"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "standing")


@pytest.mark.skill("Block")
def test_block_does_not_help_a_target_without_its_zone_nor_against_another_face() -> None:
    scene = duel({"skills": ["Block"]}, {"skills": ["Block"], "zone": False})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 2+3"])
    assert scene.status("b") == "prone"
    scene = duel({"skills": ["Block"]}, {})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 2+3"])
    assert scene.status("A") == "prone"


@pytest.mark.skill("Dodge", "Tackle")
@pytest.mark.rule("O-BLOCK-07")
def test_dodge_turns_a_stumble_into_a_push_but_not_against_tackle() -> None:
    scene = duel({}, {"skills": ["Dodge"]})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block STUMBLE"])
    assert scene.status("b") == "standing"
    scene = duel({"skills": ["Tackle"]}, {"skills": ["Dodge"]})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block STUMBLE", "2D6 2+3"])
    assert scene.status("b") == "prone"


@pytest.mark.skill("Dodge")
def test_dodge_does_nothing_against_pow() -> None:
    scene = duel({}, {"skills": ["Dodge"]})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block POW", "2D6 2+3"])
    assert scene.status("b") == "prone"


@pytest.mark.skill("Dodge", "Frenzy")
def test_a_target_may_rather_fall_than_be_blocked_again() -> None:
    scene = duel({"skills": ["Frenzy"]}, {"skills": ["Dodge"]})
    scene.play("activate A", "declare block b", dice=["block STUMBLE"])
    assert scene.asked == "away"
    assert scene.options() == ["use Dodge b", "decline"]
    scene.play("decline", "push (4,2)", dice=["2D6 2+3"])
    assert scene.status("b") == "prone"
    assert rolled(scene) == [1]


@pytest.mark.skill("Tackle")
def test_tackle_needs_a_zone_to_cancel_a_dodge_out_of_it() -> None:
    scene = Scene("bA..D", {"A": home(skills=["Dodge"]), "D": home(), "b": away(skills=["Tackle"])})
    scene.play("activate A", "step e", dice=["D6 2", "2D6 1+1"])
    assert scene.status("A") == "prone"
    scene = Scene("cbA..D", {"A": home(skills=["Dodge"]), "D": home(), "b": away(), "c": away(skills=["Tackle"])})
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.offered("reroll skill")  # the tackler does not mark the square left


# --- Wrestle --------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Wrestle", "Block")
def test_a_wrestler_places_both_prone_whatever_the_blocker_can() -> None:
    scene = duel({"skills": ["Block"]}, {"skills": ["Wrestle"]})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN"])
    assert scene.asked == "away"
    scene.play("use DRAGS_DOWN b")  # no armour rolls
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.skill("Wrestle")
def test_wrestling_may_be_declined() -> None:
    scene = duel({"skills": ["Block"]}, {"skills": ["Wrestle"]})
    scene.play("activate A", "declare block b", "decline", dice=["block BOTH-DOWN", "2D6 2+3"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")


@pytest.mark.skill("Wrestle")
@pytest.mark.rule("O-TO-03")
def test_a_blocker_that_wrestles_with_the_ball_causes_a_turnover() -> None:
    scene = duel({"skills": ["Wrestle"]}, {"skills": ["Block"]}, ball="A")
    scene.play("activate A", "declare block b", "use DRAGS_DOWN A", dice=["block BOTH-DOWN", "D8 1"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")
    assert scene.turnover == "TURNOVER_PLACED_PRONE"
    assert scene.ball == (1, 1)


@pytest.mark.skill("Wrestle")
def test_nobody_wrestles_on_another_face_or_without_a_zone() -> None:
    scene = duel({}, {"skills": ["Wrestle"]})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.status("A") == "standing"
    scene = duel({}, {"skills": ["Wrestle"], "zone": False})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 2+3", "2D6 2+3"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


# --- Juggernaut -----------------------------------------------------------------------------------------------------


@pytest.mark.skill("Juggernaut")
def test_a_juggernaut_may_push_where_both_would_go_down() -> None:
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Block"]})
    scene.play("activate A", "declare blitz b", "block b", dice=["block BOTH-DOWN"])
    assert scene.options() == ["use Juggernaut A", "decline"]
    scene.play("use UNSTOPPABLE A", "push (4,2)", "stay")
    assert (scene.status("A"), scene.square("b")) == ("standing", (4, 2))


@pytest.mark.skill("Juggernaut")
def test_a_juggernaut_may_let_both_go_down() -> None:
    scene = duel({"skills": ["Juggernaut", "Block"]}, {})
    scene.play("activate A", "declare blitz b", "block b", "decline", dice=["block BOTH-DOWN", "2D6 2+3"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")


@pytest.mark.skill("Juggernaut", "Wrestle")
def test_nobody_wrestles_a_juggernaut_in_its_blitz() -> None:
    scene = duel({"skills": ["Juggernaut", "Block"]}, {"skills": ["Wrestle"]})
    scene.play("activate A", "declare blitz b", "block b", "decline", dice=["block BOTH-DOWN", "2D6 2+3"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")


@pytest.mark.skill("Juggernaut", "Wrestle")
def test_a_plain_block_has_no_juggernaut_in_it() -> None:
    scene = duel({"skills": ["Juggernaut", "Block"]}, {"skills": ["Wrestle"]})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN"])
    assert scene.asked == "away"
    assert scene.options() == ["use Wrestle b", "decline"]


# --- strength: Horns, Dauntless -------------------------------------------------------------------------------------


@pytest.mark.skill("Horns")
def test_horns_add_strength_in_a_blitz() -> None:
    scene = duel({"skills": ["Horns"]}, {})
    scene.play("activate A", "declare blitz b", "block b", dice=["block PUSH PUSH"])
    assert rolled(scene) == [2]


@pytest.mark.skill("Horns")
def test_horns_add_nothing_in_a_plain_block_nor_to_a_target() -> None:
    scene = duel({"skills": ["Horns"]}, {})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert rolled(scene) == [1]
    scene = duel({}, {"skills": ["Horns"]})
    scene.play("activate A", "declare blitz b", "block b", dice=["block PUSH"])
    assert rolled(scene) == [1]


@pytest.mark.skill("Horns")
@pytest.mark.rule("O-TEST-02")
def test_horns_do_not_lift_strength_over_its_bound() -> None:
    scene = duel({"skills": ["Horns"], "strength": 8}, {"strength": 8})
    scene.play("activate A", "declare blitz b", "block b", dice=["block PUSH"])
    assert rolled(scene) == [1]


@pytest.mark.skill("Dauntless")
@pytest.mark.parametrize(("face", "dice"), [(2, -2), (3, 1), (6, 1)])
def test_the_dauntless_may_match_a_stronger_target(face: int, dice: int) -> None:
    scene = duel({"skills": ["Dauntless"]}, {"strength": 5})
    scene.play("activate A", "declare block b", dice=[f"D6 {face}", "block PUSH" + " PUSH" * (abs(dice) - 1)])
    assert rolled(scene) == [dice]


@pytest.mark.skill("Dauntless")
def test_assists_count_after_the_match_of_strengths() -> None:
    picture = """
        .......
        ..C....
        ..Ab...
    """
    legend = {"A": home(skills=["Dauntless"]), "C": home(), "b": away(strength=5)}
    scene = Scene(picture, legend)
    scene.play("activate A", "declare block b", dice=["D6 3", "block PUSH PUSH"])
    assert rolled(scene) == [2]


@pytest.mark.skill("Dauntless")
def test_no_courage_is_needed_against_the_weaker_and_none_helps_against_the_far_stronger() -> None:
    scene = duel({"skills": ["Dauntless"]}, {"strength": 3}).play("activate A", "declare block b", dice=["block PUSH"])
    assert rolled(scene) == [1]
    scene = duel({"skills": ["Dauntless"], "strength": 1}, {"strength": 7})
    scene.play("activate A", "declare block b", dice=["block PUSH PUSH PUSH"])
    assert rolled(scene) == [-3]


@pytest.mark.skill("Dauntless", "Horns")
def test_horns_come_before_the_match_of_strengths() -> None:
    scene = duel({"skills": ["Dauntless", "Horns"]}, {"strength": 5})
    scene.play("activate A", "declare blitz b", "block b", dice=["D6 2", "block PUSH"])  # 2 + 4 is more than 5
    assert rolled(scene) == [1]


@pytest.mark.skill("Dauntless")
def test_the_courage_roll_may_be_rerolled_by_the_team() -> None:
    scene = duel({"skills": ["Dauntless"]}, {"strength": 5}, rerolls=(1, 0))
    scene.play("activate A", "declare block b", "reroll team", dice=["D6 1", "D6 4", "block PUSH"])
    assert rolled(scene) == [1]


# --- Guard, Defensive -----------------------------------------------------------------------------------------------

MARKED_HELPER = """
    ....c..
    ...G...
    ..Ab...
    .......
"""


def helped(guard: list[str], marker: list[str], **facts: Any) -> Scene:
    """G could help A against b, but c marks it."""
    legend = {"A": home(), "G": home(skills=guard), "b": away(), "c": away(skills=marker)}
    return Scene(MARKED_HELPER, legend, **facts)


@pytest.mark.skill("Guard")
def test_guard_assists_however_many_mark_it() -> None:
    assert dice_of(helped(["Guard"], [])) == 2
    assert dice_of(helped([], [])) == 1


@pytest.mark.skill("Guard")
def test_guard_needs_its_zone() -> None:
    legend = {"A": home(), "G": home(skills=["Guard"], zone=False), "b": away(), "c": away()}
    assert dice_of(Scene(MARKED_HELPER, legend)) == 1


@pytest.mark.skill("Guard", "Defensive")
def test_the_defensive_cancel_guard_in_the_turn_of_the_other_side_only() -> None:
    scene = helped(["Guard"], ["Defensive"])
    assert dice_of(scene) == 1
    # in its own turn a Defensive player cancels nothing: G defends A against a block of b
    picture = """
        .c.....
        ..G....
        ..Ab...
        .......
    """
    legend = {"A": home(), "G": home(skills=["Guard"]), "b": away(), "c": away(skills=["Defensive"])}
    scene = Scene(picture, legend, to_move="away")
    assert dice_of(scene, "b", "A") == -2


@pytest.mark.skill("Defensive")
def test_the_defensive_must_mark_the_guard_to_cancel_it() -> None:
    legend = {"A": home(), "G": home(skills=["Guard"]), "b": away(), "c": away(skills=["Defensive"], status="prone")}
    legend["d"] = away(at=(2, 0))
    assert dice_of(Scene(MARKED_HELPER, legend)) == 2


@pytest.mark.skill("Guard")
def test_guard_helps_no_foul_unless_the_first_print_is_played() -> None:
    legend = {"A": home(), "G": home(skills=["Guard"]), "b": away(status="prone"), "c": away()}
    scene = Scene(MARKED_HELPER, legend)
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 5+3"])
    assert not scene.told("armour broken", "b")
    scene = Scene(MARKED_HELPER, legend, edition="official(guard_2021=1)")
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 5+3", "2D6 1+2"])
    assert scene.told("armour broken", "b")


# --- hooks of the wizards -------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-03")
def test_a_furious_player_blocks_with_three_dice_of_its_own_choice() -> None:
    scene = duel({"strength": 1, "skills": ["Dauntless"]}, {"strength": 5})
    scene.game.conditions[scene.piece("A")] = int(FURIOUS)
    scene.play("activate A", "declare block b", dice=["block PUSH POW PLAYER-DOWN"])
    assert rolled(scene) == [3]
    assert scene.asked == "home"


@pytest.mark.rule("O-WIZ-10")
def test_a_dazzled_player_assists_blocks_on_neither_side_but_fouls() -> None:
    picture = """
        .......
        ..CG...
        ..Ab...
    """
    legend = {"A": home(), "G": home(), "C": home(), "b": away()}
    scene = Scene(picture, legend)
    assert assists(scene.game, scene.piece("A"), scene.piece("b")) == 2
    scene.game.conditions[scene.piece("G")] = int(DAZZLED)
    assert assists(scene.game, scene.piece("A"), scene.piece("b")) == 1
    assert assists(scene.game, scene.piece("A"), scene.piece("b"), False) == 2


# --- Brawler --------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Brawler")
@pytest.mark.rule("O-RR-03")
def test_a_brawler_rolls_one_both_down_again_and_the_rest_stands() -> None:
    scene = duel({"strength": 4, "skills": ["Brawler"]}, {}, rerolls=(1, 0))
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN BOTH-DOWN"])
    assert sorted(scene.options()) == ["face both-down", "reroll skill", "reroll team"]
    scene.play("reroll skill", dice=["block POW"])
    assert scene.options() == ["face both-down", "face pow"]  # one die only, and no team re-roll any more
    assert scene.rerolls("home") == 1


@pytest.mark.skill("Brawler")
def test_a_brawler_needs_a_both_down_and_a_plain_block() -> None:
    scene = duel({"strength": 4, "skills": ["Brawler"]}, {})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN PUSH"])
    assert not scene.offered("reroll skill")
    scene = duel({"strength": 4, "skills": ["Brawler"]}, {})
    scene.play("activate A", "declare blitz b", "block b", dice=["block BOTH-DOWN PUSH"])
    assert not scene.offered("reroll skill")


@pytest.mark.skill("Brawler")
@pytest.mark.rule("O-RR-01")
def test_a_brawler_rolls_no_die_a_third_time() -> None:
    scene = duel({"skills": ["Brawler"]}, {}, rerolls=(1, 0))
    scene.play("activate A", "declare block b", "reroll team", dice=["block BOTH-DOWN", "block BOTH-DOWN", *DOWN_TWICE])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


DOWN_TWICE = ["2D6 2+3", "2D6 2+3"]


@pytest.mark.skill("Brawler")
def test_a_brawler_may_roll_before_the_target_chooses() -> None:
    scene = duel({"skills": ["Brawler"]}, {"strength": 4})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN PUSH"])
    assert scene.asked == "home"
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("reroll skill", dice=["block POW"])
    assert scene.asked == "away"
    assert scene.options() == ["face push", "face pow"]


@pytest.mark.skill("Brawler")
@pytest.mark.rule("O-ROOM-05")
def test_a_curse_keeps_a_brawler_from_rolling_again() -> None:
    scene = duel({"strength": 4, "skills": ["Brawler"]}, {}, rooms=[("Cursed Room", [0, 0, 7, 5])])
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN PUSH"])
    assert not scene.offered("reroll skill")


# --- Multiple Block -------------------------------------------------------------------------------------------------

TWO = """
    .......
    ...b...
    ..A....
    ...c...
    .......
"""


def two(blocker: dict[str, Any], first: dict[str, Any], second: dict[str, Any], **facts: Any) -> Scene:
    facts_of_a = {"strength": 5, "skills": ["Multiple Block"], **blocker}
    legend = {"A": home(**facts_of_a), "b": away(**first), "c": away(**second), "Z": home(at=(0, 4))}
    return Scene(TWO, legend, **facts)


@pytest.mark.skill("Multiple Block")
@pytest.mark.rule("O-AST-02")
def test_two_are_blocked_at_once_with_two_less_strength_and_nobody_follows() -> None:
    scene = two({}, {}, {})
    scene.play("activate A", "declare multiple block b", dice=["block PUSH PUSH", "block POW POW"])
    assert rolled(scene) == [-2, -2]  # 3 against 3, and each target helps the other
    scene.play("push (4,0)", "push (4,4)", dice=["2D6 2+3"])
    assert (scene.square("b"), scene.square("c")) == ((4, 0), (4, 4))
    assert scene.status("c") == "prone"
    assert scene.square("A") == (2, 2)
    assert not scene.offered("activate A")


@pytest.mark.skill("Multiple Block")
def test_assists_count_for_each_block_on_its_own() -> None:
    scene = Scene(
        TWO,
        {
            "A": home(strength=5, skills=["Multiple Block"]),
            "b": away(),
            "c": away(),
            "G": home(at=(4, 0)),  # marks b and nobody else
        },
    )
    scene.play("activate A", "declare multiple block b", dice=["block PUSH", "block PUSH"])
    # 3 + 1 against 3 + 1, then 3 against 3 alone: b is marked by somebody else than A and helps nobody
    assert rolled(scene) == [1, 1]


@pytest.mark.skill("Multiple Block")
def test_both_blocks_are_resolved_even_if_one_fells_the_blocker() -> None:
    scene = two({"strength": 6}, {}, {})
    scene.play(
        "activate A",
        "declare multiple block b",
        "push (4,4)",
        dice=["block PLAYER-DOWN", "block POW", "2D6 1+2", "2D6 1+2"],
    )
    assert (scene.status("A"), scene.status("b"), scene.status("c")) == ("prone", "standing", "prone")
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.skill("Multiple Block")
def test_a_blocker_goes_down_only_once() -> None:
    scene = two({"strength": 6}, {}, {})
    armour = ["2D6 1+2"] * 3
    scene.play("activate A", "declare multiple block b", dice=["block BOTH-DOWN", "block BOTH-DOWN", *armour])
    assert [scene.status(letter) for letter in "Abc"] == ["prone", "prone", "prone"]
    assert [event.a for event in scene.events("armour held")].count(scene.piece("A")) == 1


@pytest.mark.skill("Multiple Block")
def test_two_opponents_must_be_there_and_the_player_must_stand() -> None:
    scene = two({}, {}, {"status": "prone"})
    scene.play("activate A")
    assert not scene.offered("declare multiple block b")
    scene = two({"status": "prone"}, {}, {})
    scene.play("activate A")
    assert not scene.offered("declare multiple block b")
    scene = two({"skills": []}, {}, {})
    scene.play("activate A")
    assert not scene.offered("declare multiple block b")


@pytest.mark.skill("Multiple Block")
def test_of_three_neighbours_the_second_is_named() -> None:
    legend = {"A": home(strength=6, skills=["Multiple Block"]), "b": away(), "c": away(), "d": away(at=(1, 2))}
    scene = Scene(TWO, legend)
    scene.play("activate A", "declare multiple block b")
    assert sorted(scene.options()) == ["block c", "block d"]


@pytest.mark.skill("Multiple Block", "Frenzy")
def test_a_frenzied_player_that_blocks_two_does_not_block_again() -> None:
    scene = two({"strength": 6, "skills": ["Multiple Block", "Frenzy"]}, {}, {})
    scene.play("activate A", "declare multiple block b", "push (4,0)", "push (4,4)", dice=["block PUSH", "block PUSH"])
    assert scene.square("A") == (2, 2)
    assert rolled(scene) == [1, 1]


@pytest.mark.skill("Multiple Block", "Foul Appearance")
def test_a_foul_sight_loses_only_the_block_against_it() -> None:
    scene = two({"strength": 6}, {"skills": ["Foul Appearance"]}, {})
    scene.play("activate A", "declare multiple block b", "push (4,4)", dice=["D6 1", "block PUSH"])
    assert scene.square("b") == (3, 1)
    assert scene.square("c") == (4, 4)


@pytest.mark.skill("Multiple Block", "Brawler", "Dauntless")
def test_it_is_a_block_action_for_other_skills() -> None:
    scene = two({"strength": 3, "skills": ["Multiple Block", "Brawler", "Dauntless"]}, {}, {"strength": 1})
    # b helps c and c helps b; A has Strength 1 and matches b on more than a 2
    scene.play("activate A", "declare multiple block b", dice=["D6 3", "block BOTH-DOWN PUSH"])
    assert rolled(scene) == [-2]
    assert scene.offered("reroll skill")


# --- Foul Appearance ------------------------------------------------------------------------------------------------


@pytest.mark.skill("Foul Appearance")
@pytest.mark.rule("O-BLOCK-13")
def test_a_block_against_a_foul_sight_is_lost_on_a_one_whatever_its_state() -> None:
    scene = duel({}, {"skills": ["Foul Appearance"], "zone": False})
    scene.play("activate A", "declare block b", dice=["D6 1"])
    assert rolled(scene) == []
    assert not scene.offered("activate A")


@pytest.mark.skill("Foul Appearance")
def test_a_foul_sight_does_not_hinder_its_own_blocks_nor_a_foul() -> None:
    scene = duel({"skills": ["Foul Appearance"]}, {})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    scene = duel({}, {"skills": ["Foul Appearance"], "status": "prone"})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 1+2"])
    assert scene.told("armour held", "b")


@pytest.mark.skill("Foul Appearance", "Frenzy")
def test_the_second_block_of_a_frenzy_is_no_new_action() -> None:
    scene = duel({"skills": ["Frenzy"]}, {"skills": ["Foul Appearance"]})
    scene.play("activate A", "declare block b", "push (4,2)", dice=["D6 2", "block PUSH", "block PUSH"])
    assert rolled(scene) == [1, 1]


# --- Stab, Projectile Vomit, Breathe Fire ---------------------------------------------------------------------------


@pytest.mark.skill("Stab")
def test_a_stab_breaks_armour_without_any_modifier_and_then_hurts() -> None:
    scene = duel({"skills": ["Stab", "Mighty Blow (+2)", "Claws"]}, {"armour": 9})
    scene.play("activate A", "declare stab b", dice=["2D6 4+4"])
    assert scene.status("b") == "standing"
    assert not scene.offered("activate A")
    scene = duel({"skills": ["Stab", "Mighty Blow (+2)"]}, {"armour": 9})
    scene.play("activate A", "declare stab b", dice=["2D6 5+4", "2D6 3+3"])  # 6 and no more: stunned
    assert scene.status("b") == "stunned"
    assert scene.turnover == ""


@pytest.mark.skill("Stab")
@pytest.mark.rule("O-ROOM-03", "O-TERM-11")
def test_no_room_helps_a_stab() -> None:
    scene = duel({"skills": ["Stab"]}, {"armour": 9}, rooms=[("Armoury", [0, 0, 7, 5])])
    scene.play("activate A", "declare stab b", dice=["2D6 4+4"])
    assert scene.status("b") == "standing"


@pytest.mark.skill("Stab")
@pytest.mark.rule("O-BLOCK-11")
def test_a_stab_in_a_blitz_costs_movement_and_ends_it() -> None:
    picture = "A..b..z"
    scene = Scene(picture, {"A": home(movement=3, skills=["Stab"]), "b": away(), "z": away(), "Z": home(at=(5, 0))})
    scene.play("activate A", "declare blitz b", "step e", "step e")
    assert scene.offered("use STABS b")
    assert scene.offered("block b")
    scene.play("use STABS b", dice=["2D6 1+2"])
    assert not scene.offered("step w")
    assert scene.active == "home"
    assert not scene.offered("activate A")


@pytest.mark.skill("Stab")
def test_a_stab_with_no_movement_left_is_rushed_for() -> None:
    scene = Scene("A..b.z", {"A": home(movement=2, skills=["Stab"]), "b": away(), "z": away()})
    scene.play("activate A", "declare blitz b", "step e", "step e", "use STABS b", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.skill("Stab")
def test_only_a_standing_neighbour_is_stabbed_by_a_standing_player() -> None:
    scene = duel({"skills": ["Stab"]}, {"status": "prone"})
    scene.play("activate A")
    assert not scene.offered("declare stab b")
    scene = duel({"skills": ["Stab"], "status": "prone"}, {})
    scene.play("activate A")
    assert not scene.offered("declare stab b")


@pytest.mark.skill("Stab", "Foul Appearance")
def test_a_foul_sight_stays_the_blade() -> None:
    scene = duel({"skills": ["Stab"]}, {"skills": ["Foul Appearance"]})
    scene.play("activate A", "declare stab b", dice=["D6 1"])
    assert not scene.told("armour held")
    assert not scene.offered("activate A")


@pytest.mark.skill("Stab")
@pytest.mark.rule("O-DOWN-05")
def test_a_stabbed_carrier_drops_the_ball_after_its_injury() -> None:
    scene = duel({"skills": ["Stab"]}, {}, ball="b")
    scene.play("activate A", "declare stab b", dice=["2D6 5+5", "2D6 6+6", "D16 1", "D8 5"])
    assert scene.status("b") == "casualty"
    assert scene.points("A") == 0
    assert scene.ball == (4, 2)


@pytest.mark.skill("Projectile Vomit")
def test_vomit_hits_the_target_on_a_two_and_the_player_itself_on_a_one() -> None:
    scene = duel({"skills": ["Projectile Vomit"]}, {})
    scene.play("activate A", "declare projectile vomit b", dice=["D6 2", "2D6 5+4", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "stunned")
    scene = duel({"skills": ["Projectile Vomit"]}, {})
    scene.play("activate A", "declare projectile vomit b", dice=["D6 1", "2D6 5+4", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("stunned", "standing")
    assert scene.turnover == ""  # it was not knocked down


@pytest.mark.skill("Projectile Vomit")
def test_vomit_that_does_not_break_armour_does_nothing_and_a_blitz_goes_on() -> None:
    scene = duel({"skills": ["Projectile Vomit"]}, {"armour": 9})
    scene.play("activate A", "declare blitz b", "use VOMITS b", dice=["D6 4", "2D6 4+4"])
    assert scene.status("b") == "standing"
    assert scene.offered("step w")
    assert not scene.offered("use VOMITS b")
    assert not scene.offered("block b")


@pytest.mark.skill("Projectile Vomit")
@pytest.mark.rule("O-TO-12")
def test_a_carrier_that_soils_itself_loses_the_turn() -> None:
    scene = duel({"skills": ["Projectile Vomit"]}, {}, ball="A")
    scene.play("activate A", "declare projectile vomit b", dice=["D6 1", "2D6 5+4", "2D6 1+2", "D8 1"])
    assert scene.turnover == "TURNOVER_CARRIER"


@pytest.mark.skill("Breathe Fire")
@pytest.mark.parametrize(("face", "status"), [(2, "standing"), (3, "standing"), (4, "prone"), (5, "prone")])
def test_fire_places_its_target_prone_on_a_four(face: int, status: str) -> None:
    scene = duel({"skills": ["Breathe Fire"]}, {})
    scene.play("activate A", "declare breathe fire b", dice=[f"D6 {face}"])  # no armour roll
    assert scene.status("b") == status
    assert not scene.offered("activate A")


@pytest.mark.skill("Breathe Fire")
def test_a_six_knocks_the_target_down_and_a_one_the_breather() -> None:
    scene = duel({"skills": ["Breathe Fire", "Mighty Blow"]}, {"armour": 9})
    scene.play("activate A", "declare breathe fire b", dice=["D6 6", "2D6 4+4"])  # no block: no Mighty Blow
    assert scene.status("b") == "prone"
    scene = duel({"skills": ["Breathe Fire"]}, {})
    scene.play("activate A", "declare breathe fire b", dice=["D6 1", "2D6 4+4"])
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.skill("Breathe Fire")
def test_the_strong_suffer_less_from_fire() -> None:
    scene = duel({"skills": ["Breathe Fire"]}, {"strength": 5})
    scene.play("activate A", "declare breathe fire b", dice=["D6 4"])
    assert scene.status("b") == "standing"
    scene = duel({"skills": ["Breathe Fire"]}, {"strength": 5})
    scene.play("activate A", "declare breathe fire b", dice=["D6 2", "2D6 4+4"])  # worth a 1
    assert scene.status("A") == "prone"
    scene = duel({"skills": ["Breathe Fire"]}, {"strength": 5}, edition="official(breathe_fire_2021=1)")
    scene.play("activate A", "declare breathe fire b", dice=["D6 2"])
    assert scene.status("A") == "standing"


@pytest.mark.skill("Breathe Fire")
def test_fire_in_a_blitz_ends_the_activation() -> None:
    scene = duel({"skills": ["Breathe Fire"]}, {})
    scene.play("activate A", "declare blitz b", "use BREATHES_FIRE b", dice=["D6 3"])
    assert not scene.offered("activate A")
    assert scene.active == "home"


@pytest.mark.skill("Breathe Fire")
@pytest.mark.rule("O-RR-11")
def test_the_die_of_a_special_action_may_be_rerolled_by_the_team() -> None:
    scene = duel({"skills": ["Breathe Fire"]}, {}, rerolls=(1, 0))
    scene.play("activate A", "declare breathe fire b", "reroll team", dice=["D6 1", "D6 4"])
    assert scene.status("b") == "prone"
    assert [int(event.clause) for event in scene.events("rerolled")] == [int(clauses.SPECIAL_ROLL)]
