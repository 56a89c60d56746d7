"""The options that the text form of an edition may set, and how an edition of the registry reads them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, final

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.rules import Rules

Options = dict[str, int]

# Kinds of options: how a page lets a coach choose a value.
SWITCH: Final = "switch"  # on or off
NUMBER: Final = "number"
CHOICE: Final = "choice"  # one of its words
WORDS: Final = "words"  # free words, joined by +


class EditionError(Exception):
    """A text form that names no edition, or an option that the edition does not have, or options that cannot be
    combined."""


@final
class Option:
    """One option of an edition, with the words for the coaches who choose it.

    Defaults are texts, as the text form writes them: `on` and `off` for switches. `group` is the heading under which a
    page shows it, `module` the switch without which it has no effect. `needs` are switches that must be on with it,
    `conflicts` those that must be off."""

    def __init__(
        self,
        key: str,
        title: str,
        text: str,
        kind: str,
        default: str,
        group: str = "",
        choices: list[str] | None = None,
        needs: list[str] | None = None,
        conflicts: list[str] | None = None,
        module: str = "",
        is_built: bool = True,
        choice_texts: list[str] | None = None,
    ) -> None:
        self.key = key
        self.title = title
        self.text = text
        self.kind = kind
        self.default = default
        self.group = group
        self.choices: list[str] = choices if choices is not None else []
        self.needs: list[str] = needs if needs is not None else []
        self.conflicts: list[str] = conflicts if conflicts is not None else []
        self.module = module
        self.is_built = is_built
        self.choice_texts: list[str] = choice_texts if choice_texts is not None else []  # one for each choice, or empty


@final
class Part:
    """One part of a value in words. Parts stand after a name and are joined by `:`. With `most` the part is followed by
    a number of `least` to `most`; if `least` is more than 0, the part is required."""

    def __init__(self, key: str, title: str, least: int = 0, most: int = 0) -> None:
        self.key = key
        self.title = title
        self.least = least
        self.most = most


class Edition:
    """One row of the table of editions. If there is an option `preset`, `presets` has for each of its values the
    defaults of the other options."""

    def __init__(
        self, title: str, summary: str, options: list[Option], presets: dict[str, dict[str, str]] | None = None
    ) -> None:
        self.title = title
        self.summary = summary
        self.options = options
        self.presets: dict[str, dict[str, str]] = presets if presets is not None else {}

    def build(self, parts: list[tuple[str, str]]) -> Rules:
        """The rules, from the parts of the text in brackets: key and value. The value is empty if none is given."""
        raise NotImplementedError

    def parts_of(self, key: str) -> list[Part]:
        """The parts of an option's values, for a form; empty if values are typed as text."""
        return []

    def fitting(self, parts: list[tuple[str, str]], dungeon: Dungeon) -> str:
        """The text form of the nearest game to these parts that can be played in a dungeon."""
        return self.build(parts).edition


# Title and help of each option that is a number or a switch.
OPTION_WORDS: Final = {
    "turn_limit": ("Turn limit", "Team turns a side, or in each half where there are halves."),
    "coaches_place": (
        "Coaches place the tokens",
        "They place chests and portals, whatever the map shows.",
    ),
    "sponge_first": (
        "The sponge comes first",
        "Used before the first activation of a team turn, not between two.",
    ),
    "follow_up_last": (
        "Follow-ups come last",
        "Decided after the new square of the pushed player has acted, not before.",
    ),
    "chest_unhindered": ("Chests are safe to empty", "No opponent hinders the pick-up of a ball found in a chest."),
    "reserves_by_half": ("Reserves by the half", "They join from the second turn of the half on, not of the drive."),
    "endzone_half": ("Half an end zone", "Only the far half of an end zone counts."),
    "quick": ("Quick start", "Everything before the first team turn is done by itself."),
    "inducements": ("Inducements", "What teams of a league buy before a match."),
    "petty_cash_cap": ("Most petty cash", "Gold for the cheaper team; 0 for as much as the rules give."),
    "transmutation_down": ("Gentle transmutation", "The spell knocks down and not out."),
    "optional_skills": (
        "Optional skills",
        "What a player may do with a skill, and nearly always does: used without a word, or its coach is asked.",
    ),
}
# Options whose values are words: the number of a word is its place in the list.
OPTION_CHOICES: Final = {"optional_skills": ["used", "asked"], "inducements": ["bought", "none"]}
OPTION_CHOICE_TEXTS: Final = {
    "inducements": [
        "The dearer team buys with its treasury, the other with petty cash.",
        "Nobody buys anything.",
    ],
    "optional_skills": [
        "Block, Dodge, Mighty Blow and their like are used wherever they can be.",
        "Their coach is asked each time, because declining can be the better choice.",
    ],
}


# Numbers that may be left open: 0, or the word `none`.
UNLIMITED: Final = ["turn_limit", "petty_cash_cap"]


def plain_option(key: str, default: int) -> Option:
    """An option that is known by its number alone: a switch if its default is 0, otherwise a number."""
    words = OPTION_WORDS.get(key)
    if words is None:
        plain = key.replace("_", " ")
        words = (plain[:1].upper() + plain[1:], "")
    if key.endswith("_2021"):
        skill = key.removesuffix("_2021").replace("_", " ")
        words = (f"{skill[:1].upper()}{skill[1:]} as first printed", "The skill as it was before its errata.")
    if key in OPTION_CHOICES:
        choices = OPTION_CHOICES[key]
        texts = OPTION_CHOICE_TEXTS[key]
        return Option(key, words[0], words[1], CHOICE, choices[default], choices=choices, choice_texts=texts)
    if default == 0 and key not in UNLIMITED:
        return Option(key, words[0], words[1], SWITCH, "off")
    return Option(key, words[0], words[1], NUMBER, str(default))


@final
class PlainEdition(Edition):
    """An edition whose options are numbers: `compose` gets the options and the text form."""

    def __init__(
        self, name: str, title: str, summary: str, defaults: Options, compose: Callable[[Options, str], Rules]
    ) -> None:
        super().__init__(title, summary, [plain_option(key, default) for key, default in defaults.items()])
        self.name = name
        self.defaults = defaults
        self.compose = compose

    def build(self, parts: list[tuple[str, str]]) -> Rules:
        options: Options = {}
        for key, value in parts:
            if key not in self.defaults:
                known = ", ".join(sorted(self.defaults))
                raise EditionError(f"edition {self.name!r} has no option {key!r}; expected one of {known}")
            options[key] = number(self.name, key, value if value else "true")
        return self.compose(options, self.text_form(options))

    def text_form(self, options: Options) -> str:
        """The shortest text that builds the same rules."""
        changed = [
            f"{key}={OPTION_CHOICES[key][value] if key in OPTION_CHOICES else value}"
            for key, value in sorted(options.items())
            if value != self.defaults[key]
        ]
        return f"{self.name}({', '.join(changed)})" if changed else self.name


def number(edition: str, key: str, value: str) -> int:
    """The value of an option as a number: a whole number, true or false, or the place of a word."""
    if key in OPTION_CHOICES:
        if value in OPTION_CHOICES[key]:
            return OPTION_CHOICES[key].index(value)
        raise EditionError(
            f"edition {edition!r}, option {key!r}: expected {' or '.join(OPTION_CHOICES[key])}, found {value!r}"
        )
    if value in ("true", "on"):
        return 1
    if value in ("false", "off") or (value == "none" and key in UNLIMITED):
        return 0
    if re.fullmatch(r"\d{1,7}", value):
        return int(value)
    raise EditionError(f"edition {edition!r}, option {key!r}: expected a number, true or false, found {value!r}")
