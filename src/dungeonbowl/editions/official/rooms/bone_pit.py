"""The Bone Pit: no firm footing to throw or catch from."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import BONE_PIT
from dungeonbowl.editions.official.rooms.whereabouts import is_in
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import HAND_OFF_ACTION
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads


@final
class BonePit(Module):
    """-1 to pass from it, to catch in it, and to catch a hand-off given from it, never twice on one roll (O-ROOM-04).

    Picking up, interfering and throwing a team-mate are unaffected.
    """

    def name(self) -> str:
        return "bone pit"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(BONE_PIT)

    def modifies(self, clause: i64) -> bool:
        return clause == clauses.PASS or clause == clauses.CATCH

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        if clause == clauses.PASS:
            return -1 if is_in(game, piece, BONE_PIT) else 0
        if clause == clauses.CATCH:
            if is_in(game, piece, BONE_PIT):
                return -1
            handed = other >= 0 and other == game.acting and game.declared == HAND_OFF_ACTION
            return -1 if handed and is_in(game, other, BONE_PIT) else 0
        return 0
