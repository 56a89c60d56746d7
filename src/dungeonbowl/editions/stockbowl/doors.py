"""Doors in the outer wall: carriers score there, other players may leave there (S-DOOR)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import MOVE_ACTION
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED, Module
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import ZONE
from dungeonbowl.engine.statuses import LEFT_BY_DOOR, RESERVES

UNDECLARED: Final[i64] = 0  # an undeclared step counts as a Move


@final
class Doors(Module):
    """A door square is floor for the players whom the door lets through, and wall for all others (S-DOOR-03 to -06)."""

    def name(self) -> str:
        return "doors"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        for zone in dungeon.zones:
            if len(zone) > 0:
                return False
        return True

    def watches_floor(self) -> bool:
        return False

    def bars_step(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        zones = game.dungeon.zone
        if zones[origin] >= 0:  # no player moves on from a door square
            return True
        zone = i64(zones[square])
        return zone >= 0 and not lets_through(game, piece, zone)

    def step_objection(self, game: Game, piece: i64, origin: i64, square: i64) -> str:
        if game.dungeon.zone[origin] >= 0:
            return "nobody goes on from a door"
        return "the door does not open for this player now"

    def falls_back(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """A player who fails a roll on the way through falls in front of the door (S-DOOR-10, S-DOOR-11)."""
        return game.dungeon.zone[square] >= 0

    def entered_square(self, game: Game, piece: i64, how: i64) -> Frame | None:
        zone = i64(game.dungeon.zone[i64(game.square[piece])])
        return LeaveByDoor(piece) if zone >= 0 and is_own_door(game, piece, zone) else None


def is_own_door(game: Game, piece: i64, zone: i64) -> bool:
    return zone == game.side_value(i64(game.side_of[piece]), ZONE)


def lets_through(game: Game, piece: i64, zone: i64) -> bool:
    """Whether the door opens for a player: with the ball, a door of the opponents; without it and in a Move Action, a
    door of its own side (S-DOOR-03, S-DOOR-04)."""
    holds = game.ball_of(piece) >= 0
    if not is_own_door(game, piece, zone):
        return holds
    moves = game.declared == MOVE_ACTION or game.declared == UNDECLARED
    return not holds and piece == game.acting and moves


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LeaveByDoor(Frame):
    """The player leaves by its own door: it is in Reserves for the rest of the drive, without loss (S-DOOR-09). The
    result is 1."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return LeaveByDoor(self.piece)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        square = i64(game.square[piece])
        game.conditions[piece] = game.conditions[piece] | LEFT_BY_DOOR
        game.tell(events.LEFT_BY_DOOR, clauses.LEFT_BY_DOOR, piece, square)
        game.lift(piece, RESERVES)
        if game.rules.heard[REMOVED]:
            return game.call(Moment(REMOVED, piece, square))
        return game.done(1)

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(1)
