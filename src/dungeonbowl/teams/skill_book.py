"""Skills as rosters and team files write them, `Loner (4+)` or `Mighty Blow (+1)`: the one place that reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.problems import one_of

TRAIT: Final = "trait"
MOST_KNOWN: Final = 2000
# A name, and in brackets a bonus (+1), a target (4+), or words.
WRITTEN: Final = re.compile(r"(?P<name>[^()]+?)\s*(?:\(\s*(?P<value>[^()]*?)\s*\))?")


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a skill is, for coaches: its category, its limits and, in words, its effect."""

    name: str
    category: str
    effect: str
    parameter: Literal["", "+X", "X+", "team-mates"] = ""
    compulsory: bool = False
    works_when: tuple[str, ...] = ()
    doubles: bool = False  # learnt only on doubles, and only by players whose primary category it is
    limit: str = ""
    excludes: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    dungeon_only: bool = False
    unused: bool = False  # listed, but on no position
    errata: str = ""
    note: str = ""
    effects: dict[str, str] = {}  # the effect in editions that have the same skills but read this one differently
    tags: tuple[str, ...] = ()


class WrittenSkill(NamedTuple):
    """A skill with the number in its brackets; 0 if it has none."""

    skill: Skill
    value: int = 0
    words: str = ""

    @property
    def text(self) -> str:
        """As it is printed."""
        match self.skill.parameter:
            case "+X":
                return f"{self.skill.name} (+{self.value})"
            case "X+":
                return f"{self.skill.name} ({self.value}+)"
            case "team-mates" if self.words:
                return f"{self.skill.name} ({self.words})"
        return self.skill.name


class SkillBook:
    """All skills of an edition, found in any case and under other spellings."""

    def __init__(self, skills: Iterable[Skill], aliases: Mapping[str, str] | None = None) -> None:
        self.skills: tuple[Skill, ...] = tuple(skills)
        self.aliases: dict[str, str] = dict(aliases or {})
        self.known: dict[str, WrittenSkill] = {}  # what was read, because teams are checked for every option of a coach
        self.found = {skill.name.casefold(): skill for skill in self.skills}
        for alias, name in (aliases or {}).items():
            self.found.setdefault(alias.casefold(), self.found[name.casefold()])

    def names(self) -> list[str]:
        return sorted(skill.name for skill in self.skills)

    def categories(self) -> list[str]:
        """The categories that players learn from."""
        return sorted({skill.category for skill in self.skills} - {TRAIT})

    def read(self, text: str) -> WrittenSkill:
        """A skill as it is written in a file. `UserError` if there is no skill of that name, or its brackets do not
        fit.

        A bonus that is left out is +1; a target has to be given.
        """
        if text in self.known:
            return self.known[text]
        written = WRITTEN.fullmatch(" ".join(text.split()))
        name = written["name"] if written else text
        skill = self.found.get(name.casefold())
        if written is None or skill is None:
            raise UserError(f"skill {text!r}: expected {one_of(self.names(), name, 'skill')}")
        read = WrittenSkill(skill, *value_of(skill, written["value"], text))
        if len(self.known) < MOST_KNOWN:  # bounded, because texts come from clients
            self.known[text] = read
        return read


def value_of(skill: Skill, value: str | None, text: str) -> tuple[int, str]:
    """The number in the brackets, or the words."""
    match skill.parameter:
        case "":
            if value is None:
                return 0, ""
            raise UserError(f"skill {text!r}: expected {skill.name} without brackets")
        case "+X":
            if value is None:
                return 1, ""
            if re.fullmatch(r"\+[1-9]", value):
                return int(value), ""
            raise UserError(f"skill {text!r}: expected a bonus, such as {skill.name} (+1)")
        case "X+":
            if value is not None and re.fullmatch(r"[2-6]\+", value):
                return int(value[0]), ""
            raise UserError(f"skill {text!r}: expected a target, such as {skill.name} (4+)")
    return 0, value or ""
