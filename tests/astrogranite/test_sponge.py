"""The Magic Sponge (A-SPONGE)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home, third

CLASSIC = "astrogranite(classic)"


def scene_of(**facts: object) -> Scene:
    legend: dict[str, Piece] = {
        "A": home(),
        "K": home(status="knocked-out"),
        "L": home(status="knocked-out"),
        "z": away(at=(5, 1)),
    }
    return Scene("1.A..2\n......", legend, edition=CLASSIC, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("A-SPONGE-01", "A-SPONGE-02")
def test_the_sponge_brings_a_knocked_out_player_to_reserves_once_a_game() -> None:
    scene = scene_of()
    scene.play("sponge K")
    assert scene.status("K") == "reserves"
    assert not scene.offered("sponge L")
    assert scene.offered("activate A")
    scene.play("end turn", "end turn")
    assert not scene.offered("sponge L")


@pytest.mark.rule("A-SPONGE-02")
def test_the_player_may_be_the_reserve_that_enters_this_turn() -> None:
    scene = scene_of()
    scene.play("sponge K", "enter K", "declare move", dice=["D6 1"])
    assert scene.square("K") == (0, 0)


@pytest.mark.rule("A-SPONGE-02")
def test_after_an_activation_it_is_too_late_for_this_turn() -> None:
    scene = scene_of()
    assert scene.offered("sponge K")
    scene.play("activate A", "declare move", "stop")
    assert scene.active == "away"  # nobody is left, and the sponge is not on offer any more
    scene.play("end turn")
    assert scene.offered("sponge K")


@pytest.mark.rule("A-SPONGE-02")
def test_coming_in_is_an_activation_too() -> None:
    scene = Scene(
        "1.A..2\n......",
        {"A": home(), "K": home(status="knocked-out"), "R": home(status="reserves"), "z": away(at=(5, 1))},
        edition=CLASSIC,
    )
    scene.play("enter R", "declare move", "stop", dice=["D6 1"])
    assert scene.offered("activate A")
    assert not scene.offered("sponge K")


@pytest.mark.rule("A-SPONGE-01")
def test_each_side_has_its_own() -> None:
    scene = scene_of(modules={"sponges": {"used": [1]}})
    assert scene.offered("sponge K")
    scene = scene_of(modules={"sponges": {"used": [0]}})
    assert not scene.offered("sponge K")


@pytest.mark.rule("A-SPONGE-01", "A-SPONGE-02")
def test_each_of_three_teams_has_one_for_its_own_turn() -> None:
    legend = {"A": home(), "x": away(), "T": third()}
    for name, make in (("K", home), ("L", home), ("k", away), ("t", third)):
        legend[name] = make(status="knocked-out")
    scene = Scene("1.A..2\n.x..T.", legend, sides=3, edition="astrogranite(classic, extra_teams=on)")

    def sponges() -> list[str]:
        return [option for option in scene.options() if option.startswith("sponge")]

    assert sponges() == ["sponge K", "sponge L"]
    scene.play("sponge K", "end turn")
    assert sponges() == ["sponge k"]
    scene.play("end turn")
    assert sponges() == ["sponge t"]
    scene.play("sponge t", "end turn")
    assert sponges() == []
    scene.play("end turn")
    assert sponges() == ["sponge k"]  # this one is not used


@pytest.mark.rule("A-SPONGE-02")
def test_who_was_activated_and_lost_has_been_activated_all_the_same() -> None:
    legend = {"A": home(), "C": home(), "K": home(status="knocked-out"), "z": away(at=(5, 1))}
    scene = Scene("1A...2\n...C..", legend, edition=CLASSIC)
    scene.play("activate A", "declare move", "step w", dice=["D6 1"])
    assert scene.status("A") == "lost"
    assert scene.offered("activate C")
    assert not scene.offered("sponge K")
