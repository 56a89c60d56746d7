"""Dice that are given by hand, as they fell on a real table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dungeonbowl.engine.dice import BLOCK_DIE, DiceError, Prompt, faces
from dungeonbowl.engine.dice import name as die_name

FACE_NUMBERS: Final = {"player-down": 1, "both-down": 2, "push": 3, "stumble": 5, "pow": 6}


class DiceAwaited(DiceError):
    """The dice of a roll have not been given yet: the match waits for them."""


class HandDice(Prompt):
    """Holds the dice that were given. A roll takes as many as it needs; without enough of them the match waits."""

    def __init__(self, given: Iterable[int | str] = ()) -> None:
        self.given: list[int | str] = list(given)

    def dice(self, count: int, kind: int) -> list[int]:
        if len(self.given) < count:
            raise DiceAwaited(f"{wanted(count, kind)} must be rolled: give the dice with roll()")
        taken, self.given = self.given[:count], self.given[count:]
        return [number_of(each, kind) for each in taken]


def number_of(given: int | str, kind: int) -> int:
    """One die as the engine reads it. Faces of block dice may be given by their names."""
    if isinstance(given, bool) or not isinstance(given, (int, str)):
        raise DiceError(f"{given!r} is no {die_name(kind)}: expected a number")
    if isinstance(given, int):
        if not 1 <= given <= int(faces(kind)):
            raise DiceError(f"a {die_name(kind)} cannot show {given}")
        return given
    if kind == BLOCK_DIE and given in FACE_NUMBERS:
        return FACE_NUMBERS[given]
    expected = f"one of {', '.join(FACE_NUMBERS)}" if kind == BLOCK_DIE else "a number"
    raise DiceError(f"{given!r} is no {die_name(kind)}: expected {expected}")


def wanted(count: int, kind: int) -> str:
    """The dice of a roll in words: `2 x block`."""
    return f"{count} x {die_name(kind)}"
