"""A whole match against the bot, by the mouse alone and by the keyboard alone."""

from __future__ import annotations

from functools import partial

import pytest

from browser.clicking import KeyCoach, MouseCoach
from browser.conftest import OpenPage
from browser.matches import PLAYED, link_of, new_match
from dungeonbowl.editions import EDITIONS


def test_the_first_page_starts_a_match_with_one_click(open_page: OpenPage) -> None:
    page = open_page()
    page.click("[data-quick]:enabled")
    page.wait_for_selector(".match .board")
    coach = MouseCoach(page)
    assert coach.settle() == "turn"


def test_every_edition_is_played() -> None:
    assert set(EDITIONS) <= set(PLAYED)


@pytest.mark.parametrize("edition", PLAYED)
def test_a_whole_match_by_clicks_only(open_page: OpenPage, address: str, edition: str) -> None:
    page = open_page(link_of(new_match(address, **PLAYED[edition])))
    coach = MouseCoach(page, seed=1)
    coach.play()
    assert coach.is_over()
    assert coach.kinds["turn"] > 0
    assert page.locator(".controls a", has_text="Match report").count() == 1


@pytest.mark.parametrize("edition", PLAYED)
def test_the_same_by_keys_only(open_page: OpenPage, address: str, edition: str) -> None:
    page = open_page(link_of(new_match(address, **PLAYED[edition])))
    page.wait_for_selector(".board")
    coach = KeyCoach(page, seed=2)
    coach.play()
    assert coach.is_over()
    assert coach.kinds["act"] > 0


def test_everything_before_the_match_is_on_screen_and_can_be_left_to_the_computer(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(link_of(new_match(address, quick=False, dungeon={"id": "book-1"})))
    coach = MouseCoach(page, seed=3)
    seen = set()
    while (kind := coach.settle()) not in ("turn", ""):
        changed = partial(coach.has_changed, coach.number())
        if kind not in seen:
            seen.add(kind)
            coach.insist(coach.attempt, changed)  # once by hand ...
        else:
            coach.insist(lambda: page.click("[data-all]"), changed)  # ... and the rest by the computer
    assert {"place", "deploy"} <= seen
