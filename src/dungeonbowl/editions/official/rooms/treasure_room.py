"""The Treasure Room: gold for players who gather it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import TREASURE_ROOM
from dungeonbowl.editions.official.rooms.whereabouts import is_in
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import DECLARE, GATHER_FUNDS_ACTION, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import NOTED


@final
class TreasureRoom(Module):
    """A standing player who begins its activation in the room may gather funds instead of any other action
    (O-ROOM-13)."""

    def name(self) -> str:
        return "treasure room"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.has_room(TREASURE_ROOM)

    def offers_actions(self, game: Game, piece: i64) -> None:
        if game.is_standing(piece) and is_in(game, piece, TREASURE_ROOM):
            game.offer(action(DECLARE, GATHER_FUNDS_ACTION))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) == DECLARE and first_of(action) == GATHER_FUNDS_ACTION:
            return GatherFunds(piece)
        return None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class GatherFunds(Frame):
    """The player is noted as a gatherer; that is its whole activation."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return GatherFunds(self.piece)

    def begin(self, game: Game) -> i64:
        game.conditions[self.piece] = game.conditions[self.piece] | NOTED
        game.tell(events.FUNDS_GATHERED, clauses.GATHER_FUNDS, self.piece)
        return game.done(0)


def treasure(game: Game, side: i64) -> i64:
    """The gold pieces of a side after a league game, by how many different players gathered funds (O-ROOM-14)."""
    noted: i64 = 0
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if game.conditions[piece] & NOTED != 0:
            noted += 1
        piece += 1
    if noted >= 5:
        return 30_000
    if noted >= 3:
        return 20_000
    return 10_000 if noted >= 1 else 0
