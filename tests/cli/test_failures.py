"""What goes wrong around a command is told in one line, never by a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dungeonbowl.bots.tournament import ResultsFile, Terms
from dungeonbowl.cli.stopping import stopped_by_hand
from dungeonbowl.errors import UserError
from dungeonbowl.records.replay import read_replay

FULL_DISK = Path("/dev/full")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "dungeonbowl", *arguments]
    return subprocess.run(command, capture_output=True, env={**os.environ, **environment}, check=False)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("arguments", [("dungeon", "show", "of-1"), ("team", "show"), ("rule", "O-PUSH-09")])
def test_a_terminal_that_knows_no_utf_8_gets_what_it_can_show(encoding: str, arguments: tuple[str, ...]) -> None:
    done = run(*arguments, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding)


@pytest.mark.skipif(not FULL_DISK.exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("arguments", [("dungeon", "list"), ("rules",), ("sim", "--games", "1", "--quick", "--json")])
def test_a_full_disk_is_one_line(arguments: tuple[str, ...]) -> None:
    with FULL_DISK.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "dungeonbowl", *arguments], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    last = done.stderr.decode().splitlines()[-1]
    assert last == "dungeonbowl: No space left on device"
    assert b"Traceback" not in done.stderr


def test_an_error_is_json_where_json_was_asked_for() -> None:
    for arguments in (("rule", "O-XX-99", "--json"), ("sim", "--no-such-option", "--json")):
        done = run(*arguments)
        assert done.returncode == 2
        assert set(json.loads(done.stdout)) == {"error"}
        assert done.stderr.startswith(b"dungeonbowl: ")


def test_a_place_where_nothing_can_be_written_is_refused_before_the_match_is_played(tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "match.jsonl"
    done = run("watch", "--seed", "1", "--quick", "--save", str(nowhere))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"dungeonbowl: {nowhere}: No such file or directory\n"
    there = tmp_path / "match.jsonl"
    there.write_text("kept")
    assert run("watch", "--seed", "1", "--quick", "--save", str(there)).returncode == 2
    assert there.read_text() == "kept"


def test_results_of_an_arena_go_nowhere_in_one_line(tmp_path: Path) -> None:
    terms = Terms(bots=["random", "easy"], games=2, dungeons=[], teams=[])
    with pytest.raises(UserError, match="No such file or directory"):
        ResultsFile(tmp_path / "no" / "results.jsonl", terms)
    with pytest.raises(UserError, match="Is a directory"):
        ResultsFile(tmp_path, terms)


def test_a_replay_is_read_by_a_path_or_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    assert run("watch", "--seed", "1", "--quick", "--turn-limit", "1", "--save", str(path)).returncode == 0
    assert read_replay(str(path)).inputs == read_replay(path).inputs
    with pytest.raises(UserError, match=r"nowhere\.jsonl: No such file"):
        read_replay("nowhere.jsonl")
    done = run("replay", "verify", str(path), str(tmp_path / "no.jsonl"), "--json")
    records = json.loads(done.stdout)
    assert [record["verified"] for record in records] == [True, False]
    assert done.returncode == 2


def test_what_is_done_before_ctrl_c_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    done = [1, 2, 3]
    with stopped_by_hand(done, 10):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "dungeonbowl: stopped after 3 of 10 matches\n"
    with pytest.raises(KeyboardInterrupt), stopped_by_hand([], 10):
        raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_a_long_series_prints_the_matches_that_were_played(jobs: str) -> None:
    command = [sys.executable, "-m", "dungeonbowl", "sim", "--games", "100000", "--quick", "--home", "random"]
    command += ["--away", "random", "--turn-limit", "1", "--jobs", jobs, "--json"]
    for wait in (1, 4, 15, 60):  # on a busy machine the first match may not be over sooner
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=240)
        if out:
            break
    report = json.loads(out)
    assert 0 < report["games"] < 100_000
    assert b"dungeonbowl: stopped after" in errors
    assert b"Traceback" not in errors
