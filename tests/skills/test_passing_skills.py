"""Skills of passing: throwing better, running on, and getting rid of the ball in time."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Scene, away, home


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind asked for."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Accurate, Wall Thrower, Nerves of Steel, Pass ------------------------------------------------------------------


@pytest.mark.rule("O-PASS-04")
@pytest.mark.skill("Accurate")
@pytest.mark.parametrize(("skills", "quick", "short"), [(["Accurate"], 3, 4), ([], 4, 5)])
def test_an_accurate_passer_throws_better_at_any_range(skills: list[str], quick: int, short: int) -> None:
    for target, face in (("(2,0)", quick), ("(5,0)", short)):
        scene = Scene("A.C..D", {"A": home(skills=skills), "C": home(), "D": home()}, ball="A")
        scene.play("activate A", "declare pass", "aim", f"throw {target}", dice=["D6 6", "D6 6"])
        assert needed(scene, clauses.PASS) == face


@pytest.mark.skill("Accurate")
def test_accuracy_does_not_throw_team_mates() -> None:
    legend = {
        "A": home(strength=5, passing=4, skills=["Throw Team-mate", "Accurate"]),
        "C": home(strength=2, skills=["Right Stuff"]),
        "D": home(),
    }
    scene = Scene("AC....D", legend)
    dice = ["D6 6", "D8 5", "D8 4", "D8 5", "D6 6"]
    scene.play("activate A", "declare throw team-mate", "pick C", "throw (2,0)", dice=dice)
    assert needed(scene, clauses.THROW_TEAM_MATE) == 4


@pytest.mark.rule("O-WALL-03")
@pytest.mark.skill("Wall Thrower", "Accurate")
@pytest.mark.parametrize(("skills", "face"), [([], 4), (["Wall Thrower"], 3), (["Wall Thrower", "Accurate"], 2)])
def test_a_wall_thrower_hits_walls_better(skills: list[str], face: int) -> None:
    scene = Scene("A....#", {"A": home(skills=skills)}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw at wall (3,0) n", dice=["D6 6", "D6 1", "D8 4"])
    assert needed(scene, clauses.PASS) == face


@pytest.mark.skill("Wall Thrower")
def test_a_wall_thrower_passes_like_any_other() -> None:
    scene = Scene("A.C..D", {"A": home(skills=["Wall Thrower"]), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 6"])
    assert needed(scene, clauses.PASS) == 4


STEEL = """
    b....c
    A..C..
    D.....
