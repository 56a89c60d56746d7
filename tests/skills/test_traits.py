"""Traits: those rolled at activation, those that work by themselves, and those that a dungeon has no use for."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import bundled, load_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import WAITS_TO_JOIN, WORDS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.statuses import ABSENT, NO_ZONE, ROOTED, THIRSTY
from dungeonbowl.records.save import load, save
from dungeonbowl.records.squads import squads_of
from dungeonbowl.scenes.scene import Scene, away, home
from support.teams import team


def has(scene: Scene, letter: str, condition: int) -> bool:
    return bool(scene.game.conditions[scene.piece(letter)] & int(condition))


def needed(scene: Scene) -> int:
    """The face that the last trait roll asked for."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clauses.TRAIT_ROLL][-1]


PAIR = "A.C.b.D"  # C is not beside A
NEAR = "AC..b.D"


# --- Bone Head ------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Bone Head")
@pytest.mark.rule("O-TURN-07")
def test_a_bone_head_forgets_on_a_one_and_loses_its_zone_until_it_is_activated_again() -> None:
    scene = Scene(PAIR, {"A": home(skills=["Bone Head"]), "C": home(), "b": away(), "D": home()})
    scene.play("activate A", "step e", dice=["D6 1"])
    assert scene.square("A") == (0, 0)
    assert has(scene, "A", NO_ZONE)
    scene.play("end turn", "end turn", "activate A")
    assert not has(scene, "A", NO_ZONE)


@pytest.mark.skill("Bone Head")
@pytest.mark.rule("O-TURN-06")
def test_a_forgotten_blitz_is_used_and_a_two_is_enough() -> None:
    scene = Scene(PAIR, {"A": home(skills=["Bone Head"]), "C": home(), "b": away(), "D": home()})
    scene.play("activate A", "declare blitz b", "activate C", dice=["D6 1"])
    assert not scene.offered("declare blitz b")
    scene = Scene(PAIR, {"A": home(skills=["Bone Head"]), "C": home(), "b": away(), "D": home()})
    scene.play("activate A", "declare blitz b", "step e", dice=["D6 2"])
    assert scene.square("A") == (1, 0)


@pytest.mark.skill("Bone Head")
@pytest.mark.parametrize("facts", [{"status": "prone"}, {"zone": False}])
def test_a_bone_head_forgets_lying_down_too(facts: dict[str, object]) -> None:
    scene = Scene(PAIR, {"A": home(skills=["Bone Head"], **facts), "C": home(), "b": away(), "D": home()})
    scene.play("activate A", "declare move", dice=["D6 1"])
    assert not scene.offered("stand up")


# --- Really Stupid --------------------------------------------------------------------------------------------------


@pytest.mark.skill("Really Stupid")
@pytest.mark.parametrize(("picture", "face"), [(PAIR, 4), (NEAR, 2)])
def test_a_stupid_player_is_told_what_to_do_by_a_team_mate_beside_it(picture: str, face: int) -> None:
    scene = Scene(picture, {"A": home(skills=["Really Stupid"]), "C": home(), "b": away(), "D": home()})
    scene.play("activate A", "declare move", dice=[f"D6 {face}"])
    assert needed(scene) == face
    assert scene.offered("stop")


@pytest.mark.skill("Really Stupid")
@pytest.mark.parametrize("mate", [{"skills": ["Really Stupid"]}, {"status": "prone"}])
def test_neither_the_stupid_nor_the_fallen_tell_it(mate: dict[str, object]) -> None:
    scene = Scene(NEAR, {"A": home(skills=["Really Stupid"]), "C": home(**mate), "b": away(), "D": home()})
    scene.play("activate A", "declare move", dice=["D6 3"])
    assert has(scene, "A", NO_ZONE)
    assert not scene.offered("activate A")


@pytest.mark.skill("Really Stupid")
def test_an_opponent_tells_it_nothing() -> None:
    scene = Scene("Ab.D", {"A": home(skills=["Really Stupid"]), "b": away(), "D": home()})
    scene.play("activate A", "declare block b", dice=["D6 3"])
    assert scene.status("b") == "standing"
    assert needed(scene) == 4


