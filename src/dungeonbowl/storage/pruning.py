"""Old matches are deleted: those that are over or that nobody goes on with, unless a league refers to them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Engine, and_, delete, func, or_, select

from dungeonbowl.storage.league_tables import LOGS
from dungeonbowl.storage.matches import OVER
from dungeonbowl.storage.tables import Base, MatchRow

NAMES: Final = ("match", "open_match", "match_id")  # columns with the id of a match
CAUSE: Final = "cause_id"
AT_ONCE: Final = 200  # matches in one transaction, so that a server on the database waits only briefly

Done = Callable[[int], None]


class Pruned(msgspec.Struct):
    """How many matches were deleted, or would be; how many as old are kept for leagues."""

    over: int
    unfinished: int
    kept: int


def references() -> list[ColumnElement[Any]]:
    """Every column that keeps a match: it names one, and its rows do not go with the match."""
    found: list[ColumnElement[Any]] = [table.c[CAUSE] for table in LOGS.values()]
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            points = [key for key in column.foreign_keys if key.column.table.name == MatchRow.__tablename__]
            if any(key.ondelete == "CASCADE" for key in points):
                continue
            if points or column.name in NAMES:
                found.append(column)
    return found


def is_old(before: datetime, abandoned_before: datetime) -> ColumnElement[bool]:
    """Over and without a change since `before`, or not over and without one since both moments. What goes on
    by a clock of days is not old."""
    return or_(
        and_(MatchRow.stage == OVER, MatchRow.changed < before),
        and_(MatchRow.stage != OVER, MatchRow.changed < min(before, abandoned_before), MatchRow.due.is_(None)),
    )


def is_free() -> ColumnElement[bool]:
    return and_(*(MatchRow.id.not_in(select(column).where(column.is_not(None))) for column in references()))


def prune(
    engine: Engine, before: datetime, abandoned_before: datetime, only_tell: bool, done: Done | None = None
) -> Pruned:
    """Delete old matches with their inputs, seats and chat, or only count them. `done` is told how many are gone."""
    old = is_old(before, abandoned_before)
    with engine.connect() as connection:
        whole = int(connection.execute(select(func.count()).select_from(MatchRow).where(old)).scalar() or 0)
        found = connection.execute(select(MatchRow.id, MatchRow.stage).where(old, is_free())).all()
    if not only_tell:
        gone: list[tuple[str, str]] = []
        for start in range(0, len(found), AT_ONCE):
            part = [(identity, stage) for identity, stage in found[start : start + AT_ONCE]]
            with engine.begin() as connection:  # asked again: somebody may have gone on with one of them
                again = delete(MatchRow).where(MatchRow.id.in_([each[0] for each in part]), old, is_free())
                deleted = set(connection.execute(again.returning(MatchRow.id)).scalars())
            gone += [each for each in part if each[0] in deleted]
            if done is not None:
                done(len(gone))
        found = gone  # type: ignore[assignment]
    over = sum(1 for _, stage in found if stage == OVER)
    return Pruned(over, len(found) - over, whole - len(found))


def compact(engine: Engine) -> None:
    """Give the room of what was deleted back to the disk; PostgreSQL does so by itself."""
    if engine.dialect.name == "sqlite":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all()
