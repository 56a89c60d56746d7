"""The doors of the server: who comes from where, whether it is well, why it shows somebody out, and links that are
replaced."""

from __future__ import annotations

import ast
import asyncio
import json
import re
import socket
import threading
import time
import warnings
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text
from typer.testing import CliRunner

from dungeonbowl.cli import make_app
from dungeonbowl.cli.serving import House
from dungeonbowl.cli.serving import Server as PlayServer
from dungeonbowl.client.playing import FINAL_CODES
from dungeonbowl.server import close_codes, wire
from dungeonbowl.server.abandoning import abandon
from dungeonbowl.server.close_codes import CLOSE_CODES, REPLACED
from dungeonbowl.server.settings import Settings
from dungeonbowl.storage.match_records import ABANDONED
from dungeonbowl.storage.matches import now
from support.asynchronous import run_alone
from support.direct import Direct, generous, with_server
from support.matches import Table

ROOT = Path(__file__).parents[2]
CONCEDED = {"seats": ["person", "person"], "shared": True, "quick": True, "pace": 0}


# --- where a request comes from --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proxies", "answers"), [((), [201, 201, 429, 429]), (("127.0.0.1",), [201, 201, 201, 201])], ids=["none", "named"]
)
def test_who_asks_is_taken_from_a_header_only_where_a_proxy_was_named(
    tmp_path: Path, proxies: tuple[str, ...], answers: list[int]
) -> None:
    """Four requests from loopback, each of which says that it comes from somewhere else."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    settings = Settings(
        f"sqlite:///{tmp_path / 'm.sqlite3'}", port=port, matches_a_minute=0.001, matches_at_once=2, proxies=proxies
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        server = PlayServer(House(settings), "here", False)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    end = time.monotonic() + 60
    while not server.started and time.monotonic() < end:
        time.sleep(0.02)
    try:
        found = [post_from(port, f"203.0.113.{number}") for number in range(4)]
    finally:
        server.should_exit = True
        thread.join(60)
    assert found == answers


def post_from(port: int, said: str) -> int:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=240)
    connection.request("POST", "/api/v1/matches", b"{}", {"content-type": "application/json", "X-Forwarded-For": said})
    status = connection.getresponse().status
    connection.close()
    return status


# --- whether it is well ----------------------------------------------------------------------------------------------


def test_a_server_whose_database_is_gone_says_so(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        assert (await ask("GET", "/api/v1/health")).status == 200
        engine: Engine = ask.state.sessions.store.engine
        created = (await ask.post("/api/v1/matches", {})).json()
        ask.state.sessions.by_id.clear()
        with engine.begin() as connection:
            connection.execute(text("alter table matches rename to elsewhere"))
        answer = await ask("GET", "/api/v1/health")
        assert answer.status == 503
        assert answer.what == "the database does not answer: matches cannot go on at the moment"
        address = f"/api/v1/matches/{created['id']}/socket?token={created['watch_token']}"
        assert await (await ask.socket(address)).closed() == 1011
        with engine.begin() as connection:
            connection.execute(text("alter table elsewhere rename to matches"))
        assert (await ask("GET", "/api/v1/health")).status == 200

    with_server(generous(tmp_path), scene)


# --- why somebody is shown out ---------------------------------------------------------------------------------------


def documented() -> dict[int, str]:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").partition("### Close codes")[2]
    rows = re.findall(r"^\| (\d{4}) \| (.+) \|$", page.partition("\n## ")[0], re.MULTILINE)
    return {int(code): why for code, why in rows}


def test_the_page_has_every_close_code_with_the_same_words() -> None:
    assert documented() == CLOSE_CODES


def test_no_part_of_the_server_closes_with_a_code_of_its_own() -> None:
    """Whoever closes names its reason: no number of that size stands anywhere else."""
    found = []
    for path in (ROOT / "src" / "dungeonbowl" / "server").rglob("*.py"):
        if path.name == "close_codes.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("close", "finish"):
                found += [
                    f"{path.name}:{node.lineno}"
                    for argument in ast.walk(node)
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, int) and argument.value > 999
                ]
    assert found == []
    names = {value for name, value in vars(close_codes).items() if name.isupper() and isinstance(value, int)}
    assert names == set(CLOSE_CODES)
    assert {code for code in CLOSE_CODES if code in range(4400, 4500)} <= set(FINAL_CODES)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/v1/matches/none/socket?token=x", 4404),
        ("/api/v1/matches/a%00b/socket?token=%00", 4404),
        ("/api/v1/matches/" + "x" * 300 + "/socket", 4404),
        ("/api/v1/nothing", 4404),
        ("/api/v1/health", 4404),
        ("/api/v1/matches/x/log", 4404),
        ("/", 4404),
        ("/%00", 4404),
    ],
)
def test_a_socket_to_nowhere_is_closed_with_a_code_of_the_page(tmp_path: Path, path: str, code: int) -> None:
    async def scene(ask: Direct) -> None:
        assert await (await ask.socket(path)).closed() == code

    with_server(generous(tmp_path), scene)


def test_odd_messages_on_a_socket_are_refused_and_nobody_else_notices(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = (await ask.post("/api/v1/matches", CONCEDED)).json()
        address = f"/api/v1/matches/{created['id']}/socket?token={created['seats'][0]['token']}"
        guest = await ask.socket(address)
        await guest.message("welcome")
        odd = [
            "[" * 16_000,
            '{"type":' * 2_000,
            "[" * 100_000,
            "",
            "null",
            "\0",
            '{"type":"chat","text":"\\ud800x"}',
            '{"type":"ready","word":5}',
        ]
        for words in odd:
            guest.send(words)
            assert (await guest.message("refused"))["reason"], words[:40]
        guest.incoming.put_nowait({"type": "websocket.receive", "bytes": b'{"type":"nothing"}'})
        assert (await guest.message("refused"))["reason"]
        guest.incoming.put_nowait({"type": "websocket.receive", "bytes": b"\xff\xfe"})
        assert (await guest.message("refused"))["reason"]
        guest.say("chat", text="a\0b", name="\0\x07")
        line = (await guest.message("chat"))["line"]
        assert line["text"] == "a b"
        assert "\0" not in line["name"]
        guest.say("ping")
        await guest.message("pong")
        await guest.leave()

    with_server(generous(tmp_path), scene)


# --- links -----------------------------------------------------------------------------------------------------------


async def two_coaches(ask: Direct) -> dict[str, Any]:
    found: dict[str, Any] = (await ask.post("/api/v1/matches", {"seats": ["person", "person"], "quick": True})).json()
    return found


async def renew(ask: Direct, created: dict[str, Any], token: str, sides: list[int]) -> Any:
    return await ask.post(f"/api/v1/matches/{created['id']}/links?token={token}", {"sides": sides})


def test_a_replaced_link_opens_nothing_and_who_came_in_with_it_has_to_go(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        address = f"/api/v1/matches/{created['id']}/socket?token="
        mine, other = (seat["token"] for seat in created["seats"])
        owner, thief = await ask.socket(address + mine), await ask.socket(address + mine)
        opponent = await ask.socket(address + other)
        for guest in (owner, thief, opponent):
            await guest.message("welcome")
        answer = await renew(ask, created, mine, [0])
        assert answer.status == 201
        link = answer.json()
        assert link["sides"] == [0]
        assert link["link"] == f"/match/{created['id']}#token={link['token']}"
        assert await thief.closed() == await owner.closed() == REPLACED
        assert await (await ask.socket(address + mine)).closed() == 4401
        assert (await ask("GET", f"/api/v1/matches/{created['id']}?token={mine}")).status == 403
        back = await ask.socket(address + link["token"])
        assert (await back.message("welcome"))["sides"] == [0]
        opponent.say("ping")
        await opponent.message("pong")
        # and after a restart it is still so
        await ask.state.sessions.forget(ask.state.sessions.by_id[created["id"]])
        assert await (await ask.socket(address + mine)).closed() == 4401
        again = await ask.socket(address + link["token"])
        assert (await again.message("welcome"))["sides"] == [0]
        await again.leave()

    with_server(generous(tmp_path), scene)


def test_who_may_replace_which_link(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        first, second = (seat["token"] for seat in created["seats"])
        watch, host = created["watch_token"], created["host_token"]
        refused = [
            (first, [1], 403),
            (watch, [0], 403),
            (watch, [], 403),
            ("nonsense", [0], 403),
            ("", [], 403),
            (first, [-1], 403),
            (host, [0, 1], 404),
            (host, [3], 404),
        ]
        for token, sides, status in refused:
            answer = await renew(ask, created, token, sides)
            assert answer.status == status, (token, sides)
            assert answer.what
        assert (await renew(ask, created, first, [])).status == 201, "a coach replaces the link of the spectators"
        stolen = (await renew(ask, created, second, [1])).json()["token"]  # by a thief, say
        assert (await renew(ask, created, second, [1])).status == 403
        assert (await renew(ask, created, host, [1])).status == 201, "whoever made the match helps"
        assert (await renew(ask, created, stolen, [1])).status == 403
        address = f"/api/v1/matches/{created['id']}/socket?token="
        assert await (await ask.socket(address + host)).closed() == 4401, "the host's token is no seat"
        assert (await renew(ask, {"id": "none"}, host, [])).status == 404

    with_server(generous(tmp_path), scene)


def test_what_a_thief_has_ordered_and_is_still_waiting_decides_nothing(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        address = f"/api/v1/matches/{created['id']}/socket?token="
        thief = await ask.socket(address + created["seats"][0]["token"])
        await thief.message("welcome")
        session = ask.state.sessions.by_id[created["id"]]
        busy = asyncio.Event()
        session.put(busy.wait)
        while not session.orders.empty():
            await asyncio.sleep(0)
        renewing = asyncio.create_task(renew(ask, created, created["host_token"], [0]))
        while session.orders.qsize() < 1:
            await asyncio.sleep(0)
        thief.say("ready", word="mine")
        while session.orders.qsize() < 2:
            await asyncio.sleep(0)
        busy.set()
        assert (await renewing).status == 201
        assert await thief.closed() == REPLACED
        assert not session.sides[0].ready

    with_server(generous(tmp_path), scene)


# --- matches that nobody goes on with --------------------------------------------------------------------------------


def long_ago(engine: Engine, match: str, days: float) -> None:
    with engine.begin() as connection:
        connection.execute(
            text("update matches set changed = :then where id = :id"),
            {"then": (now() - timedelta(days=days)).replace(tzinfo=None), "id": match},
        )


async def played_a_little(ask: Direct) -> tuple[dict[str, Any], str]:
    """A match with some decisions; out of memory again. Its id and the address of its socket."""
    created = (await ask.post("/api/v1/matches", CONCEDED)).json()
    address = f"/api/v1/matches/{created['id']}/socket?token={created['seats'][0]['token']}"
    guest = await ask.socket(address)
    await guest.message("welcome")
    guest.say("ready", word="tempest")
    prompt = (await guest.message("welcome"))["prompt"]
    for _ in range(6):
        guest.say("act", number=prompt["number"], option=prompt["options"][0]["id"])
        prompt = (await guest.message("update"))["prompt"]
    await guest.leave()
    sessions = ask.state.sessions
    await sessions.forget(sessions.by_id[created["id"]])
    return created, address


def test_a_match_in_which_nothing_is_decided_for_thirty_days_is_closed_and_its_seed_told(tmp_path: Path) -> None:
    lines: list[bytes] = []

    async def scene(ask: Direct) -> None:
        created, address = await played_a_little(ask)
        path = f"/api/v1/matches/{created['id']}"
        engine = ask.state.sessions.store.engine
        long_ago(engine, created["id"], 29.9)
        assert (await ask("GET", f"{path}/replay")).status == 403
        await ask.state.sessions.forget(ask.state.sessions.by_id[created["id"]])
        long_ago(engine, created["id"], 30.1)
        guest = await ask.socket(address)
        welcome = await guest.message("welcome")
        assert (welcome["stage"], welcome["prompt"]) == ("over", None)
        assert welcome["seed"]
        session = ask.state.sessions.by_id[created["id"]]
        assert session.stored.result.text == ABANDONED
        number, inputs = session.number, len(session.match.inputs)
        options = session.match.options()
        orders = [
            {"type": "act", "number": number, "option": str(options[0])},
            {"type": "say", "number": number, "word": "concede"},
            {"type": "walk", "number": number, "piece": 0, "square": 5},
            {"type": "take_back", "number": number},
            {"type": "choose_for_me", "number": number},
            {"type": "hint", "number": number},
            {"type": "ready"},
        ]
        for order in orders:
            guest.send(json.dumps(order))
            refused = await guest.message("refused")
            assert refused["reason"] == "the match is over", order
        assert (session.number, len(session.match.inputs)) == (number, inputs)
        await guest.leave()
        lines.append((await ask("GET", f"{path}/replay")).body)
        assert (await ask("GET", path)).json()["stage"] == "over"
        assert (await ask("GET", f"/api/v1/replays/{created['id']}")).json()["seed"] == welcome["seed"]
        stored = await ask.state.sessions.store.load(created["id"])
        assert (stored.stage, stored.result.text) == ("over", ABANDONED)

    with_server(generous(tmp_path), scene)
    path = tmp_path / "match.jsonl"
    path.write_bytes(lines[0])
    result = CliRunner().invoke(make_app(["replay", "verify"]), ["replay", "verify", str(path)])
    assert result.exit_code == 0, result.output
    assert "not played out: the same story with the dice that were promised" in " ".join(result.output.split())


def test_a_match_that_never_began_is_closed_too(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = (await ask.post("/api/v1/matches", CONCEDED)).json()
        sessions = ask.state.sessions
        await sessions.forget(sessions.by_id[created["id"]])
        long_ago(sessions.store.engine, created["id"], 31)
        guest = await ask.socket(f"/api/v1/matches/{created['id']}/socket?token={created['seats'][0]['token']}")
        welcome = await guest.message("welcome")
        assert welcome["stage"] == "over"
        guest.say("ready")
        assert (await guest.message("refused"))["reason"] == "the match is over"
        await guest.leave()
        await sessions.forget(sessions.by_id[created["id"]])
        again = await ask("GET", f"/api/v1/matches/{created['id']}")
        assert again.json()["stage"] == "over"

    with_server(generous(tmp_path), scene)


def test_a_match_that_somebody_only_looks_at_is_closed_before_their_eyes(tmp_path: Path) -> None:
    async def scene() -> None:
        order = wire.NewMatch(edition="official(quick=on)", seats=["person", "person"], shared=True, pace=0)
        table = Table(tmp_path, order)
        await table.open()
        coach = await table.join([0, 1])
        await table.order(coach, wire.Ready("word"))
        session = table.session
        session.put(lambda: abandon(session, 30))
        await table.settle()
        assert session.stage == "playing"
        session.stored.changed = now() - timedelta(days=31)
        session.put(lambda: abandon(session, 30))
        await table.settle()
        assert session.stage == "over"
        told = []
        while not coach.outbox.empty():
            told.append(json.loads(coach.outbox.get_nowait() or b"{}"))
        assert [each["type"] for each in told[-2:]] == ["welcome", "over"]
        assert (told[-1]["text"], told[-1]["winner"]) == ("The match was abandoned", -1)
        assert told[-1]["seed"] == session.stored.seed.hex()
        await table.close()

    run_alone(scene())
