"""Leap: a jump over any one square (O-MOVE-16); in the CRP to any square within two."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.abilities import LEAPS
from dungeonbowl.engine.actions import JUMP, action
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.move.step import is_barred
from dungeonbowl.engine.procedures.turn.offers import offer_once
from dungeonbowl.engine.progress import JUMPED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ROOTED


@final
class Leap(Module):
    """A leap goes over an adjacent square, empty or occupied, also over a chest or a chasm. Walls stop it.

    Where `Movement.leaps_freely` holds, it may end in any free square that two steps could reach, also in an adjacent
    one. In everything else it is a jump, and `Jump` knows what the ability does to its test.
    """

    def name(self) -> str:
        return "leap"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(LEAPS)

    def offers_moves(self, game: Game, piece: i64) -> None:
        if game.progress & JUMPED == 0:
            offer_leaps(game, piece)


def offer_leaps(game: Game, piece: i64) -> None:
    """Every landing square of a player that has not jumped yet."""
    if not game.able(piece, LEAPS) or game.conditions[piece] & ROOTED != 0:
        return
    if game.moves_left + game.rushes_left < game.rules.tables.movement.jump_cost:
        return
    steps = game.steps
    freely = game.rules.tables.movement.leaps_freely
    origin = i64(game.square[piece])
    direction: i64 = 0
    while direction < 8:
        middle = i64(steps[origin * 8 + direction])
        if middle >= 0:
            turn: i64 = 7
            last: i64 = 10
            if freely:
                turn = 0
                last = 8
                offer_landing(game, piece, origin, middle)
            while turn < last:
                offer_landing(game, piece, origin, i64(steps[middle * 8 + (direction + turn & 7)]))
                turn += 1
        direction += 1


def offer_landing(game: Game, piece: i64, origin: i64, square: i64) -> None:
    if square >= 0 and i64(game.occupant[square]) == FREE and not is_barred(game, piece, origin, square):
        offer_once(game, action(JUMP, square))
