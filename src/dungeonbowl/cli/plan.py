"""A dungeon drawn in the terminal with the walls between its squares: the common part of boards and maps."""

from __future__ import annotations

from rich.text import Text

from dungeonbowl.dungeon.drawing import draw_plan
from dungeonbowl.dungeon.graph import Dungeon

Styles = dict[tuple[int, int], str]


class Plan:
    """The drawing of one dungeon. A tall dungeon is drawn lying on its side, so that it fits on a screen."""

    def __init__(self, dungeon: Dungeon) -> None:
        self.dungeon = dungeon
        self.turned = dungeon.height > dungeon.width

    def size(self) -> tuple[int, int]:
        """Columns and rows of the drawing."""
        across, down = int(self.dungeon.width), int(self.dungeon.height)
        if self.turned:
            across, down = down, across
        return 2 * across + 4, 2 * down + 2

    def place(self, node: int) -> tuple[int, int]:
        """Row and column of a square in the drawing."""
        x, y = int(self.dungeon.column[node]), int(self.dungeon.row[node])
        if self.turned:
            x, y = y, x
        return 2 * y + 1, 2 * x + 1

    def walls(self) -> list[list[str]]:
        """The drawing with empty floor, turned if necessary."""
        across, down = 2 * int(self.dungeon.width) + 1, 2 * int(self.dungeon.height) + 1
        canvas = [list(line.ljust(across)) for line in draw_plan(self.dungeon).split("\n")[:down]]
        if not self.turned:
            return canvas
        swapped = {"|": "-", "-": "|"}
        return [[swapped.get(canvas[y][x], canvas[y][x]) for y in range(down)] for x in range(across)]

    def text(self, canvas: list[list[str]], styles: Styles) -> Text:
        """The canvas with its rulers, as one text."""
        text = Text(no_wrap=True, overflow="crop")
        across = (len(canvas[0]) - 1) // 2
        ruler = "".join(f"{x:<10}" for x in range(0, across, 5))
        text.append("   " + " " + ruler.rstrip() + "\n", "bright_black")
        for y, line in enumerate(canvas):
            text.append(f"{y // 2:>2} " if y % 2 else "   ", "bright_black")
            run = ""
            style = ""
            for x, character in enumerate("".join(line).rstrip()):
                here = styles.get((y, x), "")
                if here != style and run:
                    text.append(run, style)
                    run = ""
                style = here
                run += character
            text.append(run, style)
            text.append("\n")
        return text

    def rooms(self) -> list[tuple[int, str]]:
        """Every room of the dungeon with the corners of its area."""
        found: list[tuple[int, str]] = []
        for code in sorted({int(code) for code in self.dungeon.room} - {0}):
            nodes = [node for node in range(int(self.dungeon.count)) if int(self.dungeon.room[node]) == code]
            columns = [int(self.dungeon.column[node]) for node in nodes]
            rows = [int(self.dungeon.row[node]) for node in nodes]
            found.append((code, f"({min(columns)},{min(rows)})-({max(columns)},{max(rows)})"))
        return found
