"""Tables and where they are printed: whole in a pipe, and on a narrow screen without the columns that matter least."""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

ROOM_IN_A_PIPE: Final = 400  # columns: nothing is cut or wrapped for a program that reads along


def screen() -> Console:
    """The console for results. What is piped or written to a file has all the room it needs."""
    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=ROOM_IN_A_PIPE)


def print_fitting(console: Console, table: Table, kept: int) -> None:
    """Print a table whose first `kept` columns are always shown whole. On a narrow screen the last columns go first; a
    line below says so."""
    dropped: list[str] = []
    while len(table.columns) > kept and needed_width(console, table) > console.width:
        dropped.insert(0, str(table.columns.pop().header))
    console.print(table)
    if dropped:
        console.print(f"No room here for: {', '.join(dropped)}. A wider screen or --json has them.", soft_wrap=True)


def needed_width(console: Console, table: Table) -> int:
    return Measurement.get(console, console.options.update(max_width=ROOM_IN_A_PIPE), table).maximum
