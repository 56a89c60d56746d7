"""Small teams for the tests of drafting: legal unless a test makes them otherwise."""

from __future__ import annotations

from typing import Any

from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.problems import Problem
from dungeonbowl.teams.team import Player, Team

DWARF = "Dwarf Blocker Lineman"


def player(number: int, position: str = DWARF, roster: str = "fire", **changes: Any) -> Player:
    """A player of a position, at its price."""
    found = load_facts().roster(roster).find(position)
    cost = found.cost if found is not None else 0
    return Player(**{"number": number, "name": f"Player {number}", "position": position, "cost": cost, **changes})


def players(*positions: str, roster: str = "fire") -> tuple[Player, ...]:
    """Players with the numbers from 1, one of each position given."""
    return tuple(player(number, position, roster) for number, position in enumerate(positions, 1))


def team(*positions: str, **changes: Any) -> Team:
    """A new league team of the College of Fire: eleven dwarfs and three re-rolls, unless told otherwise.

    Its treasury is what is left of the budget, unless it is given.
    """
    roster = changes.get("roster", "fire")
    facts: dict[str, Any] = {
        "edition": "official",
        "roster": roster,
        "name": "Test Team",
        "players": players(*(positions or [DWARF] * 11), roster=roster),
        "rerolls": 3,
        **changes,
    }
    if "treasury" not in facts and facts.get("kind") != "exhibition" and not facts.get("games"):
        spent = sum(entry.cost for entry in facts["players"]) + 50_000 * facts["rerolls"]
        facts["treasury"] = max(0, 1_000_000 - spent)
    return Team(**facts)


def complaints(subject: Team) -> list[tuple[str, str, str]]:
    """The problems of a team: what, the limit, what was found."""
    return [(problem.what, problem.limit, problem.found) for problem in check(subject)]


def about(subject: Team, what: str) -> Problem:
    """The only problem about something; fails if there is none or more than one."""
    found = [problem for problem in check(subject) if problem.what == what]
    assert len(found) == 1, [problem.text() for problem in check(subject)]
    return found[0]
