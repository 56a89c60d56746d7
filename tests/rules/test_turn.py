"""Team turns and activations (O-TURN)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Scene, away, home


@pytest.mark.rule("O-TURN-01")
def test_team_turns_alternate() -> None:
    scene = Scene("A.....b", {"A": home(), "b": away()})
    seen = [scene.active]
    for _ in range(5):
        scene.play("end turn")
        seen.append(scene.active)
    assert seen == ["home", "away"] * 3


@pytest.mark.rule("O-TURN-02")
def test_the_coach_ends_his_turn_whenever_no_player_is_active() -> None:
    scene = Scene("A.C...b", {"A": home(), "C": home(), "b": away()})
    scene.play("activate A", "declare move", "step e")
    assert not scene.offered("end turn")
    scene.play("stop", "end turn")
    assert scene.active == "away"


@pytest.mark.rule("O-TURN-02")
def test_a_turnover_ends_the_turn_with_players_left() -> None:
    scene = Scene("A..C...b", {"A": home(movement=1), "C": home(), "b": away()})
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.told("turnover")
    assert scene.active == "away"


@pytest.mark.rule("O-TURN-02")
def test_the_turn_ends_by_itself_when_nobody_and_nothing_is_left() -> None:
    scene = Scene("A.....b", {"A": home(), "b": away()})
    scene.play("activate A", "declare move", "stop")
    assert scene.active == "away"


@pytest.mark.rule("O-TURN-02")
@pytest.mark.parametrize(("status", "option"), [("reserves", "enter R"), ("knocked-out", "sponge R")])
def test_with_nobody_left_the_coach_is_still_asked_while_the_dugout_is_usable(status: str, option: str) -> None:
    scene = Scene("A1....b", {"A": home(), "R": home(status=status), "b": away()})
    scene.play("activate A", "declare move", "stop")
    assert scene.options() == [option, "end turn"]
    assert scene.active == "home"


@pytest.mark.rule("O-TURN-02")
def test_the_end_of_the_game_ends_the_turn() -> None:
    scene = Scene("AXC.B", {"X": home(), "C": home()}, ball="C")
    scene.play("activate C", "declare move", "step e", "step e")
    assert scene.winner == "home"
    assert scene.options() == []


@pytest.mark.rule("O-TURN-03")
def test_standing_and_prone_players_act_once_each_in_any_order_and_nobody_has_to() -> None:
    legend = {"A": home(), "C": home(status="prone"), "D": home(), "b": away()}
    scene = Scene("A.C.D..b", legend)
    assert scene.options() == ["activate A", "activate C", "activate D", "end turn"]
    scene.play("activate D", "declare move", "stop")
    assert scene.options() == ["activate A", "activate C", "end turn"]
    scene.play("activate C", "declare move", "stand up", "stop")
    assert scene.options() == ["activate A", "end turn"]
    scene.play("end turn")
    assert scene.options() == ["activate b", "end turn"]  # one's own players only


@pytest.mark.rule("O-TURN-04", "O-DOWN-08")
def test_a_player_stunned_when_the_turn_began_lies_still_through_it() -> None:
    scene = Scene("A.C...b", {"A": home(status="stunned"), "C": home(), "b": away()})
    assert scene.refused("activate A") == "the player is stunned"
    scene.play("end turn")
    assert scene.status("A") == "prone"
    scene.play("end turn")
    assert scene.offered("activate A")


@pytest.mark.rule("O-TURN-04")
def test_nor_is_one_activated_that_was_stunned_during_the_turn() -> None:
    # C displaces A from portal 1, D displaces it again: its second teleport of the turn brings an Injury roll
    legend = {"A": home(under="1"), "C": home(), "D": home(), "E": home(), "b": away()}
    scene = Scene("A..2C.D..3.Eb", legend)
    scene.play("activate C", "declare move", "step w", "stop", dice=["D6 1", "D6 2"])
    assert scene.square("A") == (3, 0)
    assert scene.offered("activate A")
    scene.play("activate D", "declare move", "step e", "step e", "step e", "stop", dice=["D6 2", "D6 3", "2D6 2+2"])
    assert scene.status("A") == "stunned"
    assert scene.refused("activate A") == "the player is stunned"


@pytest.mark.rule("O-TURN-05")
def test_an_action_is_declared_before_the_player_moves_and_only_once() -> None:
    scene = Scene("A.....b", {"A": home(), "b": away()})
    scene.play("activate A", "declare blitz b", "step e")
    assert scene.refused("declare move") == "the action of this activation has been declared"


@pytest.mark.rule("O-TURN-05")
def test_block_blitz_and_foul_name_their_target() -> None:
    scene = Scene("Ab.c..d", {"A": home(), "b": away(), "c": away(status="prone"), "d": away()})
    scene.play("activate A")
    offered = set(scene.options())
    assert {"declare block b", "declare blitz b", "declare blitz d", "declare foul c"} <= offered
    assert not offered & {"declare block", "declare blitz", "declare foul", "declare block d", "declare foul b"}


@pytest.mark.rule("O-TURN-05")
def test_a_step_without_a_declaration_makes_it_a_move() -> None:
    scene = Scene("A...$", {"A": home()}, ball=None)
    scene.play("activate A", "step e")
    assert scene.square("A") == (1, 0)
    assert scene.refused("declare blitz A") == "the action of this activation has been declared"
    scene.play("step e", "step e", "open (4,0)")  # which only a Move action may do
    assert scene.ball == "A"


@pytest.mark.rule("O-TURN-06")
@pytest.mark.parametrize("what", ["blitz b", "pass", "hand-off", "foul c"])
def test_a_declared_action_need_not_be_completed_but_is_used(what: str) -> None:
    legend = {"A": home(), "D": home(), "b": away(), "c": away(status="prone")}
    scene = Scene("A.D....b.c", legend, ball="A")
    scene.play("activate A", f"declare {what}", "stop", "activate D")
    assert not any(text.startswith(f"declare {what}") for text in scene.options())
    assert "used this team turn" in scene.refused(f"declare {what}")


@pytest.mark.rule("O-TURN-06")
def test_the_next_team_turn_brings_all_actions_back() -> None:
    scene = Scene("A......b", {"A": home(), "b": away()})
    scene.play("activate A", "declare blitz b", "stop", "end turn", "activate A")
    assert scene.offered("declare blitz b")


@pytest.mark.rule("O-TURN-07")
def test_a_tackle_zone_lost_until_the_next_activation_returns_with_it() -> None:
    scene = Scene("A.....\nb.....", {"A": home(zone=False), "b": away()})
    assert not scene.game.marks(scene.piece("A"), scene.piece("b"))
    scene.play("activate A")
    assert scene.game.marks(scene.piece("A"), scene.piece("b"))


@pytest.mark.rule("O-TURN-07")
def test_declaration_room_roll_trait_roll_action() -> None:
    rooms = [("Chaotic Idol", [0, 0, 3, 1])]
    scene = Scene("A.....", {"A": home(skills=["Bone Head"])}, rooms=rooms)
    scene.play("activate A", "step e", dice=["D6 5", "D6 2"])
    tested = [int(event.clause) for event in scene.events("tested")]
    assert tested == [clauses.ROOM_ROLL, clauses.TRAIT_ROLL]
    kinds = [text.split(" ")[0] for text in scene.story()]
    assert kinds.index("declared") < kinds.index("tested") < kinds.index("moved")


@pytest.mark.rule("O-TURN-08")
def test_a_player_whose_activation_is_over_does_not_act_again() -> None:
    scene = Scene("A.C..b", {"A": home(), "C": home(), "b": away()})
    scene.play("activate A", "declare move", "step e", "stop")  # five squares of movement unused
    assert scene.refused("activate A") == "the player has been activated this turn"
    scene.play("end turn", "end turn")
    assert scene.offered("activate A")


@pytest.mark.rule("O-TURN-09", "O-PORTAL-08")
def test_a_player_displaced_by_others_may_still_be_activated() -> None:
    scene = Scene("A.C.2...3.b", {"A": home(under="1"), "C": home(), "b": away()})
    scene.play("activate C", "declare move", "step e", "step e", dice=["D6 1", "D6 3"])
    assert scene.square("A") == (8, 0)
    scene.play("stop", "activate A", "declare move", "step w")
    assert scene.square("A") == (7, 0)


@pytest.mark.rule("O-TURN-09")
def test_a_player_pushed_on_by_its_own_team_may_still_be_activated() -> None:
    scene = Scene("AbC....", {"A": home(), "b": away(), "C": home()})
    scene.play("activate A", "declare block b", "face push", "stay", dice=["block PUSH POW"])
    assert scene.square("C") == (3, 0)
    scene.play("activate C", "declare move", "step e", dice=["D6 6"])
    assert scene.square("C") == (4, 0)
