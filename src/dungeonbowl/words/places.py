"""What a square is called in words for people: "portal 4", "the Treasure Room chest", "the northern corridor".

Coordinates are for programs: the notation, files and the squares that go with each event. A person is told of rooms,
chests, portals and end zones, and of the compass where several are alike. Chests keep their names when they are open:
the same words mean the same place throughout a match. Doors are called as they were drawn, open or not, and a portal
keeps its number under a statue, for the same reason: a line of the log is told in the same words ever after.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from mypy_extensions import i64

from dungeonbowl.dungeon import terrain
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import ROOM_NAMES
from dungeonbowl.engine import events
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import ZONE
from dungeonbowl.engine.tokens import CHEST_TOKEN
from dungeonbowl.languages import mark, t

DIRECTIONS: Final = mark(("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"))
# The parts of a dungeon, row by row: as a noun, and as an adjective.
REGIONS: Final = (
    (("north-west", "north-western"), ("north", "northern"), ("north-east", "north-eastern")),
    (("west", "western"), ("middle", "central"), ("east", "eastern")),
    (("south-west", "south-western"), ("south", "southern"), ("south-east", "south-eastern")),
)
# Terrain with words of its own: how one is there, and what it is called. Doors and runes are told apart by their place.
GROUNDS: Final[dict[int, tuple[str, str]]] = {
    int(terrain.DOORWAY): ("in", "the {region} doorway"),
    int(terrain.DOOR): ("at", "the {region} door"),
    int(terrain.GATE): ("at", "the {region} gate"),
    int(terrain.OPEN_DOOR): ("in", "the {region} door"),
    int(terrain.CHASM): ("in", "the {region} chasm"),
    int(terrain.OBSTACLE): ("at", "the {region} obstacle"),
    int(terrain.LAVA): ("in", "the {region} lava"),
    int(terrain.WATER): ("in", "the {region} water"),
    int(terrain.INSCRIPTION): ("on", "the {region} rune"),
    int(terrain.STEP): ("on", "the {region} steps"),
    int(terrain.LADDER_FOOT): ("at", "the {region} ladder"),
    int(terrain.PASSAGE_END): ("at", "the {end} end of a secret passage"),
    int(terrain.IDOL): ("at", "the idol"),
    int(terrain.CRYPT): ("at", "the crypt"),
    int(terrain.DRAGON): ("at", "the dragon"),
    int(terrain.FIERY_CHASM): ("in", "the fiery chasm"),
    int(terrain.BRIDGE): ("on", "the bridge"),
}
ADJECTIVES: Final = tuple(adjective for row in REGIONS for _, adjective in row)
PARTS: Final = frozenset(f"the {noun}" for row in REGIONS for noun, _ in row)
ONTO: Final = {"in": "into", "on": "onto", "at": "to", "next to": "up to", "under": "under"}
CORRIDOR: Final = "corridor"
PORTALS: Final = ("portal", "teleporter")  # what editions call them


class Spoken(NamedTuple):
    """A place in words: how one is there, what it is called, and what stands in the holes of that. How and what are one
    phrase: other languages have no word for `in` that fits every place."""

    how: str
    what: str
    parts: tuple[tuple[str, str], ...] = ()

    def noun(self) -> str:
        return t(self.what, **dict(self.parts))

    def at(self) -> str:
        return t(f"{self.how} {self.what}", **dict(self.parts))

    def to(self) -> str:
        # nobody need ask on which side of a chest
        plain = (self.how == "next to" and self.what in CHESTS) or self.what in PARTS
        return t(f"{'to' if plain else ONTO[self.how]} {self.what}", **dict(self.parts))

    def beside(self) -> Spoken:
        return self._replace(how="next to")


# What chests are called: the only one, by room or part of the dungeon, and those alike by the compass.
ONLY_CHEST: Final = "the chest"
ROOM_CHEST: Final = "the {room} chest"
REGION_CHEST: Final = "the {region} chest"
ROOM_CHESTS: Final = "the {which} of the {room} chests"
REGION_CHESTS: Final = "the {which} of the {region} chests"
CHESTS: Final = (ONLY_CHEST, ROOM_CHEST, REGION_CHEST, ROOM_CHESTS, REGION_CHESTS)
ZONE_WORDS: Final = ("end zone", "door")


def phrases() -> Iterable[str]:
    """Every phrase about a place that may be told, for the catalogues."""
    beside = ("next to",)
    nouns: list[tuple[str, tuple[str, ...]]] = [
        ("the dugout", ("in",)),
        ("the secret passage", ("in",)),
        *((f"{word} {{number}}", ("on", *beside)) for word in PORTALS),
        *((chest, ("at", *beside)) for chest in CHESTS),
        *((f"{own} {word}", ("in", *beside)) for own in ("its own", "your own") for word in ZONE_WORDS),
        *((f"the {word} of {{team}}", ("in", *beside)) for word in ZONE_WORDS),
        ("the {region} end zone", ("in", *beside)),
        ("the {region} doors", ("in", *beside)),
        *((noun, (how,)) for how, noun in GROUNDS.values()),
        ("the {room}", ("in",)),
        ("the {room} room", ("in",)),
        ("the {region} platform", ("on", "under")),
        ("the {region} corridor", ("in",)),
        ("the {region} chamber", ("in",)),
        *((noun, ("in",)) for noun in sorted(PARTS)),
    ]
    for noun, hows in nouns:
        yield noun
        for how in hows:
            yield f"{how} {noun}"
            yield f"to {noun}" if noun in PARTS or (how in beside and noun in CHESTS) else f"{ONTO[how]} {noun}"
    yield from (*ADJECTIVES, *COUNTED, LAST, *ROOM_NAMES[1:], *PORTALS)


class Places:
    """The names of the squares of one match."""

    def __init__(self, game: Game, own: str = "its own") -> None:
        self.game = game
        self.own = own  # how the end zone of the side is called that is spoken to or of
        self.chests: dict[int, Spoken] = {}  # the names of the chests, by their squares
        self.known: tuple[int, ...] = ()
        self.placed: set[int] = set()  # the squares of all chests that events have told of, open ones too
        self.opened: set[int] = set()
        self.told: set[int] = set()  # where the chests are by what was told
        self.present: set[int] = set()  # where they are: not the same while one is on its way
        self.spoken_of: int | None = None  # the moment that `chests` is about
        # Chests that were placed or moved: the number of the event, the square before and the square (-1: none).
        self.changes: list[tuple[int, int, int]] = []
        self.portals: dict[int, int] = {}  # the numbers of all portals that were ever told of, by their squares
        self.moment: int | None = None  # the event that is told; None to speak of the present
        self.read = 0
        self.tokens = b""
        self.drawn: Dungeon | None = None
        self.tiles: dict[int, str] = {}  # the parts of the dungeon that its tiles are in

    # --- how a square is spoken of ------------------------------------------------------------------------------------

    def noun(self, square: int, side: int = -1) -> str:
        """The place as a thing: "portal 4", "the Kitchen". `side` is the side whose end zone is called its own."""
        return self.spoken(square, side).noun()

    def at(self, square: int, side: int = -1) -> str:
        """Where something happens: "on portal 4", "next to the Treasure Room chest", "in the Kitchen"."""
        return self.spoken(square, side).at()

    def to(self, square: int, side: int = -1) -> str:
        """Where somebody goes: "onto portal 4", "to the Treasure Room chest", "into the Kitchen"."""
        return self.spoken(square, side).to()

    def way(self, origin: int, square: int, side: int = -1) -> str:
        """Where somebody goes who comes from another square: within a place, or to it."""
        if origin >= 0 and self.spoken(origin, side) == self.spoken(square, side):
            return self.at(square, side)
        return self.to(square, side)

    def through(self, square: int) -> str:
        """A way in or out: "portal 4" on it or beside it, else the place."""
        self.look_round()
        for near in (square, *self.beside(square)):
            if number := self.portal_at(near):
                return self.portal(number).noun()
        return self.noun(square)

    def spoken(self, square: int, side: int = -1) -> Spoken:
        """How one is at a square, and what it is called: on portal 4, in the Kitchen."""
        dungeon = self.game.dungeon.as_drawn()
        if not 0 <= square < dungeon.count:
            return Spoken("in", "the dugout")
        if dungeon.column[square] < 0:
            return Spoken("in", "the secret passage")
        self.look_round()
        if number := self.portal_at(square):
            return self.portal(number)
        if square in self.chests:
            return self.chests[square]
        if dungeon.zone[square] >= 0:
            return self.zone_spoken(int(dungeon.zone[square]), side)
        ground = GROUNDS.get(int(dungeon.terrain[square]))
        if ground is not None:
            return Spoken(*ground, (("region", self.region(square)), ("end", t(self.end(square)))))
        near = self.beside(square)
        chest = next((each for each in near if each in self.chests), -1)
        if chest >= 0:
            return self.chests[chest].beside()
        zone = next((int(dungeon.zone[each]) for each in near if dungeon.zone[each] >= 0), -1)
        if zone >= 0:
            return self.zone_spoken(zone, side).beside()
        if dungeon.room[square] > 0:
            return room_spoken(int(dungeon.room[square]))
        if portal := next(filter(None, map(self.portal_at, near)), 0):
            return self.portal(portal).beside()
        if dungeon.layer[square] > 0:
            return Spoken("under", "the {region} platform", (("region", self.region(square)),))
        if dungeon.level[square] > 0:
            return Spoken("on", "the {region} platform", (("region", self.region(square)),))
        tile = int(dungeon.tile[square])
        if len(dungeon.tile_kinds) > 1 and 0 <= tile < len(dungeon.tile_kinds):
            word = CORRIDOR if dungeon.tile_kinds[tile] == CORRIDOR else "chamber"
            return Spoken("in", f"the {{region}} {word}", (("region", self.tile_region(tile)),))
        return Spoken("in", f"the {region_of(dungeon, [square])[0]}")

    # --- relative to a player -----------------------------------------------------------------------------------------

    def towards(self, origin: int, square: int) -> str:
        """Where a square lies, seen from another: "north-east", or farther off "3 squares north", "3 north, 2 east"."""
        dungeon = self.game.dungeon
        if origin < 0 or dungeon.column[origin] < 0 or dungeon.column[square] < 0:
            return ""
        east = int(dungeon.column[square]) - int(dungeon.column[origin])
        south = int(dungeon.row[square]) - int(dungeon.row[origin])
        if east == 0 and south == 0:
            return t("under it") if dungeon.layer[square] > dungeon.layer[origin] else t("above it")
        if max(abs(east), abs(south)) == 1:
            return t(next(word for word, step in zip(DIRECTIONS, STEPS, strict=True) if step == (east, south)))
        parts = []
        if south:
            parts.append((abs(south), "south" if south > 0 else "north"))
        if east:
            parts.append((abs(east), "east" if east > 0 else "west"))
        if len(parts) == 1:
            return t("{count} squares {direction}", count=parts[0][0], direction=t(parts[0][1]))
        return ", ".join(t("{count} {direction}", count=count, direction=t(word)) for count, word in parts)

    def remarkable(self, square: int, side: int = -1) -> str:
        """What a square itself is, if more than floor, to be added to where it lies: "onto portal 4"."""
        dungeon = self.game.dungeon.as_drawn()
        self.look_round()
        is_special = (
            dungeon.column[square] < 0
            or self.portal_at(square) > 0
            or square in self.chests
            or dungeon.zone[square] >= 0
            or int(dungeon.terrain[square]) in GROUNDS
        )
        return self.to(square, side) if is_special else ""

    # --- the parts of a dungeon ---------------------------------------------------------------------------------------

    @property
    def portal_word(self) -> str:
        """Portals in the words of the edition."""
        return str(self.game.dungeon.map_rules.portal_word)

    @property
    def zone_word(self) -> str:
        """What a carrier has to reach, in the words of the edition: an end zone, or a door."""
        return "door" if self.game.dungeon.map_rules.zones_are_doors else "end zone"

    def portal(self, number: int) -> Spoken:
        return Spoken("on", f"{self.portal_word} {{number}}", (("number", str(number)),))

    def zone(self, number: int, side: int = -1) -> str:
        """The end zone, or the doors, of a side; by its place before the sides have chosen."""
        return self.zone_spoken(number, side).noun()

    def zone_spoken(self, number: int, side: int = -1) -> Spoken:
        game = self.game
        for owner in range(int(game.squads.sides)):
            if int(game.side_value(i64(owner), ZONE)) == number and game.squads.names:
                if owner == side:
                    return Spoken("in", f"{self.own} {self.zone_word}")
                return Spoken("in", f"the {self.zone_word} of {{team}}", (("team", self.team(owner)),))
        return self.zone_placed(number)

    def zone_place(self, number: int) -> str:
        """An end zone by where it lies: "the northern end zone"; the doors of StockBowl lie at one edge."""
        return self.zone_placed(number).noun()

    def zone_placed(self, number: int) -> Spoken:
        squares = [node for node in range(int(self.game.dungeon.count)) if int(self.game.dungeon.zone[node]) == number]
        word = f"{self.zone_word}s" if self.zone_word == "door" else self.zone_word
        return Spoken("in", f"the {{region}} {word}", (("region", t(region_of(self.game.dungeon, squares)[1])),))

    def team(self, side: int) -> str:
        """A team by its name; with its letter where two are called the same."""
        names = list(self.game.squads.names)
        if not 0 <= side < len(names):
            return t("nobody")
        return names[side] if names.count(names[side]) == 1 else f"{names[side]} ({'ABCD'[side]})"

    def region(self, square: int) -> str:
        """The part of the dungeon that a square is in: "north-eastern"."""
        return t(region_of(self.game.dungeon, [square])[1])

    def end(self, square: int) -> str:
        """Which end of its passage a square is, seen from the other; elsewhere the part of the dungeon."""
        for passage in self.game.dungeon.passages:
            ends = [int(passage.first), int(passage.second)]
            if square in ends:
                return among(self.game.dungeon, ends)[ends.index(square)]
        return region_of(self.game.dungeon, [square])[1]

    def tile_region(self, tile: int) -> str:
        dungeon = self.game.dungeon
        if tile not in self.tiles:
            squares = [node for node in range(int(dungeon.count)) if int(dungeon.tile[node]) == tile]
            self.tiles[tile] = t(region_of(dungeon, squares)[1])
        return self.tiles[tile]

    def beside(self, square: int) -> list[int]:
        """The squares that touch this one with no wall between."""
        dungeon = self.game.dungeon.as_drawn()
        found = [int(dungeon.bordering[square * 8 + direction]) for direction in range(8)]
        return [each for each in found if each >= 0]

    def portal_at(self, square: int) -> int:
        """The number of the portal on a square, also of one that cannot be used any more; 0 if there is none."""
        number = int(self.game.portal_number(i64(square))) or self.portals.get(square, 0)
        if number and int(self.game.portals[number - 1]) not in (square, -1):  # it is somewhere else now
            return 0
        return number

    # --- chests -------------------------------------------------------------------------------------------------------

    def look_round(self) -> None:
        """Name the chests anew if there are others than before."""
        game = self.game
        told = game.events
        if game.dungeon is not self.drawn or len(told) < self.read:
            self.drawn, self.read, self.tokens, self.tiles, self.changes = game.dungeon, 0, b"", {}, []
            self.placed, self.opened = {int(each) for each in game.dungeon.map_chests}, set()
            self.portals = {int(each): number for number, each in enumerate(game.dungeon.map_portals, 1) if each >= 0}
        tokens = bytes(memoryview(game.token))
        if self.read != len(told) or tokens != self.tokens:
            self.read_on(told)
            self.read, self.tokens = len(told), tokens
            self.find({node for node, token in enumerate(tokens) if token == CHEST})
        elif self.moment is None and self.spoken_of is None:
            return
        self.spoken_of = self.moment
        known = tuple(sorted(self.as_of(self.moment)))
        if known != self.known:
            self.known = known
            self.chests = self.chest_names(known)

    def find(self, closed: set[int]) -> None:
        """Where the chests are. A chest that no event has told of was there from the beginning, unless another one is
        gone meanwhile: then it is that one, on its way, and the event that tells of it is still to come. Until then
        every line of the log speaks of it where it was, as it will ever after."""
        untold, gone = closed - self.placed, self.placed - self.opened - closed
        self.told = self.placed if gone else self.placed | untold
        self.present = self.placed - gone | untold if gone and untold else self.placed | untold

    def read_on(self, told: list[Event]) -> None:
        """Where chests and portals have come to be since these events were last looked at."""
        for number in range(self.read, len(told)):
            event = told[number]
            if event.kind == events.PORTAL_PLACED:
                self.portals[event["square"]] = event["portal"]
            elif event.kind == events.CHEST_OPENED:
                self.placed.add(event["square"])
                self.opened.add(event["square"])
            elif event.kind == events.CHEST_PLACED:
                if event["square"] not in self.placed:
                    self.changes.append((number, -1, event["square"]))
                self.placed.add(event["square"])
            elif event.kind == events.CHEST_MOVED:
                was_there = event["square"] in self.placed  # an open one, onto whose square it was moved
                self.changes.append((number, event["origin"], -1 if was_there else event["square"]))
                self.placed.discard(event["origin"])
                self.placed.add(event["square"])
                self.opened.discard(event["square"])

    def as_of(self, moment: int | None) -> set[int]:
        """Where the chests were when an event happened: the same event is told in the same words ever after."""
        if moment is None:
            return self.present
        known = set(self.told)
        for number, origin, square in reversed(self.changes):
            if number <= moment:
                break
            known.discard(square)
            if origin >= 0:
                known.add(origin)
        return known

    def chest_names(self, squares: Iterable[int]) -> dict[int, Spoken]:
        """The only chest is "the chest"; others are called by their room or part of the dungeon, and those alike by the
        compass."""
        dungeon = self.game.dungeon
        alike: dict[tuple[str, str], list[int]] = {}
        for square in squares:
            room = int(dungeon.room[square])
            where = ("room", t(ROOM_NAMES[room])) if room else ("region", self.region(square))
            alike.setdefault(where, []).append(square)
        if len(alike) == 1 and len(next(iter(alike.values()))) == 1:
            return {square: Spoken("at", ONLY_CHEST) for group in alike.values() for square in group}
        found: dict[int, Spoken] = {}
        for where, group in alike.items():
            in_room = where[0] == "room"
            if len(group) == 1:
                found[group[0]] = Spoken("at", ROOM_CHEST if in_room else REGION_CHEST, (where,))
                continue
            for square, which in zip(group, among(dungeon, group), strict=True):
                named = (where, ("which", t(which)))
                found[square] = Spoken("at", ROOM_CHESTS if in_room else REGION_CHESTS, named)
        return found


CHEST: Final = int(CHEST_TOKEN)
STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
COUNTED: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
LAST: Final = "last"


def room_spoken(room: int) -> Spoken:
    """A room as a place: what some are named after stands in their middle."""
    named_after = room in (terrain.CHAOTIC_IDOL, terrain.FIERY_CHASM_ROOM)
    return Spoken("in", "the {room} room" if named_after else "the {room}", (("room", t(ROOM_NAMES[room])),))


def region_of(dungeon: Dungeon, squares: list[int]) -> tuple[str, str]:
    """The part of a dungeon in which the middle of some squares lies."""
    seen = [node for node in squares if dungeon.column[node] >= 0]
    if not seen:
        return REGIONS[1][1]
    column = sum(int(dungeon.column[node]) for node in seen) / len(seen)
    row = sum(int(dungeon.row[node]) for node in seen) / len(seen)
    return REGIONS[third(row, int(dungeon.height))][third(column, int(dungeon.width))]


def third(place: float, length: int) -> int:
    """0, 1 or 2: in which third of a length a place lies."""
    return min(2, int((place + 0.5) * 3 / length)) if length > 0 else 1


def among(dungeon: Dungeon, squares: list[int]) -> list[str]:
    """Words that tell squares apart: by the compass where two lie apart, else counted from the north."""
    if len(squares) == 2:
        first, second = squares
        east = int(dungeon.column[second]) - int(dungeon.column[first])
        south = int(dungeon.row[second]) - int(dungeon.row[first])
        if abs(south) >= abs(east) and south:
            return ["northern", "southern"] if south > 0 else ["southern", "northern"]
        if east:
            return ["western", "eastern"] if east > 0 else ["eastern", "western"]
    order = sorted(squares, key=lambda node: (int(dungeon.row[node]), int(dungeon.column[node])))
    return [COUNTED[order.index(square)] if order.index(square) < len(COUNTED) else LAST for square in squares]