@pytest.mark.skill("Really Stupid", "Pro")
@pytest.mark.rule("O-RR-11")
def test_a_trait_roll_can_be_rolled_again() -> None:
    legend = {"A": home(skills=["Really Stupid", "Pro"]), "C": home(), "b": away(), "D": home()}
    scene = Scene(PAIR, legend, rerolls=(1, 0))
    scene.play("activate A", "declare move", dice=["D6 3"])
    assert scene.options() == ["accept", "reroll pro", "reroll team"]
    scene.play("reroll team", dice=["D6 4"])
    assert scene.offered("step e")


# --- Unchannelled Fury ----------------------------------------------------------------------------------------------


@pytest.mark.skill("Unchannelled Fury")
def test_a_furious_player_that_does_not_attack_may_only_rage_and_keeps_its_zone() -> None:
    scene = Scene("Ab.D", {"A": home(skills=["Unchannelled Fury"]), "b": away(), "D": home()})
    scene.play("activate A", "declare move", dice=["D6 3"])
    assert not scene.offered("activate A")
    assert not has(scene, "A", NO_ZONE)
    assert scene.turnover == ""


@pytest.mark.skill("Unchannelled Fury", "Stab")
@pytest.mark.parametrize(("what", "dice"), [("block b", ["block PUSH"]), ("blitz b", []), ("stab b", ["2D6 1+1"])])
def test_an_attack_channels_fury(what: str, dice: list[str]) -> None:
    scene = Scene("Ab.D", {"A": home(skills=["Unchannelled Fury", "Stab"]), "b": away(), "D": home()})
    scene.play("activate A", f"declare {what}", dice=["D6 2", *dice])
    assert needed(scene) == 2


@pytest.mark.skill("Unchannelled Fury")
@pytest.mark.rule("O-TURN-06")
def test_a_foul_does_not_channel_fury_and_is_used() -> None:
    legend = {"A": home(skills=["Unchannelled Fury"]), "C": home(), "b": away(status="prone"), "D": home()}
    scene = Scene("Ab.C.D", legend)
    scene.play("activate A", "declare foul b", "activate C", dice=["D6 3"])
    assert not scene.offered("declare foul b")


# --- Animal Savagery ------------------------------------------------------------------------------------------------


def savage(picture: str = NEAR, **facts: object) -> Scene:
    mate = {"armour": 8, **facts}
    legend = {"A": home(skills=["Animal Savagery", "Mighty Blow"]), "C": home(**mate), "b": away(), "D": home()}
    return Scene(picture, {key: value for key, value in legend.items() if key in picture})


@pytest.mark.skill("Animal Savagery", "Mighty Blow")
def test_a_savage_player_knocks_a_team_mate_down_with_all_its_skill_and_goes_on() -> None:
    scene = savage()
    scene.play("activate A", "declare move", dice=["D6 3", "2D6 3+4", "2D6 1+1"])  # 7 + 1 breaks
    assert scene.status("C") == "stunned"
    assert scene.turnover == ""
    assert scene.offered("stop")


@pytest.mark.skill("Animal Savagery")
def test_with_nobody_beside_it_a_savage_player_does_nothing() -> None:
    scene = savage(PAIR)
    scene.play("activate A", "declare move", dice=["D6 3"])
    assert scene.status("C") == "standing"
    assert has(scene, "A", NO_ZONE)
    scene = savage(status="prone")
    scene.play("activate A", "declare move", dice=["D6 3"])
    assert has(scene, "A", NO_ZONE)


@pytest.mark.skill("Animal Savagery")
def test_an_attack_channels_savagery_and_four_is_enough() -> None:
    picture = """
        AC.D
        b...
        ....
    """
    scene = savage(picture)
    scene.play("activate A", "declare block b", dice=["D6 2", "block PUSH PUSH"])
    assert scene.status("C") == "standing"
    scene = savage()
    scene.play("activate A", "declare move", dice=["D6 4"])
    assert scene.status("C") == "standing"


