"""Islands: squares that can be reached from each other on foot, there and back."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.features import Ladder
from dungeonbowl.dungeon.terrain import CHASM, is_closed_door, is_impassable

NO_ISLAND: Final[i64] = -1


def is_way(terrain: i64) -> bool:
    """Whether a route may lead over a square. A closed door can be opened or smashed later; a chasm cannot be crossed
    on foot."""
    return terrain != CHASM and (not is_impassable(terrain) or is_closed_door(terrain))


def islands(bordering: vec[i16], links: vec[i16], ladders: list[Ladder], terrain: vec[u8], count: i64) -> vec[i16]:
    """The number of each square's island; NO_ISLAND for squares that cannot be walked on. Passages (`links`, may be
    empty) and ladders are ways; a drop without a way back is not."""
    found = vec[i16]([int(NO_ISLAND)] * int(count))
    number: i64 = 0
    start: i64 = 0
    while start < count:
        if i64(found[start]) == NO_ISLAND and is_way(i64(terrain[start])):
            found[start] = i16(number)
            waiting = vec[i64]([int(start)])
            looked: i64 = 0
            while looked < len(waiting):
                here = waiting[looked]
                looked += 1
                direction: i64 = 0
                while direction < 8:
                    there = i64(bordering[here * 8 + direction])
                    if there >= 0 and i64(bordering[there * 8 + (direction + 4 & 7)]) == here:
                        waiting = joined(found, waiting, there, number, terrain)
                    direction += 1
                if len(links) > 0:
                    waiting = joined(found, waiting, i64(links[here * 2]), number, terrain)
                    waiting = joined(found, waiting, i64(links[here * 2 + 1]), number, terrain)
                for ladder in ladders:
                    if ladder.foot == here:
                        waiting = joined(found, waiting, ladder.top, number, terrain)
                    elif ladder.top == here:
                        waiting = joined(found, waiting, ladder.foot, number, terrain)
            number += 1
        start += 1
    return found


def joined(found: vec[i16], waiting: vec[i64], square: i64, number: i64, terrain: vec[u8]) -> vec[i64]:
    if square < 0 or i64(found[square]) != NO_ISLAND or not is_way(i64(terrain[square])):
        return waiting
    found[square] = i16(number)
    return append(waiting, square)
