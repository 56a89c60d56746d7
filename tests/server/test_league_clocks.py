"""The clock of a competition: every match of it that is begun from the page of a fixture has it, whoever begins it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dungeonbowl.server.days import HOUR
from dungeonbowl.storage.match_records import ClockRecord
from support.accounts import Browser, with_accounts
from support.direct import Direct, generous, with_server
from support.people import coach, home_of, joins, league_of, member_of

DAYS = {"options": "clock = days(move=24, bank=96)"}
ONE_DAY = ClockRecord("days", 24 * HOUR, 12 * HOUR, bank=96 * HOUR)
PERSONS = {"seats": ["person", "person"]}
TIMED = {**PERSONS, "clock": {"mode": "turn", "seconds": 60}}


async def fixtures_of(browser: Browser, league: str) -> list[Any]:
    found: list[Any] = (await home_of(browser, league))["home"]["next"]
    return found


async def clock_of(ask: Direct, match: str) -> ClockRecord:
    stored = await ask.state.sessions.store.load(match)
    assert stored is not None
    clock = stored.clock
    return ClockRecord(clock.mode, clock.seconds, clock.answer, clock.gain, bank=clock.bank)


async def told(browser: Browser, fixture: str, language: str = "en") -> str:
    page = await browser.get(f"/fixtures/{fixture}", accept_language=language)
    return str(page.json()["clock"])


def test_a_match_has_the_clock_of_its_competition_and_its_page_tells_it_before(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        house = Browser(ask, "127.0.0.1")
        first, second, *_ = await fixtures_of(house, await league_of(house, **DAYS))
        assert await told(house, first["id"]) == "over days: 24 hours for a turn, 96 more for the match"
        assert "Stunden" in await told(house, first["id"], "de")
        refused = await house.post(f"/fixtures/{first['id']}/match", TIMED)
        assert refused.status == 400, "the clock is for all matches, not for one"
        assert "days(move=24,bank=96)" in refused.what
        view = (await house.get(f"/fixtures/{first['id']}")).json()["view"]
        assert (view["fixture"]["state"], view["fixture"].get("match")) == ("open", None), "nothing is locked"
        made = await house.post(f"/fixtures/{first['id']}/match", PERSONS)
        assert made.status == 201, made.body
        assert await clock_of(ask, made.json()["id"]) == ONE_DAY
        assert await told(house, first["id"]) == "", "the match itself tells its clock now"
        real = await house.post(f"/fixtures/{second['id']}/match", {**PERSONS, "dice": "typed"})
        assert real.status == 201, real.body
        assert (await clock_of(ask, real.json()["id"])).mode == "none", "nobody knows how long dice roll"

    with_server(generous(tmp_path), scene)


def test_a_league_without_the_option_has_no_clock_and_one_may_be_ordered_for_a_match(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        house = Browser(ask, "127.0.0.1")
        first, second, *_ = await fixtures_of(house, await league_of(house))
        assert await told(house, first["id"]) == ""
        made = await house.post(f"/fixtures/{first['id']}/match", PERSONS)
        assert (await clock_of(ask, made.json()["id"])).mode == "none"
        made = await house.post(f"/fixtures/{second['id']}/match", TIMED)
        assert (await clock_of(ask, made.json()["id"])) == ClockRecord("turn", 60, 60)

    with_server(generous(tmp_path), scene)


def test_a_coach_begins_the_match_with_the_clock_of_all_and_cannot_change_it(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, one = await coach(ask, "Host"), await coach(ask, "First")
        league = await league_of(host, **DAYS)
        fixture = (await fixtures_of(host, league))[0]
        teams = (await home_of(host, league))["home"]["teams"]
        owner = next(each["coach"] for each in teams if each["id"] == fixture["sides"][0]["team"])
        await joins(host, one, league, member=await member_of(host, league, owner))
        for clock in (TIMED["clock"], {"mode": "days", "move": 1}):
            refused = await one.post(f"/fixtures/{fixture['id']}/match", {**PERSONS, "clock": clock})
            assert refused.status == 403
        refused = await one.post(f"/leagues/{league}/season/options", {"options": "clock = none"})
        assert refused.status == 403
        made = await one.post(f"/fixtures/{fixture['id']}/match", PERSONS)
        assert made.status == 201, made.body
        assert await clock_of(ask, made.json()["id"]) == ONE_DAY

    with_accounts(tmp_path, scene)
