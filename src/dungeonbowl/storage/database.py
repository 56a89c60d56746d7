"""Opening a database by its URL, and bringing its tables up to date."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from dungeonbowl.errors import UserError
from dungeonbowl.storage import (  # noqa: F401  (parts of the database)
    account_tables,
    club_tables,
    league_tables,
    people_tables,
    post_tables,
)
from dungeonbowl.storage.tables import Base

MIGRATIONS: Final = Path(__file__).parent / "migrations"
FULL_LOG: Final = 20_000  # pages; many more than are written between two calls of `tidy`
SHARED: Final = "postgresql"  # the kind that several servers can share
KINDS: Final = ("sqlite", SHARED)
POOL: Final = 8  # connections to PostgreSQL that are kept open
MIGRATING: Final = 0xD0B0  # the number of the lock of PostgreSQL that whoever migrates holds
VERSIONS: Final = "alembic_version"  # Alembic's table: which migrations the database has seen


def default_url() -> str:
    """A SQLite file in the folder where this system keeps the data of programs."""
    return f"sqlite:///{data_folder() / 'dungeonbowl.sqlite3'}"


def data_folder() -> Path:
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "dungeonbowl"


def open_database(url: str) -> Engine:
    """The database of a URL, with its tables up to date. `UserError` if the URL is wrong or the database cannot be
    reached."""
    engine = make_engine(url)
    try:
        refuse_newer(engine, url)
        migrate(engine)
        check_tables(engine, url)
    except (SQLAlchemyError, CommandError) as error:
        engine.dispose()
        raise UserError(f"the database {shown(url)} cannot be used: {first_line(error)}") from None
    except UserError:
        engine.dispose()
        raise
    return engine


def existing_database(url: str) -> Engine:
    """The database of a URL as it is: nothing is made and nothing migrated. `UserError` if there is none, or if it is
    of a newer version of the program."""
    engine = make_engine(url, make_folder=False)
    path = file_of(engine)
    if path is not None and not path.is_file():
        raise UserError(f"{path}: there is no database there")
    try:
        refuse_newer(engine, url)
    except SQLAlchemyError as error:
        engine.dispose()
        raise UserError(f"the database {shown(url)} cannot be used: {first_line(error)}") from None
    except UserError:
        engine.dispose()
        raise
    return engine


def file_of(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for another kind."""
    return Path(engine.url.database or "") if engine.dialect.name == "sqlite" else None


def refuse_newer(engine: Engine, url: str) -> None:
    """Refuse a database that a later version of the program has migrated."""
    known = known_steps()
    with engine.connect() as connection:
        if not inspect(connection).has_table(VERSIONS):
            return
        found = [str(row[0]) for row in connection.execute(text(f"select version_num from {VERSIONS}"))]
    strangers = [version for version in found if version not in known]
    if strangers:
        raise UserError(
            f"the database {shown(url)} is of a newer version of the program (its tables are at step {strangers[0]}, "
            f"this version knows {max(known)}): update dungeonbowl, or name another database"
        )


def check_tables(engine: Engine, url: str) -> None:
    """Check that every table and column that the program uses exists: better now than in the middle of a match."""
    found = columns_of(engine)
    missing = []
    for name, table in Base.metadata.tables.items():
        if name not in found:
            missing.append(f"table {name}")
            continue
        columns = found[name]
        missing += [f"column {name}.{column.name}" for column in table.columns if column.name not in columns]
    if missing:
        raise UserError(
            f"the database {shown(url)} is not complete: {', '.join(missing)} missing, though its tables are said to "
            f"be up to date; restore a backup, or name another database"
        )


def columns_of(engine: Engine) -> dict[str, set[str]]:
    """The columns of every table."""
    if engine.dialect.name != SHARED:  # one question: SQLAlchemy asks a dozen about each table
        asked = "select m.name, c.name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'"
        found: dict[str, set[str]] = {}
        with engine.connect() as connection:
            for table, column in connection.exec_driver_sql(asked):
                found.setdefault(table, set()).add(column)
        return found
    tables = inspect(engine).get_multi_columns()
    return {name: {column["name"] for column in columns} for (_, name), columns in tables.items()}


