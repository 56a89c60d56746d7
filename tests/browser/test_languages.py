"""Other languages: a whole match in German on a phone, a switch without a reload, and what the pseudo-language shows.

The pseudo-language is made from the English words: longer, in brackets. A word of the pages without brackets bypasses
the catalogues, and a label that does not fit will not fit in some language either.
"""

from __future__ import annotations

from typing import Any

import pytest

from browser.clicking import MouseCoach
from browser.conftest import OpenPage
from browser.matches import link_of, new_match
from browser.sizes import DESKTOP, PHONE, settle

# Buttons, labels and tabs that are wider than their place, of those that can be seen. What scrolls is no fault.
CLIPPED = """() =>
  [...document.querySelectorAll('button, label, [role=tab], select, a.button, summary, legend, h1, h2')]
  .filter((each) => each.getClientRects().length > 0 && !each.closest('.visually-hidden'))
  .filter((each) => !['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
  .map((each) => `${each.textContent.trim().slice(0, 60)}: ${each.scrollWidth} in ${each.clientWidth}`)"""

# Things of the line below the board that lie over each other.
COLLIDING = """() => {
  const shown = [...document.querySelectorAll('.controls > *:not(.undo-why)')]
    .filter((each) => each.getClientRects().length > 0);
  const faults = [];
  for (const [at, one] of shown.entries()) for (const other of shown.slice(at + 1)) {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) faults.push(`${one.textContent.trim()} and ${other.textContent.trim()}`);
  }
  return faults;
}"""

# Tabs that are scrolled to, and how far the end of the turn reaches out of its line.
TABS_OUT = """() => {
  const tabs = document.querySelector('.phone-tabs'), line = tabs.parentElement.getBoundingClientRect();
  const end = document.querySelector('[data-end-turn]').getBoundingClientRect();
  const out = [end.right - line.right, end.bottom - line.bottom];
  return [tabs.scrollWidth - tabs.clientWidth, ...out].map((each) => Math.max(0, Math.round(each)));
}"""

# The page itself must not be wider than the phone.
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

# Words on the page's own labels that came from no catalogue. Names, numbers, signs and what the server says are not
# ours: the selectors are those whose words the pages make themselves.
PLAIN = """(selector) => [...document.querySelectorAll(selector)]
  .filter((each) => each.getClientRects().length > 0)
  .map((each) => each.textContent.trim())
  .filter((text) => /[A-Za-z]{3,}/.test(text) && !/^\\W*\\[/.test(text))"""

HOME_LABELS = "nav a, .way strong, .way span, h2, [data-quick]"
SETTINGS_LABELS = "dialog legend, dialog .check, dialog .row > span, dialog h2"
MATCH_LABELS = "[data-end-turn], [role=tab], .phone-tabs button, .prompt .aids button"


class AnyLanguageCoach(MouseCoach):
    """Takes what the page offers without reading it."""

    move = "[data-strip] [data-entry]"


class LookingCoach(AnyLanguageCoach):
    """Looks at every screen before a decision for labels that are cut off or bypass the catalogues."""

    def __init__(self, page: Any, seed: int) -> None:
        super().__init__(page, seed)
        self.looked = 0
        self.faults: set[str] = set()

    def settle(self) -> str:
        asked = super().settle()
        self.looked += 1
        for found in (self.page.evaluate(CLIPPED), self.page.evaluate(PLAIN, MATCH_LABELS)):
            self.faults |= set(found)
        return asked


def in_language(link: str, code: str) -> str:
    """The same link in another language; a token stands behind the hash."""
    path, hash_, rest = link.partition("#")
    return f"{path}{'&' if '?' in path else '?'}language={code}{hash_}{rest}"


def open_settings(page: Any) -> Any:
    page.locator("[data-settings]").click()
    page.wait_for_selector("dialog select")
    return page.locator("dialog select").first


def test_a_whole_match_in_german_on_a_phone(open_page: OpenPage, address: str) -> None:
    link = link_of(new_match(address, turn_limit=1))
    page = open_page(in_language(link, "de"), size=PHONE)
    coach = AnyLanguageCoach(page, seed=4)
    assert coach.settle() != ""
    assert page.get_attribute("html", "lang") == "de"
    assert page.evaluate(WIDER) <= 0
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(COLLIDING) == []
    coach.play()
    assert coach.is_over()
    page.locator("a", has_text="Spielbericht").first.click()
    page.get_by_role("heading", name="Statistik").wait_for()
    assert page.evaluate(WIDER) <= 0


