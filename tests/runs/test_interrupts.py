"""Ctrl-C as a person presses it: the signal reaches every process of the terminal, what is done is kept, and the same
command goes on to the result that it would have had anyway."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.interrupts import INTERRUPTS, held_back, let_through
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.runs.plan import Plan

PATIENCE = 120.0
# Each command, and how many lines of its checkpoint are awaited before Ctrl-C.
COMMANDS = {
    "sim": ("sim --quick --games 400 --turn-limit 6 --mixed --rows OUT.parquet --jobs 2", "--resume", 5),
    "league": (
        "league bots --bots easy --size 6 --edition official(turn_limit=6) --jobs 2 --out OUT.dungeonleague --force",
        "--resume",
        4,
    ),
}


def words_of(command: str, out: Path) -> list[str]:
    return [sys.executable, "-m", "dungeonbowl", *command.replace("OUT", str(out)).split()]


def interrupt(
    words: Sequence[str], kept: Path, lines: int, by: signal.Signals = signal.SIGINT, everybody: bool = True
) -> subprocess.CompletedProcess[str]:
    """Start a command, and send it a signal when its checkpoint has so many lines: to everybody as a terminal sends
    Ctrl-C, or to the command alone."""
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True
    )
    try:
        ends = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < ends:
            if kept.exists() and kept.read_bytes().count(b"\n") >= lines:
                (os.killpg if everybody else os.kill)(process.pid, by)
                break
            time.sleep(0.02)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return subprocess.CompletedProcess(words, process.returncode, out, err)


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(name: str, tmp_path: Path) -> None:
    command, option, lines = COMMANDS[name]
    whole, parts, kept = tmp_path / "whole", tmp_path / "parts", tmp_path / "kept.jsonl"
    stopped = interrupt([*words_of(command, parts), option, str(kept)], kept, lines)
    assert stopped.returncode == 0, stopped.stderr
    assert "stopped after " in stopped.stderr
    assert "Traceback" not in stopped.stderr
    (first,) = tmp_path.glob("parts.*")
    half = first.read_bytes()
    before = kept.read_bytes()
    again = subprocess.run(
        [*words_of(command, parts), option, str(kept)], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert kept.read_bytes().startswith(before), "what was done is not done again"
    assert "stopped" not in again.stderr
    subprocess.run(words_of(command, whole), capture_output=True, check=True)
    (end,) = tmp_path.glob("whole.*")
    assert first.read_bytes() == end.read_bytes()
    assert half != end.read_bytes()


@pytest.mark.parametrize("death", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_command_and_its_checkpoint_goes_on(death: signal.Signals, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    words = [*words_of("sim --quick --games 100000 --turn-limit 6 --jobs 2", tmp_path), "--resume", str(kept)]
    killed = interrupt(words, kept, 5, death, everybody=False)  # returns when nobody writes to its streams any more
    assert killed.returncode == -death
    done = kept.read_bytes().count(b"\n")
    words[words.index("100000")] = str(done)
    again = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "Traceback" not in again.stderr
    assert kept.read_bytes().count(b"\n") >= done


def half_second(number: int) -> int:
    time.sleep(0.5)
    return number


def test_what_is_under_way_when_ctrl_c_is_pressed_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "numbers.jsonl"
    found: list[int] = []
    told: list[int] = []
    stopped = False
    with Crew(2) as crew:
        crew.waits = lambda: told.append(len(found))
        try:
            for number, _ in crew.results(Plan(half_second, range(40)), Checkpoint(path, "numbers", {}, int)):
                found.append(number)
                if len(found) == 2:
                    os.kill(os.getpid(), signal.SIGINT)  # it waits until the crew does
                    found.append(-1)
        except KeyboardInterrupt:
            stopped = True
    assert stopped
    assert found[2] == -1
    assert len(found) > 3, "matches under way are finished"
    assert told == [3], "and somebody is told, before they are awaited"
    assert len(found) < 20
    assert path.read_bytes().count(b"\n") == len(found)  # one line of terms, and one mark in the list
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def for_ever(folder: Path, number: int) -> int:
    (folder / str(number)).touch()
    while True:
        time.sleep(0.05)


def test_ctrl_c_pressed_twice_does_not_wait_for_what_is_under_way(tmp_path: Path) -> None:
    def press_again() -> None:
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()

    def press_when_begun() -> None:
        while not any(tmp_path.iterdir()):
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press_when_begun, daemon=True).start()
    with Crew(2) as crew:
        crew.waits = press_again
        with pytest.raises(KeyboardInterrupt):
            list(crew.results(Plan(partial(for_ever, tmp_path), range(4))))
    assert multiprocessing.active_children() == []


def test_ctrl_c_waits_for_the_end_of_what_is_being_written_but_not_twice() -> None:
    done = []
    with held_back():
        os.kill(os.getpid(), signal.SIGINT)
        done.append("written whole")
        with pytest.raises(KeyboardInterrupt), let_through():
            done.append("never")
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert done == ["written whole"]
    assert not INTERRUPTS.pressed


def test_ctrl_c_after_the_last_result_loses_nothing() -> None:
    with Crew() as crew:
        found = list(crew.in_order(Plan(abs, range(5))))
        os.kill(os.getpid(), signal.SIGINT)
    assert found == list(range(5))


def test_who_has_a_use_of_their_own_for_ctrl_c_keeps_it() -> None:
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        with held_back():
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert pressed == [signal.SIGINT]


# A command whose worker hears Ctrl-C while it loads its modules: a process that is spawned loads this file first.
EARLY = """
import os, signal
if __name__ != "__main__":
    os.kill(os.getpid(), signal.SIGINT)
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.plan import Plan
if __name__ == "__main__":
    with Crew(2) as crew:
        print(sorted(found for _, found in crew.results(Plan(abs, range(-4, 0)))), crew.failures)
"""


def test_a_worker_that_starts_does_not_die_of_ctrl_c(tmp_path: Path) -> None:
    script = tmp_path / "early.py"
    script.write_text(EARLY, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout == "[1, 2, 3, 4] 0\n"
    assert done.stderr == ""


# Ctrl-C as soon as the first package is loaded that the command line needs.
LOADING = """
import os, runpy, signal, sys

class Pressing:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Pressing())
sys.argv = ["dungeonbowl", "version"]
runpy.run_module("dungeonbowl", run_name="__main__")
"""


def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_word() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADING], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
