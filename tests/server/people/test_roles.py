"""Roles in leagues of a server with accounts: who may do what, over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.accounts import Browser, with_accounts
from support.direct import Direct
from support.leagues import COACHES, SHORT
from support.people import account_of, coach, home_of, invited, joins, league_of, member_of, own

TEAM = {"ready": "fire-balanced"}


def test_who_founds_a_league_is_its_commissioner_and_strangers_only_read(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim, stranger, nobody = await coach(ask, "Grimtooth"), await coach(ask, "Snikka"), Browser(ask)
        league = await league_of(grim)
        home = await home_of(nobody, league)
        assert home["you"] == {
            "role": "",
            "member": "",
            "teams": [],
            "may": [],
            "private": False,
            "applications": False,
        }
        mine = await home_of(grim, league)
        assert mine["you"]["role"] == "commissioner"
        assert "rule" in mine["you"]["may"]
        assert [each["name"] for each in mine["home"]["members"]] == ["Grimtooth", *COACHES]
        refused = await stranger.post(f"/leagues/{league}/rename", {"name": "Mine now"})
        assert refused.status == 403
        assert "no member" in refused.what
        assert (await nobody.post(f"/leagues/{league}/rename", {"name": "Mine now"})).status == 401
        assert (await nobody.post("/leagues", {"name": "New"})).status == 401
        assert (await grim.post(f"/leagues/{league}/rename", {"name": "Renamed"})).status == 200
        assert (await home_of(stranger, league))["home"]["name"] == "Renamed"
        audit = (await nobody.get(f"/leagues/{league}/audit")).json()
        assert audit[0]["actor"] == "Grimtooth"

    with_accounts(tmp_path, scene)


# What each role may do (LEAGUE 4.3); the status is 403 where it may not. Orders that could be done are refused for
# another reason (400, 409) or done (200): what matters is that nobody else comes that far.
ORDERS = {
    "schedule": ("/fixtures/{fixture}/extend", {"deadline": "never"}),
    "result": ("/fixtures/{fixture}/result", {"scores": [1, 2, 3]}),
    "rule": ("/leagues/{league}/season/options", {"options": "win = many"}),
    "decide": ("/teams/kept/{team}/rename", {"name": " "}),
    "propose": ("/fixtures/{fixture}/slots", {"team": "{team}", "times": ["soon"]}),
}
MAY: dict[str, tuple[str, ...]] = {
    "owner": ("schedule", "result", "rule", "propose"),
    "commissioner": ("schedule", "result", "rule", "decide", "propose"),
    "deputy": ("schedule", "result", "propose"),
    "scribe": ("result",),
    "coach": (),
    "bot": (),
    "own coach": ("decide", "propose"),
    "co-coach": ("decide", "propose"),
    "stranger": (),
}


async def tried(browser: Browser, names: dict[str, str]) -> tuple[str, ...]:
    """What somebody may do."""
    found = []
    for task, (path, body) in ORDERS.items():
        sent: Any = {key: value.format(**names) if isinstance(value, str) else value for key, value in body.items()}
        answer = await browser.post(path.format(**names), sent)
        assert answer.status in (200, 400, 403, 409), (task, answer.status, answer.body)
        if answer.status != 403:
            found.append(task)
    return tuple(found)


def test_every_role_may_do_what_the_table_says(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host = await coach(ask, "Host")
        league = await league_of(host)
        home = (await home_of(host, league))["home"]
        fixture = home["next"][0]
        team = fixture["sides"][0]["team"]
        owner = next(each["coach"] for each in home["teams"] if each["id"] == team)
        names = {"league": league, "fixture": fixture["id"], "team": team}
        for role, may in MAY.items():
            browser = await coach(ask, role.title())
            if role == "owner":
                await own(ask, browser)
            elif role == "own coach":
                await joins(host, browser, league, member=await member_of(host, league, owner))
            elif role == "co-coach":
                await joins(host, browser, league, role="co-coach", team=team)
            elif role != "stranger":
                await joins(host, browser, league, role=role)
            assert await tried(browser, names) == may, role

    with_accounts(tmp_path, scene)


def test_a_coach_enters_teams_of_his_own_only(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, guest = await coach(ask, "Host"), await coach(ask, "Guest")
        league = await league_of(host, coaches=("Ann",))
        assert (await guest.post(f"/leagues/{league}/entries", TEAM)).status == 403
        await joins(host, guest, league)
        made = await guest.post(f"/leagues/{league}/entries", {**TEAM, "coach": "Ann", "name": "Mine"})
        assert made.status == 201, made.body
        home = await home_of(guest, league)
        assert {each["name"]: each["coach"] for each in home["home"]["teams"]}["Mine"] == "Guest"
        assert home["you"]["teams"] == [made.json()["id"]]
        others = next(each["id"] for each in home["home"]["teams"] if each["coach"] == "Ann")
        assert (await guest.post(f"/leagues/{league}/entries/{others}/leave")).status == 403
        assert (await guest.post(f"/leagues/{league}/entries", {"kept": others})).status == 403
        assert (await guest.post(f"/leagues/{league}/entries/{made.json()['id']}/leave")).status == 200

    with_accounts(tmp_path, scene)


def test_a_coach_begins_a_match_with_his_own_seat_and_the_other_finds_his(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, one, other = await coach(ask, "Host"), await coach(ask, "First"), await coach(ask, "Second")
        league = await league_of(host)
        fixture = (await home_of(host, league))["home"]["next"][0]
        for browser, side in ((one, fixture["sides"][0]), (other, fixture["sides"][1])):
            teams = (await home_of(host, league))["home"]["teams"]
            owner = next(each["coach"] for each in teams if each["id"] == side["team"])
            reached = (await host.get(f"/fixtures/{fixture['id']}")).json()["reached"]
            assert reached == [browser is other, False], "a name without an account finds nothing"
            await joins(host, browser, league, member=await member_of(host, league, owner))
        assert (await host.get(f"/fixtures/{fixture['id']}")).json()["reached"] == [True, True]
        path = f"/fixtures/{fixture['id']}/match"
        for wish in ({"seats": ["person", "bot:easy"]}, {"seats": ["person", "person"], "shared": True}):
            assert (await one.post(path, wish)).status == 403
        assert (await one.post(path, {"seats": ["person", "person"], "dice": "typed"})).status == 403
        timed = {"seats": ["person", "person"], "clock": {"mode": "turn", "seconds": 5}}
        refused = await one.post(path, timed)
        assert refused.status == 403, "a clock is for both, so no coach alone chooses it"
        assert "clock" in refused.json()["error"]["what"]
        made = await one.post(path, {"seats": ["person", "person"]})
        assert made.status == 201, made.body
        created = made.json()
        assert [seat["sides"] for seat in created["seats"]] == [[0]]
        assert created["host_token"] == ""
        mine = (await other.get("/me/matches")).json()
        assert [(each["id"], each["sides"], each["mine"]) for each in mine] == [(created["id"], [1], True)]
        assert (await one.get("/me/news")).json()["news"] == []
        (told,) = (await other.get("/me/news")).json()["news"]
        named = " – ".join(side["name"] for side in fixture["sides"])
        assert (told["kind"], told["title"]) == ("begun", f"A match waits for you: {named}")
        assert told["link"] == f"/match/{created['id']}?at=0"
        seat = f"/fixtures/{fixture['id']}/seat"
        assert (await one.post(seat, {"sides": [1]})).status == 400
        assert (await one.post(seat, {"sides": []})).status == 400
        assert (await other.post(seat, {"sides": [1]})).status == 201

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize("scope", ["play", "league:read", "league:report"])
def test_a_token_opens_what_its_scope_says(tmp_path: Path, scope: str) -> None:
    async def scene(ask: Direct) -> None:
        host, program = await coach(ask, "Host"), Browser(ask)
        league = await league_of(host, coaches=(*COACHES[:3], "Host"))
        await host.post(f"/leagues/{league}/door", {"private": True, "applications": False})
        home = await home_of(host, league)
        team = home["you"]["teams"][0]
        sides = [[side["team"] for side in each["sides"]] for each in home["home"]["next"]]
        fixture = home["home"]["next"][next(at for at, both in enumerate(sides) if team in both)]["id"]
        made = await host.post("/me/tokens", {"name": "bot", "scopes": [scope]})
        bearer = f"Bearer {made.json()['secret']}"
        reads = await program.get(f"/leagues/{league}", authorization=bearer)
        assert (reads.status == 200) == (scope == "league:read")
        listed = (await program.get("/leagues", authorization=bearer)).json()
        assert bool(listed) == (scope == "league:read")
        sheet = {"team": team, "sheet": "format = 1"}
        reported = await program.post(f"/fixtures/{fixture}/sheet", sheet, authorization=bearer)
        renamed = await program.post(f"/teams/kept/{team}/rename", {"name": " "}, authorization=bearer)
        ruled = await program.post(f"/leagues/{league}/rename", {"name": "Bots"}, authorization=bearer)
        if scope == "league:report":
            # it may report, but may not see: a private league needs league:read too
            assert (reported.status, renamed.status) == (404, 403)
            await host.post(f"/leagues/{league}/door", {"private": False, "applications": False})
            reported = await program.post(f"/fixtures/{fixture}/sheet", sheet, authorization=bearer)
            assert reported.status == 400
            assert "side" in reported.what
        else:
            assert reported.status == 403
        if scope == "league:read":
            assert renamed.status == 403
        assert ruled.status == 403
        assert "sign in with a browser" in ruled.what

    with_accounts(tmp_path, scene)


def test_a_private_league_is_there_for_its_members_alone(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, guest, stranger = await coach(ask, "Host"), await coach(ask, "Guest"), Browser(ask)
        hidden, shown = await league_of(host, "Hidden club"), await league_of(host, "Open club")
        await joins(host, guest, hidden)
        door = {"private": True, "applications": False}
        assert (await guest.post(f"/leagues/{hidden}/door", door)).status == 403
        assert (await host.post(f"/leagues/{hidden}/door", door)).status == 200
        home = (await home_of(guest, hidden))["home"]
        fixture, competition = home["next"][0], home["competitions"][0]["id"]
        team = fixture["sides"][0]["team"]
        player = (await guest.get(f"/teams/kept/{team}")).json()["sheet"]["players"][0]["id"]
        places = [
            *(f"/leagues/{hidden}{tail}" for tail in ("", "/news", "/waits", "/audit", "/teams", "/people", "/verify")),
            *(
                f"/leagues/{hidden}/archive",
                f"/leagues/{hidden}/book",
                f"/teams/kept?league={hidden}",
                f"/records?league={hidden}",
            ),
            *(f"/competitions/{competition}{tail}" for tail in ("", "/schedule", "/standings.csv", "/results.csv")),
            *(f"/competitions/{competition}/charts", f"/fixtures/{fixture['id']}"),
            *(f"/teams/kept/{team}{tail}" for tail in ("", "/charts", "/matches", "/history", "/file", "/sheet")),
            *(f"/teams/kept/{team}/history-file", f"/players/{player}"),
        ]
        for place in places:
            assert (await guest.get(place)).status == 200, place
            answer = await stranger.get(place)
            assert answer.status == 404, place
            assert "Hidden" not in answer.what
        preview = {"changes": [{"team": team, "seq": 1}], "reason": "why"}
        assert (await stranger.post("/corrections/preview", preview)).status in (400, 404)
        assert (
            await stranger.post("/corrections/result/preview", {"fixture": fixture["id"], "scores": [1, 0]})
        ).status == 404
        assert [each["id"] for each in (await stranger.get("/leagues")).json()] == [shown]
        assert [each["id"] for each in (await stranger.get("/leagues?most=1")).json()] == [shown]
        assert {each["id"] for each in (await guest.get("/leagues")).json()} == {hidden, shown}
        assert [each["name"] for each in (await stranger.get("/search?q=club")).json()] == ["Open club"]
        assert len((await stranger.get("/teams/kept")).json()) == len(COACHES)
        assert len((await guest.get("/teams/kept")).json()) == 2 * len(COACHES)
        socket = await ask.socket(f"/api/v1/leagues/{hidden}/live")
        assert await socket.closed() == 4403

    with_accounts(tmp_path, scene)


def test_an_owner_of_the_server_runs_every_league_but_decides_for_no_team(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, owner = await coach(ask, "Host"), await coach(ask, "Keeper")
        league = await league_of(host)
        await host.post(f"/leagues/{league}/door", {"private": True, "applications": False})
        assert (await owner.get(f"/leagues/{league}")).status == 404
        await own(ask, owner)
        home = await home_of(owner, league)
        assert home["you"]["role"] == "owner"
        assert (await owner.post(f"/leagues/{league}/rename", {"name": "Kept"})).status == 200
        team = home["home"]["teams"][0]["id"]
        assert (await owner.post(f"/teams/kept/{team}/rename", {"name": "Kept"})).status == 403
        assert [each["id"] for each in (await owner.get("/leagues")).json()] == [league]

    with_accounts(tmp_path, scene)


def test_the_house_has_no_roles_and_no_people_page(tmp_path: Path) -> None:
    from support.direct import generous, with_server

    async def scene(ask: Direct) -> None:
        made = await ask.post("/api/v1/leagues", {"name": "House", "preset": "evening", "edition": SHORT})
        league = made.json()["id"]
        assert (await ask("GET", f"/api/v1/leagues/{league}")).json()["you"] is None
        for path in (f"/leagues/{league}/people", "/lobby", "/coaches/somebody"):
            assert (await ask("GET", f"/api/v1{path}")).status == 404
        socket = await ask.socket("/api/v1/lobby/socket")
        assert await socket.closed() == 4404

    with_server(generous(tmp_path), scene)


def test_a_stolen_session_that_was_revoked_does_nothing(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host = await coach(ask, "Host")
        league = await league_of(host)
        thief = Browser(ask, "203.0.113.9")
        thief.cookies = dict(host.cookies)
        assert (await thief.get(f"/leagues/{league}")).json()["you"]["role"] == "commissioner"
        elsewhere = Browser(ask)
        await elsewhere.sign_in("Host")
        await elsewhere("DELETE", "/me/sessions")
        assert (await thief.get(f"/leagues/{league}")).json()["you"]["role"] == ""
        assert (await thief.post(f"/leagues/{league}/rename", {"name": "Stolen"})).status == 401
        assert (await thief.post("/lobby/chat", {"text": "hello"})).status == 401
        assert (await thief.post("/lobby/challenges", {})).status == 401
        assert (await thief.post("/invitations/accept", {"token": await invited(elsewhere, league)})).status == 401
        assert (await account_of(elsewhere)) == (await home_of(host, league))["home"]["members"][0]["account"]

    with_accounts(tmp_path, scene)


def test_who_founds_leagues_is_the_choice_of_the_server(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        boss, grim, snikka = await coach(ask, "Boss"), await coach(ask, "Grimtooth"), await coach(ask, "Snikka")
        order = {"name": "Club", "preset": "evening", "edition": SHORT, "teams": []}
        refused = await grim.post("/leagues", order)
        assert (refused.status, "ask one of them" in refused.what) == (403, True)
        assert not (await grim.get("/session")).json()["founds"]
        assert not (await Browser(ask).get("/session")).json()["founds"]
        await own(ask, boss)
        assert (await boss.get("/session")).json()["founds"]
        league = await league_of(boss, coaches=())
        await joins(boss, grim, league, role="commissioner")
        await joins(boss, snikka, league, role="deputy")
        assert (await grim.get("/session")).json()["founds"]
        assert (await grim.post("/leagues", order)).status == 201, "a commissioner may"
        assert (await snikka.post("/leagues", order)).status == 403, "a deputy is none"

    with_accounts(tmp_path, scene, founders="commissioners")


def test_a_coach_agrees_to_a_time_that_the_other_has_offered_and_the_desk_to_any(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, one, other = await coach(ask, "Host"), await coach(ask, "First"), await coach(ask, "Second")
        league = await league_of(host)
        fixture = (await home_of(host, league))["home"]["next"][0]
        coaches = {each["id"]: each["coach"] for each in (await home_of(host, league))["home"]["teams"]}
        teams = [side["team"] for side in fixture["sides"]]
        for browser, team in zip((one, other), teams, strict=True):
            await joins(host, browser, league, member=await member_of(host, league, coaches[team]))
        path = f"/fixtures/{fixture['id']}"
        mine, his = "2026-12-01T20:00:00Z", "2026-12-02T21:00:00+01:00"
        assert (await one.post(f"{path}/slots", {"team": teams[0], "times": [mine]})).status == 200
        for time in (mine, his):  # his own, and one that nobody has offered
            refused = await one.post(f"{path}/agree", {"time": time})
            assert (refused.status, "has offered" in refused.what) == (400, True)
        assert (await other.post(f"{path}/slots", {"team": teams[1], "times": [his]})).status == 200
        assert (await one.post(f"{path}/agree", {"time": "2026-12-02T20:00:00Z"})).status == 200  # in another zone
        assert (await other.post(f"{path}/agree", {"time": mine})).status == 200
        assert (await host.post(f"{path}/agree", {"time": "2026-12-03T20:00:00Z"})).status == 200
        assert (await home_of(host, league))["home"]["next"][0]["agreed"] == "2026-12-03T20:00:00Z"

    with_accounts(tmp_path, scene)


def test_a_coach_does_not_fill_a_season_with_teams_of_his_own(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, one = await coach(ask, "Host"), await coach(ask, "First")
        league = await league_of(host, coaches=())
        await joins(host, one, league)
        entries = f"/leagues/{league}/entries"
        found = [(await one.post(entries, {"drafted": "", "name": f"Horde {number}"})).status for number in range(10)]
        assert found == [201] * 8 + [400] * 2
        assert (await host.post(entries, {"drafted": "", "coach": "First"})).status == 201  # the desk may

    with_accounts(tmp_path, scene)
