"""Saves of version 1: the fields of a procedure were a list, and some of them were packed into one number."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine.procedures.turn.activation import Activation
from dungeonbowl.records.old_saves import FIELDS, UPGRADES
from dungeonbowl.records.save import FrameRecord, SaveError, recorded, revived
from support.sources import frames

Row = tuple[str, list[Any], str, dict[str, Any]]


def today(name: str, values: list[Any]) -> tuple[str, dict[str, Any]]:
    """A procedure of version 1 after it was loaded and saved by this version."""
    record = recorded(revived(FrameRecord(name, args=values)))
    return record.name, record.fields


@pytest.mark.parametrize("name", sorted(set(FIELDS) - set(UPGRADES)))
def test_a_procedure_that_has_not_changed_takes_its_list_in_order(name: str) -> None:
    kinds = dict(frames()[name])
    values: list[Any] = []
    for place, field in enumerate(FIELDS[name].split()):
        sample = {"bool": place % 2 == 0, "vec[i64]": [place], "vec[i16]": [place]}
        values.append(sample.get(kinds[field], place + 2))
    _, fields = today(name, values)
    assert [fields[field] for field in FIELDS[name].split()] == values


def test_a_field_that_an_old_list_does_not_have_takes_its_default() -> None:
    assert today("Activation", [3])[1] == recorded(Activation(3)).fields


def test_what_the_first_saves_said_of_a_vanishing_player_besides_means_nothing() -> None:
    assert today("Vanish", [3, 41, 1, 0, 7]) == today("Vanish", [3, 41, 1])


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("Cake", [], "knows no procedure 'Cake'"),
        ("Contest", [1, 2], "'Contest' has 2 fields; expected at most 1"),
        ("Contest", [[1]], "field 'stage' of procedure 'Contest' is no list"),
    ],
)
def test_an_old_procedure_that_cannot_be_says_why(name: str, values: list[Any], message: str) -> None:
    with pytest.raises(SaveError, match=message):
        revived(FrameRecord(name, args=values))
