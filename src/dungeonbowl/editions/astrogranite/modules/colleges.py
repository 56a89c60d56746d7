"""The module `colleges`: only teams of the ten colleges play, put together as the rules of teams say (A-TEAM).

Whether a team is legal is checked where teams are, by the facts of `teams/astrogranite`; here is only who may play.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions.astrogranite.composition.composition import Composition

COLLEGE_TEAMS: Final = "astrogranite"
PARENT_TEAMS: Final = "stockbowl"  # the teams of the parent game, by the same older rules (A-TEAM-12)


def install(c: Composition) -> None:
    c.team_books = [COLLEGE_TEAMS]
