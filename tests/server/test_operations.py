"""What whoever runs a server is told: that it is there, that it is ready, and its figures."""

from __future__ import annotations

import signal
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from dungeonbowl.cli.serving import House, Server
from dungeonbowl.server import wire
from dungeonbowl.storage.database import make_engine
from support.direct import Direct, generous, with_server
from support.servers import Guest, ServerProcess


def figures(told: bytes) -> dict[str, float]:
    """The figures by their names with labels."""
    found = {}
    for line in told.decode().splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            found[name] = float(value)
    return found


@pytest.mark.parametrize("place", ["/api/v1", ""])
def test_a_server_is_ready_until_it_shuts_down(tmp_path: Path, place: str) -> None:
    async def story(ask: Direct) -> None:
        assert (await ask("GET", f"{place}/health")).status == 200
        assert (await ask("GET", f"{place}/ready")).json() == {"ready": True}
        ask.state.sessions.closing = True
        told = await ask("GET", f"{place}/ready")
        assert (told.status, told.what) == (503, "the server is shutting down")
        assert (await ask("GET", f"{place}/health")).status == 200

    with_server(generous(tmp_path), story)


def test_a_server_whose_tables_are_of_another_step_is_not_ready(tmp_path: Path) -> None:
    async def story(ask: Direct) -> None:
        engine = make_engine(ask.state.settings.database)
        with engine.begin() as connection:
            connection.execute(text("update alembic_version set version_num = '0001'"))
        told = await ask("GET", "/ready")
        assert told.status == 503
        assert told.what.startswith("the tables of the database are not those of this version")
        engine.dispose()

    with_server(generous(tmp_path), story)


def test_a_server_without_its_database_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dungeonbowl.server.sessions.answers", lambda engine: False)

    async def story(ask: Direct) -> None:
        for place in ("/health", "/ready"):
            told = await ask("GET", place)
            assert (told.status, told.what) == (
                503,
                "the database does not answer: matches cannot go on at the moment",
            )

    with_server(generous(tmp_path), story)


def test_the_figures_count_what_happens(own_server: ServerProcess) -> None:
    server = own_server.server
    created = server.new_match(seats=["person", "bot:normal"], pace=0, quick=True)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready()
    for _ in range(3):
        prompt = guest.wait_for_prompt()
        guest.choose(prompt, prompt.options[0].id)
    guest.wait_for_prompt()  # no bot thinks
    for _ in range(2):
        server.get("/engine", wire.EngineStatus)
    told = read_figures(own_server)
    assert told['dungeonbowl_matches{stage="playing"}'] == 1
    assert told["dungeonbowl_sockets"] == 1
    assert told['dungeonbowl_decisions_total{by="coach"}'] == 3
    assert told["dungeonbowl_decision_seconds_count"] >= 3
    assert told["dungeonbowl_order_seconds_count"] >= 4
    assert told["dungeonbowl_database_writes_total"] >= 5
    assert told["dungeonbowl_database_commit_seconds_count"] == told["dungeonbowl_database_commits_total"]
    assert told["dungeonbowl_database_errors_total"] == 0
    assert told["dungeonbowl_database_queue"] == 0
    assert told["dungeonbowl_bot_queue"] == 0
    route = 'method="GET",route="/api/v1/engine",status="200"'
    assert told[f"dungeonbowl_request_seconds_count{{{route}}}"] == 2
    assert created.id not in str(told), "no label names a match"


def read_figures(process: ServerProcess) -> dict[str, float]:
    with urlopen(f"http://127.0.0.1:{process.port}/metrics", timeout=60) as answer:
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        return figures(answer.read())


def test_a_bot_that_thinks_and_a_database_that_fails_are_counted(tmp_path: Path) -> None:
    async def story(ask: Direct) -> None:
        metrics = ask.state.sessions.metrics
        with pytest.raises(ValueError, match="no idea"), metrics.thinking("hard"):
            raise ValueError("no idea")

        def fail(connection: object) -> None:
            connection.execute(text("insert into nowhere values (1)"))  # type: ignore[attr-defined]

        journal = ask.state.sessions.store.journal
        with pytest.raises(Exception, match="nowhere"):
            await journal.write(fail)
        told = figures((await ask("GET", "/metrics")).body)
        assert told["dungeonbowl_bot_failures_total"] == 1
        assert told['dungeonbowl_bot_seconds_count{level="hard"}'] == 1
        assert told["dungeonbowl_database_errors_total"] == 1

    with_server(generous(tmp_path), story)


def test_a_database_that_goes_away_in_the_middle_is_told_to_people_and_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(ask: Direct) -> None:
        async def gone(*_: object) -> None:
            raise OperationalError("insert", {"seed": "a secret"}, Exception("the connection is lost"))

        monkeypatch.setattr(ask.state.sessions.store, "create", gone)
        answer = await ask.post("/api/v1/matches", {"quick": True})
        assert answer.status == 503
        assert "the database does not answer" in answer.what

    with_server(generous(tmp_path), story)
    (line,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert "POST /api/v1/matches: " in line.getMessage()
    assert "the connection is lost" in line.getMessage()
    assert line.exc_info is None
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("127.0.0.1", {"host": "bowl.example.org"}, 403),  # a proxy that passes the name on
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.5"}, 403),
        ("127.0.0.1", {"forwarded": "for=203.0.113.5"}, 403),
        ("203.0.113.5", {}, 403),
        ("10.1.2.3", {}, 200),
        ("10.1.2.3", {"x-forwarded-for": "203.0.113.5"}, 403),
        ("10.2.2.3", {}, 403),
    ],
)
def test_figures_are_for_the_owner_alone(tmp_path: Path, client: str, headers: dict[str, str], status: int) -> None:
    settings = generous(tmp_path, metrics_for=("10.1.0.0/16",), hosts=("bowl.example.org",))
    given = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def story(ask: Direct) -> None:
        told = await ask("GET", "/metrics", headers=given, client=client)
        assert told.status == status
        assert (b"dungeonbowl_matches" in told.body) == (status == 200)

    with_server(settings, story)


def test_a_stop_is_announced_before_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the last requests are answered, new ones are sent elsewhere; a signal before the start does no harm."""

    async def story(ask: Direct) -> None:
        monkeypatch.setattr("dungeonbowl.cli.serving.create_app", lambda *_, **__: ask.app)
        house = House(ask.state.settings)
        server = Server(house, "here", False)
        assert (await ask("GET", "/ready")).status == 200
        server.handle_exit(signal.SIGTERM, None)
        assert server.should_exit
        assert (await ask("GET", "/ready")).status == 503
        house.app = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace()))  # type: ignore[assignment]
        server.handle_exit(signal.SIGTERM, None)

    with_server(generous(tmp_path), story)
