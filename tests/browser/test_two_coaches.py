"""Two browsers in one match, a spectator, and two coaches at one screen."""

from __future__ import annotations

from functools import partial

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
