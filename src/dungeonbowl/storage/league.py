"""Leagues in the database: rows of tables and events of logs. What they mean is known elsewhere; here they are found
and written, through the one writer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, Final, Protocol

from sqlalchemy import (
    Connection,
    Engine,
    Select,
    String,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from dungeonbowl.errors import Unavailable, UserError, stale
from dungeonbowl.storage.database import first_line
from dungeonbowl.storage.journal import Journal
from dungeonbowl.storage.league_tables import LOGS
from dungeonbowl.storage.tables import Base

Row = dict[str, Any]
Value = str | int | bool | None
START: Final = "0" * 64  # what the first event of a log follows on
PARTS: Final = 500  # values in one query
CROSSED: Final = ("40P01", "40001")  # PostgreSQL has stopped one of two writers who waited for each other
LARGEST: Final = 2**31  # whole numbers of a column are below it, and so are those of a query


class Written(Protocol):
    """What is written at once: all of it, or nothing."""

    events: list[Row]
    rows: list[tuple[str, Row]]
    gone: list[tuple[str, Row]]
    guards: list[tuple[str, Row, str, Value]]


class LeagueTables:
    """The leagues of one database. Reading happens in the caller's thread, writing through the journal."""

    def __init__(self, engine: Engine, journal: Journal | None = None) -> None:
        self.engine = engine
        self.reader = reader_of(engine)
        self.own = journal is None
        self.journal = journal or Journal(engine)

    def close(self) -> None:
        """Finish what was handed in. The engine stays open: it belongs to whoever opened it."""
        if self.own:
            self.journal.close()

    # --- writing -----------------------------------------------------------------------------------------------------

    def write(self, writing: Written) -> None:
        """Write all of it, or raise `Stale` and write nothing. When it returns, it is on the disk."""

        def work(connection: Connection) -> None:
            perform(connection, writing)

        refuse_unfit(writing)
        with answering(self.engine):
            self.journal.submit(work).result()

    # --- reading -----------------------------------------------------------------------------------------------------

    def head(self, log: str) -> tuple[int, str]:
        with answering(self.engine), self.reader.connect() as connection:
            return head_of(connection, log)

    def events(self, log: str, after: int = 0, most: int = 0) -> list[Row]:
        table = log_of(log)
        found = select(table).where(table.c.log == log, table.c.seq > after).order_by(table.c.seq)
        if most:
            found = found.limit(most)
        return self.rows(found) if can_be_stored(log) else []

    def logs(self, letter: str) -> list[str]:
        table = LOGS[letter]
        with answering(self.engine), self.reader.connect() as connection:
            return sorted(connection.execute(select(table.c.log).where(table.c.seq == 1)).scalars())

    def find(
        self,
        table: str,
        where: Mapping[str, Value | Sequence[str]],
        order: Sequence[str] = (),
        after: Sequence[Value] = (),
        most: int = 0,
        columns: Sequence[str] = (),
    ) -> list[Row]:
        of = Base.metadata.tables[table]
        if not all(can_be_stored(value) for value in (*where.values(), *after)):
            return []  # no row has such a value, and none comes behind it
        lists = {
            name: list(dict.fromkeys(values))
            for name, values in where.items()
            if isinstance(values, (list, tuple, set))
        }
        longest = max(lists, key=lambda name: len(lists[name]), default="")
        if longest and len(lists[longest]) > PARTS and not order and not most:
            values = lists[longest]
            parts = [values[start : start + PARTS] for start in range(0, len(values), PARTS)]
            return [row for part in parts for row in self.find(table, {**where, longest: part}, columns=columns)]
        found = select(*(of.c[name] for name in columns)) if columns else select(of)
        found = found.where(*conditions(of, where)).order_by(*(ordered(of, name) for name in order))
        if after:
            found = found.where(behind(of, order, after))
        if most:
            found = found.limit(most)
        return self.rows(found)

    def count(self, table: str, where: Mapping[str, Value | Sequence[str]]) -> int:
        columns = Base.metadata.tables[table]
        if not all(can_be_stored(value) for value in where.values()):
            return 0
        with answering(self.engine), self.reader.connect() as connection:
            found = connection.execute(select(func.count()).select_from(columns).where(*conditions(columns, where)))
            return int(found.scalar() or 0)

    def totals(
        self, table: str, where: Mapping[str, Value | Sequence[str]], by: str, column: str, most: int = 0
    ) -> list[tuple[str, int]]:
        of = Base.metadata.tables[table]
        if not all(can_be_stored(value) for value in where.values()):
            return []
        total = func.sum(of.c[column])
        found = select(of.c[by], total).where(*conditions(of, where)).group_by(of.c[by]).having(total > 0)
        found = found.order_by(total.desc(), of.c[by])
        with answering(self.engine), self.reader.connect() as connection:
            rows = connection.execute(found.limit(most) if most else found).all()
            return [(str(key), int(value)) for key, value in rows]

    def rows(self, query: Select[Any]) -> list[Row]:
        with answering(self.engine), self.reader.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]


