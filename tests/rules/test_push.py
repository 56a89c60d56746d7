"""Pushes, chains, walls, follow-up, crypt and chasm (O-PUSH, O-ROOM-16, -17, -22, -23)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

HALL = """
    .......
    .......
    ..Ab...
    .......
    .......
"""


def squares(scene: Scene) -> set[str]:
    """The squares on offer for a push."""
    return {text.removeprefix("push ") for text in scene.options() if text.startswith("push ")}


# --- where a player goes --------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PUSH-01", "O-PUSH-03")
@pytest.mark.parametrize(
    ("pusher", "expected"),
    [
        ((2, 2), {"(4,1)", "(4,2)", "(4,3)"}),
        ((4, 2), {"(2,1)", "(2,2)", "(2,3)"}),
        ((3, 1), {"(2,3)", "(3,3)", "(4,3)"}),
        ((2, 1), {"(4,2)", "(4,3)", "(3,3)"}),
        ((4, 3), {"(2,2)", "(2,1)", "(3,1)"}),
    ],
)
def test_three_squares_lie_behind_a_pushed_player(pusher: tuple[int, int], expected: set[str]) -> None:
    scene = Scene("......\n......\n...b..\n......\n......", {"A": home(at=pusher), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "home"
    assert squares(scene) == expected


@pytest.mark.rule("O-PUSH-02")
def test_wall_chest_idol_and_dragon_are_no_squares_to_push_to_but_bridge_and_portal_are() -> None:
    scene = Scene("..$.\n.Ab1\n..-.", {"A": home(), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(3,0)", "(3,1)", "(3,2)"}
    for feature in "$IY#":
        scene = Scene(f"...{feature}\n.Ab-\n...{feature}", {"A": home(), "b": away()})
        scene.play("activate A", "declare block b", "stay", dice=["block PUSH"])
        assert scene.square("b") == (3, 1), feature


@pytest.mark.rule("O-PUSH-02", "O-PUSH-03")
def test_a_held_square_is_no_choice_while_another_is_open() -> None:
    scene = Scene("....\n.Abc\n....", {"A": home(), "b": away(), "c": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(3,0)", "(3,2)"}


@pytest.mark.rule("O-PUSH-04", "O-PUSH-06")
def test_a_chain_push_moves_the_one_behind_and_one_coach_makes_every_choice() -> None:
    """EX-08 (a)."""
    scene = Scene(".A..\nb...\nc...\n....", {"A": home(), "b": away(), "c": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "home"
    assert squares(scene) == {"(0,3)", "(1,3)"}
    scene.play("push (1,3)", "follow")
    assert (scene.square("b"), scene.square("c"), scene.square("A")) == ((0, 2), (1, 3), (0, 1))


@pytest.mark.rule("O-PUSH-06")
@pytest.mark.parametrize("status", ["standing", "prone", "stunned"])
@pytest.mark.parametrize("side", [home, away])
def test_players_of_either_team_in_any_status_are_pushed_on(status: str, side: object) -> None:
    legend = {"A": home(strength=4), "b": away(), "c": side(status=status), "Z": home(at=(0, 0))}  # type: ignore[operator]
    scene = Scene("..Abc..", legend)
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH PUSH"])
    assert (scene.square("b"), scene.square("c")) == ((4, 0), (5, 0))
    assert scene.status("c") == status


@pytest.mark.rule("O-PUSH-04")
def test_the_blocking_coach_chooses_which_player_is_pushed_on() -> None:
    legend = {"A": home(), "b": away(), "c": away(), "d": away(), "e": away()}
    scene = Scene("...c..\n.Abd..\n...e..", legend)
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(3,0)", "(3,1)", "(3,2)"}
    scene.play("push (3,1)", "push (4,0)", "stay")
    assert (scene.square("b"), scene.square("d")) == ((3, 1), (4, 0))
    assert (scene.square("c"), scene.square("e")) == ((3, 0), (3, 2))


@pytest.mark.rule("O-PUSH-05", "O-PUSH-07", "O-PUSH-09", "O-PUSH-15")
def test_a_stuck_chain_leaves_everybody_where_they_are() -> None:
    """EX-08 (b): the last of the chain meets the wall, and the die is for it."""
    scene = Scene("....\nA...\nb...\ncd..", {"A": home(), "b": away(), "c": away(), "d": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(0,3)", "(1,3)"}
    scene.play("push (0,3)", dice=["D6 6", "2D6 2+2"])
    assert (scene.status("c"), scene.square("c")) == ("prone", (0, 3))
    assert (scene.status("b"), scene.square("b")) == ("standing", (0, 2))
    assert scene.square("A") == (0, 1)
    assert not scene.told("followed up")


@pytest.mark.rule("O-PUSH-07", "O-DICE-10", "O-PUSH-18")
def test_pow_at_the_head_of_a_stuck_chain_fells_the_target_where_it_is() -> None:
    """Both go down; the armour rolls come in reading order, so the one behind (upper square) is first."""
    scene = Scene("c#..\nb#..\nA...", {"A": home(), "b": away(), "c": away(), "z": away(at=(3, 0))})
    scene.play("activate A", "declare block b", dice=["block POW", "D6 4", "2D6 5+4", "2D6 1+2", "2D6 1+1"])
    assert (scene.status("c"), scene.square("c")) == ("stunned", (0, 0))
    assert (scene.status("b"), scene.square("b")) == ("prone", (0, 1))
    assert scene.square("A") == (0, 2)


@pytest.mark.rule("O-PUSH-12")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_a_player_who_is_down_stays_as_it_is_at_the_wall(status: str) -> None:
    scene = Scene("Abc", {"A": home(), "b": away(), "c": away(status=status)})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert (scene.status("c"), scene.square("c"), scene.square("b")) == (status, (2, 0), (1, 0))
    assert scene.turnover == ""


# --- walls ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PUSH-05", "O-PUSH-09", "O-PUSH-15")
@pytest.mark.parametrize(("die", "status"), [(1, "standing"), (3, "standing"), (4, "prone"), (6, "prone")])
def test_a_player_pushed_into_the_wall_falls_over_on_four_or_more(die: int, status: str) -> None:
    scene = Scene("....\nbA..\n....", {"A": home(), "b": away()})
    armour = ["2D6 1+1"] if status == "prone" else []
    scene.play("activate A", "declare block b", dice=["block PUSH", f"D6 {die}", *armour])
    assert (scene.status("b"), scene.square("b")) == (status, (0, 1))
    assert not scene.told("followed up")
    assert scene.square("A") == (1, 1)
    assert scene.turnover == ""
    assert [event["side"] for event in scene.events("dice rolled")][1] == 0  # the active coach rolls


@pytest.mark.rule("O-PUSH-11", "O-DOWN-01", "O-SPP-03")
def test_the_wall_is_no_work_of_the_blocker() -> None:
    """EX-07 (a): neither Mighty Blow nor points."""
    scene = Scene("....\nbA..\n....", {"A": home(skills=["Mighty Blow"]), "b": away(armour=9), "z": away(at=(3, 0))})
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 4", "2D6 4+4"])
    assert scene.status("b") == "prone"  # 8 holds
    scene = Scene("....\nbA..\n....", {"A": home(skills=["Mighty Blow"]), "b": away(), "z": away(at=(3, 0))})
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 4", "2D6 5+4", "2D6 5+4"])
    assert scene.status("b") == "knocked-out"  # 9, not 10
    scene = Scene("....\nbA..\n....", {"A": home(), "b": away(), "z": away(at=(3, 0))})
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 4", "2D6 5+4", "2D6 6+4", "D16 1"])
    assert (scene.status("b"), scene.points("A")) == ("casualty", 0)


@pytest.mark.rule("O-PUSH-10")
def test_pow_against_a_wall_needs_no_die_and_is_the_blockers_work() -> None:
    """EX-07 (b)."""
    scene = Scene("....\nbA..\n....", {"A": home(skills=["Mighty Blow"]), "b": away()})
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 4+4", "2D6 1+1"])
    assert scene.told("armour broken", "b")  # 8 and the blow make 9
    scene = Scene("....\nbA..\n....", {"A": home(), "b": away(), "z": away(at=(3, 0))})
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 5+4", "2D6 6+4", "D16 1"])
    assert scene.points("A") == 2


@pytest.mark.rule("O-PUSH-09", "O-RR-11")
def test_the_active_coach_may_roll_the_wall_die_again_when_it_disappoints_him() -> None:
    legend = {"A": home(), "b": away()}
    scene = Scene("bA..", legend, rerolls=(2, 0))
    scene.play("activate A", "declare block b", "face push", dice=["block PUSH", "D6 3"])
    assert scene.asked == "home"
    scene.play("reroll team", dice=["D6 5", "2D6 1+1"])
    assert scene.status("b") == "prone"
    # for a player of his own a high die is the bad one
    scene = Scene("CbA.", {"A": home(), "b": away(strength=4), "C": home()}, rerolls=(2, 0))
    scene.play("activate A", "declare block b", "face push", dice=["block PUSH", "D6 5"])
    assert scene.offered("reroll team")
    scene.play("reroll team", dice=["D6 2"])
    assert scene.status("C") == "standing"


@pytest.mark.rule("O-PUSH-13", "O-TO-12")
@pytest.mark.parametrize("carries", [False, True])
def test_a_team_mate_that_falls_at_the_wall_ends_the_turn_only_with_the_ball(carries: bool) -> None:
    scene = Scene("CbA...", {"A": home(), "b": away(strength=4), "C": home()}, ball="C" if carries else (5, 0))
    dice = ["block PUSH", "D6 4", "2D6 1+1"]
    scene.play("activate A", "declare block b", dice=dice + (["D8 5", "D6 6"] if carries else []))  # b catches it
    assert scene.status("C") == "prone"
    assert scene.turnover == ("TURNOVER_CARRIER" if carries else "")
    assert scene.active == ("away" if carries else "home")


@pytest.mark.rule("O-PUSH-14")
@pytest.mark.parametrize("feature", ["$", "I", "Y"])
def test_a_chest_the_idol_and_the_dragon_count_as_wall(feature: str) -> None:
    scene = Scene(f"{feature}bA.", {"A": home(), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 4", "2D6 1+1"])
    assert (scene.square("b"), scene.status("b")) == ((1, 0), "prone")
    if feature == "$":
        assert scene.game.is_chest(scene.node((0, 0)))
        assert not scene.told("chest opened")


# --- the follow-up --------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PUSH-15")
def test_a_follow_up_goes_into_exactly_the_square_left_and_is_free() -> None:
    scene = Scene(HALL, {"A": home(strength=4), "b": away(), "c": away(at=(1, 1))})
    scene.play("activate A", "declare blitz b", "block b", "push (4,2)", "follow", dice=["block PUSH"])
    assert scene.square("A") == (3, 2)  # marked by c when it left: no dodge
    assert scene.game.moves_left == 5


@pytest.mark.rule("O-PUSH-16", "O-PUSH-08", "O-MOVE-19")
def test_the_follow_up_is_decided_before_any_further_dice() -> None:
    scene = Scene(".Ab.....", {"A": home(), "b": away()}, ball=(3, 0))
    scene.play("activate A", "declare block b", dice=["block POW"])
    assert scene.square("b") == (3, 0)
    assert sorted(scene.options()) == ["follow", "stay"]
    assert scene.status("b") == "standing"
    scene.play("follow", dice=["2D6 1+1", "D8 5"])
    assert scene.ball == (4, 0)
    assert scene.turnover == ""


@pytest.mark.rule("O-PUSH-08", "O-MOVE-19", "O-TO-13")
def test_a_standing_player_pushed_onto_the_ball_makes_it_bounce() -> None:
    scene = Scene(".Ab.....", {"A": home(), "b": away()}, ball=(3, 0))
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "D8 5"])
    assert (scene.square("b"), scene.ball, scene.turnover) == ((3, 0), (4, 0), "")


@pytest.mark.rule("O-PUSH-17")
def test_a_follow_up_into_the_end_zone_with_the_ball_is_a_touchdown() -> None:
    scene = Scene("..CbBB", {"C": home(), "b": away(under="B")}, ball="C")
    scene.play("activate C", "declare block b", "follow", dice=["block PUSH"])
    assert scene.winner == "home"


@pytest.mark.rule("O-PUSH-17", "O-PUSH-18", "O-PORTAL-23")
def test_a_follow_up_onto_a_portal_teleports_the_blocker_last() -> None:
    """The target, pushed onto portal 2, goes first; then the blocker, who stands on portal 1."""
    scene = Scene(".Ab2..#3.4", {"A": home(), "b": away(under="1")})
    scene.play("activate A", "declare block b", "follow", dice=["block PUSH", "D6 3", "D6 4"])
    assert (scene.square("b"), scene.square("A")) == ((7, 0), (9, 0))


@pytest.mark.rule("O-TD-04", "O-TD-01", "O-PUSH-18")
def test_a_carrier_pushed_standing_into_the_end_zone_scores_in_the_others_turn() -> None:
    """EX-25 (a): the zone of the active side is the one the carrier attacks."""
    scene = Scene("..CbAA", {"C": home(), "b": away()}, ball="b")
    scene.play("activate C", "declare block b", "stay", dice=["block PUSH"])
    assert scene.winner == "away"


@pytest.mark.rule("O-TD-03")
def test_a_carrier_knocked_down_into_the_end_zone_does_not_score() -> None:
    scene = Scene("..CbAA", {"C": home(), "b": away()}, ball="b")
    scene.play("activate C", "declare block b", "stay", dice=["block POW", "2D6 1+1", "D8 5"])
    assert scene.winner is None
    assert scene.ball == (5, 0)


# --- portals --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PORTAL-21", "O-PORTAL-23", "O-PUSH-18")
def test_a_standing_player_pushed_onto_a_portal_is_teleported_with_the_ball() -> None:
    scene = Scene(".Ab4..#1", {"A": home(), "b": away()}, ball="b")
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert sorted(scene.options()) == ["follow", "stay"]  # before the teleport is rolled
    scene.play("follow", dice=["D6 1"])
    assert (scene.square("b"), scene.status("b"), scene.ball) == ((7, 0), "standing", "b")
    assert scene.square("A") == (2, 0)


@pytest.mark.rule("O-PORTAL-22", "O-PUSH-18", "O-PORTAL-03")
def test_pow_onto_a_portal_armour_ball_and_only_then_the_teleport() -> None:
    """EX-09."""
    scene = Scene(".Ab4..#1", {"A": home(), "b": away(armour=8)}, ball="b")
    scene.play("activate A", "declare block b", "follow", dice=["block POW", "2D6 3+4", "D8 5", "D6 1"])
    assert (scene.square("b"), scene.status("b"), scene.ball) == ((7, 0), "prone", (4, 0))
    assert scene.turnover == ""


@pytest.mark.rule("O-PORTAL-22")
def test_a_player_that_leaves_play_on_the_portal_is_not_teleported() -> None:
    scene = Scene(".Ab4..#1", {"A": home(), "b": away(), "z": away(at=(5, 0))})
    scene.play("activate A", "declare block b", "follow", dice=["block POW", "2D6 6+4", "2D6 5+4"])
    assert scene.status("b") == "knocked-out"


@pytest.mark.rule("O-PUSH-18")
def test_teleports_come_in_chain_order() -> None:
    scene = Scene(".Abc2.#4.5.6", {"A": home(), "b": away(), "c": away(under="1")})
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "D6 4", "D6 5"])
    assert (scene.square("b"), scene.square("c")) == ((7, 0), (9, 0))


# --- skills ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PUSH-07", "O-PUSH-15")
@pytest.mark.parametrize("face", ["PUSH", "POW"])
def test_one_that_stands_firm_is_not_moved_but_can_be_felled(face: str) -> None:
    scene = Scene(HALL, {"A": home(), "b": away(skills=["Stand Firm"])})
    scene.play("activate A", "declare block b", dice=[f"block {face}"])
    assert scene.asked == "away"
    use = next(text for text in scene.options() if text.startswith("use"))
    scene.play(use, dice=["2D6 1+1"] if face == "POW" else [])
    assert (scene.square("b"), scene.status("b")) == ((3, 2), "prone" if face == "POW" else "standing")
    assert scene.square("A") == (2, 2)


def test_standing_firm_is_a_choice_and_a_prone_player_has_none() -> None:
    scene = Scene(
        "Abc..", {"A": home(), "b": away(skills=["Stand Firm"]), "c": away(skills=["Stand Firm"], status="prone")}
    )
    scene.play("activate A", "declare block b", "decline", "stay", dice=["block PUSH"])
    assert (scene.square("b"), scene.square("c")) == ((2, 0), (3, 0))


@pytest.mark.rule("O-PUSH-07")
def test_one_that_stands_firm_in_a_chain_holds_everybody_behind_it() -> None:
    scene = Scene("Abc..", {"A": home(), "b": away(), "c": away(skills=["Stand Firm"])})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    use = next(text for text in scene.options() if text.startswith("use"))
    scene.play(use)
    assert (scene.square("b"), scene.square("c"), scene.square("A")) == ((1, 0), (2, 0), (0, 0))


def test_a_rooted_player_is_not_pushed_and_does_not_follow() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(rooted=True)})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.square("b") == (3, 2)
    scene = Scene(HALL, {"A": home(rooted=True), "b": away()})
    scene.play("activate A", "declare block b", "push (4,2)", dice=["block PUSH"])
    assert (scene.square("A"), scene.square("b")) == ((2, 2), (4, 2))


@pytest.mark.rule("O-PUSH-19")
def test_sidestep_chooses_any_square_one_can_stand_on() -> None:
    scene = Scene("..1F\n.Ab.\n..$K", {"A": home(), "b": away(skills=["Sidestep"])})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "away"
    assert squares(scene) == {"(1,0)", "(2,0)", "(3,1)", "(1,2)"}
    scene.play("push (1,2)", "stay")
    assert scene.square("b") == (1, 2)


@pytest.mark.rule("O-PUSH-19")
def test_without_sidestep_being_used_the_blocking_coach_chooses() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(skills=["Sidestep"])})
    scene.play("activate A", "declare block b", "decline", dice=["block PUSH"])
    assert scene.asked == "home"
    assert squares(scene) == {"(4,1)", "(4,2)", "(4,3)"}


@pytest.mark.rule("O-PUSH-19")
def test_grab_sends_the_target_to_any_square_one_can_stand_on_and_stops_sidestep() -> None:
    legend = {"A": home(skills=["Grab"]), "b": away(skills=["Sidestep"])}
    scene = Scene("...F\n.Ab.\n..$K", legend)
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "home"
    # the usual choices, chasm and crypt among them, and every other square one can stand on
    assert squares(scene) == {"(3,0)", "(3,1)", "(3,2)", "(1,0)", "(2,0)", "(1,2)"}


@pytest.mark.rule("O-PUSH-19")
def test_grab_in_a_blitz_stops_sidestep_and_nothing_more() -> None:
    scene = Scene(HALL, {"A": home(skills=["Grab"]), "b": away(skills=["Sidestep"])})
    scene.play("activate A", "declare blitz b", "block b", dice=["block PUSH"])
    assert scene.asked == "home"
    assert squares(scene) == {"(4,1)", "(4,2)", "(4,3)"}


def test_grab_may_let_go_of_a_target_at_the_wall() -> None:
    scene = Scene("....\nbA..", {"A": home(skills=["Grab"]), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(0,0)", "(1,0)"}
    scene.play("decline", dice=["D6 1"])
    assert scene.square("b") == (0, 1)


def test_a_chain_never_turns_back_on_the_blocker_or_on_itself() -> None:
    """A ring of players round four chests: the last of the chain, next to the blocker, meets the wall."""
    ring = {
        "A": home(strength=4),
        "b": away(),
        "c": away(),
        "d": away(),
        "e": away(),
        "f": away(),
        "g": away(),
        "h": away(),
    }
    scene = Scene("#Ab#\nh$$c\ng$$d\n#fe#", ring)
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 4", "2D6 1+1"])
    assert scene.status("h") == "prone"
    assert (scene.square("A"), scene.square("b"), scene.square("h")) == ((1, 0), (2, 0), (0, 1))


# --- crypt and chasm ------------------------------------------------------------------------------------------------

CRYPT = """
    ........
    AbK..K..
    ..K..K..
    ........
