"""The dungeon as a graph: a square is a node, a step is an entry of a table.

It is built once from a blueprint and never changed; every clone of a game shares it. Walls, doorways, features, heights
and the squares beneath platforms are all in the tables, so that the readers of the tables need no special case.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.directions import E, N, S, direction_between
from dungeonbowl.dungeon.distance import barred_by_terrain, distances, distances_towards
from dungeonbowl.dungeon.features import (
    Barrier,
    Blueprint,
    Door,
    Doorway,
    Inscription,
    Ladder,
    Passage,
    Trap,
)
from dungeonbowl.dungeon.grid import Grid, octets, words
from dungeonbowl.dungeon.islands import islands
from dungeonbowl.dungeon.map_rules import map_rules
from dungeonbowl.dungeon.sight import Sight
from dungeonbowl.dungeon.spans import has_way_out, spans
from dungeonbowl.dungeon.terrain import FLOOR
from dungeonbowl.dungeon.trails import Trails

NODE_LIMIT: Final[i64] = 4096
VARIANT_LIMIT: Final = 128
TEAM_LETTERS: Final = "ABCD"
OUT_OF_RANGE: Final[i64] = 1 << 30


def mask_of(numbers: vec[u8]) -> i64:
    """The numbers that occur, as bits. All are below 63."""
    found: i64 = 0
    for number in numbers:
        found |= i64(1) << i64(number)
    return found


@final
class Dungeon:
    """A board of up to 4096 nodes. See the attributes: they are the interface."""

    column: vec[i16]
    row: vec[i16]
    level: vec[i16]
    layer: vec[u8]  # 1 for a square beneath a platform
    terrain: vec[u8]
    tile: vec[i16]
    room: vec[u8]
    zone: vec[i16]
    neighbours: vec[i16]  # node * 8 + direction: where a step leads
    bordering: vec[i16]  # the same with features and doors counted as open floor
    walks: vec[i16]  # the steps without those off a ledge: adjacent squares (A-DEF-04)
    drops: vec[i16]  # the steps off a ledge alone; empty if there are none
    # 1 in an end zone, on any terrain but floor, beneath a platform, and beside a square of another height
    special: vec[u8]
    sight_border: vec[u8]  # node * 4 + direction / 2: 1 if sight passes
    upper: vec[i16]  # row * width + column: the square seen from above
    lower: vec[i16]  # the square beneath it
    map_chests: vec[i16]
    map_portals: vec[i16]
    eligible: vec[u8]  # by tile: neither an end zone nor joined to one (D-OF-10)
    tile_names: list[str]
    tile_kinds: list[str]
    tile_links: list[tuple[int, int]]
    setup: list[vec[i16]]
    zones: list[vec[i16]]
    doors: list[Door]
    barriers: list[Barrier]
    doorways: list[Doorway]
    inscriptions: list[Inscription]
    ladders: list[Ladder]
    passages: list[Passage]
    traps: list[Trap]
    to_zone: list[vec[i16]]
    spans: list[vec[u8]]
    ways_out: vec[u8]  # 1 where a leap may begin; empty until it is first needed
    near_doors: vec[u8]  # 1 where any door is in reach; empty until it is first needed
    islands: vec[i16]  # empty until it is first needed
    links: vec[i16]  # node * 2: the ends of a passage from its inside, the inside from an end, -1; empty without any
    sight: Sight

    def __init__(self, blueprint: Blueprint) -> None:
        count: i64 = len(blueprint.column)
        if count > NODE_LIMIT:
            raise ValueError(f"a dungeon has at most {NODE_LIMIT} squares, this one has {count}")
        self.blueprint = blueprint
        self.identity: str = blueprint.identity
        self.name: str = blueprint.name
        self.edition: str = blueprint.edition
        self.map_rules = map_rules(blueprint.edition)
        self.width: i64 = blueprint.width
        self.height: i64 = blueprint.height
        self.diagonals: i64 = blueprint.diagonals
        self.count: i64 = count
        self.teams: i64 = blueprint.teams
        grid = Grid(blueprint)
        self.column = grid.column
        self.row = grid.row
        self.level = grid.level
        self.layer = grid.layer
        self.terrain = grid.terrain
        self.zone = grid.zone
        self.upper = grid.upper
        self.lower = grid.lower
        self.neighbours = grid.steps(True)
        self.bordering = grid.steps(False)
        self.drops = ledges(self.neighbours, self.level)
        self.walks = without(self.neighbours, self.drops)
        self.has_drops: bool = len(self.drops) > 0
        self.special = vec[u8]()
        blind = grid.blind()
        self.sight_border = grid.sight_borders(blind)
        self.tile = words(blueprint.tile)
        self.room = octets(blueprint.room)
        self.rooms: i64 = mask_of(self.room)
        self.tile_names = blueprint.tile_names
        self.tile_kinds = blueprint.tile_kinds
        self.doorways = blueprint.doorways
        self.map_chests = words(blueprint.chests)
        self.map_portals = words(blueprint.portals)
        self.doors = blueprint.doors
        self.barriers = blueprint.barriers
        self.inscriptions = blueprint.inscriptions
        self.ladders = blueprint.ladders
        self.passages = blueprint.passages
        self.traps = blueprint.traps
        self.spans = [vec[u8]()] * count
        self.ways_out = vec[u8]()
        self.near_doors = vec[u8]()
        self.islands = vec[i16]()
        self.lists: Trails | None = None
        self.variants: dict[str, Dungeon] = {}
        self.original: Dungeon | None = None  # the dungeon as it was drawn, if doors have changed since
        self.sight = Sight(
            self.width,
            self.height,
            self.diagonals,
            self.column,
            self.row,
            self.level,
            self.layer,
            self.upper,
            self.lower,
            self.sight_border,
            blind,
        )
        # Set by the methods below; set here too, so that compiled code knows that they are always there.
        self.zones = []
        self.setup = []
        self.to_zone = []
        self.eligible = vec[u8]()
        self.tile_links = []
        self.links = vec[i16]()
        self.linked: bool = False
        self.special = self.not_plain()
        self.build_zones()
        self.build_tiles()
        self.build_links()

    # Questions.

    def node_at(self, column: i64, row: i64, layer: i64 = 0) -> i64:
        """The node at a place of the grid, -1 for rock. Layer 1 asks for the square beneath a platform."""
        if column < 0 or row < 0 or column >= self.width or row >= self.height:
            return -1
        if layer == 1:
            return i64(self.lower[row * self.width + column])
        return i64(self.upper[row * self.width + column])

    def step(self, node: i64, direction: i64) -> i64:
        """Where one step leads, or -1 if it is not possible. (O-MAP-06, O-MAP-07)"""
        return i64(self.neighbours[node * 8 + direction])

    def border_open(self, node: i64, direction: i64) -> bool:
        """Whether the border in an orthogonal direction can be crossed."""
        return self.neighbours[node * 8 + direction] >= 0

    def range_squared(self, first: i64, second: i64) -> i64:
        """Columns squared plus rows squared; very large for places that are on no square. (O-PASS-03)"""
        if self.column[first] < 0 or self.column[second] < 0:
            return i64(0) if first == second else OUT_OF_RANGE
        columns = i64(self.column[first]) - i64(self.column[second])
        rows = i64(self.row[first]) - i64(self.row[second])
        return columns * columns + rows * rows

    def height_lost(self, origin: i64, square: i64) -> i64:
        """How much lower one place is than another; the inside of a passage has no height of its own, so 0."""
        if self.column[origin] < 0 or self.column[square] < 0:
            return 0
        return i64(self.level[origin]) - i64(self.level[square])

    def within(self, first: i64, second: i64, squares: i64) -> bool:
        """Whether neither columns nor rows differ by more than so many, walls ignored. (O-TERM-09)"""
        if self.column[first] < 0 or self.column[second] < 0:
            return first == second
        columns = i64(self.column[first]) - i64(self.column[second])
        rows = i64(self.row[first]) - i64(self.row[second])
        return -squares <= columns <= squares and -squares <= rows <= squares

    def direction_to(self, first: i64, second: i64) -> i64:
        """The direction of the step from one node to the other, or of their places if they touch; else -1."""
        direction: i64 = 0
        while direction < 8:
            if i64(self.neighbours[first * 8 + direction]) == second:
                return direction
            direction += 1
        if self.column[first] < 0 or self.column[second] < 0:
            return -1
        columns = i64(self.column[second]) - i64(self.column[first])
        rows = i64(self.row[second]) - i64(self.row[first])
        return direction_between(columns, rows)

    def has_room(self, room: i64) -> bool:
        """Whether the dungeon has this room."""
        return self.rooms >> room & 1 != 0

    def sees(self, first: i64, second: i64) -> bool:
        """Line of sight between two squares. (O-LOS)"""
        return self.sight.sees(first, second)

    def label(self, node: i64) -> str:
        """The place in words, counted from 0 as in the files."""
        if node < 0:
            return "nowhere"
        if self.column[node] < 0:
            for passage in self.passages:
                if passage.inside == node:
                    return "passage " + passage.letter
            return "off the board"
        text = f"({i64(self.column[node])},{i64(self.row[node])})"
        return text + " below" if self.layer[node] == 1 else text

    def footprint(self, node: i64, size: i64) -> vec[i16]:
        """The squares under a piece of size x size whose top left square is `node`, in reading order.

        Empty when one of them is rock or a closed border runs between them.
        """
        covered = vec[i16]()
        start = node
        row: i64 = 0
        while row < size:
            square = start
            column: i64 = 0
            while column < size:
                covered = append(covered, i16(square))
                if row > 0 and self.step(i64(covered[(row - 1) * size + column]), S) != square:
                    return vec[i16]()
                column += 1
                if column < size:
                    square = self.step(square, E)
                    if square < 0:
                        return vec[i16]()
            row += 1
            if row < size:
                start = self.step(start, S)
                if start < 0:
                    return vec[i16]()
        return covered

    def zone_distance(self, side: i64) -> vec[i16]:
        """Steps from each node to the end zone of a side, impassable squares avoided, chests ignored. (O-TIME-04)"""
        found = self.to_zone[side]
        if len(found) == 0 and self.count > 0:
            found = vec[i16]([-1] * self.count)
            barred = barred_by_terrain(self.terrain)
            if self.is_flat():
                distances(self.neighbours, barred, self.zones[side], found)
            else:
                distances_towards(self.neighbours, barred, self.zones[side], found)
            self.to_zone[side] = found
        return found

    def spans_from(self, node: i64) -> vec[u8]:
        """How many squares a leap from here to each other node counts for; computed when first needed. (A-LEAP-02)"""
        found = self.spans[node]
        if len(found) == 0:
            found = spans(node, self.walks, self.drops, self.count)
            self.spans[node] = found
        return found

    def has_way_out(self, node: i64) -> bool:
        """Whether any other node is two squares away, so that a leap may begin here."""
        if len(self.ways_out) == 0:
            found = vec[u8]([0] * self.count)
            place: i64 = 0
            while place < self.count:
                if has_way_out(place, self.walks, self.drops):
                    found[place] = 1
                place += 1
            self.ways_out = found
        return self.ways_out[node] != 0

    def is_near_door(self, node: i64) -> bool:
        """Whether a player in this node can reach any door, open or not. (A-DOOR-02)"""
        if len(self.near_doors) == 0:
            found = vec[u8]([0] * self.count)
            for door in self.doors:
                if door.other >= 0:
                    found[door.node] = 1
                    found[door.other] = 1
                else:
                    place: i64 = 0
                    while place < self.count * 8:
                        if i64(self.bordering[place]) == door.node:
                            found[place // 8] = 1
                        place += 1
            self.near_doors = found
        return self.near_doors[node] != 0

    def island_of(self, node: i64) -> i64:
        """The number of the island of a node: all squares that can be reached from each other, with every door open; -1
        for none."""
        drawn = self.as_drawn()
        if len(drawn.islands) == 0:
            drawn.islands = islands(drawn.bordering, drawn.links, drawn.ladders, drawn.terrain, drawn.count)
        return i64(drawn.islands[node])

    def trails(self) -> Trails:
        """The steps of a player who walks, as lists; built when first needed."""
        found = self.lists
        if found is None:
            found = Trails(self.walks, self.links, self.count)
            self.lists = found
        return found

    def is_flat(self) -> bool:
        """Whether all squares have the same height, so that every step has a way back."""
        node: i64 = 0
        while node < self.count:
            if self.level[node] != 0 or self.layer[node] != 0:
                return False
            node += 1
        return True

    def with_door(self, index: i64, is_open: bool) -> Dungeon:
        """The same dungeon with one door opened or shut. Each state is built once and shared by all its variants."""
        old = self.doors[index]
        if old.is_open == is_open:
            return self
        doors = self.doors[:]
        doors[index] = Door(old.node, old.other, old.kind, old.size, is_open)
        return self.variant(doors, door_states(doors))

    def with_states(self, states: str) -> Dungeon:
        """The same dungeon with its doors as `door_states` wrote them down."""
        if states == door_states(self.doors):
            return self
        doors: list[Door] = []
        for index, old in enumerate(self.doors):
            doors.append(Door(old.node, old.other, old.kind, old.size, states[index] == "/"))
        return self.variant(doors, states)

    def variant(self, doors: list[Door], key: str) -> Dungeon:
        """The same dungeon with these doors; reused if it has been built before under this key."""
        self.variants[door_states(self.doors)] = self
        found = self.variants.get(key)
        if found is None:
            if len(self.variants) >= VARIANT_LIMIT:  # with many doors there are more states than memory can hold
                self.variants.clear()
            found = Dungeon(self.blueprint.with_doors(doors))
            found.variants = self.variants
            found.original = self.as_drawn()
            self.variants[key] = found
        return found

    def as_drawn(self) -> Dungeon:
        """The dungeon before any door was opened or shut."""
        return self.original if self.original is not None else self

    def has_narrow_doors(self) -> bool:
        """Whether there is a door, open or not, that only smaller players fit through."""
        for door in self.doors:
            if door.size != "large":
                return True
        return False

    def for_large(self) -> Dungeon:
        """The same dungeon for players who fit only through large doors: all other doors are closed. (D-FT-02)"""
        key = "large " + door_states(self.doors)
        found = self.variants.get(key)
        if found is None:
            doors: list[Door] = []
            for old in self.doors:
                if old.size == "large":
                    doors.append(old)
                else:
                    doors.append(Door(old.node, old.other, "door", old.size, False))
            found = self.variant(doors, key)
        return found

    # Building.

    def not_plain(self) -> vec[u8]:
        """The table `special`: squares for which a rule about single squares may matter."""
        special = vec[u8]([0] * self.count)
        node: i64 = 0
        while node < self.count:
            if self.zone[node] >= 0 or i64(self.terrain[node]) != FLOOR or self.layer[node] != 0:
                special[node] = 1
            direction: i64 = 0
            while direction < 8:
                other = i64(self.bordering[node * 8 + direction])
                if other >= 0 and i64(self.level[other]) != i64(self.level[node]):
                    special[node] = 1
                    special[other] = 1
                direction += 1
            node += 1
        return special

    def build_zones(self) -> None:
        side: i64 = 0
        while side < self.teams:
            squares = vec[i16]()
            node: i64 = 0
            while node < self.count:
                if i64(self.zone[node]) == side:
                    squares = append(squares, i16(node))
                node += 1
            self.zones.append(squares)
            if side < len(self.blueprint.setup) and len(self.blueprint.setup[side]) > 0:
                self.setup.append(words(self.blueprint.setup[side]))
            elif self.map_rules.zones_are_doors:
                self.setup.append(self.before_doors(squares))
            else:
                self.setup.append(squares)
            self.to_zone.append(vec[i16]())
            side += 1

    def before_doors(self, doors: vec[i16]) -> vec[i16]:
        """The squares straight in front of the door squares, to the least depth that gives six. (S-SET-06)"""
        chosen = vec[i16]()
        ends = doors[:]
        while len(chosen) < 6:
            grown = False
            index: i64 = 0
            while index < len(ends):
                inward = S if i64(self.row[i64(doors[index])]) * 2 < self.height else N
                ahead = self.step(i64(ends[index]), inward) if ends[index] >= 0 else -1
                if ahead >= 0 and self.zone[ahead] < 0:
                    chosen = append(chosen, i16(ahead))
                    grown = True
                ends[index] = i16(ahead)
                index += 1
            if not grown:
                break
        return chosen

    def build_links(self) -> None:
        """Build the joins besides the eight directions: passages with their ends."""
        self.links = vec[i16]()
        self.linked = len(self.passages) > 0
        if not self.linked:
            return
        self.links = vec[i16]([-1] * (self.count * 2))
        for passage in self.passages:
            self.links[passage.inside * 2] = i16(passage.first)
            self.links[passage.inside * 2 + 1] = i16(passage.second)
            self.links[passage.first * 2] = i16(passage.inside)
            self.links[passage.second * 2] = i16(passage.inside)

    def build_tiles(self) -> None:
        count: i64 = len(self.tile_kinds)
        self.eligible = vec[u8]([1] * count)
        self.tile_links = []
        for doorway in self.doorways:
            self.tile_links.append((int(doorway.first), int(doorway.second)))
            if self.tile_kinds[doorway.first] == "endzone":
                self.eligible[doorway.second] = 0
            if self.tile_kinds[doorway.second] == "endzone":
                self.eligible[doorway.first] = 0
        tile: i64 = 0
        while tile < count:
            if self.tile_kinds[tile] == "endzone":
                self.eligible[tile] = 0
            tile += 1


def ledges(steps: vec[i16], level: vec[i16]) -> vec[i16]:
    """The steps off a ledge, two levels down or more; empty if there are none."""
    drops = vec[i16]()
    place: i64 = 0
    while place < len(steps):
        other = i64(steps[place])
        if other >= 0 and i64(level[place // 8]) - i64(level[other]) >= 2:
            if len(drops) == 0:
                drops = vec[i16]([-1] * len(steps))
            drops[place] = i16(other)
        place += 1
    return drops


def without(steps: vec[i16], drops: vec[i16]) -> vec[i16]:
    """The steps without those off a ledge; the same table if there are none."""
    if len(drops) == 0:
        return steps
    walks = steps[:]
    place: i64 = 0
    while place < len(steps):
        if drops[place] >= 0:
            walks[place] = -1
        place += 1
    return walks


def door_states(doors: list[Door]) -> str:
    """One character per door, as a name for this state of the dungeon."""
    states = ""
    for door in doors:
        states += "/" if door.is_open else "="
    return states
