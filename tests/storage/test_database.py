"""The database: migrations up and down, on SQLite and on a real PostgreSQL; and writes that count or do not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from dungeonbowl.errors import UserError
from dungeonbowl.storage.database import default_url, make_engine, migrate, open_database, shown
from dungeonbowl.storage.journal import Journal
from dungeonbowl.storage.match_records import (
    AutoRecord,
    Change,
    ClockRecord,
    ResultRecord,
    SeatRecord,
    SideRecord,
    StoredChat,
    StoredInput,
    StoredMatch,
)
from dungeonbowl.storage.matches import Conflict, Matches, now
from dungeonbowl.storage.tables import Base
from support.asynchronous import run_alone
from support.servers import PATIENCE


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = open_database(url)
    yield engine
    engine.dispose()


def test_migrations_build_the_tables_that_the_program_uses(engine: Engine) -> None:
    found = inspect(engine)
    assert set(Base.metadata.tables) < set(found.get_table_names())
    for name, table in Base.metadata.tables.items():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        assert columns == {column.name: bool(column.nullable) for column in table.columns}, name


def test_migrations_run_down_and_up_again_and_twice(engine: Engine) -> None:
    migrate(engine, "base")
    assert inspect(engine).get_table_names() == ["alembic_version"]
    migrate(engine)
    migrate(engine)
    assert "matches" in inspect(engine).get_table_names()


def a_match(identity: str = "m1") -> StoredMatch:
    moment = now()
    return StoredMatch(
        identity,
        moment,
        moment,
        "waiting",
        0,
        "0",
        b"{}",
        b"\x00\xff",
        "c" * 64,
        [SideRecord("person", "Home"), SideRecord("bot:normal", "Away", bot_seed=7)],
        ClockRecord("turn", 60, 30, 0, [60.0, 12.5], [1, 2]),
        [AutoRecord(0, "Dodge", "always")],
        0.25,
        ResultRecord([0, 0]),
        {f"{identity}-hash": SeatRecord([0]), f"{identity}-watch": SeatRecord([])},
    )


def run(engine: Engine, scene: Any) -> None:
    async def whole() -> None:
        store = Matches(engine)
        try:
            await scene(store)
        finally:
            store.journal.close()

    run_alone(whole())


def test_a_match_comes_back_as_it_was(engine: Engine) -> None:
    async def scene(store: Matches) -> None:
        match = a_match()
        await store.create(match)
        assert await store.load("m1") == match
        assert await store.load("m2") is None

    run(engine, scene)


def test_inputs_are_added_and_taken_back(engine: Engine) -> None:
    async def scene(store: Matches) -> None:
        await store.create(a_match())
        first = [StoredInput(1, [3, 4]), StoredInput(0, [123456789012345678])]
        await store.record(Change("m1", 0, 1, 0, first, "playing", result=ResultRecord([1, 0], 3, 1)))
        await store.record(Change("m1", 1, 2, 2, [StoredInput(0, [5])]))
        await store.record(Change("m1", 2, 3, 2, [], undo=True))
        found = await store.load("m1")
        assert found is not None
        assert found.inputs == first
        assert (found.number, found.stage, found.result.score) == (3, "playing", [1, 0])

    run(engine, scene)


def test_a_change_of_what_somebody_else_has_changed_is_refused_whole(engine: Engine) -> None:
    async def scene(store: Matches) -> None:
        await store.create(a_match())
        await store.record(Change("m1", 0, 1, 0, [StoredInput(0, [1])]))
        with pytest.raises(Conflict):
            await store.record(Change("m1", 0, 1, 0, [StoredInput(0, [2])]))
        found = await store.load("m1")
        assert found is not None
        assert found.inputs == [StoredInput(0, [1])]

    run(engine, scene)


def test_chat_and_replays_are_kept(engine: Engine) -> None:
    async def scene(store: Matches) -> None:
        await store.create(a_match())
        line = StoredChat(0, None, "Watcher", "<b>hello</b> ' -- ; 日本", now())
        await store.add_chat("m1", line)
        found = await store.load("m1")
        assert found is not None
        assert found.chat == [line]
        for _ in range(2):
            await store.add_replay("r1", b"bytes\x00")
        assert await store.load_replay("r1") == b"bytes\x00"
        assert await store.load_replay("r2") is None

    run(engine, scene)


def test_many_writes_share_a_transaction_and_one_bad_one_spoils_no_other(engine: Engine) -> None:
    def bad(connection: Connection) -> None:
        connection.execute(text("insert into nowhere values (1)"))

    async def scene(store: Matches) -> None:
        writes = [store.create(a_match(f"m{number}")) for number in range(50)]
        results = await asyncio.gather(*writes, store.journal.write(bad), return_exceptions=True)
        assert [result for result in results[:50] if result is not None] == []
        assert isinstance(results[50], Exception)
        for number in range(50):
            assert await store.load(f"m{number}") is not None
        assert store.journal.commits <= 50

    run(engine, scene)


def test_a_journal_finishes_what_it_was_given(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'x.sqlite3'}")
    journal = Journal(engine)
    done = [journal.submit(lambda connection: 1) for _ in range(20)]
    journal.close()
    assert [each.result(0) for each in done] == [1] * 20
    engine.dispose()


def test_a_write_that_fails_when_nobody_waits_any_more_stops_no_other(engine: Engine) -> None:
    """A match is lost while it writes, and the writing fails: both happen when a database goes away."""
    journal = Journal(engine)
    go = threading.Event()

    def bad(connection: Connection) -> None:
        connection.execute(text("insert into nowhere values (1)"))

    held = journal.submit(lambda connection: go.wait(PATIENCE))
    for _ in range(2):
        assert journal.submit(bad).cancel()
    fine = journal.submit(lambda connection: 1)
    go.set()
    assert held.result(PATIENCE)
    assert fine.result(PATIENCE) == 1
    assert journal.submit(lambda connection: 2).result(PATIENCE) == 2
    journal.close()


def test_a_connection_that_has_broken_since_the_last_write_costs_nobody_a_write(engine: Engine) -> None:
    journal = Journal(engine)
    assert journal.submit(lambda connection: 1).result(PATIENCE) == 1
    assert journal.connection is not None
    journal.connection.connection.driver_connection.close()  # type: ignore[union-attr]  # the database was restarted
    asked = text("select 2")
    assert journal.submit(lambda connection: connection.execute(asked).scalar()).result(PATIENCE) == 2
    assert journal.errors == 0
    journal.close()


def test_errors_of_a_database_do_not_tell_what_was_to_be_written(engine: Engine) -> None:
    """They go into the log: no seeds of dice, no words of coaches."""
    with engine.connect() as connection, pytest.raises(SQLAlchemyError) as failed:
        connection.execute(text("insert into nowhere values (:said)"), {"said": "our secret plan"})
    assert "secret plan" not in str(failed.value)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "expected a URL"),
        ("mysql://host/name", "expected sqlite or postgresql"),
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
        ("postgresql+psycopg://nobody:secret@127.0.0.1:1/none", "cannot be used"),
    ],
)
def test_what_is_no_database_is_refused_in_one_line(address: str, said: str) -> None:
    with pytest.raises(UserError, match=said) as refused:
        open_database(address)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_password_is_never_shown() -> None:
    assert "secret" not in shown("postgresql+psycopg://name:secret@host/base")
    assert make_engine("postgresql://name@host/base").dialect.driver == "psycopg"


def test_the_usual_place_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert default_url() == f"sqlite:///{tmp_path}/dungeonbowl/dungeonbowl.sqlite3"