"""


@pytest.mark.rule("O-PUSH-02", "O-PUSH-03", "O-ROOM-16", "O-PUSH-15")
def test_a_player_pushed_into_a_crypt_is_knocked_down_where_it_stands() -> None:
    """EX-22: the crypt may be chosen although floor is free; +1 on the armour."""
    scene = Scene(CRYPT, {"A": home(), "b": away(armour=8), "z": away(at=(7, 0))})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(2,0)", "(2,1)", "(2,2)"}
    scene.play("push (2,1)", dice=["2D6 5+2", "2D6 6+3"])
    assert scene.status("b") == "knocked-out"
    assert scene.square("A") == (0, 1)
    assert not scene.told("followed up")


@pytest.mark.rule("O-PUSH-02")
def test_a_crypt_behind_a_wall_is_no_candidate() -> None:
    plan = """
        +-+-+-+-+
        |. . . .|
        + + + + +
        |. A b|K|
        + + + + +
        |. . . .|
        +-+-+-+-+
    """
    scene = Scene(plan, {"A": home(), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(3,0)", "(3,2)"}


@pytest.mark.rule("O-ROOM-17", "O-SPP-03", "O-ROOM-16")
def test_the_crypt_counts_as_the_work_of_the_block() -> None:
    scene = Scene("AbK", {"A": home(skills=["Mighty Blow"]), "b": away(), "z": away(at=(0, 0), status="reserves")})
    scene.play("activate A", "declare block b", dice=["block PUSH", "2D6 4+3", "2D6 6+4", "D16 3"])
    assert (scene.status("b"), scene.points("A")) == ("casualty", 2)  # 7 and 1 and 1 break 9


@pytest.mark.rule("O-ROOM-17")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_a_player_who_is_down_is_not_hurt_by_the_crypt(status: str) -> None:
    scene = Scene("AbcK", {"A": home(), "b": away(), "c": away(status=status)})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert (scene.status("c"), scene.square("c"), scene.square("b")) == (status, (2, 0), (1, 0))


@pytest.mark.rule("O-ROOM-16", "O-TO-02")
def test_a_team_mate_pushed_into_a_crypt_is_knocked_down_and_the_turn_over() -> None:
    scene = Scene("AbCK", {"A": home(), "b": away(strength=4), "C": home()})
    scene.play("activate A", "declare block b", dice=["block PUSH", "2D6 1+1"])
    assert (scene.status("C"), scene.turnover) == ("prone", "TURNOVER_KNOCKED_DOWN")


@pytest.mark.rule("O-ROOM-17", "O-SPP-03")
def test_a_team_mate_pushed_into_a_crypt_earns_the_blocker_nothing() -> None:
    scene = Scene("AbCK", {"A": home(), "b": away(strength=4), "C": home()})
    scene.play("activate A", "declare block b", dice=["block PUSH", "2D6 6+6", "2D6 6+6", "D16 1"])
    assert (scene.status("C"), scene.points("A"), scene.points("b")) == ("casualty", 0, 0)


CHASM = """
    .....F..
    .....F..
    .....-..
    .....F..
