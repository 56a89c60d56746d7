"""A small policy that rates choices: every choice of a question is a row of numbers (`choices.py`), a network of two
hidden layers gives each row a score, and the highest score is chosen. NumPy alone plays and trains it.

It also estimates the result from the position (the first columns of a row), which training needs.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dungeonbowl.learn.choices import COLUMNS, KIND
from dungeonbowl.learn.extra import missing
from dungeonbowl.learn.policy import check_weights, read_weights

try:
    import numpy as np
except ImportError as error:
    raise missing(error) from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FORMAT = 2
FIRST, SECOND, JUDGE = 96, 48, 32
SHAPES = {
    "first_weight": (int(COLUMNS), FIRST),
    "first_bias": (FIRST,),
    "second_weight": (FIRST, SECOND),
    "second_bias": (SECOND,),
    "score_weight": (SECOND, 1),
    "judge_weight": (int(KIND), JUDGE),
    "judge_bias": (JUDGE,),
    "value_weight": (JUDGE, 1),
    "value_bias": (1,),
}


class Rater:
    """The network. `weights` has an array for each name of `SHAPES`."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights

    @staticmethod
    def untrained(seed: int) -> Rater:
        chance = np.random.default_rng(seed)
        weights: dict[str, Floats] = {}
        for name, shape in SHAPES.items():
            spread = np.sqrt(2 / shape[0]) if name.endswith("_weight") else 0.0
            if shape[-1] == 1:
                spread *= 0.1
            weights[name] = (chance.standard_normal(shape) * spread).astype(np.float32)
        return Rater(weights)

    def scores(self, rows: Floats) -> Floats:
        """A score for each row: the higher, the likelier it is chosen."""
        return self.forward(rows)[2]

    def forward(self, rows: Floats) -> tuple[Floats, Floats, Floats]:
        """Both hidden layers and the scores."""
        weights = self.weights
        first = np.maximum(rows @ weights["first_weight"] + weights["first_bias"], 0)
        second = np.maximum(first @ weights["second_weight"] + weights["second_bias"], 0)
        return first, second, (second @ weights["score_weight"])[:, 0]

    def backward(self, rows: Floats, first: Floats, second: Floats, wanted: Floats) -> dict[str, Floats]:
        """The gradient of the weights, from that of the scores."""
        weights = self.weights
        to_second = (wanted[:, None] * weights["score_weight"].T) * (second > 0)
        to_first = (to_second @ weights["second_weight"].T) * (first > 0)
        return {
            "score_weight": second.T @ wanted[:, None],
            "second_weight": first.T @ to_second,
            "second_bias": to_second.sum(0),
            "first_weight": rows.T @ to_first,
            "first_bias": to_first.sum(0),
        }

    def values(self, positions: Floats) -> Floats:
        """The results that are expected, from -1 to 1."""
        weights = self.weights
        hidden = np.maximum(positions @ weights["judge_weight"] + weights["judge_bias"], 0)
        found: Floats = np.tanh(hidden @ weights["value_weight"] + weights["value_bias"])[:, 0]
        return found

    def value_gradient(self, positions: Floats, results: Floats) -> dict[str, Floats]:
        """The gradient of half the mean squared error of `values`."""
        weights = self.weights
        hidden = np.maximum(positions @ weights["judge_weight"] + weights["judge_bias"], 0)
        found = np.tanh(hidden @ weights["value_weight"] + weights["value_bias"])
        error = (found - results[:, None]) * (1 - found * found) / len(results)
        to_hidden = (error @ weights["value_weight"].T) * (hidden > 0)
        return {
            "value_weight": hidden.T @ error,
            "value_bias": error.sum(0),
            "judge_weight": positions.T @ to_hidden,
            "judge_bias": to_hidden.sum(0),
        }

    def save(self, place: Path) -> None:
        kept: dict[str, Any] = {name: weight.astype(np.float16) for name, weight in self.weights.items()}
        buffer = io.BytesIO()
        np.savez_compressed(buffer, format=np.array(FORMAT), **kept)
        place.write_bytes(buffer.getvalue())


def load_rater(path: Path) -> Rater:
    """A policy that rates choices, from its file; `UserError` if it is none."""
    form, weights = read_weights(path)
    check_weights(path, form, weights, FORMAT, SHAPES)
    return Rater(weights)


class Adam:
    """The optimiser: steps of about equal size for all weights."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights
        self.mean = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.square = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.turn = dict.fromkeys(weights, 0)

    def step(self, gradients: dict[str, Floats], rate: float, longest: float = 1.0) -> None:
        """Go against these gradients, cut to a length."""
        length = float(np.sqrt(sum(float((each * each).sum()) for each in gradients.values())))
        scale = np.float32(min(1.0, longest / (length + 1e-9)))
        for name, gradient in gradients.items():
            self.turn[name] += 1
            turn = self.turn[name]
            mean, square = self.mean[name], self.square[name]
            mean += np.float32(0.1) * (gradient * scale - mean)
            square += np.float32(0.001) * ((gradient * scale) ** 2 - square)
            step = (mean / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.999**turn)) + 1e-8)
            self.weights[name] -= np.float32(rate) * step


# --- questions ------------------------------------------------------------------------------------------------------


def by_question(scores: Floats, begins: NDArray[np.int64], counts: NDArray[np.int64]) -> Floats:
    """The probability of each row among those of its question."""
    best = np.maximum.reduceat(scores, begins)
    raised = np.exp(scores - np.repeat(best, counts))
    found: Floats = raised / np.repeat(np.add.reduceat(raised, begins), counts)
    return found


def begins_of(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)[:-1]])


def drawn(probabilities: Floats, counts: NDArray[np.int64], chance: np.random.Generator) -> NDArray[np.int64]:
    """A row of each question, drawn by probability; counted from its first row."""
    begins = begins_of(counts)
    noise = np.log(np.maximum(probabilities, 1e-30)) + chance.gumbel(size=len(probabilities))
    return best_rows(noise, begins, counts)


def best_rows(scores: NDArray[Any], begins: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The row with the highest score of each question; counted from its first row."""
    best = np.repeat(np.maximum.reduceat(scores, begins), counts)
    places = np.where(scores >= best, np.arange(len(scores)), len(scores))
    return np.minimum.reduceat(places, begins) - begins
