"""Several servers on one PostgreSQL, killed again and again while many matches are played.

    python tests/load/several.py --servers 3 --matches 500 --spectators 1000 --seconds 300 --kills 30 --database URL

Without `--database` a PostgreSQL of its own is started. Every match has a coach, who plays both seats at a person's
pace, and spectators; each of them connects to any of the servers, and again to another one when the connection ends.
Every now and then a server is killed without a warning and started again. Measured: from an action to its arrival at a
spectator, how long matches are without a leader, and at the end, from the database, whether a decision that somebody
was told of is missing or there twice. The load ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from run import APART, UPDATE, Watch, say

from dungeonbowl.client import Server
from dungeonbowl.server import wire
from dungeonbowl.storage.database import make_engine
from dungeonbowl.storage.matches import Matches
from support.postgres import postgres_database
from support.servers import free_port

AGAIN = 0.2  # seconds before somebody connects again
LED_AGAIN = 5.0  # seconds within which every match is led again
SERVE = """
import sys, asyncio
from dungeonbowl.cli.serving import House, bound, listen, serve
from dungeonbowl.server.settings import Settings
internal, address = bound("127.0.0.1", int(sys.argv[4])), f"http://127.0.0.1:{sys.argv[4]}"
settings = Settings(
    sys.argv[1], port=int(sys.argv[2]), matches_a_minute=1e9, matches_at_once=1_000_000, arrivals_a_second=1e9,
    sockets_an_address=1_000_000, internal=address, beside=int(sys.argv[3]),
)
asyncio.run(serve(House(settings), listen("127.0.0.1", settings.port), "the load test", False, None, internal))
"""


class Club:
    """The servers."""

    def __init__(self, url: str, count: int) -> None:
        self.url = url
        self.count = count
        self.ports = [free_port() for _ in range(count)]
        self.internal = [free_port() for _ in range(count)]
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, place: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", SERVE, self.url, *map(str, (self.ports[place], self.count, self.internal[place]))],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def any(self, chance: random.Random) -> Server:
        return Server(f"http://127.0.0.1:{chance.choice(self.ports)}")

    def open(self) -> None:
        self.processes = [self.start(place) for place in range(self.count)]
        for place in range(self.count):
            self.wait_for(place)

    def wait_for(self, place: int) -> None:
        """Wait until a server answers."""
        while self.processes[place].poll() is None:
            with contextlib.suppress(Exception):
                Server(f"http://127.0.0.1:{self.ports[place]}").get("/health", wire.Health)
                return
            time.sleep(0.1)

    def kill(self, place: int) -> None:
        self.processes[place].kill()
        self.processes[place].wait()

    def close(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


class Table:
    """A match: what its coach was told is decided, and how long everything takes."""

    def __init__(self, created: wire.Created, since: float) -> None:
        self.created = created
        self.watch = Watch(since)
        self.told: dict[int, str] = {}  # the number of a decision, and the action
        self.kept = 0  # the highest number that was told


async def visit(club: Club, table: Table, token: str, chance: random.Random, end: float, heard: Any) -> None:
    """Be connected until the end, at any server, and again whenever the connection ends."""
    while time.monotonic() < end:
        address = club.any(chance).socket_address(table.created.id, token)
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(address, max_size=None, compression=None, proxy=None, open_timeout=30) as socket:
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    async for data in socket:
                        await heard(socket, data if isinstance(data, str) else data.decode())
        await asyncio.sleep(AGAIN)


async def play(club: Club, table: Table, think: float, end: float) -> None:
    """Both coaches of a match: a random option after some thought."""
    chance = random.Random(table.created.id)
    decoder = msgspec.json.Decoder(wire.Welcome | wire.Update)

    async def heard(socket: Any, data: str) -> None:
        if not data.startswith(('{"type":"welcome"', '{"type":"update"')):
            return
        message = decoder.decode(data)
        table.kept = max(table.kept, message.number)
        if isinstance(message, wire.Welcome) and message.stage == "waiting":
            await socket.send('{"type":"ready"}')
        elif message.prompt is not None and message.prompt.mine:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * think)
            option = chance.choice(message.prompt.options)
            table.watch.sent[message.prompt.number + 1] = time.perf_counter()
            await socket.send(msgspec.json.encode(wire.Act(message.prompt.number, option.id)).decode())

    await visit(club, table, table.created.seats[0].token, chance, end, heard)


async def look(club: Club, table: Table, number: int, end: float) -> None:
    async def heard(_: Any, data: str) -> None:
        found = UPDATE.match(data.encode())
        if found:
            table.kept = max(table.kept, int(found.group(1)))
            if number == 0:
                table.watch.seen(int(found.group(1)))

    chance = random.Random(f"{table.created.id} {number}")
    await visit(club, table, table.created.watch_token, chance, end, heard)


async def unrest(club: Club, kills: int, since: float, end: float, engine: Any) -> list[float]:
    """Kill and start servers, one at a time. Returns how long it took each time until every match was led again."""
    chance = random.Random(19)
    took: list[float] = []
    await asyncio.sleep(max(0.0, since - time.monotonic()))
    for _ in range(kills):
        await asyncio.sleep(max(0.0, (end - time.monotonic()) / (kills - len(took) + 1)))
        place = chance.randrange(club.count)
        await asyncio.to_thread(club.kill, place)
        died = time.monotonic()
        while await asyncio.to_thread(led_by_the_dead, engine, club.internal[place]):
            await asyncio.sleep(0.05)
        took.append(time.monotonic() - died)
        club.processes[place] = club.start(place)
        await asyncio.to_thread(club.wait_for, place)  # otherwise the next kill may be that of the last server
    return took


def led_by_the_dead(engine: Any, port: int) -> int:
    """Matches under way whose leader was a server at this port."""
    query = """select count(*) from matches join servers on servers.id = matches.leader
        where stage = 'playing' and address = :address"""
    with engine.connect() as connection:
        return int(connection.execute(text(query), {"address": f"http://127.0.0.1:{port}"}).scalar() or 0)


async def load(club: Club, options: argparse.Namespace, engine: Any) -> tuple[list[Table], list[float], list[float]]:
    since = time.monotonic() + options.matches * APART + 5
    end = since + options.seconds
    chance = random.Random(1)
    tables: list[Table] = []
    tasks = []
    late: list[float] = []
    for index in range(options.matches):
        order = {"seats": ["person", "person"], "shared": True, "quick": True, "pace": 0, "turn_limit": 200}
        created = await asyncio.to_thread(lambda order=order: club.any(chance).new_match(**order))
        table = Table(created, since)
        tables.append(table)
        tasks.append(asyncio.create_task(play(club, table, options.think, end)))
        share = options.spectators // options.matches + (index < options.spectators % options.matches)
        tasks += [asyncio.create_task(look(club, table, number, end)) for number in range(max(share, 1))]
        await asyncio.sleep(APART)
    killing = asyncio.create_task(unrest(club, options.kills, since, end - 10, engine))
    while time.monotonic() < end:
        before = time.perf_counter()
        await asyncio.sleep(0.1)
        late.append(time.perf_counter() - before - 0.1)
    took = await killing
    await asyncio.gather(*tasks)
    return tables, took, late


def check(url: str, tables: list[Table]) -> list[str]:
    """What is wrong in the database: a decision that was told and is missing, or inputs that do not follow."""
    store = Matches(make_engine(url))
    wrong = []
    try:
        for table in tables:
            stored = store.load_now(table.created.id)  # it reads every input, and refuses a gap
            if stored is None or stored.number < table.kept:
                wrong.append(f"{table.created.id}: {table.kept} was told, {stored and stored.number} is stored")
    finally:
        store.close()
    return wrong


@contextlib.contextmanager
def database(url: str) -> Iterator[str]:
    if url:
        yield url
    else:
        with postgres_database() as own:
            yield own


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--think", type=float, default=2.0, help="seconds that a coach thinks, on average")
    parser.add_argument("--database", default="", help="the URL of a PostgreSQL; one of its own if left out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(), database(options.database) as url:
        club = Club(url, options.servers)
        engine = make_engine(url)
        try:
            club.open()
            tables, took, late = asyncio.run(load(club, options, engine))
            average = os.getloadavg()[0]
        finally:
            club.close()
            engine.dispose()
        wrong = check(url, tables)
        found = subprocess.run(
            [sys.executable, "-m", "dungeonbowl", "admin", "check", "--database", url],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    delays = sorted(delay for table in tables for delay in table.watch.delays)
    say(f"{options.servers} servers, {len(tables)} matches, {options.spectators} spectators, {options.seconds:.0f} s")
    say(f"load average {average:.1f}; {sum(table.kept for table in tables)} decisions")
    for share in (0.5, 0.95, 0.99):
        if delays:
            say(f"{share:.0%} of {len(delays)} actions seen within {delays[int(len(delays) * share)] * 1000:.1f} ms")
    late.sort()
    say(f"of which this program itself was late by {late[int(len(late) * 0.95)] * 1000:.1f} ms (95%)")
    if took:
        over = sum(1 for each in took if each > LED_AGAIN)
        say(f"{len(took)} kills; led again after {max(took):.1f} s at most, {over} times later than {LED_AGAIN:.0f} s")
    say(f"{len(wrong)} matches have lost a decision that was told" + "".join(f"\n  {each}" for each in wrong[:10]))
    say(f"admin check: {found.stdout.strip().splitlines()[-1] if found.stdout.strip() else found.stderr.strip()}")
    sys.exit(1 if wrong or found.returncode else 0)


if __name__ == "__main__":
    main()
