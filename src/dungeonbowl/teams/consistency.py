"""Whether the data files of an edition fit together: names that are used and not defined, numbers out of bounds, names
used twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dungeonbowl.errors import UserError
from dungeonbowl.teams.draft_facts import DIE
from dungeonbowl.teams.rosters import CHARACTERISTICS, LINEMEN, Position, Roster, Star

if TYPE_CHECKING:
    from dungeonbowl.teams.facts import Facts


def inconsistencies(facts: Facts) -> list[str]:
    """Everything that does not fit, in words."""
    found: list[str] = []
    if repeated(roster.id for roster in facts.rosters):
        found.append("two rosters have one id")
    found += advancement_inconsistencies(facts)
    for roster in facts.rosters:
        found += [f"{roster.id}: {text}" for text in roster_inconsistencies(facts, roster)]
    if repeated(star.name.casefold() for star in facts.stars):
        found.append("two star players have one name")
    for star in facts.stars:
        found += [f"{star.name}: {text}" for text in star_inconsistencies(facts, star)]
    return found


def star_inconsistencies(facts: Facts, star: Star) -> list[str]:
    found = [f"unknown roster {name}" for name in star.rosters if facts.find(name) is None]
    found += position_inconsistencies(facts, star.position)
    if star.pair:
        other = next((each for each in facts.stars if each.name == star.pair), None)
        if other is None or (other.pair, other.cost, other.rosters) != (star.name, star.cost, star.rosters):
            found.append(f"no pair with {star.pair}")
    return found


def advancement_inconsistencies(facts: Facts) -> list[str]:
    """Tables of advancements whose rows do not fit a die, or that name what is not there."""
    advancement = facts.draft.advancement
    found: list[str] = []
    if advancement.improvement and advancement.improvement[-1].upto != advancement.improvement_die:
        found.append(f"improvement: the last row does not end with {advancement.improvement_die}")
    for row in advancement.improvement:
        found += [f"improvement: unknown {name}" for name in row.choices if name not in facts.draft.characteristics]
    for category, rows in advancement.random_skills.items():
        if not rows or any(len(row) != DIE for row in rows) or DIE % len(rows):
            found.append(f"random_skills.{category}: its rows do not fit a die of {DIE}")
        for text in (name for row in rows for name in row):
            try:
                skill = facts.skills.read(text).skill
            except UserError as error:
                found.append(f"random_skills.{category}: {error}")
                continue
            if skill.category != category:
                found.append(f"random_skills.{category}: {skill.name} is of {skill.category}")
    return found


def roster_inconsistencies(facts: Facts, roster: Roster) -> list[str]:
    found = [f"{name} twice" for name in repeated(position.name.casefold() for position in roster.position)]
    found += [f"unknown section {name}" for name in roster.limits if name not in facts.draft.sections]
    if not roster.of_section(LINEMEN):
        found.append("no linemen")
    for position in roster.position:
        if position.section not in facts.draft.sections:
            found.append(f"{position.name}: unknown section {position.section}")
        if roster.limits and position.section not in roster.limits:
            found.append(f"{position.name}: its section has no limit")
        found += [f"{position.name}: {text}" for text in position_inconsistencies(facts, position)]
    return found


def position_inconsistencies(facts: Facts, position: Position) -> list[str]:
    found: list[str] = []
    if position.cost < 0:
        found.append(f"cost: expected 0 or more, found {position.cost}")
    for name in CHARACTERISTICS:
        value = getattr(position, name)
        bounds = facts.draft.characteristics.get(name)
        if bounds is None or value is None or (name == "pa" and value == 0):
            continue
        if not min(bounds.best, bounds.worst) <= value <= max(bounds.best, bounds.worst):
            found.append(f"{name} is {value}")
    for category in (*position.primary, *position.secondary):
        if category not in facts.skills.categories():
            found.append(f"unknown category {category}")
    for skill in position.skills:
        try:
            facts.skills.read(skill)
        except UserError as error:
            found.append(str(error))
    return found


def repeated(names: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    twice: list[str] = []
    for name in names:
        if name in seen:
            twice.append(name)
        seen.add(name)
    return twice
