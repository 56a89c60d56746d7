"""A dungeon turned by 180 degrees is the same dungeon: every distance is as it was."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.fairness import fairness
from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import bundled, load_dungeon
from dungeonbowl.dungeon.turning import turned


def steps(dungeon: Dungeon, is_turned: bool) -> set[tuple[tuple[int, int, int], ...]]:
    """Every step that is possible, as pairs of places; of a turned dungeon as it was drawn."""

    def place(node: int) -> tuple[int, int, int]:
        column, row = int(dungeon.column[node]), int(dungeon.row[node])
        if is_turned and column >= 0:
            column, row = int(dungeon.width) - 1 - column, int(dungeon.height) - 1 - row
        return column, row, int(dungeon.layer[node])

    found = set()
    for node in range(int(dungeon.count)):
        for direction in range(8):
            there = int(dungeon.neighbours[node * 8 + direction])
            if there >= 0:
                found.add((place(node), place(there)))
    return found


def measured(dungeon: Dungeon) -> list[tuple[object, ...]]:
    report = fairness(dungeon)
    sides = [
        (sorted(each.chests), each.portals, round(each.race_share, 9), len(each.entrances)) for each in report.sides
    ]
    return [*sides, (report.gaps, report.loops)]


@pytest.mark.parametrize("name", bundled())
def test_a_bundled_dungeon_turned_has_the_same_steps_and_distances(name: str) -> None:
    dungeon = load_dungeon(name)
    other = turned(dungeon)
    assert steps(other, True) == steps(dungeon, False)
    assert measured(other) == measured(dungeon)
    zone = [(int(dungeon.column[node]), int(dungeon.row[node])) for node in dungeon.zones[0]]
    corner = [(int(other.width) - 1 - x, int(other.height) - 1 - y) for x, y in zone]
    assert sorted((int(other.column[node]), int(other.row[node])) for node in other.zones[0]) == sorted(corner)


@pytest.mark.parametrize("edition", ["official", "astrogranite", "stockbowl"])
def test_generated_dungeons_can_be_turned_and_turned_back(edition: str) -> None:
    for seed in range(8):
        dungeon = generate(edition, seed=seed, size="quick")
        other = turned(dungeon)
        assert steps(other, True) == steps(dungeon, False), seed
        assert steps(turned(other), False) == steps(dungeon, False)
