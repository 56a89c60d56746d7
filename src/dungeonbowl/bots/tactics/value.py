"""What a position is worth to a side, from -1 (lost) to 1 (won): a chance to win, on another scale."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class Value:
    """Judges positions. `evaluation.py` does it by fixed weights, `network.py` by a network that has learned."""

    def value(self, game: Game, side: i64) -> float:
        """The worth of a position to a side; certain when the match is over."""
        raise NotImplementedError
