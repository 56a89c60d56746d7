"""Dungeons of official tiles, laid one beside the other by a seeded search. (D-GN-01 to -09)"""

from __future__ import annotations

from random import Random
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.dungeon.board import Board, Shape, shape_turned, shapes_of
from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.directions import E, S
from dungeonbowl.dungeon.farthest import Pair, Site, greatest_pairs
from dungeonbowl.dungeon.features import WALLED, Blueprint, Doorway
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.placement import place_tokens
from dungeonbowl.dungeon.problems import ERROR
from dungeonbowl.dungeon.terrain import CHARACTERS, room_code
from dungeonbowl.dungeon.tiles import TILES
from dungeonbowl.dungeon.walking import far_apart
from dungeonbowl.errors import UserError

TRIES: Final = 200
NEAREST_ZONES: Final[i64] = 22
FARTHEST_ZONES: Final[i64] = 45
MARGIN: Final[i64] = 10

# Tiles that are twins in a symmetric dungeon. (D-TL-07)
TWINS: Final = (
    ("C1", "C2", "C3", "C4"),
    ("T1", "T2"),
    ("B1", "B2"),
    ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"),
    ("GC1", "GC2"),
    ("GC3", "GC4"),
    ("GC5", "GC6"),
    ("GS1", "GS6"),
    ("GS2", "GS5"),
    ("GS3", "GS4"),
    ("GS7", "GS8"),
)
MIDDLES: Final = ("L1", "L2", "GL1", "GL2", "GL3")  # large rooms equal to themselves after half a turn (D-TL-08)


@final
class Wishes:
    """The wishes for a dungeon of tiles. (D-GN-02)"""

    def __init__(
        self,
        tiles: str,
        mode: str,
        corridors: int,
        small: int,
        large: int,
        width: int,
        height: int,
        loops: int,
    ) -> None:
        self.tiles = tiles  # standard, grand or mixed
        self.mode = mode  # symmetric or free
        self.corridors = corridors
        self.small = small
        self.large = large
        self.width: i64 = width
        self.height: i64 = height
        self.loops: i64 = loops

    def counts_in(self, name: str) -> bool:
        return self.tiles == "mixed" or TILES[name].family == self.tiles

    def zone_names(self) -> tuple[str, str]:
        return ("GE1", "GE2") if self.tiles == "grand" else ("E1", "E2")


@final
class Choice:
    """A placement with its score."""

    def __init__(self, score: float, shape: Shape, x: i64, y: i64) -> None:
        self.score = score
        self.shape = shape
        self.x: i64 = x
        self.y: i64 = y


def by_score(choice: Choice) -> float:
    return -choice.score


