"""The features of a position: the numbers from which the network (`network.py`) computes a chance to win.

A position is seen by one side, in a match of two by the side whose turn it is. So "mine" and "theirs" are numbers
of their own, and whose turn it is needs no sign. All numbers are small, mostly between -1 and 2. The ball has a block
for each state (hidden, loose, in my hands, in theirs), and the blocks of other states are 0.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.ground import is_rough
from dungeonbowl.bots.tactics.view import FAR, NOBODY, View, far
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import REROLLS, TURNS
from dungeonbowl.engine.statuses import KNOCKED_OUT, PRONE, RESERVES, STANDING, STUNNED

MATCH_NAMES: Final = (
    "to_move",
    "turns_left",
    "last_turns",
    "lead",
    "late_lead",
    "last_half",
    "rough",
    "beasts",
    "hidden",
    "loose",
    "mine_held",
    "theirs_held",
)
SIDE_NAMES: Final = (
    "stand",
    "lie",
    "dazed",
    "wait",
    "out_cold",
    "gone",
    "strength",
    "agility",
    "rerolls",
    "ready",
    "to_go",
    "behind",
    "marked",
    "pace",
)
HIDDEN_NAMES: Final = (
    "promise",
    "closed",
    "my_nearest",
    "their_nearest",
    "my_mean",
    "their_mean",
    "gap",
    "my_reach",
    "their_reach",
    "territory",
    "my_promise",
    "their_promise",
    "my_second",
    "their_second",
    "my_guards",
    "their_guards",
    "my_ground",
    "their_ground",
)
LOOSE_NAMES: Final = (
    "territory",
    "late_territory",
    "to_go",
    "behind",
    "my_nearest",
    "their_nearest",
    "my_second",
    "their_second",
    "my_reach",
    "their_reach",
    "their_marks",
    "my_marks",
    "gap",
    "my_agility",
    "my_guards",
    "their_guards",
)
HELD_NAMES: Final = (
    "road",
    "runs_in",
    "rushes_in",
    "two_turns",
    "three_turns",
    "turns",
    "to_go",
    "behind",
    "late_territory",
    "crowded",
    "is_crowded",
    "threats",
    "is_threatened",
    "foes_2",
    "foes_3",
    "foes_6",
    "shield",
    "mates_2",
    "mates_3",
    "in_way",
    "goal_side",
    "strength",
    "agility",
    "lies",
    "pace",
    "odds",
    "portal",
    "too_late",
    "hunter",
    "ready",
    "free_foes",
    "fallen_foes",
)
MATCH: Final[i64] = 0
MINE: Final[i64] = 12
THEIRS: Final[i64] = MINE + 14
UNFOUND: Final[i64] = THEIRS + 14
LYING: Final[i64] = UNFOUND + 18
MY_BALL: Final[i64] = LYING + 16
THEIR_BALL: Final[i64] = MY_BALL + 32
FEATURES: Final[i64] = THEIR_BALL + 32
FEATURE_NAMES: Final = (
    *(f"match_{name}" for name in MATCH_NAMES),
    *(f"my_{name}" for name in SIDE_NAMES),
    *(f"their_{name}" for name in SIDE_NAMES),
    *(f"hidden_{name}" for name in HIDDEN_NAMES),
    *(f"loose_{name}" for name in LOOSE_NAMES),
    *(f"my_ball_{name}" for name in HELD_NAMES),
    *(f"their_ball_{name}" for name in HELD_NAMES),
)

REACH: Final[i64] = 6  # steps that nearly every player can go in a turn
TWENTIETH: Final = 0.05
LONGEST: Final[i64] = 40  # steps; what is farther away counts as so far
RISING: Final[i64] = 3  # steps that standing up costs
RECOVERING: Final[i64] = 9  # steps that a stunned player loses
BY: Final[i64] = 3  # steps from which a standing player guards a chest or a ball


@final
class Features:
    """Scratch space for the features of one position."""

    row: vec[float]

    def __init__(self) -> None:
        self.row = vec[float]([0.0] * int(FEATURES))
        self.first: i64 = 0  # what `two_nearest` found
        self.second: i64 = 0
        self.who: i64 = NOBODY
        self.guards: i64 = 0

    def seen(self, game: Game, side: i64) -> list[float]:
        """The features as a list, to learn from."""
        self.look(game, side)
        return [self.row[index] for index in range(int(FEATURES))]

    def look(self, game: Game, side: i64) -> None:
        """Compute the features of a position as this side sees it."""
        row = self.row
        index: i64 = 0
        while index < FEATURES:
            row[index] = 0.0
            index += 1
        mine = View(game, side)
        other = game.opponent(side)
        if game.squads.sides > 2:
            other = rival(game, mine)
        theirs = View(game, other)
        late = lateness(game, side)
        lead = mine.lead()
        row[MATCH] = 1.0 if game.active == side else 0.0
        row[MATCH + 1] = turns_left(game, side)
        row[MATCH + 2] = late
        row[MATCH + 3] = 0.5 * squash(lead, 4.0) * 4.0
        row[MATCH + 4] = row[MATCH + 3] * late
        row[MATCH + 5] = 1.0 if game.half >= game.rules.tables.course.halves else 0.0
        row[MATCH + 6] = 1.0 if is_rough(game) else 0.0
        row[MATCH + 7] = 0.5 * float(len(mine.beasts))
        self.count(game, mine, MINE)
        self.count(game, theirs, THEIRS)
        if mine.hidden:
            row[MATCH + 8] = 1.0
            self.unfound(game, mine, theirs)
        if mine.loose >= 0:
            row[MATCH + 9] = 1.0
            self.lying(game, mine, theirs, late)
        if mine.carrier >= 0:
            row[MATCH + 10] = 1.0
            self.carried(game, mine, MY_BALL, late)
        if theirs.carrier >= 0:
            row[MATCH + 11] = 1.0
            self.carried(game, theirs, THEIR_BALL, late)

    def count(self, game: Game, view: View, base: i64) -> None:
        """The players of a side by their condition."""
        row = self.row
        squads = game.squads
        side = view.side
        rerolls = game.side_value(side, REROLLS)
        row[base + 8] = 0.25 * float(rerolls if rerolls < 4 else 4)
        row[base + 9] = float(len(view.ready)) / 6.0
        there = 0.0
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            status = i64(game.status[piece])
            if status == STANDING and game.has_zone(piece):
                row[base] += 1.0 / 6.0
                row[base + 6] += 0.2 * float(i64(squads.strength[piece]) - 3)
                row[base + 7] += 0.1 * float(4 - i64(squads.agility[piece]))
                row[base + 13] += 0.1 * float(i64(squads.movement[piece]) - 6)
                if is_marked(game, piece):
                    row[base + 12] += 1.0 / 6.0
            elif status <= PRONE:
                row[base + 1] += 1.0 / 6.0
            elif status == STUNNED:
                row[base + 2] += 1.0 / 6.0
            elif status == RESERVES:
                row[base + 3] += 1.0 / 6.0
            elif status == KNOCKED_OUT:
                row[base + 4] += 1.0 / 6.0
            else:
                row[base + 5] += 1.0 / 6.0
            square = i64(game.square[piece])
            if square >= 0:
                there += 1.0
                row[base + 10] += shortened(far(view.attack, square))
                row[base + 11] += shortened(far(view.defend, square))
            piece += 1
        if there > 0.0:
            row[base + 10] /= there
            row[base + 11] /= there

    def unfound(self, game: Game, mine: View, theirs: View) -> None:
        """The chests of a ball that nobody has found."""
        row = self.row
        closed = float(game.chests_closed)
        promise = float(game.balls_hidden) / closed if closed > 0.0 else 0.0
        base = UNFOUND
        row[base] = promise
        row[base + 1] = closed / 6.0
        count = 0.0
        mean = 0.0
        mean_theirs = 0.0
        gap = 0.0
        reached = 0.0
        reached_theirs = 0.0
        territory = 0.0
        seconds = 0.0
        seconds_theirs = 0.0
        guards = 0.0
        guards_theirs = 0.0
        least = LONGEST
        least_theirs = LONGEST
        for chest in mine.chests():
            square = i64(chest)
            steps = mine.to(square)
            self.two_nearest(game, mine.side, steps)
            own = self.first
            seconds += shortened(self.second)
            guards += capped(self.guards, 4)
            self.two_nearest(game, theirs.side, steps)
            others = self.first
            seconds_theirs += shortened(self.second)
            guards_theirs += capped(self.guards, 4)
            gained = ground_gained(mine, square)
            if own < others:
                row[base + 16] += gained
            elif others < own:
                row[base + 17] += gained
            count += 1.0
            mean += shortened(own)
            mean_theirs += shortened(others)
            gap += squash(others - own, 6.0)
            territory += gained
            if own < least:
                least = own
            if others < least_theirs:
                least_theirs = others
            if own <= REACH:
                reached += 1.0
            if others <= REACH:
                reached_theirs += 1.0
        if count == 0.0:
            return
        row[base + 2] = shortened(least)
        row[base + 3] = shortened(least_theirs)
        row[base + 4] = mean / count
        row[base + 5] = mean_theirs / count
        row[base + 6] = gap / count
        row[base + 7] = reached / count
        row[base + 8] = reached_theirs / count
        row[base + 9] = territory / count
        row[base + 10] = promise * reached
        row[base + 11] = promise * reached_theirs
        row[base + 12] = seconds / count
        row[base + 13] = seconds_theirs / count
        row[base + 14] = 0.5 * guards / count
        row[base + 15] = 0.5 * guards_theirs / count
        row[base + 16] /= count
        row[base + 17] /= count

    def lying(self, game: Game, mine: View, theirs: View, late: float) -> None:
        """A ball that no player holds."""
        row = self.row
        ball = mine.loose
        base = LYING
        steps = mine.to(ball)
        gained = ground_gained(mine, ball)
        row[base] = gained
        row[base + 1] = gained * late
        row[base + 2] = shortened(far(mine.attack, ball))
        row[base + 3] = shortened(far(mine.defend, ball))
        self.two_nearest(game, mine.side, steps)
        own = self.first
        row[base + 14] = 0.33 * capped(self.guards, 4)
        row[base + 4] = 2.0 * shortened(own)
        row[base + 6] = 2.0 * shortened(self.second)
        if self.who >= 0:
            row[base + 8] = 1.0 if own <= i64(game.squads.movement[self.who]) else 0.0
            row[base + 13] = 0.5 * float(4 - i64(game.squads.agility[self.who]))
        self.two_nearest(game, theirs.side, steps)
        row[base + 5] = 2.0 * shortened(self.first)
        row[base + 7] = 2.0 * shortened(self.second)
        row[base + 15] = 0.33 * capped(self.guards, 4)
        if self.who >= 0:
            row[base + 9] = 1.0 if self.first <= i64(game.squads.movement[self.who]) else 0.0
        row[base + 10] = 0.5 * capped(mine.marks(ball), 4)
        row[base + 11] = 0.5 * capped(theirs.marks(ball), 4)
        row[base + 12] = squash(self.first - own, 4.0)

    def two_nearest(self, game: Game, side: i64, steps: vec[i16]) -> None:
        """The steps of the two players of a side that are nearest, who is the nearer one, and how many stand by."""
        self.first = LONGEST
        self.second = LONGEST
        self.who = NOBODY
        self.guards = 0
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            way = effort(game, piece, steps)
            if way < self.first:
                self.second = self.first
                self.first = way
                self.who = piece
            elif way < self.second:
                self.second = way
            if way <= BY and game.has_zone(piece):
                self.guards += 1
            piece += 1

    def carried(self, game: Game, owner: View, base: i64, late: float) -> None:
        """A held ball, as its owner sees it."""
        row = self.row
        squads = game.squads
        carrier = owner.carrier
        square = owner.square(carrier)
        pace = i64(squads.movement[carrier])
        if pace < 1:
            pace = 1
        road = far(owner.roads(), square)
        steps = owner.to(square)
        way = far(owner.attack, square)
        row[base] = shortened(road)
        row[base + 1] = 1.0 if road <= pace else 0.0
        row[base + 2] = 1.0 if road <= pace + 2 else 0.0
        row[base + 3] = 1.0 if road <= pace * 2 else 0.0
        row[base + 4] = 1.0 if road <= pace * 3 else 0.0
        turns = float(road) / float(pace) if road < FAR else 8.0
        row[base + 5] = 0.25 * (turns if turns < 8.0 else 8.0)
        row[base + 6] = shortened(way)
        row[base + 7] = shortened(far(owner.defend, square))
        row[base + 8] = ground_gained(owner, square) * late
        crowd = owner.marks(square)
        row[base + 9] = 0.5 * capped(crowd, 4)
        row[base + 10] = 1.0 if crowd > 0 else 0.0
        threats = owner.threat(square)
        row[base + 11] = 0.25 * capped(threats, 6)
        row[base + 12] = 1.0 if threats > 0 else 0.0
        strength = i64(squads.strength[carrier])
        strongest: i64 = -1
        for foe in owner.foes:
            if game.has_zone(foe):
                distance = owner.way(steps, foe)
                if distance <= 2:
                    row[base + 13] += 0.33
                if distance <= 3:
                    row[base + 14] += 0.33
                if distance <= REACH:
                    row[base + 15] += 0.25
                    if not is_marked(game, foe):
                        row[base + 30] += 0.25
                if distance + owner.way(owner.attack, foe) <= way + 1:
                    row[base + 19] += 0.33
                if owner.way(owner.attack, foe) < way:
                    row[base + 20] += 0.25
                if distance <= i64(squads.movement[foe]) + 1 and i64(squads.strength[foe]) > strongest:
                    strongest = i64(squads.strength[foe])
            elif owner.is_prone(foe) and owner.way(steps, foe) <= BY:
                row[base + 31] += 0.33
        for mate in owner.mine:
            if mate != carrier and game.has_zone(mate):
                distance = owner.way(steps, mate)
                if distance <= 1:
                    row[base + 16] += 0.33
                if distance <= 2:
                    row[base + 17] += 0.33
                if distance <= 3:
                    row[base + 18] += 0.33
        row[base + 21] = 0.5 * float(strength - 3)
        row[base + 22] = 0.5 * float(4 - i64(squads.agility[carrier]))
        row[base + 23] = 0.0 if owner.is_standing(carrier) else 1.0
        row[base + 24] = 0.25 * float(pace - 6)
        row[base + 26] = 1.0 / float(1 + nearest_portal(game, steps))
        limit = game.rules.tables.course.turn_limit
        if limit > 0:
            left = float(limit - game.side_value(owner.side, TURNS) + (1 if game.active == owner.side else 0))
            if turns > left + 0.4:
                row[base + 27] = 1.0
        if strongest >= 0:
            row[base + 28] = 0.5 * float(strongest - strength) + 0.5
        if owner.is_ready(carrier):
            row[base + 29] = 1.0
            if way <= pace + 3:
                row[base + 25] = best_odds(owner, carrier)


def best_odds(owner: View, carrier: i64) -> float:
    """The best chance of the carrier to run in now."""
    found = owner.reach(carrier)
    best = 0.0
    for node in owner.goals():
        odds = found.odds(i64(node), True)
        if odds > best:
            best = odds
    return best


def rival(game: Game, mine: View) -> i64:
    """Of several other sides the one that matters: the side that has the ball, or else the nearest to it."""
    if mine.foe_carrier >= 0 and i64(game.side_of[mine.foe_carrier]) < game.squads.sides:
        return i64(game.side_of[mine.foe_carrier])
    best: i64 = FAR
    found = game.opponent(mine.side)
    if mine.loose >= 0:
        steps = mine.to(mine.loose)
        side: i64 = 0
        while side < game.squads.sides:
            if side != mine.side and nearest(game, side, steps) < best:
                best = nearest(game, side, steps)
                found = side
            side += 1
    return found


def is_marked(game: Game, piece: i64) -> bool:
    """Whether a standing opponent is beside a player."""
    base = i64(game.square[piece]) * 8
    side = i64(game.side_of[piece])
    end = base + 8
    while base < end:
        other = i64(game.steps[base])
        if other >= 0:
            beside = i64(game.occupant[other])
            if beside >= 0 and i64(game.side_of[beside]) != side and game.has_zone(beside):
                return True
        base += 1
    return False


def nearest_portal(game: Game, steps: vec[i16]) -> i64:
    best = LONGEST
    for portal in game.portals:
        if portal >= 0:
            way = far(steps, i64(portal))
            if way < best:
                best = way
    return best


def effort(game: Game, piece: i64, steps: vec[i16]) -> i64:
    """Steps of a player, more if it is lying; `LONGEST` at most."""
    square = i64(game.square[piece])
    if square < 0:
        return LONGEST
    way = far(steps, square)
    status = i64(game.status[piece])
    if status == PRONE:
        way += RISING
    elif status == STUNNED:
        way += RECOVERING
    return way if way < LONGEST else LONGEST


def nearest(game: Game, side: i64, steps: vec[i16]) -> i64:
    """Steps of the nearest player of a side."""
    best = LONGEST
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        way = effort(game, piece, steps)
        if way < best:
            best = way
        piece += 1
    return best


def turns_left(game: Game, side: i64) -> float:
    """Turns of a side until the limit, in sixteenths; 1 where there is no limit."""
    limit = game.rules.tables.course.turn_limit
    if limit <= 0:
        return 1.0
    left = limit - game.side_value(side, TURNS)
    return float(left) / 16.0 if left > 0 else 0.0


def lateness(game: Game, side: i64) -> float:
    """From 0 to 1 towards the end; 0 where there is no limit."""
    limit = game.rules.tables.course.turn_limit
    if limit <= 0:
        return 0.0
    left = limit - game.side_value(side, TURNS)
    return 1.0 / (1.0 + float(left)) if left >= 0 else 1.0


def ground_gained(view: View, square: i64) -> float:
    """How much nearer a square is to where the side scores than to where the opponents score."""
    attack = far(view.attack, square)
    defend = far(view.defend, square)
    if attack >= FAR or defend >= FAR:
        return 0.0
    return squash(defend - attack, 20.0)


def shortened(steps: i64) -> float:
    return TWENTIETH * float(steps if steps < LONGEST else LONGEST)


def capped(number: i64, most: i64) -> float:
    return float(number if number < most else most)


def squash(gap: i64, scale: float) -> float:
    value = float(gap) / scale
    if value > 1.0:
        return 1.0
    return value if value > -1.0 else -1.0
