"""A map being dug square by square, in equal copies around its middle. (D-GN-11, D-GN-12)"""

from __future__ import annotations

from random import Random
from typing import Final, final

from dungeonbowl.dungeon.placement import HALF_TURN, MIRROR, NONE, QUARTER_TURN

Place = tuple[int, int]

ROCK: Final = "#"
UNSAFE: Final = "#o:&"  # squares that no player should have to cross


@final
class Canvas:
    """Characters, heights and lower squares, with the lists that the header will need. Digging digs every copy."""

    def __init__(self, width: int, height: int, copies: int, random: Random) -> None:
        self.width = width
        self.height = height
        self.copies = copies
        self.random = random
        self.cells: list[str] = [ROCK] * (width * height)
        self.levels: list[int] = [0] * (width * height)
        self.below: list[str] = [ROCK] * (width * height)
        self.kept: set[Place] = set()  # squares that must stay plain floor
        self.ladders: list[tuple[Place, Place]] = []
        self.inscriptions: list[tuple[Place, str, int]] = []
        self.large_doors: list[Place] = []
        self.letters = 0  # passages so far

    def at(self, place: Place) -> str:
        if place[0] < 0 or place[1] < 0 or place[0] >= self.width or place[1] >= self.height:
            return ROCK
        return self.cells[place[1] * self.width + place[0]]

    def put(self, place: Place, character: str) -> None:
        self.cells[place[1] * self.width + place[0]] = character

    def level(self, place: Place) -> int:
        return self.levels[place[1] * self.width + place[0]]

    def is_inside(self, place: Place) -> bool:
        """Whether a place is not on the outer ring, which stays rock."""
        return 0 < place[0] < self.width - 1 and 0 < place[1] < self.height - 1

    def orbit(self, place: Place) -> list[Place]:
        """The square in every copy of the map, its own first; squares of the middle may come twice."""
        x, y = place
        if self.copies == NONE:
            return [place]
        if self.copies == HALF_TURN:
            return [place, (self.width - 1 - x, self.height - 1 - y)]
        if self.copies == MIRROR:
            return [place, (x, self.height - 1 - y)]
        found = [place]
        for _ in range(3):
            x, y = self.width - 1 - y, x
            found.append((x, y))
        return found

    def below_number(self, count: int) -> int:
        """A random number from 0 below count."""
        return int(self.random.random() * count)

    def between(self, least: int, most: int) -> int:
        return least + self.below_number(most - least + 1)

    def chance(self, percent: int) -> bool:
        return self.random.random() * 100 < percent

    # Digging.

    def dig(self, place: Place, character: str = ".") -> None:
        for copy in self.orbit(place):
            if self.is_inside(copy):
                self.put(copy, character)

    def dig_box(self, left: int, top: int, width: int, height: int, character: str = ".") -> None:
        for y in range(top, top + height):
            for x in range(left, left + width):
                self.dig((x, y), character)

    def dig_winding(self, start: Place, end: Place) -> None:
        """Dig a way two squares wide that winds a little."""
        x, y = start
        while (x, y) != end:
            self.dig_box(x, y, 2, 2)
            across = end[0] - x
            down = end[1] - y
            if self.chance(25):
                across, down = self.between(-1, 1), self.between(-1, 1)
            if across != 0 and (down == 0 or self.chance(100 * abs(across) // (abs(across) + abs(down)))):
                x += 1 if across > 0 else -1
            elif down != 0:
                y += 1 if down > 0 else -1
            x = min(max(x, 1), self.width - 3)
            y = min(max(y, 1), self.height - 3)
        self.dig_box(x, y, 2, 2)

    def dig_bent(self, start: Place, end: Place) -> None:
        """A corridor two wide with one bend."""
        corner = (end[0], start[1]) if self.chance(50) else (start[0], end[1])
        for first, second in ((start, corner), (corner, end)):
            left, right = min(first[0], second[0]), max(first[0], second[0])
            top, bottom = min(first[1], second[1]), max(first[1], second[1])
            self.dig_box(left, top, right - left + 2, bottom - top + 2)

    def grow_caves(self, percent: int, rounds: int) -> None:
        """Random noise, then rounds in which each square becomes what most squares around it are."""
        for y in range(1, self.height - 1):
            for x in range(1, self.width - 1):
                if self.orbit((x, y))[0] <= min(self.orbit((x, y))) and self.chance(percent):
                    self.dig((x, y))
        for _ in range(rounds):
            before = self.cells[:]
            width = self.width
            for y in range(1, self.height - 1):
                for x in range(1, width - 1):
                    here = y * width + x
                    rock = 0
                    for row in (here - width, here, here + width):
                        for other in (row - 1, row, row + 1):
                            if before[other] == ROCK:
                                rock += 1
                    self.cells[here] = ROCK if rock >= 5 else "."

    # Tidying.

    def fill_narrow_places(self) -> None:
        """Rock for every square that lies in no block of two by two open squares."""
        changed = True
        while changed:
            changed = False
            for y in range(1, self.height - 1):
                for x in range(1, self.width - 1):
                    if self.at((x, y)) != ROCK and not self.is_wide(x, y):
                        self.put((x, y), ROCK)
                        changed = True

    def is_wide(self, x: int, y: int) -> bool:
        for left in (x - 1, x):
            for top in (y - 1, y):
                if (
                    self.at((left, top)) != ROCK
                    and self.at((left + 1, top)) != ROCK
                    and self.at((left, top + 1)) != ROCK
                    and self.at((left + 1, top + 1)) != ROCK
                ):
                    return True
        return False

    def flood(self, start: Place, barred: str) -> set[Place]:
        """The squares on the ground reached orthogonally from one of them."""
        reached = {start}
        queue = [start]
        for x, y in queue:
            for place in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                if place not in reached and self.at(place) not in barred and self.level(place) < 2:
                    reached.add(place)
                    queue.append(place)
        return reached

    def keep_largest(self) -> int:
        """Fill everything but the largest connected part with rock. Returns its size."""
        seen: set[Place] = set()
        best: set[Place] = set()
        for y in range(self.height):
            for x in range(self.width):
                if self.at((x, y)) != ROCK and (x, y) not in seen:
                    part = self.flood((x, y), ROCK)
                    seen |= part
                    if len(part) > len(best):
                        best = part
        for place in seen - best:
            self.put(place, ROCK)
        return len(best)

    def is_joined(self, start: Place) -> bool:
        """Whether all safe ground is connected."""
        reached = self.flood(start, UNSAFE)
        for y in range(self.height):
            for x in range(self.width):
                place = (x, y)
                if self.at(place) not in UNSAFE and self.level(place) < 2 and place not in reached:
                    return False
        return True

    # The file.

    def text(self, header: list[str]) -> str:
        """Everything as the text of a dungeon file; the header's first lines are given."""
        lines = header[:]
        if self.large_doors:
            lines.append("door = [")
            lines += [f'  {{ at = [{x}, {y}], size = "large" }},' for x, y in self.large_doors]
            lines.append("]")
        if self.inscriptions:
            lines.append("inscription = [")
            for (x, y), college, circle in self.inscriptions:
                lines.append(f'  {{ at = [{x}, {y}], college = "{college}", circle = {circle} }},')
            lines.append("]")
        if self.ladders:
            lines.append("ladder = [")
            for foot, top in self.ladders:
                lines.append(f"  {{ foot = [{foot[0]}, {foot[1]}], top = [{top[0]}, {top[1]}] }},")
            lines.append("]")
        if any(level > 0 for level in self.levels):
            lines.append("levels = '''")
            for y in range(self.height):
                row = ""
                for x in range(self.width):
                    level = self.level((x, y))
                    row += ROCK if self.at((x, y)) == ROCK else str(level) if level > 0 else "."
                lines.append(row)
            lines += ["'''", "below = '''"]
            lines += ["".join(self.below[y * self.width : (y + 1) * self.width]) for y in range(self.height)]
            lines.append("'''")
        lines.append("map = '''")
        lines += ["".join(self.cells[y * self.width : (y + 1) * self.width]) for y in range(self.height)]
        lines += ["'''", ""]
        return "\n".join(lines)


__all__ = ["HALF_TURN", "MIRROR", "NONE", "QUARTER_TURN", "ROCK", "UNSAFE", "Canvas", "Place"]