def reader_of(engine: Engine) -> Engine:
    """The same database for single questions. PostgreSQL answers them without a transaction around each, which would
    take two more trips; SQLite begins none for a reader."""
    return engine if engine.dialect.name == "sqlite" else engine.execution_options(isolation_level="AUTOCOMMIT")


@contextmanager
def answering(engine: Engine) -> Iterator[None]:
    """`Unavailable` if the database does not answer, is full or may not be written; `Stale` if another writer has
    written the same at the same moment. In both cases nothing was written."""
    try:
        yield
    except IntegrityError:
        raise stale("what was seen") from None
    except SQLAlchemyError as error:
        if getattr(getattr(error, "orig", None), "sqlstate", "") in CROSSED:
            raise stale("what was seen") from None
        # where another computer keeps the database is nobody's business
        why = f": {first_line(error)}" if engine.dialect.name == "sqlite" else ""
        raise Unavailable(f"the database of leagues does not answer or takes nothing now{why}") from error


def refuse_unfit(writing: Written) -> None:
    """`UserError` if a value does not fit its column. Databases differ in what they take: SQLite would keep a name of
    any length and a number of 64 bits, which PostgreSQL refuses, and the league could not move from one to the other.
    """
    for event in writing.events:
        refuse_misfits(LOGS.get(event["log"][:1]), event)
    for table, row in writing.rows:
        refuse_misfits(Base.metadata.tables[table], row)


def refuse_misfits(table: Table | None, row: Row) -> None:
    if table is None:
        raise UserError(f"log {row['log']!r}: expected one of a league, a competition or a team")
    for name, value in row.items():
        room = room_of(table, name)
        if isinstance(value, str):
            if room and len(value) > room:
                raise UserError(f"{table.name}: {name}: expected at most {room} characters, found {len(value)}")
            if not can_be_stored(value):
                raise UserError(f"{table.name}: {name}: expected characters that can be written, found others")
        elif isinstance(value, int) and not -LARGEST <= value < LARGEST:
            raise UserError(f"{table.name}: {name}: expected a number below {LARGEST:,}, found {value:,}")


@cache
def room_of(table: Table, column: str) -> int:
    """How many characters a column takes; 0 for any number of them."""
    kind = table.c[column].type
    return kind.length or 0 if isinstance(kind, String) else 0


def perform(connection: Connection, writing: Written) -> None:
    """Write on a connection, inside its transaction."""
    fresh = {
        (table, tuple(key.values()))
        for table, key, column, value in writing.guards
        if value is None and check_guard(connection, table, key, column, value)
    }
    # in one order for all: two writers who hold rows must not wait for each other
    for table, key, column, value in sorted(writing.guards, key=lambda guard: (guard[0], *map(str, guard[1].values()))):
        if value is not None:
            check_guard(connection, table, key, column, value)
    add_events(connection, writing.events)
    for table, where in writing.gone:
        columns = Base.metadata.tables[table]
        connection.execute(delete(columns).where(*conditions(columns, where)))
    by_table: dict[str, dict[tuple[Any, ...], Row]] = {}
    for table, row in writing.rows:
        by_table.setdefault(table, {})[tuple(row[name] for name in key_names(table))] = row
    for table, rows in by_table.items():
        new = [row for key, row in rows.items() if (table, key) in fresh]
        if new:
            connection.execute(insert(Base.metadata.tables[table]), new)
        others = [row for key, row in rows.items() if (table, key) not in fresh]
        if others:
            connection.execute(upsert(table, connection.dialect.name), others)


