"""What those get who should get nothing: guessers, other pages, thieves of sessions, two who want one name."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.server.accounts import waits
from dungeonbowl.server.accounts.waits import Waits
from dungeonbowl.server.api import accounts, my_things
from dungeonbowl.server.counting import InMemory
from dungeonbowl.server.failures import TooMuch
from dungeonbowl.server.limits import MOST_ADDRESSES
from dungeonbowl.storage import accounts as storage
from support.accounts import PASSWORD, Browser, with_accounts
from support.asynchronous import run_alone
from support.direct import Direct
from support.matches import FakeTime


def orders() -> list[tuple[str, str]]:
    """Every address that changes something of an account."""
    return [
        (str(method), path.replace("{identity:str}", "x"))
        for handler in [*accounts.HANDLERS, *my_things.HANDLERS]
        for path in handler.paths
        for method in handler.http_methods
        if method != "GET"
    ]


def test_pages_of_other_origins_may_order_nothing(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        await browser.sign_up("Grimtooth")
        assert len(orders()) > 15
        for method, path in orders():
            for origin in ("http://evil.example", "null", "http://localhost:8001"):
                answer = await browser(method, f"{path}?name=Grimtooth", {}, origin=origin)
                assert (answer.status, "origin" in answer.what) == (403, True), (method, path)
        assert await browser.who() == "Grimtooth"

    with_accounts(tmp_path, scene)


def test_who_is_not_signed_in_gets_nothing_of_an_account(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        await Browser(ask).sign_up("Grimtooth")
        bodies: dict[str, Any] = {
            "/me/password": {"password": PASSWORD},
            "/me/tokens": {"name": "t", "scopes": ["play"]},
            "/me/matches/x/seat": {"key": "k" * 24},
            "/passkeys/new/finish": {"id": "x", "credential": {}},
        }
        stranger = Browser(ask)
        stranger.cookies = {"dungeonbowl": "x" * 43}
        for handler in [*accounts.HANDLERS, *my_things.HANDLERS]:
            for path in handler.paths:
                for method in handler.http_methods:
                    there = path.replace("{identity:str}", "x")
                    if there.startswith(("/me", "/passkeys/new", "/passkeys/x")):
                        answer = await stranger(str(method), there, bodies.get(there))
                        assert answer.status == 401, (method, there, answer.body)

    with_accounts(tmp_path, scene)


def test_nobody_ends_or_revokes_what_is_anothers(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        owner, other = Browser(ask), Browser(ask, "192.0.2.2")
        await owner.sign_up("Grimtooth")
        await other.sign_up("Snikka")
        session = (await owner.get("/me/sessions")).json()[0]["id"]
        token = (await owner.post("/me/tokens", {"name": "bot", "scopes": ["play"]})).json()["token"]["id"]
        assert (await other("DELETE", f"/me/sessions/{session}")).status == 404
        assert (await other("DELETE", f"/me/tokens/{token}")).status == 404
        other.cookies = {"dungeonbowl": session}  # the id of a session in a list is not its secret
        assert await other.who() == ""
        assert await owner.who() == "Grimtooth"
        assert len((await owner.get("/me/tokens")).json()) == 1

    with_accounts(tmp_path, scene)


def test_a_session_that_somebody_has_prepared_is_not_taken_over(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        await Browser(ask).sign_up("Grimtooth")
        thief, victim = Browser(ask, "192.0.2.9"), Browser(ask, "192.0.2.8")
        await thief.sign_up("Thief")
        planted = dict(thief.cookies)
        victim.cookies = dict(planted)  # by whatever way it came there
        assert (await victim.sign_in("Grimtooth")).status == 200
        assert victim.cookies != planted
        assert await victim.who() == "Grimtooth"
        assert await thief.who() == ""  # and the session that was there before has ended
        made_up = Browser(ask, "192.0.2.7")
        made_up.cookies = {"dungeonbowl": "made-up-by-somebody"}
        assert (await made_up.sign_in("Grimtooth")).status == 200
        assert made_up.cookies["dungeonbowl"] != "made-up-by-somebody"

    with_accounts(tmp_path, scene)


def test_an_old_session_changes_nothing_of_the_account_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        await browser.sign_up("Grimtooth")
        from dungeonbowl.server.accounts import desk

        monkeypatch.setattr(desk, "FRESH", timedelta(0))
        assert not (await browser.get("/me")).json()["fresh"]
        for method, path, body in (
            ("PUT", "/me/password", {"password": "another six lanterns"}),
            ("POST", "/me/codes", {}),
            ("POST", "/me/tokens", {"name": "t", "scopes": ["play"]}),
            ("POST", "/passkeys/new", {}),
            ("DELETE", "/me?name=Grimtooth", None),
        ):
            answer = await browser(method, path, body)
            assert (answer.status, "sign in again" in answer.what) == (403, True), path
        assert (await browser.sign_in("Grimtooth")).status == 200

    with_accounts(tmp_path, scene)


def test_a_session_ends_after_thirty_days_unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        await browser.sign_up("Grimtooth")
        real = storage.now
        for days in (20, 40):  # seen in between, it is good for thirty days more
            monkeypatch.setattr(storage, "now", lambda days=days: real() + timedelta(days=days))
            assert await browser.who() == "Grimtooth"
        monkeypatch.setattr(storage, "now", lambda: real() + timedelta(days=71))
        assert await browser.who() == ""

    with_accounts(tmp_path, scene)


def test_a_new_password_signs_everybody_else_out(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        owner, thief = Browser(ask), Browser(ask, "192.0.2.2")
        await owner.sign_up("Grimtooth")
        thief.cookies = {}
        await thief.sign_in("Grimtooth")
        assert (await owner("PUT", "/me/password", {"password": "six lanterns and a torch"})).status == 200
        assert await thief.who() == ""
        assert await owner.who() == "Grimtooth"
        assert (await thief.sign_in("Grimtooth")).status == 403
        assert (await thief.sign_in("Grimtooth", "six lanterns and a torch")).status == 200
        await owner("DELETE", "/me/sessions")
        assert await thief.who() == ""

    with_accounts(tmp_path, scene)


def test_who_signs_in_while_the_password_is_changed_is_not_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To compare a password takes a while: it is the old one that was compared, and the thief knows that."""

    async def scene(ask: Direct) -> None:
        owner, thief = Browser(ask), Browser(ask, "192.0.2.2")
        await owner.sign_up("Grimtooth")
        desk = ask.state.accounts
        fits = desk.hashing.fits

        async def tried(known: str, chosen: str, is_old: bool) -> None:
            """The owner chooses another password while the one that the thief knows is compared."""

            async def slow(kept: str, password: str) -> bool:
                found: bool = await fits(kept, password)
                assert (await owner("PUT", "/me/password", {"password": chosen})).status == 200
                return found

            with monkeypatch.context() as compared:
                compared.setattr(desk.hashing, "fits", slow)
                compared.setattr(desk.hashing, "is_old", lambda kept: is_old)
                assert (await thief.sign_in("Grimtooth", known)).status == 403
            assert await thief.who() == ""
            assert await owner.who() == "Grimtooth"
            assert (await thief.sign_in("Grimtooth", known)).status == 403

        await tried(PASSWORD, "six lanterns and a torch", is_old=False)
        # a hash that was made with smaller costs is made anew, but not in the place of another password
        await tried("six lanterns and a torch", "seven torches and a lamp", is_old=True)
        assert (await thief.sign_in("Grimtooth", "seven torches and a lamp")).status == 200

    with_accounts(tmp_path, scene)


