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
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import ACTION_INPUT, Input, Match, taken_up
from dungeonbowl.languages import mark, plural, t
from dungeonbowl.play.hand_dice import DiceAwaited, HandDice
from dungeonbowl.records.beginnings import Beginning
from dungeonbowl.words.dice_words import die_said
from dungeonbowl.words.notation import FACES
from dungeonbowl.words.phrases import rolled_for

TYPED: Final = "typed"  # how a setup and a replay say that the dice were typed in
NOTHING_WANTED: Final = mark("no dice are to be rolled now")


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
        return t(NOTHING_WANTED)
    game = match.game
    count, kind = int(game.dice_count), int(game.dice_kind)
    if len(given) != count:
        return wrong_number(count, kind, len(given))
    most = int(faces(i64(kind)))
    for each in given:
        if not 1 <= each <= most:
            return t(
                "{dice} cannot show {shown}: expected 1 to {most}", dice=dice_words(1, kind), shown=each, most=most
            )
    return ""


def wrong_number(count: int, kind: int, typed: int) -> str:
    """That so many dice were typed, and not as many as are wanted."""
    dice = dice_words(count, kind)
    if kind == COIN and count == 1:
        return plural(
            "{dice} is to be tossed, and {count} was typed",
            "{dice} is to be tossed, and {count} were typed",
            typed,
            dice=dice,
        )
    if kind == COIN:
        return plural(
            "{dice} are to be tossed, and {count} was typed",
            "{dice} are to be tossed, and {count} were typed",
            typed,
            dice=dice,
        )
    if count == 1:
        return plural(
            "{dice} is to be rolled, and {count} was typed",
            "{dice} is to be rolled, and {count} were typed",
            typed,
            dice=dice,
        )
    return plural(
        "{dice} are to be rolled, and {count} was typed",
        "{dice} are to be rolled, and {count} were typed",
        typed,
        dice=dice,
    )


def dice_words(count: int, kind: int) -> str:
    """So many dice of a kind: `a D6`, `two block dice`."""
    number = t(NUMBERS[count]) if count in NUMBERS else str(count)
    if kind == BLOCK_DIE:
        return t("a block die") if count == 1 else t("{number} block dice", number=number)
    if kind == COIN:
        return t("a coin") if count == 1 else t("{number} coins", number=number)
    die = die_said(kind)
    return t("a {die}", die=die) if count == 1 else t("{number} {die}", number=number, die=die)


NUMBERS: Final = mark({2: "two", 3: "three", 4: "four"})


def rolled_words(kind: int, clause: int, dice: Sequence[int]) -> str:
    """Dice that were typed, and what for: `D6 4 for the dodge`, `2D6 2+3 for armour`."""
    several = str(len(dice)) if len(dice) > 1 else ""
    shown = ", ".join(FACES[each] for each in dice) if kind == BLOCK_DIE else "+".join(map(str, dice))
    purpose = rolled_for(clause)
    name = "block" if kind == BLOCK_DIE else f"{several}{die_said(kind)}"
    fallen = f"{name} {shown}"
    return t("{dice} for {why}", dice=fallen, why=purpose) if purpose else fallen


def first_the_dice(game: Game) -> str:
    """Why nothing else can be done: a sentence for a coach."""
    dice = wanted_words(game)
    if is_coin(game):
        if int(game.dice_count) > 1:
            return t("{dice} must be tossed first: type them in", dice=dice)
        return t("{dice} must be tossed first: type it in", dice=dice)
    if int(game.dice_count) > 1:
        return t("{dice} must be rolled first: type them in", dice=dice)
    return t("{dice} must be rolled first: type it in", dice=dice)


def is_coin(game: Game) -> bool:
    """A die with two sides is a coin, which nobody rolls."""
    return int(game.dice_kind) == COIN


def wanted_words(game: Game) -> str:
    """The dice that a game waits for: `two D6 for armour`."""
    purpose = rolled_for(game.dice_clause)
    dice = dice_words(int(game.dice_count), int(game.dice_kind))
    return t("{dice} for {why}", dice=dice, why=purpose) if purpose else dice
