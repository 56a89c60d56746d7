"""General skills as the older family of rules reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
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


# --- Block ----------------------------------------------------------------------------------------------------------


@skill("Block")
def test_both_down_leaves_a_blocker_on_its_feet() -> None:
    scene = duel({"skills": ["Block"]}, {})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 2+3"])
    assert (scene.status("A"), scene.status("b"), scene.turnover) == ("standing", "prone", "")


@skill("Block")
def test_no_skill_of_blocking_helps_without_a_zone_or_against_another_face() -> None:
    scene = duel({}, {"skills": ["Block"], "zone": False})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 2+3", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")
    scene = duel({"skills": ["Block"]}, {})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 1+2"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


# --- Dauntless ------------------------------------------------------------------------------------------------------


@skill("Dauntless")
@pytest.mark.parametrize(("die", "dice"), [(3, "block PUSH"), (2, "block PUSH PUSH")])
def test_the_dauntless_must_roll_above_what_they_lack(die: int, dice: str) -> None:
    scene = duel({"skills": ["Dauntless"]}, {"strength": 5})
    scene.play("activate A", "declare block b", dice=[f"D6 {die}", dice])
    assert needed(scene, int(clauses.MATCH_STRENGTH)) == 3


@skill("Dauntless")
def test_nobody_is_dauntless_against_an_equal() -> None:
    scene = duel({"skills": ["Dauntless"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)


@skill("Dauntless", "Multiple Block")
def test_the_dauntless_match_what_a_divided_attack_adds_to_the_target() -> None:
    legend = {"A": home(skills=["Dauntless", "Multiple Block"]), "b": away(), "c": away()}
    scene = Scene("bAc", legend, edition="stockbowl")
    scene.play("activate A", "declare multiple block b", dice=["D6 3", "block PUSH PUSH", "2D6 1+2"])
    assert needed(scene, int(clauses.MATCH_STRENGTH)) == 3


# --- Dirty Player ---------------------------------------------------------------------------------------------------


def kick(skills: list[str], *answers: str, dice: list[str]) -> Scene:
    scene = duel({"skills": skills}, {"status": "prone"})
    return scene.play("activate A", "declare foul b", "foul b", *answers, dice=dice)


@skill("Dirty Player")
def test_a_dirty_player_adds_one_to_armour_or_injury() -> None:
    scene = kick(["Dirty Player"], "use KICKS_HARDER A", dice=["2D6 3+5", "2D6 3+4"])
    assert scene.status("b") == "stunned"  # 8 + 1 breaks it, and nothing is left for the injury
    scene = kick(["Dirty Player"], dice=["2D6 4+5", "2D6 3+4"])
    assert scene.status("b") == "knocked-out"  # 7 + 1


@skill("Dirty Player")
def test_a_dirty_player_adds_no_more_than_one_and_nothing_to_a_block() -> None:
    scene = kick(["Dirty Player"], dice=["2D6 3+4"])
    assert scene.status("b") == "prone"
    scene = duel({"skills": ["Dirty Player"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block POW", "2D6 3+5"])
    assert scene.status("b") == "prone"


# --- Fend -----------------------------------------------------------------------------------------------------------


@skill("Fend")
@pytest.mark.parametrize(("face", "dice"), [("PUSH", []), ("POW", ["2D6 1+2"])])
def test_nobody_follows_up_against_a_fending_player(face: str, dice: list[str]) -> None:
    scene = duel({}, {"skills": ["Fend"]})
    scene.play("activate A", "declare block b", "push (4,2)", "use FENDS_OFF b", dice=[f"block {face}", *dice])
    assert (scene.square("A"), scene.square("b")) == ((2, 2), (4, 2))


@skill("Fend")
def test_a_blitzer_who_was_fended_off_goes_on_moving() -> None:
    scene = duel({}, {"skills": ["Fend"]})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", "use FENDS_OFF b", dice=["block PUSH"])
    assert scene.offered("step e")


@skill("Fend", "Juggernaut")
def test_a_juggernaut_is_not_fended_off_in_its_blitz() -> None:
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Fend"]})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", dice=["block PUSH"])
    assert scene.options() == ["follow", "stay"]
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Fend"]})
    scene.play("activate A", "declare block b", "push (4,2)", dice=["block PUSH"])
    assert scene.offered("use FENDS_OFF b")


# --- Frenzy ---------------------------------------------------------------------------------------------------------


@skill("Frenzy")
def test_a_frenzied_player_follows_and_blocks_again() -> None:
    scene = duel({"skills": ["Frenzy"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", "push (5,2)", dice=["block PUSH", "block PUSH"])
    assert (scene.square("A"), scene.square("b")) == ((4, 2), (5, 2))
    assert len(scene.events("block dice rolled")) == 2


@skill("Frenzy")
def test_a_frenzied_player_does_not_block_again_whom_it_has_knocked_down() -> None:
    scene = duel({"skills": ["Frenzy"]}, {})
    scene.play("activate A", "declare block b", "push (4,2)", dice=["block POW", "2D6 1+2"])
    assert len(scene.events("block dice rolled")) == 1


@skill("Frenzy")
def test_the_second_block_of_a_blitz_needs_movement_or_a_go_for_it() -> None:
    picture = """
        ........
        A..b....
        ........
    """
    legend = {"A": home(movement=2, skills=["Frenzy"]), "b": away(), "z": away(at=(7, 0))}
    scene = Scene(picture, legend, edition="stockbowl")
    scene.play("activate A", "declare blitz b", "step e", "step e", "block b", dice=["D6 2", "block PUSH"])
    scene.play("push (4,1)", "push (5,1)", dice=["D6 2", "block PUSH"])  # the last Go For It
    assert len(scene.events("block dice rolled")) == 2
    legend["A"] = home(movement=1, skills=["Frenzy"])
    scene = Scene(picture, legend, edition="stockbowl")
    scene.play("activate A", "declare blitz b", "step e", "step e", "block b", dice=["D6 2", "D6 2", "block PUSH"])
    scene.play("push (4,1)")
    assert len(scene.events("block dice rolled")) == 1


# --- Kick, Kick-Off Return ------------------------------------------------------------------------------------------


@skill("Kick", "Kick-Off Return")
@pytest.mark.rule("S-OFF-02")
@pytest.mark.parametrize("name", ["Kick", "Kick-Off Return"])
def test_skills_of_the_kick_off_do_nothing(name: str) -> None:
    told = []
    for skills in ([], [name]):
        scene = duel({"skills": skills}, {"skills": skills})
        scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block PUSH"])
        told.append(scene.story())
    assert told[0] == told[1]


@skill("Kick", "Kick-Off Return")
@pytest.mark.rule("S-OFF-02")
@pytest.mark.parametrize("name", ["Kick", "Kick-Off Return"])
def test_a_team_turn_begins_like_any_other_with_a_skill_of_the_kick_off(name: str) -> None:
    scene = duel({"skills": [name]}, {"skills": [name]})
    options = scene.options()
    assert options == duel({}, {}).options()
    scene.play("end turn")
    assert scene.options() == duel({}, {}).play("end turn").options()


# --- Pass Block -----------------------------------------------------------------------------------------------------

LANE = """
    ..........
    ..........
    A........C
    ..........
    ..........
    ..........
    ..........
    ..........
