"""The pages around a match in other languages: German words where English ones were, and room for longer ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from browser.clipped import clipped, in_language
from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.hosted import OpenHosted, opening, sign_up
from support.leagues import THERE, House, World, world
from support.servers import ServerProcess

SIZES = {"desktop": DESKTOP, "phone": PHONE}
PSEUDO = "xx"
WORKSHOP = {"/draft": ".purse", "/editor": ".board", "/custom": "[data-look]"}


@pytest.fixture(scope="module")
def made(table: ServerProcess) -> World:
    return world(House(table.server))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", THERE)
def test_longer_words_fit_the_pages_of_a_league(open_page: OpenPage, made: World, name: str, size: str) -> None:
    page = open_page(in_language(made.pages[name], PSEUDO), SIZES[size])
    page.wait_for_selector(THERE[name])
    assert clipped(page) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", WORKSHOP)
def test_longer_words_fit_drafting_building_and_custom_matches(open_page: OpenPage, path: str, size: str) -> None:
    page = open_page(in_language(path, PSEUDO), SIZES[size])
    page.wait_for_selector(WORKSHOP[path])
    assert clipped(page) == []


# What stands on these pages in German, and the English that stood there: words of tables, ids and values of options.
IN_GERMAN = {
    "/": ("[data-quick]:enabled", "(College of Beasts, ausgewogen)", "(beasts, balanced)"),
    "/draft": (".purse", "Läufer", "Runners"),
    "/editor": ("[data-tile]", "Waffenkammer", "Armoury"),
    "/custom": ("[data-option-key=inducements]", "gekauft", "bought"),
    "/leagues/new": ("[data-names]", "jeder gegen jeden", "round robins"),
}


@pytest.mark.parametrize("path", IN_GERMAN)
def test_words_of_tables_are_german_on_their_pages(open_page: OpenPage, path: str) -> None:
    there, german, english = IN_GERMAN[path]
    page = open_page(in_language(path, "de"))
    page.wait_for_selector(there)
    page.wait_for_function("(words) => document.body.textContent.includes(words)", arg=german)
    assert english not in page.evaluate("document.body.textContent")


def test_a_league_in_german(open_page: OpenPage, made: World) -> None:
    page = open_page(in_language(made.pages["table"], "de"))
    page.wait_for_selector(THERE["table"])
    assert page.locator("html").get_attribute("lang") == "de"
    tabs = page.locator(".lg-tabs a").all_inner_texts()
    assert tabs[:3] == ["Liga", "Tabelle", "Spielplan"]
    assert page.locator("[data-table] thead").inner_text().split()[:5] == ["#", "Team", "M", "S", "U"]
    page.locator(".lg-tabs a", has_text="Teams").click()
    page.get_by_role("columnheader", name="Trainer").wait_for()


def test_another_language_needs_no_reload_and_asks_the_server_anew(open_page: OpenPage, made: World) -> None:
    page = open_page(made.pages["league"])
    page.wait_for_selector(THERE["league"])
    page.evaluate("window.kept = true")
    page.get_by_role("button", name="Settings").click()

    def of_league(request: Any) -> bool:
        return "/api/v1/leagues/" in request.url and request.headers.get("accept-language") == "de"

    with page.expect_request(of_league):
        page.get_by_label("Language of the pages").select_option("de")
    page.locator(".lg-tabs a", has_text="Tabelle").wait_for()
    assert page.evaluate("window.kept")


@pytest.fixture
def hosted(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[str]:
    with ServerProcess(tmp_path_factory.mktemp("hosted"), accounts=True) as process:
        yield f"http://localhost:{process.port}"


@pytest.fixture
def open_hosted(browser: Any, hosted: str) -> Iterator[OpenHosted]:
    with opening(browser, hosted) as open_one:
        yield open_one


def test_longer_words_fit_account_and_lobby_on_a_phone(open_hosted: OpenHosted, hosted: str) -> None:
    page = open_hosted("/sign-in?new", PHONE)
    sign_up(page, "Grimtooth")
    page.goto(hosted + in_language("/account", PSEUDO))
    page.wait_for_selector("[data-telling]")
    page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
    assert clipped(page) == []
    page.goto(hosted + in_language("/lobby", PSEUDO))
    page.wait_for_selector("[data-lobby-chat]")
    assert clipped(page) == []
