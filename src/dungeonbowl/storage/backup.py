"""Backups of a database while a server goes on writing to it.

Of SQLite the file is copied by SQLite itself, with what is in its log file and not yet in the file: a plain copy of the
file lacks that. The other kind is a zip file with every table as lines of JSON. It is read out of one snapshot, and
goes back into either kind of database.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from dungeonbowl.errors import UserError
from dungeonbowl.storage.database import existing_database, file_of, first_line, make_engine, shown, step_of
from dungeonbowl.storage.rows import as_line, read_rows, tables_at

FORMAT: Final = "dungeonbowl backup 1"
MANIFEST: Final = "manifest.json"
SQLITE: Final = "sqlite"
ROWS: Final = "rows"
FOR_THE_OWNER: Final = 0o600  # seeds of dice and hashes of links are nobody else's business


class TableOf(msgspec.Struct):
    columns: list[str]
    rows: int


class Manifest(msgspec.Struct):
    """What a backup of rows says of itself."""

    format: str
    program: str
    step: str  # the last migration
    taken: datetime
    tables: dict[str, TableOf]


class BackedUp(msgspec.Struct):
    """What was written where."""

    file: str
    kind: str
    step: str
    size: int  # bytes
    rows: int


def back_up(url: str, file: Path, program: str, rows: bool = False, overwrite: bool = False) -> BackedUp:
    """Write a backup: the file of a SQLite database, or else the rows. When this returns, all of it is on the disk."""
    if file.exists() and not overwrite:
        raise UserError(f"{file}: exists already; --force overwrites it")
    engine = existing_database(url)
    try:
        step = step_of(engine)
        if not step:
            raise UserError(f"the database {shown(url)} has no tables of dungeonbowl: there is nothing to keep")
        path = file_of(engine)
        refuse_databases(file, path)
        with beside(file) as temporary:
            if path is not None and not rows:
                copy_sqlite(path, temporary)
                count = rows_in(temporary, step)
            else:
                count = write_archive(engine, step, temporary, program)
            size = settled(temporary, file)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise UserError(f"the database {shown(url)} cannot be read: {first_line(error)}") from None
    finally:
        engine.dispose()
    return BackedUp(str(file), ROWS if path is None or rows else SQLITE, step, size, count)


def refuse_databases(file: Path, source: Path | None) -> None:
    """Whatever --force says: a server would write on into a database that is not there any more."""
    if source is not None and file.exists() and file.samefile(source):
        raise UserError(f"{file}: it is the database itself; name another file for its copy")
    if any(file.with_name(file.name + end).exists() for end in ("-wal", "-shm")):
        raise UserError(f"{file}: it is a database that is open; name another file for the copy")
    if file.is_dir():
        raise UserError(f"{file}: it is a folder; expected the name of a file")


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy the file of a database as it is at this moment, with what is in its log; others may write meanwhile. The
    copy is one file, without a log."""
    with closing(opened(source)) as reading, closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)  # in one go: in parts it would begin anew with every write of a busy server
        writing.execute("PRAGMA journal_mode=DELETE").fetchall()
        found = writing.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise UserError(f"{source}: the database is damaged: {found}")


def opened(path: Path) -> sqlite3.Connection:
    """A connection to a SQLite file that is there; `sqlite3` alone would make one."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=30)


def rows_in(path: Path, step: str) -> int:
    with closing(opened(path)) as connection:
        return sum(
            connection.execute(f'select count(*) from "{table.name}"').fetchone()[0] for table in tables_at(step)
        )


def write_archive(engine: Engine, step: str, target: Path, program: str) -> int:
    """Write the rows of every table, all of the same moment; returns how many."""
    path = file_of(engine)
    if path is None:
        return write_snapshot(engine.execution_options(isolation_level="REPEATABLE READ"), step, target, program)
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.absolute().parent) as folder:
        copy = Path(folder) / "copy.sqlite3"
        copy_sqlite(path, copy)
        snapshot = make_engine(f"sqlite:///{copy}")
        try:
            return write_snapshot(snapshot, step, target, program)
        finally:
            snapshot.dispose()


def write_snapshot(engine: Engine, step: str, target: Path, program: str) -> int:
    manifest = Manifest(FORMAT, program, step, datetime.now(UTC), {})
    with (
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive,
        engine.connect() as connection,
        connection.begin(),
    ):
        for table in tables_at(step):
            count = 0
            with archive.open(member(table.name), "w", force_zip64=True) as out:
                for row in read_rows(connection, table):
                    out.write(as_line(row))
                    count += 1
            manifest.tables[str(table.name)] = TableOf([str(column.name) for column in table.columns], count)
        archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
    return sum(each.rows for each in manifest.tables.values())


def member(table: str) -> str:
    """Where the rows of a table are in the archive."""
    return f"tables/{table}.jsonl"


@contextmanager
def beside(file: Path) -> Iterator[Path]:
    """A new file in the same folder, only for its owner; gone if it has not taken the place of `file`."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.absolute().parent)
    except OSError as error:
        raise UserError(f"{file}: cannot be written: {error.strerror}") from None
    os.close(descriptor)
    temporary = Path(name)
    try:
        temporary.chmod(FOR_THE_OWNER)
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def settled(temporary: Path, file: Path) -> int:
    """Put a file that is written in its place, once it is on the disk; returns its bytes."""
    with temporary.open("rb+") as written:
        os.fsync(written.fileno())
    size = temporary.stat().st_size
    temporary.replace(file)
    return size
