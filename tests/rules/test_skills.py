"""Skills that open a window, interrupt, or reach beyond their owner."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.statuses import NO_ZONE, ROOTED
from dungeonbowl.scenes.scene import Scene, away, home


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind asked for."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


def has(scene: Scene, letter: str, condition: int) -> bool:
    return bool(scene.game.conditions[scene.piece(letter)] & condition)


# --- Tentacles ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-02")
def test_tentacles_are_rolled_before_the_player_leaves() -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(strength=5, skills=["Tentacles"])})
    scene.play("activate A", "step e")
    assert scene.asked == "away"
    assert scene.square("A") == (1, 0)
    scene.play("use HOLDS_BACK b", dice=["D6 3", "D6 3"])  # 3 + 5 - 3 is not enough; then the dodge
    assert scene.square("A") == (2, 0)


@pytest.mark.rule("O-MOVE-02")
def test_a_held_player_stays_and_its_movement_is_over() -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(strength=5, skills=["Tentacles"])})
    scene.play("activate A", "step e", "use HOLDS_BACK b", dice=["D6 4"])
    assert scene.square("A") == (1, 0)
    assert scene.turnover == ""
    assert not scene.offered("activate A")


def test_a_held_player_may_still_do_what_needs_no_movement() -> None:
    picture = """
        bA.D
        .C..
    """
    scene = Scene(picture, {"A": home(), "C": home(), "D": home(), "b": away(skills=["Tentacles"])}, ball="A")
    scene.play("activate A", "declare hand-off", "step e", "use HOLDS_BACK b", dice=["D6 6"])
    assert scene.options() == ["hand off C", "stop"]


@pytest.mark.parametrize(("die", "strength", "held"), [(1, 8, False), (6, 1, True)])
def test_tentacles_always_fail_on_a_one_and_hold_on_a_six(die: int, strength: int, held: bool) -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(strength=strength, skills=["Tentacles"])})
    dodge = [] if held else ["D6 3"]
    scene.play("activate A", "step e", "use HOLDS_BACK b", dice=[f"D6 {die}", *dodge])
    assert scene.square("A") == ((1, 0) if held else (2, 0))


def test_only_one_pair_of_tentacles_is_used_for_one_move_and_nobody_has_to() -> None:
    picture = """
        bA..D
        c....
    """
    legend = {"A": home(), "D": home(), "b": away(skills=["Tentacles"]), "c": away(skills=["Tentacles"])}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e")
    assert scene.options() == ["use Tentacles c", "use Tentacles b", "decline"]
    scene.play("use HOLDS_BACK c", dice=["D6 2", "D6 3"])
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", "decline", dice=["D6 3"])
    assert scene.square("A") == (2, 0)


# --- Diving Tackle --------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-02")
def test_a_diver_takes_two_from_the_dodge_after_its_re_roll_and_opens_no_new_one() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["Diving Tackle"])}
    scene = Scene("bA..D", legend, rerolls=(2, 0))
    scene.play("activate A", "step e", dice=["D6 2"])
    scene.play("reroll team", dice=["D6 4"])
    assert scene.asked == "away"
    scene.play("use TRIPS_DODGERS b", dice=["2D6 1+1"])
    assert scene.status("A") == "prone"
    assert scene.square("A") == (2, 0)
    assert (scene.status("b"), scene.square("b")) == ("prone", (1, 0))
    assert scene.turnover == "TURNOVER_FALL"
    assert scene.rerolls("home") == 1


def test_a_dive_that_does_not_change_the_dodge_leaves_the_diver_prone() -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(skills=["Diving Tackle"])})
    scene.play("activate A", "step e", "use TRIPS_DODGERS b", dice=["D6 5"])
    assert scene.status("A") == "standing"
    assert (scene.status("b"), scene.square("b")) == ("prone", (1, 0))
    assert scene.turnover == ""


def test_a_natural_six_passes_even_over_a_diver() -> None:
    scene = Scene("bA..D", {"A": home(agility=6), "D": home(), "b": away(skills=["Diving Tackle"])})
    scene.play("activate A", "step e", "use TRIPS_DODGERS b", dice=["D6 6"])
    assert scene.status("A") == "standing"


def test_a_failed_dodge_needs_no_diver() -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(skills=["Diving Tackle"])})
    scene.play("activate A", "step e", dice=["D6 2", "2D6 1+1"])
    assert scene.status("b") == "standing"


def test_a_diver_trips_a_jump_too() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["Diving Tackle"]), "c": away(status="prone")}
    scene = Scene("bAc..D", legend)
    scene.play("activate A", "declare move", "jump (3,0)", "use TRIPS_DODGERS b", dice=["D6 4", "2D6 1+1"])
    assert (scene.status("A"), scene.square("A")) == ("prone", (3, 0))


@pytest.mark.rule("O-DOWN-03", "O-DOWN-05")
def test_a_diver_with_the_ball_drops_it() -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(skills=["Diving Tackle"])}, ball="b")
    scene.play("activate A", "step e", "use TRIPS_DODGERS b", dice=["D6 5", "D8 4"])
    assert scene.ball == (0, 0)


# --- Shadowing ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-02")
def test_a_shadow_takes_the_square_that_was_left() -> None:
    scene = Scene("bA..D", {"A": home(movement=6), "D": home(), "b": away(movement=7, skills=["Shadowing"])})
    scene.play("activate A", "step e", "use FOLLOWS_DODGERS b", dice=["D6 3", "D6 5"])
    assert scene.square("b") == (1, 0)
    assert scene.offered("step e")


@pytest.mark.parametrize(("die", "movement", "followed"), [(4, 7, False), (1, 9, False), (6, 2, True)])
def test_a_slow_shadow_stays_behind(die: int, movement: int, followed: bool) -> None:
    scene = Scene("bA..D", {"A": home(movement=6), "D": home(), "b": away(movement=movement, skills=["Shadowing"])})
    scene.play("activate A", "step e", "use FOLLOWS_DODGERS b", dice=["D6 3", f"D6 {die}"])
    assert scene.square("b") == ((1, 0) if followed else (0, 0))


@pytest.mark.rule("O-MOVE-02")
def test_nobody_shadows_a_player_that_fell() -> None:
    scene = Scene("bA..D", {"A": home(), "D": home(), "b": away(skills=["Shadowing"])})
    scene.play("activate A", "step e", dice=["D6 2", "2D6 1+1"])
    assert scene.square("b") == (0, 0)


@pytest.mark.rule("O-MOVE-02")
def test_the_dive_comes_before_the_shadow_and_takes_its_square() -> None:
    picture = """
        bA..D
        c....
    """
    legend = {"A": home(), "D": home(), "b": away(skills=["Diving Tackle"]), "c": away(skills=["Shadowing"])}
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", dice=["D6 5"])
    assert scene.options() == ["use Diving Tackle b", "decline"]
    scene.play("use TRIPS_DODGERS b")
    assert scene.asked == "home"
    scene = Scene(picture, legend)
    scene.play("activate A", "step e", "decline", dice=["D6 5"])
    assert scene.options() == ["use Shadowing c", "decline"]


@pytest.mark.rule("O-MOVE-02")
def test_the_shadow_comes_before_the_pick_up() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["Shadowing"])}
    scene = Scene("bA..D", legend, ball=(2, 0))
    scene.play("activate A", "step e", dice=["D6 3"])
    assert scene.asked == "away"
    scene.play("use FOLLOWS_DODGERS b", dice=["D6 6", "D6 4"])
    assert scene.square("b") == (1, 0)
    assert needed(scene, clauses.PICK_UP) == 4  # the shadow already marks
    assert scene.ball == "A"


@pytest.mark.rule("O-TD-04")
def test_a_shadow_with_the_ball_may_score() -> None:
    legend = {"H": home(under="A"), "D": home(), "b": away(skills=["Shadowing"])}
    scene = Scene("bH..D", legend, ball="b")
    scene.play("activate H", "step e", "use FOLLOWS_DODGERS b", dice=["D6 3", "D6 6"])
    assert scene.winner == "away"


# --- Foul Appearance ------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-BLOCK-13")
def test_a_block_is_lost_to_a_foul_appearance_on_a_one() -> None:
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away(skills=["Foul Appearance"])})
    scene.play("activate A", "declare block b", dice=["D6 1"])
    assert not scene.offered("activate A")
    assert scene.turnover == ""
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away(skills=["Foul Appearance"])})
    scene.play("activate A", "declare block b", "stay", dice=["D6 2", "block PUSH"])
    assert scene.square("b") == (2, 0)


@pytest.mark.rule("O-BLOCK-13")
def test_a_blitz_loses_only_the_block_after_paying_for_it() -> None:
    scene = Scene("A.b..D", {"A": home(movement=4), "D": home(), "b": away(skills=["Foul Appearance"])})
    scene.play("activate A", "declare blitz b", "step e")
    assert not scene.events("tested")  # not on declaration
    scene.play("block b", dice=["D6 1"])
    assert scene.game.moves_left == 2
    assert not scene.offered("block b")
    scene.play("step w", "stop", "activate D", dice=["D6 3"])
    assert not scene.offered("declare blitz b")


@pytest.mark.rule("O-ROOM-09")
def test_food_thrown_at_a_foul_appearance_may_not_be_thrown_at_all() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["Foul Appearance"])}
    scene = Scene("A..bD", legend, rooms=[("Kitchen", [0, 0, 1, 1])])
    scene.play("activate A", "declare throw food b", dice=["D6 1"])
    scene = Scene("A..bD", legend, rooms=[("Kitchen", [0, 0, 1, 1])])
    scene.play("activate A", "declare throw food b", dice=["D6 2", "D6 5", "2D6 1+1"])
    assert scene.status("b") == "prone"


# --- Bone Head and Take Root ----------------------------------------------------------------------------------------


@pytest.mark.rule("O-TURN-07", "O-MARK-05")
def test_a_bone_head_that_forgets_does_nothing_and_loses_its_zone() -> None:
    legend = {"A": home(skills=["Bone Head"]), "D": home(), "b": away()}
    scene = Scene("Ab...D", legend)
    scene.play("activate A", "declare blitz b", dice=["D6 1"])
    assert not scene.offered("activate A")
    assert has(scene, "A", int(NO_ZONE))
    scene.play("activate D")
    assert not scene.offered("declare blitz b")
    scene.play("declare move", "stop", "activate b", "step e", "stop")  # unmarked: no dodge
    assert scene.square("b") == (2, 0)


@pytest.mark.rule("O-TURN-07")
def test_the_zone_returns_with_the_next_activation() -> None:
    legend = {"A": home(skills=["Bone Head"]), "D": home(), "b": away()}
    scene = Scene("Ab...D", legend)
    scene.play("activate A", "declare move", "end turn", "end turn", dice=["D6 1"])
    assert has(scene, "A", int(NO_ZONE))
    scene.play("activate A")
    assert not has(scene, "A", int(NO_ZONE))
    scene.play("declare move", dice=["D6 2"])
    assert scene.offered("stop")


def test_a_prone_bone_head_rolls_too() -> None:
    scene = Scene("A...D", {"A": home(status="prone", skills=["Bone Head"]), "D": home()})
    scene.play("activate A", "declare move", dice=["D6 1"])
    assert scene.status("A") == "prone"
    assert not scene.offered("activate A")


def test_a_rooted_player_cannot_move_but_may_block() -> None:
    legend = {"A": home(skills=["Take Root"]), "D": home(), "b": away()}
    scene = Scene("Ab..D", legend)
    scene.play("activate A", "declare blitz b", dice=["D6 1"])
    assert has(scene, "A", int(ROOTED))
    assert scene.options() == ["block b", "stop"]
    scene.play("block b", dice=["block PUSH"])
    assert scene.square("b") == (2, 0)
    assert scene.square("A") == (0, 0)  # nobody is asked about a follow-up


def test_a_step_without_declaration_is_not_taken_by_a_player_that_takes_root() -> None:
    scene = Scene("A..D", {"A": home(skills=["Take Root"]), "D": home()})
    scene.play("activate A", "step e", dice=["D6 1"])
    assert scene.square("A") == (0, 0)
    assert not scene.offered("activate A")


def test_a_player_rooted_before_is_offered_no_step_and_rolls_no_more() -> None:
    scene = Scene("A..D", {"A": home(skills=["Take Root"], rooted=True), "D": home()})
    scene.play("activate A")
    assert not scene.offered("step e")
    scene.play("declare move")
    assert scene.square("A") == (0, 0)


def test_a_rooted_player_is_not_pushed_and_a_knock_down_tears_it_loose() -> None:
    legend = {"A": home(), "D": home(), "b": away(rooted=True)}
    scene = Scene("Ab..D", legend)
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.square("b") == (1, 0)
    assert has(scene, "b", int(ROOTED))
    scene = Scene("Ab..D", legend)
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 1+1"])
    assert (scene.status("b"), scene.square("b")) == ("prone", (1, 0))
    assert not has(scene, "b", int(ROOTED))


@pytest.mark.rule("O-PORTAL-07")
def test_a_teleport_tears_the_roots() -> None:
    legend = {"A": home(), "R": home(rooted=True, under="2"), "D": home(), "b": away()}
    scene = Scene("A1.R.3..D.b", legend)
    scene.play("activate A", "step e", dice=["D6 2", "D6 3"])  # displaced from portal 2
    assert scene.square("R") == (5, 0)
    assert not has(scene, "R", int(ROOTED))


# --- Regeneration ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-INJ-06", "O-SPP-03")
@pytest.mark.parametrize(("die", "status"), [(3, "casualty"), (4, "reserves")])
def test_a_regenerating_casualty_goes_to_the_reserves_on_a_four(die: int, status: str) -> None:
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away(armour=8, skills=["Regeneration"])})
    dice = ["block POW", "2D6 4+4", "2D6 6+6", "D16 15", f"D6 {die}"]
    scene.play("activate A", "declare block b", "stay", dice=dice)
    assert scene.status("b") == status
    assert scene.points("A") == 2  # the casualty counts all the same


@pytest.mark.rule("O-INJ-06")
def test_a_knocked_out_player_does_not_regenerate() -> None:
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away(armour=8, skills=["Regeneration"])})
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 4+4", "2D6 4+4"])
    assert scene.status("b") == "knocked-out"


# --- Safe Pair of Hands ---------------------------------------------------------------------------------------------


@pytest.mark.rule("O-BALL-12")
def test_safe_hands_put_the_ball_where_a_ball_may_rest() -> None:
    picture = """
        A....
        ..1$.
        ..b..
        .C...
        D....
    """
    legend = {"A": home(), "C": home(), "D": home(), "b": away(skills=["Safe Pair of Hands"])}
    scene = Scene(picture, legend, ball="b")
    scene.play("activate C", "declare block b", dice=["block BOTH-DOWN", "2D6 1+1", "2D6 1+1"])
    assert scene.asked == "away"
    placed = [text for text in scene.options() if text.startswith("place ball")]
    # neither the portal (2,1), nor the chest (3,1), nor the player at (1,3)
    assert placed == [
        "place ball (3,2)",
        "place ball (3,3)",
        "place ball (2,3)",
        "place ball (1,2)",
        "place ball (1,1)",
    ]
    scene.play("place ball (3,2)")
    assert scene.ball == (3, 2)
    assert scene.status("b") == "prone"


@pytest.mark.rule("O-BALL-12")
def test_safe_hands_may_let_the_ball_bounce() -> None:
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away(skills=["Safe Pair of Hands"])}, ball="b")
    scene.play("activate A", "declare block b", "stay", "decline", dice=["block POW", "2D6 1+1", "D8 4"])
    assert scene.ball == (1, 0)


def test_safe_hands_do_not_help_who_falls_over() -> None:
    legend = {"A": home(movement=1, skills=["Safe Pair of Hands"]), "D": home()}
    scene = Scene("A...D", legend, ball="A")
    scene.play("activate A", "step e", "step e", dice=["D6 1", "2D6 1+1", "D8 5"])
    assert scene.ball == (3, 0)


@pytest.mark.parametrize("injury", ["2D6 1+1", "2D6 4+4"])
def test_a_stunned_or_removed_player_keeps_no_ball_near(injury: str) -> None:
    legend = {"A": home(), "D": home(), "b": away(armour=8, skills=["Safe Pair of Hands"])}
    scene = Scene("Ab...D", legend, ball="b")
    dice = ["block POW", "2D6 4+4", injury, "D8 5"]
    scene.play("activate A", "declare block b", "stay", dice=dice)
    assert scene.ball == (3, 0)


# --- Disturbing Presence --------------------------------------------------------------------------------------------


def test_every_disturbing_opponent_within_three_squares_counts() -> None:
    legend = {
        "A": home(passing=3),
        "C": home(agility=2),
        "b": away(skills=["Disturbing Presence"], status="stunned"),
        "c": away(skills=["Disturbing Presence"], zone=False),
    }
    picture = """
        A......C
        ........
        ...b....
        ..c.....
    """
    scene = Scene(picture, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", dice=["D6 6", "D8 5", "D6 3"])
    assert needed(scene, clauses.PASS) == 6  # short range, and both of them
    assert needed(scene, clauses.CATCH) == 3  # a bouncing ball; they are too far


@pytest.mark.rule("O-TERM-09")
def test_a_presence_disturbs_through_walls_and_exactly_three_squares() -> None:
    picture = """
        A.C
        ###
        ...
        {}..
        {}..
    """
    for near, row in ((True, ("b", ".")), (False, (".", "b"))):
        legend = {"A": home(passing=3), "C": home(), "b": away(skills=["Disturbing Presence"])}
        scene = Scene(picture.format(*row), legend, ball="A")
        scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 5", "D6 5"])
        assert needed(scene, clauses.PASS) == (4 if near else 3)


def test_a_presence_disturbs_interference_and_throws_of_team_mates() -> None:
    legend = {"A": home(passing=2, skills=["Disturbing Presence"]), "C": home(), "b": away(agility=2)}
    scene = Scene("A.b.C", legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", "interfere b", dice=["D6 4", "D6 2", "D6 4"])
    assert needed(scene, clauses.INTERFERE) == 6
    legend = {
        "A": home(passing=2, strength=5, skills=["Throw Team-mate"]),
        "C": home(strength=2, skills=["Right Stuff"]),
        "b": away(skills=["Disturbing Presence"]),
    }
    picture = """
        ........
        AC......
        ...b....
    """
    scene = Scene(picture, legend)
    dice = ["D6 3", "D8 5", "D8 4", "D8 2", "D6 6"]
    scene.play("activate A", "declare throw team-mate", "pick C", "throw (3,1)", dice=dice)
    assert needed(scene, clauses.THROW_TEAM_MATE) == 3


# --- Leap -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MOVE-16")
def test_a_leap_crosses_chests_chasms_players_and_floor() -> None:
    for middle, legend in (("$", {}), ("F", {}), ("b", {"b": away()}), (".", {})):
        pieces = {"A": home(skills=["Leap"]), "D": home()} | legend
        scene = Scene(f"A{middle}..D", pieces)
        scene.play("activate A", "declare move", "jump (2,0)", dice=["D6 4"])
        assert scene.square("A") == (2, 0)
        assert scene.game.moves_left == 4


@pytest.mark.rule("O-MOVE-16")
@pytest.mark.parametrize("middle", ["#", "K", "Y", "I"])
def test_a_leap_crosses_no_wall_nor_what_is_like_one(middle: str) -> None:
    scene = Scene(f"A{middle}.D", {"A": home(skills=["Leap"]), "D": home()})
    scene.play("activate A", "declare move")
    assert not scene.offered("jump (2,0)")


@pytest.mark.rule("O-MOVE-12", "O-MOVE-16")
def test_a_leap_is_the_one_jump_of_an_activation() -> None:
    scene = Scene("A.....D", {"A": home(skills=["Leap"]), "D": home()})
    scene.play("activate A", "declare move", "jump (2,0)", dice=["D6 6"])
    assert not any(text.startswith("jump") for text in scene.options())


def test_without_the_skill_only_fallen_players_are_jumped() -> None:
    scene = Scene("A$.D", {"A": home(), "D": home()})
    scene.play("activate A", "declare move")
    assert not scene.offered("jump (2,0)")


@pytest.mark.parametrize(("marks", "expected"), [(0, 3), (1, 4), (2, 4), (3, 5)])
def test_a_leaper_bears_one_mark_more_but_never_none(marks: int, expected: int) -> None:
    picture = """
        {}{}.
        A..
        {}..
    """
    spots = ["c" if marks > 0 else ".", "d" if marks > 1 else ".", "e" if marks > 2 else "."]
    legend = {"A": home(agility=3, skills=["Leap"])} | {spot: away() for spot in spots if spot != "."}
    scene = Scene(picture.format(*spots), legend)
    scene.play("activate A", "declare move", "jump (2,1)", dice=["D6 6"])
    assert needed(scene, clauses.JUMP) == expected
