"""Team re-rolls (O-RR, S-BASE-20)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Rerolls
from dungeonbowl.engine.procedures.stat_test import rerolls_barred
from dungeonbowl.engine.sides import REROLL_USED, REROLLS, REROLLS_FULL, USED
from dungeonbowl.engine.skills.leader import can_inspire, forget_inspiration, inspire, is_inspired


@final
class TeamRerolls(Rerolls):
    """Only the active coach may use one, only for a roll of the coach's own side, and only while some remain (O-RR-04,
    -05, -12). Either any number in a team turn, or one."""

    def __init__(self, once_a_turn: bool = False) -> None:
        self.once_a_turn = once_a_turn

    def team_allowed(self, game: Game, side: i64, piece: i64, clause: i64) -> bool:
        left = game.side_value(side, REROLLS)
        if side != game.active or left <= 0 or rerolls_barred(game, piece, clause):
            return False
        if self.once_a_turn and game.side_value(side, USED) & REROLL_USED != 0:
            return False
        # the last re-roll may come from a Leader, who must be in the dungeon
        return left > 1 or not is_inspired(game, side) or can_inspire(game, side)

    def spend(self, game: Game, side: i64) -> None:
        """A used re-roll is gone until re-rolls are restored. The Leader's re-roll is used first, because it might yet
        be lost."""
        game.set_side(side, REROLLS, game.side_value(side, REROLLS) - 1)
        game.set_side(side, USED, game.side_value(side, USED) | REROLL_USED)
        if can_inspire(game, side):
            forget_inspiration(game, side)


def restore_rerolls(game: Game) -> None:
    """At half time each side has its re-rolls again, and one more if a Leader of it can still come to play."""
    side: i64 = 0
    while side < game.squads.sides:
        game.set_side(side, REROLLS, game.side_value(side, REROLLS_FULL) + inspire(game, side))
        side += 1
