"""The steps of a dungeon as lists."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.dungeon.directions import NE, E, N
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import bundled, fragment, load_dungeon
from dungeonbowl.dungeon.trails import ANY_WAY, LISTS


def onward(dungeon: Dungeon, square: int, way: int) -> list[tuple[int, int]]:
    """Squares and directions of one list."""
    trails = dungeon.trails()
    place = square * int(LISTS) + way
    entries = trails.onward[int(trails.onward_first[place]) : int(trails.onward_first[place + 1])]
    return [(int(entry) & 0xFFFF, int(entry) >> 16) for entry in entries]


def beside(dungeon: Dungeon, square: int) -> list[int]:
    trails = dungeon.trails()
    return [
        int(node) for node in trails.beside[int(trails.beside_first[square]) : int(trails.beside_first[square + 1])]
    ]


def squares(dungeon: Dungeon, square: int, way: int) -> set[int]:
    return {there for there, _ in onward(dungeon, square, way)}


def walks(dungeon: Dungeon, square: int) -> list[int]:
    return [int(node) for node in dungeon.walks[square * 8 : square * 8 + 8]]


def test_in_the_open_a_straight_step_leaves_three_new_squares_and_a_diagonal_one_five() -> None:
    hall = fragment(".....\n.....\n.....\n.....\n.....")
    middle = int(hall.node_at(i64(2), i64(2)))
    assert len(onward(hall, middle, int(ANY_WAY))) == 8
    assert len(onward(hall, middle, int(E))) == 3
    assert len(onward(hall, middle, int(NE))) == 5


def test_round_a_corner_a_square_counts_as_new_if_a_wall_was_in_the_way() -> None:
    cave = fragment("#.#\n..#\n###")
    corner = int(cave.node_at(i64(1), i64(1)))
    above = int(cave.node_at(i64(1), i64(0)))
    diagonal = above in walks(cave, int(cave.node_at(i64(0), i64(1))))
    assert (above in squares(cave, corner, int(E))) == (not diagonal)
    assert squares(cave, above, int(N)) <= {int(cave.node_at(i64(0), i64(1)))}


@pytest.mark.parametrize("name", ["of-6", sorted(bundled())[0]])
def test_the_lists_hold_every_step_but_those_that_were_possible_a_step_earlier(name: str) -> None:
    dungeon = load_dungeon(name)
    table = [walks(dungeon, square) for square in range(int(dungeon.count))]
    origins: dict[tuple[int, int], list[int]] = {}
    for square, steps in enumerate(table):
        for direction, there in enumerate(steps):
            origins.setdefault((there, direction), []).append(square)
    for square, neighbours in enumerate(table):
        steps_here = [(there, direction) for direction, there in enumerate(neighbours) if there >= 0]
        assert onward(dungeon, square, int(ANY_WAY)) == steps_here
        for way in range(8):
            before = origins.get((square, way), [])
            known = {before[0], *table[before[0]]} if len(before) == 1 else set()
            left = [(there, direction) for there, direction in steps_here if there not in known]
            assert onward(dungeon, square, way) == left


@pytest.mark.parametrize("name", sorted(bundled()))
def test_a_square_is_beside_those_from_which_a_step_or_a_passage_leads_to_it(name: str) -> None:
    dungeon = load_dungeon(name)
    found: list[list[int]] = [[] for _ in range(int(dungeon.count))]
    for square in range(int(dungeon.count)):
        links = [int(node) for node in dungeon.links[square * 2 : square * 2 + 2]]
        for there in walks(dungeon, square) + links:
            if there >= 0:
                found[there].append(square)
    assert [beside(dungeon, square) for square in range(int(dungeon.count))] == found
