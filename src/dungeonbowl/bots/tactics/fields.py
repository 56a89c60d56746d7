"""Fields of distances. They are kept as long as they are true: they change only when a way opens or closes.

A search looks at thousands of positions of one match, and nearly all of them have the same walls and chests.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.bots.tactics.ground import Ground, is_rough, rough_distances, tokens_seen
from dungeonbowl.dungeon.distance import distances
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.game import BARRED, Game

MOST_KEPT: Final = 2048
MOST_GROUNDS: Final = 64


@final
class Fields:
    """The kept fields, by the closed squares and by the target."""

    dungeon: Dungeon | None
    kept: dict[int, vec[i16]]
    grounds: dict[int, Ground]

    def __init__(self) -> None:
        self.dungeon = None
        self.kept = {}
        self.grounds = {}

    def clear_away(self, game: Game) -> None:
        """Drop the fields of another dungeon, and all of them if they are too many."""
        if self.dungeon is not game.dungeon or len(self.kept) > MOST_KEPT or len(self.grounds) > MOST_GROUNDS:
            self.dungeon = game.dungeon
            self.kept = {}
            self.grounds = {}

    def find(self, game: Game, barred: i64, target: i64, ground: Ground | None = None) -> vec[i16]:
        """Steps from every square to a target: a square, or the zones named by `zone_target`."""
        self.clear_away(game)
        key = int(barred * 65536 + target + 1024)
        found = self.kept.get(key)
        if found is None:
            found = fresh(game, sources(game, target), ground)
            self.kept[key] = found
        return found

    def ground(self, game: Game, side: i64) -> Ground | None:
        """The tolls of the ground for a side; None on plain floor."""
        if not is_rough(game):
            return None
        self.clear_away(game)
        key = int(tokens_seen(game) * 8 + side)
        found = self.grounds.get(key)
        if found is None:
            found = Ground(game, side)
            found.key = i64(key)
            self.grounds[key] = found
        return found


SHELF: Final = Fields()


def fresh(game: Game, sources: vec[i16], ground: Ground | None) -> vec[i16]:
    """A field of distances to some squares."""
    found = vec[i16]([-1] * int(game.dungeon.count))
    if ground is None:
        distances(game.steps, game.occupant, sources, found)
    else:
        rough_distances(game, ground, sources, vec[u8](), found)
    return found


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
