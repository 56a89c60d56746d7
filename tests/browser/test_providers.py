"""Signing in with a provider of OpenID Connect in a real browser, which goes there and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from browser.conftest import PHONE
from browser.hosted import OpenHosted, fits, opening, sign_up
from browser.test_accessibility import faults
from support.providers import CLIENT, SECRET, OwnProvider, on_loopback
from support.servers import ServerProcess


@pytest.fixture
def provider() -> Iterator[OwnProvider]:
    with on_loopback() as found:
        yield found


@pytest.fixture
def hosted(
    provider: OwnProvider,
    tmp_path_factory: pytest.TempPathFactory,
    page_is_built: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    monkeypatch.setenv("DUNGEONBOWL_SIGN_IN_CLUB_ID", CLIENT)
    monkeypatch.setenv("DUNGEONBOWL_SIGN_IN_CLUB_SECRET", SECRET)
    more = ("--sign-in-with", f"Club={provider.issuer}")
    with ServerProcess(tmp_path_factory.mktemp("hosted"), accounts=True, more=more) as process:
        yield f"http://localhost:{process.port}"


@pytest.fixture
def open_hosted(browser: Any, hosted: str) -> Iterator[OpenHosted]:
    with opening(browser, hosted) as open_one:
        yield open_one


def test_somebody_new_goes_there_chooses_a_name_and_comes_back_elsewhere(open_hosted: OpenHosted) -> None:
    page = open_hosted("/sign-in?new", PHONE)
    page.get_by_role("button", name="Sign in with Club").wait_for()
    assert (faults(page), fits(page)) == ([], True)
    page.get_by_role("button", name="Sign in with Club").click()
    page.get_by_text("Club has confirmed who you are").wait_for()
    assert page.url.endswith("/sign-in")  # nothing of what was brought along is left in the address
    assert (faults(page), fits(page)) == ([], True)
    page.get_by_label("Name").fill("Grimtooth")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_selector("[data-codes]")
    page.get_by_role("button", name="I have them").click()
    page.wait_for_selector("[data-linked] li")
    assert (faults(page), fits(page)) == ([], True)
    page.get_by_role("button", name="Remove Club").click()
    page.get_by_role("alert").get_by_text("only way to sign in").wait_for()
    other = open_hosted("/sign-in?then=/leagues")
    other.get_by_role("button", name="Sign in with Club").click()
    other.get_by_role("link", name="My account: Grimtooth").wait_for()
    assert other.url.endswith("/leagues")


def test_an_account_adds_it_and_a_failure_is_a_sentence(open_hosted: OpenHosted, provider: OwnProvider) -> None:
    page = open_hosted("/sign-in?new")
    sign_up(page, "Snikka")
    page.get_by_role("button", name="Add Club").click()
    page.wait_for_selector("[data-linked] li")
    page.get_by_role("button", name="Remove Club").click()
    page.get_by_text("You do not sign in with Club any more.").wait_for()
    provider.claims = {"nonce": "another"}
    page.get_by_role("button", name="Add Club").click()
    page.get_by_role("alert").get_by_text("what Club has answered does not fit").wait_for()
    assert faults(page) == []
    planted = open_hosted("/sign-in?state=made-up&code=made-up")
    planted.get_by_role("alert").get_by_text("was not begun in this browser").wait_for()
    assert planted.url.endswith("/sign-in")
