"""Extraordinary skills of the older rules: traits, bodies and thirst."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.statuses import NO_ZONE, ROOTED
from dungeonbowl.scenes.scene import Scene, away, home


def skill(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skill(*names, edition="stockbowl")


def stock(picture: str, legend: dict[str, Any], **facts: Any) -> Scene:
    return Scene(picture, legend, edition="stockbowl", **facts)


def player(**facts: Any) -> Any:
    return home(**{"agility": 4, **facts})


def opponent(**facts: Any) -> Any:
    return away(**{"agility": 4, **facts})


def has(scene: Scene, letter: str, condition: int) -> bool:
    return bool(scene.game.conditions[scene.piece(letter)] & int(condition))


def needed(scene: Scene, clause: int = int(clauses.TRAIT_ROLL)) -> int:
    """The face that the last test of this kind asked for."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Bone-head, Really Stupid, Wild Animal --------------------------------------------------------------------------


@skill("Bone-head")
def test_a_bone_head_forgets_on_a_one_and_its_zone_is_gone_until_it_remembers() -> None:
    scene = stock("A.b.D", {"A": player(skills=["Bone-head"]), "b": opponent(), "D": player()})
    scene.play("activate A", "declare blitz", dice=["D6 1"])
    assert has(scene, "A", NO_ZONE)
    scene.play("activate D")
    assert not scene.offered("declare blitz")
    scene.play("declare move", "stop", "end turn", "activate A", "declare move", dice=["D6 1"])
    assert has(scene, "A", NO_ZONE)


@skill("Bone-head")
def test_a_bone_head_remembers_on_a_two() -> None:
    scene = stock("A.b", {"A": player(skills=["Bone-head"], zone=False), "b": opponent()})
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.square("A") == (1, 0)
    assert not has(scene, "A", NO_ZONE)


