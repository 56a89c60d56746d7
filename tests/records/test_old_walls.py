"""Saves of version 1 in the middle of a throw at a wall: each edition had a procedure of its own, with its own
stages."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dungeonbowl.engine.procedures.ball import wall
from dungeonbowl.engine.procedures.ball.wall import ThrowAtWall
from dungeonbowl.records.old_saves import merged, upgraded
from dungeonbowl.records.save import FrameRecord, SaveError, resume, revived, save
from dungeonbowl.scenes.scene import Scene, away, home

AIM = ("activate A", "declare pass", "aim")
HALL = """
    #########
    #.......#
    #.......#
    #.......#
    #...A...#
    #########
"""

# The stages in the order of their numbers in version 1.
OFFICIAL = ["BALANCING", "TESTING", "ASIDE", "INTERFERENCE", "DISTANCE", "CATCHING", "STOPPING", "WATCHED"]
ASTROGRANITE = [
    *("WATCHED", "NAMING", "EARLY", "BALANCING", "TESTING", "ASIDE", "DIRECTION", "DISTANCE", "OFFERING"),
    *("CATCHING", "STOPPING", "CLEARING", "LATE", "SKIMMING", "BEING_STRUCK"),
]


@pytest.mark.parametrize(("number", "stage"), list(enumerate(OFFICIAL)))
def test_an_official_throw_at_a_wall_is_still_where_it_was(number: int, stage: str) -> None:
    frame = revived(FrameRecord("ThrowAtWall", args=[3, 40, 2, number, 1, 1, 5, 4]))
    expected = ThrowAtWall(3, 40, 2, getattr(wall, stage), ball=1, outcome=1, direction=5, left=4)
    assert (frame.name(), frame.fields()) == ("ThrowAtWall", expected.fields())


@pytest.mark.parametrize(("number", "stage"), list(enumerate(ASTROGRANITE)))
def test_a_wall_pass_of_astrogranite_is_still_where_it_was(number: int, stage: str) -> None:
    frame = revived(FrameRecord("WallPass", args=[3, 40, 2, number, 1, 1, 5, 4, 7, 12 << 16 | 300]))
    catching = stage in ("BEING_STRUCK", "CATCHING")  # then the "interceptor" was the player under the ball
    expected = ThrowAtWall(
        *(3, 40, 2, getattr(wall, stage), 1, 1),
        interceptor=-1 if catching else 7,
        crossed=300,
        direction=5,
        left=4,
        piece=7 if catching else -1,
    )
    assert (frame.name(), frame.fields()) == ("ThrowAtWall", expected.fields())


@pytest.mark.parametrize(("name", "stage"), [("ThrowAtWall", 8), ("WallPass", 15)])
def test_a_stage_that_version_1_did_not_have_is_refused(name: str, stage: int) -> None:
    with pytest.raises(SaveError, match=name):
        revived(FrameRecord(name, args=[3, 40, 2, stage]))


def test_a_player_that_tried_to_catch_in_passing_still_tries() -> None:
    (throw,), (catch,) = upgraded("ThrowAtWall", [3, 40, 2, 5, 0, 0, 1, 2]), upgraded("CatchInPassing", [6, 0, 3, 1])
    (test,) = upgraded("StatTest", [6, 40, 4, -1, 1, 0, False, True, 0, -1, 41])
    below, *above = merged([throw, catch, test])
    assert above == [catch, test]
    assert below == ("ThrowAtWall", {**throw[1], "piece": 6, "stage": wall.CATCHING})


def gone_on(scene: Scene, stack: list[FrameRecord], dice: list[str], action: str) -> Scene:
    """The match of a scene with other procedures at the top of its stack, saved, loaded, and one decision later."""
    record = save(scene.match)
    state = msgspec.structs.replace(record.state, stack=[*record.state.stack[:-1], *stack])
    record = msgspec.structs.replace(record, state=state)
    scene.match = resume(record, scene.match.dice)
    scene.game = scene.match.game
    assert scene.options() == ["catch", "decline"]
    return scene.play(action, dice=dice)


def args_of(scene: Scene, *names: str) -> list[Any]:
    fields = scene.game.frame().fields()
    return [fields[name] for name in names]


@pytest.mark.rule("O-WALL-09")
def test_an_official_coach_who_was_asked_for_a_catch_is_asked_again_and_the_ball_is_caught() -> None:
    scene = Scene(HALL, {"A": home(), "C": home(at=(4, 3))}, ball="A")
    scene.play(*AIM, "throw at wall (4,1) n", dice=["D6 6", "D6 4"])
    thrower, square, side, direction, left, catcher = args_of(
        scene, "thrower", "square", "wall", "direction", "left", "piece"
    )
    old = [
        FrameRecord("ThrowAtWall", args=[thrower, square, side, 5, 0, 0, direction, left]),
        FrameRecord("CatchInPassing", args=[catcher, 0, thrower, 0]),
    ]
    assert gone_on(scene, old, ["D6 6"], "catch").ball == "C"
    assert scene.turnover == ""


@pytest.mark.rule("A-PASS-10", "A-PASS-13")
def test_an_astrogranite_coach_who_was_asked_for_a_catch_is_asked_again_and_the_pass_is_complete() -> None:
    pieces = {"A": home(agility=4), "C": home(agility=4, at=(4, 3)), "b": away(at=(1, 1))}
    scene = Scene(HALL, pieces, ball="A", edition="astrogranite(classic, league=on)")
    scene.play(*AIM, "throw at wall (4,1) n", dice=["D6 3", "D6 3", "2D6 3+3"])
    thrower, square, side, direction, left = args_of(scene, "thrower", "square", "wall", "direction", "left")
    old = FrameRecord("WallPass", args=[thrower, square, side, 8, 0, 0, direction, left, -1, -1])
    assert gone_on(scene, [old], ["D6 4"], "catch").ball == "C"
    assert len(scene.events("points earned")) == 1
