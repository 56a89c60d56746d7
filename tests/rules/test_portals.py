"""Portals: teleporting, teleporting too often, mishaps, chain reactions, the ball. (O-PORTAL)"""

from __future__ import annotations

import pytest

from dungeonbowl.engine.statuses import REEKS, ROOTED
from dungeonbowl.scenes.scene import Scene, away, home

HALL = """
    A1.....2
    ........
    .3....4.
    ........
    5......6
    .......z
"""
SPOTS = {1: (1, 0), 2: (7, 0), 3: (1, 2), 4: (6, 2), 5: (0, 4), 6: (7, 4)}


def condition(scene: Scene, letter: str, bit: int) -> bool:
    return int(scene.game.conditions[scene.piece(letter)]) & int(bit) != 0


# --- teleporting ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PORTAL-01", "O-PORTAL-02")
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_stepping_on_a_portal_takes_a_player_to_the_portal_of_the_number_rolled(number: int) -> None:
    scene = Scene(HALL, {"A": home(), "z": away()}, ball="A")
    scene.play("activate A", "declare move", "step e", dice=[f"D6 {number}"])
    assert scene.square("A") == SPOTS[number]
    assert scene.status("A") == "standing"
    assert scene.ball == "A"
    assert scene.told("teleported", "A")


@pytest.mark.rule("O-PORTAL-01")
def test_a_jump_onto_a_portal_is_an_entry() -> None:
    scene = Scene("Ab1.\n...2", {"A": home(), "b": away(status="prone")})
    scene.play("activate A", "declare move", "jump (2,0)", dice=["D6 6", "D6 2"])
    assert scene.square("A") == (3, 1)


@pytest.mark.rule("O-PORTAL-01", "O-PUSH-17")
def test_a_follow_up_onto_a_portal_is_an_entry_that_costs_no_movement() -> None:
    scene = Scene("AbM.2\n.....", {"A": home(movement=2), "b": away(under="1"), "M": home(status="prone")})
    scene.play("activate A", "declare blitz b", "block b", dice=["block PUSH"])
    scene.play("follow", dice=["D6 2"])
    assert scene.square("A") == (4, 0)
    assert scene.square("b") == (2, 1)
    assert scene.game.moves_left == 1  # the block cost one, the follow-up nothing


@pytest.mark.rule("O-PORTAL-05", "O-PORTAL-01")
def test_a_blitzer_teleported_by_its_follow_up_goes_on_without_paying() -> None:
    scene = Scene("AbM.2\n.....", {"A": home(movement=2), "b": away(under="1"), "M": home(status="prone")})
    scene.play("activate A", "declare blitz b", "block b", "follow", dice=["block PUSH", "D6 2"])
    assert not scene.offered("pay portal")  # a follow-up is no movement of its own
    scene.play("step w")
    assert scene.square("A") == (3, 0)


@pytest.mark.rule("O-PORTAL-01")
def test_a_landing_on_a_portal_is_an_entry() -> None:
    scene = Scene(
        "Tg......\n........\n.....1.2\nz.......",
        {"T": home(strength=5, passing=2, skills=["Throw Team-mate"]), "g": home(skills=["Right Stuff"]), "z": away()},
    )
    scene.play("activate T", "declare throw team-mate", "pick g")
    scene.play("throw (4,1)", dice=["D6 6", "D8 5", "D8 4", "D8 8", "D6 6", "D6 2"])
    assert scene.square("g") == (7, 2)
    assert scene.status("g") == "standing"


@pytest.mark.rule("O-PORTAL-01")
def test_standing_still_and_standing_up_on_a_portal_does_nothing() -> None:
    scene = Scene("A.2z", {"A": home(status="prone", under="1"), "z": away()})
    scene.play("activate A", "declare move", "stand up", "stop")
    assert scene.square("A") == (0, 0)
    scene = Scene("A.2z", {"A": home(under="1"), "z": away()})
    scene.play("activate A", "declare move", "stop")
    assert scene.square("A") == (0, 0)


@pytest.mark.rule("O-PORTAL-01")
def test_going_down_on_a_portal_without_entering_it_does_nothing() -> None:
    scene = Scene("bA.2M", {"A": home(), "M": home(), "b": away(under="1")})
    scene.play("activate A", "declare block b", dice=["block POW", "2D6 1+2"])  # nowhere to go: down where it is
    assert scene.square("b") == (0, 0)
    assert scene.status("b") == "prone"


