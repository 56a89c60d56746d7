"""What one server tells the others on its database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from dungeonbowl.server.bulletin import LONGEST, Bulletin, PostgresBulletin, bulletin_of
from dungeonbowl.server.league.live import Listeners
from dungeonbowl.storage.database import make_engine
from dungeonbowl.storage.journal import Journal
from support.postgres import postgres_database
from support.servers import PATIENCE


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with postgres_database() as url:
        yield url


class Place:
    """A server on a database, as far as its bulletin goes."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self.journal = Journal(self.engine)
        self.bulletin = bulletin_of(asyncio.get_running_loop(), self.engine, self.journal)
        self.heard: list[str] = []

    async def __aenter__(self) -> Place:
        if isinstance(self.bulletin, PostgresBulletin):
            assert await asyncio.to_thread(self.bulletin.listens.wait, PATIENCE)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.bulletin.close()
        self.journal.close()
        self.engine.dispose()


async def until(reached: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not reached():
            await asyncio.sleep(0.01)


def test_a_server_alone_tells_itself(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Place(f"sqlite:///{tmp_path / 'matches.sqlite3'}") as place:
            assert type(place.bulletin) is Bulletin
            stop = place.bulletin.subscribe("lobby", place.heard.append)
            place.bulletin.subscribe("other", lambda _: place.heard.append("never"))
            await asyncio.to_thread(place.bulletin.publish, "lobby", "hello")
            await until(lambda: place.heard)
            stop()
            stop()
            place.bulletin.publish("lobby", "nobody listens")
            await asyncio.sleep(0)
            assert place.heard == ["hello"]

    asyncio.run(scene())


def test_a_listener_that_fails_keeps_nothing_from_the_next(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with Place(f"sqlite:///{tmp_path / 'matches.sqlite3'}") as place:
            place.bulletin.subscribe("lobby", lambda _: [].pop())
            place.bulletin.subscribe("lobby", place.heard.append)
            place.bulletin.publish("lobby", "hello")
            await until(lambda: place.heard)
            with pytest.raises(ValueError, match="short"):
                place.bulletin.publish("lobby", "x" * LONGEST)

    asyncio.run(scene())
    assert "could not be followed" in caplog.text


def test_servers_on_one_postgresql_hear_each_other_once_and_in_order(postgres: str) -> None:
    async def scene() -> None:
        async with Place(postgres) as first, Place(postgres) as second, Place(postgres) as third:
            places = [first, second, third]
            for place in places:
                place.bulletin.subscribe("lobby", place.heard.append)
            said = [f"{number} ä \"'\n" for number in range(20)]
            for words in said:
                first.bulletin.publish("lobby", words)
            await until(lambda: all(len(place.heard) >= len(said) for place in places))
            assert [place.heard for place in places] == [said] * 3

    asyncio.run(scene())


def test_a_line_that_breaks_is_mended_and_everybody_told_that_something_may_be_missing(postgres: str) -> None:
    async def scene() -> None:
        async with Place(postgres) as here, Place(postgres) as there:
            missed: list[str] = []
            there.bulletin.subscribe("lobby", there.heard.append, lambda: missed.append("missed"))
            with here.engine.connect() as connection:
                cut = "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'"
                connection.execute(text(cut))
            await until(lambda: missed)
            here.bulletin.publish("lobby", "again")
            await until(lambda: there.heard)
            assert there.heard == ["again"]

    asyncio.run(scene())


def test_who_looks_at_a_league_hears_of_which_teams_as_far_as_there_is_room(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Place(f"sqlite:///{tmp_path / 'matches.sqlite3'}") as place:
            listeners = Listeners(place.bulletin)
            listener = listeners.add("l_1")

            async def told() -> list[str]:
                await asyncio.wait_for(listener.event.wait(), PATIENCE)
                return listener.heard()

            listeners.wrote({"l_1"}, {"t_2", "t_1"})
            assert await told() == ["t_1", "t_2"]
            listeners.wrote({"l_1"}, {"t_1"})
            listeners.wrote({"l_1"})
            await until(lambda: listener.anything)
            assert await told() == [], "of several at once, one that may be anything"
            listeners.wrote({"l_1", "l_2"}, {"t_1"})
            assert await told() == [], "nobody hears of teams of another league"
            listeners.wrote({"l_1"}, {f"t_{'x' * 50}{number}" for number in range(100)})
            assert await told() == []
            listeners.remove("l_1", listener)

    asyncio.run(scene())
