"""A coach brings teams from another server, in a real browser: looks at the file, takes it in, sees the team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from browser.conftest import PHONE
from browser.hosted import OpenHosted, fits, opening, sign_up
from browser.test_accessibility import faults
from support.leagues import SHORT
from support.luggage import account_files, played_elsewhere, zipped
from support.servers import ServerProcess

FOUND = """([name, edition]) => fetch('/api/v1/leagues', {method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify({name, preset: 'evening', edition, teams: [], start: false})}).then((answer) => answer.status)"""


@pytest.fixture
def hosted(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[str]:
    """The address of a server with accounts."""
    with ServerProcess(tmp_path_factory.mktemp("hosted"), accounts=True) as process:
        yield f"http://localhost:{process.port}"


@pytest.fixture
def open_hosted(browser: Any, hosted: str) -> Iterator[OpenHosted]:
    with opening(browser, hosted) as open_one:
        yield open_one


def choose(page: Any, data: bytes) -> None:
    """Open a file on the page of the account."""
    chosen = {"name": "dungeonbowl-account.zip", "mimeType": "application/zip", "buffer": data}
    page.locator("[data-luggage] input[type=file]").set_input_files(chosen)


def test_a_coach_looks_at_the_file_takes_it_in_and_sees_the_team(open_hosted: OpenHosted, hosted: str) -> None:
    page = open_hosted("/sign-in?new", PHONE)
    sign_up(page, "Grimtooth")
    choose(page, zipped({"account.json": b"{"}))
    page.locator("[data-luggage]").get_by_role("alert").wait_for()
    data = zipped(account_files(played_elsewhere()))
    choose(page, data)
    page.get_by_text("You are in no league here").wait_for()
    assert page.evaluate(FOUND, ["The Attic", SHORT]) == 201
    choose(page, data)
    page.locator("[data-luggage-team=comes] [data-mark=proven]").first.wait_for()
    page.get_by_role("button", name="Take 1 team in").wait_for()
    assert faults(page) == []
    assert fits(page)
    page.get_by_role("button", name="Take 1 team in").click()
    page.locator("[data-luggage-team=came]").wait_for()
    page.locator("[data-luggage-team=came]").get_by_role("link").click()
    page.locator("[data-brought=proven]").wait_for()
    page.get_by_role("button", name="Verify").click()
    page.locator("[data-verified='0']").wait_for()
    page.goto(hosted + "/account")
    choose(page, data)
    page.locator("[data-luggage-team=here]").get_by_text("Here already, with Grimtooth").wait_for()
