"""Linemen whom a league lends to a team of an edition without journeymen (A-SETUP-06)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.names import Namer
from dungeonbowl.teams.problems import one_of
from dungeonbowl.teams.rosters import Position
from dungeonbowl.teams.team import Player, Team, free_numbers


def lent_needed(team: Team) -> int:
    """How many linemen a league lends to a team that has too few who can play."""
    rule = team.facts.draft.journeymen
    return max(0, rule.upto - len(team.available)) if rule is not None and rule.lent else 0


def lent_positions(team: Team) -> list[Position]:
    """The linemen of the races that the team has, the cheapest first; of its whole roster if it has nobody."""
    rule = team.facts.draft.journeymen
    linemen = team.roster_facts.of_section(rule.section) if rule is not None else []
    races = {team.position_of(player).race for player in team.permanent}
    own = [position for position in linemen if position.race in races] or linemen
    return sorted(own, key=lambda position: position.cost)


def with_lent(team: Team, positions: Sequence[str] = (), seed: int = 0) -> Team:
    """The team with as many linemen as it is lent. `positions` are the coach's wishes, in order; beyond them each has
    the cheapest position. Those who take the field together fit the limits of races."""
    allowed = lent_positions(team)
    wishes = [wish_of(name, allowed) for name in positions]
    namer = Namer(f"lent {team.name} {team.games} {seed}", [player.name for player in team.players])
    for place in range(lent_needed(team)):
        number = free_numbers((player.number for player in team.players), team.facts.draft.players.most)[0]
        wanted = [*wishes[place : place + 1], *allowed]
        position = next((each for each in wanted if fits(team, each, number)), None)
        if position is None:
            break
        name = namer.player(position.race)
        lent = Player(number, name, position.name, position.cost, journeyman=True)
        team = msgspec.structs.replace(team, players=(*team.players, lent))
    return team


def wish_of(name: str, allowed: Sequence[Position]) -> Position:
    names = [position.name for position in allowed]
    found = next((position for position in allowed if position.name.casefold() == name.casefold()), None)
    if found is None:
        raise UserError(f"lineman {name!r}: expected {one_of(names, name, 'lineman')}")
    return found


def fits(team: Team, position: Position, number: int) -> bool:
    """Whether one more of a position may take the field beside those who can."""
    more = Player(number, "Lent", position.name, position.cost)
    field = [
        msgspec.structs.replace(player, journeyman=False, number=place)
        for place, player in enumerate(team.available, 1)
    ]
    field.append(msgspec.structs.replace(more, number=len(field) + 1))
    return not check(msgspec.structs.replace(team, players=tuple(field), games=max(team.games, 1)))
