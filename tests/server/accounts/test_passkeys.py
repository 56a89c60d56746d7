"""Passkeys: signing up and in with them, and answers that are not what was asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.server.accounts.passkeys import are_possible
from dungeonbowl.storage import accounts as storage
from support.accounts import DOMAIN, PASSWORD, URL, Browser, with_accounts
from support.direct import Answer, Direct
from support.passkeys import SoftPasskey

EMPTY = {"clientDataJSON": "e30", "attestationObject": "oA"}


async def asked(browser: Browser, what: str, body: Any = None) -> tuple[str, dict[str, Any]]:
    answer = await browser.post(f"/passkeys/{what}", body)
    assert answer.status == 200, answer.body
    return answer.json()["id"], answer.json()["options"]


async def sign_up(browser: Browser, name: str, passkey: SoftPasskey) -> Answer:
    question, options = await asked(browser, "sign-up", {"name": name})
    return await browser.post("/passkeys/sign-up/finish", {"id": question, "credential": passkey.create(options)})


async def sign_in(browser: Browser, passkey: SoftPasskey) -> Answer:
    question, options = await asked(browser, "sign-in")
    return await browser.post("/passkeys/sign-in/finish", {"id": question, "credential": passkey.get(options)})


def test_somebody_signs_up_and_in_with_a_passkey_alone(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser, passkey = Browser(ask), SoftPasskey(URL, DOMAIN)
        made = await sign_up(browser, "Grimtooth", passkey)
        assert made.status == 201, made.body
        assert len(made.json()["codes"]) == 10
        assert await browser.who() == "Grimtooth"
        other = Browser(ask, "192.0.2.2")
        assert (await sign_in(other, passkey)).json()["name"] == "Grimtooth"
        assert await other.who() == "Grimtooth"
        me = (await other.get("/me")).json()
        assert [each["label"] for each in me["passkeys"]] == ["Passkey"]
        assert me["passkeys"][0]["used"] != ""
        assert not me["password"]
        assert (await Browser(ask).sign_in("Grimtooth", "")).status == 403  # no password is not an empty one

    with_accounts(tmp_path, scene)


def test_passkeys_are_added_named_and_removed_but_not_the_last_way_in(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser, first, second = Browser(ask), SoftPasskey(URL, DOMAIN), SoftPasskey(URL, DOMAIN)
        await sign_up(browser, "Grimtooth", first)
        question, options = await asked(browser, "new")
        assert len(options["excludeCredentials"]) == 1
        body = {"id": question, "credential": second.create(options), "label": "  my \x07phone <b> "}
        added = await browser.post("/passkeys/new/finish", body)
        assert added.status == 201, added.body
        labels = {each["label"]: each["id"] for each in added.json()["passkeys"]}
        assert set(labels) == {"Passkey", "my phone <b>"}
        assert (await browser("DELETE", f"/passkeys/{labels['Passkey']}")).status == 200
        last = await browser("DELETE", f"/passkeys/{labels['my phone <b>']}")
        assert (last.status, "only way" in last.what) == (400, True)
        assert (await sign_in(Browser(ask), first)).status == 403
        assert (await browser("PUT", "/me/password", {"password": PASSWORD})).status == 200
        assert (await browser("DELETE", f"/passkeys/{labels['my phone <b>']}")).status == 200
        assert (await sign_in(Browser(ask), second)).status == 403
        assert (await browser("DELETE", "/me/password")).status == 400
        assert (await browser("DELETE", "/passkeys/nothing")).status == 404

    with_accounts(tmp_path, scene)


def test_an_answer_is_heard_once(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser, passkey = Browser(ask), SoftPasskey(URL, DOMAIN)
        await sign_up(browser, "Grimtooth", passkey)
        question, options = await asked(browser, "sign-in")
        body = {"id": question, "credential": passkey.get(options)}
        assert (await Browser(ask).post("/passkeys/sign-in/finish", body)).status == 200
        thief = Browser(ask)
        again = await thief.post("/passkeys/sign-in/finish", body)
        assert (again.status, "answered already" in again.what) == (400, True)
        other, _ = await asked(thief, "sign-in")
        assert (await thief.post("/passkeys/sign-in/finish", {**body, "id": other})).status == 400
        assert thief.cookies == {}

    with_accounts(tmp_path, scene)


def test_an_answer_to_another_question_does_not_count(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser, passkey = Browser(ask), SoftPasskey(URL, DOMAIN)
        await sign_up(browser, "Grimtooth", passkey)
        question, options = await asked(browser, "sign-in")
        signed = {"id": question, "credential": passkey.create(options)}
        assert (await browser.post("/passkeys/sign-up/finish", signed)).status == 400  # it was to sign in
        question, options = await asked(browser, "new")
        stranger = Browser(ask, "192.0.2.7")
        await stranger.sign_up("Snikka")
        added = {"id": question, "credential": SoftPasskey(URL, DOMAIN).create(options)}
        assert (await stranger.post("/passkeys/new/finish", added)).status == 403  # it was Grimtooth's
        assert (await stranger.get("/me")).json()["passkeys"] == []

    with_accounts(tmp_path, scene)


def test_a_question_gets_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(ask: Direct) -> None:
        browser, passkey = Browser(ask), SoftPasskey(URL, DOMAIN)
        question, options = await asked(browser, "sign-up", {"name": "Grimtooth"})
        monkeypatch.setattr(storage, "CHALLENGE_SECONDS", -1)
        body = {"id": question, "credential": passkey.create(options)}
        late = await browser.post("/passkeys/sign-up/finish", body)
        assert (late.status, "five minutes" in late.what) == (400, True)

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize(
    ("origin", "domain", "verified"),
    [("http://evil.example", DOMAIN, True), (URL, "evil.example", True), (URL, DOMAIN, False)],
    ids=["another page", "another address", "nobody has shown who it is"],
)
def test_a_passkey_of_somewhere_else_opens_nothing(tmp_path: Path, origin: str, domain: str, verified: bool) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        assert (await sign_up(browser, "Grimtooth", SoftPasskey(origin, domain, verified))).status == 400
        assert browser.cookies == {}

    with_accounts(tmp_path, scene)


def test_the_signature_must_be_the_owners(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        passkey, forged = SoftPasskey(URL, DOMAIN), SoftPasskey(URL, DOMAIN)
        await sign_up(Browser(ask), "Grimtooth", passkey)
        forged.id, forged.uses = passkey.id, 100
        assert (await sign_in(Browser(ask), forged)).status == 400
        passkey.uses = 0  # a copy that was made before: it has counted less than the server has seen
        assert (await sign_in(Browser(ask), passkey)).status == 400

    with_accounts(tmp_path, scene)


def test_what_is_no_answer_is_refused_with_a_sentence(tmp_path: Path) -> None:
    odd: list[Any] = [
        {},
        {"rawId": 7},
        {"rawId": "*" * 50},
        {"id": "a", "rawId": "a", "type": "public-key", "response": {}},
        {
            "rawId": "AAAA",
            "id": "AAAA",
            "type": "public-key",
            "response": {"clientDataJSON": "e30", "attestationObject": "oA"},
        },
        {"rawId": "x" * 100_000},
    ]

    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        for number, credential in enumerate(odd):
            for what, body in (("sign-up", {"name": f"Coach Odd {number}"}), ("sign-in", None)):
                question, _ = await asked(Browser(ask, f"192.0.2.{number}"), what, body)
                order = {"id": question, "credential": credential}
                answer = await Browser(ask, f"192.0.2.{number}").post(f"/passkeys/{what}/finish", order)
                assert answer.status in (400, 403), answer.body
                assert answer.what
        assert browser.cookies == {}

    with_accounts(tmp_path, scene)


def test_questions_do_not_fill_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "MOST_CHALLENGES", 20)

    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        answers = [(await browser.post("/passkeys/sign-in")).status for _ in range(30)]
        assert answers == [200] * 20 + [503] * 10
        monkeypatch.setattr(storage, "CHALLENGE_SECONDS", -1)  # the old ones are gone when the next one comes
        assert (await browser.post("/passkeys/sign-in")).status == 200

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize(
    ("url", "possible"),
    [
        ("https://bowl.example", True),
        ("http://localhost:8000", True),
        ("http://bowl.example", False),
        ("https://192.0.2.1", False),
        ("http://127.0.0.1:8000", False),
    ],
)
def test_where_browsers_have_passkeys(tmp_path: Path, url: str, possible: bool) -> None:
    assert are_possible(url) == possible

    async def scene(ask: Direct) -> None:
        browser = Browser(ask, origin=url)
        assert (await browser.get("/session")).json()["passkeys"] == possible
        assert (await browser.post("/passkeys/sign-in")).status == (200 if possible else 400)

    with_accounts(tmp_path, scene, public_url=url)
