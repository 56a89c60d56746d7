"""Signing up, in and out with passwords and recovery codes; what a server without accounts says."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from dungeonbowl.errors import UserError
from dungeonbowl.server.accounts.names import checked_name, chosen_name, device_name
from dungeonbowl.server.accounts.passwords import checked_password
from dungeonbowl.server.api import accounts, my_things
from support.accounts import PASSWORD, Browser, with_accounts
from support.direct import Direct, generous, with_server


def test_a_house_has_no_accounts_and_reads_no_cookie(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        found = await browser.get("/session")
        no = {"accounts": False, "passkeys": False, "mails": False, "founds": False}
        assert found.json() == {**no, "account": None, "unread": 0, "providers": []}
        assert "set-cookie" not in found.headers
        for handler in [*accounts.HANDLERS, *my_things.HANDLERS]:
            for path in handler.paths:
                for method in handler.http_methods:
                    if path == "/session" and method == "GET":
                        continue
                    answer = await browser(method, path.replace("{identity:str}", "x"), {})
                    assert answer.status == 404, (method, path, answer.body)
                    assert "no accounts" in answer.what
        answer = await browser.post("/matches", {}, cookie="dungeonbowl=whatever")
        assert answer.status == 201
        assert "set-cookie" not in answer.headers

    with_server(generous(tmp_path), scene)


def test_somebody_signs_up_out_and_in_again(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        assert await browser.who() == ""
        codes = await browser.sign_up("Grimtooth")
        assert len(set(codes)) == 10
        assert await browser.who() == "Grimtooth"
        first = dict(browser.cookies)
        assert (await browser("DELETE", "/session")).status == 200
        assert browser.cookies == {}
        assert await browser.who() == ""
        browser.cookies = first  # whoever kept the cookie has nothing of it
        assert await browser.who() == ""
        assert (await browser.sign_in("  grimTOOTH ")).json()["name"] == "Grimtooth"
        assert await browser.who() == "Grimtooth"

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize(("url", "secure"), [("https://bowl.example", True), ("http://localhost:8000", False)])
def test_the_cookie_is_for_this_server_only(tmp_path: Path, url: str, secure: bool) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask, origin=url)
        await browser.sign_up("Grimtooth")
        parts = [part.strip().lower() for part in browser.set_cookie.split(";")]
        assert "httponly" in parts
        assert "samesite=lax" in parts
        assert "path=/" in parts
        assert f"max-age={30 * 24 * 3600}" in parts
        assert ("secure" in parts) == secure
        assert parts[0].startswith("__host-") == secure
        assert not any(part.startswith("domain") for part in parts)
        found = await browser.get("/session")
        assert found.headers["cache-control"] == "no-store"
        assert f"max-age={30 * 24 * 3600}" in found.headers["set-cookie"].lower()  # sliding

    with_accounts(tmp_path, scene, public_url=url)


def test_the_database_has_no_secret_in_it(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        codes = await browser.sign_up("Grimtooth")
        made = await browser.post("/me/tokens", {"name": "bot", "scopes": ["play"]})
        secrets = [PASSWORD, *codes, *(code.replace("-", "") for code in codes), made.json()["secret"]]
        secrets += list(browser.cookies.values())
        with ask.state.sessions.store.engine.connect() as connection:
            tables = ("accounts", "credentials", "account_sessions", "api_tokens", "account_challenges")
            rows = [connection.execute(text(f"select * from {table}")).all() for table in tables]
        written = repr(rows)
        assert not [secret for secret in secrets if secret in written]
        assert "$argon2id$" in written
        token = next(iter(browser.cookies.values()))
        assert hashlib.sha256(token.encode()).hexdigest() in written
        assert len(token) >= 43  # 256 bits

    with_accounts(tmp_path, scene)


def test_wrong_names_and_wrong_passwords_are_told_the_same(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        await Browser(ask).sign_up("Grimtooth")
        stranger = Browser(ask, "192.0.2.2")
        said = {
            (answer.status, answer.what)
            for answer in [
                await stranger.sign_in("Grimtooth", "not the password at all"),
                await stranger.sign_in("Nobody", "not the password at all"),
                await stranger.sign_in("\x00<b>", ""),
                await stranger.post("/session", {"name": "Grimtooth", "code": "aaaa-bbbb-cccc-dddd"}),
                await stranger.post("/session", {"name": "Nobody", "code": "aaaa-bbbb-cccc-dddd"}),
            ]
        }
        assert len(said) == 1
        assert said.pop()[0] == 403
        assert stranger.cookies == {}

    with_accounts(tmp_path, scene)


def test_an_unknown_name_costs_as_much_as_a_known_one(tmp_path: Path) -> None:
    """Counted, not timed: each attempt asks the database as often, and computes one argon2id hash."""

    async def scene(ask: Direct) -> None:
        await Browser(ask).sign_up("Grimtooth")
        desk = ask.state.accounts
        await desk.hashing.fits("", "x")  # the hash that nobody has is made once
        work: list[str] = []
        verified, read = desk.hashing.verified, desk.store.read

        def counted_verify(kept: str, password: str) -> str:
            work.append("hash")
            return str(verified(kept, password))

        def counted_read(inner: Any) -> Any:
            work.append("read")
            return read(inner)

        desk.hashing.verified, desk.store.read = counted_verify, counted_read
        costs = []
        for name in ("Grimtooth", "Nobody", "<unwritable>\x01"):
            work.clear()
            assert (await Browser(ask, "192.0.2.3").sign_in(name, "not the password at all")).status == 403
            costs.append(sorted(work))
        assert costs[0] == costs[1] == costs[2]
        assert costs[0].count("hash") == 1

    with_accounts(tmp_path, scene)


def test_a_recovery_code_is_good_once(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        codes = await Browser(ask).sign_up("Grimtooth")
        await Browser(ask).sign_up("Snikka")
        other = Browser(ask, "192.0.2.2")
        assert (await other.post("/session", {"name": "Snikka", "code": codes[0]})).status == 403
        written = codes[0].upper().replace("-", " ")
        assert (await other.post("/session", {"name": "Grimtooth", "code": written})).status == 200
        assert await other.who() == "Grimtooth"
        assert (await other.get("/me")).json()["codes_left"] == 9
        assert (await Browser(ask).post("/session", {"name": "Grimtooth", "code": codes[0]})).status == 403
        fresh = (await other.post("/me/codes")).json()["codes"]
        assert (await Browser(ask).post("/session", {"name": "Grimtooth", "code": codes[1]})).status == 403
        assert (await Browser(ask).post("/session", {"name": "Grimtooth", "code": fresh[0]})).status == 200

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "x",
            "x" * 41,
            "   ",
            "<b>bold</b>",
            "a&b",
            "tab\there",
            "line\nbreak",
            "nul\x00",
            "bell\x07",
            "\ud800\ud800",
        ),
        *(
            "right\u202eleft",
            "zero\u200bwidth",
            "soft\u00adhyphen",
            "“quoted”",
            "a/b",
            "-dash",
            "coach 4f2a",
            "Coach 4F2A",
        ),
        *(
            "Grimtooth\ufe00",  # looks like Grimtooth
            "Grim\u034ftooth",
            "\u3164\u3164",  # looks like nothing
            "Z\u0323\u0331\u0324\u0325\u032ealgo",  # covers its neighbours
        ),
        "\ud800\ud800",
    ],
)
def test_a_name_that_others_could_not_read_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="name: "):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["Grimtooth", "Łukasz", "O'Neill", "J. R. Half-Orc", "雪 の 王", "Ann 2", "הִנֵּה", "ผู้ใหญ่"]
)
def test_names_of_people_everywhere_are_welcome(name: str) -> None:
    assert checked_name(f"  {name.replace(' ', '  ')} ") == name
    assert chosen_name(name) == name


@pytest.mark.parametrize("name", ["Grimtоoth", "Grιmtooth", "Ѕnikka", "Ⅻа", "Caрa"])
def test_letters_that_look_alike_are_not_mixed_in_a_new_name(name: str) -> None:
    with pytest.raises(UserError, match="letters of one writing"):
        chosen_name(name)
    assert checked_name(name)  # who has it already signs in with it


def test_nobody_takes_the_name_of_another_in_letters_that_look_the_same(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        await Browser(ask).sign_up("Cope")
        stranger = Browser(ask, "192.0.2.2")
        for alike in ("Соре", "сОре"):
            refused = await stranger.post("/accounts", {"name": alike, "password": PASSWORD})
            assert (refused.status, "is taken" in refused.what) == (409, True), refused.body
        await stranger.sign_up("Саша Соре")  # nobody reads that as Latin

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize(
    "password",
    [
        *(
            "short",
            "elevenchars",
            "password1234",
            "Password1234!",
            "passwordpassword",
            "123456789012",
            "aaaaaaaaaaaaaa",
        ),
        *(
            "qwertyuiop12",
            "abcdefghijkl",
            "iloveyou2024",
            "DungeonBowl2026!",
            "grimtooth123!",
            "x" * 201,
            "1q1q1q1q1q1q",
        ),
        *("aaaaaaaaaaaaaa", "1q1q1q1q1q1q", "letmeinletmein", "welcomedragon", "\ud800" * 12),
    ],
)
def test_what_would_be_guessed_first_is_no_password(password: str) -> None:
    with pytest.raises(UserError, match="password: "):
        checked_password(password, "Grimtooth")


@pytest.mark.parametrize("password", [PASSWORD, "kq7!vR2#mZ9p", "ein Ork isst gerne Suppe", "пароль из семи слов"])
def test_longer_and_stranger_ones_are(password: str) -> None:
    assert checked_password(password, "Grimtooth") == password


def test_a_browser_is_told_in_few_words() -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36"
    assert device_name(agent) == "Chrome on Linux"
    assert device_name("<script>") == "A program"
