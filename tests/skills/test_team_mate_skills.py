"""Throwing, kicking and eating team-mates."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from support.casualties import stood

HALL = """
    ........
    .TG....D
    ........
"""


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind asked for."""
    return [event["needed"] for event in scene.events("tested") if event.clause == clause][-1]


def thrower(*skills: str, **facts: object) -> Piece:
    return home(**{"strength": 5, "passing": 4, "skills": ["Throw Team-mate", *skills], **facts})


def kicker(*skills: str, **facts: object) -> Piece:
    return home(**{"strength": 5, "passing": 4, "skills": ["Kick Team-mate", *skills], **facts})


def goblin(*skills: str, **facts: object) -> Piece:
    return home(**{"strength": 2, "skills": ["Right Stuff", *skills], **facts})


# --- Throw Team-mate, Right Stuff, Strong Arm -----------------------------------------------------------------------


@pytest.mark.rule("O-TTM-01")
@pytest.mark.skill("Throw Team-mate")
@pytest.mark.parametrize(("strength", "offered"), [(4, False), (5, True)])
def test_only_the_strong_throw_team_mates(strength: int, offered: bool) -> None:
    scene = Scene(HALL, {"T": thrower(strength=strength), "G": goblin(), "D": home()})
    scene.play("activate T")
    assert scene.offered("declare throw team-mate") is offered


@pytest.mark.rule("O-TTM-01")
@pytest.mark.skill("Right Stuff")
@pytest.mark.parametrize(
    ("mate", "offered"),
    [
        (goblin(), True),
        (goblin(status="stunned"), True),
        (goblin(strength=4), False),
        (home(strength=2), False),
    ],
)
def test_only_the_light_and_willing_are_thrown(mate: Piece, offered: bool) -> None:
    scene = Scene(HALL, {"T": thrower(), "G": mate, "D": home()})
    scene.play("activate T", "declare throw team-mate")
    assert scene.offered("pick G") is offered


@pytest.mark.rule("O-TTM-04")
@pytest.mark.skill("Strong Arm")
@pytest.mark.parametrize(("skills", "face"), [(["Strong Arm"], 3), ([], 4)])
def test_a_strong_arm_throws_team_mates_better(skills: list[str], face: int) -> None:
    scene = Scene(HALL, {"T": thrower(*skills), "G": goblin(), "D": home()})
    dice = ["D6 6", "D8 5", "D8 4", "D8 5", "D6 6"]
    scene.play("activate T", "declare throw team-mate", "pick G", "throw (3,1)", dice=dice)
    assert needed(scene, clauses.THROW_TEAM_MATE) == face


@pytest.mark.skill("Strong Arm", "Kick Team-mate")
def test_a_strong_arm_throws_no_balls_and_kicks_nobody() -> None:
    scene = Scene(HALL, {"T": thrower("Strong Arm"), "G": goblin(), "D": home()}, ball="T")
    scene.play("activate T", "declare pass", "aim", "throw (2,1)", dice=["D6 6", "D6 6"])
    assert needed(scene, clauses.PASS) == 4
    scene = Scene(HALL, {"T": kicker("Strong Arm"), "G": goblin(), "D": home()})
    dice = ["D6 6", "D8 5", "D8 4", "D8 5", "D6 6"]
    scene.play("activate T", "declare kick team-mate", "pick G", "throw (3,1)", dice=dice)
    assert needed(scene, clauses.THROW_TEAM_MATE) == 4


# --- Always Hungry --------------------------------------------------------------------------------------------------


def hungry(ball: str | None = None, rerolls: int = 0, *mate: str) -> Scene:
    scene = Scene(
        HALL, {"T": thrower("Always Hungry"), "G": goblin(*mate), "D": home()}, ball=ball, rerolls=(rerolls, 0)
    )
    scene.play("activate T", "declare throw team-mate", "pick G")
    return scene


@pytest.mark.skill("Always Hungry")
def test_a_hungry_thrower_throws_on_a_two() -> None:
    scene = hungry()
    scene.play("throw (3,1)", dice=["D6 2", "D6 6", "D8 5", "D8 4", "D8 5", "D6 6"])
    assert scene.square("G") == (4, 1)


@pytest.mark.rule("O-TTM-07")
@pytest.mark.skill("Always Hungry")
def test_a_team_mate_that_wriggles_free_is_fumbled() -> None:
    scene = hungry()
    scene.play("throw (3,1)", dice=["D6 1", "D6 2", "D8 2", "D6 6"])  # one bounce from the thrower
    assert scene.square("G") == (1, 0)
    assert scene.status("G") == "standing"
    assert scene.turnover == ""
    assert not scene.offered("activate T")


@pytest.mark.skill("Always Hungry", "Regeneration")
def test_a_team_mate_is_eaten_for_good() -> None:
    scene = hungry(None, 0, "Regeneration")
    scene.play("throw (3,1)", dice=["D6 1", "D6 1"])
    assert scene.status("G") == "casualty"
    assert scene.told("eaten", "G")
    assert stood(scene) == [("G", "dead", "T", "team-mate")]
    assert scene.turnover == ""
    assert scene.offered("activate D")


@pytest.mark.rule("O-TO-08")
@pytest.mark.skill("Always Hungry")
def test_an_eaten_carrier_costs_the_turn_and_the_ball_bounces_from_the_eater() -> None:
    scene = hungry("G")
    scene.play("throw (3,1)", dice=["D6 1", "D6 1", "D8 2"])
    assert scene.ball == (1, 0)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@pytest.mark.rule("O-RR-11")
