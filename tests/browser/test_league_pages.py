"""The pages of leagues: axe finds no fault in either theme, nothing runs over the edge, keys reach everything."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.sizes import LARGE, settle
from browser.test_pages import is_sound
from support.leagues import COACHES, THERE, House, World, world
from support.servers import ServerProcess

OTHERS = {"phone": PHONE, "large": LARGE}


@pytest.fixture(scope="module")
def made(table: ServerProcess) -> World:
    return world(House(table.server))


@pytest.mark.parametrize("name", THERE)
def test_every_page_of_a_league_is_sound(open_page: OpenPage, made: World, name: str) -> None:
    page = open_page(made.pages[name], DESKTOP)
    wait_until_there(page, name)
    unfold(page)
    is_sound(page)
    assert page.locator("h1").count() == 1
    assert "Dungeon Bowl" in page.title()
    for size in OTHERS.values():
        page.set_viewport_size(size)
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if size is PHONE:
            is_sound(page)
            assert name == "new-league" or page.evaluate(SIDEWAYS) == []


@pytest.mark.parametrize("size", OTHERS)
@pytest.mark.parametrize("name", THERE)
def test_a_page_is_sound_that_was_opened_at_a_size(open_page: OpenPage, made: World, name: str, size: str) -> None:
    page = open_page(made.pages[name], OTHERS[size])
    wait_until_there(page, name)
    assert name == "new-league" or page.evaluate(SIDEWAYS) == []
    unfold(page)
    is_sound(page)


def wait_until_there(page: Any, name: str) -> None:
    page.wait_for_selector(THERE[name])
    if name == "table":
        page.wait_for_selector("[data-chances]", state="attached")


def unfold(page: Any) -> None:
    """Open whatever is folded: a fault may hide there."""
    page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")


# What scrolls sideways inside a page, though the page itself does not.
SIDEWAYS = """() => [...document.querySelectorAll('main *')].filter((each) => each.clientWidth > 1
  && each.scrollWidth > each.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
  .map((each) => `${each.className} ${each.scrollWidth} > ${each.clientWidth}`)"""


def test_a_page_asks_the_server_for_nothing_that_belongs_to_the_next_one(open_page: OpenPage, made: World) -> None:
    page = open_page(made.pages["league"])
    page.wait_for_selector("[data-news]")
    refused: list[str] = []
    page.on("response", lambda response: refused.append(response.url) if response.status >= 400 else None)
    for name in ("fixture-over", "league", "team", "player", "leagues"):
        # As a click on a link does it: the page that is left is still there while the next one is read.
        link = "const link = document.createElement('a'); link.href = there; document.body.append(link); link.click()"
        page.evaluate(f"(there) => {{ {link} }}", made.pages[name])
        page.wait_for_selector(THERE[name])
    assert refused == []


def test_a_fixture_names_teams_and_coaches_and_its_odds(open_page: OpenPage, made: World) -> None:
    page = open_page(made.pages["league"])
    line = page.locator(f"[data-fixture='{made.open}']").first
    line.wait_for()
    assert len(set(line.inner_text().splitlines()) & set(COACHES)) == 2
    line.click()
    page.wait_for_selector("[data-odds]")
    told = page.inner_text("[data-odds]")
    shares = [int(share) for share in re.findall(r"(\d+)\s%", told)]
    assert len(shares) == 3
    assert 99 <= sum(shares) <= 101


def test_what_is_not_there_says_so(open_page: OpenPage) -> None:
    for link in ("/league/l_nowhere", "/fixture/c_x.1-1-1", "/team/t_x", "/player/p_x", "/aftermath/g_x/t_x"):
        page = open_page(link)
        page.get_by_role("alert").first.wait_for()
        assert "there is no" in page.get_by_role("alert").first.inner_text()


def test_leagues_are_two_keys_from_the_home_page(open_page: OpenPage, made: World) -> None:
    page = open_page("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Leagues").focus()
    page.keyboard.press("Enter")
    page.locator(f"[data-league='{made.league}']").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-news]")
    page.get_by_role("navigation", name="Pages of this league").get_by_role("link", name="Table").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-table]")
    assert page.url.endswith(f"/league/{made.league}/table")


def test_an_aftermath_is_answered_with_keys_alone(open_page: OpenPage, made: World) -> None:
    page = open_page(made.pages["aftermath-begin"])
    page.locator("[data-begin]:enabled").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-need=ask], [data-need=over]")
    for _ in range(20):
        if page.locator("[data-need=over]").count():
            break
        number = page.locator("[data-story] li").count()
        page.locator("[data-question] [data-option='done']").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(before) => document.querySelector('[data-need=over]') || "
            "document.querySelector('[data-question] [data-option]:not(:disabled)') && "
            "document.querySelectorAll('[data-story] li').length >= before",
            arg=number,
        )
    page.wait_for_selector("[data-closed]")


def test_a_printed_table_has_no_buttons(open_page: OpenPage, made: World) -> None:
    page = open_page(made.pages["table"])
    page.wait_for_selector("[data-table]")
    page.emulate_media(media="print")
    assert page.locator("[data-table]").is_visible()
    for hidden in (".lg-tabs", ".page > header", ".lg-deeds"):
        assert not page.locator(hidden).first.is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.page')).backgroundColor") == "rgb(255, 255, 255)"
