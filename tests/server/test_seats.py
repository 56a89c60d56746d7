"""A seat belongs to whoever took it: links that are good once, keys that nobody else has, no help between people."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.client import ConnectionClosed, Server, ServerRefused
from dungeonbowl.server import seats, wire
from dungeonbowl.server.close_codes import REPLACED, TAKEN
from dungeonbowl.server.seats import IS_TAKEN
from dungeonbowl.storage.database import make_engine, migrate
from support.direct import Answer, Direct, generous, running, with_server
from support.lines import Evening, House, in_a_house
from support.servers import Guest, ServerProcess

KEY = "a-key-of-my-own-browser-"
OTHER = "a-key-of-another-browser"


async def two_coaches(ask: Direct) -> dict[str, Any]:
    found: dict[str, Any] = (await ask.post("/api/v1/matches", {"seats": ["person", "person"], "quick": True})).json()
    return found


async def take(ask: Direct, created: dict[str, Any], token: str, key: str) -> Answer:
    return await ask.post(f"/api/v1/matches/{created['id']}/seat?token={token}", {"key": key})


async def code_for(ask: Direct, created: dict[str, Any], token: str) -> int:
    """The code with which a socket is closed at once; 0 for one that is let in."""
    socket = await ask.socket(f"/api/v1/matches/{created['id']}/socket?token={token}")
    while True:
        event = await socket.next()
        if event["type"] == "websocket.close":
            return int(event["code"])
        if event["type"] == "websocket.send":
            await socket.leave()
            return 0


def test_a_link_is_good_once_and_the_key_opens_the_seat(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        link = created["seats"][1]["token"]
        watcher = await ask.socket(f"/api/v1/matches/{created['id']}/socket?token={created['watch_token']}")
        assert (await watcher.message("welcome"))["presence"]["taken"] == [False, False]
        answer = await take(ask, created, link, KEY)
        assert (answer.status, answer.json()["sides"], answer.json()["token"]) == (201, [1], KEY)
        assert answer.json()["link"] == f"/match/{created['id']}", "no token in the address"
        assert (await ask("GET", f"/api/v1/matches/{created['id']}?token={link}")).what == IS_TAKEN, "at once"
        assert (await watcher.message("presence"))["presence"]["taken"] == [False, True]
        await watcher.leave()
        # once more with the same key, because the answer got lost, or with a second tab
        assert (await take(ask, created, link, KEY)).json() == answer.json()
        assert (await take(ask, created, KEY, OTHER)).json()["token"] == KEY, "a seat that was taken is not taken again"
        assert await code_for(ask, created, KEY) == 0
        # anybody else comes too late, by every door
        refused = await take(ask, created, link, OTHER)
        assert (refused.status, refused.what) == (403, IS_TAKEN)
        assert await code_for(ask, created, link) == TAKEN
        assert await code_for(ask, created, OTHER) == 4401
        assert (await ask("GET", f"/api/v1/matches/{created['id']}?token={link}")).what == IS_TAKEN
        answer = await ask.post(f"/api/v1/matches/{created['id']}/links?token={link}", {"sides": [1]})
        assert (answer.status, answer.what) == (403, IS_TAKEN)
        # a restart changes nothing of it
        await ask.state.sessions.forget(ask.state.sessions.by_id[created["id"]])
        assert (await take(ask, created, link, OTHER)).what == IS_TAKEN
        assert (await take(ask, created, link, KEY)).status == 201
        assert await code_for(ask, created, link) == TAKEN
        assert await code_for(ask, created, KEY) == 0

    with_server(generous(tmp_path), scene)


def test_who_sits_on_the_link_itself_has_to_go_when_somebody_takes_the_seat(tmp_path: Path) -> None:
    """So a host who has peeked at the guest's seat cannot stay there."""

    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        link = created["seats"][1]["token"]
        address = f"/api/v1/matches/{created['id']}/socket?token="
        peeking = await ask.socket(address + link)
        await peeking.message("welcome")
        assert (await take(ask, created, link, KEY)).status == 201
        peeking.say("ready", word="mine")
        assert await peeking.closed() == TAKEN
        session = ask.state.sessions.by_id[created["id"]]
        assert not session.sides[1].ready

    with_server(generous(tmp_path), scene)


