"""Signing in with a provider, by somebody who means no good: codes and states of others, tokens that are not true, and
providers that are down, slow, huge or odd. Each gets one sentence, and nothing changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from joserfc.jwk import ECKey

from dungeonbowl.server.accounts import providers as protocol
from dungeonbowl.storage import sign_ins
from support.accounts import Browser, with_accounts
from support.direct import Direct
from support.providers import CLUB, OTHER, STRANGE, OwnProvider, come_back, enter, leave, sign_up, symmetric, there

NAMED = {"sign_in_with": (CLUB, OTHER)}
NOT_BEGUN = "was not begun in this browser"
NO_ANSWER = "Club does not answer as expected"
NOT_TRUE = "what Club has answered does not fit"
NOT_CONFIRMED = "Club has not confirmed who you are"


def refused(
    folder: Path, says: str, status: int, change: Callable[[OwnProvider], None], caplog: Any, **settings: Any
) -> None:
    """Somebody who has an account, and somebody who has none: neither gets in, and nothing changes."""

    async def scene(ask: Direct) -> None:
        provider, owner = there(ask), Browser(ask)
        await sign_up(owner, provider, "Grimtooth")
        change(provider)
        for browser, subject in ((Browser(ask, "192.0.2.5"), "person-1"), (Browser(ask, "192.0.2.6"), "person-2")):
            provider.subject = subject
            begun = await browser.post("/providers/club/sign-in")
            answer = begun
            if begun.status == 200:
                answer = await come_back(browser, provider.agree(begun.json()["address"]))
            assert (answer.status, says in answer.what, "\n" in answer.what) == (status, True, False), answer.body
            assert await browser.who() == ""
            assert (await browser.post("/providers/sign-up", {"name": "Thief"})).status == 403
        assert len((await owner.get("/me")).json()["linked"]) == 1
        assert ask.state.accounts.store.by_folded("thief") is None

    with_accounts(folder, scene, **NAMED, **settings)
    assert "Traceback" not in caplog.text
    assert CLUB.secret not in caplog.text
    assert "opaque" not in caplog.text


# --- what is not true ------------------------------------------------------------------------------------------------

AT = 1_000_000_000
UNTRUE: dict[str, dict[str, Any]] = {
    "another issuer": {"iss": "https://other.example"},
    "an issuer with a slash": {"iss": "https://club.example/"},
    "for somebody else": {"aud": "another-server"},
    "for nobody": {"aud": []},
    "for us and others, from another party": {"aud": ["bowl", "other"], "azp": "other"},
    "for us and others, from nobody": {"aud": ["bowl", "other"]},
    "audience of numbers": {"aud": [1, 2]},
    "too old": {"exp": AT},
    "of the future": {"iat": AT * 5},
    "not yet good": {"nbf": AT * 5},
    "no end": {"exp": None},
    "an end in words": {"exp": "tomorrow"},
    "no beginning": {"iat": None},
    "nobody": {"sub": None},
    "an empty person": {"sub": ""},
    "a number of a person": {"sub": 7},
    "a list of persons": {"sub": ["person-1"]},
    "a long person": {"sub": "p" * 256},
    "a person in signs that nobody sees": {"sub": "person-1\u202e"},
    "a person with a line": {"sub": "person-1\n"},
    "a person of nothing": {"sub": "a\0b"},
    "no nonce": {"nonce": None},
    "another nonce": {"nonce": "x" * 64},
    "another access token": {"at_hash": "eHh4eHh4eHh4eHh4eHh4eA"},
}


@pytest.mark.parametrize("claims", UNTRUE.values(), ids=UNTRUE)
def test_a_token_that_is_not_true_opens_nothing(tmp_path: Path, caplog: Any, claims: dict[str, Any]) -> None:
    refused(tmp_path, NOT_TRUE, 403, lambda provider: provider.claims.update(claims), caplog)


def with_key(algorithm: str, key: Any) -> Callable[[OwnProvider], None]:
    def change(provider: OwnProvider) -> None:
        provider.algorithm, provider.key = algorithm, key

    return change


SIGNATURES = {
    "another key of the same name": with_key("RS256", STRANGE),
    "no signature": with_key("none", None),
    "a shared secret instead of a key": with_key("HS256", symmetric()),
    "another kind of key of the same name": with_key("ES256", ECKey.generate_key("P-256", {"kid": "one"})),
    "no keys published": lambda provider: provider.published.clear(),
    "only shared secrets published": lambda provider: provider.published.__setitem__(
        slice(None), [{"kty": "oct", "k": "c2VjcmV0", "kid": "one"}]
    ),
    "keys that are none": lambda provider: provider.published.__setitem__(
        slice(None), [{"kty": "RSA", "kid": "one", "n": 5}, {"kty": ["RSA"]}, {"kid": "one"}]
    ),
}


@pytest.mark.parametrize("change", SIGNATURES.values(), ids=SIGNATURES)
def test_a_token_with_another_signature_opens_nothing(tmp_path: Path, caplog: Any, change: Any) -> None:
    refused(tmp_path, NOT_TRUE, 403, change, caplog)


def test_several_keys_and_claims_that_nobody_asked_for_are_no_trouble(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider = there(ask)
        provider.published.insert(0, {"kty": "new", "kid": "zero"})
        provider.published.insert(0, {"kty": "EC", "crv": "P-9", "kid": "odd"})
        provider.claims = {"name": "<script>" * 1000, "email": ["x"], "more": {"a": [1, None]}, "aud": ["bowl"]}
        made = await sign_up(Browser(ask), provider, "Grimtooth")
        assert made.status == 201, made.body
        assert b"script" not in made.body

    with_accounts(tmp_path, scene, **NAMED)


# --- providers that do not do what they should -----------------------------------------------------------------------


def answering(path: str, said: Any) -> Callable[[OwnProvider], None]:
    return lambda provider: provider.answers.__setitem__(path, said)


def says(status: int = 200, body: bytes = b"", **headers: str) -> httpx.Response:
    return httpx.Response(status, headers={k.replace("_", "-"): v for k, v in headers.items()}, content=body)


NESTED = b"[" * 50_000
BROKEN: dict[str, Any] = {
    "down": httpx.ConnectError("no route to host"),
    "slow": httpx.ReadTimeout("took too long"),
    "breaking off": httpx.RemoteProtocolError("peer closed"),
    "failing": says(500, b"oh"),
    "leading elsewhere": says(302, location="https://evil.example/"),
    "empty": says(),
    "no json": says(body=b"<html>"),
    "no text": says(body=b"\xff\xfe"),
    "a list": says(body=b"[]"),
    "nested": says(body=NESTED),
    "other types": says(body=b'{"id_token": 5, "keys": 5}'),
    "huge": says(body=b'{"id_token": "' + b"x" * (protocol.LARGEST + 1) + b'"}'),
}


@pytest.mark.parametrize("path", ["/token", "/keys"])
@pytest.mark.parametrize("said", BROKEN.values(), ids=BROKEN)
def test_a_provider_that_does_not_do_what_it_should_is_one_sentence(
    tmp_path: Path, caplog: Any, path: str, said: Any
) -> None:
    refused(tmp_path, NO_ANSWER, 503, answering(path, said), caplog)


@pytest.mark.parametrize("body", [b'{"error": "invalid_client"}', b'{"error": "<b>\\n"}', b'{"error": "' + b"x" * 500])
def test_a_provider_that_does_not_know_this_server_is_told_to_its_owner(
    tmp_path: Path, caplog: Any, body: bytes
) -> None:
    refused(tmp_path, NO_ANSWER, 503, answering("/token", says(401, body)), caplog)
    assert "https://club.example: " in caplog.text


ODD_FACTS: dict[str, dict[str, Any]] = {
    "another issuer": {"issuer": "https://evil.example"},
    "no https": {"token_endpoint": "http://club.example/token"},
    "an address of scripts": {"authorization_endpoint": "javascript:alert(1)"},
    "an address on this computer": {"token_endpoint": "http://127.0.0.1:8000/api"},
    "no address": {"jwks_uri": ""},
    "an address of odd signs": {"authorization_endpoint": "https://club.example/\r\nx"},
    "a port that is none": {"jwks_uri": "https://club.example:x/keys"},
    "an address of files": {"jwks_uri": "file:///etc/passwd"},
    "an address with a name": {"token_endpoint": "https://club.example@evil.example/"},
}


@pytest.mark.parametrize("facts", ODD_FACTS.values(), ids=ODD_FACTS)
def test_a_provider_that_says_odd_things_of_itself_sends_nobody_anywhere(
    tmp_path: Path, caplog: Any, facts: dict[str, Any]
) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        provider.facts = facts
        answer = await browser.post("/providers/club/sign-in")
        assert (answer.status, NO_ANSWER in answer.what) == (503, True)
        assert browser.cookies == {}

    with_accounts(tmp_path, scene, **NAMED)
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("said", BROKEN.values(), ids=BROKEN)
def test_a_provider_that_cannot_be_asked_is_one_sentence(tmp_path: Path, said: Any) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        provider.answers["/.well-known/openid-configuration"] = said
        answer = await browser.post("/providers/club/sign-in")
        assert (answer.status, NO_ANSWER in answer.what) == (503, True)
        provider.answers.clear()
        assert (await enter(browser, provider)).json()["unknown"] == "Club"  # and then it is there again

    with_accounts(tmp_path, scene, **NAMED)


def test_a_provider_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)

        async def never(request: httpx.Request) -> httpx.Response:
            await asyncio.Event().wait()
            raise AssertionError

        monkeypatch.setattr(provider, "handle_async_request", never)
        monkeypatch.setattr(protocol, "SECONDS", 0)
        answer = await browser.post("/providers/club/sign-in")
        assert (answer.status, NO_ANSWER in answer.what) == (503, True)

    with_accounts(tmp_path, scene, **NAMED)


def test_a_packed_answer_is_not_unpacked(tmp_path: Path, caplog: Any) -> None:
    packed = httpx.Response(200, stream=Packed(), headers={"content-encoding": "gzip"})

    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)

        async def bomb(request: httpx.Request) -> httpx.Response:
            assert request.headers["accept-encoding"] == "identity"
            return packed

        provider.handle_async_request = bomb  # type: ignore[method-assign]
        answer = await browser.post("/providers/club/sign-in")
        assert (answer.status, NO_ANSWER in answer.what) == (503, True)

    with_accounts(tmp_path, scene, **NAMED)


class Packed(httpx.AsyncByteStream):
    async def __aiter__(self) -> Any:
        raise AssertionError("nobody reads it")
        yield b""


# --- codes and states of others --------------------------------------------------------------------------------------


def test_a_code_is_good_once_and_in_the_browser_that_began(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        await sign_up(browser, provider, "Grimtooth")
        victim, thief = Browser(ask, "192.0.2.5"), Browser(ask, "192.0.2.6")
        brought = provider.agree(await leave(victim))
        await leave(thief)
        for stranger in (thief, Browser(ask, "192.0.2.7")):
            stolen = await come_back(stranger, brought)
            assert (stolen.status, NOT_BEGUN in stolen.what) == (403, True)
        assert (await come_back(victim, brought)).json()["account"]["name"] == "Grimtooth"
        again = await come_back(victim, brought)
        assert (again.status, NOT_BEGUN in again.what) == (403, True)
        # with a state of his own the thief gets no further with the code of another: PKCE
        other = provider.agree(await leave(victim))
        own = provider.agree(await leave(thief))
        mixed = await come_back(thief, {**own, "code": other["code"]})
        assert (mixed.status, NOT_CONFIRMED in mixed.what) == (403, True)
        assert await thief.who() == ""

    with_accounts(tmp_path, scene, **NAMED)


def test_nobody_is_signed_in_to_an_account_of_somebody_else_unawares(tmp_path: Path) -> None:
    """A link with the code and the state of another one: the browser has not begun it."""

    async def scene(ask: Direct) -> None:
        provider, thief, victim = there(ask), Browser(ask, "192.0.2.6"), Browser(ask)
        await sign_up(thief, provider, "Thief")
        brought = provider.agree(await leave(Browser(ask, "192.0.2.6")))
        await leave(victim)
        for state in (brought["state"], "", "x", "\udc80", "ä" * 64, "x" * 2000):
            planted = await come_back(victim, {**brought, "state": state})
            assert planted.status in (400, 403)
        assert await victim.who() == ""
        assert (await come_back(victim, {**brought, "state": "x" * 2001})).status == 400
        assert (await victim.post("/providers/finish", {"code": "x"})).status == 400

    with_accounts(tmp_path, scene, **NAMED)


def test_a_sign_in_gets_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        brought = provider.agree(await leave(browser))
        named = Browser(ask, "192.0.2.5")
        await enter(named, provider)
        real = sign_ins.now
        with monkeypatch.context() as later:
            later.setattr(sign_ins, "now", lambda: real() + timedelta(minutes=11))
            late = await come_back(browser, brought)
            assert (late.status, NOT_BEGUN in late.what) == (403, True)
            assert (await named.post("/providers/sign-up", {"name": "Grimtooth"})).status == 403
        assert provider.codes != {}  # the provider was not even asked

    with_accounts(tmp_path, scene, **NAMED)


def test_of_two_that_one_browser_begins_the_last_is_good(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        first, second = await leave(browser), await leave(browser)
        assert (await come_back(browser, provider.agree(first))).status == 403
        assert (await come_back(browser, provider.agree(second))).json()["unknown"] == "Club"

    with_accounts(tmp_path, scene, **NAMED)


def test_a_code_of_one_provider_is_never_shown_to_another(tmp_path: Path) -> None:
    """Mixed up: the browser began with the club, and comes back with what another provider has sent."""

    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        brought = provider.agree(await leave(browser))
        mixed = await come_back(browser, {**brought, "iss": OTHER.issuer})
        assert (mixed.status, NOT_TRUE in mixed.what) == (403, True)
        assert [each.url.path for each in provider.asked] == ["/.well-known/openid-configuration"]
        brought = provider.agree(await leave(browser))
        without = {key: value for key, value in brought.items() if key != "iss"}
        assert (await come_back(browser, without)).json()["unknown"] == "Club"  # old providers do not say it
        ask.state.accounts.linking.providers.facts.clear()
        provider.facts = {"authorization_response_iss_parameter_supported": True}
        brought = provider.agree(await leave(browser))
        without = {key: value for key, value in brought.items() if key != "iss"}
        assert (await come_back(browser, without)).status == 403  # this one does

    with_accounts(tmp_path, scene, **NAMED)


def test_who_is_the_same_at_two_providers_is_two_people(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider = there(ask)
        provider.claims = {"email": "grim@example.org", "email_verified": True}
        await sign_up(Browser(ask), provider, "Grimtooth")
        other = there(ask, issuer=OTHER.issuer, client=OTHER.client, secret=OTHER.secret)
        other.claims = dict(provider.claims)
        browser = Browser(ask, "192.0.2.5")
        outcome = await come_back(browser, other.agree(await leave(browser, key="other")))
        assert outcome.json() == {"account": None, "linked": "", "unknown": "Other"}

    with_accounts(tmp_path, scene, **NAMED)


def test_what_a_provider_refuses_is_not_repeated(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        brought = provider.agree(await leave(browser))
        answer = await come_back(browser, {"state": brought["state"], "error": "<b>access_denied</b>"})
        assert (answer.status, answer.what) == (403, f"{NOT_CONFIRMED}: nothing was changed")
        assert (await come_back(browser, brought)).status == 403  # that sign-in is over
        for missing in ({"state": "x"}, {"state": "x", "code": ""}):
            brought = provider.agree(await leave(browser))
            assert (await come_back(browser, {**missing, "state": brought["state"]})).status == 403

    with_accounts(tmp_path, scene, **NAMED)


def test_pages_of_other_origins_begin_and_end_nothing(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        there(ask)
        browser = Browser(ask)
        await browser.sign_up("Grimtooth")
        bodies: dict[str, Any] = {"/providers/finish": {"state": "x"}, "/providers/sign-up": {"name": "Snikka"}}
        for path in ("/providers/club/sign-in", "/providers/club/link", *bodies):
            for origin in ("http://evil.example", "https://club.example", "null"):
                answer = await browser.post(path, bodies.get(path), origin=origin)
                assert (answer.status, "origin" in answer.what) == (403, True), path
        assert (await browser("DELETE", "/me/providers/x", origin="null")).status == 403
        assert (await browser.post("/providers/nobody/sign-in")).status == 404
        assert (await browser.post("/providers/%00/sign-in")).status == 404

    with_accounts(tmp_path, scene, **NAMED)


def test_failures_make_the_address_wait_but_a_provider_that_is_down_does_not(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        provider.answers["/token"] = httpx.ConnectError("down")
        for _ in range(12):
            assert (await enter(browser, provider)).status == 503
        for _ in range(10):
            assert (await come_back(browser, {"state": "guessed", "code": "x"})).status == 403
        provider.answers.clear()
        waiting = await come_back(browser, {"state": "guessed", "code": "x"})
        assert (waiting.status, "too many attempts" in waiting.what) == (429, True)

    with_accounts(tmp_path, scene, **NAMED)


def test_a_provider_that_is_wrong_makes_nobody_wait(tmp_path: Path) -> None:
    """Its clock may be off, say: the neighbours of whoever comes from there sign in as ever. A made-up code counts."""

    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        provider.claims = {"iss": "https://another.example"}
        for _ in range(12):
            assert (await enter(browser, provider)).status == 403
        provider.claims = {}
        for _ in range(10):
            brought = provider.agree(await leave(browser))
            assert (await come_back(browser, {**brought, "code": "made up"})).status == 403
        waiting = await come_back(browser, {"state": "guessed", "code": "x"})
        assert (waiting.status, "too many attempts" in waiting.what) == (429, True)

    with_accounts(tmp_path, scene, **NAMED)


def test_a_flood_of_sign_ins_keeps_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ins, "MOST", 4)

    async def scene(ask: Direct) -> None:
        provider, confirmed, late = there(ask), Browser(ask), Browser(ask)
        await enter(confirmed, provider)  # who may choose a name now
        for _ in range(9):
            await leave(Browser(ask, "192.0.2.6"))
        assert len(rows_of(ask)) == 4
        assert (await confirmed.post("/providers/sign-up", {"name": "Grimtooth"})).status == 201
        assert (await come_back(late, provider.agree(await leave(late)))).json()["account"]["name"] == "Grimtooth"

    with_accounts(tmp_path, scene, **NAMED)


def test_a_secret_may_have_any_sign(tmp_path: Path) -> None:
    odd = msgspec.structs.replace(CLUB, client="a:b", secret="p%+ q")

    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        provider.client, provider.secret = odd.client, odd.secret
        assert (await sign_up(browser, provider, "Grimtooth")).status == 201

    with_accounts(tmp_path, scene, sign_in_with=(odd,))


def test_new_accounts_of_one_address_are_counted(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider = there(ask)
        for number, status in ((1, 201), (2, 201), (3, 429)):
            provider.subject = f"person-{number}"
            made = await sign_up(Browser(ask), provider, f"Coach {number}x")
            assert made.status == status, made.body

    with_accounts(tmp_path, scene, sign_ups_an_hour=2, **NAMED)


def test_the_database_knows_neither_the_cookie_nor_what_follows_from_it(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        provider, browser = there(ask), Browser(ask)
        brought = provider.agree(await leave(browser))
        cookie = browser.cookies["dungeonbowl-sign-in"]
        kept = json.dumps([str(each) for each in rows_of(ask)])
        asked = provider.codes[brought["code"]]
        for secret in (cookie, asked["state"], asked["nonce"], protocol.secrets_of(cookie).verifier):
            assert secret not in kept
        assert len(rows_of(ask)) == 1

    with_accounts(tmp_path, scene, **NAMED)


def rows_of(ask: Direct) -> list[Any]:
    from sqlalchemy import text

    with ask.state.accounts.store.engine.connect() as connection:
        return list(connection.execute(text("select * from provider_sign_ins")).all())
