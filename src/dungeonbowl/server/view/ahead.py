"""The game as it would be one or two safe decisions later: the present activation ended, another player activated.

A screen shows what comes after a decision before the coach has made it, and sends both in one order. Everything here
is tried on clones, and only as far as no die falls and nobody else is asked."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, options_of, settle

STOP = int(actions.END_ACTIVATION)


def chosen(game: Game, action: int) -> Game | None:
    """The game after a choice of the coach who is asked; None if a die falls for it or another coach is asked."""
    clone = game.as_known_to(game.asked)
    choose_trusted(clone, i64(action))
    return clone if settle(clone) == ASK and clone.asked == game.asked else None


def after_stopping(game: Game) -> Game | None:
    """The game after the present activation has ended; None if that is not a safe decision of this team turn."""
    if game.signal != ASK or STOP not in options_of(game):
        return None
    later = chosen(game, STOP)
    return later if later is not None and int(actions.END_TURN) in options_of(later) else None


def activating(game: Game, piece: int) -> tuple[list[int], Game] | None:
    """What to choose so that a player becomes the acting one, and the game then; None if it cannot. A player who acts
    already needs nothing."""
    if game.signal != ASK:
        return None
    if piece == game.acting:
        return [], game.clone()
    first: list[int] = []
    options = options_of(game)
    activate = int(actions.action(actions.ACTIVATE, i64(piece)))
    if activate not in options:
        later = after_stopping(game)
        if later is None or activate not in options_of(later):
            return None
        first, game = [STOP], later
    begun = chosen(game, activate)
    return ([*first, activate], begun) if begun is not None else None


__all__ = ["STOP", "activating", "after_stopping", "chosen"]