"""


@pytest.mark.skill("Nerves of Steel")
@pytest.mark.parametrize(("skills", "face"), [(["Nerves of Steel"], 4), ([], 5)])
def test_steady_nerves_pass_without_minding_marks(skills: list[str], face: int) -> None:
    legend = {"A": home(skills=skills), "C": home(), "D": home(), "b": away(), "c": away()}
    scene = Scene(STEEL, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (3,1)", dice=["D6 6", "D6 6"])
    assert needed(scene, clauses.PASS) == face


@pytest.mark.skill("Nerves of Steel")
@pytest.mark.parametrize(("skills", "face"), [(["Nerves of Steel"], 3), ([], 5)])
def test_steady_nerves_catch_without_minding_marks(skills: list[str], face: int) -> None:
    picture = """
        A.C.
        .bcD
    """
    legend = {"A": home(passing=2), "C": home(skills=skills), "D": home(), "b": away(), "c": away()}
    scene = Scene(picture, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", "decline", dice=["D6 6", "D6 6"])
    assert needed(scene, clauses.CATCH) == face


@pytest.mark.rule("O-INT-04")
@pytest.mark.skill("Nerves of Steel")
@pytest.mark.parametrize(("skills", "face"), [(["Nerves of Steel"], 5), ([], 6)])
def test_steady_nerves_interfere_without_minding_marks(skills: list[str], face: int) -> None:
    picture = """
        A.b.C
        ..D..
    """
    legend = {"A": home(passing=2), "C": home(), "D": home(), "b": away(agility=2, skills=skills)}
    scene = Scene(picture, legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", "interfere b", dice=["D6 4", "D6 2", "D6 6"])
    assert needed(scene, clauses.INTERFERE) == face


@pytest.mark.skill("Nerves of Steel")
def test_steady_nerves_do_not_help_a_pick_up_or_a_thrown_team_mate() -> None:
    scene = Scene("A..bD", {"A": home(skills=["Nerves of Steel"]), "D": home(), "b": away()}, ball=(2, 0))
    scene.play("activate A", "step e", "step e", dice=["D6 6"])
    assert needed(scene, clauses.PICK_UP) == 4
    picture = """
        b.......
        AC.....D
    """
    legend = {
        "A": home(strength=5, skills=["Throw Team-mate", "Nerves of Steel"]),
        "C": home(strength=2, skills=["Right Stuff"]),
        "D": home(),
        "b": away(),
    }
    scene = Scene(picture, legend)
    dice = ["D6 6", "D8 5", "D8 4", "D8 5", "D6 6"]
    scene.play("activate A", "declare throw team-mate", "pick C", "throw (3,1)", dice=dice)
    assert needed(scene, clauses.THROW_TEAM_MATE) == 5


@pytest.mark.skill("Pass")
def test_a_failed_pass_and_a_fumble_are_thrown_again() -> None:
    for die in (1, 3):
        scene = Scene("A.C.D", {"A": home(skills=["Pass"]), "C": home(), "D": home()}, ball="A")
        scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=[f"D6 {die}"])
        assert scene.options() == ["accept", "reroll skill"]
        scene.play("reroll skill", dice=["D6 4", "D6 4"])
        assert scene.ball == "C"


@pytest.mark.skill("Pass")
def test_the_passer_does_not_catch_better_for_it() -> None:
    scene = Scene("A.C.D", {"A": home(), "C": home(skills=["Pass"]), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 1", "D8 5"])
    assert scene.ball == (3, 0)


# --- Safe Pass ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-PASS-08")
@pytest.mark.skill("Safe Pass")
def test_a_safe_passer_keeps_what_it_fumbles_and_stops() -> None:
    scene = Scene("A.C.D", {"A": home(skills=["Safe Pass"]), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 1"])
    assert scene.ball == "A"
    assert scene.turnover == ""
    assert not scene.offered("activate A")
    assert scene.offered("activate C")


@pytest.mark.skill("Safe Pass", "Pass")
def test_a_fumble_of_a_safe_passer_may_be_thrown_again() -> None:
    legend = {"A": home(skills=["Safe Pass", "Pass"]), "C": home(), "D": home()}
    scene = Scene("A.C.D", legend, ball="A", rerolls=(1, 0))
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll skill", "reroll team"]
    scene.play("accept")
    assert scene.ball == "A"
    scene = Scene("A.C.D", legend, ball="A", rerolls=(1, 0))
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", "reroll team", dice=["D6 1", "D6 1"])
    assert scene.ball == "A"  # the second fumble is kept like the first


@pytest.mark.skill("Safe Pass")
def test_an_inaccurate_pass_is_gone() -> None:
    scene = Scene("A.C.D", {"A": home(skills=["Safe Pass"]), "C": home(), "D": home()}, ball="A")
    scene.play(
        "activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 3", "D8 5", "D8 4", "D8 5", "D8 4", "D6 4"]
    )
    assert scene.ball == "C"


@pytest.mark.skill("Safe Pass")
def test_a_player_without_any_passing_can_be_safe() -> None:
    scene = Scene("A.C.D", {"A": home(passing=None, skills=["Safe Pass"]), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)")
    assert scene.ball == "A"
    assert scene.turnover == ""


@pytest.mark.skill("Safe Pass", "Running Pass")
def test_a_kept_fumble_ends_the_activation_of_a_runner_too() -> None:
    legend = {"A": home(skills=["Safe Pass", "Running Pass"]), "C": home(), "D": home()}
    scene = Scene("A.C.D", legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 1"])
    assert not scene.offered("step e")


# --- Running Pass and Give and Go -----------------------------------------------------------------------------------


@pytest.mark.rule("O-PASS-01")
@pytest.mark.skill("Running Pass")
def test_after_a_quick_pass_a_runner_uses_what_it_has_left_and_no_rush() -> None:
    scene = Scene("A....C.D", {"A": home(movement=4, skills=["Running Pass"]), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "step e", "step e", "aim", "throw (5,0)", dice=["D6 6", "D6 6"])
    assert scene.ball == "C"
    assert scene.options() == ["step e", "step w", "stop"]
    scene.play("step w", "step w")
    assert scene.square("A") == (0, 0)
    assert not scene.offered("step e")


@pytest.mark.skill("Running Pass")
@pytest.mark.parametrize(("skills", "target"), [([], "(2,0)"), (["Running Pass"], "(5,0)")])
def test_nobody_runs_on_without_the_skill_or_after_a_longer_pass(skills: list[str], target: str) -> None:
    scene = Scene("A.C..E.D", {"A": home(skills=skills), "C": home(), "D": home(), "E": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim", f"throw {target}", dice=["D6 6", "D6 6"])
    assert scene.turnover == ""
    assert not scene.offered("step e")
    assert scene.offered("activate C")


@pytest.mark.skill("Running Pass")
def test_nobody_runs_on_after_a_pass_that_cost_the_turn_or_all_movement() -> None:
    legend = {"A": home(movement=1, skills=["Running Pass"]), "C": home(), "D": home()}
    scene = Scene("A..C.D", legend, ball="A")
    scene.play("activate A", "declare pass", "step e", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert not scene.offered("step e")
    scene = Scene("A.C..D", {**legend, "A": home(skills=["Running Pass"])}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D6 1", "D8 5"])
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.skill("Running Pass")
def test_a_runner_throws_only_once() -> None:
    legend = {"A": home(skills=["Running Pass"]), "C": home(agility=6), "D": home()}
    scene = Scene("A.C..D", legend, ball="A")
    # the bounce comes back to the passer
    scene.play("activate A", "declare pass", "step e", "aim", "throw (2,0)", dice=["D6 6", "D6 2", "D8 4", "D6 6"])
    assert scene.ball == "A"
    assert not scene.offered("aim")
    assert scene.offered("step w")


@pytest.mark.rule("O-HAND-01")
@pytest.mark.skill("Give and Go")
def test_after_a_hand_off_a_player_may_go() -> None:
    legend = {"A": home(movement=2, skills=["Give and Go"]), "C": home(), "D": home()}
    scene = Scene("A.C..D", legend, ball="A")
    scene.play("activate A", "declare hand-off", "step e", "hand off C", dice=["D6 6"])
    assert scene.options() == ["step w", "stop"]
    scene.play("step w")
    assert not scene.offered("step e")  # no Rush


@pytest.mark.skill("Give and Go", "Running Pass")
def test_each_goes_on_after_its_own_deed_only() -> None:
    legend = {"A": home(skills=["Give and Go"]), "C": home(), "D": home()}
    scene = Scene("AC...D", legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (1,0)", dice=["D6 6", "D6 6"])
    assert not scene.offered("step s")
    assert scene.offered("activate D")
    legend["A"] = home(skills=["Running Pass"])
    scene = Scene("AC...D", legend, ball="A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 6"])
    assert scene.offered("activate D")


@pytest.mark.skill("Give and Go")
def test_a_dropped_hand_off_is_a_turnover_all_the_same() -> None:
    legend = {"A": home(skills=["Give and Go"]), "C": home(), "D": home()}
    scene = Scene("AC...D", legend, ball="A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 1", "D8 5"])
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


# --- Stunty and Very Long Legs in the way of a pass -----------------------------------------------------------------


@pytest.mark.rule("O-INT-04")
@pytest.mark.skill("Stunty", "Very Long Legs")
@pytest.mark.parametrize(
    ("passer", "reader", "face"),
    [([], [], 5), (["Stunty"], [], 4), ([], ["Very Long Legs"], 3), (["Stunty"], ["Very Long Legs"], 2)],
)
def test_who_throws_and_who_stands_in_the_way(passer: list[str], reader: list[str], face: int) -> None:
    legend = {"A": home(passing=2, skills=passer), "C": home(), "b": away(agility=2, skills=reader)}
    scene = Scene("A.b.C", legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", "interfere b", dice=["D6 4", "D6 1", "D6 6"])
    assert needed(scene, clauses.INTERFERE) == face


# --- Dump-off -------------------------------------------------------------------------------------------------------

UNDER_PRESSURE = """
    .......c
    Ab.d....
    .......D
