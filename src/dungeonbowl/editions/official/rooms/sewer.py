"""The Sewer: its smell stays with players who enter it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import SEWER
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import REEKS


@final
class Sewer(Module):
    """A player who enters in any way disturbs the others until the start of its next activation (O-ROOM-11, O-ROOM-12).

    `engine/skills/disturbing_presence.py` has the effect of the smell. The condition ends by itself, and a player who
    starts an activation here gets it again only by entering from outside.
    """

    def name(self) -> str:
        return "sewer"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(SEWER)

    def placed(self, game: Game, piece: i64, origin: i64, square: i64) -> None:
        if i64(game.dungeon.room[square]) != SEWER:
            return
        if origin >= 0 and i64(game.dungeon.room[origin]) == SEWER:
            return
        game.conditions[piece] = game.conditions[piece] | REEKS
        game.tell(events.ROOM_WORKED, clauses.ROOM_EFFECT + SEWER, piece, SEWER)
