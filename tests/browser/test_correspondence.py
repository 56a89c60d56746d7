"""A match over days in a real browser: made at the desk, told by mail, gone on with by the link on a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from browser.conftest import DESKTOP, PHONE, new_context
from browser.test_accessibility import faults
from browser.test_accounts import fits, sign_up
from dungeonbowl.storage.database import make_engine
from dungeonbowl.storage.moments import now
from dungeonbowl.storage.post_tables import OutboxRow
from support.mailboxes import Mailbox, mailbox
from support.servers import PATIENCE, ServerProcess

MAIL = "ada@example.org"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as found:
        yield found


@pytest.fixture
def club(tmp_path: Any, page_is_built: None, box: Mailbox) -> Iterator[ServerProcess]:
    words = ("--smtp", box.url, "--mail-from", "Bowl <bowl@example.org>")
    with ServerProcess(tmp_path, accounts=True, more=words) as process:
        yield process


def link_in(box: Mailbox, found: str) -> str:
    """The link that the mail with these words in its title brought, once it is there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for mail, text in zip(box.mails, box.texts(), strict=True):
            if found in str(mail["Subject"]):
                link = re.search(r"http://localhost\S+(?:#confirm|#mail|\?at)=\S+", text)
                assert link is not None
                return link[0]
        time.sleep(0.1)
    raise AssertionError(f"no mail says {found!r}: {[str(mail['Subject']) for mail in box.mails]}")


def minute_passes(club: ServerProcess) -> None:
    """What waits in the outbox is due now."""
    engine = make_engine(club.database)
    with engine.begin() as connection:
        connection.execute(update(OutboxRow).values(due=now() - timedelta(minutes=1)))
    engine.dispose()


def test_a_match_over_days_is_told_by_mail_and_goes_on_with_the_phone(
    browser: Any, club: ServerProcess, box: Mailbox
) -> None:
    home = f"http://localhost:{club.port}"
    desk_context = new_context(browser, viewport=DESKTOP)
    phone_context = new_context(browser, viewport=PHONE)
    try:
        desk = desk_context.new_page()
        desk.goto(f"{home}/sign-in?new")
        sign_up(desk, "Ada")
        desk.get_by_label("Mail address").fill(MAIL)
        desk.get_by_role("button", name="Send me a link to confirm it").click()
        desk.get_by_text("not confirmed yet").wait_for()
        desk.goto(link_in(box, "Is this your address?"))
        desk.get_by_role("button", name="Confirm my mail address").click()
        desk.get_by_text("This is now the mail address of Ada").wait_for()
        desk.get_by_label("Your turn by Mail", exact=True).wait_for()

        desk.goto(f"{home}/custom")
        desk.locator(".clock select").select_option("days")
        assert desk.get_by_label("Hours each time you are asked").input_value() == "48"
        desk.get_by_role("button", name="Create the match").click()
        desk.locator(".score .clock", has_text=re.compile(r"\d d")).first.wait_for()

        desk.goto(f"{home}/news")
        desk.locator("[data-news] [data-kind=turn]").first.wait_for()
        desk.get_by_role("link", name=re.compile("News: \\d+ unread")).wait_for()
        assert faults(desk) == []
        minute_passes(club)
        decision = link_in(box, "Your turn")
        assert "/match/" in decision
        assert "?at=" in decision
        told = next(mail for mail in box.mails if "Your turn" in str(mail["Subject"]))
        assert "image/png" in [part.get_content_type() for part in told.walk()]

        phone = phone_context.new_page()
        phone.goto(decision)  # nobody is signed in on the phone: first the link by mail
        phone.get_by_text("By a link in a mail").click()
        phone.get_by_label("Mail address of your account").fill(MAIL)
        phone.get_by_role("button", name="Send me a link").click()
        phone.get_by_text("a link is on its way there").wait_for()
        assert fits(phone)
        phone.goto(link_in(box, "Sign in"))
        phone.get_by_role("button", name="Sign in now").click()
        phone.get_by_text("You are Ada").wait_for()
        phone.locator("[data-my-matches] li", has_text=re.compile(r"\d+ [dh] left")).first.wait_for()
        assert fits(phone)
        first = date.today() + timedelta(days=1)
        phone.get_by_label("First day", exact=True).fill(first.isoformat())
        phone.get_by_label("Last day", exact=True).fill((first + timedelta(days=6)).isoformat())
        phone.get_by_role("button", name="Go on vacation").click()
        phone.get_by_text("14 days are left").wait_for()
        assert fits(phone)
        assert faults(phone) == []
        phone.goto(decision)
        phone.locator(".score .clock").first.wait_for()
    finally:
        desk_context.close()
        phone_context.close()
