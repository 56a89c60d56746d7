"""What the end of a season tells a team, for tests of it without a competition."""

from __future__ import annotations

from dungeonbowl.league.aftermath.machine import SeasonFacts
from dungeonbowl.league.competitions.options import default_season


def season_facts(edition: str, season: str, place: int, *, had_trophy: bool = False) -> SeasonFacts:
    """The usual prize of a final place; 0 for none. The champion takes the trophy from whoever had it."""
    prizes = default_season(edition).competition.gold()
    prize = prizes[place - 1] if 0 < place <= len(prizes) else 0
    return SeasonFacts(season, place, prize, True if place == 1 else False if had_trophy else None)
