"""Bots that fail: the match goes on by default actions, and such a bot may even win it. So results tell of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from dungeonbowl.bots.seat import Failure

MOST_REASONS: Final = 8  # told of one bot
NOTHING: Final = 0.5  # a bot that loses such a share of its decisions has not played


class Failings(msgspec.Struct):
    """What one bot did wrong in all its matches."""

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
        """Whether default actions played in its place, so that its results are not its own."""
        return self.failed > 0 and self.failed >= NOTHING * self.decisions

    def sentence(self) -> str:
        words = f"{self.bot} failed in {self.failed} of {self.decisions} decisions"
        if self.says_nothing:
            return f"{words}: its result says nothing"
        return f"{words}: default actions took their place"

    def lines(self) -> list[str]:
        """Each distinct fault once, then the sentence; nothing for a bot that did nothing wrong."""
        if not self.failed:
            return []
        told = [f"{self.bot}: {words}{f', {times} times' if times > 1 else ''}" for words, times in self.faults.items()]
        if len(told) > MOST_REASONS:
            told[MOST_REASONS:] = [f"{self.bot}: and {len(told) - MOST_REASONS} other faults"]
        return [*told, self.sentence()]


class Register:
    """The failings of all bots of a series, by their names."""

    def __init__(self, names: Iterable[str]) -> None:
        self.of = {name: Failings(name) for name in names}

    def add(self, name: str, decisions: int, failed: int, faults: Iterable[Failure]) -> None:
        self.of[name].add(decisions, failed, faults)

    def failing(self) -> list[Failings]:
        return [each for each in self.of.values() if each.failed]

    def worthless(self) -> set[str]:
        """Those whose results say nothing."""
        return {each.bot for each in self.of.values() if each.says_nothing}
