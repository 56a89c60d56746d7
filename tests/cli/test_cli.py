from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dungeonbowl
from dungeonbowl import cli
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.errors import UserError
from dungeonbowl.rulebook import load
from dungeonbowl.rulebook.coverage import Tally, write, write_skills
from support.command_line import run


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def test_a_rule_is_printed_with_ruling_and_source(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "rule", "o-term-04") == 0
    out = capsys.readouterr().out
    assert out.startswith("O-TERM-04  official, Components and terms\nA player outside the dungeon")
    assert "Ruling: " in out
    assert "Source: 002 injuries" in out


def test_a_section_is_printed_whole(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "rule", "S-VAMP") == 0
    assert "S-VAMP-01" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rule", "O-PUSH-99"), "dungeonbowl: there is no rule O-PUSH-99; did you mean "),
        (("rules", "--edition", "chess"), "dungeonbowl: there is no edition chess: choose from official"),
        (("rules", "--results", "nowhere.json"), "dungeonbowl: nowhere.json: No such file or directory"),
    ],
)
def test_what_the_user_can_mend_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert run(monkeypatch, *arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(message)
    assert printed.err.count("\n") == 1


def test_a_broken_results_file_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "rules.json").write_text("{")
    assert run(monkeypatch, "rules") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_rules_without_results_lists_the_book(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "rules", "--edition", "stockbowl") == 0
    printed = capsys.readouterr()
    assert f"stockbowl: {len(load('stockbowl'))} rules" in printed.out
    assert "no results of a test run" in printed.err


def test_rules_with_results_names_those_without_a_test(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    tally.passed = {"S-LAY-01", "S-LAY-02"}
    write(Path("build/rules.json"), tally.coverage({"S-LAY-03": "a promise about two halves"}))
    assert run(monkeypatch, "rules", "--edition", "stockbowl") == 0
    out = capsys.readouterr().out
    assert f"stockbowl: 2 of {len(load('stockbowl'))} rules shown" in out
    assert "03-04" in out
    assert "S-LAY-03: a promise about two halves" in out


def test_rules_with_results_counts_the_skills(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    tally.passed_skills = {("official", "Guard")}
    write(Path("build/rules.json"), tally.coverage())
    write_skills(Path("build/rules.json"), tally.skills({"official": ["Block", "Guard"], "stockbowl": ["Claw"]}))
    assert run(monkeypatch, "rules") == 0
    out = capsys.readouterr().out
    assert "skills with a passing test" in out
    assert "Block" in out
    assert "Claw" in out
    assert run(monkeypatch, "rules", "--edition", "stockbowl") == 0
    out = capsys.readouterr().out
    assert "Block" not in out
    assert "Claw" in out
    assert run(monkeypatch, "rules", "--edition", "dungeons") == 0
    assert "skills with a passing test" not in capsys.readouterr().out


def test_rules_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "rules", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["official"]["total"] == len(load("official"))
    assert printed["official"]["shown"] == 0


def test_version_says_which_engine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "version") == 0
    engine = "compiled" if dungeonbowl.compiled() else "interpreted"
    assert capsys.readouterr().out.startswith(f"dungeonbowl {dungeonbowl.__version__}, engine {engine}")
    assert run(monkeypatch, "--version") == 0
    assert capsys.readouterr().out == f"dungeonbowl {dungeonbowl.__version__}\n"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_an_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run(monkeypatch, name, "--help") == 0
    assert f"Example: dungeonbowl {name}" in capsys.readouterr().out


def test_help_lists_every_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--help") == 0
    out = capsys.readouterr().out
    assert all(f"  {name}" in out for name in cli.COMMANDS)


@pytest.mark.parametrize(
    ("raised", "code", "err"),
    [(UserError("no such thing"), 2, "dungeonbowl: no such thing\n"), (KeyboardInterrupt(), 130, "")],
)
def test_errors_and_interrupts_leave_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    raised: BaseException,
    code: int,
    err: str,
) -> None:
    def fails() -> None:
        raise raised

    monkeypatch.setattr("dungeonbowl.cli.version.version", fails)
    assert run(monkeypatch, "version") == code
    assert capsys.readouterr().err == err


def test_a_closed_pipe_is_quiet() -> None:
    command = f"'{sys.executable}' -m dungeonbowl dungeon list --json | head -c 10"
    found = {**os.environ, "PYTHONPATH": str(Path(dungeonbowl.__file__).parents[1])}
    shell = subprocess.run(["/bin/sh", "-c", command], env=found, capture_output=True, text=True, check=False)
    assert shell.stderr == ""


def test_the_warning_about_speed_comes_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dungeonbowl.cli.speed.compiled", lambda: False)
    warn_if_interpreted.cache_clear()
    warn_if_interpreted()
    warn_if_interpreted()
    assert capsys.readouterr().err.count("interpreted") == 1
    warn_if_interpreted.cache_clear()
