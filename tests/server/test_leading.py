"""The lead of matches in one server: a lease that was lost and is there again, and matches that leave the memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import cast

import pytest

from dungeonbowl.server import leading
from dungeonbowl.server.failures import NO_DATABASE
from dungeonbowl.server.leading import Elsewhere, Leading
from dungeonbowl.server.session import Session
from dungeonbowl.storage.leases import Claim, Leases
from dungeonbowl.storage.leases import Elsewhere as Other
from support.asynchronous import run_alone
from support.lines import QUICK, House
from support.servers import PATIENCE

HOUR = 3600.0


class Lead:
    """The lease of a house: a test says when it runs out and when it is renewed."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.leading = Leading(Leases(house.store, "http://127.0.0.1:1"))
        self.looks = 0  # at which the lease was found to be lost, or to be another one
        house.sessions.leading = self.leading

    async def begin(self) -> None:
        await self.leading.begin(self.house.sessions.adopt, self.lapsed, lambda: True)
        self.leading.until = time.monotonic() + HOUR

    def lapsed(self) -> None:
        self.house.sessions.lapsed()
        self.looks += 1

    async def is_lost(self) -> None:
        """It runs out, and the server notices it."""
        self.leading.until = 0.0
        looks = self.looks
        await until(lambda: self.looks > looks)

    def is_renewed(self) -> None:
        self.leading.renewed(self.leading.leases.renew)
        self.leading.until = time.monotonic() + HOUR


async def until(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not reached():
            await asyncio.sleep(0.01)


def play(folder: Path, scene: Callable[[House, Lead], Awaitable[None]]) -> None:
    async def whole() -> None:
        house = House(folder)
        lead = Lead(house)
        await lead.begin()
        try:
            await scene(house, lead)
        finally:
            await house.close()

    run_alone(whole())


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "LOOK", 0.01)
    monkeypatch.setattr(leading, "RENEWAL", HOUR)


def test_what_is_led_since_the_lease_is_valid_again_is_not_lost_with_the_rest(tmp_path: Path) -> None:
    """The server notices first that its lease has run out, and then that it was renewed too late: one loss, not two."""

    async def scene(house: House, lead: Lead) -> None:
        old, _ = await house.create(QUICK)
        before = house.session(old.id)
        await lead.is_lost()
        assert before.is_ended
        lead.is_renewed()
        looks = lead.looks
        new, created = await house.create(QUICK)
        line = await house.connect(new.id, created.seats[0].token)
        again = await house.sessions.get(old.id)
        await until(lambda: lead.looks > looks)
        assert line.closed is None
        assert again is not None
        assert not again.is_ended
        await house.session(new.id).announce("goes on")
        assert lead.leading.lapses == 1

    play(tmp_path, scene)


def test_who_asks_before_the_loss_was_noticed_gets_no_match_of_the_lease_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leading, "LOOK", HOUR)

    async def scene(house: House, lead: Lead) -> None:
        stored, _ = await house.create(QUICK)
        before = house.session(stored.id)
        lead.leading.until = 0.0
        lead.is_renewed()
        again = await house.sessions.get(stored.id)
        assert again is not before
        assert again is not None
        await again.announce("goes on")
        assert before.is_ended

    play(tmp_path, scene)


def test_a_match_that_is_asked_for_while_it_leaves_the_memory_is_led_on(tmp_path: Path) -> None:
    async def scene(house: House, lead: Lead) -> None:
        stored, _ = await house.create(QUICK)
        before = house.session(stored.id)
        going = asyncio.Event()
        before.put(lambda: wait_for(going))
        leaving = asyncio.create_task(house.sessions.forget(before))
        await asyncio.sleep(0)
        again = await house.sessions.get(stored.id)
        going.set()
        await leaving
        assert house.session(stored.id) is again
        assert again is not None
        await again.announce("goes on")
        ((leader,),) = house.rows("select leader from matches where id = :match", match=stored.id)
        assert leader == lead.leading.leases.id

    play(tmp_path, scene)


