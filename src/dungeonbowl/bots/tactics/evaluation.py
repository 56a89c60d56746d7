"""What a position is worth to a side, from -1 (lost) to 1 (won): the chance to win, from features with fitted weights.

Every feature changes its sign with the side, so both coaches see the same position. The weights are those of a logistic
regression over matches of scripted coaches.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.engine.game import REROLLS, TURNS, Game
from dungeonbowl.engine.statuses import KNOCKED_OUT, PRONE, RESERVES, STANDING, STUNNED

# The features, in their order. "One's own" less "theirs" where nothing else is said.
TO_MOVE: Final[i64] = 0
STANDS: Final[i64] = 1  # players on their feet
LIES: Final[i64] = 2
DAZED: Final[i64] = 3
WAITS: Final[i64] = 4  # in Reserves
OUT_COLD: Final[i64] = 5
REROLL: Final[i64] = 6
HOLDS_TO_MOVE: Final[i64] = 7  # the ball in hand of the side that is to move
HOLDS: Final[i64] = 8  # the ball in hand while the others are to move
TERRITORY: Final[i64] = 9  # a ball in hand: how much nearer to where one scores, by ten steps
LOOSE_TERRITORY: Final[i64] = 10  # the same of a loose ball
NEAR_TO_MOVE: Final[i64] = 11  # the carrier can run in, in the turn that comes
NEAR: Final[i64] = 12  # or in the turn after it
CROWDED: Final[i64] = 13  # opponents beside the carrier
THREATENED: Final[i64] = 14  # opponents that can come up to him
SHIELDED: Final[i64] = 15  # team-mates beside him
BEHIND_BALL: Final[i64] = 16  # players whom he has to pass
LOOSE_GAP: Final[i64] = 17  # nearer to a loose ball than the other side
LOOSE_TO_MOVE: Final[i64] = 18
CHESTS: Final[i64] = 19  # nearer to the chests
LEAD: Final[i64] = 20  # touchdowns, where one does not end the match
LATE: Final[i64] = 21  # territory when few turns are left
WEIGHTS: Final[i64] = 22

WEIGHT_NAMES: Final = (
    "to_move",
    "stands",
    "lies",
    "dazed",
    "waits",
    "out_cold",
    "reroll",
    "holds_to_move",
    "holds",
    "territory",
    "loose_territory",
    "near_to_move",
    "near",
    "crowded",
    "threatened",
    "shielded",
    "behind_ball",
    "loose_gap",
    "loose_to_move",
    "chests",
    "lead",
    "late",
)
DEFAULT_WEIGHTS: Final[list[float]] = [
    0.02, 0.27, 0.19, 0.18, 0.20, 0.01, 0.05, 1.55, 1.2, 0.04, 0.17, 0.38,
    0.03, -0.25, -0.10, 0.06, 0.17, 0.47, 0.32, 0.0, 1.5, 1.5,
]  # fmt: skip


@final
class Evaluation:
    """An evaluation with its weights."""

    weights: vec[float]
    features: vec[float]

    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.features = vec[float]([0.0] * len(weights))  # scratch paper

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
        """Write down the features of a position."""
        features = self.features
        index: i64 = 0
        while index < WEIGHTS:
            features[index] = 0.0
            index += 1
        other = game.opponent(side)
        mine = View(game, side)
        moving = 1.0 if game.active == side else -1.0
        features[TO_MOVE] = moving
        self.count(game, side, 1.0)
        self.count(game, other, -1.0)
        features[LEAD] = float(mine.lead())
        if mine.carrier >= 0:
            self.carried(game, mine, 1.0)
            return
        theirs = View(game, other)
        if theirs.carrier >= 0:
            self.carried(game, theirs, -1.0)
        elif mine.loose >= 0:
            steps = mine.to(mine.loose)
            gap = nearest(game, side, steps) - nearest(game, other, steps)
            features[LOOSE_GAP] = -squash(gap, 4.0)
            features[LOOSE_TO_MOVE] = moving
            features[LOOSE_TERRITORY] = territory(mine, mine.loose)
            features[LATE] = features[LOOSE_TERRITORY] * lateness(game)
        elif mine.hidden:
            features[CHESTS] = chests(game, mine, side, other)

    def count(self, game: Game, side: i64, sign: float) -> None:
        """Players by what has become of them."""
        features = self.features
        rerolls = game.side_value(side, REROLLS)
        features[REROLL] += sign * float(rerolls if rerolls < 4 else 4)
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            status = i64(game.status[piece])
            if status == STANDING:
                features[STANDS if game.has_zone(piece) else LIES] += sign
            elif status == PRONE:
                features[LIES] += sign
            elif status == STUNNED:
                features[DAZED] += sign
            elif status == RESERVES:
                features[WAITS] += sign
            elif status == KNOCKED_OUT:
                features[OUT_COLD] += sign
            piece += 1

    def carried(self, game: Game, owner: View, sign: float) -> None:
        """A ball in hand, seen by its owner."""
        features = self.features
        carrier = owner.carrier
        square = owner.square(carrier)
        way = owner.way(owner.attack, carrier)
        pace = i64(game.squads.movement[carrier])
        near = 1.0 if way <= pace else 0.6 if way == pace + 1 else 0.3 if way == pace + 2 else 0.0
        if game.active == owner.side:
            features[HOLDS_TO_MOVE] = sign
            features[NEAR_TO_MOVE] = sign * near
        else:
            features[HOLDS] = sign
            features[NEAR] = sign * near
            threats = owner.threat(square)
            features[THREATENED] = sign * float(threats if threats < 6 else 6)
        features[TERRITORY] = sign * territory(owner, square)
        features[LATE] = features[TERRITORY] * lateness(game)
        features[CROWDED] = sign * float(owner.marks(square))
        features[SHIELDED] = sign * float(mates_beside(game, owner.side, square))
        features[BEHIND_BALL] = -sign * in_front(owner, way)


def territory(view: View, square: i64) -> float:
    attack = far(view.attack, square)
    defend = far(view.defend, square)
    if attack >= FAR or defend >= FAR:
        return 0.0
    return 0.1 * float(defend - attack)


def lateness(game: Game) -> float:
    """From 0 to 1 towards the end; 0 where there is no limit."""
    limit = game.rules.tables.turn_limit
    if limit <= 0:
        return 0.0
    left = limit - game.side_value(0, TURNS)
    return 1.0 / (1.0 + float(left)) if left >= 0 else 1.0


def chests(game: Game, mine: View, side: i64, other: i64) -> float:
    """Whoever is nearer to the chests finds the ball sooner."""
    gap = 0.0
    count = 0.0
    chest: i64 = 0
    while chest < game.dungeon.count:
        if game.is_chest(chest):
            steps = mine.to(chest)
            gap += squash(nearest(game, side, steps) - nearest(game, other, steps), 6.0)
            count += 1.0
        chest += 1
    return -gap / count if count > 0.0 else 0.0


def squash(gap: i64, scale: float) -> float:
    value = float(gap) / scale
    if value > 1.0:
        return 1.0
    return value if value > -1.0 else -1.0


def nearest(game: Game, side: i64, steps: vec[i16]) -> i64:
    """Steps of the nearest player of a side; one that lies needs longer."""
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


def in_front(owner: View, way: i64) -> float:
    """Standing opponents whom the carrier has to pass, counted up to six."""
    count: i64 = 0
    for foe in owner.foes:
        if owner.is_standing(foe) and owner.way(owner.attack, foe) < way:
            count += 1
    return float(count if count < 6 else 6)
