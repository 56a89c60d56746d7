"""The dungeons that an edition knows by number. Where no dungeon is chosen, the opening finds one of them with dice."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.features import WALLED, Blueprint
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import load_dungeon

LOADED: Final[dict[str, Dungeon]] = {}  # never changed once they are there, so all games share them


@final
class Layouts:
    """Ids of bundled dungeons in the order of their numbers, and the one a match is played in when nobody says where:
    empty when it is rolled for."""

    def __init__(self, names: list[str], usual: str) -> None:
        self.names = names
        self.usual = usual

    def dungeon(self, number: i64) -> Dungeon:
        return bundled_dungeon(self.names[number])


def bundled_dungeon(name: str) -> Dungeon:
    """A dungeon that comes with the package, read once."""
    found = LOADED.get(name)
    if found is None:
        found = load_dungeon(name)
        LOADED[name] = found
    return found


def nowhere() -> Dungeon:
    """A dungeon without a square: where a match begins whose dungeon is not known yet."""
    return NOWHERE


NOWHERE: Final = Dungeon(Blueprint("", "not known yet", "official", 1, 1, WALLED))
