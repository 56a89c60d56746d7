"""The bots of one match: those in its seats, and the bot to which a coach has left a decision. They think beside the
match; their choice comes back to it as an order.

The match waits for a bot as long as it takes. While it waits, the viewers are told how far the bot is.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from dungeonbowl.bots.levels import BOTS
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import BotFailed
from dungeonbowl.server.resuming import OVER, PLAYING
from dungeonbowl.server.view.prompt_words import KEPT, prompt_kind

if TYPE_CHECKING:
    from dungeonbowl.server.clocks import Alarm
    from dungeonbowl.server.session import Session

ADVISOR: Final = "normal"  # the bot that answers for a coach who leaves a decision to it, or whose time is up
# Pauses, as multiples of the usual one.
QUICKER: Final = 0.25  # between two steps of one player
ALL_PAUSES: Final = 8.0  # what all pauses of a team turn stay below where a coach waits: each is shorter than the last
LONG: Final = 2.0  # seconds after which the viewers are told that a bot still thinks, and then again

log = logging.getLogger(__name__)


class Thinking:
    """The one decision of a match that a bot thinks about, if any."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.task: asyncio.Task[None] | None = None
        self.pilots: dict[int, tuple[str, str, int]] = {}  # side -> scope, kind of prompt, team turn
        # the number of a decision at which the server fails, whatever is chosen; bots do not try it again
        self.stuck = -1
        self.hurried = False  # a coach wants to see the next decision of a coach: bots make no pauses until then
        self.turn = (-1, 0)  # the side whose team turn it is, and the number of that turn
        self.paused = 0.0  # all pauses of this team turn, as a multiple of the usual one
        self.rung: asyncio.Event | None = None  # set when the pause before a decision is over
        self.side = -1  # the side for which a bot thinks
        self.since = 0.0
        self.tried = (0, 0)  # tries of the search: done and planned
        self.share = 1.0  # of its usual work, which the bot does because others wait for the computer
        self.reminder: Alarm | None = None

    def get_ready(self) -> None:
        """Let the processes of the bots start before they are asked."""
        session = self.session
        if session.stage != OVER:
            for side in session.bot_sides:
                session.bots.warm(session.id, self.level(side))

    def level(self, side: int) -> str:
        """The level of a bot in a seat; the advisor's for one of an older version."""
        level = self.session.sides[side].seat.partition(":")[2]
        return level if level in BOTS else ADVISOR

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
            seed = session.sides[asked].bot_seed
            self.think(asked, f"seat {asked}", self.level(asked), seed, "bot", self.pause())
        elif self.is_piloted(asked):
            self.think(asked, f"advisor {asked}", ADVISOR, 1, "bot", 0.0 if self.hurried else min(session.pace, 0.1))
        else:
            self.hurried = False

    def owner(self) -> str:
        """For whom a bot thinks: the address of a coach, or else of a spectator. Empty if nobody looks."""
        looking = sorted(self.session.viewers, key=lambda viewer: (not viewer.sides, viewer.address))
        return looking[0].address if looking else ""

    def pause(self) -> float:
        """Seconds before a bot's decision, so that viewers can follow. What a player does comes as soon as it is seen
        who acts, and steps follow each other more quickly. A coach waits for the whole turn: the longer it lasts, the
        shorter the pauses become."""
        if self.hurried:
            return 0.0
        session = self.session
        assert session.match is not None
        kinds = {kind_of(option) for option in session.match.options()}
        if int(actions.DECLARE) in kinds:
            return 0.0
        share = QUICKER if int(actions.STEP) in kinds else 1.0
        if len(session.bot_sides) < len(session.sides):
            game = session.match.game
            active = int(game.active)
            turn = (active, int(game.side_value(game.active, TURNS)) if 0 <= active < game.squads.sides else 0)
            if turn != self.turn:
                self.turn, self.paused = turn, 0.0
            share *= max(0.0, 1.0 - self.paused / ALL_PAUSES)
            self.paused += share
        return session.pace * share

    def hurry(self) -> bool:
        """Make no pauses before decisions of bots until a coach is asked. False if no bot is about to decide."""
        if self.task is None or self.task.done():
            return False
        self.hurried = True
        if self.rung is not None:
            self.rung.set()
        return True

    def is_piloted(self, side: int) -> bool:
        """Whether a coach has left this decision to the bot."""
        match = self.session.match
        if match is None or side not in self.pilots:
            return False
        kinds = {kind_of(option) for option in match.options()}
        if kinds & KEPT:
            return False
        scope, kind, turn = self.pilots[side]
        if scope == "turn":
            holds = match.game.active == side and int(match.game.side_value(i64(side), TURNS)) == turn
            if match.game.active < 0:
                holds = True
        else:
            holds = prompt_kind(kinds) == kind
        if not holds:
            del self.pilots[side]
        return holds

    def think(self, side: int, who: str, level: str, seed: int, by: str, pause: float) -> None:
        session = self.session
        number = session.number
        inputs = session.plain_inputs()
        due = session.decided + pause
        self.side = side
        self.since = session.timekeeper.now()
        self.tried = (0, 0)
        self.share = 1.0

        async def thinking() -> None:
            self.remind(number)
            try:
                choice = await session.bots.choose(
                    session.id,
                    who,
                    level,
                    seed,
                    session.stored.setup,
                    inputs,
                    lambda *tried: self.tell(number, tried),
                    awaited=len(session.bot_sides) < len(session.sides),
                    hurried=self.hurried,
                    less=lambda share: self.tell_less(number, share),
                    owner=self.owner(),
                )
            except Exception as error:  # whatever happened to the bot, the match must go on
                log.error("match %s: a bot failed: %s", session.id, error, exc_info=not isinstance(error, BotFailed))
                choice = -1  # never offered: the default action takes its place
            finally:
                self.forget_reminder()
            wait = due - session.timekeeper.now()
            if wait > 0 and not self.hurried:
                self.rung = asyncio.Event()
                alarm = session.timekeeper.call_later(wait, self.rung.set)
                await self.rung.wait()
                alarm.cancel()
                self.rung = None
            session.put(lambda: self.chosen(number, choice, by))

        self.task = asyncio.create_task(thinking())

    async def chosen(self, number: int, choice: int, by: str) -> None:
        """A bot's choice has arrived; it counts if the decision is still open."""
        session = self.session
        self.task = None
        if number == session.number:
            await session.deciding.decide_or_default(choice, by)
        await session.go_on()

    async def advised(self, side: int) -> int:
        """The action that the bot would choose in place of the coach."""
        session = self.session
        inputs = session.plain_inputs()
        try:
            return await session.bots.choose(session.id, f"advisor {side}", ADVISOR, 1, session.stored.setup, inputs)
        except BotFailed as error:
            log.error("match %s: %s", session.id, error)
            return session.deciding.default_answer()

    # --- what the viewers are told ------------------------------------------------------------------------------------

    def news(self) -> wire.Thinking:
        session = self.session
        seconds = max(0.0, session.timekeeper.now() - self.since)
        return wire.Thinking(session.number, self.side, round(seconds, 1), *self.tried, round(self.share, 2))

    def tell(self, number: int, tried: tuple[int, ...] = ()) -> None:
        """Tell the viewers that the bot is at work, if it still is at this decision."""
        session = self.session
        if number != session.number:
            return
        if tried:
            self.tried = (tried[0], tried[1])
        session.telling.tell(self.news())

    def tell_less(self, number: int, share: float) -> None:
        """Tell the viewers that the bot thinks less than usual, because the computer has too much to do."""
        self.share = share
        self.tell(number)

    def remind(self, number: int) -> None:
        """Tell the viewers now and then that the match waits for the bot."""

        def again() -> None:
            self.tell(number)
            self.remind(number)

        self.reminder = self.session.timekeeper.call_later(LONG, again)

    def forget_reminder(self) -> None:
        if self.reminder is not None:
            self.reminder.cancel()
            self.reminder = None

    def close(self) -> None:
        self.forget_reminder()
        if self.task is not None:
            self.task.cancel()
