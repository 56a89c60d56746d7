"""Bots in worker processes, so that no match waits for the bot of another match.

Scripted bots answer at once and share a few processes. Searching bots and advice use processes of their own; a match
stays with the process that had the fewest matches when it came. A process that dies, or that is silent for too long, is
replaced and asked again.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import sys
import zlib
from collections import Counter
from contextlib import suppress
from typing import Final

import msgspec

from dungeonbowl.bots.advice import Advised
from dungeonbowl.server.bot_worker import LENGTH, Answer, Question

TRIES: Final = 3
POLITE: Final = 5  # added to the niceness of processes that think
THINKING: Final = ("hard",)  # levels that search and therefore take about a second
WORKER = "dungeonbowl.server.bot_worker"  # the module that a process runs
# Seconds of silence after which a process that was asked is replaced and asked again. They are more than a bot has for
# one decision, so a process that is only slow is never replaced.
PATIENCE = 360.0

log = logging.getLogger(__name__)


class BotFailed(Exception):
    """A bot gave no answer."""


class WorkerLost(Exception):
    """The process ended before it answered."""


class WorkerProcess:
    """One process, started when it is first needed."""

    def __init__(self, yields: bool = False) -> None:
        self.yields = yields  # whether it leaves the processor to others, above all to the server's own loop
        self.process: asyncio.subprocess.Process | None = None
        self.waiting: dict[int, asyncio.Future[Answer]] = {}
        self.starting = asyncio.Lock()
        self.reader: asyncio.Task[None] | None = None
        self.known: dict[str, int] = {}  # matches of which it has a copy, and how many inputs it knows
        self.gone: set[str] = set()  # matches that it may forget; told with the next question
        self.heard = 0.0  # when it last sent a message

    async def ask(self, question: Question) -> Answer:
        process = await self.running()
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting[question.id] = answer
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

    async def patiently(self, process: asyncio.subprocess.Process, answer: asyncio.Future[Answer]) -> None:
        """Wait until the answer is there. A process that sends nothing for too long is ended."""
        clock = asyncio.get_running_loop()
        asked = clock.time()
        while not answer.done():
            left = max(asked, self.heard) + PATIENCE - clock.time()
            if left <= 0:
                log.error("a process of the bots says nothing; it is ended and replaced")
                if process.returncode is None:
                    process.kill()
                raise WorkerLost
            await asyncio.wait([answer], timeout=left)

    async def running(self) -> asyncio.subprocess.Process:
        async with self.starting:
            if self.process is None or self.process.returncode is not None:
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
            return self.process

    async def read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        decoder = msgspec.msgpack.Decoder(Answer)
        try:
            while True:
                head = await process.stdout.readexactly(LENGTH.size)
                answer = decoder.decode(await process.stdout.readexactly(LENGTH.unpack(head)[0]))
                self.heard = asyncio.get_running_loop().time()
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
        if self.process is None or self.process.returncode is not None:
            return
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), 5)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
        if self.reader is not None:
            await self.reader


class BotPool:
    """The worker processes of a server."""

    def __init__(self, workers: int = 0) -> None:
        processors = os.cpu_count() or 2
        self.workers = [WorkerProcess() for _ in range(workers or max(1, processors - 1))]
        self.thinkers = [WorkerProcess(yields=True) for _ in range(max(4, 2 * processors))]
        self.thinker_of: dict[str, WorkerProcess] = {}
        self.taken: Counter[str] = Counter()  # how often decisions of a match were taken back
        self.ids = itertools.count(1)

    async def choose(
        self, match: str, who: str, level: str, seed: int, setup: bytes, inputs: list[tuple[int, ...]]
    ) -> int:
        """The action that a bot chooses in a match with these inputs. `BotFailed` if there is no answer."""
        worker = self.thinker(match) if level in THINKING else self.worker(match)
        question = Question(0, match, who, level, seed, 0, inputs, setup)
        answer = await self.answered(worker, question)
        if answer.action is None:
            raise BotFailed("it gave no answer")
        if answer.fault:
            log.warning("match %s: %s, bot %s, has lost a decision: %s", match, who, level, answer.fault)
        return answer.action

    async def advise(self, match: str, setup: bytes, inputs: list[tuple[int, ...]], count: int, tries: int) -> Advised:
        """The best few actions for the side that is asked. `BotFailed` if there is no advice."""
        question = Question(0, match, "", "", 0, 0, inputs, setup, count, tries)
        answer = await self.answered(self.thinker(match), question)
        if answer.advised is None:
            raise BotFailed("there is no advice")
        return answer.advised

    def worker(self, match: str) -> WorkerProcess:
        return self.workers[zlib.crc32(match.encode()) % len(self.workers)]

    def thinker(self, match: str) -> WorkerProcess:
        """The process that thinks about a match. It stays the same, because its bots remember their plans."""
        if match not in self.thinker_of:
            busy = Counter(map(id, self.thinker_of.values()))
            self.thinker_of[match] = min(self.thinkers, key=lambda each: busy[id(each)])
        return self.thinker_of[match]

    async def answered(self, worker: WorkerProcess, whole: Question) -> Answer:
        """The answer of a process to a question. The process is sent only the inputs that it does not know."""
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
                answer = await worker.ask(question)
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
        await asyncio.gather(*(worker.close() for worker in self.all()))
