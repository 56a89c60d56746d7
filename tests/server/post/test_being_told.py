"""How an account is told: mail that must be confirmed, links to sign in, webhooks, vacations, calendars, the list on
the page. Over HTTP, as a browser asks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import icalendar
import pytest
from sqlalchemy import text, update

from dungeonbowl.server.post.push import Pusher, make_keys
from dungeonbowl.storage.account_tables import AccountSessionRow
from dungeonbowl.storage.moments import now
from dungeonbowl.storage.news import News
from dungeonbowl.storage.post_tables import MailTokenRow
from support.accounts import URL, Browser, with_accounts
from support.direct import Direct, generous, with_server
from support.mailboxes import Mailbox, mailbox

TOKEN = re.compile(r"#(?:mail|confirm)=([\w-]+)")
Scene = Callable[[Direct, Mailbox], Awaitable[None]]


def with_mail(tmp_path: Path, scene: Scene, **changes: Any) -> None:
    with mailbox() as box:
        sender = {"smtp": box.url, "mail_from": "Bowl <bowl@example.org>"}
        with_accounts(tmp_path, lambda ask: scene(ask, box), **{**sender, **changes})


async def arrived(box: Mailbox, count: int) -> str:
    """Wait for so many mails; returns the secret of the last one's link."""
    while len(box.mails) < count:
        await asyncio.sleep(0.01)
    found = TOKEN.search(box.texts()[count - 1])
    assert found is not None
    return found[1]


async def with_address(browser: Browser, box: Mailbox, mail: str = "grim@example.org") -> None:
    before = len(box.mails)
    assert (await browser.post("/me/mail", {"mail": mail})).status == 200
    token = await arrived(box, before + 1)
    assert (await browser.post("/mail/confirm", {"token": token})).status == 200


