"""Ball & Chain: a player that goes where its ball goes."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.records.save import load, save
from dungeonbowl.scenes.scene import Scene, away, home

HALL = """
    .........
    .........
    .........
    ...A.....
    .........
    .........
    .......bC
"""


def skill(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skill(*names, edition="stockbowl")


def fanatic(**facts: Any) -> Any:
    return home(**{"agility": 4, "strength": 7, "movement": 3, "skills": ["Ball & Chain", "No Hands"], **facts})


def stock(picture: str, legend: dict[str, Any] | None = None, **facts: Any) -> Scene:
    full = {"A": fanatic(), "C": home(agility=4), "b": away(agility=4), **(legend or {})}
    pieces = {key: value for key, value in full.items() if key in picture}
    return Scene(picture, pieces, edition="stockbowl", **facts)


WHIRL = ("activate A", "declare whirl")


@skill("Ball & Chain")
def test_it_whirls_and_does_nothing_else() -> None:
    scene = stock("Ab.C")
    scene.play("activate A")
    assert scene.options() == ["declare whirl"]
    scene = stock("C.bA")
    scene.play("activate C")
    assert not scene.offered("declare whirl")
    assert scene.offered("declare move")


@skill("Ball & Chain")
@pytest.mark.parametrize(("facing", "squares"), [("n", [(2, 2), (3, 2), (4, 2)]), ("e", [(4, 2), (4, 3), (4, 4)])])
def test_a_die_decides_how_far_off_it_goes(facing: str, squares: list[tuple[int, int]]) -> None:
    for face in range(1, 7):
        scene = stock(HALL)
        scene.play(*WHIRL, f"swing {facing}", dice=[f"D6 {face}"])
        assert scene.square("A") == squares[(face - 1) // 2]


@skill("Ball & Chain")
def test_it_does_not_dodge_and_stops_only_when_its_movement_is_used() -> None:
    marked = HALL.replace("...A.....", "b..Ab....").replace(".......bC", "........C")
    scene = stock(marked.replace("b..A", "...A"))
    scene.play(*WHIRL)
    assert not scene.offered("stop")
    scene.play("swing n", "swing n", "swing n", dice=["D6 3", "D6 3", "D6 3"])
    assert scene.square("A") == (3, 0)
    assert not scene.events("tested")
    assert scene.offered("stop")  # only Rushes are left


@skill("Ball & Chain")
def test_a_failed_rush_hurts_it_at_once_and_a_stun_is_a_knock_out() -> None:
    scene = stock(HALL, {"A": fanatic(movement=1)})
    scene.play(*WHIRL, "swing n", "swing n", dice=["D6 3", "D6 3", "D6 1", "2D6 1+1"])
    assert scene.status("A") == "knocked-out"
    assert scene.turnover == "TURNOVER_FALL"
    assert not scene.events("armour held")


@skill("Ball & Chain", "Foul Appearance")
def test_whoever_stands_in_the_way_is_blocked_and_followed() -> None:
    scene = stock(".A.b..C", {"b": away(agility=4, skills=["Foul Appearance"])})
    dice = ["D6 3", "D6 3", "block PUSH PUSH PUSH"]
    scene.play(*WHIRL, "swing e", "swing e", dice=dice)
    assert scene.square("b") == (4, 0)
    assert scene.square("A") == (3, 0)
    assert scene.offered("swing e")


@skill("Ball & Chain")
def test_a_team_mate_in_the_way_is_blocked_too_and_nobody_takes_sides() -> None:
    picture = """
        .......
        .AC...b
        ...D...
    """
    scene = stock(picture, {"A": fanatic(strength=3), "D": home(agility=4)})
    scene.play(*WHIRL, "swing e", "push (3,1)", dice=["D6 3", "block PUSH"])  # one die, in spite of D
    assert scene.square("C") == (3, 1)
    assert scene.square("A") == (2, 1)


@skill("Ball & Chain")
def test_a_team_mate_knocked_down_costs_the_turn() -> None:
    scene = stock("AC...b", {"A": fanatic(strength=3)})
    scene.play(*WHIRL, "swing e", dice=["D6 3", "block POW", "2D6 1+1"])
    assert scene.status("C") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@skill("Ball & Chain")
def test_whoever_lies_in_the_way_is_pushed_and_hurt() -> None:
    scene = stock("Ab....C", {"b": away(agility=4, status="prone")})
    scene.play(*WHIRL, "swing e", dice=["D6 3", "2D6 6+6", "2D6 1+1"])
    assert scene.square("b") == (2, 0)
    assert scene.square("A") == (1, 0)
    assert scene.status("b") == "stunned"
    assert scene.turnover == ""


@skill("Ball & Chain")
def test_its_own_fall_in_a_block_is_an_injury_roll() -> None:
    scene = stock("Ab....C", {"A": fanatic(strength=3)})
    scene.play(*WHIRL, "swing e", dice=["D6 3", "block PLAYER-DOWN", "2D6 6+6", "D6 1", "D8 1"])
    assert scene.status("A") == "casualty"


@skill("Ball & Chain", "Wrestle")
def test_even_placed_prone_it_is_hurt() -> None:
    scene = stock("Ab....C", {"A": fanatic(strength=3), "b": away(agility=4, skills=["Wrestle"])})
    scene.play(*WHIRL, "swing e", dice=["D6 3", "block BOTH-DOWN"])
    scene.play("use Wrestle b", dice=["2D6 4+3"])
    assert scene.status("A") == "knocked-out"
    assert scene.status("b") == "prone"


@skill("Ball & Chain")
@pytest.mark.rule("S-WALL-13")
def test_a_wall_hurts_it_where_it_is() -> None:
    scene = stock("A#...bC")
    scene.play(*WHIRL, "swing e", dice=["D6 3", "2D6 1+1"])
    assert scene.square("A") == (0, 0)
    assert scene.status("A") == "standing"
    assert scene.game.moves_left == 2
    scene.play("swing e", dice=["D6 4", "2D6 6+6", "2D6 1+1"])
    assert scene.status("A") == "knocked-out"
    assert scene.turnover == ""


@skill("Ball & Chain", "No Hands")
def test_it_cannot_take_the_ball() -> None:
    scene = stock("A...b.C", ball=(1, 0))
    scene.play(*WHIRL, "swing e", dice=["D6 3", "D8 5"])
    assert scene.ball == (2, 0)
    assert scene.turnover == "TURNOVER_PICK_UP"


@skill("Ball & Chain")
def test_a_whirl_can_be_saved_and_goes_on() -> None:
    scene = stock(HALL)
    scene.play(*WHIRL, "swing n", dice=["D6 3"])
    again = load(save(scene.match))
    assert again.top.fields() == scene.game.top.fields()
