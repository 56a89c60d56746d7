"""Print and play: board, tokens and reference sheet on one page of HTML."""

from __future__ import annotations

import re
from html import escape

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.play.cards import effects
from dungeonbowl.play.print_kit import print_kit, tokens_of
from dungeonbowl.play.setting_up import new_game
from dungeonbowl.rulebook import load
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.words.skill_words import skill_text

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


@pytest.mark.parametrize("edition", DUNGEONS)
def test_every_player_has_a_card_that_says_what_its_skills_do(edition: str) -> None:
    game = new_game(edition, DUNGEONS[edition], ())
    kit = print_kit(game)
    count = int(game.squads.count)
    assert kit.count('<article class="card"') == count
    assert kit.count('class="sheet cards"') == -(-count // 9), "nine on a page"
    for sheet in game.squads.sheets[:count]:
        for skill in sheet.skills:
            assert f"<b>{escape(str(skill))}</b>" in kit
            assert escape(skill_text(game.rules.edition, str(skill))) in kit


def test_what_is_too_long_for_a_card_keeps_the_names_of_its_skills() -> None:
    every = [skill.name for skill in load_facts("stockbowl").skills.skills]
    for count in (0, 1, 3, 12, len(every)):
        found, size = effects("stockbowl", every[:count])
        assert [skill for skill, _ in found] == every[:count]
        assert size in ("5", "6", "7")
    assert {effect for _, effect in effects("stockbowl", every)[0]} == {""}
    told, size = effects("stockbowl", every[:2])
    assert all(effect for _, effect in told)
    assert size == "7"


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
