"""Matches at a real table: the coaches roll real dice and type them in. The server never rolls.

Where the engine needs dice the match waits, and what it waits for is part of what clients are told. Everything typed is
an input like any other, so such a match is resumed, and taken back over its dice, by playing its inputs again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import BLOCK_DIE, COIN, TypedDice, faces
from dungeonbowl.engine.dice import name as die_name
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import ACTION_INPUT, Input, Match, taken_up
from dungeonbowl.play.hand_dice import DiceAwaited, HandDice
from dungeonbowl.records.beginnings import Beginning
from dungeonbowl.words.notation import FACES
from dungeonbowl.words.phrases import rolled_for

TYPED: Final = "typed"  # how a setup and a replay say that the dice were typed in
NOTHING_WANTED: Final = "no dice are to be rolled now"


def first_typed(beginning: Beginning, game: Game) -> Match:
    """The match of a game that is as `game_before` gave it, up to its first decision or its first roll."""
    if beginning.start is None:
        game.record()
        begin(game)
    match = taken_up(game, TypedDice(HandDice()), [], [])
    run_on(match)
    return match


def hand_of(match: Match) -> HandDice:
    """Where the dice of a match are laid before the engine takes them."""
    assert isinstance(match.dice, TypedDice)
    assert isinstance(match.dice.prompt, HandDice)
    return match.dice.prompt


def is_typed(match: Match) -> bool:
    return isinstance(match.dice, TypedDice)


def run_on(match: Match) -> None:
    """Go on to the next decision, to dice that nobody has typed yet, or to the end."""
    with contextlib.suppress(DiceAwaited):
        match.run()


def give(match: Match, dice: Sequence[int]) -> None:
    """Go on with these dice for the roll that the match waits for."""
    hand_of(match).given = list(dice)
    run_on(match)


def put(match: Match, each: Input) -> None:
    """Play one of the inputs of such a match again."""
    if each.kind != ACTION_INPUT:
        give(match, each.numbers)
        return
    with contextlib.suppress(DiceAwaited):
        match.choose(each.numbers[0])


def steps(beginning: Beginning, game: Game, inputs: Sequence[Input]) -> Iterator[Match]:
    """The match at its beginning and after each of the inputs, always the same object."""
    match = first_typed(beginning, game)
    yield match
    for each in inputs:
        put(match, each)
        yield match


# --- what is wanted, in words -----------------------------------------------------------------------------------------


def wrong_dice(match: Match, given: Sequence[int]) -> str:
    """Why these cannot be the dice that the match waits for, in a sentence; empty if they can."""
    if not match.awaits_dice():
        return NOTHING_WANTED
    game = match.game
    count, kind = int(game.dice_count), int(game.dice_kind)
    if len(given) != count:
        typed = f"{len(given)} {'was' if len(given) == 1 else 'were'} typed"
        done = "tossed" if kind == COIN else "rolled"
        return f"{dice_words(count, kind)} {'is' if count == 1 else 'are'} to be {done}, and {typed}"
    for each in given:
        if not 1 <= each <= int(faces(i64(kind))):
            return f"{dice_words(1, kind)} cannot show {each}: expected 1 to {int(faces(i64(kind)))}"
    return ""


def dice_words(count: int, kind: int) -> str:
    """So many dice of a kind: `a D6`, `two block dice`."""
    if kind == BLOCK_DIE:
        single, several = "block die", "block dice"
    elif kind == COIN:
        single, several = "coin", "coins"
    else:
        single = several = str(die_name(i64(kind)))
    return f"a {single}" if count == 1 else f"{NUMBERS.get(count, str(count))} {several}"


NUMBERS: Final = {2: "two", 3: "three", 4: "four"}


def rolled_words(kind: int, clause: int, dice: Sequence[int]) -> str:
    """Dice that were typed, and what for: `D6 4 for the dodge`, `2D6 2+3 for armour`."""
    several = str(len(dice)) if len(dice) > 1 else ""
    shown = ", ".join(FACES[each] for each in dice) if kind == BLOCK_DIE else "+".join(map(str, dice))
    purpose = rolled_for(clause)
    name = "block" if kind == BLOCK_DIE else f"{several}{die_name(i64(kind))}"
    return f"{name} {shown}" + (f" for {purpose}" if purpose else "")


def first_the_dice(game: Game) -> str:
    """Why nothing else can be done: a sentence for a coach."""
    several = int(game.dice_count) > 1
    done = "tossed" if is_coin(game) else "rolled"
    return f"{wanted_words(game)} must be {done} first: type {'them' if several else 'it'} in"


def is_coin(game: Game) -> bool:
    """A die with two sides is a coin, which nobody rolls."""
    return int(game.dice_kind) == COIN


def wanted_words(game: Game) -> str:
    """The dice that a game waits for: `two D6 for armour`."""
    purpose = rolled_for(game.dice_clause)
    return dice_words(int(game.dice_count), int(game.dice_kind)) + (f" for {purpose}" if purpose else "")
