"""Portals that a thrown ball flies over, where a ball may vanish in one (S-TPASS)."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.dungeon.sight import under_ruler
from dungeonbowl.engine.game import Game


def next_crossing(game: Game, origin: i64, target: i64, after: i64) -> i64:
    """The next portal partly under the ruler between two squares, nearest to the first one first, or -1.

    It comes as `distance squared << 8 | number`, and `after` is what was found before it, -1 for nothing.
    """
    found: i64 = -1
    number: i64 = 1
    for each in game.portals:
        square = i64(each)
        if square >= 0 and under_ruler(game.dungeon, origin, target, square):
            crossing = game.dungeon.range_squared(origin, square) << 8 | number
            if crossing > after and (found < 0 or crossing < found):
                found = crossing
        number += 1
    return found


def is_before(game: Game, crossing: i64, origin: i64, square: i64) -> bool:
    """Whether the ball comes to that portal before it comes to a square; at equal distance it does not."""
    return crossing >= 0 and crossing >> 8 < game.dungeon.range_squared(origin, square)


def crossing_square(game: Game, crossing: i64) -> i64:
    return i64(game.portals[(crossing & 0xFF) - 1])
