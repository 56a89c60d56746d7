"""What is done for a coach who gives no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.frames import ASK

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

# What changes least, in this order; where none of them is on offer, the first option.
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
    """The answer to the open question that nearly every coach gives, or 0 where there is none."""
    return int(game.frame().usual(game)) if game.signal == ASK else 0


def default_action(options: list[int], usual: int = 0) -> int:
    """What is done for a coach who gives no answer: what is usual, and otherwise what changes least."""
    if usual in options:
        return usual
    for wanted in DEFAULTS:
        for option in options:
            if kind_of(i64(option)) == wanted:
                return option
    return options[0]
