"""A position as one side sees it: which players can act, where the balls are, all distances.

It knows no rule. The step table says what may be entered, the pathfinder what is likely, the zones of the dungeon where
to score.

Of things that are equally good a coach takes the first. So every side looks at squares and directions from its own end
of the dungeon (`nth`, `facing`, `sees_first`): the side with the later zone sees the dungeon turned by half. If all
looked from the north-west, the side that comes from there would play another game than the others.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.bots.tactics.fields import SHELVES, barred_squares, zone_squares, zone_target
from dungeonbowl.bots.tactics.ground import rough_distances
from dungeonbowl.bots.tactics.taste import SUPPORT, USUAL, Taste
from dungeonbowl.dungeon.distance import distances
from dungeonbowl.engine.abilities import JUDGES, MONSTER
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.places import BARRED, FREE, HIDDEN
from dungeonbowl.engine.procedures.turn.turn import may_be_activated
from dungeonbowl.engine.reach import Reach
from dungeonbowl.engine.sides import SCORE, TURNS, ZONE
from dungeonbowl.engine.statuses import PRONE, STANDING, STUNNED
from dungeonbowl.engine.tokens import CHEST_TOKEN

FAR: Final[i64] = 999
MATE_TOLL: Final[i64] = 1
FOE_TOLL: Final[i64] = 3
ZONE_TOLL: Final[i64] = 1
NOBODY: Final[i64] = -1
UNASKED: Final[i64] = -1
FEW: Final[i64] = 6  # questions about threats that are answered one by one, before all squares are looked at


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class View:
    """The facts of a position that a coach needs. They are true until a piece moves."""

    attack: vec[i16]
    defend: vec[i16]
    ready: vec[i64]
    mine: vec[i64]
    foes: vec[i64]
    threats: vec[u8]
    helpers: vec[u8]
    zones: vec[u8]
    ways: vec[i16]
    neutral: vec[i64]
    beasts: vec[i64]
    perils: vec[float]
    faults: vec[u8]
    closed: vec[i16]

    def __init__(self, game: Game, side: i64, taste: Taste = USUAL, bearer: i64 = NOBODY) -> None:
        """With several balls a side may have several carriers; `bearer` chooses the one to think of."""
        self.game = game
        self.side = side
        self.taste = taste
        self.own_zone: i64 = game.side_value(side, ZONE)
        self.barred: i64 = barred_squares(game)
        self.ground = SHELVES.ground(game, side)
        if self.ground is not None:
            self.barred = (self.barred * 31 + self.ground.key) & 0x3FFFFFFF
        self.fields = SHELVES.fields(game, self.barred)
        self.is_late: bool = self.fields.shelf.is_late(self.own_zone)
        self.facing: i64 = 4 if self.is_late else 0  # `number ^ facing` is the n-th direction to look in
        self.attack = self.fields.find(game, zone_target(self.own_zone, False), self.ground)
        self.defend = self.fields.find(game, zone_target(self.own_zone, True), self.ground)
        self.mine = vec[i64]()
        self.ready = vec[i64]()
        self.foes = vec[i64]()
        self.threats = vec[u8]()
        self.has_threats: bool = False
        self.threats_asked: i64 = 0
        self.closed = vec[i16]()
        self.has_closed: bool = False
        self.helpers = vec[u8]()
        self.has_helpers: bool = False
        self.daring: float = 0.0  # above 0 in a match where nothing has happened for turns: what risk is worth
        self.leaving: i64 = UNASKED
        self.zones = vec[u8]()
        self.ways = vec[i16]()
        self.neutral = vec[i64]()  # pieces of no side, which are no opponents
        self.beasts = vec[i64]()  # those of them that are standing monsters
        self.perils = vec[float]()
        self.faults = vec[u8]()
        self.reaches: dict[int, Reach] = {}
        self.carrier: i64 = NOBODY
        self.foe_carrier: i64 = NOBODY
        self.loose: i64 = -1
        self.hidden: bool = False
        self.pace: i64 = 6
        piece: i64 = 0
        count = game.squads.count
        sides = game.squads.sides
        squares = game.square
        owners = game.side_of
        acts = game.active == side
        mine = vec[i64]()
        ready = vec[i64]()
        foes = vec[i64]()
        while piece < count:
            if squares[piece] >= 0:
                owner = i64(owners[piece])
                if owner == side:
                    mine = append(mine, piece)
                    if acts and may_be_activated(game, piece):
                        ready = append(ready, piece)
                elif owner < sides:
                    foes = append(foes, piece)
                else:
                    self.neutral = append(self.neutral, piece)
                    if game.can(piece, MONSTER) and self.is_standing(piece):
                        self.beasts = append(self.beasts, piece)
            piece += 1
        self.mine = mine
        self.ready = ready
        self.foes = foes
        ball: i64 = 0
        while ball < len(game.balls):
            where = i64(game.balls[ball])
            holder = game.carrier(ball)
            if holder >= 0:
                self.note_carrier(holder)
            elif where >= 0:
                if self.loose < 0 or self.is_better_ball(where, self.loose):
                    self.loose = where
            elif where == HIDDEN and game.chests_closed > 0:
                self.hidden = True
            ball += 1
        if bearer >= 0:
            self.carrier = bearer
        if self.carrier >= 0:
            self.pace = i64(game.squads.movement[self.carrier])

    def note_carrier(self, holder: i64) -> None:
        if i64(self.game.side_of[holder]) == self.side:
            if self.carrier < 0 or self.way(self.attack, holder) < self.way(self.attack, self.carrier):
                self.carrier = holder
            return
        if self.game.squads.sides == 2 or i64(self.game.side_of[holder]) >= self.game.squads.sides:
            if self.foe_carrier < 0 or self.way(self.defend, holder) < self.way(self.defend, self.foe_carrier):
                self.foe_carrier = holder
            return
        # with more than two sides: the carrier that is nearest to a zone where it scores, maybe not our own zone
        zone = self.game.side_value(i64(self.game.side_of[holder]), ZONE)
        goals = self.fields.find(self.game, zone_target(zone, False), self.ground)
        if self.foe_carrier < 0 or self.way(goals, holder) < self.way(self.defend, self.foe_carrier):
            self.foe_carrier = holder
            self.defend = goals

    def is_better_ball(self, square: i64, other: i64) -> bool:
        """Whether this loose ball is the better one to go for: near to where the side scores, and near to a player."""
        return self.errand(square) < self.errand(other)

    def errand(self, square: i64) -> i64:
        """Steps of the nearest player with hands to a loose ball, and from there to where the side scores."""
        steps = self.to(square)
        best = FAR
        for piece in self.mine:
            if self.has_hands(piece) and i64(self.game.status[piece]) != STUNNED:
                way = self.way(steps, piece)
                if way < best:
                    best = way
        return best + far(self.attack, square)

    # --- from which end --------------------------------------------------------------------------------------------

    def nth(self, number: i64, count: i64) -> i64:
        """What to look at as the n-th of so many things that are numbered in the order of their squares."""
        return count - 1 - number if self.is_late else number

    def sees_first(self, square: i64, other: i64) -> bool:
        """Whether this side looks at a square before another one."""
        return (square > other) == self.is_late

    # --- small questions ------------------------------------------------------------------------------------------

    def square(self, piece: i64) -> i64:
        return i64(self.game.square[piece])

    def way(self, steps: vec[i16], piece: i64) -> i64:
        """The distance of a piece, by a field of distances; `FAR` if it is not in the dungeon."""
        square = i64(self.game.square[piece])
        return FAR if square < 0 else far(steps, square)

    def is_ready(self, piece: i64) -> bool:
        for each in self.ready:
            if each == piece:
                return True
        return False

    def is_prone(self, piece: i64) -> bool:
        return i64(self.game.status[piece]) == PRONE

    def is_standing(self, piece: i64) -> bool:
        return i64(self.game.status[piece]) == STANDING

    def has_hands(self, piece: i64) -> bool:
        return self.game.has_free_hands(piece)

    def holds_ball(self, piece: i64) -> bool:
        return piece == self.carrier or (len(self.game.balls) > 1 and self.game.ball_of(piece) >= 0)

    def marks(self, square: i64) -> i64:
        """How many opponents mark this square."""
        if len(self.zones) == 0:
            self.zones = marked_squares(self)
        return i64(self.zones[square])

    def reach(self, piece: i64) -> Reach:
        found = self.reaches.get(int(piece))
        if found is None:
            found = reach(self.game, piece)
            self.reaches[int(piece)] = found
        return found

    def has_reach(self, piece: i64) -> bool:
        """Whether the ways of this player have been searched already."""
        return int(piece) in self.reaches

    def to(self, square: i64) -> vec[i16]:
        """Steps from every square to one square."""
        return self.fields.find(self.game, square, self.ground)

    def from_carrier(self) -> vec[i16]:
        """Steps from every square to this side's carrier."""
        return self.to(self.square(self.carrier))

    def roads(self) -> vec[i16]:
        """Steps to where this side scores, longer through players and past opponents: an opponent in the way counts as
        a detour."""
        if len(self.ways) == 0:
            self.ways = find_roads(self)
        return self.ways

    def threat(self, square: i64) -> i64:
        """How many standing opponents could come up to this square in their next team turn."""
        if not self.has_threats:
            self.threats_asked += 1
            if self.threats_asked <= FEW and self.fields.shelf.is_two_way(self.game):
                return threats_to(self, square)
            self.find_threats()
        return i64(self.threats[square])

    def find_threats(self) -> None:
        """Look at all squares at once. Whoever asks about many squares calls this first."""
        if not self.has_threats:
            self.has_threats = True
            self.threats = vec[u8]([0] * int(self.game.dungeon.count))
            for foe in self.foes:
                if self.is_standing(foe):
                    spread_threat(self.game, foe, self.threats)

    def find_helpers(self) -> None:
        """See which team-mates could still come up to each square in this turn."""
        if not self.has_helpers and self.taste.of[SUPPORT] != 0.0:
            self.has_helpers = True
            self.helpers = vec[u8]([0] * int(self.game.dungeon.count))
            for piece in self.mine:
                if piece != self.carrier and self.is_standing(piece):
                    if self.is_ready(piece):
                        spread_threat(self.game, piece, self.helpers)
                    else:
                        mark_around(self.game, self.square(piece), self.helpers)

    def helped(self, square: i64) -> float:
        """How many team-mates can stand with a carrier on this square, four at most."""
        count = i64(self.helpers[square])
        return float(count if count < 4 else 4)

    def is_last_turn(self) -> bool:
        """Whether no side has a turn left after this one, in the match or before the interval."""
        limit = self.game.rules.tables.course.turn_limit
        side: i64 = 0
        while side < self.game.squads.sides:
            if self.game.side_value(side, TURNS) < limit:
                return False
            side += 1
        return True

    def chests(self) -> vec[i16]:
        """The squares of the closed chests, as this side looks at them."""
        if not self.has_closed:
            self.has_closed = True
            self.closed = closed_chests(self)
        return self.closed

    def peril(self, square: i64) -> float:
        """How near a monster is: 0 out of its reach, 1 beside it."""
        if len(self.beasts) == 0:
            return 0.0
        if len(self.perils) == 0:
            self.perils = find_perils(self)
        return self.perils[square]

    def watched(self, square: i64) -> float:
        """How many referees are beside a square."""
        if len(self.neutral) == len(self.beasts):
            return 0.0
        if len(self.faults) == 0:
            self.faults = vec[u8]([0] * int(self.game.dungeon.count))
            for piece in self.neutral:
                if self.is_standing(piece) and self.game.can(piece, JUDGES):
                    mark_around(self.game, self.square(piece), self.faults)
        return float(i64(self.faults[square]))

    def brinks(self, square: i64) -> i64:
        """How many dangerous squares, into which a player may be pushed, are beside this one."""
        return i64(self.ground.brinks[square]) if self.ground is not None else i64(0)

    def is_way_out(self, piece: i64, square: i64) -> bool:
        """Whether a player who goes here leaves the dungeon: a square of its own zone from which no step leads on."""
        game = self.game
        if len(game.rules.step_bars) == 0 or i64(game.dungeon.zone[square]) != self.own_zone:
            return False
        if self.leaving == UNASKED:
            self.leaving = 0 if leads_on(game, piece, square) else i64(1)
        return self.leaving == 1

    def is_opponent(self, piece: i64) -> bool:
        """Whether to fight a piece: players of other sides, and any other piece that has the ball."""
        side = i64(self.game.side_of[piece])
        return side != self.side and (side < self.game.squads.sides or piece == self.foe_carrier)

    def goals(self) -> vec[i16]:
        """The squares where this side scores, as it looks at them."""
        found = zone_squares(self.game, self.own_zone, False)
        if self.is_late:
            found = backwards(found)
        return found

    def lead(self) -> i64:
        """Touchdowns ahead of the best other side."""
        game = self.game
        best: i64 = 0
        side: i64 = 0
        while side < game.squads.sides:
            if side != self.side and game.side_value(side, SCORE) > best:
                best = game.side_value(side, SCORE)
            side += 1
        return game.side_value(self.side, SCORE) - best


