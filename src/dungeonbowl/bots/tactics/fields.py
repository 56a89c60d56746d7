"""Fields of distances. They are kept as long as they are true: they change only when a way opens or closes.

A search looks at thousands of positions of one match, and nearly all of them have the same walls and chests.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.bots.tactics.ground import Ground, is_rough, rough_distances, tokens_seen
from dungeonbowl.dungeon.distance import distances
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import BARRED

MOST_KEPT: Final[i64] = 2048  # fields of one dungeon
MOST_GROUNDS: Final = 64  # of one dungeon
MOST_DUNGEONS: Final = 32
UNKNOWN: Final[i64] = -1
ZONES: Final[i64] = 16  # numbers of `zone_target`


@final
@mypyc_attr(acyclic=True)
class Field:
    """Steps from every square to one target."""

    steps: vec[i16]

    def __init__(self, steps: vec[i16]) -> None:
        self.steps = steps


@final
class Fields:
    """The kept fields of one set of closed squares, by their targets."""

    def __init__(self, shelf: Shelf, count: i64) -> None:
        self.shelf = shelf
        self.by_target: list[Field | None] = [None] * int(count + ZONES)

    def find(self, game: Game, target: i64, ground: Ground | None) -> vec[i16]:
        """Steps from every square to a target: a square, or the zones named by `zone_target`."""
        found = self.by_target[target + ZONES]
        if found is None:
            found = Field(fresh(game, sources(game, target), ground))
            self.by_target[target + ZONES] = found
            self.shelf.count += 1
        return found.steps


@final
class Shelf:
    """What is kept about one dungeon."""

    late: vec[u8]

    def __init__(self, dungeon: Dungeon) -> None:
        self.dungeon = dungeon
        self.count: i64 = 0  # fields in all
        self.kept: dict[int, Fields] = {}  # by the closed squares
        self.grounds: dict[int, Ground] = {}
        self.two_way: i64 = UNKNOWN
        self.late = late_zones(dungeon)

    def is_two_way(self, game: Game) -> bool:
        """Whether every step can be walked back; a step down from a platform cannot."""
        if self.two_way == UNKNOWN:
            self.two_way = 1 if lead_both_ways(game.steps) else i64(0)
        return self.two_way == 1

    def is_late(self, zone: i64) -> bool:
        """Whether the squares of a zone come after those of the others, in the order of squares."""
        return 0 <= zone < len(self.late) and self.late[zone] != 0

    def is_full(self) -> bool:
        return self.count > MOST_KEPT or len(self.grounds) > MOST_GROUNDS


@final
class Shelves:
    """The shelves of the last few dungeons: a learner's matches go on by turns in many of them. With one shelf, a fifth
    of the time of a vector environment against the scripted coach went into making the same fields again."""

    def __init__(self) -> None:
        self.shelf: Shelf | None = None  # the last one that was used
        self.others: list[Shelf] = []

    def of(self, game: Game) -> Shelf:
        """The shelf of this dungeon; a new one if there is none or it is full."""
        shelf = self.shelf
        if shelf is None or shelf.dungeon is not game.dungeon or shelf.is_full():
            shelf = self.fetched(game)
            self.shelf = shelf
        return shelf

    def forget_ground(self) -> None:
        """Before a match: what is known of rough ground was asked in another match, where other players stood. Without
        this, what a coach does could depend on the matches that were played before."""
        self.shelf = None

    def fetched(self, game: Game) -> Shelf:
        if is_rough(
            game
        ):  # its tolls were asked for a player of one match: kept until another dungeon or `forget_ground`
            return Shelf(game.dungeon)
        number = 0
        while number < len(self.others):
            shelf = self.others[number]
            if shelf.dungeon is game.dungeon:
                if not shelf.is_full():
                    return shelf
                del self.others[number]
                break
            number += 1
        shelf = Shelf(game.dungeon)
        self.others.append(shelf)
        if len(self.others) > MOST_DUNGEONS:
            del self.others[0]
        return shelf

    def fields(self, game: Game, barred: i64) -> Fields:
        """The fields that belong to a set of closed squares."""
        shelf = self.of(game)
        found = shelf.kept.get(int(barred))
        if found is None:
            found = Fields(shelf, game.dungeon.count)
            shelf.kept[int(barred)] = found
        return found

    def ground(self, game: Game, side: i64) -> Ground | None:
        """The tolls of the ground for a side; None on plain floor."""
        if not is_rough(game):
            return None
        shelf = self.of(game)
        key = int(tokens_seen(game) * 8 + side)
        found = shelf.grounds.get(key)
        if found is None:
            found = Ground(game, side)
            found.key = i64(key)
            shelf.grounds[key] = found
        return found


SHELVES: Final = Shelves()


def fresh(game: Game, sources: vec[i16], ground: Ground | None) -> vec[i16]:
    """A field of distances to some squares."""
    found = vec[i16]([-1] * int(game.dungeon.count))
    if ground is None:
        distances(game.steps, game.occupant, sources, found)
    else:
        rough_distances(game, ground, sources, vec[u8](), found)
    return found


def late_zones(dungeon: Dungeon) -> vec[u8]:
    """For every zone 1 if it lies behind the middle of all others, in the order of squares."""
    late = vec[u8]()
    for own in dungeon.zones:
        here: i64 = 0
        for node in own:
            here += i64(node)
        there: i64 = -here
        others: i64 = -i64(len(own))
        for zone in dungeon.zones:
            others += i64(len(zone))
            for node in zone:
                there += i64(node)
        late = append(late, u8(1) if here * others > there * i64(len(own)) else u8(0))
    return late


def lead_both_ways(steps: vec[i16]) -> bool:
    """Whether for every step of a table there is one back, in whatever direction."""
    index: i64 = 0
    while index < len(steps):
        there = i64(steps[index])
        if there >= 0:
            here = index >> 3
            back = there * 8
            end = back + 8
            while back < end and i64(steps[back]) != here:
                back += 1
            if back == end:
                return False
        index += 1
    return True


def barred_squares(game: Game) -> i64:
    """A number that tells one set of closed squares from another."""
    mixed: i64 = 17
    node: i64 = 0
    count = game.dungeon.count
    occupant = game.occupant
    while node < count:
        if i64(occupant[node]) == BARRED:
            mixed = (mixed * 1103515245 + node * 12345 + 1) & 0x3FFFFFFF
        node += 1
    return mixed


def zone_target(zone: i64, own: bool) -> i64:
    """The number by which the squares of a zone (`own`) or of all other zones are asked for."""
    return -1 - zone * 2 - (1 if own else 0)


def sources(game: Game, target: i64) -> vec[i16]:
    if target >= 0:
        return vec[i16]([int(target)])
    wanted = (-1 - target) >> 1
    own = (-1 - target) & 1 == 1
    return zone_squares(game, wanted, own)


def zone_squares(game: Game, zone: i64, own: bool) -> vec[i16]:
    """The squares of this zone (`own`), or of all other zones."""
    found = vec[i16]()
    other: i64 = 0
    while other < game.dungeon.teams:
        if (other == zone) == own:
            for node in game.dungeon.zones[other]:
                found = append(found, node)
        other += 1
    return found
