"""Who does the chunks of a plan: this process, or processes of this machine. `cluster.py` is the third: Ray."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from typing import Any, Final, Protocol

from dungeonbowl.runs.interrupts import let_through
from dungeonbowl.runs.plan import Chunk, Done

MOST_OF_WINDOWS: Final = 61  # processes that a pool can wait for there


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

    def last(self) -> Iterator[tuple[Chunk[Any, Any], list[Any]]]:
        """After Ctrl-C: chunks that wait are not begun, and what is under way or done already is handed out."""
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

    def last(self) -> Iterator[tuple[Chunk[Any, Any], list[Any]]]:
        return iter(())

    def drop(self) -> None:
        self.waiting.clear()

    def close(self) -> None:
        self.drop()


class Processes:
    """Processes of this machine. They are started with the first chunk, and anew if one of them dies."""

    def __init__(self, jobs: int) -> None:
        self.workers = min(jobs, MOST_OF_WINDOWS) if sys.platform == "win32" else jobs
        self.pool: ProcessPoolExecutor | None = None
        self.under_way: dict[Future[Done[Any]], Chunk[Any, Any]] = {}

    def begin(self, chunk: Chunk[Any, Any]) -> None:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers, get_context("spawn"), begin_worker)
        try:
            with starting_unheard():
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

    def last(self) -> Iterator[tuple[Chunk[Any, Any], list[Any]]]:
        for waiting in [each for each in self.under_way if each.cancel()]:
            del self.under_way[waiting]
        while self.under_way:
            try:
                with let_through():
                    chunk, done = self.ended()
            except KeyboardInterrupt:  # whoever presses it again does not want to wait
                self.kill()
                raise
            if done is not None:
                yield chunk, done.found

    def kill(self) -> None:
        """End the workers in the middle of what they do: otherwise the end of the pool waits for them. The pool is shut
        first, so that it forgets what was cancelled: its thread fails if it has to tell that of a worker's death."""
        pool, self.pool = self.pool, None
        workers = list((getattr(pool, "_processes", None) or {}).values())
        manager: threading.Thread | None = getattr(pool, "_executor_manager_thread", None)
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
        if manager is not None:
            manager.join()

    def drop(self) -> None:
        self.under_way.clear()
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)
            self.pool = None

    def close(self) -> None:
        self.drop()


def begin_worker() -> None:
    """Ctrl-C reaches every process of a terminal, but only the process that shows the results must react. If that one
    is killed its workers end too: each of them holds both ends of the pipe that chunks come through, so none would
    ever see it close."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, name="end with parent", daemon=True).start()


def end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def starting_unheard() -> Iterator[None]:
    """A process that starts within this context does not hear Ctrl-C until it can ignore it: one that dies of it while
    it loads its modules breaks the pool. In this process Ctrl-C waits for the end of the context."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # now: when multiprocessing starts it, Ctrl-C is heard again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
