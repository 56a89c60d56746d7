"""The threads in which handlers wait for the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeVar

T = TypeVar("T")
FAREWELL: Final = 10.0  # seconds that work under way gets when the server stops


class Threads(ThreadPoolExecutor):
    """Threads whose work always comes to an end. No future takes a `StopIteration` (until Python 3.11.8 and 3.12.2):
    the request would never be answered, and what it holds would never be free."""

    def __init__(self, max_workers: int | None = None, thread_name_prefix: str = "") -> None:
        super().__init__(max_workers, thread_name_prefix)
        self.under_way: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        work = super().submit(ended, fn, *args, **kwargs)
        self.under_way.add(work)
        work.add_done_callback(self.under_way.discard)
        return work

    async def finish(self) -> None:
        """Wait for what is under way, though nobody may want its answer any more: it may have a connection to the
        database in hand, which is closed next."""
        waiting = [asyncio.wrap_future(work) for work in list(self.under_way)]
        if waiting:
            done, _ = await asyncio.wait(waiting, timeout=FAREWELL)
            for ended_work in done:
                if not ended_work.cancelled():
                    ended_work.exception()  # looked at, for nobody else will


def ended(work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    try:
        return work(*args, **kwargs)
    except StopIteration as error:
        raise RuntimeError("nothing was left where something was expected") from error
