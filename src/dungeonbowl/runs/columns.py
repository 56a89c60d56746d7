"""Results as columns: Parquet or Arrow files by pyarrow, asked in SQL by DuckDB. Both come with the extra `columns`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from dungeonbowl.errors import MissingExtra, UserError
from dungeonbowl.runs.keeping import written_whole

SUFFIXES: Final = (".parquet", ".arrow")
TABLE: Final = "matches"  # what the rows are called in SQL
NUMBER: Final = "row"  # the column that says which row of the table one is
TOGETHER: Final = 1000  # rows that are fetched at once
LONGEST: Final = 300  # characters of what is told about a question that cannot be answered
NEEDS_MORE: Final = "Required module"  # how DuckDB begins to say that it lacks a package for a kind of value
READING: Final = ("SELECT", "EXPLAIN")  # kinds of statements
# What is set before a question, in this order: afterwards nothing can be set any more. A question that needs more
# memory ends with an error, and not with the machine.
LOCKED: Final = {
    "memory_limit": "'2GB'",
    "temp_directory": "''",
    "python_enable_replacements": "false",
    "enable_external_access": "false",
    "lock_configuration": "true",
}


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
        with written_whole(path) as file:
            if path.suffix == ".parquet":
                load("pyarrow.parquet").write_table(table, file, compression="zstd")
            else:
                load("pyarrow.feather").write_feather(table, file, compression="zstd")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None


def read_table(paths: Sequence[Path]) -> Any:
    """The rows of files as one Arrow table. A column that one of them lacks, because an older version wrote it, is
    empty there."""
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
        except arrow.ArrowException:
            raise UserError(f"{path} is no table of matches") from None
    try:
        return arrow.concat_tables(tables, promote_options="default")
    except arrow.ArrowException:
        raise UserError(f"{', '.join(map(str, paths))} have different columns: ask them one by one") from None


def numbered(table: Any) -> Any:
    """The table with a first column `row`, the number of each row: so an answer can name the rows that it is about."""
    if NUMBER in table.column_names:
        return table
    return table.add_column(0, NUMBER, [load("pyarrow").array(range(table.num_rows))])


class Answer(NamedTuple):
    """What a question found: the names of its columns, and its rows as they come."""

    columns: list[str]
    rows: Iterator[tuple[Any, ...]]


@contextmanager
def asked(table: Any, question: str) -> Iterator[Answer]:
    """The answer to a question in SQL about the table `matches`. One question that reads, and it can read nothing else:
    no file, no network, no variable of this program."""
    duckdb = load("duckdb")
    with duckdb.connect() as connection:
        connection.register(TABLE, table)
        for setting, value in LOCKED.items():
            connection.execute(f"set {setting} = {value}")
        try:
            question.encode()  # what a terminal hands over need not be text
            statements = connection.extract_statements(question)
            if len(statements) != 1 or statements[0].type.name not in READING:
                raise UserError("--sql: expected one question that reads, such as: select count(*) from matches")
            found = connection.execute(statements[0])
            yield Answer(different([column[0] for column in found.description]), each_row(found))
        except (duckdb.Error, UnicodeEncodeError) as error:
            if NEEDS_MORE in str(error):
                raise UserError(
                    "--sql: moments with a time zone cannot be shown: cast them, as in now()::varchar"
                ) from None
            raise UserError(f"--sql: {told(error)}") from None


def ask(table: Any, question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The whole answer to a question."""
    with asked(table, question) as answer:
        return answer.columns, list(answer.rows)


def each_row(found: Any) -> Iterator[tuple[Any, ...]]:
    while some := found.fetchmany(TOGETHER):
        yield from some


def different(names: Sequence[str]) -> list[str]:
    """Names of columns, the second of two equal ones with a number, so that none hides another."""
    found: list[str] = []
    for name in names:
        number, other = 2, name
        while other in found:
            other, number = f"{name}_{number}", number + 1
        found.append(other)
    return found


def told(error: Exception) -> str:
    """What DuckDB says, in one line without pictures of the place."""
    words = " ".join(line.strip() for line in str(error).splitlines() if line.strip())
    return words.partition(" LINE ")[0][:LONGEST]
