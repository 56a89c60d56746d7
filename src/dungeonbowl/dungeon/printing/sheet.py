"""A whole sheet: title, rulers, the board, a scale and a legend of what occurs."""

from __future__ import annotations

import re
from typing import Final

from dungeonbowl.dungeon import terrain
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.printing import symbols
from dungeonbowl.dungeon.printing.floorplan import MARGIN, FloorPlan
from dungeonbowl.dungeon.printing.svg import line, number, path, placed, printable, rect, text, text_width
from dungeonbowl.dungeon.printing.symbols import SQUARE
from dungeonbowl.errors import UserError

MILLIMETRES: Final = {"mm": 1.0, "cm": 10.0, "in": 25.4}
BORDER: Final = 24  # white round the sheet
RULER: Final = 20  # room for the numbers of columns and rows
TITLE: Final = 64
ENTRY: Final = 34  # height of a line of the legend


class Length:
    """How long the side of a square is: millimetres for paper, pixels for screens."""

    def __init__(self, size: float, unit: str) -> None:
        self.size = size
        self.unit = unit

    @classmethod
    def read(cls, words: str) -> Length:
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|px)?\s*", words)
        if found is None:
            raise UserError(f"square {words!r}: expected a length such as 30mm, 1in or 40px")
        size, unit = float(found[1]), found[2] or "px"
        if not 2 <= size * MILLIMETRES.get(unit, 0.25) <= 200:
            raise UserError(f"square {words!r}: expected 2mm to 200mm, or 8px to 800px")
        return cls(size, unit)

    def __str__(self) -> str:
        return f"{number(self.size)} {self.unit}"

    @property
    def is_paper(self) -> bool:
        return self.unit != "px"

    @property
    def millimetres(self) -> float:
        """The length on paper; a pixel is a CSS pixel, 96 an inch."""
        return self.size * MILLIMETRES.get(self.unit, 25.4 / 96)

    def of(self, units: float) -> str:
        """A length of so many units as an SVG attribute."""
        return f"{number(self.size * units / SQUARE)}{self.unit}"


class Entry:
    """A line of the legend."""

    def __init__(self, key: str, icon: str, words: str) -> None:
        self.key = key
        self.icon = icon
        self.words = words


def entries(dungeon: Dungeon, used: set[str]) -> list[Entry]:
    """The legend in a fixed order, with only the drawings that occur."""
    floor = f'<rect width="40" height="40" fill="{symbols.FLOOR}" stroke="#b9ad94"/>'
    portal = dungeon.map_rules.portal_word
    high = '<rect width="40" height="40" fill="#a98a58" fill-opacity="'
    known = [
        Entry("wall", floor + path([line(2, 38, 2, 2), line(2, 2, 38, 2)], 'class="wall"'), "wall"),
        Entry("doorway", floor + DOORWAY_ICON, "doorway between two tiles"),
    ]
    for side, letter in enumerate("ABCD"):
        icon = f'<rect width="40" height="40" fill="{symbols.TEAM_TINTS[side]}"/>'
        icon += f'<rect width="40" height="40" fill="url(#zone{side})" stroke="{symbols.TEAM_INKS[side]}"/>'
        style = f'class="mark" style="fill:{symbols.TEAM_INKS[side]};stroke:#fff;stroke-width:4;paint-order:stroke"'
        icon += text(20, 29, 24, letter, style)
        words = (
            f"door of team {letter}, the others score here"
            if dungeon.map_rules.zones_are_doors
            else f"end zone of team {letter}"
        )
        known.append(Entry(f"zone {letter}", icon, words))
    known += [
        Entry("chest", floor + symbols.CHEST, "chest, closed"),
        Entry("portal", floor + symbols.PORTAL + text(20, 26.5, 18, "1", 'class="mark"'), f"{portal}, by number"),
        Entry("frame", floor + symbols.DOORWAY, "doorway without a door"),
        Entry("door", floor + symbols.DOOR, "door, closed"),
        Entry("gate", floor + symbols.GATE, "gate, closed"),
        Entry("open door", floor + symbols.OPEN_DOOR, "door or gate, open"),
        Entry("large door", floor + text(20, 27, 20, "L", 'class="mark"'), "lets large players through"),
        Entry("normal door", floor + text(20, 27, 20, "N", 'class="mark"'), "too narrow for large players"),
        Entry("water", symbols.WATER, "water"),
        Entry("lava", symbols.LAVA, "lava"),
        Entry("chasm", symbols.CHASM, "chasm"),
        Entry("obstacle", floor + symbols.OBSTACLE, "obstacle"),
        Entry("inscription", floor + symbols.INSCRIPTION + text(20, 25, 14, "1", 'class="mark"'), circles(dungeon)),
        Entry("passage end", floor + symbols.PASSAGE, "secret passage, by letter"),
        Entry(
            "height",
            floor + high + '0.26"/>' + text(36, 37, 11, "1", 'text-anchor="end"'),
            "raised floor, with its height",
        ),
        Entry("platform", floor + high + '0.38"/>' + DROP_ICON, "platform, with its height"),
        Entry("step", floor + symbols.STEP, "step, arrow upwards"),
        Entry("ladder foot", floor + placed(symbols.LADDER, 4, 8, 0.8), "foot of a ladder"),
        Entry("beneath", floor + BENEATH_ICON, "passage beneath a platform"),
        Entry("trap", floor + symbols.TRAP, "hidden trap"),
        Entry("pit", floor + symbols.PIT, "pit"),
        Entry("idol", placed(symbols.IDOL, 0, 0, 0.5), "idol"),
        Entry("crypt", placed(symbols.CRYPT, 10, 0, 0.5), "crypt"),
        Entry("dragon", placed(symbols.DRAGON, 0, 0, 0.5), "dragon youngling"),
        Entry("fiery chasm", symbols.FIERY_CHASM, "fiery chasm"),
        Entry("bridge", symbols.BRIDGE, "rope bridge"),
    ]
    return [entry for entry in known if entry.key in used]


