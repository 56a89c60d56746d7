"""Somebody who has lost every way to sign in comes back, because the commissioner of a league vouches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from browser.conftest import PHONE
from browser.hosted import fill_sign_up, fits, opening, sign_up
from browser.test_accessibility import faults
from dungeonbowl.storage.database import make_engine
from dungeonbowl.storage.moments import now
from dungeonbowl.storage.people_tables import VouchingRow
from support.servers import ServerProcess

# A league is founded and a link for the name Ann is made, as the pages do it.
FOUND = """async () => {
    const post = async (path, body) => {
        const headers = {"content-type": "application/json"};
        return (await fetch("/api/v1" + path, {method: "POST", headers, body: JSON.stringify(body)})).json();
    };
    const teams = ["Ann", "Bo"].map((coach) => ({coach, drafted: ""}));
    const order = {name: "Cellar league", preset: "evening", edition: "official(quick=1)", teams};
    const league = (await post("/leagues", order)).id;
    const people = await (await fetch(`/api/v1/leagues/${league}/people`)).json();
    const member = people.members.find((each) => each.name === "Ann").member;
    return [league, (await post(`/leagues/${league}/invitations`, {role: "coach", member})).link];
}"""


@pytest.fixture
def club(tmp_path: Any, page_is_built: None) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path, accounts=True) as process:
        yield process


def three_days_pass(club: ServerProcess) -> None:
    engine = make_engine(club.database)
    with engine.begin() as connection:
        connection.execute(update(VouchingRow).values(good=now() - timedelta(minutes=1)))
    engine.dispose()


def vouch(host: Any, reason: str) -> str:
    """The commissioner vouches for Annabel; returns the code."""
    host.locator("[data-vouch] select").select_option(label="Annabel")
    host.get_by_label("How you know that it is the right person").fill(reason)
    host.get_by_role("button", name="Vouch").click()
    return str(host.locator("[data-code]").inner_text())


def test_a_commissioner_vouches_and_the_person_refuses_or_comes_back(browser: Any, club: ServerProcess) -> None:
    home = f"http://localhost:{club.port}"
    with opening(browser, home) as open_one:
        host = open_one("/sign-in?new")
        sign_up(host, "Commissioner Blotch")
        league, link = host.evaluate(FOUND)
        lost = open_one("/", PHONE)
        lost.goto(link)
        lost.get_by_role("link", name="Sign up").click()
        fill_sign_up(lost, "Annabel")
        lost.get_by_role("button", name="Accept as Annabel").click()
        lost.get_by_text("You are a coach.").wait_for()

        host.goto(f"{home}/league/{league}/people")
        vouch(host, "somebody on the phone said so")
        host.locator("[data-vouched] li", has_text="waits").wait_for()
        assert fits(host)
        assert faults(host) == []
        lost.goto(f"{home}/news")
        lost.get_by_text("Commissioner Blotch vouches that you have lost your way in").wait_for()
        lost.goto(f"{home}/account")
        lost.locator("[data-vouchings]").get_by_text("Commissioner Blotch").wait_for()
        assert fits(lost)
        assert faults(lost) == []
        lost.get_by_role("button", name="I have lost nothing: refuse it").click()
        lost.locator("[data-vouchings]").wait_for(state="detached")

        host.reload()
        host.locator("[data-vouched] li", has_text="refused by the person").wait_for()
        code = vouch(host, "we met, and her phone is in the river")
        back = open_one("/sign-in", PHONE, passkeys=True)
        for attempt in ("too early", "in time"):
            back.get_by_text("With a recovery code").click()
            form = back.locator("form", has=back.get_by_label("Code"))
            form.get_by_label("Name").fill("Annabel")
            form.get_by_label("Code").fill(code)
            back.get_by_role("button", name="Sign in with a code").click()
            if attempt == "too early":
                back.get_by_role("alert").wait_for()
                three_days_pass(club)
                back.reload()
        back.get_by_text("You are Annabel").wait_for()
        back.get_by_role("button", name="Add a passkey").click()
        back.locator("[data-passkeys] li").first.wait_for()
        assert fits(back)
        who = lost.evaluate("async () => (await (await fetch('/api/v1/session')).json()).account")
        assert who is None, "whoever has the lost phone is signed out"
        host.reload()
        host.locator("[data-vouched] li", has_text=", used").wait_for()
