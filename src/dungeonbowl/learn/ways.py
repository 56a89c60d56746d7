"""The plane of the ways to the ball: how many steps every square is from one that can be fetched."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.distance import distances
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.tokens import CHEST_TOKEN
from dungeonbowl.learn import shape
from dungeonbowl.learn.canvas import Canvas
from dungeonbowl.learn.geometry import Geometry
from dungeonbowl.learn.match_numbers import small

UNPAINTED: Final[i64] = -99


@final
class Ways:
    """Keeps that plane of one row of a canvas up to date."""

    planes: vec[u8]
    steps: vec[i16]

    def __init__(self, canvas: Canvas, row: i64) -> None:
        cells = canvas.board.cells
        self.planes = canvas.planes
        self.base: i64 = (row * shape.PLANES + shape.TO_BALL) * cells
        self.sign: i64 = UNPAINTED  # another number whenever the ways may have changed
        self.dungeon: Dungeon | None = None
        self.painted: bool = False
        self.steps = vec[i16]()

    def paint(self, game: Game, geometry: Geometry, chests: i64) -> None:
        """Steps to a ball that can be fetched. They change when a chest is opened, a ball is picked up or dropped, or a
        player becomes a statue in the way. `chests` is another number whenever other chests are closed, or other
        squares barred by what came in the match."""
        sign: i64 = chests
        hidden = False
        loose = False
        for where in game.balls:
            if where >= 0:
                # another factor than that of the chests: else a ball found in the last of them would go unnoticed
                sign = (sign * 5003 + i64(where) + 1) & 0xFFFFFFFFFF
                loose = True
            elif i64(where) == HIDDEN:
                hidden = True
        if not loose and not hidden:
            sign = 0
        if sign == self.sign and self.dungeon is game.dungeon:
            if sign == 0 or self.painted:
                return
        else:
            self.sign = sign
            self.dungeon = game.dungeon
            self.wipe(geometry)
            if sign == 0:
                return
            self.find(game, loose)
        steps = self.steps
        planes = self.planes
        cells = geometry.cell
        base = self.base
        count = i64(len(steps))
        node: i64 = 0
        while node < count:
            if cells[node] >= 0 and steps[node] >= 0:
                planes[base + i64(cells[node])] = small(i64(steps[node]) + 1)
            node += 1
        self.painted = True

    def find(self, game: Game, loose: bool) -> None:
        targets = vec[i16]()
        if loose:
            for where in game.balls:
                if where >= 0:
                    targets = append(targets, where)
        else:
            token = game.token
            square: i64 = 0
            while square < game.dungeon.count:
                if i64(token[square]) == CHEST_TOKEN:
                    targets = append(targets, i16(square))
                square += 1
        if i64(len(self.steps)) != game.dungeon.count:
            self.steps = vec[i16]([-1] * int(game.dungeon.count))
        distances(game.steps, game.occupant, targets, self.steps)

    def wipe(self, geometry: Geometry) -> None:
        if not self.painted:
            return
        self.painted = False
        planes = self.planes
        base = self.base
        for cell in geometry.cell:
            if cell >= 0:
                planes[base + i64(cell)] = 0
