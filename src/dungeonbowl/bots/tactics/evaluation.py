"""The worth of a position for a side, from -1 (lost) to 1 (won). It is the chance to win, computed from features with
fitted weights.

Every feature changes its sign with the side, so both coaches see the same position. The weights come from a logistic
regression over matches of scripted coaches: `dungeonbowl tune` finds them, `weights.py` holds them.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.value import Value
from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.bots.tactics.weights import DEFAULT_WEIGHTS as DEFAULT_WEIGHTS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import REROLLS, TURNS
from dungeonbowl.engine.statuses import KNOCKED_OUT, PRONE, RESERVES, STANDING, STUNNED

# The features, in their order. Where nothing else is said: the number of the side less the opponents' number.
STANDS: Final[i64] = 0  # standing players
LIES: Final[i64] = 1
DAZED: Final[i64] = 2
WAITS: Final[i64] = 3  # players in Reserves
OUT_COLD: Final[i64] = 4
POWER: Final[i64] = 5  # strength above average of the standing players
REROLL: Final[i64] = 6
LEAD: Final[i64] = 7  # touchdowns ahead, where a touchdown does not end the match
HIDDEN_TO_MOVE: Final[i64] = 8
HIDDEN_STANDS: Final[i64] = 9  # players in the dungeon while the ball is hidden
CHESTS: Final[i64] = 10  # how much nearer the side's players are to the chests
LOOSE_TO_MOVE: Final[i64] = 11
LOOSE_GAP: Final[i64] = 12  # how much nearer the side's players are to a loose ball
LOOSE_REACHED: Final[i64] = 13  # the side to move can be there in its turn
LOOSE_ZONES: Final[i64] = 14  # players beside it
LOOSE_TERRITORY: Final[i64] = 15  # how much nearer the ball is to the zone where the side scores, in tens of steps
LOOSE_LATE: Final[i64] = 16  # the same when few turns are left
# A held ball, seen by its owner: first the features if the owner is to move, then the same if the opponents are.
HELD: Final[i64] = 17
HOLDS: Final[i64] = 0
RUNS_IN: Final[i64] = 1  # the way of the carrier, longer past opponents, is no longer than the carrier's movement
RUSHES_IN: Final[i64] = 2  # the same with two Rushes
TWO_TURNS: Final[i64] = 3
THREE_TURNS: Final[i64] = 4
TO_GO: Final[i64] = 5  # steps to the zone where the carrier scores, in tens
BEHIND: Final[i64] = 6  # steps to the zone where the opponents score, in tens
LATE: Final[i64] = 7  # how near the carrier is when few turns are left
CROWDED: Final[i64] = 8  # opponents beside the carrier
THREATENED: Final[i64] = 9  # opponents that can come up to the carrier
FOES_NEAR: Final[i64] = 10
SHIELDED: Final[i64] = 11  # team-mates beside the carrier
MATES_NEAR: Final[i64] = 12
IN_WAY: Final[i64] = 13  # opponents near the carrier's shortest way
STURDY: Final[i64] = 14  # the carrier's strength
HELD_FEATURES: Final[i64] = 15
WEIGHTS: Final[i64] = 47

WEIGHT_NAMES: Final = (
    "stands",
    "lies",
    "dazed",
    "waits",
    "out_cold",
    "power",
    "reroll",
    "lead",
    "hidden_to_move",
    "hidden_stands",
    "chests",
    "loose_to_move",
    "loose_gap",
    "loose_reached",
    "loose_zones",
    "loose_territory",
    "loose_late",
    "mover_holds",
    "mover_runs_in",
    "mover_rushes_in",
    "mover_two_turns",
    "mover_three_turns",
    "mover_to_go",
    "mover_behind",
    "mover_late",
    "mover_crowded",
    "mover_threatened",
    "mover_foes_near",
    "mover_shielded",
    "mover_mates_near",
    "mover_in_way",
    "mover_sturdy",
    "waiter_holds",
    "waiter_runs_in",
    "waiter_rushes_in",
    "waiter_two_turns",
    "waiter_three_turns",
    "waiter_to_go",
    "waiter_behind",
    "waiter_late",
    "waiter_crowded",
    "waiter_threatened",
    "waiter_foes_near",
    "waiter_shielded",
    "waiter_mates_near",
    "waiter_in_way",
    "waiter_sturdy",
)
NEARBY: Final[i64] = 3  # steps
MOST: Final[i64] = 4  # the highest count of anything around a carrier


@final
class Evaluation(Value):
    """An evaluation with its weights."""

    weights: vec[float]
    features: vec[float]

    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.features = vec[float]([0.0] * len(weights))  # scratch space

    def value(self, game: Game, side: i64) -> float:
        """The worth of a position to a side; certain when the match is over."""
        if game.over:
            if game.winner < 0:
                return 0.0
            return 1.0 if game.winner == side else -1.0
        self.look(game, side)
        total = 0.0
        index: i64 = 0
        while index < WEIGHTS:
            total += self.weights[index] * self.features[index]
            index += 1
        return math.tanh(0.5 * total)

    def seen(self, game: Game, side: i64) -> list[float]:
        """The features as a list, to fit weights with."""
        self.look(game, side)
        return [self.features[index] for index in range(int(WEIGHTS))]

    def look(self, game: Game, side: i64) -> None:
        """Compute the features of a position."""
        features = self.features
        index: i64 = 0
        while index < WEIGHTS:
            features[index] = 0.0
            index += 1
        mine = View(game, side)
        other = game.opponent(side)
        if game.squads.sides > 2:
            other = self.rival(game, mine)
        self.count(game, side, 1.0)
        self.count_others(game, side)
        features[LEAD] = float(mine.lead())
        if mine.carrier >= 0:
            self.carried(game, mine, 1.0)
            if len(game.balls) == 1:
                return
        theirs = View(game, other)
        if theirs.carrier >= 0:
            self.carried(game, theirs, -1.0)
        elif mine.carrier >= 0:
            return
        elif mine.loose >= 0:
            self.lying(game, mine, theirs)
        elif mine.hidden:
            features[HIDDEN_TO_MOVE] = 1.0 if game.active == side else -1.0
            features[HIDDEN_STANDS] = float(len(mine.mine)) - float(len(theirs.mine))
            features[CHESTS] = chests(game, mine, side, other)

    def rival(self, game: Game, mine: View) -> i64:
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

    def count_others(self, game: Game, side: i64) -> None:
        """The players of the other sides, on average."""
        sign = -1.0 / float(game.squads.sides - 1)
        other: i64 = 0
        while other < game.squads.sides:
            if other != side:
                self.count(game, other, sign)
            other += 1

    def count(self, game: Game, side: i64, sign: float) -> None:
        """Count the players of a side by their condition."""
        features = self.features
        rerolls = game.side_value(side, REROLLS)
        features[REROLL] += sign * float(rerolls if rerolls < 4 else 4)
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            status = i64(game.status[piece])
            if status == STANDING:
                features[STANDS if game.has_zone(piece) else LIES] += sign
                features[POWER] += sign * float(i64(game.squads.strength[piece]) - 3)
            elif status == PRONE:
                features[LIES] += sign
            elif status == STUNNED:
                features[DAZED] += sign
            elif status == RESERVES:
                features[WAITS] += sign
            elif status == KNOCKED_OUT:
                features[OUT_COLD] += sign
            piece += 1

    def lying(self, game: Game, mine: View, theirs: View) -> None:
        """The features of a ball that no player holds."""
        features = self.features
        ball = mine.loose
        steps = mine.to(ball)
        own = nearest(game, mine.side, steps)
        others = nearest(game, theirs.side, steps)
        features[LOOSE_GAP] = -squash(own - others, 4.0)
        if game.active == mine.side:
            features[LOOSE_TO_MOVE] = 1.0
            features[LOOSE_REACHED] = 1.0 if own <= 6 else 0.0
        else:
            features[LOOSE_TO_MOVE] = -1.0
            features[LOOSE_REACHED] = -1.0 if others <= 6 else 0.0
        features[LOOSE_ZONES] = float(theirs.marks(ball)) - float(mine.marks(ball))
        features[LOOSE_TERRITORY] = territory(mine, ball)
        features[LOOSE_LATE] = features[LOOSE_TERRITORY] * lateness(game)

    def carried(self, game: Game, owner: View, sign: float) -> None:
        """The features of a held ball, seen by its owner."""
        features = self.features
        base = HELD if game.active == owner.side else HELD + HELD_FEATURES
        carrier = owner.carrier
        square = owner.square(carrier)
        pace = i64(game.squads.movement[carrier])
        road = far(owner.roads(), square)
        features[base + HOLDS] += sign
        if road <= pace:
            features[base + RUNS_IN] += sign
        if road <= pace + 2:
            features[base + RUSHES_IN] += sign
        if road <= pace * 2:
            features[base + TWO_TURNS] += sign
        if road <= pace * 3:
            features[base + THREE_TURNS] += sign
        features[base + TO_GO] += sign * 0.1 * capped(far(owner.attack, square), 40)
        features[base + BEHIND] += sign * 0.1 * capped(far(owner.defend, square), 40)
        features[base + LATE] += sign * territory(owner, square) * lateness(game)
        features[base + CROWDED] += sign * capped(owner.marks(square), MOST)
        features[base + THREATENED] += sign * capped(owner.threat(square), MOST)
        features[base + SHIELDED] += sign * capped(mates_beside(game, owner.side, square), MOST)
        features[base + STURDY] += sign * float(i64(game.squads.strength[carrier]) - 3)
        way = far(owner.attack, square)
        steps = owner.to(square)
        mates: i64 = 0
        for mate in owner.mine:
            if game.has_zone(mate) and mate != carrier and owner.way(steps, mate) <= NEARBY:
                mates += 1
        near: i64 = 0
        before: i64 = 0
        for foe in owner.foes:
            if game.has_zone(foe):
                distance = owner.way(steps, foe)
                if distance <= NEARBY:
                    near += 1
                if distance + owner.way(owner.attack, foe) <= way + 1:
                    before += 1
        features[base + MATES_NEAR] += sign * capped(mates, MOST)
        features[base + FOES_NEAR] += sign * capped(near, MOST)
        features[base + IN_WAY] += sign * capped(before, MOST)


def capped(number: i64, most: i64) -> float:
    return float(number if number < most else most)


def territory(view: View, square: i64) -> float:
    attack = far(view.attack, square)
    defend = far(view.defend, square)
    if attack >= FAR or defend >= FAR:
        return 0.0
    return 0.1 * float(defend - attack)


def lateness(game: Game) -> float:
    """From 0 to 1 towards the end; 0 where there is no limit."""
    limit = game.rules.tables.course.turn_limit
    if limit <= 0:
        return 0.0
    left = limit - game.side_value(0, TURNS)
    return 1.0 / (1.0 + float(left)) if left >= 0 else 1.0


def chests(game: Game, mine: View, side: i64, other: i64) -> float:
    """How much nearer a side is to the chests than the other: the nearer side finds the ball sooner."""
    gap = 0.0
    count = 0.0
    for chest in mine.chests():
        steps = mine.to(i64(chest))
        gap += squash(nearest(game, side, steps) - nearest(game, other, steps), 6.0)
        count += 1.0
    return -gap / count if count > 0.0 else 0.0


def squash(gap: i64, scale: float) -> float:
    value = float(gap) / scale
    if value > 1.0:
        return 1.0
    return value if value > -1.0 else -1.0


def nearest(game: Game, side: i64, steps: vec[i16]) -> i64:
    """Steps of the nearest player of a side; a player who is lying needs longer."""
    best: i64 = 60
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if game.square[piece] >= 0:
            way = far(steps, i64(game.square[piece]))
            if i64(game.status[piece]) == PRONE:
                way += 3
            elif i64(game.status[piece]) == STUNNED:
                way += 9
            if way < best:
                best = way
        piece += 1
    return best


def mates_beside(game: Game, side: i64, square: i64) -> i64:
    count: i64 = 0
    direction: i64 = 0
    while direction < 8:
        other = i64(game.steps[square * 8 + direction])
        if other >= 0:
            mate = i64(game.occupant[other])
            if mate >= 0 and i64(game.side_of[mate]) == side and game.has_zone(mate):
                count += 1
        direction += 1
    return count
