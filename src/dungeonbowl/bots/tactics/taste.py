"""The numbers by which a scripted coach compares plans and squares. They were fitted by matches between coaches with
different numbers."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

# Advantages, on the scale of logarithms of odds.
STEP: Final[i64] = 0  # the ball is a step nearer to where the side scores, or farther from where the opponents score
HOLDING: Final[i64] = 1  # the ball in hand while the opponents move
FREE_BALL: Final[i64] = 2  # a loose ball for the side that is to move
MARK: Final[i64] = 3  # an opponent beside the carrier
THREAT: Final[i64] = 4  # an opponent who can come up to the carrier
COVER: Final[i64] = 5  # a team-mate or a wall beside the carrier
NEAR: Final[i64] = 6  # the carrier can run in next turn
STUCK: Final[i64] = 7  # each turn in which the ball has come no nearer
# Chances to win.
DOWN: Final[i64] = 8  # an opponent put down
FALL: Final[i64] = 9  # a turnover, not counting what was still to do
TO_DO: Final[i64] = 10  # each player who has not acted when the turn is lost
TO_CARRY: Final[i64] = 11  # the same for the carrier
BESIDE: Final[i64] = 12  # an opponent beside the side's own carrier is put down
IN_WAY: Final[i64] = 13  # an opponent in the carrier's way is put down
BLOCK_LEAST: Final[i64] = 14  # what a block must promise early in a turn
BLITZ_LEAST: Final[i64] = 15
LATE_LEAST: Final[i64] = 16  # what it must promise late
SURE: Final[i64] = 17  # odds from which on a touchdown is tried at once
# Places, in steps.
TO_CHESTS: Final[i64] = 18  # a step nearer to the closed chests, for players that have none to open
FORWARD: Final[i64] = 19  # a step nearer to where the side scores, while the ball is hidden
ESCORT: Final[i64] = 20  # a step nearer to the side's own carrier
AHEAD: Final[i64] = 21  # a step ahead of the side's own carrier
HUNT: Final[i64] = 22  # a step nearer to the other side's carrier
BLOCK_WAY: Final[i64] = 23  # a step nearer to that carrier's way
SHUN: Final[i64] = 24  # an opponent beside the place
# Pieces of no side, and brinks: the first three in steps, the others as a loss of the carrier's score.
FEAR: Final[i64] = 25  # a monster beside the square, less if it is farther away
GIDDINESS: Final[i64] = 26  # a brink beside it, where opponents can come
OFFENCE: Final[i64] = 27  # a referee beside the square, who penalises a player in the way
BEAST: Final[i64] = 28  # a monster beside the carrier
BRINK: Final[i64] = 29  # a dangerous square beside the carrier, into which the carrier may be pushed
FAULT: Final[i64] = 30  # a referee beside the carrier
# Company, in the scale of the carrier's score.
SUPPORT: Final[i64] = 31  # a team-mate who can still come up to the carrier in this turn
# More places, in steps.
CORNER: Final[i64] = 32  # beside the side's own carrier, in a corner of its square
SCREEN: Final[i64] = 33  # in the way of an opponent who could come up to that carrier
IN_PATH: Final[i64] = 34  # where the carrier wants to go next
LEAD: Final[i64] = 35  # on the carrier's way, but too far ahead to be in it
TOUCH: Final[i64] = 36  # beside that carrier
TACKLE: Final[i64] = 37  # beside the other side's carrier
BEHIND: Final[i64] = 38  # farther from the zone to defend than that carrier
# Decisions, as chances.
FETCH_SURE: Final[i64] = 39  # odds below which the ball is fetched only after the others have taken their places
FOUL_LEAST: Final[i64] = 40  # what a foul must promise; 1 for never
THROW_LEAST: Final[i64] = 41  # what a pass must promise; 1 for never
STALL: Final[i64] = 42  # above 0: a touchdown that is safe for a turn longer waits, where the match goes on after it
TASTES: Final[i64] = 43

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
    "support",
    "corner",
    "screen",
    "in_path",
    "lead",
    "touch",
    "tackle",
    "behind",
    "fetch_sure",
    "foul_least",
    "throw_least",
    "stall",
)
USUAL_TASTE: Final[list[float]] = [
    0.1, 0.7, 0.35, 0.2, 0.06, 0.06, 0.3, 0.1,
    0.035, 0.1, 0.008, 0.06, 0.09, 0.08, 0.008, 0.012, 0.004, 0.85,
    0.0, 0.5, 1.0, 0.35, 0.6, 0.5, 0.3,
    10.0, 1.0, 2.0, 0.8, 0.25, 0.3,
    0.0, 0.6, 0.6, 1.2, 2.0, 1.4, 2.0, 1.5,
    0.0, 0.004, 0.03, 1.0,
]  # fmt: skip


@final
class Taste:
    """The numbers of a scripted coach, in their order."""

    of: vec[float]

    def __init__(self, numbers: list[float]) -> None:
        self.of = vec[float](numbers)


def changed(changes: dict[i64, float]) -> Taste:
    """The usual numbers with others at some places."""
    numbers = list(USUAL_TASTE)
    for place, number in changes.items():
        numbers[place] = number
    return Taste(numbers)


USUAL: Final = Taste(list(USUAL_TASTE))
# For the last turn of a side that wins if nothing happens any more: close the ways to the ball, and strike at nobody.
HOLDING_ON: Final = changed(
    {IN_PATH: 0.0, AHEAD: 0.0, SCREEN: 1.0, CORNER: 0.5, BLOCK_LEAST: 0.05, BLITZ_LEAST: 0.3, LATE_LEAST: 0.1}
)