def test_a_match_that_was_loaded_anew_is_not_swept_away_with_the_session_before(tmp_path: Path) -> None:
    async def scene(house: House, lead: Lead) -> None:
        slow, _ = await house.create(QUICK)
        stored, _ = await house.create(QUICK)
        going = asyncio.Event()
        house.session(slow.id).put(lambda: wait_for(going))
        house.session(slow.id).idle_since = -HOUR
        house.session(stored.id).lose()
        sweeping = asyncio.create_task(house.sessions.sweep())
        await asyncio.sleep(0)
        again = await house.sessions.get(stored.id)
        going.set()
        await sweeping
        assert slow.id not in house.sessions.by_id
        assert house.session(stored.id) is again
        assert isinstance(again, Session)

    play(tmp_path, scene)


async def wait_for(event: asyncio.Event) -> None:
    await event.wait()


class Orphans:
    """Matches that nobody leads, in place of those of a database."""

    def __init__(self, count: int) -> None:
        self.left = [f"m{number}" for number in range(count)]
        self.dead: frozenset[str] = frozenset()

    def take(self, most: int) -> dict[str, Claim]:
        found, self.left = self.left[:most], self.left[most:]
        return {match: Claim(1) for match in found}

    def hold(self, found: dict[str, Claim]) -> dict[str, Claim]:
        return found


def test_every_match_has_a_leader_before_the_first_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a server that gives its matches away waits for those that it is loading."""

    async def scene() -> None:
        orphans = Orphans(5 * leading.TAKEN_AT_ONCE + 1)
        lead = Leading(cast(Leases, orphans))
        lead.until = time.monotonic() + HOUR
        go, loaded = asyncio.Event(), set[str]()

        async def adopt(claims: Mapping[str, Claim]) -> None:
            await go.wait()
            loaded.update(claims)

        lead.taking = asyncio.create_task(lead.take_over(adopt))
        async with asyncio.timeout(PATIENCE):
            await lead.taking
        assert orphans.left == []
        assert lead.adopted == 5 * leading.TAKEN_AT_ONCE + 1
        assert loaded == set()
        asyncio.get_running_loop().call_soon(go.set)
        await lead.rest()
        assert len(loaded) == lead.adopted
        assert not lead.adopting

    monkeypatch.setattr(leading, "BREATH", 0.0)
    monkeypatch.setattr(leading, "FAREWELL", PATIENCE)
    run_alone(scene())


def test_who_was_handed_on_to_a_server_hears_that_it_has_died() -> None:
    async def scene() -> None:
        orphans = Orphans(0)
        lead = Leading(cast(Leases, orphans))
        lead.until = time.monotonic() + HOUR
        handed_on = [asyncio.create_task(lead.died(Other("http://192.0.2.1", secret))) for secret in ("a", "a", "b")]
        await lead.take_over(nothing)
        assert not any(each.done() for each in handed_on)
        orphans.dead = frozenset({"a", "of nobody here"})
        await lead.take_over(nothing)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*handed_on[:2])
        again = asyncio.create_task(lead.died(Other("http://192.0.2.1", "a")))
        await asyncio.sleep(0)
        assert not again.done(), "it may have come back: the next look says"
        assert not handed_on[2].done()
        for each in (again, handed_on[2]):
            each.cancel()

    async def nothing(_: Mapping[str, Claim]) -> None:
        pass

    run_alone(scene())


def test_a_server_that_may_not_lead_is_not_ready(tmp_path: Path) -> None:
    """The database may answer every question and take nothing: its disk is full, or it is a copy."""

    async def scene(house: House, lead: Lead) -> None:
        assert await house.sessions.why_not_ready() == ""
        stored, _ = await house.create(QUICK)
        await lead.is_lost()
        assert await house.sessions.why_not_ready() == NO_DATABASE
        with pytest.raises(Elsewhere, match="the database does not answer"):
            await house.sessions.get(stored.id)
        lead.is_renewed()
        assert await house.sessions.why_not_ready() == ""

    play(tmp_path, scene)
