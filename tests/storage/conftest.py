"""A database without tables, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from dungeonbowl.storage.database import make_engine
from support.postgres import postgres_database


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with postgres_database() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without tables, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'matches.sqlite3'}"
    address: str = request.getfixturevalue("postgres")
    engine = make_engine(address)
    with engine.begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    engine.dispose()
    return address
