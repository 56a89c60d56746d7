"""What is done for a coach who gives no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeonbowl.engine import actions
from dungeonbowl.engine.frames import ASK

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

# The default actions: those that change least, in this order. If none of them is on offer, the first option.
DEFAULTS: Final[tuple[int, ...]] = tuple(
    int(kind)
    for kind in (
        actions.ACCEPT,
        actions.DECLINE,
        actions.STAY,
        actions.END_ACTIVATION,
        actions.END_TURN,
        actions.BUY_NO_MORE,
    )
)


def usual_answer(game: Game) -> int:
    """The answer that nearly every coach gives to the open question; 0 if there is none."""
    return int(game.frame().usual(game)) if game.signal == ASK else 0


def default_action(options: list[int], usual: int = 0) -> int:
    """The action for a coach who gives no answer: the usual one, otherwise the one that changes least."""
    if usual in options:
        return usual
    for wanted in DEFAULTS:
        for option in options:
            if option & 0xFF == wanted:
                return option
    return options[0]
