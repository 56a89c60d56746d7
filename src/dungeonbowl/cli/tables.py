"""Printing tables: whole in a pipe; on a narrow screen without the least important columns."""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from dungeonbowl.languages import t

ROOM_IN_A_PIPE: Final = 400  # columns: for a program that reads the output, nothing is cut or wrapped


def screen() -> Console:
    """The console for results. Output to a pipe or a file has unlimited width."""
    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=ROOM_IN_A_PIPE)


def print_fitting(console: Console, table: Table, kept: int) -> None:
    """Print a table. The first `kept` columns are always shown whole. On a narrow screen the last columns are dropped,
    and a line below names them."""
    dropped: list[str] = []
    while len(table.columns) > kept and needed_width(console, table) > console.width:
        dropped.insert(0, str(table.columns.pop().header))
    console.print(table)
    if dropped:
        told = t("No room here for: {columns}. A wider screen or --json has them.", columns=", ".join(dropped))
        console.print(told, soft_wrap=True)


def needed_width(console: Console, table: Table) -> int:
    return Measurement.get(console, console.options.update(max_width=ROOM_IN_A_PIPE), table).maximum
