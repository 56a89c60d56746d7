"""The numbers a scripted coach weighs things with, fitted by letting coaches of different taste play each other."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

# Advantages, on the scale of logarithms of odds.
STEP: Final[i64] = 0  # the ball a step nearer to where one scores, or farther from where the others do
HOLDING: Final[i64] = 1  # the ball in hand while the others move
FREE_BALL: Final[i64] = 2  # a loose ball for the side that is to move
MARK: Final[i64] = 3  # an opponent beside the carrier
THREAT: Final[i64] = 4  # an opponent who can come up to him
COVER: Final[i64] = 5  # a team-mate or a wall beside him
NEAR: Final[i64] = 6  # the carrier can run in next turn
STUCK: Final[i64] = 7  # every turn in which the ball has come no nearer
# Chances to win.
DOWN: Final[i64] = 8  # an opponent put down
FALL: Final[i64] = 9  # a turnover, apart from what was still to do
TO_DO: Final[i64] = 10  # each player who has not acted when the turn is lost
TO_CARRY: Final[i64] = 11  # and the carrier
BESIDE: Final[i64] = 12  # an opponent beside one's carrier put down
IN_WAY: Final[i64] = 13  # an opponent in his way
BLOCK_LEAST: Final[i64] = 14  # what a block must promise early in a turn
BLITZ_LEAST: Final[i64] = 15
LATE_LEAST: Final[i64] = 16  # what it must promise late
SURE: Final[i64] = 17  # odds with which a touchdown is run for at once
# Places, in steps.
TO_CHESTS: Final[i64] = 18  # a step nearer to the closed chests, for those who have none to open
FORWARD: Final[i64] = 19  # a step nearer to where one scores, while the ball is hidden
ESCORT: Final[i64] = 20  # a step nearer to one's own carrier
AHEAD: Final[i64] = 21  # a step ahead of him
HUNT: Final[i64] = 22  # a step nearer to the other side's carrier
BLOCK_WAY: Final[i64] = 23  # a step nearer to his way
SHUN: Final[i64] = 24  # an opponent beside the place
# What is not of the players: the first three in steps, the others off a carrier's score.
FEAR: Final[i64] = 25  # a beast beside the place, less the farther it is
GIDDINESS: Final[i64] = 26  # a brink beside it, where opponents can come
OFFENCE: Final[i64] = 27  # a referee beside it, who finds fault with whoever stands in his way
BEAST: Final[i64] = 28  # a beast beside the carrier
BRINK: Final[i64] = 29  # a square beside him that swallows whoever is pushed there
FAULT: Final[i64] = 30  # a referee beside him
TASTES: Final[i64] = 31

TASTE_NAMES: Final = (
    "step",
    "holding",
    "free_ball",
    "mark",
    "threat",
    "cover",
    "near",
    "stuck",
    "down",
    "fall",
    "to_do",
    "to_carry",
    "beside",
    "in_way",
    "block_least",
    "blitz_least",
    "late_least",
    "sure",
    "to_chests",
    "forward",
    "escort",
    "ahead",
    "hunt",
    "block_way",
    "shun",
    "fear",
    "giddiness",
    "offence",
    "beast",
    "brink",
    "fault",
)
USUAL_TASTE: Final[list[float]] = [
    0.1, 0.7, 0.35, 0.2, 0.06, 0.06, 0.3, 0.1,
    0.035, 0.1, 0.008, 0.06, 0.09, 0.08, 0.008, 0.012, 0.004, 0.85,
    0.0, 0.5, 1.0, 0.35, 0.6, 0.5, 0.3,
    10.0, 1.0, 2.0, 0.8, 0.25, 0.3,
]  # fmt: skip


@final
class Taste:
    """The numbers, in their order."""

    of: vec[float]

    def __init__(self, numbers: list[float]) -> None:
        self.of = vec[float](numbers)


USUAL: Final = Taste(list(USUAL_TASTE))
