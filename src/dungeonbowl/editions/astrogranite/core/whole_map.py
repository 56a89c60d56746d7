"""Whether a match can be played in a dungeon (A-MOD-03, A-SETUP-01, A-SETUP-02, A-SETUP-05)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.checks import modules_needed
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import FLOOR
from dungeonbowl.dungeon.walking import Walker, nearest
from dungeonbowl.engine.tables import Tables

LEAST_TOKENS: Final = 6
ZONES: Final = "ABCD"


def missing_module(dungeon: Dungeon, switches: dict[str, bool]) -> str:
    """The first feature of a dungeon whose module is off, in words; empty if there is none."""
    for module in modules_needed(dungeon):
        if not switches[module]:
            where = dungeon.name or dungeon.identity
            return f"the dungeon {where!r} needs the module {module!r}, which is off"
    return ""


def is_plain(dungeon: Dungeon, square: i64) -> bool:
    """Whether coaches may place a chest or a teleporter here: plain floor outside the end zones (A-SETUP-09)."""
    return dungeon.zone[square] < 0 and dungeon.column[square] >= 0 and i64(dungeon.terrain[square]) == FLOOR


def objection_to(dungeon: Dungeon, sides: i64, tables: Tables) -> str:
    """Why so many teams cannot play there with these numbers of chests, teleporters and balls; empty if they can."""
    if dungeon.teams != sides:
        return (
            f"{int(sides)} teams: the dungeon {dungeon.name!r} has {int(dungeon.teams)} end zones, one a team is needed"
        )
    for side, zone in enumerate(dungeon.zones):
        if len(zone) == 0:
            return f"the dungeon {dungeon.name!r} lacks end zone {ZONES[side]}"
    chests = len(dungeon.map_chests)
    if 0 < chests < LEAST_TOKENS:
        return f"the dungeon {dungeon.name!r} has {chests} chests, {LEAST_TOKENS} at least are needed"
    numbers = [number for number, square in enumerate(dungeon.map_portals, 1) if square >= 0]
    if numbers != list(range(1, len(numbers) + 1)):
        return f"the teleporters of the dungeon {dungeon.name!r} are not numbered from 1 without gaps"
    if 0 < len(numbers) < LEAST_TOKENS:
        return f"the dungeon {dungeon.name!r} has {len(numbers)} teleporters, {LEAST_TOKENS} at least are needed"
    return no_room(dungeon, chests, len(numbers), tables) or cut_off(dungeon)


def no_room(dungeon: Dungeon, chests: int, teleporters: int, tables: Tables) -> str:
    """Too few chests for the balls, or too few squares for the tokens that the map does not show; empty if neither."""
    balls = int(tables.balls)
    if 0 < chests < balls:
        return f"{balls} balls: the dungeon {dungeon.name!r} has {chests} chests to hold them"
    wanted = (int(tables.chests) if chests == 0 else 0) + (int(tables.portals) if teleporters == 0 else 0)
    taken = chests + teleporters
    free = sum(is_plain(dungeon, i64(square)) for square in range(int(dungeon.count))) - taken
    if wanted > free:
        return f"the dungeon {dungeon.name!r} has {free} squares for {wanted} chests and teleporters"
    return ""


def cut_off(dungeon: Dungeon) -> str:
    """Two end zones without a way between them (by doors, passages, ladders and teleporters); empty if there are
    none."""
    walker = Walker(dungeon)
    for first, zone in enumerate(dungeon.zones):
        steps = walker.walk(zone, 1, True)
        teleports = nearest(steps, dungeon.map_portals) >= 0
        for second, other in enumerate(dungeon.zones):
            if second <= first or nearest(steps, other) >= 0:
                continue
            if not teleports or nearest(walker.walk(other, 1, True), dungeon.map_portals) < 0:
                return f"no way leads between the end zones {ZONES[first]} and {ZONES[second]} of {dungeon.name!r}"
    return ""
