"""Replays as the adviser sees them: how likely each side was to win, which decisions it takes for mistakes, and what it
would do at any step.

The searching bot tries everything out in its own processes, one replay after the other. What it has found is kept, and
clients ask how far it has come.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Final

import msgspec

from dungeonbowl import compiled
from dungeonbowl.bots.advice import AS_HARD, Advice
from dungeonbowl.engine.match import ACTION_INPUT
from dungeonbowl.errors import Unavailable
from dungeonbowl.languages import mark
from dungeonbowl.server import wire
from dungeonbowl.server.bot_pool import BotFailed, BotPool
from dungeonbowl.server.failures import Forbidden, NotFound, TooMuch
from dungeonbowl.server.replay_view import Viewing

TRIES: Final = 140  # for every decision
DOUBTED: Final = 4  # decisions of each side that look worst, and are looked at again
TRIES_AGAIN: Final = 1000
LEAST_LOSS: Final = 0.02  # of a decision that is told as a mistake
MOST_MOMENTS: Final = 500  # decisions of one replay; of a longer one some are left out
MOST_WAITING: Final = 6  # replays that wait to be judged
MOST_OF_ONE: Final = 3  # of them, those that one address has asked for
MOST_KEPT: Final = 100
HINTS_AT_ONCE: Final = 2
HINTS: Final = 4
MOST_HINTED: Final = 20  # replays of which the bots' processes have a copy because hints were asked for
LONGEST_PLAN: Final = 40

MIDWAY: Final = mark("this replay begins in the middle of a match: the adviser judges whole matches only")
SLOW: Final = mark("the adviser needs the compiled engine, which this server does not have")
FAILED: Final = mark("the adviser has failed at this replay")
UNFINISHED: Final = mark("the adviser speaks about matches that are over")

log = logging.getLogger(__name__)


class Judging:
    """One replay under judgement."""

    def __init__(self, viewing: Viewing) -> None:
        pauses = viewing.pauses
        every = -(-len(pauses) // MOST_MOMENTS) or 1
        self.pauses = pauses[::every]
        self.moments: list[wire.Moment] = []
        self.doubts = 0  # decisions that are looked at again
        self.again = 0  # and those of them that have been
        self.is_done = False
        self.why = ""

    def shown(self, start: int) -> wire.Judgement:
        total = len(self.pauses) + self.doubts
        state = "impossible" if self.why else "done" if self.is_done else "working"
        moments = self.moments[max(0, start) :] if not self.is_done else self.moments
        return wire.Judgement(state, len(self.moments) + self.again, total, moments, self.why)  # type: ignore[arg-type]


class Judgements:
    """The replays that were judged lately, and the one that is judged now."""

    def __init__(self, bots: BotPool) -> None:
        self.bots = bots
        self.by_id: OrderedDict[str, Judging] = OrderedDict()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.askers: dict[str, str] = {}  # the addresses that asked for the replays at work
        self.one = asyncio.Lock()
        self.hinting = asyncio.Semaphore(HINTS_AT_ONCE)
        self.hinted: OrderedDict[str, None] = OrderedDict()  # replays that hints were asked for, the latest last

    def of(self, viewing: Viewing, address: str) -> Judging:
        """The judgement of a replay, which begins if there is none. `address` is where somebody asks from."""
        identity = viewing.view.id
        found = self.by_id.get(identity)
        if found is None:
            if len(self.tasks) >= MOST_WAITING:
                raise TooMuch("the adviser has many matches to look at already: try again in a minute")
            if list(self.askers.values()).count(address) >= MOST_OF_ONE:
                raise TooMuch("the adviser looks at your other matches first: try again in a minute")
            found = self.by_id[identity] = Judging(viewing)
            found.why = why_not(viewing)
            if not found.why:
                task = self.tasks[identity] = asyncio.create_task(self.judge(viewing, found))
                self.askers[identity] = address
                task.add_done_callback(lambda _: self.done(identity))
        self.by_id.move_to_end(identity)
        kept = [each for each in self.by_id if each not in self.tasks]  # one that is at work would begin once more
        for old in kept[: max(0, len(self.by_id) - MOST_KEPT)]:
            del self.by_id[old]
        return found

    def done(self, identity: str) -> None:
        del self.tasks[identity], self.askers[identity]

    async def judge(self, viewing: Viewing, found: Judging) -> None:
        try:
            async with self.one:
                for step in found.pauses:
                    found.moments.append(await self.moment(viewing, step, TRIES))
                doubted = worst_of(found.moments, DOUBTED)
                found.doubts = len(doubted)
                for index in doubted:
                    found.moments[index] = await self.moment(viewing, found.moments[index].step, TRIES_AGAIN)
                    found.again += 1
                looked_at = [found.moments[index] for index in doubted]
                for index in worst_of(looked_at, 1):
                    place = doubted[index]
                    found.moments[place] = msgspec.structs.replace(found.moments[place], worst=True)
                found.is_done = True
        except BotFailed as error:
            log.error("replay %s: no judgement: %s", viewing.view.id, error)
            found.why = FAILED
        except Exception:  # nobody waits for this task: without a word clients would ask for ever
            log.exception("replay %s: the judgement failed", viewing.view.id)
            found.why = FAILED
        finally:
            self.bots.forget(key_of(viewing.view.id))

    async def moment(self, viewing: Viewing, step: int, tries: int) -> wire.Moment:
        """The decision that was made after a step."""
        first = viewing.before[step]
        done: list[int] = []
        for kind, *numbers in viewing.inputs[first : first + LONGEST_PLAN]:
            if kind != ACTION_INPUT:
                break
            done.append(numbers[0])
        judged = await self.bots.judge(key_of(viewing.view.id), viewing.setup, viewing.inputs[:first], done, tries)
        labels = list(dict.fromkeys(viewing.labels[step + 1 : step + 1 + len(done)]))
        words = labels[0] if len(labels) < 2 else f"{labels[0]}: {labels[-1]}"
        better = judged.better if judged.loss >= LEAST_LOSS else None
        loss = judged.loss if better is not None else 0.0
        return wire.Moment(step, judged.side, words, judged.chance, loss, advice_shown(better) if better else None)

    async def hint(self, viewing: Viewing, step: int) -> wire.ReplayHint:
        """What the adviser would do after a step."""
        if why := why_not(viewing):
            raise Forbidden(why)
        if not 0 <= step < viewing.steps.count - 1:
            raise NotFound("nobody is asked anything at that step")
        async with self.hinting:
            inputs = viewing.inputs[: viewing.before[step]]
            try:
                found = await self.bots.advise(key_of(viewing.view.id), viewing.setup, inputs, HINTS, AS_HARD)
            except BotFailed:
                raise Unavailable("the adviser has nothing to say about that step") from None
            finally:
                self.remember(viewing.view.id)
        return wire.ReplayHint(step, found.side, found.searched, [advice_shown(each) for each in found.advice])

    def remember(self, identity: str) -> None:
        """A hint was asked for: the next one about this replay comes sooner. The bots' processes forget older ones."""
        self.hinted[identity] = None
        self.hinted.move_to_end(identity)
        while len(self.hinted) > MOST_HINTED:
            old = self.hinted.popitem(last=False)[0]
            if old not in self.tasks:
                self.bots.forget(key_of(old))

    async def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()


def why_not(viewing: Viewing) -> str:
    """Why the adviser says nothing about a replay; empty if it does."""
    if viewing.starts_midway:
        return MIDWAY
    if not viewing.view.over:  # it would help a coach in a match without help
        return UNFINISHED
    return "" if compiled() else SLOW


def key_of(identity: str) -> str:
    """The name under which the bots' processes know the match of a replay."""
    return f"replay {identity}"


def worst_of(moments: list[wire.Moment], count: int) -> list[int]:
    """The places of the largest losses, so many for each side."""
    found: list[int] = []
    for side in sorted({moment.side for moment in moments}):
        mine = [index for index, moment in enumerate(moments) if moment.side == side and moment.loss > 0]
        found += sorted(mine, key=lambda index: -moments[index].loss)[:count]
    return found


def advice_shown(advice: Advice) -> wire.Advice:
    return wire.Advice(
        str(advice.actions[0]),
        [str(action) for action in advice.actions[1:]],
        advice.kind,
        advice.label,
        advice.reason,
        advice.odds,
        advice.gain,
        advice.chance,
        advice.tries,
        advice.piece,
        advice.target,
        advice.square,
        advice.path,
    )
