"""Passing skills as the Astrogranite edition reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.scenes.scene import Scene, away, home
from support.duels import EDITION, needed, skill

# --- Block, Tackle, Strip Ball, Sure Hands --------------------------------------------------------------------------


def throws(thrower: dict[str, Any], x: int, dice: list[str], *more: str, **facts: Any) -> Scene:
    """A throws along a row to C, so many squares off."""
    row = "A" + "." * (x - 1) + "C" + "." * 3
    legend = {"A": home(**{"agility": 4, **thrower}), "C": home(agility=4), "z": away(at=(0, 4))}
    scene = Scene(f"{row}\n....\n....\n....\n....", legend, ball="A", edition=EDITION, **facts)
    return scene.play("activate A", "declare pass", "aim", f"throw ({x},0)", *more, dice=dice)


@skill("Pass")
@pytest.mark.rule("A-SKREF-20")
def test_one_pass_a_turn_is_thrown_again() -> None:
    scene = throws({"skills": ["Pass"]}, 3, ["D6 1", "D6 5", "D6 5"], "reroll skill")
    assert scene.ball == "C"
    scene = throws({}, 3, ["D6 1", "D8 7"])
    assert scene.turnover == "TURNOVER_FUMBLE"


@skill("Accurate")
@pytest.mark.rule("A-SKREF-20")
@pytest.mark.parametrize(("skills", "face"), [(["Accurate"], 2), ([], 3)])
def test_an_accurate_passer_throws_one_better(skills: list[str], face: int) -> None:
    scene = throws({"skills": skills}, 3, ["D6 6", "D6 6"])
    assert needed(scene, int(clauses.PASS)) == face


@skill("Strong Arm")
@pytest.mark.rule("A-SKREF-20")
@pytest.mark.parametrize(
    ("skills", "x", "face"), [(["Strong Arm"], 3, 3), ([], 3, 3), (["Strong Arm"], 5, 3), ([], 5, 4)]
)
def test_a_strong_arm_makes_a_short_throw_a_quick_one_and_a_quick_one_no_better(
    skills: list[str], x: int, face: int
) -> None:
    scene = throws({"skills": skills}, x, ["D6 6", "D6 6"])
    assert needed(scene, int(clauses.PASS)) == face