def backwards(squares: vec[i16]) -> vec[i16]:
    found = vec[i16]()
    left = i64(len(squares))
    while left > 0:
        left -= 1
        found = append(found, squares[left])
    return found


def leads_on(game: Game, piece: i64, square: i64) -> bool:
    """Whether a player may step from this square to another one."""
    direction: i64 = 0
    while direction < 8:
        other = i64(game.steps[square * 8 + direction])
        if other >= 0:
            barred = False
            for module in game.rules.step_bars:
                if module.bars_step(game, piece, square, other):
                    barred = True
            if not barred:
                return True
        direction += 1
    return False


def far(steps: vec[i16], square: i64) -> i64:
    found = i64(steps[square])
    return found if found >= 0 else FAR


def marked_squares(view: View) -> vec[u8]:
    """How many opponents mark each square."""
    game = view.game
    zones = vec[u8]([0] * int(game.dungeon.count))
    for foe in view.foes:
        if game.has_zone(foe):
            if i64(game.squads.size[foe]) == 1:
                mark_around(game, view.square(foe), zones)
            else:
                for covered in game.dungeon.footprint(view.square(foe), i64(game.squads.size[foe])):
                    mark_around(game, i64(covered), zones)
    return zones


def mark_around(game: Game, square: i64, zones: vec[u8]) -> None:
    steps = game.steps
    base = square * 8
    end = base + 8
    while base < end:
        other = i64(steps[base])
        if other >= 0:
            zones[other] = u8(i64(zones[other]) + 1)
        base += 1