@pytest.mark.rule("O-PORTAL-02", "O-ROOM-11")
def test_who_arrives_in_a_room_has_entered_it() -> None:
    scene = Scene("A1..\n####\n.2.z", {"A": home(), "z": away()}, rooms=[("Sewer", [0, 2, 4, 1])])
    scene.play("activate A", "declare move", "step e", dice=["D6 2"])
    assert condition(scene, "A", REEKS)


@pytest.mark.rule("O-PORTAL-03")
def test_a_rush_and_a_dodge_are_rolled_before_the_teleport() -> None:
    scene = Scene("A1..\nb..2", {"A": home(movement=1), "b": away()})
    scene.play("activate A", "declare move")
    scene.game.moves_left = 0
    scene.play("step e", dice=["D6 2", "D6 4", "D6 2"])  # Rush; Dodge with b beside the portal; the portal
    assert scene.square("A") == (3, 1)


@pytest.mark.rule("O-PORTAL-03")
def test_who_falls_entering_a_portal_is_teleported_after_armour_and_ball() -> None:
    scene = Scene("A1..\nb..2", {"A": home(), "b": away()}, ball="A")
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "2D6 2+3", "D8 5", "D6 2"])
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "prone"
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("O-PORTAL-03")
def test_who_left_play_on_a_portal_is_not_teleported() -> None:
    scene = Scene("A1..\nb..2", {"A": home(), "b": away()})
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "2D6 5+5", "2D6 4+4"])
    assert scene.status("A") == "knocked-out"


@pytest.mark.rule("O-PORTAL-04")
def test_a_player_on_a_portal_marks_acts_and_is_seen_like_any_other() -> None:
    scene = Scene("A.b.\n....", {"A": home(), "b": away(under="1")}, ball="A")
    assert scene.game.marks(scene.piece("b"), scene.piece("A")) is False
    scene.play("activate A", "declare move", "step e")
    assert scene.game.marks(scene.piece("b"), scene.piece("A"))
    scene.play("stop", "activate b", "declare block A", dice=["block PUSH"])
    scene.play("push (0,0)", "stay")
    assert scene.square("b") == (2, 0)
    assert scene.game.dungeon.sees(scene.node((3, 0)), scene.node((0, 0)))  # across the portal


@pytest.mark.rule("O-PORTAL-04", "O-PORTAL-05")
def test_entering_costs_one_square_and_going_on_another() -> None:
    scene = Scene(HALL, {"A": home(movement=6), "z": away()})
    scene.play("activate A", "declare move", "step e", dice=["D6 3"])
    assert scene.game.moves_left == 5
    assert scene.options() == ["pay portal", "stop"]
    assert "pay" in scene.refused("step e")
    scene.play("pay portal")
    assert scene.game.moves_left == 4
    scene.play("step e")
    assert scene.square("A") == (2, 2)


@pytest.mark.rule("O-PORTAL-05")
def test_who_does_not_pay_ends_its_activation_on_the_arrival_portal() -> None:
    scene = Scene(HALL, {"A": home(), "z": away()})
    scene.play("activate A", "declare move", "step e", "stop", dice=["D6 3"])
    assert scene.square("A") == SPOTS[3]
    assert scene.active == "away"


@pytest.mark.rule("O-PORTAL-05", "O-MOVE-08")
def test_the_payment_may_be_a_rush_rolled_on_the_arrival_square() -> None:
    scene = Scene(HALL, {"A": home(movement=1), "z": away()})
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 3", "D6 2"])
    assert scene.game.rushes_left == 1
    scene = Scene(HALL, {"A": home(movement=1), "z": away()})
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 3", "D6 1", "2D6 1+2"])
    assert scene.square("A") == SPOTS[3]  # lying there, it has not entered it again
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"


PLACES = """
    A1.....
    #######
    .2b....
    .p.M..z
"""


@pytest.mark.rule("O-PORTAL-06", "O-PORTAL-05")
@pytest.mark.parametrize(
    ("action", "deed"),
    [
        ("blitz b", "block b"),
        ("pass", "aim"),
        ("hand-off", "hand off M"),
        ("foul p", "foul p"),
        ("move", "open (0,3)"),
    ],
)
def test_after_paying_the_declared_action_goes_on_and_before_it_does_not(action: str, deed: str) -> None:
    legend = {"A": home(), "M": home(at=(2, 3)), "b": away(), "p": away(status="prone"), "z": away()}
    drawn = PLACES.replace("M", ".")
    if action == "move":  # a chest beside the portal, and nobody who marks
        drawn = drawn.replace(".p.", "$..")
        legend["b"] = away(at=(5, 2))
        legend["p"] = away(status="prone", at=(6, 2))
        drawn = drawn.replace("2b", "2.")
    scene = Scene(drawn, legend, ball=None if action == "move" else "A")
    scene.play("activate A", f"declare {action}", "step e", dice=["D6 2"])
    assert not scene.offered(deed)
    scene.play("pay portal")
    assert scene.offered(deed)


