"""A procedure in progress says what is going on now: its stage is named for that."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.dice import DiceError, Prompt, TypedDice
from dungeonbowl.engine.procedures.ball import catch
from dungeonbowl.engine.procedures.move import arrive, step
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.scenes.setup import DiceMismatch


class Waiting(Prompt):
    def dice(self, count: int, kind: int) -> list[int]:
        raise DiceError("the dice are not rolled yet")


def stages(scene: Scene, *actions: str) -> dict[str, int]:
    """The stage of every procedure while the dice that the last action asks for are still to be rolled."""
    scene.play(*actions[:-1])
    scene.match.dice = TypedDice(Waiting())
    with pytest.raises(DiceMismatch):
        scene.act(actions[-1])
    return {frame.name(): int(getattr(frame, "stage", -1)) for frame in scene.game.frames()}


def test_a_player_that_picks_up_a_ball_is_meeting_it_and_testing() -> None:
    scene = Scene("A..", {"A": home()}, ball=(1, 0))
    found = stages(scene, "activate A", "declare move", "step e")
    assert found["Arrive"] == arrive.MEETING_BALL
    assert found["PickUp"] == catch.TESTING


def test_a_player_that_leaves_a_marked_square_is_dodging() -> None:
    scene = Scene("...\nA..\nb..", {"A": home(), "b": away()})
    assert stages(scene, "activate A", "declare move", "step ne")["Step"] == step.DODGING


def test_a_player_that_fails_is_falling_while_its_armour_is_rolled() -> None:
    scene = Scene("...\nA..\nb..", {"A": home(agility=4), "b": away()}, rerolls=(0, 0))
    scene.play("activate A", "declare move")

    class OneDie(Prompt):
        left = 1

        def dice(self, count: int, kind: int) -> list[int]:
            if self.left == 0:
                raise DiceError("the armour is not rolled yet")
            self.left = 0
            return [1]

    scene.match.dice = TypedDice(OneDie())
    with pytest.raises(DiceMismatch):
        scene.act("step ne")
    found = {frame.name(): int(getattr(frame, "stage", -1)) for frame in scene.game.frames()}
    assert found["Step"] == step.FALLING
    assert "ArmourRoll" in found
