"""The Dragon Youngling's Lair: the dragon snaps at players who stay there."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import DRAGON_LAIR
from dungeonbowl.editions.official.rooms.whereabouts import is_in
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.harm.armour import ArmourRoll
from dungeonbowl.engine.procedures.harm.down import knock_down
from dungeonbowl.engine.procedures.stat_test import AT_MOST, StatTest
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.setup import Squads

UNSEEN: Final[i64] = 4  # up to this roll the dragon does not notice the player

ROLLING: Final[i64] = 0
BITING: Final[i64] = 1


@final
class DragonLair(Module):
    """A player who begins its activation in the room rolls a D6; the dragon itself is terrain (O-ROOM-18)."""

    def name(self) -> str:
        return "dragon lair"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(DRAGON_LAIR)

    def activation_began(self, game: Game, piece: i64) -> Frame | None:
        return DragonRoll(piece) if is_in(game, piece, DRAGON_LAIR) else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class DragonRoll(Frame):
    """On 5-6 the player is knocked down, or hurt if it is lying already (O-ROOM-19), and its activation is over.

    It is a turnover only for a ball carrier: the table of causes says so.
    """

    def __init__(self, piece: i64, stage: i64 = ROLLING) -> None:
        self.piece = piece
        self.stage = stage

    def copy(self) -> Frame:
        return DragonRoll(self.piece, self.stage)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        return game.call(StatTest(piece, clauses.ROOM_ROLL, UNSEEN, 0, i64(game.side_of[piece]), AT_MOST))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BITING:
            return game.done(1)
        if result == PASSED:
            return game.done(0)
        self.stage = BITING
        game.progress |= FINISHED
        game.tell(events.ROOM_WORKED, clauses.ROOM_EFFECT + DRAGON_LAIR, self.piece, DRAGON_LAIR, game.natural)
        if game.is_standing(self.piece):
            return game.call(knock_down(self.piece, clauses.ROOM_HARM, -1))
        return game.call(ArmourRoll(self.piece, clauses.ROOM_HARM, -1, 0))
