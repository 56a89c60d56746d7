"""The office of a league: one service on which the command line, the server and leagues of bots stand.

It keeps the books and knows no rule: rules of teams come from the aftermath plans and the fold, those of competitions
from `league/competitions`. Every verb reads what it needs from the store, and writes once.
"""

from dungeonbowl.league.office.office import Office

__all__ = ["Office"]
