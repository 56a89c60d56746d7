"""Tiles on a grid, fast: where a tile may lie, which doorways it gets, and how the squares are joined.

The rules are those of `tiles`, but over flat arrays: a search tries thousands of placements. (D-OF-02 to -05)
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from dungeonbowl.dungeon.directions import DX, DY, E, N, S, W
from dungeonbowl.dungeon.distance import BARRED
from dungeonbowl.dungeon.tiles import TILES, turned

TILE_LIMIT: Final[i64] = 62  # tiles are bits of one number

FLOOR: Final[i64] = 0
WALL_LIKE: Final[i64] = 1
PIT: Final[i64] = 2  # the fiery chasm: open borders, but no player can stand there


@final
class Shape:
    """A tile in one rotation: its squares and its outer sides, each side a straight row from west or north."""

    x: vec[i16]
    y: vec[i16]
    solid: vec[u8]
    edge_x: vec[i16]
    edge_y: vec[i16]
    edge_side: vec[u8]
    edge_first: vec[u8]  # 1 where a new row of borders begins
    # The same as places of a board, counted from the place of the top left square (`fit`).
    cells: vec[i32]
    edge_cell: vec[i32]
    edge_beyond: vec[i32]  # the square beyond the border
    edge_shut: vec[u8]  # 1 where the square inside the border cannot be entered

    def __init__(self, name: str, kind: str, rotation: i64, rows: tuple[str, ...]) -> None:
        self.name = name
        self.kind = kind
        self.rotation: i64 = rotation
        self.rows = rows
        self.height: i64 = len(rows)
        self.width: i64 = len(rows[0])
        self.is_box: bool = True
        self.x = vec[i16]()
        self.y = vec[i16]()
        self.solid = vec[u8]()
        self.edge_x = vec[i16]()
        self.edge_y = vec[i16]()
        self.edge_side = vec[u8]()
        self.edge_first = vec[u8]()
        self.span: i64 = 0  # the width of the board that the places below are for
        self.cells = vec[i32]()
        self.edge_cell = vec[i32]()
        self.edge_beyond = vec[i32]()
        self.edge_shut = vec[u8]()
        for row in range(len(rows)):
            for column in range(len(rows[row])):
                character = rows[row][column]
                if character == "#":
                    self.is_box = False
                    continue
                self.x = append(self.x, i16(column))
                self.y = append(self.y, i16(row))
                code: i64 = FLOOR
                if character == "F":
                    code = PIT
                elif character in "IKY":
                    code = WALL_LIKE
                self.solid = append(self.solid, u8(code))
        self.find_edges()

    def is_open(self, column: i64, row: i64) -> bool:
        if column < 0 or row < 0 or column >= self.width or row >= self.height:
            return False
        return self.rows[row][column] != "#"

    def find_edges(self) -> None:
        for side in (N, E, S, W):
            upright = side == E or side == W
            lines = self.width if upright else self.height
            length = self.height if upright else self.width
            line: i64 = 0
            while line < lines:
                place: i64 = 0
                unbroken = False
                while place < length:
                    column = line if upright else place
                    row = place if upright else line
                    if self.is_open(column, row) and not self.is_open(column + DX[side], row + DY[side]):
                        self.edge_x = append(self.edge_x, i16(column))
                        self.edge_y = append(self.edge_y, i16(row))
                        self.edge_side = append(self.edge_side, u8(side))
                        self.edge_first = append(self.edge_first, u8(0 if unbroken else 1))
                        unbroken = True
                    else:
                        unbroken = False
                    place += 1
                line += 1

    def fit(self, span: i64) -> None:
        """Work out the places for boards of this width. Thousands of placements are tried on one board."""
        cells = vec[i32]()
        index: i64 = 0
        while index < len(self.x):
            cells = append(cells, i32(i64(self.y[index]) * span + i64(self.x[index])))
            index += 1
        edge_cell = vec[i32]()
        edge_beyond = vec[i32]()
        edge_shut = vec[u8]()
        index = 0
        while index < len(self.edge_x):
            column = i64(self.edge_x[index])
            row = i64(self.edge_y[index])
            side = i64(self.edge_side[index])
            edge_cell = append(edge_cell, i32(row * span + column))
            edge_beyond = append(edge_beyond, i32((row + DY[side]) * span + column + DX[side]))
            edge_shut = append(edge_shut, u8(1 if self.rows[row][column] in "IKYF" else 0))
            index += 1
        self.cells = cells
        self.edge_cell = edge_cell
        self.edge_beyond = edge_beyond
        self.edge_shut = edge_shut
        self.span = span


SHAPES: Final[dict[str, list[Shape]]] = {}


def shapes_of(name: str) -> list[Shape]:
    """The rotations of a tile that differ from each other."""
    found = SHAPES.get(name)
    if found is None:
        found = []
        tile = TILES[name]
        seen: set[tuple[str, ...]] = set()
        for rotation in (0, 90, 180, 270):
            rows = turned(tile.rows, rotation)
            if rows not in seen:
                seen.add(rows)
                found.append(Shape(name, tile.kind, rotation, rows))
        SHAPES[name] = found
    return found


def shape_turned(name: str, rotation: i64) -> Shape:
    """The tile in this rotation, or in an equal one with a smaller angle."""
    rows = turned(TILES[name].rows, int(rotation % 360))
    for shape in shapes_of(name):
        if shape.rows == rows:
            return shape
    raise ValueError(f"tile {name} does not turn by {rotation}")


@final
class Board:
    """The tiles laid so far. `probe` checks one more tile and leaves its contacts in the `touch` fields; `place` lays
    it."""

    owner: vec[i16]
    solid: vec[u8]
    gates: vec[u8]  # a bit per side: the border is part of a doorway
    node_of: vec[i16]
    stamp: vec[i64]
    longest: vec[i64]
    longest_key: vec[i64]
    longest_edge: vec[i64]
    touched: vec[i16]
    door_edge: vec[i64]  # for each touched tile the edge at which its doorway starts
    tile_x: vec[i64]
    tile_y: vec[i64]
    shapes: list[Shape]
    pairs: list[tuple[int, int]]
    cells: vec[i64]
    steps: vec[i16]
    barred: vec[i16]
    ways: vec[i16]  # the steps that lead to squares that can be entered, as lists that follow each other
    ways_first: vec[i32]  # where the list of each numbered square begins, and the end of the last

    def __init__(self, width: i64, height: i64) -> None:
        self.span: i64 = width
        self.depth: i64 = height
        area = width * height
        self.owner = vec[i16]([-1] * area)
        self.solid = vec[u8]([0] * area)
        self.gates = vec[u8]([0] * area)
        self.node_of = vec[i16]([-1] * area)
        self.stamp = vec[i64]([0] * area)
        self.round: i64 = 0
        self.longest = vec[i64]([0] * TILE_LIMIT)
        self.longest_key = vec[i64]([0] * TILE_LIMIT)
        self.longest_edge = vec[i64]([0] * TILE_LIMIT)
        self.touched = vec[i16]([0] * TILE_LIMIT)
        self.door_edge = vec[i64]([0] * TILE_LIMIT)
        self.touches: i64 = 0
        self.tile_x = vec[i64]()
        self.tile_y = vec[i64]()
        self.shapes = []
        self.pairs = []
        self.cells = vec[i64]()
        self.steps = vec[i16]()
        self.barred = vec[i16]()
        self.ways = vec[i16]()
        self.ways_first = vec[i32]()
        self.left: i64 = width
        self.top: i64 = height
        self.right: i64 = -1
        self.bottom: i64 = -1

    def clear(self) -> None:
        while len(self.shapes) > 0:
            self.take_back()

    def step_over(self, side: i64) -> i64:
        return DY[side] * self.span + DX[side]

    def probe(self, shape: Shape, x: i64, y: i64) -> i64:
        """How many tiles this one would touch, or -1 if it may not lie here. (D-OF-02 to -05)"""
        span = self.span
        self.touches = 0
        if x < 1 or y < 1 or x + shape.width >= span or y + shape.height >= self.depth:
            return -1
        base = y * span + x
        if shape.span != span:
            shape.fit(span)
        owner = self.owner
        cells = shape.cells
        index: i64 = 0
        count = i64(len(cells))
        while index < count:
            if owner[base + i64(cells[index])] >= 0:
                return -1
            index += 1
        beyond = shape.edge_beyond
        edge_first = shape.edge_first
        edges = i64(len(beyond))
        facing: i64 = -1
        length: i64 = 0
        start: i64 = 0
        index = 0
        while index <= edges:
            other: i64 = -1
            begins = True
            if index < edges:
                other = i64(owner[base + i64(beyond[index])])
                begins = edge_first[index] == 1
            if begins or other != facing:
                if facing >= 0:
                    if length < 2:
                        return -1
                    self.note_run(shape, base, facing, length, start)
                facing = other
                length = 0
                start = index
            if other >= 0:
                length += 1
            index += 1
        index = 0
        while index < self.touches:
            tile = i64(self.touched[index])
            edge = self.doorway_edge(shape, base, self.longest_edge[tile], self.longest[tile])
            if edge < 0:
                return -1
            self.door_edge[index] = edge
            index += 1
        return self.touches

    def note_run(self, shape: Shape, base: i64, tile: i64, length: i64, edge: i64) -> None:
        """Keep the longest run with each tile, among equals the first in reading order. (D-OF-04)"""
        side = i64(shape.edge_side[edge])
        cell = base + i64(shape.edge_cell[edge])
        if side == N or side == W:  # a border is named by the square west or north of it
            cell = base + i64(shape.edge_beyond[edge])
        key = cell * 2
        if side == N or side == S:
            key += 1
        index: i64 = 0
        while index < self.touches:
            if i64(self.touched[index]) == tile:
                break
            index += 1
        if index == self.touches:
            self.touched[index] = i16(tile)
            self.touches += 1
        elif length < self.longest[tile] or (length == self.longest[tile] and key > self.longest_key[tile]):
            return
        self.longest[tile] = length
        self.longest_key[tile] = key
        self.longest_edge[tile] = edge

    def doorway_edge(self, shape: Shape, base: i64, edge: i64, length: i64) -> i64:
        """The edge at which the doorway of a run starts; -1 if no central place can be entered. (D-OF-05)"""
        offset = (length - 2) // 2
        while offset <= (length - 1) // 2:
            if self.is_clear(shape, base, edge + offset) and self.is_clear(shape, base, edge + offset + 1):
                return edge + offset
            offset += 1
        return -1

    def is_clear(self, shape: Shape, base: i64, edge: i64) -> bool:
        return shape.edge_shut[edge] == 0 and self.solid[base + i64(shape.edge_beyond[edge])] == 0

    def place(self, shape: Shape, x: i64, y: i64) -> None:
        """Lay a tile that was just probed here, and open its doorways."""
        tile = len(self.shapes)
        base = y * self.span + x
        self.lay(shape, x, y)
        index: i64 = 0
        while index < self.touches:
            self.pairs.append((int(self.touched[index]), int(tile)))
            edge = self.door_edge[index]
            after = edge + 2
            while edge < after:
                cell = base + i64(shape.edge_y[edge]) * self.span + i64(shape.edge_x[edge])
                self.open_border(cell, i64(shape.edge_side[edge]))
                edge += 1
            index += 1

    def lay(self, shape: Shape, x: i64, y: i64) -> None:
        """Lay a tile without any doorway."""
        tile = len(self.shapes)
        base = y * self.span + x
        index: i64 = 0
        if shape.span != self.span:
            shape.fit(self.span)
        while index < len(shape.cells):
            cell = base + i64(shape.cells[index])
            self.owner[cell] = i16(tile)
            self.solid[cell] = shape.solid[index]
            index += 1
        self.shapes.append(shape)
        self.tile_x = append(self.tile_x, x)
        self.tile_y = append(self.tile_y, y)
        self.measure()

    def open_border(self, cell: i64, side: i64) -> None:
        other = cell + self.step_over(side)
        back = (side + 4) & 7
        self.gates[cell] = u8(i64(self.gates[cell]) | (i64(1) << side))
        self.gates[other] = u8(i64(self.gates[other]) | (i64(1) << back))

    def take_back(self) -> None:
        """Lift the tile laid last."""
        tile = len(self.shapes) - 1
        shape = self.shapes.pop()
        x = self.tile_x[tile]
        y = self.tile_y[tile]
        base = y * self.span + x
        index: i64 = 0
        while index < len(shape.x):
            cell = base + i64(shape.y[index]) * self.span + i64(shape.x[index])
            side: i64 = N
            while side < 8:
                if (i64(self.gates[cell]) >> side) & 1 == 1:
                    other = cell + self.step_over(side)
                    self.gates[other] = u8(i64(self.gates[other]) & (255 - (i64(1) << ((side + 4) & 7))))
                side += 2
            self.owner[cell] = -1
            self.solid[cell] = 0
            self.gates[cell] = 0
            index += 1
        self.tile_x = self.tile_x[:tile]
        self.tile_y = self.tile_y[:tile]
        while len(self.pairs) > 0 and self.pairs[len(self.pairs) - 1][1] == tile:
            self.pairs.pop()
        self.measure()

    def measure(self) -> None:
        """The box around everything laid."""
        self.left = self.span
        self.top = self.depth
        self.right = -1
        self.bottom = -1
        for tile in range(len(self.shapes)):
            shape = self.shapes[tile]
            x = self.tile_x[tile]
            y = self.tile_y[tile]
            if x < self.left:
                self.left = x
            if y < self.top:
                self.top = y
            if x + shape.width - 1 > self.right:
                self.right = x + shape.width - 1
            if y + shape.height - 1 > self.bottom:
                self.bottom = y + shape.height - 1

    def places_beside(self, shape: Shape) -> vec[i64]:
        """Every place, as y * span + x, at which the box of a shape touches that of a tile: where contacts can be.

        Boxes may overlap only where one of the two has notches. (D-GN-04)
        """
        found = vec[i64]()
        self.round += 1
        stamp = self.stamp
        now = self.round
        span = self.span
        depth = self.depth
        for tile in range(len(self.shapes)):
            other = self.shapes[tile]
            left = self.tile_x[tile] - shape.width
            top = self.tile_y[tile] - shape.height
            right = self.tile_x[tile] + other.width
            bottom = self.tile_y[tile] + other.height
            only_rim = shape.is_box and other.is_box
            y = top
            while y <= bottom:
                x = left
                while x <= right:
                    if x >= 1 and y >= 1 and x < span and y < depth:
                        place = y * span + x
                        if stamp[place] != now:
                            stamp[place] = now
                            found = append(found, place)
                    if only_rim and top < y < bottom and x == left:
                        x = right
                    else:
                        x += 1
                y += 1
        return found

    def build_steps(self) -> None:
        """Number the squares laid, and where each step leads. (D-GE-01 to -03)"""
        index: i64 = 0
        while index < len(self.cells):
            self.node_of[self.cells[index]] = -1
            index += 1
        cells = vec[i64]()
        y = self.top
        while y <= self.bottom:
            x = self.left
            while x <= self.right:
                cell = y * self.span + x
                if self.owner[cell] >= 0:
                    self.node_of[cell] = i16(len(cells))
                    cells = append(cells, cell)
                x += 1
            y += 1
        self.cells = cells
        count = i64(len(cells))
        steps = vec[i16]([-1] * (count * 8))
        barred = vec[i16]([-1] * count)
        node: i64 = 0
        while node < count:
            cell = cells[node]
            if self.solid[cell] != 0:
                barred[node] = -2
            side: i64 = N
            while side < 8:
                if self.is_border_open(cell, side):
                    steps[node * 8 + side] = self.node_of[cell + self.step_over(side)]
                side += 2
            node += 1
        node = 0
        while node < count:
            side = 1
            while side < 8:
                target = self.diagonal(steps, node, (side + 7) & 7, (side + 1) & 7)
                if target < 0:
                    target = self.diagonal(steps, node, (side + 1) & 7, (side + 7) & 7)
                steps[node * 8 + side] = i16(target)
                side += 2
            node += 1
        self.steps = steps
        self.barred = barred
        self.list_ways()

    def list_ways(self) -> None:
        ways = vec[i16]()
        first = vec[i32]()
        place: i64 = 0
        while place < len(self.steps):
            if place & 7 == 0:
                first = append(first, i32(len(ways)))
            other = i64(self.steps[place])
            if other >= 0 and i64(self.barred[other]) != BARRED:
                ways = append(ways, i16(other))
            place += 1
        self.ways = ways
        self.ways_first = append(first, i32(len(ways)))

    def is_border_open(self, cell: i64, side: i64) -> bool:
        other = cell + self.step_over(side)
        if self.owner[other] < 0 or i64(self.solid[cell]) == WALL_LIKE or i64(self.solid[other]) == WALL_LIKE:
            return False
        return self.owner[cell] == self.owner[other] or (i64(self.gates[cell]) >> side) & 1 == 1

    def diagonal(self, steps: vec[i16], node: i64, first: i64, second: i64) -> i64:
        over = i64(steps[node * 8 + first])
        if over < 0:
            return -1
        return i64(steps[over * 8 + second])

    def entrances(self, shape: Shape, x: i64, y: i64) -> vec[i16]:
        """The numbered squares one step outside a shape that was just probed, its doorways counted as open."""
        found = vec[i16]()
        base = y * self.span + x
        index: i64 = 0
        while index < self.touches:
            edge = self.door_edge[index]
            side = i64(shape.edge_side[edge])
            cell = base + i64(shape.edge_y[edge]) * self.span + i64(shape.edge_x[edge]) + self.step_over(side)
            along: i64 = S if side == E or side == W else E
            near = i64(self.node_of[cell])
            far = i64(self.node_of[cell + self.step_over(along)])
            found = append(append(found, i16(near)), i16(far))
            # From the last square of the doorway a diagonal step leads round its post.
            before = i64(self.steps[near * 8 + ((along + 4) & 7)])
            if before >= 0 and self.barred[before] != -2:
                found = append(found, i16(before))
            after = i64(self.steps[far * 8 + along])
            if after >= 0 and self.barred[after] != -2:
                found = append(found, i16(after))
            index += 1
        return found
