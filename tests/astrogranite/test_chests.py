"""Chests: opened from beside them, the ball, the explosion (A-CHEST, A-SETUP-04)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

CLASSIC = "astrogranite(classic)"
FOUR = """
    .......
    ..A$.b.
    .......
    $..$..$
"""


def scene_of(picture: str = FOUR, edition: str = CLASSIC, **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": home(agility=4, armour=9), "b": away(agility=4, armour=9)}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    return Scene(picture, legend, edition=edition, **facts)  # type: ignore[arg-type]


def closed(scene: Scene) -> set[tuple[int, int]]:
    return {scene.spot(node) for node in range(int(scene.game.dungeon.count)) if scene.game.is_chest(node)}


@pytest.mark.rule("A-CHEST-01", "A-CHEST-03", "A-SETUP-03", "A-SETUP-04")
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_one_of_four_chests_holds_the_ball_which_lies_still(face: int) -> None:
    scene = scene_of()
    dice = [f"D4 {face}"] + (["2D6 1+2"] if face > 1 else [])
    scene.play("activate A", "declare move", "open (3,1)", dice=dice)
    assert scene.ball == ((3, 1) if face == 1 else None)
    assert closed(scene) == {(0, 3), (3, 3), (6, 3)}
    if face == 1:
        assert int(scene.game.moves_left) == 5
        assert scene.turnover == ""


@pytest.mark.rule("A-CHEST-02", "A-CHEST-09", "A-CHEST-10")
def test_after_opening_the_player_goes_on_and_may_open_more() -> None:
    scene = scene_of()
    scene.play("activate A", "declare move", "open (3,1)", "step e", "step s", dice=["D4 1", "D6 3"])
    assert scene.square("A") == (3, 2)
    assert scene.ball == "A"
    scene.play("open (3,3)", dice=["2D6 1+2", "D8 2"])  # the ball is found: the rest explode, without a die
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("A-CHEST-02")
def test_opening_needs_no_dodge() -> None:
    scene = scene_of(others={"c": away(at=(1, 1))})
    scene.play("activate A", "declare move", "open (3,1)", dice=["D4 1"])
    assert scene.square("A") == (2, 1)


@pytest.mark.rule("A-CHEST-01")
def test_a_rush_may_pay_and_a_one_leaves_the_chest_shut() -> None:
    slow = {"A": home(movement=1, agility=4, armour=9)}
    scene = scene_of(others=slow)
    scene.play("activate A", "declare move", "step n", "step s", "open (3,1)", dice=["D6 2", "D6 2", "D4 1"])
    assert scene.ball == (3, 1)
    scene = scene_of(others=slow)
    scene.play("activate A", "declare move", "step n", "open (3,1)", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert scene.square("A") == (2, 0)
    assert (3, 1) in closed(scene)
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("A-CHEST-01")
@pytest.mark.parametrize("what", ["move", "blitz", "pass", "hand-off", "foul"])
def test_any_action_with_movement_may_open_a_chest(what: str) -> None:
    scene = scene_of(others={"p": away(at=(6, 0), status="prone")})
    scene.play("activate A", f"declare {what}")
    assert scene.offered("open (3,1)")


@pytest.mark.rule("A-CHEST-01")
def test_a_prone_player_opens_nothing_and_neither_does_a_block() -> None:
    scene = scene_of(others={"A": home(status="prone")})
    scene.play("activate A", "declare move")
    assert not scene.offered("open (3,1)")
    scene = scene_of(others={"c": away(at=(1, 1))})
    scene.play("activate A", "declare block c", dice=["block push"])
    assert not any(option.startswith("open") for option in scene.options())


@pytest.mark.rule("A-CHEST-04", "A-CHEST-05", "A-CHEST-07", "A-DEF-13")
def test_everybody_standing_beside_it_goes_down_in_reading_order_and_balls_bounce_last() -> None:
    scene = Scene(
        """
        .b...
        .c$A.
        ..d..
        """,
        {"A": home(armour=9), "b": away(armour=9), "c": away(armour=9, status="prone"), "d": away(armour=9)},
        ball="b",
        edition=CLASSIC,
    )
    scene.play(
        "activate A", "declare move", "open (2,1)", dice=["2D6 6+4", "2D6 3+3", "2D6 2+2", "2D6 6+5", "2D6 6+3", "D8 4"]
    )
    # b, then A, then d: c lies there already; the ball of b bounces when all of them are dealt with
    assert [scene.status(letter) for letter in "bAd"] == ["stunned", "prone", "knocked-out"]
    assert scene.status("c") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
    assert [event.a for event in scene.events("went down")] == [scene.piece("b"), scene.piece("A"), scene.piece("d")]


@pytest.mark.rule("A-CHEST-06")
def test_nothing_is_added_to_the_armour_rolls_of_an_explosion() -> None:
    scene = scene_of(others={"A": home(agility=4, armour=9, skills=["Mighty Blow"]), "c": away(armour=9, at=(4, 0))})
    scene.play("activate A", "declare move", "open (3,1)", dice=["D4 4", "2D6 4+4", "2D6 4+4"])
    assert scene.status("c") == "prone"
    scene = scene_of(FOUR, "astrogranite(classic, league=on)", others={"c": away(at=(4, 0))})
    scene.play(
        "activate A", "declare move", "open (3,1)", dice=["D4 4", "2D6 6+6", "2D6 6+6", "D6 1", "D8 1", "2D6 1+1"]
    )
    assert scene.status("c") == "casualty"
    assert scene.events("points earned") == []


@pytest.mark.rule("A-CHEST-08")
def test_nobody_enters_a_closed_chest_and_it_has_no_zone() -> None:
    scene = scene_of()
    scene.play("activate A", "declare move")
    assert not scene.offered("step e")
    scene.play("step n")  # no dodge
    assert scene.square("A") == (2, 0)


@pytest.mark.rule("A-CHEST-08", "A-BALL-02")
def test_a_closed_chest_deflects_the_ball() -> None:
    scene = Scene(
        """
        .....
        .Ab$.
        .....
        """,
        {"A": home(), "b": away(armour=9)},
        ball="b",
        edition=CLASSIC,
    )
    scene.play("activate A", "declare block b", "push (3,0)", "stay", dice=["block POW", "2D6 1+1", "D8 7", "D8 5"])
    assert scene.ball == (4, 1)


@pytest.mark.rule("A-CHEST-11")
def test_an_explosion_leaves_other_chests_and_loose_balls_alone() -> None:
    scene = Scene(
        """
        ..$..
        .A$..
        .....
        """,
        {"A": home(armour=9), "z": away(at=(4, 2))},
        ball=(3, 2),
        edition=CLASSIC,
    )
    scene.play("activate A", "declare move", "open (2,1)", dice=["2D6 1+1"])
    assert closed(scene) == {(2, 0)}
    assert scene.ball == (3, 2)


@pytest.mark.rule("A-SETUP-04")
def test_the_last_chest_is_loaded_for_sure() -> None:
    scene = scene_of(FOUR.replace("$..$..$", "......."))
    scene.play("activate A", "declare move", "open (3,1)")
    assert scene.ball == (3, 1)


@pytest.mark.rule("A-SETUP-04")
def test_in_the_hidden_mode_no_die_is_rolled_when_a_chest_is_opened() -> None:
    hidden = "astrogranite(classic, chest_mode=hidden)"
    scene = scene_of(edition=hidden, modules={"loads": {"loaded": [[3, 1]]}})
    scene.play("activate A", "declare move", "open (3,1)")
    assert scene.ball == (3, 1)
    scene = scene_of(edition=hidden, modules={"loads": {"loaded": [[0, 3]]}})
    scene.play("activate A", "declare move", "open (3,1)", dice=["2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-SETUP-03", "A-CHEST-03")
def test_every_loaded_chest_holds_a_ball_of_its_own() -> None:
    scene = scene_of("$A$\n...\n..b", "astrogranite(classic, multiball=on, balls=2)")
    scene.play("activate A", "declare move", "open (0,0)", "open (2,0)")  # as many balls as chests: no die
    assert {scene.spot(int(square)) for square in scene.game.balls} == {(0, 0), (2, 0)}
