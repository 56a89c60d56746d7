"""What a coach gets who runs a league of his own, and would like to run or read that of somebody else by it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from dungeonbowl.server.close_codes import NOT_ALLOWED
from support.accounts import Browser, with_accounts
from support.direct import Direct
from support.people import coach, home_of, joins, league_of, member_of


async def two_leagues(ask: Direct, options: str = "") -> tuple[Browser, str, Browser, str]:
    """Somebody with a league that plays, and somebody else with an empty one."""
    host, thief = await coach(ask, "Host"), await coach(ask, "Thief")
    return host, await league_of(host), thief, await league_of(thief, "Den", (), options=options)


def test_a_league_behind_the_question_mark_opens_nothing_that_the_path_names(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, league, thief, den = await two_leagues(ask)
        home = (await home_of(host, league))["home"]
        team, fixture = home["teams"][0]["id"], home["next"][0]["id"]
        orders: dict[str, Any] = {
            f"/teams/kept/{team}/rename": {"name": "Stolen"},
            f"/teams/kept/{team}/disband": {},
            f"/fixtures/{fixture}/walkover": {"winner": team, "reason": "mine"},
            f"/fixtures/{fixture}/match": {"seats": ["person", "person"]},
            f"/competitions/{home['competitions'][0]['id']}/rounds/next": {},
        }
        for path, order in orders.items():
            assert (await thief.post(f"{path}?league={den}", order)).status == 403, path
        assert (await home_of(host, league))["home"] == home
        await host.post(f"/leagues/{league}/door", {"private": True, "applications": False})
        for path in (f"/teams/kept/{team}", f"/fixtures/{fixture}", f"/leagues/{league}"):
            assert (await thief.get(f"{path}?league={den}")).status == 404, path

    with_accounts(tmp_path, scene)


def test_a_list_is_of_one_league_and_the_guard_looks_at_that_one(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, league, thief, den = await two_leagues(ask)
        await host.post(f"/leagues/{league}/door", {"private": True, "applications": False})
        for path in ("/records", "/teams/kept"):
            assert (await host.get(f"{path}?league={league}")).status == 200
            assert (await thief.get(f"{path}?league={league}")).status == 404
            for pair in (f"league={den}&league={league}", f"league={league}&league={den}"):
                answer = await thief.get(f"{path}?{pair}")
                assert (answer.status, "expected one" in answer.what) == (400, True), pair

    with_accounts(tmp_path, scene)


def test_the_desk_of_a_league_enters_no_team_of_another_without_its_coach(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, league, thief, den = await two_leagues(ask, "play = resurrection")
        owner = await coach(ask, "Owner")
        await joins(host, owner, league, member=await member_of(host, league, "Ann"))
        await joins(thief, owner, den)
        (team,) = (await home_of(owner, league))["you"]["teams"]
        for kept in (team, f"{team}x", "t_nobody"):
            answer = await thief.post(f"/leagues/{den}/entries", {"kept": kept})
            assert answer.status in (400, 403), answer.body
        assert (await owner.get(f"/teams/kept/{team}")).json()["league"] == league
        assert (await thief.post(f"/teams/kept/{team}/rename", {"name": "Stolen"})).status == 403
        assert (await owner.post(f"/leagues/{den}/entries", {"kept": team})).status == 201  # it is his to bring

    with_accounts(tmp_path, scene)


def test_a_newcomer_of_another_league_comes_only_if_its_coach_says_so(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, league, thief, _ = await two_leagues(ask)
        plays = await league_of(thief, "Show", options="play = resurrection")
        show = (await home_of(thief, plays))["home"]
        foreign = (await home_of(host, league))["home"]["teams"][0]["id"]
        order = {"team": show["teams"][0]["id"], "reason": "gone", "newcomer": foreign}
        answer = await thief.post(f"/competitions/{show['competitions'][0]['id']}/withdraw", order)
        assert answer.status == 403, answer.body

    with_accounts(tmp_path, scene)


async def begin(ask: Direct, desk: Browser, fixture: str, match: str) -> None:
    """Both coaches sit down at the match of a fixture and say that they are ready."""
    sockets = []
    for side in (0, 1):
        link = await desk.post(f"/fixtures/{fixture}/seat", {"sides": [side]})
        sockets.append(await ask.socket(f"/api/v1/matches/{match}/socket?token={link.json()['token']}"))
        await sockets[-1].message("welcome")
    for socket in sockets:
        socket.say("ready", word="", name="")
    await sockets[0].message("welcome")  # of the match that has begun
    for socket in sockets:
        await socket.leave()


def test_a_coach_calls_a_match_off_only_before_it_is_played(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, one = await coach(ask, "Host"), await coach(ask, "One")
        league = await league_of(host)
        await joins(host, one, league, member=await member_of(host, league, "Ann"))
        (team,) = (await home_of(one, league))["you"]["teams"]
        fixtures = (await home_of(host, league))["home"]["next"]
        fixture = next(each["id"] for each in fixtures if team in [side["team"] for side in each["sides"]])
        for stage, status in (("waiting", 200), ("playing", 403)):
            made = await host.post(f"/fixtures/{fixture}/match", {"seats": ["person", "person"]})
            match = made.json()["id"]
            if stage == "playing":
                await begin(ask, host, fixture, match)
            answer = await one.post(f"/fixtures/{fixture}/unlock", {})
            assert answer.status == status, answer.body
        assert "has begun" in answer.what
        assert (await host.post(f"/fixtures/{fixture}/unlock", {"reason": "both are ill"})).status == 200

    with_accounts(tmp_path, scene)


def test_who_is_expelled_from_a_private_league_hears_of_it_no_more(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, guest = await coach(ask, "Host"), await coach(ask, "Guest")
        league = await league_of(host, coaches=())
        await host.post(f"/leagues/{league}/door", {"private": True, "applications": False})
        await joins(host, guest, league)
        cookies = [f"dungeonbowl={who.cookies['dungeonbowl']}" for who in (host, guest)]
        mine, his = [await ask.socket(f"/api/v1/leagues/{league}/live", cookie=each) for each in cookies]
        while len(ask.state.listeners.waiting.get(league, ())) < 2:
            await asyncio.sleep(0.01)
        member = await member_of(host, league, "Guest")
        assert (await host.post(f"/leagues/{league}/members/{member}/expel")).status == 200
        assert await his.closed() == NOT_ALLOWED
        assert (await mine.message("changed"))["league"] == league
        await mine.leave()

    with_accounts(tmp_path, scene)