@pytest.mark.parametrize("code", ["en", "de", "fr", "es"])
def test_every_tab_of_a_phone_is_seen_in_every_language(open_page: OpenPage, address: str, code: str) -> None:
    page = open_page(in_language(link_of(new_match(address)), code), size=PHONE)
    assert AnyLanguageCoach(page, seed=4).settle() == "turn"
    assert page.evaluate(TABS_OUT) == [0, 0, 0]


def test_the_language_changes_in_a_match_without_a_reload(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)), size=PHONE)
    coach = AnyLanguageCoach(page, seed=5)
    assert coach.settle() == "turn"
    page.evaluate("() => { window.before = true }")
    end = page.locator("[data-end-turn]")
    assert "End turn" in end.inner_text()
    number = coach.number()
    choice = open_settings(page)
    choice.select_option("de")
    page.wait_for_function("() => document.documentElement.lang === 'de'")
    assert "Zug beenden" in end.inner_text()
    assert page.locator("dialog legend", has_text="Sprache").count() == 1
    page.keyboard.press("Escape")
    assert coach.settle() == "turn"
    assert coach.number() == number  # the decision waits where it was
    assert page.evaluate("() => window.before === true")
    assert page.locator("[role=alert]").count() == 0  # a server that knows no languages is no fault
    page.reload()
    assert coach.settle() == "turn"
    assert "Zug beenden" in end.inner_text()  # kept for the next visit


def test_the_browser_says_which_language_comes_first(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, locale="es-AR")
    page.wait_for_selector("[data-quick]:enabled")
    assert page.get_attribute("html", "lang") == "es"
    assert "Jugar" in page.inner_text("[data-quick]")


def test_the_server_is_asked_in_the_language_of_the_page(open_page: OpenPage) -> None:
    page = open_page("/?language=fr", size=PHONE)
    with page.expect_request("**/api/v1/options") as asked:
        page.reload()
    assert asked.value.headers["accept-language"] == "fr"


@pytest.mark.parametrize("path", ["/", "/help", "/rules", "/replay", "/puzzle", "/nowhere"])
def test_every_label_fits_a_phone_in_the_longer_language(open_page: OpenPage, path: str) -> None:
    page = open_page(f"{path}?language=xx", size=PHONE)
    page.wait_for_selector("h1, h2")
    page.wait_for_load_state("networkidle")
    settle(page)
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(WIDER) <= 0


def test_no_label_of_the_first_page_bypasses_the_catalogues(open_page: OpenPage) -> None:
    page = open_page("/?language=xx", size=PHONE)
    page.wait_for_selector("[data-quick]:enabled")
    assert page.evaluate(PLAIN, HOME_LABELS) == []
    page.goto(page.url.partition("?")[0] + "help?language=xx")
    page.wait_for_selector("fieldset legend")
    assert page.evaluate(PLAIN, "fieldset legend, fieldset .check, fieldset .row > span, h2, h3, dd") == []


def test_a_whole_match_in_the_longer_language_on_a_phone(open_page: OpenPage, address: str) -> None:
    """Every screen that a match shows on its way: what does not fit is found, and what came from no catalogue."""
    page = open_page(in_language(link_of(new_match(address, turn_limit=1)), "xx"), size=PHONE)
    coach = LookingCoach(page, seed=6)
    coach.play()
    assert coach.is_over()
    assert coach.looked > 10
    assert coach.faults == set()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_match_in_the_longer_language(open_page: OpenPage, address: str, size: dict[str, int]) -> None:
    page = open_page(in_language(link_of(new_match(address)), "xx"), size=size)
    coach = AnyLanguageCoach(page, seed=6)
    assert coach.settle() == "turn"
    assert page.evaluate(PLAIN, MATCH_LABELS) == []
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(COLLIDING) == []
    open_settings(page)
    settle(page)
    assert page.evaluate(PLAIN, SETTINGS_LABELS) == []
    assert page.evaluate(CLIPPED) == []
    assert page.locator("dialog option[value=xx]").count() == 0  # never offered
