"""The chances of a block. Only the dice are counted, with the skills of both players."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.abilities import CANCELS_DODGE, IGNORES_BOTH_DOWN, TURNS_STUMBLE_INTO_PUSH
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.dice import block_dice


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class BlockOdds:
    """The chances of a block: that the blocker goes down, and that the target does."""

    def __init__(self, dice: i64, fall: float, fell: float) -> None:
        self.dice = dice
        self.fall = fall
        self.fell = fell


def block_odds(game: Game, attacker: i64, defender: i64) -> BlockOdds:
    """First the choosing coach avoids the faces that put the coach's own player down. Then the coach looks for faces
    that put the other player down."""
    dice = block_dice(game, attacker, defender)
    bad: i64 = 1  # faces that put the blocker down
    good: i64 = 1  # faces that put the target down and leave the blocker standing
    if game.able(attacker, IGNORES_BOTH_DOWN):
        if not game.able(defender, IGNORES_BOTH_DOWN):
            good += 1
    else:
        bad += 1
    if not game.able(defender, TURNS_STUMBLE_INTO_PUSH) or game.able(attacker, CANCELS_DODGE):
        good += 1
    miss = float(6 - good) / 6.0
    safe = float(6 - bad) / 6.0
    worst = float(bad) / 6.0
    hit = float(good) / 6.0
    if dice >= 1:
        fall = power(worst, dice)
        fell = 1.0 - power(miss, dice)
    else:
        fall = 1.0 - power(safe, -dice)
        fell = power(hit, -dice)
    return BlockOdds(dice, fall, fell)


def power(base: float, times: i64) -> float:
    result = 1.0
    while times > 0:
        result *= base
        times -= 1
    return result
