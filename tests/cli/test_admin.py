"""The commands that look after a database: copies of a live one, restored into either kind, checked and pruned."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.server import wire
from dungeonbowl.storage.accounts import PROVIDER, Accounts
from dungeonbowl.storage.database import make_engine, migrate, newest_step, open_database
from dungeonbowl.storage.matches import now
from dungeonbowl.storage.pruning import references
from dungeonbowl.storage.rows import read_rows, tables_at
from dungeonbowl.storage.sign_ins import SignInRecord, SignIns
from support.command_line import run
from support.leagues import House
from support.postgres import postgres_database
from support.servers import Guest, ServerProcess


def decided(server: Server, decisions: int) -> tuple[str, int]:
    """A match with so many decisions of its coach; its id and its number."""
    created = server.new_match(seats=["person", "person"], shared=True, quick=True, pace=0)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready("word")
    for _ in range(decisions):
        prompt = guest.wait_for_prompt()
        guest.choose(prompt, prompt.options[0].id)
    guest.send(wire.SendChat("Zwölf Boxkämpfer 🎲"))
    guest.wait(wire.Chat)
    number = guest.number
    Guest.all_leave()
    return created.id, number


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, str, int]]:
    """A server under way with a league and a match, its id and number."""
    with ServerProcess(tmp_path_factory.mktemp("live")) as process:
        House(process.server).found()
        match, number = decided(process.server, 12)
        yield process, match, number


@pytest.fixture(scope="module")
def kept(live: tuple[ServerProcess, str, int], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of that database, made while the server runs."""
    file = tmp_path_factory.mktemp("kept") / "kept.sqlite3"
    with pytest.MonkeyPatch.context() as patch:
        assert run(patch, "admin", "backup", str(file), "--database", live[0].database) == 0
    return file


@pytest.fixture
def copy(kept: Path, tmp_path: Path) -> Path:
    """A database that no server uses."""
    return Path(shutil.copy(kept, tmp_path / "copy.sqlite3"))


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def test_no_backup_takes_the_place_of_a_database_or_a_folder(
    live: tuple[ServerProcess, str, int],
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A server would write on into a file that is gone, and lose all of it when it ends."""
    database = Path(live[0].database.removeprefix("sqlite:///"))
    link = copy.with_name("link")
    link.symlink_to(copy)
    for file, url, reason in (
        (copy, url_of(copy), "the database itself"),
        (link, url_of(copy), "the database itself"),
        (database, url_of(copy), "a database that is open"),
        (copy.parent, url_of(copy), "a folder"),
    ):
        before = file.stat().st_ino
        assert run(monkeypatch, "admin", "backup", str(file), "--force", "--database", url) == 2
        assert reason in capsys.readouterr().err
        assert file.stat().st_ino == before


def everything(url: str) -> dict[str, list[Any]]:
    """Every row of a database."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            return {
                table.name: sorted((plain(row) for row in read_rows(connection, table)), key=repr)
                for table in tables_at(newest_step())
            }
    finally:
        engine.dispose()


def plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row as both kinds of database have it: times without their zone, which is UTC."""
    return tuple(
        each.replace(tzinfo=None) if hasattr(each, "tzinfo") else bytes(each) if isinstance(each, memoryview) else each
        for each in row
    )


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def value(path: Path, question: str) -> Any:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchone()[0]


# --- backup ----------------------------------------------------------------------------------------------------------


def test_a_backup_of_a_live_database_has_what_a_plain_copy_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last decisions are in SQLite's log file until it is copied into the database now and then."""
    with ServerProcess(tmp_path) as process:
        with closing(sqlite3.connect(tmp_path / "matches.sqlite3")) as reading:
            reading.execute("begin")  # while somebody reads, the log is not copied any further
            reading.execute("select count(*) from matches").fetchall()
            match, number = decided(process.server, 6)
            bare = Path(shutil.copy(tmp_path / "matches.sqlite3", tmp_path / "bare.sqlite3"))
            whole = tmp_path / "whole.sqlite3"
            assert run(monkeypatch, "admin", "backup", str(whole), "--database", process.database) == 0
        assert process.process is not None
        assert process.process.poll() is None, "the server goes on"
    assert value(bare, f"select count(*) from matches where id = '{match}'") == 0
    assert value(whole, f"select number from matches where id = '{match}'") == number
    assert value(whole, "select count(*) from inputs") > 6
    assert value(whole, "select text from chat") == "Zwölf Boxkämpfer 🎲"


