"""After a match of the Astrogranite edition: the most valuable player, winnings, fan factor, and the new worth of a
team (A-BASE-44, A-BASE-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from dungeonbowl.errors import UserError
from dungeonbowl.teams.team import Player
from dungeonbowl.teams.value import team_rating

__all__ = ["fan_factor_change", "most_valuable", "out_of_stone", "team_rating", "winnings"]

Result = Literal["won", "drawn", "lost"]
GOLD: Final = 10_000
STONE: Final = 6  # the roll on which a petrified player stays stone
FAN_DICE: Final[dict[Result, int]] = {"won": 3, "drawn": 2, "lost": 2}


def expect_die(what: str, die: int, faces: int) -> None:
    if not 1 <= die <= faces:
        raise UserError(f"{what}: expected a die of 1 to {faces}, found {die}")


def most_valuable(players: Sequence[Player], die: int) -> Player:
    """The player that the die picks, in the order of their numbers. The die has as many faces as there are players."""
    expect_die("most valuable player", die, len(players))
    return sorted(players, key=lambda player: player.number)[die - 1]


def winnings(die: int, result: Result) -> int:
    """Gold for a D6. (A winner may re-roll it once, before this is called.)

    >>> winnings(4, "won"), winnings(4, "lost")
    (50000, 40000)
    """
    expect_die("winnings", die, 6)
    return (die + (0 if result == "lost" else 1)) * GOLD


def fan_factor_change(fan_factor: int, dice: Sequence[int], result: Result, bonus: int = 0) -> int:
    """1, 0 or -1. Winners gain if 3D6 are above the fan factor, losers lose if 2D6 are below it; after a draw both are
    possible.

    `bonus` is added to the dice: 1 for each time that the press was bribed (A-DIRTY-05).
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
    """The team after a match in which some players were turned to stone. `dice` has a D6 for each of them, by number:
    on a 6 the player is struck from the roster, otherwise it is unhurt (A-MATK-07)."""
    for number, die in dice.items():
        if not 1 <= die <= 6 or number not in [player.number for player in players]:
            raise UserError(f"turned to stone: expected a player of the team and a D6, found {number} and {die}")
    return [player for player in players if dice.get(player.number) != STONE]
