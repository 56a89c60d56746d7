"""The numbered dungeons of an edition. If no dungeon is chosen for a match, the opening finds one of them with dice."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.features import WALLED, Blueprint
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import load_dungeon

LOADED: Final[dict[str, Dungeon]] = {}  # they never change, so all games share them


@final
class Layouts:
    """Ids of bundled dungeons in the order of their numbers. `usual` is the dungeon of a match for which none is
    chosen; empty if dice decide."""

    def __init__(self, names: list[str], usual: str) -> None:
        self.names = names
        self.usual = usual

    def dungeon(self, number: i64) -> Dungeon:
        return bundled_dungeon(self.names[number])


def bundled_dungeon(name: str) -> Dungeon:
    """A dungeon of the package. It is read only once."""
    found = LOADED.get(name)
    if found is None:
        found = load_dungeon(name)
        LOADED[name] = found
    return found


def nowhere() -> Dungeon:
    """A dungeon without squares, for a match whose dungeon is not known yet."""
    return NOWHERE


NOWHERE: Final = Dungeon(Blueprint("", "not known yet", "official", 1, 1, WALLED))