"""


def under_pressure(**facts: object) -> Scene:
    legend = {"A": home(), "D": home(), "b": away(**{"skills": ["Dump-off"], **facts}), "c": away(), "d": away()}
    return Scene(UNDER_PRESSURE, legend, ball="b", rerolls=(1, 1))


@pytest.mark.rule("O-TURN-07")
@pytest.mark.skill("Dump-off")
def test_a_carrier_throws_before_the_block_and_the_block_is_made() -> None:
    scene = under_pressure()
    scene.play("activate A", "declare block b")
    assert scene.asked == "away"
    assert scene.options() == ["use Dump-off b", "decline"]
    scene.play("use DUMPS_OFF b", "throw (3,1)", dice=["D6 5", "D6 4", "block PUSH"])
    assert scene.ball == "d"
    assert scene.asked == "home"
    scene.play("face push", "push (2,1)", "stay")
    assert scene.square("b") == (2, 1)
    assert scene.turnover == ""


@pytest.mark.rule("O-PASS-03")
@pytest.mark.skill("Dump-off")
def test_only_a_quick_pass_is_dumped_and_never_at_a_wall() -> None:
    scene = under_pressure()
    scene.play("activate A", "declare block b", "use DUMPS_OFF b")
    assert scene.offered("throw (4,1)")
    assert not scene.offered("throw (5,1)")
    assert not any("wall" in text for text in scene.options())


@pytest.mark.rule("O-RR-05")
@pytest.mark.skill("Dump-off")
def test_a_dumped_ball_is_nobodys_turnover_and_no_team_re_roll_helps() -> None:
    scene = under_pressure()
    scene.play("activate A", "declare block b", "use DUMPS_OFF b")
    scene.play("throw (3,1)", dice=["D6 1", "D8 2", "block PUSH"])  # a fumble
    assert scene.ball == (1, 0)
    assert scene.turnover == ""
    assert scene.offered("face push")
    scene = under_pressure()
    scene.play("activate A", "declare block b", "use DUMPS_OFF b")
    scene.play("throw (3,1)", dice=["D6 6", "D6 1", "D8 2", "block PUSH"])  # dropped
    assert scene.ball == (3, 0)
    assert scene.turnover == ""


@pytest.mark.skill("Dump-off")
def test_a_coach_may_keep_the_ball() -> None:
    scene = under_pressure()
    scene.play("activate A", "declare block b", "decline", dice=["block PUSH"])
    assert scene.ball == "b"


@pytest.mark.skill("Dump-off")
def test_nothing_is_dumped_without_ball_or_zone() -> None:
    scene = under_pressure(zone=False)
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert scene.asked == "home"
    legend = {"A": home(), "D": home(), "b": away(skills=["Dump-off"]), "c": away(), "d": away()}
    scene = Scene(UNDER_PRESSURE, legend, ball="c")
    scene.play("activate A", "declare block b", "push (2,1)", "stay", dice=["block PUSH"])
    assert not scene.told("ball thrown", "b")


@pytest.mark.skill("Dump-off")
def test_in_a_blitz_the_ball_is_dumped_when_the_block_comes() -> None:
    legend = {"A": home(), "D": home(), "b": away(skills=["Dump-off"]), "c": away()}
    scene = Scene("A..b.cD", legend, ball="b")
    scene.play("activate A", "declare blitz b", "step e")
    assert scene.asked == "home"
    scene.play("step e", "block b")
    assert scene.options() == ["use Dump-off b", "decline"]


@pytest.mark.skill("Dump-off", "Foul Appearance")
def test_a_foul_appearance_comes_before_the_dump_off() -> None:
    scene = under_pressure(skills=["Dump-off", "Foul Appearance"])
    scene.play("activate A", "declare block b", dice=["D6 1"])
    scene.play("accept")
    assert not scene.told("ball thrown", "b")


@pytest.mark.skill("Dump-off")
def test_the_active_side_may_interfere_with_a_dumped_ball() -> None:
    legend = {"A": home(), "D": home(agility=1), "b": away(skills=["Dump-off"]), "c": away()}
    scene = Scene("Ab.Dc", legend, ball="b")
    scene.play("activate A", "declare block b", "use DUMPS_OFF b", "throw (4,0)", dice=["D6 6"])
    assert scene.options() == ["interfere D", "decline"]
    scene.play("interfere D", dice=["D6 6", "D6 6", "block PUSH"])
    assert scene.ball == "D"


# --- On the Ball ----------------------------------------------------------------------------------------------------

WATCHED = """
    ........
    A...C..D
    ........
    ..b.....
