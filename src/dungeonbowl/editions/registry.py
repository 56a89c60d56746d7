"""From the text form of an edition to its rules, and back."""

from __future__ import annotations

import re
from typing import Final

from dungeonbowl.editions.astrogranite.edition import Astrogranite
from dungeonbowl.editions.official.edition import OFFICIAL_OPTIONS, official
from dungeonbowl.editions.options import Edition, EditionError, PlainEdition
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


def build(text: str) -> Rules:
    """The rules of an edition given as text: `official`, `official(turn_limit=8)`, `astrogranite(classic, lava=on)`."""
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
    return TABLE[name].build(parts)
