"""A small network that computes a chance to win from the features of a position: one hidden layer, one output.

It needs no library: the engine's compiled rooms have their own arrays. `learn`ed numbers come from `values.py`.
"""

from __future__ import annotations

import math
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.bots.tactics.features import FEATURES, Features
from dungeonbowl.bots.tactics.value import Value
from dungeonbowl.engine.game import Game


@final
class Network:
    """Inputs, hidden units that are 0 below 0, and the logarithm of the odds to win."""

    inward: vec[float]  # by input, then by hidden unit
    biases: vec[float]
    outward: vec[float]
    hidden: vec[float]

    def __init__(self, inward: list[float], biases: list[float], outward: list[float], bias: float) -> None:
        self.units: i64 = len(biases)
        if i64(len(inward)) != FEATURES * self.units or len(outward) != len(biases):
            raise ValueError("the numbers of this network do not fit the features")
        self.inward = vec[float](inward)
        self.biases = vec[float](biases)
        self.outward = vec[float](outward)
        self.bias = bias
        self.hidden = vec[float]([0.0] * len(biases))  # scratch space

    def score(self, row: vec[float]) -> float:
        """The logarithm of the odds to win."""
        hidden = self.hidden
        inward = self.inward
        units = self.units
        unit: i64 = 0
        while unit < units:
            hidden[unit] = self.biases[unit]
            unit += 1
        index: i64 = 0
        while index < FEATURES:
            value = row[index]
            if value != 0.0:  # most inputs are 0: the ball is in one state only
                base = index * units
                unit = 0
                while unit < units:
                    hidden[unit] += value * inward[base + unit]
                    unit += 1
            index += 1
        total = self.bias
        unit = 0
        while unit < units:
            if hidden[unit] > 0.0:
                total += self.outward[unit] * hidden[unit]
            unit += 1
        return total


@final
class LearnedValue(Value):
    """The worth of a position by a network, from -1 (lost) to 1 (won)."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.features = Features()

    def value(self, game: Game, side: i64) -> float:
        """The worth to a side; certain when the match is over. In a match of two it is what the side to move sees,
        with the sign changed for the other: what one has more the other has less."""
        if game.over:
            if game.winner < 0:
                return 0.0
            return 1.0 if game.winner == side else -1.0
        seen_by = side
        if game.squads.sides == 2 and 0 <= game.active < 2:
            seen_by = game.active
        self.features.look(game, seen_by)
        found = math.tanh(0.5 * self.network.score(self.features.row))
        return found if seen_by == side else -found
