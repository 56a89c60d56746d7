"""Accounts on SQLite and on a real PostgreSQL, with two servers on one database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from dungeonbowl.errors import Stale, UserError
from dungeonbowl.storage.accounts import (
    CODE,
    DISABLED,
    MOST_SESSIONS,
    PASSKEY,
    PASSWORD,
    PROVIDER,
    Accounts,
    ChallengeRecord,
    NameTaken,
    new_id,
)
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.sign_ins import SignInRecord, SignIns

TOGETHER = 8


@pytest.fixture
def servers(url: str) -> Iterator[list[Accounts]]:
    """Two servers on one database of either kind, each with a writer of its own."""
    engines = [open_database(url), open_database(url)]
    found = [Accounts(engine) for engine in engines]
    yield found
    for store, engine in zip(found, engines, strict=True):
        store.close()
        engine.dispose()


def all_at_once(servers: list[Accounts], work: Callable[[Accounts], Any]) -> list[Any]:
    """What each of many gets who come to either server in one moment; their refusals too."""

    def tried(number: int) -> Any:
        try:
            return work(servers[number % len(servers)])
        except UserError as error:
            return error

    with ThreadPoolExecutor(TOGETHER) as threads:
        return list(threads.map(tried, range(TOGETHER)))


def test_of_many_who_want_a_name_one_gets_it(servers: list[Accounts]) -> None:
    got = all_at_once(servers, lambda store: store.create(new_id(), "Grimtooth", "grimtooth"))
    assert got.count(None) == 1
    assert all(isinstance(each, NameTaken) for each in got if each is not None)
    assert [each.name for each in servers[0].listed()] == ["Grimtooth"]


def test_a_challenge_and_a_code_are_good_once_on_all_servers(servers: list[Accounts]) -> None:
    servers[0].create("a1", "Grimtooth", "grimtooth", [{"kind": CODE, "handle": "h1"}])
    servers[0].add_challenge(ChallengeRecord("c1", "sign-in", "", "", "ff"))
    taken = all_at_once(servers, lambda store: store.take_challenge("c1"))
    assert [each.id for each in taken if isinstance(each, ChallengeRecord)] == ["c1"]
    used = all_at_once(servers, lambda store: store.use_code("a1", "h1"))
    assert used.count(True) == 1


def test_what_was_begun_at_a_provider_is_good_once_on_all_servers(servers: list[Accounts]) -> None:
    SignIns(servers[0]).add(SignInRecord("h" * 64, "sign-in", "https://club.example"))
    assert SignIns(servers[1]).look("h" * 64) == SignInRecord("h" * 64, "sign-in", "https://club.example")
    taken = all_at_once(servers, lambda store: SignIns(store).take("h" * 64))
    assert [each.issuer for each in taken if each is not None] == ["https://club.example"]
    assert SignIns(servers[0]).look("h" * 64) is None


def test_who_is_known_at_a_provider_belongs_to_one_account(servers: list[Accounts]) -> None:
    for identity in ("a1", "a2"):
        servers[0].create(identity, identity, identity, [{"kind": PASSWORD, "handle": identity}])
    way = {"kind": PROVIDER, "handle": "club 1", "public_id": "https://club.example 1"}
    added = all_at_once(servers, lambda store: store.add_credential("a1", way))
    assert added.count(None) == 1
    with pytest.raises(UserError, match="of another"):
        servers[1].add_credential("a2", way, UserError("of another"))


@pytest.mark.parametrize("state", [DISABLED, "deleted"])
def test_an_account_that_was_closed_meanwhile_gets_no_new_way_in(servers: list[Accounts], state: str) -> None:
    servers[0].create("a1", "Grimtooth", "grimtooth", [{"kind": PASSWORD, "handle": "p"}])
    if state == DISABLED:
        servers[0].set_state("a1", DISABLED)
    else:
        servers[0].efface("a1", "coach 4f2a", "coach 4f2a")
    with pytest.raises(UserError):
        servers[1].add_credential("a1", {"kind": PROVIDER, "handle": "club 1", "public_id": "https://club.example 1"})
    assert servers[0].credentials("a1", PROVIDER) == []


NOT_NAMED = ("https://club.exampl", "https://club_example", "https://Club.example")


@pytest.mark.parametrize("issuers", [(), ("https://club.example",), NOT_NAMED])
def test_a_provider_is_a_way_in_while_its_issuer_is_known(servers: list[Accounts], issuers: tuple[str, ...]) -> None:
    ways = [
        {"kind": PASSWORD, "handle": "p"},
        {"kind": PROVIDER, "handle": "club 1", "public_id": "https://club.example 1"},
    ]
    servers[0].create("a1", "Grimtooth", "grimtooth", ways)
    (password,), (provider,) = servers[0].credentials("a1", PASSWORD), servers[0].credentials("a1", PROVIDER)
    if issuers == ("https://club.example",):
        assert servers[0].remove_credential("a1", password.id, issuers)
        with pytest.raises(UserError, match="only way"):
            servers[1].remove_credential("a1", provider.id, issuers)
    else:
        with pytest.raises(UserError, match="only way"):
            servers[0].remove_credential("a1", password.id, issuers)
        assert servers[1].remove_credential("a1", provider.id, issuers)


def test_of_two_ways_in_that_are_removed_at_once_one_is_left(servers: list[Accounts]) -> None:
    ways = [{"kind": PASSKEY, "handle": f"k{number}"} for number in range(TOGETHER)]
    servers[0].create("a1", "Grimtooth", "grimtooth", ways)
    waiting = [each.id for each in servers[0].credentials("a1", PASSKEY)]
    all_at_once(servers, lambda store: store.remove_credential("a1", waiting.pop()))
    assert len(servers[0].credentials("a1", PASSKEY)) == 1


def test_the_last_way_in_is_kept_whoever_removes_one(servers: list[Accounts]) -> None:
    ways = [{"kind": PASSWORD, "handle": "p"}, {"kind": PASSKEY, "handle": "k"}, {"kind": CODE, "handle": "c"}]
    servers[0].create("a1", "Grimtooth", "grimtooth", ways)
    (password,), (passkey,) = servers[0].credentials("a1", PASSWORD), servers[0].credentials("a1", PASSKEY)
    assert servers[0].remove_credential("a1", password.id)
    with pytest.raises(UserError, match="only way"):
        servers[1].remove_credential("a1", passkey.id)
    assert not servers[1].remove_credential("a1", password.id)
    with pytest.raises(UserError, match="known already"):
        servers[1].add_credential("a1", {"kind": PASSKEY, "handle": "k"})


def test_sessions_are_bounded_and_end_with_the_account(servers: list[Accounts]) -> None:
    store = servers[0]
    store.create("a1", "Grimtooth", "grimtooth")
    for number in range(MOST_SESSIONS + 5):
        store.add_session("a1", f"hash {number}", "A browser")
    assert len(store.sessions("a1")) == MOST_SESSIONS
    assert store.session("hash 0") is None
    assert servers[1].session(f"hash {MOST_SESSIONS + 4}") is not None
    store.set_state("a1", DISABLED)
    assert servers[1].sessions("a1") == []
    assert not servers[1].end_session("a1", "no\0id")


def test_a_deleted_account_leaves_nothing_to_sign_in_with(servers: list[Accounts]) -> None:
    store = servers[0]
    store.create("a1", "Grimtooth", "grimtooth", [{"kind": PASSWORD, "handle": "p", "secret": "s"}])
    store.create("a2", "coach ffff", "coach ffff")
    store.add_session("a1", "hash", "A browser")
    store.add_token("a1", "token", "bot", ["play"])
    with pytest.raises(NameTaken):
        store.efface("a1", "coach ffff", "coach ffff")
    assert store.session("hash") is not None  # nothing of it was done
    store.efface("a1", "coach 4f2a", "coach 4f2a")
    assert (store.session("hash"), store.token("token"), store.credentials("a1", PASSWORD)) == (None, None, [])
    assert store.by_folded("grimtooth") is None


def test_what_happens_at_the_same_moment_is_told_and_fails_nothing(servers: list[Accounts]) -> None:
    servers[0].create("a1", "Grimtooth", "grimtooth")
    row = {"kind": PASSWORD, "handle": "p", "secret": "s"}
    got = all_at_once(servers, lambda store: store.replace_credentials("a1", PASSWORD, [row]))
    assert got.count(None) >= 1
    assert all(isinstance(each, Stale) for each in got if each is not None)
    assert len(servers[0].credentials("a1", PASSWORD)) == 1
    with pytest.raises(Stale):
        servers[0].remember_match("a1", "no-such-match")
    with pytest.raises(Stale):
        servers[0].add_session("nobody", "hash", "A browser")
