from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t, translated
from dungeonbowl.records.files import read_limited
from dungeonbowl.scenes.bundled import bundled_scenarios, find_scenario, find_scenarios
from dungeonbowl.scenes.scenario import Outcome, load_scenario
from dungeonbowl.scenes.scenario_file import LONGEST

WHICH: Final = "A scenario by its id (ex-01, astrogranite:ex-01), all of an edition, a .toml file, or a folder of them."

scenario = typer.Typer(
    help="Play scenarios: the rulebooks' worked examples, and your own.\n\nExample: dungeonbowl scenario run ex-01",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@scenario.callback()
def commands() -> None:
    pass


@scenario.command("list")
def list_scenarios(
    edition: Annotated[str, typer.Option(help="Only those of one edition.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List the scenarios that come with the program.

    Example: dungeonbowl scenario list --edition stockbowl
    """
    known = bundled_scenarios()
    if edition and edition not in known:
        raise UserError(f"edition {edition!r} has no scenarios; expected one of {', '.join(known)}")
    rows = []
    for name in [edition] if edition else known:
        for identity, path in known[name].items():
            found = load_scenario(path)
            title, lines = found.title, len(found.lines)
            rows.append({"edition": name, "id": identity, "title": title, "lines": lines, "rules": found.rules})
    if as_json:
        typer.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    table = Table()
    for heading in (t("edition"), t("id")):
        table.add_column(heading, no_wrap=True)
    table.add_column(t("title"))
    table.add_column(t("lines"), justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*(str(row[key]) for key in ("edition", "id", "title", "lines")))
    Console(highlight=False, markup=False).print(table)


@scenario.command()
def show(name: Annotated[str, typer.Argument(metavar="NAME", help="A scenario by its id, or a .toml file.")]) -> None:
    """Print the file of a scenario: to read it, or to begin one of your own.

    Example: dungeonbowl scenario show ex-01
    """
    typer.echo(read_limited(find_scenario(name), LONGEST), nl=False)


@scenario.command()
def run(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help=f"{WHICH} Without: all that come with the program.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Play every line of every scenario and tell which came out as they should.

    The exit code is 0 when all did, 1 when one did not, 2 when a file is no scenario.

    Example: dungeonbowl scenario run

    Example: dungeonbowl scenario run ex-01 astrogranite:ex-15 stockbowl
    """
    outcomes: list[Outcome] = []
    broken = 0
    for path in files_of(names or list(bundled_scenarios())):
        try:
            outcomes += load_scenario(path).play()
        except UserError as error:
            broken += 1
            print(f"dungeonbowl: {translated(str(error))}", file=sys.stderr)  # noqa: T201
    failures = [outcome for outcome in outcomes if not outcome.passed]
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(outcomes), indent=1, ensure_ascii=False))
    else:
        for outcome in failures:
            typer.echo(outcome.report())
        passed = len(outcomes) - len(failures)
        typer.echo(t("{passed} of {all} lines of play came out as they should", passed=passed, all=len(outcomes)))
    if broken or failures:
        raise typer.Exit(2 if broken else 1)


def files_of(names: list[str]) -> list[Path]:
    """The files that these names stand for, each once."""
    return list(dict.fromkeys(path for name in names for path in find_scenarios(name)))
