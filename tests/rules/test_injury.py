"""Armour, injury and casualty (O-INJ)."""

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
    PASSING_REDUCED,
    SERIOUS_INJURY_ROW,
    SERIOUSLY_HURT_ROW,
    STRENGTH_REDUCED,
)
from dungeonbowl.engine.events import Event
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from support.casualties import stood

HALL = """
    .......
    .......
    .Ab....
    .......
    .......
"""


def knocked(dice: list[str], victim: Piece | None = None, blocker: Piece | None = None, rooms: bool = False) -> Scene:
    """b is knocked down by A and takes these dice."""
    legend = {"A": blocker or home(), "b": victim or away(), "z": away(at=(6, 0))}
    scene = Scene(HALL, legend, rooms=[("Armoury", [0, 0, 7, 5])] if rooms else None)
    scene.play("activate A", "declare block b", "push (3,2)", "stay", dice=["block POW", *dice])
    return scene


def suffered(scene: Scene) -> Event:
    (event,) = scene.events("casualty suffered")
    return event


@pytest.mark.rule("O-INJ-01")
def test_the_coach_opposed_to_the_victim_rolls_armour_injury_and_casualty() -> None:
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 13", "D6 1"])
    assert [event["side"] for event in scene.events("dice rolled")] == [0, 0, 0, 0, 0]
    scene = Scene(HALL, {"A": home(), "b": away(), "Z": home(at=(6, 0))})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 6+4", "2D6 6+4", "D16 1"])
    assert [event["side"] for event in scene.events("dice rolled")] == [0, 1, 1, 1]


@pytest.mark.rule("O-INJ-02", "O-TEST-06")
@pytest.mark.parametrize(("dice", "status"), [("5+3", "prone"), ("5+4", "stunned")])
def test_armour_breaks_at_its_number_and_only_then_is_there_an_injury(dice: str, status: str) -> None:
    scene = knocked([f"2D6 {dice}", *(["2D6 1+1"] if status == "stunned" else [])])
    assert scene.status("b") == status


@pytest.mark.rule("O-INJ-02", "O-ROOM-03")
def test_armour_modifiers_add_up() -> None:
    """Mighty Blow and the Armoury lift a 7 to 9."""
    scene = knocked(["2D6 4+3", "2D6 1+1"], blocker=home(skills=["Mighty Blow"]), rooms=True)
    assert scene.status("b") == "stunned"


@pytest.mark.rule("O-INJ-03", "O-INJ-05")
@pytest.mark.parametrize(
    ("dice", "status", "in_dungeon"),
    [
        ("1+1", "stunned", True),
        ("4+3", "stunned", True),
        ("4+4", "knocked-out", False),
        ("5+4", "knocked-out", False),
        ("5+5", "casualty", False),
        ("6+6", "casualty", False),
    ],
)
def test_the_injury_table(dice: str, status: str, in_dungeon: bool) -> None:
    casualty = ["D16 1"] if status == "casualty" else []
    scene = knocked(["2D6 6+4", f"2D6 {dice}", *casualty])
    assert scene.status("b") == status
    assert (scene.square("b") is not None) == in_dungeon


@pytest.mark.rule("O-INJ-04")
@pytest.mark.parametrize(
    ("dice", "status", "rolls"),
    [
        ("4+2", "stunned", False),
        ("4+3", "knocked-out", False),
        ("4+4", "knocked-out", False),
        ("5+4", "casualty", False),
        ("5+5", "casualty", True),
    ],
)
def test_the_injury_table_of_the_small(dice: str, status: str, rolls: bool) -> None:
    scene = knocked(["2D6 6+4", f"2D6 {dice}", *(["D16 1"] if rolls else [])], away(skills=["Stunty"]))
    assert scene.status("b") == status


@pytest.mark.rule("O-INJ-06")
def test_a_knocked_out_player_never_recovers_by_itself() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(), "K": home(status="knocked-out")})
    for _ in range(4):
        scene.play("end turn")
    assert scene.status("K") == "knocked-out"


@pytest.mark.rule("O-INJ-06", "O-SPP-03")
@pytest.mark.parametrize(("die", "status"), [(3, "casualty"), (4, "reserves")])
def test_regeneration_follows_the_casualty_roll(die: int, status: str) -> None:
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 16", f"D6 {die}"], away(skills=["Regeneration"]))
    assert scene.status("b") == status
    assert scene.points("A") == 2


@pytest.mark.rule("O-INJ-07")
@pytest.mark.parametrize(
    ("die", "row"),
    [
        (1, BADLY_HURT_ROW),
        (6, BADLY_HURT_ROW),
        (7, SERIOUSLY_HURT_ROW),
        (9, SERIOUSLY_HURT_ROW),
        (10, SERIOUS_INJURY_ROW),
        (12, SERIOUS_INJURY_ROW),
        (13, LASTING_INJURY_ROW),
        (14, LASTING_INJURY_ROW),
        (15, DEAD_ROW),
        (16, DEAD_ROW),
    ],
)
def test_the_casualty_table(die: int, row: int) -> None:
    scene = knocked(["2D6 6+4", "2D6 6+4", f"D16 {die}", *(["D6 1"] if row == LASTING_INJURY_ROW else [])])
    assert (suffered(scene)["casualty"], suffered(scene)["total"]) == (row, die)


@pytest.mark.rule("O-INJ-08")
def test_niggling_injuries_make_the_casualty_worse() -> None:
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 6"], away(niggles=1))
    assert suffered(scene)["casualty"] == SERIOUSLY_HURT_ROW
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 16"], away(niggles=2))
    assert suffered(scene)["casualty"] == DEAD_ROW


