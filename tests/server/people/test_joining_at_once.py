"""People of leagues who do the same at the same moment: one of them has done it, and the others are told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.accounts import with_accounts
from support.direct import Direct
from support.people import coach, home_of, invited, joins, league_of, member_of


@pytest.mark.parametrize("turn", range(4))
def test_of_two_who_claim_one_name_one_has_it_and_nobody_claims_two(tmp_path: Path, turn: int) -> None:
    async def scene(ask: Direct) -> None:
        host, one, other = [await coach(ask, name) for name in ("Host", "One", "Other")]
        league = await league_of(host)
        ann, bo = [await member_of(host, league, name) for name in ("Ann", "Bo")]
        tokens = [await invited(host, league, member=ann) for _ in range(2)]
        accepts = [
            who.post("/invitations/accept", {"token": token}) for who, token in zip((one, other), tokens, strict=True)
        ]
        answers = await asyncio.gather(*accepts)
        assert sorted(each.status for each in answers) in ([200, 400], [200, 409])
        winner = one if answers[0].status == 200 else other
        loser = other if winner is one else one
        assert [len((await home_of(who, league))["you"]["teams"]) for who in (winner, loser)] == [1, 0]
        left = tokens[1] if winner is one else tokens[0]
        tokens = [left, *[await invited(host, league, member=bo) for _ in range(2)], await invited(host, league)]
        answers = await asyncio.gather(*(loser.post("/invitations/accept", {"token": token}) for token in tokens))
        assert [each.status for each in answers].count(200) == 1, [each.body for each in answers]
        people = (await host.get(f"/leagues/{league}/people")).json()["members"]
        assert len([each for each in people if each["account"]]) == 3

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize("turn", range(4))
def test_of_two_commissioners_who_go_at_once_one_stays(tmp_path: Path, turn: int) -> None:
    async def scene(ask: Direct) -> None:
        host, other = await coach(ask, "Host"), await coach(ask, "Other")
        league = await league_of(host, coaches=())
        await joins(host, other, league, role="commissioner")
        me = await member_of(host, league, "Other")
        leaving = (
            host.post(f"/leagues/{league}/leave"),
            other.post(f"/leagues/{league}/members/{me}/role", {"role": "coach"}),
        )
        answers = await asyncio.gather(*leaving)
        assert [each.status for each in answers].count(200) == 1
        people = (await host.get(f"/leagues/{league}/people")).json()["members"]
        assert len([each for each in people if each["account"] and each["role"] == "commissioner"]) == 1

    with_accounts(tmp_path, scene)


def test_an_offer_is_answered_once_and_by_the_one_to_whom_it_stands(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, one, other = [await coach(ask, name) for name in ("Host", "One", "Other")]
        league = await league_of(host)
        await joins(host, one, league, member=await member_of(host, league, "Ann"))
        await joins(host, other, league)
        (team,) = (await home_of(one, league))["you"]["teams"]
        path, to = f"/teams/kept/{team}/hand-over", {"member": await member_of(host, league, "Other")}
        assert (await one.post(path, to)).status == 200
        answers = await asyncio.gather(*(other.post(f"{path}/accept") for _ in range(5)))
        assert sorted(each.status for each in answers) == [200, 404, 404, 404, 404], [each.body for each in answers]
        kinds = [each["kind"] for each in (await other.get(f"/teams/kept/{team}/history")).json()["entries"]]
        assert kinds.count("owner_changed") == 1

    with_accounts(tmp_path, scene)
