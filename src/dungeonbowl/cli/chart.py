"""The map of a dungeon without a match, for the terminal: the characters of its file, coloured, with a legend.

The colours have a middle brightness, so that they can be read on a dark screen and on a light one. The characters alone
say everything.
"""

from __future__ import annotations

from typing import Final

from rich.text import Text

from dungeonbowl.cli.plan import Plan, Styles
from dungeonbowl.dungeon.drawing import square_characters
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import ROOM_NAMES
from dungeonbowl.languages import t

GREY: Final = "#808080"
TEAM_COLOURS: Final = ("#d03a2f", "#3a7bd5", "#2e8b57", "#a35bc4")
ROOM_COLOURS: Final = (
    GREY,
    "#a8703a",
    "#7f8a6a",
    "#a35bc4",
    "#2f86b0",
    "#8a7a5a",
    "#c0603a",
    "#4a8f3a",
    "#a8800f",
    "#b0509a",
    "#6f8494",
    "#2e8b57",
    "#d0503a",
)
# What a character of the file means, and its colour. Floor, end zones and digits are handled separately.
SIGNS: Final = {
    "$": ("chest", "#a8800f"),
    "+": ("doorway", "#a8703a"),
    "=": ("door", "#a8703a"),
    "G": ("gate", "#6f8494"),
    "/": ("open door", "#a8703a"),
    ":": ("chasm", "#857c8a"),
    "o": ("obstacle", "#8a8275"),
    "&": ("lava", "#d0601f"),
    "~": ("water", "#2f86b0"),
    "*": ("inscription", "#a8800f"),
    "^": ("hidden trap", "#c0603a"),
    "p": ("pit", "#857c8a"),
    "<": ("step", "#8a7a5a"),
    "H": ("foot of a ladder", "#a8703a"),
    "I": ("idol", "#b0509a"),
    "K": ("crypt", "#6f8494"),
    "Y": ("dragon", "#4a8f3a"),
    "F": ("fiery chasm", "#d0503a"),
    "-": ("rope bridge", "#a8800f"),
}
PORTAL: Final = "#a35bc4"
PASSAGE: Final = "#857c8a"
# Walls by the arms of a crossing: north, east, south, west.
CROSSINGS: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"


