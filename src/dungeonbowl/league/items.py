"""Magic items between matches: buying one, and when it is lost (A-ITEM-01 to A-ITEM-03, A-ITEM-06)."""

from __future__ import annotations

from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.team import Player, Team

NUMBERS_EACH: Final = 3  # numbers of a D66 for each item


def item_of_d12(team: Team, die: int) -> str:
    """The item that a D12 gives."""
    items = team.facts.draft.item
    if not 1 <= die <= len(items):
        raise UserError(f"magic item: expected a die of 1 to {len(items)}, found {die}")
    return items[die - 1].name


def item_of_d66(team: Team, first: int, second: int) -> str:
    """The item that a D66 gives: three numbers for each, in the order of the D12."""
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise UserError(f"magic item: expected two dice of 1 to 6, found {first} and {second}")
    return item_of_d12(team, ((first - 1) * 6 + second - 1) // NUMBERS_EACH + 1)


def buy_item(team: Team, bought: int = 0) -> Team:
    """The team after it has paid for an item; the die for which one comes afterwards. Only one item may be bought after
    a match: `bought` are those bought since the last match (A-ITEM-01)."""
    cost = team.facts.draft.item_cost
    if not team.facts.draft.item:
        raise UserError(f"{team.name}: expected an edition with magic items")
    if team.games == 0 or bought > 0:
        raise UserError(f"{team.name}: expected to buy one magic item after a match, and no more")
    if team.treasury < cost:
        raise UserError(f"magic item: expected {cost:,} gold in the treasury, found {team.treasury:,}")
    return msgspec.structs.replace(team, treasury=team.treasury - cost)


def give_item(team: Team, number: int, item: str, *, throws_away: bool = False) -> Team:
    """The team in which the player of this number carries the item that was bought. A player who has an item already
    must throw it away; items are never handed on (A-ITEM-02, A-ITEM-03)."""
    players = list(team.players)
    for index, player in enumerate(players):
        if player.number == number and not player.journeyman:
            if player.item and not throws_away:
                raise UserError(f"{player.name}: expected to throw away the {player.item} first")
            players[index] = msgspec.structs.replace(player, item=item)
            changed = msgspec.structs.replace(team, players=tuple(players))
            if problems := check(changed):
                raise TeamError(team.name, problems)
            return changed
    raise UserError(f"player {number}: expected one of the team")


def without(team: Team, number: int) -> Team:
    """The team after a player has died or was dismissed. Its item is lost too (A-ITEM-06)."""
    stay = tuple(player for player in team.players if player.number != number)
    if len(stay) == len(team.players):
        raise UserError(f"player {number}: expected one of the team")
    return msgspec.structs.replace(team, players=stay)


def carriers(team: Team) -> dict[str, list[Player]]:
    """The carriers of each item: equal items may be on different players (A-ITEM-03)."""
    found: dict[str, list[Player]] = {}
    for player in team.permanent:
        if player.item:
            found.setdefault(player.item, []).append(player)
    return found
