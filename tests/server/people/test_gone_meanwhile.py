"""Whoever signs out or deletes the account while an order of his is under way: nothing new is known of him after that,
and nobody is answered with a failure of the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.server.league import asking
from support.accounts import with_accounts
from support.direct import Direct
from support.people import account_of, coach, league_of


def test_who_asks_is_asked_once_for_an_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(connection: Any) -> None:
        return None

    async def scene(ask: Direct) -> None:
        host, other = await coach(ask, "Host"), await coach(ask, "Other")
        league = await league_of(host, coaches=())
        challenge = (await host.post("/lobby/challenges", {})).json()["id"]
        monkeypatch.setattr(asking, "visitor_of", nobody)  # signed out since the first question
        for path, order in (
            ("/lobby/chat", {"text": "hello"}),
            (f"/lobby/challenges/{challenge}/accept", {}),
            ("/lobby/challenges", {}),
            ("/invitations/accept", {"token": "x"}),
            (f"/leagues/{league}/applications", {}),
            ("/teams/kept/t_x/hand-over/accept", {}),
        ):
            answer = await other.post(path, order)
            assert answer.status < 500, (path, answer.body)

    with_accounts(tmp_path, scene)


def test_who_is_deleted_while_he_accepts_is_in_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(ask: Direct) -> None:
        host, other = await coach(ask, "Host"), await coach(ask, "Other")
        account = await account_of(other)
        challenge = (await host.post("/lobby/challenges", {})).json()["id"]
        sessions, store = ask.state.sessions, ask.state.accounts.store
        create = sessions.create

        async def too_late(*told: Any) -> Any:
            store.efface(account, "coach 4f2a", "coach 4f2a")
            return await create(*told)

        with monkeypatch.context() as patch:
            patch.setattr(sessions, "create", too_late)
            answer = await other.post(f"/lobby/challenges/{challenge}/accept")
        assert (answer.status, "not open" in answer.what) == (404, True)
        page = (await host.get("/lobby")).json()
        assert [each["id"] for each in page["challenges"]] == [challenge]  # for somebody else
        assert page["matches"] == []
        assert (await host.get("/me/matches")).json() == []

    with_accounts(tmp_path, scene)


def test_a_deleted_coach_says_and_offers_nothing_and_is_paired_with_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(ask: Direct) -> None:
        host, other, third = [await coach(ask, name) for name in ("Host", "Other", "Third")]
        lobby, account = ask.state.lobby, await account_of(other)
        assert (await other.post("/lobby/pairing", {"edition": "official"})).status == 200
        pay = lobby.pay

        async def gone(*told: Any) -> None:
            await pay(*told)
            ask.state.accounts.store.efface(account, "coach 4f2a", "coach 4f2a")

        with monkeypatch.context() as patch:
            patch.setattr(lobby, "pay", gone)
            assert (await other.post("/lobby/chat", {"text": "I am Other"})).status == 409
        assert (await host.get("/lobby")).json()["chat"] == []
        assert (await host.post("/lobby/pairing", {"edition": "official"})).status == 200
        assert (await host.get("/me/matches")).json() == []
        assert (await third.post("/lobby/pairing", {"edition": "official"})).status == 200
        assert len((await host.get("/me/matches")).json()) == 1

    with_accounts(tmp_path, scene)
