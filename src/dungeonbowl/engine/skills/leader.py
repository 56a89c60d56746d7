"""Leader: a side with such a player has one more team re-roll."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.abilities import LEADS
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import REROLLS
from dungeonbowl.engine.statuses import INSPIRES, KNOCKED_OUT, RESERVES, STUNNED


def is_inspired(game: Game, side: i64) -> bool:
    """Whether one of a side's re-rolls is that of its Leaders. Several Leaders bring one re-roll together."""
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if game.conditions[piece] & INSPIRES != 0:
            return True
        piece += 1
    return False


def can_inspire(game: Game, side: i64) -> bool:
    """Whether that re-roll can be used: a Leader is in the dungeon, standing or lying."""
    return has_leader(game, side, STUNNED)


def has_leader(game: Game, side: i64, last: i64) -> bool:
    """Whether a Leader whose re-roll is not used has a status up to the one given."""
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if game.conditions[piece] & INSPIRES != 0 and i64(game.status[piece]) <= last:
            return True
        piece += 1
    return False


def forget_inspiration(game: Game, side: i64) -> None:
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        game.conditions[piece] = game.conditions[piece] & ~INSPIRES
        piece += 1


def inspire(game: Game, side: i64) -> i64:
    """At half time: Leaders that can still come back bring their one re-roll again. The answer is 1 if any do."""
    found: i64 = 0
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if game.can(piece, LEADS) and i64(game.status[piece]) <= KNOCKED_OUT:
            game.conditions[piece] = game.conditions[piece] | INSPIRES
            found = 1
        else:
            game.conditions[piece] = game.conditions[piece] & ~INSPIRES
        piece += 1
    return found


@final
class Leader(Module):
    """The re-roll is counted with the others from the start. With the last Leader out of play, not even in Reserves,
    it is lost for good.

    `lasts`: the re-roll is not lost, but waits for a Leader to come back."""

    def __init__(self, lasts: bool = False) -> None:
        self.lasts = lasts

    def name(self) -> str:
        return "leader"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(LEADS)

    def removed(self, game: Game, piece: i64, square: i64) -> Frame | None:
        if self.lasts:
            return None
        side = i64(game.side_of[piece])
        if game.conditions[piece] & INSPIRES != 0 and not has_leader(game, side, RESERVES):
            forget_inspiration(game, side)
            game.set_side(side, REROLLS, game.side_value(side, REROLLS) - 1)
        return None
