"""Problems of teams as people read them. The room of teams speaks no language: each part is told here."""

from __future__ import annotations

import re
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t, translated
from dungeonbowl.teams.problems import Problem, TeamError

PLAYER: Final = re.compile(r"player (\d+)(.*)", re.DOTALL)
RANGE: Final = re.compile(r"([\d,]+) to ([\d,]+)")


def reason_of(problem: Problem) -> str:
    """One reason: where, what, what is allowed, what was found, and the rule."""
    told = t(
        "{what}: expected {limit}, found {found}",
        what=translated(problem.what),
        limit=part(problem.limit),
        found=part(problem.found),
    )
    place = f"{place_of(problem.where)}: " if problem.where else ""
    return place + told + (f" ({problem.rule})" if problem.rule else "")


def place_of(where: str) -> str:
    """Which player, or which part of the file."""
    found = PLAYER.fullmatch(where)
    return translated(where) if found is None else t("player {number}", number=found[1]) + found[2]


def part(words: str) -> str:
    found = RANGE.fullmatch(words)
    return translated(words) if found is None else t("{low} to {high}", low=found[1], high=found[2])


def refusal(error: UserError) -> str:
    """An error as it is told: of a team every reason, in lines of their own if there are several."""
    if not isinstance(error, TeamError):
        return translated(str(error))
    reasons = [reason_of(problem) for problem in error.problems]
    if len(reasons) == 1:
        return f"{error.source}: {reasons[0]}"
    told = t("{count} reasons", count=len(reasons))
    return "\n".join([f"{error.source}: {told}", *(f"  {reason}" for reason in reasons)])
