"""Bots and `Match`: the bots of the package play in a match of Python, and a bot that reads a match plays anywhere.

There are two ways to write a bot. The readable way is `choose(match)`: it is handed a `Match` of its own and answers
with one of `match.options`, or its text. The fast way is `choose(game, options)`: clones of the engine's game and
integers, for bots that search.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.seat import Seat
from dungeonbowl.play.actions import Action
from dungeonbowl.play.match import Match
from dungeonbowl.play.setting_up import scrambled

# The bots that have decided in a match, by their name and side: a bot may follow a plan over several decisions.
SEATS: WeakKeyDictionary[Match, dict[tuple[str, int], Seat]] = WeakKeyDictionary()


def chosen(name: str, match: Match) -> Action:
    """What a bot chooses in a match, for the side that is asked. It sees what that side may know."""
    game = match.engine.game
    options = match.engine.options()
    if not options:
        raise ValueError("the match is over" if match.is_over else f"{match.wants} must be rolled first")
    side = int(game.asked)
    seats = SEATS.setdefault(match, {})
    if (name, side) not in seats:
        seats[name, side] = Seat(find_bot(name, scrambled(match.seed or 0, side + 1)))
    return Action(match.position, seats[name, side].choose(game, options))
