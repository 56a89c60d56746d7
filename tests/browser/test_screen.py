"""What a coach expects on screen, looked at one by one."""

from __future__ import annotations

from browser.clicking import MouseCoach
from browser.conftest import PHONE, OpenPage
from browser.matches import link_of, new_match

COINS = 12  # tossed until the one that is wanted has fallen


def test_a_player_in_hand_has_a_menu_with_keys_and_reasons(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)))
    coach = MouseCoach(page)
    coach.settle()
    assert coach.select()
    strip = page.locator("[data-strip]")
    move = strip.locator("[data-entry='Move']")
    assert move.locator(".key").inner_text().lower() == "m"
    refused = strip.locator("[aria-disabled='true']").first
    assert "not now:" in (refused.get_attribute("aria-label") or "")
    # Playwright calls it disabled and would not click; a coach does all the same.
    refused.hover()
    page.mouse.down()
    page.mouse.up()
    page.locator(".toast").wait_for()
    page.keyboard.press("Escape")
    move.wait_for(state="detached")


def test_hovering_a_square_tells_the_odds_of_the_way(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)))
    coach = MouseCoach(page)
    coach.settle()
    assert coach.select()
    page.wait_for_selector("[data-reach]")
    spot = coach.spots("[data-reach]")[-1]
    page.mouse.move(spot["x"], spot["y"])
    page.wait_for_selector(".path")
    assert "%" in page.inner_text("[data-preview]")


def test_why_opens_the_rule(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)))
    MouseCoach(page).settle()
    page.locator(".prompt .why").click()
    dialog = page.locator("dialog")
    dialog.get_by_role("heading", name="Rule O-").wait_for()
    dialog.get_by_text("Looking it up").wait_for(state="detached")
    assert len(dialog.inner_text()) > 80
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.locator(".log .why").last.click()
    dialog.wait_for()


def test_the_helper_explains_and_can_be_dismissed(open_page: OpenPage, address: str) -> None:
    # While teams are set up there is no summary and no new thing in the place of the help. A coin says who is asked
    # first: where a whole team is to be set up, its names leave no room for the help, but a zone is chosen with it.
    page = open_page("/")
    for _ in range(COINS):
        page.goto(address + link_of(new_match(address, quick=False)))
        MouseCoach(page).settle()
        if page.locator(".prompt .help").is_visible():
            break
    assert page.locator(".prompt .help").count() == 1
    page.get_by_role("button", name="Do not explain decisions any more").click()
    assert page.locator(".prompt .help").count() == 0
    page.reload()
    MouseCoach(page).settle()
    assert page.locator(".prompt .help").count() == 0


def test_undo_takes_a_step_back_and_says_when_it_cannot(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)))
    coach = MouseCoach(page)
    coach.settle()
    assert coach.select()
    number = coach.number()
    page.keyboard.press("m")
    coach.await_change(number)
    assert coach.settle() == "act"
    number = coach.number()
    page.click("[data-undo]")
    coach.await_change(number)
    assert coach.settle() in ("turn", "declare")


def test_ending_the_turn_early_is_asked_about(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)))
    coach = MouseCoach(page)
    coach.settle()
    number = coach.number()
    page.keyboard.press("e")
    page.get_by_text("could still act this turn").wait_for()
    page.get_by_role("button", name="Go on playing").click()
    assert coach.number() == number


def test_overlays_come_and_go_with_their_keys(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)))
    MouseCoach(page).settle()
    page.keyboard.press("Shift+Z")
    page.wait_for_selector(".overlay-squares rect")
    page.keyboard.press("Escape")
    page.locator(".overlay-squares rect").first.wait_for(state="detached")


def test_a_phone_can_play(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)), PHONE, has_touch=True, is_mobile=True)
    coach = MouseCoach(page)
    assert coach.settle() == "turn"
    number = coach.number()

    def tap(selector: str) -> None:
        spots = coach.spots(selector)
        if spots:
            page.touchscreen.tap(spots[0]["x"], spots[0]["y"])

    coach.insist(lambda: tap(".piece:has(.ring.fresh)"), lambda: page.locator("[data-entry='Move']").count() > 0)
    coach.insist(lambda: tap("[data-reach]"), lambda: page.locator(".path").count() > 0)
    coach.insist(lambda: tap("[data-reach]"), lambda: coach.number() != number)
    for name in ("Teams", "Log", "Chat", "Play"):
        page.get_by_role("button", name=name, exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
