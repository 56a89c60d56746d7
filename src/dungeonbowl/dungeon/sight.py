"""Straight lines over the board, in whole numbers: line of sight, where a flight is stopped, what a ruler covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.directions import direction_between
from dungeonbowl.dungeon.features import FREE

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon

UNKNOWN: Final[i64] = 0
HIDDEN: Final[i64] = 1
SEEN: Final[i64] = 2

CLEAR: Final[i64] = 8  # in the place of a direction: the line reached its end


@final
class Sight:
    """Lines of sight of one dungeon, computed when first needed and kept. (O-LOS-01, O-LOS-02)

    Squares beneath a platform see along the lower plane: other lower squares and the ground. All other pairs see along
    the squares drawn from above, whatever their heights.
    """

    known: vec[u8]
    column: vec[i16]
    row: vec[i16]
    level: vec[i16]
    layer: vec[u8]
    upper: vec[i16]
    lower: vec[i16]
    border: vec[u8]
    blind: vec[u8]

    def __init__(
        self,
        width: i64,
        height: i64,
        diagonals: i64,
        column: vec[i16],
        row: vec[i16],
        level: vec[i16],
        layer: vec[u8],
        upper: vec[i16],
        lower: vec[i16],
        border: vec[u8],
        blind: vec[u8],
    ) -> None:
        self.width = width
        self.height = height
        self.diagonals = diagonals
        self.column = column
        self.row = row
        self.level = level
        self.layer = layer
        self.upper = upper
        self.lower = lower
        self.border = border
        self.blind = blind
        self.count: i64 = len(column)
        self.known = vec[u8]()

    def sees(self, first: i64, second: i64) -> bool:
        """Whether the segment between the two centres crosses no border closed to sight."""
        if first == second:
            return True
        if len(self.known) == 0:
            # only now, because the table of a large board is big, and short games never need it
            self.known = vec[u8](bytes(self.count * self.count))
        known = self.known
        place = first * self.count + second
        answer = i64(known[place])
        if answer == UNKNOWN:
            answer = HIDDEN
            if self.column[first] >= 0 and self.column[second] >= 0:
                beneath = self.layer[first] == 1 or self.layer[second] == 1
                end = self.follow(first, i64(self.column[second]), i64(self.row[second]), beneath)
                if end == second << 4 | CLEAR:
                    answer = SEEN
            known[place] = u8(answer)
            known[second * self.count + first] = u8(answer)
        return answer == SEEN

    def flight(self, first: i64, column: i64, row: i64) -> i64:
        """Fly straight from a node towards any place of the grid, even in rock or off the map.

        Returns `node << 4 | direction`: the last open square reached and the direction in which the line would have
        gone on into something solid, or CLEAR in place of the direction when it arrived.
        """
        return self.follow(first, column, row, self.layer[first] == 1)

    def follow(self, first: i64, column: i64, row: i64, beneath: bool) -> i64:
        """Walk through the squares that the segment crosses; the next crossings are compared by cross-multiplying."""
        x = i64(self.column[first])
        y = i64(self.row[first])
        columns = column - x
        rows = row - y
        step_x: i64 = 1
        if columns < 0:
            step_x = -1
            columns = -columns
        step_y: i64 = 1
        if rows < 0:
            step_y = -1
            rows = -rows
        node = first
        done_x: i64 = 0
        done_y: i64 = 0
        while done_x < columns or done_y < rows:
            across = (1 + 2 * done_x) * rows
            down = (1 + 2 * done_y) * columns
            if across < down:
                following = self.across(node, x + step_x, y, 2 - step_x, beneath)
                if following < 0:
                    return node << 4 | direction_between(step_x, 0)
                x += step_x
                done_x += 1
            elif across > down:
                following = self.across(node, x, y + step_y, 1 + step_y, beneath)
                if following < 0:
                    return node << 4 | direction_between(0, step_y)
                y += step_y
                done_y += 1
            else:
                following = self.past_corner(node, x, y, step_x, step_y, beneath)
                if following < 0:
                    return node << 4 | direction_between(step_x, step_y)
                x += step_x
                y += step_y
                done_x += 1
                done_y += 1
            node = following
        return node << 4 | CLEAR

    def past_corner(self, node: i64, x: i64, y: i64, step_x: i64, step_y: i64, beneath: bool) -> i64:
        """The square diagonally beyond an exact grid corner, or -1. (O-LOS-02; S-PASS-03 where diagonals are free)"""
        if self.diagonals == FREE:
            beyond = self.cell(x + step_x, y + step_y, beneath)
            if beyond < 0 or self.blind[beyond] == 1 or self.blind[node] == 1:
                return -1
            return beyond
        side = self.across(node, x + step_x, y, 2 - step_x, beneath)
        if side >= 0:
            beyond = self.across(side, x + step_x, y + step_y, 1 + step_y, beneath)
            if beyond >= 0:
                return beyond
        side = self.across(node, x, y + step_y, 1 + step_y, beneath)
        if side >= 0:
            return self.across(side, x + step_x, y + step_y, 2 - step_x, beneath)
        return -1

    def across(self, node: i64, x: i64, y: i64, quarter: i64, beneath: bool) -> i64:
        """The square at (x, y), next to `node` on its side `quarter` (N, E, S, W), if the border lets sight through."""
        other = self.cell(x, y, beneath)
        if other < 0:
            return -1
        if beneath and self.layer[node] == 0 and self.layer[other] == 1:
            # From open ground the border under the platform is the lower square's.
            if self.border[other * 4 + ((quarter + 2) & 3)] == 0:
                return -1
        elif self.border[node * 4 + quarter] == 0:
            return -1
        return other

    def cell(self, x: i64, y: i64, beneath: bool) -> i64:
        if x < 0 or y < 0 or x >= self.width or y >= self.height:
            return -1
        place = y * self.width + x
        node = i64(self.upper[place])
        if beneath:
            under = i64(self.lower[place])
            if under >= 0:
                return under
            if node >= 0 and self.level[node] != 0:
                return -1
        return node


def under_ruler(dungeon: Dungeon, passer: i64, landing: i64, square: i64) -> bool:
    """Whether a square lies between passer and landing square and partly under the ruler. (O-INT-02)

    Between: nearer to both than they are to each other. Under: a corner less than 0.87 squares from the line. Corners
    are taken in half squares and all distances squared, so that no rounding decides.
    """
    column = dungeon.column
    row = dungeon.row
    if column[passer] < 0 or column[landing] < 0 or column[square] < 0:
        return False
    length = dungeon.range_squared(passer, landing)
    if dungeon.range_squared(passer, square) >= length or dungeon.range_squared(square, landing) >= length:
        return False
    start_x = i64(column[passer])
    start_y = i64(row[passer])
    along_x = i64(column[landing]) - start_x
    along_y = i64(row[landing]) - start_y
    middle = along_x * 2 * (i64(row[square]) - start_y) - along_y * 2 * (i64(column[square]) - start_x)
    # The four corners lie half a square off in each direction: add each sign of each half.
    corner: i64 = 0
    while corner < 4:
        aside = middle
        aside += along_x if corner & 1 == 0 else -along_x
        aside += along_y if corner & 2 == 0 else -along_y
        # distance = |aside| / (2 * sqrt(length)) < 87/100
        if aside * aside * 10000 < 4 * 7569 * length:
            return True
        corner += 1
    return False
