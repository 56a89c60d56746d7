"""A match under way. One task takes the orders one after the other: it decides, writes to the database, then tells the
viewers.

Everything that can change a match goes through the queue `orders`: what coaches send, what bots choose, clocks that run
out, viewers that come and go. So nothing needs a lock, and a new viewer sees a position that is in the database
already.

A session holds what the database has: match, number, stage, seats and answers are replaced after the change is written,
never before. So an HTTP request, which reads them outside the queue, sees nothing that may still fail.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.records.beginnings import first_match, game_before
from dungeonbowl.records.provable import made_word
from dungeonbowl.records.replay import Note, Replay, replay_of
from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import BotPool
from dungeonbowl.server.clocks import Alarm, Timekeeper
from dungeonbowl.server.close_codes import CLOSING, FAILED, MOVED
from dungeonbowl.server.correspondence import news_of_beginning, read_pauses
from dungeonbowl.server.days import DAYS, clock_of
from dungeonbowl.server.deciding import Deciding
from dungeonbowl.server.drafts import Refusal, hears
from dungeonbowl.server.exercising import TaskedBeginning
from dungeonbowl.server.hints import Hints
from dungeonbowl.server.metrics import Metrics
from dungeonbowl.server.open_orders import Open, opened
from dungeonbowl.server.plans import MOST_WALKED
from dungeonbowl.server.questions import Questions
from dungeonbowl.server.resuming import OVER, PLAYING, WAITING, dice_of, plain, result_of, resumed
from dungeonbowl.server.seats import LINK_REPLACED, SEAT_TAKEN, Seats
from dungeonbowl.server.taking_back import starts_of
from dungeonbowl.server.telling import HOUSE, LOG_LINES, Telling, chat_line
from dungeonbowl.server.thinking import Thinking
from dungeonbowl.server.trail import Trail
from dungeonbowl.server.typed_dice import TYPED, first_typed
from dungeonbowl.server.viewers import Viewer
from dungeonbowl.storage.match_records import (
    AutoRecord,
    Change,
    NoteRecord,
    ResultRecord,
    SideRecord,
    StoredChat,
    StoredMatch,
)
from dungeonbowl.storage.matches import LeaseLost, Matches, now

USUAL_SIZE: Final = 500_000  # bytes of a match in memory, besides its dungeon
FAREWELL: Final = 2.0  # seconds that the last write of a match may take when the server closes

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class Session:
    """One match, its viewers and its clock."""

    def __init__(
        self,
        stored: StoredMatch,
        store: Matches,
        bots: BotPool,
        timekeeper: Timekeeper,
        metrics: Metrics | None = None,
    ) -> None:
        self.id = stored.id
        self.stored = stored
        self.store = store
        self.bots = bots
        self.timekeeper = timekeeper
        self.metrics = metrics or Metrics()
        self.number = stored.number
        self.stage = stored.stage
        self.sides: list[SideRecord] = stored.sides
        self.auto: list[AutoRecord] = stored.auto
        self.chat: list[StoredChat] = stored.chat
        self.pace = stored.pace
        self.setup: TaskedBeginning = msgspec.json.decode(stored.setup, type=TaskedBeginning)
        self.bot_sides = {side for side, each in enumerate(self.sides) if each.seat != "person"}
        self.clock = clock_of(stored.clock, len(self.sides), self.bot_sides, timekeeper.utc, stored.pauses)
        self.match: Match | None = None
        self.order_starts: list[int] = []  # see `taking_back.py`
        self.trail = Trail(self.bot_sides) if self.setup.dice == TYPED else None  # at a real table only
        self.open: Open | None = None  # the last order there: its rest is done when dice have been typed
        self.notes: list[NoteRecord] = stored.result.notes
        # the game before its first die: shown while the match waits for its coaches
        self.blank = game_before(self.setup)
        self.viewers: set[Viewer] = set()
        self.arriving: set[Viewer] = set()
        self.plain: list[tuple[int, ...]] = []
        self.orders: asyncio.Queue[Work | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.alarm: Alarm | None = None
        self.deciding = Deciding(self)
        self.telling = Telling(self)
        self.thinking = Thinking(self)
        self.hints = Hints(self)
        self.questions = Questions(self)
        self.seats = Seats(self)
        self.decided = timekeeper.now()  # when something was last decided
        self.idle_since = timekeeper.now()
        self.broken = False
        self.lost = False  # another server leads the match, or may
        self.may_lead: Callable[[], bool] = lambda: True
        self.thought_before = 0.0  # seconds that the coach who is asked has thought with a server that has died
        self.when_over: Callable[[Session], None] | None = None

    # --- beginning and ending ----------------------------------------------------------------------------------------

    def rebuild(self) -> None:
        """Play the stored inputs again. The dice come from the same seed, so they must be the same. Raises
        `CannotResume` if anything does not fit: the rest would be another match."""
        self.match = resumed(self.stored, self.setup, self.blank)
        self.stored.inputs = []
        if self.match is not None:
            self.telling.moved_to(self.match.game)
            known = self.stored.result.order_starts
            self.order_starts = starts_of(self.match) if known is None else known
            if self.trail is not None:
                self.trail.read(self.setup, self.blank.clone(), self.match.inputs, self.order_starts)
                self.open = opened(self.stored.result.open_order, self.setup, self.blank, self.match.inputs)

    def worded(self, side: int, word: str) -> SideRecord:
        """The record of a side with the word that goes into its dice: the coach's word, or else the word that follows
        from the seed. So every word that the server adds was fixed when it promised the seed, before any coach said a
        word."""
        return msgspec.structs.replace(self.sides[side], made=not word, word=word or made_word(self.stored.seed, side))

    def replay(self) -> Replay:
        """The replay of the match so far. The seed of the dice is in it only when the match is over."""
        assert self.match is not None
        made = [side for side, each in enumerate(self.sides) if each.made]
        known = self.bot_sides <= set(made)  # matches of an older version do not record this for their bots
        notes = [Note(note.inputs, note.text) for note in self.notes]
        return replay_of(self.match, self.setup.start, made if known else None, reveal=self.stage == OVER, notes=notes)

    def begin(self) -> None:
        """Start taking orders."""
        self.task = asyncio.create_task(self.run())
        if self.match is not None and self.stage == PLAYING:
            self.clock.resume(self.match.game, self.asked(), self.timekeeper.now() - self.thought_before)
            self.arm()
        self.thinking.get_ready()
        self.put(self.go_on)

    @property
    def is_ended(self) -> bool:
        return self.lost or (self.task is not None and self.task.done())

    @property
    def is_unseen(self) -> bool:
        """Whether the match has no viewer, none is arriving, no clock runs and no bot is thinking."""
        return not self.viewers and not self.arriving and self.alarm is None and self.thinking.task is None

    @property
    def is_quiet(self) -> bool:
        """Whether no order waits and no bot is thinking, for a seat or for advice: a moment to replace the server."""
        thinking = (self.thinking.task, self.hints.thinking)
        return self.orders.empty() and all(task is None or task.done() for task in thinking)

    @property
    def size(self) -> int:
        """Bytes in memory, roughly. The dungeon counts most: its table of sight grows with the square of its number of
        squares."""
        return USUAL_SIZE + int(self.telling.shown.count) ** 2

    def put(self, work: Work) -> None:
        self.orders.put_nowait(work)

    def arrive(self, viewer: Viewer) -> None:
        """A viewer connects. It is let in when its turn in the queue comes."""
        if self.is_ended:
            viewer.close(CLOSING, "the server is closing")
            return
        self.arriving.add(viewer)
        self.put(lambda: self.join(viewer))

    async def run(self) -> None:
        while (work := await self.orders.get()) is not None:
            if not self.may_lead():
                self.lost = True
                break
            try:
                await work()
            except LeaseLost:
                self.lost = True
                break
            except Exception:
                log.exception("match %s failed; it is loaded anew for the next who asks", self.id)
                self.broken = True
                break
        code = FAILED if self.broken else CLOSING
        self.finish(code, "the server failed" if self.broken else MOVED if self.lost else "the server is closing")

    def lose(self) -> None:
        """Stop at once, whatever is under way: another server may lead the match, or has changed something of it."""
        if not self.is_ended:
            self.lost = True
            self.finish(CLOSING, MOVED)
            if self.task is not None:
                self.task.cancel()

    def finish(self, code: int, reason: str) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
        self.thinking.close()
        self.hints.close()
        for viewer in [*self.viewers, *self.arriving]:
            viewer.close(code, reason)
        self.viewers.clear()
        self.arriving.clear()

    async def close(self) -> None:
        """Finish what was ordered, then stop."""
        self.orders.put_nowait(None)
        if self.task is not None:
            await self.task
        by_days = self.clock.record.mode == DAYS  # which has written all of it down already
        if self.clock.side is not None and not by_days and not self.broken and not self.lost:
            await self.write_clock()

    async def write_clock(self) -> None:
        """Write down how long the coach who is asked has thought already. Otherwise a restart would give the time since
        the last decision back."""
        self.clock.stop(self.timekeeper.now())
        change = Change(self.id, self.number, self.number, 0, [], clock=self.clock.record)
        try:
            await asyncio.wait_for(self.store.record(change), FAREWELL)
        except Exception as error:  # nothing but these seconds is lost
            log.warning("match %s: its clock was not written: %s", self.id, error)

    # --- who is there ------------------------------------------------------------------------------------------------

    async def join(self, viewer: Viewer) -> None:
        if viewer not in self.arriving:  # gone again before its turn came
            return
        if viewer.sides:
            await self.seats.read()
        if viewer.token and self.seats.sides_of(viewer.token) is None:  # its link was replaced or used meanwhile
            self.arriving.discard(viewer)
            viewer.close(*(SEAT_TAKEN if self.seats.is_spent(viewer.token) else LINK_REPLACED))
            return
        self.arriving.discard(viewer)
        self.viewers.add(viewer)
        self.telling.send_welcome(viewer)
        self.telling.tell_presence(viewer)
        await self.go_on()

    def depart(self, viewer: Viewer) -> None:
        self.arriving.discard(viewer)
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            self.put(self.departed)

    async def departed(self) -> None:
        self.idle_since = self.timekeeper.now()
        self.telling.tell_presence()

    async def announce(self, words: str) -> None:
        """A line of the server itself in the chat, for everybody to see."""
        await self.add_line(StoredChat(self.next_line(), None, HOUSE, words, now()))

    def next_line(self) -> int:
        """The number of the next line in the chat."""
        return self.chat[-1].number + 1 if self.chat else 0

    async def add_line(self, line: StoredChat) -> None:
        await self.store.add_chat(self.id, line)
        self.chat = [*self.chat[1 - LOG_LINES :], line]
        self.telling.tell_each(lambda: wire.Chat(chat_line(line)))

    # --- what is asked -----------------------------------------------------------------------------------------------

    def asked(self) -> int | None:
        if self.match is None:
            return None
        side = self.match.asked()
        return side if side >= 0 else None

    def names(self) -> list[str]:
        return [side.name for side in self.sides]

    def promise(self) -> str:
        """The commitment of the dice; empty at a real table."""
        return self.stored.commitment if self.trail is None else ""

    def told_seed(self) -> str:
        """The seed of the dice, for when the match is over; empty at a real table."""
        return self.stored.seed.hex() if self.trail is None else ""

    def result(self) -> ResultRecord:
        """How the match stands."""
        return result_of(self.match) if self.match is not None else self.stored.result

    # --- going on by itself ------------------------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Begin when all coaches are ready; give standing answers; let bots think."""
        if self.stage == WAITING:
            if all(side.ready or number in self.bot_sides for number, side in enumerate(self.sides)):
                if len(self.bot_sides) < len(self.sides) or self.viewers:
                    await self.start()
            return
        if self.stage == PLAYING and self.match is not None:
            answer = self.deciding.standing_answer(self.match.game)
            if answer is not None:
                try:
                    await self.deciding.decide(answer, "auto")
                except Refusal:  # the coach is asked after all
                    log.exception("match %s: a standing answer was refused", self.id)
        self.thinking.go_on()

    async def start(self) -> None:
        """Begin the match: from the first die on, the coaches' words are part of the dice."""
        sides = [
            msgspec.structs.replace(side if side.word else self.worded(number, ""), ready=True)
            for number, side in enumerate(self.sides)
        ]
        if self.trail is not None:
            match = first_typed(self.setup, self.blank.clone())
        else:
            match = first_match(self.setup, self.blank.clone(), dice_of(self.stored, sides))
        asked = match.asked()
        await read_pauses(self)
        self.clock.turn_to(match.game, asked if asked >= 0 else None, self.timekeeper.now())
        await self.store.record(
            Change(
                self.id,
                self.number,
                self.number + 1,
                0,
                [plain(each) for each in match.inputs],
                PLAYING,
                sides=sides,
                clock=self.clock.record,
                result=result_of(match),
                news=news_of_beginning(self, match, sides) if self.clock.record.mode == DAYS else [],
            )
        )
        self.sides = sides
        self.match = match
        self.number += 1
        self.stage = PLAYING
        self.telling.moved_to(match.game)
        self.decided = self.timekeeper.now()
        for viewer in self.viewers:
            self.telling.send_welcome(viewer)
        self.arm()
        await self.go_on()

    # --- the clock ---------------------------------------------------------------------------------------------------

    def arm(self) -> None:
        """Set the alarm for the moment when the time of the asked coach is up."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        left = self.clock.alarm(self.timekeeper.now())
        if left is not None and self.stage == PLAYING:
            number = self.number
            self.alarm = self.timekeeper.call_later(left, lambda: self.put(lambda: self.time_is_up(number)))

    async def time_is_up(self, number: int) -> None:
        """Answer the open questions of the coach as the bot would, and end the team turn."""
        side = self.asked()
        if self.match is None or side is None or number != self.number or self.stage != PLAYING:
            return
        own_turn = self.match.game.active == side
        turn = int(self.match.game.side_value(i64(side), TURNS))
        if not self.clock.is_answer_to(self.match.game, side):
            self.clock.run_out(side)
        for _ in range(MOST_WALKED):
            if self.asked() != side or self.stage != PLAYING:
                break
            if own_turn and hears(self.match, int(actions.TIME_UP)):
                await self.deciding.change([side], self.number, lambda draft: draft.say(int(actions.TIME_UP)), "clock")
                break
            await self.deciding.decide_or_default(await self.thinking.advised(side), "clock")
            game = self.match.game
            if not own_turn and game.active >= 0:
                break
            if own_turn and int(game.side_value(i64(side), TURNS)) != turn:
                break
        await self.go_on()

    def plain_inputs(self) -> list[tuple[int, ...]]:
        """The inputs in the form that the bots' processes take. The list is kept, because a match has many inputs and
        only the last are new."""
        assert self.match is not None
        inputs = self.match.inputs
        del self.plain[len(inputs) :]
        self.plain += [(int(each.kind), *map(int, each.numbers)) for each in inputs[len(self.plain) :]]
        return self.plain[:]
