"""Tokens of programs, sessions, matches on any device, taking everything along, and leaving."""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from dungeonbowl.errors import Unavailable, stale
from dungeonbowl.server.accounts import leaving
from support.accounts import PASSWORD, Browser, with_accounts
from support.direct import Direct
from support.people import coach, joins, league_of, member_of

KEY = "k" * 30
OTHER_KEY = "o" * 30


async def new_match(browser: Browser, seats: list[str] | None = None, **headers: str) -> dict[str, Any]:
    order = {"seats": seats or ["person", "person"], "quick": True}
    made = await browser.post("/matches", order, **headers)
    assert made.status == 201, made.body
    found: dict[str, Any] = made.json()
    return found


async def take(browser: Browser, match: str, token: str, key: str) -> Any:
    answer = await browser.post(f"/matches/{match}/seat", {"key": key}, authorization=f"Bearer {token}")
    assert answer.status == 201, answer.body
    return answer.json()


def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        here, there = Browser(ask), Browser(ask, "192.0.2.2")
        await here.sign_up("Grimtooth")
        await there.post("/session", {"name": "Grimtooth", "password": PASSWORD}, user_agent="Firefox (Android)")
        listed = (await here.get("/me/sessions")).json()
        assert sorted((each["device"], each["here"]) for each in listed) == [
            ("A program", True),
            ("Firefox on Android", False),
        ]
        other = next(each["id"] for each in listed if not each["here"])
        assert (await here("DELETE", f"/me/sessions/{other}")).status == 200
        assert await there.who() == ""
        assert await here.who() == "Grimtooth"
        assert (await here("DELETE", f"/me/sessions/{other}")).status == 404

    with_accounts(tmp_path, scene)


