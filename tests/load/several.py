"""Several servers on one PostgreSQL, killed again and again while many matches are played.

    python tests/load/several.py --servers 3 --matches 500 --spectators 1000 --kills 30

Without `--database` a PostgreSQL of its own is started. Every match has a coach, who plays both seats at a person's
pace, and spectators; each of them connects to any of the servers, and again to another one when the connection ends.
Every now and then a server is killed without a warning, and started again half a second later, as `dungeonbowl serve`
does. Measured: from an action to its arrival at a spectator; how long matches are without a leader, first by the
database, where another server has taken the lead, and then by those who look on: until each match that the dead server
led has welcomed somebody again, loaded and ready for orders. The next server is killed when all of this has happened,
all servers are there again, and it is time. At the end every decision in the database must be one that the coach has
ordered, each number once, and nothing that somebody was told may be missing. `--freeze` stops a server for a while now
and then instead of killing it. The load ends by itself, after `--seconds` at the soonest.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import signal
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

from run import APART, Watch

from dungeonbowl.client import Server
from dungeonbowl.engine.match import ACTION_INPUT
from dungeonbowl.server import wire
from dungeonbowl.storage.database import make_engine
from dungeonbowl.storage.matches import Matches
from support.postgres import postgres_database
from support.servers import free_port

AGAIN = 0.2  # seconds before somebody connects again
PATIENCE = 60.0  # seconds after which a match is given up that nobody answers for
SOON = 0.5  # seconds after which a server that has died is started again
QUIET = 5.0  # seconds before the end in which nothing is killed
SAMPLE = 5.0  # seconds between two looks at the load average
WELCOME = '{"type":"welcome"'
UPDATE = re.compile(r'^\{"type":"update","number":(\d+)')
LED_AGAIN = 5.0  # seconds within which every match is led again
SERVE = """
import sys, asyncio
from dungeonbowl.cli.listening import bound, listen
from dungeonbowl.cli.serving import House, serve
from dungeonbowl.server.settings import Settings
internal, address = bound("127.0.0.1", int(sys.argv[4])), f"http://127.0.0.1:{sys.argv[4]}"
settings = Settings(
    sys.argv[1], port=int(sys.argv[2]), matches_a_minute=1e9, matches_at_once=1_000_000, arrivals_a_second=1e9,
    sockets_an_address=1_000_000, internal=address, beside=int(sys.argv[3]),
)
asyncio.run(serve(House(settings), listen("127.0.0.1", settings.port), "the load test", False, None, internal))
"""


def say(text: str) -> None:
    """Whoever looks on wants to see it at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Choice(msgspec.Struct):
    id: str


class Asked(msgspec.Struct):
    number: int
    mine: bool
    options: list[Choice]


