"""The home of a skill: the row that says which abilities the skill gives and where it is played.

Every skill has one row. The row stands in the file of the skill's category (`agility.py`, `general.py`, `mutations.py`,
`passing.py`, `strength.py`, `traits.py`), in the list `SKILLS`. A skill that only one edition has stands in a list of
the same name in a file of that edition.

A skill that hears moments has a module, and the row names its file. A skill that hears none is a section of its
category's file: the row's own text says what the abilities do. Where an ability is read is not written
down, because that changes: `dungeonbowl skill Guard` looks it up in the sources.
"""

from __future__ import annotations

from typing import final


@final
class Home:
    """One skill, under the name that `teams/skills.toml` gives it."""

    def __init__(self, skill: str, abilities: list[int], text: str = "", rules: str = "", file: str = "") -> None:
        self.skill = skill
        self.abilities = abilities
        self.text = text  # what the abilities do; empty where the file of the module says it
        self.rules = rules  # ids of rules that the skill changes and that do not name it, separated by blanks
        self.file = file  # of the module, in the same folder; empty if the row's own file is the home
