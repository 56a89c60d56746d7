"""What ends a team turn, and what does not (O-TO)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home


def is_over(scene: Scene, cause: str) -> bool:
    """Whether the turn of the home side has ended by this turnover although a player was left to activate."""
    return scene.turnover == cause and scene.active == "away"


@pytest.mark.rule("O-TO-01")
def test_falling_over_in_its_own_activation() -> None:
    scene = Scene("A....C.b", {"A": home(movement=1), "C": home(), "b": away()})
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 1", "2D6 1+2"])
    assert is_over(scene, "TURNOVER_FALL")
    assert "O-TO-01" in scene.cited()


@pytest.mark.rule("O-TO-02")
@pytest.mark.parametrize("face", ["PLAYER-DOWN", "BOTH-DOWN"])
def test_being_knocked_down_by_a_block_of_ones_own(face: str) -> None:
    scene = Scene("Ab...C", {"A": home(), "C": home(), "b": away()})
    dice = ["2D6 1+2"] * (2 if face == "BOTH-DOWN" else 1)
    scene.play("activate A", "declare block b", dice=[f"block {face}", *dice])
    assert is_over(scene, "TURNOVER_KNOCKED_DOWN")


@pytest.mark.rule("O-TO-02", "O-CHEST-10")
def test_being_knocked_down_by_a_trap() -> None:
    scene = Scene("A$...C.b", {"A": home(), "C": home(), "b": away()}, ball=(6, 0))
    scene.play("activate A", "declare move", "open (1,0)", dice=["2D6 1+2"])
    assert is_over(scene, "TURNOVER_KNOCKED_DOWN")


@pytest.mark.rule("O-TO-13")
def test_an_opponent_going_down_is_none() -> None:
    scene = Scene("Ab...C", {"A": home(), "C": home(), "b": away()}, ball="b")
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 1+2", "D8 5"])
    assert scene.status("b") == "prone"
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.rule("O-TO-04")
def test_a_failed_pick_up_even_if_a_team_mate_then_catches_the_ball() -> None:
    scene = Scene("A.C....b", {"A": home(), "C": home(), "b": away()}, ball=(1, 0))
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "D8 5", "D6 6"])
    assert scene.ball == "C"
    assert is_over(scene, "TURNOVER_PICK_UP")


@pytest.mark.rule("O-TO-05")
def test_a_fumble_even_if_a_team_mate_then_catches_the_ball() -> None:
    scene = Scene("AC....Db", {"A": home(), "C": home(), "D": home(), "b": away()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 1", "D8 5", "D6 6"])
    assert scene.ball == "C"
    assert is_over(scene, "TURNOVER_FUMBLE")


@pytest.mark.rule("O-TO-06")
def test_a_pass_nobody_of_the_active_team_catches() -> None:
    scene = Scene("A..C..Db", {"A": home(), "C": home(), "D": home(), "b": away()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 5", "D6 1", "D8 5"])
    assert scene.ball == (4, 0)
    assert is_over(scene, "TURNOVER_LOOSE_BALL")
    scene = Scene("A..C..Db", {"A": home(), "C": home(), "D": home(), "b": away()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 5", "D6 3"])
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.rule("O-TO-06")
def test_a_hand_off_that_is_dropped() -> None:
    scene = Scene("AC....Db", {"A": home(), "C": home(), "D": home(), "b": away()}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 2", "D8 5"])
    assert scene.ball == (2, 0)
    assert is_over(scene, "TURNOVER_LOOSE_BALL")


@pytest.mark.rule("O-TO-09")
def test_a_sending_off() -> None:
    scene = Scene("Ab...C.d", {"A": home(), "C": home(), "b": away(status="prone"), "d": away()})
    scene.play("activate A", "declare foul b", "foul b", "decline", dice=["2D6 2+2"])
    assert scene.status("A") == "sent-off"
    assert is_over(scene, "TURNOVER_SENT_OFF")


@pytest.mark.rule("O-TO-12")
def test_the_carrier_hurt_by_a_second_teleport() -> None:
    legend = {"A": home(under="1"), "C": home(), "D": home(), "E": home(), "b": away()}
    scene = Scene("A..2C.D..3.Eb", legend, ball="A")
    scene.play("activate C", "declare move", "step w", "stop", dice=["D6 1", "D6 2"])
    assert scene.turnover == ""
    scene.play("activate D", "declare move", "step e", "step e", "step e", dice=["D6 2", "D6 3", "2D6 2+2", "D8 5"])
    assert scene.status("A") == "stunned"
    assert scene.ball == (10, 0)
    assert is_over(scene, "TURNOVER_CARRIER")


@pytest.mark.rule("O-TO-12")
def test_the_carrier_pushed_into_the_chasm_by_its_own_team() -> None:
    # A pushes b, b pushes C, who holds the ball, over the edge
    legend = {"A": home(strength=5), "b": away(), "C": home(), "D": home(at=(0, 1))}
    scene = Scene("AbCF.\n.##F.\n.....", legend, ball="C")
    scene.play(
        "activate A",
        "declare block b",
        "face push",
        "push (3,0)",
        "stay",
        dice=["block PUSH POW POW", "D16 1", "D8 5"],
    )
    assert scene.status("C") == "casualty"
    assert scene.ball == (4, 0)
    assert is_over(scene, "TURNOVER_CARRIER")


@pytest.mark.rule("O-TO-13")
def test_a_magical_mishap_is_none_even_with_the_ball() -> None:
    """EX-11."""
    scene = Scene("A3.\n...\n..C", {"A": home(), "C": home()}, ball="A")
    scene.play("activate A", "declare move", "step e", dice=["D6 3", "D8 7"])
    assert scene.status("A") == "lost"
    assert scene.ball == (1, 1)
    assert scene.turnover == ""
    assert scene.offered("activate C")


@pytest.mark.rule("O-TO-13")
def test_the_dragon_ends_only_the_turn_of_a_carrier() -> None:
    for ball, cause in (((4, 0), ""), ("A", "TURNOVER_CARRIER")):
        scene = Scene("A...C", {"A": home(), "C": home()}, ball=ball, rooms=[("Dragon Youngling's Lair", [0, 0, 2, 1])])
        dice = ["D6 5", "2D6 1+2"] + (["D8 5"] if cause else [])
        scene.play("activate A", "declare move", dice=dice)
        assert scene.status("A") == "prone"
        assert scene.turnover == cause


@pytest.mark.rule("O-TO-14")
def test_all_dice_owed_are_rolled_then_the_activation_ends_then_the_turn() -> None:
    scene = Scene("A....C.b", {"A": home(movement=1, armour=8), "C": home(), "b": away()}, ball="A")
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 1", "2D6 5+5", "2D6 5+6", "D16 3", "D8 5"])
    assert scene.status("A") == "casualty"
    assert scene.ball == (3, 0)
    kinds = [event.kind for event in scene.game.events]
    rested, ended, turnover, turn_ended = (kinds.index(kind) for kind in (23, 7, 4, 3))
    assert rested < ended < turnover < turn_ended
