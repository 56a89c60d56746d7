"""Walking distances over a table of steps, breadth first."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from dungeonbowl.dungeon.terrain import is_impassable

BARRED: Final[i64] = -2


def distances(neighbours: vec[i16], barred: vec[i16], sources: vec[i16], out: vec[i16], goal: i64 = -1) -> None:
    """Fill `out` with the least number of steps from the nearest source to each node, -1 where no path leads.

    Nodes whose entry in `barred` is -2 are never entered; any other entry leaves them free. A source counts as
    reached wherever it lies. With a `goal` the search ends when that node is reached; farther ones stay at -1.
    """
    count = len(out)
    node: i64 = 0
    while node < count:
        out[node] = -1
        node += 1
    queue = vec[i16]([0] * count)
    head: i64 = 0
    tail: i64 = 0
    index: i64 = 0
    while index < len(sources):
        node = i64(sources[index])
        if node >= 0 and out[node] < 0:
            out[node] = 0
            queue[tail] = i16(node)
            tail += 1
        index += 1
    while head < tail:
        node = i64(queue[head])
        if node == goal:
            return
        head += 1
        steps = i64(out[node]) + 1
        base = node * 8
        direction: i64 = 0
        while direction < 8:
            other = i64(neighbours[base + direction])
            if other >= 0 and out[other] < 0 and i64(barred[other]) != BARRED:
                out[other] = i16(steps)
                queue[tail] = i16(other)
                tail += 1
            direction += 1


def distances_over(
    ways: vec[i16], first: vec[i32], sources: vec[i16], begin: i64, out: vec[i16], queue: vec[i16]
) -> None:
    """The same over lists of steps that can be taken (`Board.ways`), for many walks over one board. `out` must hold -1
    everywhere; a source counts as `begin` steps away. `queue` has as many entries as `out`."""
    head: i64 = 0
    tail: i64 = 0
    index: i64 = 0
    while index < len(sources):
        node = i64(sources[index])
        if node >= 0 and out[node] < 0:
            out[node] = i16(begin)
            queue[tail] = i16(node)
            tail += 1
        index += 1
    while head < tail:
        node = i64(queue[head])
        head += 1
        steps = i16(i64(out[node]) + 1)
        place = i64(first[node])
        end = i64(first[node + 1])
        while place < end:
            other = i64(ways[place])
            if out[other] < 0:
                out[other] = steps
                queue[tail] = i16(other)
                tail += 1
            place += 1


def distances_towards(neighbours: vec[i16], barred: vec[i16], targets: vec[i16], out: vec[i16]) -> None:
    """Like `distances`, but counts steps from each node to the nearest target.

    The two differ only where a step has no way back, as down from a platform. Sweeps until nothing improves.
    """
    distances(neighbours, barred, vec[i16](), out)
    count = len(out)
    index: i64 = 0
    while index < len(targets):
        out[i64(targets[index])] = 0
        index += 1
    changed = True
    while changed:
        changed = False
        node: i64 = 0
        while node < count:
            if i64(barred[node]) != BARRED:
                best = i64(out[node])
                direction: i64 = 0
                while direction < 8:
                    other = i64(neighbours[node * 8 + direction])
                    if other >= 0 and out[other] >= 0 and i64(barred[other]) != BARRED:
                        steps = i64(out[other]) + 1
                        if best < 0 or steps < best:
                            best = steps
                    direction += 1
                if best != i64(out[node]):
                    out[node] = i16(best)
                    changed = True
            node += 1


def barred_by_terrain(terrain: vec[u8]) -> vec[i16]:
    """A new table for `distances`: -2 for squares that cannot be walked on, -1 for all others. Callers may add to
    it."""
    count = len(terrain)
    barred = vec[i16]([-1] * count)
    node: i64 = 0
    while node < count:
        if is_impassable(i64(terrain[node])):
            barred[node] = -2
        node += 1
    return barred
