"""From the drawing to the tables: which borders are open to steps and to sight, and where each step leads."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.directions import DX, DY, E, N, S, W
from dungeonbowl.dungeon.features import FREE, Blueprint, Door
from dungeonbowl.dungeon.map_rules import map_rules
from dungeonbowl.dungeon.terrain import DOOR, GATE, OPEN_DOOR, is_wall_like, stops_sight


@final
class Grid:
    """The squares of a blueprint at their places, while a dungeon is being built."""

    column: vec[i16]
    row: vec[i16]
    level: vec[i16]
    layer: vec[u8]
    terrain: vec[u8]
    zone: vec[i16]
    upper: vec[i16]
    lower: vec[i16]
    doors: list[Door]
    walls: vec[u8]  # by place: a bit for the east and for the south border, where a thin wall closes it

    def __init__(self, blueprint: Blueprint) -> None:
        count: i64 = len(blueprint.column)
        self.count: i64 = count
        self.width: i64 = blueprint.width
        self.height: i64 = blueprint.height
        self.diagonals: i64 = blueprint.diagonals
        self.map_rules = map_rules(blueprint.edition)
        self.column = words(blueprint.column)
        self.row = words(blueprint.row)
        self.level = words(blueprint.level)
        self.layer = octets(blueprint.layer)
        self.terrain = octets(blueprint.terrain)
        self.zone = words(blueprint.zone)
        self.doors = blueprint.doors
        for door in self.doors:
            if door.other < 0 and door.kind != "doorway":
                shut = GATE if door.kind == "gate" else DOOR
                self.terrain[door.node] = u8(OPEN_DOOR) if door.is_open else u8(shut)
        area = self.width * self.height
        self.upper = vec[i16]([-1] * area)
        self.lower = vec[i16]([-1] * area)
        self.walls = vec[u8]([0] * area)
        for column, row, side in blueprint.closed:
            if 0 <= column < self.width and 0 <= row < self.height:
                wall = i64(row) * self.width + i64(column)
                self.walls[wall] = u8(i64(self.walls[wall]) | i64(1) << i64(side))
        node: i64 = 0
        while node < count:
            if self.column[node] >= 0:
                place = i64(self.row[node]) * self.width + i64(self.column[node])
                if self.layer[node] == 1:
                    self.lower[place] = i16(node)
                else:
                    self.upper[place] = i16(node)
            node += 1

    def node_at(self, column: i64, row: i64, layer: i64) -> i64:
        if column < 0 or row < 0 or column >= self.width or row >= self.height:
            return -1
        if layer == 1:
            return i64(self.lower[row * self.width + column])
        return i64(self.upper[row * self.width + column])

    def towards(self, node: i64, direction: i64, beneath: bool) -> i64:
        """The node next to this one in a direction, whatever is between them. If squares lie above each other, heights
        decide.

        The ground leads in under a platform and never up its side; a lower square leads only to lower squares and the
        ground. (D-FT-08)
        """
        column = i64(self.column[node]) + DX[direction]
        row = i64(self.row[node]) + DY[direction]
        above = self.node_at(column, row, 0)
        below = self.node_at(column, row, 1)
        if beneath:
            if below >= 0:
                return below
            return above if above >= 0 and self.level[above] == 0 else -1
        if below >= 0 and self.level[node] == 0:
            return below
        return above

    def is_shut(self, node: i64, other: i64, direction: i64, strict: bool) -> bool:
        """Whether a thin wall, and if strict a feature or a closed door, closes the border. (D-GE-01)"""
        wall = node if direction == E or direction == S else other
        side = E if direction == E or direction == W else S
        if i64(self.walls[i64(self.row[wall]) * self.width + i64(self.column[wall])]) >> side & 1 != 0:
            return True
        if not strict:
            return False
        if is_wall_like(i64(self.terrain[node])) or is_wall_like(i64(self.terrain[other])):
            return True
        return self.has_closed_door(node, other)

    def has_closed_door(self, node: i64, other: i64) -> bool:
        for door in self.doors:
            if door.other < 0 or door.is_open:
                continue
            if (door.node == node and door.other == other) or (door.node == other and door.other == node):
                return True
        return False

    def steps(self, strict: bool) -> vec[i16]:
        """First all orthogonal steps, then the diagonals that one right-angled route allows, then the heights."""
        table = vec[i16]([-1] * (self.count * 8))
        node: i64 = 0
        while node < self.count:
            if self.column[node] >= 0:
                direction: i64 = N
                while direction < 8:
                    other = self.towards(node, direction, self.layer[node] == 1)
                    if other >= 0 and not self.is_shut(node, other, direction, strict):
                        table[node * 8 + direction] = i16(other)
                    direction += 2
            node += 1
        node = 0
        while node < self.count:
            if self.column[node] >= 0:
                direction = 1
                while direction < 8:
                    other = self.towards(node, direction, self.layer[node] == 1)
                    if other >= 0 and self.is_diagonal_open(table, node, direction, other, strict):
                        table[node * 8 + direction] = i16(other)
                    direction += 2
            node += 1
        # Only now, because a diagonal may be judged over a square that is itself too high to climb. (A-PLAT-06)
        place: i64 = 0
        while place < self.count * 8:
            other = i64(table[place])
            if other >= 0 and i64(self.level[other]) - i64(self.level[place // 8]) >= 2:
                table[place] = -1
            place += 1
        return table

    def is_diagonal_open(self, table: vec[i16], node: i64, direction: i64, other: i64, strict: bool) -> bool:
        """Whether a right-angled route has two open borders, or diagonals are free. (D-GE-03)"""
        if self.diagonals == FREE:
            if not strict:
                return True
            return not is_wall_like(i64(self.terrain[node])) and not is_wall_like(i64(self.terrain[other]))
        before = (direction + 7) & 7
        after = (direction + 1) & 7
        side = i64(table[node * 8 + before])
        if side >= 0 and i64(table[side * 8 + after]) == other:
            return True
        side = i64(table[node * 8 + after])
        return side >= 0 and i64(table[side * 8 + before]) == other

    def blind(self) -> vec[u8]:
        """The squares into and through which nothing can be seen. (O-LOS-03)"""
        blind = vec[u8]([0] * self.count)
        are_doors = self.map_rules.zones_are_doors
        node: i64 = 0
        while node < self.count:
            # A door to score at is a wall to everything that flies. (S-DOOR-06, S-PASS-02)
            if stops_sight(i64(self.terrain[node])) or (are_doors and self.zone[node] >= 0):
                blind[node] = 1
            node += 1
        return blind

    def sight_borders(self, blind: vec[u8]) -> vec[u8]:
        """Four entries for each node, 1 where sight passes. Of all features only blind squares close a border to
        sight."""
        borders = vec[u8]([0] * (self.count * 4))
        node: i64 = 0
        while node < self.count:
            if self.column[node] >= 0 and blind[node] == 0:
                direction: i64 = N
                while direction < 8:
                    if self.layer[node] == 1:
                        other = self.towards(node, direction, True)
                    else:
                        column = i64(self.column[node]) + DX[direction]
                        other = self.node_at(column, i64(self.row[node]) + DY[direction], 0)
                    if other >= 0 and blind[other] == 0 and self.lets_sight(node, other, direction):
                        borders[node * 4 + direction // 2] = 1
                    direction += 2
            node += 1
        return borders

    def lets_sight(self, node: i64, other: i64, direction: i64) -> bool:
        return not self.is_shut(node, other, direction, False) and not self.has_closed_door(node, other)


def words(values: list[int]) -> vec[i16]:
    """Plain numbers as a vec of small words."""
    result = vec[i16]()
    for value in values:
        result = append(result, i16(value))
    return result


def octets(values: list[int]) -> vec[u8]:
    """Plain numbers as a vec of bytes."""
    result = vec[u8]()
    for value in values:
        result = append(result, u8(value))
    return result
