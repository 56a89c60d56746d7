"""Rough ground: steps that cost more or are dangerous, closed doors, ladders, brinks.

This module knows no terrain. The rules of the edition tell the price and the risk of each step for a player of the
side. A way is opened by an action that the engine offers beside it. If no rule speaks of steps, everything here is
zero.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import action
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.procedures.move.step import price
from dungeonbowl.engine.tokens import NO_TOKEN

CLOSED: Final[i64] = 255  # the toll of a step that is taken only if there is no other way
CERTAIN: Final = 0.99  # a chance from which on a mishap counts as certain
DEARNESS: Final = 10.0  # the detour in steps that a certain mishap is worth
DOOR_TOLL: Final[i64] = 3
PORTAL_TOLL: Final[i64] = 10  # entering a portal leads elsewhere


@final
class Way:
    """Something to do beside a square that leads on from there: a door to open, a ladder to climb."""

    def __init__(self, origin: i64, square: i64, deed: i64, toll: i64) -> None:
        self.origin = origin
        self.square = square  # the square it leads to
        self.deed = deed  # the action, or 0 for a step that the pathfinder knows
        self.toll = toll  # its price beyond one step
        self.needs = toll if deed & 0xFF == actions.OPEN_DOOR else toll + 1  # about how much movement the action takes


def in_order(way: Way) -> int:
    """The key that sorts ways by their squares, as everything is sorted that a side looks at from its own end."""
    return int(way.origin << 16 | way.square)


@final
class Ground:
    """The tolls of all steps of a position, for the players of one side."""

    tolls: vec[u8]
    brinks: vec[u8]
    heads: vec[i16]

    def __init__(self, game: Game, side: i64) -> None:
        count = game.dungeon.count
        self.key: i64 = 0  # tells this ground from others
        self.tolls = vec[u8]([0] * int(count * 8))  # the toll of the step from a square in a direction
        self.brinks = vec[u8]([0] * int(count))  # how many dangerous squares are beside each square
        self.ways: list[Way] = []
        self.heads = vec[i16]([0] * int(count))  # how many ways lead to a square
        piece = typical(game, side)
        if piece >= 0:
            self.ask_rules(game, piece)
        self.find_doors(game)
        self.find_ladders(game)
        if piece >= 0:
            self.find_passages(game, piece)
        self.ways.sort(key=in_order)
        for way in self.ways:
            self.heads[way.square] = i16(i64(self.heads[way.square]) + 1)

    def ask_rules(self, game: Game, piece: i64) -> None:
        """Ask the modules for the price of every step from or to a square that is no plain floor."""
        here = game.square[piece]
        watched = game.rules.floor_watched
        special = game.dungeon.special
        node: i64 = 0
        while node < game.dungeon.count:
            about = watched or i64(special[node]) != 0 or i64(game.token[node]) != NO_TOKEN
            direction: i64 = 0
            while direction < 8:
                there = i64(game.steps[node * 8 + direction])
                if there >= 0 and (about or i64(special[there]) != 0 or i64(game.token[there]) != NO_TOKEN):
                    toll = step_toll(game, piece, node, there)
                    self.tolls[node * 8 + direction] = u8(toll)
                    if toll == CLOSED:
                        self.brinks[node] = u8(i64(self.brinks[node]) + 1)
                elif there < 0 and game.dungeon.has_drops and game.dungeon.drops[node * 8 + direction] >= 0:
                    self.brinks[node] = u8(i64(self.brinks[node]) + 1)
                direction += 1
            node += 1
        game.square[piece] = here

    def find_doors(self, game: Game) -> None:
        dungeon = game.dungeon
        for door in dungeon.doors:
            if door.is_open:
                continue
            if door.other >= 0:
                self.add_way(game, door.node, door.other, action(actions.OPEN_DOOR, door.other), DOOR_TOLL)
                self.add_way(game, door.other, door.node, action(actions.OPEN_DOOR, door.node), DOOR_TOLL)
                continue
            direction: i64 = 0
            while direction < 8:
                beside = i64(dungeon.bordering[door.node * 8 + direction])
                if beside >= 0:
                    self.add_way(game, beside, door.node, action(actions.OPEN_DOOR, door.node), DOOR_TOLL)
                    # only for measuring distances: no piece stands in a closed door
                    self.ways.append(Way(door.node, beside, 0, 0))
                direction += 1

    def find_ladders(self, game: Game) -> None:
        for ladder in game.dungeon.ladders:
            self.add_way(game, ladder.foot, ladder.top, action(actions.CLIMB, ladder.top), ladder.rungs)
            self.add_way(game, ladder.top, ladder.foot, action(actions.CLIMB, ladder.foot), ladder.rungs)

    def find_passages(self, game: Game, piece: i64) -> None:
        """Add the steps that have no direction; the pathfinder knows them."""
        if not game.dungeon.linked:
            return
        links = game.dungeon.links
        node: i64 = 0
        while node < game.dungeon.count:
            index = node * 2
            while index < node * 2 + 2:
                there = i64(links[index])
                if there >= 0:
                    self.ways.append(Way(node, there, 0, price(game, piece, node, there) - 1))
                index += 1
            node += 1

    def add_way(self, game: Game, origin: i64, square: i64, deed: i64, toll: i64) -> None:
        if origin >= 0 and square >= 0:
            self.ways.append(Way(origin, square, deed, toll))

    def toll(self, square: i64, direction: i64) -> i64:
        return i64(self.tolls[square * 8 + direction])


def typical(game: Game, side: i64) -> i64:
    """A player of a side to measure steps for: the first in the dungeon, or else the first of all; -1 if the side has
    none."""
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if game.square[piece] >= 0:
            return piece
        piece += 1
    return game.first_piece(side) if game.first_piece(side) < game.last_piece(side) else i64(-1)


def is_rough(game: Game) -> bool:
    """Whether rules or dungeon give steps a price, a risk, or a way to open."""
    rules = game.rules
    if len(rules.step_risks) > 0 or len(rules.step_costs) > 0:
        return True
    dungeon = game.dungeon
    return len(dungeon.doors) > 0 or len(dungeon.ladders) > 0 or dungeon.linked


def step_risk(game: Game, piece: i64, origin: i64, square: i64) -> float:
    """The chance that the ground makes a step fail. `game.square[piece]` is changed."""
    game.square[piece] = i16(square)
    chance = 1.0
    for module in game.rules.step_risks:
        chance *= 1.0 - module.step_risk(game, piece, origin, square)
    return 1.0 - chance


def step_toll(game: Game, piece: i64, origin: i64, square: i64) -> i64:
    """The price of a step beyond one square, with dangers counted in steps. `game.square[piece]` is changed."""
    if game.portal_number(square) > 0:
        return PORTAL_TOLL
    risk = step_risk(game, piece, origin, square)
    if risk > CERTAIN:
        return CLOSED
    game.square[piece] = i16(origin)
    toll = price(game, piece, origin, square) - 1 + i64(int(risk * DEARNESS + 0.99))
    return toll if toll < CLOSED else CLOSED - 1


def hazard(game: Game, piece: i64, origin: i64, square: i64) -> float:
    """How bad it is for a player to be moved from one square to another: 0 for harmless, 1 for certain harm."""
    here = game.square[piece]
    risk = step_risk(game, piece, origin, square)
    game.square[piece] = here
    for module in game.rules.hazards:
        if risk < 0.5 and module.is_hazard(game, piece, origin, square):
            risk = 0.5
    return risk


def tokens_seen(game: Game) -> i64:
    """A number that tells one set of tokens from another."""
    mixed: i64 = 29
    node: i64 = 0
    count = game.dungeon.count
    token = game.token
    while node < count:
        if i64(token[node]) != NO_TOKEN:
            mixed = (mixed * 1103515245 + node * 12345 + i64(token[node]) + 1) & 0x3FFFFFFF
        node += 1
    return mixed


def rough_distances(game: Game, ground: Ground, sources: vec[i16], tolls: vec[u8], out: vec[i16]) -> None:
    """Like `dungeon.distance.distances`, with the tolls of the ground and a toll more for entering each square
    (empty for none): fill `out` with the price of the cheapest way from each square to the nearest source."""
    steps = game.steps
    occupant = game.occupant
    extra = len(tolls) > 0
    queue = vec[i16]()
    for node in sources:
        if out[i64(node)] != 0:
            out[i64(node)] = 0
            queue = append(queue, node)
    head: i64 = 0
    while head < len(queue):  # a square that is reached more cheaply is looked at again
        here = i64(queue[head])
        head += 1
        base = i64(out[here]) + 1
        if extra:
            base += i64(tolls[here])
        direction: i64 = 0
        while direction < 8:
            other = i64(steps[here * 8 + direction])
            if other >= 0 and i64(occupant[other]) != BARRED:
                back = direction + 4 & 7
                toll: i64 = 0
                if i64(steps[other * 8 + back]) == here:
                    toll = ground.toll(other, back)
                    if out[here] == 0 and toll != CLOSED:
                        toll = 0  # the target itself has no toll
                if toll != CLOSED:
                    known = i64(out[other])
                    if known < 0 or base + toll < known:
                        out[other] = i16(base + toll)
                        queue = append(queue, i16(other))
            direction += 1
        if ground.heads[here] > 0:
            for way in ground.ways:
                if way.square == here:
                    known = i64(out[way.origin])
                    if known < 0 or base + way.toll < known:
                        out[way.origin] = i16(base + way.toll)
                        queue = append(queue, i16(way.origin))