@final
class Search:
    """One seed's search: attempts until a dungeon keeps every rule."""

    def __init__(self, wishes: Wishes, seed: int) -> None:
        self.wishes = wishes
        self.seed = seed
        self.random = Random(seed)
        side = 2 * (wishes.width if wishes.width > wishes.height else wishes.height) + 2 * MARGIN
        self.board = Board(side, side)
        self.middle: i64 = side // 2
        self.turn_x: i64 = 0  # left edges of a tile and of its twin add up to this, less the tile's width
        self.turn_y: i64 = 0
        self.reasons: dict[str, int] = {}
        self.reason = ""

    def run(self, identity: str, name: str, tokens: str) -> Dungeon:
        """The first attempt that succeeds. If none does, an error with the most frequent reason. (D-GN-09)"""
        for attempt in range(TRIES):
            self.random = Random(self.seed * 4096 + attempt)
            self.reason = ""
            dungeon = self.attempt(identity, name, tokens, attempt)
            if dungeon is not None:
                return dungeon
            self.reasons[self.reason] = self.reasons.get(self.reason, 0) + 1
        most = max(self.reasons, key=lambda reason: self.reasons[reason])
        raise UserError(
            f"found no dungeon in {TRIES} tries, most often because {most}; try another seed or other numbers"
        )

    def fail(self, reason: str) -> None:
        self.reason = reason

    def attempt(self, identity: str, name: str, tokens: str, attempt: int) -> Dungeon | None:
        board = self.board
        board.clear()
        symmetric = self.wishes.mode == "symmetric"
        laid = self.lay_pairs() if symmetric else self.lay_free()
        if not laid:
            return None
        board.build_steps()
        names = self.wishes.zone_names()
        pair = self.choose_zones(greatest_pairs(board, names[0], names[1]), symmetric)
        if pair is None:
            return None
        self.place_zones(pair)
        if board.right - board.left >= self.wishes.width or board.bottom - board.top >= self.wishes.height:
            self.fail("the map grows too large")
            return None
        if i64(len(board.pairs)) - i64(len(board.shapes)) + 1 < self.wishes.loops:
            self.fail("there are too few loops")
            return None
        dungeon = Dungeon(self.blueprint(identity, name))
        if tokens != "none":
            try:
                dungeon = place_tokens(dungeon, self.seed * 4096 + attempt, tokens)
            except UserError:
                self.fail("chests and portals find no places")
                return None
            stated = "rotation" if symmetric else "none"
            if tokens == "balanced" and dungeon.blueprint.header["symmetry"] != stated:
                self.fail("chests and portals find no opposite places")
                return None
        for problem in check(dungeon, is_measured=True):
            if problem.severity == ERROR or problem.rule != "D-TL-04":
                self.fail(problem.text)
                return None
        return dungeon

    # Laying the body.

    def names_of(self, kind: str) -> list[str]:
        found: list[str] = []
        for name in TILES:
            if TILES[name].kind == kind and self.wishes.counts_in(name):
                found.append(name)
        return found

    def shuffled(self, names: list[str]) -> list[str]:
        names = names[:]
        self.random.shuffle(names)
        return names

    def chosen(self, kind: str, count: int) -> list[str]:
        """So many tiles of a kind, no room twice. (D-RM-01)"""
        rooms: set[str] = set()
        found: list[str] = []
        for name in self.shuffled(self.names_of(kind)):
            room = TILES[name].room
            if len(found) < count and (not room or room not in rooms):
                rooms.add(room)
                found.append(name)
        return found

    def lay_free(self) -> bool:
        """Lay the first tile anywhere, every other one beside those already laid. (D-GN-04)"""
        wishes = self.wishes
        names = self.chosen("corridor", wishes.corridors)
        names += self.chosen("small", wishes.small) + self.chosen("large", wishes.large)
        if len(names) < wishes.corridors + wishes.small + wishes.large:
            self.fail("the tile set holds too few tiles of a kind")
            return False
        self.random.shuffle(names)
        first = shapes_of(names[0])
        self.board.lay(first[int(self.random.random() * len(first))], self.middle, self.middle)
        for name in names[1:]:
            choices = self.choices(name, False)
            if not choices:
                self.fail("a tile finds no place")
                return False
            best = choices[0]
            for choice in choices:
                if choice.score > best.score:
                    best = choice
            self.board.probe(best.shape, best.x, best.y)
            self.board.place(best.shape, best.x, best.y)
        return True

    def lay_pairs(self) -> bool:
        """Lay a large room in the middle, then twins on opposite sides of it. (D-GN-03)"""
        wishes = self.wishes
        middles = [name for name in MIDDLES if wishes.counts_in(name)]
        shapes = shapes_of(middles[int(self.random.random() * len(middles))])
        middle = shapes[int(self.random.random() * len(shapes))]
        self.board.lay(middle, self.middle, self.middle)
        self.turn_x = 2 * self.middle + middle.width
        self.turn_y = 2 * self.middle + middle.height
        pairs = self.twin_pairs("corridor", wishes.corridors // 2) + self.twin_pairs("small", wishes.small // 2)
        if len(pairs) < wishes.corridors // 2 + wishes.small // 2:
            self.fail("the tile set holds too few twins of a kind")
            return False
        self.random.shuffle(pairs)
        for first, second in pairs:
            if not self.lay_pair(first, second):
                self.fail("a pair of tiles finds no place")
                return False
        return True

    def twin_pairs(self, kind: str, count: int) -> list[tuple[str, str]]:
        pairs: list[tuple[str, str]] = []
        for twins in TWINS:
            if TILES[twins[0]].kind == kind and self.wishes.counts_in(twins[0]):
                names = self.shuffled(list(twins))
                for index in range(0, len(names), 2):
                    pairs.append((names[index], names[index + 1]))
        self.random.shuffle(pairs)
        rooms: set[str] = set()
        found: list[tuple[str, str]] = []
        for first, second in pairs:
            if len(found) < count and not (
                kind == "small" and (TILES[first].room in rooms or TILES[second].room in rooms)
            ):
                rooms.add(TILES[first].room)
                rooms.add(TILES[second].room)
                found.append((first, second))
        return found

    def lay_pair(self, first: str, second: str) -> bool:
        board = self.board
        for choice in sorted(self.choices(first, True), key=by_score):
            board.probe(choice.shape, choice.x, choice.y)
            board.place(choice.shape, choice.x, choice.y)
            twin = shape_turned(second, choice.shape.rotation + 180)
            x = self.turn_x - choice.x - twin.width
            y = self.turn_y - choice.y - twin.height
            if board.probe(twin, x, y) > 0:
                board.place(twin, x, y)
                return True
            board.take_back()
        return False

    def choices(self, name: str, doubled: bool) -> list[Choice]:
        """Every legal placement of a tile, scored. (D-GN-05)"""
        board = self.board
        found: list[Choice] = []
        for shape in shapes_of(name):
            places = board.places_beside(shape)
            index: i64 = 0
            while index < len(places):
                y = places[index] // board.span
                x = places[index] - y * board.span
                index += 1
                left = least(board.left, x)
                top = least(board.top, y)
                right = most(board.right, x + shape.width - 1)
                bottom = most(board.bottom, y + shape.height - 1)
                if doubled:  # the twin extends the other side as far
                    left = least(left, self.turn_x - 1 - right)
                    top = least(top, self.turn_y - 1 - bottom)
                    right = most(right, self.turn_x - 1 - left)
                    bottom = most(bottom, self.turn_y - 1 - top)
                width = right - left + 1
                height = bottom - top + 1
                if width > self.wishes.width or height > self.wishes.height:
                    continue
                contacts = board.probe(shape, x, y)
                if contacts <= 0:
                    continue
                score = 20.0
                if contacts == 2:
                    score = 35.0
                elif contacts > 2:
                    score = 10.0
                score += self.random.random() * 50.0 - 0.1 * float(int(width * height))
                found.append(Choice(score, shape, x, y))
        return found

    # End zones.

    def choose_zones(self, pairs: list[Pair], symmetric: bool) -> Pair | None:
        """Of the pairs farthest apart the fairest one. (D-GN-06, D-GN-07)"""
        if not pairs:
            self.fail("no two end zones leave six tiles for chests")
            return None
        distance = pairs[0].distance
        if distance < NEAREST_ZONES or distance > FARTHEST_ZONES:
            self.fail("the end zones are too near or too far")
            return None
        best: Pair | None = None
        least_gap: i64 = 0
        is_fair = False
        for pair in pairs:
            if symmetric and not self.are_opposite(pair.first, pair.second):
                continue
            sums = self.body_sums(pair)
            gap = sums[0] - sums[1]
            if gap < 0:
                gap = -gap
            if best is None or gap < least_gap:
                best = pair
                least_gap = gap
                is_fair = not far_apart(sums[0], sums[1], 10)
        if best is None:
            self.fail("the end zones farthest apart are not opposite")
        elif not is_fair:
            self.fail("the body is nearer to one end zone")
            return None
        return best

    def are_opposite(self, first: Site, second: Site) -> bool:
        if first.shape.rotation != second.shape.rotation:
            return False
        return first.x + second.x + second.shape.width == self.turn_x and (
            first.y + second.y + second.shape.height == self.turn_y
        )

    def body_sums(self, pair: Pair) -> tuple[i64, i64]:
        """Steps from each end zone to the nearest square of every eligible tile, summed up. (D-GN-07)"""
        board = self.board
        count = i64(len(board.shapes))
        touched = pair.first.touched | pair.second.touched
        near = vec[i64]([1000] * count)
        far = vec[i64]([1000] * count)
        node: i64 = 0
        while node < len(board.cells):
            tile = i64(board.owner[board.cells[node]])
            if pair.first.out[node] >= 0 and i64(pair.first.out[node]) < near[tile]:
                near[tile] = i64(pair.first.out[node])
            if pair.second.out[node] >= 0 and i64(pair.second.out[node]) < far[tile]:
                far[tile] = i64(pair.second.out[node])
            node += 1
        first: i64 = 0
        second: i64 = 0
        tile = 0
        while tile < count:
            if (touched >> tile) & 1 == 0:
                first += near[tile]
                second += far[tile]
            tile += 1
        return first, second

    def place_zones(self, pair: Pair) -> None:
        names = self.wishes.zone_names()
        sites = [pair.first, pair.second]
        if self.random.random() < 0.5:
            sites.reverse()
        for index in range(2):
            site = sites[index]
            shape = shape_turned(names[index], site.shape.rotation)
            self.board.probe(shape, site.x, site.y)
            self.board.place(shape, site.x, site.y)

    # The result.

    def blueprint(self, identity: str, name: str) -> Blueprint:
        """The tiles on the board as a blueprint, as if it were read from a file."""
        board = self.board
        width = board.right - board.left + 1
        height = board.bottom - board.top + 1
        result = Blueprint(identity, name, "official", width, height, WALLED)
        result.form = "plan"
        tiles: list[dict[str, object]] = []
        for index in range(len(board.shapes)):
            shape = board.shapes[index]
            result.tile_names.append(shape.name)
            result.tile_kinds.append(shape.kind)
            place = [int(board.tile_x[index] - board.left), int(board.tile_y[index] - board.top)]
            tiles.append({"id": shape.name, "at": place, "rot": int(shape.rotation)})
        numbers: dict[int, int] = {}
        borders: dict[tuple[int, int], list[int]] = {}
        y = board.top
        while y <= board.bottom:
            x = board.left
            while x <= board.right:
                cell = y * board.span + x
                tile = int(board.owner[cell])
                if tile >= 0:
                    shape = board.shapes[tile]
                    character = shape.rows[y - board.tile_y[tile]][x - board.tile_x[tile]]
                    zone = "AB".find(character)
                    terrain = 0 if zone >= 0 else CHARACTERS.index(character)
                    room = TILES[shape.name].room
                    code = int(room_code(room)) if room else 0
                    column = int(x - board.left)
                    row = int(y - board.top)
                    numbers[int(cell)] = result.add(column, row, 0, 0, terrain, tile, code, zone)
                    for side in (E, S):
                        other = cell + board.step_over(side)
                        if board.owner[other] >= 0 and int(board.owner[other]) != tile:
                            if (i64(board.gates[cell]) >> side) & 1 == 0:
                                result.closed.add((column, row, int(side)))
                            else:
                                joined = int(board.owner[other])
                                key = (tile, joined) if tile < joined else (joined, tile)
                                borders.setdefault(key, []).append(int(cell))
                                borders[key].append(int(other))
                x += 1
            y += 1
        for first, second in sorted(borders):
            nodes = [numbers[cell] for cell in borders[(first, second)]]
            result.doorways.append(Doorway(first, second, nodes))
        result.header = {
            "format": 1,
            "id": identity,
            "name": name,
            "edition": "official",
            "symmetry": "rotation" if self.wishes.mode == "symmetric" else "none",
            "tile": tiles,
        }
        return result


def least(first: i64, second: i64) -> i64:
    return first if first < second else second


def most(first: i64, second: i64) -> i64:
    return first if first > second else second
