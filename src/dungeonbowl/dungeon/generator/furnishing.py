"""Doors, chasms, platforms and all the other features of Astrogranite, put into a map that was dug. (D-GN-12)"""

from __future__ import annotations

from typing import Final

from dungeonbowl.dungeon.generator.canvas import ROCK, Canvas, Place
from dungeonbowl.dungeon.placement import QUARTER_TURN

# By the names of the modules that their squares need, in the order in which they are built. (D-AS-10)
FEATURES: Final = (
    "platforms",
    "doors",
    "secret_passages",
    "chasms",
    "obstacles",
    "lava",
    "water",
    "inscriptions",
    "traps",
)
BLOBS: Final = {"chasms": ":", "obstacles": "o", "lava": "&", "water": "~"}
COLLEGES: Final = ("Light", "Grey", "Bright", "Dark", "Celestial", "Amethyst", "Gold", "Jade", "Amber", "Rainbow")
TRIES: Final = 120
TRAPS: Final = 12
PLATFORM: Final = 6  # the side of the square that a platform with its surroundings takes


def furnish(canvas: Canvas, features: list[str], home: Place, amount: int) -> str:
    """Add every feature in `features` to the map. Returns the first one that finds no place, or an empty text."""
    for feature in FEATURES:
        if feature not in features:
            continue
        done = False
        if feature == "platforms":
            done = build_platform(canvas, home)
        elif feature == "doors":
            for _ in range(amount):
                done = hang_doors(canvas, home) or done
        elif feature == "secret_passages":
            done = join_passages(canvas, home)
        elif feature == "inscriptions":
            done = write_circles(canvas, home)
        elif feature == "traps":
            done = hide_traps(canvas)
        else:
            for _ in range(amount):
                done = pour(canvas, BLOBS[feature], home) or done
        if not done:
            return feature
    return ""


def random_place(canvas: Canvas) -> Place:
    return canvas.between(1, canvas.width - 2), canvas.between(1, canvas.height - 2)


def is_free(canvas: Canvas, place: Place) -> bool:
    return canvas.at(place) == "." and place not in canvas.kept and canvas.level(place) == 0


def copies_apart(canvas: Canvas, group: list[Place], gap: int) -> bool:
    """Whether the copies of a group of squares keep so many squares from each other."""
    count = len(canvas.orbit(group[0]))
    for place in group:
        others = canvas.orbit(place)
        for mate in group:
            around = canvas.orbit(mate)
            for first in range(count):
                for second in range(count):
                    if first != second:
                        across = abs(others[first][0] - around[second][0])
                        if max(across, abs(others[first][1] - around[second][1])) <= gap:
                            return False
    return True


def put_all(canvas: Canvas, group: list[Place], character: str) -> None:
    for place in group:
        for copy in canvas.orbit(place):
            canvas.put(copy, character)


def grown(canvas: Canvas, size: int) -> list[Place]:
    """A patch of free squares grown from a random one; empty when it does not grow to its size."""
    start = random_place(canvas)
    if not is_free(canvas, start):
        return []
    group = [start]
    for _ in range(4 * size):
        if len(group) == size:
            break
        x, y = group[canvas.below_number(len(group))]
        step = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))[canvas.below_number(4)]
        if step not in group and is_free(canvas, step):
            group.append(step)
    return group if len(group) == size else []


def pour(canvas: Canvas, character: str, home: Place) -> bool:
    """A patch of chasm, lava, water or obstacles that cuts nothing off."""
    for _ in range(TRIES):
        group = grown(canvas, canvas.between(2, 5))
        if not group or not copies_apart(canvas, group, 0):
            continue
        put_all(canvas, group, character)
        if canvas.is_joined(home):
            return True
        put_all(canvas, group, ".")
    return False


def write_circles(canvas: Canvas, home: Place) -> bool:
    """One circle in every copy of the map, each of a college of its own. (D-FT-05)"""
    for _ in range(TRIES):
        group = grown(canvas, canvas.between(1, 3))
        if not group or not copies_apart(canvas, group, 1):
            continue
        put_all(canvas, group, "*")
        first = canvas.below_number(len(COLLEGES))
        found: list[tuple[Place, str, int]] = []
        for place in group:
            for number, copy in enumerate(canvas.orbit(place)):
                found.append((copy, COLLEGES[(first + number) % len(COLLEGES)], number + 1))
                canvas.kept.add(copy)
        canvas.inscriptions += sorted(found, key=lambda entry: (entry[0][1], entry[0][0]))
        return True
    return False


