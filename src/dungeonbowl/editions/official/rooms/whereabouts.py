"""In which room a player is."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine.game import Game


def is_in(game: Game, piece: i64, room: i64) -> bool:
    """Whether a piece is in a room at this moment (O-MAP-11, O-ROOM-01)."""
    square = i64(game.square[piece])
    return square >= 0 and i64(game.dungeon.room[square]) == room
