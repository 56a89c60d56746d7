"""Lava: floor that burns those who leave it and those who stay (A-LAVA)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.events import POINTS_EARNED
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Scene, away, home

EDITION = "astrogranite(classic, lava=on, league=on)"
POOL = """
    ########
    #A.&..b#
    #......#
    #.123456
    ########
"""
IN = {"A": home(under="&"), "b": away()}


def pool(legend: dict[str, object] | None = None, **facts: object) -> Scene:
    return Scene(POOL, legend or {"A": home(), "b": away()}, edition=EDITION, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("A-LAVA-01")
def test_entering_lava_and_starting_on_it_rolls_nothing() -> None:
    scene = pool()
    scene.play("activate A", "declare move", "step e", "step e")
    assert scene.square("A") == (3, 1)
    scene = pool(dict(IN))
    scene.play("activate A", "declare move")
    assert scene.square("A") == (1, 1)


@pytest.mark.rule("A-LAVA-02", "A-LAVA-06")
def test_walking_off_is_an_armour_roll_at_two_less_and_if_it_holds_nothing_else() -> None:
    scene = pool(dict(IN))
    scene.play("activate A", "declare move", "step e", dice=["2D6 5+5"])
    assert (scene.square("A"), scene.status("A"), scene.turnover) == ((2, 1), "standing", "")
    assert "armour held 0 8 9 0" in scene.story()
    scene.play("step s")
    assert scene.square("A") == (2, 2)


@pytest.mark.rule("A-LAVA-02", "A-LAVA-03")
def test_who_is_burnt_does_not_leave_the_square() -> None:
    scene = pool(dict(IN), ball="A")
    scene.play("activate A", "declare move", "step e", dice=["2D6 6+5", "2D6 4+4", "D8 7"])
    assert scene.status("A") == "knocked-out"
    assert scene.ball == (1, 2), "its ball bounces from the lava"
    assert not scene.told("moved", "A")


@pytest.mark.rule("A-LAVA-02", "A-LAVA-03")
def test_who_is_pushed_off_lava_may_be_burnt_instead() -> None:
    legend = {"A": home(at=(2, 1)), "b": away(at=(3, 1)), "c": away(at=(6, 2))}
    scene = Scene(POOL.replace("A", ".").replace("b", "."), legend, edition=EDITION)
    scene.play("activate A", "declare block b", "push (4,1)", dice=["block PUSH", "2D6 6+5", "2D6 5+4"])
    assert scene.status("b") == "knocked-out"
    assert scene.square("A") == (2, 1), "nobody moved, so there is nothing to follow into"


@pytest.mark.rule("A-LAVA-02")
def test_who_is_pushed_off_and_not_burnt_goes_where_it_was_sent() -> None:
    legend = {"A": home(at=(2, 1)), "b": away(at=(3, 1)), "c": away(at=(6, 2))}
    scene = Scene(POOL.replace("A", ".").replace("b", "."), legend, edition=EDITION)
    scene.play("activate A", "declare block b", "push (4,1)", "stay", dice=["block PUSH", "2D6 6+4"])
    assert (scene.square("b"), scene.status("b")) == ((4, 1), "standing")


@pytest.mark.rule("A-LAVA-02")
def test_following_up_is_leaving_too() -> None:
    legend = {"A": home(at=(3, 1)), "b": away(at=(4, 1)), "c": away(at=(6, 2))}
    scene = Scene(POOL.replace("A", ".").replace("b", "."), legend, edition=EDITION)
    scene.play("activate A", "declare block b", "push (5,1)", "follow", dice=["block PUSH", "2D6 1+1"])
    assert scene.square("A") == (4, 1)


@pytest.mark.rule("A-LAVA-04")
def test_ending_an_activation_on_lava_is_an_armour_roll_even_without_moving() -> None:
    scene = pool(dict(IN))
    scene.play("activate A", "declare move", "stop", dice=["2D6 6+5", "2D6 1+1"])
    assert scene.status("A") == "knocked-out"
    scene = pool()
    scene.play("activate A", "declare move", "step e", "step e", "stop", dice=["2D6 5+5"])
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-LAVA-05")
def test_who_is_knocked_onto_lava_rolls_again_after_the_roll_of_the_block() -> None:
    scene = Scene(
        """
        ######
        #AB&.#
        ####b#
        ######
        """,
        {"A": home(), "B": away(), "b": away()},
        edition=EDITION,
    )
    scene.play("activate A", "declare block B", "stay", dice=["block POW", "2D6 4+4", "2D6 5+5"])
    assert (scene.square("B"), scene.status("B")) == ((3, 1), "prone")
    held = [line for line in scene.story() if line.startswith("armour held")]
    assert len(held) == 2, "one for the block, one for the lava, and no third"


@pytest.mark.rule("A-LAVA-07")
def test_a_stunned_result_on_lava_is_a_knock_out_whatever_caused_it() -> None:
    scene = Scene(
        """
        ######
        #AB&.#
        ####b#
        ######
        """,
        {"A": home(), "B": away(), "b": away()},
        edition=EDITION,
    )
    scene.play("activate A", "declare block B", "stay", dice=["block POW", "2D6 5+4", "2D6 1+2"])
    assert scene.status("B") == "knocked-out"


@pytest.mark.rule("A-LAVA-08")
def test_no_skill_helps_the_lava_and_nobody_learns_from_it() -> None:
    legend = {"A": home(at=(2, 1), skills=["Mighty Blow"]), "b": away(at=(3, 1)), "c": away(at=(6, 2))}
    scene = Scene(POOL.replace("A", ".").replace("b", "."), legend, edition=EDITION)
    dice = ["block POW", "2D6 6+5", "2D6 5+5", "D6 1", "D8 1"]
    scene.play("activate A", "declare block b", "push (4,1)", dice=dice)
    assert scene.status("b") == "casualty"
    assert not [event for event in scene.game.events if event.kind == POINTS_EARNED]
    scene = Scene(POOL.replace("A", ".").replace("b", "."), legend, edition=EDITION)
    dice = ["block PUSH", "2D6 5+5"]
    scene.play("activate A", "declare block b", "push (4,1)", "stay", dice=dice)
    assert scene.status("b") == "standing", "8 is not more for a mighty blow"


@pytest.mark.rule("A-LAVA-09")
def test_burning_a_player_of_the_active_team_is_a_turnover() -> None:
    scene = pool(dict(IN))
    scene.play("activate A", "declare move", "step e", dice=["2D6 6+5", "2D6 3+2"])
    assert scene.turnover == "TURNOVER_LAVA"


@pytest.mark.rule("A-LAVA-09")
def test_burning_an_opponent_is_none() -> None:
    legend = {"A": home(at=(2, 1)), "a": home(at=(1, 2)), "b": away(at=(3, 1)), "c": away(at=(6, 2))}
    scene = Scene(POOL.replace("A", ".").replace("b", "."), legend, edition=EDITION)
    scene.play("activate A", "declare block b", "push (4,1)", dice=["block PUSH", "2D6 6+5", "2D6 5+4"])
    assert (scene.turnover, scene.active) == ("", "home")


@pytest.mark.rule("A-LAVA-10")
def test_those_who_lie_on_lava_and_do_not_act_roll_nothing() -> None:
    scene = pool({"A": home(under="&", status="prone"), "a": home(at=(1, 2)), "b": away()})
    scene.play("activate a", "declare move", "stop", "end turn", "end turn")
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-BALL-07")
@pytest.mark.parametrize(("face", "stays"), [(3, True), (4, False)])
def test_a_ball_on_lava_may_be_gone_at_the_start_of_every_team_turn(face: int, stays: bool) -> None:
    dice = [f"D6 {face}"] if stays else [f"D6 {face}", "D6 2", "D8 2"]
    scene = pool(ball=(3, 1), dice=dice)
    assert scene.ball == ((3, 1) if stays else (3, 2))
    if stays:
        scene.play("end turn", dice=["D6 1"])
        assert scene.ball == (3, 1)


def test_the_pathfinder_goes_round_and_knows_the_odds() -> None:
    scene = pool()
    found = reach(scene.game, scene.piece("A"))
    hurt = 3 / 36  # 11 or more on two dice
    assert found.odds(scene.node((4, 1))) == pytest.approx(1.0)
    assert scene.node((3, 1)) not in found.path(scene.node((4, 1)))
    assert found.odds(scene.node((3, 1))) == pytest.approx(1 - hurt)
    scene = pool(dict(IN))
    found = reach(scene.game, scene.piece("A"))
    assert found.odds(scene.node((2, 2))) == pytest.approx(1 - hurt)


def test_a_match_can_be_saved_while_somebody_burns() -> None:
    scene = pool(dict(IN), rerolls=(1, 0), ball="A")
    scene.play("activate A", "declare move")
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)


@pytest.mark.rule("A-LAVA-07")
def test_beside_it_a_stunned_player_is_only_stunned() -> None:
    scene = Scene(".AB.\nC..&", {"A": home(), "B": away(), "C": home()}, edition=EDITION)
    scene.play("activate A", "declare block B", "push (3,0)", "stay", dice=["block POW", "2D6 5+4", "2D6 1+2"])
    assert scene.status("B") == "stunned"


# --- moved by force in its own activation ---------------------------------------------------------------------------

LEAPING = "astrogranite(classic, lava=on, leaping=on)"


@pytest.mark.rule("A-LAVA-05", "A-LAVA-04", "A-COLL-01")
def test_who_is_strewn_onto_lava_in_its_own_activation_rolls_once() -> None:
    picture = """
        #######
        #.Ab..#
        #..&..#
        #....z#
        #######
    """
    scene = Scene(picture, {"A": home(agility=4), "b": away(), "z": away()}, edition=LEAPING)
    # the leap fails, b keeps its feet, A is strewn onto the lava and falls: its own armour, then that of the lava
    dice = ["D6 2", "D6 1", "D8 7", "2D6 1+2", "2D6 1+3"]
    scene.play("activate A", "declare move", "leap", "jump (4,1)", "cross (3,1)", dice=dice)
    assert (scene.square("A"), scene.status("A")) == ((3, 2), "prone")
    held = [int(event.b) for event in scene.events("armour held")]
    assert held == [3, 2]
