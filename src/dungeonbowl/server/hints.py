"""Advice for the coaches of one match. The match goes on meanwhile: advice is sent when it is ready, if the decision is
still open.

Only one question for a match is under way at a time, whichever coach asks and how often. The advice for a decision is
kept until the next decision.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl import compiled
from dungeonbowl.bots.advice import AS_HARD, Advice, Advised
from dungeonbowl.languages import speaking, spoken, t
from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import BotFailed
from dungeonbowl.server.judging import advice_shown
from dungeonbowl.server.viewers import Viewer

if TYPE_CHECKING:
    from dungeonbowl.server.session import Session

# tries of the search before advice is given; interpreted, the search is too slow and the script advises
TRIES: Final = AS_HARD if compiled() else 0
MOST: Final = 8

log = logging.getLogger(__name__)


class Hints:
    """The viewers that want advice, and the advice that was found."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.wanted: dict[Viewer, tuple[int, int]] = {}  # the number of the decision, and how many actions are wanted
        self.thinking: asyncio.Task[None] | None = None
        # the number of the decision, and the advice by its language; None if the bot had none
        self.about = -1
        self.found: dict[str, Advised | None] = {}

    def ask(self, viewer: Viewer, count: int) -> None:
        self.wanted[viewer] = (self.session.number, count)
        self.go_on()

    def go_on(self) -> None:
        """Send the advice to the viewers that wait for it, if it is there; otherwise ask a bot for it."""
        session = self.session
        number = session.number
        waiting = {viewer: count for viewer, (about, count) in self.wanted.items() if about == number}
        self.wanted = {viewer: (number, count) for viewer, count in waiting.items() if viewer in session.viewers}
        if not self.wanted:
            return
        if self.about != number:
            self.about, self.found = number, {}
        for viewer in [viewer for viewer in self.wanted if viewer.language in self.found]:
            _, count = self.wanted.pop(viewer)
            with speaking(viewer.language):
                viewer.send(self.message(self.found[viewer.language], count))
        if self.wanted and self.thinking is None:
            with speaking(next(iter(self.wanted)).language):
                self.thinking = asyncio.create_task(self.think(number, session.plain_inputs()))

    async def think(self, number: int, inputs: list[tuple[int, ...]]) -> None:
        session = self.session
        found: Advised | None = None
        try:
            found = await session.bots.advise(session.id, session.stored.setup, inputs, MOST, TRIES)
        except BotFailed as error:
            log.error("match %s: no advice: %s", session.id, error)
        language = spoken()
        session.put(lambda: self.take(number, language, found))

    async def take(self, number: int, language: str, found: Advised | None) -> None:
        self.thinking = None
        if number == self.about:
            self.found[language] = found
        self.go_on()

    def close(self) -> None:
        if self.thinking is not None:
            self.thinking.cancel()

    # --- telling ------------------------------------------------------------------------------------------------------

    def message(self, found: Advised | None, count: int) -> wire.Message:
        number = self.session.number
        if found is None or not found.advice:
            return wire.Refused(number, t("the computer has no advice at the moment"), "", False, "hint")
        advice = [self.shown(each) for each in found.advice[:count]]
        return wire.Hint(number, advice[0].option, advice[0].label, advice, found.searched)

    def shown(self, advice: Advice) -> wire.Advice:
        """Advice as it is sent. If it is a single option, it has the label of that option in the prompt."""
        session = self.session
        assert session.match is not None
        label = advice.label
        if len(advice.actions) == 1:
            label = session.telling.prompter.option(session.match.game, advice.actions[0], False).label
        return msgspec.structs.replace(advice_shown(advice), label=label)
