"""Limits that several servers of one PostgreSQL count together."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy import text

from dungeonbowl.server.counting import Counting, InDatabase, Limit
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.limits import KEPT, Level, SharedLevels
from support.accounts import PASSWORD, Browser, with_two
from support.direct import Direct


def test_a_coach_who_goes_from_server_to_server_gets_no_more(postgres: str, tmp_path: Path) -> None:
    async def scene(one: Direct, other: Direct) -> None:
        here = Browser(one)
        await here.sign_up("Grimtooth")
        there = Browser(other)
        there.cookies = here.cookies
        said = [
            (await each.post("/lobby/chat", {"text": f"line {n}"})).status for n, each in enumerate((here, there) * 3)
        ]
        assert said == [201, 201, 201, 429, 429, 429]
        order = {"edition": "official", "quick": True}
        offered = [(await each.post("/lobby/challenges", order)).status for each in (here, there) * 2]
        assert offered == [201, 201, 429, 429]

    with_two(
        postgres, tmp_path, scene, chat_a_second=0.0001, chat_at_once=3, challenges_a_minute=0.001, challenges_at_once=2
    )


def test_ten_failures_count_wherever_they_happen(postgres: str, tmp_path: Path) -> None:
    async def scene(one: Direct, other: Direct) -> None:
        await Browser(one, "192.0.2.7").sign_up("Snikka")
        for number in range(10):  # at both by turns, each from another address
            guesser = Browser((one, other)[number % 2], f"198.51.100.{number}")
            assert (await guesser.sign_in("Snikka", f"guess number {number}")).status == 403
        for server in (one, other):
            late = await Browser(server, "203.0.113.9").sign_in("Snikka", PASSWORD)
            assert (late.status, "too many attempts" in late.what) == (429, True)
        assert (await Browser(one, "192.0.2.8").sign_in("Nobody Else", "a guess")).status == 403

    with_two(postgres, tmp_path, scene)


def test_new_matches_and_new_accounts_from_one_address(postgres: str, tmp_path: Path) -> None:
    async def scene(one: Direct, other: Direct) -> None:
        order = {"quick": True}
        made = [(await Browser(each).post("/matches", order)).status for each in (one, other) * 2]
        assert made == [201, 201, 201, 429]
        assert (await Browser(other, "192.0.2.55").post("/matches", order)).status == 201, "each address has its own"
        for number, each in enumerate((one, other)):
            await Browser(each).sign_up(f"Coach {number}")
        refused = await Browser(one).post("/accounts", {"name": "Coach 3", "password": PASSWORD})
        assert refused.status == 429

    with_two(postgres, tmp_path, scene, matches_a_minute=0.001, matches_at_once=3, sign_ups_an_hour=2)


def test_many_at_once_take_what_is_there_and_no_more(postgres: str) -> None:
    engine = open_database(postgres)
    levels = SharedLevels(engine)
    limit = Limit("many", 0.0, 50)

    def taken(number: int) -> bool:
        keys = ["a", "b"] if number % 2 else ["b", "a"]  # whoever named them the other way round would wait for ever
        return asyncio.run(Counting(InDatabase(levels)).take(limit, *keys))

    try:
        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(taken, range(120))) == 50
    finally:
        engine.dispose()


def test_nothing_is_kept_for_longer_than_an_hour_and_no_address_is_readable(postgres: str) -> None:
    engine = open_database(postgres)
    levels = SharedLevels(engine)

    def old(known: dict[str, Level], now: float) -> None:
        known["address 192.0.2.77"] = Level(9, now - KEPT - 1)

    try:
        levels.change("failures", ["address 192.0.2.77"], old)
        assert levels.change("failures", ["address 192.0.2.77"], lambda known, _: dict(known)) == {}
        levels.change(
            "failures", ["address 192.0.2.78"], lambda known, now: known.update({"address 192.0.2.78": Level(1, now)})
        )
        with engine.connect() as connection:
            rows = connection.execute(text("select key from limits")).scalars().all()
            logged = connection.execute(text("select relpersistence from pg_class where relname = 'limits'")).scalar()
        assert rows
        assert not any("192.0.2" in key for key in rows)
        assert logged == "u", "PostgreSQL does not log it: no request waits for the disk"
    finally:
        engine.dispose()
