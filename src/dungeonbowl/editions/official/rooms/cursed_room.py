"""The Cursed Room: no re-rolls."""

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
    """No re-roll of any kind for a roll of a player who is in the room when the dice are rolled (O-ROOM-05).

    A step is taken before its rolls: a roll for leaving may be re-rolled, a roll for entering may not (O-ROOM-06).
    """

    def name(self) -> str:
        return "cursed room"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(CURSED_ROOM)

    def bars_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        return is_in(game, piece, CURSED_ROOM)
