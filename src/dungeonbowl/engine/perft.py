"""Counting the tree of a match: a change of any rule changes a count somewhere.

The name is the chess programmers': performance test of the move generator. Here the dice are branches too, so a count
is exact and the same on every machine.
"""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine.dice import faces
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle


def count(game: Game, depth: i64) -> i64:
    """How many places a match can have come to after so many decisions: where a coach must decide, or where it is over.

    Every legal action and every result of the dice is followed, dice in order: two D6 have 36 results. A match that
    ends earlier counts once. The game itself is left as it is.
    """
    return count_onward(game.clone(), depth)


def count_onward(game: Game, depth: i64) -> i64:
    """As `count`, but the game is used up."""
    signal = settle(game)
    if signal == ROLL:
        return count_rolls(game, depth)
    if signal != ASK or depth == 0:
        return 1
    offers = list_options(game)
    choices = game.offered[:offers]  # the list is scratch paper that the branches write on
    total: i64 = 0
    for choice in choices:
        branch = game.clone()
        choose_trusted(branch, choice)
        total += count_onward(branch, depth - 1)
    return total


def count_rolls(game: Game, depth: i64) -> i64:
    """All results of the dice that the game waits for."""
    sides = faces(game.dice_kind)
    number = game.dice_count
    results: i64 = 1
    die: i64 = 0
    while die < number:
        results *= sides
        die += 1
    total: i64 = 0
    result: i64 = 0
    while result < results:
        rolled: i64 = 0
        rest = result
        die = 0
        while die < number:
            rolled |= (rest % sides + 1) << (10 * die)
            rest //= sides
            die += 1
        branch = game.clone()
        give_dice(branch, rolled)
        total += count_onward(branch, depth)
        result += 1
    return total