@pytest.mark.skill("Animal Savagery")
@pytest.mark.rule("O-TO-02")
def test_savaging_the_carrier_is_a_turnover() -> None:
    legend = {"A": home(skills=["Animal Savagery"]), "C": home(), "b": away(), "D": home()}
    scene = Scene(NEAR, legend, ball="C")
    scene.play("activate A", "declare move", dice=["D6 1", "2D6 1+1", "D8 5"])
    assert scene.active == "away"
    assert scene.told("turnover")


@pytest.mark.skill("Animal Savagery")
def test_its_coach_picks_the_victim_and_whether_to_carry_on() -> None:
    picture = """
        AC..
        bE.D
    """
    legend = {"A": home(skills=["Animal Savagery"]), "C": home(), "E": home(), "b": away(), "D": home()}
    scene = Scene(picture, legend)
    scene.play("activate A", "declare block b", dice=["D6 1"])
    assert sorted(scene.options()) == ["use Animal Savagery C", "use Animal Savagery E"]
    scene.play("use SAVAGES E", dice=["2D6 1+1"])
    assert scene.status("E") == "prone"
    assert scene.options() == ["accept", "stop"]
    scene.play("stop")
    assert scene.status("b") == "standing"
    assert not scene.offered("activate A")


# --- Take Root ------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Take Root")
def test_a_rooted_player_still_blocks_whoever_is_beside_it() -> None:
    scene = Scene("Ab..D", {"A": home(skills=["Take Root"]), "b": away(), "D": home()})
    scene.play("activate A", "declare block b", dice=["D6 1", "block PUSH"])
    assert has(scene, "A", ROOTED)
    assert (scene.square("A"), scene.square("b")) == ((0, 0), (2, 0))


@pytest.mark.skill("Take Root")
def test_a_two_takes_no_root() -> None:
    scene = Scene(PAIR, {"A": home(skills=["Take Root"]), "C": home(), "b": away(), "D": home()})
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.square("A") == (1, 0)


# --- Bloodlust ------------------------------------------------------------------------------------------------------

THRALL = "Thrall Lineman"


def vampire(picture: str = "A.T..b.D", ball: str | None = None, **facts: object) -> Scene:
    legend = {
        "A": home(skills=["Bloodlust (3+)"]),
        "T": home(position=THRALL, **facts),
        "U": home(position=THRALL),
        "b": away(),
        "D": home(),
    }
    return Scene(picture, {key: value for key, value in legend.items() if key in picture}, ball=ball, zones=(0, 1))


@pytest.mark.skill("Bloodlust")
def test_a_thirsty_player_bites_a_thrall_when_its_activation_ends() -> None:
    scene = vampire()
    scene.play("activate A", "declare move", "step e", "stop", dice=["D6 2", "2D6 4+4"])
    assert scene.status("T") == "knocked-out"
    assert scene.turnover == ""
    assert scene.active == "home"
    assert not has(scene, "A", NO_ZONE)


@pytest.mark.skill("Bloodlust")
@pytest.mark.parametrize(("skill", "die", "thirsty"), [("2+", 1, True), ("2+", 2, False), ("3+", 3, False)])
def test_the_number_of_a_thirst_counts(skill: str, die: int, thirsty: bool) -> None:
    legend = {"A": home(skills=[f"Bloodlust ({skill})"]), "b": away(), "D": home()}
    scene = Scene("A....b.D", legend)
    scene.play("activate A", "declare move", dice=[f"D6 {die}"])
    assert has(scene, "A", THIRSTY) == thirsty


@pytest.mark.skill("Bloodlust")
def test_without_a_bite_the_turn_is_over_and_the_ball_dropped() -> None:
    scene = vampire(ball="A")
    scene.play("activate A", "declare move", "stop", dice=["D6 2", "D8 5"])
    assert scene.active == "away"
    assert scene.ball == (1, 0)
    assert has(scene, "A", NO_ZONE)


