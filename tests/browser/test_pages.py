"""The pages besides the match: axe finds no fault, nothing runs over the edge, and each does what it says."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.finished import finished_match
from browser.sizes import settle
from browser.test_accessibility import faults
from dungeonbowl.dungeon.text import load_dungeon, write_dungeon
from dungeonbowl.editions import EDITIONS
from dungeonbowl.server import wire
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.ready import ready_ids, ready_team
from support.servers import ServerProcess

# Each page, and what is there once it has everything.
PAGES = {
    "/custom": "button[type=submit]:enabled",
    "/draft": ".purse[data-checking=false]",
    "/editor": "[aria-label=Checker][data-legal=true]",
    "/replay": "input[type=file]",
    "/atlas/official": "[data-atlas-map]",
    "/rules": "article",
    "/help": "dl",
    "/nowhere": "main a",
}


@pytest.fixture(scope="module")
def finished(table: ServerProcess) -> wire.Created:
    return finished_match(table.server)


def is_sound(page: Any) -> None:
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def is_sound_when_smaller(page: Any) -> None:
    page.set_viewport_size(PHONE)
    settle(page)
    is_sound(page)
    page.set_viewport_size(DESKTOP)
    settle(page)


@pytest.mark.parametrize("link", PAGES)
def test_every_page_is_sound(open_page: OpenPage, link: str) -> None:
    page = open_page(link)
    page.wait_for_selector(PAGES[link])
    is_sound(page)
    assert page.locator("h1").count() == 1
    assert "Dungeon Bowl" in page.title()
    is_sound_when_smaller(page)


def test_a_figure_of_the_atlas_opens_its_match(open_page: OpenPage) -> None:
    page = open_page("/atlas/official?dungeon=of-2")
    page.wait_for_selector("[data-atlas-table]")
    page.locator("[data-atlas-map] td.cell [data-atlas-figure]").first.click()
    page.wait_for_url("**/replay/r*")
    page.go_back()
    page.get_by_role("row", name="re-roll").locator("[data-atlas-figure]").click()
    page.wait_for_url("**/replay/r*")
    page.go_back()
    page.get_by_role("row", name="of-5").last.locator("[data-atlas-figure]").last.click()
    page.wait_for_url("**/replay/r*")


@pytest.mark.parametrize("link", PAGES)
def test_a_page_is_sound_that_was_opened_on_a_phone(open_page: OpenPage, link: str) -> None:
    page = open_page(link, PHONE)
    page.wait_for_selector(PAGES[link])
    is_sound(page)


def test_report_and_replay_are_sound(open_page: OpenPage, finished: wire.Created) -> None:
    page = open_page(f"/report/{finished.id}")
    page.get_by_role("heading", name="Luck").wait_for()
    is_sound(page)
    is_sound_when_smaller(page)
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector("[data-step='0']")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-step='1']")
    is_sound(page)
    is_sound_when_smaller(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_report_of_four_teams_is_one_table_and_fits(
    open_page: OpenPage, table: ServerProcess, size: dict[str, int]
) -> None:
    long = ready_team(ready_ids("astrogranite")[0], "astrogranite")
    long = msgspec.structs.replace(long, name="Grimlockshadowstalkersoftheeverdeepwarrensunited")
    created = finished_match(
        table.server,
        "astrogranite(full, special_arrangements=off, extra_teams=on)",
        dungeon=None,
        teams=[{"text": write_team(long)}, *({"ready": team} for team in ready_ids("astrogranite")[1:4])],
        seats=["bot:random"] * 4,
        turn_limit=1,
    )
    page = open_page(f"/report/{created.id}", size)
    page.get_by_role("heading", name="Luck").wait_for()
    is_sound(page)
    assert page.locator(".standing tbody tr").count() == 4
    report = table.server.get(f"/matches/{created.id}/report", wire.Report)
    assert [int(text) for text in page.locator(".standing .score").all_inner_texts()] == report.score
    assert cut(page) == []


# Cells of tables that are not wholly to be seen, and words in their headings that are broken.
CUT = """() => {
  const broken = (cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const word of text.data.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) return true;
      }
    }
    return false;
  };
  const room = (cell) => cell.closest('aside, footer, main').getBoundingClientRect();
  return [...document.querySelectorAll('table :is(th, td)')].filter((cell) => {
    if (!cell.checkVisibility()) return false;
    const box = cell.getBoundingClientRect();
    return box.right > room(cell).right + 1 || cell.scrollWidth > cell.clientWidth + 1
      || (cell.scope === 'col' && !cell.closest('.standing') && !cell.querySelector('.name') && broken(cell));
  }).map((cell) => cell.innerText);
}"""


def cut(page: Any) -> list[str]:
    """What cannot be read of the tables without scrolling to the side."""
    settle(page)
    found: list[str] = page.evaluate(CUT)
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_tables_of_a_report_fit_with_every_column(
    open_page: OpenPage, finished: wire.Created, size: dict[str, int]
) -> None:
    page = open_page("/", size)

    def eventful(route: Any) -> None:
        """Somebody has done each thing that is counted, and often."""
        report = route.fetch().json()
        for player in report["players"]:
            player["tallies"] = dict.fromkeys(report["labels"], 12)
        route.fulfill(json=report)

    page.route(f"**/matches/{finished.id}/report*", eventful)
    page.goto(page.url + f"report/{finished.id}")
    page.get_by_role("heading", name="Players").wait_for()
    is_sound(page)
    assert cut(page) == []
    row = page.locator(".players tbody tr").first.inner_text()
    assert row.count("12") >= 18, "nothing is left out"
    if size is PHONE:
        label = page.locator(".players td").first.evaluate("(cell) => getComputedStyle(cell, '::before').content")
        assert "Activations" in label
    else:
        page.locator(".players").first.get_by_role("button", name="Squares moved").click()
        assert page.locator(".players [aria-sort=descending]").count() == 2


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_tables_of_the_study_fit(open_page: OpenPage, finished: wire.Created, size: dict[str, int]) -> None:
    page = open_page("/", size)

    def wordy(route: Any) -> None:
        """The longest names of rolls, and figures of a long match."""
        report = route.fetch().json()
        for row, name in zip(
            report["luck"], ("interference", "regeneration", "keeping its mind on the game"), strict=False
        ):
            row |= {"what": name, "rolls": 123, "rolled": 478.5, "expected": 430.5, "luck": -10.4}
        route.fulfill(json=report)

    page.route("**/replays/*/report*", wordy)
    page.goto(page.url + f"replay/{finished.id}")
    page.locator("[data-study-open]").click()
    page.get_by_role("heading", name="How the dice fell").wait_for()
    assert page.get_by_text("keeping its mind on the game").count() > 0
    is_sound(page)
    assert cut(page) == []


def test_the_report_tells_statistics_luck_and_the_promise(
    open_page: OpenPage, table: ServerProcess, finished: wire.Created
) -> None:
    page = open_page(f"/report/{finished.id}")
    page.get_by_text("the promise was kept").wait_for()
    said = page.inner_text("main")
    report = table.server.get(f"/matches/{finished.id}/report", wire.Report)
    for tally in report.tallies:
        assert tally.label in said
    for player in report.players[:4]:
        assert player.name in said
    assert report.seed in said
    assert report.commitment in said
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download the replay").first.click()
    assert downloading.value.suggested_filename.endswith(".jsonl")


@pytest.mark.parametrize("link", ["/report/none", "/replay/none", "/rules/O-NONE-01"])
def test_a_page_about_nothing_says_so(open_page: OpenPage, link: str) -> None:
    page = open_page(link)
    said = page.get_by_role("alert").inner_text()
    assert "there is no" in said


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_custom_match_in_every_edition(open_page: OpenPage, edition: str) -> None:
    page = open_page("/custom")
    page.wait_for_selector(PAGES["/custom"])
    page.locator(f"input[name=edition][value={edition}]").check()
    page.wait_for_selector(PAGES["/custom"])
    page.get_by_label("Turn limit").fill("5")
    page.locator("[data-option-key=quick]").check()
    page.get_by_label("Generate one").check()
    page.wait_for_selector(PAGES["/custom"])
    page.locator(".clock select").select_option("turn")
    page.get_by_label("Seconds a team turn").fill("90")
    page.locator("[data-team='1']").select_option("random:")
    page.locator("button[type=submit]").click()
    page.wait_for_url("**/match/**")
    page.wait_for_selector(".match, .waiting, [aria-live]")


def test_a_custom_match_from_files(open_page: OpenPage, tmp_path: Path) -> None:
    dungeon = tmp_path / "mine.dungeon"
    dungeon.write_text(write_dungeon(load_dungeon("of-1")).replace("Long March", "Short March"), encoding="utf-8")
    team = tmp_path / "mine.toml"
    team.write_text(write_team(ready_team(ready_ids("official")[3], "official")), encoding="utf-8")
    page = open_page("/custom")
    page.wait_for_selector(PAGES["/custom"])
    page.locator("input[type=file]").nth(0).set_input_files(dungeon)
    page.wait_for_selector("[data-look='Short March']")
    page.locator("input[type=file]").nth(1).set_input_files(team)
    page.locator("[data-team='0']").locator("option:checked").filter(
        has_text=ready_team(ready_ids("official")[3], "official").name
    ).wait_for(state="attached")
    page.locator("input[type=file]").nth(2).set_input_files(dungeon)  # no team
    page.get_by_role("alert").wait_for()
    page.get_by_label("Played by").nth(1).select_option("person")
    page.get_by_text("You get a link to send").wait_for()
    page.locator("button[type=submit]").click()
    page.wait_for_url("**/match/**")


def test_rules_are_searched_and_linked(open_page: OpenPage) -> None:
    page = open_page("/rules/O-PORTAL-02")
    page.wait_for_selector("article.named")
    everything = int(page.get_attribute("[data-found]", "data-found"))
    page.get_by_label("Search").fill("portal turnover")
    page.wait_for_function(
        "(all) => Number(document.querySelector('[data-found]').dataset.found) < all", arg=everything
    )
    assert 0 < page.locator("article").count() < everything
    page.get_by_label("Search").fill("no rule has such words")
    page.get_by_text("No rule has all of these words").wait_for()
    page.get_by_label("Search").fill("")
    page.get_by_label("Book").select_option("dungeons")
    page.locator("article", has_text="D-").first.wait_for()


def test_searching_a_skill_among_the_rules_shows_it_in_every_edition(open_page: OpenPage) -> None:
    page = open_page("/rules")
    page.get_by_label("Search").fill("guard")
    card = page.locator("[data-skill=Guard]")
    card.wait_for()
    assert page.locator("[data-skill]").count() == 1
    assert card.locator(".edition").count() == 3
    assert "engine/skills/strength.py" in card.inner_text()
    card.get_by_text("In the sources").click()
    card.get_by_text("HELPS_WHEN_MARKED", exact=True).wait_for()
    card.get_by_role("button", name="O-AST-01").click()  # the rule opens as it does everywhere
    page.get_by_role("dialog").get_by_text("each team-mate of the blocker").wait_for()


def test_a_link_may_search_the_rules(open_page: OpenPage) -> None:
    page = open_page("/rules?search=Side%20Step")
    page.locator("[data-skill=Sidestep]").wait_for()


def test_colours_of_the_sides_are_kept(open_page: OpenPage) -> None:
    page = open_page("/help")
    page.get_by_label("Colours of the sides").select_option("stark")
    page.reload()
    page.wait_for_selector("dl")
    assert page.get_by_label("Colours of the sides").input_value() == "stark"
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--side-0')") == "#efe9dc"


def test_whatever_is_tested_after_a_browser_has_a_loop_of_its_own() -> None:
    """The browser of the tests above keeps one running in this thread; commands would find that one, and refuse."""
    assert asyncio.run(asyncio.sleep(0, "done")) == "done"
