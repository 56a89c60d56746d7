"""Databases of tests: SQLite files with their tables already made.

To make them, thirteen migrations one after the other, takes a fifth of a second, and some hundreds of tests have a
database of their own. So it is done once in each process, and every test takes a copy of that file. That migrations
make the tables that the program wants is tested in tests/storage, with databases that begin empty.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from dungeonbowl.storage.database import open_database


@cache
def made() -> bytes:
    """A database without a row."""
    with tempfile.TemporaryDirectory(prefix="dungeonbowl-tables-") as folder:
        path = Path(folder) / "made.sqlite3"
        open_database(f"sqlite:///{path}").dispose()  # with the last connection, the log of writes goes into the file
        assert [found.name for found in path.parent.iterdir()] == [path.name]
        return path.read_bytes()


def database_in(folder: Path, name: str = "matches.sqlite3") -> str:
    """The URL of a database in a folder: the one that is there, or one with empty tables."""
    path = folder / name
    if not path.exists():
        path.write_bytes(made())
    return f"sqlite:///{path}"
