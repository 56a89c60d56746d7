"""Journeymen: players whom a league team takes when too few of its own can play. (O-DRAFT-10 to O-DRAFT-12)"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.names import Namer
from dungeonbowl.teams.problems import one_of
from dungeonbowl.teams.rosters import Position
from dungeonbowl.teams.team import Player, Team, free_numbers


def journeymen_needed(team: Team) -> int:
    """How many journeymen a team takes before a league game; an exhibition team takes none. (O-DRAFT-10, O-EXH-03)"""
    rule = team.facts.draft.journeymen
    if rule is None or rule.lent or team.kind == "exhibition":
        return 0
    return max(0, rule.upto - len(team.available))


def journeyman_positions(team: Team) -> list[Position]:
    """The positions that a journeyman may have: any lineman of the roster. (O-DRAFT-11)"""
    rule = team.facts.draft.journeymen
    return team.roster_facts.of_section(rule.section) if rule is not None else []


def with_journeymen(team: Team, positions: Sequence[str] = (), seed: int = 0) -> Team:
    """The team with as many journeymen as it needs. `positions` are the coach's wishes, in order; beyond them each has
    the cheapest position. They wear free shirt numbers, if necessary above those of the list. (O-DRAFT-12)
    """
    needed = journeymen_needed(team)
    allowed = {position.name.casefold(): position for position in journeyman_positions(team)}
    wished: list[Position] = []
    for name in positions:
        if name.casefold() not in allowed:
            names = [position.name for position in allowed.values()]
            raise UserError(f"journeyman {name!r}: expected {one_of(names, name, 'lineman')}")
        wished.append(allowed[name.casefold()])
    if not needed:
        return team
    cheapest = min(allowed.values(), key=lambda position: position.cost)
    hired = (wished + [cheapest] * needed)[:needed]
    namer = Namer(f"journeymen {team.name} {team.games} {seed}", [player.name for player in team.players])
    numbers = free_numbers((player.number for player in team.players), team.facts.draft.players.most)
    journeymen = [
        Player(number, namer.player(position.race), position.name, position.cost, journeyman=True)
        for number, position in zip(numbers, hired, strict=False)
    ]
    return msgspec.structs.replace(team, players=(*team.players, *journeymen))


def without_journeymen(team: Team) -> Team:
    """The team's own players: journeymen that were not hired have left. (O-POST-05)"""
    return msgspec.structs.replace(team, players=tuple(team.permanent))
