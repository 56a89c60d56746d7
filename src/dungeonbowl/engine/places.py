"""Where balls are if not on a square, and what a square without a piece holds."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# What `occupant` holds for a square without a piece.
FREE: Final[i64] = -1
BARRED: Final[i64] = -2  # impassable: a closed chest, an idol, the chasm

# Where a ball is, if not on a square: hidden in a chest, out of the game, or held (HELD - piece).
HIDDEN: Final[i64] = -1
GONE: Final[i64] = -2
HELD: Final[i64] = -16
