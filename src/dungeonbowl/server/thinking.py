"""The bots of one match: those in its seats, and the bot to which a coach has left a decision. They think beside the
match; their choice comes back to it as an order."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from dungeonbowl.bots.levels import BOTS
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.game import TURNS
from dungeonbowl.server.bot_pool import BotFailed
from dungeonbowl.server.resuming import PLAYING
from dungeonbowl.server.view.prompt_words import prompt_kind

if TYPE_CHECKING:
    from dungeonbowl.server.session import Session

ADVISOR: Final = "normal"  # the bot that answers for a coach who leaves a decision to it, or whose time is up
QUICKER: Final = 0.4  # the pause between two steps of one player, as a fraction of the usual pause

log = logging.getLogger(__name__)


class Thinking:
    """The one decision of a match that a bot thinks about, if any."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.task: asyncio.Task[None] | None = None
        self.pilots: dict[int, tuple[str, str, int]] = {}  # side -> scope, kind of prompt, team turn
        # the number of a decision at which the server fails, whatever is chosen; bots do not try it again
        self.stuck = -1

    def go_on(self) -> None:
        """If a bot has to decide, let it think."""
        session = self.session
        asked = session.asked()
        if asked is None or session.stage != PLAYING or self.stuck == session.number:
            return
        if self.task is not None and not self.task.done():
            return
        only_bots = len(session.bot_sides) == len(session.sides)
        if only_bots and not session.viewers:
            return
        if asked in session.bot_sides:
            level = session.sides[asked].seat.partition(":")[2]
            if level not in BOTS:  # a match of an older version
                level = ADVISOR
            self.think(f"seat {asked}", level, session.sides[asked].bot_seed, "bot", self.pause())
        elif self.is_piloted(asked):
            self.think(f"advisor {asked}", ADVISOR, 1, "bot", min(session.pace, 0.1))

    def pause(self) -> float:
        """Seconds before a bot's decision, so that viewers can follow. Steps of one player follow each other more
        quickly."""
        session = self.session
        assert session.match is not None
        walking = int(actions.STEP) in {kind_of(option) for option in session.match.options()}
        return session.pace * QUICKER if walking else session.pace

    def is_piloted(self, side: int) -> bool:
        """Whether a coach has left this decision to the bot."""
        match = self.session.match
        if match is None or side not in self.pilots:
            return False
        scope, kind, turn = self.pilots[side]
        if scope == "turn":
            holds = match.game.active == side and int(match.game.side_value(i64(side), TURNS)) == turn
            if match.game.active < 0:
                holds = True
        else:
            holds = prompt_kind({kind_of(option) for option in match.options()}) == kind
        if not holds:
            del self.pilots[side]
        return holds

    def think(self, who: str, level: str, seed: int, by: str, pause: float) -> None:
        session = self.session
        number = session.number
        inputs = session.plain_inputs()
        due = session.decided + pause

        async def thinking() -> None:
            try:
                choice = await session.bots.choose(session.id, who, level, seed, session.stored.setup, inputs)
            except Exception as error:  # whatever happened to the bot, the match must go on
                log.error("match %s: a bot failed: %s", session.id, error, exc_info=not isinstance(error, BotFailed))
                choice = -1  # never offered: the default action takes its place
            wait = due - session.timekeeper.now()
            if wait > 0:
                rung = asyncio.Event()
                session.timekeeper.call_later(wait, rung.set)
                await rung.wait()
            session.put(lambda: self.chosen(number, choice, by))

        self.task = asyncio.create_task(thinking())

    async def chosen(self, number: int, choice: int, by: str) -> None:
        """A bot's choice has arrived; it counts if the decision is still open."""
        session = self.session
        self.task = None
        if number == session.number:
            await session.decide_or_default(choice, by)
        await session.go_on()

    async def advised(self, side: int) -> int:
        """The action that the bot would choose in place of the coach."""
        session = self.session
        inputs = session.plain_inputs()
        try:
            return await session.bots.choose(session.id, f"advisor {side}", ADVISOR, 1, session.stored.setup, inputs)
        except BotFailed as error:
            log.error("match %s: %s", session.id, error)
            return session.default_answer()

    def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
