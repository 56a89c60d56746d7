"""What the office asks of a place where a league is kept. There are two: in memory (`memory.py`), for leagues of bots,
archives and tests, and the database (`dungeonbowl.storage.league`).

A store knows no rule and no struct of the league: rows are plain dictionaries, as a table has them. `rows.py` says
which tables there are. The truth is in the logs (events), the texts, the reports of matches and the inputs of open
aftermaths; everything else is a projection, which `rebuild` makes anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Row = dict[str, Any]
Value = str | int | bool | None


class Writing:
    """One write: everything in it is written, or nothing.

    `events` follow on the heads of their logs, or the store raises `Stale`. `rows` take the place of rows with the same
    key. `guards` are rows whose column must still have this value: (table, key, column, value).
    """

    def __init__(self) -> None:
        self.events: list[Row] = []
        self.rows: list[tuple[str, Row]] = []
        self.gone: list[tuple[str, Row]] = []  # table, and some columns that tell which rows
        self.guards: list[tuple[str, Row, str, Value]] = []

    def put(self, table: str, row: Row) -> None:
        self.rows.append((table, row))

    def remove(self, table: str, **where: Value) -> None:
        self.gone.append((table, where))

    def guard(self, table: str, key: Row, column: str, value: Value) -> None:
        """The row of this key must have this value in this column, or must not be there if the value is None."""
        self.guards.append((table, key, column, value))


class Store(Protocol):
    """Where a league is kept."""

    def write(self, writing: Writing) -> None:
        """Write all of it, or raise `Stale` and write nothing. When it returns, it is on the disk."""

    def head(self, log: str) -> tuple[int, str]:
        """Number and hash of the last event of a log; 0 and "" if there is none."""

    def events(self, log: str, after: int = 0, most: int = 0) -> list[Row]:
        """Events of a log in their order, those after number `after`; at most `most` of them, 0 for all."""

    def logs(self, letter: str) -> list[str]:
        """The names of all logs that begin with a letter: `l` leagues, `c` competitions, `t` teams."""

    def find(
        self,
        table: str,
        where: Mapping[str, Value | Sequence[str]],
        order: Sequence[str] = (),
        after: Sequence[Value] = (),
        most: int = 0,
        columns: Sequence[str] = (),
    ) -> list[Row]:
        """Rows by their columns. A list of values means any of them, a column with `~` behind its name means a part of
        its text, whether in capitals or not. `order` are columns, with a minus in front for falling ones; `after` are
        values of these columns: only rows behind them are found, so that lists page by key. `columns` are those that
        are wanted, all if none is named."""

    def count(self, table: str, where: Mapping[str, Value | Sequence[str]]) -> int:
        """How many rows there are."""

    def totals(
        self, table: str, where: Mapping[str, Value | Sequence[str]], by: str, column: str, most: int = 0
    ) -> list[tuple[str, int]]:
        """The sum of a column for each value of another, the largest first; only sums above 0."""


def fits(row: Row, where: Mapping[str, Value | Sequence[str]]) -> bool:
    """Whether a row has these columns, as `Store.find` reads them."""
    for column, value in where.items():
        if column.endswith("~"):  # part of a text
            if str(value).casefold() not in str(row[column[:-1]]).casefold():
                return False
        elif isinstance(value, (list, tuple, set, frozenset)):
            if row[column] not in value:
                return False
        elif row[column] != value:
            return False
    return True
