"""The dangers of chests and teleporters, for planning a way."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.editions.stockbowl.chests import balls_left, items_left
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.ball.catch import pick_up_test
from dungeonbowl.engine.procedures.stat_test import die_needed
from dungeonbowl.engine.tokens import CHEST_TOKEN, NO_TOKEN

ETHER: Final = 1.0 / 6.0
BALL_LOST: Final = 1.0 / 2.0  # the share of carriers who lose the ball in a teleporter


@final
class Dangers(Module):
    """The chance that a player who enters a square suffers from it: lost in the ether, the ball left behind, a trap, or
    the ball of the chest dropped. The pathfinder asks, so that no player walks through a chest to save a step."""

    def name(self) -> str:
        return "dangers"

    def watches_floor(self) -> bool:
        return False

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        token = i64(game.token[square])
        if token == NO_TOKEN:
            return 0.0
        if token != CHEST_TOKEN:
            return ETHER + (1.0 - ETHER) * BALL_LOST if game.ball_of(piece) >= 0 else ETHER
        closed = game.chests_closed
        balls = balls_left(game)
        traps = closed - balls - items_left(game)
        if balls == 0:
            return float(traps) / float(closed)
        test = pick_up_test(game, piece, square)
        missed = float(die_needed(test.needed, test.modifier) - 1) / 6.0
        return (float(traps) + float(balls) * missed) / float(closed)
