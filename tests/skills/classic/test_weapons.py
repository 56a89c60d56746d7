"""Extraordinary skills of the older rules: weapons, and those who carry them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import UNDEAD
from dungeonbowl.engine.loop import settle
from dungeonbowl.engine.moments import DRIVE_ENDED
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.sides import BRIBES
from dungeonbowl.scenes.scene import Scene, away, home


def skill(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skill(*names, edition="stockbowl")


def stock(picture: str, legend: dict[str, Any], **facts: Any) -> Scene:
    return Scene(picture, legend, edition="stockbowl", **facts)


def player(**facts: Any) -> Any:
    return home(**{"agility": 4, **facts})


def opponent(**facts: Any) -> Any:
    return away(**{"agility": 4, **facts})


def armour(scene: Scene) -> list[tuple[int, int]]:
    """Totals and targets of all armour rolls so far."""
    rolls = [*scene.events("armour held"), *scene.events("armour broken")]
    return [(event["total"], event["needed"]) for event in rolls]


# --- Stab, Stakes ---------------------------------------------------------------------------------------------------


def stab(dice: list[str], victim: dict[str, Any], skills: list[str]) -> Scene:
    scene = stock("Ab..C", {"A": player(skills=skills), "b": opponent(**victim), "C": player()})
    scene.play("activate A", "declare stab b", dice=dice)
    return scene


@skill("Stab", "Mighty Blow")
def test_a_stab_is_an_armour_roll_that_nothing_modifies() -> None:
    scene = stab(["2D6 4+4"], {"armour": 9}, ["Stab", "Mighty Blow"])
    assert armour(scene) == [(8, 9)]
    assert scene.status("b") == "standing"
    scene = stab(["2D6 4+5", "2D6 3+4"], {"armour": 9}, ["Stab", "Mighty Blow"])
    assert scene.status("b") == "stunned"
    assert not scene.events("block dice rolled")


@skill("Stab")
def test_a_stab_in_a_blitz_ends_the_movement_and_teaches_nothing() -> None:
    scene = stock("A.b...C", {"A": player(skills=["Stab"]), "b": opponent(armour=3), "C": player()})
    scene.play("activate A", "declare blitz", "step e", "use Stab b", dice=["2D6 6+6", "2D6 6+6", "D6 1", "D8 1"])
    assert scene.status("b") == "casualty"
    assert not scene.offered("step e")
    assert not scene.events("points earned")


@skill("Stab")
def test_only_who_has_a_blade_stabs_and_only_who_stands_is_stabbed() -> None:
    scene = stock("Ab.C", {"A": player(), "b": opponent(), "C": player()})
    scene.play("activate A")
    assert not scene.offered("declare stab b")
    scene = stock("Ab.C", {"A": player(skills=["Stab"]), "b": opponent(status="prone"), "C": player()})
    scene.play("activate A")
    assert not scene.offered("declare stab b")


@skill("Stakes")
@pytest.mark.parametrize(("undead", "total"), [(True, 9), (False, 8)])
def test_a_stake_goes_deeper_into_the_undead(undead: bool, total: int) -> None:
    scene = stock("Ab..C", {"A": player(skills=["Stab", "Stakes"]), "b": opponent(armour=12), "C": player()})
    scene.game.set_ability(scene.piece("b"), UNDEAD, undead)
    scene.play("activate A", "declare stab b", dice=["2D6 4+4"])
    assert armour(scene) == [(total, 12)]


# --- Chainsaw -------------------------------------------------------------------------------------------------------


def saw(picture: str = "Ab..C", victim: dict[str, Any] | None = None, skills: tuple[str, ...] = ()) -> Scene:
    legend = {"A": player(skills=["Chainsaw", *skills]), "b": opponent(**(victim or {})), "C": player()}
    return stock(picture, legend)


@skill("Chainsaw")
def test_a_saw_takes_the_place_of_every_block() -> None:
    scene = saw()
    scene.play("activate A")
    assert scene.offered("declare chainsaw b")
    assert not scene.offered("declare block b")
    scene.play("declare chainsaw b", dice=["D6 2", "2D6 3+3", "2D6 3+3"])
    assert armour(scene) == [(9, 9)]
    assert scene.status("b") == "stunned"
    assert scene.turnover == ""


@skill("Chainsaw")
def test_armour_that_holds_keeps_the_target_on_its_feet() -> None:
    scene = saw()
    scene.play("activate A", "declare chainsaw b", dice=["D6 2", "2D6 2+3"])
    assert scene.status("b") == "standing"


@skill("Chainsaw")
def test_a_saw_that_kicks_back_fells_its_owner_at_the_price_of_the_turn() -> None:
    scene = saw()
    scene.play("activate A", "declare chainsaw b", dice=["D6 1", "2D6 3+3", "2D6 1+1"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
    assert scene.status("b") == "standing"
    scene = saw()
    scene.play("activate A", "declare chainsaw b", dice=["D6 1", "2D6 1+1"])
    assert scene.turnover == ""
    assert scene.status("A") == "standing"


@skill("Chainsaw")
def test_in_a_blitz_a_saw_ends_the_movement() -> None:
    scene = saw("A.b...C")
    scene.play("activate A", "declare blitz", "step e")
    assert not scene.offered("block b")
    scene.play("use Chainsaw b", dice=["D6 6", "2D6 1+1"])
    assert scene.offered("activate C")


@skill("Chainsaw", "Dirty Player")
def test_a_foul_with_a_saw_hits_harder_and_may_kick_back() -> None:
    scene = saw("Ab..C", {"status": "prone", "armour": 10})
    scene.play("activate A", "declare foul", "use Chainsaw b", dice=["D6 2", "2D6 3+4", "2D6 1+2"])
    assert armour(scene) == [(10, 10)]
    assert scene.status("b") == "stunned"
    assert scene.told("fouled", "A")
    scene = saw("Ab..C", {"status": "prone", "armour": 10})
    scene.play("activate A", "declare foul", "use Chainsaw b", dice=["D6 1", "2D6 3+4", "2D6 1+2"])
    assert scene.status("b") == "prone"
    assert scene.status("A") == "stunned"


@skill("Chainsaw")
@pytest.mark.parametrize(
    ("face", "dice", "rolls"), [("POW", ["2D6 1+2"], [(6, 9)]), ("PLAYER-DOWN", ["2D6 1+2"], [(6, 9)])]
)
def test_a_running_saw_is_dangerous_to_all_who_go_down_with_it(
    face: str, dice: list[str], rolls: list[tuple[int, int]]
) -> None:
    scene = stock("Ab..C", {"A": player(), "b": opponent(skills=["Chainsaw"]), "C": player()})
    actions = ["activate A", "declare block b", *(["stay"] if face == "POW" else [])]
    scene.play(*actions, dice=[f"block {face}", *dice])
    assert armour(scene) == rolls


@skill("Chainsaw")
def test_without_a_saw_nothing_is_added() -> None:
    scene = stock("Ab..C", {"A": player(), "b": opponent(), "C": player()})
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "2D6 1+2"])
    assert armour(scene) == [(3, 9)]


# --- Bombardier -----------------------------------------------------------------------------------------------------


BOMB = """
    ..........
    A....b.c.D
    ..........
