"""The eight directions of the grid, as numbers that turn.

Directions run clockwise from north, so that an even number is orthogonal, an odd one diagonal, and turning is adding.
Columns grow to the east and rows to the south.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

N: Final[i64] = 0
NE: Final[i64] = 1
E: Final[i64] = 2
SE: Final[i64] = 3
S: Final[i64] = 4
SW: Final[i64] = 5
W: Final[i64] = 6
NW: Final[i64] = 7

NAMES: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

DX: Final = vec[i64]([0, 1, 1, 1, 0, -1, -1, -1])
DY: Final = vec[i64]([-1, -1, 0, 1, 1, 1, 0, -1])

# The scatter template is numbered in reading order round its middle; entry 0 is never a face of the die.
SCATTER: Final = vec[i64]([-1, 7, 0, 1, 6, 2, 5, 4, 3])

# The direction of a unit offset, found at (dy + 1) * 3 + (dx + 1).
OFFSETS: Final = vec[i64]([7, 0, 1, 6, -1, 2, 5, 4, 3])


def dx(direction: i64) -> i64:
    """Columns gained by one step in this direction."""
    return DX[direction]


def dy(direction: i64) -> i64:
    """Rows gained by one step in this direction."""
    return DY[direction]


def turned(direction: i64, by: i64) -> i64:
    """The direction after turning clockwise by so many eighths; negative turns the other way."""
    return (direction + by) & 7


def opposite(direction: i64) -> i64:
    """Straight back."""
    return (direction + 4) & 7


def is_diagonal(direction: i64) -> bool:
    """Whether a step in this direction changes column and row."""
    return direction & 1 == 1


def scatter_direction(face: i64) -> i64:
    """Where the scatter die points: 1-3 north-west to north-east, 4 west, 5 east, 6-8 south-west to south-east."""
    return SCATTER[face]


def direction_between(columns: i64, rows: i64) -> i64:
    """The direction of an offset of one square, or -1 if the offset is no single step."""
    if columns < -1 or columns > 1 or rows < -1 or rows > 1:
        return -1
    return OFFSETS[(rows + 1) * 3 + columns + 1]
