"""Two players of the Astrogranite edition beside each other in an empty hall: the start of its tests of skills."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

EDITION = "astrogranite(classic, dungeon_skills=on)"
HALL = """
    ........
    ........
    ..Ab....
    ........
    ........
"""


ALONE = HALL.replace("b", ".")


def skill(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skill(*names, edition="astrogranite")


def duel(first: dict[str, Any], second: dict[str, Any], picture: str = HALL, **facts: Any) -> Scene:
    """A stands beside b in an empty hall; z and Z are far away. Agility is 3, armour 8."""
    usual = {"agility": 4, "armour": 9}
    legend = {
        "A": home(**{**usual, **first}),
        "b": away(**{**usual, **second}),
        "z": away(at=(7, 0)),
        "Z": home(at=(0, 4)),
    }
    return Scene(picture, legend, **{"edition": EDITION, **facts})


def needed(scene: Scene, clause: int) -> int:
    """The number that the last test of this kind needed."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


def blocks(scene: Scene, *more: str, dice: list[str]) -> Scene:
    return scene.play("activate A", "declare block b", *more, dice=dice)
