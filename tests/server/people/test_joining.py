"""Coming into a league by a link or by asking, names that are claimed, teams that change hands."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.server.league import joining
from dungeonbowl.storage import membership
from dungeonbowl.storage.matches import now
from support.accounts import Browser, with_accounts
from support.direct import Direct
from support.people import account_of, coach, home_of, invited, joins, league_of, member_of


async def members(browser: Browser, league: str) -> dict[str, str]:
    found = (await browser.get(f"/leagues/{league}/people")).json()["members"]
    return {each["name"]: each["role"] for each in found}


def test_a_link_lets_in_as_many_as_it_says_each_with_its_role(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, *guests = [await coach(ask, name) for name in ("Host", "Ada", "Bea", "Cleo")]
        league = await league_of(host, coaches=())
        token = await invited(host, league, role="scribe", uses=2)
        shown = (await Browser(ask).post("/invitations/look", {"token": token})).json()
        assert (shown["league_name"], shown["role"], shown["accepted"]) == ("Club", "scribe", False)
        assert (await Browser(ask).post("/invitations/accept", {"token": token})).status == 401
        answers = await asyncio.gather(*(guest.post("/invitations/accept", {"token": token}) for guest in guests))
        assert sorted(each.status for each in answers) == [200, 200, 404]  # two uses, whoever comes first
        assert sorted((await members(host, league)).values()) == ["commissioner", "scribe", "scribe"]
        assert (await Browser(ask).post("/invitations/look", {"token": token})).status == 404
        assert (await host.get(f"/leagues/{league}/people")).json()["invitations"] == []

    with_accounts(tmp_path, scene)


def test_links_that_are_withdrawn_old_made_up_or_used_by_a_member_open_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(ask: Direct) -> None:
        host, guest = await coach(ask, "Host"), await coach(ask, "Guest")
        league, other = await league_of(host, coaches=()), await league_of(host, "Other", coaches=())
        token = await invited(host, league)
        line = (await host.get(f"/leagues/{league}/people")).json()["invitations"][0]
        assert (await host("DELETE", f"/leagues/{other}/invitations/{line['id']}")).status == 200
        assert (await guest.post("/invitations/look", {"token": token})).status == 200  # of another league: no matter
        await host("DELETE", f"/leagues/{league}/invitations/{line['id']}")
        assert (await guest.post("/invitations/accept", {"token": token})).status == 404
        for odd in ("", "x" * 200, "\u202e", line["id"]):
            assert (await guest.post("/invitations/accept", {"token": odd})).status == 404
        own = await host.post("/invitations/accept", {"token": (again := await invited(host, league))})
        assert own.status == 400
        assert "already" in own.what
        assert (await guest.post("/invitations/look", {"token": again})).json()["role"] == "coach"  # still good
        late = now() + timedelta(days=15)
        monkeypatch.setattr(membership, "now", lambda: late)
        assert (await guest.post("/invitations/accept", {"token": again})).status == 404

    with_accounts(tmp_path, scene)


def test_who_comes_when_such_a_name_is_just_added_is_told_so_and_the_link_stays_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(ask: Direct) -> None:
        host, guest = await coach(ask, "Host"), await coach(ask, "Guest")
        league = await league_of(host)
        token = await invited(host, league)
        with monkeypatch.context() as patch:
            patch.setattr(joining, "spare_names", lambda name: ["Ann "])  # nobody was called so a moment ago
            answer = await guest.post("/invitations/accept", {"token": token})
            assert answer.status == 409, answer.body
        assert "Guest" not in await members(host, league)
        assert (await guest.post("/invitations/accept", {"token": token})).status == 200
        assert (await members(host, league))["Guest"] == "coach"

    with_accounts(tmp_path, scene)


def test_a_name_without_an_account_is_claimed_with_its_teams_and_history(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, ann, thief = await coach(ask, "Host"), await coach(ask, "Annabel"), await coach(ask, "Ann")
        league = await league_of(host)
        member = await member_of(host, league, "Ann")
        await joins(host, thief, league)  # the same name is not the same person
        assert set(await members(host, league)) == {"Host", "Ann", "Bo", "Cy", "Dee", "Ann 2"}
        assert (await home_of(thief, league))["you"]["teams"] == []
        token = await invited(host, league, member=member, uses=5)
        shown = (await ann.post("/invitations/accept", {"token": token})).json()
        assert (shown["member"], shown["accepted"]) == ("Ann", True)
        home = await home_of(ann, league)
        (team,) = home["you"]["teams"]
        assert home["you"]["member"] == member
        assert {each["id"]: each["coach"] for each in home["home"]["teams"]}[team] == "Annabel"
        assert (await ann.post(f"/teams/kept/{team}/rename", {"name": "Annabel's own"})).status == 200
        assert (await thief.post("/invitations/accept", {"token": token})).status == 404  # one use, whatever was said
        again = await host.post(f"/leagues/{league}/invitations", {"member": member})
        assert again.status == 400
        history = (await ann.get(f"/teams/kept/{team}/history")).json()["entries"]
        assert history[0]["actor"] == "Annabel"

    with_accounts(tmp_path, scene)


def test_asking_to_be_let_in(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, guest, rude = [await coach(ask, name) for name in ("Host", "Guest", "Rude")]
        league = await league_of(host, coaches=())
        path = f"/leagues/{league}/applications"
        refused = await guest.post(path, {"words": "Please"})
        assert refused.status == 403
        assert "takes no applications" in refused.what
        await host.post(f"/leagues/{league}/door", {"private": False, "applications": True})
        assert (await guest.post(path, {"words": "<b>Please</b>"})).status == 200
        assert (await rude.post(path)).status == 200
        assert (await rude.get(f"/leagues/{league}/people")).json()["applications"] == []
        assert (await rude.get(f"/leagues/{league}/people")).json()["applied"]
        found = (await host.get(f"/leagues/{league}/people")).json()["applications"]
        assert [(each["name"], each["words"]) for each in found] == [("Guest", "<b>Please</b>"), ("Rude", "")]
        assert (await guest.post(f"{path}/{found[0]['account']}/accept")).status == 403  # not by oneself
        assert (await host.post(f"{path}/{found[0]['account']}/accept")).status == 200
        assert (await host.post(f"{path}/{found[1]['account']}/refuse")).status == 200
        assert (await host.post(f"{path}/{found[1]['account']}/accept")).status == 404
        assert await members(host, league) == {"Host": "commissioner", "Guest": "coach"}
        assert (await guest.post(path)).status == 400

    with_accounts(tmp_path, scene)


def test_a_team_goes_to_another_coach_when_both_agree(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, one, other = [await coach(ask, name) for name in ("Host", "One", "Other")]
        league = await league_of(host)
        await joins(host, one, league, member=await member_of(host, league, "Ann"))
        await joins(host, other, league)
        (team,) = (await home_of(one, league))["you"]["teams"]
        path, to = f"/teams/kept/{team}/hand-over", {"member": await member_of(host, league, "Other")}
        assert (await other.post(path, to)).status == 403  # not his to give
        assert (await one.post(path, {"member": "m_nobody"})).status == 400
        assert (await one.post(path, {"member": await member_of(host, league, "Bo")})).status == 403
        assert (await one.post(path, to)).json() is False
        assert (await home_of(other, league))["you"]["teams"] == []  # not yet
        offers = (await other.get(f"/leagues/{league}/people")).json()["offers"]
        assert [(each["team"], each["by"]) for each in offers] == [(team, "One")]
        told = (await other.get("/me/news")).json()["news"]
        assert [(each["kind"], each["link"]) for each in told] == [("offer", f"/league/{league}/people")]
        assert told[0]["title"] == f"One wants to give you the team {offers[0]['name']}"
        assert (await one.post(path, to)).json() is False
        assert len((await other.get("/me/news")).json()["news"]) == 1, "the same again is no news"
        assert (await one.post(f"{path}/accept")).status == 404
        assert (await host.post(f"{path}/accept")).status == 404
        assert (await other.post(f"{path}/accept")).status == 200
        assert (await other.post(f"{path}/accept")).status == 404
        assert (await home_of(other, league))["you"]["teams"] == [team]
        assert (await one.post(f"/teams/kept/{team}/rename", {"name": "Still mine"})).status == 403
        kinds = [each["kind"] for each in (await other.get(f"/teams/kept/{team}/history")).json()["entries"]]
        assert kinds[0] == "owner_changed"
        assert (await other.post(path, {"member": await member_of(host, league, "One")})).status == 200
        assert (await one.post(f"{path}/refuse")).status == 200
        assert (await one.get(f"/leagues/{league}/people")).json()["offers"] == []
        placed = await host.post(path, {"member": await member_of(host, league, "Bo")})  # the desk runs names
        assert placed.json() is True

    with_accounts(tmp_path, scene)


def test_the_last_commissioner_stays_one(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, guest = await coach(ask, "Host"), await coach(ask, "Guest")
        league = await league_of(host, coaches=())
        await joins(host, guest, league)
        me, you = await member_of(host, league, "Host"), await member_of(host, league, "Guest")
        path = f"/leagues/{league}/members"
        assert (await guest.post(f"{path}/{you}/role", {"role": "commissioner"})).status == 403
        assert (await host.post(f"{path}/{me}/role", {"role": "coach"})).status == 400
        assert (await host.post(f"{path}/{you}/role", {"role": "commissioner"})).status == 200
        assert (await host.post(f"{path}/{me}/role", {"role": "coach"})).status == 200
        assert (await host.post(f"{path}/{me}/role", {"role": "commissioner"})).status == 403
        assert (await guest.post(f"{path}/m_nobody/role", {"role": "coach"})).status == 404

    with_accounts(tmp_path, scene)


def test_who_leaves_is_a_name_without_an_account_in_his_leagues(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, guest = await coach(ask, "Host"), await coach(ask, "Real Name")
        league = await league_of(host)
        await joins(host, guest, league, member=await member_of(host, league, "Ann"))
        account = await account_of(guest)
        await guest.post("/lobby/chat", {"text": "Real Name was here"})
        assert (await guest("DELETE", "/me?name=Real%20Name")).status == 200
        found: Any = (await host.get(f"/leagues/{league}/people")).json()["members"]
        gone = next(each for each in found if each["teams"] and each["name"].startswith("coach "))
        assert gone["account"] == ""
        assert all(each["name"] != "Real Name" for each in found)
        page = (await host.get(f"/coaches/{account}")).json()
        assert (page["name"], page["gone"], page["teams"]) == (gone["name"], True, [])
        assert (await host.get("/lobby")).json()["chat"] == []
        for path in (f"/leagues/{league}", f"/leagues/{league}/news", f"/leagues/{league}/audit"):
            assert b"Real Name" not in (await host.get(path)).body

    with_accounts(tmp_path, scene)


def test_who_is_expelled_or_leaves_is_a_stranger_and_his_teams_stay(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, one, helper = [await coach(ask, name) for name in ("Host", "One", "Helper")]
        league = await league_of(host)
        await joins(host, one, league, member=(ann := await member_of(host, league, "Ann")))
        (team,) = (await home_of(one, league))["you"]["teams"]
        await joins(host, helper, league, role="co-coach", team=team)
        assert (await helper.post(f"/teams/kept/{team}/rename", {"name": "Helped"})).status == 200
        assert (await one.post(f"/leagues/{league}/members/{ann}/expel")).status == 403
        me = await member_of(host, league, "Host")
        assert (await host.post(f"/leagues/{league}/members/{me}/expel")).status == 400  # the last commissioner
        assert (await host.post(f"/leagues/{league}/leave")).status == 400
        assert (await host.post(f"/leagues/{league}/members/{ann}/expel")).status == 200
        assert (await one.post(f"/teams/kept/{team}/rename", {"name": "Still mine"})).status == 403
        assert (await helper.post(f"/leagues/{league}/leave")).status == 200
        assert (await helper.post(f"/teams/kept/{team}/rename", {"name": "Still helped"})).status == 403
        assert (await helper.post(f"/leagues/{league}/leave")).status == 403
        found = (await host.get(f"/leagues/{league}/people")).json()["members"]
        assert [(each["name"], len(each["teams"])) for each in found if each["member"] == ann] == [("One", 1)]

    with_accounts(tmp_path, scene)
