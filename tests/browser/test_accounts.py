"""Accounts in a real browser: a passkey of Chromium's virtual authenticator, a password on a phone, the own account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from browser.conftest import PHONE, OpenPage
from browser.hosted import PASSWORD, OpenHosted, fits, opening, sign_up
from browser.sizes import smaller_than_a_thumb
from browser.test_accessibility import faults
from support.servers import ServerProcess

# What the server says to an address that has asked too much.
REFUSAL = {"error": {"what": "wait a little"}, "problems": []}


@pytest.fixture
def hosted(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[str]:
    """The address of a server with accounts."""
    with ServerProcess(tmp_path_factory.mktemp("hosted"), accounts=True) as process:
        yield f"http://localhost:{process.port}"


@pytest.fixture
def open_hosted(browser: Any, hosted: str) -> Iterator[OpenHosted]:
    with opening(browser, hosted) as open_one:
        yield open_one


def test_a_house_shows_nothing_of_accounts(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector("[data-quick]:enabled")
    page.wait_for_load_state("networkidle")
    assert page.get_by_role("link", name="Sign in").count() == 0
    page.goto(page.url + "sign-in")
    page.get_by_text("This server has no accounts").wait_for()


def test_signing_up_with_a_passkey_out_and_in_again(open_hosted: OpenHosted) -> None:
    page = open_hosted("/", passkeys=True)
    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("button", name="Sign in with a passkey").wait_for()
    assert faults(page) == []
    page.get_by_role("link", name="Sign up").click()
    page.get_by_role("button", name="Sign up with a passkey").wait_for()
    assert faults(page) == []
    page.get_by_label("Name").first.fill("Grimtooth")
    page.get_by_role("button", name="Sign up with a passkey").click()
    page.wait_for_selector("[data-codes]")
    assert page.locator("[data-codes] li").count() == 10
    assert faults(page) == []
    page.get_by_role("button", name="I have them").click()
    page.wait_for_selector("[data-passkeys] li")
    page.wait_for_selector("[data-sessions] li")
    assert faults(page) == []
    assert fits(page)
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("You are Grimtooth").wait_for()
    page.reload()
    page.get_by_text("You are Grimtooth").wait_for()
    page.goto(page.url.rpartition("/")[0] + "/")
    page.get_by_role("link", name="My account: Grimtooth").wait_for()


def test_what_the_browser_finds_wrong_is_said_in_the_language_of_the_page(open_hosted: OpenHosted) -> None:
    page = open_hosted("/sign-in?new&language=de")  # the browser itself speaks English
    password = page.locator('form:has([name="name-too"]) input[type="password"]')
    password.press_sequentially("zu kurz")
    password.press("Enter")
    said = "node => node.validationMessage"
    assert page.locator('[name="name-too"]').evaluate(said) == "Bitte fülle das aus."
    assert password.evaluate(said) == "Nötig sind 12 Zeichen oder mehr, hier sind 7."
    password.press_sequentially(", aber nun lang genug")
    assert password.evaluate(said) == "", "what was wrong is forgotten"


def test_a_password_on_a_phone_and_everything_of_the_account(open_hosted: OpenHosted, hosted: str) -> None:
    page = open_hosted("/sign-in?new", PHONE, has_touch=True)
    page.get_by_role("button", name="Sign up with a password").wait_for()
    assert fits(page)
    assert smaller_than_a_thumb(page) == []
    assert faults(page) == []
    sign_up(page, "Snikka of the Warrens")
    assert fits(page)
    assert smaller_than_a_thumb(page) == []
    matches = page.locator("section", has=page.get_by_role("heading", name="My matches"))
    assert matches.get_by_role("link", name="Lobby").get_attribute("href") == "/lobby", "the next step"
    page.get_by_label("Name of a new token").fill("my <b>bot</b>")
    page.get_by_role("button", name="Make a token").click()
    page.get_by_label("The new token, shown only now").wait_for()
    assert page.get_by_label("The new token, shown only now").input_value().startswith("dbt_")
    page.get_by_text("my <b>bot</b>").wait_for()  # as it was written, not as markup
    page.locator("[data-tokens]").get_by_text("Make and join matches").wait_for()  # in words, not as `play`
    page.get_by_role("button", name="Make ten new codes").click()
    page.wait_for_selector("[data-codes]")
    assert faults(page) == []
    assert fits(page)
    page.get_by_role("button", name="Revoke the token my <b>bot</b>").click()
    page.locator("[data-tokens]").wait_for(state="detached")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert download.value.suggested_filename == "dungeonbowl-account.zip"
    page.goto(hosted)
    page.get_by_role("link", name="My account: Snikka of the Warrens").wait_for()
    assert fits(page)
    assert faults(page) == []
    other = open_hosted("/sign-in", PHONE)
    other.get_by_label("Name").first.fill("snikka of the warrens")
    other.get_by_label("Password").fill("a wrong password here")
    other.get_by_role("button", name="Sign in with a password").click()
    other.get_by_role("alert").get_by_text("do not fit together").wait_for()
    other.get_by_text("With a recovery code").click()
    by_code = other.locator("form", has=other.get_by_label("Code"))
    by_code.get_by_label("Code").fill("no-such-code-here")
    by_code.get_by_role("button").click()
    seen = "() => document.querySelector('[role=alert]')?.getBoundingClientRect().top >= 0"
    other.wait_for_function(seen)  # what went wrong is seen, however far below the button was
    assert by_code.get_by_label("Code").input_value() == "no-such-code-here"
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("button", name="Sign in with a password").click()
    other.get_by_text("You are Snikka").wait_for()
    other.get_by_role("button", name="Sign out everywhere else").click()
    other.get_by_role("button", name="Sign out everywhere else").wait_for(state="detached")  # the server has done it
    page.goto(hosted + "/account")
    page.get_by_role("button", name="Sign in with a password").wait_for()


def end_every_session(page: Any) -> None:
    """What another browser of the same person does; this page does not hear of it."""
    answer = page.context.request.delete(f"{page.url.rpartition('/')[0]}/api/v1/session")
    assert answer.ok


def test_a_session_that_ends_while_the_page_is_read_leads_to_the_sign_in(open_hosted: OpenHosted, hosted: str) -> None:
    """Between two answers to one page the session may be ended elsewhere: nobody is left with a refusal."""
    page = open_hosted("/sign-in?new")
    sign_up(page, "Halfway In")

    def end_first(route: Any) -> None:
        end_every_session(page)
        route.continue_()

    page.route("**/api/v1/me", end_first)
    page.goto(hosted + "/account")
    page.get_by_role("button", name="Sign in with a password").wait_for()


def test_a_session_that_ends_while_the_page_stands_open_leads_to_the_sign_in(open_hosted: OpenHosted) -> None:
    page = open_hosted("/sign-in?new")
    sign_up(page, "Left Alone")
    end_every_session(page)
    page.get_by_label("Name of a new token").fill("a program")
    page.get_by_role("button", name="Make a token").click()
    page.get_by_role("button", name="Sign in with a password").wait_for()
    form = page.locator("form", has=page.get_by_label("Password"))
    form.get_by_label("Name").fill("Left Alone")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    page.get_by_text("You are Left Alone").wait_for()


@pytest.mark.parametrize("path", ["/sign-in", "/account", "/lobby", "/news", "/invitation#token=none"])
def test_a_server_that_does_not_say_who_is_signed_in_is_asked_again(open_hosted: OpenHosted, path: str) -> None:
    """It is not said that the server has no accounts: nobody knows."""
    page = open_hosted("/help")
    page.route("**/api/v1/session", lambda route: route.fulfill(status=429, json=REFUSAL))
    page.goto(page.url.rpartition("/")[0] + path)
    page.get_by_role("alert").get_by_text("wait a little").wait_for()
    assert page.get_by_text("no accounts").count() == 0
    assert faults(page) == []
    page.unroute("**/api/v1/session")
    page.locator("[data-ask-again]").click()
    page.get_by_role("link", name="Sign in").first.wait_for()
    page.locator("[data-ask-again]").wait_for(state="detached")


def test_a_match_is_begun_at_the_desk_and_goes_on_with_the_phone(open_hosted: OpenHosted, hosted: str) -> None:
    desk = open_hosted("/sign-in?new")
    sign_up(desk, "Wanderer")
    desk.goto(hosted)
    desk.get_by_role("button", name="Invite by link").click()
    desk.get_by_role("button", name="I am ready").wait_for()
    assert desk.get_by_label("Your name").input_value() == "Wanderer"
    phone = open_hosted("/sign-in", PHONE)
    phone.get_by_label("Name").first.fill("Wanderer")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in with a password").click()
    phone.locator("[data-my-matches] li").wait_for()
    assert faults(phone) == []
    phone.get_by_role("button", name="Go on here").click()
    phone.get_by_role("button", name="I am ready").wait_for()
    desk.get_by_text("You cannot enter this match").wait_for()


def test_an_account_is_deleted(open_hosted: OpenHosted) -> None:
    page = open_hosted("/sign-in?new")
    sign_up(page, "Passing Through")
    page.get_by_text("What goes, and what stays").click()
    page.get_by_label("To be sure, write your name").fill("somebody else")
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("alert").get_by_text("expected the name").wait_for()
    page.get_by_label("To be sure, write your name").fill("Passing Through")
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("link", name="Sign in").wait_for()
