"""The weights of the evaluation, in the order of `evaluation.WEIGHT_NAMES`."""

from __future__ import annotations

from typing import Final

DEFAULT_WEIGHTS: Final[list[float]] = [0.0] * 47
