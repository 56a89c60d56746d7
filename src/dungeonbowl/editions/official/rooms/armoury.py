"""The Armoury: everything in it has an edge."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import ARMOURY
from dungeonbowl.editions.official.rooms.whereabouts import is_in
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads


@final
class Armoury(Module):
    """Every armour roll against a player in it gets +1, whatever put the player down (O-ROOM-03)."""

    def name(self) -> str:
        return "armoury"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(ARMOURY)

    def armour_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        return 1 if is_in(game, piece, ARMOURY) else 0
