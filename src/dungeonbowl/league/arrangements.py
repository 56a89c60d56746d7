"""Special arrangements: what helps the weaker of two teams (A-ARR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import later_reroll_cost

Arrangement = Literal["Extra Training", "Medical Insurance", "Sponsorship Deal"]
ARRANGEMENTS: Final[tuple[Arrangement, ...]] = ("Extra Training", "Medical Insurance", "Sponsorship Deal")
TRAINING: Final = ARRANGEMENTS[0]
STEP: Final = 15  # points of team rating
MOST: Final = 3
GOLD: Final = 10_000


def arrangements_due(rating: int, other: int) -> int:
    """How many arrangements the first of two teams may choose; the same one may be chosen several times (A-ARR-01).

    >>> arrangements_due(100, 129), arrangements_due(100, 130), arrangements_due(130, 100), arrangements_due(100, 400)
    (1, 2, 0, 3)
    """
    return max(0, min(MOST, (other - rating) // STEP))


def extra_rerolls(chosen: Sequence[Arrangement]) -> int:
    """Team re-rolls of this match for Extra Training (A-ARR-02)."""
    return sum(each == TRAINING for each in chosen)


def reroll_price(team: Team, chosen: Sequence[Arrangement], bought: int = 0) -> int:
    """The price of one more re-roll after the match. With Extra Training the first costs the starting price, every
    other the later price; `bought` are those bought since the match (A-ARR-02)."""
    if TRAINING in chosen and bought == 0:
        return team.facts.reroll_cost(team.roster_facts)
    return later_reroll_cost(team)


def insured(team: Team, number: int = 0, loss: str = "") -> Team:
    """The team after the match with Medical Insurance: no player misses the next match. The player of this number (0
    for none) also loses one niggling injury, or gets back the `loss` of a characteristic. The dead stay dead
    (A-ARR-03)."""
    players = [msgspec.structs.replace(player, misses_next_game=False) for player in team.players]
    if number:
        numbers = [player.number for player in players]
        if number not in numbers:
            raise UserError(f"player {number}: expected one of the team")
        index = numbers.index(number)
        players[index] = cured(players[index], loss)
    return msgspec.structs.replace(team, players=tuple(players))


def cured(player: Player, loss: str) -> Player:
    if loss:
        if loss not in player.losses:
            raise UserError(f"{player.name}: expected a lost characteristic, found {loss!r}")
        losses = list(player.losses)
        losses.remove(loss)
        return msgspec.structs.replace(player, losses=tuple(losses))
    if not player.niggles:
        raise UserError(f"{player.name}: expected a niggling injury, found none")
    return msgspec.structs.replace(player, niggles=player.niggles - 1)


def sponsored(die: int) -> int:
    """Gold of a Sponsorship Deal for a D6 (A-ARR-04)."""
    if not 1 <= die <= 6:
        raise UserError(f"sponsorship deal: expected a die of 1 to 6, found {die}")
    return die * GOLD
