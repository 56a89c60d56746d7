"""Hiring players, and trading others in for them (A-TRADE)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import Position
from dungeonbowl.teams.problems import TeamError, one_of
from dungeonbowl.teams.team import Player, Team, free_numbers
from dungeonbowl.teams.value import equipment_cost

STEP: Final = 10_000  # gold: what an advancement adds, an injury takes, and what half the price is rounded up to


def credit(player: Player, equipment: int = 0) -> int:
    """The credit for a player who is traded in; `equipment` is the price of its weapon and its item (A-TRADE-02).

    >>> credit(Player(1, "Brock", "Lineman", 70_000, niggles=1))
    30000
    """
    half = -(-(player.cost + equipment) // (2 * STEP)) * STEP
    injuries = player.niggles + len(player.losses)
    return max(0, half + STEP * len(player.gained) - STEP * injuries)


def price(position: Position, credits: int = 0) -> int:
    """The price of a hire after all credits. Gold is never paid out (A-TRADE-03)."""
    return max(0, position.cost - credits)


def hire(
    team: Team,
    position_name: str,
    name: str,
    traded: Collection[int] = (),
    *,
    equipment: Mapping[int, int] | None = None,
    lost: Collection[int] = (),
) -> Team:
    """The team with one more player, and without the players of the numbers `traded`, who leave first (A-TRADE-01,
    -04).

    `equipment` is the price of weapons and items, by player number, where it differs from what the team paid. `lost`
    are the dead and the petrified, who cannot be traded in (A-TRADE-05). `UserError` if a player is unknown, the gold
    is not enough, or the team would be illegal.
    """
    roster = team.roster_facts
    position = roster.find(position_name)
    if position is None:
        names = [each.name for each in roster.position]
        raise UserError(f"position {position_name!r}: expected {one_of(names, position_name, 'position')}")
    players = {player.number: player for player in team.permanent}
    for number in traded:
        if number not in players:
            raise UserError(f"player {number}: expected one of the team, {', '.join(map(str, sorted(players)))}")
        if number in lost:
            raise UserError(f"player {number}, {players[number].name}: nobody takes the dead or the petrified")
    worth = 0
    for number in set(traded):
        carried = equipment_cost(team, players[number])
        worth += credit(players[number], (equipment or {}).get(number, carried))
    cost = price(position, worth)
    if cost > team.treasury:
        raise UserError(f"{position.name}: expected {cost:,} gold in the treasury, found {team.treasury:,}")
    stay = [player for player in team.players if player.number not in traded]
    number = free_numbers((player.number for player in stay), team.facts.draft.players.most)[0]
    newcomer = Player(number, name, position.name, position.cost)
    changed = msgspec.structs.replace(team, players=(*stay, newcomer), treasury=team.treasury - cost)
    if problems := check(changed):
        raise TeamError(team.name, problems)
    return changed
