"""Many matches on one server: how long it takes from a coach's action to the event on another screen.

    python tests/load/run.py --matches 200 --spectators 400 --seconds 60
    python tests/load/run.py --matches 30 --spectators 60 --seconds 3600 --memory memory.csv

A server process of its own is started on loopback. In every match one seat is played from here at a person's pace, the
other by a bot; spectators only listen. Measured is the time from sending an action to its arrival at a spectator of the
same match. Matches that end are followed by new ones. The load ends by itself after the time given. `--memory` writes a
line a minute: how much memory the server and its bots take, and how many matches there have been.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from dungeonbowl.client import Server
from dungeonbowl.server import wire

APART = 0.1  # seconds between two new matches while the load is built up
UPDATE = re.compile(rb'^\{"type":"update","number":(\d+)')
SERVE = """
import sys, asyncio
from dungeonbowl.cli.listening import listen
from dungeonbowl.cli.serving import House, serve
from dungeonbowl.server.settings import Settings
settings = Settings(
    sys.argv[1], port=int(sys.argv[2]), matches_a_minute=1e9, matches_at_once=1_000_000, arrivals_a_second=1e9,
    sockets_an_address=1_000_000,
)
asyncio.run(serve(House(settings), listen("127.0.0.1", settings.port), "the load test", False))
"""


class Watch:
    """When each action of a match was sent, and how long its event took; nothing counts while the load is built up."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.sent: dict[int, float] = {}
        self.delays: list[float] = []

    def seen(self, number: int) -> None:
        at = self.sent.get(number)
        if at is not None and time.monotonic() > self.since:
            self.delays.append(time.perf_counter() - at)


async def coach(server: Server, created: wire.Created, watch: Watch, think: float, end: float) -> None:
    """Play a seat: a random option after some thought."""
    chance = random.Random(created.id)
    decoder = msgspec.json.Decoder(wire.Welcome | wire.Update)
    async with connect(
        server.socket_address(created.id, created.seats[0].token), max_size=None, compression=None, proxy=None
    ) as socket:
        async for data in socket:
            if not isinstance(data, str) or not data.startswith(('{"type":"welcome"', '{"type":"update"')):
                continue
            message = decoder.decode(data)
            if isinstance(message, wire.Welcome) and message.stage == "waiting":
                await socket.send('{"type":"ready"}')
                continue
            prompt = message.prompt
            if prompt is None or time.monotonic() > end:
                return
            if prompt.mine:
                await asyncio.sleep(chance.uniform(0.5, 1.5) * think)
                option = chance.choice(prompt.options)
                watch.sent[prompt.number + 1] = time.perf_counter()
                await socket.send(msgspec.json.encode(wire.Act(prompt.number, option.id)).decode())


async def spectator(socket: ClientConnection, watch: Watch | None) -> None:
    async for data in socket:
        if watch is not None:
            found = UPDATE.match(data.encode() if isinstance(data, str) else data)
            if found:
                watch.seen(int(found.group(1)))


async def one_table(
    server: Server,
    spectators: int,
    options: argparse.Namespace,
    since: float,
    end: float,
    delays: list[float],
    begun: list[str],
) -> int:
    """One match after the other until the time is over; how many there were."""
    think, pace = options.think, options.pace
    matches = 0
    while time.monotonic() < end:
        created = await asyncio.to_thread(
            lambda: server.new_match(seats=["person", "bot:normal"], quick=True, pace=pace, turn_limit=16)
        )
        begun.append(created.id)
        watch = Watch(since)
        sockets = [
            await connect(
                server.socket_address(created.id, created.watch_token), max_size=None, compression=None, proxy=None
            )
            for _ in range(spectators)
        ]
        watching = [
            asyncio.create_task(spectator(socket, watch if index == 0 else None))
            for index, socket in enumerate(sockets)
        ]
        with suppress(TimeoutError):
            await asyncio.wait_for(coach(server, created, watch, think, end), max(0.1, end - time.monotonic() + 5))
        await asyncio.sleep(0.2)
        for socket in sockets:
            await socket.close()
        for task in watching:
            task.cancel()
        delays += watch.delays
        matches += 1
    return matches


