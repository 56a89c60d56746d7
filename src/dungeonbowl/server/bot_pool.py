"""Bots in worker processes, so that no match waits for the bot of another match.

Scripted bots answer at once and share a few processes. Searching bots and advice use processes of their own, as many as
there are processors; a match stays with the process that had the fewest matches when it came. Such a process is asked
one question at a time, one of scripted bots a few, so that it need not wait for the next. Whoever has a person waiting
comes before matches of bots alone. Among those, everybody has a turn before anybody has a second one, and otherwise the
first to come is the first to be served. If many wait for a process that searches, each bot does a smaller share of its
usual work.

A process that dies, or that is silent for too long, is replaced and asked again.
"""

from __future__ import annotations

import asyncio
import bisect
import contextlib
import itertools
import logging
import os
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from dungeonbowl.bots.advice import Advised
from dungeonbowl.bots.judging import Judged
from dungeonbowl.languages import spoken
from dungeonbowl.server.bot_worker import LENGTH, Answer, Question
from dungeonbowl.server.metrics import Metrics

TRIES: Final = 3
POLITE: Final = 5  # added to the niceness of processes that think
THINKING: Final = ("hard", "expert")  # levels that search and therefore take about a second
SCRIPTED_AT_ONCE: Final = 8  # questions that a process of scripted bots has at a time
CROWD: Final = 3  # questions that may wait for one process before bots think less
LEAST_SHARE: Final = 0.1
ADVICE: Final = "advice"  # for figures: what is asked without a bot in a seat
PERSON: Final = 0  # ranks of questions: a person waits for the answer ...
BOTS_ONLY: Final = 1  # ... or nobody does
WORKER = "dungeonbowl.server.bot_worker"  # the module that a process runs
# Seconds of silence after which a process that was asked is replaced and asked again. They are more than a bot has for
# one decision, so a process that is only slow is never replaced.
PATIENCE = 360.0
# Seconds that a process has to end by itself. One that is thinking is killed: nobody waits for its answer any more.
FAREWELL: Final = 0.5

# Told how many tries of a search are done, and how many are planned.
Progress = Callable[[int, int], None]

log = logging.getLogger(__name__)


class BotFailed(Exception):
    """A bot gave no answer."""


class WorkerLost(Exception):
    """The process ended before it answered."""


class Waiting(NamedTuple):
    """A question that waits for its turn; the smallest first three numbers come first."""

    rank: int
    before: int  # questions of the same owner that waited when it came
    number: int
    owner: str
    turn: asyncio.Future[None]


