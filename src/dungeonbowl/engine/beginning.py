"""How every match begins: with the frame that leads through it from the opening to the end."""

from __future__ import annotations

from dungeonbowl.engine.dice import DiceSource
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.procedures.turn.contest import Contest


def begin(game: Game) -> None:
    """Begin a match on a bare game, which then waits for `advance`. For search and simulation."""
    start(game, Contest())


def begun(game: Game, dice: DiceSource) -> Match:
    """A match that has begun. It runs to the first decision at once, with dice from the source."""
    return Match(game, dice, Contest())
