"""Tables keep what matters on a narrow screen and are whole in a pipe; the shell completes ids."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest
from rich.console import Console
from rich.table import Table

from dungeonbowl.cli import completion
from dungeonbowl.cli.tables import print_fitting
from dungeonbowl.dungeon.text import bundled


def printed(width: int) -> str:
    out = io.StringIO()
    table = Table("id", "name", "edition", "size", "portals")
    for column in table.columns:
        column.no_wrap = True
    table.add_row("ag-drowned-halls", "Drowned Halls", "astrogranite", "34 x 26", "6")
    print_fitting(Console(file=out, width=width), table, kept=3)
    return out.getvalue()


@pytest.mark.parametrize("width", [60, 80, 200])
def test_name_and_edition_are_whole_at_any_width(width: int) -> None:
    text = printed(width)
    assert "Drowned Halls" in text
    assert "astrogranite" in text
    assert "…" not in text
    assert ("No room here for: " in text) == (width < 80)


def test_in_a_pipe_nothing_is_cut() -> None:
    command = [sys.executable, "-m", "dungeonbowl", "dungeon", "list"]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "COLUMNS": "60"}, check=True)
    lines = done.stdout.decode().splitlines()
    for name in bundled():
        assert any(f" {name} " in line for line in lines), name
    assert "portals" in lines[1]
    assert "…" not in done.stdout.decode()


def test_the_shell_completes_ids_of_dungeons_teams_rules_editions_and_bots() -> None:
    assert completion.dungeons("of-") == ["of-1", "of-2", "of-3", "of-4", "of-5", "of-6"]
    assert "fire-fast" in completion.teams("fire")
    assert "O-PUSH" in completion.rules("o-p")
    assert "O-PUSH-09" in completion.rules("O-PUSH-0")
    assert completion.editions("s") == ["stockbowl"]
    assert completion.bots("n") == ["normal"]


def test_the_shell_is_given_them() -> None:
    environment = {
        **os.environ,
        "_DUNGEONBOWL_COMPLETE": "complete_bash",
        "COMP_WORDS": "dungeonbowl dungeon show of-",
        "COMP_CWORD": "3",
    }
    command = [sys.executable, "-c", "from dungeonbowl.cli import main; main()"]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.stdout.decode().split() == ["of-1", "of-2", "of-3", "of-4", "of-5", "of-6"]


@pytest.mark.parametrize("group", [(), ("sim",), ("dungeon",), ("dungeon", "check")])
def test_h_is_help_everywhere(group: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "dungeonbowl", *group, "-h"]
    assert b"Example: " in subprocess.run(command, capture_output=True, check=True).stdout


def test_rules_are_found_by_their_words() -> None:
    command = [sys.executable, "-m", "dungeonbowl", "rule", "portal", "displaced"]
    found = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert "O-PORTAL-" in found
    command = [sys.executable, "-m", "dungeonbowl", "rule", "xyzzy"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr[:45]) == (2, b"dungeonbowl: no rule holds the words xyzzy; `")
