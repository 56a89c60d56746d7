"""Advice on the screen: asked for, looked at on the board, followed; and the ladder of opponents on the home page."""

from __future__ import annotations

from typing import Any

import pytest

from browser.clicking import MouseCoach
from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.matches import link_of, new_match
from browser.test_accessibility import faults


def at_a_turn(page: Any) -> MouseCoach:
    """A coach whose turn it is."""
    coach = MouseCoach(page)
    kind = coach.settle()
    while kind != "turn":
        number = coach.number()
        page.keyboard.press("x")
        coach.await_change(number)
        kind = coach.settle()
    return coach


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_advice_is_shown_looked_at_and_followed(open_page: OpenPage, address: str, size: dict[str, int]) -> None:
    page = open_page(link_of(new_match(address)), size)
    coach = at_a_turn(page)
    page.get_by_role("button", name="Hint").click()
    page.locator("[data-advice='0']").wait_for()
    best = page.locator(".advice li").first
    assert best.locator(".reason").inner_text()
    assert faults(page) == []
    for button in page.locator("[data-follow]").all():  # none of them lies beyond the edge of its panel
        box = button.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
    shown = page.locator(".advice li[data-on-board='true']").first
    shown.locator("[data-advice]").click()
    page.locator("[data-advised]").wait_for(state="attached")
    assert shown.locator("[data-advice]").get_attribute("aria-pressed") == "true"
    number = coach.number()
    shown.locator("[data-follow]").click()
    coach.await_change(number)
    page.locator(".advice").wait_for(state="detached")
    page.locator("[data-advised]").wait_for(state="detached")


def test_advice_by_the_keyboard_alone(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)))
    at_a_turn(page)
    page.keyboard.press("v")
    page.locator("[data-advice='0']").wait_for()
    assert "Advice: 1, " in page.inner_text("[aria-live='polite']")
    page.locator(".advice li[data-on-board='true'] [data-advice]").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-advised]").wait_for(state="attached")
    page.keyboard.press("v")
    page.locator(".advice").wait_for(state="detached")


def test_the_home_page_offers_the_ladder_with_easy_chosen(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector("[data-quick]:enabled")
    level = page.locator("[data-level]")
    assert level.input_value() == "easy"
    assert level.locator("option").all_inner_texts() == ["Random", "Easy", "Normal", "Hard", "Expert"]
    level.select_option("hard")
    page.get_by_text("Tries its ideas out before it decides").wait_for()
    page.click("[data-quick]")
    page.locator(".match").wait_for()
    page.get_by_role("tab", name="Teams").click()
    page.get_by_text("Computer, hard").first.wait_for()
