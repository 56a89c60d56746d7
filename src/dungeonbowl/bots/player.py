"""The base class of all bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game


class Bot:
    """A program that takes the place of a coach.

    It receives every legal action, and a clone of the game that it may change as it likes. In the clone nothing is
    fixed that its side cannot know. It answers with one of the actions. A bot takes its random numbers from its own
    seed alone, so that a match can be played again.
    """

    name = "bot"
    # Told by a bot that searches how many tries of a decision are done, and how many are planned.
    listener: Callable[[int, int], None] | None = None
    # The share of its usual work that a bot that searches may do for the next decision, from 0 to 1.
    share: float = 1.0

    def choose(self, game: Game, options: list[int]) -> int:
        """One of the options, for the coach who is asked (`game.asked`)."""
        raise NotImplementedError
