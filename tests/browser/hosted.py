"""A server with accounts, and browsers of different people at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from browser.conftest import DESKTOP, new_context

PASSWORD = "seven lanterns in the mist"
OpenHosted = Callable[..., Any]


@contextmanager
def opening(browser: Any, hosted: str) -> Iterator[OpenHosted]:
    """Opens pages in browsers of different people; a fault in a page's console fails the test."""
    contexts: list[Any] = []
    found: list[str] = []

    def note(message: Any) -> None:
        if message.type == "error" and "responded with a status of 4" not in message.text:
            found.append(message.text)

    def open_one(path: str = "/", size: dict[str, int] | None = None, passkeys: bool = False, **more: Any) -> Any:
        contexts.append(new_context(browser, viewport=size or DESKTOP, **more))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: found.append(str(error)))
        page.on("console", note)
        if passkeys:
            devices = contexts[-1].new_cdp_session(page)
            devices.send("WebAuthn.enable")
            devices.send(
                "WebAuthn.addVirtualAuthenticator",
                {
                    "options": {
                        "protocol": "ctap2",
                        "transport": "internal",
                        "hasResidentKey": True,
                        "hasUserVerification": True,
                        "isUserVerified": True,
                        "automaticPresenceSimulation": True,
                    }
                },
            )
        page.goto(hosted + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert found == []


def fits(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def fill_sign_up(page: Any, name: str) -> None:
    """Sign up with a password, from the page for that, as far as the codes."""
    form = page.locator("form", has=page.locator("input[type=password]"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign up with a password").click()
    page.wait_for_selector("[data-codes]")
    page.get_by_role("button", name="I have them").click()


def sign_up(page: Any, name: str) -> None:
    fill_sign_up(page, name)
    page.get_by_role("heading", name="How you sign in").wait_for()
