"""The dugout: entering players and the magic sponge. (O-DUG)"""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

PICTURE = """
    A...1
    .....
    M...2
    z...3
"""


def bench(**more: Piece) -> dict[str, Piece]:
    legend = {
        "A": home(),
        "M": home(),
        "R": home(status="reserves"),
        "S": home(status="reserves"),
        "K": home(status="knocked-out"),
        "z": away(),
    }
    return {**legend, **more}


@pytest.mark.rule("O-DUG-01")
def test_a_player_may_enter_or_the_sponge_may_be_used_but_once_a_turn() -> None:
    scene = Scene(PICTURE, bench())
    assert scene.offered("enter R")
    assert scene.offered("enter S")
    assert scene.offered("sponge K")
    scene.play("enter R", dice=["D6 2"])
    for text in ("enter S", "sponge K"):
        assert scene.refused(text) == "the dugout portal or the sponge has been used this turn"
    scene = Scene(PICTURE, bench())
    scene.play("sponge K")
    for text in ("enter R", "enter K"):
        assert scene.refused(text) == "the dugout portal or the sponge has been used this turn"


@pytest.mark.rule("O-DUG-01")
def test_only_in_the_own_team_turn() -> None:
    scene = Scene(PICTURE, bench(), to_move="away")
    assert scene.refused("enter R") == "that player is not of the active side"


@pytest.mark.rule("O-DUG-02")
def test_before_between_and_after_activations_but_not_inside_one() -> None:
    scene = Scene(PICTURE, bench())
    assert scene.offered("enter R")
    scene.play("activate A")
    assert scene.refused("enter R") == "another player is being activated"
    scene.play("declare move", "step e")
    assert not scene.offered("enter R")
    scene.play("stop")
    assert scene.offered("enter R")


@pytest.mark.rule("O-DUG-02", "O-TURN-02")
def test_with_nobody_left_to_activate_the_coach_is_still_asked_for_the_dugout() -> None:
    scene = Scene(PICTURE, bench())
    scene.play("activate A", "declare move", "stop", "activate M", "declare move", "stop")
    assert set(scene.options()) == {"enter R", "enter S", "sponge K", "end turn"}
    scene.play("enter R", dice=["D6 1"])
    assert scene.active == "away"  # now nothing is left, and the turn has ended by itself


@pytest.mark.rule("O-DUG-02", "O-TO-14")
def test_not_after_a_turnover() -> None:
    scene = Scene(PICTURE, bench(A=home(movement=1)))
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 1", "2D6 1+2"])
    assert scene.turnover == "TURNOVER_FALL"
    assert scene.active == "away"


@pytest.mark.rule("O-DUG-03")
@pytest.mark.parametrize(
    ("to_move", "first", "turns", "allowed"),
    [
        ("home", "home", (0, 0), False),
        ("home", "home", (1, 1), True),
        ("home", "away", (0, 1), True),
        ("home", "away", (1, 2), True),
    ],
)
def test_the_side_with_the_first_turn_of_the_game_may_not_use_it_in_that_turn(
    to_move: str, first: str, turns: tuple[int, int], allowed: bool
) -> None:
    scene = Scene(PICTURE, bench(), to_move=to_move, first=first, turns=turns)
    assert scene.offered("enter R") == allowed
    assert scene.offered("sponge K") == allowed


@pytest.mark.rule("O-DUG-04", "O-TERM-10")
@pytest.mark.parametrize(("face", "square"), [(1, (4, 0)), (2, (4, 2)), (3, (4, 3))])
def test_a_player_arrives_standing_on_the_portal_of_the_number_rolled(face: int, square: tuple[int, int]) -> None:
    scene = Scene(PICTURE, bench())
    scene.play("enter R", dice=[f"D6 {face}"])
    assert scene.square("R") == square
    assert scene.status("R") == "standing"
    assert scene.turnover == ""


@pytest.mark.rule("O-DUG-04", "O-PORTAL-15")
def test_an_occupant_of_the_arrival_portal_is_displaced_and_only_it_can_vanish() -> None:
    scene = Scene(PICTURE.replace("2", "c"), bench(c=away(under="2")))
    scene.play("enter R", dice=["D6 2", "D6 3"])
    assert scene.square("R") == (4, 2)
    assert scene.square("c") == (4, 3)
    scene = Scene(PICTURE.replace("2", "c"), bench(c=away(under="2")))
    scene.play("enter R", dice=["D6 2", "D6 2"])
    assert scene.square("R") == (4, 2)
    assert scene.status("c") == "lost"


@pytest.mark.rule("O-DUG-05")
def test_an_arrived_player_is_not_activated_in_that_turn_but_in_the_next() -> None:
    scene = Scene(PICTURE, bench())
    scene.play("enter R", dice=["D6 2"])
    assert scene.refused("activate R") == "the player came from the dugout this turn"
    scene.play("end turn", "end turn")
    assert scene.active == "home"
    assert scene.offered("activate R")


@pytest.mark.rule("O-DUG-06", "O-PORTAL-10")
def test_the_arrival_counts_as_a_teleport_of_that_turn() -> None:
    scene = Scene("A1...\n.....\nM...2\nz...3", bench())
    scene.play("enter R", dice=["D6 2"])
    scene.play("activate A", "declare move", "step e", dice=["D6 2", "D6 3", "2D6 4+4"])  # R is displaced and hurt
    assert scene.status("R") == "knocked-out"


@pytest.mark.rule("O-DUG-07")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_no_portal_leads_from_the_dungeon_to_the_dugout(face: int) -> None:
    scene = Scene("A1...\n.....\nM...2\nz...3", bench())
    scene.play("activate A", "declare move", "step e", dice=[f"D6 {face}"])
    assert scene.status("A") == ("lost" if face == 1 else "standing")


@pytest.mark.rule("O-DUG-08", "O-INJ-06")
def test_the_sponge_brings_a_knocked_out_player_to_the_reserves_at_once_and_turn_after_turn() -> None:
    scene = Scene(PICTURE, bench(L=home(status="knocked-out")))
    scene.play("sponge K")
    assert scene.status("K") == "reserves"
    scene.play("end turn", "end turn")
    scene.play("sponge L")
    assert scene.status("L") == "reserves"


@pytest.mark.rule("O-DUG-08")
@pytest.mark.parametrize("status", ["casualty", "sent-off", "lost", "reserves"])
def test_the_sponge_helps_only_the_knocked_out(status: str) -> None:
    scene = Scene(PICTURE, bench(X=home(status=status)))
    assert not scene.offered("sponge X")


@pytest.mark.rule("O-TERM-04")
@pytest.mark.parametrize("status", ["casualty", "sent-off", "lost", "knocked-out"])
def test_only_a_player_in_reserves_enters(status: str) -> None:
    scene = Scene(PICTURE, bench(X=home(status=status)))
    assert scene.refused("enter X") == f"the player is {status.replace('-', ' ')}, not in Reserves"
