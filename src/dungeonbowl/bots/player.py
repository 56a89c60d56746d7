"""What every bot is: something that picks one of the options it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game


class Bot:
    """A coach that is a program.

    It receives a clone of the game, to play on or spoil as it likes, in which nothing is settled that its side cannot
    know, and every legal action; it answers with one of
    them. A bot draws its own chances from its seed alone, so that a match can be played again.
    """

    name = "bot"

    def choose(self, game: Game, options: list[int]) -> int:
        """One of the options, for the coach who is asked (`game.asked`)."""
        raise NotImplementedError
