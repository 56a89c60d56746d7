"""What is announced at the end of a day: best attack, most casualties, best of each roster, wooden spoon; and results
as a file for a federation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from dungeonbowl.languages import mark, t
from dungeonbowl.league.competitions.spreadsheet import csv_text
from dungeonbowl.league.competitions.standings import Row
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.words import ON_THE_BOARD


class Honour(msgspec.Struct, frozen=True):
    """A title for one team, or for several that share it."""

    title: str
    teams: tuple[str, ...]
    figure: int = 0


ATTACK: Final = mark("best attack")
CASUALTIES: Final = mark("most casualties")
SPOON: Final = mark("wooden spoon")
BEST_OF: Final = "best of "


def honour_said(title: str, names: Mapping[str, str] | None = None) -> str:
    """A title in the language of the reader. `names` has the names of rosters for people, by id."""
    roster = roster_of(title)
    if not roster:
        return t(title)
    return t("best of {roster}", roster=(names or {}).get(roster, roster))


def roster_of(title: str) -> str:
    """The id of the roster whose best a title is for; empty for a title among all."""
    return title.removeprefix(BEST_OF) if title.startswith(BEST_OF) else ""


def honours(rows: Sequence[Row], rosters: dict[str, str]) -> list[Honour]:
    """The titles of a table, which is given in its order. `rosters` has the roster of each team."""
    playing = [row for row in rows if not row.out]
    if not playing:
        return []
    touchdowns = max(row.td_for for row in playing)
    casualties = max(row.cas_for for row in playing)
    found = [
        Honour(ATTACK, tuple(row.team for row in playing if row.td_for == touchdowns), touchdowns),
        Honour(CASUALTIES, tuple(row.team for row in playing if row.cas_for == casualties), casualties),
    ]
    best: dict[str, Row] = {}
    for row in playing:
        if roster := rosters.get(row.team, ""):
            best.setdefault(roster, row)
    found += [Honour(f"{BEST_OF}{roster}", (row.team,), row.place) for roster, row in sorted(best.items())]
    last = playing[-1].place
    return [*found, Honour(SPOON, tuple(row.team for row in playing if row.place == last), last)]


COLUMNS = ("fixture", "round", "coach", "team", "roster", "score", "casualties", "opponent", "against", "result")


def results_csv(competition: Competition) -> str:
    """Every side of every played match as a line of CSV."""
    rows: list[list[object]] = []
    for name, result in competition.results.items():
        fixture = competition.fixtures[name]
        if result.how not in ON_THE_BOARD:
            continue
        for side in result.sides:
            entry = competition.entries[side.team]
            others = result.others(side.team)
            rows.append(
                [
                    *(name, fixture.round, entry.owner, entry.title, entry.roster, side.score, side.casualties),
                    " / ".join(competition.name_of(other.team) for other in others),
                    " / ".join(str(other.score) for other in others),
                    side.result,
                ]
            )
    return csv_text(COLUMNS, rows)
