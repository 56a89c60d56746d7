"""People in real browsers: a challenge from the lobby is played, an invitation is claimed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from browser.clicking import MouseCoach
from browser.conftest import PHONE, OpenPage
from browser.hosted import OpenHosted, fill_sign_up, fits, opening, sign_up
from browser.sizes import smaller_than_a_thumb
from browser.test_accessibility import faults
from support.servers import ServerProcess


@pytest.fixture
def hosted(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[str]:
    """The address of a server with accounts."""
    with ServerProcess(tmp_path_factory.mktemp("hosted"), accounts=True) as process:
        yield f"http://localhost:{process.port}"


@pytest.fixture
def open_hosted(browser: Any, hosted: str) -> Iterator[OpenHosted]:
    with opening(browser, hosted) as open_one:
        yield open_one


def ready(page: Any) -> None:
    page.get_by_role("button", name="I am ready").click()


def test_a_challenge_from_the_lobby_is_accepted_and_the_first_decision_played(
    open_hosted: OpenHosted, hosted: str
) -> None:
    desk = open_hosted("/sign-in?new", passkeys=True)
    desk.get_by_label("Name").first.fill("Grimtooth")
    desk.get_by_role("button", name="Sign up with a passkey").click()
    desk.get_by_role("button", name="I have them").click()
    desk.get_by_role("heading", name="How you sign in").wait_for()
    desk.get_by_role("navigation", name="Pages").get_by_role("link", name="Lobby").click()
    desk.locator("[data-guests]").get_by_text("Grimtooth").wait_for()
    desk.get_by_role("button", name="Offer a match").click()
    desk.locator("[data-offer]").wait_for()
    assert faults(desk) == []
    assert fits(desk)
    desk.get_by_role("button", name="Offer this match").click()
    desk.get_by_role("button", name="Take back").wait_for()
    phone = open_hosted("/sign-in?new", PHONE)
    sign_up(phone, "Snikka")
    phone.goto(hosted + "/lobby")
    phone.get_by_label("Say something").fill("<b>Have at you!</b>")
    phone.get_by_role("button", name="Say it").click()
    desk.locator("[data-lobby-chat]").get_by_text("<b>Have at you!</b>").wait_for()  # by the socket, and as written
    desk.get_by_role("button", name="Report what Snikka said").click()
    desk.get_by_text("reported").wait_for()
    assert faults(phone) == []
    assert fits(phone)
    phone.get_by_role("button", name="Accept the challenge of Grimtooth").click()
    desk.get_by_role("button", name="I am ready").wait_for()  # called to the match by the socket
    phone.get_by_role("button", name="I am ready").wait_for()
    watching = open_hosted("/lobby")
    watching.get_by_role("link", name="Watch Grimtooth against Snikka").wait_for()
    assert watching.get_by_role("button", name="Offer a match").count() == 0
    ready(desk)
    ready(phone)
    for page in (desk, phone):
        page.wait_for_selector(".match .board")
    coaches = [MouseCoach(desk), MouseCoach(phone)]
    while (turn := next((coach for coach in coaches if coach.kind()), None)) is None:
        desk.wait_for_timeout(30)
    turn.insist(turn.attempt, partial(turn.has_changed, turn.number()))


def test_who_has_left_the_lobby_reads_that_somebody_accepted_and_goes_on_from_there(
    open_hosted: OpenHosted, hosted: str
) -> None:
    host = open_hosted("/sign-in?new")
    sign_up(host, "Grimtooth")
    host.goto(hosted + "/lobby")
    host.locator("[data-alone]").wait_for()
    host.get_by_role("button", name="Offer a match").click()
    host.locator("[data-offer] select").first.and_(host.locator(":focus")).wait_for()
    host.get_by_role("button", name="Offer this match").click()
    host.locator("[data-mine]").wait_for()
    host.goto(hosted + "/rules")
    guest = open_hosted("/sign-in?new", PHONE, has_touch=True)
    sign_up(guest, "Snikka")
    guest.goto(hosted + "/lobby")
    guest.locator("[data-alone]").wait_for()  # the other one is gone
    assert faults(guest) == []
    assert fits(guest)
    assert smaller_than_a_thumb(guest) == []
    guest.get_by_role("button", name="Accept the challenge of Grimtooth").tap()
    guest.get_by_role("button", name="I am ready").wait_for()
    guest.locator("[data-leave]").get_by_role("link", name="My account").wait_for()  # whoever waits long may leave
    host.goto(hosted + "/news")
    host.get_by_role("link", name="Your challenge is accepted").click()
    host.get_by_role("button", name="I am ready").wait_for()
    host.goto(hosted + "/lobby")
    host.get_by_role("button", name="Go on with Grimtooth – Snikka").click()
    host.get_by_role("button", name="I am ready").wait_for()
    guest.goto(hosted + "/lobby")
    guest.locator("[data-guests]").wait_for()
    assert guest.get_by_role("link", name="Watch Grimtooth against Snikka").count() == 0, "it is the own match"


def test_an_invitation_is_claimed_by_somebody_who_has_to_sign_up_first(open_hosted: OpenHosted, hosted: str) -> None:
    host = open_hosted("/sign-in?new")
    sign_up(host, "Commissioner Blotch")
    league = host.evaluate(
        """async () => {
            const order = {name: "Cellar league", preset: "evening", edition: "official(quick=1)", start: true,
                teams: ["Ann", "Bo", "Cy", "Dee"].map((coach) => ({coach, drafted: ""}))};
            const headers = {"content-type": "application/json"};
            const answer = await fetch("/api/v1/leagues", {method: "POST", headers, body: JSON.stringify(order)});
            return (await answer.json()).id;
        }"""
    )
    host.goto(f"{hosted}/league/{league}/people")
    team = host.locator("[data-members] li", has_text="Ann").locator(".soft").first.inner_text().partition("; ")[2]
    host.get_by_label("Who comes").select_option(label="takes over Ann")
    host.get_by_role("button", name="Make a link").click()
    link = host.get_by_label("The link, shown only now").input_value()
    assert faults(host) == []
    assert fits(host)
    guest = open_hosted("/", PHONE)
    guest.goto(link)
    guest.get_by_text("You take over the name").wait_for()
    assert fits(guest)
    assert faults(guest) == []
    guest.get_by_role("link", name="Sign up").click()
    fill_sign_up(guest, "Annabel")
    guest.get_by_role("button", name="Accept as Annabel").click()
    guest.get_by_text("You are a coach.").wait_for()
    own = guest.locator("[data-next=match]")
    assert own.get_by_text("Your next match:").is_visible()
    assert "Annabel" in own.inner_text()
    guest.locator(".tables").get_by_role("link", name=team).click()
    guest.locator("[data-event]").first.wait_for()
    assert guest.get_by_role("button", name="Grant or take away").count() == 0
    guest.go_back()
    guest.get_by_text("You are a coach.").wait_for()
    assert guest.get_by_role("link", name="Desk").count() == 0
    guest.get_by_role("link", name="People").click()
    guest.locator("[data-members]").get_by_text("Annabel").wait_for()
    assert guest.get_by_role("button", name="Make a link").count() == 0
    assert fits(guest)
    guest.locator("[data-members]").get_by_role("link", name="Annabel").click()
    guest.get_by_role("heading", name="Annabel").wait_for()
    guest.locator("[data-teams] li").wait_for()
    assert fits(guest)
    assert faults(guest) == []
    host.reload()
    host.locator("[data-members]").get_by_text("Annabel").wait_for()
    again = open_hosted("/", PHONE)
    again.goto(link)
    again.get_by_role("alert").get_by_text("used up").wait_for()


def test_a_house_has_no_lobby(open_page: OpenPage) -> None:
    page = open_page("/lobby")
    page.get_by_text("This server has no accounts").wait_for()
    assert page.get_by_role("link", name="Lobby").count() == 0
