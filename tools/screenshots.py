"""Takes the pictures of the README from the real page: `.venv/bin/python tools/screenshots.py`.

It starts its own server and a browser of the system, and plays with the clicking coach of the browser tests.
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from browser.clicking import MouseCoach  # noqa: E402
from browser.conftest import ARGUMENTS, DESKTOP, NAMES, PHONE  # noqa: E402
from browser.matches import link_of, new_match  # noqa: E402
from support.servers import ServerProcess  # noqa: E402
from support.system import first_of  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
FULL = {"edition": "astrogranite(full)", "dungeon": {"id": "ag-sampler"}}
DECISIONS = 24  # made before the picture of a match is taken


def play_on(page: Page, decisions: int, seed: int) -> None:
    """Make so many decisions, then select a player so that the menu and its squares are shown."""
    coach = MouseCoach(page, seed=seed, players_a_turn=4)
    for _ in range(decisions):
        if not coach.settle():
            return
        coach.insist(coach.attempt, partial(coach.has_changed, coach.number()))
    coach.settle()
    page.keyboard.press(".")
    page.wait_for_timeout(800)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as table, sync_playwright() as playwright:
        address = f"http://127.0.0.1:{table.port}"
        browser = playwright.chromium.launch(executable_path=first_of(NAMES), args=ARGUMENTS)
        for name, size, order, decisions in (
            ("home", DESKTOP, None, 0),
            ("match", DESKTOP, {"dungeon": {"id": "of-5"}, "turn_limit": 8}, DECISIONS),
            ("stockbowl", DESKTOP, {"edition": "stockbowl", "dungeon": {"id": "sb-04"}, "turn_limit": 8}, DECISIONS),
            ("astrogranite", DESKTOP, {**FULL, "turn_limit": 8}, DECISIONS * 3 // 2),
            ("phone", PHONE, {"dungeon": {"id": "of-5"}, "turn_limit": 8}, DECISIONS // 2),
        ):
            context = browser.new_context(viewport=size, reduced_motion="reduce")
            context.set_default_timeout(120_000)
            page = context.new_page()
            page.goto(address + (link_of(new_match(address, **order)) if order else "/"))
            if order:
                play_on(page, decisions, seed=3)
            else:
                page.wait_for_timeout(800)
            page.screenshot(path=PICTURES / f"page-{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
