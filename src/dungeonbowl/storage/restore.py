"""A backup becomes a database again, of either kind. It is whole, or the database is as it was."""

from __future__ import annotations

import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Table, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.storage.backup import (
    FORMAT,
    MANIFEST,
    Manifest,
    beside,
    copy_sqlite,
    member,
    opened,
    rows_in,
    settled,
)
from dungeonbowl.storage.database import (
    check_tables,
    file_of,
    first_line,
    known_steps,
    make_engine,
    migrate,
    migrate_on,
    newest_step,
    refuse_newer,
    shown,
    step_of,
)
from dungeonbowl.storage.rows import from_line, read_rows, tables_at, write_rows
from dungeonbowl.storage.tables import Base

HEAD_OF_SQLITE: Final = b"SQLite format 3\0"
IN_USE: Final = mark("somebody else has it open: stop the server, then try again")
Rows = Iterator[Any]


class Restored(msgspec.Struct):
    """What was restored."""

    database: str
    step: str  # of the backup
    now: str  # of the database, which was brought up to date
    rows: int


class Source(msgspec.Struct):
    """A backup that is open: its step, and how its rows are read."""

    step: str
    rows: Callable[[Table], Rows]
    counts: dict[str, int]


def restore(file: Path, url: str, replace: bool = False) -> Restored:
    """Fill a database with a backup. One that has rows is refused, unless they are to be replaced."""
    engine = make_engine(url)
    try:
        with source_of(file) as source:
            path = file_of(engine)
            if path is None or path.exists():
                refuse_newer(engine, url)
                refuse_rows(engine, url, replace)
                engine.dispose()  # nobody must have it open, this program neither
            count = into_server(engine, source) if path is None else into_file(path, source)
    except (SQLAlchemyError, sqlite3.Error, CommandError) as error:
        raise UserError(f"the database {shown(url)} cannot be restored: {first_line(error)}") from None
    finally:
        engine.dispose()
    return Restored(shown(url), source.step, newest_step(), count)


def refuse_rows(engine: Engine, url: str, replace: bool) -> None:
    there = set(inspect(engine).get_table_names())
    with engine.connect() as connection:
        for table in Base.metadata.sorted_tables:
            if table.name in there and connection.execute(select(*table.primary_key).limit(1)).first() is not None:
                if replace:
                    return
                raise UserError(
                    f"the database {shown(url)} has rows already ({table.name}): name an empty one, or say "
                    "--replace to delete what is there"
                )


# --- reading a backup -------------------------------------------------------------------------------------------------


@contextmanager
def source_of(file: Path) -> Iterator[Source]:
    """A backup of either kind. `UserError` if it is none, or of a newer version of the program."""
    try:
        with file.open("rb") as reading:
            head = reading.read(len(HEAD_OF_SQLITE))
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from None
    if head == HEAD_OF_SQLITE:
        with from_sqlite(file) as source:
            yield source
    elif zipfile.is_zipfile(file):
        with from_archive(file) as source:
            yield source
    else:
        raise UserError(f"{file}: expected a backup of `dungeonbowl admin backup`")


def refuse_unknown(file: Path, step: str) -> None:
    if step not in known_steps():
        raise UserError(
            f"{file}: it is of a newer version of the program (its tables are at step {step or 'none'}, this version "
            f"knows {newest_step()}): update dungeonbowl"
        )


@contextmanager
def from_sqlite(file: Path) -> Iterator[Source]:
    """The rows of a SQLite file. They are read from a copy: the backup itself is not touched."""
    with tempfile.TemporaryDirectory(prefix="dungeonbowl-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        try:
            copy_sqlite(file, copy)
        except sqlite3.Error as error:
            raise UserError(f"{file}: it is damaged: {error}") from None
        engine = make_engine(f"sqlite:///{copy}")
        try:
            step = step_of(engine)
            refuse_unknown(file, step)
            with engine.connect() as connection:
                yield Source(step, lambda table: read_rows(connection, table), {})
        finally:
            engine.dispose()


@contextmanager
def from_archive(file: Path) -> Iterator[Source]:
    with zipfile.ZipFile(file) as archive:
        try:
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
        except (KeyError, msgspec.DecodeError, zipfile.BadZipFile, zlib.error) as error:
            raise UserError(f"{file}: {MANIFEST} cannot be read: {error}") from None
        if manifest.format != FORMAT:
            raise UserError(f"{file}: its format is {manifest.format[:60]!r}, expected {FORMAT!r}")
        refuse_unknown(file, manifest.step)

        def rows(table: Table) -> Rows:
            return archived_rows(file, archive, table, manifest)

        yield Source(manifest.step, rows, {name: each.rows for name, each in manifest.tables.items()})


def archived_rows(file: Path, archive: zipfile.ZipFile, table: Table, manifest: Manifest) -> Rows:
    told = manifest.tables.get(table.name)
    if told is None or told.columns != [column.name for column in table.columns]:
        raise UserError(
            f"{file}: the table {table.name} is missing, or its columns are not those of step {manifest.step}"
        )
    try:
        with archive.open(member(table.name)) as lines:
            for number, line in enumerate(lines, start=1):
                yield from_line(table, line, f"{file}, {member(table.name)}, line {number}")
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise UserError(f"{file}, {member(table.name)}: it is damaged: {error}") from None


# --- writing a database -----------------------------------------------------------------------------------------------


def fill(connection: Connection, source: Source) -> int:
    """Add every row of a backup to empty tables of its step."""
    whole = 0
    for table in tables_at(source.step):
        count = write_rows(connection, table, source.rows(table))
        if source.counts.get(table.name, count) != count:
            raise UserError(f"{table.name}: {count} rows were read, and the backup had {source.counts[table.name]}")
        whole += count
    return whole


def into_file(path: Path, source: Source) -> int:
    """Make a new SQLite file, and let it take the place of the old one when it is whole."""
    with beside(path) as temporary:
        url = f"sqlite:///{temporary}"
        engine = make_engine(url)
        try:
            migrate(engine, source.step)
            with engine.begin() as connection:
                fill(connection, source)
            migrate(engine)
            check_tables(engine, url)
        finally:
            engine.dispose()
        with closing(opened(temporary)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE").fetchall()
        count = rows_in(temporary, newest_step())
        if path.exists():
            release(path)
        settled(temporary, path)
    return count


def release(path: Path) -> None:
    """Take a SQLite file out of its log mode: this fails while anybody else has it open."""
    with closing(opened(path)) as connection:
        connection.execute("PRAGMA busy_timeout=2000").fetchall()
        try:
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        except sqlite3.OperationalError:
            mode = ""
    if mode != "delete":
        raise UserError(f"{path}: {IN_USE}")


def into_server(engine: Engine, source: Source) -> int:
    """Fill a PostgreSQL database in one transaction."""
    others = text(
        "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        " and backend_type = 'client backend'"
    )
    with engine.begin() as connection:
        if connection.execute(others).scalar():
            raise UserError(f"the database {shown(str(engine.url))}: {IN_USE}")
        connection.execute(text("set local lock_timeout = '10s'"))
        migrate_on(connection, "base")
        migrate_on(connection, source.step)
        count = fill(connection, source)
        migrate_on(connection)
    return count
