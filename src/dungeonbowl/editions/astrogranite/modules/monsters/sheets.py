"""From the names of a pool to the sheets of the pieces that may come into a match (A-MON-01, A-MON-02)."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import i64

from dungeonbowl.editions.astrogranite.modules.monsters.own import worded
from dungeonbowl.editions.astrogranite.modules.monsters.profiles import HYDRA, PROFILES, Profile
from dungeonbowl.editions.options import EditionError
from dungeonbowl.engine import abilities
from dungeonbowl.engine.setup import PlayerSheet
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.skills import ability_names, ability_parameters, skill_name

BIG: Final = "big_guys"  # the section of a roster
BIG_STRENGTH: Final = 5  # the Strength of other players that may come too, such as a Mummy
HARD_HITTER: Final = "Mighty Blow (+1)"  # becomes Piercing (A-MON-02, A-MATK-08)
EVERYBODY: Final = "all"
MOST_SHEETS: Final = 27  # with four full teams; there is room for more in a match with fewer teams
MOST_COPIES: Final = 12


@cache
def big_players() -> dict[str, Profile]:
    """The big players of the colleges as monsters: one block each."""
    found: dict[str, Profile] = {}
    for roster in load_facts("astrogranite").rosters:
        for position in roster.position:
            if position.section != BIG and position.st < BIG_STRENGTH:
                continue
            key = worded(position.name)
            skills = ["Block Attack (1)"]
            for written in position.skills:
                name = skill_name(written)
                skills.append("Piercing (+1)" if name == HARD_HITTER else name)
            if key not in found:
                found[key] = Profile(key, position.name, position.ma, position.st, position.ag, position.av, skills)
    return found


def bestiary(own: list[Profile], heads: int) -> dict[str, Profile]:
    """The monsters of a game by their names: those of the rulebook, the hydra with so many heads, and the coaches' own
    monsters, which replace a monster of the same name."""
    found = {row.key: row for row in PROFILES}
    found[HYDRA] = with_heads(found[HYDRA], heads)
    found.update({row.key: row for row in own})
    return found


def with_heads(row: Profile, heads: int) -> Profile:
    skills = [f"Heads ({heads})" if skill.startswith("Heads") else skill for skill in row.skills]
    return Profile(row.key, row.name, row.movement, row.strength, row.agility, row.armour, skills, row.size)


def pool_of(words: list[str], known: dict[str, Profile]) -> list[Profile]:
    """The monsters of a pool, each once; by default all of the bestiary. Big players come only if they are named."""
    if words == [EVERYBODY]:
        return list(known.values())
    choices = {**big_players(), **known}
    found: dict[str, Profile] = {}
    for word in words:
        if word not in choices:
            names = ", ".join([*known, *(key for key in big_players() if key not in known)])
            raise EditionError(f"parameter 'monster_pool': there is no monster {word!r}; expected some of {names}")
        found[word] = choices[word]
    return list(found.values())


def copies_of(pool: list[Profile]) -> int:
    """How many of one kind there may be at the same time."""
    return max(1, min(MOST_COPIES, MOST_SHEETS // len(pool)))


def monster_sheets(pool: list[Profile], copies: int, eaters: bool, sides: i64) -> list[PlayerSheet]:
    """The pieces of a pool, kind by kind. `eaters`: they open chests and eat balls."""
    found: list[PlayerSheet] = []
    for kind, row in enumerate(pool, 1):
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
