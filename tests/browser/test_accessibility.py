"""Axe finds no fault on the pages, light or dark, and a live region tells what happens."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from browser.clicking import MouseCoach
from browser.conftest import PHONE, OpenPage, missing
from browser.matches import link_of, new_match
from browser.sizes import box, settle

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


# The themes that the page can take: both, the present one last, unless somebody has chosen one in the settings.
THEMES = """() => {
  const chosen = JSON.parse(localStorage.getItem('dungeonbowl.settings') ?? '{}').theme ?? 'auto';
  if (chosen !== 'auto') return [chosen];
  return document.documentElement.dataset.theme === 'dark' ? ['light', 'dark'] : ['dark', 'light'];
}"""

# What is far below is not drawn until somebody scrolls there, and until then keeps the colours of the theme before.
DRAW_ALL = "() => document.querySelectorAll('section').forEach((each) => (each.style.contentVisibility = 'visible'))"


# Colours glide from one theme to the other: axe reads where they arrive.
ARRIVED = "document.getAnimations().forEach((each) => { try { each.finish() } catch { /* it never ends */ } })"


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def faults(page: Any) -> list[str]:
    """Of any weight and in either theme, each with the element it is about."""
    if not AXE.is_file():
        missing("axe-core is missing: run `npm ci` in web/")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    themes = page.evaluate(THEMES)
    found = []
    for number, theme in enumerate(themes):
        # A theme is a set of colours: what axe says about everything else is the same in both.
        rules = COLOURS if number < len(themes) - 1 else EVERYTHING
        found += [f"{theme}: {fault}" for fault in faults_in(page, theme, rules, turn=len(themes) > 1)]
    return found


EVERYTHING = "{ resultTypes: ['violations'] }"
COLOURS = "{ resultTypes: ['violations'], preload: false, runOnly: ['color-contrast', 'link-in-text-block'] }"


def faults_in(page: Any, theme: str, rules: str, turn: bool) -> list[str]:
    """`turn`: the page follows the system, which now says this theme."""
    if turn:
        page.emulate_media(color_scheme=theme)
    page.wait_for_selector(f"html[data-theme={theme}]")
    page.evaluate(DRAW_ALL)
    settle(page)
    for _ in range(4):  # what is drawn anew meanwhile glides again; a true fault stays
        page.evaluate(ARRIVED)
        found = page.evaluate(f"async () => (await axe.run(document, {rules})).violations")
        if not found:
            break
        page.wait_for_timeout(500)
    return [f"{each['impact']}: {each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}" for each in found]


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
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.set_viewport_size(PHONE)
    settle(page)
    room = box(page, "main")
    assert 8 <= room["left"] <= room["right"] <= PHONE["width"] - 8
    assert faults(page) == []
