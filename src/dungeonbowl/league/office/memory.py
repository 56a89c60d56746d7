"""A store in memory: for leagues of bots, archives and tests."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from dungeonbowl.errors import stale
from dungeonbowl.league.chain import START
from dungeonbowl.league.office.rows import KEYS
from dungeonbowl.league.office.store import Row, Value, Writing, fits

Key = tuple[Any, ...]
# Columns by which rows are looked for often: a table has the keys of its rows for each value.
INDEXED: Final = {
    "members": ("league",),
    "seasons": ("league",),
    "competitions": ("league", "season"),
    "fixtures": ("competition", "match"),
    "fixture_sides": ("fixture", "team"),
    "teams": ("league",),
    "players": ("team",),
    "appearances": ("fixture", "player", "match"),
    "aftermaths": ("match", "team"),
    "reports": ("fixture",),
    "standings": ("competition",),
    "audit": ("league",),
    "news": ("league",),
}


class MemoryStore:
    """Everything in dictionaries. It can be written by several threads, as a database can."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.chains: dict[str, list[Row]] = {}
        self.tables: dict[str, dict[Key, Row]] = {table: {} for table in KEYS}
        self.indexes: dict[tuple[str, str], dict[Any, dict[Key, None]]] = {
            (table, column): {} for table, columns in INDEXED.items() for column in columns
        }

    # --- writing -----------------------------------------------------------------------------------------------------

    def write(self, writing: Writing) -> None:
        with self.lock:
            self.refuse_stale(writing)
            for row in writing.events:
                self.chains.setdefault(row["log"], []).append(row)
            for table, where in writing.gone:
                for key in [self.key_of(table, row) for row in self.matching(table, where)]:
                    self.drop(table, key)
            for table, row in writing.rows:
                key = self.key_of(table, row)
                self.drop(table, key)
                self.tables[table][key] = row
                for column in INDEXED.get(table, ()):
                    self.indexes[table, column].setdefault(row[column], {})[key] = None

    def refuse_stale(self, writing: Writing) -> None:
        heads: dict[str, tuple[int, str]] = {}
        for row in writing.events:
            seq, head = heads.get(row["log"]) or self.head(row["log"])
            if row["seq"] != seq + 1 or row["prev"] != (head or START):
                raise stale(row["log"])
            heads[row["log"]] = (row["seq"], row["hash"])
        for table, key, column, value in writing.guards:
            found = self.tables[table].get(tuple(key[name] for name in KEYS[table]))
            if (found[column] if found else None) != value:
                raise stale(f"the row of {table}")

    def key_of(self, table: str, row: Row) -> Key:
        return tuple(row[name] for name in KEYS[table])

    def drop(self, table: str, key: Key) -> None:
        row = self.tables[table].pop(key, None)
        if row is not None:
            for column in INDEXED.get(table, ()):
                del self.indexes[table, column][row[column]][key]

    # --- reading -----------------------------------------------------------------------------------------------------

    def head(self, log: str) -> tuple[int, str]:
        chain = self.chains.get(log)
        return (chain[-1]["seq"], chain[-1]["hash"]) if chain else (0, "")

    def events(self, log: str, after: int = 0, most: int = 0) -> list[Row]:
        chain = self.chains.get(log, [])
        return chain[after : after + most] if most else chain[after:]

    def logs(self, letter: str) -> list[str]:
        with self.lock:
            return sorted(log for log in self.chains if log.startswith(f"{letter}_"))

    def find(
        self,
        table: str,
        where: Mapping[str, Value | Sequence[str]],
        order: Sequence[str] = (),
        after: Sequence[Value] = (),
        most: int = 0,
        columns: Sequence[str] = (),
    ) -> list[Row]:
        with self.lock:
            found = self.matching(table, where)
        for column in reversed(order):
            found.sort(key=itemgetter(column.removeprefix("-")), reverse=column.startswith("-"))
        if after:
            found = [row for row in found if is_behind(row, order, after)]
        found = found[:most] if most else found
        return [{name: row[name] for name in columns} for row in found] if columns else found

    def count(self, table: str, where: Mapping[str, Value | Sequence[str]]) -> int:
        with self.lock:
            return len(self.matching(table, where))

    def totals(
        self, table: str, where: Mapping[str, Value | Sequence[str]], by: str, column: str, most: int = 0
    ) -> list[tuple[str, int]]:
        sums: dict[str, int] = {}
        for row in self.find(table, where):
            sums[row[by]] = sums.get(row[by], 0) + row[column]
        found = sorted(((key, total) for key, total in sums.items() if total > 0), key=lambda pair: (-pair[1], pair[0]))
        return found[:most] if most else found

    def matching(self, table: str, where: Mapping[str, Value | Sequence[str]]) -> list[Row]:
        rows = self.tables[table]
        keys: Iterable[Key] | None = None
        if all(isinstance(where.get(name), (str, int)) for name in KEYS[table]):
            keys = [tuple(where[name] for name in KEYS[table])]
        else:
            for column in INDEXED.get(table, ()):
                if isinstance(where.get(column), str):
                    keys = self.indexes[table, column].get(where[column], {})
                    break
        candidates = rows.values() if keys is None else (rows[key] for key in keys if key in rows)
        return [row for row in candidates if fits(row, where)]


def is_behind(row: Row, order: Sequence[str], after: Sequence[Value]) -> bool:
    """Whether a row comes behind these values in an order."""
    for column, value in zip(order, after, strict=False):
        name = column.removeprefix("-")
        if row[name] != value:
            return bool((row[name] < value) if column.startswith("-") else (row[name] > value))
    return False
