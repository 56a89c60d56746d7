"""Re-rolls (O-RR)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home


def marked(skills: list[str] | None = None, rerolls: tuple[int, int] = (1, 0)) -> Scene:
    """A player with an opponent beside it: its first step is a dodge on 3+."""
    return Scene("bA...D", {"A": home(skills=skills or []), "D": home(), "b": away()}, rerolls=rerolls)


@pytest.mark.rule("O-RR-01")
def test_a_die_is_re_rolled_once_and_the_second_result_stands() -> None:
    scene = marked(["Dodge"], rerolls=(3, 0))
    scene.play("activate A", "step e", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll skill", "reroll team"]
    scene.play("reroll skill", dice=["D6 2", "2D6 1+1"])  # no second window, though re-rolls remain
    assert scene.status("A") == "prone"
    assert scene.rerolls("home") == 3


@pytest.mark.rule("O-RR-01")
def test_the_choice_comes_before_the_next_die() -> None:
    scene = Scene("bA...D", {"A": home(movement=1), "D": home(), "b": away()}, rerolls=(1, 0))
    scene.play("activate A", "step e", dice=["D6 3"])
    scene.play("step e", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll team"]
    scene.play("accept", dice=["2D6 1+1"])  # only now the armour
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-RR-01")
def test_a_passed_test_is_not_re_rolled() -> None:
    scene = marked(["Dodge"])
    scene.play("activate A", "step e", dice=["D6 3"])
    assert not scene.offered("reroll team")


@pytest.mark.rule("O-RR-02")
def test_a_skill_re_rolls_only_what_it_names() -> None:
    scene = marked(["Sure Hands", "Catch", "Pass", "Sure Feet"], rerolls=(0, 0))
    scene.play("activate A", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-RR-02")
def test_dodge_re_rolls_once_a_team_turn() -> None:
    picture = """
        bA...D
        .c....
    """
    scene = Scene(picture, {"A": home(skills=["Dodge"]), "D": home(), "b": away(), "c": away()})
    scene.play("activate A", "step e", dice=["D6 1"])
    scene.play("reroll skill", dice=["D6 5"])
    scene.play("step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-RR-02")
def test_a_skill_re_roll_works_in_the_other_teams_turn() -> None:
    legend = {"A": home(agility=6), "D": home(), "b": away(skills=["Catch"])}
    scene = Scene("A.b..D", legend, ball=(1, 0), rerolls=(0, 2))
    scene.play("activate A", "step e", dice=["D6 2", "D8 5", "D6 1"])
    assert scene.asked == "away"
    assert scene.options() == ["accept", "reroll skill"]
    scene.play("reroll skill", dice=["D6 6"])
    assert scene.ball == "b"


@pytest.mark.rule("O-RR-04")
def test_a_used_team_re_roll_is_gone_for_the_whole_game() -> None:
    scene = marked(rerolls=(1, 0))
    scene.play("activate A", "step e", dice=["D6 1"])
    scene.play("reroll team", dice=["D6 3"])
    assert scene.rerolls("home") == 0
    scene.play("stop", "end turn", "end turn")
    assert scene.rerolls("home") == 0
    scene.play("activate A", "declare move", "step w", "stop")
    scene.play("end turn", "end turn", "activate A", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-RR-05")
def test_any_number_of_team_re_rolls_in_one_turn() -> None:
    scene = Scene("bA...D", {"A": home(movement=1), "D": home(), "b": away()}, rerolls=(3, 0))
    scene.play("activate A", "step e", dice=["D6 1"])
    scene.play("reroll team", dice=["D6 3"])
    scene.play("step e", dice=["D6 1"])
    scene.play("reroll team", dice=["D6 2"])
    scene.play("step e", dice=["D6 1"])
    scene.play("reroll team", dice=["D6 2"])
    assert scene.rerolls("home") == 0


@pytest.mark.rule("O-RR-05", "O-RR-12")
def test_team_re_rolls_belong_to_the_active_team_and_its_own_rolls() -> None:
    scene = Scene("A.b..D", {"A": home(agility=6), "D": home(), "b": away()}, ball=(1, 0), rerolls=(0, 3))
    scene.play("activate A", "step e", dice=["D6 2", "D8 5", "D6 1", "D8 5"])  # b misses and nobody is asked
    assert scene.ball == (3, 0)
    scene = Scene("A.b..D", {"A": home(agility=6), "D": home(), "b": away()}, ball=(1, 0), rerolls=(3, 3))
    scene.play("activate A", "step e", dice=["D6 2"])
    scene.play("accept", dice=["D8 5", "D6 6"])  # b catches, and home cannot make him roll again
    assert scene.ball == "b"


@pytest.mark.rule("O-RR-06")
def test_a_team_re_roll_takes_every_die_of_the_pool() -> None:
    legend = {"A": home(strength=4), "D": home(), "b": away(strength=3)}
    scene = Scene("Ab..D", legend, rerolls=(1, 0))
    scene.play("activate A", "declare block b", dice=["block PUSH PLAYER-DOWN"])
    scene.play("reroll team", dice=["block POW BOTH-DOWN"])
    assert not scene.offered("reroll team")
    scene.play("face pow", "stay", dice=["2D6 1+1"])
    assert scene.status("b") == "prone"


@pytest.mark.rule("O-RR-07")
def test_no_window_for_armour_injury_casualty_or_bounce() -> None:
    scene = Scene("A...D", {"A": home(movement=1, armour=8), "D": home()}, ball="A", rerolls=(3, 3))
    scene.play("activate A", "step e", "step e", dice=["D6 1"])
    scene.play("accept", dice=["2D6 4+4", "2D6 6+6", "D16 14", "D6 1", "D8 5"])
    assert scene.status("A") == "casualty"
    assert scene.ball == (3, 0)


@pytest.mark.rule("O-RR-07")
def test_no_window_for_scatter_and_deviation() -> None:
    picture = """
        .........
        .........
        A........
        .........
        D........
    """
    legend = {"A": home(passing=4), "D": home(passing=4)}
    scene = Scene(picture, legend, ball="A", rerolls=(3, 0))
    scene.play("activate A", "declare pass", "aim", "throw (3,2)", dice=["D6 3"])
    scene.play("accept", dice=["D8 5", "D8 5", "D8 5", "D8 5"])
    assert scene.ball == (7, 2)
    scene = Scene(picture, legend, ball="A", rerolls=(3, 0))
    scene.play("activate A", "declare pass", "aim", "throw (4,2)", dice=["D6 2"])
    scene.play("accept", dice=["D8 5", "D6 2", "D8 5"])
    assert scene.ball == (3, 2)


@pytest.mark.rule("O-RR-08")
def test_no_window_for_the_destination_of_a_portal() -> None:
    scene = Scene("A1.2..D", {"A": home(), "D": home()}, rerolls=(3, 0))
    scene.play("activate A", "step e", dice=["D6 1"])  # a mishap, and nothing to be done
    assert scene.status("A") == "lost"
    assert scene.rerolls("home") == 3


@pytest.mark.rule("O-RR-09")
def test_no_window_for_the_argument_and_the_bribe() -> None:
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away(status="prone")}, rerolls=(3, 0), bribes=(1, 0))
    scene.play("activate A", "declare foul b", "foul b", dice=["2D6 1+1"])
    scene.play("argue", dice=["D6 2"])
    scene.play("bribe", dice=["D6 1"])
    assert scene.status("A") == "sent-off"
    assert scene.rerolls("home") == 3


@pytest.mark.rule("O-RR-09")
def test_no_window_for_regeneration() -> None:
    legend = {"A": home(movement=1, armour=8, skills=["Regeneration"]), "D": home()}
    scene = Scene("A...D", legend, rerolls=(3, 0))
    scene.play("activate A", "step e", "step e", dice=["D6 1"])
    scene.play("accept", dice=["2D6 4+4", "2D6 6+6", "D16 1", "D6 1"])
    assert scene.status("A") == "casualty"


@pytest.mark.rule("O-RR-10")
def test_no_window_for_the_ricochet_and_the_corner() -> None:
    scene = Scene("A..D", {"A": home(agility=6), "D": home()}, ball=(1, 0), rerolls=(3, 0))
    scene.play("activate A", "step e", dice=["D6 2"])
    scene.play("accept", dice=["D8 2", "D6 1"])  # north is rock: the ricochet
    assert scene.ball == (2, 0)
    picture = """
        .A.
        ..D
    """
    scene = Scene(picture, {"A": home(agility=6), "D": home()}, ball=(0, 0), rerolls=(3, 0))
    scene.play("activate A", "step w", dice=["D6 2"])
    scene.play("accept", dice=["D8 1", "D3 1"])  # into the corner and out of it to the east
    assert scene.ball == (1, 0)
    assert scene.rerolls("home") == 3


@pytest.mark.rule("O-RR-10")
def test_no_window_for_side_and_distance_of_a_throw_at_the_wall() -> None:
    picture = """
        .......
        .......
        .......
        .A....D
    """
    scene = Scene(picture, {"A": home(passing=4), "D": home()}, ball="A", rerolls=(3, 0))
    scene.play("activate A", "declare pass", "aim", "throw at wall (1,0) n", dice=["D6 2"])
    scene.play("accept", dice=["D6 4", "D6 2", "D8 5"])
    assert scene.turnover == "TURNOVER_WALL_THROW"
    assert scene.rerolls("home") == 3


def window(scene: Scene, *texts: str, dice: list[str]) -> bool:
    """Whether a team re-roll is on offer after this failure."""
    scene.play(*texts, dice=dice)
    return scene.asked == "home" and scene.offered("reroll team")


@pytest.mark.rule("O-RR-11")
def test_block_dice_can_be_re_rolled() -> None:
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away()}, rerolls=(1, 0))
    assert window(scene, "activate A", "declare block b", dice=["block PLAYER-DOWN"])
    scene.play("reroll team", "stay", dice=["block PUSH"])
    assert scene.status("A") == "standing"


@pytest.mark.rule("O-RR-11")
def test_rush_dodge_jump_and_pick_up_can_be_re_rolled() -> None:
    pieces = {"A": home(movement=2), "D": home(), "b": away()}
    assert window(Scene("bA...D", pieces, rerolls=(1, 0)), "activate A", "step e", dice=["D6 1"])
    scene = Scene("A....D", {"A": home(movement=1), "D": home()}, rerolls=(1, 0))
    assert window(scene, "activate A", "step e", "step e", dice=["D6 1"])
    scene = Scene("Ab...D", {"A": home(), "D": home(), "b": away(status="prone")}, rerolls=(1, 0))
    assert window(scene, "activate A", "declare move", "jump (2,0)", dice=["D6 1"])
    scene = Scene("A....D", {"A": home(), "D": home()}, ball=(1, 0), rerolls=(1, 0))
    assert window(scene, "activate A", "step e", dice=["D6 1"])


@pytest.mark.rule("O-RR-11")
def test_passing_and_catching_can_be_re_rolled() -> None:
    scene = Scene("A.C..D", {"A": home(), "C": home(), "D": home()}, ball="A", rerolls=(2, 0))
    assert window(scene, "activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 1"])
    assert window(scene, "reroll team", dice=["D6 6", "D6 1"])
    scene.play("reroll team", dice=["D6 6"])
    assert scene.ball == "C"


@pytest.mark.rule("O-RR-11")
def test_standing_up_traits_and_rooms_can_be_re_rolled() -> None:
    scene = Scene("A....D", {"A": home(movement=2, status="prone"), "D": home()}, rerolls=(1, 0))
    assert window(scene, "activate A", "declare move", "stand up", dice=["D6 1"])
    scene = Scene("A....D", {"A": home(skills=["Bone Head"]), "D": home()}, rerolls=(1, 0))
    assert window(scene, "activate A", "declare move", dice=["D6 1"])
    scene.play("reroll team", dice=["D6 2"])
    assert scene.offered("step e")
    for room, die in (("Forgotten Jail", 2), ("Chaotic Idol", 5), ("Dragon Youngling's Lair", 6)):
        scene = Scene("A....D", {"A": home(), "D": home()}, rooms=[(room, [0, 0, 1, 1])], rerolls=(1, 0))
        assert window(scene, "activate A", "declare move", dice=[f"D6 {die}"])


@pytest.mark.rule("O-RR-11")
def test_throw_food_and_a_turned_stomach_can_be_re_rolled() -> None:
    legend = {"A": home(), "D": home(), "b": away()}
    scene = Scene("A..b.D", legend, rooms=[("Kitchen", [0, 0, 1, 1])], rerolls=(1, 0))
    assert window(scene, "activate A", "declare throw food b", dice=["D6 4"])
    scene = Scene("Ab..D", {"A": home(), "D": home(), "b": away(skills=["Foul Appearance"])}, rerolls=(1, 0))
    assert window(scene, "activate A", "declare block b", dice=["D6 1"])


@pytest.mark.rule("O-RR-11")
def test_landing_can_be_re_rolled() -> None:
    picture = """
        .......
        AC.....
        D......
    """
    legend = {
        "A": home(passing=2, strength=5, skills=["Throw Team-mate"]),
        "C": home(strength=2, skills=["Right Stuff"]),
        "D": home(),
    }
    scene = Scene(picture, legend, rerolls=(1, 0))
    scene.play("activate A", "declare throw team-mate", "pick C")
    assert window(scene, "throw (3,1)", dice=["D6 6", "D8 5", "D8 4", "D8 5", "D6 1"])


@pytest.mark.rule("O-RR-11", "O-PUSH-09")
def test_the_wall_push_can_be_re_rolled_by_the_active_coach() -> None:
    scene = Scene("D..Ab", {"A": home(), "D": home(), "b": away()}, rerolls=(1, 0))
    scene.play("activate A", "declare block b", dice=["block PUSH"])
    assert window(scene, "face push", dice=["D6 3"])
    scene.play("reroll team", dice=["D6 4", "2D6 1+1"])
    assert scene.status("b") == "prone"
