"""Monsters that coaches have designed (A-MON-02), as the parameter `own_monsters` of the text form writes them:

    wyvern:ma6:st5:ag2:av9:block-attack2:poisoned-slash1:piercing1:bone-head:huge

A name, the four characteristics, then in any order the attacks with their numbers and the skills. Several monsters are
joined by +.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from dungeonbowl.editions.astrogranite.modules.monsters.profiles import Profile
from dungeonbowl.editions.options import EditionError, Part
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.problems import one_of

OWN_MONSTERS: Final = "own_monsters"  # the parameter
MOST_OWN: Final = 9  # kinds in a game
NONE: Final = "none"
ATTACKS: Final = ["Block Attack", "Heads", "Slash", "Poisoned Slash", "Petrifying Slash"]
NUMBERED: Final = [*ATTACKS, "Piercing"]
SIZES: Final = {"Huge": 2, "Humongous": 3}
OTHERS: Final = ["Flame Burst", *SIZES]
# Monsters neither throw nor have team-mates, and have Piercing in place of Mighty Blow (A-MATK-08).
NOT_FOR_MONSTERS: Final = ["Always Hungry", "Leader", "Mighty Blow", "Right Stuff", "Throw Team-Mate"]
PASSING: Final = "passing"


def worded(name: str) -> str:
    """A name in one word of small letters."""
    return name.lower().replace(" ", "-")


@cache
def known_skills() -> dict[str, str]:
    """The skills that a monster may have: their names in one word, with the printed names."""
    names = [*NUMBERED, *OTHERS]
    names += [
        skill.name
        for skill in load_facts("astrogranite").skills.skills
        if skill.category != PASSING and skill.name not in NOT_FOR_MONSTERS and skill.name not in carried()
    ]
    return {worded(name): name for name in names}


@cache
def carried() -> list[str]:
    """The skills of weapons and items, which monsters do not carry."""
    draft = load_facts("astrogranite").draft
    return [name for weapon in draft.weapon for name in weapon.skills] + [item.name for item in draft.item]


def monster_parts() -> list[Part]:
    """The parts of a profile, for a form."""
    found = [
        Part(key, key.upper(), 1, max(bounds.best, bounds.worst))
        for key, bounds in load_facts("astrogranite").draft.characteristics.items()
    ]
    return found + [Part(key, name, 0, 9 if name in NUMBERED else 0) for key, name in known_skills().items()]


def refuse(name: str, limit: str, found: str) -> EditionError:
    return EditionError(f"parameter {OWN_MONSTERS!r}: {name}: expected {limit}, found {found}")


def own_monsters(words: list[str]) -> list[Profile]:
    """The profiles of a text. Each name may occur once."""
    if words == [NONE]:
        return []
    if len(words) > MOST_OWN:
        raise EditionError(f"parameter {OWN_MONSTERS!r}: expected at most {MOST_OWN}, found {len(words)}")
    found: list[Profile] = []
    for word in words:
        made = own_monster(word)
        if any(other.key == made.key for other in found):
            raise refuse(made.key, "each name once", "it twice")
        found.append(made)
    return found


def own_monster(word: str) -> Profile:
    parts = word.split(":")
    key = parts[0]
    if re.fullmatch(r"[a-z][a-z0-9_-]{0,29}", key) is None or key == "all":
        raise refuse(repr(key), "a name of at most 30 letters first, such as wyvern", repr(word))
    bounds = load_facts("astrogranite").draft.characteristics
    numbers: dict[str, int] = {}
    skills: dict[str, int] = {}
    for part in parts[1:]:
        read = re.fullmatch(r"([a-z][a-z-]*?)(\d{0,2})", part)
        name = read.group(1) if read is not None else part
        number = read.group(2) if read is not None else ""
        if name in numbers or known_skills().get(name, "") in skills:
            raise refuse(key, "everything once", f"{name} twice")
        if name in bounds:
            most = max(bounds[name].best, bounds[name].worst)
            if number == "" or not 1 <= int(number) <= most:
                raise refuse(key, f"{name}1 to {name}{most}", repr(part))
            numbers[name] = int(number)
        else:
            skills[skill_of(key, name, number)] = int(number or "1")
    for name in bounds:
        if name not in numbers:
            raise refuse(key, f"{', '.join(bounds)}, each with its number", f"no {name}")
    return profile_of(key, numbers, skills)


def skill_of(key: str, name: str, number: str) -> str:
    """The printed name of a skill that a monster may have, with its number if it has one."""
    known = known_skills()
    if name == "mighty-blow":
        raise refuse(key, "piercing in its place (A-MATK-08)", repr(name))
    if name not in known:
        raise refuse(key, one_of(list(known), name, "attack or skill of monsters"), repr(name))
    printed = known[name]
    if printed in NUMBERED:
        if not 1 <= int(number or "1") <= 9:
            raise refuse(key, f"{name}1 to {name}9", repr(name + number))
    elif number:
        raise refuse(key, f"{name} without a number", repr(name + number))
    return printed


def profile_of(key: str, numbers: dict[str, int], skills: dict[str, int]) -> Profile:
    """The profile, if its parts fit together: at least one attack, as many blocks as heads, one size."""
    if not any(name in skills for name in ATTACKS):
        raise refuse(key, f"an attack: {', '.join(worded(name) for name in ATTACKS)}", "none")
    for one, other in (("Heads", "Block Attack"), ("Huge", "Humongous"), ("Frenzy", "Grab")):
        if one in skills and other in skills:
            raise refuse(key, f"{worded(one)} or {worded(other)}", "both")
    size = 1
    written: list[str] = []
    for name, number in skills.items():
        size = SIZES.get(name, size)
        if name == "Piercing":
            written.append(f"{name} (+{number})")
        else:
            written.append(f"{name} ({number})" if name in NUMBERED else name)
    title = key.replace("-", " ").replace("_", " ").title()
    return Profile(key, title, numbers["ma"], numbers["st"], numbers["ag"], numbers["av"], written, size)
