from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from dungeonbowl.errors import UserError
from dungeonbowl.records.scenario import Outcome, load_scenario

scenario = typer.Typer(
    help="Play scenario files.\n\nExample: dungeonbowl scenario run scenarios/official/ex-01.toml",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@scenario.callback()
def commands() -> None:
    pass


@scenario.command()
def run(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files, or folders of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Play every line of every file and tell which came out as they should.

    The exit code is 0 when all did, 1 when one did not, 2 when a file is no scenario.

    Example: dungeonbowl scenario run scenarios
    """
    outcomes: list[Outcome] = []
    broken = 0
    for path in files_of(paths):
        try:
            outcomes += load_scenario(path).play()
        except UserError as error:
            broken += 1
            print(f"dungeonbowl: {error}", file=sys.stderr)  # noqa: T201
    failures = [outcome for outcome in outcomes if not outcome.passed]
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(outcomes), indent=1, ensure_ascii=False))
    else:
        for outcome in failures:
            typer.echo(outcome.report())
        typer.echo(f"{len(outcomes) - len(failures)} of {len(outcomes)} lines of play came out as they should")
    if broken or failures:
        raise typer.Exit(2 if broken else 1)


def files_of(paths: list[Path]) -> list[Path]:
    """The files named, and every .toml file below the folders named."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise UserError(f"{path}: expected .toml files in this folder")
        found += inside
    return found
