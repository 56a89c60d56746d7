"""Deleting an account takes several writes. Whatever ends the server between them, or keeps one of them from being
written, the name that was deleted stands nowhere in the end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from dungeonbowl.errors import Unavailable, stale
from dungeonbowl.server.accounts import leaving
from dungeonbowl.storage.accounts import DELETED, LEAVING
from server.accounts.test_own_things import played
from support.accounts import Browser, with_accounts
from support.direct import Direct
from support.people import coach, joins, league_of

NAME = "Grimtooth"


async def left_half_way(ask: Direct) -> str:
    """A coach with a match and a league deletes his account; returns what he is called now."""
    owner = Browser(ask)
    await owner.sign_up(NAME)
    await played(ask, owner, Browser(ask, "192.0.2.2"))
    host = await coach(ask, "Host", "192.0.2.3")
    league = await league_of(host)
    await joins(host, owner, league)
    gone = await owner("DELETE", "/me?name=grimtooth")
    assert gone.status == 200, gone.body
    assert owner.cookies == {}
    assert (await owner.sign_in(NAME)).status == 403, "it is deleted in any case"
    found: str = gone.json()["name"]
    return found


def state(ask: Direct, name: str) -> str:
    (found,) = (each for each in ask.state.accounts.store.listed() if each.name == name)
    assert found.is_gone
    return str(found.state)


def still_there(ask: Direct) -> list[str]:
    """The tables of what others read in which the old name still stands."""
    with ask.state.sessions.store.engine.connect() as connection:
        tables = ("accounts", "matches", "chat", "members", "applications", "lobby_chat")
        return [table for table in tables if NAME in repr(connection.execute(text(f"select * from {table}")).all())]


def test_the_next_server_takes_the_name_away_where_the_last_one_was_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ended(*_: Any) -> None:
        raise Unavailable("the database does not answer")

    async def first(ask: Direct) -> None:
        monkeypatch.setattr(leaving, "take_name_away", ended)
        name = await left_half_way(ask)
        assert state(ask, name) == LEAVING
        assert "matches" in still_there(ask)

    async def second(ask: Direct) -> None:
        while still_there(ask) or ask.state.accounts.store.leaving():
            await asyncio.sleep(0.02)

    with_accounts(tmp_path, first)
    monkeypatch.undo()
    with_accounts(tmp_path, second)


def test_a_league_in_which_others_were_always_first_is_left_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(ask: Direct) -> None:
        def late(*_: Any) -> None:
            raise stale("the league")

        with monkeypatch.context() as busy:
            busy.setattr(ask.state.office.leagues, "change_member", late)
            name = await left_half_way(ask)
        assert state(ask, name) == LEAVING
        assert still_there(ask) == ["members"], "of all else the name is gone at once"
        later = leaving.Leaving(ask.state.accounts, ask.state.sessions, ask.state.registry, ask.state.lobby.store)
        await later.look()
        assert still_there(ask) == []
        assert state(ask, name) == DELETED
        await later.look()  # nothing is left to do

    with_accounts(tmp_path, scene)