def test_an_address_is_used_when_its_owner_has_confirmed_it(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        assert (await grim.post("/me/mail", {"mail": " Grim@Example.org "})).status == 200
        token = await arrived(box, 1)
        assert box.to == [["grim@example.org"]]
        assert box.mails[0]["Date"].datetime.tzinfo is not None
        assert ">Yes, this is my address</a>" in box.mails[0].as_string().replace("=\n", "")
        (way,) = (await grim.get("/me/telling")).json()["ways"]
        assert (way["label"], way["confirmed"]) == ("grim@example.org", False)
        other = Browser(ask, "192.0.2.9")
        assert (await other.post("/mail/confirm", {"token": token})).json()["name"] == "Grimtooth"
        assert (await other.post("/mail/confirm", {"token": token})).status == 403, "a link is good once"
        (way,) = (await grim.get("/me/telling")).json()["ways"]
        assert way["confirmed"]
        with ask.state.sessions.store.engine.connect() as connection:
            kept = str(connection.execute(text("select * from mail_tokens")).all())
        assert token not in kept

    with_mail(tmp_path, scene)


def test_a_link_by_mail_signs_in_once(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim, phone = Browser(ask), Browser(ask, "192.0.2.2")
        await grim.sign_up("Grimtooth")
        await with_address(grim, box)
        assert (await phone.post("/session/mail", {"mail": "GRIM@example.org"})).status == 200
        token = await arrived(box, 2)
        assert (await phone.post("/session/mail/finish", {"token": token})).status == 200
        assert await phone.who() == "Grimtooth"
        again = Browser(ask, "192.0.2.3")
        assert (await again.post("/session/mail/finish", {"token": token})).status == 403
        assert (await again.post("/mail/confirm", {"token": token})).status == 403
        assert await again.who() == ""

    with_mail(tmp_path, scene)


def test_a_link_is_good_for_a_quarter_of_an_hour_and_not_for_a_closed_account(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        await with_address(grim, box)
        await grim.post("/session/mail", {"mail": "grim@example.org"})
        token = await arrived(box, 2)
        late = update(MailTokenRow).values(created=now() - timedelta(minutes=16))
        with ask.state.sessions.store.engine.begin() as connection:
            connection.execute(late)
        assert (await grim.post("/session/mail/finish", {"token": token})).status == 403
        await grim.post("/session/mail", {"mail": "grim@example.org"})
        token = await arrived(box, 3)
        account = (await grim.get("/session")).json()["account"]["id"]
        ask.state.accounts.store.set_state(account, "disabled")
        assert (await grim.post("/session/mail/finish", {"token": token})).status == 403

    with_mail(tmp_path, scene)


def test_nobody_learns_which_addresses_are_known(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim, stranger = Browser(ask), Browser(ask, "192.0.2.2")
        await grim.sign_up("Grimtooth")
        await with_address(grim, box)
        known = await stranger.post("/session/mail", {"mail": "grim@example.org"})
        unknown = await stranger.post("/session/mail", {"mail": "nobody@example.org"})
        assert (known.status, known.body) == (unknown.status, unknown.body)
        await arrived(box, 2)
        assert [to for (to,) in box.to] == ["grim@example.org"] * 2

    with_mail(tmp_path, scene)


def test_mail_is_not_sent_without_end(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        await with_address(grim, box)
        mails = ["grim@example.org", *(f"nobody{number}@example.org" for number in range(11))]
        answers = [(await grim.post("/session/mail", {"mail": mail})).status for mail in mails]
        assert answers[-1] == 429, "by the network address of whoever asks"
        for number in range(2, 8):  # and by the account, from wherever it is asked
            await Browser(ask, f"198.51.100.{number}").post("/session/mail", {"mail": "grim@example.org"})
        await ask.state.mail_links.close()
        await arrived(box, 4)
        assert len(box.mails) == 4, "one to confirm, three links that are good at the same time"

    with_mail(tmp_path, scene, mail_links_an_hour=10)


def test_mail_is_counted_by_who_asks_by_who_would_get_it_and_by_the_account(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        await with_address(grim, box)
        # From ever new addresses of the network: a known mail address and an unknown one are answered the same.
        for mail, asked in (("grim@example.org", 1), ("nobody@example.org", 0)):
            spread = [Browser(ask, f"198.51.100.{number}") for number in range(9)]
            statuses = [(await each.post("/session/mail", {"mail": mail})).status for each in spread]
            assert statuses == [200] * (4 - asked) + [429] * (5 + asked)
        # That stops nobody else, and not the owner, who asks for something else.
        assert (await Browser(ask, "203.0.113.9").post("/session/mail", {"mail": "other@example.org"})).status == 200
        assert (await grim.post("/me/mail", {"mail": "new@example.org"})).status == 200
        # An account that names the addresses of others has to stop, wherever it goes.
        annoying = []
        for number in range(6):
            grim.address = f"203.0.113.{number}"
            annoying.append((await grim.post("/me/mail", {"mail": f"victim{number}@example.org"})).status)
        assert annoying[:2] == [200, 200]
        assert annoying[-1] == 429
        assert (await Browser(ask, "192.0.2.44").post("/session/mail", {"mail": "victim5@example.org"})).status == 200

    with_mail(tmp_path, scene, mail_links_an_hour=50, mail_links_to_one_an_hour=4)


def test_links_that_strangers_ask_for_take_no_place_of_those_of_the_owner(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        await with_address(grim, box)
        for number in range(5):
            await Browser(ask, f"198.51.100.{number}").post("/session/mail", {"mail": "grim@example.org"})
        await arrived(box, 4)
        assert (await grim.post("/me/mail", {"mail": "new@example.org"})).status == 200
        assert (await grim.post("/mail/confirm", {"token": await arrived(box, 5)})).status == 200

    with_mail(tmp_path, scene)


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        assert "--smtp" in (await grim.post("/me/mail", {"mail": "grim@example.org"})).what
        assert not (await grim.get("/session")).json()["mails"]

    with_accounts(tmp_path, scene)


NO_ADDRESSES = (
    "",
    "grim",
    "@example.org",
    "grim@",
    "a b@example.org",
    "grim@exa\nmple.org",
    "grim@example.org, other@example.org",
    "grim@example.org\r\nBcc: x@example.org",
    "<grim@example.org>",
    "gr\u200bim@example.org",
    "g" * 65 + "@example.org",
)


def test_what_is_no_address_gets_no_mail(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        for mail in NO_ADDRESSES:
            assert (await grim.post("/me/mail", {"mail": mail})).status == 400, mail
            assert (await grim.post("/session/mail", {"mail": mail})).status == 400, mail
        assert box.mails == []

    with_mail(tmp_path, scene)


def test_an_old_sign_in_changes_no_address(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        with ask.state.sessions.store.engine.begin() as connection:
            connection.execute(update(AccountSessionRow).values(created=now() - timedelta(days=1)))
        assert (await grim.post("/me/mail", {"mail": "grim@example.org"})).status == 403

    with_mail(tmp_path, scene)


def test_news_is_listed_read_and_told_through_what_was_chosen(tmp_path: Path) -> None:
    async def scene(ask: Direct, box: Mailbox) -> None:
        grim, other = Browser(ask), Browser(ask, "192.0.2.2")
        await grim.sign_up("Grimtooth")
        await other.sign_up("Hexenbane")
        account = (await grim.get("/session")).json()["account"]["id"]
        await ask.state.post.notify(account, News("challenge.1", "challenge", "Hexenbane <b>challenges</b> you"))
        await ask.state.post.notify(account, News("challenge.2", "challenge", "Again"))
        assert (await grim.get("/session")).json()["unread"] == 2
        found = (await grim.get("/me/news")).json()
        assert {each["title"] for each in found["news"]} == {"Hexenbane <b>challenges</b> you", "Again"}
        assert (await other.get("/me/news")).json() == {"unread": 0, "news": []}
        await other.post("/me/news/read", {"id": "challenge.1"})
        assert (await grim.post("/me/news/read", {"id": "challenge.1"})).json()["unread"] == 1
        assert (await grim.post("/me/news/read")).json()["unread"] == 0
        chosen = {"choices": {"turn": {"mail": "daily"}}, "hour": 6}
        told = (await grim("PUT", "/me/telling", chosen)).json()
        assert (told["choices"]["turn"]["mail"], told["choices"]["turn"]["push"], told["hour"]) == ("daily", "now", 6)
        assert (await grim("PUT", "/me/telling", {"choices": {"turn": {"pigeon": "now"}}, "hour": 6})).status == 400

    with_mail(tmp_path, scene)


def test_news_of_a_decision_that_waits_shows_the_board(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim, other = Browser(ask), Browser(ask, "192.0.2.2")
        await grim.sign_up("Grimtooth")
        account = (await grim.get("/session")).json()["account"]["id"]
        alone = {"quick": True, "seats": ["person", "person"], "shared": True}
        made = (await grim.post("/matches", alone)).json()
        match = made["id"]
        await ask.state.post.notify(account, News("turn.0", "turn", "News", link=f"/match/{match}", match=match))
        (waiting,) = (await grim.get("/me/news")).json()["news"]
        assert (await other.get(waiting["board"].removeprefix("/api/v1"))).status == 404, "it has not begun"
        await grim.post("/me/news/read")
        socket = await ask.socket(f"/api/v1/matches/{match}/socket?token={made['seats'][0]['token']}")
        await socket.message("welcome")
        socket.say("ready", word="")
        assert (await socket.message("welcome"))["stage"] == "playing"
        for name in ("turn", "over"):
            await ask.state.post.notify(account, News(f"{name}.1", name, "News", link=f"/match/{match}", match=match))
        news = (await grim.get("/me/news")).json()["news"]
        assert {each["title"] for each in news} == {"News"}, "nobody is met here"
        found = {each["kind"]: each["board"] for each in news if not each["read"]}
        assert found["over"] == ""
        path = found["turn"].removeprefix("/api/v1")
        picture = await other.get(path)  # a letter may be read where nobody is signed in
        assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
        assert picture.body.startswith(b"\x89PNG")
        assert (await other.get(path[:-1])).status == 404
        assert (await other.get(f"/boards/{match}/{'0' * 32}")).status == 404
        read = await grim.post("/me/news/read")
        assert {each["board"] for each in read.json()["news"]} == {""}

    with_accounts(tmp_path, scene)


def test_webhooks_are_added_and_removed_by_their_owner_only(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim, other = Browser(ask), Browser(ask, "192.0.2.2")
        await grim.sign_up("Grimtooth")
        await other.sign_up("Hexenbane")
        hook = {"kind": "webhook", "address": "https://discord.com/api/webhooks/1/secret"}
        made = await grim.post("/me/ways", hook)
        assert made.status == 201
        (way,) = made.json()["ways"]
        assert b"secret" not in made.body, "the address of a webhook is a secret"
        assert way["label"] == "discord.com"
        assert (await other("DELETE", f"/me/ways/{way['id']}")).status == 404
        assert (await grim.post("/me/ways", {**hook, "address": "https://127.0.0.1/x"})).status == 400
        assert (await grim.post("/me/ways", {"kind": "push", "address": "{}"})).status == 400
        assert (await grim("DELETE", f"/me/ways/{way['id']}")).json()["ways"] == []
        assert (await Browser(ask).get("/me/telling")).status == 401

    with_accounts(tmp_path, scene)


def test_a_vacation_is_asked_for_and_ended(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        starts, ends = now() + timedelta(days=1), now() + timedelta(days=8)
        told = await grim.post("/me/vacations", {"starts": starts.isoformat(), "ends": ends.isoformat()})
        assert told.status == 201, told.body
        assert told.json()["vacation_left"] == 14
        (found,) = told.json()["vacations"]
        for wrong in ({"starts": "soon", "ends": "later"}, {"starts": "9999-12-31T23:59:59-14:00", "ends": "1"}):
            assert (await grim.post("/me/vacations", wrong)).status == 400
        long = {"starts": starts.isoformat(), "ends": (now() + timedelta(days=60)).isoformat()}
        assert (await grim.post("/me/vacations", long)).status == 400
        later = {"starts": (ends + timedelta(days=1)).isoformat(), "ends": (ends + timedelta(days=17)).isoformat()}
        refused = await grim.post("/me/vacations", later)
        assert "21 days of vacation in a year, and 14 are left" in refused.what
        assert (await grim("DELETE", f"/me/vacations/{found['id']}")).json()["vacation_left"] == 21
        assert (await grim("DELETE", f"/me/vacations/{found['id']}")).status == 404

    with_accounts(tmp_path, scene)


def test_a_calendar_is_read_by_its_secret_link(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim = Browser(ask)
        await grim.sign_up("Grimtooth")
        link = (await grim.post("/me/feeds", {"kind": "coach"})).json()["link"]
        path = link.removeprefix(f"{URL}/api/v1")
        reader = Browser(ask, "192.0.2.2")
        read = await reader.get(path)
        assert (read.status, read.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
        assert icalendar.Calendar.from_ical(read.body)["version"] == "2.0"
        assert (await reader.get(path + "x")).status == 404
        assert (await grim.post("/me/feeds", {"kind": "league", "subject": "nowhere"})).status == 400
        (feed,) = (await grim.get("/me/telling")).json()["feeds"]
        assert (await grim("DELETE", f"/me/feeds/{feed['id']}")).status == 200
        assert (await reader.get(path)).status == 404

    with_accounts(tmp_path, scene)


def test_nothing_of_it_is_there_without_accounts(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        for path in ("/me/news", "/me/telling", "/calendar/x"):
            assert (await ask("GET", f"/api/v1{path}")).status == 404

    with_server(generous(tmp_path), scene)


def test_keys_for_pushes_are_made_once_and_are_the_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "data" / "push-keys.pem"
    public = make_keys(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert Pusher(file, "mailto:x@example.org").public == public
    with pytest.raises(Exception, match="exists already"):
        make_keys(file)
