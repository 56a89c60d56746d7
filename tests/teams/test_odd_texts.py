"""Texts that no editor writes are answered with a sentence."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import DungeonError, read_dungeon, text_warnings
from dungeonbowl.errors import UserError
from dungeonbowl.scenes.scenario import read_scenario
from dungeonbowl.teams.files import read_team

DIGITS = "9" * 5000  # more than Python turns into a number


def test_a_number_of_five_thousand_digits_is_no_number_anywhere() -> None:
    with pytest.raises(UserError):
        read_team(f"rerolls = {DIGITS}")
    with pytest.raises(DungeonError):
        read_dungeon(f"format = {DIGITS}")
    assert text_warnings(f"format = {DIGITS}") == []
    with pytest.raises(UserError):
        read_scenario(f"format = {DIGITS}")
