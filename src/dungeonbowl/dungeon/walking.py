"""Walking distances for map checks: doors count as open, chests and portals end a path but carry none on. (D-GE-05)"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.features import Door
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.grid import Grid
from dungeonbowl.dungeon.terrain import is_closed_door, is_impassable


def steps_with_doors_open(dungeon: Dungeon) -> vec[i16]:
    """The table of steps as if every door stood open; the dungeon's own table where none is shut."""
    shut = False
    for door in dungeon.doors:
        if not door.is_open:
            shut = True
    if not shut:
        return dungeon.neighbours
    opened = [Door(door.node, door.other, door.kind, door.size, True) for door in dungeon.doors]
    return Grid(dungeon.blueprint.with_doors(opened)).steps(True)


@final
class Walker:
    """Measures one dungeon. Tokens block the inside of a path from the moment they are set."""

    steps: vec[i16]
    enterable: vec[u8]
    token: vec[u8]  # 1 where a chest or portal stands
    queue: vec[i16]
    link_from: vec[i16]  # what passages and ladders join, used only on demand
    link_to: vec[i16]

    def __init__(self, dungeon: Dungeon) -> None:
        count = dungeon.count
        self.count: i64 = count
        self.steps = steps_with_doors_open(dungeon)
        self.enterable = vec[u8]([0] * count)
        self.token = vec[u8]([0] * count)
        self.queue = vec[i16]([0] * count)
        node: i64 = 0
        while node < count:
            code = i64(dungeon.terrain[node])
            if dungeon.column[node] >= 0 and (is_closed_door(code) or not is_impassable(code)):
                self.enterable[node] = 1
            node += 1
        self.link_from = vec[i16]()
        self.link_to = vec[i16]()
        for passage in dungeon.passages:
            self.link(passage.first, passage.second)
        for ladder in dungeon.ladders:
            self.link(ladder.foot, ladder.top)

    def link(self, first: i64, second: i64) -> None:
        self.link_from = append(append(self.link_from, i16(first)), i16(second))
        self.link_to = append(append(self.link_to, i16(second)), i16(first))

    def set_tokens(self, chests: vec[i16], portals: vec[i16]) -> None:
        """Forget the tokens so far and set these; entries below 0 are none."""
        node: i64 = 0
        while node < self.count:
            self.token[node] = 0
            node += 1
        for tokens in (chests, portals):
            index: i64 = 0
            while index < len(tokens):
                if tokens[index] >= 0:
                    self.token[i64(tokens[index])] = 1
                index += 1

    def walk(self, sources: vec[i16], stride: i64 = 1, linked: bool = False) -> vec[i16]:
        """Least number of steps from the sources to every node, -1 where no path leads.

        With stride 2 only orthogonal steps count; `linked` adds passages and ladders as steps. (D-AS-06)
        """
        out = vec[i16]([-1] * self.count)
        steps = self.steps
        queue = self.queue
        head: i64 = 0
        tail: i64 = 0
        index: i64 = 0
        while index < len(sources):
            node = i64(sources[index])
            if out[node] < 0:
                out[node] = 0
                queue[tail] = i16(node)
                tail += 1
            index += 1
        while head < tail:
            node = i64(queue[head])
            head += 1
            if self.token[node] == 1 and out[node] > 0:
                continue
            reached = i64(out[node]) + 1
            direction: i64 = 0
            while direction < 8:
                other = i64(steps[node * 8 + direction])
                if other >= 0 and out[other] < 0 and self.enterable[other] == 1:
                    out[other] = i16(reached)
                    queue[tail] = i16(other)
                    tail += 1
                direction += stride
            if linked:
                index = 0
                while index < len(self.link_from):
                    if i64(self.link_from[index]) == node:
                        other = i64(self.link_to[index])
                        if out[other] < 0:
                            out[other] = i16(reached)
                            queue[tail] = i16(other)
                            tail += 1
                    index += 1
        return out

    def is_whole_without_tokens(self) -> bool:
        """Whether the squares that can be entered and hold no token are connected orthogonally. (D-OF-14)"""
        free: i64 = 0
        start: i64 = -1
        node: i64 = 0
        while node < self.count:
            if self.enterable[node] == 1 and self.token[node] == 0:
                free += 1
                if start < 0:
                    start = node
            node += 1
        if start < 0:
            return True
        out = self.walk(vec[i16]([i16(start)]), 2)
        node = 0
        while node < self.count:
            if self.enterable[node] == 1 and self.token[node] == 0:
                if out[node] < 0:
                    return False
            node += 1
        return True

    def open_around(self, node: i64) -> i64:
        """How many squares can be stepped on from here."""
        found: i64 = 0
        direction: i64 = 0
        while direction < 8:
            other = i64(self.steps[node * 8 + direction])
            if other >= 0 and self.enterable[other] == 1:
                found += 1
            direction += 1
        return found


def nearest(out: vec[i16], nodes: vec[i16]) -> i64:
    """The least distance among these nodes, -1 if none is reached."""
    best: i64 = -1
    index: i64 = 0
    while index < len(nodes):
        node = i64(nodes[index])
        if node >= 0 and out[node] >= 0:
            if best < 0 or i64(out[node]) < best:
                best = i64(out[node])
        index += 1
    return best


def total(out: vec[i16], nodes: vec[i16]) -> i64:
    """The sum of the distances of these nodes; unreached ones count nothing."""
    found: i64 = 0
    index: i64 = 0
    while index < len(nodes):
        node = i64(nodes[index])
        if node >= 0 and out[node] > 0:
            found += i64(out[node])
        index += 1
    return found


def far_apart(first: i64, second: i64, percent: i64) -> bool:
    """Whether two sums differ by more than so many per cent of the larger."""
    larger = first if first > second else second
    smaller = second if first > second else first
    return (larger - smaller) * 100 > larger * percent
