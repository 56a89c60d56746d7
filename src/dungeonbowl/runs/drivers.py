"""Who does the chunks of a plan: this process, or processes of this machine. `cluster.py` is the third: Ray."""

from __future__ import annotations

import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Protocol

from dungeonbowl.runs.plan import Chunk, Done


class Driver(Protocol):
    """Takes chunks and hands back what they gave, in any order."""

    @property
    def workers(self) -> int: ...

    def begin(self, chunk: Chunk[Any, Any]) -> None:
        """Have a chunk done, now or as soon as a worker is free."""
        ...

    def ended(self) -> tuple[Chunk[Any, Any], Done[Any] | None]:
        """Wait for a chunk to end: what it gave, or None if its worker died. What the work itself raises is raised."""
        ...

    def drop(self) -> None:
        """Forget the chunks that were begun: their results are not wanted any more."""
        ...

    def close(self) -> None:
        """The end: chunks under way are finished, those that wait are not begun."""
        ...


class Here:
    """This process does everything, one chunk after the other."""

    workers = 1

    def __init__(self) -> None:
        self.waiting: list[Chunk[Any, Any]] = []

    def begin(self, chunk: Chunk[Any, Any]) -> None:
        self.waiting.append(chunk)

    def ended(self) -> tuple[Chunk[Any, Any], Done[Any] | None]:
        chunk = self.waiting.pop(0)
        return chunk, chunk.do()

    def drop(self) -> None:
        self.waiting.clear()

    def close(self) -> None:
        self.drop()


class Processes:
    """Processes of this machine. They are started with the first chunk, and anew if one of them dies."""

    def __init__(self, jobs: int) -> None:
        self.workers = jobs
        self.pool: ProcessPoolExecutor | None = None
        self.under_way: dict[Future[Done[Any]], Chunk[Any, Any]] = {}

    def begin(self, chunk: Chunk[Any, Any]) -> None:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers, get_context("spawn"), ignore_interrupts)
        try:
            self.under_way[self.pool.submit(chunk.do)] = chunk
        except BrokenProcessPool:  # one died since the last chunk ended
            self.pool.shutdown(wait=True, cancel_futures=True)
            self.pool = None
            self.begin(chunk)

    def ended(self) -> tuple[Chunk[Any, Any], Done[Any] | None]:
        done = next(iter(wait(self.under_way, return_when=FIRST_COMPLETED).done))
        chunk = self.under_way.pop(done)
        try:
            return chunk, done.result()
        except BrokenProcessPool:
            return chunk, None

    def drop(self) -> None:
        self.under_way.clear()
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)
            self.pool = None

    def close(self) -> None:
        self.drop()


def ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal, but only the process that shows the results must react."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
