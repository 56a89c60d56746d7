from __future__ import annotations

import json
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dungeonbowl.bots.detail import NEEDED, played_again
from dungeonbowl.cli.tables import screen
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.records.files import check_writable
from dungeonbowl.records.replay import write_replay
from dungeonbowl.runs.columns import Answer, asked, numbered, read_table

MOST_SHOWN: Final = 1000  # rows of a table on the terminal
MOST_LISTED: Final = 100  # rows that are shown as lists
MOST_LETTERS: Final = 5000  # of a cell
NARROWEST: Final = 8  # letters that a column takes at least
USUAL: Final = (
    "select edition, options, home_bot, away_bot, count(*) as matches, sum((winner = 'home')::int) as home_wins,"
    " sum((winner = 'away')::int) as away_wins, round(avg(home_turns), 1) as turns"
    " from matches group by all order by all"
)


def rows(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Tables of `dungeonbowl sim --rows`.")],
    sql: Annotated[
        str, typer.Option(metavar="TEXT", help="A question to the table `matches`.", show_default="a summary")
    ] = USUAL,
    replay: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Play the match of row N again, the first is 0.")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the replay of --replay here.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the replay.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Ask tables of matches in SQL, and turn any row back into the replay of its match.

    Example: dungeonbowl rows matches.parquet --sql "select ending, count(*) from matches group by ending order by 2"

    Example: dungeonbowl rows matches.parquet --sql "select row, seed from matches order by home_luck desc limit 3"

    Example: dungeonbowl rows matches.parquet --replay 3 --save row.jsonl --force
    """
    if replay is None and (save is not None or force):
        raise UserError("--save and --force are for --replay N: an answer goes to the terminal")
    if replay is not None and sql != USUAL:
        raise UserError("--sql and --replay: take one")
    table = read_table(files)
    if replay is not None:
        again(table, replay, save, force, as_json)
        return
    with ended_at_once(), asked(numbered(table), sql) as answer:
        if as_json:
            print_records(answer)
        else:
            print_table(answer)


@contextmanager
def ended_at_once() -> Iterator[None]:
    """Within this context Ctrl-C ends the program as it does one that knows nothing of it. DuckDB looks for it too
    seldom, and a question that only reads leaves nothing behind."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def print_records(answer: Answer) -> None:
    """A record on each line, as they come: an answer may be longer than the memory."""
    before = "["
    for row in answer.rows:
        record = {name: plain(value) for name, value in zip(answer.columns, row, strict=True)}
        typer.echo(f"{before}\n {json.dumps(record, default=str)}", nl=False)
        before = ","
    typer.echo("\n]" if before == "," else "[]")


def plain(value: Any) -> Any:
    """A value that JSON has: a decimal is a number, and what is no number is nothing."""
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Decimal):
        value = float(value)
    return None if isinstance(value, float) and not isfinite(value) else value


def print_table(answer: Answer) -> None:
    """A table of the first rows; where there are more columns than fit beside each other, row by row."""
    console = screen()
    rows = list(islice(answer.rows, MOST_SHOWN))
    if len(answer.columns) * NARROWEST > console.width:
        print_one_by_one(console, answer.columns, rows[:MOST_LISTED])
        most = MOST_LISTED
    else:
        shown = Table(box=SIMPLE)
        for name in answer.columns:
            shown.add_column(told(name))
        for row in rows:
            shown.add_row(*(told(value) for value in row))
        console.print(shown)
        most = MOST_SHOWN
    if len(rows) > most or next(answer.rows, None) is not None:
        typer.echo(t("These are the first {rows} rows; --json prints all.", rows=most))


def print_one_by_one(console: Console, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Each row as a list of its columns."""
    for row in rows:
        shown = Table(box=SIMPLE, show_header=False)
        for name, value in zip(columns, row, strict=True):
            shown.add_row(told(name), told(value))
        console.print(shown)


def told(value: Any) -> Text:
    """A value as a cell: without what a terminal would take for an order, and no longer than anybody reads."""
    words = "" if value is None else str(value[: MOST_LETTERS + 1] if isinstance(value, str | bytes) else value)
    if len(words) > MOST_LETTERS:
        words = f"{words[:MOST_LETTERS]}…"
    return Text("".join(each if each.isprintable() or each == "\n" else " " for each in words))


def again(table: Any, number: int, save: Path | None, force: bool, as_json: bool) -> None:
    """Play one row again, and write its replay."""
    if number >= table.num_rows:
        raise UserError(f"--replay {number}: the table has {table.num_rows} rows, the first is 0")
    if save is None:
        raise UserError("--replay needs --save FILE for the replay")
    check_writable(save, force)
    row = table.slice(number, 1).to_pylist()[0]
    missing = [name for name in NEEDED if row.get(name) is None]
    if missing:
        raise UserError(f"--replay {number}: the row has no {missing[0]}: another version wrote it, or another program")
    match = played_again(row)
    write_replay(match, save, overwrite=force)
    if as_json:
        typer.echo(json.dumps({"replay": str(save), **row}, indent=1, default=str))
    else:
        told = "{file}: the match of row {number}, seed {seed}; dungeonbowl replay show {file} tells it"
        typer.echo(t(told, file=save, number=number, seed=row["seed"]))