@pytest.mark.rule("O-PORTAL-07")
def test_a_rooted_player_that_is_teleported_is_no_longer_rooted() -> None:
    scene = Scene("A1..\n....\n.b.3", {"A": home(), "b": away(under="2", rooted=True)})
    assert condition(scene, "b", ROOTED)
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "D6 3"])
    assert scene.square("b") == (3, 2)
    assert not condition(scene, "b", ROOTED)


@pytest.mark.rule("O-PORTAL-08")
def test_a_displaced_team_mate_pays_nothing_and_keeps_its_activation() -> None:
    scene = Scene("A1..\n....\n.C.3\nz...", {"A": home(), "C": home(movement=4, under="2"), "z": away()})
    scene.play("activate A", "declare move", "step e", "stop", dice=["D6 2", "D6 3"])
    assert scene.square("C") == (3, 2)
    scene.play("activate C", "declare move")
    assert not scene.offered("pay portal")
    assert scene.game.moves_left == 4
    scene.play("step n")
    assert scene.square("C") == (3, 1)


# --- more than one teleport -------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PORTAL-09")
def test_the_count_begins_anew_with_every_team_turn() -> None:
    scene = Scene("A1..\n####\n.b.3\n.2.M\n....", {"A": home(), "M": home(), "b": away()})
    scene.play("activate A", "declare move", "step e", "stop", dice=["D6 2"])
    assert scene.game.teleports(scene.piece("A")) == 1
    scene.play("end turn")
    scene.play("activate b", "declare block A", dice=["block PUSH"])
    scene.play("push (2,4)", "stay")
    assert scene.active == "home"
    assert scene.game.teleports(scene.piece("A")) == 0
    scene.play("activate A", "declare move", "step nw", dice=["D6 3"])
    assert scene.status("A") == "standing"
    assert scene.game.teleports(scene.piece("A")) == 1


@pytest.mark.rule("O-PORTAL-09", "O-PORTAL-10")
def test_a_teleport_in_the_own_turn_does_not_count_in_the_turn_of_the_opponent() -> None:
    scene = Scene("A1..\n####\nb23.\n####\n5...", {"A": home(), "b": away()})
    scene.play("activate A", "declare move", "step e", "stop", dice=["D6 2"])
    scene.play("activate b", "declare block A", dice=["block PUSH"])
    scene.play("stay", dice=["D6 5"])  # into portal 3, and no injury roll
    assert scene.square("A") == (0, 4)
    assert scene.status("A") == "standing"


@pytest.mark.rule("O-PORTAL-10", "O-PORTAL-11")
def test_the_second_arrival_of_a_team_turn_is_an_injury_roll_without_armour() -> None:
    scene = Scene("A1..\n####\n23..\n####\n4..z", {"A": home(), "z": away()})
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 2"])
    scene.play("step e", dice=["D6 4", "2D6 3+4"])
    assert scene.square("A") == (0, 4)
    assert scene.status("A") == "stunned"
    assert not scene.told("armour broken")
    assert scene.turnover == ""
    assert scene.active == "away"  # nobody was left to activate


@pytest.mark.rule("O-PORTAL-11")
@pytest.mark.parametrize(("injury", "status"), [("4+4", "knocked-out"), ("5+6", "casualty")])
def test_a_worse_injury_on_arrival_removes_the_player(injury: str, status: str) -> None:
    scene = Scene("A1..\n####\n23..\n####\n4..z", {"A": home(), "z": away()})
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 2"])
    casualty = ["D16 1"] if status == "casualty" else []
    scene.play("step e", dice=["D6 4", f"2D6 {injury}", *casualty])
    assert scene.status("A") == status


@pytest.mark.rule("O-PORTAL-11", "O-TO-12", "O-DOWN-10")
@pytest.mark.parametrize("injury", ["1+2", "4+4"])
def test_a_carrier_hurt_by_its_second_teleport_drops_the_ball_there_and_ends_the_turn(injury: str) -> None:
    scene = Scene("A1..\n####\n23..\n####\n4.Mz", {"A": home(), "M": home(), "z": away()}, ball="A")
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 2"])
    scene.play("step e", dice=["D6 4", f"2D6 {injury}", "D8 5"])
    assert scene.ball == (1, 4)
    assert scene.turnover == "TURNOVER_CARRIER"
    assert scene.active == "away"


