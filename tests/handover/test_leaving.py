"""A server that makes room for the next one waits for a quiet moment, and not for ever."""

from __future__ import annotations

import asyncio
import warnings
from pathlib import Path

import pytest

from dungeonbowl.cli import serving
from dungeonbowl.server.settings import Settings


class BusyHouse(serving.House):
    """A house in which a bot thinks until it is told to stop."""

    is_busy = True

    def is_quiet(self) -> bool:
        return not self.is_busy


@pytest.fixture
def server(tmp_path: Path) -> serving.Server:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        made = serving.Server(BusyHouse(Settings(f"sqlite:///{tmp_path / 'm.sqlite3'}")), "here", False)
        made.config.load()
    made.servers = []
    return made


def test_it_leaves_when_nothing_is_being_decided(server: serving.Server) -> None:
    async def scene() -> None:
        leaving = asyncio.ensure_future(server.leave())
        for _ in range(5):
            await asyncio.sleep(serving.BREATH)
            assert not server.should_exit
        assert isinstance(server.house, BusyHouse)
        server.house.is_busy = False
        await leaving
        assert server.should_exit

    asyncio.run(scene())


def test_a_house_that_is_never_quiet_does_not_keep_it(server: serving.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "LONGEST_WAIT", 0.1)
    asyncio.run(server.leave())
    assert server.should_exit
