"""Results as columns: Parquet or Arrow files by pyarrow, asked in SQL by DuckDB. Both come with the extra `columns`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from dungeonbowl.errors import MissingExtra, UserError

SUFFIXES: Final = (".parquet", ".arrow")
TABLE: Final = "matches"  # what the rows are called in SQL


def load(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra("tables of matches need two more packages: pip install 'dungeonbowl[columns]'") from None


def check_columns(path: Path) -> None:
    """Raise the error of a file that could not be written, before anything is played."""
    load("pyarrow")
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path}: expected a name that ends with {' or '.join(SUFFIXES)}")
    if not path.absolute().parent.is_dir():
        raise UserError(f"{path}: there is no folder {path.parent}")


def write_rows(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows that all have the same columns. The same rows give the same bytes."""
    table = load("pyarrow").Table.from_pylist(list(rows))
    try:
        with path.open("wb") as file:
            if path.suffix == ".parquet":
                load("pyarrow.parquet").write_table(table, file, compression="zstd")
            else:
                load("pyarrow.feather").write_feather(table, file, compression="zstd")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None


def read_table(paths: Sequence[Path]) -> Any:
    """The rows of files as one Arrow table."""
    arrow = load("pyarrow")
    tables = []
    for path in paths:
        try:
            with path.open("rb") as file:
                if path.suffix == ".parquet":
                    tables.append(load("pyarrow.parquet").read_table(file))
                else:
                    tables.append(load("pyarrow.feather").read_table(file))
        except OSError as error:
            if error.strerror is None:  # pyarrow's own, of a file that is no table
                raise UserError(f"{path} is no table of matches") from None
            raise UserError(f"{path}: {error.strerror}") from None
        except arrow.ArrowInvalid:
            raise UserError(f"{path} is no table of matches") from None
    try:
        return arrow.concat_tables(tables)
    except arrow.ArrowInvalid:
        raise UserError(f"{', '.join(map(str, paths))} have different columns: ask them one by one") from None


def ask(table: Any, question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The answer to a question in SQL about the table `matches`: its columns, and its rows. The question can read
    nothing else: no file, no network."""
    duckdb = load("duckdb")
    with duckdb.connect() as connection:
        connection.register(TABLE, table)
        connection.execute("set enable_external_access = false")
        connection.execute("set lock_configuration = true")
        try:
            found = connection.execute(question)
            if found is None or not found.description:
                raise UserError("--sql: expected a question, such as: select count(*) from matches")
            return [column[0] for column in found.description], found.fetchall()
        except duckdb.Error as error:
            raise UserError(f"--sql: {str(error).splitlines()[0]}") from None
