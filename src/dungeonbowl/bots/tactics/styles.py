"""Styles of the script: the usual numbers of `taste.py` with a few of them changed.

The search lets the script play its own turn in several styles, so that an idea is a plan for the whole turn, and lets
the opponents answer in several styles, so that no plan depends on what one script would do.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.tactics.taste import (
    AHEAD,
    BLITZ_LEAST,
    BLOCK_LEAST,
    BLOCK_WAY,
    COVER,
    ESCORT,
    HUNT,
    LATE_LEAST,
    SHUN,
    STEP,
    THREAT,
    USUAL,
    USUAL_TASTE,
    Taste,
)


def style(changes: dict[i64, float]) -> Taste:
    """The usual taste with other numbers at some places."""
    numbers = list(USUAL_TASTE)
    for place, number in changes.items():
        numbers[place] = number
    return Taste(numbers)


# go up to opponents, and ahead of the side's own carrier
BOLD: Final = style({SHUN: -0.5, AHEAD: 0.8, HUNT: 1.0})
# stay around the carrier, away from opponents, and block only where it is nearly free
CAGE: Final = style({ESCORT: 2.0, AHEAD: 0.1, SHUN: 0.8, COVER: 0.15, THREAT: 0.12, BLITZ_LEAST: 0.05})
# stand between the opponents' carrier and the zone
SCREEN: Final = style({BLOCK_WAY: 1.2, HUNT: 0.3, SHUN: 0.0})
# hit whatever can be hit
ROUGH: Final = style({BLOCK_LEAST: -0.02, BLITZ_LEAST: -0.02, LATE_LEAST: -0.03, SHUN: -0.2})
# run with the ball, whoever is near
QUICK: Final = style({STEP: 0.18, THREAT: 0.02, AHEAD: 0.6})

SIDE_STYLES: Final = (USUAL, CAGE, SCREEN, BOLD)


def style_of_answer(number: i64) -> Taste:
    """The style in which the opponents answer a try: in every second try the usual one."""
    if number % 2 == 0:
        return USUAL
    place = number // 2 % 3
    return BOLD if place == 0 else ROUGH if place == 1 else QUICK
