"""Blocks and blitzes (O-BLOCK)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.dice import BLOCK_DIE
from dungeonbowl.engine.procedures.block.dice import block_dice
from dungeonbowl.scenes.scene import Scene, away, home

HALL = """
    .......
    .......
    ..Ab...
    .......
    .......
"""


def duel(strength: int = 3, against: int = 3, rerolls: tuple[int, int] = (0, 0), **facts: object) -> Scene:
    """A blocks b with nobody else about."""
    return Scene(HALL, {"A": home(strength=strength, **facts), "b": away(strength=against)}, rerolls=rerolls)


@pytest.mark.rule("O-BLOCK-01")
def test_a_prone_player_may_blitz_but_not_block() -> None:
    scene = Scene(HALL, {"A": home(status="prone"), "b": away()})
    scene.play("activate A")
    assert not scene.offered("declare block b")
    scene.play("declare blitz b", "stand up", "block b", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)


@pytest.mark.rule("O-BLOCK-02")
@pytest.mark.parametrize(
    ("strength", "against", "dice"),
    [(3, 3, 1), (4, 3, 2), (6, 3, 2), (7, 3, 3), (3, 4, -2), (3, 6, -2), (3, 7, -3), (2, 1, 2), (3, 1, 3)],
)
def test_strengths_decide_how_many_dice_and_who_chooses(strength: int, against: int, dice: int) -> None:
    scene = duel(strength, against)
    assert block_dice(scene.game, scene.piece("A"), scene.piece("b")) == dice
    assert block_dice(scene.game, scene.piece("b"), scene.piece("A")) == (dice if dice == 1 else -dice)


@pytest.mark.rule("O-BLOCK-02", "O-BLOCK-03")
def test_the_stronger_blocker_chooses_among_two_dice() -> None:
    scene = duel(4, 3).play("activate A", "declare block b", dice=["block PLAYER-DOWN POW"])
    assert scene.asked == "home"
    assert sorted(scene.options()) == ["face player-down", "face pow"]


@pytest.mark.rule("O-BLOCK-02", "O-BLOCK-03")
def test_the_blocker_rolls_and_a_stronger_target_chooses_among_three_dice() -> None:
    scene = duel(2, 5).play("activate A", "declare block b", dice=["block PLAYER-DOWN POW PUSH"])
    assert scene.asked == "away"
    assert len(scene.options()) == 3
    scene.play("face player-down", dice=["2D6 2+3"])
    assert scene.status("A") == "prone"
    rolls = [event for event in scene.events("dice rolled") if event.c == 3]
    assert [event.a for event in rolls] == [0]


@pytest.mark.rule("O-DICE-07")
def test_both_push_faces_of_the_die_are_one_choice() -> None:
    scene = duel(4, 3)
    scene.act("activate A")
    scene.dice.script = [(int(BLOCK_DIE), 3), (int(BLOCK_DIE), 4)]
    scene.act("declare block b")
    assert "push (4,2)" in scene.options()


@pytest.mark.rule("O-RR-06", "O-RR-01", "O-RR-11", "O-RR-04")
def test_a_team_reroll_takes_all_block_dice_up_again_and_only_once() -> None:
    scene = duel(4, 3, rerolls=(2, 0)).play("activate A", "declare block b", dice=["block PLAYER-DOWN BOTH-DOWN"])
    assert scene.offered("reroll team")
    scene.play("reroll team", dice=["block PLAYER-DOWN PUSH"])
    assert not scene.offered("reroll team")
    assert scene.offered("face push")
    assert scene.rerolls("home") == 1


@pytest.mark.rule("O-RR-12", "O-RR-05")
def test_when_the_target_chooses_the_blocker_decides_first_whether_to_roll_again() -> None:
    scene = duel(3, 4, rerolls=(1, 1)).play("activate A", "declare block b", dice=["block PLAYER-DOWN PUSH"])
    assert scene.asked == "home"
    assert sorted(scene.options()) == ["accept", "reroll team"]
    scene.play("accept")
    assert scene.asked == "away"
    assert sorted(scene.options()) == ["face player-down", "face push"]


@pytest.mark.rule("O-RR-06")
def test_dice_rolled_again_before_the_target_chooses_stand() -> None:
    scene = duel(3, 4, rerolls=(1, 0))
    scene.play("activate A", "declare block b", "reroll team", dice=["block PLAYER-DOWN PUSH", "block PUSH POW"])
    assert scene.asked == "away"
    assert sorted(scene.options()) == ["face pow", "face push"]


@pytest.mark.rule("O-BLOCK-04", "O-TO-02", "O-DOWN-02")
def test_player_down_knocks_the_blocker_down_where_it_stands() -> None:
    scene = duel().play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 3+3"])
    assert (scene.status("A"), scene.square("A")) == ("prone", (2, 2))
    assert (scene.status("b"), scene.square("b")) == ("standing", (3, 2))
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
    assert scene.active == "away"


@pytest.mark.rule("O-BLOCK-05", "O-BLOCK-09", "O-TO-02")
def test_both_down_takes_both_and_the_target_is_resolved_first() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(), "z": away(at=(6, 0))})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 6+6", "2D6 1+2", "2D6 1+2"])
    assert scene.status("b") == "stunned"  # the armour of 12 and the injury of 3 were the target's
    assert scene.status("A") == "prone"
    assert scene.square("b") == (3, 2)
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("O-BLOCK-09", "O-DOWN-05")
def test_balls_bounce_after_both_players_of_a_block_are_resolved() -> None:
    scene = Scene(HALL, {"A": home(), "b": away()}, ball="b")
    dice = ["block BOTH-DOWN", "2D6 2+2", "2D6 2+2", "D8 5"]
    scene.play("activate A", "declare block b", dice=dice)
    assert scene.ball == (4, 2)


@pytest.mark.rule("O-BLOCK-05")
def test_block_keeps_a_player_on_its_feet_when_both_go_down() -> None:
    scene = duel(skills=["Block"]).play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 2+2"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "prone")
    assert scene.turnover == ""


@pytest.mark.rule("O-BLOCK-05")
def test_nothing_happens_when_both_ignore_both_down() -> None:
    scene = Scene(HALL, {"A": home(skills=["Block"]), "b": away(skills=["Block"])})
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "standing")
    assert scene.turnover == ""


@pytest.mark.rule("O-BLOCK-06", "O-BLOCK-08")
@pytest.mark.parametrize(("face", "status"), [("PUSH", "standing"), ("POW", "prone")])
def test_push_back_moves_the_target_and_pow_also_fells_it_there(face: str, status: str) -> None:
    scene = duel()
    scene.play("activate A", "declare block b", dice=[f"block {face}"])
    scene.play("push (4,1)", "stay", dice=["2D6 1+1"] if face == "POW" else [])
    assert (scene.square("b"), scene.status("b")) == ((4, 1), status)
    assert scene.square("A") == (2, 2)
    assert scene.turnover == ""


@pytest.mark.rule("O-BLOCK-07")
@pytest.mark.parametrize(
    ("blocker", "target", "status"),
    [([], [], "prone"), ([], ["Dodge"], "standing"), (["Tackle"], ["Dodge"], "prone")],
)
def test_stumble_is_a_push_for_one_that_dodges(blocker: list[str], target: list[str], status: str) -> None:
    scene = Scene(HALL, {"A": home(skills=blocker), "b": away(skills=target)})
    scene.play("activate A", "declare block b", dice=["block STUMBLE"])
    scene.play("push (4,2)", "stay", dice=["2D6 1+1"] if status == "prone" else [])
    assert (scene.square("b"), scene.status("b")) == ((4, 2), status)


@pytest.mark.rule("O-BLOCK-07", "O-TEST-07")
def test_dodge_does_not_help_a_target_without_its_tackle_zone() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(skills=["Dodge"], zone=False)})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block STUMBLE", "2D6 1+1"])
    assert scene.status("b") == "prone"


# --- the blitz ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-BLOCK-10", "O-ACT-03")
def test_a_blitz_names_its_target_out_of_range_and_may_block_nobody_else() -> None:
    scene = Scene("..A..c..b", {"A": home(), "b": away(), "c": away()})
    scene.play("activate A", "declare blitz b", "step e", "step e")
    assert scene.square("A") == (4, 0)
    assert "block c" not in scene.options()
    scene.play("stop")
    assert scene.status("c") == "standing"
    assert scene.turnover == ""


@pytest.mark.rule("O-BLOCK-11", "O-BLOCK-12")
def test_a_blitz_block_costs_one_square_and_the_player_moves_on() -> None:
    scene = Scene(".A.b....", {"A": home(movement=4), "b": away()})
    scene.play("activate A", "declare blitz b", "step e", "block b", "follow", dice=["block PUSH"])
    assert (scene.square("A"), scene.square("b")) == ((3, 0), (4, 0))
    assert scene.game.moves_left == 2
    assert not scene.offered("block b")
    scene.play("step w", "step w", "stop", dice=["D6 6"])
    assert scene.square("A") == (1, 0)


@pytest.mark.rule("O-BLOCK-11", "O-MOVE-08")
def test_without_movement_left_a_blitz_block_is_rushed_for() -> None:
    scene = Scene(".A.b....", {"A": home(movement=1), "b": away()})
    scene.play("activate A", "declare blitz b", "step e", "block b", dice=["D6 1", "2D6 1+1"])
    assert (scene.square("A"), scene.status("A")) == ((2, 0), "prone")
    assert not scene.told("block dice rolled")
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("O-BLOCK-11")
def test_without_movement_and_rushes_there_is_no_block() -> None:
    scene = Scene("A...b...", {"A": home(movement=1), "b": away()})
    scene.play("activate A", "declare blitz b", "step e", "step e", "step e", dice=["D6 2", "D6 2"])
    assert scene.square("A") == (3, 0)
    assert not scene.told("block dice rolled")
    assert scene.told("activation ended", "A")


@pytest.mark.rule("O-BLOCK-13")
def test_foul_appearance_loses_a_blitzer_its_block_and_nothing_else() -> None:
    scene = Scene(".Ab.....\n........", {"A": home(), "b": away(skills=["Foul Appearance"])})
    scene.play("activate A", "declare blitz b", "block b", dice=["D6 1"])
    assert scene.game.moves_left == 5
    assert not scene.offered("block b")
    assert scene.offered("step s")
