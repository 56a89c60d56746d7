"""A real Chromium on a real server. Where Chromium or the built page is missing, the tests say what to do about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.server import settings
from support.servers import ServerProcess
from support.system import first_of

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is missing: pip install 'dungeonbowl[test]'")

# The shell of Chromium without windows first: it opens a page for half of the work (docs/performance.md).
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# Without these a browser that has no network tries to call home, many times a second.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page lives for seconds here. Its code is read once for all pages at a place, and not worth optimising.
    "--process-per-site",
    "--js-flags=--no-opt",
]
DESKTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
PATIENCE = 180_000  # milliseconds after which a test gives up; nothing is measured by it


def missing(what: str) -> None:
    """Skip, saying why; on a machine that is there to test, fail."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    named = os.environ.get("DUNGEONBOWL_CHROMIUM", "")
    found = named or first_of(NAMES)
    if not found:
        missing("Chromium is missing: no browser test was run. On Debian: apt-get install chromium")
    return found


@pytest.fixture(scope="session")
def page_is_built() -> None:
    if not (settings.STATIC / "index.html").is_file():
        missing("The browser client is not built: run `npm ci && npm run build` in web/, or `make play`")


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium_path, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[ServerProcess]:
    """A server with a database of its own, for all tests of this worker."""
    folder: Path = tmp_path_factory.mktemp("server")
    with ServerProcess(folder) as process:
        yield process


@pytest.fixture
def address(table: ServerProcess) -> str:
    return f"http://127.0.0.1:{table.port}"


OpenPage = Callable[..., Any]
# Tests want to see what happens, not how it glides there, and to hear nothing.
SETTINGS = (
    "if (!localStorage.getItem('dungeonbowl.settings'))"
    " localStorage.setItem('dungeonbowl.settings', JSON.stringify({ speed: 0, muted: true }))"
)


def new_context(browser: Any, **more: Any) -> Any:
    context = browser.new_context(reduced_motion="reduce", **more)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SETTINGS)
    return context


class Place:
    """Where one person after another sits down to an empty browser: each test finds nothing that others have kept.

    What the browser has read and compiled is there for all of them, which halves the work of opening a page. The
    browser forgets it with the last page that is open, so one of the server's pictures always is.
    """

    def __init__(self, browser: Any, address: str) -> None:
        self.context = new_context(browser)
        self.still = self.context.new_page()
        self.still.goto(f"{address}/icon.svg")

    def clear(self) -> None:
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.still.evaluate("localStorage.clear()")

    def leave(self) -> None:
        for page in self.context.pages:
            if page is not self.still:
                page.close()


class Places:
    """The places at which tests sit, of this worker: a second page of a test is a second person's."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        self.address = address
        self.places: list[Place] = []

    def cleared(self, number: int) -> Place:
        try:
            place = self.places[number]
            place.clear()
        except (IndexError, sync_api.Error):  # not there yet, or the browser has lost it
            place = Place(self.browser, self.address)
            self.places[number:] = [place]
        return place


@pytest.fixture(scope="session")
def places(browser: Any, table: ServerProcess) -> Places:
    return Places(browser, f"http://127.0.0.1:{table.port}")


@pytest.fixture
def open_page(browser: Any, address: str, places: Places) -> Iterator[OpenPage]:
    """Opens pages in windows of their own, without animation; a fault in a page's console fails the test. Other kinds
    of screens than a size of it (`has_touch`, `is_mobile`) take a browser's context of their own."""
    taken: list[Place] = []
    contexts: list[Any] = []
    faults: list[str] = []

    def note(message: Any) -> None:
        # A server that was stopped on purpose leaves such lines, and so does one that refuses; the rest are faults.
        expected = ("net::ERR_", "WebSocket", "responded with a status of 4")
        if message.type == "error" and not any(words in message.text for words in expected):
            faults.append(message.text)

    def open_one(link: str = "/", size: dict[str, int] | None = None, **more: Any) -> Any:
        if more:
            contexts.append(new_context(browser, viewport=size or DESKTOP, **more))
            page = contexts[-1].new_page()
        else:
            taken.append(places.cleared(len(taken)))
            page = taken[-1].context.new_page()
            page.set_viewport_size(size or DESKTOP)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", note)
        page.goto(address + link)
        return page

    yield open_one
    for place in taken:
        place.leave()
    for context in contexts:
        context.close()
    assert faults == []
