"""`dungeonbowl account`, and the options of `play` for accounts."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from dungeonbowl.cli.listening import checked_public_url
from dungeonbowl.errors import UserError
from support.accounts import URL, Browser, hosted
from support.command_line import run
from support.databases import database_in
from support.direct import Direct, with_server


@pytest.fixture
def database(tmp_path: Path) -> str:
    return database_in(tmp_path)


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(monkeypatch, "account", *words) == 0
    return capsys.readouterr().out


def test_an_owner_makes_lists_and_closes_accounts(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ("--database", database)
    assert "no accounts yet" in told(monkeypatch, capsys, "list", *there)
    made = json.loads(told(monkeypatch, capsys, "new", "Grimtooth", "--json", *there))
    told(monkeypatch, capsys, "new", "Snikka", *there)
    token = json.loads(told(monkeypatch, capsys, "token", "grimtooth", "--scope", "play", "--json", *there))["token"]

    async def open_(ask: Direct) -> None:
        browser = Browser(ask)
        assert (await browser.post("/session", {"name": "Grimtooth", "code": made["codes"][0]})).status == 200
        assert (await browser.get("/me/matches", authorization=f"Bearer {token}")).status == 200

    with_server(hosted(tmp_path), open_)
    assert "signed out everywhere" in told(monkeypatch, capsys, "disable", "Grimtooth", *there)
    listed = json.loads(told(monkeypatch, capsys, "list", "--json", *there))
    assert [(each["name"], each["state"]) for each in listed] == [("Grimtooth", "disabled"), ("Snikka", "open")]

    async def closed(ask: Direct) -> None:
        browser = Browser(ask)
        wrong = await browser.post("/session", {"name": "Grimtooth", "code": "aaaa-bbbb-cccc-dddd"})
        assert (wrong.status, "closed" in wrong.what) == (403, False)  # only the owner is told
        answer = await browser.post("/session", {"name": "Grimtooth", "code": made["codes"][1]})
        assert (answer.status, "closed" in answer.what) == (401, True)
        assert (await browser.get("/me/matches", authorization=f"Bearer {token}")).status == 401

    with_server(hosted(tmp_path), closed)
    assert "again" in told(monkeypatch, capsys, "disable", "Grimtooth", "--undo", *there)
    assert "Grimtooth  open" in told(monkeypatch, capsys, "list", *there)


def test_an_owner_revokes_a_token_that_has_got_into_wrong_hands(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ("--database", database)
    told(monkeypatch, capsys, "new", "Grimtooth", *there)
    assert "Grimtooth has no tokens" in told(monkeypatch, capsys, "tokens", "Grimtooth", *there)
    lost, kept = (
        json.loads(told(monkeypatch, capsys, "token", "Grimtooth", "--called", called, "--json", *there))
        for called in ("lost \x1b[2J", "kept")
    )
    listed = told(monkeypatch, capsys, "tokens", "grimtooth", *there)
    assert f"{lost['id']}  lost" in listed
    assert "never used" in listed
    assert lost["token"] not in listed
    assert "\x1b" not in listed
    words = ("tokens", "Grimtooth", "--revoke", lost["id"], "--revoke", "nobody", *there)
    assert run(monkeypatch, "account", *words) == 2
    assert "there is no token 'nobody'" in capsys.readouterr().err
    assert lost["id"] in told(monkeypatch, capsys, "tokens", "Grimtooth", *there), "all of them, or none"
    left = json.loads(told(monkeypatch, capsys, "tokens", "Grimtooth", "--revoke", lost["id"], "--json", *there))
    assert [(each["id"], each["scopes"]) for each in left] == [(kept["id"], ["play"])]

    async def scene(ask: Direct) -> None:
        for token, status in ((lost["token"], 401), (kept["token"], 200)):
            assert (await Browser(ask).get("/me/matches", authorization=f"Bearer {token}")).status == status

    with_server(hosted(tmp_path), scene)
    assert "last used 20" in told(monkeypatch, capsys, "tokens", "Grimtooth", *there)


def test_owners_are_named_and_reports_are_read(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ("--database", database)

    async def quarrel(ask: Direct) -> None:
        one, other = Browser(ask), Browser(ask)
        await one.sign_up("Grimtooth")
        await other.sign_up("Snikka")
        await other.post("/lobby/chat", {"text": "goblin!"})
        number = (await one.get("/lobby")).json()["chat"][0]["number"]
        assert (await one.post(f"/lobby/chat/{number}/report", {"words": "rude"})).status == 201

    with_server(hosted(tmp_path), quarrel)
    assert "Grimtooth reports Snikka: goblin! (rude)" in told(monkeypatch, capsys, "reports", *there)
    (found,) = json.loads(told(monkeypatch, capsys, "reports", "--json", *there))
    assert "nothing was reported" in told(monkeypatch, capsys, "reports", "--done", found["id"], *there)
    assert "goblin!" in told(monkeypatch, capsys, "reports", "--all", *there)
    assert run(monkeypatch, "account", "reports", "--done", "nothing", *there) == 2
    assert "owner of the server now" in told(monkeypatch, capsys, "owner", "grimtooth", *there)
    assert "Grimtooth  open, owner" in told(monkeypatch, capsys, "list", *there)
    assert "any more" in told(monkeypatch, capsys, "owner", "Grimtooth", "--undo", *there)


def test_who_sits_at_the_server_vouches_for_anybody(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ("--database", database)
    told(monkeypatch, capsys, "new", "Grimtooth", *there)
    first = json.loads(told(monkeypatch, capsys, "recover", "grimtooth", "--json", *there))["code"]
    code = json.loads(told(monkeypatch, capsys, "recover", "Grimtooth", "--json", *there))["code"]

    async def comes_back(ask: Direct) -> None:
        statuses = [
            (await Browser(ask).post("/session", {"name": "Grimtooth", "code": each})).status
            for each in (first, code, code)
        ]
        assert statuses == [403, 200, 403], "the last one, once"

    with_server(hosted(tmp_path), comes_back)
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "de")
    assert re.search(r"bis \d\d\.\d\d\.\d{4}", told(monkeypatch, capsys, "recover", "Grimtooth", *there)), (
        "a day as German has it"
    )
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "en")
    said = told(monkeypatch, capsys, "vouchings", *there)
    assert "the owner of the server vouched for Grimtooth: used" in said
    assert "the owner of the server vouched for Grimtooth: ended" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "<b>"), "name: expected"),
        (("token", "Nobody"), "there is no account 'Nobody'"),
        (("disable", "Nobody"), "there is no account 'Nobody'"),
    ],
)
def test_mistakes_are_told_in_a_line(
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    assert run(monkeypatch, "account", *words, "--database", database) == 2
    assert said in capsys.readouterr().err


def test_a_name_is_given_once_and_a_scope_must_be_known(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told(monkeypatch, capsys, "new", "Grimtooth", "--database", database)
    assert run(monkeypatch, "account", "new", "GRIMTOOTH", "--database", database) == 2
    assert "is taken" in capsys.readouterr().err
    assert run(monkeypatch, "account", "token", "Grimtooth", "--scope", "everything", "--database", database) == 2
    assert "expected one or more of play" in capsys.readouterr().err


def test_without_the_packages_a_sentence_says_what_to_install(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in list(sys.modules):
        if name.startswith(("argon2", "dungeonbowl.server.accounts")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "argon2", None)
    words = ("--accounts", "--public-url", URL, "--no-open", "--database", database)
    assert run(monkeypatch, "play", *words) == 2
    assert "pip install 'dungeonbowl[accounts]'" in capsys.readouterr().err


def test_serve_says_once_that_it_needs_its_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: str
) -> None:
    assert run(monkeypatch, "serve", "--accounts", "--database", database) == 2
    assert capsys.readouterr().err.count("--accounts needs --public-url") == 1


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("https://bowl.example.org/", "https://bowl.example.org"),
        ("https://Bowl.Example.org:443", "https://bowl.example.org"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_a_public_url_is_kept_as_browsers_name_an_origin(written: str, kept: str) -> None:
    assert checked_public_url(written, accounts=True) == kept


@pytest.mark.parametrize(
    "written",
    ["", "bowl.example.org", "ftp://x", "https://", "https://x/club", "https://x?a", "https://u@x", "https://x:y"],
)
def test_what_is_no_address_of_a_server_is_refused(written: str) -> None:
    with pytest.raises(UserError, match="--public-url"):
        checked_public_url(written, accounts=True)


def test_a_house_need_not_say_where_browsers_find_it() -> None:
    assert checked_public_url("", accounts=False) == ""
    assert checked_public_url(f"{URL}/", accounts=False) == URL
    with pytest.raises(UserError, match="--public-url"):
        checked_public_url("bowl.example.org", accounts=False)