def answers(engine: Engine) -> bool:
    """Whether the database answers a query now."""
    try:
        with engine.connect() as connection:
            connection.execute(text("select 1 from matches where id = ''")).all()
    except SQLAlchemyError:
        return False
    return True


def is_migrated(engine: Engine) -> bool:
    """Whether the tables are those of this version of the program."""
    try:
        return step_of(engine) == newest_step()
    except SQLAlchemyError:
        return False


def step_of(engine: Engine) -> str:
    """The last migration that the database has seen; empty for one without tables."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


@cache
def known_steps() -> frozenset[str]:
    """Every migration that this version of the program knows."""
    return frozenset(step.revision for step in ScriptDirectory.from_config(configured()).walk_revisions())


@cache
def newest_step() -> str:
    """The last migration that this version of the program knows."""
    return ScriptDirectory.from_config(configured()).get_current_head() or ""


def kind_of(url: str) -> str:
    """What kind of database a URL names, one of `KINDS`. `UserError` for anything else."""
    try:
        kind = make_url(url).get_backend_name()
    except (ArgumentError, ValueError):
        raise UserError(
            f"database {url!r}: expected a URL such as sqlite:///matches.sqlite3 or postgresql+psycopg://user@host/name"
        ) from None
    if kind not in KINDS:
        raise UserError(f"database {shown(url)}: expected sqlite or postgresql, not {kind}")
    return kind


def make_engine(url: str, make_folder: bool = True) -> Engine:
    """The database of a URL, not looked at yet. Its errors go into logs, so they do not tell what was to be written:
    seeds of dice, words of coaches."""
    kind = kind_of(url)
    parsed = make_url(url)
    if kind == "postgresql" and parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    try:
        if kind == "sqlite":
            return sqlite_engine(parsed, parsed.database, make_folder)
        # As many as there are threads that ask: beyond that each question would open a connection for itself alone.
        return create_engine(parsed, pool_pre_ping=True, pool_size=POOL, hide_parameters=True)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise UserError(
            "PostgreSQL needs one more package: pip install 'dungeonbowl[postgres]', and a URL postgresql+psycopg://..."
        ) from None


def sqlite_engine(url: Any, path: str | None, make_folder: bool = True) -> Engine:
    if not path or path == ":memory:":
        raise UserError("a SQLite database in memory would be lost with the server: name a file")
    try:
        if make_folder:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{Path(path).parent}: {error.strerror}") from None
    settings = {"timeout": 30, "check_same_thread": False}
    engine = create_engine(url, poolclass=QueuePool, connect_args=settings, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def settle(connection: Any, _: object) -> None:
        """Readers do not wait for the writer, and what is committed survives a power cut.

        SQLite's log of writes is copied into the file by `tidy`, not by the write during which it gets full."""
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute(f"PRAGMA wal_autocheckpoint={FULL_LOG}")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


def tidy(engine: Engine) -> None:
    """Copy SQLite's log of writes into its file while others go on writing. Other databases do this themselves."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all()


def migrate(engine: Engine, target: str = "head") -> None:
    """Run the migrations that the database has not seen yet, or go back to the tables of an earlier step. Servers that
    start at the same time wait for each other."""
    with engine.begin() as connection:
        if connection.dialect.name == SHARED:
            connection.execute(text(f"select pg_advisory_xact_lock({MIGRATING})"))
        migrate_on(connection, target)


def migrate_on(connection: Connection, target: str = "head") -> None:
    """The same within a transaction of the caller."""
    config = configured()
    config.attributes["connection"] = connection
    current = MigrationContext.configure(connection).get_current_revision() or ""
    if target == "base" or target < current:  # steps are numbered, and "head" comes after every number
        command.downgrade(config, target)
    elif current != newest_step():
        command.upgrade(config, target)


def configured() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def shown(url: str) -> str:
    """A URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return repr(url)


def first_line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().partition("\n")[0]