DOORWAY_ICON: Final = (
    path(["M20 8 V32"], 'stroke="#8a6a3a" stroke-width="1.8" stroke-dasharray="3.5 3"')
    + path(["M20 0 V8", "M20 32 V40"], 'class="wall"')
    + rect(15.5, 4, 9, 9, f'fill="{symbols.INK}"')
    + rect(15.5, 27, 9, 9, f'fill="{symbols.INK}"')
)
DROP_ICON: Final = (
    path(["M2 30 H38"], 'class="drop"')
    + path(["M6 30 V37", "M14 30 V37", "M22 30 V37", "M30 30 V37"], 'stroke="#6a5434" stroke-width="1.3"')
    + text(34, 26, 12, "2", 'text-anchor="end" font-weight="bold"')
)
BENEATH_ICON: Final = path(["M0 8 H40", "M0 32 H40"], 'stroke="#4a4f57" stroke-width="2.2" stroke-dasharray="6 4"')


def circles(dungeon: Dungeon) -> str:
    """The colleges of the inscriptions by the number of their circle."""
    colleges = {int(written.circle): written.college for written in dungeon.inscriptions}
    named = ", ".join(f"{circle} {college}" for circle, college in sorted(colleges.items()))
    return f"inscription: {named}" if named else "inscription"


