"""Takes pictures of the real pages: those of the README, or with `--all` every page at three sizes.

It starts its own server and a browser of the system, and plays with the clicking coach of the browser tests.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser.clicking import MouseCoach  # noqa: E402
from browser.conftest import ARGUMENTS, NAMES  # noqa: E402
from browser.finished import finished_match  # noqa: E402
from browser.matches import link_of, new_match  # noqa: E402
from browser.sizes import DESKTOP, PHONE, SIZES, settle  # noqa: E402
from dungeonbowl.teams.ready import ready_ids  # noqa: E402
from support.leagues import THERE, House, World, world  # noqa: E402
from support.servers import ServerProcess  # noqa: E402
from support.system import first_of  # noqa: E402

README = ROOT / "docs" / "pictures"
EVERYTHING = ROOT / "build" / "pictures"
EXAMPLE = "example: .venv/bin/python tools/screenshots.py --all --only report --theme light"
OFFICIAL = {"dungeon": {"id": "of-5"}, "turn_limit": 8}
STOCKBOWL = {"edition": "stockbowl", "dungeon": {"id": "sb-04"}, "turn_limit": 8}
FULL = {"edition": "astrogranite(full)", "dungeon": {"id": "ag-sampler"}, "turn_limit": 8}
TEAMS = "astrogranite(full, special_arrangements=off, extra_teams=on)"
DECISIONS = 24  # made before the picture of a match is taken
ATTEMPTS = 5  # matches that are begun until one is not over too soon

Deed = Callable[[Page], None]


@dataclass
class Scene:
    """A page to be looked at. `link` may make what the page shows; `arrive` is done once after it is opened and tells
    whether it is as it should be, `show` is done before each picture of it."""

    name: str
    link: Callable[[ServerProcess], str]
    there: str  # the selector of what is there once the page has everything
    arrive: Callable[[Page], bool] | None = None
    show: Deed | None = None
    whole: bool = True  # the whole length of the page, not only what the window shows


# --- the pages --------------------------------------------------------------------------------------------------------


def address(table: ServerProcess) -> str:
    return f"http://127.0.0.1:{table.port}"


def plain(name: str, link: str, there: str, **more: Any) -> Scene:
    return Scene(name, lambda _: link, there, **more)


def match(name: str, order: dict[str, Any], decisions: int = DECISIONS) -> Scene:
    def link(table: ServerProcess) -> str:
        return link_of(new_match(address(table), **order))

    return Scene(name, link, ".prompt", partial(play_on, decisions=decisions), take_in_hand, whole=False)


def finished(name: str, page: str, there: str, edition: str = "official", teams: int = 2, **more: Any) -> Scene:
    """A page that looks back at a match; `page` is its address up to the match's name."""

    def link(table: ServerProcess) -> str:
        order: dict[str, Any] = {}
        if teams > 2:
            chosen = [{"ready": team} for team in ready_ids("astrogranite")[:teams]]
            order = {"dungeon": None, "teams": chosen, "seats": ["bot:random"] * teams, "turn_limit": 2}
        return f"{page}/{finished_match(table.server, edition, **order).id}"

    return Scene(name, link, there, **more)


def waiting_room(table: ServerProcess) -> str:
    return link_of(new_match(address(table), seats=["person", "person"]))


@lru_cache(maxsize=1)
def league_world(table: ServerProcess) -> World:
    """A league in the middle of its season, once for all its pages."""
    return world(House(table.server))


def league(name: str, **more: Any) -> Scene:
    return Scene(f"league-{name}", lambda table: league_world(table).pages[name], THERE[name], **more)


