"""The compass."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.directions import (
    DX,
    DY,
    NE,
    NW,
    E,
    N,
    S,
    W,
    direction_between,
    dx,
    dy,
    is_diagonal,
    opposite,
    scatter_direction,
    turned,
)


@pytest.mark.rule("D-TM-01")
def test_columns_grow_east_and_rows_grow_south() -> None:
    assert (dx(E), dy(E)) == (1, 0)
    assert (dx(S), dy(S)) == (0, 1)
    assert (dx(NW), dy(NW)) == (-1, -1)


def test_turning_goes_round_clockwise() -> None:
    assert turned(N, 1) == NE
    assert turned(NW, 1) == N
    assert turned(N, -1) == NW
    assert turned(E, 2) == S
    for direction in range(8):
        assert opposite(opposite(direction)) == direction
        assert dx(opposite(direction)) == -dx(direction)
        assert dy(opposite(direction)) == -dy(direction)
        assert is_diagonal(direction) == (DX[direction] != 0 and DY[direction] != 0)


@pytest.mark.rule("A-DEF-08")
def test_the_scatter_die_reads_like_a_page() -> None:
    offsets = [(dx(scatter_direction(face)), dy(scatter_direction(face))) for face in range(1, 9)]
    assert offsets == [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


def test_only_a_single_step_has_a_direction() -> None:
    for direction in range(8):
        assert direction_between(DX[direction], DY[direction]) == direction
    assert direction_between(0, 0) == -1
    assert direction_between(2, 0) == -1
    assert direction_between(-1, 2) == -1
    assert direction_between(-1, 0) == W
