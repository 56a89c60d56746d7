"""Naming providers of OpenID Connect on the command line: what is wrong is one line, and no secret is ever told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dungeonbowl.__main__ import main
from dungeonbowl.cli.sign_in_with import checked_providers
from dungeonbowl.errors import UserError

URL = "https://bowl.example.org"
CLUB = "My Club=https://club.example"
HIDDEN = "seven-secret-words"


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNGEONBOWL_SIGN_IN_MY_CLUB_ID", "bowl")
    monkeypatch.setenv("DUNGEONBOWL_SIGN_IN_MY_CLUB_SECRET", HIDDEN)


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["dungeonbowl", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_a_provider_has_a_name_an_issuer_and_what_the_environment_says() -> None:
    (found,) = checked_providers([CLUB], True, URL)
    assert (found.key, found.name, found.issuer) == ("my-club", "My Club", "https://club.example")
    assert (found.client, found.secret) == ("bowl", HIDDEN)
    assert HIDDEN not in f"{found} {found!r}"
    assert checked_providers([], False, "") == ()
    assert checked_providers(["My Club=http://localhost:9000/realm"], True, "http://localhost:8000")


@pytest.mark.parametrize(
    "written",
    [
        "",
        "My Club",
        "=https://club.example",
        "My Club=club.example",
        "My Club=http://club.example",
        "My Club=https://club.example?a=b",
        "My Club=https://club.example#a",
        "My Club=https://user@club.example",
        "My Club=https://club.example:port",
        "My Club=https://[",
        "My Club=https://clüb.example",
        "My\x07Club=https://club.example",
        "日本=https://club.example",
        "N" * 41 + "=https://club.example",
    ],
)
def test_what_is_no_provider_is_refused(written: str) -> None:
    with pytest.raises(UserError, match=r"expected a name and an address, Name=https://issuer\.example"):
        checked_providers([written], True, URL)


def test_a_provider_is_named_once() -> None:
    with pytest.raises(UserError, match="my-club was named twice"):
        checked_providers([CLUB, "my club=https://other.example"], True, URL)


def test_one_issuer_has_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNGEONBOWL_SIGN_IN_OTHER_ID", "bowl")
    monkeypatch.setenv("DUNGEONBOWL_SIGN_IN_OTHER_SECRET", HIDDEN)
    with pytest.raises(UserError, match=r"https://club\.example was named twice"):
        checked_providers([CLUB, "Other=https://club.example"], True, URL)


def test_whoever_listens_could_sign_in_so_https_it_is() -> None:
    with pytest.raises(UserError, match="needs a --public-url with https"):
        checked_providers([CLUB], True, "http://bowl.example.org")


@pytest.mark.parametrize("missing", ["ID", "SECRET"])
def test_what_the_environment_lacks_is_named(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.delenv(f"DUNGEONBOWL_SIGN_IN_MY_CLUB_{missing}")
    with pytest.raises(UserError, match=f"DUNGEONBOWL_SIGN_IN_MY_CLUB_{missing} of the environment is not set") as told:
        checked_providers([CLUB], True, URL)
    assert HIDDEN not in str(told.value)


def test_a_secret_that_cannot_be_sent_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNGEONBOWL_SIGN_IN_MY_CLUB_SECRET", f"{HIDDEN}ß")
    with pytest.raises(UserError, match="DUNGEONBOWL_SIGN_IN_MY_CLUB_SECRET: expected plain letters") as told:
        checked_providers([CLUB], True, URL)
    assert HIDDEN not in str(told.value)


@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_mistake_is_one_line_before_anything_begins(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database = ("--database", f"sqlite:///{tmp_path / 'club.sqlite3'}")
    hosted = ("--accounts", "--public-url", URL)
    for words, says in (
        (("--sign-in-with", CLUB), "is for a server with --accounts"),
        ((*hosted, "--sign-in-with", "Club"), "expected a name and an address"),
        ((*hosted, "--sign-in-with", "Other=https://other.example"), "DUNGEONBOWL_SIGN_IN_OTHER_ID"),
    ):
        assert run(monkeypatch, command, *database, *words) == 2
        told = capsys.readouterr().err
        assert (says in told, told.count("\n")) == (True, 1), told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("package", ["authlib", "joserfc"])
def test_without_the_packages_a_sentence_says_what_to_install(
    package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in list(sys.modules):
        if name.startswith((package, "dungeonbowl.server.accounts")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    database = ("--database", f"sqlite:///{tmp_path / 'club.sqlite3'}")
    words = ("--accounts", "--public-url", URL, "--sign-in-with", CLUB, "--no-open")
    assert run(monkeypatch, "play", *database, *words) == 2
    assert "pip install 'dungeonbowl[accounts]'" in capsys.readouterr().err
