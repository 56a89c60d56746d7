"""From the text form of an edition to its rules, and back."""

from __future__ import annotations

import re
from typing import Final

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.edition import Astrogranite
from dungeonbowl.editions.official.edition import OFFICIAL_OPTIONS, official
from dungeonbowl.editions.options import SWITCH, Edition, EditionError, PlainEdition
from dungeonbowl.editions.stockbowl.edition import STOCKBOWL_OPTIONS, stockbowl
from dungeonbowl.engine.rules import Rules

TABLE: Final[dict[str, Edition]] = {
    "official": PlainEdition(
        "official",
        "Dungeon Bowl 2021",
        "The boxed game of 2021: eight colleges of magic, a ball in one of six chests, one touchdown wins.",
        OFFICIAL_OPTIONS,
        official,
    ),
    "stockbowl": PlainEdition(
        "stockbowl",
        "StockBowl",
        "Ordinary teams of the older rules: doors to score at, two halves of drives, magic items and trapped chests.",
        STOCKBOWL_OPTIONS,
        stockbowl,
    ),
    "astrogranite": Astrogranite(
        "Astrogranite",
        "The largest game: two to four teams, with lava, doors, monsters and much else to switch on or off.",
    ),
}
EDITIONS: Final = tuple(TABLE)
PRESET: Final = "preset"  # the option that sets many others at once


def build(text: str) -> Rules:
    """The rules of an edition given as text: `official`, `official(turn_limit=8)`, `astrogranite(classic, lava=on)`."""
    name, parts = parts_of(text)
    return TABLE[name].build(parts)


def fitting(text: str, dungeon: Dungeon) -> str:
    """The text form of the nearest game to this one that can be played in a dungeon: the dungeon's own edition, with
    the modules that its features need."""
    name, parts = parts_of(text)
    if name != dungeon.edition:
        name, parts = dungeon.edition, []
    return TABLE[name].fitting(parts, dungeon)


def parts_of(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The name of an edition, and the parts in brackets: key and value. The value is empty if none is given."""
    match = re.fullmatch(r"\s*([a-z_]+)\s*(?:\((.*)\))?\s*", text)
    if match is None:
        raise EditionError(f"edition {text!r}: expected a name such as official(turn_limit=16)")
    name = match.group(1)
    if name not in TABLE:
        raise EditionError(f"edition {name!r}: expected one of {', '.join(EDITIONS)}")
    parts: list[tuple[str, str]] = []
    for part in (match.group(2) or "").split(","):
        if part.strip():
            key, _, value = part.partition("=")
            parts.append((key.strip(), value.strip()))
    return name, parts


def settings(text: str) -> dict[str, str]:
    """The value of every option of an edition in a text form."""
    name, parts = parts_of(build(text).edition)
    edition = TABLE[name]
    found = {option.key: option.default for option in edition.options}
    for key, value in parts:
        if key in edition.presets:
            value = key
            key = PRESET
        if key == PRESET:
            found.update(edition.presets[value])
        found[key] = value if key not in switches(edition) else on_or_off(value)
    return found


def switches(edition: Edition) -> list[str]:
    return [option.key for option in edition.options if option.kind == SWITCH]


def on_or_off(value: str) -> str:
    return "off" if value in ("0", "off", "false") else "on"
