"""Two browsers in one match, a spectator, and two coaches at one screen."""

from __future__ import annotations

from functools import partial
from typing import Any

from browser.clicking import MouseCoach
from browser.conftest import OpenPage
from browser.matches import link_of, new_match


def test_two_browsers_and_a_spectator_see_the_same_match(open_page: OpenPage, address: str) -> None:
    created = new_match(address, seats=["person", "person"], turn_limit=1)
    home = open_page(link_of(created, 0))
    away = open_page(link_of(created, 1))
    watcher = open_page(created["watch"])
    home.get_by_label("Your name").fill("Anna")
    home.get_by_role("button", name="I am ready").click()
    away.get_by_label("A word for the dice").fill("goblin pie")
    away.get_by_role("button", name="I am ready").click()
    coaches = [MouseCoach(home, seed=1), MouseCoach(away, seed=2)]
    for page in (home, away, watcher):
        page.wait_for_selector(".match .board")

    home.get_by_role("tab", name="Chat").click()
    home.get_by_label("Say something").fill("<b>Good luck</b>")
    home.get_by_role("button", name="Send").click()
    away.get_by_role("tab", name="Chat").click()
    away.get_by_text("<b>Good luck</b>").wait_for()  # as it was written, never as HTML

    for _ in range(400):
        turn = next((coach for coach in coaches if coach.kind()), None)
        if any(coach.is_over() for coach in coaches):
            break
        if turn is None:
            home.wait_for_timeout(30)
            continue
        turn.insist(turn.attempt, partial(turn.has_changed, turn.number()))
    for page in (home, away, watcher):
        page.wait_for_selector(".match[data-stage='over']")
    assert watcher.locator(".prompt .choices button").count() == 0


def test_a_seat_belongs_to_the_browser_that_took_it(open_page: OpenPage, address: str) -> None:
    host = open_page("/")
    host.get_by_role("button", name="Invite by link").click()
    field = host.get_by_label("Send this link to")
    field.wait_for()
    link = field.input_value().removeprefix(address)
    home = f"{address}/match/{link.split('/')[2].partition('#')[0]}"
    assert host.url == home, "no token in the address bar"

    guest = open_page(link)
    guest.get_by_text("No computer help").wait_for()
    assert guest.url == home
    field.wait_for(state="detached")  # the link opens nothing any more
    stranger = open_page(link)
    stranger.get_by_text("This seat is taken").wait_for()
    assert stranger.url == home
    guest.reload()
    guest.get_by_role("button", name="I am ready").wait_for()
    tab = guest.context.new_page()
    tab.goto(home)
    tab.get_by_role("button", name="I am ready").wait_for()
    tab.goto(address + link)  # the old link, once more in the browser that has used it
    tab.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="I am ready").click()
    for page in (host, guest, tab):
        page.wait_for_selector(".match .board")

    asked = next(page for page in (host, guest) for _ in range(400) if is_asked(page))
    assert asked.locator("[data-no-help]").count() == 1
    assert asked.get_by_role("button", name="Hint").count() == 0
    asked.keyboard.press("v")
    asked.get_by_text("without help of the computer").first.wait_for()

    host.get_by_role("button", name="Links.").click()
    assert host.get_by_role("dialog").get_by_text("is taken").count() == 1
    host.get_by_role("button", name="Free it").click()
    fresh = host.get_by_label("good once").first.input_value()
    guest.get_by_text("This link was replaced").wait_for()
    stranger.goto(fresh)
    stranger.wait_for_selector(".match .board")
    tab.close()


def is_asked(page: Any) -> bool:
    page.wait_for_timeout(30)
    return bool(page.get_attribute(".prompt", "data-kind"))


def test_a_coach_goes_on_with_another_device(open_page: OpenPage, address: str) -> None:
    created = new_match(address)
    here = open_page(link_of(created))
    MouseCoach(here).settle()
    here.get_by_role("button", name="Links.").click()
    here.locator("[data-move]").click()
    link = here.get_by_label("For your other device").input_value()
    there = open_page(link.removeprefix(address))
    assert MouseCoach(there).settle() == "turn"
    here.get_by_text("the seat has gone to another browser").wait_for()


def test_help_is_a_switch_of_a_custom_match(open_page: OpenPage) -> None:
    page = open_page("/custom")
    switch = page.locator("[data-help]")
    switch.wait_for()
    assert switch.is_checked(), "against the computer"
    switch.uncheck()
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_selector(".match [data-no-help]")


def test_a_seat_is_for_its_own_coach_only(open_page: OpenPage, address: str) -> None:
    created = new_match(address)
    page = open_page(f"/match/{created['id']}#token=nonsense")
    page.get_by_text("This link fits no seat of the match.").wait_for()


def test_two_coaches_at_one_screen(open_page: OpenPage, address: str) -> None:
    created = new_match(address, seats=["person", "person"], shared=True, turn_limit=1)
    page = open_page(link_of(created))
    coach = MouseCoach(page, seed=4)
    coach.play()
    assert coach.is_over()
