"""After a match of the Astrogranite edition: its best player, winnings, fan factor, and what a team is worth then
(A-BASE-44, A-BASE-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from dungeonbowl.errors import UserError
from dungeonbowl.teams.team import Player
from dungeonbowl.teams.value import team_rating

__all__ = ["fan_factor_change", "most_valuable", "out_of_stone", "team_rating", "winnings"]

Result = Literal["won", "drawn", "lost"]
GOLD: Final = 10_000
STONE: Final = 6  # who was turned to stone stays so
FAN_FACTOR: Final = "fan_factor"
FAN_DICE: Final[dict[Result, int]] = {"won": 3, "drawn": 2, "lost": 2}


def expect_die(what: str, die: int, faces: int) -> None:
    if not 1 <= die <= faces:
        raise UserError(f"{what}: expected a die of 1 to {faces}, found {die}")


def most_valuable(players: Sequence[Player], die: int) -> Player:
    """The player that a die with as many faces as there are players picks, in the order of their numbers."""
    expect_die("most valuable player", die, len(players))
    return sorted(players, key=lambda player: player.number)[die - 1]


def winnings(die: int, result: Result) -> int:
    """Gold for a D6, which the winner may have rolled again once before.

    >>> winnings(4, "won"), winnings(4, "lost")
    (50000, 40000)
    """
    expect_die("winnings", die, 6)
    return (die + (0 if result == "lost" else 1)) * GOLD


def fan_factor_change(fan_factor: int, dice: Sequence[int], result: Result, bonus: int = 0) -> int:
    """1, 0 or -1: winners gain with 3D6 above the fan factor, losers lose with 2D6 below it, a draw may do either.

    `bonus` is added to the dice: each time that the press was bribed (A-DIRTY-05).
    """
    if len(dice) != FAN_DICE[result]:
        raise UserError(f"fan factor of a match {result}: expected {FAN_DICE[result]} dice, found {len(dice)}")
    for die in dice:
        expect_die("fan factor", die, 6)
    total = sum(dice) + bonus
    if total > fan_factor and result != "lost":
        return 1
    if total < fan_factor and result != "won":
        return -1
    return 0


def out_of_stone(players: Sequence[Player], dice: dict[int, int]) -> list[Player]:
    """Who is left of a team after a match in which some were turned to stone: a D6 for each of them by its number, and
    on a 6 it is struck from the roster; all others are unhurt (A-MATK-07)."""
    for number, die in dice.items():
        if not 1 <= die <= 6 or number not in [player.number for player in players]:
            raise UserError(f"turned to stone: expected a player of the team and a D6, found {number} and {die}")
    return [player for player in players if dice.get(player.number) != STONE]