def closed_chests(view: View) -> vec[i16]:
    token = view.game.token
    count = view.game.dungeon.count
    found = vec[i16]()
    number: i64 = 0
    while number < count:
        square = view.nth(number, count)
        if i64(token[square]) == CHEST_TOKEN:
            found = append(found, i16(square))
        number += 1
    return found


def find_roads(view: View) -> vec[i16]:
    """Shortest ways from every square to the goals, with tolls."""
    game = view.game
    steps = game.steps
    count = game.dungeon.count
    toll = vec[u8]([0] * int(count))
    piece: i64 = 0
    while piece < game.squads.count:
        square = i64(game.square[piece])
        if square >= 0 and piece != view.carrier:
            if i64(game.side_of[piece]) == view.side or not game.has_zone(piece):
                toll[square] = u8(i64(toll[square]) + MATE_TOLL)
            else:
                toll[square] = u8(i64(toll[square]) + FOE_TOLL)
                direction: i64 = 0
                while direction < 8:
                    other = i64(steps[square * 8 + direction])
                    if other >= 0 and toll[other] == 0:
                        toll[other] = u8(ZONE_TOLL)
                    direction += 1
        piece += 1
    ways = vec[i16]([-1] * int(count))
    if view.ground is not None:
        rough_distances(game, view.ground, zone_squares(game, view.own_zone, False), toll, ways)
        return ways
    occupant = game.occupant
    queue = vec[i16]()
    for node in zone_squares(game, view.own_zone, False):
        ways[i64(node)] = 0
        queue = append(queue, node)
    head: i64 = 0
    while head < len(queue):  # a square that is reached by a shorter way is looked at again
        here = i64(queue[head])
        head += 1
        cost = i64(ways[here]) + 1 + i64(toll[here])  # the cost of coming here from a neighbouring square
        base = here * 8
        end = base + 8
        while base < end:
            other = i64(steps[base])
            base += 1
            if other >= 0:
                known = i64(ways[other])
                if (known < 0 or cost < known) and i64(occupant[other]) != BARRED:
                    ways[other] = i16(cost)
                    queue = append(queue, i16(other))
    return ways


