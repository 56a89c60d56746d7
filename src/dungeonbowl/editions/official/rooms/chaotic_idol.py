"""The Chaotic Idol: sometimes it lends its strength."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import CHAOTIC_IDOL
from dungeonbowl.editions.official.rooms.whereabouts import is_in
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import STRENGTHENED

NEEDED: Final[i64] = 6


@final
class ChaoticIdol(Module):
    """A player who begins its activation in the room rolls a D6; the statue itself is terrain (O-ROOM-15)."""

    def name(self) -> str:
        return "chaotic idol"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(CHAOTIC_IDOL)

    def activation_began(self, game: Game, piece: i64) -> Frame | None:
        return IdolRoll(piece) if is_in(game, piece, CHAOTIC_IDOL) else None

    def strength_modifier(self, game: Game, piece: i64) -> i64:
        return 1 if game.conditions[piece] & STRENGTHENED != 0 else 0


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class IdolRoll(Frame):
    """On a 6 the player has one more Strength until its activation ends."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return IdolRoll(self.piece)

    def begin(self, game: Game) -> i64:
        return game.call(StatTest(self.piece, clauses.ROOM_ROLL, NEEDED, 0, i64(game.side_of[self.piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if result == PASSED:
            game.conditions[self.piece] = game.conditions[self.piece] | STRENGTHENED
            game.tell(events.ROOM_WORKED, clauses.ROOM_EFFECT + CHAOTIC_IDOL, self.piece, CHAOTIC_IDOL, game.natural)
        return game.done(0)
