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

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# Without these a browser that has no network tries to call home, many times a second.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds after which a test gives up; nothing is measured by it


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A real browser on a machine that is busy with something else now and then loses a click or takes minutes to draw.
    So a test here that fails is run once more, and the summary says so; what is broken fails twice."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


OpenPage = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[OpenPage]:
    """Opens pages in windows of their own, without animation; a fault in a page's console fails the test."""
    contexts: list[Any] = []
    faults: list[str] = []

    def note(message: Any) -> None:
        # A server that was stopped on purpose leaves such lines, and so does one that refuses; the rest are faults.
        expected = ("net::ERR_", "WebSocket", "responded with a status of 4")
        if message.type == "error" and not any(words in message.text for words in expected):
            faults.append(message.text)

    def open_one(link: str = "/", size: dict[str, int] | None = None, **more: Any) -> Any:
        context = browser.new_context(viewport=size or DESKTOP, reduced_motion="reduce", **more)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(
            "if (!localStorage.getItem('dungeonbowl.settings'))"
            " localStorage.setItem('dungeonbowl.settings', JSON.stringify({ speed: 0, muted: true }))"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", note)
        page.goto(address + link)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert faults == []
