"""Who keeps the servers of `dungeonbowl serve`, with actors in their place: what each is told, how many there are."""

from __future__ import annotations

import asyncio
import socket
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dungeonbowl.cli import workers
from dungeonbowl.cli.supervised import Supervised
from dungeonbowl.cli.supervisor import OPEN
from dungeonbowl.cli.workers import Workers
from support.asynchronous import run_alone
from support.servers import PATIENCE


class Actor:
    """Plays a server."""

    def __init__(self) -> None:
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.process = SimpleNamespace(returncode=None, pid=0)
        self.words: asyncio.Queue[str] = asyncio.Queue()
        self.words.put_nowait(OPEN)

    def tell(self, word: str, listening: object = None) -> None:
        pass

    def dies(self, code: int = -9) -> None:
        if not self.ended.done():
            self.process.returncode = code
            self.ended.set_result(code)

    async def end(self, seconds: float = 0) -> None:
        self.dies(0)


class Troupe(Workers):
    """One place, and actors in it. A new one gets ready when the test says so."""

    def __init__(self) -> None:
        self.said: list[str] = []
        super().__init__([], cast(socket.socket, None), 1, True, lambda words, grave=False: self.said.append(words))
        self.ready = asyncio.Event()
        self.actors: list[Actor] = []

    async def prepared(self) -> Supervised | None:
        actor = Actor()
        self.actors.append(actor)
        await self.ready.wait()
        return cast(Any, actor)

    @property
    def on_stage(self) -> list[Actor]:
        return [actor for actor in self.actors if not actor.ended.done()]


async def until(reached: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not reached():
            await asyncio.sleep(0.01)


def test_a_server_that_dies_while_its_successor_gets_ready_is_followed_by_that_one_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise there would be one more than was asked for, which nobody keeps."""
    monkeypatch.setattr(workers, "LONGEST_PAUSE", 0.0)

    async def scene() -> None:
        troupe = Troupe()
        troupe.ready.set()
        keeping = asyncio.create_task(troupe.keep(0))
        await until(lambda: troupe.working)
        troupe.ready.clear()
        renewing = asyncio.create_task(troupe.renew())
        await until(lambda: len(troupe.actors) == 2)
        troupe.actors[0].dies()
        await until(lambda: any("another one is started" in words for words in troupe.said))
        troupe.ready.set()
        await renewing
        async with troupe.renewing:  # whoever waited for it before has had it
            assert troupe.on_stage == [troupe.actors[1]]
            assert troupe.working == {0: troupe.actors[1]}
        troupe.actors[1].dies()
        await until(lambda: len(troupe.actors) == 3)
        troupe.stop.set()
        troupe.actors[2].dies()
        await keeping

    run_alone(scene())