def scenes() -> list[Scene]:
    report = "main table"
    return [
        plain("home", "/", "[data-quick]:enabled"),
        plain("custom", "/custom", "button[type=submit]:enabled"),
        plain("draft", "/draft", ".purse[data-checking=false]", show=draft_one),
        plain("editor", "/editor", "[aria-label=Checker][data-legal=true]"),
        plain("help", "/help", "dl"),
        plain("rules", "/rules?search=portal", "article"),
        match("match-official", OFFICIAL),
        match("match-stockbowl", STOCKBOWL),
        match("match-astrogranite", FULL, DECISIONS * 3 // 2),
        Scene("waiting-room", waiting_room, "main button"),
        finished("report", "/report", report),
        finished("report-three-teams", "/report", report, TEAMS, 3),
        finished("report-four-teams", "/report", report, TEAMS, 4),
        finished("replay", "/replay", "[data-step]", show=to_the_middle, whole=False),
        finished("replay-study", "/replay", "[data-step]", show=study, whole=False),
        plain("replay-choice", "/replay", "input[type=file]"),
        plain("puzzle", "/puzzle/not-a-throw", "[data-play]:enabled"),
        plain("lesson", "/", "[data-lesson]:enabled, [data-verdict=open]", arrive=begin_lesson, whole=False),
        plain("not-found", "/nowhere", "main a"),
        *(league(name, show=SHOWN.get(name)) for name in THERE),
    ]


# --- what is done there -----------------------------------------------------------------------------------------------


def play_on(page: Page, decisions: int) -> bool:
    """Make so many decisions, and go on to a turn; False when the match is over before."""
    coach = MouseCoach(page, seed=3, players_a_turn=4)
    coach.play(until=lambda kind: sum(coach.kinds.values()) >= decisions and kind == "turn")
    return not coach.is_over()


def take_in_hand(page: Page) -> None:
    """Select a player, so that what it can do and its squares are shown."""
    MouseCoach(page).settle()
    page.keyboard.press(".")


def draft_one(page: Page) -> None:
    page.get_by_role("button", name="Draft one for me").click()
    page.wait_for_selector(".purse[data-checking=false][data-legal=true]")


def begin_lesson(page: Page) -> bool:
    page.click("[data-lesson]:enabled")
    page.wait_for_selector("[data-verdict=open]")
    return True


def name_coaches(page: Page) -> None:
    page.fill("[data-names]", "Ann\nBo\nCy\nDee")
    page.wait_for_selector("[data-entries='4']")


def correct_something(page: Page) -> None:
    page.locator("[data-event] button", has_text="Correct").first.click()
    page.wait_for_selector("[data-correction]")


# What is done on a page of a league before its picture is taken.
SHOWN: dict[str, Deed] = {"new-league": name_coaches, "team": correct_something}


def to_the_middle(page: Page) -> None:
    for _ in range(6):
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(200)


def study(page: Page) -> None:
    to_the_middle(page)
    page.locator("[data-study-open]").click()
    page.locator("[data-judge]").click()
    page.wait_for_selector(".chart[data-state=done]")


# --- taking pictures --------------------------------------------------------------------------------------------------


def tell(file: Path) -> None:
    sys.stdout.write(f"{file.relative_to(ROOT)}\n")


def take(browser: Browser, table: ServerProcess, scene: Scene, theme: str, files: dict[Path, dict[str, int]]) -> None:
    """Pictures of one page in one theme, one for each file and its size."""
    context = browser.new_context(viewport=next(iter(files.values())), reduced_motion="reduce", color_scheme=theme)
    context.set_default_timeout(180_000)
    page = context.new_page()
    for _ in range(ATTEMPTS):
        page.goto(address(table) + scene.link(table))
        page.wait_for_selector(scene.there)
        if scene.arrive is None or scene.arrive(page):
            break
    for file, size in files.items():
        page.set_viewport_size(size)
        page.reload()
        page.wait_for_selector(scene.there)
        if scene.show:
            scene.show(page)
        page.wait_for_timeout(800)
        settle(page)
        page.screenshot(path=file, full_page=scene.whole)
        tell(file)
    context.close()


def take_readme(browser: Browser, table: ServerProcess, only: str) -> None:
    for scene, size in (
        (plain("home", "/", "[data-quick]:enabled", whole=False), DESKTOP),
        (match("match", OFFICIAL), DESKTOP),
        (match("stockbowl", STOCKBOWL), DESKTOP),
        (match("astrogranite", FULL, DECISIONS * 3 // 2), DESKTOP),
        (match("phone", OFFICIAL, DECISIONS // 2), PHONE),
    ):
        if only in scene.name:
            take(browser, table, scene, "dark", {README / f"page-{scene.name}.png": size})


def take_all(browser: Browser, table: ServerProcess, theme: str, only: str) -> None:
    EVERYTHING.mkdir(parents=True, exist_ok=True)
    for scene in scenes():
        if only in scene.name:
            files = {EVERYTHING / f"{scene.name}-{theme}-{size}.png": SIZES[size] for size in SIZES}
            take(browser, table, scene, theme, files)
    sheet = EVERYTHING / "index.html"
    sheet.write_text(contact_sheet(sorted(EVERYTHING.glob("*.png"))), encoding="utf-8")
    tell(sheet)


def contact_sheet(files: Iterable[Path]) -> str:
    """A page that shows all pictures beside each other."""
    pictures = "\n".join(
        f'<figure><a href="{escape(file.name)}"><img src="{escape(file.name)}" alt=""></a>'
        f"<figcaption>{escape(file.stem)}</figcaption></figure>"
        for file in files
    )
    style = "body{display:flex;flex-wrap:wrap;gap:16px;font:14px sans-serif}figure{margin:0}img{height:360px}"
    return f'<!doctype html><html lang="en"><title>Every page</title><style>{style}</style>\n{pictures}\n</html>\n'


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLE)
    parser.add_argument("--all", action="store_true", help="every page at three sizes, into build/pictures")
    parser.add_argument("--only", default="", metavar="WORD", help="only pages with this in their name")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark", help="with --all: the theme of the page")
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as table, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=first_of(NAMES), args=ARGUMENTS)
        if arguments.all:
            take_all(browser, table, arguments.theme, arguments.only)
        else:
            take_readme(browser, table, arguments.only)
        browser.close()


if __name__ == "__main__":
    main()
