"""Axe finds no serious fault on the pages, and a live region tells what happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.clicking import MouseCoach
from browser.conftest import PHONE, OpenPage, missing
from browser.matches import link_of, new_match

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def faults(page: Any) -> list[str]:
    """Serious and critical ones, each with the element it is about."""
    if not AXE.is_file():
        missing("axe-core is missing: run `npm ci` in web/")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [
        f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", [None, PHONE])
def test_the_home_page(open_page: OpenPage, size: dict[str, int] | None) -> None:
    page = open_page("/", size)
    page.wait_for_selector("[data-quick]:enabled")
    assert faults(page) == []


@pytest.mark.parametrize("size", [None, PHONE])
def test_a_skill_among_the_rules(open_page: OpenPage, size: dict[str, int] | None) -> None:
    page = open_page("/rules?search=Guard", size)
    card = page.locator("[data-skill=Guard]")
    card.get_by_text("In the sources").click()
    card.get_by_text("HELPS_WHEN_MARKED", exact=True).wait_for()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("size", [None, PHONE])
def test_the_match_screen(open_page: OpenPage, address: str, size: dict[str, int] | None) -> None:
    page = open_page(link_of(new_match(address)), size)
    coach = MouseCoach(page)
    coach.settle()
    assert faults(page) == []
    page.keyboard.press(".")
    page.wait_for_selector("[data-entry='Move']")
    assert faults(page) == []
    assert page.inner_text("[aria-live='polite']") != ""


def test_dialogs(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)))
    MouseCoach(page).settle()
    for name in ("Settings", "Keys"):
        page.get_by_role("button", name=name).click()
        page.wait_for_selector("dialog[open]")
        assert faults(page) == []
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")


def test_the_waiting_room(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address, seats=["person", "person"])))
    page.get_by_role("button", name="I am ready").wait_for()
    assert faults(page) == []
