"""Characteristics as each edition prints them."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.setup import NO_PASSING, PlayerSheet
from dungeonbowl.words.characteristics import characteristics_of


@pytest.mark.parametrize(
    ("edition", "printed"),
    [
        ("official", "MA 6, ST 3, AG 4+, PA 4+, AV 8+"),
        ("official(quick=1)", "MA 6, ST 3, AG 4+, PA 4+, AV 8+"),
        ("stockbowl", "MA 6, ST 3, AG 3, AV 7"),
        ("astrogranite(full)", "MA 6, ST 3, AG 3, AV 7"),
    ],
)
def test_a_player_is_shown_in_the_characteristics_of_its_edition(edition: str, printed: str) -> None:
    sheet = PlayerSheet(0, 1, "Somebody", 6, 3, 4, 4, 8)
    assert ", ".join(f"{each.label} {each.value}" for each in characteristics_of(edition, sheet)) == printed
    assert all(each.meaning for each in characteristics_of(edition, sheet))


def test_whoever_cannot_throw_has_a_dash() -> None:
    sheet = PlayerSheet(0, 1, "Somebody", 6, 3, 4, int(NO_PASSING), 8)
    assert {each.label: each.value for each in characteristics_of("official", sheet)}["PA"] == "–"