def test_of_many_who_want_one_name_one_gets_it(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        names = ["Grimtooth", "GRIMTOOTH", "grimtooth ", "Grimtooth", "ｇrimtooth"]
        browsers = [Browser(ask, f"192.0.2.{number}") for number in range(len(names))]
        orders = [{"name": name, "password": PASSWORD} for name in names]
        answers = await asyncio.gather(
            *(browser.post("/accounts", order) for browser, order in zip(browsers, orders, strict=True))
        )
        assert sorted(answer.status for answer in answers) == [201, 409, 409, 409, 409]
        assert all("taken" in answer.what for answer in answers if answer.status == 409)
        assert len([browser for browser in browsers if browser.cookies]) == 1

    with_accounts(tmp_path, scene)


# --- guessing --------------------------------------------------------------------------------------------------------


def test_guesses_at_a_password_have_to_wait_and_its_owner_has_not_with_a_code_from_elsewhere(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        await Browser(ask).sign_up("Grimtooth")
        guesser = Browser(ask, "192.0.2.66")
        answers = [await guesser.sign_in("Grimtooth", f"guess number {number}") for number in range(12)]
        assert [answer.status for answer in answers] == [403] * 10 + [429] * 2
        assert re.search(r"try again in \d+ seconds", answers[-1].what)
        assert (await guesser.sign_in("Snikka", "another guess here")).status == 429  # the address waits
        assert (await Browser(ask, "192.0.2.67").sign_in("Grimtooth")).status == 429  # the account waits
        assert (await Browser(ask, "192.0.2.67").sign_in("Snikka", "another guess here")).status == 403

    with_accounts(tmp_path, scene)


def test_guesses_at_once_are_counted_before_they_are_tried(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        await Browser(ask).sign_up("Grimtooth")
        guesser = Browser(ask, "192.0.2.66")
        answers = await asyncio.gather(*(guesser.sign_in("Grimtooth", f"guess number {n}") for n in range(60)))
        assert sorted(answer.status for answer in answers) == [403] * 10 + [429] * 50

    with_accounts(tmp_path, scene)


def test_who_signs_in_is_not_counted_and_does_not_pay_for_others_at_the_address(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        await browser.sign_up("Grimtooth")
        for _ in range(15):
            assert (await browser.sign_in("Grimtooth")).status == 200
        for number in range(9):
            assert (await browser.sign_in("Snikka", f"guess number {number}")).status == 403
        assert (await browser.sign_in("Grimtooth")).status == 200  # gives no new guesses at others
        assert (await browser.sign_in("Snikka", "guess number ten")).status == 403
        assert (await browser.sign_in("Snikka", "guess number eleven")).status == 429

    with_accounts(tmp_path, scene)


def test_waits_grow_to_an_hour_and_pass() -> None:
    async def scene() -> None:
        time = FakeTime()
        store = InMemory(time)
        found = Waits(store)
        waited = []
        for _ in range(10):
            await found.attempt(["a"])
        for _ in range(10):
            with pytest.raises(TooMuch):
                await found.attempt(["a"])
            wait = waits.wait_of(store.by_name[waits.NAME]["a"], time.now())
            waited.append(wait)
            time.moment += wait
            await found.attempt(["a"])
            if wait == waits.LONGEST_WAIT:
                break
        assert waited == [30, 60, 120, 240, 480, 960, 1920, 3600]
        time.moment += waits.HOUR
        await found.attempt(["a"])
        assert store.by_name[waits.NAME]["a"].number == 1

    run_alone(scene())


def test_ten_thousand_guesses_get_few_tries_and_no_memory() -> None:
    """From one address at one account, in one hour: what reaches the password is a handful."""

    async def scene() -> None:
        time, tried = FakeTime(), 0
        store = InMemory(time)
        found = Waits(store)
        for _ in range(10_000):
            time.moment += 0.36
            try:
                await found.attempt(["account a", "address b"])
            except TooMuch:
                continue
            tried += 1
        assert 10 < tried < 20
        assert len(store.by_name[waits.NAME]) == 2
        for number in range(3 * MOST_ADDRESSES):  # from everywhere, at everybody
            await found.attempt([f"account {number}", f"address {number}"])
        assert len(store.by_name[waits.NAME]) == MOST_ADDRESSES

    run_alone(scene())


def test_new_accounts_from_one_address_are_few(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        for number in range(3):
            await browser.sign_up(f"Coach Number {number}")
        refused = await browser.post("/accounts", {"name": "Coach Four", "password": PASSWORD})
        assert (refused.status, "too many new accounts" in refused.what) == (429, True)
        await Browser(ask, "192.0.2.2").sign_up("Coach Four")

    with_accounts(tmp_path, scene, sign_ups_an_hour=3)


def test_a_flood_of_hashes_is_turned_away(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        ask.state.accounts.hashing.waiting = 40
        refused = await Browser(ask).sign_in("Grimtooth")
        assert (refused.status, "try again" in refused.what) == (503, True)

    with_accounts(tmp_path, scene)


def test_odd_bodies_and_ids_are_answered_with_a_sentence(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bodies = [b"", b"{", b"[]", b"null", b'{"name": 7}', b'{"name": "\\ud800", "password": "\\ud800"}', b"\xff\xfe"]
    bodies += [b'{"id": "\\u0000", "credential": {}}', b'{"name": "x", "scopes": [null]}', b"[" * 100_000]
    bodies += [b'{"key": "\\u0000"}', b'{"id": "x", "credential": {"rawId": "\\ud800"}}']

    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        await browser.sign_up("Grimtooth")
        cookie = f"dungeonbowl={browser.cookies['dungeonbowl']}".encode()
        headers = [(b"cookie", cookie), (b"origin", b"http://127.0.0.1:8000")]
        for method, path in orders():
            if (method, path) in (("DELETE", "/session"), ("DELETE", "/me/sessions")):
                continue
            for odd in ("x", "%00", "%ff", "a" * 300, "'--"):
                there = path.replace("/x", f"/{odd}")
                for number, body in enumerate(bodies):
                    address = f"198.51.{number}.{len(odd) % 250}"
                    answer = await ask(method, f"/api/v1{there}?name={odd}", body, headers, client=address)
                    assert answer.status < 500, (method, there, body[:50], answer.body)
                    assert answer.status < 400 or answer.what
        assert await browser.who() == "Grimtooth"
        await ask("GET", "/api/v1/session", b"", [(b"cookie", b"dungeonbowl=\xff\x00; ;;=")])

    with_accounts(tmp_path, scene)
    assert [each for each in caplog.records if each.exc_info] == []