def find_perils(view: View) -> vec[float]:
    """How near the nearest monster is to every square, by the distance that it can walk in a turn."""
    game = view.game
    perils = vec[float]([0.0] * int(game.dungeon.count))
    for beast in view.beasts:
        covered = game.dungeon.footprint(view.square(beast), i64(game.squads.size[beast]))
        steps = vec[i16]([-1] * int(game.dungeon.count))
        distances(game.steps, game.occupant, covered, steps)
        reach = i64(game.squads.movement[beast]) + 1
        square: i64 = 0
        while square < game.dungeon.count:
            way = i64(steps[square])
            if 0 <= way <= reach:
                near = 1.0 - float(way - 1 if way > 0 else way) / float(reach + 1)
                if near > perils[square]:
                    perils[square] = near
            square += 1
    return perils


def spread_threat(game: Game, foe: i64, threats: vec[u8]) -> None:
    """Add one to every square that an opponent could come up to with a move without Rushes."""
    limit = i64(game.squads.movement[foe]) + 1
    steps = game.steps
    occupant = game.occupant
    count = len(threats)
    depth = vec[u8]([0] * count)  # steps, plus one; 0 for squares that are not seen yet
    queue = vec[i16]([0] * count)
    start = i64(game.square[foe])
    queue[0] = i16(start)
    depth[start] = 1
    head: i64 = 0
    tail: i64 = 1
    while head < tail:
        node = i64(queue[head])
        head += 1
        threats[node] = u8(i64(threats[node]) + 1)
        gone = i64(depth[node])
        if gone > limit:
            continue
        if node != start and i64(occupant[node]) != FREE:
            continue  # other pieces can be reached, but not walked through
        base = node * 8
        end = base + 8
        while base < end:
            other = i64(steps[base])
            base += 1
            if other >= 0 and depth[other] == 0 and i64(occupant[other]) != BARRED:
                depth[other] = u8(gone + 1)
                queue[tail] = i16(other)
                tail += 1


