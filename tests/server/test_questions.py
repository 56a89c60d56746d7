"""Questions that change nothing cost little: asked again they are answered from memory, and nobody asks without end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from dungeonbowl.server import wire
from dungeonbowl.server.questions import AT_ONCE, TOO_MANY
from dungeonbowl.server.viewers import MOST_WAITING_BYTES, Viewer
from support.asynchronous import run_alone
from support.direct import Direct, generous, with_server
from support.matches import Table

FULL = "astrogranite(full, chest_mode=hidden, quick=on)"
DECODER = msgspec.json.Decoder(wire.ServerMessage)


def read(viewer: Viewer) -> list[Any]:
    """What a viewer was sent, in order."""
    found = []
    while not viewer.outbox.empty():
        data = viewer.outbox.get_nowait()
        if data is not None:
            found.append(DECODER.decode(data))
    viewer.unsent = 0
    return found


async def begun(folder: Path, edition: str = FULL) -> tuple[Table, Viewer]:
    """A match of two persons at one screen, begun; the viewer decides for both."""
    table = Table(folder, wire.NewMatch(edition=edition, seats=["person", "person"], shared=True, pace=0))
    await table.open()
    coach = await table.join([0, 1])
    await table.order(coach, wire.Ready("word"))
    read(coach)
    return table, coach


def test_five_spectators_who_ask_for_the_moves_fifty_times_cost_one_answer(tmp_path: Path) -> None:
    """One answer is the save of a match with secrets: the very question that once stopped everybody's match."""

    async def scene() -> None:
        table, _ = await begun(tmp_path)
        spectators = [await table.join([]) for _ in range(5)]
        for _ in range(50):
            for spectator in spectators:
                await table.order(spectator, wire.AskMoves())
        assert table.session.questions.computed == 1
        for spectator in spectators:
            answers = [each for each in read(spectator) if isinstance(each, wire.Moves)]
            assert len(answers) == 50
            assert answers[0].known
            assert len({each.known for each in answers}) == 1
        await table.close()

    run_alone(scene())


def test_what_is_asked_again_after_a_decision_is_found_out_anew(tmp_path: Path) -> None:
    async def scene() -> None:
        table, coach = await begun(tmp_path, "official(quick=on)")
        await table.order(coach, wire.AskMoves())
        await table.order(coach, wire.AskMoves())
        assert table.session.questions.computed == 1
        match = table.session.match
        assert match is not None
        await table.order(coach, wire.Act(table.session.number, str(match.options()[0])))
        await table.order(coach, wire.AskMoves())
        assert table.session.questions.computed == 2
        moves = [each for each in read(coach) if isinstance(each, wire.Moves)]
        assert [len(each.inputs) for each in moves[:2]] == [len(moves[0].inputs)] * 2
        assert len(moves[2].inputs) > len(moves[0].inputs)
        assert moves[2].number == table.session.number
        await table.close()

    run_alone(scene())


def test_the_answer_for_one_seat_is_not_given_to_another(tmp_path: Path) -> None:
    async def scene() -> None:
        table = Table(tmp_path, wire.NewMatch(edition=FULL, seats=["person", "person"], pace=0))
        await table.open()
        coaches = [await table.join([side]) for side in (0, 1)]
        for coach in coaches:
            await table.order(coach, wire.Ready("word"))
        for coach in coaches:
            await table.order(coach, wire.AskMoves())
        assert table.session.questions.computed == 2
        match = table.session.match
        assert match is not None
        pieces = [piece for piece in range(int(match.game.squads.count)) if match.game.side_of[piece] == 0]
        for coach in coaches:
            read(coach)
            await table.order(coach, wire.AskMenu(pieces[0]))
        menus = [read(coach)[-1] for coach in coaches]
        reasons = [menu.reason for menu in menus]
        assert reasons[1 - match.asked()] == "it is the other coach's decision"
        assert reasons[match.asked()] != reasons[1 - match.asked()]
        await table.close()

    run_alone(scene())


def test_spectators_have_one_budget_and_the_coaches_theirs(tmp_path: Path) -> None:
    """Whatever five spectators ask in a moment, only so much is found out; the coach's questions are still answered."""

    async def scene() -> None:
        table, coach = await begun(tmp_path)
        spectators = [await table.join([]) for _ in range(5)]
        for spectator in spectators:
            read(spectator)
        for number in range(100):
            kind, piece, side = ("passes", "sight")[number % 2], number // 2 % 20, number // 40
            await table.order(spectators[number % 5], wire.AskOverlay(kind, piece, side))  # type: ignore[arg-type]
        assert table.session.questions.computed == AT_ONCE
        told = [each for spectator in spectators for each in read(spectator)]
        refused = [each for each in told if isinstance(each, wire.Refused)]
        assert len(refused) == 100 - AT_ONCE
        assert {(each.reason, each.re) for each in refused} == {(TOO_MANY, "overlay")}
        await table.order(coach, wire.AskReach(0))
        assert isinstance(read(coach)[-1], wire.Reach)
        table.time.pass_by(1.0)
        await table.order(spectators[0], wire.AskOverlay("sight", 19, 3))
        assert isinstance(read(spectators[0])[-1], wire.Overlay)
        await table.close()

    run_alone(scene())


