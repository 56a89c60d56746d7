"""What is done for a coach who gives no answer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.loop import usual_answer as usual_answer

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


def default_action(options: list[int], usual: int = 0) -> int:
    """What is done for a coach who gives no answer: what is usual, and otherwise what changes least."""
    if usual in options:
        return usual
    for wanted in DEFAULTS:
        for option in options:
            if kind_of(i64(option)) == wanted:
                return option
    return options[0]
