"""The Cursed Room: nobody gets a second chance."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import CURSED_ROOM
from dungeonbowl.editions.official.rooms.whereabouts import is_in
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads


@final
class CursedRoom(Module):
    """No re-roll of any kind on a roll made for a player that is in it when the dice fall (O-ROOM-05).

    A step is taken before its rolls, so leaving frees a roll and entering binds it (O-ROOM-06).
    """

    def name(self) -> str:
        return "cursed room"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(CURSED_ROOM)

    def bars_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        return is_in(game, piece, CURSED_ROOM)