@pytest.mark.rule("O-INJ-10")
@pytest.mark.parametrize(
    ("die", "what"),
    [
        (1, ARMOUR_REDUCED),
        (2, ARMOUR_REDUCED),
        (3, MOVEMENT_REDUCED),
        (4, PASSING_REDUCED),
        (5, AGILITY_REDUCED),
        (6, STRENGTH_REDUCED),
    ],
)
def test_the_lasting_injury_table(die: int, what: int) -> None:
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 13", f"D6 {die}"])
    assert suffered(scene)["reduced"] == what


@pytest.mark.rule("O-INJ-11")
@pytest.mark.parametrize(
    ("die", "victim"),
    [
        (1, away(armour=3)),
        (3, away(movement=1)),
        (4, away(passing=6)),
        (4, away(passing=None)),
        (5, away(agility=6)),
        (6, away(strength=1)),
    ],
)
def test_a_characteristic_at_its_worst_is_rolled_again(die: int, victim: Piece) -> None:
    other = 1 if die != 1 else 3
    blocker = home(strength=victim.strength)
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 14", f"D6 {die}", f"D6 {other}"], victim, blocker)
    assert suffered(scene)["reduced"] == (ARMOUR_REDUCED if other == 1 else MOVEMENT_REDUCED)


def test_a_player_with_nothing_left_to_lose_loses_nothing() -> None:
    wreck = away(armour=3, movement=1, passing=None, agility=6, strength=1)
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 14"], wreck, home(strength=1))
    assert (suffered(scene)["casualty"], suffered(scene)["reduced"]) == (LASTING_INJURY_ROW, NO_REDUCTION)


# --- what stands in the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("O-INJ-05", "O-INJ-09")
def test_what_stands_of_a_casualty_is_told_once_with_who_did_it_and_how() -> None:
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 15"])
    assert stood(scene) == [("b", "dead", "A", "block")]
    assert stood(knocked(["2D6 6+4", "2D6 4+4"])) == []  # a knock-out is no casualty


@pytest.mark.rule("O-INJ-10", "O-INJ-11")
def test_the_loss_that_was_rolled_again_is_what_stands() -> None:
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 14", "D6 3", "D6 1"], away(movement=1))
    assert stood(scene) == [("b", "lasting injury (armour)", "A", "block")]


@pytest.mark.rule("O-INJ-04")
def test_badly_hurt_without_a_casualty_roll_stands_too() -> None:
    assert stood(knocked(["2D6 6+4", "2D6 5+4"], away(skills=["Stunty"]))) == [("b", "badly hurt", "A", "block")]


@pytest.mark.skill("Regeneration")
def test_nothing_stands_of_a_casualty_that_regenerates() -> None:
    victim = away(skills=["Regeneration"])
    assert stood(knocked(["2D6 6+4", "2D6 6+4", "D16 15", "D6 4"], victim)) == [("b", "nothing", "A", "block")]
    victim = away(skills=["Regeneration"])
    assert stood(knocked(["2D6 6+4", "2D6 6+4", "D16 15", "D6 3"], victim)) == [("b", "dead", "A", "block")]


def test_a_player_that_hurts_itself_was_hurt_by_nobody() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(), "Z": home(at=(6, 0))})
    scene.play("activate A", "declare move", "step nw", dice=["D6 1", "2D6 6+4", "2D6 6+4", "D16 1"])
    assert stood(scene) == [("A", "badly hurt", "", "fall")]


@pytest.mark.rule("O-INJ-12")
@pytest.mark.parametrize(("rooms", "status"), [(False, "prone"), (True, "stunned")])
def test_iron_hard_skin_stops_blows_but_not_the_armoury(rooms: bool, status: str) -> None:
    scene = knocked(
        ["2D6 4+4", *(["2D6 1+1"] if rooms else [])],
        away(skills=["Iron Hard Skin"]),
        home(skills=["Mighty Blow"]),
        rooms,
    )
    assert scene.status("b") == status


@pytest.mark.rule("O-INJ-12")
def test_iron_hard_skin_stops_foul_assists() -> None:
    legend = {"A": home(), "b": away(status="prone", skills=["Iron Hard Skin"]), "H": home(at=(2, 1))}
    scene = Scene(HALL, legend | {"z": away(at=(6, 0))})
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 5+3"])
    assert scene.told("armour held", "b")


def test_mighty_blow_goes_to_the_injury_when_armour_breaks_without_it() -> None:
    scene = knocked(["2D6 5+4", "2D6 4+3"], blocker=home(skills=["Mighty Blow"]))
    assert scene.status("b") == "knocked-out"


@pytest.mark.rule("O-TEST-07")
def test_mighty_blow_is_not_used_by_a_blocker_that_goes_down_itself_nor_against_itself() -> None:
    scene = Scene(HALL, {"A": home(skills=["Mighty Blow"]), "b": away(skills=["Mighty Blow"])})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 4+4", "2D6 4+4"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")


def test_mighty_blow_helps_in_a_block_of_ones_own_only() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(skills=["Mighty Blow"])})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 4+4"])
    assert scene.told("armour held", "A")


@pytest.mark.rule("O-SPP-03")
def test_a_casualty_of_a_block_earns_points_for_whoever_stayed_the_stronger() -> None:
    scene = knocked(["2D6 6+4", "2D6 6+4", "D16 1"])
    assert scene.points("A") == 2
    scene = Scene(HALL, {"A": home(), "b": away(), "Z": home(at=(6, 0))})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 6+4", "2D6 6+4", "D16 1"])
    assert (scene.points("A"), scene.points("b")) == (0, 2)
