"""How many squares a leap from one square to another counts for, whatever is between them. (A-LEAP-02, A-PLAT-09)

`drops` is empty if there are no ledges."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

LONGEST: Final[i64] = 255


def spans(start: i64, walks: vec[i16], drops: vec[i16], count: i64) -> vec[u8]:
    """The fewest connecting steps from a square to every other; a ledge counts as two. 0 for the square itself and for
    squares out of reach."""
    found = vec[u8](bytes(count))
    now = vec[i16]([int(start)])
    falling = vec[i16]()  # squares over a ledge, found at the distance before
    distance: i64 = 1
    while distance <= LONGEST and (len(now) > 0 or len(falling) > 0):
        then = vec[i16]()
        for node in falling:
            then = reached(found, then, start, i64(node), distance)
        falling = vec[i16]()
        for node in now:
            base = i64(node) * 8
            direction: i64 = 0
            while direction < 8:
                square = i64(walks[base + direction])
                if square >= 0:
                    then = reached(found, then, start, square, distance)
                if len(drops) > 0:
                    square = i64(drops[base + direction])
                    if square >= 0:
                        falling = append(falling, i16(square))
                direction += 1
        now = then
        distance += 1
    return found


def reached(found: vec[u8], squares: vec[i16], start: i64, square: i64, distance: i64) -> vec[i16]:
    if square == start or found[square] != 0:
        return squares
    found[square] = u8(distance)
    return append(squares, i16(square))


def step_span(here: i64, there: i64, walks: vec[i16], drops: vec[i16]) -> i64:
    """How many squares one step counts for; 0 if it is no step."""
    direction: i64 = 0
    while direction < 8:
        if i64(walks[here * 8 + direction]) == there:
            return 1
        if len(drops) > 0 and i64(drops[here * 8 + direction]) == there:
            return 2
        direction += 1
    return 0


def has_way_out(origin: i64, walks: vec[i16], drops: vec[i16]) -> bool:
    """Whether any square is two squares away. In nearly every place the first look straight ahead finds one."""
    direction: i64 = 0
    while direction < 8:
        beside = i64(walks[origin * 8 + direction])
        turn: i64 = 0
        while beside >= 0 and turn < 8:
            place = beside * 8 + (direction + turn & 7)
            beyond = i64(walks[place])
            if beyond < 0 and len(drops) > 0:
                beyond = i64(drops[place])
            if beyond >= 0 and beyond != origin and step_span(origin, beyond, walks, drops) != 1:
                return True
            turn += 1
        if len(drops) > 0 and drops[origin * 8 + direction] >= 0:
            return True
        direction += 1
    return False
