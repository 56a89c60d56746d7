"""`dungeonbowl serve`: several servers behind one port, one that dies, a rolling restart, the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from sqlalchemy import Engine, text

from dungeonbowl.server import wire
from dungeonbowl.storage.database import make_engine
from support.postgres import postgres_database
from support.returning import Returning
from support.servers import PATIENCE, ServerProcess


class Club(ServerProcess):
    """`dungeonbowl serve` in a process of its own, and the servers that it has started."""

    command = "serve"

    def children(self) -> list[int]:
        """The processes of its servers."""
        assert self.process is not None
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(number) for number in found.stdout.split()]


class Member:
    """A browser behind a proxy: it calls the server by its public name, and keeps its cookie."""

    def __init__(self, port: int, public: str) -> None:
        self.port = port
        self.headers = {"Host": urlsplit(public).netloc, "Origin": public, "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), self.headers)
        answer = connection.getresponse()
        found = json.loads(answer.read())
        connection.close()
        assert answer.status in (200, 201), found
        if cookie := answer.getheader("set-cookie"):
            assert "Secure" in cookie
            self.headers["Cookie"] = cookie.partition(";")[0]
        return found

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, body: Any) -> Any:
        return self.ask("POST", path, body)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with postgres_database() as url:
        yield url


@pytest.fixture
def club(postgres: str, tmp_path: Path) -> Iterator[Club]:
    with Club(tmp_path, postgres, more=("--workers", "2", "--bots", "1")) as running:
        yield running
        Returning.all_leave()


def until(reached: Callable[[], Any], words: str) -> None:
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, words
        time.sleep(0.02)


def servers_in(engine: Engine) -> set[str]:
    """Those whose lease is good."""
    alive = "select id from servers where expires > extract(epoch from clock_timestamp())"
    with engine.connect() as connection:
        return set(connection.execute(text(alive)).scalars())


def test_servers_behind_one_port_die_are_replaced_and_end(club: Club, postgres: str) -> None:
    engine = make_engine(postgres)
    until(lambda: len(servers_in(engine)) == 2, "two servers")
    created = club.server.new_match(seats=["person", "person"], shared=True, quick=True, pace=0)
    token = created.seats[0].token
    guest = Returning(club.server, created.id, token)
    guest.ready("word")
    number = guest.decide()

    os.kill(club.children()[0], signal.SIGKILL)
    until(lambda: "another one is started" in club.said(), "it notices")
    until(lambda: len(servers_in(engine)) == 2 and len(club.children()) == 2, "another server")
    guest = Returning(club.server, created.id, token)
    assert guest.number == number

    before = servers_in(engine)
    assert club.process is not None
    club.process.send_signal(signal.SIGHUP)
    assert guest.wait_for_end().code == 1012, "whoever is connected connects again"
    guest = Returning(club.server, created.id, token)
    guest.wait_for_prompt()
    until(lambda: "every server is a new one" in club.said(), "the rolling restart ends")
    assert not before & servers_in(engine)
    assert Returning(club.server, created.id, token).number == number
    assert club.server.get("/ready", wire.Readiness).ready

    club.process.terminate()
    assert club.process.wait(PATIENCE) == 0
    assert servers_in(engine) == set()
    assert "Traceback" not in club.said()
    engine.dispose()


def figures(club: Club) -> dict[str, float]:
    """What `/metrics` tells, by name and labels."""
    said = urlopen(f"{club.server.address}/metrics", timeout=PATIENCE).read().decode()
    lines = [line for line in said.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_one_look_at_the_figures_tells_of_all_servers(club: Club) -> None:
    """Matches are led by both servers; whichever is asked tells all of them, and a dead one only what it counted."""
    until(lambda: figures(club)["dungeonbowl_lease_valid"] == 2, "two servers")
    for _ in range(8):
        club.server.new_match(quick=True, pace=0)

    def of_both() -> bool:
        told = figures(club)
        memory = [name for name in told if name.startswith("process_resident_memory_bytes{")]
        matches = told['dungeonbowl_matches{stage="waiting"}']
        return (matches, told["dungeonbowl_lease_valid"], len(memory)) == (8, 2, 2)

    for _ in range(6):  # whoever answers
        until(of_both, "both servers are told of")
    found = figures(club)
    requests = {name: value for name, value in found.items() if name.startswith("dungeonbowl_request_seconds_count")}
    assert sum(value for name, value in requests.items() if "/matches" in name and "POST" in name) == 8
    victim = club.children()[0]
    os.kill(victim, signal.SIGKILL)

    def counted_once() -> bool:
        told = figures(club)
        memory = [name for name in told if name.startswith("process_resident_memory_bytes{")]
        return (
            told["dungeonbowl_lease_valid"] == 2
            and len(memory) == 2
            and not any(f'"{victim}"' in each for each in memory)
        )

    until(counted_once, "a dead server is told of no more, and its successor is")
    after = figures(club)
    for name, value in requests.items():
        assert after[name] >= value, "what it has counted stays"


def test_a_wrong_option_is_said_once_and_nothing_is_started(postgres: str) -> None:
    command = [sys.executable, "-m", "dungeonbowl", "serve", "--workers", "2", "--database", postgres]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([*command, "--no-such-thing"], capture_output=True, text=True, env=environment)
    assert done.returncode == 2
    assert "no-such-thing" in done.stderr.lower()
    assert "Traceback" not in done.stderr


def test_several_servers_on_a_file_are_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dungeonbowl", "serve", "--workers", "2"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    database = f"sqlite:///{tmp_path / 'matches.sqlite3'}"
    done = subprocess.run([*command, "--database", database], capture_output=True, text=True, env=environment)
    assert done.returncode == 2
    assert "several servers need a database that they can share" in done.stderr
    assert not (tmp_path / "matches.sqlite3").exists()


def test_one_server_on_a_file_is_replaced_too(tmp_path: Path) -> None:
    with Club(tmp_path, more=("--bots", "1")) as club:
        created = club.server.new_match(seats=["person", "person"], shared=True, quick=True, pace=0)
        guest = Returning(club.server, created.id, created.seats[0].token)
        guest.ready("word")
        assert club.process is not None
        club.process.send_signal(signal.SIGHUP)
        until(lambda: "every server is a new one" in club.said(), "the restart ends")
        assert guest.wait_for_end().code == 1012
        assert Returning(club.server, created.id, created.seats[0].token).number == guest.number
        assert "another one is started" not in club.said(), "nobody has died"
        assert len(club.children()) == 1
        Returning.all_leave()


def test_every_line_of_a_log_for_programs_is_one_whoever_writes_it(tmp_path: Path) -> None:
    """That a server has died, or was replaced, is what somebody who watches the log wants to know most."""
    with Club(tmp_path, more=("--bots", "1", "--log", "json")) as club:
        until(lambda: "is open at" in club.said(), "it says where it is open")
        os.kill(club.children()[0], signal.SIGKILL)
        until(lambda: "another one is started" in club.said(), "it notices")
        until(lambda: len(club.children()) == 1, "another server")
        club.server.get("/ready", wire.Readiness)
        assert club.process is not None
        club.process.send_signal(signal.SIGHUP)
        until(lambda: "every server is a new one" in club.said(), "the restart ends")
    lines = [json.loads(line) for line in club.said().splitlines()]
    told = {line["text"]: line["level"] for line in lines if line["source"] == "dungeonbowl.cli.serve"}
    assert told["a server has ended with -9; another one is started"] == "warning"
    assert told["every server is a new one"] == "info"


def test_several_servers_know_the_address_of_the_club(tmp_path: Path) -> None:
    """Links, cards and calendars lead to the address that people type in, whatever the servers listen at."""
    public = "https://bowl.example.org"
    with Club(tmp_path, more=("--bots", "1", "--accounts", "--public-url", f"{public}/")) as club:
        until(lambda: "is open at" in club.said(), "it says where it is open")
        assert f"is open at {public}/" in club.said()
        member = Member(club.port, public)
        member.post("accounts", {"name": "Grimtooth", "password": "seven lanterns in the mist"})
        teams = [{"coach": name, "drafted": ""} for name in ("Ann", "Bo", "Cay", "Dot")]
        day = {"name": "Day", "preset": "club_day", "teams": teams}
        league = member.post("leagues", day)["id"]
        assert member.post(f"leagues/{league}/invitations", {})["link"].startswith(f"{public}/invitation#")
        assert member.post("me/feeds", {"kind": "league", "subject": league})["link"].startswith(f"{public}/api/v1/")
        home = member.get(f"leagues/{league}")["home"]
        card = member.get(f"club/{home['competitions'][0]['id']}/cards/{home['teams'][0]['id']}")
        assert card["link"].startswith(f"{public}/club/")