"""


def watched(**facts: object) -> Scene:
    legend = {"A": home(), "C": home(), "D": home(), "b": away(**{"skills": ["On the Ball"], **facts})}
    scene = Scene(WATCHED, legend, ball="A")
    scene.play("activate A", "declare pass", "aim")
    return scene


@pytest.mark.skill("On the Ball")
def test_a_reader_moves_up_to_three_squares_before_the_throw_and_stands_in_its_way() -> None:
    scene = watched(agility=1, movement=1)
    scene.play("throw (4,1)")
    assert scene.asked == "away"
    assert scene.options() == ["use On the Ball b", "decline"]
    scene.play("use READS_THE_PASS b", "step n", "step n", "stop", dice=["D6 6"])
    assert scene.square("b") == (2, 1)
    scene.play("interfere b", dice=["D6 4", "D6 5"])
    assert scene.ball == "b"
    assert scene.turnover == "TURNOVER_INTERFERENCE"


@pytest.mark.skill("On the Ball")
def test_three_squares_are_all_and_there_is_no_rush() -> None:
    scene = watched()
    scene.play("throw (4,1)", "use READS_THE_PASS b", *["step e"] * 3, dice=["D6 6", "D6 6"])
    assert scene.square("b") == (5, 3)
    assert scene.ball == "C"


@pytest.mark.skill("On the Ball")
def test_a_reader_beside_the_passer_makes_the_throw_harder() -> None:
    scene = watched()
    scene.play("throw (4,1)", "use READS_THE_PASS b", "step nw", "stop", "decline", dice=["D6 6", "D6 6"])
    assert needed(scene, clauses.PASS) == 6  # short range, and marked


@pytest.mark.skill("On the Ball")
def test_the_interrupted_activation_goes_on_as_it_was() -> None:
    legend = {"A": home(movement=4, skills=["Running Pass"]), "C": home(), "D": home()}
    legend["b"] = away(skills=["On the Ball"])
    scene = Scene(WATCHED, legend, ball="A")
    scene.play("activate A", "declare pass", "step e", "aim", "throw (4,1)")
    scene.play("use READS_THE_PASS b", "step e", "stop", dice=["D6 6", "D6 6"])
    assert scene.ball == "C"
    assert scene.game.moves_left == 3
    assert scene.offered("step e")


@pytest.mark.skill("On the Ball")
@pytest.mark.parametrize("facts", [{"status": "prone"}, {"zone": False}, {"rooted": True}, {"skills": []}])
def test_others_do_not_move(facts: dict[str, object]) -> None:
    scene = watched(**facts)
    scene.play("throw (4,1)", dice=["D6 6", "D6 6"])
    assert scene.ball == "C"


@pytest.mark.skill("On the Ball")
def test_a_reader_that_falls_costs_the_throwing_side_nothing() -> None:
    picture = """
        A...C..D
        ........
        .E......
        ..b.....
    """
    legend = {"A": home(), "C": home(), "D": home(), "E": home(), "b": away(skills=["On the Ball", "Dodge"])}
    scene = Scene(picture, legend, ball="A", rerolls=(0, 1))
    dice = ["D6 1", "2D6 1+1", "D6 6", "D6 6"]  # a Dodge re-roll is for its own activation
    scene.play("activate A", "declare pass", "aim", "throw (4,0)", "use READS_THE_PASS b", "step e", dice=dice)
    assert scene.status("b") == "prone"
    assert scene.ball == "C"
    assert scene.turnover == ""


@pytest.mark.skill("On the Ball", "Dump-off")
def test_a_reader_of_the_active_side_that_falls_loses_its_turn() -> None:
    picture = """
        Ab.c..
        ......
        ..d...
        ..E..D
    """
    legend = {
        "A": home(),
        "D": home(),
        "E": home(skills=["On the Ball"]),
        "b": away(skills=["Dump-off"]),
        "c": away(),
        "d": away(),
    }
    scene = Scene(picture, legend, ball="b")
    scene.play("activate A", "declare block b", "use DUMPS_OFF b", "throw (3,0)")
    assert scene.options() == ["use On the Ball E", "decline"]
    scene.play("use READS_THE_PASS E", "step e", dice=["D6 1", "2D6 1+1", "D6 6", "D6 6"])
    assert scene.ball == "c"
    assert scene.turnover == "TURNOVER_FALL"
    assert not scene.events("block dice rolled")


@pytest.mark.skill("On the Ball")
def test_every_reader_may_move_once() -> None:
    legend = {"A": home(), "C": home(), "D": home()}
    legend |= {"b": away(skills=["On the Ball"]), "c": away(skills=["On the Ball"])}
    scene = Scene(WATCHED.replace("..b.", "cb.."), legend, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", "use READS_THE_PASS b", "step e", "stop")
    assert scene.options() == ["use On the Ball c", "decline"]
    scene.play("use READS_THE_PASS c", "stop", dice=["D6 6", "D6 6"])
    assert scene.ball == "C"


@pytest.mark.skill("On the Ball")
def test_a_throw_at_the_wall_is_a_pass_to_read() -> None:
    scene = watched()
    scene.play("throw at wall (4,0) n")
    assert scene.options() == ["use On the Ball b", "decline"]


# --- Portals --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-RR-08")
@pytest.mark.skill("Portal Navigator")
def test_a_navigator_may_have_its_portal_rolled_again() -> None:
    scene = Scene("A1..2..3D", {"A": home(skills=["Portal Navigator"]), "D": home()}, rerolls=(2, 0))
    scene.play("activate A", "step e", dice=["D6 1"])  # that would have been the end
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("reroll skill", dice=["D6 3"])
    assert scene.square("A") == (7, 0)
    assert scene.rerolls("home") == 2


@pytest.mark.rule("O-RR-08", "O-PORTAL-12")
@pytest.mark.skill("Portal Navigator")
def test_a_navigator_may_take_what_comes_and_the_second_roll_stands() -> None:
    scene = Scene("A1..2..3D", {"A": home(skills=["Portal Navigator"]), "D": home()})
    scene.play("activate A", "step e", "accept", dice=["D6 2"])
    assert scene.square("A") == (4, 0)
    scene = Scene("A1..2..3D", {"A": home(skills=["Portal Navigator"]), "D": home()})
    scene.play("activate A", "step e", "reroll skill", dice=["D6 2", "D6 1"])
    assert scene.status("A") == "lost"


@pytest.mark.rule("O-RR-08")
@pytest.mark.skill("Portal Navigator")
def test_others_take_the_portal_as_it_is() -> None:
    scene = Scene("A1..2..3D", {"A": home(), "D": home()}, rerolls=(2, 0))
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.square("A") == (4, 0)


@pytest.mark.rule("O-PORTAL-15", "O-RR-02")
@pytest.mark.skill("Portal Navigator")
def test_a_displaced_navigator_chooses_in_the_other_turn_but_not_on_the_ground() -> None:
    legend = {"A": home(), "D": home(), "b": away(under="2", skills=["Portal Navigator"])}
    scene = Scene("A1..b..3D", legend)
    scene.play("activate A", "step e", dice=["D6 2", "D6 2"])
    assert scene.asked == "away"
    scene.play("reroll skill", dice=["D6 3"])
    assert scene.square("b") == (7, 0)
    legend["b"] = away(under="2", status="prone", skills=["Portal Navigator"])
    scene = Scene("A1..b..3D", legend)
    scene.play("activate A", "step e", dice=["D6 2", "D6 3"])
    assert scene.square("b") == (7, 0)


@pytest.mark.rule("O-ROOM-05")
@pytest.mark.skill("Portal Navigator")
def test_the_curse_binds_navigators() -> None:
    legend = {"A": home(skills=["Portal Navigator"]), "D": home()}
    scene = Scene("A1..2..3D", legend, rooms=[("Cursed Room", [0, 0, 2, 1])])
    scene.play("activate A", "step e", dice=["D6 2"])
    assert scene.square("A") == (4, 0)


BEYOND = "A1..2..C.D"


@pytest.mark.rule("O-PORTAL-05", "O-PORTAL-06")
@pytest.mark.skill("Portal Passer")
def test_a_move_may_become_a_pass_beyond_a_portal() -> None:
    scene = Scene(BEYOND, {"A": home(skills=["Portal Passer"]), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare move", "step e", dice=["D6 2"])
    assert scene.options() == ["declare pass", "decline"]
    scene.play("declare pass")
    assert scene.options() == ["pay portal", "stop"]
    scene.play("pay portal", "aim", "throw (7,0)", dice=["D6 6", "D6 6"])
    assert scene.ball == "C"
    scene.play("activate D")
    assert not scene.offered("declare pass")


@pytest.mark.rule("O-TURN-06")
@pytest.mark.skill("Portal Passer")
def test_the_action_given_up_stays_used() -> None:
    legend = {"A": home(skills=["Portal Passer"]), "C": home(), "D": home(), "b": away()}
    scene = Scene(BEYOND + "b", legend, ball="A")
    scene.play("activate A", "declare blitz b", "step e", "declare pass", "stop", "activate D", dice=["D6 2"])
    assert not scene.offered("declare blitz b")


@pytest.mark.skill("Portal Passer")
def test_a_portal_passer_may_stay_with_what_it_declared() -> None:
    scene = Scene(BEYOND, {"A": home(skills=["Portal Passer"]), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare move", "step e", "decline", "pay portal", dice=["D6 2"])
    assert not scene.offered("aim")
    scene.play("stop", "activate D")
    assert scene.offered("declare pass")


@pytest.mark.rule("O-ACT-04")
@pytest.mark.skill("Portal Passer")
def test_the_pass_of_the_turn_must_be_left() -> None:
    scene = Scene(BEYOND, {"A": home(skills=["Portal Passer"]), "C": home(), "D": home()}, ball="A")
    scene.play("activate D", "declare pass", "stop", "activate A", "declare move", "step e", dice=["D6 2"])
    assert scene.options() == ["pay portal", "stop"]


@pytest.mark.skill("Portal Passer", "My Ball")
@pytest.mark.parametrize("skills", [[], ["Portal Passer", "My Ball"]])
def test_others_do_not_think_again(skills: list[str]) -> None:
    scene = Scene(BEYOND, {"A": home(skills=skills), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare move", "step e", dice=["D6 2"])
    assert scene.options() == ["pay portal", "stop"]


@pytest.mark.skill("Portal Passer")
def test_who_is_swept_along_outside_its_activation_declares_nothing() -> None:
    legend = {"A": home(), "E": home(under="2", skills=["Portal Passer"]), "C": home(), "D": home()}
    scene = Scene("A1..E..3C.D", legend, ball="E")
    scene.play("activate A", "step e", dice=["D6 2", "D6 3"])
    assert scene.square("E") == (7, 0)
    assert scene.options() == ["pay portal", "stop"]
