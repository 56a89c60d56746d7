"""The result of the pathfinder: every square that a player can reach, with its path, its rolls and its odds.

It contains the labels of the search. Each label is one way of reaching one square, packed as described below.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from dungeonbowl.engine import actions

# A label is one number: the square in bits 0-15, the label before it in 16-39 (plus one, so that 0 is none), the
# movement spent in 40-47, how the square was entered in 48-51 (a direction, or one of those below), the layer from 52.
FROM: Final[i64] = 16
SPENT: Final[i64] = 40
HOW: Final[i64] = 48
LAYER: Final[i64] = 52
BY_JUMP: Final[i64] = 8
BY_LINK: Final[i64] = 9  # a step that has no direction
BY_LADDER: Final[i64] = 10

# Layers: what else is true of a player on its way. If there are several balls, each ball on the floor has one more bit,
# up to MOST_PICKED_UP: whether it has been picked up.
HAS_JUMPED: Final[i64] = 1
HOLDS_BALL: Final[i64] = 2
LAYERS: Final[i64] = 4
PICKED_UP: Final[i64] = 2  # the first of these bits
MOST_PICKED_UP: Final[i64] = 6

# The rolls of one label, eight bits each: the clause, whether the roll is made in the square left, the face needed.
AT_ORIGIN: Final[i64] = 8


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Reach:
    """Every square that one player can reach, at the moment of the question. It holds no part of the game.

    The player's own square counts as reached if the player stands there and may move on. `odds_by_square` has one entry
    per node. With `holding` a question is only about arriving with a ball.
    """

    odds_by_square: vec[float]
    best: vec[i32]
    held: vec[i32]
    labels: vec[i64]
    odds_of: vec[float]
    rolls_of: vec[i64]

    def __init__(
        self,
        piece: i64,
        start: i64,
        recovery: i64,
        opening: list[int],
        odds_by_square: vec[float],
        best: vec[i32],
        held: vec[i32],
        labels: vec[i64],
        odds_of: vec[float],
        rolls_of: vec[i64],
    ) -> None:
        self.piece = piece
        self.start = start
        self.recovery = recovery  # movement to pay after a portal before moving on
        self.opening = opening  # actions before the first step: standing up, paying for a portal
        self.odds_by_square = odds_by_square
        self.best = best
        self.held = held
        self.labels = labels
        self.odds_of = odds_of
        self.rolls_of = rolls_of

    def label(self, square: i64, holding: bool = False) -> i64:
        """The number of the best label on a square, or -1."""
        return i64(self.held[square]) if holding else i64(self.best[square])

    def odds(self, square: i64, holding: bool = False) -> float:
        """The chance that all rolls on the way succeed; 0 for a square out of reach."""
        label = self.label(square, holding)
        return self.odds_of[label] if label >= 0 else 0.0

    def cost(self, square: i64, holding: bool = False) -> i64:
        """Movement spent on the way, Rushes included; -1 for a square out of reach."""
        label = self.label(square, holding)
        return self.labels[label] >> SPENT & 0xFF if label >= 0 else -1

    def path(self, square: i64, holding: bool = False) -> list[int]:
        """The squares entered, in order; for a jump only the landing square."""
        return [int(self.labels[label] & 0xFFFF) for label in self.way(square, holding)]

    def rolls(self, square: i64, holding: bool = False) -> list[tuple[int, int, int]]:
        """All rolls on the way in order: the clause, the face needed, and the square where it is rolled."""
        label = self.label(square, holding)
        if label < 0:
            return []
        found: list[tuple[int, int, int]] = []
        before = self.start
        add_rolls(found, self.rolls_of[0], before, before)
        for number in self.way(square, holding):
            here = self.labels[number] & 0xFFFF
            add_rolls(found, self.rolls_of[number], before, here)
            before = here
        return found

    def actions(self, square: i64, holding: bool = False) -> list[int]:
        """The actions that a coach chooses one after the other to walk there, once the action is declared."""
        if self.label(square, holding) < 0:
            return []
        found = self.opening[:]
        for number in self.way(square, holding):
            word = self.labels[number]
            how = word >> HOW & 0xF
            if how == BY_JUMP:
                found.append(int(actions.JUMP | (word & 0xFFFF) << 8))
            elif how == BY_LINK:
                found.append(int(actions.SLIP_TO | (word & 0xFFFF) << 8))
            elif how == BY_LADDER:
                found.append(int(actions.CLIMB | (word & 0xFFFF) << 8))
            else:
                found.append(int(actions.STEP | how << 8))
        return found

    def squares(self) -> list[int]:
        """Every square in reach, the player's own included, in the order of their numbers."""
        found: list[int] = []
        square: i64 = 0
        while square < len(self.best):
            if self.best[square] >= 0:
                found.append(int(square))
            square += 1
        return found

    def way(self, square: i64, holding: bool) -> list[i64]:
        """The labels from the first step to this square."""
        found: list[i64] = []
        label = self.label(square, holding)
        while label > 0:
            found.append(label)
            label = (self.labels[label] >> FROM & 0xFFFFFF) - 1
        found.reverse()
        return found


def add_rolls(found: list[tuple[int, int, int]], rolls: i64, origin: i64, square: i64) -> None:
    """Unpack the rolls of one label."""
    while rolls != 0:
        where = origin if rolls & AT_ORIGIN != 0 else square
        found.append((int(rolls >> 4 & 0xF), int(rolls & 7), int(where)))
        rolls >>= 8
