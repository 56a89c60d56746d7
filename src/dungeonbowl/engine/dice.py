"""Dice are an input: the engine says which it needs, a dice source supplies them.

A roll of up to four dice travels as one number, thirteen bits a die: enough to pick one of 4,096 squares.
`die(rolled, 0)` is the first die.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.copying import pickled

# The kinds of dice (O-DICE-01). A kind is its number of faces; a block die has six but is another die.
COIN: Final[i64] = 2
D3: Final[i64] = 3
D6: Final[i64] = 6
D8: Final[i64] = 8
D16: Final[i64] = 16
BLOCK_DIE: Final[i64] = 10006

# The faces of a block die (O-DICE-07).
PLAYER_DOWN: Final[i64] = 1
BOTH_DOWN: Final[i64] = 2
PUSH_BACK: Final[i64] = 3
PUSH_BACK_TOO: Final[i64] = 4
STUMBLE: Final[i64] = 5
POW: Final[i64] = 6

MOST_DICE: Final[i64] = 4
DIE_BITS: Final[i64] = 13
DIE_MASK: Final[i64] = 0x1FFF

# Of the fast generator. Written in the middle of an expression, such large numbers are unboxed at every roll.
STATE_MASK: Final[i64] = 0x7FFFFFFFFFFFFFFF
MULTIPLIER: Final[i64] = 6364136223846793005
INCREMENT: Final[i64] = 1442695040888963407
SEED_MULTIPLIER: Final[i64] = 2862933555777941757


def faces(kind: i64) -> i64:
    """How many faces a die of this kind has."""
    return kind % 10000


def die(rolled: i64, index: i64) -> i64:
    """One die of a roll, counted from 0."""
    return rolled >> (DIE_BITS * index) & DIE_MASK


def packed(results: list[int]) -> i64:
    """A roll given as a list of results, as one number."""
    rolled: i64 = 0
    shift: i64 = 0
    for result in results:
        rolled |= i64(result) << shift
        shift += DIE_BITS
    return rolled


def unpacked(rolled: i64, count: i64) -> list[int]:
    """The results of a roll as a list."""
    results: list[int] = []
    index: i64 = 0
    while index < count:
        results.append(int(rolled >> (DIE_BITS * index) & DIE_MASK))
        index += 1
    return results


def total(rolled: i64, count: i64) -> i64:
    """The dice of one roll added up."""
    result: i64 = 0
    index: i64 = 0
    while index < count:
        result += rolled >> (DIE_BITS * index) & DIE_MASK
        index += 1
    return result


def name(kind: i64) -> str:
    """How people write a die of this kind."""
    if kind == BLOCK_DIE:
        return "block"
    if kind == COIN:
        return "coin"
    return f"D{kind}"


class DiceError(Exception):
    """A dice source could not supply what was asked."""


class DiceSource:
    """Where dice come from. `roll` returns one roll of `count` dice of this `kind`."""

    def roll(self, count: i64, kind: i64) -> i64:
        raise NotImplementedError


@final
class SeededDice(DiceSource):
    """A fast generator for simulation: the same seed gives the same dice, compiled or interpreted.

    A linear congruential generator with its high bits folded down. The masks keep both kinds of arithmetic equal:
    a compiled integer wraps, an interpreted one grows.
    """

    def __init__(self, seed: i64) -> None:
        self.state: i64 = (seed * SEED_MULTIPLIER + 3037000493) & STATE_MASK
        self.below(2)
        self.below(2)

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled("reduced_seeded", self)

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1."""
        self.state = (self.state * MULTIPLIER + INCREMENT) & STATE_MASK
        mixed = (self.state >> 29 ^ self.state >> 43) & 0x3FFFFFFF
        return mixed * limit >> 30

    def roll(self, count: i64, kind: i64) -> i64:
        sides = kind % 10000
        rolled: i64 = 0
        shift: i64 = 0
        while count > 0:
            rolled |= (self.below(sides) + 1) << shift
            shift += DIE_BITS
            count -= 1
        return rolled


@final
class ScriptedDice(DiceSource):
    """Dice written down beforehand, for tests and scenarios: each must be of the kind asked for.

    A script is a list of (kind, result). One die too few, or of another kind, is an error at once; `leftover`
    tells what was not used.
    """

    def __init__(self, script: list[tuple[int, int]]) -> None:
        self.script = script
        self.used: i64 = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled("reduced_script", self)

    def roll(self, count: i64, kind: i64) -> i64:
        rolled: i64 = 0
        index: i64 = 0
        while index < count:
            if self.used >= len(self.script):
                raise DiceError(f"the script has no die left; a {name(kind)} is needed (die {self.used + 1})")
            written, result = self.script[self.used]
            if written != kind:
                raise DiceError(f"die {self.used + 1} of the script is a {name(written)}; a {name(kind)} is needed")
            if not 1 <= result <= faces(kind):
                raise DiceError(f"die {self.used + 1} of the script shows {result}; a {name(kind)} cannot")
            rolled |= i64(result) << (DIE_BITS * index)
            self.used += 1
            index += 1
        return rolled

    def leftover(self) -> int:
        """How many dice of the script were not rolled."""
        return int(len(self.script) - self.used)


@final
class ProvableDice(DiceSource):
    """Dice that can be checked afterwards: an HMAC-SHA256 stream keyed by the server's seed.

    The hash of the seed is published before the match (`commitment`) and the seed after it; a word from each coach
    is mixed in, so that neither side alone decides the stream. Bytes that would favour low faces are thrown away.
    """

    def __init__(self, seed: bytes, words: list[str]) -> None:
        self.seed = seed
        self.words = words
        self.block: i64 = 0
        self.buffer = b""
        self.position: i64 = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled("reduced_provable", self)

    def commitment(self) -> str:
        """What is published before the match: the SHA-256 of the seed."""
        return hashlib.sha256(self.seed).hexdigest()

    def byte(self) -> i64:
        """The next byte of the stream."""
        if self.position >= len(self.buffer):
            message = "\n".join(self.words) + "\n" + str(self.block)
            self.buffer = hmac.new(self.seed, message.encode(), hashlib.sha256).digest()
            self.block += 1
            self.position = 0
        value = i64(self.buffer[self.position])
        self.position += 1
        return value

    def roll(self, count: i64, kind: i64) -> i64:
        sides = kind % 10000
        rolled: i64 = 0
        index: i64 = 0
        while index < count:
            # two bytes a die, so that random squares of large dungeons fit; the uneven rest is rejected
            fair = 65536 - 65536 % sides
            value = self.byte() * 256 + self.byte()
            while value >= fair:
                value = self.byte() * 256 + self.byte()
            rolled |= (value % sides + 1) << (DIE_BITS * index)
            index += 1
        return rolled


@mypyc_attr(allow_interpreted_subclasses=True)
class Prompt:
    """Asks a person for dice rolled at a real table. The command line and the tests have their own subclasses."""

    def dice(self, count: int, kind: int) -> list[int]:
        raise NotImplementedError


@final
class TypedDice(DiceSource):
    """Dice rolled on a real table and typed in; what cannot be on such dice is refused."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled("reduced_typed", self)

    def roll(self, count: i64, kind: i64) -> i64:
        results = self.prompt.dice(int(count), int(kind))
        if len(results) != count:
            raise DiceError(f"{count} results are needed, {len(results)} were given")
        for result in results:
            if not 1 <= result <= faces(kind):
                raise DiceError(f"a {name(kind)} cannot show {result}")
        return packed(results)
