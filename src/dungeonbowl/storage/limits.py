"""How often something was done lately, counted by all servers of a PostgreSQL together.

A row has a key, a number and the moment it was written, by the clock of the database. What the number means is the
business of the caller: what is left in a bucket, or how often something has failed. Keys are hashes: who reads the
database finds no address in it. Rows are deleted after an hour, when every bucket is full again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Engine, delete, literal_column, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql.elements import ColumnElement

from dungeonbowl.storage.accounts import answering
from dungeonbowl.storage.leases import CLOCKS
from dungeonbowl.storage.tables import LimitRow

KEPT: Final = 3600.0  # seconds
TIDYING: Final = 1000  # changes between two looks for old rows

Found = TypeVar("Found")


class Level(msgspec.Struct):
    """What is known under a key, and since when."""

    number: float
    at: float


Levels = dict[str, Level]
Work = Callable[[Levels, float], Found]


class SharedLevels:
    """The levels of one database. A change of several keys happens at once, or not at all; whoever changes one of the
    same keys waits meanwhile, on whichever server."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.clock: ColumnElement[float] = literal_column(CLOCKS[engine.dialect.name])
        self.changes = 0

    def change(self, name: str, keys: Sequence[str], work: Work[Found]) -> Found:
        """Let `work` change what is known under some keys; what it leaves out is forgotten."""
        hashes = {key: hashlib.sha256(f"{name} {key}".encode()).hexdigest() for key in keys}
        names = sorted(hashes.values())  # always in the same order, so that nobody waits for each other
        with answering(), self.engine.begin() as connection:
            connection.execute(text("set local synchronous_commit to off"))  # a crash empties the table anyway
            for each in names:
                connection.execute(LOCK, {"key": each})
            now = float(connection.execute(select(self.clock)).scalar_one())
            rows = connection.execute(
                select(LimitRow.key, LimitRow.level, LimitRow.at).where(
                    LimitRow.key.in_(names), LimitRow.at > now - KEPT
                )
            ).all()
            known = {hashed: Level(level, at) for hashed, level, at in rows}
            levels = {key: known[hashed] for key, hashed in hashes.items() if hashed in known}
            found = work(levels, now)
            for key, hashed in hashes.items():
                level = levels.get(key)
                if level is None:
                    connection.execute(delete(LimitRow).where(LimitRow.key == hashed))
                else:
                    values = {"level": level.number, "at": level.at}
                    added = insert(LimitRow).values(key=hashed, **values)
                    connection.execute(added.on_conflict_do_update(index_elements=["key"], set_=values))
            self.changes += 1
            if self.changes % TIDYING == 0:
                connection.execute(delete(LimitRow).where(LimitRow.at < now - KEPT))
            return found


LOCK: Final = text("select pg_advisory_xact_lock(hashtextextended('dungeonbowl limits ' || :key, 0))")
