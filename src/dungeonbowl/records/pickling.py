"""Games, matches and dice as pickles: a game as its save, a match as its save with its dice.

Compiled classes do not tell `pickle` what they hold, so it asks here. A match comes back at the same moment, with its
story and its inputs. Only decisions that could be taken back before cannot be taken back any more.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec

from dungeonbowl.engine.dice import DiceSource, ProvableDice, ScriptedDice, SeededDice, TypedDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Input, Match, taken_up
from dungeonbowl.records.save import Save, load, save


def reduced_game(game: Game) -> tuple[Any, ...]:
    return game_of, (msgspec.json.encode(save(game)),)


def game_of(data: bytes) -> Game:
    return load(msgspec.json.decode(data, type=Save))


def reduced_match(match: Match) -> tuple[Any, ...]:
    return match_of, (msgspec.json.encode(save(match)), match.dice)


def match_of(data: bytes, dice: DiceSource) -> Match:
    record = msgspec.json.decode(data, type=Save)
    inputs = [Input(numbers[0], numbers[1:]) for numbers in record.inputs if numbers]
    return taken_up(load(record), dice, inputs, [])


def copied_dice(dice: DiceSource) -> tuple[DiceSource]:
    return (deepcopy(dice),)


def reduced_seeded(dice: SeededDice) -> tuple[Any, ...]:
    return seeded_of, (int(dice.state),)


def seeded_of(state: int) -> SeededDice:
    dice = SeededDice(0)
    dice.state = state
    return dice


def reduced_script(dice: ScriptedDice) -> tuple[Any, ...]:
    return script_of, (list(dice.script), int(dice.used))


def script_of(script: list[tuple[int, int]], used: int) -> ScriptedDice:
    dice = ScriptedDice(script)
    dice.used = used
    return dice


def reduced_provable(dice: ProvableDice) -> tuple[Any, ...]:
    return provable_of, (dice.seed, list(dice.words), int(dice.block), dice.buffer, int(dice.position))


def provable_of(seed: bytes, words: list[str], block: int, buffer: bytes, position: int) -> ProvableDice:
    dice = ProvableDice(seed, words)
    dice.block = block
    dice.buffer = buffer
    dice.position = position
    return dice


def reduced_typed(dice: TypedDice) -> tuple[Any, ...]:
    return TypedDice, (dice.prompt,)
