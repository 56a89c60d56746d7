"""A match over days in a real browser: made at the desk, told by mail, gone on with by the link on a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from browser.clicking import MouseCoach
from browser.conftest import DESKTOP, PHONE, new_context
from browser.test_accessibility import faults
from browser.test_accounts import fits, sign_up
from dungeonbowl.storage.database import make_engine
from dungeonbowl.storage.match_records import ClockRecord
from dungeonbowl.storage.matches import due_of, text
from dungeonbowl.storage.moments import now
from dungeonbowl.storage.post_tables import OutboxRow
from dungeonbowl.storage.tables import MatchRow
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
        for mail, words in zip(box.mails, box.texts(), strict=True):
            if found in str(mail["Subject"]):
                link = re.search(r"http://localhost\S+(?:#confirm|#mail|\?at)=\S+", words)
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


# --- a match over simulated days --------------------------------------------------------------------------------------

HOUR = 3600.0
DAY = 24 * HOUR
ALLOWED = 9 * DAY  # 48 hours for each question, and a bank of seven days


def days_pass(club: ServerProcess, days: float) -> None:
    """What is written in the database happened so many days earlier; the server was there all the time, as far as it
    can know, because its last heartbeat is a moment old."""
    club.stop()
    engine = make_engine(club.database)
    with engine.begin() as connection:
        for identity, written in connection.execute(select(MatchRow.id, MatchRow.clock)).all():
            clock = msgspec.json.decode(written, type=ClockRecord)
            clock.since -= days * DAY
            clock.wake -= days * DAY if clock.wake else 0.0
            if clock.before:
                clock.before[1] -= days * DAY
            changed = {"clock": text(clock), "due": due_of(clock)}
            connection.execute(update(MatchRow).where(MatchRow.id == identity).values(**changed))
        connection.execute(update(OutboxRow).values(due=OutboxRow.due - timedelta(days=days)))
    engine.dispose()
    club.start()


class Absent:
    """Somebody who plays when a mail says so, and comes by its link."""

    def __init__(self, browser: Any, club: ServerProcess, box: Mailbox, name: str, size: dict[str, int]) -> None:
        self.club, self.box = club, box
        self.mail = f"{name.lower()}@example.org"
        self.context = new_context(browser, viewport=size)
        self.page = self.context.new_page()
        self.home = f"http://localhost:{club.port}"
        self.read = 0  # mails of the box that were looked at
        self.page.goto(f"{self.home}/sign-in?new")
        sign_up(self.page, name)
        self.page.get_by_label("Mail address").fill(self.mail)
        self.page.get_by_role("button", name="Send me a link to confirm it").click()
        self.page.goto(self.link("Is this your address?"))
        self.page.get_by_role("button", name="Confirm my mail address").click()
        self.page.get_by_text(f"This is now the mail address of {name}").wait_for()

    def link(self, subject: str) -> str:
        """The link of the next mail to this coach with these words in its title, past what else came."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while self.read < len(self.box.mails):
                to, mail, words = (each[self.read] for each in (self.box.to, self.box.mails, self.box.texts()))
                self.read += 1
                if to == [self.mail] and subject in str(mail["Subject"]):
                    link = re.search(r"http://localhost\S+(?:#confirm|\?at)=\S+", words)
                    assert link is not None
                    return link[0]
            minute_passes(self.club)
            time.sleep(0.2)
        raise AssertionError(f"no mail came to {self.mail}")

    def leaves(self) -> None:
        self.page.goto("about:blank")

    def left(self) -> str:
        """How long the match waits for this coach, as the own account tells it."""
        self.page.goto(f"{self.home}/account")
        found: str = self.page.locator("[data-my-matches] li", has_text="left").first.inner_text()
        return found

    def plays(self) -> None:
        """Open the decision that the next mail tells of, decide until somebody else is asked, and go."""
        self.page.goto(self.link("Your turn"))
        coach = MouseCoach(self.page, players_a_turn=1)
        coach.settle()
        while coach.kind():
            coach.insist(coach.attempt, partial(coach.has_changed, coach.number()))
            self.page.wait_for_selector(".prompt[data-busy=false]")
        assert fits(self.page)
        self.leaves()


def asked_of(club: ServerProcess) -> int | None:
    """Whose clock runs, as the database says."""
    engine = make_engine(club.database)
    with engine.connect() as connection:
        written = connection.execute(select(MatchRow.clock)).scalar_one()
    engine.dispose()
    return msgspec.json.decode(written, type=ClockRecord).side


def test_two_coaches_play_over_simulated_days_by_the_links_of_their_mail(
    browser: Any, club: ServerProcess, box: Mailbox
) -> None:
    ada = Absent(browser, club, box, "Ada", DESKTOP)
    bo = Absent(browser, club, box, "Bo", PHONE)
    coaches = [ada, bo]
    try:
        ada.page.goto(f"{ada.home}/lobby")
        ada.page.get_by_role("button", name="Offer a match").click()
        ada.page.locator("[data-offer] select").filter(has_text="Over days").select_option("days")
        ada.page.get_by_role("button", name="Offer this match").click()
        ada.page.locator("[data-mine]").wait_for()
        bo.page.goto(f"{bo.home}/lobby")
        bo.page.get_by_role("button", name="Accept the challenge of Ada").click()
        for coach in coaches:
            coach.page.get_by_role("button", name="I am ready").click()
        for coach in coaches:
            coach.page.wait_for_selector(".match .board")
            coach.leaves()

        hands = []
        for _ in range(4):  # each plays twice, a day and a half after the other
            asked = asked_of(club)
            assert asked is not None
            hands.append(asked)
            days_pass(club, 1.5)
            assert "your decision · 7 d left" in coaches[asked].left(), "of nine days"
            coaches[asked].plays()
        assert hands == [hands[0], 1 - hands[0]] * 2

        silent = asked_of(club)
        assert silent == hands[0]
        coaches[silent].link("Your turn")
        days_pass(club, ALLOWED / DAY + 0.1)  # the bank too is used up
        coaches[1 - silent].plays()  # the assistant has ended the turn of the other
        coaches[silent].page.goto(f"{ada.home}/news")
        coaches[silent].page.locator("[data-news] [data-kind=assisted]").get_by_text("Your time was up").wait_for()
        assert "1 d 23 h left" in coaches[silent].left() or "2 d 0 h left" in coaches[silent].left(), "no bank is left"
        sent = [str(mail["Message-ID"]) for mail in box.mails]
        assert len(sent) == len(set(sent)), "nothing was sent twice"
    finally:
        for coach in coaches:
            coach.context.close()
