"""The examples of the command line's help, exactly as it prints them.

Also a program: an installed Python runs this file, which imports nothing of the tests, and reads the JSON it prints.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import typer.main
from typer.testing import CliRunner

from dungeonbowl.cli import make_app

NARROW = 60  # columns: narrower than most examples are long


def command_paths() -> list[list[str]]:
    """Every command and group by the words that call it, the whole program (no word) first."""
    found: list[list[str]] = []

    def walk(command: Any, path: list[str]) -> None:
        found.append(path)
        for name, inner in getattr(command, "commands", {}).items():
            walk(inner, [*path, name])

    walk(typer.main.get_command(make_app([])), [])
    return found


def help_of(path: list[str], columns: int = NARROW) -> str:
    """What `--help` prints on a terminal of that width."""
    found = CliRunner().invoke(make_app(path), [*path, "--help"], terminal_width=columns)
    assert found.exit_code == 0, found.output
    return str(found.output)


def examples_of(path: list[str], columns: int = NARROW) -> list[str]:
    """The lines after `Example:`, each as a user would copy it."""
    return re.findall(r"^\s*Example: (.*)$", help_of(path, columns), re.MULTILINE)


if __name__ == "__main__":
    json.dump({" ".join(path): examples_of(path) for path in command_paths()}, sys.stdout)
