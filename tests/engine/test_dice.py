"""Every source of dice is fair, gives what was asked, and says so when it cannot."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from dungeonbowl.engine.dice import (
    BLOCK_DIE,
    COIN,
    D3,
    D6,
    D8,
    D16,
    DiceError,
    DiceSource,
    Prompt,
    ProvableDice,
    ScriptedDice,
    SeededDice,
    TypedDice,
    die,
    faces,
    name,
    packed,
    total,
    unpacked,
)

SOURCES: list[Callable[[int], DiceSource]] = [
    lambda seed: SeededDice(seed),
    lambda seed: ProvableDice(f"server seed {seed}".encode(), ["home word", "away word"]),
]
KINDS = [COIN, D3, D6, D8, D16, BLOCK_DIE]
ROLLS = 3000


def is_even(counts: list[int]) -> bool:
    """Chi-square against even chances, wrong about once in ten thousand (Wilson and Hilferty's approximation)."""
    freedom = len(counts) - 1
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    spread = 2 / (9 * freedom)
    limit: float = freedom * (1 - spread + 3.72 * spread**0.5) ** 3
    return statistic < limit


def test_the_yardstick_itself() -> None:
    assert is_even([1000, 1030, 970, 1000, 990, 1010])
    assert not is_even([1000, 1200, 800, 1000, 1000, 1000])


@pytest.mark.rule("O-DICE-01")
@pytest.mark.parametrize("source", SOURCES, ids=["seeded", "provable"])
@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_every_face_of_every_die_is_as_likely(source: Callable[[int], DiceSource], kind: int) -> None:
    for seed in (1, 2, 12345):
        dice = source(seed)
        counts = [0] * int(faces(kind))
        for _ in range(ROLLS):
            counts[int(die(dice.roll(1, kind), 0)) - 1] += 1
        assert is_even(counts), (seed, counts)


@pytest.mark.parametrize("source", SOURCES, ids=["seeded", "provable"])
def test_the_dice_of_one_roll_know_nothing_of_each_other(source: Callable[[int], DiceSource]) -> None:
    dice = source(7)
    counts = [0] * 36
    for _ in range(ROLLS):
        first, second = unpacked(dice.roll(2, D6), 2)
        counts[(first - 1) * 6 + second - 1] += 1
    assert is_even(counts)


@pytest.mark.parametrize("source", SOURCES, ids=["seeded", "provable"])
def test_a_roll_knows_nothing_of_the_one_before(source: Callable[[int], DiceSource]) -> None:
    dice = source(8)
    counts = [0] * 64
    before = int(die(dice.roll(1, D8), 0))
    for _ in range(2 * ROLLS):
        now = int(die(dice.roll(1, D8), 0))
        counts[(before - 1) * 8 + now - 1] += 1
        before = now
    assert is_even(counts)


def test_neighbouring_seeds_begin_differently() -> None:
    counts = [0] * 36
    for seed in range(ROLLS):
        first, second = unpacked(SeededDice(seed).roll(2, D6), 2)
        counts[(first - 1) * 6 + second - 1] += 1
    assert is_even(counts)


@pytest.mark.parametrize("squares", [5, 40, 280, 999])
@pytest.mark.parametrize("source", SOURCES, ids=["seeded", "provable"])
def test_every_square_is_as_likely_to_be_drawn(source: Callable[[int], DiceSource], squares: int) -> None:
    """A random choice among so many is a die with as many faces."""
    dice = source(9)
    counts = [0] * squares
    for _ in range(20 * squares):
        counts[int(die(dice.roll(1, squares), 0)) - 1] += 1
    assert is_even(counts)


@pytest.mark.parametrize("limit", [1, 2, 7, 83, 280, 4096])
def test_a_random_number_is_below_its_limit_and_even(limit: int) -> None:
    dice = SeededDice(10)
    counts = [0] * limit
    for _ in range(12 * limit + 1000):
        counts[int(dice.below(limit))] += 1
    assert limit == 1 or is_even(counts)


def test_the_same_seed_gives_the_same_dice_compiled_or_not() -> None:
    dice = SeededDice(42)
    assert [unpacked(dice.roll(3, D6), 3) for _ in range(4)] == [[3, 4, 5], [2, 6, 3], [1, 5, 1], [4, 5, 1]]


def test_provable_dice_can_be_checked_afterwards() -> None:
    """The hash is published first; seed, words and nothing else give the stream."""
    dice = ProvableDice(b"secret", ["red", "blue"])
    assert dice.commitment() == hashlib.sha256(b"secret").hexdigest()
    rolled = [int(dice.roll(2, D6)) for _ in range(50)]
    assert rolled == [int(one.roll(2, D6)) for one in [ProvableDice(b"secret", ["red", "blue"])] for _ in range(50)]
    assert rolled != [int(one.roll(2, D6)) for one in [ProvableDice(b"secret", ["red", "green"])] for _ in range(50)]
    assert rolled != [int(one.roll(2, D6)) for one in [ProvableDice(b"secreT", ["red", "blue"])] for _ in range(50)]


def test_a_roll_travels_as_one_number() -> None:
    rolled = packed([6, 1, 4096, 2])
    assert unpacked(rolled, 4) == [6, 1, 4096, 2]
    assert [int(die(rolled, index)) for index in range(4)] == [6, 1, 4096, 2]
    assert total(rolled, 4) == 4105
    assert total(rolled, 2) == 7


@pytest.mark.parametrize(
    ("kind", "words"), [(D6, "D6"), (COIN, "coin"), (BLOCK_DIE, "block"), (D16, "D16"), (280, "D280")]
)
def test_dice_have_names(kind: int, words: str) -> None:
    assert name(kind) == words


# --- scripted -----------------------------------------------------------------------------------------------------


def test_a_script_is_rolled_in_its_order() -> None:
    dice = ScriptedDice([(6, 3), (6, 5), (8, 8), (int(BLOCK_DIE), 6)])
    assert unpacked(dice.roll(2, D6), 2) == [3, 5]
    assert unpacked(dice.roll(1, D8), 1) == [8]
    assert dice.leftover() == 1
    assert unpacked(dice.roll(1, BLOCK_DIE), 1) == [6]
    assert dice.leftover() == 0


def test_a_die_too_few_is_an_error() -> None:
    dice = ScriptedDice([(6, 3)])
    with pytest.raises(DiceError, match=r"no die left; a D6 is needed \(die 2\)"):
        dice.roll(2, D6)


def test_a_die_of_another_kind_is_an_error() -> None:
    with pytest.raises(DiceError, match="die 1 of the script is a D6; a block is needed"):
        ScriptedDice([(6, 3)]).roll(1, BLOCK_DIE)


@pytest.mark.parametrize("result", [0, 7, -1])
def test_a_face_that_the_die_does_not_have_is_an_error(result: int) -> None:
    with pytest.raises(DiceError, match=f"die 1 of the script shows {result}; a D6 cannot"):
        ScriptedDice([(6, result)]).roll(1, D6)


# --- typed in -----------------------------------------------------------------------------------------------------


class Table(Prompt):
    """Somebody at a real table, who says what he was told to say."""

    def __init__(self, *answers: list[int]) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[int, int]] = []

    def dice(self, count: int, kind: int) -> list[int]:
        self.asked.append((int(count), int(kind)))
        return self.answers.pop(0)


def test_typed_dice_are_asked_for_and_believed() -> None:
    table = Table([2, 5], [6])
    dice = TypedDice(table)
    assert unpacked(dice.roll(2, D6), 2) == [2, 5]
    assert unpacked(dice.roll(1, BLOCK_DIE), 1) == [6]
    assert table.asked == [(2, 6), (1, int(BLOCK_DIE))]


def test_typed_dice_must_be_as_many_as_asked_for() -> None:
    with pytest.raises(DiceError, match="2 results are needed, 1 were given"):
        TypedDice(Table([4])).roll(2, D6)


@pytest.mark.parametrize(("kind", "result"), [(D6, 7), (D6, 0), (COIN, 3), (D16, 17), (BLOCK_DIE, 7), (D3, -1)])
def test_typed_dice_must_have_the_face(kind: int, result: int) -> None:
    with pytest.raises(DiceError, match=f"cannot show {result}"):
        TypedDice(Table([result])).roll(1, kind)
