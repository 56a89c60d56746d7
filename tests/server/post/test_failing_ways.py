"""A webhook through which nothing comes any more: its owner sees it, and it is switched off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from dungeonbowl.server.post.postman import Post
from dungeonbowl.server.settings import Settings
from dungeonbowl.storage.contacts import Contacts
from dungeonbowl.storage.failing import MOST_GIVEN_UP, OFF
from dungeonbowl.storage.news import MAIL, WEBHOOK, News
from support.accounts import Browser, with_accounts
from support.asynchronous import run_alone
from support.correspondence import House
from support.direct import Direct
from support.mailboxes import Hook, Mailbox, mailbox, webhook

URL = "https://bowl.example.org"


class Owner:
    """Ada, who has a webhook and a mail address, and the post of her server."""

    def __init__(self, house: House, hook: Hook, box: Mailbox) -> None:
        self.house, self.hook, self.box = house, hook, box
        settings = Settings(house.url, public_url=URL, smtp=box.url, mail_from="Bowl <bowl@example.org>")
        self.post = Post(house.sessions, house.accounts, msgspec.structs.replace(settings, hooks_anywhere=True))
        house.accounts.create("ada", "Ada", "ada")
        self.contacts = Contacts(house.accounts)
        self.channel = self.contacts.add_channel("ada", WEBHOOK, hook.url, "our chat")
        self.contacts.choose("ada", {"hurry": {MAIL: "never"}, "way": {MAIL: "now"}}, 17)
        self.told = 0

    async def letter(self) -> None:
        """Something happens, and is sent at once."""
        self.told += 1
        await self.post.notify("ada", News(f"x.{self.told}", "hurry", "Hurry"))
        await self.house.hours(1)
        while await self.post.deliver():
            pass

    def state(self) -> str:
        (way,) = [each for each in self.contacts.channels("ada") if each.kind == WEBHOOK]
        return way.state


def with_owner(tmp_path: Path, scene: Callable[[Owner], Awaitable[None]]) -> None:
    async def whole() -> None:
        with webhook() as hook, mailbox() as box:
            house = House(tmp_path)
            await house.sleeper.look()
            try:
                await scene(Owner(house, hook, box))
            finally:
                await house.close()

    run_alone(whole())


def test_a_webhook_that_is_gone_is_switched_off_and_its_owner_is_told_elsewhere(tmp_path: Path) -> None:
    async def scene(ada: Owner) -> None:
        ada.contacts.add_channel("ada", MAIL, "ada@example.org", "mail")
        ada.hook.answers = [404] * MOST_GIVEN_UP
        for number in range(MOST_GIVEN_UP):
            assert ada.state() == "open"
            await ada.letter()
            failing = ada.contacts.failing([ada.channel])[ada.channel]
            assert (failing.tries, failing.given_up, failing.error) == (
                number + 1,
                number + 1,
                "127.0.0.1 answered 404",
            )
        assert ada.state() == OFF
        found, _ = ada.contacts.news("ada")
        (told,) = [each for each in found if each.kind == "way"]
        assert "our chat" in told.title
        assert "answered 404" in told.lines[0]
        await ada.letter()
        assert len(ada.hook.bodies) == MOST_GIVEN_UP, "nothing is sent there any more"
        assert [str(mail["Subject"]) for mail in ada.box.mails] == ["The webhook our chat was switched off"]

    with_owner(tmp_path, scene)


def test_what_comes_through_begins_the_count_anew(tmp_path: Path) -> None:
    async def scene(ada: Owner) -> None:
        ada.hook.answers = [404, 404, 204, 404, 404]
        for _ in range(5):
            await ada.letter()
        assert ada.state() == "open"
        assert ada.contacts.failing([ada.channel])[ada.channel].given_up == 2
        await ada.letter()
        assert ada.contacts.failing([ada.channel]) == {}

    with_owner(tmp_path, scene)


def test_a_chat_that_is_down_for_a_day_loses_nothing(tmp_path: Path) -> None:
    async def scene(ada: Owner) -> None:
        ada.hook.answers = [503] * 30
        for _ in range(5):
            await ada.letter()
        assert ada.state() == "open"
        assert ada.contacts.failing([ada.channel])[ada.channel].given_up == 0
        ada.hook.answers = []
        await ada.house.hours(24)
        ada.hook.bodies = []
        while await ada.post.deliver():
            pass
        assert len(ada.hook.bodies) == 5

    with_owner(tmp_path, scene)


def test_a_mail_server_that_fails_switches_nobody_off(tmp_path: Path) -> None:
    async def scene(ada: Owner) -> None:
        ada.contacts.add_channel("ada", MAIL, "ada@example.org", "mail")
        ada.contacts.choose("ada", {}, 17)
        ada.box.refusals = ["550 no"] * 10
        for _ in range(2 * MOST_GIVEN_UP):
            await ada.letter()
        assert [each.state for each in ada.contacts.channels("ada")] == ["open", "open"]

    with_owner(tmp_path, scene)


def test_the_owner_sees_why_and_switches_it_on_again(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        with webhook() as hook:
            grim, other = Browser(ask), Browser(ask, "192.0.2.2")
            await grim.sign_up("Grimtooth")
            await other.sign_up("Hexenbane")
            account = (await grim.get("/session")).json()["account"]["id"]
            order = {"kind": "webhook", "address": hook.url, "label": "our chat"}
            (way,) = (await grim.post("/me/ways", order)).json()["ways"]
            assert (way["off"], way["failures"], way["error"]) == (False, 0, "")
            hook.answers = [410] * MOST_GIVEN_UP
            for number in range(MOST_GIVEN_UP):
                await ask.state.post.notify(account, News(f"x.{number}", "hurry", "Hurry"))
                await ask.state.post.deliver()
            failing = await way_of(grim)
            assert (failing["off"], failing["failures"]) == (True, MOST_GIVEN_UP)
            assert failing["error"] == "127.0.0.1 answered 410"
            assert "410" in (await grim.get("/me/telling", accept_language="de")).json()["ways"][0]["error"]
            on = f"/me/ways/{way['id']}/on"
            assert (await other.post(on)).status == 404
            assert (await Browser(ask).post(on)).status == 401
            assert (await way_of(grim))["off"]
            assert (await grim.post(on)).status == 200
            assert await way_of(grim) == way
            await ask.state.post.notify(account, News("x.9", "hurry", "Hurry"))
            await ask.state.post.deliver()
            assert len(hook.bodies) == MOST_GIVEN_UP + 1

    with_accounts(tmp_path, scene, hooks_anywhere=True)


async def way_of(browser: Browser) -> Any:
    (way,) = (await browser.get("/me/telling")).json()["ways"]
    return way