def resident(process: int) -> int:
    """Bytes of memory that a process takes, without what it shares with others; 0 if it has ended."""
    try:
        _, taken, shared = Path(f"/proc/{process}/statm").read_text().split()[:3]
    except OSError:
        return 0
    return (int(taken) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


def below(process: int) -> list[int]:
    """The processes that a process has started, and those that these have started."""
    found = []
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, listed.read_text().split()):
                found += [child, *below(child)]
    return found


async def watch_memory(process: int, server: Server, begun: list[str], into: Path) -> None:
    """A line a minute, until the load ends."""
    began = time.monotonic()
    into.write_text("minute,load,server_mb,bots_mb,matches_begun,matches_in_memory,sockets\n")
    while True:
        health = await asyncio.to_thread(server.get, "/health", wire.Health)
        bots = sum(map(resident, below(process)))
        row = (
            f"{(time.monotonic() - began) / 60:.1f},{os.getloadavg()[0]:.1f},{resident(process) / 1e6:.1f},"
            f"{bots / 1e6:.1f},{len(begun)},{health.matches},{health.sockets}\n"
        )
        with into.open("a") as file:
            file.write(row)
        await asyncio.sleep(60)


async def load(server: Server, options: argparse.Namespace, process: int) -> tuple[list[float], list[float], int]:
    """The delays of actions, how late this program itself was now and then, and how many matches there were."""
    begun: list[str] = []
    memory = None
    if options.memory:
        memory = asyncio.create_task(watch_memory(process, server, begun, Path(options.memory)))
    since = time.monotonic() + options.matches * APART + 10
    end = since + options.seconds
    delays: list[float] = []
    late: list[float] = []
    tables = []
    for index in range(options.matches):
        share = options.spectators // options.matches + (index < options.spectators % options.matches)
        tables.append(asyncio.create_task(one_table(server, max(share, 1), options, since, end, delays, begun)))
        await asyncio.sleep(APART)
    while time.monotonic() < end:
        before = time.perf_counter()
        await asyncio.sleep(0.1)
        late.append(time.perf_counter() - before - 0.1)
    matches = sum(await asyncio.gather(*tables))
    if memory is not None:
        memory.cancel()
    return delays, late, matches


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=2.0, help="seconds that a coach thinks, on average")
    parser.add_argument("--pace", type=float, default=0.4, help="seconds between two decisions of a bot")
    parser.add_argument("--database", default="", help="a URL; a SQLite file of its own if left out")
    parser.add_argument("--memory", default="", help="a file for a line a minute about memory")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = options.database or f"sqlite:///{Path(folder) / 'load.sqlite3'}"
        port = 18_000 + os.getpid() % 10_000
        process = subprocess.Popen([sys.executable, "-c", SERVE, url, str(port)])
        server = Server(f"http://127.0.0.1:{port}")
        try:
            for _ in range(600):
                try:
                    server.get("/health", wire.Health)
                    break
                except Exception:
                    time.sleep(0.1)
            began = time.monotonic()
            delays, late, matches = asyncio.run(load(server, options, process.pid))
            passed = time.monotonic() - began
            usage = Path(f"/proc/{process.pid}/stat")
            ticks = sum(map(int, usage.read_text().split()[13:15])) if usage.exists() else 0
        finally:
            process.terminate()
            process.wait()
    delays.sort()
    say(f"{options.matches} matches at once ({matches} in all), {options.spectators} spectators, {passed:.0f} s")
    say(f"load average {os.getloadavg()[0]:.1f}; server {ticks / os.sysconf('SC_CLK_TCK') / passed:.0%} of a core")
    for share in (0.5, 0.95, 0.99):
        say(f"{share:.0%} of {len(delays)} actions seen within {delays[int(len(delays) * share)] * 1000:.1f} ms")
    late.sort()
    say(f"of which this program itself was late by {late[int(len(late) * 0.95)] * 1000:.1f} ms (95%)")


if __name__ == "__main__":
    main()
