"""How many connections a server can hold, and how often it says that it can hold no more."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from dungeonbowl.cli import room_for_sockets
from dungeonbowl.cli.room_for_sockets import FULL, SELDOM, FullNowAndThen, make_room

resource = pytest.importorskip("resource")


@pytest.fixture
def limit() -> Iterator[int]:
    """The hard limit; the soft one is low, and put back after the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_server_asks_for_as_many_files_as_it_may_have(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_for_sockets, "ENOUGH", 600)
    make_room()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (600, limit)
    monkeypatch.setattr(room_for_sockets, "ENOUGH", 550)
    make_room()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (600, limit), "never fewer than it has"
    monkeypatch.setattr(room_for_sockets, "ENOUGH", 1 << 40)
    make_room()
    if limit != resource.RLIM_INFINITY:
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (limit, limit)


def test_a_full_server_says_so_now_and_then(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter((1000.0, 1000.1, 1000.0 + SELDOM - 1, 1001.0 + SELDOM))
    monkeypatch.setattr(room_for_sockets, "time", SimpleNamespace(monotonic=lambda: next(moments)))
    log = logging.getLogger("a loop of its own")
    log.addFilter(FullNowAndThen())
    for _ in range(4):
        log.error("%s\nsocket: 3", FULL, exc_info=OSError(24, "Too many open files"))
        log.error("something else")
    told = [record for record in caplog.records if "no room" in record.getMessage()]
    assert len(told) == 2
    assert all(record.exc_info is None for record in told)
    assert [record.getMessage() for record in caplog.records].count("something else") == 4
