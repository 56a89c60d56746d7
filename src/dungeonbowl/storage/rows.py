"""The tables of a step of the migrations, and their rows in a form that every kind of database reads and writes."""

from __future__ import annotations

import base64
import binascii
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    Double,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    insert,
    literal,
    select,
)
from sqlalchemy.types import TypeEngine

from dungeonbowl.errors import UserError
from dungeonbowl.storage.database import VERSIONS, make_engine, migrate
from dungeonbowl.storage.tables import LimitRow, MatchRow, ServerRow

AT_ONCE: Final = 1000  # rows
# Tables that say nothing of what is to be kept.
PASSING: Final = (VERSIONS, ServerRow.__tablename__, LimitRow.__tablename__)


def tables_at(step: str) -> list[Table]:
    """The tables that the migrations make up to a step, those first that others refer to. They are read from an empty
    database, so that a backup of an older version has the tables of that version."""
    with tempfile.TemporaryDirectory(prefix="dungeonbowl-") as folder:
        engine = make_engine(f"sqlite:///{Path(folder) / 'empty.sqlite3'}")
        try:
            migrate(engine, step)
            found = MetaData()
            found.reflect(engine)
        finally:
            engine.dispose()
    plain = MetaData()
    return [
        Table(str(table.name), plain, *(Column(str(each.name), plain_type(each.type)) for each in table.columns))
        for table in found.sorted_tables
        if table.name not in PASSING
    ]


def plain_type(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """A type that every kind of database has."""
    if isinstance(kind, LargeBinary):
        return LargeBinary()
    if isinstance(kind, DateTime):
        return DateTime(timezone=True)
    if isinstance(kind, Boolean):
        return Boolean()
    if isinstance(kind, Float):
        return Double()
    return Integer() if isinstance(kind, Integer) else String()


def read_rows(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    """Every row, without holding all of them in memory. Who leads a match is left out: nobody leads a copy."""
    leads = table.name == MatchRow.__tablename__
    columns = [literal("").label("leader") if leads and each.name == "leader" else each for each in table.columns]
    found = connection.execute(select(*columns).execution_options(yield_per=AT_ONCE))
    for row in found:
        yield tuple(row)


def write_rows(connection: Connection, table: Table, rows: Iterable[Sequence[Any]]) -> int:
    """Add rows; returns how many there were."""
    names = [column.name for column in table.columns]
    rows = iter(rows)
    count = 0
    while batch := [dict(zip(names, row, strict=True)) for row in islice(rows, AT_ONCE)]:
        connection.execute(insert(table), batch)
        count += len(batch)
    return count


def as_line(row: Sequence[Any]) -> bytes:
    """A row as a line of JSON: bytes in base64, times in UTC with their zone."""
    return msgspec.json.encode([in_utc(value) if isinstance(value, datetime) else value for value in row]) + b"\n"


def in_utc(moment: datetime) -> datetime:
    """The time with its zone: SQLite returns times without it, and they are always UTC."""
    return moment.astimezone(UTC) if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def from_line(table: Table, line: bytes, where: str) -> list[Any]:
    """A row of a line. `UserError` if it is none."""
    try:
        values = msgspec.json.decode(line, type=list[Any])
        if len(values) != len(table.columns):
            raise ValueError(f"{len(values)} values, and the table has {len(table.columns)} columns")
        return [valued(column.type, value) for column, value in zip(table.columns, values, strict=True)]
    except (msgspec.DecodeError, ValueError, TypeError, binascii.Error) as error:
        raise UserError(f"{where}: it is damaged: {error}") from None


def valued(kind: TypeEngine[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, LargeBinary):
        return base64.b64decode(value, validate=True)
    return datetime.fromisoformat(value) if isinstance(kind, DateTime) else value