class WorkerProcess:
    """One process, started when it is first needed."""

    def __init__(self, yields: bool = False, at_once: int = 1) -> None:
        self.yields = yields  # whether it leaves the processor to others, above all to the server's own loop
        self.at_once = at_once  # questions that it is asked at the same time
        self.process: asyncio.subprocess.Process | None = None
        self.waiting: dict[int, asyncio.Future[Answer]] = {}
        self.listening: dict[int, Progress] = {}  # who hears how far a question is
        self.starting: asyncio.Task[None] | None = None
        self.is_closed = False
        self.reader: asyncio.Task[None] | None = None
        self.known: dict[str, int] = {}  # matches of which it has a copy, and how many inputs it knows
        self.gone: set[str] = set()  # matches that it may forget; told with the next question
        self.heard = 0.0  # when it last sent a message
        self.queue: list[Waiting] = []  # who waits for its turn, the most urgent first
        self.at_work = 0  # questions whose turn it is

    @property
    def busy(self) -> bool:
        return self.at_work > 0

    async def my_turn(self, rank: int, number: int, owner: str = "") -> None:
        """Wait until the questions that come before this one are answered. Who has many that wait (`owner`) keeps
        nobody else from a turn."""
        if self.at_work < self.at_once:
            self.at_work += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        before = sum(1 for each in self.queue if owner and each.owner == owner)
        bisect.insort(self.queue, Waiting(rank, before, number, owner, turn), key=lambda each: each[:3])
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.next_turn()  # it was its turn already
            raise
        finally:
            self.queue = [each for each in self.queue if each.turn is not turn]

    def next_turn(self) -> None:
        """Let the next question come."""
        for each in self.queue:
            if not each.turn.done():
                each.turn.set_result(None)
                return
        self.at_work -= 1

    def share(self) -> float:
        """The share of its usual work that a bot may do here, by the number of questions that wait."""
        waiting = len(self.queue) + 1
        return 1.0 if waiting <= CROWD else max(LEAST_SHARE, CROWD / waiting)

    async def ask(self, question: Question, progress: Progress | None = None) -> Answer:
        process = await self.running()
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting[question.id] = answer
        if progress is not None:
            self.listening[question.id] = progress
        data = msgspec.msgpack.encode(question)
        assert process.stdin is not None
        try:
            process.stdin.write(LENGTH.pack(len(data)) + data)
            await process.stdin.drain()
            await self.patiently(process, answer)
            return await answer
        except (BrokenPipeError, ConnectionResetError):
            raise WorkerLost from None
        finally:
            self.waiting.pop(question.id, None)
            self.listening.pop(question.id, None)

    async def patiently(self, process: asyncio.subprocess.Process, answer: asyncio.Future[Answer]) -> None:
        """Wait until the answer is there. A process that sends nothing for too long is ended."""
        clock = asyncio.get_running_loop()
        asked = clock.time()
        while not answer.done():
            left = max(asked, self.heard) + PATIENCE - clock.time()
            if left <= 0:
                log.error("a process of the bots says nothing; it is ended and replaced")
                kill(process)
                raise WorkerLost
            await asyncio.wait([answer], timeout=left)

    async def running(self) -> asyncio.subprocess.Process:
        """The process; it is started if there is none. Whoever gives up waiting does not break off the start: nobody
        could end half a process."""
        if self.is_closed:
            raise WorkerLost
        if self.starting is None and (self.process is None or self.process.returncode is not None):
            self.starting = asyncio.create_task(self.start())
        if self.starting is not None:
            await asyncio.shield(self.starting)
        assert self.process is not None
        return self.process

    async def warm(self) -> None:
        """Start the process, if that is possible; who asks is told if it is not."""
        with suppress(WorkerLost, OSError):
            await self.running()

    async def start(self) -> None:
        try:
            self.known.clear()
            self.gone.clear()
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                WORKER,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            if self.yields and hasattr(os, "setpriority"):
                with suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, self.process.pid, POLITE)
            self.reader = asyncio.create_task(self.read(self.process))
        finally:
            self.starting = None

    async def read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        decoder = msgspec.msgpack.Decoder(Answer)
        try:
            while True:
                head = await process.stdout.readexactly(LENGTH.size)
                answer = decoder.decode(await process.stdout.readexactly(LENGTH.unpack(head)[0]))
                self.heard = asyncio.get_running_loop().time()
                if answer.tried is not None:
                    if answer.id in self.listening:
                        self.listening[answer.id](*answer.tried)
                    continue
                waiting = self.waiting.get(answer.id)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
        except asyncio.IncompleteReadError:
            pass
        finally:
            await process.wait()
            self.known.clear()
            for waiting in self.waiting.values():
                if not waiting.done():
                    waiting.set_exception(WorkerLost())

    async def close(self) -> None:
        """End the process, also one that is just being started. From now on nobody can ask it."""
        self.is_closed = True
        if self.starting is not None:
            await asyncio.wait([self.starting])
        if self.process is None:
            return
        if self.process.returncode is None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            try:
                await asyncio.wait_for(self.process.wait(), FAREWELL)
            except TimeoutError:
                kill(self.process)
                await self.process.wait()
        if self.reader is not None:
            await asyncio.wait([self.reader])


