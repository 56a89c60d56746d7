from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.table import Table

from dungeonbowl.bots.detail import played_again
from dungeonbowl.cli.tables import screen
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.records.files import check_writable
from dungeonbowl.records.replay import write_replay
from dungeonbowl.runs.columns import ask, read_table

USUAL = (
    "select edition, options, home_bot, away_bot, count(*) as matches, sum((winner = 'home')::int) as home_wins,"
    " sum((winner = 'away')::int) as away_wins, round(avg(home_turns), 1) as turns"
    " from matches group by all order by all"
)


def rows(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Tables of `dungeonbowl sim --rows`.")],
    sql: Annotated[
        str, typer.Option(metavar="TEXT", help="A question to the table `matches`.", show_default="a summary")
    ] = USUAL,
    replay: Annotated[
        int, typer.Option(metavar="N", min=-1, help="Play the match of row N again, the first is 0.", show_default="")
    ] = -1,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the replay of --replay here.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the replay.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Ask tables of matches in SQL, and turn any row back into the replay of its match.

    Example: dungeonbowl rows matches.parquet --sql "select ending, count(*) from matches group by ending order by 2"

    Example: dungeonbowl rows matches.parquet --replay 3 --save row.jsonl --force
    """
    table = read_table(files)
    if replay >= 0:
        again(table, replay, save, force, as_json)
        return
    columns, found = ask(table, sql)
    if as_json:
        records = [dict(zip(columns, row, strict=True)) for row in found]
        typer.echo(json.dumps(records, indent=1, default=str))
        return
    shown = Table(box=SIMPLE)
    for name in columns:
        shown.add_column(name)
    for row in found:
        shown.add_row(*("" if value is None else str(value) for value in row))
    screen().print(shown)


def again(table: Any, number: int, save: Path | None, force: bool, as_json: bool) -> None:
    """Play one row again, and write its replay."""
    if number >= table.num_rows:
        raise UserError(f"--replay {number}: the table has {table.num_rows} rows, the first is 0")
    if save is None:
        raise UserError("--replay needs --save FILE for the replay")
    check_writable(save, force)
    row = table.slice(number, 1).to_pylist()[0]
    match = played_again(row)
    write_replay(match, save, overwrite=force)
    if as_json:
        typer.echo(json.dumps({"replay": str(save), **row}, indent=1, default=str))
    else:
        told = "{file}: the match of row {number}, seed {seed}; dungeonbowl replay show {file} tells it"
        typer.echo(t(told, file=save, number=number, seed=row["seed"]))
