"""Reading the two kinds of picture: a map with one character per square, and a plan with thin walls drawn between."""

from __future__ import annotations

from typing import Final, final

from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.problems import Problem

EAST: Final = 2
SOUTH: Final = 4


@final
class Picture:
    """What was drawn: the open squares with their characters and the closed borders between open squares."""

    def __init__(self, form: str, line: int, source: str) -> None:
        self.form = form
        self.line = line  # of the text, where the picture starts
        self.source = source
        self.width = 0
        self.height = 0
        self.characters: dict[tuple[int, int], str] = {}
        self.closed: set[tuple[int, int, int]] = set()
        self.problems: list[Problem] = []

    def place_of(self, column: int, row: int) -> tuple[int, int]:
        """Line and column of a square in the text, counted from 1."""
        if self.form == "plan":
            return self.line + 2 * row + 1, 2 * column + 2
        return self.line + row, column + 1

    def complain(self, rule: str, text: str, row: int, column: int) -> None:
        """Note a problem at a character of the picture, counted from 0."""
        self.problems.append(Problem(rule, text, self.source, self.line + row, column + 1))

    def complain_at(self, rule: str, text: str, square: tuple[int, int]) -> None:
        """Note a problem with a square."""
        line, column = self.place_of(square[0], square[1])
        self.problems.append(Problem(rule, text, self.source, line, column, squares=[square]))

    def add(self, character: str, column: int, row: int, edition: str) -> None:
        allowed = MAP_RULES[edition].characters
        if character not in allowed:
            known = any(character in other.characters for other in MAP_RULES.values())
            line, place = self.place_of(column, row)
            rule = "D-SQ-02" if known else "D-FM-12"
            text = f"unexpected character {character!r}: squares of edition {edition} are one of #{allowed}"
            mend = "draw one of those characters instead, '.' for floor" if not known else ""
            self.problems.append(Problem(rule, text, self.source, line, place, squares=[(column, row)], mend=mend))
        self.characters[(column, row)] = character


def looks_like_plan(text: str) -> bool:
    """A plan begins with the corner of a wall."""
    for line in text.split("\n"):
        if line.strip():
            return line.lstrip().startswith("+") and set(line.strip()) <= set("+- ")
    return False


def rows_of(text: str) -> list[str]:
    """The lines of a picture; the line break that ends the last one begins no new row."""
    rows = text.split("\n")
    if rows and rows[-1] == "":
        rows.pop()
    return rows


def read_map(text: str, edition: str, source: str, line: int, is_fragment: bool) -> Picture:
    """One line per row; short rows are filled with rock and a space is rock. (D-FM-04, D-FM-05)"""
    picture = Picture("map", line, source)
    rows = rows_of(text)
    picture.height = len(rows)
    picture.width = max([len(row) for row in rows], default=0)
    for row, drawn in enumerate(rows):
        for column, character in enumerate(drawn):
            if character in "# ":
                continue
            picture.add(character, column, row, edition)
            on_ring = column in (0, picture.width - 1) or row in (0, picture.height - 1)
            if on_ring and not is_fragment and not (MAP_RULES[edition].zones_are_doors and character in "AB"):
                picture.complain("D-FM-05", f"expected '#' on the outer ring, found {character!r}", row, column)
    return picture


def read_plan(text: str, edition: str, source: str, line: int, is_fragment: bool) -> Picture:
    """Squares at odd places, borders between them, corners where lines meet. (D-FM-06)"""
    picture = Picture("plan", line, source)
    rows = [row.rstrip() for row in rows_of(text)]
    longest = max([len(row) for row in rows], default=0)
    if len(rows) % 2 == 0:
        text = f"a plan has an odd number of lines, two per row and one more; this one has {len(rows)}"
        picture.complain("D-FM-12", text, max(len(rows) - 1, 0), 0)
    if longest % 2 == 0 and longest > 0:
        text = f"a plan is an odd number of characters wide; this line has {longest}"
        row = [len(drawn) for drawn in rows].index(longest)
        picture.complain("D-FM-12", text, row, longest - 1)
    picture.height = len(rows) // 2
    picture.width = longest // 2
    for row in range(picture.height):
        for column in range(picture.width):
            character = character_at(rows, 2 * row + 1, 2 * column + 1)
            if character != " ":
                picture.add(character, column, row, edition)
    for y in range(len(rows)):
        for x in range(longest):
            character = character_at(rows, y, x)
            if x % 2 == 0 and y % 2 == 0:
                read_corner(picture, rows, y, x, is_fragment)
            elif x % 2 == 0:
                read_border(picture, character, "|", y, x, is_fragment)
            elif y % 2 == 0:
                read_border(picture, character, "-", y, x, is_fragment)
    return picture


def character_at(rows: list[str], y: int, x: int) -> str:
    if y < 0 or x < 0 or y >= len(rows) or x >= len(rows[y]):
        return " "
    return rows[y][x]


def read_border(picture: Picture, character: str, wall: str, y: int, x: int, is_fragment: bool) -> None:
    """A closed border is drawn, an open one is a space; rock has walls where open squares meet it."""
    if wall == "|":
        first, second, side = (x // 2 - 1, y // 2), (x // 2, y // 2), EAST
    else:
        first, second, side = (x // 2, y // 2 - 1), (x // 2, y // 2), SOUTH
    if character not in (wall, " "):
        text = f"expected {wall!r} or a space on this border, found {character!r}"
        picture.complain("D-FM-12", text, y, x)
        return
    has_first = first in picture.characters
    has_second = second in picture.characters
    if has_first and has_second:
        if character == wall:
            picture.closed.add((first[0], first[1], side))
    elif is_fragment:
        return
    elif (has_first or has_second) and character == " ":
        picture.complain("D-FM-06", f"expected {wall!r} between an open square and rock", y, x)
    elif not has_first and not has_second and character == wall:
        picture.complain("D-FM-06", f"expected a space between two rock squares, found {wall!r}", y, x)


def read_corner(picture: Picture, rows: list[str], y: int, x: int, is_fragment: bool) -> None:
    character = character_at(rows, y, x)
    if character not in "+ ":
        picture.complain("D-FM-12", f"expected '+' or a space where lines meet, found {character!r}", y, x)
        return
    if is_fragment:
        return
    upright = character_at(rows, y - 1, x) + character_at(rows, y + 1, x)
    level = character_at(rows, y, x - 1) + character_at(rows, y, x + 1)
    expected = "+" if upright.strip() or level.strip() else " "
    if character != expected:
        picture.complain("D-FM-06", f"expected {expected!r} where lines meet, found {character!r}", y, x)
