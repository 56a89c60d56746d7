"""The question whether a player catches a ball that comes back from a wall."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, home
from dungeonbowl.scenes.watch import subject_of as subject_on_watch
from dungeonbowl.server.view.prompts import subject_of

HALL = """
    #########
    #.......#
    #.......#
    #.......#
    #...A...#
    #########
"""


@pytest.mark.parametrize(
    ("edition", "dice"), [("official", ["D6 6", "D6 4"]), ("astrogranite(classic)", ["D6 6", "D6 3", "2D6 2+2"])]
)
def test_the_question_is_about_the_player_under_the_ball_not_about_the_thrower(edition: str, dice: list[str]) -> None:
    scene = Scene(HALL, {"A": home(), "C": home(at=(4, 3))}, ball="A", edition=edition)
    scene.play("activate A", "declare pass", "aim", "throw at wall (4,1) n", dice=dice)
    assert scene.options() == ["catch", "decline"]
    catcher = int(scene.game.occupant[scene.node((4, 3))])
    assert subject_of(scene.game, scene.game.frame(), "choose") == catcher
    assert subject_on_watch(scene.game) == catcher