@pytest.mark.skill("Bloodlust")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_a_thrall_is_bitten_in_whatever_state_and_hurt_badly_at_worst(status: str) -> None:
    scene = vampire("AT...b.D", status=status)
    scene.play("activate A", "declare move", "stop", dice=["D6 1", "2D6 6+6"])  # and no casualty roll
    assert scene.status("T") == "casualty"


@pytest.mark.skill("Bloodlust")
@pytest.mark.rule("O-TO-12")
def test_biting_the_carrier_is_a_turnover() -> None:
    scene = vampire("AT...b.D", ball="T")
    scene.play("activate A", "declare move", "stop", dice=["D6 1", "2D6 1+1", "D8 5"])
    assert scene.status("T") == "stunned"
    assert scene.active == "away"


@pytest.mark.skill("Bloodlust")
def test_its_coach_picks_the_thrall() -> None:
    scene = vampire("TAU..b.D")
    scene.play("activate A", "declare move", "stop", dice=["D6 1"])
    assert sorted(scene.options()) == ["use Bloodlust T", "use Bloodlust U"]
    scene.play("use THIRSTS U", dice=["2D6 1+1"])
    assert (scene.status("T"), scene.status("U")) == ("standing", "stunned")


@pytest.mark.skill("Bloodlust")
@pytest.mark.rule("O-TURN-06")
def test_the_declared_action_may_become_a_move_and_counts_as_used() -> None:
    scene = vampire()
    scene.play("activate A", "declare pass", dice=["D6 2"])
    assert scene.options() == ["accept", "declare move"]
    scene.play("declare move", "step e", "stop", "activate D", dice=["2D6 1+1"])
    assert not scene.offered("declare pass")


@pytest.mark.skill("Bloodlust")
def test_a_block_is_easier_to_think_of() -> None:
    scene = vampire("Ab..T..D")
    scene.play("activate A", "declare block b", dice=["D6 2", "block PUSH"])
    assert needed(scene) == 2


@pytest.mark.skill("Bloodlust")
def test_the_bite_comes_before_a_pass() -> None:
    scene = vampire("TA..D.b", ball="A")
    scene.play("activate A", "declare pass", "accept", "aim", "throw (4,0)", dice=["D6 2", "2D6 1+1", "D6 6", "D6 6"])
    assert scene.status("T") == "stunned"
    assert scene.ball == "D"


@pytest.mark.skill("Bloodlust")
def test_without_a_bite_there_is_no_pass() -> None:
    scene = vampire("A.T.D.b", ball="A")
    scene.play("activate A", "declare pass", "accept", "aim", "throw (4,0)", dice=["D6 2", "D8 5"])
    assert scene.ball == (1, 0)
    assert scene.active == "away"


@pytest.mark.skill("Bloodlust")
def test_the_bite_comes_before_a_hand_off() -> None:
    scene = vampire("TAD.b", ball="A")
    scene.play("activate A", "declare hand-off", "accept", "hand off D", dice=["D6 2", "2D6 1+1", "D6 4"])
    assert (scene.status("T"), scene.ball) == ("stunned", "D")
    scene = vampire("T.AD.b", ball="A")
    scene.play("activate A", "declare hand-off", "accept", "hand off D", dice=["D6 2", "D8 4"])
    assert scene.ball == (1, 0)


@pytest.mark.skill("Bloodlust")
@pytest.mark.parametrize(("row", "won"), [("V...BT", True), ("VT..BB", False)])
def test_no_touchdown_before_the_bite(row: str, won: bool) -> None:
    legend = {"V": home(skills=["Bloodlust (3+)"]), "T": home(position=THRALL), "d": away()}
    scene = Scene(f"{row}\n......\nA....d", legend, ball="V", zones=(0, 1))
    steps = ["step e"] * 4 if won else ["step se", "step e", "step e", "step ne"]
    scene.play("activate V", "declare move", *steps, dice=["D6 2"])
    assert scene.winner is None
    scene.play("stop", dice=["2D6 1+1"] if won else ["D8 7"])
    assert (scene.winner == "home") == won


