"""Attacks on the leagues of a server: strangers, pages of others, secrets before their time, two at once, a database
that takes nothing."""

from __future__ import annotations

import asyncio
import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from sqlalchemy import event

from dungeonbowl.league.office.rebuilding import differences
from dungeonbowl.server.league.house import in_house
from dungeonbowl.server.threads import Threads
from support.asynchronous import run_alone
from support.direct import Answer, Direct, generous, running
from support.leagues import COACHES, READY, SHORT

TEAMS = [{"coach": coach, "ready": ready} for coach, ready in zip(COACHES, READY, strict=True)]
LEAGUE = {"name": "House", "preset": "evening", "edition": SHORT, "teams": TEAMS, "start": True}
STRANGER = "192.168.1.7"
# What computes something out of a body and writes nothing, so that everybody may ask for it.
ASKED = {"/leagues/check", "/corrections/preview", "/corrections/result/preview", "/season/amend/preview"}
TAGS = {"leagues", "competitions", "fixtures", "kept teams", "aftermaths", "corrections"}


async def founded(server: Direct, **more: Any) -> tuple[str, list[str]]:
    """A league, and its open fixtures."""
    made = await server.post("/api/v1/leagues", {**LEAGUE, **more})
    assert made.status == 201, made.body
    league = made.json()["id"]
    home = (await server("GET", f"/api/v1/leagues/{league}")).json()["home"]
    return league, [line["id"] for line in home["next"]]


async def teams_of(server: Direct, fixture: str) -> tuple[str, list[str]]:
    """The match of a fixture and its teams."""
    line = (await server("GET", f"/api/v1/fixtures/{fixture}")).json()["view"]["fixture"]
    return line.get("match", ""), [side["team"] for side in line["sides"]]


# --- who may do what --------------------------------------------------------------------------------------------------


def written_routes(app: Litestar) -> list[tuple[str, Any]]:
    """Every address of leagues that takes a body, with its handler."""
    found = []
    for route in app.routes:
        for handler in getattr(route, "route_handlers", []):
            if "POST" in getattr(handler, "http_methods", ()) and set(handler.tags or ()) & TAGS:
                found.append((route.path, handler))
    return found


def test_no_address_that_writes_is_open_to_strangers_to_other_pages_or_to_other_names(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path, host="0.0.0.0")) as server:
            league, (fixture, *_) = await founded(server)
            created = await server.post(f"/api/v1/fixtures/{fixture}/match", {"seats": ["person", "person"]})
            token = created.json()["seats"][0]["token"]
            routes = written_routes(server.app.app)
            assert len(routes) > 40
            for path, handler in routes:
                if any(path.endswith(each) for each in ASKED):
                    continue
                assert in_house in (handler.guards or ()), path
                there = path
                for name in ("league", "fixture", "competition", "team", "match"):
                    there = there.replace(f"{{{name}:str}}", league if name == "league" else fixture)
                loopback = {"headers": [(b"host", b"127.0.0.1:8000")]}
                evil = {"headers": [(b"host", b"127.0.0.1:8000"), (b"origin", b"http://evil.example")]}
                null = {"headers": [(b"host", b"127.0.0.1:8000"), (b"origin", b"null")]}
                rebound = {"headers": [(b"host", b"evil.example:8000"), (b"origin", b"http://evil.example:8000")]}
                bearer = (b"authorization", f"Bearer {token}".encode())
                seat = {"headers": [*loopback["headers"], bearer, (b"cookie", f"token={token}".encode())]}
                for client, more in (
                    (STRANGER, loopback),
                    (STRANGER, seat),
                    ("127.0.0.1", evil),
                    ("127.0.0.1", null),
                    ("127.0.0.1", rebound),
                ):
                    answer = await server.post(f"{there}?token={token}", {}, client=client, **more)
                    assert answer.status == 403, (path, client, more, answer.body)

    run_alone(scenario())


# --- secrets ----------------------------------------------------------------------------------------------------------


def unpacked(answer: Answer) -> bytes:
    body = answer.body
    if answer.headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    if body[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(body)) as file:
            parts = [file.read(name) for name in file.namelist()]
        body = b"".join(gzip.decompress(part) if part[:2] == b"\x1f\x8b" else part for part in parts)
    return body


def test_the_seed_of_an_aftermath_is_nowhere_until_all_have_closed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            league, (fixture, *_) = await founded(server)
            await server.post(f"/api/v1/fixtures/{fixture}/result", {"scores": [1, 0]})
            match, (one, other) = await teams_of(server, fixture)
            seed = str(server.state.office.store.find("aftermaths", {"match": match})[0]["seed"])
            competition = fixture.partition(".")[0]
            pages = [
                *(
                    f"/leagues/{league}{rest}"
                    for rest in ("", "/news", "/audit", "/waits", "/archive", "/verify", "/book")
                ),
                *(f"/competitions/{competition}{rest}" for rest in ("", "/schedule", "/charts", "/results.csv")),
                *(f"/teams/kept/{team}{rest}" for team in (one, other) for rest in ("", "/history", "/history-file")),
                *(f"/aftermaths/{match}/{team}" for team in (one, other)),
                *(f"/fixtures/{fixture}", f"/records?league={league}"),
            ]

            async def is_told() -> bool:
                found = False
                for page in pages:
                    answer = await server("GET", f"/api/v1{page}")
                    assert answer.status == 200, (page, answer.body)
                    found = found or seed.encode() in unpacked(answer)
                return found

            assert not await is_told()
            await server.post(f"/api/v1/aftermaths/{match}/{one}/assist", {})
            assert not await is_told()
            await server.post(f"/api/v1/aftermaths/{match}/{other}/assist", {})
            assert await is_told()

    run_alone(scenario())


