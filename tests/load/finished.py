"""A server on a database with very many finished matches: how long it takes to start, to find one, to look after it.

    python tests/load/finished.py --matches 100000

One short match is played to its end on a server of its own. Copies of it with ids of their own fill the database, half
of them a year old. Then the server is started on it, and the commands of `dungeonbowl admin` are run. The folder is
removed at the end. A match of the usual length has several times as many inputs, and takes as much more room.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dungeonbowl.server import wire
from support.servers import Guest, ServerProcess

AT_ONCE = 2000  # matches in one transaction
COLUMNS = "stage, number, engine, setup, seed, commitment, sides, clock, auto, pace, result, help"


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def timed(what: str, work: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    found = work()
    say(f"{what}: {time.perf_counter() - began:.2f} s")
    return found


def one_match(process: ServerProcess) -> tuple[str, str]:
    """A match of two bots that is over; its id and a token."""
    created = process.server.new_match(seats=["bot:normal", "bot:normal"], quick=True, pace=0, turn_limit=2)
    watcher = Guest(process.server, created.id, created.watch_token)
    watcher.wait(wire.Over)
    Guest.all_leave()
    return created.id, created.watch_token


def multiply(path: Path, match: str, count: int) -> None:
    """Copies of a match, the older half with a last change of a year ago."""
    numbers = "with recursive n(i) as (select ? union all select i + 1 from n where i + 1 < ?)"
    moment = "datetime('now', case when i * 2 < ? then '-365 days' else '-5 days' end) || '.000000'"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma synchronous = off")
        for start in range(0, count, AT_ONCE):
            part = (start, min(count, start + AT_ONCE))
            connection.execute(
                f"insert into matches (id, created, changed, {COLUMNS}) {numbers}"
                f" select printf('load%06d', i), {moment}, {moment}, {COLUMNS} from matches, n where id = ?",
                (*part, count, count, match),
            )
            connection.execute(
                f"insert into inputs (match_id, position, kind, numbers) {numbers}"
                " select printf('load%06d', i), position, kind, numbers from n, inputs where match_id = ?",
                (*part, match),
            )
            connection.execute(
                f"insert into seats (token_hash, match_id, sides, state) {numbers}"
                " select printf('%s%06d', substr(token_hash, 1, 50), i), printf('load%06d', i), sides, state"
                " from n, seats where match_id = ?",
                (*part, match),
            )
            connection.commit()


def memory(process: ServerProcess) -> str:
    assert process.process is not None
    status = Path(f"/proc/{process.process.pid}/status")
    if not status.exists():
        return "unknown"
    return next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmRSS")) + " kB"


def admin(*words: str) -> Any:
    command = [sys.executable, "-m", "dungeonbowl", "admin", *words, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process = ServerProcess(folder)
        path = folder / "matches.sqlite3"
        timed("start with an empty database", process.start)
        match, token = one_match(process)
        process.stop()
        timed(f"{options.matches:,} copies", lambda: multiply(path, match, options.matches))
        with closing(sqlite3.connect(path)) as connection:
            inputs = connection.execute("select count(*) from inputs").fetchone()[0]
        say(f"{inputs:,} inputs, {path.stat().st_size / 1e6:,.0f} MB; load average {os.getloadavg()[0]:.1f}")
        timed("start", process.start)
        say(f"memory after the start: {memory(process)}")
        timed("a finished match from the database", lambda: process.server.summary(match, token))
        timed("a new match", lambda: process.server.new_match(quick=True))
        url = ("--database", process.database)
        say(str(timed("prune --dry-run beside the server", lambda: admin("prune", "--days", "180", "--dry-run", *url))))
        timed("backup beside the server", lambda: admin("backup", str(folder / "kept"), *url))
        say(str(timed("prune of the older half beside the server", lambda: admin("prune", "--days", "180", *url))))
        timed("a new match", lambda: process.server.new_match(quick=True))
        say(f"memory of the server: {memory(process)}")
        process.stop()
        (folder / "kept").unlink()
        timed("prune --compact", lambda: admin("prune", "--days", "180", "--compact", *url))
        say(f"{path.stat().st_size / 1e6:,.0f} MB")
        say(str(timed("check --no-replays", lambda: admin("check", "--no-replays", *url))))


if __name__ == "__main__":
    main()