@pytest.mark.skill("Bloodlust")
def test_a_thirst_lasts_in_a_save() -> None:
    scene = vampire()
    scene.play("activate A", "declare pass", dice=["D6 2"])
    again = load(save(scene.match))
    assert again.frame().args() == scene.game.frame().args()
    assert again.conditions[scene.piece("A")] & int(THIRSTY)
    assert [sheet.position for sheet in again.squads.sheets] == [sheet.position for sheet in scene.game.squads.sheets]


# --- Drunkard -------------------------------------------------------------------------------------------------------


@pytest.mark.skill("Drunkard")
@pytest.mark.parametrize(("die", "status"), [(2, "prone"), (3, "standing")])
def test_a_drunkard_needs_a_three_to_rush(die: int, status: str) -> None:
    scene = Scene("A....b.D", {"A": home(movement=1, skills=["Drunkard"]), "b": away(), "D": home()})
    dice = [f"D6 {die}"] + (["2D6 1+1"] if status == "prone" else [])
    scene.play("activate A", "step e", "step e", dice=dice)
    assert scene.status("A") == status


@pytest.mark.skill("Drunkard")
def test_a_drunkard_dodges_like_anybody_and_finds_its_way_by_its_own_odds() -> None:
    scene = Scene("bA..D", {"A": home(skills=["Drunkard"]), "b": away(), "D": home()})
    scene.play("activate A", "step e", dice=["D6 3"])
    assert scene.status("A") == "standing"
    scene = Scene("A....b.D", {"A": home(movement=1, skills=["Drunkard"]), "b": away(), "D": home()})
    scene.play("activate A")
    found = reach(scene.game, scene.piece("A"))
    assert round(float(found.odds(scene.node((2, 0)))), 3) == round(4 / 6, 3)


# --- Pick-me-up -----------------------------------------------------------------------------------------------------


def roused(distance: int = 3, fallen: str = "prone", **facts: object) -> Scene:
    picture = "A" + "." * (distance - 1) + "C...b"
    legend = {"A": home(skills=["Pick-me-up"], **facts), "C": home(status=fallen), "b": away()}
    return Scene(picture, legend, to_move="away")


@pytest.mark.skill("Pick-me-up")
@pytest.mark.parametrize(("die", "status"), [(4, "prone"), (5, "standing")])
def test_the_fallen_near_it_get_up_at_the_end_of_the_other_sides_turn(die: int, status: str) -> None:
    scene = roused()
    scene.play("end turn", dice=[f"D6 {die}"])
    assert scene.status("C") == status


@pytest.mark.skill("Pick-me-up")
@pytest.mark.parametrize(
    ("distance", "status", "facts"),
    [
        (4, "prone", {}),
        (3, "stunned", {}),
        (3, "prone", {"status": "prone"}),
        (3, "prone", {"zone": False}),
    ],
)
def test_too_far_or_stunned_or_with_nobody_on_his_feet_no_die_is_rolled(
    distance: int, status: str, facts: dict[str, object]
) -> None:
    scene = roused(distance, status, **facts)
    scene.play("end turn")
    assert scene.status("C") == status


@pytest.mark.skill("Pick-me-up")
def test_nobody_is_picked_up_after_his_own_turn_and_one_die_is_enough() -> None:
    legend = {"A": home(skills=["Pick-me-up"]), "E": home(skills=["Pick-me-up"]), "C": home(status="prone")}
    scene = Scene("AEC...b", {**legend, "b": away()})
    scene.play("end turn")
    assert scene.status("C") == "prone"
    scene.play("end turn", dice=["D6 1"])
    assert scene.status("C") == "prone"


# --- Plague Ridden --------------------------------------------------------------------------------------------------


def plague(foul: bool = False, **facts: object) -> Scene:
    victim = {"armour": 3, "status": "prone" if foul else "standing", **facts}
    legend = {
        "A": home(strength=5, skills=["Plague Ridden"]),
        "D": home(),
        "N": home(conditions=[], status="absent", skills=["Decay"]),
        "b": away(**victim),
        "c": away(),
    }
    scene = Scene("Ab....c.D", legend)
    newcomer = scene.piece("N")
    words = scene.game.abilities
    word = newcomer * int(WORDS) + int(WAITS_TO_JOIN) // 32
    words[word] = words[word] | 1 << int(WAITS_TO_JOIN) % 32
    return scene


