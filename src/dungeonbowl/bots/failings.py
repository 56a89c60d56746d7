"""Faults of bots. If a bot fails, the match goes on with default actions, and the bot may even win it. So the results
tell its faults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from dungeonbowl.bots.seat import Failure

MOST_REASONS: Final = 8  # reasons that are told of one bot
NOTHING: Final = 0.5  # the share of lost decisions from which on a bot counts as not having played


class Failings(msgspec.Struct):
    """The faults of one bot in all its matches."""

    bot: str
    decisions: int = 0
    failed: int = 0
    faults: dict[str, int] = {}

    def add(self, decisions: int, failed: int, faults: Iterable[Failure]) -> None:
        self.decisions += decisions
        self.failed += failed
        for fault in faults:
            self.faults[fault.words] = self.faults.get(fault.words, 0) + fault.times

    @property
    def says_nothing(self) -> bool:
        """Whether so many decisions were default actions that the results say nothing about the bot."""
        return self.failed > 0 and self.failed >= NOTHING * self.decisions

    def sentence(self) -> str:
        words = f"{self.bot} failed in {self.failed} of {self.decisions} decisions"
        if self.says_nothing:
            return f"{words}: its result says nothing"
        return f"{words}: default actions took their place"

    def lines(self) -> list[str]:
        """Each distinct fault once, then a sentence with the sum; nothing for a bot without faults."""
        if not self.failed:
            return []
        told = [f"{self.bot}: {words}{f', {times} times' if times > 1 else ''}" for words, times in self.faults.items()]
        if len(told) > MOST_REASONS:
            told[MOST_REASONS:] = [f"{self.bot}: and {len(told) - MOST_REASONS} other faults"]
        return [*told, self.sentence()]


class Register:
    """The faults of all bots of a series, by their names."""

    def __init__(self, names: Iterable[str]) -> None:
        self.of = {name: Failings(name) for name in names}

    def add(self, name: str, decisions: int, failed: int, faults: Iterable[Failure]) -> None:
        self.of[name].add(decisions, failed, faults)

    def failing(self) -> list[Failings]:
        return [each for each in self.of.values() if each.failed]

    def worthless(self) -> set[str]:
        """The names of bots whose results say nothing."""
        return {each.bot for each in self.of.values() if each.says_nothing}
