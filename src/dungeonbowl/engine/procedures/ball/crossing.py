"""What a thrown ball flies over: portals, where a ball may vanish in one (S-TPASS), and obstacles (A-OBST)."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.dungeon.sight import under_ruler
from dungeonbowl.dungeon.terrain import OBSTACLE
from dungeonbowl.engine.game import STATUE_TOKEN, Game


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


def is_obstacle(game: Game, square: i64) -> bool:
    """Whether something stands in a square that what is thrown may strike."""
    return i64(game.dungeon.terrain[square]) == OBSTACLE or game.token[square] == STATUE_TOKEN


def next_obstacle(game: Game, origin: i64, target: i64, after: i64) -> i64:
    """The next obstacle whose inside the line between two squares runs through, ends excluded, or -1 (A-OBST-03).

    It comes as `way along the line << 16 | square`, and `after` is what was found before it, -1 for nothing.
    """
    dungeon = game.dungeon
    if not game.rules.tables.obstacles_stop_throws or dungeon.column[origin] < 0 or dungeon.column[target] < 0:
        return -1
    start_x = i64(dungeon.column[origin])
    start_y = i64(dungeon.row[origin])
    along_x = i64(dungeon.column[target]) - start_x
    along_y = i64(dungeon.row[target]) - start_y
    half = (along_x if along_x > 0 else -along_x) + (along_y if along_y > 0 else -along_y)
    found: i64 = -1
    square: i64 = 0
    while square < dungeon.count:
        if is_obstacle(game, square) and square != origin and square != target:
            x = i64(dungeon.column[square]) - start_x
            y = i64(dungeon.row[square]) - start_y
            aside = along_x * y - along_y * x
            if is_between(x, along_x) and is_between(y, along_y) and -half < 2 * aside < half:
                crossing = (x * along_x + y * along_y) << 16 | square
                if crossing > after and (found < 0 or crossing < found):
                    found = crossing
        square += 1
    return found


def is_between(way: i64, whole: i64) -> bool:
    """Whether a way, forth or back, is a part of another one that starts in the same place."""
    return 0 <= way <= whole or whole <= way <= 0


def obstacle_square(crossing: i64) -> i64:
    return crossing & 0xFFFF