class Chart(Plan):
    """The drawing of a dungeon. With `plain` it is only ASCII."""

    def __init__(self, dungeon: Dungeon, plain: bool = False) -> None:
        super().__init__(dungeon)
        self.plain = plain
        self.is_flat = not dungeon.blueprint.closed and not any(door.other >= 0 for door in dungeon.doors)
        self.turned = self.turned and not self.is_flat
        self.characters = square_characters(dungeon)

    def draw(self) -> Text:
        """One line for each row if walls are squares of rock; with lines between the squares if walls are thin."""
        return self.draw_rows() if self.is_flat else self.draw_plan()

    def sign(self, node: int) -> tuple[str, str]:
        """Character and colour of a square."""
        character = self.characters[node]
        if self.dungeon.zone[node] >= 0:
            return character, f"bold {TEAM_COLOURS[int(self.dungeon.zone[node])]}"
        if character.isdigit():
            return character, f"bold {PORTAL}"
        if character in "rstu":
            return character, f"bold {PASSAGE}"
        if character in SIGNS:
            return character, f"bold {SIGNS[character][1]}"
        level = int(self.dungeon.level[node])
        if level > 0:
            return raised(level, self.plain), f"bold {SIGNS['<'][1]}"
        return "." if self.plain else "·", ROOM_COLOURS[int(self.dungeon.room[node])]

    def draw_rows(self) -> Text:
        rock = "##" if self.plain else "▒▒"
        text = Text(no_wrap=True, overflow="crop")
        ruler = "".join(f"{x:<10}" for x in range(0, int(self.dungeon.width), 5))
        text.append("   " + ruler.rstrip() + "\n", GREY)
        for y in range(int(self.dungeon.height)):
            text.append(f"{y:>2} ", GREY)
            for x in range(int(self.dungeon.width)):
                node = int(self.dungeon.node_at(x, y))
                if node >= 0:
                    character, style = self.sign(node)
                    text.append(character, style)
                    text.append(" ")
                else:
                    text.append(rock if self.is_near(x, y) else "  ", GREY)
            text.append("\n")
        return text

    def is_near(self, x: int, y: int) -> bool:
        """Whether a square of rock touches an open square."""
        return any(self.dungeon.node_at(x + across, y + down) >= 0 for across in (-1, 0, 1) for down in (-1, 0, 1))

    def draw_plan(self) -> Text:
        canvas = self.walls()
        if not self.plain:
            canvas = boxed(canvas)
        styles: Styles = {}
        for node in range(int(self.dungeon.count)):
            if self.dungeon.column[node] >= 0 and self.dungeon.layer[node] == 0:
                row, column = self.place(node)
                canvas[row][column], styles[row, column] = self.sign(node)
        return self.text(canvas, styles)

    def legend(self) -> Text:
        """The meaning of the signs that occur, and where the rooms are."""
        dungeon = self.dungeon
        text = Text()
        parts: list[tuple[str, str, str]] = []
        shown = {self.characters[node] for node in range(int(dungeon.count)) if dungeon.column[node] >= 0}
        for side, letter in enumerate("ABCD"[: int(dungeon.teams)]):
            if letter in shown:
                parts.append((letter, f"bold {TEAM_COLOURS[side]}", t("end zone of team {letter}", letter=letter)))
        portals = "".join(sorted(shown & set("1234567890"), key="1234567890".index))
        if portals:
            words = f"{dungeon.map_rules.portal_word}s"
            parts.append((f"{portals[0]}-{portals[-1]}", f"bold {PORTAL}", t(words)))
        parts += [(sign, f"bold {colour}", t(name)) for sign, (name, colour) in SIGNS.items() if sign in shown]
        letters = "".join(sorted(shown & set("rstu")))
        if letters:
            parts.append((letters, f"bold {PASSAGE}", t("secret passages")))
        if any(level > 0 for level in dungeon.level):
            parts.append((raised(2, self.plain), f"bold {SIGNS['<'][1]}", t("platform, by height")))
        if any(layer == 1 for layer in dungeon.layer):
            parts.append(("", "", t("passages run beneath platforms: see the picture of `dungeon draw`")))
        for number, (sign, style, name) in enumerate(parts):
            text.append("  " if number else "")
            text.append(sign, style)
            text.append(f" {name}" if sign else name)
        rooms = self.rooms()
        if rooms:
            text.append("\n" + t("Rooms: "))
            for number, (code, where) in enumerate(rooms):
                text.append(", " if number else "")
                text.append(t(ROOM_NAMES[code]), f"bold {ROOM_COLOURS[code]}")
                text.append(f" {where}")
        if self.turned:
            text.append("\n" + t("The map lies on its side: x runs down, y runs to the right."))
        return text


def raised(level: int, plain: bool) -> str:
    """The character of a platform's square. Plain digits are kept for teleporters."""
    return "'" if plain else "⁰¹²³⁴⁵⁶⁷⁸⁹"[level]


def boxed(canvas: list[list[str]]) -> list[list[str]]:
    """Replace the characters of walls by unbroken lines."""

    def is_wall(y: int, x: int) -> bool:
        return 0 <= y < len(canvas) and 0 <= x < len(canvas[y]) and canvas[y][x] in "|-" and (x + y) % 2 == 1

    drawn = [line[:] for line in canvas]
    for y, line in enumerate(canvas):
        for x, character in enumerate(line):
            if x % 2 == 0 and y % 2 == 0:
                arms = is_wall(y - 1, x) + 2 * is_wall(y, x + 1) + 4 * is_wall(y + 1, x) + 8 * is_wall(y, x - 1)
                drawn[y][x] = CROSSINGS[arms]
            elif (x + y) % 2 == 1 and character in "|-":
                drawn[y][x] = "┃" if character == "|" else "━"
    return drawn
