"""The players beside a square where something explodes."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.victim import Victim
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
    """The frame that knocks down every standing player beside a square, of any side (A-CHEST-04, A-CHEST-05), except
    players below the floor (A-TRAP-06)."""
    struck: list[Victim] = []
    for other in reading_order(game, square):
        if game.is_standing(i64(other)) and game.conditions[i64(other)] & SUNKEN == 0:
            struck.append(Victim(i64(other), cause))
    return GoDown(struck, -1)
