"""A stored match is played again, so that it can go on. If something does not fit, an error names the place.

Nothing is repaired, and no match is cut off before the fault: a match that lost an input in the middle would go on as
another match, with other dice than both coaches saw.
"""

from __future__ import annotations

import contextlib
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import ACTION_INPUT, Input, Match, Refused
from dungeonbowl.engine.sides import SCORE, TURNS
from dungeonbowl.play.hand_dice import DiceAwaited
from dungeonbowl.records.beginnings import Beginning, first_match
from dungeonbowl.server.drafts import played_again
from dungeonbowl.server.exercising import TaskedBeginning
from dungeonbowl.server.typed_dice import TYPED, first_typed, give, wrong_dice
from dungeonbowl.server.view.positions import winner_of
from dungeonbowl.storage.match_records import ABANDONED, ResultRecord, SideRecord, StoredInput, StoredMatch

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
LARGEST: Final = (1 << 63) - 1  # the largest number that the engine can hold


class CannotResume(Exception):
    """A stored match that cannot go on: a sentence that names the match and the place."""

    def __init__(self, match: str, reason: str) -> None:
        super().__init__(f"match {match} cannot be resumed: {reason}")


def dice_of(stored: StoredMatch, sides: list[SideRecord]) -> ProvableDice:
    """The dice of a match, at their beginning."""
    return ProvableDice(stored.seed, [side.word for side in sides])


def resumed(stored: StoredMatch, beginning: TaskedBeginning, blank: Game) -> Match | None:
    """The match so far; None if it has not begun. `blank` is its game before the first die."""
    check_frame(stored)
    abandoned = stored.result.text == ABANDONED
    if stored.stage == WAITING or (abandoned and not all(side.ready for side in stored.sides)):
        return None
    if beginning.dice == TYPED:
        match = typed_again(stored, beginning, blank)
    else:
        match = rolled_again(stored, beginning, blank)
    if match.is_over() != (stored.stage == OVER) and not abandoned:
        end = "has ended" if match.is_over() else "goes on"
        raise CannotResume(stored.id, f"its stage is {stored.stage!r}, but after its last input the match {end}")
    return match


def rolled_again(stored: StoredMatch, beginning: Beginning, blank: Game) -> Match:
    """The match, with dice from its seed: they must be those that are stored."""
    match = first_match(beginning, blank.clone(), dice_of(stored, stored.sides))
    for position, each in enumerate(stored.inputs):
        if each.kind == ACTION_INPUT:
            play_action(stored, match, position, each)
        if position >= len(match.inputs):
            raise problem(stored, position, f"dice are stored, {told(each)}, where none are rolled")
        if plain(match.inputs[position]) != each:
            raise differing(stored, match, position)
    if len(match.inputs) > len(stored.inputs):
        raise problem(stored, len(stored.inputs), "the match ends here in the middle of a decision: dice are missing")
    return match


def typed_again(stored: StoredMatch, beginning: Beginning, blank: Game) -> Match:
    """The match, with the dice that were typed in. It may wait for dice at its end."""
    match = first_typed(beginning, blank.clone())
    for position, each in enumerate(stored.inputs):
        if each.kind == ACTION_INPUT:
            if match.awaits_dice():
                raise problem(stored, position, f"{told(each)} is stored where dice are wanted")
            with contextlib.suppress(DiceAwaited):
                play_action(stored, match, position, each)
        elif wrong := wrong_dice(match, each.numbers):
            raise problem(stored, position, f"{told(each)}: {wrong}")
        else:
            give(match, each.numbers)
    return match


def check_frame(stored: StoredMatch) -> None:
    """The checks that need no playing."""
    if stored.stage not in (WAITING, PLAYING, OVER):
        raise CannotResume(stored.id, f"its stage is {stored.stage!r}")
    if dice_of(stored, stored.sides).commitment() != stored.commitment:
        raise CannotResume(stored.id, "the seed of its dice is not the one that was promised")
    if stored.stage == WAITING and stored.inputs:
        raise CannotResume(stored.id, f"it has not begun, and yet {len(stored.inputs)} inputs are stored")
    if stored.stage != WAITING and stored.number < 1:
        raise CannotResume(stored.id, f"it has begun, and yet its number is {stored.number}")
    expected = stored.result.inputs
    if expected is not None and expected != len(stored.inputs):
        raise CannotResume(stored.id, f"it has {expected} inputs, and {len(stored.inputs)} are stored")


def play_action(stored: StoredMatch, match: Match, position: int, each: StoredInput) -> None:
    if len(match.inputs) != position:
        raise differing(stored, match, position)
    if len(each.numbers) != 1 or not 0 <= each.numbers[0] <= LARGEST:
        raise problem(stored, position, f"an action is one number, stored is {told(each)}")
    try:
        played_again(match, each.numbers[0])
    except Refused as error:
        raise problem(stored, position, f"{told(each)} is refused: {error}") from None


def problem(stored: StoredMatch, position: int, words: str) -> CannotResume:
    return CannotResume(stored.id, f"input {position + 1} of {len(stored.inputs)}: {words}")


def differing(stored: StoredMatch, match: Match, position: int) -> CannotResume:
    """The error for a stored input that is not what the inputs before it and the seed lead to."""
    found, expected = told(stored.inputs[position]), told(plain(match.inputs[position]))
    return problem(stored, position, f"stored is {found}, played again it is {expected}")


def plain(each: Input) -> StoredInput:
    """An input as it is stored."""
    return StoredInput(int(each.kind), [int(number) for number in each.numbers])


def told(each: StoredInput) -> str:
    numbers = " ".join(map(str, each.numbers))
    return f"the action {numbers}" if each.kind == ACTION_INPUT else f"dice {numbers}"


def result_of(match: Match) -> ResultRecord:
    """How a match stands, and how many inputs the database must have."""
    game = match.game
    sides = range(int(game.squads.sides))
    asked = match.asked()
    return ResultRecord(
        [int(game.side_value(i64(side), SCORE)) for side in sides],
        max(int(game.side_value(i64(side), TURNS)) for side in sides),
        asked if asked >= 0 else None,
        winner_of(game),
        inputs=len(match.inputs),
    )


__all__ = ["OVER", "PLAYING", "WAITING", "CannotResume", "dice_of", "plain", "result_of", "resumed"]
