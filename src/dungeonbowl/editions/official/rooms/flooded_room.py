"""The Flooded Room: knee-deep water."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import FLOODED_ROOM
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads


@final
class FloodedRoom(Module):
    """A Rush in one of its squares fails on a 2 as well (O-ROOM-07)."""

    def name(self) -> str:
        return "flooded room"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(FLOODED_ROOM)

    def rush_modifier(self, game: Game, piece: i64, square: i64) -> i64:
        return -1 if i64(game.dungeon.room[square]) == FLOODED_ROOM else 0
