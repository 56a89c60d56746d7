"""What an edition requires of its maps, as one row of choices. Code that reads, checks, builds or draws a dungeon asks
this table, never for the name of the edition. A new edition adds a row."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.features import FREE, WALLED


@final
class MapRules:
    """The choices of one edition."""

    def __init__(
        self,
        edition: str,
        title: str,
        characters: str,
        modes: tuple[str, ...],
        fairness_rule: str,
        has_thin_walls: bool = False,
        has_features: bool = False,
        zones_are_doors: bool = False,
        portal_word: str = "teleporter",
    ) -> None:
        self.edition = edition
        self.title = title
        self.characters = characters  # the characters of a picture, besides rock (D-SQ-01, D-SQ-02)
        self.modes = modes  # modes of the generator; the first is the default
        self.fairness_rule = fairness_rule
        # There are walls between tiles. So there are doorways, special rooms, one token of a kind on a tile that the
        # coaches place, and end zones as far apart as the tiles allow. (D-OF)
        self.has_thin_walls = has_thin_walls
        self.has_features = has_features  # squares and pieces of optional modules (D-AS)
        # End zones are doors in the outer wall. They are walls for everything that flies, and the teams set up in front
        # of them. Players and balls can pass between the corners of walls. (D-SB, S-DOOR, S-DEIA)
        self.zones_are_doors = zones_are_doors
        self.portal_word = portal_word

    def diagonals(self) -> i64:
        """Whether a diagonal step needs an open way round the corner. (D-GE-03)"""
        return FREE if self.zones_are_doors else WALLED


MAP_RULES: Final = {
    "official": MapRules(
        "official",
        "official 2021",
        ".AB$123456IKYF-",
        ("symmetric", "free"),
        "D-GN-08",
        has_thin_walls=True,
        portal_word="portal",
    ),
    "astrogranite": MapRules(
        "astrogranite",
        "Astrogranite",
        ".ABCD$1234567890+=G/:o&~*^prstu<H",
        ("halls", "caverns", "symmetric", "free"),
        "D-AS-11",
        has_features=True,
    ),
    "stockbowl": MapRules(
        "stockbowl",
        "StockBowl",
        ".AB$123456",
        ("symmetric",),
        "D-SB-11",
        zones_are_doors=True,
    ),
}


def map_rules(edition: str) -> MapRules:
    return MAP_RULES[edition]
