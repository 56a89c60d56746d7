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
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.events import CHEST_OPENED
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import TURNS, Game
from dungeonbowl.engine.loop import list_options
from dungeonbowl.engine.match import Match
from dungeonbowl.play.usual import default_action, usual_answer
from dungeonbowl.records.provable import made_word
from dungeonbowl.records.replay import Replay, replay_of
from dungeonbowl.records.setup import Setup as SetupRecord
from dungeonbowl.records.setup import build_game
from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import BotPool
from dungeonbowl.server.clocks import Alarm, MatchClock, Timekeeper
from dungeonbowl.server.close_codes import CLOSING, FAILED, REPLACED
from dungeonbowl.server.drafts import NOTHING_TO_TAKE_BACK, OF_ANOTHER, Draft, Refusal, hears
from dungeonbowl.server.hints import Hints
from dungeonbowl.server.questions import Questions
from dungeonbowl.server.resuming import OVER, PLAYING, WAITING, dice_of, plain, result_of, resumed
from dungeonbowl.server.thinking import Thinking
from dungeonbowl.server.view.boards import board_of, master_card, setup_view, side_card
from dungeonbowl.server.view.positions import position_of, winner_of
from dungeonbowl.server.view.prompts import Prompter, skill_asked
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.viewers import ENCODER, Viewer
from dungeonbowl.storage.matches import (
    ABANDONED,
    HOST,
    AutoRecord,
    Change,
    Matches,
    ResultRecord,
    SideRecord,
    StoredChat,
    StoredMatch,
    now,
)

USUAL_SIZE: Final = 500_000  # bytes of a match in memory, besides its dungeon
LOG_LINES: Final = 200  # events of the log that are sent to a new viewer
MOST_WALKED: Final = 40
ENDINGS: Final = {int(clauses.MONSTERS_WIN): "The monsters win"}  # matches without a winner that are no draw

log = logging.getLogger(__name__)


Work = Callable[[], Awaitable[None]]
Plan = Callable[[Draft], None]