class Heard(msgspec.Struct):
    """What a coach here reads of `welcome` and `update`: no more, for this program must be faster than the servers."""

    number: int
    stage: str = ""
    prompt: Asked | None = None


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
        """Wait until a server answers. One that does not come up is started once more."""
        while True:
            if (code := self.processes[place].poll()) is not None:
                say(f"server {place} has ended with {code} before it answered: it is started again")
                time.sleep(SOON)
                self.processes[place] = self.start(place)
            with contextlib.suppress(Exception):
                Server(f"http://127.0.0.1:{self.ports[place]}").get("/health", wire.Health)
                return
            time.sleep(0.1)

    def renew(self, place: int) -> None:
        """Start a server that was killed, and wait for it."""
        time.sleep(SOON)
        self.processes[place] = self.start(place)
        self.wait_for(place)

    def kill(self, place: int) -> None:
        self.processes[place].kill()
        self.processes[place].wait()

    def freeze(self, place: int, seconds: float) -> None:
        """Stop a server for a while. It does not know of it, and may believe that it still leads its matches."""
        self.processes[place].send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.processes[place].send_signal(signal.SIGCONT)

    def close(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Delays(Watch):
    """How long the event of each action took, and when it was sent."""

    def __init__(self, since: float) -> None:
        super().__init__(since)
        self.sent_at: list[float] = []

    def seen(self, number: int) -> None:
        known = len(self.delays)
        super().seen(number)
        if len(self.delays) > known:
            self.sent_at.append(self.sent[number])


class Table:
    """A match: what its coach was told is decided, and how long everything takes."""

    def __init__(self, created: wire.Created, since: float) -> None:
        self.created = created
        self.watch = Delays(since)
        self.ordered: dict[int, set[str]] = {}  # for the number of a decision, the options that were sent for it
        self.kept = 0  # the highest number that was told
        self.welcomed = 0.0  # when the last connection was opened at which the match has welcomed somebody


class Outage(msgspec.Struct):
    """A server that was killed: when, after how many seconds its matches had leaders, and after how many they
    answered."""

    died: float
    matches: int
    led: float
    answered: float


async def visit(club: Club, table: Table, token: str, chance: random.Random, heard: Any) -> None:
    """Be connected, at any server, and again whenever the connection ends."""
    while True:
        address = club.any(chance).socket_address(table.created.id, token)
        opened = time.monotonic()
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(address, max_size=None, compression=None, proxy=None, open_timeout=30) as socket:
                async for data in socket:
                    if data.startswith(WELCOME):  # type: ignore[arg-type]
                        table.welcomed = max(table.welcomed, opened)
                    await heard(socket, data)
        await asyncio.sleep(AGAIN)


async def play(club: Club, table: Table, think: float) -> None:
    """Both coaches of a match: a random option after some thought."""
    chance = random.Random(table.created.id)
    decoder = msgspec.json.Decoder(Heard)

    async def heard(socket: Any, data: str) -> None:
        if not data.startswith(('{"type":"welcome"', '{"type":"update"')):
            return
        message = decoder.decode(data)
        table.kept = max(table.kept, message.number)
        if message.stage == "waiting":
            await socket.send('{"type":"ready"}')
        elif message.prompt is not None and message.prompt.mine:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * think)
            option = chance.choice(message.prompt.options)
            table.ordered.setdefault(message.prompt.number, set()).add(option.id)
            table.watch.sent[message.prompt.number + 1] = time.perf_counter()
            await socket.send(msgspec.json.encode(wire.Act(message.prompt.number, option.id)).decode())

    await visit(club, table, table.created.seats[0].token, chance, heard)


async def look(club: Club, table: Table, number: int) -> None:
    async def heard(_: Any, data: str) -> None:
        found = UPDATE.match(data)
        if found:
            table.kept = max(table.kept, int(found.group(1)))
            if number == 0:
                table.watch.seen(int(found.group(1)))

    chance = random.Random(f"{table.created.id} {number}")
    await visit(club, table, table.created.watch_token, chance, heard)


async def unrest(
    club: Club, options: argparse.Namespace, since: float, end: float, engine: Any, tables: list[Table]
) -> list[Outage]:
    """Kill and start servers, or freeze them for a while, one at a time. Returns how long each was missed."""
    chance = random.Random(options.seed)
    found: list[Outage] = []
    apart = (end - since) / (options.kills + 1)
    for number in range(1, options.kills + 1):
        await asyncio.sleep(max(0.0, since + number * apart - time.monotonic()))
        place = chance.randrange(club.count)
        server = await asyncio.to_thread(server_at, engine, club.internal[place])
        led = await asyncio.to_thread(led_by, engine, server)
        if options.freeze:
            died = time.monotonic()
            coming = asyncio.create_task(asyncio.to_thread(club.freeze, place, options.freeze))
        else:
            await asyncio.to_thread(club.kill, place)
            died = time.monotonic()
            coming = asyncio.create_task(asyncio.to_thread(club.renew, place))
        while led & await asyncio.to_thread(led_by, engine, server) and time.monotonic() < died + PATIENCE:
            await asyncio.sleep(0.05)
        again = time.monotonic() - died
        waiting = [table for table in tables if table.created.id in led]
        while time.monotonic() < died + PATIENCE and any(table.welcomed < died for table in waiting):
            await asyncio.sleep(0.05)
        found.append(Outage(died, len(led), again, time.monotonic() - died))
        left = sum(table.welcomed < died for table in waiting)
        say(
            f"{number}: {len(led)} matches led after {again:.2f} s, all answered after {found[-1].answered:.2f} s; "
            f"load {os.getloadavg()[0]:.1f}" + (f"; {left} DID NOT ANSWER" if left else "")
        )
        await coming  # otherwise the next kill may be that of the last server
    return found


