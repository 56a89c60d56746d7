"""`dungeonbowl play`: what can be wrong is said in one line before anything is started."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from dungeonbowl.cli.listening import listen
from dungeonbowl.errors import UserError
from support.servers import PATIENCE, ServerProcess
from support.warm import start_warm


def refusal(folder: Path, *arguments: str) -> str:
    """What `dungeonbowl play` says, in a process of its own that ends because of what is wrong."""
    log = folder / "said.log"
    process = start_warm(["play", "--no-open", *arguments], dict(os.environ), log)
    assert process.wait(PATIENCE) == 2
    said = log.read_text(encoding="utf-8")
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("database", ["nonsense", "mysql://x/y", "sqlite://"])
def test_a_database_that_is_none_is_refused(tmp_path: Path, database: str) -> None:
    assert len(refusal(tmp_path, "--database", database).strip().splitlines()) == 1


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.sqlite3"
    path.write_text("this is no database, and it is longer than a header of one would be " * 20)
    assert "cannot be used" in refusal(tmp_path, "--database", f"sqlite:///{path}")


def test_a_port_that_is_taken_is_said_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(UserError, match="in use"):
            listen("127.0.0.1", int(taken.getsockname()[1]))


def test_a_server_with_accounts_names_the_address_that_cookies_and_passkeys_belong_to(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, accounts=True) as server:
        server.stop()
        assert f"is open at http://localhost:{server.port}/ " in server.said()


def test_an_address_that_is_not_of_this_computer_is_refused() -> None:
    with pytest.raises(UserError, match="192"):
        listen("192.0.2.1", 8000)
