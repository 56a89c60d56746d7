"""Water: slow, clumsy, and too deep for the smallest (A-WATER)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.scenes.scene import Scene, away, home

EDITION = "astrogranite(classic, water=on)"
POND = """
    ########
    #A~~..b#
    #......#
    #.123456
    ########
"""


DRAWN = POND.replace("A", "~").replace("b", ".")


def pond(legend: dict[str, object] | None = None, **facts: object) -> Scene:
    usual = {"A": home(under="~", agility=4), "b": away()}
    return Scene(POND, legend or usual, edition=EDITION, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("A-WATER-01")
def test_a_step_off_water_costs_two_also_into_other_water() -> None:
    scene = pond()
    scene.play("activate A", "declare move", "step e")
    assert (scene.square("A"), int(scene.game.moves_left)) == ((2, 1), 4)
    scene.play("step s")
    assert int(scene.game.moves_left) == 2
    scene.play("step e")
    assert int(scene.game.moves_left) == 1, "off the floor it costs one"
    scene.play("step n")
    assert int(scene.game.moves_left) == 0, "and into water too"
    assert not scene.offered("step s") or scene.game.rushes_left == 2


@pytest.mark.rule("A-WATER-01", "A-STEP-02")
def test_in_a_hurry_it_costs_one_and_a_roll_that_may_leave_the_player_where_it_was() -> None:
    scene = pond()
    scene.play("activate A", "declare move", "hurry e", dice=["D6 2"])
    assert (scene.square("A"), int(scene.game.moves_left), int(scene.game.rushes_left)) == ((2, 1), 5, 2)
    scene.play("hurry se", dice=["D6 1", "2D6 1+1"])
    assert (scene.square("A"), scene.status("A"), scene.turnover) == ((2, 1), "prone", "TURNOVER_FALL")


@pytest.mark.rule("A-STEP-03")
def test_the_roll_of_a_hurry_can_be_rolled_again_like_a_rush() -> None:
    scene = pond({"A": home(under="~", skills=["Sure Feet"]), "b": away()})
    scene.play("activate A", "declare move", "hurry e", "reroll skill", dice=["D6 1", "D6 2"])
    assert scene.square("A") == (2, 1)


@pytest.mark.rule("A-WATER-02")
def test_a_dodge_out_of_water_is_one_worse_and_into_water_is_not() -> None:
    scene = Scene(DRAWN, {"A": home(at=(1, 1), agility=4), "b": away(at=(1, 2))}, edition=EDITION)
    scene.play("activate A", "declare move", "step e", dice=["D6 5"])
    assert scene.status("A") == "standing"
    scene = Scene(DRAWN, {"A": home(at=(1, 1), agility=4), "b": away(at=(1, 2))}, edition=EDITION)
    scene.play("activate A", "declare move", "step e", dice=["D6 4", "2D6 1+1"])
    assert scene.status("A") == "prone", "AG 3: 4, one less for dodging, one more for the water and one for the mark"
    scene = Scene(
        """
        ####
        #A.#
        #b~#
        ####
        """,
        {"A": home(agility=4), "b": away()},
        edition=EDITION,
    )
    scene.play("activate A", "declare move", "step se", dice=["D6 4"])
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-WATER-02")
@pytest.mark.parametrize(("face", "held"), [(3, False), (4, True)])
def test_picking_up_in_water_is_one_worse(face: int, held: bool) -> None:
    scene = pond({"A": home(at=(2, 2), agility=4), "b": away()}, ball=(2, 1))
    dice = [f"D6 {face}"] if held else [f"D6 {face}", "D8 5"]
    scene.play("activate A", "declare move", "step n", dice=dice)
    assert (scene.ball == "A") is held


@pytest.mark.rule("A-WATER-02")
@pytest.mark.parametrize(("face", "held"), [(3, False), (4, True)])
def test_catching_in_water_is_one_worse(face: int, held: bool) -> None:
    legend = {"A": home(at=(1, 2), agility=4), "a": home(at=(2, 1), agility=4), "b": away()}
    scene = pond(legend, ball="A")
    dice = [f"D6 {face}"] if held else [f"D6 {face}", "D8 5"]
    scene.play("activate A", "declare hand-off", "hand off a", dice=dice)
    assert (scene.ball == "a") is held


@pytest.mark.rule("A-WATER-02")
@pytest.mark.parametrize(("face", "flies"), [(3, False), (4, True)])
def test_throwing_from_water_is_one_worse(face: int, flies: bool) -> None:
    legend = {"A": home(at=(2, 1), agility=4), "a": home(at=(4, 1)), "b": away(at=(6, 2))}
    scene = Scene(DRAWN, legend, ball="A", edition=EDITION)
    dice = [f"D6 {face}", "D6 6"] if flies else [f"D6 {face}", "D8 5", "D8 4", "D8 4", "D8 5", "D6 6"]
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=dice)
    assert scene.ball == "a"
    assert scene.told("ball moved") is not flies, "a throw that is not accurate scatters"


@pytest.mark.rule("A-WATER-02", "A-BVAR-03")
def test_avoiding_the_spikes_of_a_ball_in_water_is_one_worse() -> None:
    edition = "astrogranite(classic, water=on, ball_variants=on, ball_type=spiked)"
    legend = {"A": home(at=(5, 1), agility=4), "a": home(at=(2, 1), agility=4), "b": away(at=(6, 2))}
    scene = Scene(DRAWN, legend, ball="A", edition=edition)
    scene.play("activate A", "declare pass", "aim", "throw (2,1)", dice=["D6 6", "D6 4", "D6 4"])
    assert [int(event.c) for event in scene.events("tested")][1:] == [4, 4], "3, and one more, to avoid and to catch"


@pytest.mark.rule("A-WATER-02")
def test_intercepting_in_water_is_one_worse() -> None:
    needed = []
    for row in (1, 2):  # water, and the floor beside it
        legend = {"A": home(at=(5, row)), "a": home(at=(1, row)), "b": away(at=(2, row), agility=2)}
        scene = Scene(DRAWN, legend, ball="A", edition=EDITION)
        scene.play("activate A", "declare pass", "aim", f"throw (1,{row})", "interfere b", dice=["D6 6"])
        needed.append(int(scene.events("tested")[0].c))
    assert needed == [6, 5], "2 for the throw, and the catcher marks it"


@pytest.mark.rule("A-WATER-03")
def test_a_stunned_result_in_water_is_a_knock_out() -> None:
    scene = Scene(DRAWN, {"A": home(at=(1, 1)), "B": away(at=(2, 1)), "b": away(at=(6, 2))}, edition=EDITION)
    dice = ["block POW", "2D6 5+4", "2D6 1+2"]
    scene.play("activate A", "declare block B", "push (3,1)", "stay", dice=dice)
    assert scene.status("B") == "knocked-out"


@pytest.mark.rule("A-WATER-04")
def test_the_titchy_drown_and_their_ball_bounces_from_there() -> None:
    scene = pond({"A": home(at=(2, 2), skills=["Titchy"]), "b": away()}, ball="A")
    scene.play("activate A", "declare move", "step n", dice=["D8 7"])
    assert (scene.status("A"), scene.ball, scene.turnover) == ("knocked-out", (2, 2), "TURNOVER_DROWNED")


@pytest.mark.rule("A-WATER-04")
def test_the_titchy_drown_when_they_are_pushed_in_and_that_is_no_turnover() -> None:
    scene = Scene(
        """
        #######
        #a.~BA#
        #b..###
        #######
        """,
        {"A": home(), "a": home(), "B": away(skills=["Titchy"]), "b": away()},
        edition=EDITION,
    )
    scene.play("activate A", "declare block B", "push (3,1)", "stay", dice=["block POW"])
    assert (scene.status("B"), scene.turnover) == ("knocked-out", "")


@pytest.mark.rule("A-BALL-12")
def test_a_ball_lies_in_water_as_on_floor() -> None:
    scene = pond({"A": home(at=(3, 2), agility=4), "b": away()}, ball=(2, 2))
    scene.play("activate A", "declare move", "step w", dice=["D6 1", "D8 2"])
    assert scene.ball == (2, 1)
    scene.play("end turn")
    assert scene.ball == (2, 1)


@pytest.mark.rule("A-WATER-05")
def test_being_pushed_off_water_costs_and_rolls_nothing() -> None:
    scene = pond({"A": home(at=(1, 1)), "B": away(at=(2, 1)), "b": away()})
    scene.play("activate A", "declare block B", "push (3,1)", "stay", dice=["block PUSH"])
    assert scene.square("B") == (3, 1)


def test_the_pathfinder_pays_for_water() -> None:
    scene = pond()
    found = reach(scene.game, scene.piece("A"))
    assert found.cost(scene.node((2, 1))) == 2
    assert found.cost(scene.node((2, 2))) == 2
    assert found.cost(scene.node((3, 2))) == 3, "straight out of the water and on"


@pytest.mark.rule("A-WATER-03")
def test_beside_it_a_stunned_player_is_only_stunned() -> None:
    scene = Scene(".AB.\nC..~", {"A": home(), "B": away(), "C": home()}, edition=EDITION)
    scene.play("activate A", "declare block B", "push (3,0)", "stay", dice=["block POW", "2D6 5+4", "2D6 1+2"])
    assert scene.status("B") == "stunned"
