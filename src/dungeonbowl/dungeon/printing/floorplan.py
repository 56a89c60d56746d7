"""The board itself: rock, floor, terrain, heights, features, tokens, walls and the names of the rooms, in layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeonbowl.dungeon import terrain
from dungeonbowl.dungeon.directions import DX, DY, E, S
from dungeonbowl.dungeon.drawing import is_walled
from dungeonbowl.dungeon.features import Door
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.printing import symbols
from dungeonbowl.dungeon.printing.svg import line, path, placed, rect, text, text_width
from dungeonbowl.dungeon.printing.symbols import SQUARE

Square = tuple[int, int]

LETTERS: Final = "ABCD"
POCKET: Final = 6  # squares of blank rock that are hatched with the rest
MARGIN: Final = 20  # how far the rock reaches beyond the map
# Terrains that fill their squares edge to edge: the drawing and the colour of their shore.
AREAS: Final = {
    int(terrain.WATER): (symbols.WATER, "#2f7598"),
    int(terrain.LAVA): (symbols.LAVA, "#5b2317"),
    int(terrain.CHASM): (symbols.CHASM, "#17141a"),
    int(terrain.FIERY_CHASM): (symbols.FIERY_CHASM, "#2a0d08"),
}
OBJECTS: Final = {
    int(terrain.OBSTACLE): symbols.OBSTACLE,
    int(terrain.INSCRIPTION): symbols.INSCRIPTION,
    int(terrain.PASSAGE_END): symbols.PASSAGE,
}
DOORS: Final = {"doorway": symbols.DOORWAY, "door": symbols.DOOR, "gate": symbols.GATE}
STATUES: Final = {
    int(terrain.IDOL): symbols.IDOL,
    int(terrain.DRAGON): symbols.DRAGON,
    int(terrain.CRYPT): symbols.CRYPT,
}
# The floor of each room, by its code.
ROOM_FLOORS: Final = (
    symbols.FLOOR,
    "#efe3d0",
    "#ecebe2",
    "#ebe2f0",
    "#deedf2",
    "#e9e6da",
    "#f5e4d8",
    "#e1ecdc",
    "#f8efc8",
    "#eee2ec",
    "#e6e8ea",
    "#e4eedf",
    "#f5dfd4",
)


class FloorPlan:
    """Draws one dungeon. `used` collects the drawings that occur, for the legend."""

    def __init__(self, dungeon: Dungeon) -> None:
        self.dungeon = dungeon
        self.width = int(dungeon.width)
        self.height = int(dungeon.height)
        self.used: set[str] = set()
        self.squares: dict[Square, int] = {}
        self.lower: dict[Square, int] = {}
        for node in range(int(dungeon.count)):
            if dungeon.column[node] >= 0:
                place = (int(dungeon.column[node]), int(dungeon.row[node]))
                (self.lower if dungeon.layer[node] == 1 else self.squares)[place] = node

    def draw(self) -> str:
        """Everything, from the bottom up. One unit of length is a fortieth of a square."""
        layers: list[Callable[[], list[str]]] = [
            self.rock,
            self.floors,
            self.areas,
            self.heights,
            self.grid,
            self.shores,
            self.beneath,
            self.zone_letters,
            self.bridges,
            self.objects,
            self.statues,
            self.climbs,
            self.traps,
            self.height_numbers,
            self.doors,
            self.tokens,
            self.doorways,
            self.walls,
            self.room_names,
        ]
        return "\n".join(part for layer in layers for part in layer() if part)

    # --- helpers ----------------------------------------------------------------------------------------------------

    def kind(self, place: Square) -> int:
        """The terrain at a place, -1 for rock."""
        node = self.squares.get(place, -1)
        return int(self.dungeon.terrain[node]) if node >= 0 else -1

    def is_busy(self, place: Square) -> bool:
        """Whether a text across this square would hide something."""
        node = self.squares[place]
        return self.kind(place) != terrain.FLOOR or node in self.dungeon.map_chests or node in self.dungeon.map_portals

    def level(self, place: Square) -> int:
        return int(self.dungeon.level[self.squares[place]])

    def borders(self, is_drawn: Callable[[Square, Square, int], bool]) -> list[str]:
        """Lines along all borders for which `is_drawn` says yes; straight rows of borders become one line."""
        lines: list[str] = []
        for y in range(-1, self.height):
            x = -1
            while x <= self.width:
                start = x
                while x <= self.width and is_drawn((x, y), (x, y + 1), int(S)):
                    x += 1
                if x > start:
                    lines.append(line(start * SQUARE, (y + 1) * SQUARE, x * SQUARE, (y + 1) * SQUARE))
                x += 1
        for x in range(-1, self.width):
            y = -1
            while y <= self.height:
                start = y
                while y <= self.height and is_drawn((x, y), (x + 1, y), int(E)):
                    y += 1
                if y > start:
                    lines.append(line((x + 1) * SQUARE, start * SQUARE, (x + 1) * SQUARE, y * SQUARE))
                y += 1
        return lines

    def groups(self, places: set[Square]) -> list[list[Square]]:
        """Groups of squares that are connected by their sides, each in reading order."""
        left = set(places)
        found: list[list[Square]] = []
        for place in sorted(places, key=reading_order):
            if place not in left:
                continue
            left.remove(place)
            group = [place]
            for x, y in group:
                for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if other in left:
                        left.remove(other)
                        group.append(other)
            found.append(sorted(group, key=reading_order))
        return found

    def at(self, fragment: str, place: Square, turn: int = 0) -> str:
        return placed(fragment, place[0] * SQUARE, place[1] * SQUARE, 1.0, turn)

    # --- layers -----------------------------------------------------------------------------------------------------

    def rock(self) -> list[str]:
        """Hatched rock round everything that is open."""
        near: set[Square] = set()
        for x, y in self.squares:
            near |= {(x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1)}
        blank = {(x, y) for x in range(self.width) for y in range(self.height)} - near - self.squares.keys()
        for group in self.groups(blank):
            if len(group) <= POCKET:
                near |= set(group)
        lines = []
        for x, y in sorted(near - self.squares.keys(), key=reading_order):
            left, right = max(x * SQUARE, -MARGIN), min((x + 1) * SQUARE, self.width * SQUARE + MARGIN)
            top, bottom = max(y * SQUARE, -MARGIN), min((y + 1) * SQUARE, self.height * SQUARE + MARGIN)
            lines.append(f"M{left} {top}H{right}V{bottom}H{left}Z")
        return [path(lines, f'fill="{symbols.ROCK}"'), path(lines, 'fill="url(#rock)"')]

    def floors(self) -> list[str]:
        fills: dict[str, list[str]] = {}
        for place, node in sorted(self.squares.items(), key=lambda entry: reading_order(entry[0])):
            zone = int(self.dungeon.zone[node])
            x, y = place[0] * SQUARE, place[1] * SQUARE
            layers = [ROOM_FLOORS[int(self.dungeon.room[node])]]
            if zone >= 0:
                self.used.add(f"zone {LETTERS[zone]}")
                layers = [symbols.TEAM_TINTS[zone], f"url(#zone{zone})"]
            for fill in layers:
                fills.setdefault(fill, []).append(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}Z")
        return [path(lines, f'fill="{fill}"') for fill, lines in fills.items()]

    def areas(self) -> list[str]:
        parts = []
        for place in sorted(self.squares, key=reading_order):
            code = self.kind(place)
            if code in AREAS:
                self.used.add(terrain.TERRAIN_NAMES[code])
                parts.append(self.at(AREAS[code][0], place))
        return parts

    def heights(self) -> list[str]:
        """Platforms are darker the higher they are, see `height_numbers`."""
        parts: list[str] = []
        for place in sorted(self.squares, key=reading_order):
            level = self.level(place)
            if level > 0:
                self.used.add("platform" if level > 1 else "height")
                x, y = place[0] * SQUARE, place[1] * SQUARE
                shade = min(0.14 + 0.12 * level, 0.7)
                parts.append(rect(x, y, SQUARE, SQUARE, f'fill="#a98a58" fill-opacity="{shade:.2f}"'))
        return parts

    def height_numbers(self) -> list[str]:
        parts: list[str] = []
        for place in sorted(self.squares, key=reading_order):
            if self.level(place) > 0:
                x, y = place[0] * SQUARE + 37, place[1] * SQUARE + 14
                style = 'class="halo" text-anchor="end" font-weight="bold" style="stroke-width:3"'
                parts.append(text(x, y, 12, str(self.level(place)), style))
        return parts

    def grid(self) -> list[str]:
        def is_drawn(first: Square, second: Square, side: int) -> bool:
            return first in self.squares and second in self.squares

        return [path(self.borders(is_drawn), 'class="grid"')]

    def shores(self) -> list[str]:
        """Where water, lava and chasms end; and where the ground drops, with strokes on the lower side."""
        parts = []
        for code, (_, colour) in AREAS.items():

            def is_shore(first: Square, second: Square, side: int, code: int = code) -> bool:
                kinds = (self.kind(first), self.kind(second))
                return code in kinds and kinds[0] != kinds[1] and -1 not in kinds

            parts.append(path(self.borders(is_shore), f'class="edge" stroke="{colour}"'))

        def is_drop(first: Square, second: Square, side: int) -> bool:
            if first not in self.squares or second not in self.squares:
                return False
            return abs(self.level(first) - self.level(second)) >= 1

        parts.append(path(self.borders(is_drop), 'class="drop"'))
        strokes = []
        for x, y in sorted(self.squares, key=reading_order):
            for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                other = (x + across, y + down)
                if other not in self.squares or self.level((x, y)) - self.level(other) < 2:
                    continue
                middle_x, middle_y = x * SQUARE + 20 + across * 20, y * SQUARE + 20 + down * 20
                for step in (-15, -9, -3, 3, 9, 15):
                    start_x, start_y = middle_x + step * abs(down), middle_y + step * abs(across)
                    strokes.append(line(start_x, start_y, start_x + across * 7, start_y + down * 7))
        parts.append(path(strokes, 'stroke="#6a5434" stroke-width="1.3" fill="none"'))
        return parts

    def beneath(self) -> list[str]:
        """Passages under platforms, dashed, with gaps at their entrances."""
        lines = []
        parts = []
        for place in sorted(self.lower, key=reading_order):
            self.used.add("beneath")
            node = self.lower[place]
            x, y = place[0] * SQUARE, place[1] * SQUARE
            for direction in (0, 2, 4, 6):
                if self.dungeon.neighbours[node * 8 + direction] >= 0:
                    continue
                across, down = int(DX[direction]), int(DY[direction])
                middle_x, middle_y = x + 20 + across * 16, y + 20 + down * 16
                ends = (20 * abs(down), 20 * abs(across))
                lines.append(line(middle_x - ends[0], middle_y - ends[1], middle_x + ends[0], middle_y + ends[1]))
            code = int(self.dungeon.terrain[node])
            if code in AREAS or code in OBJECTS:
                drawing = AREAS[code][0] if code in AREAS else OBJECTS[code]
                self.used.add(terrain.TERRAIN_NAMES[code])
                parts.append(placed(drawing, x + 3, y + 21, 0.4))
        return [path(lines, 'stroke="#4a4f57" stroke-width="2.2" stroke-dasharray="6 4" fill="none"'), *parts]

    def zone_letters(self) -> list[str]:
        """One large letter for an end zone, or one in each square where the zone is small."""
        parts: list[str] = []
        for zone in range(int(self.dungeon.teams)):
            places = {place for place, node in self.squares.items() if int(self.dungeon.zone[node]) == zone}
            for group in self.groups(places):
                colours = f'class="mark" style="fill:{symbols.TEAM_INKS[zone]};stroke:#ffffff;'
                colours += "paint-order:stroke;stroke-linejoin:round;stroke-width:"
                columns = [x for x, _ in group]
                rows = [y for _, y in group]
                size = min(max(columns) - min(columns), max(rows) - min(rows)) + 1
                whole = len(group) == (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1)
                if whole and size >= 2:
                    x = (min(columns) + max(columns) + 1) * SQUARE / 2
                    y = (min(rows) + max(rows) + 1) * SQUARE / 2
                    height = min(size * 26, 88)
                    parts.append(text(x, y + height * 0.36, height, LETTERS[zone], colours + '8"'))
                else:
                    for x, y in group:
                        place = (x * SQUARE + 20, y * SQUARE + 29)
                        parts.append(text(*place, 24, LETTERS[zone], colours + '4"'))
        return parts

    def bridges(self) -> list[str]:
        parts = []
        for place in sorted(self.squares, key=reading_order):
            if self.kind(place) == terrain.BRIDGE:
                x, y = place
                self.used.add("bridge")
                beside = (self.kind((x - 1, y)), self.kind((x + 1, y)))
                parts.append(self.at(symbols.BRIDGE, place, 0 if int(terrain.FIERY_CHASM) in beside else 90))
        return parts

    def objects(self) -> list[str]:
        parts = []
        circles = {int(written.node): int(written.circle) for written in self.dungeon.inscriptions}
        letters = {}
        for passage in self.dungeon.passages:
            letters[int(passage.first)] = letters[int(passage.second)] = passage.letter
        for place in sorted(self.squares, key=reading_order):
            node = self.squares[place]
            code = self.kind(place)
            if code not in OBJECTS:
                continue
            self.used.add(terrain.TERRAIN_NAMES[code])
            parts.append(self.at(OBJECTS[code], place))
            x, y = place[0] * SQUARE + 20, place[1] * SQUARE
            if node in circles:
                parts.append(text(x, y + 25, 14, str(circles[node]), 'class="mark"'))
            elif node in letters:
                parts.append(text(x, y + 31, 17, letters[node], 'class="mark" style="fill:#ffffff"'))
        return parts

    def statues(self) -> list[str]:
        """Idol, dragon and crypts, as large as the squares they fill."""
        parts = []
        for code, drawing in STATUES.items():
            places = {place for place in self.squares if self.kind(place) == code}
            if places:
                self.used.add(terrain.TERRAIN_NAMES[code])
            for group in self.groups(places):
                left, top = min(x for x, _ in group), min(y for _, y in group)
                across = max(x for x, _ in group) - left + 1
                down = max(y for _, y in group) - top + 1
                shape = (across, down) if len(group) == across * down else (0, 0)
                x, y = left * SQUARE, top * SQUARE
                if code == terrain.CRYPT and shape == (1, 2):
                    parts.append(placed(drawing, x, y))
                elif code == terrain.CRYPT and shape == (2, 1):
                    # turned about the middle of its upper square, it reaches to the west
                    parts.append(placed(drawing, x + SQUARE, y, 1.0, 90))
                elif code != terrain.CRYPT and shape[0] == shape[1] and shape[0] > 0:
                    parts.append(placed(drawing, x, y, shape[0] / 2))
                else:
                    shift = SQUARE / 4 if code == terrain.CRYPT else 0
                    for place in group:
                        parts.append(placed(drawing, place[0] * SQUARE + shift, place[1] * SQUARE, 0.5))
        return parts

    def climbs(self) -> list[str]:
        """Steps with an arrow that points upwards, and ladders that lean against their top."""
        parts = []
        turns = {(0, -1): 0, (1, 0): 90, (0, 1): 180, (-1, 0): 270}
        for place in sorted(self.squares, key=reading_order):
            if self.kind(place) == terrain.STEP:
                self.used.add("step")
                x, y = place
                best, turn = self.level(place), 0
                for (across, down), degrees in turns.items():
                    other = (x + across, y + down)
                    if other in self.squares and self.level(other) > best:
                        best, turn = self.level(other), degrees
                parts.append(self.at(symbols.STEP, place, turn))
        feet = set()
        for ladder in self.dungeon.ladders:
            foot, top = int(ladder.foot), int(ladder.top)
            feet.add(foot)
            place = (int(self.dungeon.column[foot]), int(self.dungeon.row[foot]))
            across, down = int(self.dungeon.column[top]) - place[0], int(self.dungeon.row[top]) - place[1]
            turn = turns.get((across, down), 45 if across > 0 else 315)
            if across != 0 and down > 0:
                turn = 135 if across > 0 else 225
            parts.append(self.at(symbols.LADDER, place, turn))
        for place, node in self.squares.items():
            if self.kind(place) == terrain.LADDER_FOOT:
                self.used.add("ladder foot")
                if node not in feet:
                    parts.append(self.at(symbols.LADDER, place))
        return parts

    def traps(self) -> list[str]:
        parts = []
        for trap in self.dungeon.traps:
            place = (int(self.dungeon.column[trap.node]), int(self.dungeon.row[trap.node]))
            self.used.add("pit" if trap.is_revealed else "trap")
            parts.append(self.at(symbols.PIT if trap.is_revealed else symbols.TRAP, place))
        return parts

    def doors(self) -> list[str]:
        parts = []
        for door in self.dungeon.doors:
            name = "open door" if door.is_open and door.kind != "doorway" else door.kind
            drawing = symbols.OPEN_DOOR if name == "open door" else DOORS[door.kind]
            self.used.add(name if door.kind != "doorway" else "frame")
            x, y = int(self.dungeon.column[door.node]), int(self.dungeon.row[door.node])
            if door.other < 0:
                turn = 0 if self.runs_across((x, y)) else 90
                parts.append(self.at(drawing, (x, y), turn))
            else:
                across = int(self.dungeon.column[door.other]) - x
                down = int(self.dungeon.row[door.other]) - y
                turn = 0 if across else 90
                parts.append(placed(drawing, (x + across / 2) * SQUARE, (y + down / 2) * SQUARE, 1.0, turn))
            if door.size != usual_size(door):
                self.used.add(f"{door.size} door")
                mark = "L" if door.size == "large" else "N"
                parts.append(text(x * SQUARE + 6, y * SQUARE + 12, 11, mark, 'class="mark halo"'))
        return parts

    def runs_across(self, place: Square) -> bool:
        """Whether the way through a door leads from west to east: the squares north and south of it cannot be walked
        on."""
        x, y = place
        doors = {int(terrain.DOOR), int(terrain.GATE), int(terrain.OPEN_DOOR), int(terrain.DOORWAY), -1}
        upright = (self.kind((x, y - 1)) in doors) + (self.kind((x, y + 1)) in doors)
        level = (self.kind((x - 1, y)) in doors) + (self.kind((x + 1, y)) in doors)
        return upright >= level

    def tokens(self) -> list[str]:
        parts = []
        for chest in self.dungeon.map_chests:
            self.used.add("chest")
            parts.append(self.token(symbols.CHEST, int(chest), ""))
        for number, portal in enumerate(self.dungeon.map_portals, 1):
            if portal >= 0:
                self.used.add("portal")
                parts.append(self.token(symbols.PORTAL, int(portal), str(number)))
        return parts

    def token(self, drawing: str, node: int, number: str) -> str:
        """A token, small and in the corner if it lies beneath a platform."""
        x, y = int(self.dungeon.column[node]) * SQUARE, int(self.dungeon.row[node]) * SQUARE
        if number:
            size = 18 if len(number) == 1 else 15
            drawing += text(20, 20 + size * 0.36, size, number, 'class="mark"')
        if self.dungeon.layer[node] == 1:
            return placed(drawing, x + 3, y + 17, 0.5)
        return placed(drawing, x, y)

    def doorways(self) -> list[str]:
        """The openings between tiles: a dashed line on the floor, and posts where the wall ends."""
        lines = []
        posts = []
        for doorway in self.dungeon.doorways:
            self.used.add("doorway")
            for near, far in (doorway.nodes[:2], doorway.nodes[2:]):
                x1, y1 = int(self.dungeon.column[near]), int(self.dungeon.row[near])
                x2, y2 = int(self.dungeon.column[far]), int(self.dungeon.row[far])
                x, y = max(x1, x2) * SQUARE, max(y1, y2) * SQUARE
                lines.append(line(x, y, x, y + SQUARE) if y1 == y2 else line(x, y, x + SQUARE, y))
                ends = {(x, y), (x, y + SQUARE) if y1 == y2 else (x + SQUARE, y)}
                posts.append(ends)
            shared = posts[-1] & posts[-2]
            posts[-2:] = [posts[-1] - shared, posts[-2] - shared]
        marks = [path(lines, 'stroke="#8a6a3a" stroke-width="1.8" stroke-dasharray="3.5 3" fill="none"')]
        for x, y in sorted(set().union(*posts)):
            marks.append(rect(x - 4.5, y - 4.5, 9, 9, f'fill="{symbols.INK}"'))
        return marks

    def walls(self) -> list[str]:
        def is_drawn(first: Square, second: Square, side: int) -> bool:
            return is_walled(self.dungeon, first[0], first[1], side)

        self.used.add("wall")
        return [path(self.borders(is_drawn), 'class="wall"')]

    def room_names(self) -> list[str]:
        """Each name once, along the line between two rows of its room, where no token is in the way."""
        parts = []
        for code in sorted({int(code) for code in self.dungeon.room} - {0}):
            room = {place for place, node in self.squares.items() if int(self.dungeon.room[node]) == code}
            for group in self.groups(room) if room else []:
                parts.append(self.room_name(terrain.ROOM_NAMES[code], set(group), code))
        return parts

    def room_name(self, name: str, room: set[Square], code: int) -> str:
        best: tuple[float, int, int, int] | None = None
        middle = (min(y for _, y in room) + max(y for _, y in room) + 1) / 2
        wide = text_width(name, 11) / SQUARE
        for row in sorted({y for _, y in room}):
            columns = sorted(x for x, y in room if y == row and (x, row + 1) in room)
            crossed = {x for x in columns if self.is_busy((x, row)) or self.is_busy((x, row + 1))}
            for left, right in stretches(columns) + stretches([x for x in columns if x not in crossed]):
                middle_x = (left + right + 1) / 2
                score = min((right - left + 1) / wide, 1.0) * 100 - abs(row + 1 - middle) + (right - left) * 0.1
                score -= 40 * sum(abs(x + 0.5 - middle_x) < (wide + 1) / 2 for x in crossed)
                if best is None or score > best[0]:
                    best = (score, left, right, row)
        if best is None:  # a room one square high: above the middle of its squares
            left, right = min(x for x, _ in room), max(x for x, _ in room)
            row = min(y for _, y in room)
            y = row * SQUARE + 11.0
        else:
            _, left, right, row = best
            y = (row + 1) * SQUARE + 4.0
        size = max(min(11.0, 11.0 * (right - left + 1) * SQUARE / text_width(name, 11)), 6.5)
        style = f'class="mark halo" style="stroke:{ROOM_FLOORS[code]}"'
        return text((left + right + 1) * SQUARE / 2, y, size, name, style)


def reading_order(place: Square) -> tuple[int, int]:
    return place[1], place[0]


def stretches(columns: list[int]) -> list[tuple[int, int]]:
    """Unbroken rows of columns, each as its first and last column."""
    found: list[tuple[int, int]] = []
    for column in columns:
        if found and found[-1][1] == column - 1:
            found[-1] = (found[-1][0], column)
        else:
            found.append((column, column))
    return found


def usual_size(door: Door) -> str:
    """The size of a door that the map does not state. (D-FT-02)"""
    return "normal" if door.kind == "door" else "large"
