"""The module `colleges`: only teams of the ten colleges play, built by the rules for teams (A-TEAM).

The room `teams` checks whether a team is legal, by the facts of `teams/astrogranite`. This module says only which teams
may play.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions.astrogranite.composition.composition import Composition

COLLEGE_TEAMS: Final = "astrogranite"
PARENT_TEAMS: Final = "stockbowl"  # the teams of the parent game; they have the same base rules (A-TEAM-12)


def install(c: Composition) -> None:
    c.team_books = [COLLEGE_TEAMS]
