"""Which point of the rules each action follows from, by the rows of `engine/action_kinds.py`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.action_kinds import ACTION_KINDS, DECLARATION_ROWS, REROLL_SOURCES
from dungeonbowl.engine.actions import first_of, kind_of

# By the kind of action, by what is declared, and by the source of a re-roll.
ACTION_CLAUSES: Final = {row.number: row.clause for row in ACTION_KINDS if row.clause}
DECLARATION_CLAUSES: Final = {row.number: row.clause for row in DECLARATION_ROWS}
SOURCE_CLAUSES: Final = {row.number: row.clause for row in REROLL_SOURCES}


def clause_of(packed: int) -> int:
    """The clause of an action; 0 if it has none."""
    kind = int(kind_of(i64(packed)))
    if kind == actions.DECLARE:
        return DECLARATION_CLAUSES.get(int(first_of(i64(packed))), int(clauses.SPECIAL))
    if kind == actions.REROLL:
        return SOURCE_CLAUSES.get(int(first_of(i64(packed))), int(clauses.TEAM_REROLL))
    return ACTION_CLAUSES.get(kind, 0)
