"""The weights of the evaluation, in the order of `evaluation.WEIGHT_NAMES`, as `dungeonbowl tune` found them.

A match that ends with the first touchdown differs much from a match of halves and drives: each has its own weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from dungeonbowl.engine.rules import Rules

LEAD: Final = 7  # its index; the weights after it are about a ball
ONE_OF_SEVERAL: Final = 0.5

# dungeonbowl tune --games 4000 --seed 1: 78340 positions, mean log loss of matches held back 0.5778
DEFAULT_WEIGHTS: Final[list[float]] = [
    0.2412,  # stands
    0.1972,  # lies
    0.1731,  # dazed
    0.0835,  # waits
    -0.0869,  # out_cold
    0.0175,  # power
    0.0408,  # reroll
    0.0,  # lead
    0.0461,  # hidden_to_move
    0.0293,  # hidden_stands
    -0.1439,  # chests
    0.1735,  # loose_to_move
    0.5107,  # loose_gap
    0.2009,  # loose_reached
    0.0397,  # loose_zones
    0.256,  # loose_territory
    1.9765,  # loose_late
    1.1708,  # mover_holds
    0.8746,  # mover_runs_in
    0.3306,  # mover_rushes_in
    0.1833,  # mover_two_turns
    0.3311,  # mover_three_turns
    0.1116,  # mover_to_go
    -0.1576,  # mover_behind
    2.5879,  # mover_late
    -0.1859,  # mover_crowded
    0.0029,  # mover_threatened
    -0.0425,  # mover_foes_near
    0.07,  # mover_shielded
    0.0851,  # mover_mates_near
    -0.2207,  # mover_in_way
    0.0284,  # mover_sturdy
    0.4845,  # waiter_holds
    0.5,  # waiter_runs_in
    0.1429,  # waiter_rushes_in
    0.0284,  # waiter_two_turns
    0.1953,  # waiter_three_turns
    0.0112,  # waiter_to_go
    -0.1143,  # waiter_behind
    3.3467,  # waiter_late
    -0.1806,  # waiter_crowded
    -0.1106,  # waiter_threatened
    -0.0614,  # waiter_foes_near
    0.0698,  # waiter_shielded
    0.0974,  # waiter_mates_near
    -0.0668,  # waiter_in_way
    0.0548,  # waiter_sturdy
]
# dungeonbowl tune --games 1000 --seed 1 --edition stockbowl: 47997 positions, mean log loss of matches held back 0.5111
DRIVE_WEIGHTS: Final[list[float]] = [
    0.018,  # stands
    -0.0684,  # lies
    -0.0744,  # dazed
    -0.0456,  # waits
    -0.1222,  # out_cold
    0.0156,  # power
    0.0432,  # reroll
    1.9707,  # lead
    0.0853,  # hidden_to_move
    0.1487,  # hidden_stands
    0.238,  # chests
    0.2682,  # loose_to_move
    0.37,  # loose_gap
    -0.0001,  # loose_reached
    -0.0023,  # loose_zones
    0.447,  # loose_territory
    -0.3323,  # loose_late
    0.4711,  # mover_holds
    0.4046,  # mover_runs_in
    0.178,  # mover_rushes_in
    0.4426,  # mover_two_turns
    0.3808,  # mover_three_turns
    0.0338,  # mover_to_go
    0.0155,  # mover_behind
    -0.205,  # mover_late
    -0.0707,  # mover_crowded
    -0.0044,  # mover_threatened
    -0.033,  # mover_foes_near
    -0.1055,  # mover_shielded
    0.1224,  # mover_mates_near
    -0.1153,  # mover_in_way
    0.0487,  # mover_sturdy
    -0.0635,  # waiter_holds
    0.3802,  # waiter_runs_in
    0.2118,  # waiter_rushes_in
    0.245,  # waiter_two_turns
    0.3103,  # waiter_three_turns
    -0.133,  # waiter_to_go
    0.2078,  # waiter_behind
    -0.4038,  # waiter_late
    0.0028,  # waiter_crowded
    -0.0984,  # waiter_threatened
    -0.051,  # waiter_foes_near
    -0.0478,  # waiter_shielded
    0.1244,  # waiter_mates_near
    -0.0378,  # waiter_in_way
    0.0997,  # waiter_sturdy
]


def weights_of(rules: Rules) -> list[float]:
    """The weights that fit these rules."""
    weights = list(DRIVE_WEIGHTS if rules.tables.halves > 1 else DEFAULT_WEIGHTS)
    if rules.tables.balls > 1:  # with several balls, one ball counts less, and scoring is better than holding it
        weights[LEAD] = DRIVE_WEIGHTS[LEAD]
        for place in range(LEAD + 1, len(weights)):
            weights[place] *= ONE_OF_SEVERAL
    return weights
