"""Leagues in the database: the same rows as in memory, on SQLite and on a real PostgreSQL; writers that come too late;
a server that is killed in the middle of an aftermath."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter
from pathlib import Path

import pytest

from dungeonbowl.errors import Stale, UserError
from dungeonbowl.league.chain import START
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.rows import KEYS, TABLES
from dungeonbowl.league.office.store import Row, Store, Writing
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.league import LeagueTables
from dungeonbowl.storage.tables import Base
from support.offices import ONE_MATCH, Club

STANDING: Row = {
    "competition": "c",
    "stage": 1,
    "division": "",
    "team": "t",
    "place": 1,
    "points": 0,
    "numbers": "{}",
}
PATIENCE = 120.0  # seconds, however busy the machine is
FOLDER = Path(__file__).resolve().parents[1]


@pytest.fixture
def tables(url: str) -> Iterator[LeagueTables]:
    engine = open_database(url)
    found = LeagueTables(engine)
    yield found
    found.close()
    engine.dispose()


def everything(store: Store) -> dict[str, list[Row]]:
    return {table: sorted(store.find(table, {}), key=itemgetter(*key)) for table, key in KEYS.items()}


def test_the_tables_of_the_database_are_those_of_the_league() -> None:
    for kind in TABLES:
        table = Base.metadata.tables[kind.TABLE]
        assert [column.name for column in table.columns if column.primary_key] == list(kind.KEY), kind.TABLE
        assert {column.name for column in table.columns} == set(kind.__struct_fields__), kind.TABLE


def test_a_season_in_the_database_has_the_same_rows_as_in_memory(tables: LeagueTables) -> None:
    stores: list[Store] = [MemoryStore(), tables]
    for store in stores:
        club = Club(teams=2, options=ONE_MATCH, store=store)
        club.settle("1-1-1", 1, 0)
        club.office.seasons.finish(club.league, COMMISSIONER)
        for waiting in club.office.leagues.waits(club.league):
            club.office.aftermaths.assist(waiting.about, waiting.team, COMMISSIONER)
        club.office.seasons.next(club.league, COMMISSIONER)
        assert club.rebuilt() == []
    memory, database = (everything(store) for store in stores)
    assert memory == database
    for letter in "lct":
        assert stores[0].logs(letter) == stores[1].logs(letter)
        for log in stores[0].logs(letter):
            assert stores[0].events(log) == stores[1].events(log)
            assert stores[0].events(log, 1, 2) == stores[1].events(log, 1, 2)
            assert stores[0].head(log) == stores[1].head(log)


def test_rows_are_found_counted_and_paged_as_in_memory(tables: LeagueTables) -> None:
    memory = MemoryStore()
    for store in (memory, tables):
        club = Club(store=store)
        club.settle("1-1-1", 1, 0)
    queries: list[tuple[str, dict[str, object], tuple[str, ...]]] = [
        ("teams", {}, ("-value", "id")),
        ("fixtures", {"state": ["open", "over"]}, ("-deadline", "round", "-place", "id")),
        ("players", {"name~": "a"}, ("-points", "id")),
        ("players", {"name~": "%"}, ("id",)),
        ("news", {"kind": "paired"}, ("-at", "-log", "-seq")),
    ]
    for table, where, order in queries:
        whole = memory.find(table, where, order)  # type: ignore[arg-type]
        assert tables.find(table, where, order) == whole  # type: ignore[arg-type]
        assert tables.count(table, where) == memory.count(table, where) == len(whole)  # type: ignore[arg-type]
        paged: list[Row] = []
        key: list[object] = []
        while part := tables.find(table, where, order, key, 3):  # type: ignore[arg-type]
            paged += part
            key = [part[-1][name.removeprefix("-")] for name in order]
        assert paged == whole
    ids = [row["id"] for row in memory.find("players", {})]
    long = [*ids, *(f"p_{number}" for number in range(1200)), *ids]  # it is asked for in parts
    assert len(tables.find("players", {"id": long})) == len(ids)
    assert tables.totals("appearances", {}, "team", "mvp") == memory.totals("appearances", {}, "team", "mvp")
    assert tables.find("teams", {"id": "\0"}) == []
    assert tables.events("t_\0") == []
    assert tables.count("teams", {"name~": "\ud800"}) == 0


def test_of_two_writers_behind_one_event_the_second_is_told(tables: LeagueTables) -> None:
    club = Club(teams=2, options=ONE_MATCH, store=tables)
    team = club.teams[0]
    seq, head = tables.head(team)
    event = {**tables.events(team)[-1], "seq": seq + 1, "prev": head, "hash": "1" * 64}
    for mark in ("1", "2"):
        writing = Writing()
        writing.events.append({**event, "hash": mark * 64})
        writing.put("texts", {"ref": mark, "salt": "", "text": ""})
        if mark == "1":
            tables.write(writing)
        else:
            with pytest.raises(Stale, match="somebody else was first"):
                tables.write(writing)
    assert tables.find("texts", {"ref": "2"}) == []  # nothing of it is written
    gap = Writing()
    gap.events.append({**event, "seq": seq + 5, "prev": START})
    with pytest.raises(Stale):
        tables.write(gap)


def test_many_writers_at_once_lose_nothing_and_double_nothing(url: str) -> None:
    """Several servers on one database: each renames a player of the same team, and tries again when it is told."""
    first = LeagueTables(open_database(url))
    club = Club(teams=2, options=ONE_MATCH, store=first)
    team = club.teams[0]
    before = first.head(team)[0]
    told: list[int] = []
    failures: list[BaseException] = []

    def rename(number: int, store: LeagueTables) -> None:
        office = Office(store, club.clock)
        try:
            for turn in range(5):
                while True:
                    try:
                        office.teams.rename(team, f"Name {number} {turn}", COMMISSIONER)
                        break
                    except Stale:
                        told.append(number)
        except BaseException as error:
            failures.append(error)

    stores = [LeagueTables(open_database(url)) for _ in range(4)]
    threads = [threading.Thread(target=rename, args=(number, store)) for number, store in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert failures == []
    assert first.head(team)[0] == before + 20
    assert club.rebuilt() == []
    for store in (first, *stores):
        store.close()
        store.engine.dispose()


def test_a_guard_refuses_a_row_that_has_changed_or_is_there_already(tables: LeagueTables) -> None:
    row = {"ref": "r", "salt": "s", "text": "one"}
    new = Writing()
    new.guard("texts", {"ref": "r"}, "ref", None)
    new.put("texts", row)
    tables.write(new)
    with pytest.raises(Stale):
        tables.write(new)
    change = Writing()
    change.guard("texts", {"ref": "r"}, "text", "one")
    change.put("texts", {**row, "text": "two"})
    tables.write(change)
    with pytest.raises(Stale):
        tables.write(change)
    assert tables.find("texts", {}) == [{**row, "text": "two"}]


def test_two_writers_who_hold_rows_in_different_orders_do_not_wait_for_each_other(url: str) -> None:
    """Two servers write to the same two rows at once, one of them in the other order; each is done, or told that it
    was late."""
    stores = [LeagueTables(open_database(url)) for _ in range(2)]
    refs = ["a", "b"]
    for ref in refs:
        new = Writing()
        new.put("texts", {"ref": ref, "salt": "s", "text": "0"})
        stores[0].write(new)
    failures: list[BaseException] = []

    def write(store: LeagueTables, order: list[str]) -> None:
        try:
            for number in range(40):
                writing = Writing()
                for ref in order:
                    writing.guard("texts", {"ref": ref}, "salt", "s")
                    writing.put("texts", {"ref": ref, "salt": "s", "text": str(number)})
                with suppress(Stale):
                    store.write(writing)
        except BaseException as error:
            failures.append(error)

    threads = [
        threading.Thread(target=write, args=(store, order))
        for store, order in zip(stores, (refs, refs[::-1]), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert failures == []
    for store in stores:
        store.close()
        store.engine.dispose()


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("members", {"league": "l", "id": "m", "name": "x" * 5000, "role": "coach", "account": ""}),
        ("members", {"league": "l", "id": "m", "name": "a\0b", "role": "coach", "account": ""}),
        ("texts", {"ref": "r", "salt": "s", "text": "a\0b"}),
        ("standings", {**STANDING, "points": 2**31}),
        ("standings", {**STANDING, "points": -(2**40)}),
    ],
)
def test_what_one_kind_of_database_would_refuse_is_refused_by_all(tables: LeagueTables, table: str, row: Row) -> None:
    writing = Writing()
    writing.put("texts", {"ref": "before", "salt": "s", "text": "t"})
    writing.put(table, row)
    with pytest.raises(UserError, match="expected"):
        tables.write(writing)
    assert tables.find("texts", {"ref": "before"}) == []


def test_numbers_and_texts_that_no_column_has_find_nothing(tables: LeagueTables) -> None:
    for odd in (2**31, 2**63, -(2**70), 10**30, "a\0b", "\ud800"):
        assert tables.find("standings", {"stage": odd}) == []
        assert tables.find("news", {}, ("-at", "-log", "-seq"), ("a", "b", odd)) == []
        assert tables.count("standings", {"stage": odd}) == 0
        assert tables.totals("appearances", {"season": odd}, "player", "points") == []


# --- killed in the middle ---------------------------------------------------------------------------------------------

WALK = """
import sys
sys.path.insert(0, sys.argv[1])
from dungeonbowl.league.aftermath.machine import Ask, Begin
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office.office import Office
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.league import LeagueTables

