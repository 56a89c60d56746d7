"""Several servers on one PostgreSQL: one leads a match, the others hand on, and when it dies another takes over."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, text

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.records.save import Save, load
from dungeonbowl.server import wire
from dungeonbowl.storage.database import make_engine
from support.deafness import SERVE, deaf, figure, wait_until
from support.postgres import postgres_database
from support.returning import Returning
from support.servers import PATIENCE, ServerProcess

HIDDEN = "astrogranite(classic, chest_mode=hidden, quick=on, turn_limit=1)"


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with postgres_database() as url:
        yield url


@pytest.fixture
def engine(postgres: str) -> Iterator[Engine]:
    found = make_engine(postgres)
    yield found
    found.dispose()


@pytest.fixture(scope="module")
def trio(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    """Three servers at ports of their own, so that a test can choose which one it asks."""
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("server") for _ in range(3)]
        yield [stack.enter_context(ServerProcess(folder, postgres, more=("--bots", "1"))) for folder in folders]


@pytest.fixture
def servers(trio: list[ServerProcess]) -> Iterator[list[ServerProcess]]:
    """The three; one that a test has killed is started again for the next."""
    for server in trio:
        if server.process is None or server.process.poll() is not None:
            server.start()
    yield trio
    Returning.all_leave()


def until(reached: Callable[[], Any], words: str) -> None:
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, words
        time.sleep(0.02)


def rows(engine: Engine, statement: str, **values: Any) -> list[Any]:
    with engine.begin() as connection:
        return list(connection.execute(text(statement), values).all())


def led(engine: Engine, match: str) -> tuple[str, int]:
    """The leader of a match, and its epoch."""
    ((leader, epoch),) = rows(engine, "select leader, epoch from matches where id = :match", match=match)
    return leader, epoch


def decisions(engine: Engine, match: str) -> int:
    ((number,),) = rows(engine, "select number from matches where id = :match", match=match)
    return int(number)


def table_of(server: ServerProcess, **more: Any) -> wire.Created:
    order = {"seats": ["person", "person"], "shared": True, "quick": True, "pace": 0, **more}
    return server.server.new_match(**order)


def come(server: ServerProcess, created: wire.Created) -> Returning:
    return Returning(server.server, created.id, created.seats[0].token)


def test_whichever_server_is_asked_the_leader_answers(servers: list[ServerProcess], engine: Engine) -> None:
    first, second, third = servers
    created = table_of(first)
    leader = led(engine, created.id)
    token = created.seats[0].token
    coach, onlooker = come(second, created), Returning(third.server, created.id, created.watch_token)
    coach.ready("word")
    for _ in range(3):
        number = coach.decide()
        onlooker.reach(number)
    assert led(engine, created.id) == leader, "the first has led all the time"
    for server in servers:
        assert server.server.summary(created.id, token).number == number
        with pytest.raises(ServerRefused, match="fits no seat"):
            server.server.summary(created.id, "wrong")
    assert len({server.server.replay(created.id, token) for server in servers}) == 1, "long answers too"
    coach.ask(wire.SetAuto("Dodge", "always"), wire.AutoSet)
    own = third.server.take_seat(created.id, token)
    closed = coach.wait_for_end()
    assert closed.code == 4412, "a seat that is taken at one server is taken at all"
    back = Returning(second.server, created.id, own)
    assert back.welcome.auto, "its standing answer is known to whoever leads"
    assert back.number == number
    presence = rows(engine, "select count(*) from seats where match_id = :match and state = 'seat'", match=created.id)
    assert presence == [(1,)]


def test_when_the_leader_is_killed_another_goes_on(servers: list[ServerProcess], engine: Engine) -> None:
    first, second, _ = servers
    created = table_of(first)
    coach = come(second, created)
    coach.ready("word")
    for _ in range(4):
        number = coach.decide()
    before = led(engine, created.id)
    first.kill()
    assert coach.wait_for_end().code == 1012
    again = come(second, created)  # the server it asks waits until it knows that the leader is dead
    assert again.number == number
    assert led(engine, created.id)[0] != before[0]
    assert led(engine, created.id)[1] > before[1]
    assert again.decide() == number + 1
    assert decisions(engine, created.id) == number + 1
    late = wire.Act(number, "0")  # an order that was given to the server before
    assert again.ask(late, wire.Refused).stale
    assert decisions(engine, created.id) == number + 1
    first.start()
    assert come(first, created).number == number + 1


def test_a_match_that_nobody_looks_at_is_led_on(servers: list[ServerProcess], engine: Engine) -> None:
    """Its clock runs: the coach who has gone must not have all the time in the world."""
    first = servers[0]
    created = table_of(first, clock={"mode": "turn", "seconds": 600, "answer": 30})
    coach = come(first, created)
    coach.ready("word")
    coach.decide()
    dead = led(engine, created.id)[0]
    first.kill()
    until(lambda: led(engine, created.id)[0] not in (dead, "", "-"), "nobody has taken it over")


def test_a_leader_that_was_frozen_writes_nothing_when_it_wakes(servers: list[ServerProcess], engine: Engine) -> None:
    first, second, _ = servers
    created = table_of(first)
    frozen = come(first, created)
    frozen.ready("word")
    number = frozen.decide()
    prompt = frozen.wait_for_prompt()
    quiet = table_of(first)
    onlooker = come(first, quiet)  # nothing is ordered there, so no write tells the leader that it leads no more
    onlooker.ready("word")
    assert first.process is not None
    os.kill(first.process.pid, signal.SIGSTOP)
    try:
        frozen.send(wire.Act(prompt.number, prompt.options[0].id))  # it waits in the socket of the frozen server
        again = come(second, created)
        assert again.number == number
        last = [option.id for option in prompt.options][-1]
        assert again.decide(last) == number + 1
        until(lambda: led(engine, quiet.id)[1] > 1, "nobody has taken the quiet one")
    finally:
        os.kill(first.process.pid, signal.SIGCONT)
    assert frozen.wait_for_end().code == 1012
    assert onlooker.wait_for_end().code == 1012, "who looks on is not left with a server that hears nothing any more"
    assert decisions(engine, created.id) == number + 1
    assert not [each for each in frozen.seen if isinstance(each, wire.Update) and each.number > number]
    assert come(first, created).number == number + 1


def test_the_address_between_servers_is_closed_to_everybody_else(servers: list[ServerProcess], engine: Engine) -> None:
    first = servers[0]
    created = table_of(first)
    leader, _ = led(engine, created.id)
    ((address,),) = rows(engine, "select address from servers where id = :id", id=leader)
    with pytest.raises(ServerRefused, match="other servers"):
        Server(address).summary(created.id, created.seats[0].token)
    with pytest.raises(ServerRefused, match="other servers"):
        Server(address).options()


def test_a_secret_is_kept_from_a_seat_that_is_handed_on_as_well(servers: list[ServerProcess]) -> None:
    """By a socket and by a request, and after another server has taken the match over."""
    first, second, _ = servers
    created = first.server.new_match(edition=HIDDEN, seats=["person", "person"], pace=0)
    tokens = [*(seat.token for seat in created.seats), created.watch_token]
    guests = [Returning(second.server, created.id, token) for token in tokens]
    guests[0].ask(wire.Ready(), wire.PresenceChanged)
    guests[1].ready()
    guests[2].reach(guests[1].number)
    for again in (False, True):
        for guest, token in zip(guests, tokens, strict=True):
            moves = guest.ask(wire.AskMoves(), wire.Moves)
            assert (moves.inputs, moves.setup) == ([], "")
            assert all(int(each) <= 0 for each in load(msgspec.json.decode(moves.known, type=Save)).memo)
            with pytest.raises(ServerRefused, match="still secret"):
                second.server.replay(created.id, token)
        if not again:
            first.kill()
            guests = [Returning(second.server, created.id, token) for token in tokens]


def test_who_never_reads_is_cut_off_behind_another_server_too(postgres: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        folders = [tmp_path / "leader", tmp_path / "other"]
        for folder in folders:
            folder.mkdir()
        leader, other = (stack.enter_context(ServerProcess(each, postgres, module=SERVE)) for each in folders)
        created = table_of(leader)
        coach = come(leader, created)
        coach.ready("word")
        line = stack.enter_context(deaf(other, created.id, created.watch_token))
        wait_until(other, "dungeonbowl_relays", 1)
        wait_until(leader, "dungeonbowl_sockets", 2)
        end = time.monotonic() + PATIENCE
        while figure(leader, "dungeonbowl_sockets") > 1 or figure(other, "dungeonbowl_relays") > 0:
            assert time.monotonic() < end, "the slow reader is still there"
            for _ in range(50):
                coach.decide()
                coach.ask(wire.TakeBackOrder(coach.number), wire.Update | wire.Refused)  # type: ignore[arg-type]
        assert line.fileno() >= 0
        assert figure(leader, "dungeonbowl_unsent_bytes") == 0
        coach.decide()