def server_at(engine: Any, port: int) -> str:
    """The server that is at a port now: its row is the one that was renewed last."""
    query = "select id from servers where address = :address order by expires desc limit 1"
    with engine.connect() as connection:
        return str(connection.execute(text(query), {"address": f"http://127.0.0.1:{port}"}).scalar())


def led_by(engine: Any, server: str) -> set[str]:
    """Matches under way whose leader is, or was, a server; nobody leads those that it has given up."""
    query = "select id from matches where stage = 'playing' and leader in (:server, '-')"
    with engine.connect() as connection:
        return set(connection.execute(text(query), {"server": server}).scalars())


async def load(
    club: Club, options: argparse.Namespace, engine: Any
) -> tuple[list[Table], list[Outage], list[float], list[float]]:
    """Returns the tables, the outages, how late this program itself was, and how loaded the machine was."""
    since = time.monotonic() + options.matches * APART + 5
    end = since + options.seconds
    chance = random.Random(1)
    tables: list[Table] = []
    tasks = []
    late: list[float] = []
    loads: list[float] = []
    for index in range(options.matches):
        order = {"seats": ["person", "person"], "shared": True, "quick": True, "pace": 0, "turn_limit": 200}
        created = await asyncio.to_thread(lambda order=order: club.any(chance).new_match(**order))
        table = Table(created, since)
        tables.append(table)
        tasks.append(asyncio.create_task(play(club, table, options.think)))
        share = options.spectators // options.matches + (index < options.spectators % options.matches)
        tasks += [asyncio.create_task(look(club, table, number)) for number in range(max(share, 1))]
        await asyncio.sleep(APART)
    say(f"{len(tables)} matches and {len(tasks) - len(tables)} spectators are there")
    killing = asyncio.create_task(unrest(club, options, since, end - QUIET, engine, tables))
    sampled = 0.0
    while time.monotonic() < end or not killing.done():
        before = time.perf_counter()
        await asyncio.sleep(0.1)
        late.append(time.perf_counter() - before - 0.1)
        if time.monotonic() > max(since, sampled + SAMPLE):
            sampled = time.monotonic()
            loads.append(os.getloadavg()[0])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return tables, await killing, late, loads


class Found(msgspec.Struct):
    """What is in the database: decisions that somebody was told and that are missing, decisions that are there twice or
    that nobody ordered, matches that cannot be read, and matches that are still under way."""

    lost: int = 0
    foreign: int = 0
    under_way: int = 0
    wrong: list[str] = []


def check(url: str, tables: list[Table]) -> Found:
    store = Matches(make_engine(url))
    found = Found()
    try:
        for table in tables:
            stored = store.load_now(table.created.id)  # it reads every input, and refuses a gap
            number = stored.number if stored is not None else 0
            if stored is None or number < table.kept:
                found.lost += table.kept - number
                found.wrong.append(f"{table.created.id}: {table.kept} was told, {number} is stored")
                continue
            found.under_way += stored.stage == "playing"
            # every order is one decision, and the first of them is about number 1: before it the match has begun
            made = [str(each.numbers[0]) for each in stored.inputs if each.kind == ACTION_INPUT]
            foreign = [n for n, action in enumerate(made, 1) if action not in table.ordered.get(n, ())]
            if foreign or len(made) != max(0, number - 1):
                found.foreign += max(len(foreign), abs(len(made) - max(0, number - 1)))
                found.wrong.append(f"{table.created.id}: {len(made)} actions, {number} is stored; foreign: {foreign}")
    finally:
        store.close()
    return found


