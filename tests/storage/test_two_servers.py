"""Two servers of one PostgreSQL and one person: what one of them does, the other one shows."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.storage.leases import Leases
from dungeonbowl.storage.match_records import Change
from dungeonbowl.storage.matches import LeaseLost
from support.accounts import Browser, with_two
from support.direct import Direct, Socket
from support.people import coach
from support.providers import CLUB, come_back, leave, there
from support.servers import PATIENCE


async def enters(ask: Direct, browser: Browser) -> Socket:
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    socket = await ask.socket("/api/v1/lobby/socket", cookie=cookie)
    await socket.message("changed")  # from here on the database knows
    return socket


async def lobby(ask: Direct) -> Any:
    return (await Browser(ask, "192.0.2.3").get("/lobby")).json()


def test_who_closes_a_page_of_one_server_is_still_at_the_other(postgres: str, tmp_path: Path) -> None:
    """And keeps the place among those who wait for a partner."""

    async def scene(one: Direct, other: Direct) -> None:
        grim = await coach(one, "Grimtooth")
        here, there = await enters(one, grim), await enters(other, grim)
        assert (await grim.post("/lobby/pairing", {"edition": "official"})).status == 200
        for ask in (one, other):
            assert [each["name"] for each in (await lobby(ask))["guests"]] == ["Grimtooth"]
        await here.leave()
        for ask in (one, other):
            assert [each["name"] for each in (await lobby(ask))["guests"]] == ["Grimtooth"]
        assert (await grim.get("/lobby")).json()["waits"] == "official"
        await there.leave()
        for ask in (one, other):
            assert (await lobby(ask))["guests"] == []

    with_two(postgres, tmp_path, scene)


def test_of_two_servers_that_are_left_at_once_neither_keeps_a_ghost(postgres: str, tmp_path: Path) -> None:
    async def scene(one: Direct, other: Direct) -> None:
        grim = await coach(one, "Grimtooth")
        for _ in range(5):
            sockets = [await enters(one, grim), await enters(other, grim)]
            await asyncio.gather(*(socket.leave() for socket in sockets))
            assert (await lobby(one))["guests"] == []

    with_two(postgres, tmp_path, scene)


def test_who_leaves_is_called_otherwise_in_a_match_that_another_server_leads(postgres: str, tmp_path: Path) -> None:
    async def scene(one: Direct, other: Direct) -> None:
        grim = await coach(one, "Grimtooth")
        made = (await grim.post("/matches", {"quick": True, "seats": ["person", "person"]})).json()
        link = made["seats"][0]["token"]
        key = "k" * 32
        assert (await grim.post(f"/matches/{made['id']}/seat?token={link}", {"key": key})).status == 201
        session = one.state.sessions.by_id[made["id"]]
        session.sides[0].coach = "Grimtooth"
        await one.state.sessions.store.journal.write(lambda connection: None)
        elsewhere = Browser(other)
        elsewhere.cookies = grim.cookies
        assert (await elsewhere("DELETE", "/me?name=Grimtooth")).status == 200
        assert made["id"] not in other.state.sessions.by_id
        async with asyncio.timeout(PATIENCE):
            while not session.is_ended:  # it hears of it, and the next who asks gets what the database has
                await asyncio.sleep(0.02)
        shown = (await Browser(one).get(f"/matches/{made['id']}?token={key}")).json()
        assert not any(card["coach"] == "Grimtooth" for card in shown["sides"])

    with_two(postgres, tmp_path, scene)


def test_a_leader_that_has_not_heard_of_it_writes_no_old_name(postgres: str, tmp_path: Path) -> None:
    async def scene(one: Direct, other: Direct) -> None:
        made = (await Browser(one).post("/matches", {"quick": True, "seats": ["person", "person"]})).json()
        sessions = one.state.sessions
        leases = Leases(sessions.store, "http://127.0.0.1:1")
        leases.join()
        await leases.claim(made["id"])
        stored = await sessions.store.load(made["id"])
        stored.sides[0].coach = "Grimtooth"
        change = Change(stored.id, stored.number, stored.number, 0, [], sides=stored.sides)
        await sessions.store.record(change)
        await other.state.sessions.store.efface_coach(stored.id, [0], "coach 4f2a", anew=True)
        with pytest.raises(LeaseLost):
            await sessions.store.record(change)
        leases.hang_up()
        assert (await sessions.store.load(stored.id)).sides[0].coach == "coach 4f2a"

    with_two(postgres, tmp_path, scene)


def test_another_server_of_the_database_hears_the_answer(postgres: str, tmp_path: Path) -> None:
    async def scene(one: Direct, other: Direct) -> None:
        provider = there(one)
        other.state.accounts.linking.providers.transport = provider
        browser = Browser(one)
        brought = provider.agree(await leave(browser))
        browser.ask = other
        twin = Browser(one)
        twin.cookies = dict(browser.cookies)
        answers = await asyncio.gather(come_back(browser, brought), come_back(twin, brought))
        assert sorted(each.status for each in answers) == [200, 403]
        winner = browser if answers[0].status == 200 else twin
        made = await winner.post("/providers/sign-up", {"name": "Grimtooth"})
        assert made.status == 201, made.body

    with_two(postgres, tmp_path, scene, sign_in_with=(CLUB,))


def test_who_asks_both_servers_at_once_gets_no_more_than_from_one(postgres: str, tmp_path: Path) -> None:
    """Days of vacation, and the one link of a calendar that is good."""

    async def scene(one: Direct, other: Direct) -> None:
        begins = datetime.now(UTC) + timedelta(days=1)
        for number in range(8):
            grim = await coach(one, f"Grimtooth {number}", f"192.0.2.{number}")
            there = Browser(other, grim.address)
            there.cookies = dict(grim.cookies)
            away = [(begins + timedelta(days=22 * each), begins + timedelta(days=22 * each + 20)) for each in range(6)]
            orders = [{"starts": starts.isoformat(), "ends": ends.isoformat()} for starts, ends in away]
            told = [(grim, there)[each % 2].post("/me/vacations", order) for each, order in enumerate(orders)]
            calendar = {"kind": "coach", "subject": ""}
            told += [each.post("/me/feeds", calendar) for each in (grim, there, grim, there)]
            answers = await asyncio.gather(*told)
            assert [each.status for each in answers[:6]].count(201) == 1
            telling = (await grim.get("/me/telling")).json()
            assert (len(telling["vacations"]), len(telling["feeds"])) == (1, 1)

    with_two(postgres, tmp_path, scene)
