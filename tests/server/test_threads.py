"""The threads of the handlers, when the server stops."""

from __future__ import annotations

import asyncio
import threading

import pytest

from dungeonbowl.server.threads import Threads
from support.asynchronous import run_alone


def test_work_whose_asker_is_gone_is_finished_before_the_database_is_closed() -> None:
    may_end = threading.Event()
    told: list[str] = []

    def reading() -> None:
        may_end.wait(10)
        told.append("read")

    async def scene() -> None:
        threads = Threads(max_workers=2)
        asyncio.get_running_loop().set_default_executor(threads)
        asker = asyncio.create_task(asyncio.to_thread(reading))
        failing = asyncio.create_task(asyncio.to_thread(lambda: 1 // 0))
        await asyncio.sleep(0)
        asker.cancel()
        with pytest.raises(ZeroDivisionError):
            await failing
        asyncio.get_running_loop().call_later(0.05, may_end.set)
        await threads.finish()
        told.append("closed")
        await threads.finish()  # nothing is left

    run_alone(scene())
    assert told == ["read", "closed"]
