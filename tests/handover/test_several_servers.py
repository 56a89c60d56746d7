"""Several servers on one PostgreSQL: one leads a match, the others hand on, and when it dies another takes over."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import Engine, text

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.server import wire
from dungeonbowl.storage.database import make_engine
from support.postgres import postgres_database
from support.servers import PATIENCE, Guest, ServerProcess


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
    Guest.all_leave()


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


def come(server: ServerProcess, created: wire.Created) -> Guest:
    return Guest(server.server, created.id, created.seats[0].token)


def decide(guest: Guest) -> int:
    """Take the first option; returns the number of the match after it."""
    prompt = guest.wait_for_prompt()
    return guest.choose(prompt, prompt.options[0].id).number


def test_whichever_server_is_asked_the_leader_answers(servers: list[ServerProcess], engine: Engine) -> None:
    first, second, third = servers
    created = table_of(first)
    leader = led(engine, created.id)
    token = created.seats[0].token
    coach, onlooker = come(second, created), Guest(third.server, created.id, created.watch_token)
    coach.ready("word")
    for _ in range(3):
        number = decide(coach)
        onlooker.wait(wire.Update, lambda update, number=number: update.number == number)  # type: ignore[misc]
    assert led(engine, created.id) == leader, "the first has led all the time"
    for server in servers:
        assert server.server.summary(created.id, token).number == number
        with pytest.raises(ServerRefused, match="fits no seat"):
            server.server.summary(created.id, "wrong")
    assert len({server.server.replay(created.id, token) for server in servers}) == 1, "long answers too"
    coach.send(wire.SetAuto("Dodge", "always"))
    coach.wait(wire.AutoSet)
    own = third.server.take_seat(created.id, token)
    closed = coach.wait_for_end()
    assert closed.code == 4412, "a seat that is taken at one server is taken at all"
    back = Guest(second.server, created.id, own)
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
        number = decide(coach)
    before = led(engine, created.id)
    first.kill()
    assert coach.wait_for_end().code == 1012
    again = come(second, created)  # the server it asks waits until it knows that the leader is dead
    assert again.number == number
    assert led(engine, created.id)[0] != before[0]
    assert led(engine, created.id)[1] > before[1]
    assert decide(again) == number + 1
    assert decisions(engine, created.id) == number + 1
    first.start()
    assert come(first, created).number == number + 1


def test_a_match_that_nobody_looks_at_is_led_on(servers: list[ServerProcess], engine: Engine) -> None:
    """Its clock runs: the coach who has gone must not have all the time in the world."""
    first = servers[0]
    created = table_of(first, clock={"mode": "turn", "seconds": 600, "answer": 30})
    coach = come(first, created)
    coach.ready("word")
    decide(coach)
    dead = led(engine, created.id)[0]
    first.kill()
    until(lambda: led(engine, created.id)[0] not in (dead, "", "-"), "nobody has taken it over")


def test_a_leader_that_was_frozen_writes_nothing_when_it_wakes(servers: list[ServerProcess], engine: Engine) -> None:
    first, second, _ = servers
    created = table_of(first)
    frozen = come(first, created)
    frozen.ready("word")
    number = decide(frozen)
    prompt = frozen.wait_for_prompt()
    assert first.process is not None
    os.kill(first.process.pid, signal.SIGSTOP)
    try:
        frozen.send(wire.Act(prompt.number, prompt.options[0].id))  # it waits in the socket of the frozen server
        again = come(second, created)
        assert again.number == number
        last = [option.id for option in prompt.options][-1]
        assert again.choose(again.wait_for_prompt(), last).number == number + 1
    finally:
        os.kill(first.process.pid, signal.SIGCONT)
    assert frozen.wait_for_end().code == 1012
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