def kill(process: asyncio.subprocess.Process) -> None:
    """End a process at once. On a busy machine it may have ended by itself a moment ago."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()


class BotPool:
    """The worker processes of a server."""

    def __init__(self, workers: int = 0, metrics: Metrics | None = None, beside: int = 1) -> None:
        """`beside` is the number of servers on this computer, each with such a pool."""
        self.metrics = metrics or Metrics()
        processors = os.cpu_count() or 2
        self.workers = [
            WorkerProcess(at_once=SCRIPTED_AT_ONCE) for _ in range(workers or max(1, (processors - 1) // beside))
        ]
        self.thinkers = [WorkerProcess(yields=True) for _ in range(max(1, processors // beside))]
        self.thinker_of: dict[str, WorkerProcess] = {}
        self.taken: Counter[str] = Counter()  # how often decisions of a match were taken back
        self.ids = itertools.count(1)
        self.warming: set[asyncio.Task[object]] = set()

    def warm(self, match: str, level: str) -> None:
        """Start the process in which a bot of this match will think, so that its first answer comes as soon as the
        others."""
        worker = self.thinker(match) if level in THINKING else self.worker(match)
        task: asyncio.Task[object] = asyncio.create_task(worker.warm())
        self.warming.add(task)
        task.add_done_callback(self.warming.discard)

    async def choose(
        self,
        match: str,
        who: str,
        level: str,
        seed: int,
        setup: bytes,
        inputs: list[tuple[int, ...]],
        progress: Progress | None = None,
        awaited: bool = True,
        hurried: bool = False,
        less: Callable[[float], None] | None = None,
        owner: str = "",
    ) -> int:
        """The action that a bot chooses in a match with these inputs. `BotFailed` if there is no answer. A bot that
        searches calls `progress` now and then. `awaited`: a person waits for it; `hurried`: and wants it soon. `less`
        is told which share of its usual work the bot does because others wait; `owner` is for whom it thinks."""
        question = Question(0, match, who, level, seed, 0, inputs, setup)
        rank = PERSON if awaited else BOTS_ONLY
        if level in THINKING:
            answer = await self.thought(question, rank, progress, hurried, less, owner)
        else:
            answer = await self.said(question, rank, owner)
        if answer.action is None:
            raise BotFailed("it gave no answer")
        if answer.fault:
            log.warning("match %s: %s, bot %s, has lost a decision: %s", match, who, level, answer.fault)
        return answer.action

    async def advise(self, match: str, setup: bytes, inputs: list[tuple[int, ...]], count: int, tries: int) -> Advised:
        """The best few actions for the side that is asked, in the language that is spoken. `BotFailed` if there is no
        advice."""
        question = Question(0, match, "", "", 0, 0, inputs, setup, count, tries, language=spoken())
        answer = await self.thought(question, PERSON)
        if answer.advised is None:
            raise BotFailed("there is no advice")
        return answer.advised

    async def judge(
        self, match: str, setup: bytes, inputs: list[tuple[int, ...]], done: list[int], tries: int
    ) -> Judged:
        """What the search thinks of these actions of the side that is asked. `BotFailed` if it thinks nothing."""
        question = Question(0, match, "", "", 0, 0, inputs, setup, tries=tries, done=done)
        answer = await self.thought(question, BOTS_ONLY)
        if answer.judged is None:
            raise BotFailed("there is no judgement")
        return answer.judged

    def worker(self, match: str) -> WorkerProcess:
        return self.workers[zlib.crc32(match.encode()) % len(self.workers)]

    def thinker(self, match: str) -> WorkerProcess:
        """The process that thinks about a match. It stays the same, because its bots remember their plans."""
        if match not in self.thinker_of:
            busy = Counter(map(id, self.thinker_of.values()))
            self.thinker_of[match] = min(self.thinkers, key=lambda each: busy[id(each)])
        return self.thinker_of[match]

    async def said(self, question: Question, rank: int, owner: str) -> Answer:
        """The answer of a process of scripted bots, when it is its turn."""
        worker = self.worker(question.match)
        await worker.my_turn(rank, next(self.ids), owner)
        try:
            return await self.answered(worker, question)
        finally:
            worker.next_turn()

    async def thought(
        self,
        question: Question,
        rank: int,
        progress: Progress | None = None,
        hurried: bool = False,
        less: Callable[[float], None] | None = None,
        owner: str = "",
    ) -> Answer:
        """The answer of a process that thinks, when it is its turn."""
        worker = self.thinker(question.match)
        with self.metrics.timed(self.metrics.bot_wait_seconds):
            await worker.my_turn(rank, next(self.ids), owner)
        try:
            share = worker.share()
            if share < 1.0 and less is not None:
                less(share)
            if hurried:
                share = LEAST_SHARE
            return await self.answered(worker, msgspec.structs.replace(question, share=share), progress)
        finally:
            worker.next_turn()

    async def answered(self, worker: WorkerProcess, whole: Question, progress: Progress | None = None) -> Answer:
        """The answer of a process to a question. The process is sent only the inputs that it does not know."""
        with self.metrics.thinking(whole.level or ADVICE):
            return await self.answer_of(worker, whole, progress)

    async def answer_of(self, worker: WorkerProcess, whole: Question, progress: Progress | None) -> Answer:
        match, inputs = whole.match, whole.inputs
        taken = self.taken[match]
        for _ in range(TRIES):
            worker.gone.discard(match)
            question = msgspec.structs.replace(whole, id=next(self.ids), gone=list(worker.gone))
            worker.gone.clear()
            keep = min(worker.known.get(match, -1), len(inputs))
            if keep >= 0:
                question = msgspec.structs.replace(question, keep=keep, inputs=inputs[keep:], setup=None)
            try:
                answer = await worker.ask(question, progress)
            except WorkerLost:
                worker.known.pop(match, None)
                continue
            if answer.unknown:
                worker.known.pop(match, None)
                continue
            if answer.failed:
                worker.known.pop(match, None)
                raise BotFailed(answer.failed)
            if self.taken[match] == taken:
                worker.known[match] = len(inputs)
            else:  # a take-back came while it thought: send all inputs again
                worker.known.pop(match, None)
            return answer
        raise BotFailed("the process of the bots ended again and again")

    def taken_back(self, match: str, inputs: int) -> None:
        """After a take-back: of this match, the processes know at most so many inputs that are still right."""
        self.taken[match] += 1
        for worker in self.all():
            if match in worker.known:
                worker.known[match] = min(worker.known[match], inputs)

    def forget(self, match: str) -> None:
        self.thinker_of.pop(match, None)
        self.taken.pop(match, None)
        for worker in self.all():
            if worker.known.pop(match, None) is not None:
                worker.gone.add(match)

    def all(self) -> list[WorkerProcess]:
        return [*self.workers, *self.thinkers]

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self.all()), *self.warming)
