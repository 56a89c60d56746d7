"""From the names of a pool to the sheets of the pieces that may come into a match (A-MON-01, A-MON-02)."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import i64

from dungeonbowl.editions.astrogranite.monsters.profiles import PROFILES, Profile
from dungeonbowl.editions.options import EditionError
from dungeonbowl.engine import abilities
from dungeonbowl.engine.setup import PlayerSheet
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.skills import ability_names, ability_parameters, skill_name

BIG: Final = "big_guys"  # the section of a roster
HARD_HITTER: Final = "Mighty Blow (+1)"  # becomes Piercing (A-MON-02, A-MATK-08)
EVERYBODY: Final = "all"
MOST_SHEETS: Final = 27  # with everybody; there is room for more where a match has fewer teams
MOST_COPIES: Final = 12


@cache
def big_players() -> dict[str, Profile]:
    """The big players of the colleges as monsters: one block each."""
    found: dict[str, Profile] = {}
    for roster in load_facts("astrogranite").rosters:
        for position in roster.of_section(BIG):
            key = position.name.lower().replace(" ", "-")
            skills = ["Block Attack (1)"]
            for written in position.skills:
                name = skill_name(written)
                skills.append("Piercing (+1)" if name == HARD_HITTER else name)
            if key not in found:
                found[key] = Profile(key, position.name, position.ma, position.st, position.ag, position.av, skills)
    return found


def profile(key: str) -> Profile:
    for row in PROFILES:
        if row.key == key:
            return row
    big = big_players()
    if key in big:
        return big[key]
    known = ", ".join([*(row.key for row in PROFILES), *big])
    raise EditionError(f"parameter 'monster_pool': there is no monster {key!r}; expected some of {known}")


def pool_of(words: list[str]) -> list[str]:
    """The names of a pool, each once and known; by default all the monsters of the rulebook."""
    if words == [EVERYBODY]:
        return [row.key for row in PROFILES]
    found: list[str] = []
    for word in words:
        if profile(word).key not in found:
            found.append(word)
    return found


def copies_of(pool: list[str]) -> int:
    """How many of a kind there may be at a time."""
    return max(1, min(MOST_COPIES, MOST_SHEETS // len(pool)))


def monster_sheets(pool: list[str], copies: int, eaters: bool, sides: i64) -> list[PlayerSheet]:
    """The pieces of a pool, kind by kind. `eaters` open chests and eat balls."""
    found: list[PlayerSheet] = []
    for kind, key in enumerate(pool, 1):
        row = profile(key)
        skills = ["Ball Eater" if eaters else "Monster", *row.skills]
        skills = [skill_name(name) for name in skills]
        names = ability_names(skills)
        numbers = {int(getattr(abilities, name)): value for name, value in ability_parameters(skills).items()}
        numbers[int(abilities.MONSTER)] = kind
        for _ in range(copies):
            found.append(
                PlayerSheet(
                    sides,
                    len(found) + 1,
                    row.name,
                    row.movement,
                    row.strength,
                    7 - row.agility,
                    7 - row.agility,
                    row.armour + 1,
                    [int(getattr(abilities, name)) for name in names],
                    row.size,
                    0,
                    row.name,
                    list(skills),
                    dict(numbers),
                )
            )
    return found
