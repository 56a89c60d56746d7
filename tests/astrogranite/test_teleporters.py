"""Teleporters, and reserves that come in through them (A-TELE, A-TURN-02 to A-TURN-05)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

CLASSIC = "astrogranite(classic)"
SIX = """
    .......
    .A1.2.3
    .......
    4..5..6
    .......
"""


def scene_of(picture: str = SIX, edition: str = CLASSIC, **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": home(agility=4, armour=9), "z": away(at=(0, 4), zone=False)}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    return Scene(picture, legend, edition=edition, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("A-TELE-01", "A-TELE-02", "A-TELE-05", "A-SETUP-02")
def test_a_step_onto_a_teleporter_leads_to_another_and_the_player_goes_on() -> None:
    scene = scene_of()
    scene.play("activate A", "declare move", "step e", dice=["D6 5"])
    assert scene.square("A") == (3, 3)
    assert int(scene.game.moves_left) == 5
    scene.play("step e")
    assert scene.square("A") == (4, 3)


@pytest.mark.rule("A-TELE-02", "A-TELE-03", "A-TELE-04", "A-BALL-03")
def test_the_own_number_is_lost_in_space_without_a_turnover_and_the_ball_bounces() -> None:
    scene = scene_of(ball="A")
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 2"])
    assert scene.status("A") == "lost"
    assert scene.ball == (2, 0)
    assert scene.turnover == ""


@pytest.mark.rule("A-TELE-04", "A-TELE-11", "A-TELE-13")
def test_a_failed_dodge_into_a_teleporter_is_a_fall_at_the_other_end() -> None:
    marked = {"b": away(at=(1, 0)), "c": away(at=(3, 0))}
    scene = scene_of(others=marked)
    # leaving b's zone into a square that b and c mark: +1 -2, needs 5
    scene.play("activate A", "declare move", "step e", dice=["D6 4", "D6 5", "2D6 1+2"])
    assert scene.square("A") == (3, 3)
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_FALL"
    assert [event.b for event in scene.events("went down")] == [scene.node((3, 3))]


@pytest.mark.rule("A-TELE-04", "A-TELE-11")
def test_who_is_lost_in_space_takes_no_armour_roll_but_the_failed_roll_is_a_turnover() -> None:
    scene = scene_of(others={"b": away(at=(1, 0))})
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D6 1"])
    assert scene.status("A") == "lost"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("A-TELE-06", "A-TELE-07")
def test_whoever_stands_there_is_displaced_and_keeps_state_ball_and_action() -> None:
    scene = scene_of(
        others={"B": home(at=(3, 3), under="5", status="prone"), "C": home(at=(4, 1), under="2")}, ball="C"
    )
    scene.play("activate A", "declare move", "step e", "stop", dice=["D6 5", "D6 2", "D6 6"])
    assert [scene.square(letter) for letter in "ABC"] == [(3, 3), (4, 1), (6, 3)]
    assert scene.status("B") == "prone"
    assert scene.ball == "C"
    scene.play("activate C", "declare move", "step w")
    assert scene.square("C") == (5, 3)


@pytest.mark.rule("A-TELE-06", "A-BALL-03")
def test_the_displaced_are_lost_on_the_number_of_their_own_square() -> None:
    scene = scene_of(others={"b": away(at=(3, 3), under="5")}, ball="b")
    scene.play("activate A", "declare move", "step e", dice=["D6 5", "D6 5", "D8 5"])
    assert scene.status("b") == "lost"
    assert scene.ball == (4, 3)
    assert scene.square("A") == (3, 3)
    scene.play("step n")
    assert scene.square("A") == (3, 2)


@pytest.mark.rule("A-TELE-08", "A-TELE-09")
@pytest.mark.parametrize(
    ("dice", "status"),
    [(["2D6 2+4"], "reserves"), (["2D6 4+4"], "knocked-out"), (["2D6 6+6", "D6 1", "D8 1"], "casualty")],
)
def test_a_second_teleporter_in_one_action_hurts_and_ends_the_turn(dice: list[str], status: str) -> None:
    scene = scene_of()
    scene.play("activate A", "declare move", "step e", "step n", "step s", dice=["D6 5", *dice])
    assert scene.status("A") == status
    assert scene.turnover == "TURNOVER_TELEPORT"


@pytest.mark.rule("A-TELE-08", "A-DEF-16")
def test_the_ball_of_the_one_who_is_hurt_bounces_from_the_teleporter() -> None:
    scene = scene_of(ball="A")
    scene.play("activate A", "declare move", "step e", "step n", "step s", dice=["D6 5", "2D6 2+4", "D8 7"])
    assert scene.ball == (3, 4)


@pytest.mark.rule("A-TELE-09")
def test_to_be_displaced_does_not_count_as_a_teleport_of_ones_own() -> None:
    scene = scene_of(others={"B": home(at=(3, 3), under="5")})
    scene.play("activate A", "declare move", "step e", "stop", dice=["D6 5", "D6 2"])
    scene.play("activate B", "declare move", "step n", "step s", dice=["D6 6"])
    assert scene.square("B") == (6, 3)


@pytest.mark.rule("A-TELE-09", "A-TELE-01")
def test_a_chosen_follow_up_counts_and_one_that_must_be_does_not() -> None:
    picture = """
        .......
        .Ab1...
        .......
        4..5..6
    """
    for skills in ([], ["Frenzy"]):
        scene = Scene(
            picture,
            {"A": home(agility=4, skills=skills), "b": away(under="2"), "z": away(at=(6, 0))},
            edition=CLASSIC,
        )
        if skills:
            scene.play("activate A", "declare blitz", "block b", "push (3,0)", dice=["block push", "D6 4"])
        else:
            scene.play("activate A", "declare blitz", "block b", "push (3,0)", "follow", dice=["block push", "D6 4"])
        assert scene.square("A") == (0, 3)
        scene.play("step e", "step w", dice=["D6 6"] if skills else ["2D6 1+1"])
        assert scene.status("A") == ("standing" if skills else "reserves")


@pytest.mark.rule("A-TELE-01", "A-TELE-11", "A-TELE-14")
def test_a_push_onto_a_teleporter_sends_the_target_through_before_it_goes_down() -> None:
    picture = """
        #######
        .Ab1..z
        #######
        4..5..6
    """
    scene = Scene(picture, {"A": home(), "b": away(armour=9), "z": away()}, edition=CLASSIC)
    scene.play("activate A", "declare block b", "follow", dice=["block POW", "D6 5", "2D6 6+4", "2D6 1+1"])
    assert scene.square("b") == (3, 3)
    assert scene.status("b") == "stunned"
    assert scene.square("A") == (2, 1)
    scene = Scene(picture, {"A": home(), "b": away(armour=9), "z": away()}, edition=CLASSIC, ball="b")
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "D6 1", "D8 5"])
    assert scene.status("b") == "lost"
    assert scene.ball == (4, 1)


@pytest.mark.rule("A-TELE-10")
def test_team_rerolls_and_pro_cannot_repeat_a_teleport_roll() -> None:
    scene = scene_of(others={"A": home(skills=["Pro"])}, rerolls=(1, 0))
    scene.play("activate A", "declare move", "step e", dice=["D6 1"])
    assert scene.status("A") == "lost"


@pytest.mark.rule("A-TELE-12")
def test_staying_standing_up_or_being_knocked_down_on_a_teleporter_does_nothing() -> None:
    others = {"A": home(at=(3, 2)), "b": away(at=(3, 3), under="5", armour=9, skills=["Stand Firm"])}
    scene = scene_of(others=others, picture=SIX.replace("A", "."))
    scene.play("activate A", "declare block b", "use STANDS_FIRM b", dice=["block POW", "2D6 1+1"])
    assert scene.square("b") == (3, 3)
    assert scene.status("b") == "prone"
    scene = scene_of(others={"A": home(at=(3, 3), under="5", status="prone")}, picture=SIX.replace("A", "."))
    scene.play("activate A", "declare move", "stand up", "stop")
    assert scene.square("A") == (3, 3)


@pytest.mark.rule("A-TURN-02", "A-TURN-03")
def test_a_reserve_comes_in_through_a_teleporter_and_acts_with_all_its_movement() -> None:
    scene = scene_of(others={"R": home(status="reserves"), "S": home(status="reserves")})
    scene.play("enter R", "declare blitz", "step n", dice=["D6 5"])
    assert scene.square("R") == (3, 2)
    assert int(scene.game.moves_left) == 5
    scene.play("stop")
    assert not scene.offered("enter S")
    assert scene.offered("activate A")
    assert not scene.offered("activate R")


@pytest.mark.rule("A-TURN-04", "A-TELE-06")
def test_an_entering_player_is_never_lost_and_displaces_whoever_is_there() -> None:
    scene = scene_of(others={"R": home(status="reserves"), "b": away(at=(3, 3), under="5")})
    scene.play("enter R", dice=["D6 5", "D6 6"])
    assert scene.square("R") == (3, 3)
    assert scene.square("b") == (6, 3)


@pytest.mark.rule("A-TELE-09")
def test_coming_in_counts_as_the_first_teleport() -> None:
    scene = scene_of(others={"R": home(status="reserves")})
    scene.play("enter R", "declare move", "step n", "step s", dice=["D6 5", "2D6 1+1"])
    assert scene.status("R") == "reserves"
    assert scene.turnover == "TURNOVER_TELEPORT"


@pytest.mark.rule("A-TURN-05")
def test_who_was_put_into_reserves_in_its_own_turn_does_not_come_back_in_it() -> None:
    edition = "astrogranite(classic, teleport_exit=on)"
    scene = scene_of(edition=edition, others={"C": home(at=(1, 4)), "S": home(status="reserves")})
    scene.play("activate A", "declare leave dungeon")
    assert scene.status("A") == "reserves"
    assert scene.offered("enter S")
    assert not scene.offered("enter A")
    scene.play("end turn", "end turn")
    assert scene.offered("enter A")


@pytest.mark.rule("A-TELE-15")
def test_who_has_just_come_in_does_not_leave_again() -> None:
    edition = "astrogranite(classic, teleport_exit=on)"
    scene = scene_of(edition=edition, others={"R": home(status="reserves")})
    scene.play("enter R", dice=["D6 5"])
    assert scene.offered("declare move")
    assert not scene.offered("declare leave dungeon")  # it must be the first thing it does
