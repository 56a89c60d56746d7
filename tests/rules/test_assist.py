"""Assists (O-AST)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.procedures.block.dice import assists, block_dice
from dungeonbowl.scenes.scene import Piece, Scene, away, home


def counted(scene: Scene) -> tuple[int, int]:
    """Offensive and defensive assists of A's block against b."""
    a, b = scene.piece("A"), scene.piece("b")
    return int(assists(scene.game, a, b)), int(assists(scene.game, b, a))


@pytest.mark.rule("O-AST-01")
def test_a_team_mate_marking_the_target_adds_one() -> None:
    scene = Scene(".....\n..Ab.\n...H.", {"A": home(), "b": away(), "H": home()})
    assert counted(scene) == (1, 0)
    assert block_dice(scene.game, scene.piece("A"), scene.piece("b")) == 2


@pytest.mark.rule("O-AST-01")
def test_a_helper_marked_by_another_opponent_does_not_assist() -> None:
    scene = Scene(".....\n..Ab.\n...H.\n...c.", {"A": home(), "b": away(), "H": home(), "c": away()})
    assert counted(scene) == (0, 0)


@pytest.mark.rule("O-AST-01", "O-MARK-05")
@pytest.mark.parametrize("helper", [home(status="prone"), home(status="stunned"), home(zone=False)])
def test_a_helper_without_tackle_zone_does_not_assist(helper: Piece) -> None:
    scene = Scene(".....\n..Ab.\n...H.", {"A": home(), "b": away(), "H": helper})
    assert counted(scene) == (0, 0)


@pytest.mark.rule("O-AST-01", "O-MARK-04")
def test_an_opponent_who_is_down_keeps_no_helper_from_assisting() -> None:
    scene = Scene(".....\n..Ab.\n...H.\n...c.", {"A": home(), "b": away(), "H": home(), "c": away(status="prone")})
    assert counted(scene) == (1, 0)


@pytest.mark.rule("O-AST-02")
def test_a_team_mate_of_the_target_marking_the_blocker_adds_one() -> None:
    scene = Scene("..c..\n..Ab.", {"A": home(), "b": away(), "c": away()})
    assert counted(scene) == (0, 1)
    assert block_dice(scene.game, scene.piece("A"), scene.piece("b")) == -2


@pytest.mark.rule("O-AST-02")
def test_a_defending_helper_marked_by_another_opponent_does_not_assist() -> None:
    scene = Scene("..H..\n..c..\n..Ab.", {"A": home(), "b": away(), "c": away(), "H": home()})
    assert counted(scene) == (0, 0)


PASSAGE = """
    +-+-+-+-+-+-+
      |. . . .|
    + + + + + + +
      |. . A .|
    + + + + + + +
      |. . . b|
    +-+-+ + +-+-+
    |. . . {0}{1}.|
    + + + + + + +
    |. . . . . .|
    +-+-+-+-+-+-+
"""


@pytest.mark.rule("O-AST-03", "O-MAP-08", "O-MARK-03")
@pytest.mark.parametrize(("below", "dice"), [(". H ", 1), ("H . ", 2)])
def test_a_wall_between_helper_and_target_stops_the_assist(below: str, dice: int) -> None:
    """EX-06: straight through the wall no help, diagonally through the doorway yes."""
    scene = Scene(PASSAGE.format(below[:2], below[2:]), {"A": home(), "b": away(), "H": home()})
    assert block_dice(scene.game, scene.piece("A"), scene.piece("b")) == dice


@pytest.mark.rule("O-AST-04")
def test_every_possible_assist_counts_without_asking() -> None:
    scene = Scene("...H.\n..Ab.\n...J.", {"A": home(), "b": away(strength=2), "H": home(), "J": home()})
    scene.play("activate A", "declare block b", dice=["block POW PUSH STUMBLE"])
    assert counted(scene) == (2, 0)
    assert scene.offered("face pow")
