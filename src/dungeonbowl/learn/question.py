"""The question in a row of what a learner sees: what may be chosen, the squares that it names, and its kinds."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from dungeonbowl.engine import actions
from dungeonbowl.engine.game import Game
from dungeonbowl.learn import shape
from dungeonbowl.learn.action_space import Menu, shown_row
from dungeonbowl.learn.canvas import Canvas
from dungeonbowl.learn.geometry import Geometry
from dungeonbowl.learn.match_numbers import small


@final
class Question:
    """Keeps mask, legal squares and kinds of one row of a canvas up to date."""

    planes: vec[u8]
    match: vec[u8]
    masks: vec[u8]
    legal: vec[i64]
    kinds: vec[i64]

    def __init__(self, canvas: Canvas, row: i64) -> None:
        board = canvas.board
        self.board = board
        self.planes = canvas.planes
        self.match = canvas.match
        self.masks = canvas.masks
        self.legal_base: i64 = (row * shape.PLANES + shape.LEGAL) * board.cells
        self.match_base: i64 = row * board.match_columns
        self.mask_base: i64 = row * board.actions
        self.menu = Menu()
        self.legal = vec[i64]([0] * 64)  # places in the buffer that show a legal square
        self.legal_count: i64 = 0
        self.kinds = vec[i64]([0] * int(actions.KINDS))  # kinds of action painted as legal
        self.kind_count: i64 = 0

    def close(self) -> None:
        """Clear the mask: nothing may be chosen now."""
        self.menu.mark(self.masks, self.mask_base, 0)

    def wipe(self) -> None:
        """Clear mask, legal squares and kinds of the last question."""
        self.close()
        planes = self.planes
        legal = self.legal
        index: i64 = 0
        while index < self.legal_count:
            planes[legal[index]] = 0
            index += 1
        self.legal_count = 0
        match = self.match
        kinds = self.kinds
        index = 0
        while index < self.kind_count:
            match[kinds[index]] = 0
            index += 1
        self.kind_count = 0

    def paint(self, game: Game, geometry: Geometry, side: i64) -> None:
        """Paint everything that may be chosen: the mask, the squares it names, and its kinds."""
        menu = self.menu
        masks = self.masks
        match = self.match
        base = self.mask_base
        keys = menu.keys
        options = menu.options
        at = self.match_base
        count = menu.count
        ability: i64 = 0
        kinds = self.kinds
        kind_count: i64 = 0
        here: i64 = -1
        if game.acting >= 0:
            here = i64(game.square[game.acting])
        index: i64 = 0
        while index < count:
            key = keys[index]
            masks[base + key] = 1
            action = options[index]
            kind = action & 0xFF
            offered = at + shape.KINDS_OFFERED + kind
            if kind >= shape.KIND_FLAGS:
                offered = at + shape.KINDS_OFFERED + shape.kind_flag(kind)
            if match[offered] == 0:
                match[offered] = 1
                kinds[kind_count] = offered
                kind_count += 1
            if shape.DO_SQUARE <= key < self.board.rest:
                self.show_square(key - shape.DO_SQUARE)
            elif kind == actions.STEP or kind == actions.OPEN_CHEST:
                square = action >> 8 & 0xFFFF
                if kind == actions.STEP:
                    square = stepped(game, here, square)
                if square >= 0 and geometry.cell[square] >= 0:
                    self.show_square(i64(geometry.cell[square]))
            elif kind == actions.USE and ability == 0:
                ability = action >> 8 & 0xFFFF
            index += 1
        self.kind_count = kind_count
        match[at + shape.ABILITY] = small(ability)
        match[at + shape.OPTIONS] = small(count)
        part = menu.part
        match[at + shape.PART] = small(part)
        chosen: i64 = 0
        named: i64 = 0
        if part > 0:
            chosen = options[0] & 0xFF
            named = shown_row(game, side, options[0] >> 8 & 0xFFFF, self.board) + 1
            if chosen == actions.DECLARE:
                named = 0
        match[at + shape.PART_CHOSEN] = small(chosen)
        match[at + shape.PART_ROW] = small(named)

    def show_square(self, cell: i64) -> None:
        at = self.legal_base + cell
        self.planes[at] = 1
        count = self.legal_count
        if count >= len(self.legal):
            self.legal = append(self.legal, at)
        else:
            self.legal[count] = at
        self.legal_count = count + 1


def stepped(game: Game, square: i64, direction: i64) -> i64:
    if square < 0:
        return -1
    return i64(game.steps[square * 8 + direction])
