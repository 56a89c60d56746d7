"""How far apart the two end zones of an official dungeon could lie. (D-OF-07, D-OF-08, O-SET-05)"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.dungeon.board import TILE_LIMIT, Board, Shape, shape_turned, shapes_of
from dungeonbowl.dungeon.directions import E, S
from dungeonbowl.dungeon.distance import distances_over
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.tiles import TILES
from dungeonbowl.dungeon.walking import Walker, nearest

ELIGIBLE: Final[i64] = 6
MARGIN: Final[i64] = 10  # room round the body for the largest end zone


@final
class Site:
    """A place where an end zone room may lie: which tiles it touches, and the way from it to every square."""

    out: vec[i16]  # steps from the end zone to each numbered square of the body

    def __init__(self, shape: Shape, x: i64, y: i64, touched: i64, entrances: vec[i16], out: vec[i16]) -> None:
        self.shape = shape
        self.x: i64 = x
        self.y: i64 = y
        self.touched: i64 = touched  # a bit per tile
        self.entrances = entrances
        self.out = out


@final
class Pair:
    """Two sites and the walk between them."""

    def __init__(self, first: Site, second: Site, distance: i64) -> None:
        self.first = first
        self.second = second
        self.distance: i64 = distance


def find_sites(board: Board, name: str) -> list[Site]:
    """Every site of an end zone room beside a body whose steps are built. (D-OF-07)"""
    found: list[Site] = []
    count = i64(len(board.cells))
    queue = vec[i16]([0] * count)
    for shape in shapes_of(name):
        places = board.places_beside(shape)
        index: i64 = 0
        while index < len(places):
            y = places[index] // board.span
            x = places[index] - y * board.span
            index += 1
            if board.probe(shape, x, y) <= 0:
                continue
            touched: i64 = 0
            contact: i64 = 0
            while contact < board.touches:
                touched |= i64(1) << i64(board.touched[contact])
                contact += 1
            entrances = board.entrances(shape, x, y)
            out = vec[i16]([-1] * count)
            distances_over(board.ways, board.ways_first, entrances, 1, out, queue)
            found.append(Site(shape, x, y, touched, entrances, out))
    return found


def are_apart(first: Site, second: Site) -> bool:
    """Neither a common square nor a common border; corners may meet. End zone rooms are boxes."""
    across = gap(first.x, first.shape.width, second.x, second.shape.width)
    down = gap(first.y, first.shape.height, second.y, second.shape.height)
    return across > 0 or down > 0 or (across == 0 and down == 0)


def gap(start: i64, length: i64, other: i64, other_length: i64) -> i64:
    """Squares between two rows of squares; below 0 where they overlap."""
    before = other - (start + length)
    after = start - (other + other_length)
    return before if before > after else after


def bits(mask: i64) -> i64:
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


def greatest_pairs(board: Board, first: str, second: str) -> list[Pair]:
    """The legal pairs of greatest distance over a body whose steps are built; empty if there is none. (D-OF-08)"""
    sites = find_sites(board, first)
    alike = TILES[first].rows[0][:1] != "" and len(TILES[first].rows) == len(TILES[second].rows)
    alike = alike and len(TILES[first].rows[0]) == len(TILES[second].rows[0])
    others = sites if alike else find_sites(board, second)
    tiles = i64(len(board.shapes))
    best: i64 = 0
    found: list[Pair] = []
    for index in range(len(sites)):
        site = sites[index]
        out = site.out
        for place in range(index + 1 if alike else 0, len(others)):
            other = others[place]
            distance = nearest(out, other.entrances) + 1
            if distance < best or distance <= 0:
                continue
            if not are_apart(site, other) or tiles - bits(site.touched | other.touched) < ELIGIBLE:
                continue
            if distance > best:
                best = distance
                found = []
            found.append(Pair(site, other, distance))
    return found


@final
class Farthest:
    """The walk between the end zones as they lie, the greatest possible one, and where the rooms would lie for it."""

    def __init__(self, distance: i64, greatest: i64, places: list[tuple[str, int, int, int]]) -> None:
        self.distance: i64 = distance
        self.greatest: i64 = greatest
        self.places = places  # tile, x, y, rotation


def farthest(dungeon: Dungeon) -> Farthest | None:
    """Measure a dungeon built from tiles; None for any other, or when its tiles are not those of a legal dungeon."""
    tiles = dungeon.blueprint.header.get("tile")
    if not isinstance(tiles, list) or dungeon.tile_kinds.count("endzone") != 2 or len(tiles) > TILE_LIMIT:
        return None
    board = Board(dungeon.width + 2 * MARGIN, dungeon.height + 2 * MARGIN)
    zones: list[str] = []
    for entry in tiles:
        name = str(entry["id"])
        at = entry["at"]
        if TILES[name].kind == "endzone":
            zones.append(name)
        else:
            board.lay(shape_turned(name, int(entry["rot"])), int(at[0]) + MARGIN, int(at[1]) + MARGIN)
    for doorway in dungeon.doorways:
        if dungeon.tile_kinds[doorway.first] == "endzone" or dungeon.tile_kinds[doorway.second] == "endzone":
            continue
        for near, far in ((doorway.nodes[0], doorway.nodes[1]), (doorway.nodes[2], doorway.nodes[3])):
            side: i64 = E if dungeon.row[near] == dungeon.row[far] else S
            row = i64(dungeon.row[near]) + MARGIN
            board.open_border(row * board.span + i64(dungeon.column[near]) + MARGIN, side)
    board.build_steps()
    pairs = greatest_pairs(board, zones[0], zones[1])
    if not pairs:
        return None
    pair = pairs[0]
    places: list[tuple[str, int, int, int]] = []
    for site, name in ((pair.first, zones[0]), (pair.second, zones[1])):
        places.append((name, int(site.x - MARGIN), int(site.y - MARGIN), int(site.shape.rotation)))
    walker = Walker(dungeon)
    return Farthest(nearest(walker.walk(dungeon.zones[0]), dungeon.zones[1]), pair.distance, places)
