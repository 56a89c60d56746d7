"""What a thrown ball flies over: portals, where a ball may vanish in a portal (S-TPASS), and obstacles (A-OBST)."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.dungeon.sight import under_ruler
from dungeonbowl.dungeon.terrain import OBSTACLE
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.tokens import STATUE_TOKEN


def next_crossing(game: Game, origin: i64, target: i64, after: i64) -> i64:
    """The number of the next portal that is partly under the ruler between two squares, or -1. The portal nearest to
    `origin` comes first.

    `after` is the number of the last portal that was passed, -1 for none.
    """
    passed: i64 = -1
    if after >= 0:
        passed = game.dungeon.range_squared(origin, crossing_square(game, after))
    found: i64 = -1
    nearest: i64 = 0
    number: i64 = 1
    for each in game.portals:
        square = i64(each)
        if square >= 0 and under_ruler(game.dungeon, origin, target, square):
            distance = game.dungeon.range_squared(origin, square)
            comes_later = distance > passed or (distance == passed and number > after)
            if comes_later and (found < 0 or distance < nearest):
                found = number
                nearest = distance
        number += 1
    return found


def is_before(game: Game, portal: i64, origin: i64, square: i64) -> bool:
    """Whether the ball comes to this portal before it comes to a square; at equal distance it does not."""
    if portal < 0:
        return False
    dungeon = game.dungeon
    return dungeon.range_squared(origin, crossing_square(game, portal)) < dungeon.range_squared(origin, square)


def crossing_square(game: Game, portal: i64) -> i64:
    return i64(game.portals[portal - 1])


def is_obstacle(game: Game, square: i64) -> bool:
    """Whether a thrown thing may strike something that stands in this square."""
    return i64(game.dungeon.terrain[square]) == OBSTACLE or i64(game.token[square]) == STATUE_TOKEN


def next_obstacle(game: Game, origin: i64, target: i64, after: i64) -> i64:
    """The square of the next obstacle that the line between two squares runs through, ends excluded; -1 for none
    (A-OBST-03). `after` is the square of the last obstacle, -1 for none."""
    dungeon = game.dungeon
    if not game.rules.tables.throws.obstacles_stop or dungeon.column[origin] < 0 or dungeon.column[target] < 0:
        return -1
    start_x = i64(dungeon.column[origin])
    start_y = i64(dungeon.row[origin])
    along_x = i64(dungeon.column[target]) - start_x
    along_y = i64(dungeon.row[target]) - start_y
    half = (along_x if along_x > 0 else -along_x) + (along_y if along_y > 0 else -along_y)
    passed: i64 = -1  # how far along the line the last obstacle was
    if after >= 0:
        passed = (i64(dungeon.column[after]) - start_x) * along_x + (i64(dungeon.row[after]) - start_y) * along_y
    found: i64 = -1
    nearest: i64 = 0
    square: i64 = 0
    while square < dungeon.count:
        if is_obstacle(game, square) and square != origin and square != target:
            x = i64(dungeon.column[square]) - start_x
            y = i64(dungeon.row[square]) - start_y
            aside = along_x * y - along_y * x
            if is_between(x, along_x) and is_between(y, along_y) and -half < 2 * aside < half:
                way = x * along_x + y * along_y
                comes_later = way > passed or (way == passed and square > after)
                if comes_later and (found < 0 or way < nearest):
                    found = square
                    nearest = way
        square += 1
    return found


def is_between(way: i64, whole: i64) -> bool:
    """Whether a distance along a line, in either direction, is within the whole distance."""
    return 0 <= way <= whole or whole <= way <= 0
