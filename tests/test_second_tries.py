"""A test with real processes that fails is run once more and told of; what follows from its inputs never is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent

# A file for each folder; each test fails the first time that it is run, and passes the second time.
SUITE = """
from pathlib import Path

import pytest

@pytest.fixture
def own_server(): ...

def fails_once(path):
    if path.exists():
        return
    path.touch()
    raise AssertionError("the plug was pulled")

def test_by_folder(request): fails_once(Path(f"{request.path}.folder"))
def test_by_fixture(request, own_server): fails_once(Path(f"{request.path}.fixture"))
"""


def test_only_tests_with_real_processes_have_a_second_try_and_it_is_told(tmp_path: Path) -> None:
    rules = ("rules", "skills", "engine", "promises")
    for folder in ("browser", "server", *rules):
        (tmp_path / "tests" / folder).mkdir(parents=True)
        (tmp_path / "tests" / folder / f"test_{folder}.py").write_text(SUITE)
    (tmp_path / "conftest.py").write_text(
        "from plugins import second_tries\n"
        "def pytest_configure(config): config.pluginmanager.register(second_tries.SecondTries())\n"
    )
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {TESTS}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytest_rerunfailures"]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    failed = {line.split()[1] for line in lines if line.startswith("FAILED")}
    never = {f"tests/{each}/test_{each}.py::test_by_{way}" for each in rules for way in ("folder", "fixture")}
    assert failed == never | {"tests/server/test_server.py::test_by_folder"}
    told = [line for line in lines if "the plug was pulled" in line and line.startswith("tests/") and ": " in line]
    assert len(told) == 3, "the reason of each first try that failed"
