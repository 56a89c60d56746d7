"""Pieces that cover more than one square: what they touch, where they fit, and how they move (A-HUGE).

`game.square` of such a piece is its top left square. The functions also work for pieces of one square. Procedures call
them only if `squads.has_large` says that there is a larger piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.dungeon.terrain import DOORWAY, FLOOR, INSCRIPTION, OPEN_DOOR, PASSAGE_END

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game


def is_large(game: Game, piece: i64) -> bool:
    return i64(game.squads.size[piece]) > 1


def squares_of(game: Game, piece: i64) -> vec[i16]:
    """The squares under a piece in the dungeon, in reading order."""
    return game.dungeon.footprint(i64(game.square[piece]), i64(game.squads.size[piece]))


def touches(game: Game, first: i64, second: i64) -> bool:
    """Whether a square of the first piece is adjacent to a square of the second (A-HUGE-02)."""
    return contact(game, first, second)[0] >= 0


def contact(game: Game, first: i64, second: i64) -> tuple[i64, i64]:
    """Where two pieces touch: a square of the first and the adjacent square of the second; -1 and -1 if they do not
    touch.

    If several pairs touch, an orthogonal pair comes first, then the first in reading order."""
    found: i64 = -1
    beside: i64 = -1
    for mine in squares_of(game, first):
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[i64(mine) * 8 + direction])
            if square >= 0 and i64(game.occupant[square]) == second:
                if direction & 1 == 0:
                    return i64(mine), square
                if found < 0:
                    found = i64(mine)
                    beside = square
            direction += 1
        if found < 0 and game.dungeon.linked:
            index = i64(mine) * 2
            while index < i64(mine) * 2 + 2:
                square = i64(game.dungeon.links[index])
                if square >= 0 and i64(game.occupant[square]) == second:
                    found = i64(mine)
                    beside = square
                index += 1
    return found, beside


def squares_beside(game: Game, piece: i64) -> vec[i16]:
    """Every square that is adjacent to a square of the piece, each once, without the piece's own squares."""
    found = vec[i16]()
    for mine in squares_of(game, piece):
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[i64(mine) * 8 + direction])
            if square >= 0 and i64(game.occupant[square]) != piece and not holds(found, square):
                found = append(found, i16(square))
            direction += 1
    return found


def holds(squares: vec[i16], square: i64) -> bool:
    for each in squares:
        if i64(each) == square:
            return True
    return False


def nearest_square(game: Game, piece: i64, square: i64) -> i64:
    """The square of a piece that is nearest to `square`; of several, the first in reading order (A-HUGE-07)."""
    best: i64 = -1
    least: i64 = 0
    for mine in squares_of(game, piece):
        gap = game.dungeon.range_squared(i64(mine), square)
        if best < 0 or gap < least:
            best = i64(mine)
            least = gap
    return best


def fits(game: Game, piece: i64, square: i64) -> bool:
    """Whether a piece may stand with its top left square here. A large piece needs free, plain and level floor
    (A-HUGE-03, A-HUGE-04)."""
    size = i64(game.squads.size[piece])
    covered = game.dungeon.footprint(square, size)
    if len(covered) == 0:
        return False
    for node in covered:
        holder = i64(game.occupant[i64(node)])
        if holder == piece:
            continue
        if holder != -1:
            return False
        if size > 1 and not is_plain(game, i64(node), square):
            return False
    return True


def is_plain(game: Game, square: i64, level_with: i64) -> bool:
    """Whether a square is floor (with or without an inscription), the end of a passage (A-SECR-02) or an open door, has
    no token and no platform above it, and is as high as `level_with`."""
    terrain = i64(game.dungeon.terrain[square])
    floor = terrain == FLOOR or terrain == INSCRIPTION or terrain == PASSAGE_END
    return (
        (floor or terrain == DOORWAY or terrain == OPEN_DOOR)
        and game.token[square] == 0
        and game.dungeon.layer[square] == 0
        and game.dungeon.level[square] == game.dungeon.level[level_with]
    )


def may_shift(game: Game, piece: i64, direction: i64) -> bool:
    """Whether all squares of a piece can take a step in this direction, and the piece fits there."""
    origin = i64(game.square[piece])
    target = i64(game.steps[origin * 8 + direction])
    if target < 0 or not fits(game, piece, target):
        return False
    for node in squares_of(game, piece):
        if game.steps[i64(node) * 8 + direction] < 0:
            return False
    return True
