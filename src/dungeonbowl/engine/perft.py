"""Counting the tree of a match: if a rule changes, some count changes.

The name comes from chess programs: performance test of the move generator. Here the dice are branches too, so a count
is exact and the same on every machine.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.dice import DIE_BITS, faces
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle

MOST_ROLLS: Final[i64] = 100


def count(game: Game, depth: i64) -> i64:
    """How many points a match can reach after this number of decisions: points where a coach must decide, or where the
    match is over.

    Every legal action and every result of the dice is followed. The order of dice counts: two D6 have 36 results. A
    result that is rolled again counts as none. A match that ends earlier counts once. The game itself does not change.
    If a ball may bounce for ever, there is no count: `ValueError`.
    """
    return count_onward(game.clone(), depth, 0)


def count_onward(game: Game, depth: i64, rolls: i64) -> i64:
    """As `count`, but the game is used up. `rolls` is the number of rolls since the last decision."""
    signal = settle(game)
    if signal == ROLL:
        return count_rolls(game, depth, rolls + 1)
    if signal != ASK or depth == 0:
        return 1
    offers = list_options(game)
    choices = game.offered[:offers]  # the list is scratch space that the branches overwrite
    total: i64 = 0
    for choice in choices:
        branch = game.clone()
        choose_trusted(branch, choice)
        total += count_onward(branch, depth - 1, 0)
    return total


def count_rolls(game: Game, depth: i64, rolls: i64) -> i64:
    """All results of the dice that the game waits for."""
    if rolls > MOST_ROLLS:
        raise ValueError("the dice may go on for ever here")
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
            rolled |= (rest % sides + 1) << (DIE_BITS * die)
            rest //= sides
            die += 1
        branch = game.clone()
        give_dice(branch, rolled)
        if not (settle(branch) == ROLL and is_same(game, branch)):
            total += count_onward(branch, depth, rolls)
        result += 1
    return total


def is_same(one: Game, other: Game) -> bool:
    """Whether two games of one match are at the same point with everything in the same place."""
    return (
        one.dice_clause == other.dice_clause
        and len(one.frames()) == len(other.frames())
        and one.frame().name() == other.frame().name()
        and one.frame().fields() == other.frame().fields()
        and situation(one) == situation(other)
    )


def situation(game: Game) -> list[object]:
    """Everything that can differ between two clones of one match."""
    found: list[object] = []
    for frame in game.frames():
        found.append(frame.name())
        found.append(frame.fields())
    for piece in range(int(game.squads.count)):
        found.append((int(game.square[piece]), int(game.status[piece]), int(game.conditions[piece])))
    for ball in game.balls:
        found.append(int(ball))
    for token in game.token:
        found.append(int(token))
    for number in game.sides:
        found.append(int(number))
    for note in game.memo:
        found.append(int(note))
    found.append((game.moves_left, game.rushes_left, game.progress, game.turnover, game.chests_closed))
    return found
