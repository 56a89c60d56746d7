"""Where people, their news and club days meet: who is told of what, and whose secrets stay secret."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

from dungeonbowl.storage.matches import now
from support.accounts import Browser, with_accounts
from support.club_days import order
from support.direct import Direct
from support.people import account_of, coach, home_of, joins, league_of, member_of, own


async def news(browser: Browser) -> list[tuple[str, str]]:
    return [(each["kind"], each["title"]) for each in (await browser.get("/me/news")).json()["news"]]


async def league_with_owner(host: Browser, owner: Browser) -> tuple[str, str, str]:
    """A league in which somebody owns the first team of the next fixture; returns league, fixture and team."""
    league = await league_of(host)
    home = (await home_of(host, league))["home"]
    fixture = home["next"][0]
    team = fixture["sides"][0]["team"]
    named = next(each["coach"] for each in home["teams"] if each["id"] == team)
    await joins(host, owner, league, member=await member_of(host, league, named))
    return league, fixture["id"], team


def test_who_decides_for_a_team_is_reminded_of_its_deadline(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, owner, helper = [await coach(ask, name) for name in ("Host", "Owner", "Helper")]
        league, fixture, team = await league_with_owner(host, owner)
        await joins(host, helper, league, role="co-coach", team=team)
        soon = (now() + timedelta(hours=2)).isoformat()
        moved = await host.post(f"/fixtures/{fixture}/extend", {"deadline": soon, "reason": "a short week"})
        assert moved.status in (200, 201), moved.body
        for _ in range(2):  # a second look tells nobody anything new
            await asyncio.to_thread(ask.state.reminders.look)
        for browser in (owner, helper):
            ((kind, title),) = await news(browser)
            assert kind == "deadline"
            assert title.startswith("Less than 3 hours left to play")
        assert await news(host) == []

    with_accounts(tmp_path, scene)


def test_a_calendar_shows_own_fixtures_and_no_private_league_to_strangers(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, owner, stranger = [await coach(ask, name) for name in ("Host", "Owner", "Stranger")]
        league, fixture, team = await league_with_owner(host, owner)
        soon = (now() + timedelta(days=2)).isoformat()
        await host.post(f"/fixtures/{fixture}/extend", {"deadline": soon, "reason": "a week"})
        assert (await host.post(f"/leagues/{league}/door", {"private": True, "applications": False})).status == 200

        async def calendar(browser: Browser, **order: str) -> Any:
            made = await browser.post("/me/feeds", order)
            return made.json()["link"].partition("/api/v1")[2] if made.status == 201 else made.status

        boss = await coach(ask, "Boss")
        await own(ask, boss)
        mine = await calendar(owner, kind="coach")
        assert b"BEGIN:VEVENT" in (await Browser(ask).get(mine)).body
        (row,) = ask.state.registry.office.store.find("teams", {"id": team}, columns=("name",))
        called = {"league": "Club", "team": row["name"]}
        for feed in ({"kind": "league", "subject": league}, {"kind": "team", "subject": team}):
            assert await calendar(stranger, **feed) == 404
            for reader in (owner, boss):
                read = await Browser(ask).get(await calendar(reader, **feed))
                assert read.status == 200
                assert f"X-WR-CALNAME:Dungeon Bowl: {called[feed['kind']]}\r\n".encode() in read.body

    with_accounts(tmp_path, scene)


def test_a_coach_is_told_of_a_challenge_to_him_alone(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        one, other = await coach(ask, "One"), await coach(ask, "Other")
        guest = await account_of(other)
        made = await one.post("/lobby/challenges", {"guest": guest, "clock": {"mode": "days"}})
        assert made.status == 201, made.body
        assert made.json()["clock"] == "over days: 48 hours for a turn, 168 more for the match"
        assert await news(other) == [("challenge", "One challenges you to a match")]
        await one.post("/lobby/challenges", {})
        assert len(await news(other)) == 1
        assert await news(one) == []

    with_accounts(tmp_path, scene)


def test_the_desk_of_a_club_day_is_for_those_who_run_it_and_a_card_needs_no_account(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, scribe, member, stranger = [await coach(ask, name) for name in ("Host", "Scribe", "Member", "Stranger")]
        made = await host.post("/leagues", order(4))
        assert made.status == 201, made.body
        league = made.json()["id"]
        competition = (await home_of(host, league))["home"]["competitions"][0]["id"]
        await joins(host, scribe, league, role="scribe")
        await joins(host, member, league, role="coach")
        club = f"/club/{competition}"
        room = (await stranger.get(club)).json()
        assert room["may_run"] is False
        team = room["entries"][0]["team"]
        secret = (f"{club}/desk", f"{club}/cards/{team}", f"{club}/print/cards")
        for path in secret:
            assert [(await each.get(path)).status for each in (Browser(ask), stranger, member)] == [401, 403, 403], path
            assert [(await each.get(path)).status for each in (host, scribe)] == [200, 200], path
        for path, body in (("cards/replace", {"team": team}), ("clock", {"kind": "start"})):
            assert (await stranger.post(f"{club}/{path}", body)).status == 403
        assert (await scribe.post(f"{club}/clock", {"kind": "start"})).status == 200
        assert (await scribe.get(club)).json()["may_run"] is True
        code = (await host.get(f"{club}/cards/{team}")).json()["link"].partition("#card=")[2]
        mine = await Browser(ask).get(f"{club}/mine", authorization=f"Bearer {code}")
        assert mine.status == 200
        assert (await Browser(ask).get(f"{club}/mine", authorization=f"Bearer {code}x")).status == 403

    with_accounts(tmp_path, scene)
