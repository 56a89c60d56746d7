"""Experience of the Astrogranite edition: what earns points, and what players learn with them (A-SPP, A-FAST)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from dungeonbowl.engine.events import POINTS_EARNED, Event
from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import categories_for
from dungeonbowl.teams.skill_book import TRAIT
from dungeonbowl.teams.team import Player, Team, written_skills

# Points by deed (A-BASE-41, A-SPP-02 to A-SPP-04). The first six are counted in a match of the module `league`.
AWARDS: Final = {
    "completion": 1,
    "casualty": 2,
    "interception": 2,
    "touchdown": 3,
    "chest with a ball": 2,
    "push into a hazard": 1,
    "most valuable player": 5,
    "monster removed": 2,
    "referee removed": 2,
}
USUAL_TRACK: Final = (6, 16, 31, 51, 76, 176)  # A-BASE-42
FAST_TRACK: Final = (6, 11, 21, 31, 46, 61, 81)  # A-FAST-01
RAISES: Final = {10: ("ma", "av"), 11: ("ag",), 12: ("st",)}  # by the sum of two dice


class Advance(msgspec.Struct, frozen=True):
    """What two dice allow: always a skill (on a double from other categories too), or for some sums a
    characteristic."""

    raises: tuple[str, ...]
    is_double: bool


def points_earned(events: Iterable[Event]) -> dict[int, int]:
    """The points of a match by piece. Illusions, hazards and explosions earn no points for any piece (A-SPP-05)."""
    found: dict[int, int] = {}
    for event in events:
        if event.kind == POINTS_EARNED:
            found[int(event.a)] = found.get(int(event.a), 0) + int(event.b)
    return found


def rolls_reached(points: int, fast: bool = False) -> int:
    """How many advancement rolls so many points give in all.

    >>> rolls_reached(31), rolls_reached(31, fast=True)
    (3, 4)
    """
    return sum(points >= threshold for threshold in (FAST_TRACK if fast else USUAL_TRACK))


def rolls_due(player: Player, fast: bool = False) -> int:
    """How many advancement rolls a player may still make: those it has reached, less those it has made."""
    return max(0, rolls_reached(player.experience, fast) - len(player.gained))


def read_roll(first: int, second: int) -> Advance:
    """Two dice of an advancement roll (A-BASE-42)."""
    for die in (first, second):
        if not 1 <= die <= 6:
            raise UserError(f"advancement roll: expected two dice of 1 to 6, found {first} and {second}")
    return Advance(RAISES.get(first + second, ()), first == second)


def skills_open(team: Team, player: Player, is_double: bool) -> list[str]:
    """The skills that a player may choose: of its own categories, and on a double of its secondary ones too. A skill
    marked as a trait can be chosen only on a double, and only from its own categories (A-BASE-42)."""
    position = team.position_of(player)
    held = {written.skill.name: written.skill for written in written_skills(team, player)}
    found: list[str] = []
    for skill in team.facts.skills.skills:
        if skill.category == TRAIT or skill.name in held or (skill.doubles and not is_double):
            continue
        if skill.category not in (categories_for(position, skill) if is_double else position.primary):
            continue
        if any(other.name in skill.excludes or skill.name in other.excludes for other in held.values()):
            continue
        found.append(skill.name)
    return sorted(found)
