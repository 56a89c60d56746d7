"""Servers of tests are forked from a process that has read the program: they behave like those that a shell starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dungeonbowl.server import wire
from support.servers import PATIENCE, ServerProcess
from support.warm import start_warm

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here: every server reads for itself")


@pytest.mark.parametrize("warm", [True, False])
def test_a_server_answers_in_a_process_of_its_own_and_ends_when_it_is_told_to(tmp_path: Path, warm: bool) -> None:
    with ServerProcess(tmp_path, warm=warm) as running:
        assert running.server.get("/health", wire.Health).version
        assert running.process is not None
        assert running.process.pid != os.getpid()
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE) == -signal.SIGTERM  # it has closed everything, then obeys
        assert running.process.poll() == -signal.SIGTERM
        assert f":{running.port}/" in running.said()


def test_one_that_is_killed_says_so_and_can_be_started_again(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as running:
        first = running.process
        running.kill()
        assert first is not None
        assert first.poll() == -signal.SIGKILL
        running.start()
        assert running.process is not None
        assert running.process.pid != first.pid


def test_it_has_its_own_arguments_environment_and_streams(tmp_path: Path) -> None:
    """An option that is wrong is refused as in a shell: the same words, the same exit code."""
    words = ["play", "--no-open", "--accounts", "--database", f"sqlite:///{tmp_path / 'none.sqlite3'}"]
    log = tmp_path / "log"
    process = start_warm(words, {**os.environ, "DUNGEONBOWL_SMTP": "smtp://nowhere"}, log)
    status = process.wait(PATIENCE)
    done = subprocess.run(
        [sys.executable, "-m", "dungeonbowl", *words],
        env={**os.environ, "DUNGEONBOWL_SMTP": "smtp://nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (status, log.read_text(encoding="utf-8")) == (done.returncode, done.stdout + done.stderr)
    assert status == 2


def test_a_server_that_does_not_end_in_time_is_waited_for_no_longer(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as running:
        assert running.process is not None
        with pytest.raises(subprocess.TimeoutExpired):
            running.process.wait(0.01)
