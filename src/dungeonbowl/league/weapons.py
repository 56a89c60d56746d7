"""Secret weapons between matches: those that were confiscated, and buying them back (A-SW-06, A-SW-07)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from dungeonbowl.engine.events import CONFISCATED, Event
from dungeonbowl.engine.setup import Squads
from dungeonbowl.errors import UserError
from dungeonbowl.teams.team import Player, Team


def confiscations(squads: Squads, events: Iterable[Event], side: int) -> list[int]:
    """The numbers of the players of a side whose weapon was confiscated in a match."""
    sheets = [squads.sheets[int(event.a)] for event in events if event.kind == CONFISCATED]
    return [int(sheet.number) for sheet in sheets if int(sheet.side) == side]


def disarmed(team: Team, numbers: Iterable[int]) -> Team:
    """The team after the match: these players cannot play until their weapon is bought back."""
    for number in numbers:
        team = with_player(team, number, confiscated=True)
    return team


def buy_back(team: Team, number: int) -> Team:
    """The team after it has paid for a player's weapon again. This is possible after any match."""
    player = player_of(team, number)
    weapon = team.facts.draft.find_weapon(player.weapon)
    if weapon is None or not player.confiscated:
        raise UserError(f"{player.name}: expected a weapon that was confiscated")
    price = weapon.price(team.position_of(player).race)
    if team.treasury < price:
        raise UserError(f"{weapon.name}: expected {price:,} gold in the treasury, found {team.treasury:,}")
    team = with_player(team, number, confiscated=False)
    return msgspec.structs.replace(team, treasury=team.treasury - price)


def player_of(team: Team, number: int) -> Player:
    for player in team.players:
        if player.number == number:
            return player
    raise UserError(f"player {number}: expected one of the team")


def with_player(team: Team, number: int, *, confiscated: bool) -> Team:
    changed = msgspec.structs.replace(player_of(team, number), confiscated=confiscated)
    players = tuple(changed if player.number == number else player for player in team.players)
    return msgspec.structs.replace(team, players=players)
