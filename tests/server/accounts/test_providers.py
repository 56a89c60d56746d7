"""Signing in with a provider of OpenID Connect: who is known, who is new, who adds it, and who may not remove it."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from dungeonbowl.storage.accounts import DISABLED
from support.accounts import PASSWORD, URL, Browser, with_accounts
from support.direct import Direct
from support.providers import CLUB, OTHER, come_back, enter, leave, sign_up, there

NAMED = {"sign_in_with": (CLUB, OTHER)}


def test_without_a_provider_nothing_is_there(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        assert (await browser.get("/session")).json()["providers"] == []
        for path, body in (
            ("/providers/club/sign-in", {}),
            ("/providers/finish", {"state": "x"}),
            ("/providers/sign-up", {"name": "Grimtooth"}),
        ):
            answer = await browser.post(path, body)
            assert (answer.status, "--sign-in-with" in answer.what) == (404, True), path
        await browser.sign_up("Grimtooth")
        assert (await browser.post("/providers/club/link")).status == 404
        assert (await browser.get("/me")).json()["linked"] == []

    with_accounts(tmp_path, scene)


def test_somebody_new_chooses_a_name_and_signs_in_again_elsewhere(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser, provider = Browser(ask), there(ask)
        listed = (await browser.get("/session")).json()["providers"]
        assert listed == [{"key": "club", "name": "Club"}, {"key": "other", "name": "Other"}]
        made = await sign_up(browser, provider, "Grimtooth")
        assert made.status == 201, made.body
        assert len(made.json()["codes"]) == 10
        assert await browser.who() == "Grimtooth"
        other = Browser(ask, "192.0.2.2")
        outcome = await enter(other, provider)
        assert outcome.json()["account"]["name"] == "Grimtooth"
        assert await other.who() == "Grimtooth"
        me = (await other.get("/me")).json()
        assert (me["password"], me["passkeys"], [each["name"] for each in me["linked"]]) == (False, [], ["Club"])
        assert me["linked"][0]["used"] != ""

    with_accounts(tmp_path, scene, **NAMED)


def test_the_cookie_of_what_was_begun_is_kept_from_pages_and_other_sites(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask, origin="https://bowl.example.org")
        there(ask)
        address = await leave_to(browser)
        assert browser.set_cookie.startswith("__Host-dungeonbowl-sign-in=")
        for word in ("HttpOnly", "SameSite=lax", "Secure", "Path=/", "Max-Age=600"):
            assert word in browser.set_cookie, word
        asked = dict(parse_qsl(urlsplit(address).query))
        assert asked["redirect_uri"] == "https://bowl.example.org/sign-in"
        secret = browser.cookies["__Host-dungeonbowl-sign-in"]
        assert secret not in address
        assert len({asked["state"], asked["nonce"], asked["code_challenge"]}) == 3

    async def leave_to(browser: Browser) -> str:
        answer = await browser.post("/providers/club/sign-in", host="bowl.example.org")
        assert answer.status == 200, answer.body
        return str(answer.json()["address"])

    changes: dict[str, Any] = {"public_url": "https://bowl.example.org", "hosts": ("bowl.example.org",), **NAMED}
    with_accounts(tmp_path, scene, **changes)


def test_names_that_nobody_may_have_or_somebody_has_can_be_chosen_anew(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        await Browser(ask, "192.0.2.8").sign_up("Snikka")
        browser, provider = Browser(ask), there(ask)
        taken = await sign_up(browser, provider, "snikka")
        assert (taken.status, "is taken" in taken.what) == (409, True)
        odd = await browser.post("/providers/sign-up", {"name": "<b>"})
        assert (odd.status, odd.what.startswith("name: expected")) == (400, True)
        assert (await browser.post("/providers/sign-up", {"name": "Grimtooth"})).status == 201
        again = await browser.post("/providers/sign-up", {"name": "Grimtooth the Second"})
        assert (again.status, "was used already" in again.what) == (403, True)
        assert await browser.who() == "Grimtooth"

    with_accounts(tmp_path, scene, **NAMED)


def test_a_name_cannot_be_chosen_without_a_provider_or_by_another_browser(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider = there(ask)
        browser, stranger = Browser(ask), Browser(ask, "192.0.2.9")
        assert (await stranger.post("/providers/sign-up", {"name": "Thief"})).status == 403
        await leave(stranger)  # begun only: nobody has said who it is
        assert (await stranger.post("/providers/sign-up", {"name": "Thief"})).status == 403
        await enter(browser, provider)
        assert (await stranger.post("/providers/sign-up", {"name": "Thief"})).status == 403
        begun = {**browser.cookies}
        assert (await come_back(browser, {"state": "x", "code": "y"})).status == 403  # that one is for a name now
        browser.cookies = begun
        assert (await browser.post("/providers/sign-up", {"name": "Grimtooth"})).status == 201

    with_accounts(tmp_path, scene, **NAMED)


def test_two_tabs_make_one_account(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider = there(ask)
        one, other = Browser(ask), Browser(ask)
        await enter(one, provider)
        await enter(other, provider)
        assert (await one.post("/providers/sign-up", {"name": "Grimtooth"})).status == 201
        second = await other.post("/providers/sign-up", {"name": "Snikka"})
        assert (second.status, "another account" in second.what) == (400, True)
        assert await other.who() == ""

    with_accounts(tmp_path, scene, **NAMED)


def test_a_provider_is_added_to_an_account_and_removed(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser, provider = Browser(ask), there(ask)
        await browser.sign_up("Grimtooth")
        added = await enter(browser, provider, "link")
        assert added.json() == {"account": None, "linked": "Club", "unknown": ""}
        twice = await enter(browser, provider, "link")
        assert (twice.status, "this account already" in twice.what) == (400, True)
        linked = (await browser.get("/me")).json()["linked"]
        assert [each["name"] for each in linked] == ["Club"]
        assert (await enter(Browser(ask, "192.0.2.3"), provider)).json()["account"]["name"] == "Grimtooth"
        assert (await browser("DELETE", "/me/password")).status == 200
        last = await browser("DELETE", f"/me/providers/{linked[0]['id']}")
        assert (last.status, "only way" in last.what) == (400, True)
        assert (await browser("PUT", "/me/password", {"password": PASSWORD})).status == 200
        gone = await browser("DELETE", f"/me/providers/{linked[0]['id']}")
        assert (gone.status, gone.json()["linked"]) == (200, [])
        assert (await browser("DELETE", "/me/providers/nothing")).status == 404
        assert (await enter(Browser(ask, "192.0.2.3"), provider)).json()["unknown"] == "Club"

    with_accounts(tmp_path, scene, **NAMED)


def test_a_provider_that_the_owner_names_no_more_is_no_way_in(tmp_path: Path) -> None:
    async def first(ask: Direct) -> None:
        browser, provider = Browser(ask), there(ask)
        await browser.sign_up("Grimtooth")
        await enter(browser, provider, "link")

    async def then(ask: Direct) -> None:
        browser = Browser(ask)
        await browser.sign_in("Grimtooth")
        assert (await browser("DELETE", "/me/password")).status == 400
        linked = (await browser.get("/me")).json()["linked"]
        assert (await browser("DELETE", f"/me/providers/{linked[0]['id']}")).status == 200

    with_accounts(tmp_path, first, **NAMED)
    with_accounts(tmp_path, then)


def test_what_belongs_to_another_account_is_not_added(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider = there(ask)
        owner, other = Browser(ask), Browser(ask, "192.0.2.2")
        await sign_up(owner, provider, "Grimtooth")
        await other.sign_up("Snikka")
        refused = await enter(other, provider, "link")
        assert (refused.status, "another account" in refused.what) == (400, True)
        assert (await other.get("/me")).json()["linked"] == []
        mine = (await owner.get("/me")).json()["linked"][0]["id"]
        assert (await other("DELETE", f"/me/providers/{mine}")).status == 404
        assert await other.who() == "Snikka"

    with_accounts(tmp_path, scene, **NAMED)


def test_adding_needs_a_fresh_sign_in_there_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        assert (await browser.post("/providers/club/link")).status == 401
        await browser.sign_up("Grimtooth")
        brought = provider.agree(await leave(browser, "link"))
        from dungeonbowl.server.accounts import desk

        with monkeypatch.context() as later:
            later.setattr(desk, "FRESH", timedelta(0))
            assert (await browser.post("/providers/club/link")).status == 403
            late = await come_back(browser, brought)
            assert (late.status, "sign in again" in late.what) == (403, True)
        brought = provider.agree(await leave(browser, "link"))
        await browser.sign_up("Snikka")  # somebody else in the same browser
        changed = await come_back(browser, brought)
        assert (changed.status, "somebody else is signed in" in changed.what) == (403, True)
        assert (await browser.get("/me")).json()["linked"] == []
        token = Browser(ask)
        assert (await token.post("/providers/club/link", authorization="Bearer dbt_x")).status == 401

    with_accounts(tmp_path, scene, **NAMED)


def test_a_closed_account_stays_closed(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        account = (await sign_up(browser, provider, "Grimtooth")).json()["account"]["id"]
        ask.state.accounts.store.set_state(account, DISABLED)
        refused = await enter(browser, provider)
        assert (refused.status, "closed" in refused.what) == (401, True)
        assert await browser.who() == ""

    with_accounts(tmp_path, scene, **NAMED)


def test_it_goes_along_and_is_gone_with_the_account(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        await sign_up(browser, provider, "Grimtooth")
        with zipfile.ZipFile(io.BytesIO((await browser.get("/me/export")).body)) as archive:
            told = json.loads(archive.read("account.json"))["providers"]
        assert [(each["issuer"], each["subject"]) for each in told] == [("https://club.example", "person-1")]
        assert (await browser("DELETE", "/me?name=Grimtooth")).status == 200
        assert (await enter(Browser(ask, "192.0.2.3"), provider)).json()["unknown"] == "Club"

    with_accounts(tmp_path, scene, **NAMED)


def test_a_provider_may_want_its_secret_in_the_form(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        provider.facts = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
        assert (await enter(browser, provider)).json()["unknown"] == "Club"
        asked = next(each for each in provider.asked if each.url.path == "/token")
        assert "authorization" not in asked.headers

    with_accounts(tmp_path, scene, **NAMED)


def test_nobody_is_told_the_secret(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        there(ask)
        browser = Browser(ask)
        told = (await browser.get("/session")).body.decode() + await leave(browser)
        assert CLUB.secret not in told + repr(ask.state.settings) + repr(CLUB)
        assert URL in told.replace("%3A", ":").replace("%2F", "/")

    with_accounts(tmp_path, scene, **NAMED)