@pytest.mark.rule("O-PORTAL-10")
def test_every_further_arrival_asks_for_another_injury_roll() -> None:
    scene = Scene("A1.B\n####\n23.5\n####\n4..z", {"A": home(), "B": home(), "z": away()})
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 2"])
    scene.play("step e", dice=["D6 4", "2D6 1+1"])
    scene.play("activate B", "declare move", "step w", "step w", dice=["D6 4", "D6 5", "2D6 4+5"])
    assert scene.status("A") == "knocked-out"
    assert scene.square("B") == (0, 4)


# --- mishap and chain reaction ----------------------------------------------------------------------------------------


@pytest.mark.rule("O-PORTAL-12", "O-PORTAL-13", "O-TERM-04")
def test_the_number_of_the_portal_being_left_loses_the_player_without_turnover() -> None:
    scene = Scene(HALL, {"A": home(), "z": away()})
    scene.play("activate A", "declare move", "step e", dice=["D6 1"])
    assert scene.status("A") == "lost"
    assert scene.square("A") is None
    assert scene.turnover == ""
    assert not scene.told("injured")


@pytest.mark.rule("O-PORTAL-13")
def test_no_injury_roll_is_made_for_a_player_lost_on_its_second_teleport() -> None:
    scene = Scene("A1..\n####\n23..\n####\n4.Mz", {"A": home(), "M": home(), "z": away()})
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 2"])
    scene.play("step e", dice=["D6 3"])
    assert scene.status("A") == "lost"
    assert scene.active == "home"


@pytest.mark.rule("O-PORTAL-14", "O-BALL-04", "O-TO-13")
def test_a_lost_carrier_leaves_the_ball_to_scatter_one_square_from_the_portal() -> None:
    scene = Scene("A1..\n....\nM..z", {"A": home(), "M": home(), "z": away()}, ball="A")
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 7"])
    assert scene.ball == (1, 1)
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.rule("O-PORTAL-15")
@pytest.mark.parametrize("status", ["standing", "prone", "stunned"])
@pytest.mark.parametrize("side", [home, away])
def test_whoever_is_on_the_arrival_portal_is_teleported_in_turn_in_its_status(side: object, status: str) -> None:
    assert callable(side)
    scene = Scene("A1..\n....\n.C.3\nz...", {"A": home(), "C": side(status=status, under="2"), "z": away()})
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "D6 3"])
    assert scene.square("A") == (1, 2)
    assert scene.square("C") == (3, 2)
    assert scene.status("C") == status
    assert scene.turnover == ""


@pytest.mark.rule("O-PORTAL-15", "O-PORTAL-12")
def test_a_displaced_player_may_vanish_and_may_displace_another() -> None:
    legend = {"A": home(), "C": home(under="2"), "b": away(under="3"), "z": away()}
    scene = Scene("A1..\n....\n.C.b\nz..4", legend)
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "D6 3", "D6 4"])
    assert (scene.square("A"), scene.square("C"), scene.square("b")) == ((1, 2), (3, 2), (3, 3))
    scene = Scene("A1..\n....\n.C.b\nz..4", legend)
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "D6 2"])
    assert scene.status("C") == "lost"
    assert scene.square("A") == (1, 2)


@pytest.mark.rule("O-PORTAL-16")
def test_injury_and_ball_of_the_arriving_player_come_before_the_next_destination() -> None:
    legend = {"A": home(), "M": home(), "b": away(under="4")}
    scene = Scene("A1.5\n####\n23..\n####\nb..M", legend, ball="A")
    scene.play("activate A", "declare move", "step e", "pay portal", dice=["D6 2"])
    scene.play("step e", dice=["D6 4", "2D6 4+4", "D8 5", "D6 5"])
    assert scene.status("A") == "knocked-out"
    assert scene.ball == (1, 4)
    assert scene.square("b") == (3, 0)  # displaced although nobody is there any more


@pytest.mark.rule("O-PORTAL-17")
def test_a_displaced_carrier_of_the_active_team_keeps_the_ball_and_the_turn() -> None:
    scene = Scene("A1..\n....\n.C.3\nz...", {"A": home(), "C": home(under="2"), "z": away()}, ball="C")
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "D6 3"])
    assert scene.ball == "C"
    assert scene.square("C") == (3, 2)
    assert scene.turnover == ""
    assert scene.active == "home"


# --- the ball ---------------------------------------------------------------------------------------------------------

BALL = """
    T.1...
    ......
    .P...2
    .....z
"""


