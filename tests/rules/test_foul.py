"""Fouls, the referee, arguments and bribes (O-FOUL)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

ALLEY = """
    .....1..
    .Fv.....
    .....2..
    ######..
    ......6.
"""


def scene_of(
    bribes: tuple[int, int] = (0, 0), ball: str | None = None, others: dict[str, Piece] | None = None
) -> Scene:
    """F may foul v; Z and z keep both turns alive. There are team re-rolls, which no roll of a foul may use."""
    legend = {"F": home(), "v": away(status="prone"), "Z": home(at=(0, 4)), "z": away(at=(3, 4))}
    return Scene(ALLEY, legend | (others or {}), bribes=bribes, ball=ball, rerolls=(2, 0))


def foul(scene: Scene, *after: str, dice: list[str]) -> Scene:
    return scene.play("activate F", "declare foul v", "foul v", *after, dice=dice)


@pytest.mark.rule("O-FOUL-01")
def test_the_victim_is_an_opponent_who_is_down_and_named_at_once() -> None:
    scene = scene_of(
        others={"s": away(at=(2, 0)), "t": away(at=(7, 0), status="stunned"), "m": home(at=(0, 0), status="prone")}
    )
    scene.play("activate F")
    fouls = {text for text in scene.options() if text.startswith("declare foul")}
    assert fouls == {"declare foul v", "declare foul t"}
    scene.play("declare foul t")
    assert not scene.offered("foul v")


@pytest.mark.rule("O-FOUL-02", "O-ACT-07")
def test_a_fouler_moves_first_must_be_adjacent_and_is_then_done() -> None:
    scene = Scene("F...v...", {"F": home(), "v": away(status="prone"), "Z": home(at=(7, 0)), "z": away(at=(6, 0))})
    scene.play("activate F", "declare foul v", "step e", "step e")
    assert not scene.offered("foul v")
    scene.play("step e", "foul v", dice=["2D6 1+2"])
    assert scene.told("activation ended", "F")
    assert scene.offered("activate Z")
    scene.play("activate Z")
    assert not scene.offered("declare foul v")


@pytest.mark.rule("O-FOUL-03")
@pytest.mark.parametrize(
    ("helpers", "dice", "broken"),
    [
        ({}, "5+3", False),
        ({}, "5+4", True),
        ({"H": home(at=(3, 1))}, "5+3", True),
        ({"H": home(at=(3, 1)), "h": away(at=(0, 1))}, "5+3", False),
        ({"h": away(at=(0, 1))}, "5+4", False),
        ({"H": home(at=(3, 1)), "h": away(at=(4, 1))}, "5+3", False),
    ],
)
def test_assists_of_both_sides_change_the_armour_roll(helpers: dict[str, Piece], dice: str, broken: bool) -> None:
    scene = foul(scene_of(others=helpers), dice=[f"2D6 {dice}", *(["2D6 1+2"] if broken else [])])
    assert scene.told("armour broken", "v") == broken
    assert scene.status("v") == ("stunned" if broken else "prone")


@pytest.mark.rule("O-FOUL-04")
def test_without_a_double_nothing_happens_to_the_fouler() -> None:
    scene = foul(scene_of(), dice=["2D6 5+4", "2D6 3+2"])
    assert (scene.status("F"), scene.turnover, scene.active) == ("standing", "", "home")


@pytest.mark.rule("O-FOUL-04", "O-FOUL-05", "O-TO-09")
@pytest.mark.parametrize("dice", [["2D6 2+2"], ["2D6 5+5", "2D6 1+2"], ["2D6 5+4", "2D6 2+2"]])
def test_a_double_on_armour_or_injury_gets_the_fouler_sent_off(dice: list[str]) -> None:
    scene = foul(scene_of(), "decline", dice=dice)
    assert (scene.status("F"), scene.turnover, scene.active) == ("sent-off", "TURNOVER_SENT_OFF", "away")
    assert scene.square("F") is None


@pytest.mark.rule("O-FOUL-04")
def test_a_double_of_an_earlier_roll_is_forgotten() -> None:
    scene = scene_of(others={"s": away(at=(1, 4))})
    scene.play("activate Z", "declare block s", "face pow", "stay", dice=["block POW", "2D6 1+1"])
    foul(scene, dice=["2D6 1+2"])
    assert scene.told("activation ended", "F")  # nobody is asked to argue
    assert scene.status("F") == "standing"


@pytest.mark.rule("O-FOUL-06", "O-FOUL-07", "O-RR-09")
@pytest.mark.parametrize("die", [2, 5])
def test_an_argument_that_changes_nothing_leaves_the_bribes(die: int) -> None:
    scene = scene_of(bribes=(1, 0))
    foul(scene, "argue", dice=["2D6 2+2", f"D6 {die}"])
    assert sorted(scene.options()) == ["bribe", "decline"]
    scene.play("decline")
    assert scene.status("F") == "sent-off"


@pytest.mark.rule("O-FOUL-06")
def test_the_victim_is_resolved_before_the_argument_and_no_argument_follows_a_bribe() -> None:
    scene = scene_of(bribes=(1, 0))
    foul(scene, dice=["2D6 5+5", "2D6 5+4"])
    assert scene.status("v") == "knocked-out"
    assert sorted(scene.options()) == ["argue", "decline"]
    scene.play("decline", "bribe", dice=["D6 1"])
    assert scene.status("F") == "sent-off"


@pytest.mark.rule("O-FOUL-08")
def test_a_one_bars_arguments_for_the_game_and_bribes_for_this_time() -> None:
    scene = scene_of(bribes=(1, 0), others={"G": home(at=(3, 1))})
    foul(scene, "argue", dice=["2D6 2+2", "D6 1"])
    assert (scene.status("F"), scene.active) == ("sent-off", "away")
    scene.play("end turn", "activate G", "declare foul v", "foul v", dice=["2D6 2+2"])
    assert sorted(scene.options()) == ["bribe", "decline"]


@pytest.mark.rule("O-FOUL-09", "O-TO-09")
def test_a_six_brings_the_fouler_back_through_a_portal_and_the_turn_is_over_all_the_same() -> None:
    """EX-24: one assist, the armour holds, an opponent on the portal of arrival is displaced."""
    scene = Scene(
        ".....1..\n.Fv.....\n..H..y..\n######..\n......6.",
        {
            "F": home(),
            "v": away(status="prone"),
            "H": home(),
            "y": away(under="2"),
            "Z": home(at=(0, 4)),
        },
    )
    foul(scene, "argue", dice=["2D6 3+3", "D6 6", "D6 2", "D6 6"])
    assert (scene.square("F"), scene.status("F")) == ((5, 2), "standing")
    assert scene.square("y") == (6, 4)
    assert (scene.turnover, scene.active) == ("TURNOVER_SENT_OFF", "away")


@pytest.mark.rule("O-FOUL-10", "O-IND-05")
def test_a_bribe_cancels_the_sending_off_and_the_turnover() -> None:
    scene = scene_of(bribes=(1, 0))
    foul(scene, "decline", "bribe", dice=["2D6 2+2", "D6 2"])
    assert (scene.status("F"), scene.square("F")) == ("standing", (1, 1))
    assert (scene.turnover, scene.active) == ("", "home")
    assert scene.told("activation ended", "F")


@pytest.mark.rule("O-IND-05")
def test_bribes_may_be_tried_one_after_another() -> None:
    scene = scene_of(bribes=(2, 0))
    foul(scene, "decline", "bribe", "bribe", dice=["2D6 2+2", "D6 1", "D6 6"])
    assert scene.status("F") == "standing"
    assert scene.game.side_value(0, 6) == 0


@pytest.mark.rule("O-FOUL-11")
@pytest.mark.parametrize("die", [2, 6])
def test_a_fouler_that_has_to_leave_drops_the_ball(die: int) -> None:
    scene = scene_of(ball="F")
    foul(scene, "argue", dice=["2D6 2+2", f"D6 {die}", "D8 2", *(["D6 1"] if die == 6 else [])])
    assert scene.ball == (1, 0)
    assert scene.status("F") == ("standing" if die == 6 else "sent-off")
    assert scene.turnover == "TURNOVER_SENT_OFF"


@pytest.mark.rule("O-SPP-03")
def test_a_foul_earns_no_points() -> None:
    scene = foul(scene_of(), dice=["2D6 5+4", "2D6 6+4", "D16 1"])
    assert (scene.status("v"), scene.points("F")) == ("casualty", 0)
