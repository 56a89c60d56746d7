"""The actions of an activation (O-ACT)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home


def declared(scene: Scene) -> set[str]:
    return {text.removeprefix("declare ") for text in scene.options() if text.startswith("declare ")}


@pytest.mark.rule("O-ACT-01")
def test_any_number_of_standing_and_prone_players_move() -> None:
    legend = {"A": home(), "C": home(status="prone"), "D": home(), "b": away()}
    scene = Scene("A..C..D..b", legend)
    scene.play("activate A", "declare move", "step e", "stop")
    scene.play("activate C", "declare move", "stand up", "step e", "stop")
    scene.play("activate D", "declare move", "step e", "stop")
    assert [scene.square(letter) for letter in "ACD"] == [(1, 0), (4, 0), (7, 0)]


@pytest.mark.rule("O-ACT-02")
def test_a_block_is_made_by_a_standing_player_against_a_standing_opponent_beside_it() -> None:
    legend = {"A": home(), "C": home(), "b": away(), "d": away(status="prone"), "e": away(status="stunned")}
    scene = Scene("dbe..\n.AC..\n....f", {**legend, "f": away()})
    scene.play("activate A")
    assert {what for what in declared(scene) if what.startswith("block")} == {"block b"}
    for target in "CdeF".replace("F", "f"):
        assert scene.refused(f"declare block {target}")


@pytest.mark.rule("O-ACT-02")
def test_nobody_blocks_through_a_wall() -> None:
    scene = Scene("+-+-+-+\n|. A|b|\n+   + +\n|. . .|\n+-+-+-+", {"A": home(), "b": away()})
    scene.play("activate A")
    assert scene.refused("declare block b") == "the target is not a standing opponent in an adjacent square"


@pytest.mark.rule("O-ACT-02")
def test_there_is_no_movement_before_or_after_a_block() -> None:
    scene = Scene("Ab...C", {"A": home(), "b": away(), "C": home()})
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH"])
    assert scene.square("A") == (0, 0)
    assert scene.options() == ["activate C", "end turn"]


@pytest.mark.rule("O-ACT-02")
def test_any_number_of_blocks_a_team_turn() -> None:
    scene = Scene("Ab.\n...\nCd.", {"A": home(), "b": away(), "C": home(), "d": away()})
    scene.play("activate A", "declare block b", "push (2,0)", "stay", dice=["block PUSH"])
    scene.play("activate C", "declare block d", "push (2,2)", "stay", dice=["block PUSH"])
    assert (scene.square("b"), scene.square("d")) == ((2, 0), (2, 2))


@pytest.mark.rule("O-ACT-03")
def test_a_blitz_is_a_move_with_one_block_in_it_once_a_team_turn() -> None:
    scene = Scene("A..b....C", {"A": home(), "b": away(), "C": home()})
    scene.play("activate A", "declare blitz b", "step e", "step e", "block b", "follow", dice=["block PUSH"])
    assert scene.square("A") == (3, 0)
    assert not scene.offered("block b")  # one block only
    scene.play("step w", dice=["D6 6"])
    scene.play("stop", "activate C")
    assert not any(what.startswith("blitz") for what in declared(scene))
    assert scene.refused("declare blitz b") == "that action has been used this team turn"


@pytest.mark.rule("O-ACT-04")
def test_a_pass_comes_after_a_move_once_a_team_turn() -> None:
    scene = Scene("A..C...D", {"A": home(), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare pass", "step e", "aim", "throw (3,0)", dice=["D6 5", "D6 5"])
    assert scene.ball == "C"
    scene.play("activate C")
    assert "pass" not in declared(scene)
    assert "hand-off" in declared(scene)


@pytest.mark.rule("O-ACT-05")
def test_a_hand_off_comes_after_a_move_once_a_team_turn() -> None:
    scene = Scene("A..CD", {"A": home(), "C": home(), "D": home()}, ball="A")
    scene.play("activate A", "declare hand-off", "step e", "step e", "hand off C", dice=["D6 3"])
    assert scene.ball == "C"
    scene.play("activate C")
    assert "hand-off" not in declared(scene)
    assert "pass" in declared(scene)


@pytest.mark.rule("O-ACT-06")
def test_only_a_thrower_throws_team_mates() -> None:
    legend = {"A": home(strength=5, skills=["Throw Team-mate"]), "C": home(skills=["Right Stuff"]), "D": home()}
    scene = Scene("AC....D", legend)
    scene.play("activate A")
    assert "throw team-mate" in declared(scene)
    scene.play("declare move", "stop", "activate D")
    assert "throw team-mate" not in declared(scene)


@pytest.mark.rule("O-ACT-06")
@pytest.mark.parametrize(("first", "second"), [("throw team-mate", "pass"), ("pass", "throw team-mate")])
def test_a_thrown_team_mate_and_a_pass_exclude_each_other(first: str, second: str) -> None:
    thrower = home(strength=5, skills=["Throw Team-mate"])
    legend = {"A": thrower, "C": home(strength=5, skills=["Throw Team-mate"]), "D": home()}
    scene = Scene("A...C..D", legend)
    scene.play("activate A", f"declare {first}", "stop", "activate C")
    assert not declared(scene) & {first, second}
    assert "exclude each other" in scene.refused(f"declare {second}")


@pytest.mark.rule("O-ACT-07")
def test_a_foul_comes_after_a_move_once_a_team_turn() -> None:
    legend = {"A": home(), "C": home(), "b": away(status="prone"), "d": away(status="prone")}
    scene = Scene("A..b...dC", legend)
    scene.play("activate A", "declare foul b", "step e")
    assert not scene.offered("foul b")  # not from afar
    scene.play("step e", "foul b", dice=["2D6 1+2"])
    scene.play("activate C")
    assert not any(what.startswith("foul") for what in declared(scene))


@pytest.mark.rule("O-ACT-08")
def test_special_actions_allow_no_movement() -> None:
    legend = {"A": home(), "C": home(), "b": away()}
    scene = Scene("A..b...C", legend, rooms=[("Kitchen", [0, 0, 2, 1])])
    scene.play("activate A", "declare throw food b", dice=["D6 2"])
    assert scene.square("A") == (0, 0)
    assert scene.options() == ["activate C", "end turn"]


@pytest.mark.rule("O-ACT-09")
def test_room_actions_are_for_standing_players_that_begin_in_the_room() -> None:
    legend = {"A": home(), "C": home(status="prone"), "D": home(), "E": home()}
    scene = Scene("ACE.D", legend, rooms=[("Treasure Room", [0, 0, 3, 1])])
    scene.play("activate C")
    assert "gather funds" not in declared(scene)
    scene.play("declare move", "stop", "activate D")
    assert "gather funds" not in declared(scene)
    scene.play("declare move", "step w", "stop")
    scene.play("activate A", "declare gather funds", "activate E", "declare gather funds")  # no limit per team turn
    assert len(scene.events("funds gathered")) == 2


@pytest.mark.rule("O-ACT-09")
def test_entering_the_room_does_not_make_its_action_available() -> None:
    scene = Scene("..A..", {"A": home()}, rooms=[("Treasure Room", [0, 0, 2, 1])])
    scene.play("activate A", "declare move", "step w")
    assert not any("gather" in text for text in scene.options())