def hide_traps(canvas: Canvas) -> bool:
    """About a dozen hidden traps, and an open pit. (D-AS-09)"""
    hidden = 0
    pits = 0
    for _ in range(10 * TRIES):
        group = grown(canvas, 1)
        if not group or not copies_apart(canvas, group, 0):
            continue
        if hidden < TRAPS:
            put_all(canvas, group, "^")
            hidden += len(canvas.orbit(group[0]))
        elif pits == 0:
            put_all(canvas, group, "p")
            return True
    return False


def join_passages(canvas: Canvas, home: Place) -> bool:
    """A secret passage between a square and its copy opposite; without copies, between two squares far apart."""
    for _ in range(TRIES):
        group = grown(canvas, 1)
        if not group or not copies_apart(canvas, group, 5):
            continue
        ends = canvas.orbit(group[0])
        if len(ends) == 1:
            other = grown(canvas, 1)
            if not other or max(abs(other[0][0] - ends[0][0]), abs(other[0][1] - ends[0][1])) < 8:
                continue
            ends = [ends[0], other[0]]
        if canvas.copies == QUARTER_TURN:
            ends = [ends[0], ends[2], ends[1], ends[3]]
        for index, place in enumerate(ends):
            canvas.put(place, "rstu"[canvas.letters + index // 2])
            canvas.kept.add(place)
        canvas.letters += len(ends) // 2
        return True
    return False


def hang_doors(canvas: Canvas, home: Place) -> bool:
    """Two door squares across a narrow place, its other squares walled up."""
    for width in (2, 3, 4, 5, 6):
        for _ in range(TRIES):
            x, y = random_place(canvas)
            across = (1, 0) if canvas.chance(50) else (0, 1)
            line = [(x + across[0] * step, y + across[1] * step) for step in range(width)]
            before = (x - across[0], y - across[1])
            after = (x + across[0] * width, y + across[1] * width)
            if canvas.at(before) != ROCK or canvas.at(after) != ROCK:
                continue
            start = canvas.between(0, width - 2)
            doors = line[start : start + 2]
            sides = [(place[0] + across[1], place[1] + across[0]) for place in doors]
            sides += [(place[0] - across[1], place[1] - across[0]) for place in doors]
            if not all(is_free(canvas, place) for place in line + sides) or not copies_apart(canvas, line, 1):
                continue
            kind = "===G/+"[canvas.below_number(6)]
            put_all(canvas, [place for place in line if place not in doors], ROCK)
            put_all(canvas, doors, kind)
            if not canvas.is_joined(home):
                put_all(canvas, line, ".")
                continue
            is_large = kind == "=" and canvas.chance(30)
            for place in doors + sides:
                canvas.kept.update(canvas.orbit(place))
                if is_large and place in doors:
                    canvas.large_doors += canvas.orbit(place)
            canvas.large_doors.sort(key=lambda at: (at[1], at[0]))
            return True
    return False


def build_platform(canvas: Canvas, home: Place) -> bool:
    """A platform two high with steps, a ladder and a passage beneath, in a clearing made for it. (D-FT-06 to -08)"""
    for _ in range(4 * TRIES):
        left = canvas.between(1, canvas.width - 1 - PLATFORM)
        top = canvas.between(1, canvas.height - 1 - PLATFORM)
        area = [(x, y) for y in range(top, top + PLATFORM) for x in range(left, left + PLATFORM)]
        corners = [area[0], area[PLATFORM - 1], area[-PLATFORM], area[-1]]
        if any(place in canvas.kept or canvas.at(place) not in "#." for place in area):
            continue
        if not copies_apart(canvas, corners, PLATFORM - 1) or sum(canvas.at(place) == "." for place in area) < 12:
            continue
        saved = canvas.cells[:]
        put_all(canvas, area, ".")
        raised = [(x, y) for x, y in area if left < x < left + 5 and top < y < top + 4]
        set_level(canvas, raised, 2)
        if not canvas.is_joined(home):
            set_level(canvas, raised, 0)
            canvas.cells = saved
            continue
        steps = [(left + 2, top + 4), (left + 3, top + 4)]
        set_level(canvas, steps, 1)
        put_all(canvas, steps, "<")
        foot = (left, top + 2)
        put_all(canvas, [foot], "H")
        tops = canvas.orbit((left + 1, top + 2))
        canvas.ladders += [(place, tops[number]) for number, place in enumerate(canvas.orbit(foot))]
        for x in range(left + 1, left + 5):
            for lower in canvas.orbit((x, top + 2)):
                canvas.below[lower[1] * canvas.width + lower[0]] = "."
        for place in area:
            canvas.kept.update(canvas.orbit(place))
        return True
    return False


def set_level(canvas: Canvas, group: list[Place], level: int) -> None:
    for place in group:
        for x, y in canvas.orbit(place):
            canvas.levels[y * canvas.width + x] = level
