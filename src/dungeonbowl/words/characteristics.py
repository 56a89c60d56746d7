"""The characteristics of a player as its edition prints them: AG 3+ and AV 9+ in one, AG 4 and AV 8 in another.

The engine counts in the numbers that dice need. An edition whose rosters print characteristics the older way, a number
to compare with, gets them back in that way; and one that passes by agility prints no passing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dungeonbowl.editions import name_of
from dungeonbowl.engine.setup import NO_PASSING, PlayerSheet
from dungeonbowl.languages import mark, t
from dungeonbowl.teams.facts import editions, load_facts
from dungeonbowl.teams.rosters import CHARACTERISTICS

TARGET: Final = "target"  # the scale of an edition that prints what a die needs
BEST_AGILITY: Final = 7  # a die needs this less the agility
NONE: Final = "–"
MEANINGS: Final[dict[str, tuple[str, str]]] = mark(
    {
        "ma": ("Movement: squares in one action", "Movement: squares in one action"),
        "st": ("Strength: for blocks", "Strength: for blocks"),
        "ag": (
            "Agility: the roll to dodge, catch and pick up",
            "Agility: the more, the easier it is to dodge, catch, pick up and throw",
        ),
        "pa": ("Passing: the roll to throw", "Passing: the roll to throw"),
        "av": ("Armour: what two dice must reach to break it", "Armour: what two dice must exceed to break it"),
    }
)


class Characteristic(NamedTuple):
    """One characteristic: `AG`, `3+`, and what it is for."""

    label: str
    value: str
    meaning: str


def characteristics_of(edition: str, sheet: PlayerSheet) -> list[Characteristic]:
    """The characteristics of a player, in the order in which the edition prints them. `edition` is its text form."""
    name = name_of(edition)
    facts = load_facts(name) if name in editions() else None
    is_target = facts is None or facts.draft.scale == TARGET
    printed = facts.characteristics if facts is not None else list(CHARACTERISTICS)
    passing = None if sheet.passing == NO_PASSING else int(sheet.passing)
    values = {
        "ma": str(int(sheet.movement)),
        "st": str(int(sheet.strength)),
        "ag": f"{int(sheet.agility)}+" if is_target else str(BEST_AGILITY - int(sheet.agility)),
        "pa": NONE if passing is None else f"{passing}+" if is_target else str(BEST_AGILITY - passing),
        "av": f"{int(sheet.armour)}+" if is_target else str(int(sheet.armour) - 1),
    }
    return [Characteristic(each.upper(), values[each], t(MEANINGS[each][0 if is_target else 1])) for each in printed]