def threats_to(view: View, square: i64) -> i64:
    """What `find_threats` would find for one square, looked for from there: one search instead of one for each
    opponent. It needs ways that can be walked both ways."""
    game = view.game
    squads = game.squads
    limit: i64 = 0
    for foe in view.foes:
        if view.is_standing(foe) and i64(squads.movement[foe]) >= limit:
            limit = i64(squads.movement[foe]) + 1
    steps = game.steps
    occupant = game.occupant
    count = game.dungeon.count
    depth = vec[u8]([0] * int(count))
    queue = vec[i16]([0] * int(count))
    queue[0] = i16(square)
    depth[square] = 1
    head: i64 = 0
    tail: i64 = 1
    while head < tail:
        node = i64(queue[head])
        head += 1
        gone = i64(depth[node])
        if gone > limit:
            break
        if i64(occupant[node]) != FREE and (node != square or i64(occupant[node]) == BARRED):
            continue
        base = node * 8
        end = base + 8
        while base < end:
            other = i64(steps[base])
            base += 1
            if other >= 0 and depth[other] == 0:
                depth[other] = u8(gone + 1)
                queue[tail] = i16(other)
                tail += 1
    found: i64 = 0
    for foe in view.foes:
        if view.is_standing(foe):
            gone = i64(depth[i64(game.square[foe])])
            if 0 < gone <= i64(squads.movement[foe]) + 2:
                found += 1
    return found