@pytest.mark.skill("Always Hungry")
def test_a_coach_may_have_the_hunger_rolled_again() -> None:
    scene = hungry(None, 1)
    scene.play("throw (3,1)", dice=["D6 1"])
    assert scene.offered("reroll team")
    scene.play("reroll team", dice=["D6 4", "D6 6", "D8 5", "D8 4", "D8 5", "D6 6"])
    assert scene.status("G") == "standing"


@pytest.mark.skill("Always Hungry", "Kick Team-mate")
def test_nobody_is_eaten_who_is_kicked_and_nobody_without_the_hunger_eats() -> None:
    dice = ["D6 6", "D8 5", "D8 4", "D8 5", "D6 6"]
    scene = Scene(HALL, {"T": kicker("Always Hungry"), "G": goblin(), "D": home()})
    scene.play("activate T", "declare kick team-mate", "pick G", "throw (3,1)", dice=dice)
    scene = Scene(HALL, {"T": thrower(), "G": goblin(), "D": home()})
    scene.play("activate T", "declare throw team-mate", "pick G", "throw (3,1)", dice=dice)
    assert scene.square("G") == (4, 1)


# --- Kick Team-mate -------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-ACT-08")
@pytest.mark.skill("Kick Team-mate")
def test_a_kick_comes_besides_the_pass_of_the_turn_and_once() -> None:
    legend = {"T": kicker(), "G": goblin(), "D": kicker(), "E": home()}
    scene = Scene(HALL.replace("D", "D\n    E.......", 1), legend, ball="E")
    scene.play("activate E", "declare pass", "stop")
    scene.play("activate T", "declare kick team-mate", "pick G", "throw (3,1)", dice=["D6 6", *["D8 5"] * 3, "D6 6"])
    assert scene.square("G") == (6, 1)
    scene.play("activate D")
    assert not scene.offered("declare kick team-mate")


@pytest.mark.skill("Kick Team-mate")
def test_only_a_standing_team_mate_is_kicked_and_only_by_a_kicker() -> None:
    scene = Scene(HALL, {"T": kicker(), "G": goblin(status="prone"), "D": home()})
    scene.play("activate T", "declare kick team-mate")
    assert not scene.offered("pick G")
    scene = Scene(HALL, {"T": thrower(), "G": goblin(), "D": home()})
    scene.play("activate T")
    assert not scene.offered("declare kick team-mate")


@pytest.mark.skill("Kick Team-mate")
@pytest.mark.parametrize(("injury", "status"), [("2D6 1+1", "knocked-out"), ("2D6 4+4", "knocked-out")])
def test_a_fumbled_kick_takes_the_team_mate_out_of_play(injury: str, status: str) -> None:
    scene = Scene(HALL, {"T": kicker(), "G": goblin(), "D": home()})
    scene.play("activate T", "declare kick team-mate", "pick G", "throw (3,1)", dice=["D6 1", injury])
    assert scene.status("G") == status
    assert scene.turnover == ""


@pytest.mark.skill("Kick Team-mate", "Mighty Blow")
def test_the_mighty_blow_of_a_kicker_counts_against_its_own() -> None:
    scene = Scene(HALL, {"T": kicker("Mighty Blow (+2)"), "G": goblin(), "D": home()})
    dice = ["D6 1", "2D6 4+4", "D16 1"]
    scene.play("activate T", "declare kick team-mate", "pick G", "throw (3,1)", dice=dice)
    assert scene.status("G") == "casualty"


@pytest.mark.rule("O-TO-08")
@pytest.mark.skill("Kick Team-mate")
def test_a_carrier_whose_kick_is_fumbled_loses_ball_and_turn() -> None:
    scene = Scene(HALL, {"T": kicker(), "G": goblin(), "D": home()}, ball="G")
    dice = ["D6 1", "2D6 1+1", "D8 5"]
    scene.play("activate T", "declare kick team-mate", "pick G", "throw (3,1)", dice=dice)
    assert scene.ball == (3, 1)
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"


@pytest.mark.skill("Kick Team-mate")
def test_a_kicker_may_move_first() -> None:
    scene = Scene("T.G....D", {"T": kicker(), "G": goblin(), "D": home()})
    scene.play("activate T", "declare kick team-mate", "step e")
    assert scene.offered("pick G")


# --- Landing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-TTM-09")
@pytest.mark.skill("Sure Hands", "Right Stuff")
def test_a_safe_landing_on_the_ball_is_a_pick_up() -> None:
    scene = Scene(HALL, {"T": thrower(), "G": goblin("Sure Hands"), "D": home()}, ball=(4, 1))
    dice = ["D6 6", "D8 5", "D8 4", "D8 5", "D6 6", "D6 1"]
    scene.play("activate T", "declare throw team-mate", "pick G", "throw (3,1)", dice=dice)
    scene.play("reroll skill", dice=["D6 5"])
    assert scene.ball == "G"


@pytest.mark.skill("Disturbing Presence")
def test_a_presence_out_of_reach_disturbs_no_throw() -> None:
    legend = {"T": thrower(), "G": goblin(), "D": home(), "b": away(skills=["Disturbing Presence"])}
    for spot, face in (((4, 2), 5), ((5, 2), 4)):
        rows = [list(row) for row in HALL.split("\n")]
        rows[3][4 + spot[0]] = "b"
        scene = Scene("\n".join("".join(row) for row in rows), legend)
        dice = ["D6 6", "D8 2", "D8 5", "D8 4", "D6 6"]
        scene.play("activate T", "declare throw team-mate", "pick G", "throw (3,1)", dice=dice)
        assert needed(scene, clauses.THROW_TEAM_MATE) == face