def check_guard(connection: Connection, table: str, key: Row, column: str, value: Value) -> bool:
    """`Stale` unless the row has this value. An update that changes nothing asks and holds the row in one: between a
    query and the write another writer could come."""
    columns = Base.metadata.tables[table]
    same = conditions(columns, key)
    if value is None:
        if connection.execute(select(columns.c[column]).where(*same)).first() is not None:
            raise stale(f"the row of {table}")
        return True
    held = update(columns).where(*same, columns.c[column] == value).values({column: columns.c[column]})
    if connection.execute(held).rowcount != 1:
        raise stale(f"the row of {table}")
    return True


def add_events(connection: Connection, events: Sequence[Row]) -> None:
    """Add events behind the heads of their logs. Two writers at the same moment have the same key: one of them
    fails."""
    heads: dict[str, tuple[int, str]] = {}
    by_log: dict[str, list[Row]] = {}
    for event in events:
        log = event["log"]
        seq, head = heads.get(log) or head_of(connection, log)
        if event["seq"] != seq + 1 or event["prev"] != (head or START):
            raise stale(log)
        heads[log] = (event["seq"], event["hash"])
        by_log.setdefault(log[:1], []).append(event)
    for letter, rows in by_log.items():
        connection.execute(insert(LOGS[letter]), rows)


def head_of(connection: Connection, log: str) -> tuple[int, str]:
    table = log_of(log)
    if not can_be_stored(log):
        return 0, ""
    query = select(table.c.seq, table.c.hash).where(table.c.log == log).order_by(table.c.seq.desc()).limit(1)
    found = connection.execute(query).first()
    return (int(found[0]), str(found[1])) if found is not None else (0, "")


def log_of(log: str) -> Table:
    return LOGS.get(log[:1], LOGS["t"])


def key_names(table: str) -> list[str]:
    return [column.name for column in Base.metadata.tables[table].primary_key]


@lru_cache(maxsize=64)
def upsert(table: str, dialect: str) -> Any:
    """The statement that adds a row, or puts it in the place of the one with the same key."""
    columns = Base.metadata.tables[table]
    kind = postgresql if dialect == "postgresql" else sqlite
    added = kind.insert(columns).values({column.name: bindparam(column.name) for column in columns.columns})
    rest = {column.name: added.excluded[column.name] for column in columns.columns if not column.primary_key}
    keys = key_names(table)
    return added.on_conflict_do_update(index_elements=keys, set_=rest) if rest else added.on_conflict_do_nothing()


def conditions(columns: Table, where: Mapping[str, Value | Sequence[str]]) -> list[Any]:
    found: list[Any] = []
    for name, value in where.items():
        if name.endswith("~"):
            found.append(columns.c[name[:-1]].icontains(str(value), autoescape=True))
        elif isinstance(value, (list, tuple, set, frozenset)):
            found.append(columns.c[name].in_([each for each in value if can_be_stored(each)]))
        else:
            found.append(columns.c[name] == value)
    return found


def ordered(columns: Table, name: str) -> Any:
    return columns.c[name[1:]].desc() if name.startswith("-") else columns.c[name].asc()


def behind(columns: Table, order: Sequence[str], after: Sequence[Value]) -> Any:
    """Rows that come behind these values in an order: the first that differs decides."""
    found: list[Any] = []
    same: list[Any] = []
    for name, value in zip(order, after, strict=False):
        column = columns.c[name.removeprefix("-")]
        found.append(and_(*same, column < value if name.startswith("-") else column > value))
        same.append(column == value)
    return or_(*found)


def can_be_stored(value: object) -> bool:
    """Whether a database accepts a value even in a query: PostgreSQL refuses NUL, lone surrogates, and numbers that no
    column could hold."""
    if isinstance(value, int):
        return -LARGEST <= value < LARGEST
    if not isinstance(value, str):
        return True
    return "\0" not in value and (value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value))
