"""Armour, injury, casualties and fouls of the older rules (S-BASE-13 to S-BASE-17)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.casualties import (
    AGILITY_REDUCED,
    ARMOUR_REDUCED,
    BADLY_HURT_ROW,
    DEAD_ROW,
    LASTING_INJURY_ROW,
    MOVEMENT_REDUCED,
    NO_REDUCTION,
    SERIOUS_INJURY_ROW,
    SERIOUSLY_HURT_ROW,
    STRENGTH_REDUCED,
)
from dungeonbowl.engine.events import Event
from dungeonbowl.scenes.scene import Piece, Scene, away, home

ROOM = """
    .......
    .......
    .Xd....
    .......
"""


def knocked(dice: list[str], victim: Piece | None = None, blocker: Piece | None = None, **facts: object) -> Scene:
    """d is knocked down by X and takes these dice."""
    legend = {"X": blocker or home(), "d": victim or away(armour=9), "z": away(at=(6, 0))}
    scene = Scene(ROOM, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]
    scene.play("activate X", "declare block d", "push (3,2)", "stay", dice=["block POW", *dice])
    return scene


def suffered(scene: Scene) -> Event:
    (event,) = scene.events("casualty suffered")
    return event


@pytest.mark.rule("S-BASE-13")
def test_armour_breaks_above_its_value() -> None:
    assert knocked(["2D6 4+4"], away(armour=9)).status("d") == "prone"  # AV 8
    assert knocked(["2D6 4+5", "2D6 1+1"], away(armour=9)).status("d") == "stunned"


@pytest.mark.rule("S-BASE-14")
@pytest.mark.parametrize(
    ("total", "status"),
    [("1+1", "stunned"), ("3+4", "stunned"), ("4+4", "knocked-out"), ("4+5", "knocked-out"), ("5+5", "casualty")],
)
def test_the_injury_table(total: str, status: str) -> None:
    casualty = ["D6 1", "D8 1"] if status == "casualty" else []
    scene = knocked(["2D6 6+6", f"2D6 {total}", *casualty])
    assert scene.status("d") == status


@pytest.mark.rule("S-BASE-14")
@pytest.mark.parametrize(("total", "status"), [("4+4", "stunned"), ("4+5", "knocked-out"), ("3+4", "stunned")])
def test_a_thick_skull_bears_an_eight(total: str, status: str) -> None:
    scene = knocked(["2D6 6+6", f"2D6 {total}"], away(armour=9, skills=["Thick Skull"]))
    assert scene.status("d") == status


@pytest.mark.rule("S-BASE-14")
@pytest.mark.parametrize(
    ("total", "status"), [("3+3", "stunned"), ("3+4", "knocked-out"), ("4+4", "knocked-out"), ("4+5", "casualty")]
)
def test_the_small_are_hurt_more_easily(total: str, status: str) -> None:
    scene = knocked(["2D6 6+6", f"2D6 {total}"], away(armour=9, skills=["Stunty"]))
    assert scene.status("d") == status
    if status == "casualty":  # badly hurt, without a roll
        assert suffered(scene)["casualty"] == BADLY_HURT_ROW
        assert scene.points("X") == 2


@pytest.mark.rule("S-BASE-14")
def test_a_ten_is_a_casualty_roll_for_the_small_too() -> None:
    scene = knocked(["2D6 6+6", "2D6 5+5", "D6 6", "D8 1"], away(armour=9, skills=["Stunty"]))
    assert suffered(scene)["casualty"] == DEAD_ROW


@pytest.mark.rule("S-BASE-14")
def test_every_niggling_injury_makes_the_next_one_worse() -> None:
    assert knocked(["2D6 6+6", "2D6 3+3"], away(armour=9, niggles=2)).status("d") == "knocked-out"
    assert knocked(["2D6 6+6", "2D6 3+3"], away(armour=9, niggles=1)).status("d") == "stunned"
    assert knocked(["2D6 6+6", "2D6 4+4"], away(armour=9)).status("d") == "knocked-out"


@pytest.mark.rule("S-BASE-15")
@pytest.mark.parametrize(
    ("number", "row", "reduced"),
    [
        (11, BADLY_HURT_ROW, NO_REDUCTION),
        (38, BADLY_HURT_ROW, NO_REDUCTION),
        (41, SERIOUSLY_HURT_ROW, NO_REDUCTION),
        (48, SERIOUSLY_HURT_ROW, NO_REDUCTION),
        (51, SERIOUS_INJURY_ROW, NO_REDUCTION),
        (52, SERIOUS_INJURY_ROW, NO_REDUCTION),
        (53, LASTING_INJURY_ROW, MOVEMENT_REDUCED),
        (54, LASTING_INJURY_ROW, MOVEMENT_REDUCED),
        (55, LASTING_INJURY_ROW, ARMOUR_REDUCED),
        (56, LASTING_INJURY_ROW, ARMOUR_REDUCED),
        (57, LASTING_INJURY_ROW, AGILITY_REDUCED),
        (58, LASTING_INJURY_ROW, STRENGTH_REDUCED),
        (61, DEAD_ROW, NO_REDUCTION),
        (68, DEAD_ROW, NO_REDUCTION),
    ],
)
def test_the_casualty_table(number: int, row: int, reduced: int) -> None:
    scene = knocked(["2D6 6+6", "2D6 6+6", f"D6 {number // 10}", f"D8 {number % 10}"])
    event = suffered(scene)
    assert (event["casualty"], event["total"], event["reduced"]) == (row, number, reduced)
    assert scene.status("d") == "casualty"


@pytest.mark.rule("S-BASE-16")
def test_mighty_blow_is_put_on_the_armour_roll_by_choice() -> None:
    blocker = home(skills=["Mighty Blow"])
    scene = knocked(["2D6 4+4"], blocker=blocker)
    assert scene.asked == "home"
    scene.play("use Mighty Blow X", dice=["2D6 3+4"])
    assert scene.status("d") == "stunned"  # nothing is left for the injury
    scene = knocked(["2D6 4+4"], blocker=blocker)
    scene.play("decline")
    assert scene.status("d") == "prone"
    assert scene.told("armour held", "d")


@pytest.mark.rule("S-BASE-16")
def test_mighty_blow_goes_to_the_injury_when_the_armour_breaks_without_it() -> None:
    scene = knocked(["2D6 4+5", "2D6 3+4"], blocker=home(skills=["Mighty Blow"]))
    assert scene.status("d") == "knocked-out"


@pytest.mark.rule("S-BASE-16")
def test_mighty_blow_that_cannot_break_the_armour_is_not_asked_for() -> None:
    scene = knocked(["2D6 3+4"], blocker=home(skills=["Mighty Blow"]))
    assert scene.status("d") == "prone"


# --- fouls --------------------------------------------------------------------------------------------------------


def foul(dice: list[str], more: dict[str, Piece] | None = None, status: str = "prone", **facts: object) -> Scene:
    """X fouls d."""
    legend = {
        "X": home(),
        "d": away(armour=9, status=status),
        "D": home(at=(0, 0)),
        "z": away(at=(6, 0)),
        **(more or {}),
    }
    scene = Scene(ROOM, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]
    scene.play("activate X", "declare foul d", "foul d", dice=dice)
    return scene


@pytest.mark.rule("S-BASE-17")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_a_foul_is_an_armour_roll_without_bonus(status: str) -> None:
    scene = foul(["2D6 3+5"], status=status)
    assert scene.told("armour held", "d")
    assert not scene.offered("declare foul d")
    scene = foul(["2D6 4+5", "2D6 3+4"], status=status)
    assert scene.status("d") == "stunned"


@pytest.mark.rule("S-BASE-17")
def test_one_foul_a_turn() -> None:
    scene = foul(["2D6 3+5"])
    scene.play("activate D")
    assert not scene.offered("declare foul d")


@pytest.mark.rule("S-BASE-17")
def test_assists_of_both_sides_count() -> None:
    scene = foul(["2D6 3+5", "2D6 2+3"], {"H": home(at=(3, 2))})
    assert scene.status("d") == "stunned"
    scene = foul(["2D6 3+5"], {"H": home(at=(3, 2)), "e": away(at=(0, 2))})
    assert scene.told("armour held", "d")
    scene = foul(["2D6 3+6"], {"e": away(at=(0, 2))})
    assert scene.told("armour held", "d")


@pytest.mark.rule("S-BASE-17")
@pytest.mark.parametrize("dice", [["2D6 3+3"], ["2D6 4+6", "2D6 2+2"], ["2D6 5+5", "2D6 2+3"]])
def test_a_double_sends_the_fouler_off_without_an_argument(dice: list[str]) -> None:
    scene = foul(dice)
    assert scene.status("X") == "sent-off"
    assert scene.turnover == "TURNOVER_SENT_OFF"
    assert scene.active == "away"


@pytest.mark.rule("S-BASE-17")
def test_no_double_no_sending_off() -> None:
    scene = foul(["2D6 4+6", "2D6 2+3"])
    assert scene.status("X") == "standing"
    assert scene.turnover == ""


@pytest.mark.rule("S-OFF-06")
@pytest.mark.parametrize("die", [1, 2])
def test_a_bribe_keeps_the_fouler_in_play_on_a_two(die: int) -> None:
    scene = foul(["2D6 3+3"], bribes=(1, 0))
    assert scene.asked == "home"
    scene.play("bribe", dice=[f"D6 {die}"])
    assert scene.status("X") == ("standing" if die == 2 else "sent-off")
    assert scene.turnover == ("" if die == 2 else "TURNOVER_SENT_OFF")
