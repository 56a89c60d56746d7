"""The table of actions: a row for every kind says its words, its arguments and its entry in a menu."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import (
    ACTION_KINDS,
    DECLARATION_ROWS,
    REROLL_SOURCES,
    arguments_of,
    row_of,
)
from dungeonbowl.engine.actions import action
from dungeonbowl.engine.frames import ASK
from dungeonbowl.words.action_words import action_table
from support.walks import Luck, any_game, moments, options_of

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("TEAM_REROLL", "SKILL_REROLL", "PRO_REROLL", "ITEM_REROLL")


def constants() -> dict[str, int]:
    return {name: int(value) for name, value in vars(actions).items() if name.isupper() and isinstance(value, int)}


def test_every_kind_of_action_has_one_row() -> None:
    kinds = {name: value for name, value in constants().items() if not name.endswith("_ACTION") and name != "KINDS"}
    kinds = {name: value for name, value in kinds.items() if name not in SOURCES}
    assert Counter(row.number for row in ACTION_KINDS) == Counter(kinds.values())
    assert all(row.number < actions.KINDS for row in ACTION_KINDS)


def test_everything_that_may_be_declared_has_one_row() -> None:
    declared = [value for name, value in constants().items() if name.endswith("_ACTION")]
    assert Counter(row.number for row in DECLARATION_ROWS) == Counter(declared)


def test_every_source_of_a_reroll_has_one_row() -> None:
    assert [row.number for row in REROLL_SOURCES] == [constants()[name] for name in SOURCES]


def test_words_are_used_once() -> None:
    for words in ([row.words for row in ACTION_KINDS], [row.words for row in DECLARATION_ROWS]):
        assert Counter(words).most_common(1)[0][1] == 1


def test_an_action_has_at_most_three_arguments_of_different_names() -> None:
    for row in ACTION_KINDS:
        assert len(row.arguments) <= 3, row
        assert len({argument.name for argument in row.arguments}) == len(row.arguments), row


def test_arguments_are_read_by_name() -> None:
    assert arguments_of(int(action(actions.DEPLOY, 3, 17))) == {"piece": 3, "square": 17}
    assert arguments_of(int(actions.END_TURN)) == {}
    assert arguments_of(int(action(actions.DECLARE, actions.BLITZ_ACTION, 5)))["target"] == 4
    assert arguments_of(int(action(actions.DECLARE, actions.MOVE_ACTION)))["target"] == -1
    assert row_of(159) is None
    assert arguments_of(159) == {}


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite"])
def test_what_the_engine_offers_fits_the_rows(edition: str) -> None:
    """Random games: no number stands where the row has no argument."""
    seen = set()
    for seed in range(10):
        game = any_game(seed, edition)
        for signal in moments(game, Luck(seed), 120):
            for option in options_of(game) if signal == ASK else []:
                row = row_of(option)
                assert row is not None, option
                assert option >> (8 + 16 * len(row.arguments)) == 0, f"{row!r} has more arguments: {option:#x}"
                seen.add(row.number)
    assert len(seen) > 12


def test_the_page_of_formats_has_the_table_of_actions() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    section = page[page.index("## Actions\n") : page.index("## Events\n")]
    assert [line for line in section.splitlines() if line.startswith("|")] == action_table()
