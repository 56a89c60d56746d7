"""What the lightning of a trapped chest does to those it hits (S-BOLT)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.events import ARMOUR_BROKEN, ARMOUR_HELD, INJURED
from dungeonbowl.scenes.scene import Piece, Scene, away, home

TRAP = """
    .......
    ..A$...
    .......
    ......y
"""


def trap(opener: Piece, **others: Piece) -> Scene:
    """A stands west of a chest that can only be a trap."""
    legend = {"A": opener, "y": home(), "z": away(at=(0, 3)), **others}
    return Scene(TRAP, legend, edition="stockbowl", ball="y", modules={"items": {"hidden": 0}})


def enter(scene: Scene, *dice: str) -> Scene:
    return scene.play("activate A", "declare move", "step e", dice=list(dice))


def totals(scene: Scene, letter: str) -> list[int]:
    rolls = (ARMOUR_HELD, ARMOUR_BROKEN, INJURED)
    return [int(event.b) for event in scene.game.events if event.kind in rolls and event.a == scene.piece(letter)]


@pytest.mark.rule("S-BOLT-01")
def test_a_standing_player_is_knocked_down_where_he_is_and_a_held_ball_bounces_after_all_hits() -> None:
    legend = {"A": home(armour=9), "n": home(at=(3, 0), armour=9), "z": away(at=(0, 3))}
    scene = Scene(TRAP.replace("y", "."), legend, edition="stockbowl", ball="A", modules={"items": {"hidden": 0}})
    enter(scene, "2D6 1+2", "D6 4", "2D6 1+2", "D8 5")
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "prone"
    names = [line.split()[0] + " " + line.split()[1] for line in scene.telling()]
    assert names.index("ball moved") > max(index for index, name in enumerate(names) if name == "armour held")


@pytest.mark.rule("S-BOLT-02")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        (["2D6 3+4"], [8]),  # 7 + 1 is not enough
        (["2D6 4+4", "2D6 4+3"], [9, 7]),  # 8 + 1 breaks AV 8, and is used up
        (["2D6 5+4", "2D6 4+3"], [9, 8]),  # broken without it, so it is for the injury
    ],
)
def test_one_is_added_to_the_armour_roll_if_that_breaks_it_and_else_to_the_injury(
    dice: list[str], expected: list[int]
) -> None:
    scene = enter(trap(home(armour=9)), *dice)  # nobody is asked
    assert totals(scene, "A") == expected


@pytest.mark.rule("S-BOLT-03")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_somebody_down_gets_the_same_rolls_and_stays_as_he_is_if_they_fail(status: str) -> None:
    scene = trap(home(armour=9), o=away(at=(4, 0), armour=9, status=status))
    enter(scene, "2D6 1+2", "D6 4", "2D6 3+4")
    assert totals(scene, "o") == [8]
    assert scene.told("armour held", "o")
    states = [event.b for event in scene.events("injured")]
    assert states == []
    scene = trap(home(armour=9), o=away(at=(4, 0), armour=9, status=status))
    enter(scene, "2D6 1+2", "D6 4", "2D6 5+5", "2D6 4+3")
    assert totals(scene, "o") == [10, 8]
    assert scene.status("o") == "knocked-out"


@pytest.mark.rule("S-BOLT-04", "S-CHEST-15")
def test_a_neighbour_is_hit_on_a_4_and_not_on_a_3() -> None:
    scene = trap(home(armour=9), o=away(at=(4, 0), armour=9))
    enter(scene, "2D6 1+2", "D6 3")
    assert scene.status("o") == "standing"
    scene = trap(home(armour=9), o=away(at=(4, 0), armour=9))
    enter(scene, "2D6 1+2", "D6 4", "2D6 1+2")
    assert scene.status("o") == "prone"


@pytest.mark.rule("S-BOLT-05", "S-SPP-02")
def test_it_is_a_turnover_and_a_casualty_earns_nobody_anything() -> None:
    scene = trap(home(armour=9), o=away(at=(4, 0), armour=9))
    enter(scene, "2D6 1+2", "D6 4", "2D6 6+6", "2D6 6+6", "D6 1", "D8 1")
    assert scene.status("o") == "casualty"
    assert not scene.told("points earned")
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