"""


def pass_seen(reader: dict[str, Any], **facts: Any) -> Scene:
    """A throws to C, nine squares away, over the squares of three rows; b has seen it coming."""
    legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=4, skills=["Pass Block"], **reader)}
    scene = Scene(LANE, legend, ball="A", edition="stockbowl", **facts)
    return scene.play("activate A", "declare pass", "aim", "throw (9,2)")


@skill("Pass Block")
def test_a_pass_blocker_runs_into_the_way_and_intercepts() -> None:
    scene = pass_seen({"at": (4, 5)})
    assert scene.options() == ["use Pass Block b", "decline"]
    scene.play("use READS_THE_PASS b", "step n", "step n")
    assert scene.square("b") == (4, 3)
    assert scene.offered("stop")  # under the ruler
    scene.play("step n", "interfere b", dice=["D6 6"])  # the third step was the last
    assert (scene.square("b"), scene.ball) == ((4, 2), "b")


@skill("Pass Block")
def test_a_pass_blocker_may_only_take_ways_that_lead_to_a_useful_square() -> None:
    scene = pass_seen({"at": (4, 6)})
    scene.play("use READS_THE_PASS b")
    assert sorted(scene.options()) == ["step n", "step ne", "step nw"]  # the way is just three squares, and no stop
    scene.play("step n")
    assert sorted(scene.options()) == ["step n", "step ne", "step nw"]


@skill("Pass Block")
def test_who_cannot_reach_a_useful_square_is_not_asked() -> None:
    legend = {"A": home(), "C": home(), "b": away(skills=["Pass Block"], at=(4, 7))}
    scene = Scene(LANE, legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (9,2)", dice=["D6 1", "D8 5"])
    assert scene.turnover == "TURNOVER_FUMBLE"
    legend["b"] = away(skills=["Pass Block"], at=(4, 5), zone=False)
    scene = Scene(LANE, legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (9,2)", dice=["D6 1", "D8 5"])
    assert scene.turnover == "TURNOVER_FUMBLE"


@skill("Pass Block")
def test_the_empty_target_and_the_zones_of_thrower_and_catcher_are_useful_squares() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=4, skills=["Pass Block"], at=(3, 5))}
    scene = Scene(LANE, legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (3,2)", "use READS_THE_PASS b")
    scene.play("step n", "step n")
    scene.play("step n", dice=["D6 6", "D6 6"])  # an accurate pass into its hands
    assert (scene.square("b"), scene.ball) == ((3, 2), "b")
    scene = pass_seen({"at": (1, 5)})
    scene.play("use READS_THE_PASS b", "step n", "step n")
    assert (scene.square("b"), scene.asked) == ((1, 3), "away")
    assert scene.offered("stop")  # beside the thrower
    scene = pass_seen({"at": (8, 5)})
    scene.play("use READS_THE_PASS b", "step n", "step n")
    assert scene.offered("stop")  # beside the catcher


@skill("Pass Block", "Dodge")
def test_a_pass_blocker_dodges_and_its_skills_help_it() -> None:
    legend = {
        "A": home(agility=4),
        "C": home(agility=4),
        "D": home(at=(4, 5)),
        "b": away(agility=4, skills=["Pass Block", "Dodge"], at=(5, 5)),
    }
    scene = Scene(LANE, legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (9,2)", "use READS_THE_PASS b", "step n", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("accept", dice=["2D6 1+2", "D6 6", "D6 6"])
    assert (scene.status("b"), scene.ball, scene.turnover) == ("prone", "C", "")


# --- Pro ------------------------------------------------------------------------------------------------------------

ROW = "A....b.D"


def rusher(skills: list[str], rerolls: int = 1, **facts: Any) -> Scene:
    """A has one square of movement, so that its second step is a Go For It."""
    legend = {"A": home(movement=1, skills=skills, **facts), "b": away(), "D": home()}
    return Scene(ROW, legend, rerolls=(rerolls, 0), edition="stockbowl")


@skill("Pro")
@pytest.mark.parametrize(("die", "dice"), [(4, ["D6 2"]), (3, ["2D6 1+1"])])
def test_a_pro_needs_a_four_for_its_reroll(die: int, dice: list[str]) -> None:
    scene = rusher(["Pro"], 0)
    scene.play("activate A", "step e", "step e", "reroll pro", dice=["D6 1", f"D6 {die}", *dice])
    assert scene.status("A") == ("standing" if die == 4 else "prone")


@skill("Pro")
def test_a_team_reroll_may_take_up_the_die_of_a_pro_and_nothing_else() -> None:
    scene = rusher(["Pro"])
    scene.play("activate A", "step e", "step e", "reroll pro", dice=["D6 1", "D6 3"])
    assert scene.options() == ["accept", "reroll team"]
    scene.play("reroll team", dice=["D6 4", "D6 2"])
    assert (scene.status("A"), scene.rerolls("home")) == ("standing", 0)
    scene = rusher(["Pro"])
    scene.play("activate A", "step e", "step e", "reroll pro", "reroll team", dice=["D6 1", "D6 3", "D6 2", "2D6 1+1"])
    assert (scene.status("A"), scene.rerolls("home")) == ("prone", 0)
    scene = rusher(["Pro"])
    scene.play("activate A", "step e", "step e", "reroll pro", "accept", dice=["D6 1", "D6 3", "2D6 1+1"])
    assert (scene.status("A"), scene.rerolls("home")) == ("prone", 1)


@skill("Pro", "Loner")
def test_a_pro_that_is_a_loner_rolls_for_both() -> None:
    scene = rusher(["Pro", "Loner"])
    scene.play(
        "activate A", "step e", "step e", "reroll pro", "reroll team", dice=["D6 1", "D6 3", "D6 4", "D6 4", "D6 2"]
    )
    assert scene.status("A") == "standing"
    scene = rusher(["Pro", "Loner"])
    scene.play("activate A", "step e", "step e", "reroll pro", "reroll team", dice=["D6 1", "D6 3", "D6 3", "2D6 1+1"])
    assert (scene.status("A"), scene.rerolls("home")) == ("prone", 0)


@skill("Pro")
def test_a_pro_tries_once_a_team_turn() -> None:
    scene = rusher(["Pro"], 0)
    scene.play(
        "activate A", "step e", "step e", "reroll pro", "step e", dice=["D6 1", "D6 4", "D6 2", "D6 1", "2D6 1+1"]
    )
    assert scene.status("A") == "prone"


@skill("Pro")
def test_a_pro_works_on_the_ground_without_a_zone_and_in_the_turn_of_others() -> None:
    scene = rusher(["Pro"], 0, status="prone", zone=False)
    scene.play("activate A", "declare move", "stand up", "reroll pro", dice=["D6 2", "D6 4", "D6 4"])
    assert scene.status("A") == "standing"
    legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=4, skills=["Pro"])}
    scene = Scene("A..b..C", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", "interfere b", dice=["D6 5"])
    assert scene.options() == ["accept", "reroll pro"]


@skill("Pro")
def test_a_pro_takes_up_all_dice_of_a_block_and_nobody_after_it() -> None:
    scene = duel({"strength": 4, "skills": ["Pro"]}, {}, rerolls=(1, 0))
    dice = ["block PLAYER-DOWN BOTH-DOWN", "D6 4", "block POW PLAYER-DOWN"]
    scene.play("activate A", "declare block b", "reroll pro", dice=dice)
    assert scene.options() == ["face player-down", "face pow"]
    scene = duel({"strength": 4, "skills": ["Pro"]}, {}, rerolls=(1, 0))
    scene.play("activate A", "declare block b", "reroll pro", dice=["block PLAYER-DOWN BOTH-DOWN", "D6 1"])
    assert scene.options() == ["accept", "reroll team"]
    scene.play("accept")
    assert scene.options() == ["face player-down", "face both-down"]
    scene = duel({"strength": 4, "skills": ["Pro"]}, {}, rerolls=(1, 0))
    dice = ["block PLAYER-DOWN BOTH-DOWN", "D6 1", "D6 4", "block POW PLAYER-DOWN"]
    scene.play("activate A", "declare block b", "reroll pro", "reroll team", dice=dice)
    assert scene.options() == ["face player-down", "face pow"]


# --- Shadowing ------------------------------------------------------------------------------------------------------


def leave(mover: dict[str, Any], shadow: dict[str, Any], **facts: Any) -> Scene:
    scene = duel({"agility": 4, **mover}, {"agility": 4, **shadow}, **facts)
    return scene.play("activate A", "step w", dice=["D6 6"])


@skill("Shadowing")
@pytest.mark.parametrize(("dice", "followed"), [("2D6 4+3", True), ("2D6 4+4", False)])
def test_the_one_who_is_followed_rolls_two_dice_to_escape(dice: str, followed: bool) -> None:
    scene = leave({}, {"skills": ["Shadowing"]})
    scene.play("use FOLLOWS_DODGERS b", dice=[dice])
    assert scene.square("b") == ((2, 2) if followed else (3, 2))


@skill("Shadowing")
@pytest.mark.parametrize(
    ("movement", "dice", "followed"), [(8, "2D6 3+2", True), (8, "2D6 3+3", False), (4, "2D6 5+4", True)]
)
def test_movement_counts_for_and_against_the_shadow(movement: int, dice: str, followed: bool) -> None:
    scene = leave({"movement": movement}, {"skills": ["Shadowing"], "movement": 6})
    scene.play("use FOLLOWS_DODGERS b", dice=[dice])
    assert (scene.square("b") == (2, 2)) == followed


@skill("Shadowing")
def test_a_team_reroll_helps_to_escape_a_shadow() -> None:
    scene = leave({}, {"skills": ["Shadowing"]}, rerolls=(1, 0))
    scene.play("use FOLLOWS_DODGERS b", dice=["2D6 1+2"])
    assert scene.asked == "home"
    scene.play("reroll team", dice=["2D6 4+4"])
    assert scene.square("b") == (3, 2)


@skill("Shadowing")
def test_nobody_shadows_without_a_zone_or_after_a_fall() -> None:
    scene = duel({"agility": 4}, {"skills": ["Shadowing"], "zone": False})
    scene.play("activate A", "step w")
    assert scene.asked == "home"
    scene = duel({"agility": 4}, {"skills": ["Shadowing"]})
    scene.play("activate A", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.square("b") == (3, 2)


@skill("Shadowing", "Pass Block")
def test_only_whoever_performs_an_action_is_shadowed() -> None:
    legend = {
        "A": home(agility=4),
        "C": home(agility=4),
        "D": home(at=(4, 5), skills=["Shadowing"]),
        "b": away(agility=4, skills=["Pass Block"], at=(5, 5)),
    }
    scene = Scene(LANE, legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (9,2)", "use READS_THE_PASS b", "step ne", dice=["D6 6"])
    assert scene.asked == "away"


# --- Strip Ball, Sure Hands -----------------------------------------------------------------------------------------


@skill("Strip Ball")
def test_a_carrier_who_is_pushed_drops_the_ball_where_it_comes_to_stand() -> None:
    scene = duel({"skills": ["Strip Ball"]}, {}, ball="b")
    scene.play("activate A", "declare block b", "use STRIPS_BALL A", "push (4,2)", "stay", dice=["block PUSH", "D8 5"])
    assert (scene.ball, scene.status("b")) == ((5, 2), "standing")


@skill("Strip Ball", "Dodge")
def test_a_stumble_turned_into_a_push_strips_too() -> None:
    scene = duel({"skills": ["Strip Ball"]}, {"skills": ["Dodge"]}, ball="b")
    scene.play(
        "activate A", "declare block b", "use STRIPS_BALL A", "push (4,2)", "stay", dice=["block STUMBLE", "D8 5"]
    )
    assert scene.ball == (5, 2)


@skill("Strip Ball", "Sure Hands")
def test_sure_hands_hold_on_to_the_ball_but_not_without_a_zone() -> None:
    scene = duel({"skills": ["Strip Ball"]}, {"skills": ["Sure Hands"]}, ball="b")
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.ball == "b"
    scene = duel({"skills": ["Strip Ball"]}, {"skills": ["Sure Hands"], "zone": False}, ball="b")
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.offered("use STRIPS_BALL A")


@skill("Strip Ball", "Stand Firm")
def test_nothing_is_stripped_from_somebody_who_is_not_moved() -> None:
    scene = duel({"skills": ["Strip Ball"]}, {"skills": ["Stand Firm"]}, ball="b")
    scene.play("activate A", "declare block b", "use STRIPS_BALL A", "use STANDS_FIRM b", dice=["block PUSH"])
    assert scene.ball == "b"


@skill("Sure Hands")
def test_sure_hands_pick_up_again_as_often_as_needed() -> None:
    scene = Scene("A..b", {"A": home(agility=4, skills=["Sure Hands"]), "b": away()}, ball=(1, 0), edition="stockbowl")
    scene.play("activate A", "step e", "reroll skill", dice=["D6 1", "D6 3"])
    assert scene.ball == "A"


@skill("Sure Hands")
def test_sure_hands_do_not_help_with_a_catch() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4, skills=["Sure Hands"]), "b": away()}
    scene = Scene("A.C..b", legend, ball="A", edition="stockbowl")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 1", "D8 5"])
    assert scene.ball == (3, 0)


# --- Tackle ---------------------------------------------------------------------------------------------------------


@skill("Tackle", "Dodge")
def test_a_tackler_takes_the_dodge_away_from_dodger_and_target() -> None:
    scene = duel({"agility": 4, "skills": ["Dodge"]}, {"skills": ["Tackle"]})
    scene.play("activate A", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"
    scene = duel({"skills": ["Tackle"]}, {"skills": ["Dodge"]})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block STUMBLE", "2D6 1+2"])
    assert scene.status("b") == "prone"


@skill("Tackle", "Dodge")
def test_a_tackler_who_lies_or_has_no_zone_takes_nothing_away() -> None:
    for facts in ({"status": "prone"}, {"zone": False}):
        legend = {
            "A": home(agility=4, skills=["Dodge"]),
            "b": away(),
            "c": away(at=(3, 1), skills=["Tackle"], **facts),
        }
        scene = Scene(HALL, legend, edition="stockbowl")
        scene.play("activate A", "step w", dice=["D6 1"])
        assert scene.offered("reroll skill")


# --- Wrestle --------------------------------------------------------------------------------------------------------


@skill("Wrestle", "Block")
@pytest.mark.parametrize("wrestler", ["A", "b"])
def test_a_wrestler_takes_both_to_the_ground_without_armour_rolls_or_turnover(wrestler: str) -> None:
    skills = {"A": ["Block"], "b": ["Block"], wrestler: ["Wrestle"]}
    scene = duel({"skills": skills["A"]}, {"skills": skills["b"]})
    scene.play("activate A", "declare block b", f"use DRAGS_DOWN {wrestler}", dice=["block BOTH-DOWN"])
    assert (scene.status("A"), scene.status("b"), scene.turnover) == ("prone", "prone", "")


@skill("Wrestle")
def test_a_wrestler_who_holds_the_ball_in_its_own_turn_loses_the_turn() -> None:
    scene = duel({"skills": ["Wrestle"]}, {}, ball="A")
    scene.play("activate A", "declare block b", "use DRAGS_DOWN A", dice=["block BOTH-DOWN", "D8 4"])
    assert scene.turnover == "TURNOVER_PLACED_PRONE"


@skill("Wrestle", "Juggernaut")
def test_a_juggernaut_is_not_wrestled_down_in_its_blitz() -> None:
    scene = duel({"skills": ["Juggernaut"]}, {"skills": ["Wrestle"]})
    scene.play("activate A", "declare blitz b", "block b", "decline", dice=["block BOTH-DOWN", "2D6 1+2", "2D6 1+2"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
