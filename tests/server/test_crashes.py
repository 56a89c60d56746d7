"""A server that is killed without a warning loses nothing that anybody was told, and every match goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from pathlib import Path

import msgspec

from dungeonbowl.client import Server
from dungeonbowl.records.replay import read_replay, verify
from dungeonbowl.server import wire
from support.servers import Guest, ServerProcess


def whole_log(server: Server, match: str, token: str) -> list[wire.Event]:
    """Every line of the log, in portions."""
    found: list[wire.Event] = []
    while True:
        page = server.get(f"/matches/{match}/log?token={token}&start={len(found)}&count=1000", wire.LogPage)
        found += page.events
        if len(found) >= page.total:
            return found


class Memory:
    """What a coach was told of the story."""

    def __init__(self, welcome: wire.Welcome) -> None:
        assert welcome.log_start == 0
        self.events = list(welcome.log)
        self.number = welcome.number

    def take(self, messages: list[wire.Message]) -> None:
        for message in messages:
            if isinstance(message, wire.Update) and message.number > self.number:
                if message.undone is not None:
                    del self.events[message.undone :]
                self.events += message.events
                self.number = message.number


def without_last(told: list[wire.Event]) -> list[wire.Event]:
    """The last line of a portion does not know yet whether the next one retells it."""
    return [event for event in told if event.kind != "dice rolled"]


def test_killed_in_the_middle_the_match_comes_back_to_the_same_decision(tmp_path: Path) -> None:
    chance = random.Random(1)
    with ServerProcess(tmp_path) as process:
        server = process.server
        created = server.new_match(seats=["person", "bot:normal"], pace=0, turn_limit=4, quick=True)
        token = created.seats[0].token
        guest = Guest(server, created.id, token)
        memory = Memory(guest.ready("before the storm"))
        for _ in range(3):
            for _ in range(chance.randrange(4, 14)):
                while guest.prompt is not None and not guest.prompt.mine:
                    guest.next()
                if (prompt := guest.prompt) is None:  # the match is over; the other may have ended it
                    break
                guest.send(wire.Act(prompt.number, chance.choice(prompt.options).id))
                guest.wait(wire.Update, lambda update, number=prompt.number: update.number > number)
            memory.take(guest.seen)
            prompt_before = guest.prompt if guest.prompt is not None and guest.prompt.mine else None
            in_flight = prompt_before is not None and chance.random() < 0.5
            if in_flight and prompt_before is not None:  # an order on its way when the server dies
                guest.send(wire.Act(prompt_before.number, chance.choice(prompt_before.options).id))
            process.kill()
            guest.wait_for_end()
            memory.take(guest.seen)
            process.start()
            guest = Guest(server, created.id, token)
            assert guest.number >= memory.number
            log = whole_log(server, created.id, token)
            assert without_last(log)[: len(without_last(memory.events))] == without_last(memory.events)
            if prompt_before is not None and not in_flight:
                assert guest.prompt == prompt_before, "the same decision, word for word"
            memory = Memory(msgspec.structs.replace(guest.welcome, log=log, log_start=0))
            if guest.prompt is None:
                break
        while guest.prompt is not None:
            prompt = guest.prompt
            if not prompt.mine:
                guest.next()
                continue
            guest.send(wire.Act(prompt.number, chance.choice(prompt.options).id))
            guest.wait(wire.Update, lambda update, number=prompt.number: update.number > number)
        path = tmp_path / "match.jsonl"
        path.write_bytes(server.replay(created.id))
        verify(read_replay(path))


def test_a_match_that_waits_is_still_waiting_after_a_crash(own_server: ServerProcess) -> None:
    server = own_server.server
    created = server.new_match(seats=["person", "person"])
    home = Guest(server, created.id, created.seats[0].token)
    home.send(wire.Ready("first word"))
    home.wait(wire.PresenceChanged, lambda message: message.presence.ready[0])
    own_server.kill()
    own_server.start()
    away = Guest(server, created.id, created.seats[1].token)
    assert away.welcome.stage == "waiting"
    assert away.welcome.presence.ready == [True, False]
    assert away.ready("second word").setup.sides[0].word == "first word"


def test_chat_and_standing_answers_survive(own_server: ServerProcess) -> None:
    server = own_server.server
    created = server.new_match(quick=True, pace=0)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready()
    guest.send(wire.SetAuto("Block", "never"))
    guest.wait(wire.AutoSet)
    guest.send(wire.SendChat("still here?"))
    guest.wait(wire.Chat)
    own_server.kill()
    own_server.start()
    again = Guest(server, created.id, created.seats[0].token)
    assert again.welcome.auto == [wire.Auto("Block", "never")]
    assert [line.text for line in again.welcome.chat] == ["still here?"]


def test_bots_go_on_when_their_process_dies(own_server: ServerProcess) -> None:
    server = own_server.server
    created = server.new_match(seats=["bot:normal", "bot:normal"], quick=True, pace=0.02, turn_limit=3)
    watcher = Guest(server, created.id, created.watch_token)
    watcher.wait(wire.Update)
    assert own_server.process is not None
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(own_server.process.pid)], capture_output=True, text=True, check=True
    )
    for child in children.stdout.split():
        os.kill(int(child), signal.SIGKILL)
    seen = watcher.number
    watcher.wait(wire.Update, lambda update: update.number > seen + 5 or update.position.over)


def test_a_stopped_server_says_so(own_server: ServerProcess) -> None:
    created = own_server.server.new_match(quick=True)
    guest = Guest(own_server.server, created.id, created.seats[0].token)
    own_server.stop()
    assert guest.wait_for_end().code == 1012
    assert "Traceback" not in own_server.said()