def test_whoever_comes_again_and_again_is_told_the_same_without_telling_it_anew(tmp_path: Path) -> None:
    async def scene() -> None:
        table, coach = await begun(tmp_path)
        told = table.session.telling.recent()
        spectator = await table.join([])
        welcome = read(spectator)[0]
        assert isinstance(welcome, wire.Welcome)
        assert all(now is before for now, before in zip(table.session.telling.recent()[1:], told[1:], strict=True))
        match = table.session.match
        assert match is not None
        await table.order(coach, wire.Act(table.session.number, str(match.options()[0])))
        assert table.session.telling.recent()[2] is not told[2]
        await table.close()

    run_alone(scene())


def test_an_address_asks_only_so_much_over_all_its_sockets(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = (
            await ask.post("/api/v1/matches", {"edition": FULL, "seats": ["person", "person"], "shared": True})
        ).json()
        address = f"/api/v1/matches/{created['id']}/socket?token="
        coach = await ask.socket(address + created["seats"][0]["token"], client="192.0.2.1")
        await coach.message("welcome")
        coach.say("ready", word="a word")
        await coach.message("welcome")
        sockets = [await ask.socket(address + created["watch_token"], client="192.0.2.2") for _ in range(5)]
        for socket in sockets:
            await socket.message("welcome")
            for _ in range(10):
                socket.say("moves")
        answers = 0
        refused = set()
        for socket in sockets:
            for _ in range(10):
                event = msgspec.json.decode((await next_about_moves(socket))["text"])
                answers += event["type"] == "moves"
                if event["type"] == "refused":
                    refused.add(event["reason"])
        assert answers == 20
        assert refused == {"too many questions from your address: wait a little"}
        coach.say("moves")  # another address
        await coach.message("moves")
        for socket in [*sockets, coach]:
            await socket.leave()

    async def next_about_moves(socket: Any) -> dict[str, Any]:
        while True:
            event: dict[str, Any] = await socket.next()
            if event["type"] == "websocket.send" and '"type":"presence"' not in event["text"]:
                return event

    with_server(generous(tmp_path, questions_a_second=1e-9, questions_at_once=20), scene)


def test_an_address_opens_only_so_many_sockets_at_once(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = (await ask.post("/api/v1/matches", {})).json()
        address = f"/api/v1/matches/{created['id']}/socket?token={created['watch_token']}"
        first = await ask.socket(address)
        await first.message("welcome")
        assert await (await ask.socket(address)).closed() == 1013
        other = await ask.socket(address, client="192.0.2.9")
        await other.message("welcome")
        await first.leave()
        await other.leave()

    with_server(generous(tmp_path, arrivals_a_second=1e-9, arrivals_at_once=1), scene)


def test_a_viewer_who_does_not_read_is_let_go_by_bytes_too() -> None:
    async def scene() -> None:
        viewer = Viewer([])
        for _ in range(12):
            viewer.send_encoded(b"x" * (MOST_WAITING_BYTES // 10))
        assert viewer.closed
        assert viewer.close_code == 1013
        assert viewer.unsent <= MOST_WAITING_BYTES * 1.2
        reader = Viewer([])
        for _ in range(50):
            reader.send_encoded(b"x" * (MOST_WAITING_BYTES // 10))
            await reader.next_out()
        assert not reader.closed

    run_alone(scene())


def test_orders_of_one_connection_do_not_pile_up_without_end(tmp_path: Path) -> None:
    """A match that is busy is not buried: the connection is not read on before some of its orders are taken."""

    async def scene(ask: Direct) -> None:
        created = (await ask.post("/api/v1/matches", {})).json()
        sessions = ask.state.sessions
        socket = await ask.socket(f"/api/v1/matches/{created['id']}/socket?token={created['watch_token']}")
        await socket.message("welcome")
        session = sessions.by_id[created["id"]]
        busy = asyncio.Event()
        session.put(busy.wait)
        for _ in range(300):
            socket.say("take_back", number=0)
        for _ in range(400):
            await asyncio.sleep(0)
        assert session.orders.qsize() <= 100
        busy.set()
        for _ in range(300):
            await socket.message("refused")
        await socket.leave()

    with_server(generous(tmp_path, messages_a_second=1e6, messages_at_once=1_000_000), scene)


def test_a_busy_match_is_no_dead_connection(tmp_path: Path) -> None:
    """A client that hears nothing on a ping takes the connection for lost."""

    async def scene(ask: Direct) -> None:
        created = (await ask.post("/api/v1/matches", {})).json()
        socket = await ask.socket(f"/api/v1/matches/{created['id']}/socket?token={created['watch_token']}")
        await socket.message("welcome")
        busy = asyncio.Event()
        ask.state.sessions.by_id[created["id"]].put(busy.wait)
        socket.say("ping")
        await socket.message("pong")
        busy.set()
        await socket.leave()

    with_server(generous(tmp_path), scene)
