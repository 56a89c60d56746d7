"""Who stands beside a square where something goes off."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.harm.down import GoDown, victim
from dungeonbowl.engine.statuses import SUNKEN


def reading_order(game: Game, square: i64) -> list[int]:
    """The pieces beside a square, top row first, west to east (O-DICE-10)."""
    found: list[tuple[int, int, int]] = []
    direction: i64 = 0
    while direction < 8:
        node = i64(game.steps[square * 8 + direction])
        if node >= 0:
            piece = i64(game.occupant[node])
            if piece >= 0:
                found.append((int(game.dungeon.row[node]), int(game.dungeon.column[node]), int(piece)))
        direction += 1
    found.sort()
    pieces: list[int] = []
    for _, _, other in found:
        if other not in pieces:  # a large piece may be beside it twice
            pieces.append(other)
    return pieces


def blast(game: Game, square: i64, cause: i64 = clauses.EXPLOSION) -> Frame:
    """Everybody on its feet beside a square is knocked down, whatever its side (A-CHEST-04, A-CHEST-05), but for those
    below the floor (A-TRAP-06)."""
    struck = vec[i64]()
    for other in reading_order(game, square):
        if game.is_standing(i64(other)) and game.conditions[i64(other)] & SUNKEN == 0:
            struck = append(struck, victim(i64(other), cause))
    return GoDown(struck, -1)
