"""The command line without the packages of the extra `server`: it plays and simulates, and says what is missing.

A finder that comes before all others hides the packages, as if nobody had installed them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HIDING = """
import sys

class Hidden:
    names = ("litestar", "uvicorn", "websockets", "sqlalchemy", "alembic", "prometheus_client")

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
"""
NEEDS = "needs the server: pip install 'dungeonbowl[server]'"


def run(folder: Path, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", HIDING + program, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, timeout=300)


def dungeonbowl(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    program = f"sys.argv = ['dungeonbowl', *{list(words)!r}]\nfrom dungeonbowl.cli import main\nmain()\n"
    return run(folder, program)


def test_the_finder_hides_the_packages(tmp_path: Path) -> None:
    assert "No module named 'litestar'" in run(tmp_path, "import litestar").stderr


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["play", "--help"],
        ["seat", "--help"],
        ["sim", "--quick", "--games", "1", "--turn-limit", "1", "--home", "random", "--away", "random"],
        ["watch", "--quick", "--turn-limit", "1", "--seed", "3", "--save", "match.jsonl"],
        ["rule", "O-PUSH-09"],
        ["edition", "official"],
    ],
    ids=" ".join,
)
def test_commands_work_without_the_server(words: list[str], tmp_path: Path) -> None:
    done = dungeonbowl(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "command"),
    [(["play", "--no-open"], "play"), (["seat", "http://127.0.0.1:8000/match/ID#token=TOKEN"], "seat")],
)
def test_commands_that_need_the_server_say_so_in_one_line(words: list[str], command: str, tmp_path: Path) -> None:
    done = dungeonbowl(tmp_path, *words)
    assert done.returncode == 2
    assert f"dungeonbowl: {command} {NEEDS}" in done.stderr
    assert len([line for line in done.stderr.splitlines() if "interpreted" not in line]) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_client_says_so_too(tmp_path: Path) -> None:
    program = (
        "from dungeonbowl import UserError\n"
        "try:\n"
        "    import dungeonbowl.client\n"
        "except UserError as error:\n"
        "    print(error)\n"
    )
    done = run(tmp_path, program)
    assert done.stdout == "dungeonbowl.client needs websockets: pip install 'dungeonbowl[server]'\n"


def test_a_match_is_played_in_python_without_the_server(tmp_path: Path) -> None:
    program = (
        "import dungeonbowl as db\n"
        "match = db.Match('official', seed=7, quick=True, turn_limit=1)\n"
        "while not match.is_over: match.play(db.bots.normal(match))\n"
        "match.save('match.jsonl')\n"
        "print(db.Replay.load('match.jsonl').verify())\n"
    )
    done = run(tmp_path, program)
    assert (done.stdout, done.stderr) == ("True\n", "")
