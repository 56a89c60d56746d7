"""A dungeon as one side sees it: turned so that its length lies from left to right and the side's own end zone on the
left.

A learner that learns in this frame has learnt for both sides. Squares become cells of a board of fixed size; squares
beyond its edge, or beneath a platform, have no cell.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.directions import DX, DY, direction_between
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.learn import shape
from dungeonbowl.learn.shape import USUAL_BOARD, Board

MOST_KEPT: Final = 512
FARTHEST: Final[i64] = 255


@final
class Turning:
    """What has to be painted where the planes that never change show one geometry and are to show another: only the
    cells that differ, half of those that both have."""

    offsets: vec[i64]
    values: vec[u8]

    def __init__(self, shown: Geometry, wanted: Geometry) -> None:
        self.shown = shown
        planes = vec[u8]([0] * int(shape.CHESTS * shown.board.cells))
        index: i64 = 0
        while index < len(shown.offsets):
            planes[shown.offsets[index]] = shown.values[index]
            index += 1
        offsets = vec[i64]()
        values = vec[u8]()
        index = 0
        while index < len(wanted.offsets):
            place = wanted.offsets[index]
            if planes[place] != wanted.values[index]:
                offsets = append(offsets, place)
                values = append(values, wanted.values[index])
            planes[place] = 0
            index += 1
        index = 0
        while index < len(planes):
            if planes[index] != 0:
                offsets = append(offsets, index)
                values = append(values, u8(0))
            index += 1
        self.offsets = offsets
        self.values = values


@final
class Geometry:
    """Cells by squares, directions of the frame, and the planes that never change, as lists of their cells that are not
    0."""

    cell: vec[i16]
    seen: vec[i64]  # direction of the frame by direction of the dungeon
    offsets: vec[i64]
    values: vec[u8]

    def __init__(self, dungeon: Dungeon, zone: i64, board: Board) -> None:
        self.dungeon = dungeon
        self.board = board
        self.zone = zone
        self.lies: bool = dungeon.height > dungeon.width
        self.length: i64 = dungeon.height if self.lies else dungeon.width
        self.mirrored: bool = False
        self.cell = vec[i16]()
        self.seen = vec[i64]()
        self.offsets = vec[i64]()
        self.values = vec[u8]()
        self.turning: Turning | None = None
        self.mirrored = self.middle(dungeon, zone, True) > self.middle(dungeon, zone, False)
        node: i64 = 0
        while node < dungeon.count:
            self.cell = append(self.cell, i16(self.find_cell(node)))
            node += 1
        direction: i64 = 0
        while direction < 8:
            across = DX[direction]
            down = DY[direction]
            if self.lies:
                across, down = down, across
            if self.mirrored:
                across = -across
            self.seen = append(self.seen, direction_between(across, down))
            direction += 1
        self.draw()

    def turned_from(self, shown: Geometry) -> Turning:
        """What to paint over another geometry of the same board. The last answer is kept: two sides take turns."""
        found = self.turning
        if found is None or found.shown is not shown:
            found = Turning(shown, self)
            self.turning = found
        return found

    def across(self, node: i64) -> i64:
        """The column of a node in the frame."""
        dungeon = self.dungeon
        place = i64(dungeon.row[node]) if self.lies else i64(dungeon.column[node])
        if self.mirrored:
            return self.length - 1 - place
        return place

    def middle(self, dungeon: Dungeon, zone: i64, own: bool) -> i64:
        """The mean column of the side's own zone (`own`), or of all others, in sixteenths."""
        total: i64 = 0
        count: i64 = 0
        other: i64 = 0
        while other < dungeon.teams:
            if (other == zone) == own:
                for node in dungeon.zones[other]:
                    total += self.across(i64(node))
                    count += 1
            other += 1
        if count == 0:
            return 0
        return total * 16 // count

    def find_cell(self, node: i64) -> i64:
        dungeon = self.dungeon
        if dungeon.column[node] < 0 or dungeon.layer[node] != 0:
            return -1
        column = self.across(node)
        row = i64(dungeon.column[node]) if self.lies else i64(dungeon.row[node])
        if column >= self.board.width or row >= self.board.height:
            return -1
        return row * self.board.width + column

    def note(self, plane: i64, cell: i64, value: i64) -> None:
        if value != 0:
            self.offsets = append(self.offsets, plane * self.board.cells + cell)
            self.values = append(self.values, u8(value))

    def draw(self) -> None:
        dungeon = self.dungeon
        scoring = self.nearest(False)
        defending = self.nearest(True)
        node: i64 = 0
        while node < dungeon.count:
            cell = i64(self.cell[node])
            if cell >= 0:
                direction: i64 = 0
                while direction < 8:
                    if dungeon.neighbours[node * 8 + direction] >= 0:
                        self.note(shape.STEPS + self.seen[direction], cell, 1)
                    direction += 1
                self.note(shape.FLOOR, cell, 1)
                self.note(shape.TERRAIN, cell, i64(dungeon.terrain[node]))
                zone = i64(dungeon.zone[node])
                if zone == self.zone:
                    self.note(shape.OWN_ZONE, cell, 1)
                elif zone >= 0:
                    self.note(shape.OTHER_ZONE, cell, 1)
                self.note(shape.TO_SCORE, cell, scoring[node])
                self.note(shape.TO_DEFEND, cell, defending[node])
            node += 1

    def nearest(self, own: bool) -> vec[i64]:
        """Steps from each square to the side's own zone (`own`), or to the nearest other one; 255 if there is no
        way."""
        dungeon = self.dungeon
        found = vec[i64]([int(FARTHEST)] * int(dungeon.count))
        other: i64 = 0
        while other < dungeon.teams:
            if (other == self.zone) == own:
                steps = dungeon.zone_distance(other)
                node: i64 = 0
                while node < dungeon.count:
                    if steps[node] >= 0 and i64(steps[node]) < found[node]:
                        found[node] = i64(steps[node])
                    node += 1
            other += 1
        return found


@final
class Geometries:
    """The geometries that have been built, by dungeon, zone and board."""

    kept: dict[Dungeon, list[Geometry]]

    def __init__(self) -> None:
        self.kept = {}

    def find(self, dungeon: Dungeon, zone: i64, board: Board = USUAL_BOARD) -> Geometry:
        found = self.kept.get(dungeon)
        if found is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept = {}
            found = []
            self.kept[dungeon] = found
        for geometry in found:
            if geometry.zone == zone and geometry.board.has_sizes_of(board):
                return geometry
        drawn = Geometry(dungeon, zone, board)
        found.append(drawn)
        return drawn


SHELF: Final = Geometries()