"""


@pytest.mark.rule("O-ROOM-22", "O-ROOM-23", "O-PUSH-03", "O-BALL-10", "O-PUSH-15", "O-SPP-03")
def test_into_the_chasm() -> None:
    """EX-21: a casualty at once, no points; the ball finds its way out."""
    scene = Scene(CHASM, {"C": home(at=(3, 0)), "b": away(at=(4, 0)), "z": away(at=(0, 3))}, ball="b")
    scene.play("activate C", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(5,0)", "(5,1)"}
    scene.play("push (5,0)", "follow", dice=["D16 9", "D8 7", "D8 5"])
    assert (scene.status("b"), scene.square("C"), scene.ball) == ("casualty", (4, 0), (6, 1))
    assert (scene.turnover, scene.points("C")) == ("", 0)
    assert not scene.told("armour broken")
    assert not scene.told("injured")


@pytest.mark.rule("O-PUSH-03")
def test_the_chasm_may_be_chosen_although_the_bridge_is_free() -> None:
    scene = Scene(CHASM, {"C": home(at=(3, 1)), "b": away(at=(4, 1))})
    scene.play("activate C", "declare block b", dice=["block PUSH"])
    assert squares(scene) == {"(5,0)", "(5,1)", "(5,2)"}


@pytest.mark.rule("O-ROOM-22")
def test_pow_changes_nothing_in_the_chasm() -> None:
    scene = Scene(CHASM, {"C": home(at=(3, 0)), "b": away(at=(4, 0)), "z": away(at=(0, 3))})
    scene.play("activate C", "declare block b", "push (5,1)", "stay", dice=["block POW", "D16 1"])
    assert scene.status("b") == "casualty"
    assert scene.game.occupant[scene.node((5, 1))] == -2
    assert scene.game.occupant[scene.node((4, 0))] == -1


@pytest.mark.rule("O-ROOM-22", "O-TO-12", "O-PUSH-06")
def test_a_team_mate_with_the_ball_pushed_into_the_chasm_ends_the_turn() -> None:
    scene = Scene("CbDF..", {"C": home(), "b": away(strength=4), "D": home()}, ball="D")
    scene.play("activate C", "declare block b", "stay", dice=["block PUSH", "D16 1", "D8 5"])
    assert (scene.status("D"), scene.square("b"), scene.ball) == ("casualty", (2, 0), (4, 0))
    assert scene.turnover == "TURNOVER_CARRIER"