@skill("Bone-head")
def test_a_forgetful_player_neither_catches_nor_helps() -> None:
    scene = stock("A....C", {"A": player(), "C": player(skills=["Bone-head"], zone=False)}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (5,0)", dice=["D6 6", "D8 4"])
    assert scene.ball == (4, 0)


@skill("Really Stupid")
@pytest.mark.parametrize(
    ("picture", "mate", "face"), [("AC.b", {}, 2), ("A.Cb", {}, 4), ("AC.b", {"status": "prone"}, 4)]
)
def test_a_stupid_player_needs_a_cleverer_one_on_its_feet_beside_it(
    picture: str, mate: dict[str, Any], face: int
) -> None:
    scene = stock(picture, {"A": player(skills=["Really Stupid"]), "C": player(**mate), "b": opponent()})
    scene.play("activate A", "declare move", dice=[f"D6 {face - 1}"])
    assert needed(scene) == face
    assert has(scene, "A", NO_ZONE)


@skill("Really Stupid")
def test_two_stupid_players_do_not_help_each_other() -> None:
    scene = stock(
        "AC.b", {"A": player(skills=["Really Stupid"]), "C": player(skills=["Really Stupid"]), "b": opponent()}
    )
    scene.play("activate A", "declare move", dice=["D6 4"])
    assert needed(scene) == 4
    assert scene.offered("stop")


@skill("Wild Animal")
def test_a_wild_animal_wants_to_attack() -> None:
    scene = stock("Ab..C", {"A": player(skills=["Wild Animal"]), "b": opponent(), "C": player()})
    scene.play("activate A", "declare block b", dice=["D6 2", "block PUSH"])
    assert needed(scene) == 2
    scene = stock("Ab..C", {"A": player(skills=["Wild Animal"]), "b": opponent(), "C": player()})
    scene.play("activate A", "declare move", dice=["D6 3"])
    assert needed(scene) == 4
    assert not scene.offered("activate A")


@skill("Wild Animal")
def test_a_wild_animal_that_does_nothing_keeps_its_zone() -> None:
    scene = stock("A..b.C", {"A": player(skills=["Wild Animal"]), "b": opponent(), "C": player()})
    scene.play("activate A", "declare move", dice=["D6 3"])
    assert not has(scene, "A", NO_ZONE)
    assert scene.turnover == ""


# --- Take Root ------------------------------------------------------------------------------------------------------


@skill("Take Root")
def test_a_rooted_player_blocks_without_following_and_is_not_pushed() -> None:
    scene = stock("Ab..", {"A": player(skills=["Take Root"]), "b": opponent()})
    scene.play("activate A", "declare block b", dice=["D6 1", "block PUSH"])
    assert scene.square("b") == (2, 0)
    assert scene.square("A") == (0, 0)
    assert has(scene, "A", ROOTED)


@skill("Take Root")
def test_a_player_that_takes_root_in_a_blitz_does_not_block() -> None:
    scene = stock("Ab..C", {"A": player(skills=["Take Root"]), "b": opponent(), "C": player()})
    scene.play("activate A", "declare blitz", dice=["D6 1"])
    assert not scene.offered("block b")
    assert scene.offered("activate C")


@skill("Take Root")
def test_a_rooted_player_makes_no_blitz_later_on_either() -> None:
    scene = stock("Ab..C", {"A": player(skills=["Take Root"], rooted=True), "b": opponent(), "C": player()})
    scene.play("activate A", "declare blitz")
    assert not scene.offered("block b")
    assert not scene.offered("step s")


@skill("Take Root")
def test_it_takes_no_root_on_a_two_and_goes_loose_when_it_falls() -> None:
    scene = stock("A.b", {"A": player(skills=["Take Root"]), "b": opponent()})
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.square("A") == (1, 0)
    legend = {"A": player(skills=["Take Root"], rooted=True), "b": opponent()}
    scene = stock("A" + "b", legend, to_move="away")
    scene.play("activate b", "declare block A", dice=["block POW", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert not has(scene, "A", ROOTED)


# --- Loner, No Hands ------------------------------------------------------------------------------------------------


@skill("Loner")
@pytest.mark.parametrize(("face", "rolls"), [(3, []), (4, ["D6 6"])])
def test_a_team_re_roll_for_a_loner_needs_a_four(face: int, rolls: list[str]) -> None:
    scene = stock("A.b", {"A": player(skills=["Loner"]), "b": opponent()}, ball=(1, 0), rerolls=(1, 0))
    scene.play("activate A", "step e", dice=["D6 1"])
    dice = [f"D6 {face}", *(rolls or ["D8 4"])]
    scene.play("reroll team", dice=dice)
    assert scene.ball == ("A" if rolls else (0, 0))


@skill("Loner")
def test_a_loner_uses_its_own_skill_without_leave() -> None:
    scene = stock("A..", {"A": player(skills=["Loner", "Sure Hands"])}, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D6 1"])
    scene.play("reroll skill", dice=["D6 3"])
    assert scene.ball == "A"


@skill("No Hands")
def test_without_hands_the_ball_is_not_picked_up_and_the_turn_is_over() -> None:
    scene = stock("A..", {"A": player(skills=["No Hands"])}, ball=(1, 0))
    scene.play("activate A", "step e", dice=["D8 5"])
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_PICK_UP"


@skill("No Hands")
def test_without_hands_nothing_is_caught_or_intercepted() -> None:
    legend = {"A": player(), "C": player(skills=["No Hands"]), "b": opponent(skills=["No Hands"])}
    scene = stock("A..b.C", legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (5,0)", dice=["D6 6", "D8 4"])
    assert scene.ball == (4, 0)


# --- Regeneration, Decay, Nurgle's Rot ------------------------------------------------------------------------------


def blocked(victim: Any, attacker: Any, dice: list[str]) -> Scene:
    scene = stock("Ab..C", {"A": attacker, "b": victim, "C": player()})
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 6+6", "2D6 6+6", *dice])
    return scene


@skill("Regeneration")
@pytest.mark.parametrize(("face", "status"), [(4, "reserves"), (3, "casualty")])
def test_a_casualty_regenerates_on_a_four(face: int, status: str) -> None:
    scene = blocked(opponent(skills=["Regeneration"]), player(), ["D6 6", "D8 1", f"D6 {face}"])
    assert scene.status("b") == status
    assert scene.told("points earned", "A")


@skill("Regeneration")
def test_nobody_regenerates_from_a_knock_out() -> None:
    scene = stock("Ab..", {"A": player(), "b": opponent(skills=["Regeneration"])})
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 6+6", "2D6 4+4"])
    assert scene.status("b") == "knocked-out"


@skill("Decay")
def test_a_decaying_body_suffers_two_casualties() -> None:
    scene = blocked(opponent(skills=["Decay"]), player(), ["D6 1", "D8 1", "D6 4", "D8 2"])
    assert len(scene.events("casualty suffered")) == 2
    assert scene.status("b") == "casualty"


@skill("Decay")
def test_another_body_suffers_one() -> None:
    scene = blocked(opponent(), player(), ["D6 1", "D8 1"])
    assert len(scene.events("casualty suffered")) == 1


@skill("Nurgle's Rot")
def test_who_is_killed_by_the_rotten_changes_sides_after_the_match() -> None:
    scene = blocked(opponent(), player(skills=["Nurgle's Rot"]), ["D6 6", "D8 1"])
    assert scene.told("infected", "b")
    assert scene.status("b") == "casualty"


@skill("Nurgle's Rot", "Stunty", "Decay")
@pytest.mark.parametrize(
    ("victim", "dice"),
    [
        ({}, ["D6 5", "D8 1"]),
        ({"strength": 5}, ["D6 6", "D8 1"]),
        ({"skills": ["Stunty"]}, ["D6 6", "D8 1"]),
        ({"skills": ["Decay"]}, ["D6 6", "D8 1", "D6 6", "D8 1"]),
    ],
)
def test_neither_the_living_nor_the_large_the_small_or_the_decayed_do(victim: dict[str, Any], dice: list[str]) -> None:
    strong = player(skills=["Nurgle's Rot"], strength=int(victim.get("strength", 3)))
    assert not blocked(opponent(**victim), strong, dice).told("infected", "b")


# --- Stunty, Titchy -------------------------------------------------------------------------------------------------


def dodged(skills: list[str], marker: list[str]) -> int:
    legend = {"A": player(skills=skills), "b": opponent(), "c": opponent(skills=marker), "d": opponent(skills=marker)}
    picture = """
        b..c
        .A.d
    """
    scene = stock(picture, legend)
    scene.play("activate A", "step e", dice=["D6 6"])
    return needed(scene, int(clauses.DODGE))


@skill("Stunty")
def test_the_small_slip_through_zones_but_not_with_a_secret_weapon() -> None:
    assert dodged([], []) == 5
    assert dodged(["Stunty"], []) == 3
    assert dodged(["Stunty", "Secret Weapon"], []) == 5


@skill("Titchy")
def test_the_titchy_dodge_better_and_hinder_nobody() -> None:
    assert dodged(["Titchy"], []) == 4
    assert dodged([], ["Titchy"]) == 3


@skill("Stunty")
@pytest.mark.rule("S-BASE-14")
@pytest.mark.parametrize(("injury", "status"), [("3+3", "stunned"), ("3+4", "knocked-out"), ("4+5", "casualty")])
def test_the_small_are_hurt_more_easily(injury: str, status: str) -> None:
    scene = stock("Ab..C", {"A": player(), "b": opponent(skills=["Stunty"]), "C": player()})
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 6+6", f"2D6 {injury}"])
    assert scene.status("b") == status


# --- Fan Favourite --------------------------------------------------------------------------------------------------


@skill("Fan Favourite")
def test_the_darling_of_the_crowd_plays_like_anybody_in_a_dungeon_without_one() -> None:
    scene = stock("A.b", {"A": player(skills=["Fan Favourite"]), "b": opponent()})
    scene.play("activate A", "step e")
    assert scene.game.abilities[scene.piece("A") * 6] == 0
    assert scene.square("A") == (1, 0)


# --- Blood Lust -----------------------------------------------------------------------------------------------------


def vampire(picture: str, ball: str | None = None, **facts: Any) -> Scene:
    legend = {
        "V": player(skills=["Blood Lust"], **facts),
        "T": player(position="Thrall"),
        "C": player(),
        "b": opponent(),
    }
    return stock(picture, {key: value for key, value in legend.items() if key in picture}, ball=ball)


@skill("Blood Lust")
def test_a_two_is_enough_whatever_the_action() -> None:
    for what in ("move", "block b"):
        scene = vampire("Vb.T")
        scene.play("activate V", f"declare {what}", dice=["D6 2", *(["block PUSH"] if "block" in what else [])])
        assert needed(scene) == 2


@skill("Blood Lust")
def test_a_thirsty_vampire_bites_a_thrall_beside_it_at_the_end_of_its_move() -> None:
    scene = vampire("V.T.b")
    scene.play("activate V", "step e", "stop", dice=["D6 1", "2D6 6+6"])
    assert scene.status("T") == "casualty"  # badly hurt, without a roll for more
    assert scene.status("V") == "standing"
    assert scene.turnover == ""


@skill("Blood Lust")
@pytest.mark.rule("S-VAMP-01")
def test_with_no_thrall_it_leaves_for_the_knocked_out_and_drops_the_ball() -> None:
    scene = vampire("V...b.T", ball="V")
    scene.play("activate V", "step e", "stop", dice=["D6 1", "D8 5"])
    assert scene.status("V") == "knocked-out"
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_THIRST"


@skill("Blood Lust")
def test_a_block_may_become_a_move_and_nothing_else_may() -> None:
    scene = vampire("Vb.T")
    scene.play("activate V", "declare block b", dice=["D6 1"])
    assert scene.options() == ["accept", "declare move"]
    scene = vampire("V.bT")
    scene.play("activate V", "declare blitz", dice=["D6 1"])
    assert scene.offered("step e")


@skill("Blood Lust")
def test_it_bites_before_it_throws() -> None:
    scene = vampire("TV...C.b", ball="V")
    dice = ["D6 1", "2D6 1+1", "D6 6", "D6 6"]
    scene.play("activate V", "declare pass", "aim", "throw (5,0)", dice=dice)
    assert scene.status("T") == "stunned"
    assert scene.ball == "C"


# --- Hypnotic Gaze --------------------------------------------------------------------------------------------------


@skill("Hypnotic Gaze")
def test_a_gaze_ends_a_move_and_takes_the_zone_of_an_opponent() -> None:
    scene = stock("A.b.C", {"A": player(skills=["Hypnotic Gaze"]), "b": opponent(), "C": player()})
    scene.play("activate A", "step e", "use GAZES b", dice=["D6 4"])
    assert needed(scene, int(clauses.SPECIAL_ROLL)) == 4
    assert has(scene, "b", NO_ZONE)
    assert not scene.offered("activate A")


@skill("Hypnotic Gaze")
def test_other_opponents_beside_it_make_it_harder() -> None:
    picture = """
        c..
        .Ab
        ..C
    """
    legend = {"A": player(skills=["Hypnotic Gaze"]), "b": opponent(), "c": opponent(), "C": player()}
    scene = stock(picture, legend)
    scene.play("activate A", "declare move", "use GAZES b", dice=["D6 4"])
    assert needed(scene, int(clauses.SPECIAL_ROLL)) == 5
    assert not has(scene, "b", NO_ZONE)


@skill("Hypnotic Gaze")
def test_a_gaze_is_no_part_of_a_blitz_and_needs_a_neighbour() -> None:
    scene = stock("Ab.C", {"A": player(skills=["Hypnotic Gaze"]), "b": opponent(), "C": player()})
    scene.play("activate A")
    assert not any("gaze" in option for option in scene.options())
    scene.play("declare blitz")
    assert not scene.offered("use GAZES b")
    scene = stock("A..b.C", {"A": player(skills=["Hypnotic Gaze"]), "b": opponent(), "C": player()})
    scene.play("activate A", "declare move")
    assert not scene.offered("use GAZES b")


@skill("Hypnotic Gaze", "Foul Appearance")
def test_a_foul_appearance_can_be_looked_at() -> None:
    scene = stock(
        "Ab.C", {"A": player(skills=["Hypnotic Gaze"]), "b": opponent(skills=["Foul Appearance"]), "C": player()}
    )
    scene.play("activate A", "declare move", "use GAZES b", dice=["D6 6"])
    assert has(scene, "b", NO_ZONE)
