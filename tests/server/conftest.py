from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeonbowl.client import Server
from support.servers import Guest, ServerProcess


@pytest.fixture(autouse=True)
def guests_leave() -> Iterator[None]:
    yield
    Guest.all_leave()


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that leave it as it is."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def server(process: ServerProcess) -> Server:
    return process.server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of a test's own, to be killed and started again."""
    with ServerProcess(tmp_path) as running:
        yield running
