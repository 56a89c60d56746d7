"""Lots from a published seed, and the numbers of tables."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.league.competitions import lots
from dungeonbowl.league.competitions.seating import numbered
from support.competition_logs import teams


def test_a_number_can_be_computed_with_any_hmac() -> None:
    digest = hmac.new(b"the seed", b"lot\nreds", hashlib.sha256).digest()
    assert lots.number("the seed", "lot", "reds") == int.from_bytes(digest[:8], "big")


@given(st.text(max_size=8), st.integers(1, 20), st.text(max_size=8), st.text(max_size=8))
def test_the_number_of_a_pair_is_a_number_like_any_other(seed: str, round_number: int, one: str, other: str) -> None:
    first, second = sorted((one, other))
    expected = lots.number(seed, "pair", round_number, first, second, bits=40)
    assert lots.of_pair(seed, round_number, one, other) == lots.of_pair(seed, round_number, other, one) == expected


def test_lots_do_not_hang_on_the_order_of_names() -> None:
    assert lots.drawn("seed", "pot 1", "abcd") == lots.drawn("seed", "pot 1", "dcba")
    assert sorted(lots.drawn("seed", "pot 1", "abcd")) == list("abcd")
    assert len({tuple(lots.drawn(f"seed {number}", "pot 1", "abcd")) for number in range(200)}) == 24


@pytest.mark.parametrize("faces", [2, 6, 16])
def test_dice_are_fair_and_the_same_again(faces: int) -> None:
    told = lots.dice("seed", "roll-off", 4000, faces)
    assert told == lots.dice("seed", "roll-off", 4000, faces)
    assert told[:10] == lots.dice("seed", "roll-off", 10, faces)
    counts = Counter(told)
    assert set(counts) == set(range(1, faces + 1))
    even = 4000 / faces
    assert sum((count - even) ** 2 / even for count in counts.values()) < 3 * faces + 10


# --- tables -----------------------------------------------------------------------------------------------------------


def test_tables_are_numbered_by_standing() -> None:
    assert numbered([("a", "b"), ("c", "d"), ("e", "f")], {}) == [1, 2, 3]


def test_nobody_sits_at_the_same_table_twice_if_it_can_be_helped() -> None:
    assert numbered([("a", "b"), ("c", "d"), ("e", "f")], {"a": [1], "d": [1]}) == [2, 3, 1]
    assert numbered([("a", "b")], {"a": [1]}) == [1]


@given(st.integers(1, 8), st.data())
@settings(deadline=None)
def test_as_few_as_possible_sit_at_a_table_again(count: int, data: st.DataObject) -> None:
    names = teams(2 * count)
    matches = [(names[2 * number], names[2 * number + 1]) for number in range(count)]
    tables = st.lists(st.integers(1, count), max_size=2)
    sat = {name: data.draw(tables) for name in names}
    found = numbered(matches, sat)
    assert sorted(found) == list(range(1, count + 1))
    again = sum(table in sat[team] for match, table in zip(matches, found, strict=True) for team in match)
    if count <= 5:
        from itertools import permutations

        assert again == min(
            sum(table in sat[team] for match, table in zip(matches, order, strict=True) for team in match)
            for order in permutations(range(1, count + 1))
        )
