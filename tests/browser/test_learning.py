"""A newcomer at the screen: one click to an easy match that says its goal, lessons, and the puzzle of a day."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.clicking import ANSWER, PATIENCE, MouseCoach
from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.sizes import box
from browser.test_accessibility import faults
from dungeonbowl.scenes.exercises import DAILY, LESSONS, exercises, names
from support.servers import ServerProcess

SIZES = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]


def sound(page: Any) -> None:
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def bottom(place: Any) -> float:
    found = place.bounding_box()
    return float(found["y"] + found["height"])


def taught(page: Any) -> str:
    """The subject that is explained now, or an empty string."""
    found = page.locator("[data-subject]")
    return str(found.first.get_attribute("data-subject")) if found.count() else ""


@pytest.mark.parametrize("size", SIZES)
def test_one_click_leads_to_a_first_match_at_easy_that_says_its_goal(open_page: OpenPage, size: dict[str, int]) -> None:
    page = open_page("/", size)
    page.click("[data-quick]:enabled")
    page.wait_for_selector("[data-goal]", state="attached")
    assert "Find the ball: open a chest" in page.inner_text("[data-goal]")
    assert int(page.get_attribute("[data-goal-squares]", "data-goal-squares")) >= 4
    assert taught(page) in ("chest", "portal")
    MouseCoach(page).settle()
    foot = page.locator(".foot-place")
    if size["width"] > 900:  # all of it is seen at once
        assert foot.evaluate("(foot) => foot.scrollHeight <= foot.clientHeight")
    for words in page.locator(".guide p:visible, .guide p:visible button").all():
        assert bottom(words) <= bottom(foot) + 1, words.inner_text()
    sound(page)
    page.goto(page.url.split("/match")[0] + "/")
    tile = page.locator("[data-kept]").first
    tile.wait_for()
    page.get_by_text("computer: easy").wait_for()
    words = tile.inner_text()
    assert re.search(r"turn \d+ of 8", words)
    assert "Dungeon Bowl 2021" in words
    assert "Today" in words
    sound(page)


def test_a_thing_is_introduced_once_and_the_guide_can_be_switched_off(open_page: OpenPage) -> None:
    page = open_page("/")
    page.click("[data-quick]:enabled")
    page.wait_for_selector("[data-subject]")
    first = taught(page)
    page.get_by_role("button", name="Got it").click()
    page.wait_for_function("(id) => document.querySelector(`[data-subject=${id}]`) === null", arg=first)
    page.reload()
    page.wait_for_selector("[data-goal]")
    MouseCoach(page).settle()
    assert taught(page) != first
    page.get_by_role("button", name="Switch the guide off").click()
    page.wait_for_function("() => document.querySelector('[data-guide], [data-goal-squares]') === null")
    page.reload()
    MouseCoach(page).settle()
    assert page.locator("[data-guide], [data-goal-squares]").count() == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Guide for newcomers").check()
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-goal]")
    assert taught(page) == first


class Learner(MouseCoach):
    """Clicks on what it is told to, as often as a person would who sees that nothing came of it."""

    def take_in_hand(self, piece: int) -> None:
        spots = [spot for spot in self.spots(".piece") if spot["name"] == str(piece)]
        if spots:
            self.click_spot(spots[0])
            self.page.wait_for_timeout(300)

    def walk(self, piece: int, square: int) -> None:
        """Take a player in hand and click a square in its reach."""
        self.settle()
        number = self.number()

        def click() -> None:
            if not self.page.locator(f"[data-reach='{square}']").count():
                self.take_in_hand(piece)
            if self.page.locator(f"[data-reach='{square}']").count():
                found = [spot for spot in self.spots("[data-reach]") if spot["name"] == str(square)]
                if found:
                    self.click_spot(found[0])

        self.insist(click, lambda: self.number() != number)
        self.settle()

    def choices(self, words: str) -> Any:
        buttons = "button[data-option], button[data-entry]:not([aria-disabled=true])"
        return self.page.locator(buttons, has_text=re.compile(words, re.IGNORECASE))

    def choose(self, words: str) -> None:
        """Click a choice by its name."""
        number = self.number()
        self.insist(lambda: self.choices(words).first.click(timeout=ANSWER), lambda: self.number() != number)
        self.settle()

    def act_with(self, piece: int, words: str) -> None:
        """Take a player in hand, and choose something that it can do, if need be after a Move of no squares."""
        for _ in range(4):
            self.settle()
            if not self.choices(words).count() and self.kind() == "turn":
                self.take_in_hand(piece)
            if self.choices(words).count():
                self.choose(words)
                return
            if self.choices("^[ m]*Move").count():
                self.choose("^[ m]*Move")
        raise AssertionError(f"{words} is not on offer")


@pytest.mark.parametrize("size", SIZES)
def test_a_lesson_is_played_to_its_end(open_page: OpenPage, size: dict[str, int]) -> None:
    page = open_page("/", size)
    page.click("[data-lesson='lessons:3-open-or-guard']")
    page.wait_for_selector("[data-verdict=open]")
    assert "Two chests are closed" in page.inner_text("[data-task]")
    MouseCoach(page).settle()
    panel, told = box(page, ".foot-place"), box(page, "[data-task]")
    assert told["bottom"] <= panel["bottom"], "all of the task is seen at once"
    if size is DESKTOP and page.locator("[data-guide]").count():
        assert box(page, "[data-guide]")["bottom"] <= panel["bottom"]
    sound(page)
    # first the mistake: the turn is ended, and the lesson is tried again
    MouseCoach(page).settle()
    page.click("[data-end-turn]")
    if page.locator("[data-confirm-end]").count():
        page.click("[data-confirm-end]")
    page.wait_for_selector("[data-verdict=failed]")
    sound(page)
    before = page.url
    page.click("[data-again]")
    page.wait_for_function("(url) => location.href !== url", arg=before)
    page.wait_for_selector("[data-verdict=open]")
    # then as it should be: the guard first, then the chest
    learner = Learner(page)
    guard, opener, in_front_of_the_alcove = 0, 1, 20
    learner.walk(guard, in_front_of_the_alcove)
    if learner.kind() == "act" and learner.choices("Stop|Done").count():
        learner.choose("Stop|Done")
    learner.act_with(opener, "Open")
    page.wait_for_selector("[data-verdict=done]", timeout=PATIENCE)
    assert "Well done" in page.inner_text("[data-task]")
    sound(page)
    page.get_by_role("link", name="To the home page").click()
    page.wait_for_selector("[data-lesson='lessons:3-open-or-guard']")
    assert "✔" in page.inner_text("[data-lesson='lessons:3-open-or-guard']")
    assert page.locator("[data-kept]").count() == 0, "a lesson is no match to continue"


def test_a_puzzle_is_opened_by_its_link_solved_and_shared(open_page: OpenPage) -> None:
    page = open_page("/puzzle/not-a-throw")
    page.wait_for_selector("[data-play]:enabled")
    assert "Vera has the ball" in page.inner_text("article")
    sound(page)
    page.click("[data-play]")
    page.wait_for_selector("[data-verdict=open]")
    thrower = 0
    Learner(page).act_with(thrower, "Hand")
    page.wait_for_selector("[data-verdict=done]", timeout=PATIENCE)
    assert "Solved" in page.inner_text("[data-task]")
    page.click("[data-share]")
    link = page.get_by_label("The link of this puzzle").input_value()
    assert link.endswith("/puzzle/not-a-throw")
    sound(page)
    other = open_page(link.replace(link.split("/puzzle")[0], ""), PHONE)
    other.wait_for_selector("[data-puzzle='not-a-throw']")
    sound(other)
    page.goto(link)
    page.wait_for_selector("[data-puzzle='not-a-throw']")
    assert "solved" in page.inner_text("article")


def test_a_wrong_answer_to_a_puzzle_is_not_accepted(open_page: OpenPage) -> None:
    page = open_page("/puzzle/not-a-throw", PHONE)
    page.click("[data-play]:enabled")
    page.wait_for_selector("[data-verdict=open]")
    learner = Learner(page)
    learner.settle()
    page.click("[data-end-turn]")
    if page.locator("[data-confirm-end]").count():
        page.click("[data-confirm-end]")
    page.wait_for_selector("[data-verdict=failed]", timeout=PATIENCE)
    assert "a single roll" in page.inner_text("[data-task]")
    page.get_by_role("button", name="Try again").wait_for()
    sound(page)


def test_a_day_leads_to_its_puzzle_and_a_strange_one_is_refused(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("a[data-puzzle]").click()
    page.wait_for_selector("article[data-puzzle]")
    assert page.get_attribute("article[data-puzzle]", "data-puzzle") in names(DAILY)
    today = page.get_attribute("article[data-puzzle]", "data-puzzle")
    page.get_by_role("link", name="The day before").click()
    page.wait_for_function("(name) => (document.querySelector('article')?.dataset.puzzle ?? name) !== name", arg=today)
    page.get_by_role("link", name="The day after").wait_for()
    strange = open_page("/puzzle/nothing-of-the-kind")
    strange.get_by_role("alert").wait_for()
    assert "there is no puzzle" in strange.inner_text("[role=alert]")


def test_the_home_page_lists_all_lessons(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector("[data-lesson]")
    shown = page.eval_on_selector_all("[data-lesson]", "(all) => all.map((each) => each.dataset.lesson)")
    assert shown == [each.id for each in exercises(LESSONS)]


def test_after_a_win_the_next_level_is_one_click_away(open_page: OpenPage, table: ServerProcess) -> None:
    """A match that the page watches to its end: its own coach concedes, and the offer is the same level once more."""
    created = table.server.new_match(quick=True, turn_limit=1, seats=["person", "bot:easy"], pace=0)
    page = open_page(created.seats[0].link)
    learner = Learner(page)
    learner.settle()
    page.get_by_role("button", name=re.compile("Concede")).click()
    page.get_by_role("button", name=re.compile("^Concede")).last.click()
    offer = page.locator("[data-next-level]")
    offer.wait_for(timeout=PATIENCE)
    assert offer.get_attribute("data-next-level") == "easy"
    assert "Lost against easy" in offer.inner_text()
    before = page.url
    offer.get_by_role("button").click()
    page.wait_for_function("(url) => location.href !== url", arg=before)
    page.wait_for_selector("[data-goal]")


@pytest.mark.parametrize("count", [3, 4])
def test_the_full_game_for_more_teams_needs_no_further_click(open_page: OpenPage, count: int) -> None:
    page = open_page("/custom?edition=astrogranite")
    page.check("[data-preset=full]")
    page.locator(f"[data-sides='{count}']").check(force=True)
    page.wait_for_selector(f"[data-team='{count - 1}']")
    page.wait_for_selector("button[type=submit]:enabled", timeout=PATIENCE)
    chosen = page.eval_on_selector_all("[data-team]", "(all) => all.map((each) => each.value)")
    assert len(set(chosen)) == count
    page.click("button[type=submit]:enabled")
    page.wait_for_selector(".match, main h1", timeout=PATIENCE)
    page.wait_for_function("() => location.pathname.startsWith('/match/')")
