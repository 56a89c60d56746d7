"""Bots that read a match: `choose(match)` answers with one of `match.options`, or its text.

The arena, the seats and the server know bots of one kind only, those that are handed a game and numbers. Here a bot
that reads a match becomes one of them.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, final

from dungeonbowl.bots.player import Bot
from dungeonbowl.errors import UserError
from dungeonbowl.play.actions import Action
from dungeonbowl.play.match import Match

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game


def reads_match(bot: Any) -> bool:
    """Whether a bot is to be handed a match: its `choose` takes one argument, not the game and the options."""
    try:
        parameters = inspect.signature(bot.choose).parameters.values()
    except (TypeError, ValueError):  # of a method that does not say
        return False
    needed = [
        each
        for each in parameters
        if each.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        and each.default is inspect.Parameter.empty
    ]
    return len(needed) == 1 and not any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in parameters)


@final
class ReadingBot(Bot):
    """A bot that reads a match, as the arena and the seats know bots."""

    def __init__(self, bot: Any, seed: int) -> None:
        self.bot = bot
        self.name = str(bot.name)
        self.seed = seed

    def choose(self, game: Game, options: list[int]) -> int:
        """The match is made around the clone, with dice of its own: the bot may play it on as far as it likes."""
        answer = self.bot.choose(Match.of_game(game.clone(), self.seed))
        if isinstance(answer, (str, Action)):
            return Match.of_game(game, self.seed).number_of(answer)
        raise UserError(f"{self.name} answered {answer!r}: expected one of the options, or its text")
