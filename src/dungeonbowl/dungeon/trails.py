"""The steps of a dungeon as lists, for searches that look at every square many times.

The table of steps has eight entries for each square, most of them walls in a corridor. A walker that has come in a
direction needs only the squares that it could not have entered one step earlier: in the open these are three to five.
`Dungeon.trails` builds the lists once for each dungeon.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

ANY_WAY: Final[i64] = 8  # the list for a walker of whom it is not known how it came
LISTS: Final[i64] = 9  # lists for each square: by the direction of the last step, and ANY_WAY

UNKNOWN: Final[i64] = -1
SEVERAL: Final[i64] = -2


@final
class Trails:
    """Lists of squares, one after the other in `onward` and `beside`. A list ends where the next one begins."""

    onward: vec[i32]  # squares that a step leads to, with its direction from bit 16
    onward_first: vec[i32]  # square * LISTS + the direction of the last step
    beside: vec[i16]  # squares from which a step or a passage leads here, so that a player here is next to them
    beside_first: vec[i32]  # by square

    def __init__(self, steps: vec[i16], links: vec[i16], count: i64) -> None:
        """`links` has two entries for each square, or none at all."""
        self.onward = vec[i32]()
        self.onward_first = vec[i32]()
        self.beside = vec[i16]()
        self.beside_first = vec[i32]()
        self.list_onward(steps, count)
        self.list_beside(steps, links, count)

    def list_onward(self, steps: vec[i16], count: i64) -> None:
        before = squares_before(steps, count)
        onward = vec[i32]()
        first = vec[i32]()
        square: i64 = 0
        while square < count:
            way: i64 = 0
            while way < LISTS:
                first = append(first, i32(len(onward)))
                origin: i64 = UNKNOWN
                if way != ANY_WAY:
                    origin = before[square * 8 + way]
                direction: i64 = 0
                while direction < 8:
                    there = i64(steps[square * 8 + direction])
                    if there >= 0 and (origin < 0 or (there != origin and not leads(steps, origin, there))):
                        onward = append(onward, i32(there | direction << 16))
                    direction += 1
                way += 1
            square += 1
        self.onward = onward
        self.onward_first = append(first, i32(len(onward)))

    def list_beside(self, steps: vec[i16], links: vec[i16], count: i64) -> None:
        found = [vec[i16]() for _ in range(count)]
        square: i64 = 0
        while square < count:
            direction: i64 = 0
            while direction < 8:
                there = i64(steps[square * 8 + direction])
                if there >= 0:
                    found[there] = append(found[there], i16(square))
                direction += 1
            if len(links) > 0:
                direction = 0
                while direction < 2:
                    there = i64(links[square * 2 + direction])
                    if there >= 0:
                        found[there] = append(found[there], i16(square))
                    direction += 1
            square += 1
        beside = vec[i16]()
        first = vec[i32]([0])
        for squares in found:
            for other in squares:
                beside = append(beside, other)
            first = append(first, i32(len(beside)))
        self.beside = beside
        self.beside_first = first


def squares_before(steps: vec[i16], count: i64) -> vec[i64]:
    """By square and direction: where a step comes from that leads here. Negative if there is no such step or more than
    one, as there may be at platforms."""
    before = vec[i64]([int(UNKNOWN)] * (count * 8))
    place: i64 = 0
    while place < count * 8:
        there = i64(steps[place])
        if there >= 0:
            key = there * 8 + (place & 7)
            if before[key] == UNKNOWN:
                before[key] = place >> 3
            else:
                before[key] = SEVERAL
        place += 1
    return before


def leads(steps: vec[i16], origin: i64, there: i64) -> bool:
    """Whether one step leads from one square to the other."""
    place = origin * 8
    end = place + 8
    while place < end:
        if i64(steps[place]) == there:
            return True
        place += 1
    return False