def test_tokens_need_not_stand_in_addresses(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        path = f"/api/v1/matches/{created['id']}"
        bearer = [(b"authorization", b"Bearer " + created["seats"][0]["token"].encode())]
        assert (await ask("GET", path, headers=bearer)).json()["mine"] == [0]
        assert (await ask("GET", path)).status == 403
        assert (await ask.post(f"{path}/seat", {"key": KEY}, headers=bearer)).json()["token"] == KEY
        socket = await ask.socket(f"{path}/socket", protocols=["dungeonbowl", f"token.{KEY}"])
        assert (await socket.next())["subprotocol"] == "dungeonbowl", "a browser asks for an answer to its offer"
        assert (await socket.message("welcome"))["sides"] == [0]
        await socket.leave()

    with_server(generous(tmp_path), scene)


def test_what_is_no_seat_is_not_taken(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        watch, host = created["watch_token"], created["host_token"]
        assert (await take(ask, created, watch, KEY)).json()["token"] == watch, "spectators share a link"
        assert await code_for(ask, created, watch) == 0
        assert await code_for(ask, created, KEY) == 4401
        for token in (host, "nonsense", "", "%00"):
            assert (await take(ask, created, token, KEY)).status == 403
        assert (await take(ask, {"id": "none"}, watch, KEY)).status == 404
        link = created["seats"][0]["token"]
        for key in ("", "short", "x" * 201, "with a blank in the key", KEY + "\n", "ключ-ключ-ключ-ключ-ключ"):
            assert (await take(ask, created, link, key)).status == 400, key
        # a key that is known already is nobody's key: not the link itself, not another token, not one of another match
        other = await two_coaches(ask)
        assert (await take(ask, other, other["seats"][0]["token"], KEY)).status == 201
        for key in (KEY, link, watch, host):
            assert (await take(ask, created, link, key)).status == 403, key
        assert await code_for(ask, created, link) == 0, "and nothing has changed"
        assert await code_for(ask, created, watch) == 0

    with_server(generous(tmp_path), scene)


def test_a_seat_that_cannot_be_written_down_is_not_taken_and_that_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "PATIENCE", 1e6)  # an answer that comes only then never comes

    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        link = created["seats"][0]["token"]
        store = ask.state.sessions.store
        usual = store.take_seat

        async def fails(*_: object) -> None:
            raise OSError("the disk is full")

        store.take_seat = fails
        assert (await asyncio.wait_for(take(ask, created, link, KEY), 60)).status == 503
        store.take_seat = usual
        assert await code_for(ask, created, link) == 0, "the link is good still"
        assert (await take(ask, created, link, KEY)).status == 201

    with_server(generous(tmp_path), scene)


def test_the_host_frees_a_seat_and_everybody_is_told(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        path = f"/api/v1/matches/{created['id']}"
        host = created["host_token"]
        assert (await take(ask, created, created["seats"][0]["token"], OTHER)).status == 201
        other = await ask.socket(f"{path}/socket?token={OTHER}")
        await other.message("welcome")
        fresh = (await ask.post(f"{path}/links?token={host}", {"sides": [1]})).json()
        assert (await take(ask, created, created["seats"][1]["token"], KEY)).status == 403, "the old link is void"
        assert (await take(ask, created, fresh["token"], KEY)).status == 201
        guest = await ask.socket(f"{path}/socket?token={KEY}")
        await guest.message("welcome")
        again = (await ask.post(f"{path}/links?token={host}", {"sides": [1]})).json()
        assert await guest.closed() == REPLACED
        line = (await other.message("chat"))["line"]
        assert line["side"] is None
        assert "a new link" in line["text"]
        other.say("chat", text="I am the server", name=line["name"])
        assert (await other.message("chat"))["line"]["name"] != line["name"]
        assert await code_for(ask, created, KEY) == 4401
        assert (await take(ask, created, again["token"], KEY)).status == 201
        await other.leave()

    with_server(generous(tmp_path), scene)


def test_a_coach_goes_on_with_another_device(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        path = f"/api/v1/matches/{created['id']}"
        await take(ask, created, created["seats"][0]["token"], KEY)
        here = await ask.socket(f"{path}/socket?token={KEY}")
        await here.message("welcome")
        fresh = (await ask.post(f"{path}/links?token={KEY}", {"sides": [0], "keep": True})).json()["token"]
        here.say("ping")
        await here.message("pong")
        assert (await take(ask, created, fresh, OTHER)).status == 201
        assert await here.closed() == REPLACED
        assert await code_for(ask, created, KEY) == 4401
        assert await code_for(ask, created, OTHER) == 0

    with_server(generous(tmp_path), scene)


def test_of_many_who_come_at_once_exactly_one_gets_the_seat(tmp_path: Path) -> None:
    """On one server and on two with one database."""

    async def scene(ask: Direct) -> None:
        async with running(generous(tmp_path)) as second:
            for turn in range(6):
                created = await two_coaches(ask)
                link = created["seats"][1]["token"]
                keys = [f"{turn}-a-key-of-browser-{number:02}" for number in range(12)]
                houses = [ask, second] if turn % 2 else [ask]
                answers = await asyncio.gather(
                    *(take(houses[number % len(houses)], created, link, key) for number, key in enumerate(keys))
                )
                assert sorted(answer.status for answer in answers) == [201, *[403] * 11]
                winner = keys[[answer.status for answer in answers].index(201)]
                for house in (ask, second):
                    assert await code_for(house, created, link) == TAKEN
                    assert [await code_for(house, created, key) for key in keys] == [
                        0 if key == winner else 4401 for key in keys
                    ]

    with_server(generous(tmp_path), scene)


def test_anything_goes_and_a_seat_has_one_holder(tmp_path: Path) -> None:
    """Links are renewed and seats taken at random, restarts between: at every moment a side has one key at most, and an
    old link or key never opens anything again."""

    async def scene(ask: Direct) -> None:
        chance = random.Random(3)
        created = await two_coaches(ask)
        path = f"/api/v1/matches/{created['id']}"
        links = {side: created["seats"][side]["token"] for side in (0, 1)}
        keys: dict[int, str] = {}
        dead: list[str] = []
        for turn in range(120):
            side = chance.randrange(2)
            deed = chance.choice(["take", "take", "renew", "keep", "old", "restart"])
            if deed == "take":
                key = f"key-number-{turn:04}-of-a-browser"
                answer = await take(ask, created, links[side], key)
                if links[side] in dead:
                    assert answer.status == 403
                    continue
                assert answer.status == 201
                dead += [links[side], *([keys[side]] if side in keys else [])]
                keys[side] = key
            elif deed in ("renew", "keep"):
                keep = deed == "keep" and side in keys
                asking = keys[side] if keep else created["host_token"]
                answer = await ask.post(f"{path}/links?token={asking}", {"sides": [side], "keep": keep})
                assert answer.status == 201
                dead += [links[side], *([] if keep or side not in keys else [keys.pop(side)])]
                links[side] = answer.json()["token"]
            elif deed == "old" and dead:
                token = chance.choice(dead)
                assert (await take(ask, created, token, "yet-another-key-of-mine")).status == 403
                assert (await ask("GET", f"{path}?token={token}")).status == 403
            elif deed == "restart" and created["id"] in ask.state.sessions.by_id:
                await ask.state.sessions.forget(ask.state.sessions.by_id[created["id"]])
            for number in (0, 1):
                if number in keys:
                    assert (await ask("GET", f"{path}?token={keys[number]}")).json()["mine"] == [number]

    with_server(generous(tmp_path), scene)


def test_no_token_is_written_into_database_or_log(own_server: ServerProcess, tmp_path: Path) -> None:
    server = own_server.server
    created = server.new_match(seats=["person", "person"], quick=True)
    link = created.seats[0].token
    key = server.take_seat(created.id, link)
    Guest(server, created.id, key)
    with pytest.raises(ServerRefused, match="this seat is taken"):
        server.take_seat(created.id, link)
    with pytest.raises(ConnectionClosed) as closed:
        Guest(server, created.id, link)
    assert closed.value.code == TAKEN
    own_server.stop()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key.encode() not in stored
    assert link.encode() not in stored


def test_links_of_a_database_of_before_are_links_still(tmp_path: Path) -> None:
    """A match made by the version before: its links open their seats, and the first who comes takes one."""
    settings = generous(tmp_path)
    made: dict[str, Any] = {}

    async def before(ask: Direct) -> None:
        made.update(await two_coaches(ask))

    with_server(settings, before)
    engine = make_engine(settings.database)
    migrate(engine, "0003")
    with engine.begin() as connection:
        connection.exec_driver_sql("alter table seats drop column state")
        connection.exec_driver_sql("alter table matches drop column help")
        connection.exec_driver_sql("update alembic_version set version_num = '0002'")
    engine.dispose()

    async def scene(ask: Direct) -> None:
        host, guest = (seat["token"] for seat in made["seats"])
        assert await code_for(ask, made, host) == 0
        assert (await take(ask, made, guest, KEY)).status == 201
        assert await code_for(ask, made, guest) == TAKEN
        socket = await ask.socket(f"/api/v1/matches/{made['id']}/socket?token={KEY}")
        assert (await socket.message("welcome"))["help"] is True, "its coaches could ask the computer"
        await socket.leave()

    with_server(settings, scene)


def test_going_back_to_the_tables_of_before_keeps_the_seats(tmp_path: Path) -> None:
    settings = generous(tmp_path)

    async def scene(ask: Direct) -> None:
        created = await two_coaches(ask)
        await take(ask, created, created["seats"][1]["token"], KEY)

    with_server(settings, scene)
    engine = make_engine(settings.database)
    migrate(engine, "base")
    engine.dispose()
    with sqlite3.connect(tmp_path / "matches.sqlite3") as connection:
        assert [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")] == [
            "alembic_version"
        ]


# --- without help of the computer ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "help"),
    [
        ({"seats": ["person", "bot:random"]}, True),
        ({"seats": ["person", "person"]}, False),
        ({"seats": ["person", "person"], "shared": True}, False),
        ({"seats": ["person", "person"], "help": True}, True),
        ({"seats": ["person", "bot:random"], "help": False}, False),
    ],
)
def test_people_play_each_other_without_help_unless_they_agree(
    server: Server, order: dict[str, Any], help: bool
) -> None:
    created = server.new_match(quick=True, **order)
    assert Guest(server, created.id, created.watch_token).welcome.help is help
    assert Guest(server, created.id, created.seats[0].token).welcome.help is help


def test_help_is_refused_where_it_is_off(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, wire.NewMatch(quick=True, seats=["person", "person"]))
        asked, other = evening.asked()
        number = evening.session.number
        helps: list[wire.Order] = [wire.AskHint(number), *(wire.ChooseForMe(number, scope) for scope in SCOPES)]
        for order in helps:
            refused = await evening.refused(asked, order)
            assert refused.reason == "this match is played without help of the computer"
            assert "decision" in (await evening.refused(other, order)).reason
        assert evening.session.number == number
        await evening.order(asked, wire.Act(number, str(evening.options[0])))
        assert evening.session.number == number + 1

    in_a_house(tmp_path, scene)


SCOPES: tuple[Any, ...] = ("one", "kind", "turn")