def thrown(legend: dict[str, object], dice: list[str]) -> Scene:
    """A pass on target beside portal 1, and the first bounce to the east takes the ball onto it."""
    scene = Scene(BALL, {"T": home(), "z": away(), **legend}, ball="T")  # type: ignore[dict-item]
    scene.play("activate T", "declare pass", "aim", "throw (1,0)", dice=["D6 6", "D8 5", *dice])
    return scene


@pytest.mark.rule("O-PORTAL-18", "O-BALL-09")
def test_a_ball_on_a_free_portal_goes_where_a_die_says_and_scatters_one_square() -> None:
    scene = thrown({"P": home(under="3")}, ["D6 2", "D8 4"])
    assert scene.ball == (4, 2)


@pytest.mark.rule("O-PORTAL-18")
def test_the_number_of_the_portal_itself_leaves_the_ball_there() -> None:
    scene = thrown({"P": home(under="3")}, ["D6 1", "D8 7"])
    assert scene.ball == (2, 1)


@pytest.mark.rule("O-PORTAL-19", "O-CATCH-02")
@pytest.mark.parametrize(("face", "ball"), [(3, (2, 2)), (4, "P")])
def test_a_standing_player_on_the_destination_must_try_to_catch_with_minus_1(face: int, ball: object) -> None:
    dice = ["D6 3", f"D6 {face}"] + (["D8 5"] if face == 3 else [])
    scene = thrown({"P": home(agility=3, under="3")}, dice)
    assert scene.ball == ball


@pytest.mark.rule("O-PORTAL-19", "O-PORTAL-18")
@pytest.mark.parametrize("facts", [{"status": "prone"}, {"status": "stunned"}, {"zone": False}])
def test_a_ball_that_arrives_on_anybody_else_scatters_and_displaces_nobody(facts: dict[str, object]) -> None:
    scene = thrown({"P": home(under="3", **facts)}, ["D6 3", "D8 5"])
    assert scene.ball == (2, 2)
    assert scene.square("P") == (1, 2)


@pytest.mark.rule("O-PORTAL-20")
@pytest.mark.parametrize(("status", "dice", "ball"), [("standing", ["D6 4"], "P"), ("prone", ["D8 7"], (2, 1))])
def test_a_ball_on_an_occupied_portal_is_caught_or_bounces_as_anywhere(
    status: str, dice: list[str], ball: object
) -> None:
    legend = {"T": home(), "P": home(status=status, under="1"), "z": away()}
    scene = Scene("T.P...\n......\n.....2\n.....z", legend, ball="T")
    scene.play("activate T", "declare pass", "aim", "throw (1,0)", dice=["D6 6", "D8 5", *dice])
    assert scene.ball == ball
    assert not scene.told("ball teleported")


# --- pushes -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PORTAL-21", "O-PUSH-02")
def test_a_player_pushed_into_a_portal_on_its_feet_arrives_so_with_the_ball() -> None:
    scene = Scene("....\nAb1.\n...2", {"A": home(), "b": away()}, ball="b")
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert set(scene.options()) == {"push (2,0)", "push (2,1)", "push (2,2)"}
    scene.play("push (2,1)", "stay", dice=["D6 2"])
    assert scene.square("b") == (3, 2)
    assert scene.status("b") == "standing"
    assert scene.ball == "b"


@pytest.mark.rule("O-PORTAL-22")
@pytest.mark.parametrize(
    ("dice", "status", "square"),
    [
        (["2D6 2+3", "D8 2", "D6 2"], "prone", (3, 2)),
        (["2D6 5+5", "2D6 2+3", "D8 2", "D6 2"], "stunned", (3, 2)),
        (["2D6 5+5", "2D6 4+5", "D8 2"], "knocked-out", None),
    ],
)
def test_a_player_knocked_into_a_portal_goes_down_first_and_drops_the_ball_there(
    dice: list[str], status: str, square: object
) -> None:
    scene = Scene("....\nAb1.\n...2\nM...", {"A": home(), "M": home(), "b": away()}, ball="b")
    scene.play("activate A", "declare block b", dice=["block POW"])
    scene.play("push (2,1)", "stay", dice=dice)
    assert scene.status("b") == status
    assert scene.square("b") == square
    assert scene.ball == (2, 0)


@pytest.mark.rule("O-PORTAL-23", "O-PUSH-16")
def test_the_follow_up_is_decided_before_the_teleport_is_rolled() -> None:
    scene = Scene("....\nAb1.\n...2", {"A": home(), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    scene.play("push (2,1)")
    assert scene.square("b") == (2, 1)
    assert scene.options() == ["follow", "stay"]
    scene.play("follow", dice=["D6 2"])
    assert scene.square("A") == (1, 1)
    assert scene.square("b") == (3, 2)
