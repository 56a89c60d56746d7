"""Small leagues of bots, each played once for all tests of a process."""

from __future__ import annotations

from functools import cache

from dungeonbowl.runs.crew import Crew
from dungeonbowl.seasons.running import BotLeague
from dungeonbowl.seasons.terms import Terms, make_terms

SHORT = "stages = round_robin(meetings=1) knock_out(qualify=2)"
EDITIONS = {
    "official": "official(turn_limit=6)",
    "stockbowl": "stockbowl(turn_limit=3)",
    "astrogranite": "astrogranite(turn_limit=5)",
}


def short_terms(edition: str = "official", seasons: int = 1, bots: tuple[str, ...] = ("normal", "easy")) -> Terms:
    return make_terms(bots, seasons=seasons, seed=7, edition=EDITIONS[edition], options=SHORT)


PODS = "stages = pods(rounds=2,final=on)"
TABLES = "astrogranite(turn_limit=10, extra_teams=on)"


@cache
def played(edition: str = "official", seasons: int = 1) -> BotLeague:
    """A league of four teams, whose seasons are seven matches long. Nobody may change it."""
    league = BotLeague(short_terms(edition, seasons))
    with Crew() as crew:
        league.play(crew)
    return league


@cache
def played_at_tables(seasons: int = 2) -> BotLeague:
    """Seven teams at a table of four and one of three, twice, and then the best four. Nobody may change it."""
    terms = make_terms(["normal", "easy"], seasons=seasons, seed=7, edition=TABLES, options=PODS, size=7)
    league = BotLeague(terms)
    with Crew() as crew:
        league.play(crew)
    return league