class Sheet:
    """The drawing of a dungeon with everything around it, in units of a fortieth of a square."""

    def __init__(self, dungeon: Dungeon, square: Length, plan: FloorPlan | None = None) -> None:
        """`plan` draws the board, if it is not the dungeon alone."""
        self.dungeon = dungeon
        self.square = square
        plan = plan or FloorPlan(dungeon)
        self.board = plan.draw()
        self.entries = entries(dungeon, plan.used)
        self.board_width = int(dungeon.width) * SQUARE
        self.board_height = int(dungeon.height) * SQUARE

    def rulers(self) -> str:
        """The numbers of columns and rows, as the files count them."""
        parts = []
        style = 'text-anchor="middle" style="fill:#6b6459"'
        for x in range(int(self.dungeon.width)):
            parts.append(text(x * SQUARE + 20, -MARGIN - 5, 11, str(x), style))
        for y in range(int(self.dungeon.height)):
            parts.append(text(-MARGIN - 12, y * SQUARE + 24, 11, str(y), style))
        return "".join(parts)

    def title(self, room: float) -> str:
        dungeon = self.dungeon
        name = dungeon.name or dungeon.identity
        size = max(min(28.0, 28.0 * room / max(text_width(name, 28), 1.0)), 12.0)
        teams = f", {dungeon.teams} teams" if dungeon.teams > 2 else ""
        edition = dungeon.map_rules.title
        words = f"{dungeon.identity} · {edition} · {dungeon.width} × {dungeon.height} squares{teams}"
        small = max(min(13.0, 13.0 * room / max(text_width(words, 13), 1.0)), 8.0)
        return text(0, 28, size, name, 'font-weight="bold"') + text(0, 49, small, words)

    def scale(self) -> str:
        """A bar of five squares and what a square measures."""
        bars = []
        for step in range(5):
            fill = symbols.INK if step % 2 == 0 else symbols.PAPER
            bars.append(rect(step * SQUARE, 0, SQUARE, 8, f'fill="{fill}" stroke="{symbols.INK}" stroke-width="1"'))
        words = "5 squares" + (f"; one square is {self.square} at full size" if self.square.is_paper else "")
        return "".join(bars) + text(0, 24, 12, words)

    def legend(self, columns: int, column: float) -> str:
        """The entries, filled column by column."""
        rows = -(-len(self.entries) // columns)
        parts = []
        for index, entry in enumerate(self.entries):
            x, y = (index // rows) * column, (index % rows) * ENTRY
            parts.append(placed(entry.icon, x, y, 0.7))
            parts.append(text(x + 38, y + 18.5, 13, entry.words))
        return "".join(parts)

    def column_width(self) -> float:
        """Room for the widest entry of the legend."""
        return max((text_width(entry.words, 13) for entry in self.entries), default=0) + 60

    def legend_height(self, columns: int) -> float:
        return -(-len(self.entries) // columns) * ENTRY

    def draw(self) -> str:
        """The sheet as one SVG."""
        content, width, height = self.content()
        size = (self.square.of(width), self.square.of(height))
        return document(self.dungeon, content, (0, 0, width, height), *size)

    def content(self) -> tuple[str, float, float]:
        """Everything with its width and height: the legend stands below a wide board, beside a tall one."""
        board_x = BORDER + RULER + MARGIN
        board_y = BORDER + TITLE + RULER + MARGIN
        column = self.column_width()
        is_tall = self.board_height > 1.15 * self.board_width
        if is_tall:
            legend_x = board_x + self.board_width + MARGIN + 30
            legend_y: float = board_y
            columns = 1
            width = legend_x + max(column, 260)
            scale_y = legend_y + self.legend_height(1) + 16
            height = max(board_y + self.board_height + MARGIN, scale_y + 30) + BORDER
        else:
            legend_x = board_x - MARGIN
            legend_y = board_y + self.board_height + MARGIN + 18
            columns = max(1, min(len(self.entries), int((self.board_width + 2 * MARGIN) // column)))
            width = max(board_x + self.board_width + MARGIN + BORDER, legend_x + columns * column)
            scale_y = legend_y + self.legend_height(columns) + 14
            height = scale_y + 30 + BORDER
        parts = [
            placed(self.title(width - board_x), board_x - MARGIN, BORDER),
            placed(self.rulers() + "\n" + self.board, board_x, board_y),
            placed(self.legend(columns, column), legend_x, legend_y),
            placed(self.scale(), legend_x, scale_y),
        ]
        return "\n".join(parts), width, height


def document(
    dungeon: Dungeon, content: str, box: tuple[float, float, float, float], width: str, height: str, note: str = ""
) -> str:
    """A complete SVG file. Title and description say in words what it shows, for readers who cannot see it."""
    view = " ".join(number(part) for part in box)
    name = printable(f"{dungeon.name or dungeon.identity}{note}")
    paper = rect(*box, f'fill="{symbols.PAPER}"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}" role="img">\n'
        f"<title>{name}</title>\n<desc>{printable(description(dungeon))}</desc>\n"
        f"<style>{symbols.STYLE}</style>\n<defs>{symbols.PATTERNS}</defs>\n"
        f"{paper}\n{content}\n</svg>\n"
    )


def description(dungeon: Dungeon) -> str:
    rooms = [terrain.ROOM_NAMES[code] for code in sorted({int(code) for code in dungeon.room} - {0})]
    portals = sum(1 for node in dungeon.map_portals if node >= 0)
    words = f"Map of a dungeon, {dungeon.width} by {dungeon.height} squares, for {dungeon.teams} teams"
    words += f", {len(dungeon.map_chests)} chests and {portals} portals."
    return words + (f" Rooms: {', '.join(rooms)}." if rooms else "")


def svg_sheet(dungeon: Dungeon, square: Length | None = None) -> str:
    """The dungeon on one sheet, as the text of an SVG file."""
    return Sheet(dungeon, square or Length(40, "px")).draw()