def test_a_token_does_what_its_scope_says_until_it_is_revoked(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        owner, bot = Browser(ask), Browser(ask, "192.0.2.2")
        await owner.sign_up("Grimtooth")
        made = (await owner.post("/me/tokens", {"name": " my <bot>\x00 ", "scopes": ["play", "league:read"]})).json()
        bearer = f"Bearer {made['secret']}"
        assert made["token"]["name"] == "my <bot>"
        assert made["token"]["scopes"] == ["play", "league:read"]
        assert "secret" not in (await owner.get("/me/tokens")).json()[0]
        assert (await bot.get("/session", authorization=bearer)).json()["account"]["name"] == "Grimtooth"
        match = await new_match(bot, authorization=bearer)
        assert [each["id"] for each in (await bot.get("/me/matches", authorization=bearer)).json()] == [match["id"]]
        seat = f"/matches/{match['id']}/seat?token={match['seats'][0]['token']}"
        assert (await bot.post(seat, {"key": KEY}, authorization=bearer)).status == 201
        assert (await owner.get("/me/matches")).json()[0]["sides"] == [0]
        for method, path, body in (
            ("GET", "/me", None),
            ("GET", "/me/tokens", None),
            ("GET", "/me/export", None),
            ("POST", "/me/tokens", {"name": "more", "scopes": ["play"]}),
            ("PUT", "/me/password", {"password": PASSWORD}),
            ("DELETE", "/me?name=Grimtooth", None),
            ("DELETE", "/me/sessions", None),
        ):
            answer = await bot(method, path, body, authorization=bearer)
            assert (answer.status, "token of a program" in answer.what) == (403, True), path
        reader = (await owner.post("/me/tokens", {"name": "reader", "scopes": ["league:read"]})).json()["secret"]
        lacks = await bot.get("/me/matches", authorization=f"Bearer {reader}")
        assert (lacks.status, "scope play" in lacks.what) == (403, True)
        await new_match(bot, authorization=f"Bearer {reader}")
        assert len((await owner.get("/me/matches")).json()) == 1
        assert (await owner("DELETE", f"/me/tokens/{made['token']['id']}")).status == 200
        assert (await bot.get("/me/matches", authorization=bearer)).status == 401

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize(
    "order", [{"name": "b", "scopes": []}, {"name": "b", "scopes": ["all"]}, {"name": "\x00", "scopes": ["play"]}]
)
def test_a_token_needs_a_name_and_scopes_that_there_are(tmp_path: Path, order: dict[str, Any]) -> None:
    async def scene(ask: Direct) -> None:
        browser = Browser(ask)
        await browser.sign_up("Grimtooth")
        assert (await browser.post("/me/tokens", order)).status == 400
        assert (await browser.get("/me/tokens")).json() == []

    with_accounts(tmp_path, scene)


def test_matches_are_found_on_another_device_and_go_on_there(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        owner, guest, phone = Browser(ask), Browser(ask, "192.0.2.2"), Browser(ask, "192.0.2.3")
        await owner.sign_up("Grimtooth")
        match = await new_match(owner)
        await take(owner, match["id"], match["seats"][0]["token"], KEY)
        await take(guest, match["id"], match["seats"][1]["token"], OTHER_KEY)  # without an account
        await phone.sign_in("Grimtooth")
        (found,) = (await phone.get("/me/matches")).json()
        assert (found["id"], found["sides"], found["mine"], found["stage"]) == (match["id"], [0], True, "waiting")
        assert len(found["names"]) == 2
        assert found["edition"]
        key = "p" * 30
        seat = await phone.post(f"/me/matches/{match['id']}/seat", {"key": key})
        assert (seat.status, seat.json()["sides"], seat.json()["token"]) == (201, [0], key)
        again = await phone.post(f"/me/matches/{match['id']}/seat", {"key": key})
        assert again.json() == seat.json()
        by_key = {"authorization": f"Bearer {key}"}
        assert (await phone.get(f"/matches/{match['id']}", **by_key)).json()["mine"] == [0]
        assert (await owner.get(f"/matches/{match['id']}", authorization=f"Bearer {KEY}")).status == 403

    with_accounts(tmp_path, scene)


def test_a_seat_whose_taking_was_cut_off_is_taken_by_the_same_key_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(ask: Direct) -> None:
        owner, guest = Browser(ask), Browser(ask, "192.0.2.2")
        await owner.sign_up("Grimtooth")
        match = await new_match(owner)
        await take(owner, match["id"], match["seats"][0]["token"], KEY)
        await take(guest, match["id"], match["seats"][1]["token"], OTHER_KEY)
        path, key = f"/me/matches/{match['id']}/seat", "p" * 30
        with monkeypatch.context() as cut_off:  # as if the server ended before it wrote whose seat it is
            cut_off.setattr(ask.state.accounts.store, "remember_match", lambda *_: None)
            await owner.post(path, {"key": key})
        assert (await owner.post(path, {"key": "x" * 30})).status == 403  # another key proves nothing
        assert (await owner.post(path, {"key": OTHER_KEY})).status == 403  # nor does that of another seat
        assert (await owner.post(path, {"key": key})).json()["sides"] == [0]
        assert (await owner.get("/me/matches")).json()[0]["mine"]

    with_accounts(tmp_path, scene)


def test_a_seat_of_somebody_else_is_not_taken_over(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        owner, stranger = Browser(ask), Browser(ask, "192.0.2.2")
        await owner.sign_up("Grimtooth")
        await stranger.sign_up("Snikka")
        match = await new_match(owner)
        await take(owner, match["id"], match["seats"][0]["token"], KEY)
        assert (await stranger.post(f"/me/matches/{match['id']}/seat", {"key": OTHER_KEY})).status == 404
        assert (await stranger.post("/me/matches/%00/seat", {"key": OTHER_KEY})).status == 404
        # the owner gives the seat away: it is no longer the account's
        link = (await owner.post(f"/matches/{match['id']}/links", {"sides": [0]}, authorization=f"Bearer {KEY}")).json()
        await take(Browser(ask), match["id"], link["token"], OTHER_KEY)
        assert not (await owner.get("/me/matches")).json()[0]["mine"]
        gone = await owner.post(f"/me/matches/{match['id']}/seat", {"key": "p" * 30})
        assert (gone.status, "not yours any more" in gone.what) == (403, True)

    with_accounts(tmp_path, scene)


def test_lessons_are_not_among_the_matches(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        owner = Browser(ask)
        await owner.sign_up("Grimtooth")
        lesson = (await owner.get("/exercises")).json()["lessons"][0]["id"]
        made = (await owner.post("/matches", {"exercise": lesson})).json()
        await take(owner, made["id"], made["seats"][0]["token"], KEY)
        assert (await owner.get("/me/matches")).json() == []

    with_accounts(tmp_path, scene)


async def played(ask: Direct, owner: Browser, guest: Browser) -> dict[str, Any]:
    """A match of two coaches, with a word in the chat of each, which the first one concedes."""
    match = await new_match(owner)
    sockets = []
    for side, (browser, key, name) in enumerate(((owner, KEY, "Grimtooth"), (guest, OTHER_KEY, "Guest"))):
        await take(browser, match["id"], match["seats"][side]["token"], key)
        socket = await ask.socket(f"/api/v1/matches/{match['id']}/socket?token={key}")
        sockets.append(socket)
        socket.say("chat", text=f"hello from {name}")
        socket.say("ready", word="word", name=name)
    for socket in sockets:
        welcome = await socket.message("welcome")
        while welcome["stage"] == "waiting":
            welcome = await socket.message("welcome")
        if welcome["prompt"] and welcome["prompt"]["mine"]:
            socket.say("say", number=welcome["number"], word="concede")
    await sockets[1].message("over")
    for socket in sockets:
        await socket.leave()
    return match


def test_everything_is_taken_along_in_one_file(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        owner = Browser(ask)
        codes = await owner.sign_up("Grimtooth")
        match = await played(ask, owner, Browser(ask, "192.0.2.2"))
        answer = await owner.get("/me/export")
        assert "attachment" in answer.headers["content-disposition"]
        archive = zipfile.ZipFile(io.BytesIO(answer.body))
        assert json.loads(archive.read("account.json"))["account"]["name"] == "Grimtooth"
        assert [each["id"] for each in json.loads(archive.read("matches.json"))] == [match["id"]]
        assert [each["text"] for each in json.loads(archive.read("chat.json"))] == ["hello from Grimtooth"]
        assert archive.read(f"replays/{match['id']}.jsonl").startswith(b"{")
        everything = b"".join(archive.read(name) for name in archive.namelist())
        assert not [secret for secret in (PASSWORD, *codes, "argon2", KEY) if secret.encode() in everything]

    with_accounts(tmp_path, scene)


def test_teams_are_taken_along_with_every_event(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim, snikka = await coach(ask, "Grimtooth"), await coach(ask, "Snikka")
        league = await league_of(grim)
        await joins(grim, snikka, league, member=await member_of(grim, league, "Ann"))
        archive = zipfile.ZipFile(io.BytesIO((await snikka.get("/me/export")).body))
        (team,) = json.loads(archive.read("leagues.json"))["teams"]
        assert tomllib.loads(archive.read(f"teams/{team['id']}.toml").decode())["name"] == team["name"]
        history = archive.read(f"teams/{team['id']}.history.jsonl")
        assert json.loads(history.splitlines()[0])["kind"] == "dungeonbowl-history"
        assert history == (await snikka.get(f"/teams/kept/{team['id']}/history-file")).body
        theirs = zipfile.ZipFile(io.BytesIO((await grim.get("/me/export")).body)).namelist()
        assert not [name for name in theirs if name.startswith("teams/")], "only the own ones"

    with_accounts(tmp_path, scene)


def test_who_leaves_has_no_name_whatever_others_do_at_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match has no time for it, and in the league somebody else writes first."""

    async def scene(ask: Direct) -> None:
        owner = Browser(ask)
        await owner.sign_up("Grimtooth")
        match = await played(ask, owner, Browser(ask, "192.0.2.2"))
        host = await coach(ask, "Host", "192.0.2.3")
        league = await league_of(host)
        await joins(host, owner, league)
        leagues = ask.state.office.leagues
        change, tries = leagues.change_member, [0, 0, 0]

        def late(*arguments: Any) -> None:
            if tries:
                tries.pop()
                raise stale("the league")
            change(*arguments)

        async def busy(*_: Any) -> None:
            raise Unavailable("the match does not answer")

        monkeypatch.setattr(leagues, "change_member", late)
        monkeypatch.setattr(leaving, "in_queue", busy)
        gone = await owner("DELETE", "/me?name=grimtooth")
        assert gone.status == 200, gone.body
        name = gone.json()["name"]
        members = (await host.get(f"/leagues/{league}/people")).json()["members"]
        assert {"Host", name} <= {each["name"] for each in members}
        assert "Grimtooth" not in {each["name"] for each in members}
        socket = await ask.socket(f"/api/v1/matches/{match['id']}/socket?token={OTHER_KEY}")
        welcome = await socket.message("welcome")
        assert [side["coach"] for side in welcome["setup"]["sides"]] == [name, "Guest"]
        await socket.leave()

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize("in_memory", [True, False])
def test_who_leaves_has_no_name_any_more_and_matches_stay(tmp_path: Path, in_memory: bool) -> None:
    async def scene(ask: Direct) -> None:
        owner = Browser(ask)
        codes = await owner.sign_up("Grimtooth")
        made = (await owner.post("/me/tokens", {"name": "bot", "scopes": ["play"]})).json()
        match = await played(ask, owner, Browser(ask, "192.0.2.2"))
        sessions = ask.state.sessions
        if not in_memory:
            await sessions.forget(sessions.by_id[match["id"]])
        assert (await owner("DELETE", "/me?name=Somebody")).status == 400
        gone = await owner("DELETE", "/me?name=grimtooth")
        assert gone.status == 200, gone.body
        name = gone.json()["name"]
        assert name.startswith("coach ")
        assert len(name) == len("coach 4f2a")
        assert owner.cookies == {}
        assert (await owner.sign_in("Grimtooth")).status == 403
        assert (await owner.post("/session", {"name": name, "code": codes[0]})).status == 403
        assert (await owner.get("/me/matches", authorization=f"Bearer {made['secret']}")).status == 401
        socket = await ask.socket(f"/api/v1/matches/{match['id']}/socket?token={OTHER_KEY}")
        welcome = await socket.message("welcome")
        assert [side["coach"] for side in welcome["setup"]["sides"]] == [name, "Guest"]
        assert [line["text"] for line in welcome["chat"]] == ["(removed)", "hello from Guest"]
        await socket.leave()
        with sessions.store.engine.connect() as connection:
            for table in ("accounts", "credentials", "account_sessions", "api_tokens", "chat", "matches"):
                assert "grimtooth" not in repr(connection.execute(text(f"select * from {table}")).all()).lower(), table
            assert connection.execute(text("select count(*) from account_matches")).scalar() == 1
        again = Browser(ask)
        await again.sign_up("Grimtooth")  # the name is free, and nothing of the other's comes with it
        assert (await again.get("/me/matches")).json() == []

    with_accounts(tmp_path, scene)
