"""From the skills of a roster to the abilities that the engine asks for."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from dungeonbowl.errors import UserError

ITEM = "CARRIES_ITEM"  # the ability of players who carry an item
# The number of a skill that has one: Mighty Blow (+1), Loner (4+).
PARAMETER = re.compile(r"\s*\(\s*(\+?)([1-9])(\+?)\s*\)$")


@cache
def sheet() -> dict[str, dict[str, list[str]]]:
    """The skills with their abilities, and the parameters, items and aliases with what they mean, as one table each."""
    text = (resources.files("dungeonbowl.teams") / "skills.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    tables = {name: {key: [value] for key, value in data[name].items()} for name in ("parameters", "aliases")}
    items = {name: [ITEM, str(number)] for name, number in data["items"].items()}
    return {"skills": data["skills"], "positions": data["positions"], "items": items, **tables}


def printed(name: str, number: str = "") -> str:
    """A skill as a roster prints it, with its number if it has one."""
    usual = sheet()["parameters"].get(name)
    if usual is None:
        return name
    form = usual[0]
    if number:
        form = form.replace(form.strip("+"), number)
    return f"{name} ({form})"


def skill_names() -> list[str]:
    """Every skill that can be played, and every item, by its printed name."""
    return list(printed_names())


@cache
def printed_names() -> tuple[str, ...]:
    return tuple(sorted(printed(name) for name in (*sheet()["skills"], *sheet()["items"])))


def item_names() -> list[str]:
    """Every item that can be carried, in the order of their numbers."""
    return list(sheet()["items"])


def skill_name(text: str) -> str:
    """The printed name of a skill, given in any case or under another spelling. `UserError` if there is none.

    >>> skill_name("mighty blow"), skill_name("Mighty Blow (+2)")
    ('Mighty Blow (+1)', 'Mighty Blow (+2)')
    """
    base, number = split(text)
    return printed(base, number)


def split(text: str) -> tuple[str, str]:
    """The name of a skill without its number, and the number or an empty string."""
    wanted = " ".join(text.split()).casefold()
    names = spellings()
    if wanted in names:
        return names[wanted], ""
    found = PARAMETER.search(wanted)
    if found is not None:
        name = names.get(wanted[: found.start()], "")
        if name in sheet()["parameters"]:
            return name, found.group(2)
    near = [printed(names[each]) for each in difflib.get_close_matches(wanted, names, n=3)]
    advice = f"did you mean {' or '.join(dict.fromkeys(near))}?" if near else f"known: {', '.join(skill_names())}"
    raise UserError(f"unknown skill {text!r}; {advice}")


@cache
def spellings() -> dict[str, str]:
    """Every skill and item by its name in small letters, and by its other spellings."""
    names = {name.casefold(): name for name in (*sheet()["skills"], *sheet()["items"])}
    for alias, (name,) in sheet()["aliases"].items():
        names.setdefault(alias.casefold(), name)
    return names


def ability_names(skills: Iterable[str], position: str = "") -> list[str]:
    """The abilities of a player with these skills in a position, each named once, as in `engine/abilities.py`.

    >>> ability_names(["Block", "Dodge"])
    ['IGNORES_BOTH_DOWN', 'REROLLS_DODGE', 'TURNS_STUMBLE_INTO_PUSH']
    """
    found: dict[str, None] = {}
    for skill in skills:
        name = split(skill)[0]
        found.update(dict.fromkeys([ITEM] if name in sheet()["items"] else sheet()["skills"][name]))
    found.update(dict.fromkeys(sheet()["positions"].get(position, [])))
    return list(found)


def ability_parameters(skills: Iterable[str]) -> dict[str, int]:
    """The numbers that the abilities of these skills have.

    >>> ability_parameters(["Block", "Mighty Blow (+2)"])
    {'HITS_HARDER': 2}
    """
    found: dict[str, int] = {}
    for skill in skills:
        name, number = split(skill)
        usual = sheet()["parameters"].get(name)
        if usual is not None:
            found[sheet()["skills"][name][0]] = int(number or usual[0].strip("+"))
        elif name in sheet()["items"]:
            found[ITEM] = int(sheet()["items"][name][1])
    return found
