"""Bots that also decide what their teams do between matches.

A bot may have a method `decide(aftermath, options)`. It is asked like a coach and answers with one of the options, or
with its text. A bot without it builds its team by the drafter's taste.
"""

from __future__ import annotations

from typing import Any, Final

from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.reading import ReadingBot
from dungeonbowl.bots.seat import Failure, one_line, place_of
from dungeonbowl.league.aftermath.machine import Aftermath, Ask, Option
from dungeonbowl.league.manager import Manager, TasteManager

MOST_CHOICES: Final = 400  # of one aftermath; then the drafter's taste ends what goes round in circles


class BotManager:
    """Asks a bot. Where it fails, or answers with what was not offered, the drafter's taste decides."""

    def __init__(self, bot: Any, fallback: Manager) -> None:
        self.bot = bot
        self.fallback = fallback
        self.decisions = 0
        self.lost = 0
        self.reasons: dict[str, int] = {}

    def decide(self, aftermath: Aftermath) -> str:
        need = aftermath.need
        assert isinstance(need, Ask)
        if len(aftermath.inputs) > MOST_CHOICES:
            return self.fallback.decide(aftermath)
        self.decisions += 1
        try:
            # an aftermath of its own, in which it may try what it likes
            chosen = self.bot.decide(Aftermath(aftermath.case, aftermath.plan, aftermath.inputs), list(need.options))
        except (Exception, SystemExit) as error:
            where = place_of(error)
            return self.lose(f"{type(error).__name__}: {error}{f' ({where})' if where else ''}", aftermath)
        text = chosen.text if isinstance(chosen, Option) else chosen
        if any(option.text == text for option in need.options):
            return str(text)
        return self.lose(f"{chosen!r} was not offered after a match", aftermath)

    def lose(self, words: str, aftermath: Aftermath) -> str:
        self.lost += 1
        words = one_line(words)
        self.reasons[words] = self.reasons.get(words, 0) + 1
        return self.fallback.decide(aftermath)

    def failures(self) -> list[Failure]:
        return [Failure(words, times) for words, times in self.reasons.items()]


def manager_of(name: str, seed: int) -> Manager:
    """Who decides for the team of a bot. One for a whole league: it may remember what it has seen."""
    taste = TasteManager()
    bot: Any = find_bot(name, seed)
    inner = bot.bot if isinstance(bot, ReadingBot) else bot
    return BotManager(inner, taste) if callable(getattr(inner, "decide", None)) else taste
