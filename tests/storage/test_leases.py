"""Leases: one server at a time leads a match, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError

from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.leases import LEASE, Claim, Elsewhere, Leases
from dungeonbowl.storage.match_records import (
    Change,
    ClockRecord,
    ResultRecord,
    SeatRecord,
    SideRecord,
    StoredChat,
    StoredInput,
    StoredMatch,
)
from dungeonbowl.storage.matches import LeaseLost, Matches, now
from dungeonbowl.storage.tables import MatchRow, ServerRow
from support.asynchronous import run_alone

HOUR = 3600.0
OWN_LOCK = "(hashtextextended(:id, 0) & 4294967295)::oid"  # the lock of a server, as the database lists it


def a_match(identity: str = "m1", stage: str = "playing") -> StoredMatch:
    sides = [SideRecord("person", "Home"), SideRecord("person", "Away")]
    start = (stage, 1, "0", b"{}", b"\x00", "c" * 64, sides, ClockRecord(), [], 0.0, ResultRecord([0, 0]))
    return StoredMatch(identity, now(), now(), *start, {f"{identity}-link": SeatRecord([0])})


def a_step(number: int, match: str = "m1") -> Change:
    inputs = [StoredInput(0, [number])]
    return Change(match, number, number + 1, number - 1, inputs, "playing", clock=ClockRecord(), result=ResultRecord())


class Place:
    """One server on a database."""

    def __init__(self, url: str, name: str) -> None:
        self.store = Matches(open_database(url))
        self.leases = Leases(self.store, f"http://{name}")
        self.leases.join()
        self.lives()

    def lives(self) -> None:
        """It renews its lease, which then outlasts the slowest test."""
        self.leases.renew()
        self.move(HOUR)

    def dies(self) -> None:
        """It is not heard of any more, and its lease has run out."""
        self.move(-2 * HOUR)

    def move(self, seconds: float) -> None:
        with self.store.engine.begin() as connection:
            mine = update(ServerRow).where(ServerRow.id == self.leases.id)
            connection.execute(mine.values(expires=ServerRow.expires + seconds))

    def is_killed(self) -> None:
        """The system closes the connections of a process that is killed. The database notices that a moment later, and
        only then is the lock free."""
        self.leases.hang_up()
        with self.store.engine.connect() as connection:
            held = text("select count(*) from pg_locks where locktype = 'advisory' and objid = " + OWN_LOCK)
            while connection.execute(held, {"id": self.leases.id}).scalar_one():
                time.sleep(0.01)

    def close(self) -> None:
        self.leases.hang_up()
        self.store.close()

    def inputs(self, match: str = "m1") -> list[int]:
        stored = self.store.load_now(match)
        assert stored is not None
        return [number for each in stored.inputs for number in each.numbers]


def play(url: str, scene: Callable[[Place, Place], Awaitable[None]]) -> None:
    async def whole() -> None:
        places = [Place(url, "first"), Place(url, "second")]
        try:
            await scene(*places)
        finally:
            for place in places:
                place.close()

    run_alone(whole())


def test_whoever_makes_a_match_leads_it_and_others_are_told_where(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match())
        assert await second.leases.claim("m1") == Elsewhere("http://first", first.leases.secret)
        await first.store.record(a_step(1))
        with pytest.raises(LeaseLost):
            await second.store.record(a_step(2))
        assert second.inputs() == [1]
        assert await second.leases.claim("nowhere") is None
        assert await second.leases.claim("no\0match") is None

    play(url, scene)


def test_a_leader_that_lost_its_match_writes_nothing_at_all(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match())
        await first.store.record(a_step(1))
        first.dies()
        assert isinstance(await second.leases.claim("m1"), Claim)
        line = StoredChat(0, None, "Home", "hello", now())
        tries: list[Callable[[], Awaitable[None]]] = [
            lambda: first.store.record(a_step(2)),
            lambda: first.store.record(Change("m1", 2, 2, 0, [], sides=[])),
            lambda: first.store.record(Change("m1", 2, 3, 0, [], undo=True)),
            lambda: first.store.add_chat("m1", line),
            lambda: first.store.set_pace("m1", 9.0),
            lambda: first.store.replace_seat("m1", ["m1-link"], "new", [0]),
            lambda: first.store.take_seat("m1", "m1-link", "key", [0]),
        ]
        before = second.store.load_now("m1")
        for write in tries:
            with pytest.raises(LeaseLost):
                await write()
        assert second.store.load_now("m1") == before
        await second.store.record(a_step(2))
        assert second.inputs() == [1, 2]
        first.lives()  # it is back, and another leads its match
        with pytest.raises(LeaseLost):
            await first.store.record(a_step(3))
        assert isinstance(await first.leases.claim("m1"), Elsewhere)

    play(url, scene)


def test_one_of_many_who_want_a_match_gets_it(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match())
        first.dies()
        third = Place(url, "third")
        answers = await asyncio.gather(*(place.leases.claim("m1") for place in (second, third)))
        third.close()
        assert sorted(type(answer).__name__ for answer in answers) == ["Claim", "Elsewhere"]

    play(url, scene)


def test_a_match_that_is_given_away_is_free_at_once(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match("m1"))
        await first.store.create(a_match("m2"))
        await first.leases.release("m1", wanted=True)
        await first.leases.release("m2", wanted=False)
        assert second.leases.unled() == ["m1"], "the other is taken by whoever is asked for it"
        with pytest.raises(LeaseLost):
            await first.store.record(a_step(1))
        for match in ("m1", "m2"):
            assert await second.leases.claim(match) == Claim(2)
        assert second.leases.unled() == []

    play(url, scene)


def test_the_matches_of_a_server_that_ends_or_dies_are_found(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match("m1"))
        await first.store.create(a_match("over", stage="over"))
        assert second.leases.unled() == []
        first.dies()
        assert second.leases.unled() == ["m1"], "nothing has to go on in a match that is over"
        assert isinstance(await second.leases.claim("m1"), Claim)
        second.leases.leave()
        assert second.leases.another() is None, "the first is dead"
        first.lives()
        assert second.leases.another() == Elsewhere("http://first", first.leases.secret)
        assert first.leases.unled() == ["m1"]

    play(url, scene)


def test_a_row_that_was_deleted_comes_back_with_the_next_renewal(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        with first.store.engine.begin() as connection:
            connection.execute(text("delete from servers"))
        first.lives()
        await first.store.create(a_match())
        assert isinstance(await second.leases.claim("m1"), Elsewhere)

    play(url, scene)


def test_thought_counts_until_the_leader_was_last_heard_of(url: str) -> None:
    """The decision was a minute ago, the leader was heard of for 25 seconds after it, and then nobody led."""

    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match())
        ago = datetime.now(UTC) - timedelta(seconds=60)
        with first.store.engine.begin() as connection:
            connection.execute(update(MatchRow).values(changed=ago))
            last = update(ServerRow).where(ServerRow.id == first.leases.id)
            connection.execute(last.values(expires=ago.timestamp() + 25 + LEASE))
        claim = await second.leases.claim("m1")
        assert isinstance(claim, Claim)
        assert claim.thought == pytest.approx(25)

    play(url, scene)


def test_those_who_go_on_share_the_matches_of_a_server_that_died(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        third = Place(url, "third")
        try:
            made = {f"m{number}" for number in range(10)}
            for match in made:
                await first.store.create(a_match(match))
            first.dies()
            found: list[str] = []
            while shares := await asyncio.gather(
                *(asyncio.to_thread(place.leases.take, 3) for place in (second, third))
            ):
                if not any(shares):
                    break
                for place, share in zip((second, third), shares, strict=True):
                    assert len(share) <= 3
                    assert place.leases.hold(share) == share
                    assert all(claim.epoch == 2 for claim in share.values())
                    found += share
                    for match in share:
                        await place.store.record(a_step(1, match))
            assert sorted(found) == sorted(made), "each was taken once"
            for match in made:
                with pytest.raises(LeaseLost):
                    await first.store.record(a_step(2, match))
        finally:
            third.close()

    play(url, scene)


def test_a_match_that_was_claimed_once_more_is_not_held_by_the_older_claim(url: str) -> None:
    """Somebody asked for it while this server was taking it over with others."""

    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match())
        first.dies()
        taken = second.leases.take(20)
        assert await second.leases.claim("m1") == Claim(3)
        assert second.leases.hold(taken) == {}
        await second.store.record(a_step(1))

    play(url, scene)


def test_matches_that_nobody_has_taken_go_on_after_a_renewal_that_comes_too_late(url: str) -> None:
    """Nobody may ask for them, though their clocks run."""

    async def scene(first: Place, second: Place) -> None:
        for match in ("m1", "m2"):
            await first.store.create(a_match(match))
        await first.store.create(a_match("m3", "waiting"))
        first.dies()
        assert isinstance(await second.leases.claim("m1"), Claim)
        first.leases.renew(late=True)
        first.lives()
        assert second.leases.unled() == ["m2"], "one was taken, and one has not begun"
        found = first.leases.take(20)
        assert set(first.leases.hold(found)) == {"m2"}
        await first.store.record(a_step(1, "m2"))

    play(url, scene)


def test_what_was_claimed_anew_is_not_given_away_by_who_led_it_before(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match())
        before = first.store.epochs["m1"]
        await first.leases.claim("m1")
        await first.leases.release("m1", wanted=True, epoch=before)
        assert isinstance(await second.leases.claim("m1"), Elsewhere)
        await first.store.record(a_step(1))
        await first.leases.release("m1", wanted=True, epoch=first.store.epochs["m1"])
        assert isinstance(await second.leases.claim("m1"), Claim)

    play(url, scene)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_server_that_was_killed_is_known_at_once_by_its_lock(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match("m1"))
        await first.store.create(a_match("m2"))
        assert second.leases.take(20) == {}, "the first is there"
        first.is_killed()
        assert second.leases.another() is None
        assert isinstance(await second.leases.claim("m1"), Claim), "though its lease is good for an hour"
        assert set(second.leases.take(20)) == {"m2"}
        for match in ("m1", "m2"):
            with pytest.raises(LeaseLost):
                await first.store.record(a_step(1, match))

    play(url, scene)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_after_a_restart_of_the_database_nobody_is_taken_for_dead_who_was_not_seen_since(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        await first.store.create(a_match())
        assert second.leases.take(20) == {}
        for place in (first, second):
            place.is_killed()
        second.lives()
        assert second.leases.take(20) == {}, "the first may still come back"
        assert isinstance(await second.leases.claim("m1"), Elsewhere)
        first.lives()
        assert second.leases.take(20) == {}
        await first.store.record(a_step(1))

    play(url, scene)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_server_whose_line_is_cut_knows_that_it_may_have_lost_its_matches(url: str) -> None:
    async def scene(first: Place, second: Place) -> None:
        with second.store.engine.begin() as connection:
            cut = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = " + OWN_LOCK
            assert connection.execute(text(cut), {"id": first.leases.id}).scalars().all() == [True]
        assert first.leases.is_known_alive, "it has not noticed it yet"
        with pytest.raises(DBAPIError):
            first.leases.renew()
        assert not first.leases.is_known_alive
        first.leases.renew()
        assert first.leases.is_known_alive

    play(url, scene)