"""


def bomber(skills: tuple[str, ...] = (), **others: dict[str, Any]) -> Scene:
    legend = {
        "A": player(skills=["Bombardier", *skills]),
        "b": opponent(**others.get("b", {})),
        "c": opponent(**others.get("c", {})),
        "D": player(**others.get("D", {})),
    }
    return stock(BOMB.replace("D", ".") if "at" in others.get("D", {}) else BOMB, legend)


@skill("Bombardier")
def test_a_bomb_knocks_down_who_is_hit_and_neighbours_on_a_four() -> None:
    scene = bomber()
    scene.play("activate A", "declare throw bomb", "throw (6,1)", "decline", dice=["D6 4", "D6 4", "D6 3", "2D6 1+1"])
    assert scene.status("b") == "prone"
    assert scene.status("c") == "standing"
    assert scene.turnover == ""
    scene.play("activate D", "declare pass")  # the Pass action is not used


@skill("Bombardier")
def test_who_is_of_the_active_side_and_knocked_down_costs_the_turn() -> None:
    scene = bomber()
    dice = ["D6 1", "2D6 1+1"]
    scene.play("activate A", "declare throw bomb", "throw (6,1)", "decline", dice=dice)
    assert scene.status("A") == "prone"
    assert scene.turnover != ""


@skill("Bombardier")
def test_a_team_mate_that_a_bomb_knocks_down_costs_the_turn_too() -> None:
    scene = bomber(D={"at": (7, 2)})
    dice = ["D6 4", "D6 1", "D6 1", "D6 4", "2D6 1+1"]  # the throw; b and c are lucky, D is not
    scene.play("activate A", "declare throw bomb", "throw (6,1)", "decline", dice=dice)
    assert scene.status("D") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@skill("Bombardier")
def test_who_catches_a_bomb_throws_it_at_once() -> None:
    scene = bomber()
    scene.play("activate A", "declare throw bomb", "throw (5,1)", dice=["D6 4", "D6 6"])
    assert scene.told("bomb caught", "b")
    scene.play("throw (0,1)", dice=["D6 6", "D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@skill("Bombardier")
def test_who_intercepts_a_bomb_throws_it_at_once() -> None:
    scene = bomber()
    scene.play("activate A", "declare throw bomb", "throw (7,1)", "interfere b", dice=["D6 6"])
    assert scene.told("bomb caught", "b")
    assert scene.offered("throw (0,1)")


@skill("Bombardier", "Safe Throw", "Accurate")
def test_skills_of_throwers_work_for_bombs() -> None:
    scene = bomber(("Safe Throw", "Accurate"))
    dice = ["D6 6", "D6 4", "D6 6", "D6 6"]  # intercepted, but not really; thrown, caught
    scene.play("activate A", "declare throw bomb", "throw (7,1)", "interfere b", dice=dice)
    assert scene.told("bomb caught", "c")
    faces = [event["needed"] for event in scene.events("tested") if event.clause == clauses.PASS]
    assert faces == [4]  # a long way, and one better


@skill("Bombardier")
def test_every_bombardier_may_throw_but_nobody_from_the_ground() -> None:
    picture = "A..B....C..b"
    legend = {
        "A": player(skills=["Bombardier"]),
        "B": player(skills=["Bombardier"]),
        "C": player(skills=["Bombardier"], status="prone"),
        "b": opponent(),
    }
    scene = stock(picture, legend)
    scene.play("activate A", "declare throw bomb", "throw (6,0)", dice=["D6 4"])
    scene.play("activate B")
    assert scene.offered("declare throw bomb")
    scene.play("declare throw bomb", "throw (6,0)", dice=["D6 4"])
    scene.play("activate C")
    assert not scene.offered("declare throw bomb")


# --- Secret Weapon --------------------------------------------------------------------------------------------------


def drive_over(scene: Scene) -> None:
    """The moment in which the drive ends, whatever the edition does about it."""
    scene.game.push(Moment(int(DRIVE_ENDED), 0, 0))
    scene.game.signal = scene.game.top.begin(scene.game)
    settle(scene.game)


@skill("Secret Weapon")
def test_a_secret_weapon_is_sent_off_after_a_drive_it_took_part_in() -> None:
    legend = {
        "A": player(skills=["Secret Weapon"]),
        "B": player(skills=["Secret Weapon"], status="reserves"),
        "C": player(),
        "b": opponent(),
    }
    scene = stock("A.C.b", legend)
    drive_over(scene)
    assert scene.status("A") == "sent-off"
    assert scene.status("B") == "reserves"
    assert scene.status("C") == "standing"


@skill("Secret Weapon")
@pytest.mark.parametrize(("face", "status"), [(2, "standing"), (1, "sent-off")])
def test_a_bribe_may_save_it(face: int, status: str) -> None:
    scene = stock("A.C.b", {"A": player(skills=["Secret Weapon"]), "C": player(), "b": opponent()}, bribes=(1, 0))
    drive_over(scene)
    assert scene.options() == ["bribe", "decline"]
    scene.play("bribe", dice=[f"D6 {face}"])
    assert scene.status("A") == status
    assert scene.game.side_value(0, BRIBES) == 0
