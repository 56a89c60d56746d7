"""From the text form of an edition to its rules, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, final

from dungeonbowl.editions.official.edition import OFFICIAL_OPTIONS, official
from dungeonbowl.editions.stockbowl.edition import STOCKBOWL_OPTIONS, stockbowl
from dungeonbowl.engine.rules import Rules

Options = dict[str, int]


@final
class Edition:
    """One row of the table: what people call it, what its text may set with the defaults, and who composes it from the
    options and the text."""

    def __init__(self, title: str, summary: str, options: Options, compose: Callable[[Options, str], Rules]) -> None:
        self.title = title
        self.summary = summary
        self.options = options
        self.compose = compose


TABLE: Final[dict[str, Edition]] = {
    "official": Edition(
        "Dungeon Bowl 2021",
        "The boxed game of 2021: eight colleges of magic, a ball in one of six chests, one touchdown wins.",
        OFFICIAL_OPTIONS,
        official,
    ),
    "stockbowl": Edition(
        "StockBowl",
        "Ordinary teams of the older rules: doors to score at, two halves of drives, magic items and trapped chests.",
        STOCKBOWL_OPTIONS,
        stockbowl,
    ),
}
EDITIONS: Final = tuple(TABLE)
# What an option of an edition does, for those who choose it.
OPTION_WORDS: Final = {
    "turn_limit": ("Turn limit", "Team turns a side, or in each half where there are halves."),
    "endzone_half": ("Half an end zone", "Only the far half of an end zone counts."),
    "quick": ("Quick start", "Everything before the first team turn is done by itself."),
    "transmutation_down": ("Gentle transmutation", "The spell knocks down and not out."),
}


class EditionError(Exception):
    """A text form that names no edition, or an option the edition does not have."""


def build(text: str) -> Rules:
    """The rules of an edition given as text: `official`, `official(turn_limit=8, endzone_half=true)`."""
    match = re.fullmatch(r"\s*([a-z_]+)\s*(?:\((.*)\))?\s*", text)
    if match is None:
        raise EditionError(f"edition {text!r}: expected a name such as official(turn_limit=16)")
    name = match.group(1)
    if name not in TABLE:
        raise EditionError(f"edition {name!r}: expected one of {', '.join(EDITIONS)}")
    edition = TABLE[name]
    defaults = edition.options
    options: Options = {}
    for part in (match.group(2) or "").split(","):
        if not part.strip():
            continue
        key, equals, value = part.partition("=")
        key = key.strip()
        if key not in defaults:
            known = ", ".join(sorted(defaults))
            raise EditionError(f"edition {name!r} has no option {key!r}; expected one of {known}")
        options[key] = number(name, key, value.strip() if equals else "true")
    return edition.compose(options, text_form(name, options))


def text_form(name: str, options: Options) -> str:
    """The shortest text that builds the same rules."""
    defaults = TABLE[name].options
    changed = [f"{key}={value}" for key, value in sorted(options.items()) if value != defaults[key]]
    return f"{name}({', '.join(changed)})" if changed else name


def number(edition: str, key: str, value: str) -> int:
    """An option's value: a whole number, or true and false."""
    if value in ("true", "on"):
        return 1
    if value in ("false", "off"):
        return 0
    if re.fullmatch(r"\d{1,6}", value):
        return int(value)
    raise EditionError(f"edition {edition!r}, option {key!r}: expected a number, true or false, found {value!r}")
