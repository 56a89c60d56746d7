"""Print and play: board, tokens and reference sheet on one page of HTML."""

from __future__ import annotations

import re

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.play.print_kit import print_kit, tokens_of
from dungeonbowl.play.setting_up import new_game
from dungeonbowl.rulebook import load

DUNGEONS = {"official": "of-1", "stockbowl": "sb-04", "astrogranite": ""}


@pytest.mark.parametrize("edition", DUNGEONS)
@pytest.mark.parametrize(("page", "square", "width"), [("a4", "28", 210), ("letter", "30", 215.9)])
def test_every_edition_has_a_kit_in_true_size(edition: str, page: str, square: str, width: float) -> None:
    game = new_game(edition, DUNGEONS[edition], ())
    kit = print_kit(game, page, square)
    assert f"one square is {square} mm" in kit
    assert f'width="{width:g}mm"' in kit
    assert "http://" not in kit.replace("http://www.w3.org/2000/svg", "")
    names = re.findall(r'clipPath id="(page\d+)"', kit)
    assert len(names) == len(set(names)) > 0
    rules = set(re.findall(r"<td>([A-Z]-[A-Z]+-\d+[a-z]?)</td>", kit))
    known = {rule.id for rule in load(edition)}
    assert rules
    assert rules <= known


def test_tokens_are_all_there() -> None:
    game = new_game("official", "of-1", ("fire-fast", "light-balanced"))
    drawn = tokens_of(game)
    assert len(drawn) == int(game.squads.count) + 6 + 6 + 1 + 4
    assert len(set(drawn[: int(game.squads.count)])) > 16


def test_names_with_markup_stay_words() -> None:
    game = new_game("official", "of-1", ("fire-fast", "light-balanced"))
    names = game.squads.names
    usual = names[0]
    names[0] = "<script>alert(1)</script>"
    try:
        assert "<script>" not in print_kit(game)
    finally:
        names[0] = usual  # squads of ready teams are read once, and every match has them


@pytest.mark.parametrize(("page", "square"), [("a5", "30"), ("a4", "31"), ("", "30")])
def test_other_sizes_are_refused_in_a_sentence(page: str, square: str) -> None:
    with pytest.raises(UserError, match="expected"):
        print_kit(new_game("official", "of-1", ()), page, square)
