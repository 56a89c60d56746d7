"""The drafting screen: the cost runs along, every fault is named at once, and what was drafted can be played with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser.conftest import PHONE, OpenPage
from dungeonbowl.teams.files import read_team


def settled(page: Any, legal: bool) -> None:
    page.wait_for_selector(f".purse[data-checking='false'][data-legal='{str(legal).lower()}']")


def cost(page: Any) -> int:
    return int(page.inner_text(".purse .cost").replace(",", ""))


def test_cost_and_faults_follow_every_click(open_page: OpenPage) -> None:
    page = open_page("/draft")
    settled(page, False)
    first = page.locator("[data-position]").first
    price = int(first.locator(".price").inner_text().split()[0].replace(",", ""))
    more = first.get_by_role("button", name="One more")
    more.click()
    page.wait_for_function(
        "(price) => document.querySelector('.purse .cost').textContent.replaceAll(',', '') === String(price)", arg=price
    )
    assert "players" in page.inner_text(".purse ul")
    for _ in range(10):
        more.click()
    page.get_by_label("Name of the team").fill("Eleven Alike")
    settled(page, 11 * price <= 1_000_000)
    assert cost(page) == 11 * price
    page.get_by_role("button", name="One more: Team re-rolls").click()
    page.wait_for_function(
        "(before) => Number(document.querySelector('.purse .cost').textContent.replaceAll(',', '')) > before",
        arg=11 * price,
    )
    for _ in range(16):
        more.click()
    page.wait_for_selector(".purse .bad")  # more gold than there is
    settled(page, False)


def test_a_team_is_drafted_by_the_program_kept_and_played_with(open_page: OpenPage) -> None:
    page = open_page("/draft", PHONE)
    settled(page, False)
    page.get_by_role("button", name="Draft one for me").click()
    settled(page, True)
    name = page.get_by_label("Name of the team")
    name.fill("Keepers of the Kept")
    settled(page, True)
    page.get_by_role("button", name="Play with this team").click()
    page.wait_for_selector("[data-look]")
    chosen = page.locator("select").filter(has_text="Keepers of the Kept").first
    assert "Keepers of the Kept" in chosen.locator("option:checked").inner_text()
    page.locator("button[type=submit]:enabled").click()
    page.get_by_role("heading", name="Keepers of the Kept –").wait_for()  # a phone shows no names above the board


def test_a_team_goes_to_a_file_and_comes_back(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/draft")
    settled(page, False)
    page.get_by_role("button", name="Draft one for me").click()
    settled(page, True)
    drafted = cost(page)
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download").click()
    file = tmp_path / "team.toml"
    downloading.value.save_as(file)
    team = read_team(file.read_text(encoding="utf-8"), "team")
    assert page.get_by_label("Name of the team").input_value() == team.name
    page.get_by_role("button", name="Clear").click()
    settled(page, False)
    page.locator("input[type=file]").set_input_files(file)
    settled(page, True)
    assert cost(page) == drafted
    assert page.locator(".sheet ol li").count() == len(team.players)

    file.write_text("name = [", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("alert").wait_for()
    settled(page, True)  # bad input changes nothing
    assert cost(page) == drafted


def test_drafting_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/draft")
    settled(page, False)
    page.get_by_role("button", name="One more").first.focus()
    page.keyboard.press("Enter")
    page.locator(".sheet ol li").wait_for()
    page.get_by_label("Name of number 1").fill("Somebody")
    page.get_by_role("button", name="Dismiss Somebody").press("Enter")
    page.locator(".sheet ol li").wait_for(state="detached")
