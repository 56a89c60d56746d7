"""The largest edition on the screen: its modules, four teams on a phone, the seat of the game master, weapons."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from browser.clicking import MouseCoach
from browser.conftest import PHONE, OpenPage
from browser.matches import link_of, new_match
from browser.test_accessibility import faults

LED = {
    "edition": "astrogranite(classic, monster_gm=on, gm_arrival=on)",
    "dungeon": None,
    "seats": ["bot:random", "bot:random", "person"],
}
FOUR = {
    "edition": "astrogranite(full, special_arrangements=off, extra_teams=on)",
    "dungeon": {"id": "ag-four-winds"},
    "seats": ["person", "bot:random", "bot:random", "bot:random"],
}


def fits(page: Any) -> None:
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- a new match -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_modules_are_switched_and_knots_are_named(open_page: OpenPage, size: dict[str, int] | None) -> None:
    page = open_page("/custom?edition=astrogranite", size)
    page.wait_for_selector("button[type=submit]:enabled")
    fits(page)
    page.locator("[data-preset=full]").check(force=True)
    page.wait_for_selector("button[type=submit]:enabled")
    page.locator("summary", has_text="Monsters").filter(has_text="of 5 on").click()
    page.locator("[data-option-key=dragonbowl]").check()
    page.wait_for_selector("button[type=submit]:disabled")
    fits(page)
    assert "Lurking monsters" in page.inner_text("form")
    page.locator("[data-option-key=dragonbowl]").uncheck()
    page.locator("[data-option-key=monster_gm]").check()
    page.get_by_text("A person of no team who decides for the monsters").wait_for()
    page.wait_for_selector("button[type=submit]:enabled")
    fits(page)


def test_three_teams_are_chosen_with_their_dungeon(open_page: OpenPage) -> None:
    page = open_page("/custom?edition=astrogranite")
    page.wait_for_selector("button[type=submit]:enabled")
    page.locator("[data-sides='3']").check(force=True)
    page.wait_for_selector("[data-team='2']")
    page.wait_for_selector("button[type=submit]:enabled")
    page.locator("[data-option-key=quick]").check()
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".match .score li:nth-child(3)")


# --- the match -------------------------------------------------------------------------------------------------------


def test_four_teams_can_be_told_apart_on_a_phone(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address, **FOUR)), PHONE)
    MouseCoach(page).settle()
    fits(page)
    boxes = [each.bounding_box() for each in page.locator(".score li").all()]
    assert len(boxes) == 4
    for before, after in pairwise(boxes):
        assert before["x"] + before["width"] <= after["x"]
    inside = page.evaluate(
        "[...document.querySelectorAll('.score li')].every((box) => [...box.children].every((part) => {"
        "  const outer = box.getBoundingClientRect(), inner = part.getBoundingClientRect();"
        "  return inner.width === 0 || (inner.left >= outer.left - 1 && inner.right <= outer.right + 1); }))"
    )
    assert inside
    page.get_by_role("button", name="Teams").click()
    assert page.locator("section.team").count() == 4
    fits(page)


def test_everything_in_the_dungeon_is_explained(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address, edition="astrogranite(full)", dungeon={"id": "ag-sampler"})))
    MouseCoach(page).settle()
    page.click("[data-legend]")
    page.wait_for_selector("dialog[open]")
    fits(page)
    said = page.inner_text("dialog")
    for name in ("Lava", "Water", "Chasm", "Closed door", "Obstacle", "Secret passage", "Hidden trap"):
        assert name in said, name


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_the_game_masters_page_says_what_to_do(open_page: OpenPage, address: str, size: dict[str, int] | None) -> None:
    page = open_page(link_of(new_match(address, **LED)), size)
    coach = MouseCoach(page)
    for _ in range(5):  # a monster may have to answer for a skill before it acts
        if coach.settle() == "act":
            break
        coach.insist(coach.attempt, partial(coach.has_changed, coach.number()))
    assert re.fullmatch(r"What does [A-Z][a-z]+( [A-Z][a-z]+)* do\?", page.inner_text(".prompt h2"))
    assert "You lead the monsters" in page.inner_text(".prompt")
    assert page.get_by_role("button", name="Let the rule decide").count() >= 1
    assert page.locator("[data-end-turn]").count() == 0  # there is no turn of his to end
    fits(page)
    page.get_by_role("tab" if size is None else "button", name="Teams").click()
    master = page.get_by_role("heading", name="You are the game master")
    master.wait_for()
    fits(page)
    page.locator("section.team summary").first.click()
    page.locator("[data-neutral]").first.click()
    page.locator(".card .name").first.wait_for()
    fits(page)
    if size is not None:  # the card has the place of the panel, and gives it back
        page.get_by_role("button", name="Close", exact=True).click()
    master.wait_for()
    fits(page)


def test_the_game_master_leads_the_monsters_by_clicks(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address, **LED)))
    coach = MouseCoach(page, seed=1)
    assert coach.settle() == "act"
    monster = page.get_attribute(".piece:has(.ring)", "data-piece")
    where = page.get_attribute(f"[data-piece='{monster}']", "style")
    coach.stand_still(".prompt h2")
    coach.click_spot(coach.chance.choice(coach.spots("[data-reach]")))
    page.wait_for_function(
        "([piece, before]) => document.querySelector(`[data-piece='${piece}']`)?.getAttribute('style') !== before",
        arg=[monster, where],
    )
    number = coach.number()
    rule = page.get_by_role("button", name="Let the rule decide").first
    if coach.kind() == "act" and rule.count():  # it has not fallen or come upon anything on its way
        rule.click()
        coach.await_change(number)


# --- teams -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_a_lineman_is_given_a_weapon_and_its_price_counts(open_page: OpenPage, size: dict[str, int] | None) -> None:
    page = open_page("/draft?edition=astrogranite", size)
    page.wait_for_selector(".purse[data-checking='false']")
    page.locator("[data-roster]").select_option("gold")
    page.get_by_role("button", name="Draft one for me").click()
    page.wait_for_selector(".purse[data-checking='false'][data-legal='true']")
    before = int(page.inner_text(".purse .cost").replace(",", ""))
    weapon = page.locator("[data-weapon]").first
    others = page.locator("[data-weapon]:enabled").count()
    weapon.select_option(index=1)
    page.wait_for_function(
        "(before) => Number(document.querySelector('.purse .cost').textContent.replaceAll(',', '')) > before",
        arg=before,
    )
    assert others > 1
    assert page.locator("[data-weapon]:enabled").count() == 1  # one weapon a team
    page.locator("summary", has_text="Magic items").click()
    fits(page)
