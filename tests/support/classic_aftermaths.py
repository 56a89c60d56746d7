"""Aftermaths of the editions that go back to the older rules: teams of them, and what matches told these."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.team_events import Outcome, TeamBody
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Player, Team
from support.aftermaths import MATCH, THEM, US, Afterwards

LEAGUE = "astrogranite(classic, league=on)"
STOCK = "stockbowl"
ANSWERS: dict[Outcome, Outcome] = {"won": "lost", "lost": "won", "drawn": "drawn"}


def league(*modules: str) -> str:
    """The text of an Astrogranite league with these modules and what they need."""
    words = ["classic", "league=on", "referees=on", *(f"{module}=on" for module in modules)]
    return f"astrogranite({', '.join(words)})"


def one(number: int, position: str, roster: str = "gold", edition: str = "astrogranite", **changes: Any) -> Player:
    """A player of a position, at its price."""
    found = load_facts(edition).roster(roster).find(position)
    assert found is not None, position
    details = {"number": number, "name": f"Player {number}", "position": found.name, "cost": found.cost, **changes}
    return Player(id=f"p_{number}", **details)


def golds(*others: Player, count: int = 10, **changes: Any) -> Team:
    """A team of the Gold College that has played: orcs with the numbers from 1, unless `others` take them."""
    return filled("astrogranite", "gold", "Orc Lineman", others, count, changes)


def orcs(*others: Player, count: int = 11, **changes: Any) -> Team:
    """An orc team of StockBowl that has played, with the numbers from 1."""
    return filled("stockbowl", "orc", "Lineman", others, count, changes)


def orc(number: int, position: str = "Lineman", **changes: Any) -> Player:
    return one(number, position, "orc", "stockbowl", **changes)


def filled(
    edition: str, roster: str, lineman: str, others: tuple[Player, ...], count: int, changes: dict[str, Any]
) -> Team:
    taken = {each.number for each in others}
    rest = [one(number, lineman, roster, edition) for number in range(1, count + 1) if number not in taken]
    players = tuple(sorted([*others, *rest], key=lambda player: player.number))
    details = {"games": 3, "treasury": 0, "id": US, "season": 1, "rerolls": 2, "staff": {"fan_factor": 5}, **changes}
    return Team(edition, roster, "Our Team", players, **details)


def did(number: int, **facts: Any) -> PlayerFacts:
    return PlayerFacts(f"p_{number}", **facts)


def side(outcome: Outcome = "won", *players: PlayerFacts, team: str = US, **facts: Any) -> SideFacts:
    return SideFacts(team, outcome, players=players, **facts)


def them(outcome: Outcome = "lost", team: str = THEM, **facts: Any) -> SideFacts:
    return SideFacts(team, outcome, **facts)


def after(
    edition: str,
    team: Team,
    us: SideFacts,
    *others: SideFacts,
    before: tuple[TeamBody, ...] = (),
    options: str = "",
    **details: Any,
) -> Afterwards:
    """The aftermath of our team. Against one other team unless several are given."""
    sides = (us, *(others or (them(ANSWERS[us.outcome]),)))
    facts = MatchFacts(MATCH, edition, sides, **details)
    return Afterwards(team, facts, *before, edition=edition, options=options)


def with_numbers(team: Team, **players: dict[str, Any]) -> Team:
    """The team with other facts about some players: `p_3={"earned": 15}`."""
    changed = tuple(replace(player, **players.get(player.id, {})) for player in team.players)
    return replace(team, players=changed)