class Session:
    """One match, its viewers and its clock."""

    def __init__(self, stored: StoredMatch, store: Matches, bots: BotPool, timekeeper: Timekeeper) -> None:
        self.id = stored.id
        self.stored = stored
        self.store = store
        self.bots = bots
        self.timekeeper = timekeeper
        self.number = stored.number
        self.stage = stored.stage
        self.sides: list[SideRecord] = stored.sides
        self.auto: list[AutoRecord] = stored.auto
        self.chat: list[StoredChat] = stored.chat
        self.pace = stored.pace
        self.setup: SetupRecord = msgspec.json.decode(stored.setup, type=SetupRecord)
        self.bot_sides = {side for side, each in enumerate(self.sides) if each.seat != "person"}
        self.clock = MatchClock(stored.clock, len(self.sides), self.bot_sides)
        self.match: Match | None = None
        # the game before its first die: shown while the match waits for its coaches
        self.blank = build_game(self.setup)
        self.prompter = Prompter(self.blank)
        self.teller = Storyteller(self.blank)
        self.shown: Dungeon = self.blank.dungeon
        self.viewers: set[Viewer] = set()
        self.arriving: set[Viewer] = set()
        self.opened: list[int] = []  # squares of opened chests, from the events before number `read`
        self.read = 0
        self.plain: list[tuple[int, ...]] = []
        self.setup_known: tuple[Dungeon, wire.Setup] | None = None
        self.orders: asyncio.Queue[Work | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.alarm: Alarm | None = None
        self.thinking = Thinking(self)
        self.hints = Hints(self)
        self.questions = Questions(self)
        self.lately: tuple[int, int, list[wire.Event], wire.Position] | None = None
        self.decided = timekeeper.now()  # when something was last decided
        self.idle_since = timekeeper.now()
        self.broken = False

    # --- beginning and ending ----------------------------------------------------------------------------------------

    def rebuild(self) -> None:
        """Play the stored inputs again. The dice come from the same seed, so they must be the same. Raises
        `CannotResume` if anything does not fit: the rest would be another match."""
        self.match = resumed(self.stored, self.blank)
        self.stored.inputs = []
        if self.match is not None:
            self.shown = self.match.game.dungeon
            self.teller.moved_to(self.match.game)

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
        return replay_of(self.match, made=made if known else None, reveal=self.stage == OVER)

    def begin(self) -> None:
        """Start taking orders."""
        self.task = asyncio.create_task(self.run())
        if self.match is not None and self.stage == PLAYING:
            self.clock.turn_to(self.match.game, self.asked(), self.timekeeper.now())
            self.arm()
        self.put(self.go_on)

    @property
    def is_ended(self) -> bool:
        return self.task is not None and self.task.done()

    @property
    def is_unseen(self) -> bool:
        """Whether the match has no viewer, none is arriving, no clock runs and no bot is thinking."""
        return not self.viewers and not self.arriving and self.alarm is None and self.thinking.task is None

    @property
    def size(self) -> int:
        """Bytes in memory, roughly. The dungeon counts most: its table of sight grows with the square of its number of
        squares."""
        return USUAL_SIZE + int(self.shown.count) ** 2

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
            try:
                await work()
            except Exception:
                log.exception("match %s failed; it is loaded anew for the next who asks", self.id)
                self.broken = True
                break
        self.finish(FAILED if self.broken else CLOSING, "the server failed" if self.broken else "the server is closing")

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

    # --- who is there ------------------------------------------------------------------------------------------------

    def sides_of(self, hashed: str) -> list[int] | None:
        """The sides that a token decides for; None if it is no token of this match."""
        sides = self.stored.seats.get(hashed)
        return None if sides == HOST else sides

    async def join(self, viewer: Viewer) -> None:
        if viewer not in self.arriving:  # gone again before its turn came
            return
        if viewer.token and viewer.token not in self.stored.seats:  # its link was replaced while it waited
            self.arriving.discard(viewer)
            viewer.close(REPLACED, "this link was replaced by a new one")
            return
        self.arriving.discard(viewer)
        self.viewers.add(viewer)
        viewer.send(self.welcome(viewer))
        self.tell_presence(viewer)
        await self.go_on()

    def depart(self, viewer: Viewer) -> None:
        self.arriving.discard(viewer)
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            self.put(self.departed)

    async def departed(self) -> None:
        self.idle_since = self.timekeeper.now()
        self.tell_presence()

    def presence(self) -> wire.Presence:
        present = {side for viewer in self.viewers for side in viewer.sides}
        return wire.Presence(
            [side in present or side in self.bot_sides for side in range(len(self.sides))],
            [each.ready or side in self.bot_sides for side, each in enumerate(self.sides)],
            sum(1 for viewer in self.viewers if not viewer.sides),
        )

    def cards(self) -> list[wire.SideCard]:
        told = self.stage != WAITING
        count = int(self.blank.squads.sides)
        cards = [
            side_card(number, side.name, side.emblem, side.seat, side.coach, side.word if told else "")
            for number, side in enumerate(self.sides[:count])
        ]
        cards += [
            master_card(count, master.name, master.seat, master.coach, master.word if told else "")
            for master in self.sides[count:]
        ]
        return cards

    def tell_presence(self, but: Viewer | None = None) -> None:
        data = ENCODER.encode(wire.PresenceChanged(self.presence(), self.cards()))
        for viewer in self.viewers:
            if viewer is not but:
                viewer.send_encoded(data)

    def welcome(self, viewer: Viewer) -> wire.Welcome:
        game = self.match.game if self.match is not None else self.blank
        start, told, position = self.recent()
        over = self.stage == OVER
        return wire.Welcome(
            wire.VERSION,
            self.id,
            viewer.sides,
            self.stage,  # type: ignore[arg-type]
            self.setup_shown(game),
            self.stored.commitment,
            self.number,
            position,
            self.prompt_for(viewer.sides),
            told,
            start,
            self.clock.shown(self.timekeeper.now()),
            self.presence(),
            [chat_line(line) for line in self.chat[-LOG_LINES:]],
            self.auto_of(viewer.sides),
            self.pace,
            self.stored.seed.hex() if over else "",
            self.report_path() if over else "",
        )

    def recent(self) -> tuple[int, list[wire.Event], wire.Position]:
        """The number of the first recent event, the recent events, and the position. Made once for each decision, for
        all viewers that join."""
        if self.lately is None or self.lately[0] != self.number:
            game = self.match.game if self.match is not None else self.blank
            told = game.events if self.match is not None else []
            start = max(0, len(told) - LOG_LINES)
            position = position_of(game, self.opened_chests())
            self.lately = (self.number, start, self.teller.events(told[start:], start), position)
        return self.lately[1:]

    def setup_shown(self, game: Game) -> wire.Setup:
        """The setup as clients see it, made again only when something of it has changed."""
        cards = self.cards()
        known = self.setup_known
        if known is None or known[0] is not game.dungeon or known[1].sides != cards:
            known = self.setup_known = (game.dungeon, setup_view(game, cards))
        return known[1]

    def opened_chests(self) -> list[int]:
        """The squares where chests have been opened: the game itself does not keep them. A take-back never closes a
        chest."""
        told = self.match.game.events if self.match is not None else []
        self.opened += [event["square"] for event in told[self.read :] if event.kind == CHEST_OPENED]
        self.read = len(told)
        return self.opened

    def report_path(self) -> str:
        return f"/api/v1/matches/{self.id}/report"

    # --- what is asked -----------------------------------------------------------------------------------------------

    def asked(self) -> int | None:
        if self.match is None:
            return None
        side = self.match.asked()
        return side if side >= 0 else None

    def asked_now(self) -> int:
        side = self.asked()
        if side is None:
            raise Refusal("nobody is asked anything now")
        return side

    def prompt_for(self, sides: list[int]) -> wire.Prompt | None:
        if self.match is None or self.stage == OVER:
            return None
        asked = self.match.asked()
        prompt = self.prompter.prompt(self.match, self.number, asked in sides)
        if prompt is None or not prompt.take_back.possible:
            return prompt
        decisions, reason = self.to_take_back(sides)
        return prompt if decisions else msgspec.structs.replace(prompt, take_back=wire.TakeBack(False, reason))

    def to_take_back(self, sides: Sequence[int]) -> tuple[int, str]:
        """How many decisions these sides undo when they take back, and "". It counts their last decision and the
        standing answers after it, which would only be given again. If they cannot take back: 0 and the reason."""
        if self.match is None or self.stage != PLAYING:  # the seed of the dice has been told
            return 0, "the match is over: nothing is taken back"
        for count, before in enumerate(reversed(self.match.history), 1):
            asked = int(before.game.asked)
            if asked not in sides:
                return 0, OF_ANOTHER
            # otherwise the seconds of this answer would begin anew each time
            if self.clock.is_answer_to(before.game, asked):
                return 0, "an answer in the other coach's turn is not taken back while a clock runs"
            if self.standing_answer(before.game) is None:
                return count, ""
        return 0, NOTHING_TO_TAKE_BACK

    def auto_of(self, sides: list[int]) -> list[wire.Auto]:
        return [wire.Auto(each.skill, each.answer) for each in self.auto if each.side in sides]  # type: ignore[arg-type]

    # --- deciding ----------------------------------------------------------------------------------------------------

    def permitted(self, sides: Sequence[int], number: int) -> Match:
        """The match, if it goes on, a coach of these sides sends the order, and the order is about the present
        decision. Otherwise `Refusal`."""
        match = self.match
        if match is None:
            raise Refusal("the match has not begun: a coach is not ready yet")
        if not sides:
            raise Refusal("spectators decide nothing")
        if number != self.number:
            raise Refusal(
                f"that was decision {number}, and the match has gone on to {self.number}", stale=number < self.number
            )
        if self.stage != PLAYING or match.is_over():
            raise Refusal("the match is over")
        return match

    async def change(self, sides: Sequence[int], number: int, plan: Plan, by: str) -> None:
        """The only function that changes a match under way. `plan` makes the decisions of these sides on a draft, which
        checks every single action. Then the draft is written to the database and takes the place of the match.

        If anything is refused or fails, nothing has changed, and a `Refusal` is raised."""
        draft = Draft(self.permitted(sides, number), sides, [side.name for side in self.sides])
        try:
            plan(draft)
            while draft.undone is None and (answer := self.standing_answer(draft.game)) is not None:
                draft.answer(answer)
        except Refusal:
            raise
        except Exception as error:
            log.exception("match %s: a change failed; the match is as it was", self.id)
            raise Refusal("the server failed to do that; nothing has changed") from error
        await self.write(draft, by)

    async def decide(self, choice: int, by: str) -> None:
        """Play what a bot, a clock or a standing answer chose for the side that is asked."""

        def plan(draft: Draft) -> None:
            draft.choose(choice)
            if by == "clock":
                draft.bind()

        await self.change([self.asked_now()], self.number, plan, by)

    async def decide_or_default(self, choice: int, by: str) -> None:
        """The same, but if the choice is refused the default answer is played, so that the match goes on."""
        number = self.number
        try:
            await self.decide(choice, by)
        except Refusal as refusal:
            log.error("match %s: the choice %s of the %s at %s was refused: %s", self.id, choice, by, number, refusal)
            try:
                await self.decide(self.default_answer(), by)
            except Refusal as again:  # the engine fails here with every choice, so trying again is useless
                log.error("match %s is stuck at %s: %s", self.id, number, again)
                self.thinking.stuck = number

    async def write(self, draft: Draft, by: str) -> None:
        """Write a draft to the database. Only then does it become the match, and the viewers are told."""
        match = draft.match
        moment = self.timekeeper.now()
        over = match.is_over()
        stage = OVER if over else PLAYING
        asked = match.asked()
        self.clock.turn_to(match.game, asked if asked >= 0 else None, moment)
        if over:
            self.clock.stop(moment)
        await self.store.record(
            Change(
                self.id,
                self.number,
                self.number + 1,
                draft.kept,
                [plain(each) for each in match.inputs[draft.kept :]],
                stage,
                clock=self.clock.record,
                result=result_of(match),
                undo=draft.undone is not None,
            )
        )
        self.match = match
        self.number += 1
        self.stage = stage
        self.decided = moment
        self.stored.changed = now()
        if draft.undone is not None:
            self.forget_after(draft.kept)
        self.tell_update(draft.told, by, draft.undone)
        if over:
            self.tell_over()
        self.arm()

    def forget_after(self, inputs: int) -> None:
        """After a take-back: drop what was made from the inputs after this number."""
        del self.plain[inputs:]
        self.opened.clear()
        self.read = 0
        self.bots.taken_back(self.id, inputs)

    def result(self) -> ResultRecord:
        """How the match stands."""
        return result_of(self.match) if self.match is not None else self.stored.result

    def tell_update(self, told: int, by: str, undone: int | None) -> None:
        match = self.match
        assert match is not None
        game = match.game
        board = None
        if game is not self.teller.game:
            self.teller.moved_to(game)
        if game.dungeon is not self.shown:
            self.shown = game.dungeon
            board = board_of(game.dungeon)
        happened = self.teller.events(game.events[told:], told) if undone is None else []
        position = position_of(game, self.opened_chests())
        clocks = self.clock.shown(self.timekeeper.now())
        encoded: dict[tuple[int, ...], bytes] = {}
        for viewer in self.viewers:
            key = tuple(viewer.sides)
            if key not in encoded:
                prompt = self.prompt_for(viewer.sides)
                encoded[key] = ENCODER.encode(
                    wire.Update(self.number, happened, position, prompt, clocks, undone, board, by)
                )
            viewer.send_encoded(encoded[key])

    def tell_over(self) -> None:
        winner = winner_of(self.match.game) if self.match is not None else None
        text = ENDINGS.get(int(self.match.game.ending), "A draw") if self.match is not None else ""
        if self.stored.result.text == ABANDONED:
            winner, text = None, "The match was abandoned"
        if winner is not None and 0 <= winner < len(self.sides):
            text = f"{self.sides[winner].name} wins"
        message = wire.Over(
            self.number,
            -1 if winner is None else winner,
            text,
            self.stored.seed.hex(),
            [side.word for side in self.sides],
            self.report_path(),
            f"/api/v1/matches/{self.id}/replay",
        )
        data = ENCODER.encode(message)
        for viewer in self.viewers:
            viewer.send_encoded(data)

    # --- going on by itself ------------------------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Begin when all coaches are ready; give standing answers; let bots think."""
        if self.stage == WAITING:
            if all(side.ready or number in self.bot_sides for number, side in enumerate(self.sides)):
                if len(self.bot_sides) < len(self.sides) or self.viewers:
                    await self.start()
            return
        if self.stage == PLAYING and self.match is not None:
            answer = self.standing_answer(self.match.game)
            if answer is not None:
                try:
                    await self.decide(answer, "auto")
                except Refusal:  # the coach is asked after all
                    log.exception("match %s: a standing answer was refused", self.id)
        self.thinking.go_on()

    async def start(self) -> None:
        """Begin the match: from the first die on, the coaches' words are part of the dice."""
        sides = [
            msgspec.structs.replace(side if side.word else self.worded(number, ""), ready=True)
            for number, side in enumerate(self.sides)
        ]
        match = begun(self.blank.clone(), dice_of(self.stored, sides))
        asked = match.asked()
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
            )
        )
        self.sides = sides
        self.match = match
        self.number += 1
        self.stage = PLAYING
        self.teller.moved_to(match.game)
        self.shown = match.game.dungeon
        self.decided = self.timekeeper.now()
        for viewer in self.viewers:
            viewer.send(self.welcome(viewer))
        self.arm()
        await self.go_on()

    def standing_answer(self, game: Game) -> int | None:
        """The answer that a coach has set once and for all for the question of this position; None if there is none.
        Bots always give the usual answer."""
        if game.signal != ASK:
            return None
        if int(game.asked) in self.bot_sides:
            return usual_answer(game) or None
        if not self.auto:
            return None
        options = [int(game.offered[index]) for index in range(list_options(game))]
        skill = skill_asked(game, options)
        if skill is None:
            return None
        side = int(game.asked)
        for each in self.auto:
            if each.side == side and each.skill == skill.name:
                wanted = actions.USE if each.answer == "always" else actions.DECLINE
                fitting = [option for option in options if kind_of(option) == wanted]
                if len(fitting) == 1:
                    return fitting[0]
        return None

    # --- the clock ---------------------------------------------------------------------------------------------------

    def arm(self) -> None:
        """Set the alarm for the moment when the time of the asked coach is up."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        left = self.clock.left(self.timekeeper.now())
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
        for _ in range(MOST_WALKED):
            if self.asked() != side or self.stage != PLAYING:
                break
            if own_turn and hears(self.match, int(actions.TIME_UP)):
                await self.change([side], self.number, lambda draft: draft.say(int(actions.TIME_UP)), "clock")
                break
            await self.decide_or_default(await self.thinking.advised(side), "clock")
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

    def default_answer(self) -> int:
        """The action that is played for a coach who gives no answer."""
        assert self.match is not None
        return default_action(self.match.options(), usual_answer(self.match.game))


def chat_line(line: StoredChat) -> wire.ChatLine:
    return wire.ChatLine(line.number, line.side, line.name, line.text, line.at.isoformat(timespec="seconds"))
