"""Bots in worker processes: each match has its bots in one of them. A worker that dies is replaced and asked again."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import sys
import zlib
from typing import Final

import msgspec

from dungeonbowl.server.bot_worker import LENGTH, Answer, Question

TRIES: Final = 3

log = logging.getLogger(__name__)


class BotFailed(Exception):
    """A bot that gave no answer."""


class WorkerLost(Exception):
    """The process ended before it answered."""


class WorkerProcess:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.waiting: dict[int, asyncio.Future[Answer]] = {}
        self.starting = asyncio.Lock()
        self.reader: asyncio.Task[None] | None = None
        self.known: dict[str, int] = {}  # matches that it has a copy of, and how many inputs it knows

    async def ask(self, question: Question) -> Answer:
        process = await self.running()
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting[question.id] = answer
        data = msgspec.msgpack.encode(question)
        assert process.stdin is not None
        try:
            process.stdin.write(LENGTH.pack(len(data)) + data)
            await process.stdin.drain()
            return await answer
        except (BrokenPipeError, ConnectionResetError):
            raise WorkerLost from None
        finally:
            self.waiting.pop(question.id, None)

    async def running(self) -> asyncio.subprocess.Process:
        async with self.starting:
            if self.process is None or self.process.returncode is not None:
                self.known.clear()
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "dungeonbowl.server.bot_worker",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                )
                self.reader = asyncio.create_task(self.read(self.process))
            return self.process

    async def read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        decoder = msgspec.msgpack.Decoder(Answer)
        try:
            while True:
                head = await process.stdout.readexactly(LENGTH.size)
                answer = decoder.decode(await process.stdout.readexactly(LENGTH.unpack(head)[0]))
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
        count = workers or max(1, (os.cpu_count() or 2) - 1)
        self.workers = [WorkerProcess() for _ in range(count)]
        self.ids = itertools.count(1)

    async def choose(
        self, match: str, who: str, level: str, seed: int, setup: bytes, inputs: list[tuple[int, ...]]
    ) -> int:
        """What a bot chooses in a match with these inputs. `BotFailed` if it cannot say."""
        worker = self.workers[zlib.crc32(match.encode()) % len(self.workers)]
        for _ in range(TRIES):
            keep = min(worker.known.get(match, -1), len(inputs))
            whole = keep < 0
            question = Question(
                next(self.ids),
                match,
                who,
                level,
                seed,
                0 if whole else keep,
                inputs if whole else inputs[keep:],
                setup if whole else None,
            )
            try:
                answer = await worker.ask(question)
            except WorkerLost:
                worker.known.pop(match, None)
                continue
            if answer.unknown:
                worker.known.pop(match, None)
                continue
            if answer.failed or answer.action is None:
                worker.known.pop(match, None)
                raise BotFailed(answer.failed)
            worker.known[match] = len(inputs)
            return answer.action
        raise BotFailed("the process of the bots ended again and again")

    def taken_back(self, match: str, inputs: int) -> None:
        """Only so many inputs of a match are still what the worker knows."""
        for worker in self.workers:
            if match in worker.known:
                worker.known[match] = min(worker.known[match], inputs)

    def forget(self, match: str) -> None:
        for worker in self.workers:
            worker.known.pop(match, None)

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self.workers))
