"""What a position is worth to a side, from -1 (lost) to 1 (won). The weights are fitted by `dungeonbowl tune`."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.engine.game import REROLLS, TURNS, Game
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, LOST, PRONE, RESERVES, SENT_OFF, STANDING, STUNNED

# The weights, in their order.
HOLDS: Final[i64] = 0  # one's own side has the ball
NEARNESS: Final[i64] = 1  # of the ball carried to where it scores
CROWDED: Final[i64] = 2  # opponents beside the carrier
THREATENED: Final[i64] = 3  # opponents that can come up to the carrier
SHIELDED: Final[i64] = 4  # team-mates beside the carrier
LOOSE: Final[i64] = 5  # nearer to a loose ball than the other side
STANDS: Final[i64] = 6  # a player on its feet
LIES: Final[i64] = 7
DAZED: Final[i64] = 8
WAITS: Final[i64] = 9  # in Reserves
OUT_COLD: Final[i64] = 10
GONE: Final[i64] = 11
REROLL: Final[i64] = 12
BEHIND_BALL: Final[i64] = 13  # players between the other side's carrier and where he scores
CHEST: Final[i64] = 14  # nearer to the chests than the other side
TOUCHDOWN: Final[i64] = 15  # of lead, where one does not end the match
WEIGHTS: Final[i64] = 16

WEIGHT_NAMES: Final = (
    "holds",
    "nearness",
    "crowded",
    "threatened",
    "shielded",
    "loose",
    "stands",
    "lies",
    "dazed",
    "waits",
    "out_cold",
    "gone",
    "reroll",
    "behind_ball",
    "chest",
    "touchdown",
)
DEFAULT_WEIGHTS: Final = (
    0.15, 0.60, -0.030, -0.006, 0.006, 0.12, 0.020, 0.013, 0.008, 0.012, 0.006, -0.005, 0.010, 0.008, 0.05, 0.55,
)  # fmt: skip


@final
class Evaluation:
    """An evaluation with its weights."""

    weights: vec[float]

    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)

    def value(self, game: Game, side: i64) -> float:
        """The worth of a position to a side; certain when the match is over."""
        if game.over:
            if game.winner < 0:
                return 0.0
            return 1.0 if game.winner == side else -1.0
        other = game.opponent(side)
        mine = View(game, side)
        total = self.people(game, side) - self.people(game, other)
        total += self.weights[TOUCHDOWN] * float(mine.lead())
        total += self.ball(game, mine, side, other)
        return total if -0.98 < total < 0.98 else 0.98 if total > 0.0 else -0.98

    def people(self, game: Game, side: i64) -> float:
        weights = self.weights
        total = weights[REROLL] * float(game.side_value(side, REROLLS))
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            status = i64(game.status[piece])
            if status == STANDING:
                total += weights[STANDS] if game.has_zone(piece) else weights[LIES]
            elif status == PRONE:
                total += weights[LIES]
            elif status == STUNNED:
                total += weights[DAZED]
            elif status == RESERVES:
                total += weights[WAITS]
            elif status == KNOCKED_OUT:
                total += weights[OUT_COLD]
            elif status == CASUALTY or status == LOST or status == SENT_OFF:
                total += weights[GONE]
            piece += 1
        return total

    def ball(self, game: Game, mine: View, side: i64, other: i64) -> float:
        weights = self.weights
        if mine.carrier >= 0:
            return self.carried(game, mine, mine.carrier, mine.attack)
        theirs = View(game, other)
        if theirs.carrier >= 0:
            total = -self.carried(game, theirs, theirs.carrier, theirs.attack)
            return total + weights[BEHIND_BALL] * defenders(mine, theirs)
        if mine.loose >= 0:
            steps = mine.to(mine.loose)
            gap = nearest(game, side, steps) - nearest(game, other, steps)
            return -weights[LOOSE] * squash(gap, 4.0)
        if mine.hidden:
            return self.chests(game, mine, side, other)
        return 0.0

    def carried(self, game: Game, view: View, carrier: i64, attack: vec[i16]) -> float:
        """The worth of a ball in hand, seen by its owner."""
        weights = self.weights
        square = view.square(carrier)
        distance = view.way(attack, carrier)
        movement = float(i64(game.squads.movement[carrier]))
        turns = float(distance) / (movement if movement > 0.0 else 1.0) if distance < FAR else 20.0
        total = weights[HOLDS] + weights[NEARNESS] / (1.0 + 0.4 * turns)
        total += weights[CROWDED] * float(view.marks(square))
        total += weights[THREATENED] * float(view.threat(square))
        total += weights[SHIELDED] * float(mates_beside(game, view.side, square))
        left = game.rules.tables.turn_limit - game.side_value(view.side, TURNS)
        if game.rules.tables.turn_limit > 0 and float(left) < turns - 1.0:
            total *= 0.6  # it will hardly get there in time
        return total

    def chests(self, game: Game, mine: View, side: i64, other: i64) -> float:
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
        return -self.weights[CHEST] * gap / count if count > 0.0 else 0.0


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


def defenders(mine: View, theirs: View) -> float:
    """Standing players of mine that the carrier must pass, counted by half a dozen at most."""
    count: i64 = 0
    limit = theirs.way(theirs.attack, theirs.carrier)
    for piece in mine.mine:
        if mine.is_standing(piece) and theirs.way(theirs.attack, piece) < limit:
            count += 1
    return float(count if count < 6 else 6)
