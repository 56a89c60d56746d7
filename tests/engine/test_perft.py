"""How many places a few small positions lead to. A changed count is a changed rule: explain it before changing it here.

Nobody's armour breaks in these scenes (a 13 is never rolled), or the trees would be too large to count.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import dungeonbowl
from dungeonbowl.engine.perft import count
from dungeonbowl.scenes.scene import Scene, away, home


def corridor() -> Scene:
    return Scene("A..#b", {"A": home(movement=1, armour=13), "b": away(armour=13)}, rerolls=(0, 0))


def long_legs() -> Scene:
    return Scene("A..#b", {"A": home(movement=4, armour=13), "b": away(armour=13)}, rerolls=(0, 0))


def dodge(rerolls: int = 0, skills: tuple[str, ...] = ()) -> Scene:
    legend = {"A": home(movement=4, armour=13, skills=list(skills)), "b": away(armour=13)}
    return Scene("A..\nb#.", legend, rerolls=(rerolls, 0))


def dodge_with_both_rerolls() -> Scene:
    return dodge(1, ("Dodge",))


def block() -> Scene:
    return Scene(".Ab.", {"A": home(armour=13), "b": away(armour=13)}, rerolls=(0, 0))


def portals() -> Scene:
    return Scene("A1.2.3#b", {"A": home(movement=4, armour=13), "b": away(armour=13)}, rerolls=(0, 0))


def chests() -> Scene:
    return Scene("A$.#b\n$..##", {"A": home(movement=4, armour=13), "b": away(armour=13)}, rerolls=(0, 0))


def melee() -> Scene:
    legend = {"A": home(armour=13), "b": away(armour=13), "c": away(armour=13), "d": home(armour=13)}
    return Scene("....\n.Ab.\n.cd.\n....", legend, rerolls=(1, 1))


def doors() -> Scene:
    """The last turn of a match: D may score or stop; whatever comes of it, nobody sets up again."""
    picture = "#AA###\n#D.##b\n#..###\n#BB###"
    legend = {"D": home(agility=4, armour=13), "b": away(agility=4, armour=13, zone=False)}
    return Scene(picture, legend, ball="D", edition="stockbowl", half=2, turns=(11, 12))


def reserves() -> Scene:
    picture = "#AA#\n#..#\n#.1.\n####\n#b.#\n#BB#"
    legend = {"R": home(status="reserves", movement=2, agility=4, armour=13), "b": away(agility=4, armour=13)}
    return Scene(picture, legend, edition="stockbowl", half=2, turns=(11, 12))


COUNTS = [
    (corridor, [1, 2, 7, 97, 917, 3671]),
    (long_legs, [1, 2, 7, 17, 37, 89]),
    (dodge, [1, 2, 1743, 8077]),
    (dodge_with_both_rerolls, [1, 2, 18, 14065]),
    (block, [1, 2, 1418, 6026, 18670]),
    (portals, [1, 2, 9, 28, 59]),
    (chests, [1, 2, 7, 166, 563]),
    (melee, [1, 3, 97, 42447]),
    (doors, [1, 2, 8, 34]),
    (reserves, [1, 31, 134, 9113]),
]
MOST = 10**6 if dungeonbowl.compiled() else 2000


@pytest.mark.parametrize(
    ("scene", "depth", "expected"),
    [(scene, depth, expected) for scene, counts in COUNTS for depth, expected in enumerate(counts) if expected <= MOST],
)
def test_the_tree_has_so_many_leaves(scene: Callable[[], Scene], depth: int, expected: int) -> None:
    assert count(scene().game, depth) == expected


def test_the_first_counts_can_be_made_by_hand() -> None:
    """Depth 1: activate A or end the turn. Depth 2: A may step, or declare Move, Pass, Hand-off or a Blitz on b; after
    the end of the turn b's coach has two choices. Depth 3: each declaration leaves a step or stopping (4 x 2), the step
    leads to two more or stopping (3); b in its cell may declare four things; and the turn may come back to A (2).
    With an allowance of 1 those two further steps are Rushes: five dice are safe, a 1 is a fall with 36 armour rolls.
    """
    assert [int(count(long_legs().game, depth)) for depth in range(4)] == [1, 2, 5 + 2, 4 * 2 + 3 + 4 + 2]
    assert count(corridor().game, 3) == 4 * 2 + (2 * (5 + 36) + 1) + 4 + 2


def test_the_ways_in_of_a_reserve_can_be_counted_by_hand() -> None:
    """Five actions, by the one teleporter to the four squares round it, or at two squares before the door; or none."""
    assert count(reserves().game, 1) == 5 * (4 + 2) + 1


def test_counting_leaves_the_game_where_it_was() -> None:
    scene = dodge()
    before = scene.options()
    count(scene.game, 2)
    assert scene.options() == before
    assert scene.square("A") == (0, 0)


def test_a_ball_that_may_bounce_for_ever_has_no_count() -> None:
    scene = Scene("A..#b\n...##", {"A": home(armour=13), "b": away(armour=13)}, ball=(1, 0), rerolls=(0, 0))
    with pytest.raises(ValueError, match="for ever"):
        count(scene.game, 2)
