"""Tables as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

# A spreadsheet takes a cell that begins so for a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as CSV, in which no text that people have written is a formula.

    >>> csv_text(["team", "points"], [["=SUM(A1)", -3]]).splitlines()
    ['team,points', "'=SUM(A1),-3"]
    """
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([plain(value) for value in row] for row in rows)
    return page.getvalue()


def plain(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