office = Office(LeagueTables(open_database(sys.argv[2])))
match, team = sys.argv[3], sys.argv[4]
view = office.aftermaths.view(match, team)
while not view.over:
    print(view.number, flush=True)  # it is stored before it is told
    if isinstance(view.need, Begin):
        view = office.aftermaths.begin(match, team, Actor("coach"), "hops")
    else:
        view = office.aftermaths.choose(match, team, view.need.options[view.need.usual].text, Actor("coach"))
print("over", flush=True)
"""


def walk(url: str, match: str, team: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WALK, str(FOLDER), url, match, team],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )


def test_kill_in_the_middle_of_an_aftermath_loses_no_step_and_rolls_no_die_twice(tmp_path: Path) -> None:
    """A process is killed after each line that it tells, and another one goes on; the history is that of a process
    which was never killed."""
    histories = []
    for killed in (False, True):
        url = f"sqlite:///{tmp_path / f'{killed}.sqlite3'}"
        engine = open_database(url)
        store = LeagueTables(engine)
        club = Club("stockbowl", teams=2, options=ONE_MATCH, store=store)
        view = club.play("1-1-1", 1, 0)
        match, team = view.fixture.match, view.fixture.sides[0].team
        said: list[str] = []
        deadline = time.monotonic() + PATIENCE * 4
        while "over" not in said:
            assert time.monotonic() < deadline
            process = walk(url, match, team)
            assert process.stdout is not None
            for line in process.stdout:
                if line.strip() not in said:
                    said.append(line.strip())
                    if killed and line.strip() != "over":
                        process.send_signal(signal.SIGKILL)
                        break
            process.stdout.close()
            process.wait(PATIENCE)
        numbers = [int(each) for each in said if each != "over"]
        assert numbers == sorted(numbers)
        events = reading.events(store, team)
        histories.append([(event.kind, event.dice, event.body) for event in events])
        assert club.rebuilt() == []
        store.close()
        engine.dispose()
    assert histories[0] == histories[1]


def test_an_input_that_is_refused_leaves_the_store_as_it_was(tables: LeagueTables) -> None:
    club = Club(teams=2, options=ONE_MATCH, store=tables)
    view = club.play("1-1-1", 1, 0)
    match, team = view.fixture.match, view.fixture.sides[0].team
    before = everything(tables)
    with pytest.raises(UserError):
        club.office.aftermaths.choose(match, team, "nonsense", COMMISSIONER)
    with pytest.raises(UserError):
        club.office.fixtures.result(view.fixture.id, (1, 0), COMMISSIONER)
    assert everything(tables) == before
