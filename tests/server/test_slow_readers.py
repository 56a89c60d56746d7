"""A client that never reads what it is sent holds neither memory nor its match, and disturbs nobody."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import pytest

from dungeonbowl.cli import slow_readers
from dungeonbowl.server import wire
from dungeonbowl.server.viewers import MOST_WAITING, MOST_WAITING_BYTES, Viewer
from support.asynchronous import run_alone
from support.deafness import SERVE, deaf, figure, wait_until
from support.servers import PATIENCE, Guest, ServerProcess


def test_hundreds_of_updates_for_somebody_who_never_reads(tmp_path: Path) -> None:
    """Three spectators read nothing while hundreds of messages are sent. They are dropped, the match goes on, and a
    spectator who reads sees everything."""
    with ServerProcess(tmp_path, module=SERVE) as process:
        server = process.server
        created = server.new_match(seats=["person", "person"], shared=True, quick=True, pace=0)
        guest = Guest(server, created.id, created.seats[0].token)
        guest.ready()
        lines = [deaf(process, created.id, created.watch_token) for _ in range(3)]
        wait_until(process, "dungeonbowl_sockets", 4)
        end = time.monotonic() + PATIENCE
        sent = 0
        # each order is answered with a long update for everybody
        while sent < 200 or figure(process, "dungeonbowl_sockets") > 1:
            assert time.monotonic() < end, "the slow readers are still there"
            for _ in range(100):
                prompt = guest.wait_for_prompt()
                guest.choose(prompt, prompt.options[0].id)
                sent += 1
                guest.send(wire.TakeBackOrder(guest.number))
                guest.wait(wire.Update | wire.Refused)  # type: ignore[arg-type]
        assert figure(process, "dungeonbowl_unsent_bytes") == 0
        prompt = guest.wait_for_prompt()
        guest.choose(prompt, prompt.options[0].id)
        for line in lines:
            line.close()


class Ending(asyncio.Protocol):
    """Knows when its connection has ended."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()


def test_a_closed_connection_ends_even_if_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a client that answers no ping, and reads nothing, is gone for good."""
    monkeypatch.setattr(slow_readers, "PATIENCE", 0.2)

    async def story() -> None:
        here, there = socket.socketpair()
        transport, protocol = await asyncio.get_running_loop().create_connection(Ending, sock=here)
        transport.write(b"x" * 20_000_000)
        slow_readers.ImpatientTransport(transport).close()
        await asyncio.wait_for(protocol.ended.wait(), PATIENCE)
        there.close()

    run_alone(story())


def test_a_slow_reader_gets_the_documented_code() -> None:
    """Whoever wakes up and reads finds the reason at the end of what was on its way."""

    async def story() -> None:
        viewer = Viewer([])
        for _ in range(MOST_WAITING):
            viewer.send_encoded(b"x")
        assert not viewer.closed
        viewer.send_encoded(b"x")
        assert viewer.closed
        assert viewer.overrun.is_set()
        assert (viewer.close_code, viewer.unsent, viewer.outbox.qsize()) == (1013, 0, 1), "what waited is dropped"
        assert await viewer.next_out() is None

    run_alone(story())


def test_bytes_are_bounded_as_well() -> None:
    async def story() -> None:
        viewer = Viewer([])
        large = b"x" * (MOST_WAITING_BYTES // 4)
        for _ in range(6):
            viewer.send_encoded(large)
        assert viewer.closed
        assert viewer.unsent == 0

    run_alone(story())