# --- answers that never come ------------------------------------------------------------------------------------------


def test_work_in_a_thread_that_finds_nothing_left_ends_with_an_error() -> None:
    with Threads(1) as threads, pytest.raises(RuntimeError, match="nothing was left"):
        asyncio.run(asyncio.wait_for(in_thread(threads), 60))


async def in_thread(threads: Threads) -> None:
    await asyncio.get_running_loop().run_in_executor(threads, next, iter(()))


def test_pairings_without_a_fixture_are_answered(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            _, (fixture, *_) = await founded(server)
            path = f"/api/v1/competitions/{fixture.partition('.')[0]}/repair"
            answer = await asyncio.wait_for(server.post(path, {"fixtures": {}, "reason": "why not"}), 240)
            assert (answer.status, answer.what) == (400, "pairings: expected at least one fixture with its teams")

    run_alone(scenario())


# --- two at once ------------------------------------------------------------------------------------------------------


def test_of_many_answers_to_one_question_at_once_one_counts(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            league, (fixture, *_) = await founded(server)
            await server.post(f"/api/v1/fixtures/{fixture}/result", {"scores": [1, 0]})
            match, (team, _) = await teams_of(server, fixture)
            path = f"/api/v1/aftermaths/{match}/{team}"
            orders = [server.post(f"{path}/begin", {"word": str(word), "number": 0}) for word in range(8)]
            answers = await asyncio.gather(*orders)
            assert sorted(answer.status for answer in answers) == [200] + [409] * 7
            page = next(answer.json() for answer in answers if answer.status == 200)
            while not page.get("over"):
                options = [option["text"] for option in page["need"]["options"]]
                order = {"option": options[-1], "number": page["number"]}
                answers = await asyncio.gather(*(server.post(f"{path}/decide", order) for _ in range(4)))
                # who comes when the aftermath is closed by this very answer is told that
                assert sorted(answer.status for answer in answers)[0] == 200
                assert {answer.status for answer in answers[:]} <= {200, 409, 400}
                assert sum(answer.status == 200 for answer in answers) == 1
                page = next(answer.json() for answer in answers if answer.status == 200)
            assert differences(server.state.office, league) == []

    run_alone(scenario())


def test_the_same_result_at_once_counts_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            league, (fixture, *_) = await founded(server)
            orders = [server.post(f"/api/v1/fixtures/{fixture}/result", {"scores": [1, 0]}) for _ in range(6)]
            answers = await asyncio.gather(*orders)
            assert sorted(answer.status for answer in answers) == [200] + [400] * 5
            view = (await server("GET", f"/api/v1/fixtures/{fixture}")).json()["view"]
            assert len(view["matches"]) == 1
            assert differences(server.state.office, league) == []

    run_alone(scenario())


def test_of_two_who_start_a_match_one_does_and_who_fails_frees_nobody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            _, (fixture, *_) = await founded(server)
            path = f"/api/v1/fixtures/{fixture}/match"
            good = {"seats": ["person", "person"]}
            bad = {"seats": ["person", "person", "person"]}
            answers = await asyncio.gather(*(server.post(path, order) for order in (good, bad, good, bad)))
            assert sorted(answer.status for answer in answers) == [201, 400, 400, 400]
            match, _ = await teams_of(server, fixture)
            assert match == next(answer.json()["id"] for answer in answers if answer.status == 201)

    run_alone(scenario())


def test_a_dungeon_that_is_none_leaves_the_teams_free(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            league, (fixture, *_) = await founded(server, options="dungeons = home")
            order = {"seats": ["person", "person"], "dungeon": "name: x\n\n###\n"}
            for _ in range(2):
                assert (await server.post(f"/api/v1/fixtures/{fixture}/match", order)).status == 400
                line = (await server("GET", f"/api/v1/fixtures/{fixture}")).json()["view"]["fixture"]
                assert line["state"] == "open"
            assert differences(server.state.office, league) == []

    run_alone(scenario())


# --- a database that takes nothing ------------------------------------------------------------------------------------


def only_reads(connection: Any, _: object) -> None:
    connection.execute("PRAGMA query_only=ON")


def test_a_database_that_takes_nothing_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            league, (fixture, other, *_) = await founded(server)
            await server.post(f"/api/v1/fixtures/{fixture}/result", {"scores": [1, 0]})
            match, (team, _) = await teams_of(server, fixture)
            office = server.state.office
            engine = office.store.engine
            before = await server("GET", f"/api/v1/aftermaths/{match}/{team}")
            event.listen(engine, "connect", only_reads)
            office.store.journal.submit(lambda _: office.store.journal.connection.invalidate()).exception()
            engine.dispose()
            for path, order in (
                (f"/aftermaths/{match}/{team}/begin", {"word": "w", "number": 0}),
                (f"/fixtures/{other}/result", {"scores": [1, 0]}),
                (f"/leagues/{league}/rename", {"name": "Other"}),
                (f"/fixtures/{other}/match", {"seats": ["person", "person"]}),
            ):
                answer = await server.post(f"/api/v1{path}", order)
                assert answer.status == 503, answer.body
                assert "takes nothing now" in answer.what
            assert (await server("GET", f"/api/v1/aftermaths/{match}/{team}")).body == before.body
            event.remove(engine, "connect", only_reads)
            engine.dispose()
            office.store.journal.submit(lambda _: office.store.journal.connection.invalidate()).exception()
            assert differences(office, league) == []
            begun = await server.post(f"/api/v1/aftermaths/{match}/{team}/begin", {"word": "w", "number": 0})
            assert begun.status == 200, begun.body
            assert (await server.post(f"/api/v1/fixtures/{other}/result", {"scores": [1, 0]})).status == 200
            assert differences(office, league) == []

    run_alone(scenario())
