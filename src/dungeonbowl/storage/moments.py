"""Moments in the database: always UTC, so that a change of daylight saving changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)


def aware(moment: datetime) -> datetime:
    """The time with its zone: SQLite returns times without it, and they are always UTC."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def at_second(seconds: float) -> datetime:
    """The moment so many seconds after the beginning of 1970."""
    return datetime.fromtimestamp(seconds, UTC)
