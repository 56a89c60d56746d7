"""Searching for teams and leagues."""

from __future__ import annotations

from typing import Final

from dungeonbowl.languages import t
from dungeonbowl.league.office import Office
from dungeonbowl.server.league.desk import teams_in, unhidden
from dungeonbowl.server.wire.league import Found

MOST: Final = 20  # of each kind


def found(office: Office, words: str, hidden: set[str]) -> list[Found]:
    """Leagues and teams whose names have these words in them, without those of hidden leagues."""
    if not words.strip():
        return []
    leagues = unhidden(lambda last: office.leagues.listed(words, last, MOST), hidden, "", MOST)
    teams = unhidden(lambda last: office.teams.listed("", words, last, MOST), teams_in(office, hidden), "", MOST)
    return [
        *(Found("league", line.id, line.name, t("season {number}", number=line.season)) for line in leagues),
        *(Found("team", line.id, line.name, line.coach) for line in teams),
    ]
