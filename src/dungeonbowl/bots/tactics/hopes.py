"""The chance of a side to win with the ball on a given square. Plans are compared with it.

The square of the ball counts most, then which side holds it.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.tactics.taste import (
    BEAST,
    BRINK,
    COVER,
    FAULT,
    FREE_BALL,
    HOLDING,
    MARK,
    NEAR,
    STEP,
    SUPPORT,
    THREAT,
)
from dungeonbowl.bots.tactics.view import FAR, View, far

MOST_THREATS: Final[i64] = 6
# the distance that the side's own zone counts as if no way leads there: then no opponent can score from here
SHUT_OFF: Final[i64] = 30
NO_WAY: Final = -1.5  # the worth of a square from which no way leads to where the side scores


def chance(score: float) -> float:
    """A sum of advantages as a chance to win."""
    return 1.0 / (1.0 + math.exp(-score))


def territory(view: View, square: i64) -> float:
    """What a square is worth for the ball, whichever side has it."""
    attack = far(view.attack, square)
    defend = far(view.defend, square)
    if attack >= FAR:
        return NO_WAY
    if defend >= FAR:
        defend = SHUT_OFF
    return view.taste.of[STEP] * float(defend - attack)


def held(view: View, square: i64, caution: float = 1.0) -> float:
    """The chance to win with the ball in hand on this square at the end of the turn. Opponents in the way count."""
    road = far(view.roads(), square)
    defend = far(view.defend, square)
    taste = view.taste.of
    score = taste[HOLDING] - caution * danger(view, square)
    if road >= FAR:
        score += NO_WAY
    else:
        if defend >= FAR:
            defend = SHUT_OFF
        score += taste[STEP] * float(defend - road)
        if road <= view.pace:
            score += taste[NEAR]
    return chance(score)


def danger(view: View, square: i64) -> float:
    """What opponents beside and near a square take away from the chance of a carrier there."""
    threats = view.threat(square)
    if threats > MOST_THREATS:
        threats = MOST_THREATS
    taste = view.taste.of
    found = (
        taste[MARK] * float(view.marks(square)) + taste[THREAT] * float(threats) - taste[COVER] * shelter(view, square)
    )
    if view.has_helpers and threats > 0:
        found -= taste[SUPPORT] * view.helped(square)
    if len(view.neutral) > 0:
        found += taste[BEAST] * view.peril(square) + taste[FAULT] * view.watched(square)
    if threats > 0 and view.brinks(square) > 0:
        found += taste[BRINK]
    return found


def dropped(view: View, square: i64) -> float:
    """The chance to win when the ball lies near here and it is the opponents' turn."""
    return chance(territory(view, square) - view.taste.of[FREE_BALL])


def won(view: View, square: i64) -> float:
    """The chance to win when the ball lies near here and the side's turn goes on."""
    return chance(territory(view, square) + view.taste.of[FREE_BALL])


def taken(view: View, square: i64) -> float:
    """The chance to win when the other side has the ball here."""
    return chance(territory(view, square) - view.taste.of[HOLDING])


def shelter(view: View, square: i64) -> float:
    """Standing team-mates and walls beside a square: no opponent can come from there."""
    game = view.game
    cover = 0.0
    direction: i64 = 0
    while direction < 8:
        other = i64(game.steps[square * 8 + direction])
        if other < 0:
            cover += 0.25
        else:
            mate = i64(game.occupant[other])
            if mate >= 0 and mate != view.carrier and i64(game.side_of[mate]) == view.side and game.has_zone(mate):
                cover += 1.0
        direction += 1
    return cover
