"""Which steps are possible: borders, diagonals, features, footprints."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.directions import NE, NW, SE, SW, E, N, S, W
from dungeonbowl.dungeon.features import FREE
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import (
    ARMOURY,
    CRYPT,
    DOOR,
    DRAGON,
    FIERY_CHASM,
    FLOOR,
    IDOL,
    is_impassable,
    is_wall_like,
    room_code,
    stops_sight,
)
from dungeonbowl.dungeon.text import fragment
from support.drawings import DOORWAY


def at(dungeon: Dungeon, column: int, row: int) -> int:
    node = dungeon.node_at(column, row)
    assert node >= 0
    return int(node)


def can_step(dungeon: Dungeon, first: tuple[int, int], second: tuple[int, int]) -> bool:
    start, end = at(dungeon, *first), at(dungeon, *second)
    possible = any(dungeon.step(start, direction) == end for direction in range(8))
    assert possible == any(dungeon.step(end, direction) == start for direction in range(8))
    return possible


@pytest.mark.rule("O-MAP-05", "O-MAP-06", "O-MAP-07", "D-GE-02", "D-GE-03")
def test_example_5_steps_at_a_doorway() -> None:
    hall = fragment(DOORWAY)

    def legal(first: tuple[int, int], second: tuple[int, int]) -> bool:
        return can_step(hall, (first[0] - 1, first[1] - 3), (second[0] - 1, second[1] - 3))

    assert not legal((2, 4), (2, 5))
    assert legal((3, 4), (3, 5))
    assert legal((3, 4), (2, 5))
    assert legal((2, 4), (3, 5))
    assert not legal((5, 4), (6, 5))


@pytest.mark.rule("O-MAP-07", "D-GE-03", "A-DEF-03")
@pytest.mark.parametrize("edition", ["official", "astrogranite"])
def test_one_wall_corner_may_be_cut_but_not_two(edition: str) -> None:
    assert can_step(fragment("..\n#.", edition), (0, 0), (1, 1))
    assert can_step(fragment(".#\n..", edition), (0, 0), (1, 1))
    assert not can_step(fragment(".#\n#.", edition), (0, 0), (1, 1))


@pytest.mark.rule("D-GE-03", "S-DEIA-01", "S-DEIA-02")
def test_stockbowl_slips_between_two_wall_corners() -> None:
    assert can_step(fragment(".#\n#.", "stockbowl"), (0, 0), (1, 1))
    assert can_step(fragment("#.\n.#", "official", diagonals=int(FREE)), (1, 0), (0, 1))


@pytest.mark.rule("O-MAP-01", "D-TM-02")
def test_all_that_is_not_drawn_is_rock() -> None:
    cell = fragment(".")
    assert cell.count == 1
    assert [cell.step(0, direction) for direction in range(8)] == [-1] * 8
    assert cell.node_at(-1, 0) == cell.node_at(0, 1) == cell.node_at(5, 5) == -1


@pytest.mark.rule("O-MAP-09", "D-GE-01")
@pytest.mark.parametrize("feature", ["I", "K", "Y"])
def test_wall_like_features_close_all_their_borders(feature: str) -> None:
    room = fragment(f"...\n.{feature}.\n...")
    middle = at(room, 1, 1)
    for direction in range(8):
        assert room.step(middle, direction) == -1
    assert room.step(at(room, 1, 0), S) == room.step(at(room, 0, 0), SE) == -1
    assert can_step(room, (1, 0), (0, 1)), "a diagonal past the feature, over the free corner"


@pytest.mark.rule("O-MAP-09")
def test_two_features_touching_at_a_corner_leave_no_diagonal_between_them() -> None:
    assert not can_step(fragment(".K\nK."), (0, 0), (1, 1))


@pytest.mark.rule("O-MAP-09", "D-GE-01")
def test_chasm_and_chest_close_no_border() -> None:
    room = fragment(".F\nF.")
    assert can_step(room, (0, 0), (1, 1))
    assert room.step(at(room, 0, 0), E) == at(room, 1, 0), "players are pushed over the edge"
    assert can_step(fragment(".$\n$."), (0, 0), (1, 1))


def test_bordering_looks_through_the_borders_of_features() -> None:
    room = fragment("...\n.K.\n...")
    middle = at(room, 1, 1)
    assert room.bordering[at(room, 0, 1) * 8 + E] == middle
    assert room.bordering[at(room, 0, 0) * 8 + SE] == middle
    walled = fragment("""
        +-+-+
        |.|K|
        +-+-+
    """)
    assert walled.bordering[0 * 8 + E] == -1, "a thin wall is no border of the feature"


@pytest.mark.rule("D-SQ-01", "O-MAP-09")
def test_what_is_solid() -> None:
    assert [code for code in range(19) if is_wall_like(code)] == [DOOR, DOOR + 1, IDOL, CRYPT, DRAGON]
    assert [code for code in range(19) if stops_sight(code)] == [DOOR, DOOR + 1, IDOL]
    assert is_impassable(FIERY_CHASM)
    assert not is_impassable(FLOOR)


def test_direction_to_finds_steps_and_touching_places() -> None:
    hall = fragment(DOORWAY)
    assert hall.direction_to(at(hall, 2, 1), at(hall, 1, 2)) == SW
    assert hall.direction_to(at(hall, 1, 1), at(hall, 1, 2)) == S, "they touch, although a wall stands between"
    assert hall.direction_to(at(hall, 1, 1), at(hall, 3, 1)) == -1
    assert hall.direction_to(at(hall, 1, 1), at(hall, 2, 0)) == NE
    assert hall.direction_to(at(hall, 2, 2), at(hall, 1, 1)) == NW
    assert not hall.border_open(at(hall, 1, 1), S)
    assert hall.border_open(at(hall, 2, 1), S)
    assert not hall.border_open(at(hall, 1, 1), W)
    assert hall.border_open(at(hall, 1, 1), N)


@pytest.mark.rule("D-GE-04", "O-TERM-09", "A-DEF-06")
def test_within_ignores_walls_and_counts_the_larger_difference() -> None:
    cells = fragment(".#..\n####\n...#")
    assert cells.within(at(cells, 0, 0), at(cells, 2, 2), 2)
    assert not cells.within(at(cells, 0, 0), at(cells, 2, 2), 1)
    assert cells.within(at(cells, 0, 2), at(cells, 3, 0), 3)
    assert not cells.within(at(cells, 0, 2), at(cells, 3, 0), 2)


@pytest.mark.rule("O-PASS-03")
def test_range_is_measured_in_squares_of_the_differences() -> None:
    hall = fragment("\n".join(["." * 8] * 8))
    corner = at(hall, 0, 0)
    quick = {(x, y) for x in range(8) for y in range(8) if 1 <= hall.range_squared(corner, at(hall, x, y)) <= 10}
    assert {(3, 1), (1, 3), (2, 2)} <= quick
    assert not {(0, 0), (3, 2), (4, 0)} & quick
    assert hall.range_squared(corner, at(hall, 3, 6)) == 45
    assert hall.range_squared(at(hall, 5, 5), at(hall, 1, 0)) == 41


def test_a_footprint_needs_open_squares_and_no_wall_through_it() -> None:
    room = fragment("....\n..#.\n....")
    assert list(room.footprint(at(room, 0, 0), 2)) == [at(room, 0, 0), at(room, 1, 0), at(room, 0, 1), at(room, 1, 1)]
    assert len(room.footprint(at(room, 1, 0), 2)) == 0
    assert len(room.footprint(at(room, 3, 2), 2)) == 0
    assert list(room.footprint(at(room, 3, 2), 1)) == [at(room, 3, 2)]
    assert len(fragment("...\n...\n...").footprint(0, 3)) == 9
    halves = fragment("""
        +-+-+
        |. .|
        +   +
        |.|.|
        +-+-+
    """)
    assert len(halves.footprint(0, 2)) == 0
    assert len(fragment("..\n.K").footprint(0, 2)) == 0


@pytest.mark.rule("D-TM-11", "D-FM-08")
def test_a_room_rule_covers_its_area_only() -> None:
    hall = fragment("....\n....", rooms=[("Armoury", [1, 0, 2, 1])])
    assert [hall.room[at(hall, x, y)] for y in (0, 1) for x in range(4)] == [0, ARMOURY, ARMOURY, 0, 0, 0, 0, 0]
    assert room_code("Nowhere") == -1


def test_labels_use_the_coordinates_of_the_file() -> None:
    hall = fragment("#..\n...")
    assert hall.label(at(hall, 2, 1)) == "(2,1)"