def figures(name: str, values: list[float], unit: str) -> str:
    """A line of the table: by half, 95 %, the worst."""
    if not values:
        return f"| {name} | | | |"
    values = sorted(values)
    shown = (values[len(values) // 2], values[min(len(values) - 1, int(len(values) * 0.95))], values[-1])
    factor, digits = (1000, 0) if unit == "ms" else (1, 1)
    return f"| {name} | " + " | ".join(f"{value * factor:.{digits}f} {unit}" for value in shown) + " |"


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
    parser.add_argument("--freeze", type=float, default=0.0, help="stop servers for so many seconds instead of killing")
    parser.add_argument("--seed", type=int, default=19, help="by which the servers are drawn that are killed")
    parser.add_argument("--database", default="", help="the URL of a PostgreSQL; one of its own if left out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(), database(options.database) as url:
        club = Club(url, options.servers)
        engine = make_engine(url)
        try:
            club.open()
            tables, took, late, loads = asyncio.run(load(club, options, engine))
        finally:
            club.close()
            engine.dispose()
        say("the load has ended; now every decision is looked for in the database")
        found = check(url, tables)
        checked = subprocess.run(
            [sys.executable, "-m", "dungeonbowl", "admin", "check", "--database", url],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    tell(options, tables, took, late, loads, found)
    say(f"admin check: {checked.stdout.strip().splitlines()[-1] if checked.stdout.strip() else checked.stderr.strip()}")
    sys.exit(1 if found.wrong or checked.returncode else 0)


def tell(
    options: argparse.Namespace,
    tables: list[Table],
    took: list[Outage],
    late: list[float],
    loads: list[float],
    found: Found,
) -> None:
    """The whole in one table."""
    shift = time.perf_counter() - time.monotonic()  # actions and outages go by two clocks
    outages = [(each.died + shift, each.died + each.answered + shift) for each in took]
    delays = [pair for table in tables for pair in zip(table.watch.sent_at, table.watch.delays, strict=True)]
    usual = [delay for at, delay in delays if not any(begin - delay <= at <= end for begin, end in outages)]
    what = "stops" if options.freeze else "kills"
    missed = [each for each in took if each.matches]  # one that has just started leads nothing yet
    say(
        f"{options.servers} servers, {len(tables)} matches, {options.spectators} spectators, {len(took)} {what}; "
        f"{sum(table.kept for table in tables)} decisions, {found.under_way} matches still under way"
    )
    say("| what | by half | 95 % | worst |")
    say("| --- | --- | --- | --- |")
    say(figures(f"action seen, all {len(delays)}", [delay for _, delay in delays], "ms"))
    say(figures(f"action seen, the {len(usual)} while all servers were there", usual, "ms"))
    say(figures(f"led again, {len(missed)} {what} of servers that led matches", [each.led for each in missed], "s"))
    say(figures("answered again", [each.answered for each in missed], "s"))
    say(figures("this program itself was late by", late, "ms"))
    say(f"matches that such a server led: {sorted(each.matches for each in missed)}")
    for name, seconds in (("led", [each.led for each in missed]), ("answered", [each.answered for each in missed])):
        say(f"{name} again later than {LED_AGAIN:.0f} s: {sum(each > LED_AGAIN for each in seconds)} of {len(seconds)}")
    say(f"load average {sum(loads) / max(1, len(loads)):.1f} on average, {max(loads, default=0.0):.1f} at most")
    say(f"decisions lost: {found.lost}; twice or ordered by nobody: {found.foreign}")
    for each in found.wrong[:10]:
        say(f"  {each}")


if __name__ == "__main__":
    main()
