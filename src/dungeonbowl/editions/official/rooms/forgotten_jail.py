"""The Forgotten Jail: shackles and spectral hands."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import FORGOTTEN_JAIL
from dungeonbowl.editions.official.rooms.whereabouts import is_in
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.procedures.turn.activation import set_allowance
from dungeonbowl.engine.setup import Squads

NEEDED: Final[i64] = 3
SLOWER: Final[i64] = 2


@final
class ForgottenJail(Module):
    """A player who begins its activation in the room rolls a D6 to get free (O-ROOM-08)."""

    def name(self) -> str:
        return "forgotten jail"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(FORGOTTEN_JAIL)

    def activation_began(self, game: Game, piece: i64) -> Frame | None:
        return JailRoll(piece) if is_in(game, piece, FORGOTTEN_JAIL) else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class JailRoll(Frame):
    """On 1-2 the Movement Allowance is 2 lower for this activation, but at least 1."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return JailRoll(self.piece)

    def begin(self, game: Game) -> i64:
        return game.call(StatTest(self.piece, clauses.ROOM_ROLL, NEEDED, 0, i64(game.side_of[self.piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if result == FAILED:
            game.tell(
                events.ROOM_WORKED, clauses.ROOM_EFFECT + FORGOTTEN_JAIL, self.piece, FORGOTTEN_JAIL, game.natural
            )
            set_allowance(game, game.allowance - SLOWER)
        return game.done(0)
