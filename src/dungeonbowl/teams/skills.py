"""From the skills of a roster to the abilities that the engine asks for."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from dungeonbowl.errors import UserError


@cache
def sheet() -> dict[str, dict[str, list[str]]]:
    """The skills with their abilities, and the aliases with the skill they mean, as one table each."""
    text = (resources.files("dungeonbowl.teams") / "skills.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return {"skills": data["skills"], "aliases": {alias: [name] for alias, name in data["aliases"].items()}}


def skill_names() -> list[str]:
    """Every skill that can be played, by its printed name."""
    return sorted(sheet()["skills"])


def skill_name(text: str) -> str:
    """The printed name of a skill, given in any case or under another spelling. `UserError` if there is none."""
    wanted = " ".join(text.split()).casefold()
    names = {name.casefold(): name for name in sheet()["skills"]}
    for alias, (name,) in sheet()["aliases"].items():
        names.setdefault(alias.casefold(), name)
    if wanted in names:
        return names[wanted]
    near = [names[found] for found in difflib.get_close_matches(wanted, names, n=3)]
    advice = f"did you mean {' or '.join(dict.fromkeys(near))}?" if near else f"known: {', '.join(skill_names())}"
    raise UserError(f"unknown skill {text!r}; {advice}")


def ability_names(skills: Iterable[str]) -> list[str]:
    """The abilities of a player with these skills, each named once, as in `engine/abilities.py`.

    >>> ability_names(["Block", "Dodge"])
    ['IGNORES_BOTH_DOWN', 'REROLLS_DODGE', 'TURNS_STUMBLE_INTO_PUSH']
    """
    found: dict[str, None] = {}
    for skill in skills:
        found.update(dict.fromkeys(sheet()["skills"][skill_name(skill)]))
    return list(found)
