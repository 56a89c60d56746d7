"""News of a match over days: written with the decision, sent at least once, and by one server only."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import http_ece
import icalendar
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import text

from dungeonbowl.server.post import outgoing
from dungeonbowl.server.post.calendars import Entry, calendar_text
from dungeonbowl.server.post.letters import Letter
from dungeonbowl.server.post.outgoing import NotSent, checked_address, public_address
from dungeonbowl.server.post.postman import Post
from dungeonbowl.server.post.push import make_keys
from dungeonbowl.server.post.webhook import hook_body, plain
from dungeonbowl.server.settings import Settings
from dungeonbowl.storage import outbox
from dungeonbowl.storage.contacts import Contacts
from dungeonbowl.storage.moments import at_second, now
from dungeonbowl.storage.news import MAIL, PUSH, WEBHOOK, News
from support.asynchronous import run_alone
from support.correspondence import House, by_days
from support.mailboxes import Hook, Mailbox, mailbox, webhook
from support.postgres import postgres_database

URL = "https://bowl.example.org"
PATIENCE = 60.0  # seconds after which a test gives up; nothing is measured by it
STRANGE = "Bad\r\nBcc: everybody@example.org\n<script>alert(1)</script>"


def post_of(house: House, smtp: str = "", **more: object) -> Post:
    settings = msgspec.structs.replace(
        Settings(house.url, public_url=URL, smtp=smtp, mail_from="Bowl <bowl@example.org>"), **more
    )
    return Post(house.sessions, house.accounts, settings)


def with_post(tmp_path: Path, scene: Callable[[House, Mailbox, Post], Awaitable[None]], url: str = "") -> None:
    async def whole() -> None:
        with mailbox() as box:
            house = House(tmp_path, url)
            await house.sleeper.look()
            try:
                await scene(house, box, post_of(house, box.url))
            finally:
                await house.close()

    run_alone(whole())


def name_of(side: int) -> str:
    return ("ada", "bo")[side]


def news_of(house: House, account: str) -> list[str]:
    """The kinds of news that an account has, the oldest first."""
    found, _ = Contacts(house.accounts).news(account)
    return [each.kind for each in found][::-1]


def with_mail(house: House) -> None:
    for name in ("ada", "bo"):
        if house.accounts.by_id(name) is None:
            house.accounts.create(name, name.title(), name)
        Contacts(house.accounts).add_channel(name, MAIL, f"{name}@example.org", "mail")


def test_news_of_a_match_names_the_other_coach_and_keeps_the_name_nowhere(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        match = await house.match(by_days(move=48, bank=0))
        first = name_of(await house.asked(match))
        other = "bo" if first == "ada" else "ada"
        (turn,), _ = Contacts(house.accounts).news(first)
        assert turn.against == [other.title()]
        await house.hours(1)
        house.accounts.efface(other, "coach 4f2a", "coach 4f2a", now())  # deleted before the mail is written
        await post.deliver()
        assert str(box.mails[0]["Subject"]).replace("\n", "").endswith("(against coach 4f2a)")
        (turn,), _ = Contacts(house.accounts).news(first)
        assert turn.against == ["coach 4f2a"]
        with house.sessions.store.engine.connect() as connection:
            kept = connection.execute(text("select title, lines from account_news")).all()
        assert not [each for row in kept for each in row if "Ada" in each or "Bo" in each.replace("Bowl", "")]

    with_post(tmp_path, scene)


def test_a_match_over_simulated_days_with_mail_and_a_restart_in_the_middle(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        match = await house.match(by_days(move=48, bank=0))
        first = await house.asked(match)
        assert news_of(house, name_of(first)) == ["turn"]
        assert news_of(house, name_of(1 - first)) == ["begun"]
        await post.deliver()
        assert box.mails == [], "a turn is told after a minute, if it is still open then"
        await house.hours(1)
        await post.deliver()
        assert box.to == [[f"{name_of(first)}@example.org"]]
        (mail,) = box.mails
        session = await house.session(match)
        assert f"{URL}/match/{match}?at={session.number}" in box.texts()[0]
        assert str(mail["Message-ID"]) == f"<{match}.{session.number}.{first}.turn@example.org>"
        kinds = [part.get_content_type() for part in mail.walk()]
        assert "text/html" in kinds
        assert "image/png" in kinds, "a picture of the board"
        await house.hours(10)
        await house.end_turn(match)
        await house.restart()
        post = post_of(house, box.url)
        await house.hours(1)
        await post.deliver()
        assert box.to[-1] == [f"{name_of(1 - first)}@example.org"]
        assert len(box.mails) == 2
        await house.hours(36)
        await post.deliver()
        assert news_of(house, name_of(1 - first))[-1] == "hurry"
        assert any("hours left" in mail["Subject"] for mail in box.mails)
        await house.hours(24)
        assert news_of(house, name_of(1 - first))[-1] == "assisted"
        assert await house.asked(match) == first
        await house.restart()
        post = post_of(house, box.url)
        before = len(box.mails)
        await house.hours(24)
        while await post.deliver():
            pass
        sent = [str(mail["Message-ID"]) for mail in box.mails]
        assert len(sent) == len(set(sent)), "nothing was sent twice"
        assert len(box.mails) > before, "the digest of the day is among them"

    with_post(tmp_path, scene)


def test_what_cannot_hold_a_picture_has_its_address_which_nobody_can_guess(tmp_path: Path) -> None:
    async def whole() -> None:
        with webhook() as hook:
            house = House(tmp_path)
            await house.sleeper.look()
            try:
                make_keys(tmp_path / "keys.pem")
                post = post_of(house, hooks_anywhere=True, push_keys=str(tmp_path / "keys.pem"))
                match, other = await house.match(by_days()), await house.match(by_days())
                first = name_of(await house.asked(match))
                private, subscription, secret = a_browser(hook.url)
                Contacts(house.accounts).add_channel(first, WEBHOOK, hook.url, "hook")
                Contacts(house.accounts).add_channel(first, PUSH, subscription, "browser")
                await post.notify(first, News("x.1", "hurry", "Your turn", ["line"], f"/match/{match}", match))
                await post.deliver()
                pushed = next(body for body in hook.bodies if not body.startswith(b"{"))
                written = json.loads(next(body for body in hook.bodies if body.startswith(b"{")))
                (board,) = {each["image"]["url"] for each in written["embeds"]}
                read = http_ece.decrypt(pushed, private_key=private, auth_secret=secret, version="aes128gcm")
                assert json.loads(read)["image"] == board
                assert board.startswith(f"{URL}/api/v1/boards/{match}/")
                sign = board.rpartition("/")[2]
                before = await post.boards.picture(match, sign)
                assert before.startswith(b"\x89PNG")
                assert await post.boards.picture(match, sign) is before, "drawn once"
                for wrong in (sign[:-1], sign[::-1], "", "ä"):
                    assert await post.boards.picture(match, wrong) == b""
                assert await post.boards.picture(other, sign) == b"", "it opens one match only"
                assert await post.boards.picture("nowhere", sign) == b""
                await house.end_turn(match)
                after = await post.boards.picture(match, sign)
                assert after.startswith(b"\x89PNG")
                assert after is not before, "the board as it stands"
                entry = Entry("turn.1", house_now(house), "Your time is up", f"/match/{match}", match)
                found = calendar_text([entry], "Ada", URL, house_now(house), await post.boards.addresses([match]))
                (event,) = icalendar.Calendar.from_ical(found).walk("vevent")
                assert (str(event["image"]), event["image"].params["value"]) == (board, "URI")
            finally:
                await house.close()

    run_alone(whole())


def house_now(house: House) -> datetime:
    return at_second(house.sessions.timekeeper.utc())


def test_a_turn_that_was_played_within_the_minute_is_not_mailed(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        match = await house.match(by_days())
        first = await house.asked(match)
        await house.end_turn(match)
        await house.hours(1)
        await post.deliver()
        assert box.to == [[f"{name_of(1 - first)}@example.org"]]
        assert Contacts(house.accounts).unread(name_of(first)) == 0, "a turn that was played need not be read"

    with_post(tmp_path, scene)


def test_a_mail_server_that_fails_is_asked_again_later_with_the_same_id(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        await post.notify("ada", News("challenge.1", "hurry", "Hello"))
        box.refusals = ["451 later", "451 later"]
        assert await post.deliver() == 1
        assert await post.deliver() == 0, "not at once"
        await house.hours(1)
        await post.deliver()
        await house.hours(1)
        await post.deliver()
        assert [str(mail["Message-ID"]) for mail in box.mails] == ["<challenge.1@example.org>"]
        await house.hours(24)
        assert await post.deliver() == 0

    with_post(tmp_path, scene)


def test_news_is_told_once_however_often_it_is_said(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        news = News("challenge.7", "hurry", "Bo challenges you", [], "/")
        assert await post.notify("ada", news)
        assert not await post.notify("ada", news)
        await post.deliver()
        assert len(box.mails) == 1

    with_post(tmp_path, scene)


def test_names_with_markup_and_line_breaks_stay_text(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        await post.notify("ada", News("x.1", "hurry", f"{STRANGE} wins", [STRANGE, "\u202eback\x00wards"]))
        await post.deliver()
        (mail,) = box.mails
        assert mail["Bcc"] is None
        assert box.to == [["ada@example.org"]]
        assert "\n" not in str(mail["Subject"])
        html = mail.get_body(("html",))
        assert html is not None
        assert "<script" not in html.get_content()
        assert "&lt;script&gt;" in html.get_content()

    with_post(tmp_path, scene)


def test_a_claim_of_a_server_that_died_is_taken_over(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        await post.notify("ada", News("x.1", "hurry", "Hello"))
        moment = at_second(house.time.utc())
        dead = house.accounts.write(lambda connection: outbox.claim(connection, "dead", moment, 10))
        assert len(dead) == 1
        assert await post.deliver() == 0, "somebody else has it"
        await house.hours(1)
        assert await post.deliver() == 1
        assert len(box.mails) == 1

    with_post(tmp_path, scene)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_servers_on_one_outbox_send_everything_once(tmp_path: Path, kind: str) -> None:
    def story(url: str) -> None:
        async def scene(house: House, box: Mailbox, post: Post) -> None:
            other_house = House(tmp_path, house.url, house.time)
            other = post_of(other_house, box.url)
            with_mail(house)
            for number in range(30):
                await post.notify("ada", News(f"x.{number}", "hurry", f"News {number}"))
            try:
                while sum(await asyncio.gather(post.deliver(), other.deliver())):
                    pass
            finally:
                await other_house.close()
            assert sorted(str(mail["Subject"]) for mail in box.mails) == sorted(f"News {n}" for n in range(30))
            with house.store.engine.connect() as connection:
                assert outbox.figures(connection) == {"sent": 30}

        with_post(tmp_path, scene, url)

    if kind == "sqlite":
        story("")
    else:
        with postgres_database() as url:
            story(url)


def test_a_daily_message_holds_the_news_of_the_day(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        for number in range(3):
            await post.notify("ada", News(f"over.{number}", "over", f"Match {number} is over"))
        await post.deliver()
        assert box.mails == []
        await house.hours(24)
        await post.deliver()
        (mail,) = box.mails
        assert str(mail["Subject"]) == "3 news from Dungeon Bowl"
        assert f"{URL}/news" in box.texts()[0]
        assert [f"Match {number} is over" in box.texts()[0] for number in range(3)] == [True] * 3
        Contacts(house.accounts).choose("ada", {"over": {"mail": "never"}}, 17)
        await post.notify("ada", News("over.9", "over", "Match 9 is over"))
        await house.hours(48)
        assert await post.deliver() == 0
        assert news_of(house, "ada")[-1] == "over", "on the page it is told all the same"

    with_post(tmp_path, scene)


def test_a_webhook_gets_discords_form_and_nobody_is_mentioned(tmp_path: Path) -> None:
    async def whole() -> None:
        with webhook() as hook:
            house = House(tmp_path)
            try:
                post = post_of(house, hooks_anywhere=True)
                house.accounts.create("ada", "Ada", "ada")
                Contacts(house.accounts).add_channel("ada", WEBHOOK, hook.url, "hook")
                await post.notify("ada", News("x.1", "turn", "@everyone *wins*", ["[here](http://evil)"], "/match/m"))
                await house.hours(1)
                await post.deliver()
                told(hook)
                hook.answers = [302]
                await post.notify("ada", News("x.2", "hurry", "Again"))
                await post.deliver()
                assert len(hook.bodies) == 2, "nothing is followed elsewhere"
            finally:
                await house.close()

    run_alone(whole())


def told(hook: Hook) -> None:
    (body,) = [json.loads(each) for each in hook.bodies]
    assert body["allowed_mentions"] == {"parse": []}
    assert body["embeds"][0]["url"] == f"{URL}/match/m"
    assert body["embeds"][0]["title"] == "\\@everyone \\*wins\\*"


def test_a_webhook_gets_no_more_than_discord_takes() -> None:
    for sign in ("*", "\\", "x"):
        letter = Letter("x.1", sign * 1000, [sign * 5000], f"{URL}/match/m")
        (embed,) = json.loads(hook_body(letter))["embeds"]
        for text_sent, most in ((embed["title"], 256), (embed["description"], 4096)):
            assert len(text_sent) <= most
            assert plain(sign) * 100 in text_sent
            body = text_sent.removesuffix("…")
            assert (len(body) - len(body.rstrip("\\"))) % 2 == 0 or sign != "\\", "no half of an escaped sign"


@pytest.mark.parametrize(
    "address",
    [
        "http://discord.com/hook",
        "https://127.0.0.1/hook",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[64:ff9b::10.0.0.1]/",
        "https://[64:ff9b:1::10.0.0.1]/",  # translation that a network has made for itself
        "https://[::ffff:0:10.0.0.1]/",
        "https://[::10.0.0.1]/",
        "https://[fec0::1]/",  # a private network of old
        "https://[2002:7f00:1::]/",
        "https://169.254.169.254/latest/meta-data",
        "https://user:secret@example.org/",
        "https://example.org:99999/",
        "file:///etc/passwd",
        "https://exa\nmple.org/",
        "",
    ],
)
def test_a_webhook_into_the_own_network_is_refused(address: str) -> None:
    with pytest.raises(Exception, match="address: "):
        checked_address(address)


def test_a_name_that_leads_into_the_own_network_is_refused_when_it_is_looked_up() -> None:
    with pytest.raises(NotSent, match="private network"):
        public_address("localhost", 443, anywhere=False)


def test_a_webhook_that_answers_byte_by_byte_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.5)
    with webhook() as hook:
        hook.drips = 40
        with pytest.raises(NotSent, match="did not answer"):
            outgoing.send(hook.url, b"{}", {}, anywhere=True)


def test_a_webhook_that_does_not_answer_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    async def whole() -> None:
        with webhook() as hook:
            house = House(tmp_path)
            try:
                post = post_of(house, hooks_anywhere=True)
                house.accounts.create("ada", "Ada", "ada")
                Contacts(house.accounts).add_channel("ada", WEBHOOK, hook.url, "hook")
                hook.may_answer.clear()
                await post.notify("ada", News("x.1", "hurry", "Hurry"))
                asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
                sending = asyncio.create_task(post.deliver())
                await asyncio.to_thread(hook.asked.wait, PATIENCE)  # answered, though the hook is silent
                assert hook.bodies
                assert not sending.done()
                hook.may_answer.set()
                assert await sending == 1
                await post.close()
            finally:
                await house.close()

    run_alone(whole())


def test_a_board_that_cannot_be_drawn_costs_nobody_a_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> bytes:
        raise ValueError("no board")

    monkeypatch.setattr("dungeonbowl.server.post.postman.picture_of_match", fails)

    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        await post.notify("ada", News("x.1", "hurry", "Hurry", match="m" * 12))
        await post.deliver()
        assert len(box.texts()) == 1

    with_post(tmp_path, scene)


def test_nothing_of_an_account_is_left_when_it_is_deleted(tmp_path: Path) -> None:
    async def scene(house: House, box: Mailbox, post: Post) -> None:
        with_mail(house)
        await post.notify("ada", News("x.1", "hurry", "Hello"))
        house.accounts.efface("ada", "coach 1", "coach 1")
        with house.store.engine.connect() as connection:
            for table in ("channels", "account_news", "outbox", "mail_tokens", "calendar_feeds"):
                where = "" if table == "outbox" else " where account_id = 'ada'"
                assert connection.execute(text(f"select count(*) from {table}{where}")).scalar() == 0, table
        assert await post.deliver() == 0

    with_post(tmp_path, scene)


def test_a_push_is_read_by_the_browser_alone_and_signed(tmp_path: Path) -> None:
    async def whole() -> None:
        with webhook() as service:
            house = House(tmp_path)
            try:
                make_keys(tmp_path / "keys.pem")
                post = post_of(house, hooks_anywhere=True, push_keys=str(tmp_path / "keys.pem"))
                private, subscription, secret = a_browser(service.url)
                house.accounts.create("ada", "Ada", "ada")
                contacts = Contacts(house.accounts)
                contacts.add_channel("ada", PUSH, subscription, "browser")
                await post.notify("ada", News("x.1", "hurry", "Hello <b>", ["line"], "/match/m?at=3"))
                await post.deliver()
                (body,) = service.bodies
                assert b"Hello" not in body
                read = http_ece.decrypt(body, private_key=private, auth_secret=secret, version="aes128gcm")
                assert json.loads(read) == {
                    "id": "x.1",
                    "title": "Hello <b>",
                    "body": "line",
                    "link": f"{URL}/match/m?at=3",
                }
                (headers,) = service.headers
                assert headers["authorization"].startswith("vapid t=")
                assert len(headers["topic"]) == 32
                service.answers = [410]
                await post.notify("ada", News("x.2", "hurry", "Again"))
                await post.deliver()
                assert contacts.channels("ada") == [], "that browser takes none any more"
            finally:
                await house.close()

    run_alone(whole())


def a_browser(address: str) -> tuple[ec.EllipticCurvePrivateKey, str, bytes]:
    """A browser that takes pushes: its private key, what it tells the server, and its secret."""
    private = ec.generate_private_key(ec.SECP256R1())
    public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = os.urandom(16)
    keys = {"p256dh": letters(public), "auth": letters(secret)}
    return private, json.dumps({"endpoint": address, "keys": keys}), secret


def letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
