"""Searching for teams and leagues."""

from __future__ import annotations

from typing import Final

from dungeonbowl.league.office import Office
from dungeonbowl.server.wire.league import Found

MOST: Final = 20  # of each kind


def found(office: Office, words: str) -> list[Found]:
    """Leagues and teams whose names have these words in them."""
    if not words.strip():
        return []
    leagues = office.leagues.listed(words, most=MOST)
    teams = office.teams.listed(search=words, most=MOST)
    return [
        *(Found("league", line.id, line.name, f"season {line.season}") for line in leagues),
        *(Found("team", line.id, line.name, line.coach) for line in teams),
    ]
