from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.table import Table

from dungeonbowl.cli import completion
from dungeonbowl.cli.chart import Chart
from dungeonbowl.cli.dungeon_fairness import fair
from dungeonbowl.cli.dungeon_making import draw, generate
from dungeonbowl.cli.dungeon_printing import print_dungeon
from dungeonbowl.cli.dungeon_reading import (
    DUNGEON_HELP,
    Reading,
    bundled_unchecked,
    mend_line,
    open_dungeon,
    problem_line,
    problem_record,
    read_for_check,
)
from dungeonbowl.cli.tables import print_fitting, screen
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.json_form import to_json
from dungeonbowl.dungeon.problems import ERROR
from dungeonbowl.dungeon.text import bundled
from dungeonbowl.errors import UserError
from dungeonbowl.languages import plural, t, translated

dungeon = typer.Typer(
    help="Dungeons: look at them, check, make, measure, draw and print them.\n\nExample: dungeonbowl dungeon show of-1",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@dungeon.command("list")
def list_dungeons(
    edition: Annotated[str, typer.Option(help="Only those of one edition: official, astrogranite, stockbowl.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List the dungeons that come with the program.

    Example: dungeonbowl dungeon list --edition official
    """
    found = [bundled_unchecked(name) for name in bundled()]
    editions = sorted({each.edition for each in found})
    if edition and edition not in editions:
        raise UserError(f"edition {edition!r} is not known; it is one of {', '.join(editions)}")
    rows = [summary(each) for each in found if edition in ("", each.edition)]
    if as_json:
        typer.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    table = Table()
    for heading in (t("id"), t("name"), t("edition")):
        table.add_column(heading, no_wrap=True)
    for heading in (t("size"), t("squares"), t("teams"), t("chests"), t("portals")):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        size = f"{row['width']} x {row['height']}"
        cells = [row[key] for key in ("squares", "teams", "chests", "portals")]
        table.add_row(str(row["id"]), str(row["name"]), str(row["edition"]), size, *(str(cell) for cell in cells))
    print_fitting(screen(), table, kept=3)


def summary(board: Dungeon) -> dict[str, object]:
    return {
        "id": board.identity,
        "name": board.name,
        "edition": board.edition,
        "width": int(board.width),
        "height": int(board.height),
        "squares": sum(1 for column in board.column if column >= 0),
        "teams": int(board.teams),
        "chests": len(board.map_chests),
        "portals": sum(1 for node in board.map_portals if node >= 0),
    }


@dungeon.command()
def show(
    name: Annotated[str, typer.Argument(metavar="DUNGEON", help=DUNGEON_HELP, autocompletion=completion.dungeons)],
    plain: Annotated[bool, typer.Option("--plain", help="ASCII characters only.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the JSON form instead of the map.")] = False,
) -> None:
    """Draw a dungeon in the terminal, with the characters of its file and a legend.

    Example: dungeonbowl dungeon show of-5
    """
    board = open_dungeon(name)
    if as_json:
        typer.echo(json.dumps(to_json(board), ensure_ascii=False))
        return
    console = screen()
    chart = Chart(board, plain or "utf" not in console.encoding.lower())
    size = t("{width} x {height} squares", width=board.width, height=board.height)
    console.print(f"{board.name} ({board.identity}), {board.edition}, {size}")
    console.print(chart.draw(), crop=False, soft_wrap=True)
    console.print(chart.legend())


@dungeon.command()
def check(
    names: Annotated[
        list[str], typer.Argument(metavar="DUNGEON", help=DUNGEON_HELP, autocompletion=completion.dungeons)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List everything that is wrong with a dungeon: the rule, the squares, and how to mend it.

    Squares are (x,y), counted from 0. Warnings are what makes a dungeon unfair or awkward; they are no errors.
    The exit code is 0 without errors, 1 with errors, 2 when a file cannot be read at all.

    Example: dungeonbowl dungeon check cellar.dungeon
    """
    readings = [read_for_check(name) for name in names]
    if as_json:
        records = [
            {
                "dungeon": reading.name,
                "readable": reading.is_readable,
                "legal": reading.is_readable and not reading.errors,
                "problems": [problem_record(problem) for problem in reading.problems],
            }
            for reading in readings
        ]
        typer.echo(json.dumps(records, indent=1, ensure_ascii=False))
    else:
        for reading in readings:
            print_reading(reading)
    if any(not reading.is_readable for reading in readings):
        raise typer.Exit(2)
    if any(reading.errors for reading in readings):
        raise typer.Exit(1)


def print_reading(reading: Reading) -> None:
    """Print one line for each problem, with the way to mend it below."""
    if not reading.is_readable:
        for problem in reading.problems:
            print(f"dungeonbowl: {problem_line(problem)}", file=sys.stderr)  # noqa: T201
            if problem.mend and problem.line > 0:
                print(f"    {mend_line(problem)}", file=sys.stderr)  # noqa: T201
        return
    for problem in reading.problems:
        place = f"{reading.name}:{problem.line}:{problem.column}" if problem.line > 0 else reading.name
        squares = " ".join(f"({x},{y})" for x, y in problem.squares[:8])
        more = len(problem.squares) - 8
        told = "{severity} {rule}: {problem}"
        if squares:
            told = (
                "{severity} {rule}: {problem} at {squares} and {more} more"
                if more > 0
                else "{severity} {rule}: {problem} at {squares}"
            )
        parts = {"severity": t(problem.severity), "rule": problem.rule, "problem": translated(problem.text)}
        typer.echo(f"{place}: " + t(told, **parts, squares=squares, more=more))
        if problem.mend:
            typer.echo(f"    {mend_line(problem)}")
    errors = len(reading.errors)
    warnings = sum(problem.severity != ERROR for problem in reading.problems)
    words = plural("{count} error", "{count} errors", errors) if errors else t("legal")
    if warnings:
        words += ", " + plural("{count} warning", "{count} warnings", warnings)
    typer.echo(f"{reading.name}: {words}")


dungeon.command()(generate)
dungeon.command()(fair)
dungeon.command()(draw)
dungeon.command("print")(print_dungeon)
