"""The board cut into pages at full size, to be printed and laid side by side on a real table."""

from __future__ import annotations

from typing import Final

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.printing import symbols
from dungeonbowl.dungeon.printing.sheet import Length, Sheet, document
from dungeonbowl.dungeon.printing.svg import line, number, path, placed, rect, text
from dungeonbowl.dungeon.printing.symbols import SQUARE
from dungeonbowl.errors import UserError

MARGIN: Final = 10.0  # millimetres that printers leave white


class PageSize:
    """Paper, upright, in millimetres."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height


PAGES: Final = {
    "a4": PageSize(210, 297),
    "a3": PageSize(297, 420),
    "letter": PageSize(215.9, 279.4),
    "tabloid": PageSize(279.4, 431.8),
}


class Cut:
    """One page: which squares it shows."""

    def __init__(self, columns: tuple[int, int], rows: tuple[int, int]) -> None:
        self.columns = columns  # first, and one past the last
        self.rows = rows


def cuts(dungeon: Dungeon, across: int, down: int) -> list[Cut]:
    """The board in blocks of whole squares, row by row, without blocks of bare rock."""
    found = []
    for top in range(0, int(dungeon.height), down):
        for left in range(0, int(dungeon.width), across):
            right, bottom = min(left + across, int(dungeon.width)), min(top + down, int(dungeon.height))
            places = ((x, y) for y in range(top, bottom) for x in range(left, right))
            if any(dungeon.node_at(x, y) >= 0 for x, y in places):
                found.append(Cut((left, right), (top, bottom)))
    return found


def svg_pages(dungeon: Dungeon, square: Length, page: str) -> list[str]:
    """An overview with the legend, then the board in pages of whole squares, each as the text of an SVG file."""
    if page not in PAGES:
        raise UserError(f"page {page!r} is not known; it is one of " + ", ".join(PAGES))
    paper = PAGES[page]
    size = square.millimetres
    upright = (int((paper.width - 2 * MARGIN) // size), int((paper.height - 2 * MARGIN - 6) // size))
    lying = (int((paper.height - 2 * MARGIN) // size), int((paper.width - 2 * MARGIN - 6) // size))
    if min(max(upright), max(lying)) < 1 or min(*upright, *lying) < 1:
        raise UserError(f"a square of {square} does not fit on a page of {page}: choose a smaller one or larger paper")
    best = min((upright, lying), key=lambda shape: len(cuts(dungeon, *shape)))
    width, height = (paper.width, paper.height) if best is upright else (paper.height, paper.width)
    sheet = Sheet(dungeon, square)
    blocks = cuts(dungeon, *best)
    pages = [overview(sheet, paper)]
    for index, cut in enumerate(blocks, 1):
        pages.append(block(sheet, cut, (width, height), f"{index} of {len(blocks)}"))
    return pages


def overview(sheet: Sheet, paper: PageSize) -> str:
    """The whole sheet made small enough for one page, which is turned if the sheet is wide."""
    content, width, height = sheet.content()
    across, down = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN
    if width > height:
        across, down = down, across
    scale = min(across / width, down / height)
    size = (f"{number(width * scale)}mm", f"{number(height * scale)}mm")
    return document(sheet.dungeon, content, (0, 0, width, height), *size, ", overview")


def block(sheet: Sheet, cut: Cut, paper: tuple[float, float], place: str) -> str:
    """One page: its squares at full size, marks to cut along, and which page it is."""
    unit = sheet.square.millimetres / SQUARE  # millimetres a unit
    left, top = cut.columns[0] * SQUARE, cut.rows[0] * SQUARE
    right, bottom = cut.columns[1] * SQUARE, cut.rows[1] * SQUARE
    view_width, view_height = paper[0] / unit, paper[1] / unit
    x = (view_width - (right - left)) / 2
    y = MARGIN / unit
    clip = f'<clipPath id="page">{rect(left - 3, top - 3, right - left + 6, bottom - top + 6, "")}</clipPath>'
    board = f'{clip}<g clip-path="url(#page)">{sheet.board}</g>'
    marks = []
    for corner_x, out_x in ((left, -1), (right, 1)):
        for corner_y, out_y in ((top, -1), (bottom, 1)):
            marks.append(line(corner_x + out_x * 6, corner_y, corner_x + out_x * 6 + out_x * 3 / unit, corner_y))
            marks.append(line(corner_x, corner_y + out_y * 6, corner_x, corner_y + out_y * 6 + out_y * 3 / unit))
    board += path(marks, f'stroke="{symbols.INK}" stroke-width="{number(0.2 / unit)}" fill="none"')
    words = (
        f"{sheet.dungeon.name or sheet.dungeon.identity} · page {place} · columns {cut.columns[0]}-{cut.columns[1] - 1}"
    )
    words += (
        f", rows {cut.rows[0]}-{cut.rows[1] - 1} · one square is {sheet.square} · print at full size, without fitting"
    )
    content = placed(board, x - left, y - top)
    content += text(MARGIN / unit, (paper[1] - 4.5) / unit, 2.8 / unit, words)
    box = (0.0, 0.0, view_width, view_height)
    return document(sheet.dungeon, content, box, f"{number(paper[0])}mm", f"{number(paper[1])}mm", f", page {place}")
