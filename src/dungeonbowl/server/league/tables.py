"""Tables of a competition for a spreadsheet."""

from __future__ import annotations

from typing import Final

from dungeonbowl.league.competitions.spreadsheet import csv_text
from dungeonbowl.league.office.views import CompetitionView

COLUMNS: Final = (
    *("place", "team", "coach", "points", "played", "won", "drawn", "lost"),
    *("td_for", "td_against", "cas_for", "cas_against", "form", "why"),
)


def standings_csv(view: CompetitionView) -> str:
    """Every table, one after the other, with the stage and the group of each line."""
    return csv_text(
        ("stage", "group", *COLUMNS),
        [
            [table.stage, table.group, *(row.name if column == "team" else getattr(row, column) for column in COLUMNS)]
            for table in view.tables
            for row in table.rows
        ],
    )
