"""The writer of the database: one thread. All writes that wait when it is free go into one transaction, so that a burst
of decisions in many matches costs one wait for the disk and not one each. A write counts as done when its transaction
is committed."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

MOST_AT_ONCE: Final = 500

Write = Callable[[Connection], Any]


class Journal:
    """The writer of a database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.waiting: queue.SimpleQueue[tuple[Write, Future[Any]] | None] = queue.SimpleQueue()
        self.connection: Connection | None = None
        self.commits = 0
        self.writes = 0
        self.errors = 0  # writes that the database could not do
        self.timed: Callable[[float], None] | None = None  # told how many seconds a transaction took
        self.thread = threading.Thread(target=self.run, name="journal", daemon=True)
        self.thread.start()

    async def write(self, work: Write) -> Any:
        """Run `work` on the connection; returns its result after the commit."""
        return await asyncio.wrap_future(self.submit(work))

    def submit(self, work: Write) -> Future[Any]:
        done: Future[Any] = Future()
        self.waiting.put((work, done))
        return done

    def close(self) -> None:
        """Finish all writes that were handed in, then stop."""
        self.waiting.put(None)
        self.thread.join()

    def run(self) -> None:
        closing = False
        while not closing:
            first = self.waiting.get()
            batch: list[tuple[Write, Future[Any]]] = []
            if first is None:
                break
            batch.append(first)
            while len(batch) < MOST_AT_ONCE:
                try:
                    following = self.waiting.get_nowait()
                except queue.Empty:
                    break
                if following is None:
                    closing = True
                    break
                batch.append(following)
            self.commit(batch)
        self.disconnect()

    def disconnect(self) -> None:
        if self.connection is not None:
            with suppress(Exception):
                self.connection.close()
            self.connection = None

    def commit(self, batch: list[tuple[Write, Future[Any]]]) -> None:
        """Commit a batch in one transaction. If that fails, commit each write by itself, so that one bad write spoils
        no other. A connection that has broken since it was last used is replaced, and nobody hears of it."""
        began = time.perf_counter()
        is_old, answers = self.connection is not None, None
        try:
            if self.connection is None:
                self.connection = self.engine.connect()
            with self.connection.begin():
                answers = [work(self.connection) for work, _ in batch]
        except Exception as error:
            self.disconnect()  # the connection may be broken: the next one is new
            if is_old and answers is None and is_broken(error):  # it did not come so far as to commit anything
                self.commit(batch)
            elif len(batch) == 1:
                self.errors += is_fault(error)
                done = batch[0][1]
                if done.set_running_or_notify_cancel():  # nobody may wait any more: a match was lost meanwhile
                    done.set_exception(error)
            else:
                for each in batch:
                    self.commit([each])
            return
        self.commits += 1
        self.writes += len(batch)
        if self.timed is not None:
            self.timed(time.perf_counter() - began)
        for (_, done), answer in zip(batch, answers, strict=True):
            if done.set_running_or_notify_cancel():
                done.set_result(answer)


def is_broken(error: Exception) -> bool:
    """Whether the connection has gone, and not only the write."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def is_fault(error: Exception) -> bool:
    """Whether the database failed. That a write came too late, or that a row is there already, is no failure."""
    return isinstance(error, SQLAlchemyError) and not isinstance(error, IntegrityError)
