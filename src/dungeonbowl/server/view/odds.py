"""The odds of rolls that are not tried out one by one: of whole ways and of re-rolls.

Every number is the engine's own, from its tests and its pathfinder."""

from __future__ import annotations

from itertools import product
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.dice import faces, packed
from dungeonbowl.engine.events import TESTED
from dungeonbowl.engine.frames import ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, settle
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.reach import Reach
from dungeonbowl.server.view.words import clause_words
from dungeonbowl.server.wire import Roll

FACES_OF_A_DIE: Final = 6
MOST_DICE_TRIED: Final = 3  # rolls in a row


def rolls_of(found: Reach, square: int) -> list[Roll]:
    """The rolls on the way to a square."""
    return [
        Roll(clause_words(clause), needed, where, round(chance(needed), 6), f"{needed}+")
        for clause, needed, where in found.rolls(i64(square))
    ]


def chance(needed: int) -> float:
    """The chance to roll this number or more on a D6."""
    return (FACES_OF_A_DIE + 1 - needed) / FACES_OF_A_DIE


def of_reroll(game: Game, action: int) -> float | None:
    """The chance that a re-roll of a test helps, counting the dice that come before it: every result is tried out. None
    if it is not a test that is rolled again."""
    if not isinstance(game.frame(), StatTest):
        return None
    clone = game.as_known_to(game.asked)
    clone.record()
    choose_trusted(clone, i64(action))
    return chance_of_success(clone, MOST_DICE_TRIED)


def chance_of_success(game: Game, most: int) -> float:
    """The chance that the next test of a game is passed. The game given is used up by the trying."""
    if settle(game) != ROLL or most == 0:
        return 0.0
    results = list(product(range(1, int(faces(game.dice_kind)) + 1), repeat=int(game.dice_count)))
    total = 0.0
    for result in results:
        branch = game.clone()
        branch.record()
        give_dice(branch, packed(list(result)))
        tests = [event for event in branch.events if event.kind == TESTED]
        if tests:
            total += 1.0 if tests[0]["passed"] else 0.0
        else:
            total += chance_of_success(branch, most - 1)
    return total / len(results)