def test_a_backup_is_one_file_for_its_owner_alone(kept: Path) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir()] == [kept.name], "no log beside it, nothing left over"
    assert kept.read_bytes()[18:20] == b"\x01\x01", "no log is needed to read it"


def test_a_backup_overwrites_nothing_unless_it_is_told(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "there"
    file.write_text("dear")
    words = ("admin", "backup", str(file), "--database", url_of(kept))
    assert run(monkeypatch, *words) == 2
    assert "exists already; --force overwrites it" in capsys.readouterr().err
    assert file.read_text() == "dear"
    assert run(monkeypatch, *words, "--force", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["kind"] == "sqlite"
    assert told["step"] == newest_step()
    assert told["rows"] == sum(len(rows) for rows in everything(url_of(file)).values())


def test_there_must_be_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "no" / "such.sqlite3"
    for words in (["backup", str(tmp_path / "b")], ["check"], ["prune", "--days", "9"], ["migrate"]):
        assert run(monkeypatch, "admin", *words, "--database", url_of(nowhere)) == 2
        assert capsys.readouterr().err == f"dungeonbowl: {nowhere}: there is no database there\n"
    assert not nowhere.parent.exists(), "none is made"
    empty = tmp_path / "empty.sqlite3"
    empty.touch()
    assert run(monkeypatch, "admin", "backup", str(tmp_path / "b"), "--database", url_of(empty)) == 2
    assert "has no tables of dungeonbowl" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("empty")) == []


# --- restore ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [False, True])
def test_a_restored_database_is_the_same(
    live: tuple[ServerProcess, str, int], kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: bool
) -> None:
    file, again = tmp_path / "kept", tmp_path / "again.sqlite3"
    assert (
        run(monkeypatch, "admin", "backup", str(file), "--database", url_of(kept), *(["--rows"] if rows else [])) == 0
    )
    assert zipfile.is_zipfile(file) == rows
    assert run(monkeypatch, "admin", "restore", str(file), "--database", url_of(again)) == 0
    assert everything(url_of(again)) == everything(url_of(kept))
    with ServerProcess(tmp_path, url_of(again)) as process:  # and a server goes on with it
        assert process.server.get("/health", wire.Health).matches == 0
        with pytest.raises(ServerRefused, match="token fits no seat"):
            process.server.summary(live[1], "nobody's")


def test_accounts_elsewhere_and_what_was_begun_there_come_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, again = (url_of(tmp_path / name) for name in ("before.sqlite3", "again.sqlite3"))
    engine = open_database(before)
    store = Accounts(engine)
    way = {"kind": PROVIDER, "handle": "club", "label": "Club", "public_id": "https://club.example person-1"}
    store.create("a1", "Grimtooth", "grimtooth", [way])
    SignIns(store).add(SignInRecord("h" * 64, "link", "https://club.example", "a1"))
    store.close()
    engine.dispose()
    assert run(monkeypatch, "admin", "backup", str(tmp_path / "rows"), "--database", before, "--rows") == 0
    assert run(monkeypatch, "admin", "restore", str(tmp_path / "rows"), "--database", again) == 0
    found = everything(again)
    assert found == everything(before)
    assert (len(found["credentials"]), len(found["provider_sign_ins"])) == (1, 1)


def test_from_sqlite_to_postgresql_and_back(
    live: tuple[ServerProcess, str, int], kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with postgres_database() as url:
        assert run(monkeypatch, "admin", "restore", str(kept), "--database", url) == 0
        assert everything(url) == everything(url_of(kept))
        assert run(monkeypatch, "admin", "check", "--database", url) == 0
        with ServerProcess(tmp_path, url) as process:  # a backup while a server runs, and its last decision in it
            match, number = decided(process.server, 2)
            assert run(monkeypatch, "admin", "backup", str(tmp_path / "rows"), "--database", url) == 0
            refused = run(monkeypatch, "admin", "restore", str(tmp_path / "rows"), "--database", url, "--replace")
            assert refused == 2, "not while a server is connected"
        assert run(monkeypatch, "admin", "restore", str(tmp_path / "rows"), "--database", url) == 2, "it has rows"
        before = everything(url)
        assert run(monkeypatch, "admin", "restore", str(tmp_path / "rows"), "--database", url, "--replace") == 0
        assert everything(url) == before
        again = tmp_path / "again.sqlite3"
        assert run(monkeypatch, "admin", "restore", str(tmp_path / "rows"), "--database", url_of(again)) == 0
        assert everything(url_of(again)) == before
    assert value(again, f"select number from matches where id = '{match}'") == number


def test_a_database_with_rows_is_replaced_only_if_that_is_said(
    kept: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    change(copy, "delete from chat", "update matches set pace = 9")
    words = ("admin", "restore", str(kept), "--database", url_of(copy))
    assert run(monkeypatch, *words) == 2
    assert "has rows already (" in capsys.readouterr().err
    assert value(copy, "select pace from matches") == 9
    assert run(monkeypatch, *words, "--replace", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["step"] == told["now"] == newest_step()
    assert everything(url_of(copy)) == everything(url_of(kept))


def test_nothing_is_restored_over_a_live_database(
    live: tuple[ServerProcess, str, int],
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("admin", "restore", str(kept), "--database", live[0].database, "--replace")
    assert run(monkeypatch, *words) == 2
    assert "somebody else has it open: stop the server, then try again" in capsys.readouterr().err
    assert live[0].server.get("/ready", wire.Readiness).ready


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "old.sqlite3"
    engine = make_engine(url_of(old))
    migrate(engine, "0002")
    with engine.begin() as connection:
        connection.execute(
            text(
                "insert into matches (id, created, changed, stage, number, engine, setup, seed, commitment, sides,"
                " clock, auto, pace, result) values ('m', '2026-01-02 03:04:05.678901', '2026-01-02 03:04:05', 'over',"
                " 1, '0.1', x'00ff', x'01', 'c', '[]', '{}', '[]', 0.5, '{}')"
            )
        )
    engine.dispose()
    for kind in ([], ["--rows"]):
        file, new = tmp_path / f"kept{len(kind)}", tmp_path / f"new{len(kind)}.sqlite3"
        assert run(monkeypatch, "admin", "backup", str(file), "--database", url_of(old), *kind) == 0
        assert run(monkeypatch, "admin", "restore", str(file), "--database", url_of(new)) == 0
        assert value(new, "select version_num from alembic_version") == newest_step()
        assert value(new, "select help from matches") == 1, "what later versions added has its default"
        assert value(new, "select setup from matches") == b"\x00\xff"
        assert value(new, "select created from matches") == "2026-01-02 03:04:05.678901"
    assert value(old, "select version_num from alembic_version") == "0002", "a backup migrates nothing"


def rewritten(source: Path, target: Path, change: dict[str, bytes | None]) -> Path:
    """An archive with other contents of some members; None leaves one out."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = change.get(name, old.read(name))
            if data is not None:
                new.writestr(name, data)
    return target


def test_what_is_no_backup_changes_nothing(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "rows.zip"
    assert run(monkeypatch, "admin", "backup", str(rows), "--database", url_of(kept), "--rows") == 0
    with zipfile.ZipFile(rows) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        lines = archive.read("tables/inputs.jsonl")

    def told(**more: Any) -> bytes:
        return json.dumps({**manifest, **more}).encode()

    (tmp_path / "text").write_text("hello")
    (tmp_path / "torn.sqlite3").write_bytes(kept.read_bytes()[:5000])
    cases = {
        "text": "expected a backup",
        "torn.sqlite3": "damaged",
        "nothing": "No such file",
        rewritten(rows, tmp_path / "a.zip", {"manifest.json": None}).name: "manifest.json cannot be read",
        rewritten(rows, tmp_path / "b.zip", {"manifest.json": told(format="x")}).name: "its format is 'x'",
        rewritten(rows, tmp_path / "c.zip", {"manifest.json": told(step="9999")}).name: "newer version of the program",
        rewritten(rows, tmp_path / "d.zip", {"tables/inputs.jsonl": None}).name: "inputs.jsonl: it is damaged",
        rewritten(rows, tmp_path / "e.zip", {"tables/inputs.jsonl": lines[:-20]}).name: "line",
        rewritten(rows, tmp_path / "f.zip", {"tables/inputs.jsonl": b""}).name: "0 rows were read, and the backup had",
        rewritten(rows, tmp_path / "g.zip", {"tables/inputs.jsonl": b"[1]\n"}).name: "1 values, and the table has 4",
        rewritten(rows, tmp_path / "h.zip", {"manifest.json": told(tables={})}).name: "is missing, or its columns",
    }
    for name, words in cases.items():
        capsys.readouterr()
        assert run(monkeypatch, "admin", "restore", str(tmp_path / name), "--database", url_of(tmp_path / "new")) == 2
        error = capsys.readouterr().err
        assert words in error, name
        assert error.count("\n") == 1, "one sentence"
        assert not (tmp_path / "new").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == [], "nothing is left over"


# --- migrate ---------------------------------------------------------------------------------------------------------


def test_migrate_tells_first_and_then_does(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = make_engine(url_of(copy))
    migrate(engine, "0004")
    engine.dispose()
    words = ("admin", "migrate", "--database", url_of(copy))
    assert run(monkeypatch, *words, "--dry-run") == 0
    assert capsys.readouterr().out == f"step 0004 would become step {newest_step()}\n"
    assert run(monkeypatch, "admin", "check", "--database", url_of(copy)) == 1
    assert "its tables are at step 0004" in capsys.readouterr().out
    assert run(monkeypatch, "admin", "prune", "--days", "1", "--database", url_of(copy)) == 2
    assert "dungeonbowl admin migrate" in capsys.readouterr().err
    assert run(monkeypatch, *words, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"before": "0004", "after": newest_step(), "newest": newest_step()}
    assert run(monkeypatch, *words) == 0
    assert capsys.readouterr().out == f"its tables are up to date: step {newest_step()}\n"


# --- check -----------------------------------------------------------------------------------------------------------


def test_a_whole_database_is_whole(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(url_of(copy))
    assert run(monkeypatch, "admin", "check", "--database", url_of(copy)) == 0
    assert capsys.readouterr().out == "1 match and 1 league: everything is whole\n"
    assert everything(url_of(copy)) == before


@pytest.mark.parametrize(
    ("statement", "what", "words"),
    [
        ("update inputs set numbers = '6 6' where kind = 1 and position < 9", "match", "played again it is"),
        ("delete from inputs where position = 3", "match", "input 4 is missing"),
        ("update matches set result = replace(result, '\"score\":[0', '\"score\":[5')", "match", "its row says score"),
        ("update matches set seed = x'00'", "match", "not the one that was promised"),
        ("update matches set setup = x'7b7d'", "match", ""),
        ("update league_events set at = '2001-01-01T00:00:00Z' where seq = 1", "league", ""),
        ("update chat set match_id = 'nowhere'", "database", "a row belongs to a match that is not there"),
    ],
)
def test_every_fault_is_found_and_named(
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    statement: str,
    what: str,
    words: str,
) -> None:
    change(copy, statement)
    assert run(monkeypatch, "admin", "check", "--json", "--database", url_of(copy)) == 1
    faults = json.loads(capsys.readouterr().out)["faults"]
    assert {fault["what"] for fault in faults} == {what}
    assert any(words in fault["text"] for fault in faults)


def test_without_replays_only_what_needs_playing_is_missed(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(copy, "update inputs set numbers = '6 6' where kind = 1 and position < 9")
    assert run(monkeypatch, "admin", "check", "--no-replays", "--database", url_of(copy)) == 0
    change(copy, "delete from inputs where position = 3")
    assert run(monkeypatch, "admin", "check", "--no-replays", "--database", url_of(copy)) == 1


# --- prune -----------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database with matches of all ages: over or not, by days since the last change."""

    def filled(url: str) -> str:
        engine = open_database(url)
        with engine.begin() as connection:
            for stage, days in [("over", 5), ("over", 40), ("over", 400), ("playing", 5), ("playing", 40)]:
                add_match(connection, f"{stage}-{days}", stage, days)
            add_match(connection, "league", "over", 400)
            add_match(connection, "aftermath", "over", 400)
            connection.execute(
                text("insert into match_replays (match, data) values ('league', :data)"), {"data": b"replay"}
            )
            connection.execute(
                text(
                    "insert into team_events (log, seq, at, role, actor, cause, cause_id, kind, rule, dice, body, prev,"
                    " hash) values ('t', 1, '', '', '', 'match', 'aftermath', '', '', '', '', '', '')"
                )
            )
        engine.dispose()
        return url

    if request.param == "sqlite":
        yield filled(url_of(tmp_path / "old.sqlite3"))
    else:
        with postgres_database() as url:
            yield filled(url)


def add_match(connection: Any, identity: str, stage: str, days: int) -> None:
    moment = now() - timedelta(days=days)
    connection.execute(
        text(
            "insert into matches (id, created, changed, stage, number, engine, setup, seed, commitment, sides, clock,"
            " auto, pace, result) values (:id, :at, :at, :stage, 1, '', :bytes, :bytes, '', '[]', '{}', '[]', 0, '{}')"
        ).bindparams(id=identity, at=moment.replace(tzinfo=None), stage=stage, bytes=b"x")
    )
    connection.execute(
        text("insert into inputs (match_id, position, kind, numbers) values (:id, 0, 0, '1')").bindparams(id=identity)
    )


def left(url: str) -> set[str]:
    found = everything(url)
    matches = {row[0] for row in found["matches"]}
    assert {row[0] for row in found["inputs"]} == matches, "the inputs go with their match"
    return matches


def test_old_matches_go_and_those_of_leagues_stay(
    old: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("admin", "prune", "--database", old, "--json")
    before = left(old)
    assert run(monkeypatch, *words, "--days", "10", "--dry-run") == 0
    assert json.loads(capsys.readouterr().out) == {"over": 2, "unfinished": 1, "kept": 2, "deleted": False}
    assert left(old) == before
    assert run(monkeypatch, *words, "--days", "100", "--compact") == 0
    assert json.loads(capsys.readouterr().out) == {"over": 1, "unfinished": 0, "kept": 2, "deleted": True}
    assert left(old) == before - {"over-400"}
    assert run(monkeypatch, *words, "--days", "1") == 0
    assert left(old) == {"league", "aftermath", "playing-5"}, "a match of five days may go on"
    assert run(monkeypatch, "admin", "prune", "--database", old, "--days", "1") == 0
    assert capsys.readouterr().out.endswith("were deleted; 2 as old are kept for leagues\n")


def test_every_column_that_names_a_match_is_known() -> None:
    named = {str(column) for column in references()}
    assert {"fixtures.match", "aftermaths.match", "reports.match", "appearances.match", "teams.open_match"} <= named
    assert not {name for name in named if name.startswith(("inputs.", "seats.", "chat."))}


def test_room_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "big.sqlite3"
    engine = open_database(url_of(path))
    with engine.begin() as connection:
        for number in range(50):
            add_match(connection, str(number), "over", 400)
        connection.execute(text("update matches set setup = zeroblob(100000)"))
    engine.dispose()
    size = path.stat().st_size
    assert run(monkeypatch, "admin", "prune", "--days", "9", "--compact", "--database", url_of(path)) == 0
    assert path.stat().st_size < size / 4