KILL = ["2D6 5+6", "2D6 6+6", "D16 15"]


@pytest.mark.skill("Plague Ridden")
def test_a_killed_opponent_brings_a_new_lineman_once() -> None:
    scene = plague()
    scene.play("activate A", "declare block b", "face pow", "stay", dice=["block POW PUSH", *KILL])
    assert scene.status("N") == "reserves"
    assert scene.status("b") == "casualty"
    assert scene.told("joined", "N")


@pytest.mark.skill("Plague Ridden")
def test_a_foul_infects_too() -> None:
    scene = plague(foul=True)
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 5+6", "2D6 6+5", "D16 16"])
    assert scene.status("N") == "reserves"


@pytest.mark.skill("Plague Ridden", "Decay", "Regeneration", "Stunty")
@pytest.mark.parametrize(
    ("facts", "casualty"),
    [
        ({}, ["D16 12"]),
        ({"strength": 5}, ["D16 15"]),
        ({"skills": ["Decay"]}, ["D16 15"]),
        ({"skills": ["Regeneration"]}, ["D16 15", "D6 1"]),
        ({"skills": ["Stunty"]}, ["D16 15"]),
    ],
)
def test_the_strong_the_rotten_and_the_small_are_not_infected(facts: dict[str, object], casualty: list[str]) -> None:
    scene = plague(**facts)
    count = 1 if facts.get("strength") == 5 else 2
    faces = "block POW" if count == 1 else "block POW POW"
    scene.play("activate A", "declare block b", dice=[faces])
    scene.play("stay", dice=["2D6 5+6", "2D6 6+6", *casualty])
    assert scene.status("N") == "absent"


@pytest.mark.skill("Plague Ridden")
def test_a_newcomer_waits_on_the_sheet_of_a_team_that_can_have_one() -> None:
    rotten = team(*["Rotter Lineman"] * 11, roster="life")
    dwarfs = team()
    squads = squads_of([rotten, dwarfs])
    waiting = [sheet for sheet in squads.sheets if int(WAITS_TO_JOIN) in sheet.abilities]
    assert [(int(sheet.side), sheet.position) for sheet in waiting] == [(0, "Rotter Lineman")]
    assert len(squads.sheets) == 23
    game = Game(build("official"), load_dungeon(bundled()[0]), squads)
    assert [int(status) for status in game.status].count(int(ABSENT)) == 1


# --- Regeneration ---------------------------------------------------------------------------------------------------


@pytest.mark.skill("Regeneration")
@pytest.mark.rule("O-INJ-06")
@pytest.mark.parametrize(("die", "status"), [(3, "casualty"), (4, "reserves")])
def test_a_casualty_regenerates_on_a_four(die: int, status: str) -> None:
    scene = Scene("Ab..D", {"A": home(strength=5), "b": away(armour=3, skills=["Regeneration"]), "D": home()})
    scene.play("activate A", "declare block b", dice=["block POW POW"])
    scene.play("stay", dice=["2D6 5+6", "2D6 6+6", "D16 15", f"D6 {die}"])
    assert scene.status("b") == status


# --- traits of another game -----------------------------------------------------------------------------------------


@pytest.mark.skill("Animosity", "Secret Weapon", "Swarming")
@pytest.mark.parametrize("skill", ["Animosity", "Secret Weapon", "Swarming"])
def test_a_trait_that_a_dungeon_has_no_use_for_changes_nothing(skill: str) -> None:
    scene = Scene("AC..b", {"A": home(skills=[skill]), "C": home(), "b": away()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 3"])  # nobody refuses
    assert scene.ball == "C"
    scene.play("end turn", "end turn")
    assert scene.status("A") == "standing"
    assert scene.offered("activate A")
