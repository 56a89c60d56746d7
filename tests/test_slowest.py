"""`make slowest`: how long every test took is kept, with and without workers, and told by folder, file and test."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TOOL = TESTS.parent / "tools" / "slowest.py"

SUITE = """
import time

import pytest

@pytest.fixture
def slow():
    time.sleep(0.2)
    yield
    time.sleep(0.1)

def test_slow(slow): time.sleep(0.1)
def test_quick(): pass
@pytest.mark.skip
def test_skipped(): pass
"""


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """What the tool prints, and its exit code."""
    monkeypatch.setattr(sys, "argv", ["slowest.py", *words])
    code = runpy.run_path(str(TOOL))["main"]()
    return (code, *capsys.readouterr())


@pytest.mark.parametrize("options", [(), ("-p", "xdist", "-n", "2")], ids=["alone", "workers"])
def test_the_durations_of_a_run_are_kept_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    folder = tmp_path / "tests" / "sleepy"
    folder.mkdir(parents=True)
    (folder / "test_suite.py").write_text(SUITE)
    (tmp_path / "conftest.py").write_text(
        "from plugins import durations\n"
        "def pytest_addoption(parser): durations.add_option(parser)\n"
        "def pytest_configure(config): config.pluginmanager.register(durations.Durations(config))\n"
    )
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {TESTS}\n")
    kept = tmp_path / "build" / "durations.json"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--durations-json={kept}", *options]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    slow, quick, skipped = (
        json.loads(kept.read_text())[f"tests/sleepy/test_suite.py::test_{name}"]
        for name in ("slow", "quick", "skipped")
    )
    assert (slow["setup"] >= 0.2, slow["call"] >= 0.1, slow["teardown"] >= 0.1) == (True, True, True)
    assert slow["stop"] - slow["start"] >= 0.4
    assert bool(slow["worker"]) == bool(options)
    assert quick["processor"] >= 0
    assert "call" not in skipped

    code, out, _ = told(monkeypatch, capsys, str(kept), "--tests", "1")
    assert code == 0
    assert out.startswith("3 tests, ")
    folders, files, tests = (part.splitlines() for part in out.split("\n\n")[1:])
    assert folders[2].split()[2:] == ["3", "tests/sleepy"]
    assert files[2].split()[2:] == ["3", "tests/sleepy/test_suite.py"]
    assert [line.split()[2:] for line in tests[2:]] == [["1", "tests/sleepy/test_suite.py::test_slow"]]
    code, out, _ = told(monkeypatch, capsys, str(kept), str(kept))
    assert "other run" in out


def test_without_a_run_there_is_nothing_to_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, error = told(monkeypatch, capsys, str(tmp_path / "none.json"))
    assert (code, out) == (1, "")
    assert "`make test` keeps them" in error
